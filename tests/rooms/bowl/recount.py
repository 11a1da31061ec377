"""An independent recount of a game at the bowl, from what the players did and nothing else.

Deliberately naive, and shares no code with the room: it reads the box, the house rules and the
moves as plain data, never an event, and keeps everything under the names of the fields. Where the
table moved a figure in silence, the recount tries every way itself.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

Plain = Mapping[str, Any]


class Recount:
    """Where everything is, by name."""

    def __init__(self, box: Plain, rules: Plain, players: int) -> None:
        self.rules = dict(rules)
        self.order = [field["id"] for field in box["track"]]
        self.kind = {field["id"]: field["kind"] for field in box["track"]}
        self.golden = {field["id"] for field in box["track"] if field.get("scarab")}
        self.pyramid = [name for name in self.order if self.kind[name] == "pyramid"]
        self.front = next(name for name in self.order if self.kind[name] == "front")
        self.full = {boulder["colour"]: boulder["count"] for boulder in box["boulders"]}
        self.all_scarabs = box["scarabs"]
        self.rooms = list(box["track"][-1]["tiles"])
        self.faces: dict[str, tuple[str, int]] = {}
        self.at: list[str | None] = [self.order[0]] * players
        self.owns = [0] * players
        self.bowl = dict(self.full)
        self.mummy = None if self.variant == "quick" else self.pyramid[-1]
        self.forward = False
        self.turn = 0
        self.wanted: str | None = None
        self.tried: int | None = None
        self.from_where: str | None = None
        self.waiting = ""
        """What waits for the rebuild: "next", "again", "second" or "retry"."""
        self.moving = False
        self.again = False
        self.warned: set[int] = set()
        self.winner: int | None = None

    @property
    def variant(self) -> str:
        return str(self.rules["variant"])

    @property
    def here(self) -> str:
        name = self.at[self.turn]
        assert name is not None
        return name

    @property
    def supply(self) -> int:
        return int(self.all_scarabs - sum(self.owns))

    def follow(self, move: Plain) -> None:
        """Do one move."""
        getattr(self, move["type"])(**{k: v for k, v in move.items() if k != "type"})

    # What players do

    def Begin(self) -> None:
        pass

    def FlipTile(self, field: str, colour: str, symbols: int) -> None:
        self.faces[field] = (colour, symbols)
        if field in self.rooms and self.tried is None:
            self._go_in()
        self.wanted = colour

    def NameColour(self, colour: str) -> None:
        self.wanted = colour

    def DeclineExtraTurn(self) -> None:
        self._next()

    def EnterChamber(self) -> None:
        self._go_in()
        self._look_into_the_chamber()

    def _go_in(self) -> None:
        self.from_where, self.tried = self.here, 0
        self.at[self.turn] = self.order[-1]

    def _look_into_the_chamber(self) -> None:
        assert self.tried is not None
        face = self.faces.get(self.rooms[self.tried])
        self.wanted = face[0] if face else None

    def TakeBoulder(self, colour: str) -> None:
        self.bowl[colour] -= 1
        last = self.bowl[colour] == 0
        if self.tried is not None:
            self.tried += 1
            self.wanted = None
            if self.tried == len(self.rooms):
                self.winner = self.turn
            elif last:
                self.waiting = "second"
            else:
                self._look_into_the_chamber()
            return
        self.again, self.moving = last, True
        ends = [self._after(way) for way in self._ways()]
        if all(end.summary() == ends[0].summary() for end in ends):
            self.__dict__ = ends[0].__dict__

    def _ways(self) -> list[str | None]:
        """The fields the figure may go to; None for staying."""
        n = self.order.index(self.here)
        ahead, behind = self.order[n + 1 :], self.order[:n][::-1]
        ways: list[str | None] = []
        for row in (ahead,) if self.variant == "quick" else (ahead, behind):
            ways += [x for x in row if self.faces.get(x, ("",))[0] == self.wanted][:1]
        return ways if ways and not self.rules["move_optional"] else [*ways, None]

    def _after(self, way: str | None) -> Recount:
        other = copy.deepcopy(self)
        if way is None:
            other.StayPut()
        else:
            other.MoveFigure(way)
        return other

    def MoveFigure(self, field: str) -> None:
        back = self.order.index(field) < self.order.index(self.here)
        self.at[self.turn] = field
        if self.variant != "quick":
            self._arrive(field, back)
        self._end_of_move()

    def _arrive(self, field: str, back: bool) -> None:
        cap = 3 if self.variant == "adventurous" else 4
        meets = self.mummy == field and (not back or self.rules["curse_on_backward"])
        full = self.owns[self.turn] == cap
        if field in self.golden and full:
            meets = False
        elif field in self.golden:
            self.owns[self.turn] += 1
        if meets:
            self._toll(self.turn)
        if self.faces[field][1]:
            self._mummy_walks(self.faces[field][1])

    def _toll(self, seat: int) -> None:
        if self.owns[seat] > 0:
            self.owns[seat] -= 1
        else:
            self.at[seat] = self.front

    def _mummy_walks(self, steps: int) -> None:
        ends: list[tuple[str, bool]] = []
        self.met: list[int] = []
        while steps > 0:
            for _ in range(steps):
                self._one_step()
            assert self.mummy is not None
            end = (self.mummy, self.forward)
            steps = 0 if end in ends else self.faces.get(self.mummy, ("", 0))[1]
            ends.append(end)

    def _one_step(self) -> None:
        assert self.mummy is not None
        n = self.pyramid.index(self.mummy) + (1 if self.forward else -1)
        self.mummy = self.pyramid[n]
        if n == 0:
            self.forward = True
        if n == len(self.pyramid) - 1:
            self.forward = False
        for seat in [s for s, name in enumerate(self.at) if name == self.mummy]:
            if seat not in self.met or self.rules["bounce_costs"] == "each_step":
                self._toll(seat)
            self.met.append(seat)

    def StayPut(self) -> None:
        self._end_of_move()

    def _end_of_move(self) -> None:
        self.moving = False
        if self.again:
            self.waiting, self.again = "again", False
        else:
            self._next()

    def _next(self) -> None:
        self.wanted = self.tried = self.from_where = None
        self.turn = (self.turn + 1) % len(self.at)
        while self.at[self.turn] is None:
            self.turn = (self.turn + 1) % len(self.at)

    def Landslide(self, fell: list[str]) -> None:
        self.at[self.turn] = self._back_to(list(fell))
        self.tried = self.from_where = None
        self.waiting = "next"

    def _back_to(self, fell: list[str]) -> str:
        here, start = self.here, self.order[0]
        base = self.variant != "adventurous"
        if base and here == self.front and self.rules["front_is"] == "safe":
            return here
        is_in = here in self.pyramid or self.tried is not None
        floor = self.front if is_in else start
        if self.variant != "adventurous" or (
            self.tried is not None and not self.rules["v1_in_chamber"]
        ):
            return floor
        found = [self._behind(self.wanted if x == "staff" else x, floor) for x in fell]
        return min(found, key=self.order.index)

    def _behind(self, colour: str | None, floor: str) -> str:
        n = self.order.index(self.here)
        for name in reversed(self.order[:n]):
            if self.faces.get(name, ("",))[0] == colour:
                lower = self.order.index(name) < self.order.index(floor)
                return floor if lower and self.rules["v1_floor"] == "front" else name
        return floor

    def WrongColour(self, colour: str | None) -> None:
        if self.rules["wrong_boulder"] == "landslide":
            self.Landslide([colour] if colour else [])

    def SeeFall(self, item: str, where: str) -> None:
        out = ("board", "table", "half_out", "caught")
        drawing = self.wanted is not None and not self.moving and not self.waiting
        if drawing and (where in out or (item != "staff" and where in ("figure", "bag"))):
            self.Landslide([item])

    def GiveUp(self) -> None:
        if self.rules["give_up_costs"] == "scarab":
            self.owns[self.turn] = max(0, self.owns[self.turn] - 1)
        if self.from_where:
            self.at[self.turn] = self.from_where
        self._next()

    def Bump(self) -> None:
        self.waiting = "retry"

    def FindNone(self) -> None:
        self.waiting = "retry"

    def CallFoul(self, kind: str | None) -> None:
        self.warned.add(self.turn)

    def Vote(self, landslide: bool) -> None:
        if landslide:
            self.Landslide(["staff"])

    def RebuildTrap(self) -> None:
        self.bowl = dict(self.full)
        why, self.waiting = self.waiting, ""
        if why == "next":
            self._next()
        elif why == "again":
            self.wanted = None
        elif why == "second":
            self._look_into_the_chamber()

    def LeaveGame(self, seat: int) -> None:
        self.at[seat], self.owns[seat] = None, 0
        left = [s for s, name in enumerate(self.at) if name is not None]
        if len(left) == 1:
            self.winner = left[0]
        elif seat == self.turn and (self.waiting or self.again):
            self.waiting, self.again, self.moving = "next", False, False
        elif seat == self.turn:
            self.moving = False
            self._next()

    def summary(self) -> dict[str, Any]:
        """Everything that can be compared with the table."""
        return {
            "at": list(self.at),
            "owns": list(self.owns),
            "supply": self.supply,
            "bowl": dict(self.bowl),
            "mummy": None if self.mummy is None else (self.mummy, self.forward),
            "turn": self.turn,
            "winner": self.winner,
            "waiting": bool(self.waiting),
            "open": dict(self.faces),
        }
