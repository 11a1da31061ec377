"""evolve: the state after an event. No judgement here: what happened, happened."""

from __future__ import annotations

from companion.core.evolve import Evolving, changed
from companion.core.verdict import Event

from . import events as e
from .coins import Coins
from .learning import learn, refit
from .state import UNSEEN, Cell, Found, Lid, Phase, Settled, State

NOTHING = Coins()


def _laying(state: State, event: Event) -> State | None:
    match event:
        case e.BottomNamed(seat=seat):
            return state.but(phase=Phase.LAYING, bottom=seat)
        case e.LayerLaid(checked=checked):
            laid = (*state.checked, checked)
            phase = Phase.TURNING if len(laid) == state.box.top else Phase.LAYING
            return state.but(checked=laid, phase=phase)
        case e.TrayTurned():
            done = state.turned + 1
            phase = Phase.FRAME if done == len(state.seats) else Phase.TURNING
            return state.but(turned=done, phase=phase)
        case e.BoardPut(seat=seat):
            return state.but(phase=Phase.DIG, turn=seat)
    return None


def _digging(state: State, event: Event) -> State | None:
    match event:
        case e.ScarabPlayed(seat=seat):
            left = changed(state.scarabs, seat, state.scarabs[seat] - 1)
            return state.but(scarabs=left, doubled=True)
        case e.ScarabSpent():
            return state.but(doubled=False)
        case e.CardLifted(cell=name, card=label, value=value):
            found = Found(label, value)
            return state.but(
                tray=tuple(_deeper(cell, found) if cell.name == name else cell
                           for cell in state.tray),
                lids=tuple(lid for lid in state.lids if lid.cell != name),
                finds=tuple(sorted((*state.finds, found))),
                lifts=state.lifts + 1,
                skipped=(),
            )  # fmt: skip
        case e.HazardMet(fine=fine):
            return state.but(fine=fine)
    return None


def _deeper(cell: Cell, found: Found) -> Cell:
    return Cell(cell.name, (*cell.found, found))


def _money(state: State, event: Event) -> State | None:
    match event:
        case e.CoinsExchanged(seat=seat, silver=silver):
            return _exchanged(state, seat, silver)
        case e.PotGrew(coins=coins, written=written):
            state = state.but(bank=state.bank - coins, pot=state.pot + coins)
            return state.but(pot_owed=state.pot_owed + written)
        case e.PotLost(seat=seat, points=points, coins=coins):
            lost = _settled(state, "lost", seat, points, coins)
            return _bank(lost, state.pot).but(pot=Coins(), pot_owed=0)
        case e.PotKept(seat=seat, points=points, coins=coins):
            kept = _settled(state, "kept", seat, points, coins)
            kept = _purse(kept, seat, state.pot, state.pot_owed)
            return kept.but(pot=Coins(), pot_owed=0)
    return _payment(state, event)


def _payment(state: State, event: Event) -> State | None:
    match event:
        case e.FinePaid(seat=seat, points=points, coins=coins, change=change, written=written):
            paid = _settled(state, "fine", seat, points, coins, change, written)
            return _purse(_bank(paid, coins - change), seat, change - coins, written)
        case e.PurseEmptied(seat=seat, points=points, coins=coins):
            gone = state.purses[seat]
            paid = _settled(state, "out", seat, points, coins)
            return _purse(_bank(paid, gone), seat, Coins() - gone, -state.owed[seat])
        case e.TurnSkipped():
            return _skipped(state, event)
    return None


def _skipped(state: State, event: e.TurnSkipped) -> State:
    seat, coins, change, written = event.seat, event.coins, event.change, event.written
    if event.fee:
        state = _settled(state, "fee", seat, event.fee, coins, change, written)
    state = _purse(_bank(state, coins - change), seat, change - coins, written)
    if not event.counts:
        return state
    return state.but(skipped=(*(s for s in state.skipped if s != seat), seat))


