"""An independent recount of a game at the wall, from what the players did and nothing else.

Deliberately naive, and shares no code with the room: it reads the box, the house rules and the
moves as plain data, never an event. Where the table decided in silence because it makes no
difference, the recount tries every order itself, and complains if it does make one.

Conventions it takes over where nothing is said, since they change no outcome: a kind of pair that
keeps every outcome open is resolved first (same gaze before different, columns from the left), and
of several couples in a Sphinx line the nearest to the leftmost place of the card counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tests.recount_pairs import (
    RESERVE,
    Kind,
    Laws,
    Midway,
    Pillar,
    Room,
    columns_for_one,
    resolved,
    silent_first,
    taken,
    ways,
)

Plain = Mapping[str, Any]
Place = tuple[int, int]


class Tally(NamedTuple):
    """What the recount finds: points and sarcophagi by seat, and the room they come from."""

    scores: list[int]
    sarcophagi: list[list[tuple[str, int]]]
    room: Room
    winners: list[int]


# The whole game


class Recount:
    """Plays a game over again with one's own fingers."""

    def __init__(self, opening: Plain) -> None:
        self.box, self.rules = opening["box"], opening["rules"]
        self.players = len(opening["seats"])
        self.cards = {card["id"]: card["cells"] for card in self.box["cards"]}
        self.slots: list[list[str]] = [[] for _ in range(self.box["wall"]["slots"])]
        stack = tuple(self.box["stack"])
        pillars = tuple(Pillar(animal, 0, None, stack) for animal in self.box["columns"])
        self.room = Room(pillars, self.box["scarabs"], ((),) * self.players)
        self.turn = 0
        self.unsettled: int | None = None
        self.hands = [self.box["hand"]] * self.players
        self.to_draw = len(self.cards) - sum(self.hands)
        self.used: set[str] = set()
        self.shown: dict[int, tuple[str, dict[tuple[str, int], int]]] = {}
        self.laws = Laws(
            self.box["researchers"],
            *(
                self.rules[name]
                for name in (
                    "pair_order", "researcher_placement", "swap_mandatory",
                    "researchers_per_move", "scarab_supply", "pending_column", "scarab_on_vacant",
                )
            ),
        )  # fmt: skip

    def play(self, moves: Sequence[Plain]) -> Tally:
        self.moves = list(moves)
        while self.moves:
            move = self.moves.pop(0)
            doer = getattr(self, f"_{move['type']}", None)
            assert doer, f"the recount meets {move} where it cannot stand"
            doer(move)
        return self.tally()

    def _next_is(self, *kinds: str) -> bool:
        """Whether the next thing that happens is one of these, private notes aside."""
        while self.moves and self.moves[0]["type"] in ("NotePharaoh", "NoteValue", "CountSlab"):
            self.moves.pop(0)
        return bool(self.moves) and self.moves[0]["type"] in kinds

    def _Begin(self, move: Plain) -> None:
        pass

    _NotePharaoh = _NoteValue = _CountSlab = _CallCurse = _LimitSearch = _Begin
    _ChoosePlan = _ChangePlan = _EndShift = _Begin

    def _ArrangeColumns(self, move: Plain) -> None:
        pillars = tuple(self.room.at(animal) for animal in move["animals"])
        self.room = self.room._replace(pillars=pillars)

    # The card

    def _InsertCard(self, move: Plain) -> None:
        self.slots[move["slot"]].append(move["card"])
        self.hands[self.turn] -= 1
        self.unsettled = move["slot"]
        if self.rules["draw_first"] and not self._is_full():
            self._go_on_drawing()
            return
        self._settle()
        if not self._is_full():
            self._go_on_drawing()

    def _settle(self) -> None:
        """The pairs of the card inserted last; nothing if they are settled already."""
        if self.unsettled is None:
            return
        slot, self.unsettled = self.unsettled, None
        kinds = tuple(sorted(self._kinds(slot)))
        now = self._with_one_column(Midway(self.room, self.turn, self.laws), kinds)
        self.room = self._resolve(now, kinds)

    def _is_full(self) -> bool:
        room_left = any(len(slot) < self.box["wall"]["capacity"] for slot in self.slots)
        return not room_left or sum(map(len, self.slots)) == len(self.cards)

    def _draw_and_pass(self) -> None:
        if self.to_draw:
            self.to_draw -= 1
            self.hands[self.turn] += 1
        self._settle()
        for step in range(1, self.players + 1):
            seat = (self.turn + step) % self.players
            if self.hands[seat] or step == self.players:
                self.turn = seat
                return

    def _resolve(self, now: Midway, kinds: tuple[Kind, ...]) -> Room:
        while kinds:
            kind = self._taken_first(now, kinds)
            rest = list(kinds)
            rest.remove(kind)
            kinds = tuple(rest)
            now = resolved(now, kind, self._way(now, kind))
        return now.room

    def _taken_first(self, now: Midway, kinds: tuple[Kind, ...]) -> Kind:
        kind = silent_first(now, kinds)
        if kind is not None:
            return kind
        assert self._next_is("ResolveNext"), f"the order of {kinds} matters and nobody was asked"
        move = self.moves.pop(0)
        return move["animal"], move["same_gaze"]

    def _way(self, now: Midway, kind: Kind) -> str | None:
        allowed = ways(now, kind)
        if len(allowed) == 1:
            return allowed[0]
        assert self._next_is("SetResearcher", "SetNone"), f"nobody said who stands at {kind}"
        move = self.moves.pop(0)
        way = None if move["type"] == "SetNone" else move["moved_from"] or RESERVE
        assert way in allowed, f"{move} is not one of {allowed}"
        return way

    def _with_one_column(self, now: Midway, kinds: tuple[Kind, ...]) -> Midway:
        if self.laws.per_move != "1":
            return now
        if self._next_is("ChooseColumn"):
            return now._replace(chosen=self.moves.pop(0)["animal"])
        columns = columns_for_one(now, kinds)
        assert len(columns) == 1, f"nobody said which of {columns} gets the researcher"
        return now._replace(chosen=columns[0])

    # What the wall shows

    def _faces(self) -> dict[Place, tuple[str, str, str]]:
        """Every filled place: the animal, where it looks, and the card."""
        width, height = self.box["wall"]["block"]
        shown = {}
        for s, slot in enumerate(self.slots):
            for k, card in enumerate(slot):
                for dy, row in enumerate(self.cards[card]):
                    for dx, face in enumerate(row):
                        animal, gaze = face[:-2], face[-1]
                        shown[s * width + dx, k * height + dy] = (animal, gaze, card)
        return shown

    def _couples(self, slot: int, neighbours: bool) -> Iterator[tuple[Place, Place]]:
        """Equal animals, one of them on the new card: from its left, each from the nearest."""
        shown = self._faces()
        card = self.slots[slot][-1]
        new = sorted((p for p in shown if shown[p][2] == card), key=lambda p: (p[1], p[0]))
        for here in new:
            for there in sorted(shown, key=lambda p, h=here: (_apart(h, p), p)):  # type: ignore[misc]
                if here == there or shown[here][0] != shown[there][0]:
                    continue
                if there in new and (not self.rules["intra_card_pairs"] or there < here):
                    continue
                if _apart(here, there) == 1 or (not neighbours and _line(here, there)):
                    yield here, there

    def _kinds(self, slot: int) -> Iterator[Kind]:
        if not self.rules["auto_detect"]:
            yield from self._called(slot)
        elif self.rules["eyes_of_the_sphinx"]:
            yield from self._one_per_line(slot)
        else:
            for here, there in self._couples(slot, neighbours=True):
                yield self._kind(here, there)

    def _kind(self, here: Place, there: Place) -> Kind:
        shown = self._faces()
        return shown[here][0], shown[here][1] == shown[there][1]

    def _scope(self, here: Place, there: Place) -> str:
        line = _line(here, there)
        whole = self.rules["sphinx_scope"] == "line"
        return line if whole else f"{line} {self._faces()[here][0]}"

    def _one_per_line(self, slot: int) -> Iterator[Kind]:
        offers: dict[str, list[Kind]] = {}
        for here, there in self._couples(slot, neighbours=False):
            scope = self._scope(here, there)
            if scope not in self.used:
                offers.setdefault(scope, []).append(self._kind(here, there))
        filled = self._doubled(slot)
        for scope in sorted(offers):
            self.used.add(scope)
            if self._next_is("ChooseLinePair") and self.moves[0]["line"] == scope:
                move = self.moves.pop(0)
                assert (move["animal"], move["same_gaze"]) in offers[scope]
                yield move["animal"], move["same_gaze"]
            else:
                yield offers[scope][0]
        self.used |= filled

    def _doubled(self, slot: int) -> set[str]:
        """The lines a card fills with two equal animals of its own."""
        if not self.rules["sphinx_double_fills_line"]:
            return set()
        shown, card = self._faces(), self.slots[slot][-1]
        new = [p for p in shown if shown[p][2] == card]
        equal = ((a, b) for a in new for b in new if a < b and shown[a][0] == shown[b][0])
        return {self._scope(a, b) for a, b in equal}

    def _called(self, slot: int) -> Iterator[Kind]:
        sphinx = self.rules["eyes_of_the_sphinx"]
        couples = {frozenset(couple): couple for couple in self._couples(slot, not sphinx)}
        while self._next_is("CallPair"):
            here, there = couples.pop(frozenset(map(tuple, self.moves.pop(0)["places"])))
            if sphinx:
                assert self._scope(here, there) not in self.used
                self.used.add(self._scope(here, there))
            yield self._kind(here, there)
        if sphinx:
            left = {self._scope(*couple) for couple in couples.values()}
            self.used |= self._doubled(slot) - left
        assert self._next_is("CallNoMore")
        self.moves.pop(0)

    # The curse

    def _DrawCard(self, move: Plain) -> None:
        self._draw_and_pass()

    def _TurnCurse(self, move: Plain) -> None:
        self.curse = next(c for c in self.box["curse_cards"] if c["id"] == move["card"])

    def _EndCurse(self, move: Plain) -> None:
        self._go_on_drawing()

    def _go_on_drawing(self) -> None:
        if not self._next_is("DrawCard", "TurnCurse"):
            self._draw_and_pass()

    def _PointAt(self, move: Plain) -> None:
        places = sorted(map(tuple, move["places"]))
        shown = self._faces()
        straight = len(places) == 3 and _step(places[0], places[1]) == _step(places[1], places[2])
        close = straight and _apart(places[0], places[1]) == 1
        animals = sorted(shown[p][0] for p in places if p in shown)
        if close and animals == sorted(self.curse["animals"]):
            self._strike(move["seat"])
            self._go_on_drawing()

    def _strike(self, finder: int) -> None:
        receiver = finder if self.rules["curse_receiver"] == "finder" else self.turn
        able = [s for s in range(self.players) if self.room.won[s] and s not in (finder, receiver)]
        if not able:
            return
        victim = able[0]
        if len(able) > 1:
            assert self._next_is("NameVictim")
            victim = self.moves.pop(0)["seat"]
            assert victim in able
        piece = self.room.won[victim][0]
        if len(self.room.won[victim]) > 1:
            assert self._next_is("HandOver")
            handed = self.moves.pop(0)["piece"]
            piece = handed["animal"], handed["eyes"]
        self.room = self.room.take(victim, piece).give(receiver, piece)

    # The end

    def _ShiftScarab(self, move: Plain) -> None:
        source, target = self.room.at(move["source"]), self.room.at(move["target"])
        assert source.by == target.by is not None
        assert source.scarabs
        assert target.scarabs < 3
        self.room = self.room.but(source.animal, scarabs=source.scarabs - 1)
        self.room = self.room.but(target.animal, scarabs=target.scarabs + 1)
        if target.scarabs == 2 and target.stack:
            assert target.by is not None
            self.room = taken(self.room, target.animal, target.by)

    def _TurnOver(self, move: Plain) -> None:
        values = {(piece["animal"], piece["eyes"]): value for piece, value in move["values"]}
        self.shown[move["seat"]] = move["pharaoh"], values

    def tally(self) -> Tally:
        scores = [0] * self.players
        for seat, (pharaoh, values) in self.shown.items():
            scores[seat] = sum(values[piece] for piece in self.room.won[seat])
            scores[seat] += self.box["bonus"] * (self.room.at(pharaoh).by == seat)
        merits = [
            (score, len(won), seat if self.rules["final_tie"] != "shared" else 0)
            for seat, (score, won) in enumerate(zip(scores, self.room.won, strict=True))
        ]
        winners = [seat for seat, merit in enumerate(merits) if merit == max(merits)]
        return Tally(scores, [list(won) for won in self.room.won], self.room, winners)


