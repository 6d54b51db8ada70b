"""How each event changes a view: `fold(view, event) -> view`.

The server never folds; it builds views from its own state. Tests hold that both ways lead to the same value, for every
viewer and after every step. Under any events a view keeps its number of seats, and no hand or board grows beyond a pack
of cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, assert_never, get_args

from msgspec.structs import replace

from railbird_shared.fair_deal.record import DealProgress, in_order
from railbird_shared.game.cards import Card
from railbird_shared.game.rotation import Choosing
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.table_limits import MAX_BANS, MAX_WAITING, PACK_SIZE
from railbird_shared.protocol.view import LastAct, PauseView, SeatView, TableView, Turn, VoteView, WaitingPlayer, You


def fold(view: TableView, event: ev.PublicEvent | ev.PrivateEvent) -> TableView:
    """Returns the view after one event."""
    return FOLDS[type(event)](view, event)


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
        view = fold(view, event)
    return view


def _with_deadline(view: TableView, deadline: int | None) -> TableView:
    return view if view.turn is None else replace(view, turn=replace(view.turn, deadline=deadline))


def _fold_time(view: TableView, event: ev.TimeEvent) -> TableView:
    match event:
        case ev.PlayPaused(since, by, ends):
            coming = view.coming_break if ends is None else 0
            view = _with_deadline(view, None)
            return replace(view, pause=PauseView(since, by, ends), coming_break=coming, vote=None)
        case ev.PlayResumed(deadline=deadline):
            return replace(_with_deadline(view, deadline), pause=None, vote=None)
        case ev.BreakAnnounced(minutes):
            return replace(view, coming_break=minutes)
        case ev.VoteCalled(seat, minutes, ends):
            return replace(view, vote=VoteView(minutes, ends, (seat,)))
        case ev.VoteCounted(yes, no):
            return view if view.vote is None else replace(view, vote=replace(view.vote, yes=yes, no=no))
        case ev.VoteEnded():
            return replace(view, vote=None)
        case ev.ClockExtended(deadline=deadline):
            return _with_deadline(view, deadline)
        case ev.TimeBankStarted(deadline=deadline):
            turn = None if view.turn is None else replace(view.turn, deadline=deadline, on_time_bank=True)
            return replace(view, turn=turn)
        case ev.TimeBankChanged(seat, left):
            return _update_seat(view, seat, time_bank=left)
        case _:
            assert_never(event)


def _fold_seat(view: TableView, event: ev.SeatEvent | ev.BankEvent | ev.CarriedPotTaken | ev.DealerDrawn) -> TableView:
    match event:
        case ev.ChipsAdded(seat, chips, stack):
            return _change_seat(view, seat, lambda own: replace(own, stack=stack, bought_in=own.bought_in + chips))
        case ev.SatOut(seat):
            return _update_seat(view, seat, sitting_out=True)
        case ev.CameBack(seat):
            return _update_seat(view, seat, sitting_out=False)
        case ev.ConnectionChanged(seat, connected):
            return _update_seat(view, seat, connected=connected)
        case ev.CarriedPotTaken(seat, chips):
            return replace(_pay_out(view, seat, chips), carried=max(0, view.carried - chips))
        case ev.BuyInRequested(seat, chips):
            return _update_seat(view, seat, requested=chips)
        case ev.BuyInApproved(seat) | ev.BuyInDeclined(seat):
            return _update_seat(view, seat, requested=0)
        case ev.BooksCorrected(players=players):
            for each in players:
                view = view if each.seat is None else _update_seat(view, each.seat, stack=each.stack)
            return view
        case ev.DealerDrawn() | ev.SeatExpiring():
            return view
        case _:
            assert_never(event)


def _fold_host(view: TableView, event: ev.HostEvent | ev.RailEvent) -> TableView:
    match event:
        case ev.LastHandCalled(hand=hand):
            return replace(view, last_hand=hand)
        case ev.LastHandRevoked():
            return replace(view, last_hand=0, night_ends=False)
        case ev.NightEnding():
            return replace(view, night_ends=True)
        case ev.HostingHandedOver(seat=seat, host=host):
            return replace(view, host=host, you=replace(view.you, is_host=view.you.seat == seat))
        case ev.SeatsLocked(locked=locked):
            return replace(view, seats_locked=locked)
        case ev.BanChanged(name=name, banned=banned):
            return replace(view, banned=_with_name(view.banned, name, listed=banned))
        case ev.MuteChanged(name=name, muted=muted):
            return replace(view, muted=_with_name(view.muted, name, listed=muted))
        case ev.RailChanged(_, limit, speaks):
            return replace(view, rail=replace(view.rail, limit=limit, speaks=speaks))
        case ev.RailConsentChanged(seat, on):
            return _update_seat(view, seat, shown_to_rail=on)
        case ev.PlayerKicked() | ev.SeatAssigned() | ev.Announced():
            return view
        case _:
            assert_never(event)


def _fold_rotation(view: TableView, event: ev.RotationEvent) -> TableView:
    match event:
        case ev.ChoiceBegan(seat, deadline):
            return replace(view, choosing=Choosing(seat, deadline))
        case ev.ChoiceEnded() | ev.GameAnnounced():
            return replace(view, choosing=None)
        case ev.GameChanged():
            return _change_game(view, event)
        case ev.GameSkipped():
            return view
        case _:
            assert_never(event)


def _fold_seating(view: TableView, event: ev.SeatingEvent) -> TableView:
    match event:
        case ev.PlayerSat(seat, name, stack, bot, earlier):
            view = replace(view, waiting=tuple(each for each in view.waiting if each.name != name))
            return _place(view, seat, SeatView(seat, name, stack, bot, bought_in=stack - earlier))
        case ev.PlayerLeft(seat):
            return _place(view, seat, None)
        case ev.SeatChanged(seat, to):
            return _move(view, seat, to)
        case ev.WaitingListJoined(name):
            return replace(view, waiting=(*view.waiting, WaitingPlayer(name))[:MAX_WAITING])
        case ev.WaitingListLeft(name):
            return replace(view, waiting=tuple(each for each in view.waiting if each.name != name))
        case ev.PassedOver(name):
            waiting = (replace(each, passed_over=each.passed_over or each.name == name) for each in view.waiting)
            return replace(view, waiting=tuple(waiting))
        case ev.PlayerRenamed():
            return _rename_player(view, event)
        case _:
            assert_never(event)


def _rename_player(view: TableView, event: ev.PlayerRenamed) -> TableView:
    """Returns the view with a player's new name, wherever it stands."""
    if event.seat is not None:
        view = _update_seat(view, event.seat, name=event.name)
    if event.waits:
        waiting = tuple(replace(each, name=event.name) if each.name == event.before else each for each in view.waiting)
        view = replace(view, waiting=waiting)
    if event.muted:
        view = replace(view, muted=tuple(event.name if each == event.before else each for each in view.muted))
    if view.pause is not None and view.pause.by == event.before:
        view = replace(view, pause=replace(view.pause, by=event.name))
    return replace(view, host=event.name) if event.hosts else view