def _exchanged(state: State, seat: int | None, silver: int) -> State:
    gold = Coins(1, 0)
    state = _settled(state, "exchanged", seat, silver, Coins(0, silver), gold)
    state = _bank(state, Coins(0, silver) - gold)
    if seat is None:
        return state.but(pot=state.pot + gold - Coins(0, silver))
    return _purse(state, seat, gold - Coins(0, silver))


def _settled(
    state: State,
    what: str,
    seat: int | None,
    points: int,
    coins: Coins,
    change: Coins = NOTHING,
    written: int = 0,
) -> State:
    """Note coins that change hands, together with those of the same turn."""
    now = Settled(state.turns, what, seat, points, coins, change, written)
    return state.but(settled=(*(s for s in state.settled if s.turn == state.turns), now))


def _bank(state: State, more: Coins) -> State:
    return state.but(bank=state.bank + more)


def _purse(state: State, seat: int, more: Coins, written: int = 0) -> State:
    return state.but(
        purses=changed(state.purses, seat, state.purses[seat] + more),
        owed=changed(state.owed, seat, state.owed[seat] + written),
    )


def _turn(state: State, event: Event) -> State | None:
    match event:
        case e.TurnEnded(why=why):
            return state.but(phase=Phase.END, ended=why)
        case e.TurnPassed(seat=seat):
            return state.but(
                phase=Phase.DIG, turn=seat, turns=state.turns + 1, ended="", fine=0, lifts=0,
                finds=(),
            )  # fmt: skip
    return None


def _barricade(state: State, event: Event) -> State | None:
    match event:
        case e.BarricadePlayed(seat=seat, cell=cell):
            others = (lid for lid in state.lids if lid.cell != cell)
            return state.but(
                lids=tuple(sorted((*others, Lid(cell, seat)))),
                barricades=changed(state.barricades, seat, state.barricades[seat] - 1),
            )
        case e.BarricadeEnded(cell=cell):
            freed = (Lid(lid.cell, lid.owner, lid.bans and lid.cell != cell) for lid in state.lids)
            return state.but(lids=tuple(freed))
        case e.BarricadeTakenOff(cell=cell):
            return state.but(lids=tuple(lid for lid in state.lids if lid.cell != cell))
    return None


def _end(state: State, event: Event) -> State | None:
    match event:
        case e.PlayerOut(seat=seat):
            return state.but(
                out=(*state.out, seat),
                scarabs=changed(state.scarabs, seat, 0),
                barricades=changed(state.barricades, seat, 0),
                skipped=tuple(s for s in state.skipped if s != seat),
            )
        case e.PositionTold():
            return _as_told(state, event)
        case e.CountedAtEnd(purses=purses, owed=owed, out=out):
            held = sum(purses, Coins())
            money = state.box.money
            bank = Coins(money.gold, money.silver) - held
            return state.but(purses=purses, owed=owed, out=out, bank=bank)
        case e.GameEnded(why=why):
            return state.but(phase=Phase.OVER, over=why)
    return None


evolve = Evolving[State](
    e.DigEvent, _laying, _digging, _money, _turn, _barricade, _end, learn=learn, refit=refit
)


def _as_told(state: State, event: e.PositionTold) -> State:
    """A game that is followed from the middle on; what was lifted before is nobody's to name."""
    money, dug = state.box.money, {cell: (lifted, value) for cell, lifted, value in event.tray}
    return state.but(
        phase=Phase.DIG,
        turn=event.seat,
        purses=event.purses,
        owed=event.owed,
        out=event.out,
        bank=Coins(money.gold, money.silver) - sum(event.purses, Coins()),
        scarabs=event.scarabs,
        barricades=event.barricades,
        tray=tuple(Cell(one.name, _lifted(*dug.get(one.name, (0, 0)))) for one in state.tray),
    )


def _lifted(lifted: int, value: int) -> tuple[Found, ...]:
    unseen = (Found("", UNSEEN),) * (lifted - 1)
    return (*unseen, Found("", value)) if lifted else ()