def _apart(one: Place, other: Place) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _step(one: Place, other: Place) -> Place:
    return other[0] - one[0], other[1] - one[1]


def _line(one: Place, other: Place) -> str:
    """The line two places share, by the name the table gives it; empty when they share none."""
    (x, y), (u, v) = one, other
    if y == v:
        return f"row {y}"
    if x == u:
        return f"file {x}"
    if x - y == u - v:
        return f"rise {x - y}"
    return f"fall {x + y}" if x + y == u + v else ""


def recount(opening: Plain, moves: Sequence[Plain]) -> Tally:
    """Count a game again from its opening (box, seats, rules) and its moves, as plain data."""
    return Recount(opening).play(moves)


def standing_moves(entries: Iterable[Any]) -> tuple[Plain, list[Plain]]:
    """The opening and the moves that stand at the end of a journal."""
    numbered = iter(entries)
    opening = next(numbered).body
    past: list[Plain] = []
    before: list[Plain] | None = None
    said: dict[int, Plain] = {}
    for entry in numbered:
        body = entry.body
        if entry.kind == "made":
            said[entry.number] = body["move"]
            past = [*past, body["move"]]
        elif entry.kind in ("amended", "refitted", "restored"):
            again = [one.get("move") or said[one["number"]] for one in body["redone"]]
            base = before if entry.kind == "restored" and before is not None else past
            remembered = before or past if entry.kind == "amended" else before
            before = remembered if body["left"] and entry.kind != "restored" else None
            past = [*base[: body["kept"]], *again]
    return opening, past


def recount_journal(entries: Iterable[Any]) -> Tally:
    """Count the game of a journal again, past takings-back and corrections."""
    return recount(*standing_moves(entries))