def _change_game(view: TableView, event: ev.GameChanged) -> TableView:
    """Returns the view with another game, and without the hand that was played last."""
    return replace(
        _before_hand(view),
        game=event.game,
        rules=event.rules,
        min_buy_in=event.min_buy_in,
        max_buy_in=event.max_buy_in,
        buy_in=event.buy_in,
        house=event.house,
        rotation=event.rotation,
        choosing=None,
        you=replace(view.you, cards=(), hand_name="", openings=()),
    )


def _with_name(names: tuple[str, ...], name: str, *, listed: bool) -> tuple[str, ...]:
    others = tuple(each for each in names if each != name)
    return (*others, name)[-MAX_BANS:] if listed else others


def _fold_private(view: TableView, event: ev.PrivateEvent) -> TableView:
    if isinstance(event, ev.YourSeat):
        return replace(view, you=You(event.seat, is_host=view.you.is_host))
    if isinstance(event, ev.RailCards):
        occupant = view.seats[event.seat - 1]
        if occupant is None or not occupant.in_hand or occupant.last_act is LastAct.SHOWED:
            return view  # not dealt in, or seen by everybody
        return _update_seat(view, event.seat, cards=event.cards)
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
        case ev.YourOpenings(openings):
            return replace(view, you=replace(view.you, openings=in_order((*view.you.openings, *openings))))
        case _:
            assert_never(event)


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
            return _bet(view, seat, chips, LastAct.BROUGHT_IN if post is ev.Post.BRING_IN else LastAct.POSTED)
        case ev.StreetBegan(street, name):
            seats = tuple(s if s is None or s.folded else replace(s, last_act=LastAct.NONE) for s in view.seats)
            to_match = 0 if street else view.to_match
            return replace(view, street=street, street_name=name, to_match=to_match, seats=seats)
        case ev.CardsDealt(seat, down, up):
            cards = _cards(view, seat) + (None,) * down + up
            return _update_seat(view, seat, cards=cards[:PACK_SIZE])
        case ev.BoardDealt(cards):
            return replace(view, board=(view.board + cards)[:PACK_SIZE])
        case ev.TurnBegan(seat, turn, deadline):
            return replace(view, turn=Turn(seat, turn, deadline), you=replace(view.you, legal=None))
        case ev.PotsMade(pots, to_match):
            seats = tuple(s if s is None or not s.bet else replace(s, bet=0) for s in view.seats)
            return replace(view, pots=pots, carried=0, seats=seats, to_match=to_match)
        case ev.RakeTaken(pots=pots):
            return replace(view, pots=pots)
        case ev.BetReturned(seat, chips):
            return _pay_out(view, seat, chips, from_bet=True)
        case _:
            assert_never(event)


