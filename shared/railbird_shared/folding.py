"""How each event changes a view: `fold(view, event) -> view`.

The server never folds; it builds views from its own state. That both ways lead to the same value, for every viewer and
after every step, is a property the tests hold. A view never grows beyond its seats nor a pack of cards, whatever it is
told.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, assert_never

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from railbird_shared import events as ev
from railbird_shared.actions import Declaration, LegalActions, WagerKind
from railbird_shared.cards import Card
from railbird_shared.table_limits import PACK_SIZE
from railbird_shared.view import LastAct, SeatView, TableView, Turn, You

WAGER_ACTS = {
    WagerKind.BET: LastAct.BET,
    WagerKind.RAISE: LastAct.RAISED,
    WagerKind.COMPLETE: LastAct.COMPLETED,
}
"""The label a seat wears after each kind of wager."""

DECLARED_ACTS = {
    Declaration.HIGH: LastAct.HIGH,
    Declaration.LOW: LastAct.LOW,
    Declaration.BOTH: LastAct.BOTH,
}
"""The label a seat wears once declarations are known."""


def fold(view: TableView, event: ev.PublicEvent | ev.PrivateEvent) -> TableView:
    """Returns the view after one event."""
    if isinstance(event, ev.TableEvent):
        return _fold_table(view, event)
    if isinstance(event, ev.PrivateEvent):
        return _fold_private(view, event)
    return _fold_hand(view, event)


class Transition(NamedTuple):
    """An event with the views before and after it."""

    event: ev.PublicEvent | ev.PrivateEvent
    before: TableView
    after: TableView


def fold_each(view: TableView, events: Iterable[ev.PublicEvent | ev.PrivateEvent]) -> tuple[Transition, ...]:
    """Folds events in order and returns each with the views before and after it."""
    transitions: list[Transition] = []
    for event in events:
        after = fold(view, event)
        transitions.append(Transition(event, view, after))
        view = after
    return tuple(transitions)


def fold_all(view: TableView, events: Iterable[ev.PublicEvent | ev.PrivateEvent]) -> TableView:
    """Returns the view after several events in order."""
    for event in events:
        view = fold(view, event)
    return view


def _fold_table(view: TableView, event: ev.TableEvent) -> TableView:
    match event:
        case ev.PlayerSat(seat, name, stack, bot, earlier):
            return _with_seat(view, seat, SeatView(seat, name, stack, bot, bought_in=stack - earlier))
        case ev.PlayerLeft(seat):
            return _with_seat(view, seat, None)
        case ev.ChipsAdded(seat, chips, stack):
            return _update_seat(view, seat, stack=stack, brings=chips)
        case ev.SatOut(seat):
            return _update_seat(view, seat, sitting_out=True)
        case ev.CameBack(seat):
            return _update_seat(view, seat, sitting_out=False)
        case ev.ConnectionChanged(seat, connected):
            return _update_seat(view, seat, connected=connected)
        case ev.WatchersChanged(watchers):
            return replace(view, watchers=watchers)
        case ev.CarriedPotTaken(seat, chips):
            return replace(_update_seat(view, seat, gains=chips), carried=0)
        case ev.DealerDrawn():
            return view
        case _:
            assert_never(event)


def _fold_private(view: TableView, event: ev.PrivateEvent) -> TableView:
    if isinstance(event, ev.YourSeat):
        return replace(view, you=You(event.seat, is_host=view.you.is_host))
    if view.you.seat is None:
        return view
    match event:
        case ev.YourCards(cards):
            return replace(view, you=replace(view.you, cards=cards))
        case ev.YourHand(words):
            return replace(view, you=replace(view.you, hand_name=words))
        case ev.YourTurn(legal):
            return replace(view, you=replace(view.you, legal=legal))
        case ev.YourOffers(offers):
            return replace(view, you=replace(view.you, offers=offers))
        case _:
            assert_never(event)


def _fold_hand(view: TableView, event: ev.HandEvent) -> TableView:
    if isinstance(event, ev.ActEvent):
        return _fold_act(view, event)
    if isinstance(event, ev.ChoiceEvent):
        return _fold_choice(view, event)
    if isinstance(event, ev.ShowdownEvent):
        return _fold_showdown(view, event)
    return _fold_progress(view, event)


def _fold_progress(view: TableView, event: ev.ProgressEvent) -> TableView:
    match event:
        case ev.HandStarted():
            return _start_hand(view, event)
        case ev.Posted(seat, post, chips, to_match):
            view = replace(_end_turn(view), to_match=max(view.to_match, to_match))
            if post is ev.Post.SMALL_BLIND:
                view = replace(view, small_blind=seat)
            elif post is ev.Post.BIG_BLIND:
                view = replace(view, big_blind=seat)
            return _update_seat(view, seat, pays=chips, last=LastAct.POSTED)
        case ev.StreetBegan(street, name):
            seats = tuple(s if s is None or s.folded else replace(s, last_act=LastAct.NONE) for s in view.seats)
            to_match = 0 if street else view.to_match
            return replace(view, street=street, street_name=name, to_match=to_match, seats=seats)
        case ev.CardsDealt(seat, down, up):
            held = view.seats[seat - 1]
            cards = (held.cards if held else ()) + (None,) * down + up
            return _update_seat(view, seat, cards=cards[:PACK_SIZE])
        case ev.BoardDealt(cards):
            return replace(view, board=(view.board + cards)[:PACK_SIZE])
        case ev.TurnBegan(seat, turn, deadline):
            return replace(view, turn=Turn(seat, turn, deadline), you=_with_legal(view, None))
        case ev.PotsMade(pots):
            seats = tuple(s if s is None or not s.bet else replace(s, bet=0) for s in view.seats)
            return replace(view, pots=pots, carried=0, seats=seats, to_match=0)
        case ev.RakeTaken(pots=pots):
            return replace(view, pots=pots)
        case ev.BetReturned(seat, chips):
            held = view.seats[seat - 1]
            bet = max(0, held.bet - chips) if held else 0
            return _update_seat(view, seat, gains=chips, bet=bet)
        case _:
            assert_never(event)


def _fold_act(view: TableView, event: ev.ActEvent) -> TableView:
    view = _end_turn(view)
    match event:
        case ev.Folded(seat):
            held = view.seats[seat - 1]
            open_cards = tuple(card for card in held.cards if card is not None) if held else ()
            return _update_seat(view, seat, folded=True, cards=open_cards, last=LastAct.FOLDED)
        case ev.Checked(seat):
            return _update_seat(view, seat, last=LastAct.CHECKED)
        case ev.Called(seat, chips):
            return _update_seat(view, seat, pays=chips, last=LastAct.CALLED)
        case ev.Wagered(seat, kind, chips, to):
            view = replace(view, to_match=max(view.to_match, to))
            return _update_seat(view, seat, pays=chips, last=WAGER_ACTS[kind])
        case ev.Drew(seat, count):
            held = view.seats[seat - 1]
            kept = held.cards[: len(held.cards) - count] if held else ()
            return _update_seat(view, seat, cards=kept, drew=count, last=LastAct.DREW if count else LastAct.PAT)
        case _:
            assert_never(event)


def _fold_choice(view: TableView, event: ev.ChoiceEvent) -> TableView:
    match event:
        case ev.Declared(seat):
            return _update_seat(_end_turn(view), seat, last=LastAct.DECLARED)
        case ev.RunChosen():
            return _end_turn(view)
        case ev.Claimed(seat, words):
            return _update_seat(_end_turn(view), seat, shown=words)
        case ev.DeclarationsShown(sides):
            for seat, side in sides:
                view = _update_seat(view, seat, last=DECLARED_ACTS[side])
            return view
        case ev.RunBegan(_, _, board, hands):
            for seat, cards in hands:
                view = _update_seat(view, seat, cards=cards)
            return replace(view, board=board)
        case ev.OpenersShown():
            return view
        case _:
            assert_never(event)


def _end_turn(view: TableView) -> TableView:
    return replace(view, turn=None, you=_with_legal(view, None))


def _fold_showdown(view: TableView, event: ev.ShowdownEvent) -> TableView:
    match event:
        case ev.HandShown(seat, cards, words):
            return _update_seat(view, seat, cards=cards, shown=words, last=LastAct.SHOWED)
        case ev.HandMucked(seat):
            return _update_seat(view, seat, cards=(), last=LastAct.MUCKED)
        case ev.WinningCards(seat, cards):
            return _update_seat(view, seat, read=cards)
        case ev.PotAwarded(seat, pot, chips):
            pots = tuple(replace(p, chips=p.chips - chips) if i == pot else p for i, p in enumerate(view.pots))
            return _update_seat(replace(view, pots=pots), seat, gains=chips, wins=chips)
        case ev.PassedOut(chips):
            seats = tuple(s if s is None else replace(s, cards=()) for s in view.seats)
            return replace(view, pots=(), carried=chips, seats=seats)
        case ev.HandEnded():
            return _end_hand(view)
        case ev.HandVoided(returned=returned, carried=carried):
            for seat, chips in returned:
                view = _update_seat(view, seat, gains=chips)
            seats = tuple(s if s is None else replace(s, cards=(), bet=0) for s in view.seats)
            return _end_hand(replace(view, seats=seats, carried=carried, to_match=0))
        case _:
            assert_never(event)


def _start_hand(view: TableView, event: ev.HandStarted) -> TableView:
    seats = tuple(
        None
        if s is None
        else replace(
            s,
            in_hand=s.seat in event.seats,
            folded=False,
            bet=0,
            last_act=LastAct.NONE,
            cards=(),
            drew=None,
            shown_hand="",
            won=0,
            winning_cards=(),
        )
        for s in view.seats
    )
    return replace(
        view,
        hand=event.hand,
        playing=True,
        button=event.button,
        small_blind=None,
        big_blind=None,
        seats=seats,
        street=-1,
        street_name="",
        board=(),
        to_match=0,
        pots=(),
        carried=event.carried,
        turn=None,
        you=You(view.you.seat, offers=view.you.offers, is_host=view.you.is_host),
    )


def _end_hand(view: TableView) -> TableView:
    return replace(view, playing=False, to_match=0, turn=None, pots=(), you=_with_legal(view, None))


def _with_legal(view: TableView, legal: LegalActions | None) -> You:
    return replace(view.you, legal=legal)


def _with_seat(view: TableView, seat: int, held: SeatView | None) -> TableView:
    if seat > len(view.seats):
        return view
    return replace(view, seats=(*view.seats[: seat - 1], held, *view.seats[seat:]))


def _update_seat(
    view: TableView,
    seat: int,
    *,
    pays: int = 0,
    gains: int = 0,
    wins: int = 0,
    brings: int = 0,
    stack: int | UnsetType = UNSET,
    bet: int | UnsetType = UNSET,
    last: LastAct | UnsetType = UNSET,
    cards: tuple[Card | None, ...] | UnsetType = UNSET,
    drew: int | UnsetType = UNSET,
    shown: str | UnsetType = UNSET,
    read: tuple[Card, ...] | UnsetType = UNSET,
    folded: bool | UnsetType = UNSET,
    connected: bool | UnsetType = UNSET,
    sitting_out: bool | UnsetType = UNSET,
) -> TableView:
    """Changes one seat: chips it pays into its bet, gains, wins or brings, and any field given anew."""
    held = view.seats[seat - 1]
    if held is None:
        return view
    return _with_seat(
        view,
        seat,
        replace(
            held,
            stack=(held.stack if isinstance(stack, UnsetType) else stack) - pays + gains,
            bet=(held.bet if isinstance(bet, UnsetType) else bet) + pays,
            bought_in=held.bought_in + brings,
            won=held.won + wins,
            last_act=held.last_act if isinstance(last, UnsetType) else last,
            cards=held.cards if isinstance(cards, UnsetType) else cards,
            drew=held.drew if isinstance(drew, UnsetType) else drew,
            winning_cards=held.winning_cards if isinstance(read, UnsetType) else read,
            shown_hand=held.shown_hand if isinstance(shown, UnsetType) else shown,
            folded=held.folded if isinstance(folded, UnsetType) else folded,
            connected=held.connected if isinstance(connected, UnsetType) else connected,
            sitting_out=held.sitting_out if isinstance(sitting_out, UnsetType) else sitting_out,
        ),
    )
