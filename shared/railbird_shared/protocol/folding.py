"""How each event changes a view: `FOLDS[type(event)](view, event) -> view`.

The server never folds; it builds views from its own state. Tests hold that both ways lead to the same value, for every
viewer and after every step. Under any events a view keeps its number of seats, and no hand or board grows beyond a pack
of cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar, get_args

from msgspec import Struct
from msgspec.structs import asdict, fields, replace

from railbird_shared.fair_deal.record import DealProgress, in_order
from railbird_shared.game.cards import Card
from railbird_shared.game.rotation import Choosing
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.message_base import Event, SeatEventBase
from railbird_shared.protocol.table_limits import MAX_BANS, MAX_WAITING, PACK_SIZE
from railbird_shared.protocol.view import LastAct, PauseView, SeatView, TableView, Turn, VoteView, WaitingPlayer, You


class Transition(NamedTuple):
    """An event with the views before and after it."""

    event: ev.PublicEvent | ev.PrivateEvent
    before: TableView
    after: TableView


def fold_each(view: TableView, events: Iterable[ev.PublicEvent | ev.PrivateEvent]) -> tuple[Transition, ...]:
    """Folds events in order and returns each with the views before and after it."""
    transitions: list[Transition] = []
    for event in events:
        after = FOLDS[type(event)](view, event)
        transitions.append(Transition(event, view, after))
        view = after
    return tuple(transitions)


def fold_all(view: TableView, events: Iterable[ev.PublicEvent | ev.PrivateEvent]) -> TableView:
    """Returns the view after several events in order."""
    for event in events:
        view = FOLDS[type(event)](view, event)
    return view


_Told = TypeVar("_Told", bound=Event)
_ToldOfSeat = TypeVar("_ToldOfSeat", bound=SeatEventBase)
_What = TypeVar("_What")
Fold = Callable[[TableView, Any], TableView]


# --- what takes more than a line


def _pause(view: TableView, event: ev.PlayPaused) -> TableView:
    coming = view.coming_break if event.ends is None else 0
    pause = PauseView(event.since, event.by, event.ends)
    return replace(_set_turn(view, deadline=None), pause=pause, coming_break=coming, vote=None)


def _correct_books(view: TableView, event: ev.BooksCorrected) -> TableView:
    stacks = [(each.seat, each.stack) for each in event.players if each.seat is not None]
    return _change_each(view, stacks, lambda own, stack: replace(own, stack=stack))


def _seat_player(view: TableView, event: ev.PlayerSat) -> TableView:
    bought_in = event.stack - event.earlier_result
    occupant = SeatView(event.seat, event.name, event.stack, event.bot, bought_in=bought_in)
    return _place(_without_waiting(view, event.name), event.seat, occupant)


def _without_waiting(view: TableView, name: str) -> TableView:
    return replace(view, waiting=tuple(each for each in view.waiting if each.name != name))


def _set_waiting(view: TableView, name: str, /, **changes: object) -> TableView:
    waiting = (replace(each, **changes) if each.name == name else each for each in view.waiting)
    return replace(view, waiting=tuple(waiting))


def _rename_player(view: TableView, event: ev.PlayerRenamed) -> TableView:
    """Returns the view with a player's new name, wherever it stands."""
    if event.seat is not None:
        view = _change_seat(view, event.seat, lambda own: replace(own, name=event.name))
    if event.waits:
        view = _set_waiting(view, event.before, name=event.name)
    if event.muted:
        view = replace(view, muted=tuple(event.name if each == event.before else each for each in view.muted))
    if view.pause is not None and view.pause.by == event.before:
        view = replace(view, pause=replace(view.pause, by=event.name))
    return replace(view, host=event.name) if event.hosts else view


def _change_game(view: TableView, event: ev.GameChanged) -> TableView:
    """Returns the view with another game, and without the hand that was played last."""
    terms = {name: told for name, told in asdict(event).items() if name != "because"}
    you = replace(view.you, cards=(), hand_name="", openings=())
    return replace(_before_hand(view), **terms, choosing=None, you=you)


def _with_name(names: tuple[str, ...], name: str, listed: bool) -> tuple[str, ...]:
    others = tuple(each for each in names if each != name)
    return (*others, name)[-MAX_BANS:] if listed else others