def _fold_act(view: TableView, event: ev.ActEvent) -> TableView:
    view = _end_turn(view)
    match event:
        case ev.Folded(seat):
            return _update_seat(view, seat, folded=True, cards=_upcards(view, seat), last_act=LastAct.FOLDED)
        case ev.Checked(seat):
            return _update_seat(view, seat, last_act=LastAct.CHECKED)
        case ev.Called(seat, chips):
            return _bet(view, seat, chips, LastAct.CALLED)
        case ev.Wagered(seat, kind, chips, to):
            return _bet(replace(view, to_match=max(view.to_match, to)), seat, chips, LastAct(kind))
        case ev.Drew(seat, count, discards=discards):
            if view.deal is not None and discards:
                view = replace(view, deal=view.deal.with_discards(discards))
            cards = _cards(view, seat)
            kept = cards[: max(0, len(cards) - count)]
            return _update_seat(view, seat, cards=kept, drew=count, last_act=LastAct.DREW if count else LastAct.PAT)
        case _:
            assert_never(event)


def _end_turn(view: TableView) -> TableView:
    return replace(view, turn=None, you=replace(view.you, legal=None))


def _fold_choice(view: TableView, event: ev.ChoiceEvent) -> TableView:
    match event:
        case ev.Declared(seat):
            return _update_seat(_end_turn(view), seat, last_act=LastAct.DECLARED)
        case ev.DeclarationsShown(sides):
            for seat, side in sides:
                view = _update_seat(view, seat, last_act=LastAct(side))
            return view
        case ev.Claimed(seat, hand_name):
            return _update_seat(_end_turn(view), seat, shown_hand=hand_name)
        case ev.RunChosen():
            return _end_turn(view)
        case ev.RunBegan(_, _, board, hands):
            for seat, cards in hands:
                view = _update_seat(view, seat, cards=cards)
            return replace(view, board=board)
        case ev.OpenersShown():
            return view
        case _:
            assert_never(event)


