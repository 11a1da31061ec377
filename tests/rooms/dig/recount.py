"""The dig counted again from its moves alone, with plain numbers and none of the room's code.

Money is one number each, without coins. Also finds what may be done next, for counting lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any

Plain = dict[str, Any]


class Recount:
    """A game, followed move by move."""

    def __init__(self, opening: Plain) -> None:
        box = self.box = opening["box"]
        self.rules = opening["rules"]
        self.n = len(opening["seats"])
        kit = box["kit"]
        self.purses = [kit["gold"] * box["money"]["silver_for_gold"] + kit["silver"]] * self.n
        self.scarabs = [kit["scarabs"]] * self.n
        self.barricades = [kit["barricades"]] * self.n
        rows, columns = box["tray"]["rows"], box["tray"]["columns"]
        self.height = len(box["layers"])
        self.left = {f"{'ABCDEFGHI'[x]}{y + 1}": self.height for y in range(rows)
                     for x in range(columns)}  # fmt: skip
        self.decks = [Counter(c["card"] for c in layer["cards"]) for layer in box["layers"]]
        self.worth = [{c["card"]: c["value"] for c in layer["cards"]} for layer in box["layers"]]
        self.bottom_values = Counter(card["value"] for card in box["layers"][0]["cards"])
        self.step = "setup"
        self.laid = self.turned = self.lifted = self.lifts = self.pot = self.turn = 0
        self.double = 1
        self.bans: dict[str, int] = {}
        self.lids: set[str] = set()
        self.row: list[int] = []
        self.gone: list[int] = []

    def play(self, moves: Sequence[Plain]) -> Recount:
        for move in moves:
            self.do(move)
        return self

    def do(self, move: Plain) -> None:
        getattr(self, f"_{move['type']}")(move)

    # Phase one

    def _NameBottom(self, move: Plain) -> None:
        self.bottom, self.step = move["seat"], "laying"

    def _LayLayer(self, move: Plain) -> None:
        self.laid += 1
        if self.laid == self.height:
            self.step = "turning"
            top_laid_by = self.bottom + self.height - 2
            self.turn = (top_laid_by + 1) % self.n

    def _TurnTray(self, move: Plain) -> None:
        self.turned += 1
        if self.turned == self.n:
            self.step = "frame"

    def _PutBoard(self, move: Plain) -> None:
        self.step = "dig"

    # Phase two

    def _PlayScarab(self, move: Plain) -> None:
        self.scarabs[self.turn] -= 1
        self.double = 2

    def _Lift(self, move: Plain) -> None:
        cell = move["cell"]
        self.left[cell] -= 1
        self.lids.discard(cell)
        self.lifted += 1
        self.lifts += 1
        self.row = []
        layer = self.left[cell] - 1
        if move["card"]:
            name = move["card"].split("-", 1)[1]
            self.decks[layer][name] -= 1
            value = self.worth[layer][name]
        else:
            value = move["value"]
        if not layer:
            self.bottom_values[value] -= 1
        value *= self.double
        if value >= 0:
            self.pot += value
            if why := self._dug_out():
                self._keep(why)
            return
        self.pot = 0
        self.purses[self.turn] += value
        if self.purses[self.turn] < 0:
            self.purses[self.turn] = 0
            self._out(self.turn)
        self.step = "end"
        self._maybe_over()

    def _covered(self) -> int:
        return sum(left - 1 for left in self.left.values())

    def _keep(self, why: str) -> None:
        self.purses[self.turn] += self.pot
        self.pot = 0
        if why:
            self.step = why

    def _out(self, seat: int) -> None:
        self.gone.append(seat)
        self.scarabs[seat] = self.barricades[seat] = 0
        self.row = [s for s in self.row if s != seat]
        for cell in [c for c, owner in self.bans.items() if owner == seat]:
            del self.bans[cell]
            self.lids.add(cell)

    def _Stop(self, move: Plain) -> None:
        if not self.lifts:
            self._Skip(move)
            return
        self._keep("")
        self._close()

    def _Skip(self, move: Plain) -> None:
        self.purses[self.turn] = max(0, self.purses[self.turn] - self.fee())
        self.row.append(self.turn)
        self._maybe_over()
        if self.step == "dig":
            self._close()

    def fee(self) -> int:
        free = self.rules["mask_last"] == "free_skip" and self._mask_left()
        return 0 if free else int(self.box["money"]["skip_fee"])

    def _mask_left(self) -> bool:
        """The numbers seen at the bottom leave the mask alone, however they were named."""
        values = {self.worth[0].get("mask")}
        return self._covered() == 1 and set(+self.bottom_values) == values

    def _dug_out(self) -> str:
        if not self._covered():
            return "uncovered"
        return "mask" if self.rules["mask_last"] == "ends" and self._mask_left() else ""

    def _close(self) -> None:
        self.step = "end"
        if not self.barricades[self.turn] or not self._bare():
            self._next()

    def _bare(self) -> list[str]:
        return [cell for cell in self.left if cell not in self.bans]

    def _PlayBarricade(self, move: Plain) -> None:
        self.barricades[self.turn] -= 1
        self.bans[move["cell"]] = self.turn
        self.lids.discard(move["cell"])
        self._next()

    def _EndTurn(self, move: Plain) -> None:
        self._next()

    def _TakeOffBarricade(self, move: Plain) -> None:
        self.lids.discard(move["cell"])

    def _PutBack(self, move: Plain) -> None:
        pass

    def _next(self) -> None:
        while True:
            self.turn = (self.turn + 1) % self.n
            if self.turn in self.gone:
                continue
            self.step, self.lifts, self.double = "dig", 0, 1
            for cell in [c for c, owner in self.bans.items() if owner == self.turn]:
                del self.bans[cell]
                self.lids.add(cell)
            if any(left > 1 for cell, left in self.left.items() if cell not in self.bans):
                return
            if self.rules["forced_skip_counts"]:
                self.row.append(self.turn)
            self._maybe_over()
            if self.step != "dig":
                return

    def _maybe_over(self) -> None:
        playing = [s for s in range(self.n) if s not in self.gone]
        if len(playing) == 1:
            self.step = "last_player"
        elif why := self._dug_out():
            self.step = why
        elif all(s in self.row for s in playing):
            self.step = "skips"

    def _AgreeToStop(self, move: Plain) -> None:
        self._keep("agreed")

    def _LeaveGame(self, move: Plain) -> None:
        mine = move["seat"] == self.turn
        if mine:
            self.pot = 0
        self._out(move["seat"])
        self._maybe_over()
        if mine and self.step in ("dig", "end"):
            self._next()

    # How it stands

    @property
    def over(self) -> str:
        before = ("setup", "laying", "turning", "frame", "dig", "end")
        return "" if self.step in before else self.step

    def ranks(self) -> list[int]:
        merit = [
            (0, self.gone.index(s)) if s in self.gone else (1, self.purses[s])
            for s in range(self.n)
        ]
        return [1 + sum(other > mine for other in merit) for mine in merit]

    # What may be done next

    def options(self) -> Iterator[Plain]:
        if self.step == "setup":
            yield from ({"type": "NameBottom", "seat": s} for s in range(self.n))
        elif self.step == "laying":
            yield {"type": "LayLayer", "layer": self.laid + 1, "checked": False}
        elif self.step == "turning":
            yield {"type": "TurnTray", "seat": (self.turn + self.turned) % self.n}
        elif self.step == "frame":
            yield {"type": "PutBoard"}
        elif self.step == "dig":
            yield from self._digging()
        elif self.step == "end":
            yield {"type": "EndTurn"}
            if self.barricades[self.turn]:
                yield from ({"type": "PlayBarricade", "cell": cell} for cell in self._bare())
        if self.step in ("dig", "end"):
            yield from ({"type": "TakeOffBarricade", "cell": cell} for cell in self.lids)

    def _digging(self) -> Iterator[Plain]:
        if self.lifts:
            yield {"type": "Stop"}
        else:
            if self.rules["never_obliged"] or self.purses[self.turn] >= self.fee():
                yield {"type": "Skip"}
            if self.scarabs[self.turn] and self.double == 1:
                yield {"type": "PlayScarab"}
        if self.rules["agree_to_stop"]:
            yield {"type": "AgreeToStop"}
        for cell, left in self.left.items():
            if left == 1 or cell in self.bans:
                continue
            for name, count in self.decks[left - 2].items():
                if count > 0:
                    card = f"{left - 1}-{name}"
                    yield {"type": "Lift", "cell": cell, "card": card, "value": None}

    def lines(self, depth: int) -> int:
        """How many lines of play lead away from here."""
        if depth == 0:
            return 1
        if depth == 1:
            return sum(1 for _ in self.options())
        total = 0
        for move in self.options():
            after = deepcopy(self)
            after.do(move)
            total += after.lines(depth - 1)
        return total


def recount(opening: Plain, moves: Sequence[Plain]) -> Recount:
    """Count a game again from its opening (box, seats, rules) and its moves, as plain data."""
    return Recount(opening).play(moves)