def _post(view: TableView, event: ev.Posted) -> TableView:
    view = replace(_end_turn(view), to_match=max(view.to_match, event.to_match))
    if event.post is ev.Post.SMALL_BLIND:
        view = replace(view, small_blind=event.seat)
    elif event.post is ev.Post.BIG_BLIND:
        view = replace(view, big_blind=event.seat)
    act = LastAct.BROUGHT_IN if event.post is ev.Post.BRING_IN else LastAct.POSTED
    return _change_seat(view, event.seat, lambda own: _bet(own, event.chips, act))


def _begin_street(view: TableView, event: ev.StreetBegan) -> TableView:
    seats = _all_seats(view, lambda own: own if own.folded else replace(own, last_act=LastAct.NONE))
    to_match = 0 if event.street else view.to_match
    return replace(view, street=event.street, street_name=event.name, to_match=to_match, seats=seats)


def _make_pots(view: TableView, event: ev.PotsMade) -> TableView:
    seats = _all_seats(view, lambda own: replace(own, bet=0) if own.bet else own)
    return replace(view, pots=event.pots, carried=0, seats=seats, to_match=event.to_match)


def _wager(view: TableView, event: ev.Wagered) -> TableView:
    view = replace(_end_turn(view), to_match=max(view.to_match, event.to))
    return _change_seat(view, event.seat, lambda own: _bet(own, event.chips, LastAct(event.kind)))


def _draw(view: TableView, event: ev.Drew) -> TableView:
    def drawn(own: SeatView) -> SeatView:
        kept = own.cards[: max(0, len(own.cards) - event.count)]
        return replace(own, cards=kept, drew=event.count, last_act=LastAct.DREW if event.count else LastAct.PAT)

    view = replace(_end_turn(view), deal=view.deal and view.deal.with_discards(event.discards))
    return _change_seat(view, event.seat, drawn)


def _award(view: TableView, event: ev.PotAwarded) -> TableView:
    pots = tuple(replace(p, chips=p.chips - event.chips) if i == event.pot else p for i, p in enumerate(view.pots))
    return _pay_out(replace(view, pots=pots), event.seat, event.chips, won=event.chips)


def _pay_bounty(view: TableView, event: ev.BountyPaid) -> TableView:
    view = _change_each(view, event.paid, lambda own, chips: replace(own, stack=own.stack - chips))
    return _pay_out(view, event.seat, sum(chips for _, chips in event.paid))


def _start_hand(view: TableView, event: ev.HandStarted) -> TableView:
    view = _before_hand(view)
    if event.bomb_pot:
        view = replace(view, next_bomb_pot=0, bomb_pot_asked=())
    return replace(
        view,
        hand=event.hand,
        bomb_pot=event.bomb_pot,
        playing=True,
        next_hand_at=None,
        button=event.button,
        seats=_all_seats(view, lambda own: replace(own, in_hand=own.seat in event.seats)),
        pots=(),
        carried=event.carried,
        turn=None,
        you=You(view.you.seat, offers=view.you.offers, is_host=view.you.is_host),
    )


def _unset(record: type[Struct], *names: str) -> dict[str, Any]:
    """The values of some fields of a record of which nothing was told."""
    usual = {field.name: field.default for field in fields(record)}
    return {name: usual[name] for name in names}


_NO_HAND = _unset(
    TableView, "bomb_pot", "small_blind", "big_blind", "street", "street_name", "board", "rabbit", "to_match", "deal"
)
_NO_CARDS = _unset(SeatView, "cards", "drew", "shown_hand", "won", "winning_cards", "winning_low_cards")
_NOT_DEALT_IN = _NO_CARDS | _unset(SeatView, "in_hand", "folded", "bet", "last_act")


def _before_hand(view: TableView) -> TableView:
    """Returns the view without the cards and bets of the last hand."""
    return replace(view, **_NO_HAND, seats=_all_seats(view, _out_of_hand))


def _out_of_hand(seat: SeatView) -> SeatView:
    return replace(seat, **_NOT_DEALT_IN)


def _pass_out(view: TableView, event: ev.PassedOut) -> TableView:
    seats = _all_seats(view, lambda own: replace(own, cards=()))
    return replace(view, pots=(), carried=event.chips, seats=seats)


def _give_back(view: TableView, returned: Iterable[tuple[int, int]]) -> TableView:
    """Pays bets back, of a hand of which nothing is left."""
    view = _change_each(view, returned, lambda own, chips: replace(own, stack=own.stack + chips))
    return replace(view, seats=_all_seats(view, lambda own: replace(own, cards=(), bet=0)))


