"""Train the net step by step; every step follows from the seed, and a stopped run goes on.

    python -m tests.embedding.train FOLDER --seed 1 --steps 3000

FOLDER keeps the bank of prints (fetched from Debian), the state of the run, and in the end the
net as ONNX with a line about how it does on fonts and icons it never saw.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from tests.embedding.editions import BOARDS, WINDOW, Batch, Stuff, batch
from tests.embedding.net import SEEN, Judge, Net
from tests.embedding.sources import bank_in

EDITIONS, RATE, DECAY = 5, 2e-3, 1e-3
WARM, COOL = 100, 0.4
"""Steps in which the rate grows, and the share of all steps in which it falls to nothing."""
WARMTH, NARROW = 0.1, 0.07
"""Temperatures: of all views of a label, and of one view of each label against the others."""
HARD = 20
"""One in so many unlike pairs, the nearest ones, counts half as much again."""
USED = 4
"""Every batch is used so often: from the second time on mirrored or turned, in other colours."""
BRIEF = True
"""Numbers are kept short where that is faster; machines that can't differ in the last figures."""
KEEP, TOLD = 25, 25
"""Steps between two states kept, and two lines told."""
STORED = 2
"""Editions of which one board each is kept, for a test that embeds it again."""
CHECKED = 8
"""Batches of what is held out, for measuring."""


