"""The bench that switches mechanisms off finds each of them, and puts each back."""

from __future__ import annotations

import pytest

from tests.bench.ablation import LEARNING, READING, _owner, without

EVERY = {**READING, **LEARNING}


@pytest.mark.parametrize("name", EVERY)
def test_every_mechanism_is_where_the_bench_looks_for_it(name: str) -> None:
    for where, instead in EVERY[name]:
        owner, attribute = _owner(where)
        before = getattr(owner, attribute)
        with without(EVERY[name]):
            assert getattr(owner, attribute) is instead
        assert getattr(owner, attribute) is before