def _end_turn(view: TableView) -> TableView:
    return replace(view, turn=None, you=replace(view.you, legal=None))


def _set_turn(view: TableView, **changes: object) -> TableView:
    """Sets some fields of the turn; without one nothing changes."""
    return view if view.turn is None else replace(view, turn=replace(view.turn, **changes))


def _end_hand(view: TableView) -> TableView:
    return replace(_end_turn(view), playing=False, to_match=0, pots=())


# --- one seat


def _change_seat(view: TableView, seat: int, change: Callable[[SeatView], SeatView]) -> TableView:
    """Changes the record of a seat; an empty seat stays empty."""
    occupant = view.seats[seat - 1]
    return view if occupant is None else _place(view, seat, change(occupant))


def _change_each(
    view: TableView, told: Iterable[tuple[int, _What]], change: Callable[[SeatView, _What], SeatView]
) -> TableView:
    """Changes the records of several seats, each by what is told of it."""
    for seat, what in told:
        occupant = view.seats[seat - 1]
        view = view if occupant is None else _place(view, seat, change(occupant, what))
    return view


def _all_seats(view: TableView, change: Callable[[SeatView], SeatView]) -> tuple[SeatView | None, ...]:
    """Returns all seats after the same change of each record."""
    return tuple(own and change(own) for own in view.seats)


def _bet(own: SeatView, chips: int, last_act: LastAct) -> SeatView:
    return replace(own, stack=own.stack - chips, bet=own.bet + chips, last_act=last_act)


def _pay_out(view: TableView, seat: int, chips: int, *, won: int = 0) -> TableView:
    """Adds chips to a seat's stack, of which so many are won and the rest given back."""
    return _change_seat(view, seat, lambda own: replace(own, stack=own.stack + chips, won=own.won + won))


def _move(view: TableView, seat: int, to: int) -> TableView:
    """Moves a player to a free seat, without the hand that was dealt to the old one."""
    occupant = view.seats[seat - 1]
    if occupant is None or view.seats[to - 1] is not None:
        return view
    return _place(_place(view, seat, None), to, replace(_out_of_hand(occupant), seat=to))


def _upcards(own: SeatView) -> tuple[Card, ...]:
    return tuple(card for card in own.cards if card is not None)


def _place(view: TableView, seat: int, occupant: SeatView | None) -> TableView:
    """Puts a record, or nobody, in a seat; a seat that the table does not have changes nothing."""
    if seat > len(view.seats):
        return view
    return replace(view, seats=(*view.seats[: seat - 1], occupant, *view.seats[seat:]))


# --- the table


def _on(kind: type[_Told], change: Callable[[TableView, _Told], TableView]) -> tuple[type[Event], Fold]:
    return kind, change


def _seat(kind: type[_ToldOfSeat], change: Callable[[SeatView, _ToldOfSeat], SeatView]) -> tuple[type[Event], Fold]:
    """The event changes its seat alone."""
    return kind, lambda view, event: _change_seat(view, event.seat, lambda own: change(own, event))


def _act(kind: type[_ToldOfSeat], change: Callable[[SeatView, _ToldOfSeat], SeatView]) -> tuple[type[Event], Fold]:
    """The event ends the turn, and changes its seat."""
    return kind, lambda view, event: _change_seat(_end_turn(view), event.seat, lambda own: change(own, event))


def _you(kind: type[_Told], change: Callable[[You, _Told], You]) -> tuple[type[Event], Fold]:
    """The event changes what its viewer knows, nothing on the rail."""
    return kind, lambda view, event: view if view.you.seat is None else replace(view, you=change(view.you, event))