def seen_by_net(cells: NDArray[np.uint8], dice: np.random.Generator | None) -> Tensor:
    """Cut cells as the net sees them, each moved by some pixels where *dice* are given."""
    play = WINDOW - SEEN
    at = np.full((len(cells), 2), play // 2)
    if dice is not None:
        at = dice.integers(0, play + 1, (len(cells), 2))
    some = [c[y : y + SEEN, x : x + SEEN] for c, (y, x) in zip(cells, at, strict=True)]
    return torch.from_numpy(np.stack(some)).permute(0, 3, 1, 2).float()


def altered(drawn: Batch, dice: np.random.Generator) -> Batch:
    """Make editions that nobody drew: turned or mirrored, and with other colours."""
    cells = np.empty_like(drawn.cells)
    for number in np.unique(drawn.edition):
        own = drawn.edition == number
        turned = np.rot90(drawn.cells[own], int(dice.integers(4)), (1, 2))
        turned = turned[:, :, ::-1] if dice.random() < 0.5 else turned
        cells[own] = turned[..., dice.permutation(3)]
    return replace(drawn, cells=cells)


def losses(points: Tensor, drawn: Batch, judge: Judge) -> tuple[Tensor, float]:
    """Return what is to be lowered, and how often one view of each label names the others."""
    label, edition, board = (
        torch.from_numpy(one) for one in (drawn.label, drawn.edition, drawn.board)
    )
    near = points @ points.T
    himself = torch.eye(len(points), dtype=torch.bool)
    same = (label[:, None] == label[None]) & ~himself
    known = same.any(dim=1)
    every = (near / WARMTH).masked_fill(himself, -1e9)
    every = every - every.logsumexp(dim=1, keepdim=True)
    together = -(every * same).sum(dim=1)[known] / same.sum(dim=1)[known]
    named, right = _named(near, label, edition, board)
    rivals = (edition[:, None] == edition[None]) & (label[:, None] != label[None])
    odds = judge(near)
    apart = functional.softplus(odds[rivals])
    worst = apart.topk(max(1, len(apart) // HARD))[0]
    alike = functional.softplus(-odds[same]).mean() + apart.mean() + 0.5 * worst.mean()
    return together.mean() + named + alike, right


def _named(near: Tensor, label: Tensor, edition: Tensor, board: Tensor) -> tuple[Tensor, float]:
    """Let one view of each label, all of one board, name what the other boards show."""
    teaching = board % BOARDS == 0
    shown = torch.zeros_like(teaching)
    met: set[int] = set()
    for number in torch.nonzero(teaching)[:, 0].tolist():
        if int(label[number]) not in met:
            met.add(int(label[number]))
            shown[number] = True
    asked = ~teaching & torch.isin(label, label[shown])
    score = near[asked][:, shown] / NARROW
    score = score.masked_fill(edition[asked][:, None] != edition[shown][None], -1e9)
    truth = (label[asked][:, None] == label[shown][None]).float().argmax(dim=1)
    right = float((score.argmax(dim=1) == truth).float().mean())
    return functional.cross_entropy(score, truth), right


def rate_at(step: int, steps: int) -> float:
    """Return the rate: it grows, stays, and falls in the last part."""
    cooling = (step - (1 - COOL) * steps) / (COOL * steps)
    fall = 0.5 * (1 + math.cos(math.pi * min(1, max(0, cooling))))
    return RATE * min(1, (step + 1) / WARM) * (fall + 0.005)


def train(folder: Path, seed: int, steps: int) -> None:
    """Train until *steps* are done, from the kept state where there is one."""
    torch.manual_seed(seed)
    bank = bank_in(folder)
    stuff, held = Stuff.of(bank.part(held=False)), Stuff.of(bank.part(held=True))
    net, judge = Net(), Judge()
    move: Any = net.to
    move(memory_format=torch.channels_last)
    groups: list[dict[str, Any]] = [
        {"params": list(net.parameters())},
        {"params": list(judge.parameters()), "weight_decay": 0.0},
    ]
    pull = torch.optim.AdamW(groups, lr=RATE, weight_decay=DECAY)
    kept, first = folder / f"state-{seed}.pt", 0
    if kept.exists():
        state = torch.load(kept, weights_only=True)
        net.load_state_dict(state["net"])
        judge.load_state_dict(state["judge"])
        pull.load_state_dict(state["pull"])
        first = int(state["step"])
    begun = time.process_time()
    drawn: Batch | None = None
    for step in range(first, steps):
        for group in pull.param_groups:
            group["lr"] = rate_at(step, steps)
        dice = np.random.default_rng((seed, step, 10_000))
        if drawn is None or step % USED == 0:
            drawn = batch((seed, step // USED), stuff, EDITIONS)
        drawn = drawn if step % USED == 0 else altered(drawn, dice)
        net.train()
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=BRIEF):
            points = net.before(seen_by_net(drawn.cells, dice))
        points = functional.normalize(points.float(), dim=1)
        lost, right = losses(points, drawn, judge)
        pull.zero_grad()
        lost.backward()
        pull.step()
        if (step + 1) % TOLD == 0:
            spent = time.process_time() - begun
            line = f"{step + 1} {spent:.0f}s {float(lost.detach()):.3f} right {right:.3f}"
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
        if (step + 1) % KEEP == 0 or step + 1 == steps:
            state = {"net": net.state_dict(), "judge": judge.state_dict()}
            state |= {"pull": pull.state_dict(), "step": step + 1}
            torch.save(state, kept.with_suffix(".new"))
            kept.with_suffix(".new").replace(kept)
    _export(net, folder / f"embedding-{seed}.onnx")
    figures = measured(net, judge, held)
    _store(net, held, folder / f"cells-{seed}.npz")
    figures |= {"seed": seed, "steps": steps, "sha256": _sum(folder / f"embedding-{seed}.onnx")}
    (folder / f"embedding-{seed}.json").write_text(json.dumps(figures, indent=1) + "\n")
    sys.stdout.write(json.dumps(figures) + "\n")


def measured(net: Net, judge: Judge, held: Stuff) -> dict[str, Any]:
    """Measure how the net does on prints it never saw."""
    net.eval()
    rights, bounds = [], []
    with torch.no_grad():
        for number in range(CHECKED):
            drawn = batch((0, number), held, EDITIONS)
            points = net(seen_by_net(drawn.cells, None))
            lost, right = losses(points, drawn, judge)
            rights.append(right)
            bounds.append(float(lost))
    middle, steep = float(judge.middle.detach()), float(judge.steep.detach())
    return {
        "named by one view": round(float(np.mean(rights)), 4),
        "loss": round(float(np.mean(bounds)), 4),
        "middle": round(middle, 4),
        "steep": round(steep, 3),
        "parameters": sum(one.numel() for one in net.parameters()),
    }


class _Before(nn.Module):
    """The net without its last step, which readers take themselves."""

    def __init__(self, net: Net) -> None:
        super().__init__()
        self.net = net

    def forward(self, seen: Tensor) -> Tensor:
        return self.net.before(seen)


def _export(net: Net, path: Path) -> None:
    """Write the net as OpenCV reads it."""
    net.eval()
    shown = torch.zeros(1, 3, SEEN, SEEN)
    torch.onnx.export(
        _Before(net).eval(), (shown,), str(path), input_names=["cells"], output_names=["points"],
        dynamic_axes={"cells": {0: "n"}, "points": {0: "n"}}, opset_version=13, dynamo=False,
    )  # fmt: skip
    net.eval()


def _store(net: Net, held: Stuff, path: Path) -> None:
    """Keep some cells that training never saw, and where the net puts them."""
    drawn = batch((0, 0), held, STORED)
    first = drawn.board % BOARDS == 0
    cells = seen_by_net(drawn.cells[first], None)
    with torch.no_grad():
        points = net(cells).numpy()
    shown = cells.permute(0, 2, 3, 1).numpy().astype(np.uint8)
    np.savez_compressed(path, cells=shown, points=points.astype(np.float16))


def _sum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=3000)
    args = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    train(args.folder, args.seed, args.steps)


if __name__ == "__main__":
    main()