def _fold_showdown(view: TableView, event: ev.ShowdownEvent) -> TableView:
    match event:
        case ev.HandShown(seat, cards, hand_name):
            return _update_seat(view, seat, cards=cards, shown_hand=hand_name, last_act=LastAct.SHOWED)
        case ev.HandRenamed(seat, hand_name):
            return _update_seat(view, seat, shown_hand=hand_name)
        case ev.HandMucked(seat):
            return _update_seat(view, seat, cards=_upcards(view, seat), last_act=LastAct.MUCKED)
        case ev.WinningCards(seat, cards, low_cards):
            return _update_seat(view, seat, winning_cards=cards, winning_low_cards=low_cards)
        case ev.PotAwarded(seat, pot, chips):
            pots = tuple(replace(p, chips=p.chips - chips) if i == pot else p for i, p in enumerate(view.pots))
            return _pay_out(replace(view, pots=pots), seat, chips, won=True)
        case ev.PassedOut(chips):
            return _update_seats(replace(view, pots=(), carried=chips), cards=())
        case ev.HandEnded():
            return _end_hand(view)
        case ev.HandVoided(returned=returned, carried=carried):
            return _end_hand(replace(_give_back(view, returned), carried=carried))
        case _:
            assert_never(event)


def _fold_custom(view: TableView, event: ev.CustomEvent) -> TableView:
    match event:
        case ev.CardsShown(seat, _, cards):
            return _update_seat(view, seat, cards=cards, last_act=LastAct.SHOWED)
        case ev.RabbitHunted(_, cards):
            return replace(view, rabbit=cards)
        case ev.BlindsChopped(returned):
            return _give_back(view, returned)
        case ev.BountyPaid(winner, paid):
            for seat, chips in paid:
                view = _pay_out(_pay_out(view, seat, -chips), winner, chips)
            return view
        case ev.BombPotAsked(seats):
            return replace(view, bomb_pot_asked=seats)
        case ev.BombPotAnnounced(chips):
            return replace(view, next_bomb_pot=chips, bomb_pot_asked=())
        case ev.BombPotPutOff():
            return replace(view, next_bomb_pot=0)
        case _:
            assert_never(event)


def _fold_fair_deal(view: TableView, event: ev.FairDealEvent) -> TableView:
    match event:
        case ev.DealCommitted():
            return replace(view, deal=DealProgress(event))
        case ev.DeckDealt():
            return view if view.deal is None else replace(view, deal=view.deal.with_dealt(event))
        case ev.CardsOpened(openings):
            return view if view.deal is None else replace(view, deal=view.deal.with_opened(openings))
        case _:
            assert_never(event)


def _start_hand(view: TableView, event: ev.HandStarted) -> TableView:
    view = _before_hand(view)
    if event.bomb_pot:
        view = replace(view, next_bomb_pot=0, bomb_pot_asked=())
    return replace(
        view,
        hand=event.hand,
        bomb_pot=event.bomb_pot,
        playing=True,
        button=event.button,
        seats=tuple(own and replace(own, in_hand=own.seat in event.seats) for own in view.seats),
        pots=(),
        carried=event.carried,
        turn=None,
        you=You(view.you.seat, offers=view.you.offers, is_host=view.you.is_host),
    )


def _before_hand(view: TableView) -> TableView:
    """Returns the view without the cards and bets of the last hand."""
    return replace(
        view,
        bomb_pot=0,
        small_blind=None,
        big_blind=None,
        seats=tuple(own and _out_of_hand(own) for own in view.seats),
        street=-1,
        street_name="",
        board=(),
        rabbit=(),
        to_match=0,
        deal=None,
    )


def _out_of_hand(seat: SeatView) -> SeatView:
    """Returns a seat that was dealt into no hand yet."""
    return replace(
        seat,
        in_hand=False,
        folded=False,
        bet=0,
        last_act=LastAct.NONE,
        cards=(),
        drew=None,
        shown_hand="",
        won=0,
        winning_cards=(),
        winning_low_cards=(),
    )