_FOLDS = (
    # seats
    _on(ev.PlayerSat, _seat_player),
    _on(ev.PlayerLeft, lambda view, event: _place(view, event.seat, None)),
    _on(ev.SeatChanged, lambda view, event: _move(view, event.seat, event.to)),
    _on(
        ev.WaitingListJoined,
        lambda view, event: replace(view, waiting=(*view.waiting, WaitingPlayer(event.name))[:MAX_WAITING]),
    ),
    _on(ev.WaitingListLeft, lambda view, event: _without_waiting(view, event.name)),
    _on(ev.PassedOver, lambda view, event: _set_waiting(view, event.name, passed_over=True)),
    _on(ev.PlayerRenamed, _rename_player),
    _on(ev.OwnerSeated, lambda view, event: replace(view, owner_known=True, owner_seat=event.seat)),
    _seat(ev.ChipsAdded, lambda own, event: replace(own, stack=event.stack, bought_in=own.bought_in + event.chips)),
    _seat(ev.SatOut, lambda own, _: replace(own, sitting_out=True)),
    _seat(ev.CameBack, lambda own, _: replace(own, sitting_out=False)),
    _seat(ev.ConnectionChanged, lambda own, event: replace(own, connected=event.connected)),
    _on(
        ev.CarriedPotTaken,
        lambda view, event: replace(
            _pay_out(view, event.seat, event.chips), carried=max(0, view.carried - event.chips)
        ),
    ),
    _seat(ev.BuyInRequested, lambda own, event: replace(own, requested=event.chips, asked_at=event.at)),
    _seat(ev.BuyInApproved, lambda own, _: replace(own, requested=0)),
    _seat(ev.BuyInDeclined, lambda own, _: replace(own, requested=0)),
    _on(ev.BooksCorrected, _correct_books),
    # time
    _on(ev.HandScheduled, lambda view, event: replace(view, next_hand_at=event.at)),
    _on(ev.PlayPaused, _pause),
    _on(ev.PlayResumed, lambda view, event: replace(_set_turn(view, deadline=event.deadline), pause=None, vote=None)),
    _on(ev.BreakAnnounced, lambda view, event: replace(view, coming_break=event.minutes)),
    _on(ev.VoteCalled, lambda view, event: replace(view, vote=VoteView(event.minutes, event.ends, (event.seat,)))),
    _on(
        ev.VoteCounted,
        lambda view, event: replace(view, vote=view.vote and replace(view.vote, yes=event.yes, no=event.no)),
    ),
    _on(ev.VoteEnded, lambda view, _: replace(view, vote=None)),
    _on(ev.ClockExtended, lambda view, event: _set_turn(view, deadline=event.deadline)),
    _on(ev.TimeBankStarted, lambda view, event: _set_turn(view, deadline=event.deadline, on_time_bank=True)),
    _seat(ev.TimeBankChanged, lambda own, event: replace(own, time_bank=event.left)),
    # host and rail
    _on(ev.PlayerKicked, lambda view, event: _change_seat(view, event.seat, lambda own: replace(own, requested=0))),
    _on(ev.LastHandCalled, lambda view, event: replace(view, last_hand=event.hand)),
    _on(ev.LastHandRevoked, lambda view, _: replace(view, last_hand=0, night_ends=False)),
    _on(ev.NightEnding, lambda view, _: replace(view, night_ends=True)),
    _on(
        ev.HostingHandedOver,
        lambda view, event: replace(view, host=event.host, you=replace(view.you, is_host=view.you.seat == event.seat)),
    ),
    _on(ev.SeatsLocked, lambda view, event: replace(view, seats_locked=event.locked)),
    _on(ev.BanChanged, lambda view, event: replace(view, banned=_with_name(view.banned, event.name, event.banned))),
    _on(ev.MuteChanged, lambda view, event: replace(view, muted=_with_name(view.muted, event.name, event.muted))),
    _on(
        ev.RailChanged,
        lambda view, event: replace(view, rail=replace(view.rail, limit=event.limit, speaks=event.speaks)),
    ),
    _seat(ev.RailConsentChanged, lambda own, event: replace(own, shown_to_rail=event.on)),
    # games
    _on(ev.ChoiceBegan, lambda view, event: replace(view, choosing=Choosing(event.seat, event.deadline))),
    _on(ev.ChoiceEnded, lambda view, _: replace(view, choosing=None)),
    _on(ev.GameAnnounced, lambda view, _: replace(view, choosing=None)),
    _on(ev.GameChanged, _change_game),
    # the viewer alone, and a delayed rail
    _on(ev.YourSeat, lambda view, event: replace(view, you=You(event.seat, is_host=view.you.is_host))),
    _you(ev.YourCards, lambda you, event: replace(you, cards=event.cards)),
    _you(ev.YourHand, lambda you, event: replace(you, hand_name=event.name)),
    _you(ev.YourTurn, lambda you, event: replace(you, legal=event.legal)),
    _you(ev.YourOffers, lambda you, event: replace(you, offers=event.offers)),
    _you(ev.YourOpenings, lambda you, event: replace(you, openings=in_order((*you.openings, *event.openings)))),
    _seat(
        ev.RailCards,  # nobody needs those of a seat that is not dealt in, or whose hand everybody has seen
        lambda own, event: (
            replace(own, cards=event.cards) if own.in_hand and own.last_act is not LastAct.SHOWED else own
        ),
    ),
    # a running hand
    _on(ev.HandStarted, _start_hand),
    _on(ev.Posted, _post),
    _on(ev.StreetBegan, _begin_street),
    _seat(
        ev.CardsDealt, lambda own, event: replace(own, cards=(own.cards + (None,) * event.down + event.up)[:PACK_SIZE])
    ),
    _on(ev.BoardDealt, lambda view, event: replace(view, board=(view.board + event.cards)[:PACK_SIZE])),
    _on(ev.TurnBegan, lambda view, event: replace(_end_turn(view), turn=Turn(event.seat, event.turn, event.deadline))),
    _on(ev.PotsMade, _make_pots),
    _on(ev.RakeTaken, lambda view, event: replace(view, pots=event.pots)),
    _seat(
        ev.BetReturned,
        lambda own, event: replace(own, stack=own.stack + event.chips, bet=max(0, own.bet - event.chips)),
    ),
    _act(ev.Folded, lambda own, _: replace(own, folded=True, cards=_upcards(own), last_act=LastAct.FOLDED)),
    _act(ev.Checked, lambda own, _: replace(own, last_act=LastAct.CHECKED)),
    _act(ev.Called, lambda own, event: _bet(own, event.chips, LastAct.CALLED)),
    _on(ev.Wagered, _wager),
    _on(ev.Drew, _draw),
    # the end of a hand
    _act(ev.Declared, lambda own, _: replace(own, last_act=LastAct.DECLARED)),
    _on(
        ev.DeclarationsShown,
        lambda view, event: _change_each(view, event.sides, lambda own, side: replace(own, last_act=LastAct(side))),
    ),
    _act(ev.Claimed, lambda own, event: replace(own, shown_hand=event.hand_name)),
    _on(ev.RunChosen, lambda view, _: _end_turn(view)),
    _on(
        ev.RunBegan,
        lambda view, event: replace(
            _change_each(view, event.hands, lambda own, cards: replace(own, cards=cards)), board=event.board
        ),
    ),
    _seat(
        ev.HandShown,
        lambda own, event: replace(own, cards=event.cards, shown_hand=event.hand_name, last_act=LastAct.SHOWED),
    ),
    _seat(ev.HandRenamed, lambda own, event: replace(own, shown_hand=event.hand_name)),
    _seat(ev.HandMucked, lambda own, _: replace(own, cards=_upcards(own), last_act=LastAct.MUCKED)),
    _seat(
        ev.WinningCards, lambda own, event: replace(own, winning_cards=event.cards, winning_low_cards=event.low_cards)
    ),
    _on(ev.PotAwarded, _award),
    _on(ev.PassedOut, _pass_out),
    _on(ev.HandEnded, lambda view, _: _end_hand(view)),
    _on(ev.HandVoided, lambda view, event: _end_hand(replace(_give_back(view, event.returned), carried=event.carried))),
    # home customs
    _seat(ev.CardsShown, lambda own, event: replace(own, cards=event.cards, last_act=LastAct.SHOWED)),
    _on(ev.RabbitHunted, lambda view, event: replace(view, rabbit=event.cards)),
    _on(ev.BlindsChopped, lambda view, event: _give_back(view, event.returned)),
    _on(ev.BountyPaid, _pay_bounty),
    _on(ev.BombPotAsked, lambda view, event: replace(view, bomb_pot_asked=event.seats)),
    _on(ev.BombPotAnnounced, lambda view, event: replace(view, next_bomb_pot=event.chips, bomb_pot_asked=())),
    _on(ev.BombPotPutOff, lambda view, _: replace(view, next_bomb_pot=0)),
    # a fair deal
    _on(ev.DealCommitted, lambda view, event: replace(view, deal=DealProgress(event))),
    _on(ev.DeckDealt, lambda view, event: replace(view, deal=view.deal and view.deal.with_dealt(event))),
    _on(ev.CardsOpened, lambda view, event: replace(view, deal=view.deal and view.deal.with_opened(event.openings))),
)

_OnlyTold = ev.DealerDrawn | ev.SeatExpiring | ev.Announced | ev.GameSkipped | ev.OpenersShown
_DoneLater = ev.SeatAssigned

FOLDS: dict[type[Event], Fold] = dict(_FOLDS) | dict.fromkeys(get_args(_OnlyTold | _DoneLater), lambda view, _: view)
"""The function that folds each type of event."""
