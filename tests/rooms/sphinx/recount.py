"""An independent recount of a game at the sphinx, from what the players did and nothing else.

Deliberately naive, and shares no code with the room: it reads box and house rules as plain data
and moves as plain data, never an event. It knows no secret colours; it learns how a claim was
judged from the moves and, in a tracked game, from the caller of ``answered``.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations, product
from typing import Any

Plain = Mapping[str, Any]


class Recount:
    """The table as a careful child would keep it on paper."""

    def __init__(self, box: Plain, rules: Plain, players: int, tracked: bool = False) -> None:
        self.rules = rules
        self.tracked = tracked
        self.door = {}
        for one, other in box["doors"]["squares"]:
            self.door[one], self.door[other] = other, one
        self.card = {sq: colour for colour, sqs in box["card_squares"].items() for sq in sqs}
        self.mummies = set(box["mummies"]["squares"])
        self.colours = box["cards"]["colours"]
        self.faces = [die["faces"] for die in box["dice"]]
        if rules["two_dice"]:
            self.faces = [faces for faces in self.faces if "S" not in faces]
        self.pawn: list[int | None] = [0] * players
        self.hand: list[set[str]] = [set() for _ in range(players)]
        self.seats = dict(zip(("G1", "G2", "G3", "T1", "T2", "T3"), range(6), strict=True))
        self.player = 0
        self.dice: list[Any] | None = None
        self.looked = False
        self.robbed: set[int] = set()
        self.todo: list[tuple[str, Any]] | None = None
        self.stage = ""
        """What a claim waits for: lay, answer, compare; or empty."""
        self.winner: int | None = None
        self.seen: list[tuple[int, int]] = []

    # What may be done

    def moves(self) -> list[dict[str, Any]]:
        """Every move that carries the game on, as plain data without times."""
        if self.winner is not None:
            return []
        if self.todo:
            return self._way_moves(*self.todo[0])
        if self.stage:
            return self._claim_moves()
        if self.dice is None:
            throws = product(*(dict.fromkeys(faces) for faces in self.faces))
            return [{"type": "Throw", "faces": list(throw)} for throw in throws]
        return self._die_moves()

    def _claim_moves(self) -> list[dict[str, Any]]:
        if self.stage == "lay":
            own = [colour for colour in self.colours if colour in self.hand[self.player]]
            return [
                {"type": "LayClaim", "seat": self.player, "cards": list(cards)}
                for cards in permutations(own, 3)
            ]
        if self.stage == "answer":
            return [{"type": "AnswerClaim"}]
        return [{"type": "CompareClaim", "right": right} for right in (True, False)]

    def _way_moves(self, what: str, which: Any) -> list[dict[str, Any]]:
        if what == "card":
            return [{"type": "TakeCard"}, {"type": "LeaveCard"}]
        if what == "mummy":
            looks = [{"type": "LookUnder", "where": seat} for seat in self.seats]
            return [*looks, {"type": "DeclineLook"}]
        lacking = self.hand[which] - self.hand[self.player]
        return [{"type": "Steal", "colour": c} for c in lacking] + [{"type": "WaiveSteal"}]

    def _die_moves(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for face in {face for face in self.dice or () if face != "S"}:
            ways = [forward for forward in (True, False) if self._fits(face, forward)]
            for forward in ways:
                use = {"type": "UseDie", "face": face, "forward": forward}
                found.append({**use, "stay": False})
                if self.rules["doors_optional"] and self._count(face, forward) in self.door:
                    found.append({**use, "stay": True})
            waits = self.rules["forfeit"] == "only_if_stuck" and self._freed(face, self.dice or [])
            if not self.rules["must_use_die"] or not (ways or waits):
                found.append({"type": "ForfeitDie", "face": face})
        claims = sorted({f for f in self.dice or () if f != "S" and self._may_claim(f)})
        if self.rules["turn_ends_on_wrong_claim"]:
            claims = claims[:1]  # the other dice are lost whichever reaches the guards
        found += [{"type": "ApproachGuards", "face": face} for face in claims]
        if "S" in (self.dice or ()):
            found += [
                {"type": "SwapSphinxes", "guard": guard, "temple": temple}
                for guard in ("G1", "G2", "G3")
                for temple in ("T1", "T2", "T3")
            ]
        return found

    def _count(self, face: int, forward: bool) -> int:
        here = self.pawn[self.player]
        assert here is not None
        return here + face if forward else here - face

    def _fits(self, face: int, forward: bool) -> bool:
        end = self._count(face, forward)
        if end < 0 or end > 76:
            return False
        if end == 0 and self.rules["start_is_shared"]:
            return True
        return all(square != end for n, square in enumerate(self.pawn) if n != self.player)

    def _freed(self, face: int, dice: list[Any]) -> bool:
        """Whether other dice, used first, let this one move: every way is tried out."""
        kept = list(self.pawn)
        for other in {d for d in dice if d not in ("S", face)}:
            left = list(dice)
            left.remove(other)
            for forward in (True, False):
                if not self._fits(other, forward):
                    continue
                end = self._count(other, forward)
                turns = [True, False] if self.rules["doors_optional"] else [True]
                for through in turns:
                    self.pawn[self.player] = end
                    if through and end in self.door:
                        self._turn_door(end)
                    fits = self._fits(face, True) or self._fits(face, False)
                    found = fits or self._freed(face, left)
                    self.pawn = list(kept)
                    if found:
                        return True
        return False

    def _may_claim(self, face: int) -> bool:
        here = self.pawn[self.player]
        assert here is not None
        if here + face < (76 if self.rules["claim_from"] == "beside" else 77):
            return False
        lost = {self.card[s] for s in range(here + 1, 77) if s in self.card}
        left = self.hand[self.player] - (set() if self.rules["keep_cards"] else lost)
        return len(left) >= 3

    # What happens

    def do(self, move: Plain) -> None:
        """Follow one move."""
        getattr(self, f"_do_{move['type']}")(move)
        self._settle()

    def _do_Throw(self, move: Plain) -> None:
        self.dice = list(move["faces"])

    def _do_UseDie(self, move: Plain) -> None:
        here, end = self.pawn[self.player], self._count(move["face"], move["forward"])
        assert here is not None
        assert self.dice is not None
        self.dice.remove(move["face"])
        step = 1 if move["forward"] else -1
        self._walk(range(here + step, end + step, step))
        self.pawn[self.player] = end
        if end in self.door and not move["stay"]:
            self._turn_door(end)

    def _turn_door(self, end: int) -> None:
        """The turn changes nothing on the way, so it is done at once."""
        other = self.door[end]
        self.pawn = [
            other if square == end else end if square == other else square for square in self.pawn
        ]

    def _walk(self, squares: range) -> None:
        assert self.todo is None
        self.todo = []
        for square in squares:
            if square in self.card:
                self.todo.append(("card", self.card[square]))
            if square in self.mummies:
                self.todo.append(("mummy", square))
            for other, where in enumerate(self.pawn):
                if where == square and other != self.player and square != 0:
                    self.todo.append(("pawn", other))

    def _do_ApproachGuards(self, move: Plain) -> None:
        here = self.pawn[self.player]
        assert here is not None
        assert self.dice is not None
        self.dice.remove(move["face"])
        self._walk(range(here + 1, 77))
        self.pawn[self.player] = 80
        self.stage = "walk"

    def _do_ForfeitDie(self, move: Plain) -> None:
        assert self.dice is not None
        self.dice.remove(move["face"])

    def _do_SwapSphinxes(self, move: Plain) -> None:
        assert self.dice is not None
        self.dice.remove("S")
        guard, temple = move["guard"], move["temple"]
        self.seats[guard], self.seats[temple] = self.seats[temple], self.seats[guard]

    def _do_TakeCard(self, move: Plain) -> None:
        self.hand[self.player].add(self._done())

    def _do_LeaveCard(self, move: Plain) -> None:
        self._done()

    _do_DeclineLook = _do_WaiveSteal = _do_LeaveCard

    def _do_LookUnder(self, move: Plain) -> None:
        self._done()
        self.looked = True
        self.seen.append((self.player, self.seats[move["where"]]))

    def _do_Steal(self, move: Plain) -> None:
        victim = self._done()
        self.robbed.add(victim)
        self.hand[victim].remove(move["colour"])
        self.hand[self.player].add(move["colour"])

    def _done(self) -> Any:
        assert self.todo is not None
        return self.todo.pop(0)[1]

    def _do_LayClaim(self, move: Plain) -> None:
        self.stage = "answer" if self.tracked else "compare"

    def _do_AnswerClaim(self, move: Plain) -> None:
        self.stage = "compare"

    def _do_CompareClaim(self, move: Plain) -> None:
        self.stage = ""
        if move["right"]:
            self.winner = self.player
            return
        self.hand[self.player] = set()
        self.pawn[self.player] = 0
        if self.rules["turn_ends_on_wrong_claim"]:
            self.dice = []

    def _do_GiveUp(self, move: Plain) -> None:
        gone = move["seat"]
        self.pawn[gone], self.hand[gone] = None, set()
        left = [n for n, square in enumerate(self.pawn) if square is not None]
        if len(left) == 1:
            self.winner = left[0]
        elif gone == self.player:
            self.todo, self.stage, self.dice = None, "", []
        elif self.todo is not None:
            self.todo = [
                (what, which) for what, which in self.todo if (what, which) != ("pawn", gone)
            ]

    def _do_NoteColour(self, move: Plain) -> None:
        pass

    _do_SayFallen = _do_PlayOn = _do_NoteColour

    def _do_MixAnew(self, move: Plain) -> None:
        self.tracked, self.seen = False, []

    def _do_StopTracking(self, move: Plain) -> None:
        self.tracked = False
        if self.stage == "answer":
            self.stage = "compare"

    # What follows by itself

    def _settle(self) -> None:
        if self.winner is not None:
            return
        while self.todo:
            if not self._by_itself(*self.todo[0]):
                return
            self.todo.pop(0)
        if self.todo is not None:
            self.todo = None
            self.stage = "lay" if self.stage == "walk" else self.stage
        if self.stage or self.dice is None:
            return
        numbers = [face for face in self.dice if face != "S"]
        if not any(
            self._fits(f, True) or self._fits(f, False) or self._may_claim(f) for f in numbers
        ):
            self.dice = [face for face in self.dice if face == "S"]
        if not self.dice:
            self._pass()

    def _by_itself(self, what: str, which: Any) -> bool:
        mine = self.hand[self.player]
        if what == "card":
            if which not in mine:
                return False
            if not self.rules["keep_cards"]:
                mine.remove(which)
            return True
        if what == "mummy":
            return self.looked
        return which in self.robbed or not self.hand[which] - mine

    def _pass(self) -> None:
        self.dice, self.looked, self.robbed = None, False, set()
        self.player = (self.player + 1) % len(self.pawn)
        while self.pawn[self.player] is None:
            self.player = (self.player + 1) % len(self.pawn)
