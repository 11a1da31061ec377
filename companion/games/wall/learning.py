"""What a game shows of its box: cards, curses and pharaohs nobody knew of, and a larger wall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.core.facts import FactLearned, learned
from companion.core.sources import OWNER, is_guess, settle_entry

from .box import LARGEST, Box, Card, CurseCard, animal_of, gaze_of
from .state import Column, Piece, Reveal, Secrets, State

JOINED = "+"
"""Stands between the faces of a card, and the animals of a curse, that go by what they show."""


def faces_of(box: Box, card: str) -> tuple[str, ...] | None:
    """Return what a card shows: one of the box, or one that goes by its faces:
    ``camel_L+cat_R``."""
    if box.has_card(card):
        return box.card(card).faces
    found = tuple(card.split(JOINED))
    width, height = box.wall.block
    known = all(animal_of(face) in box.animals and gaze_of(face) in ("L", "R") for face in found)
    return found if known and len(found) == width * height else None


def left_like(state: State, faces: tuple[str, ...]) -> str | None:
    """Return a card that shows this and is not on the wall yet."""
    left = (card for card in state.box.cards if card.id not in state.inserted)
    return next((card.id for card in left if card.faces == faces), None)


def new_card(state: State, faces: tuple[str, ...]) -> FactLearned:
    """Put a card that shows this into the box, instead of one that was only guessed."""
    guessed = [card.id for card in state.box.cards if card.id not in state.inserted]
    was = sum(card.faces == faces for card in state.box.cards)
    fact, instead = f"card:{JOINED.join(faces)}", guessed[-1] if guessed else ""
    return learned(state.box, fact, was, was + 1, "WALL-08", instead=instead)


def id_of(box: Box, faces: tuple[str, ...]) -> str:
    """Return the id a new card gets: what it shows, numbered where there are several."""
    name, number = JOINED.join(faces), 2
    while box.has_card(name):
        name, number = f"{JOINED.join(faces)}#{number}", number + 1
    return name


def curse_like(state: State, card: str) -> str | None:
    """Return a curse card that is left, by its id or by its animals."""
    if card in state.curses_left:
        return card
    animals = Counter(card.split(JOINED))
    known = (state.box.curse_card(one) for one in state.curses_left)
    return next((one.id for one in known if one and Counter(one.animals) == animals), None)


def new_curse(state: State, card: str) -> FactLearned | None:
    """Return three animals nobody knew to be on a curse card."""
    animals = sorted(card.split(JOINED), key=_in_order(state.box.animals))
    if len(animals) != 3 or not {*animals} <= {*state.box.animals}:
        return None
    fact, left = f"curse:{JOINED.join(animals)}", state.curses_left
    was = sum(Counter(c.animals) == Counter(animals) for c in state.box.curse_cards)
    instead = left[-1] if left else ""
    return learned(state.box, fact, was, was + 1, "WALL-67", instead=instead)


def _in_order(animals: tuple[str, ...]) -> Any:
    return lambda animal: animals.index(animal) if animal in animals else len(animals)


def curse_id(box: Box, animals: str) -> str:
    name, number = animals, 2
    while box.curse_card(name):
        name, number = f"{animals}#{number}", number + 1
    return name


def larger(box: Box, slot: int, cards: int) -> FactLearned | None:
    """Make room on the wall if none was known: one more slot, or one more card in a slot."""
    wall = box.wall
    if slot == wall.slots < LARGEST:
        return learned(box, "slots", wall.slots, wall.slots + 1, "WALL-14")
    if cards >= wall.capacity < LARGEST:
        return learned(box, "capacity", wall.capacity, wall.capacity + 1, "WALL-20")
    return None


def learn(box: Box, fact: str) -> Box:
    """Return the box with what the table has shown."""
    match fact.split(":"):
        case ["card", faces, instead]:
            cards = tuple(card for card in box.cards if card.id != instead)
            shown = tuple(faces.split(JOINED))
            fresh = Card(id_of(box, shown), _rows(shown, box.wall.block[0]))
            return replace(box, cards=(*cards, fresh))
        case ["curse", animals, instead]:
            curses = tuple(card for card in box.curse_cards if card.id != instead)
            one, two, three = animals.split(JOINED)
            fresh_one = CurseCard(curse_id(box, animals), (one, two, three))
            return replace(box, curse_cards=(*curses, fresh_one))
        case ["pharaoh", animal]:
            return replace(box, pharaohs=(*box.pharaohs, animal))
        case ["slots"]:
            return replace(box, wall=replace(box.wall, slots=box.wall.slots + 1))
        case ["capacity"]:
            return replace(box, wall=replace(box.wall, capacity=box.wall.capacity + 1))
    return box


def _rows(faces: tuple[str, ...], width: int) -> tuple[tuple[str, ...], ...]:
    return tuple(faces[n : n + width] for n in range(0, len(faces), width))


def keep(data: dict[str, Any], fact: str) -> None:
    """Write the same into the data of a box file."""
    match fact.split(":"):
        case ["card", faces, instead]:
            rows = _rows(tuple(faces.split(JOINED)), data["wall"]["block"][0])
            fresh = {"id": faces, "cells": [list(row) for row in rows], "source": OWNER}
            _exchange(data["cards"], instead, fresh)
        case ["curse", animals, instead]:
            fresh = {"id": animals, "animals": animals.split(JOINED), "source": OWNER}
            _exchange(data["curse_cards"], instead, fresh)
        case ["is", "card", name, faces]:
            rows = _rows(tuple(faces.split(JOINED)), data["wall"]["block"][0])
            _confirm(data["cards"], name, "cells", [list(row) for row in rows])
        case ["is", "curse", name, animals]:
            _confirm(data["curse_cards"], name, "animals", animals.split(JOINED))
        case ["pharaoh", animal]:
            data["pharaoh"]["cards"].append(animal)
        case ["slots" | "capacity" as size]:
            data["wall"][size] += 1


def seen(state: State) -> Iterator[str]:
    """Tell which cards lay in the wall and which curses were turned, as our list has them."""
    for card in state.box.cards:
        if card.id in state.inserted:
            yield f"is:card:{card.id}:{JOINED.join(card.faces)}"
    if state.rules.curse_of_the_pharaoh:
        for curse in state.box.curse_cards:
            if curse.id not in state.curses_left:
                yield f"is:curse:{curse.id}:{JOINED.join(curse.animals)}"


def _confirm(entries: list[dict[str, Any]], name: str, key: str, shows: list[Any]) -> None:
    """Settle the entry that shows just this."""
    for entry in entries:
        if entry["id"] == name and entry[key] == shows and is_guess(entry):
            settle_entry(entry, OWNER)


def _exchange(entries: list[dict[str, Any]], instead: str, fresh: dict[str, Any]) -> None:
    """Exchange an entry that was only guessed for another."""
    at = next((n for n, one in enumerate(entries) if one["id"] == instead), None)
    if at is not None and is_guess(entries[at]):
        del entries[at]
    known, name, number = {one["id"] for one in entries}, str(fresh["id"]), 2
    while fresh["id"] in known:
        fresh["id"], number = f"{name}#{number}", number + 1
    entries.append(fresh)


def refit(state: State, box: Box) -> State | None:
    """Return the state with another box, which must have what lies on the wall."""
    old = state.box
    shrunk = box.wall.slots < old.wall.slots or box.wall.block != old.wall.block
    if shrunk or not state.inserted <= box.by_id.keys() or len(box.animals) != len(old.animals):
        return None
    if max(map(len, state.slots)) > box.wall.capacity or box.stack != old.stack:
        return None
    again = state.but(
        box=box,
        slots=state.slots + ((),) * (box.wall.slots - old.wall.slots),
        piles=_piles(state.piles, len(box.cards) - len(old.cards)),
        curses_left=_curses(state, box),
    )
    names = {a: b for a, b in zip(old.animals, box.animals, strict=True) if a != b}
    return _renamed(again, names) if names else again


def _piles(piles: tuple[int, int], more: int) -> tuple[int, int]:
    """Cards that came or went lie in the pile that is drawn from last."""
    first, second = piles
    return (first, second + more) if second else (max(0, first + more), second)


def _curses(state: State, box: Box) -> tuple[str, ...]:
    if not state.rules.curse_of_the_pharaoh:
        return ()
    now, before = (tuple(card.id for card in one.curse_cards) for one in (box, state.box))
    left = (card for card in state.curses_left if card in now)
    return (*left, *(card for card in now if card not in before))


def _renamed(state: State, names: dict[str, str]) -> State | None:
    """Return the state with animals that have another name now; not in the middle of a move."""
    if state.resolving or state.curse or state.shift:
        return None

    def piece(one: Piece) -> Piece:
        return Piece(names.get(one.animal, one.animal), one.eyes)

    def column(one: Column) -> Column:
        return replace(one, animal=names.get(one.animal, one.animal))

    def noted(one: Secrets) -> Secrets:
        values = tuple((piece(p), value) for p, value in one.values)
        return Secrets(names.get(one.pharaoh, one.pharaoh) if one.pharaoh else None, values)

    def shown(one: Reveal | None) -> Reveal | None:
        if one is None:
            return None
        values = tuple((piece(p), value) for p, value in one.values)
        return Reveal(names.get(one.pharaoh, one.pharaoh), values)

    chamber = state.chamber
    won = tuple(tuple(piece(p) for p in pieces) for pieces in chamber.won)
    return state.but(
        chamber=replace(chamber, columns=tuple(map(column, chamber.columns)), won=won),
        used_lines=frozenset((line, names.get(a, a)) for line, a in state.used_lines),
        secrets=tuple(map(noted, state.secrets)),
        reveals=tuple(map(shown, state.reveals)),
    )


def one_of_each(state: State) -> tuple[str, ...]:
    """Return the cards not yet on the wall; of those that look alike, the first stands for all."""
    kinds: dict[str, str] = {}
    inserted = state.inserted
    for card, first in state.box.alike.items():
        if card not in inserted:
            kinds.setdefault(first, card)
    return tuple(kinds.values())