def _give_back(view: TableView, returned: Iterable[tuple[int, int]]) -> TableView:
    """Pays bets back, of a hand of which nothing is left."""
    for seat, chips in returned:
        view = _pay_out(view, seat, chips)
    return _update_seats(view, cards=(), bet=0)


def _end_hand(view: TableView) -> TableView:
    return replace(view, playing=False, to_match=0, turn=None, pots=(), you=replace(view.you, legal=None))


# --- one seat


def _change_seat(view: TableView, seat: int, change: Callable[[SeatView], SeatView]) -> TableView:
    """Changes the record of a seat; an empty seat stays empty."""
    occupant = view.seats[seat - 1]
    return view if occupant is None else _place(view, seat, change(occupant))


def _update_seat(view: TableView, seat: int, **changes: object) -> TableView:
    """Sets some fields of a seat."""
    return _change_seat(view, seat, lambda own: replace(own, **changes))


def _update_seats(view: TableView, **changes: object) -> TableView:
    """Sets some fields of every seat."""
    return replace(view, seats=tuple(own and replace(own, **changes) for own in view.seats))


def _bet(view: TableView, seat: int, chips: int, last_act: LastAct) -> TableView:
    """Moves chips from a seat's stack to its bet."""
    return _change_seat(
        view, seat, lambda own: replace(own, stack=own.stack - chips, bet=own.bet + chips, last_act=last_act)
    )


def _pay_out(view: TableView, seat: int, chips: int, *, from_bet: bool = False, won: bool = False) -> TableView:
    """Adds chips to a seat's stack: from its own bet as far as that lies there, or won, or given back."""

    def paid(own: SeatView) -> SeatView:
        bet = max(0, own.bet - chips) if from_bet else own.bet
        return replace(own, stack=own.stack + chips, bet=bet, won=own.won + chips * won)

    return _change_seat(view, seat, paid)


def _move(view: TableView, seat: int, to: int) -> TableView:
    """Moves a player to a free seat, without the hand that was dealt to the old one."""
    occupant = view.seats[seat - 1]
    if occupant is None or view.seats[to - 1] is not None:
        return view
    return _place(_place(view, seat, None), to, replace(_out_of_hand(occupant), seat=to))


def _cards(view: TableView, seat: int) -> tuple[Card | None, ...]:
    occupant = view.seats[seat - 1]
    return () if occupant is None else occupant.cards


def _upcards(view: TableView, seat: int) -> tuple[Card, ...]:
    return tuple(card for card in _cards(view, seat) if card is not None)


def _place(view: TableView, seat: int, occupant: SeatView | None) -> TableView:
    """Puts a record, or nobody, in a seat; a seat that the table does not have changes nothing."""
    if seat > len(view.seats):
        return view
    return replace(view, seats=(*view.seats[: seat - 1], occupant, *view.seats[seat:]))


FOLDS: dict[type[ev.PublicEvent | ev.PrivateEvent], Callable[[TableView, Any], TableView]] = {
    kind: fold_part
    for part, fold_part in (
        (ev.TimeEvent, _fold_time),
        (ev.SeatEvent | ev.BankEvent | ev.CarriedPotTaken | ev.DealerDrawn, _fold_seat),
        (ev.HostEvent | ev.RailEvent, _fold_host),
        (ev.SeatingEvent, _fold_seating),
        (ev.RotationEvent, _fold_rotation),
        (ev.PrivateEvent, _fold_private),
        (ev.ProgressEvent, _fold_progress),
        (ev.ActEvent, _fold_act),
        (ev.ChoiceEvent, _fold_choice),
        (ev.ShowdownEvent, _fold_showdown),
        (ev.CustomEvent, _fold_custom),
        (ev.FairDealEvent, _fold_fair_deal),
    )
    for kind in get_args(part)
}
"""The function that folds each type of event."""
