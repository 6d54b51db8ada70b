"""The only way out for information: from full events and the table's state to what one viewer may know.

Public facts go into events that have no place for a hidden card; facts for one seat take a path of their own. A secret
event that is not split here does not type-check.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from railbird_server.refusal import Refusal
from railbird_server.rules.events import Burned, Dealt, Discarded, Mucked
from railbird_server.table.bank import Account
from railbird_server.table.hand_in_progress import HandInProgress
from railbird_server.table.host_commands import names_of
from railbird_server.table.inputs import DiscardsPlaced, ForSeat, FullEvent, TurnOpened
from railbird_server.table.seats import Seat
from railbird_server.table.table import Table
from railbird_shared.fair_deal.record import in_order
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.messages import Statement, StatementCorrection, StatementLine
from railbird_shared.protocol.table_limits import MAX_STATEMENT_LINES
from railbird_shared.protocol.view import LastAct, SeatView, TableView, Turn, WaitingPlayer, You


class StepParts(Struct, frozen=True):
    """One step: `public` for every viewer, `private` for the player of each seat, folded after the public part.

    A player who left in the step still gets what is private to their old seat.
    """

    public: tuple[ev.PublicEvent, ...]
    private: dict[int, tuple[ev.PrivateEvent, ...]]


def holders_in_step(before: Mapping[int, str], events: Iterable[FullEvent], after: Mapping[int, str]) -> dict[int, str]:
    """Returns whose the seats are that a step names: those of after it, where players moved to, and of before it.

    Nobody sits down in a seat in the step in which another player leaves it.
    """
    moved: dict[int, str] = {}
    for event in events:
        if isinstance(event, ev.SeatChanged):
            moved[event.to] = moved.get(event.seat) or before[event.seat]
    return {**before, **moved, **after}


def split(events: Iterable[FullEvent]) -> StepParts:
    """Returns what the viewers of a table may know of the events of one step."""
    public: list[ev.PublicEvent] = []
    private: dict[int, list[ev.PrivateEvent]] = {}
    for event in events:
        shared, seat, own = _split_event(event)
        if shared is not None:
            public.append(shared)
        if own is not None:
            private.setdefault(seat, []).append(own)
    return StepParts(tuple(public), {seat: tuple(own) for seat, own in private.items()})


def _split_event(event: FullEvent) -> tuple[ev.PublicEvent | None, int, ev.PrivateEvent | None]:
    """Returns what everybody may know of an event, and a seat with what it alone may know."""
    match event:
        case Dealt(seat, down, up, holding):
            return ev.CardsDealt(seat, len(down), up), seat, ev.YourCards(holding, down + up)
        case Discarded(seat, cards, kept, timed_out):
            return ev.Drew(seat, len(cards), timed_out), seat, ev.YourCards(kept)
        case DiscardsPlaced(Discarded(seat, cards, kept, timed_out), places):
            return ev.Drew(seat, len(cards), timed_out, places), seat, ev.YourCards(kept)
        case Burned():
            return None, 0, None
        case Mucked(seat, _, because):
            return ev.HandMucked(seat, because), seat, None
        case TurnOpened(seat, turn, _, deadline, legal):
            return ev.TurnBegan(seat, turn, deadline), seat, ev.YourTurn(legal)
        case ForSeat(seat, own):
            return None, seat, own
        case ev.PlayerSat(seat) | ev.SeatChanged(to=seat):
            return event, seat, ev.YourSeat(seat)
        case ev.PlayerLeft(seat):
            return event, seat, ev.YourSeat(None)
        case _:
            return event, 0, None  # an event that is public by its type


def snapshot(table: Table, player: str) -> TableView:
    """Returns the whole table as the player with that id may know it, from their seat or from the rail."""
    view = replace(
        terms_alone(table),
        seats=tuple(_seat_view(table, number) for number in range(1, table.settings.seats + 1)),
        carried=table.carried_pot.chips,
        pause=table.pauses.state.pause,
        coming_break=table.pauses.state.coming_break,
        vote=table.pauses.vote_view,
        next_hand_at=table.schedule.told,
        you=_private_view(table, player),
        last_hand=table.host_commands.state.last_hand,
        night_ends=bool(table.host_commands.state.ended_by),
        seats_locked=table.host_commands.state.locked,
        choosing=table.rotation.state.choosing,
        hand=table.hand_number,
        button=table.button.cleared,
        next_bomb_pot=table.bomb_pots.state.announced,
        bomb_pot_asked=table.bomb_pots.asked,
        banned=names_of(table.host_commands.state.banned),
        muted=names_of(table.host_commands.state.muted),
        owner_known=table.seats.owner.told is not None,
        owner_seat=table.seats.owner.told or None,
        waiting=tuple(WaitingPlayer(each.player.name, each.passed_over) for each in table.waiting.waiters),
    )
    return view if table.current_hand is None else _with_hand(view, table.current_hand)


def terms_alone(table: Table) -> TableView:
    """Returns a table by its terms, with nothing of what has happened there, for a rail that is to see nothing yet."""
    settings = table.settings
    return TableView(
        table=table.id,
        name=settings.name,
        host=table.host.name,
        game=settings.game,
        rules=settings.rules,
        min_buy_in=settings.min_buy_in,
        max_buy_in=settings.max_buy_in,
        buy_in=settings.buy_in,
        seats=(None,) * settings.seats,
        clock=settings.clock_ms,
        house=settings.house,
        rotation=settings.rotation,
        tournament=settings.tournament.tournament if settings.tournament else "",
        tournament_table=settings.tournament.number if settings.tournament else 0,
        rail=table.rail.terms,
        fair_deal=settings.fair_deal,
    )


def rail_cards(events: Iterable[FullEvent], occupied: Iterable[Seat]) -> tuple[ev.RailCards, ...]:
    """Returns the cards in a step that a delayed rail may see: of players who let it, since before the hand began."""
    shown = {seat.number for seat in occupied if seat.hand_shown_to_rail}
    cards: dict[int, ev.RailCards] = {}
    for event in events if shown else ():
        event = event.discarded if isinstance(event, DiscardsPlaced) else event  # noqa: PLW2901  the event itself
        if isinstance(event, Dealt | Discarded) and event.seat in shown:
            cards[event.seat] = ev.RailCards(event.seat, event.holding if isinstance(event, Dealt) else event.kept)
    return tuple(cards.values())


def _with_hand(view: TableView, current: HandInProgress) -> TableView:
    hand = current.hand
    return replace(
        view,
        hand=current.setup.number,
        playing=not hand.over,
        button=current.setup.button,
        bomb_pot=current.setup.bomb_pot,
        small_blind=current.blinds.get(ev.Post.SMALL_BLIND),
        big_blind=current.blinds.get(ev.Post.BIG_BLIND),
        street=hand.street,
        street_name=hand.street_name,
        board=tuple(hand.board),
        rabbit=current.rabbit.cards if current.rabbit else (),
        to_match=hand.to_match,
        pots=() if hand.over else hand.pots,
        carried=view.carried if hand.over else hand.carried,
        deal=current.proof.progress if current.proof else None,
        turn=Turn(turn.seat, turn.turn, turn.deadline, turn.on_time_bank) if (turn := current.turn) else None,
    )


def _seat_view(table: Table, number: int) -> SeatView | None:
    seat = table.seats.at(number)
    if seat is None:
        return None
    view = SeatView(
        number,
        seat.name,
        seat.stack,
        bot=seat.bot,
        connected=seat.connected,
        sitting_out=seat.sitting_out,
        bought_in=table.bank.net_buy_in(seat.player),
        requested=seat.requested,
        asked_at=seat.asked_at,
        time_bank=table.turn_clock.bank_left(seat.player),
        shown_to_rail=seat.shown_to_rail,
    )
    current = _hand_of(table, seat)
    if current is None:
        return view
    player = current.hand.players[number]
    shown = current.shown_after.get(number) or current.shown_in_part.get(number)
    return replace(
        view,
        in_hand=True,
        folded=player.folded,
        bet=player.bet,
        last_act=LastAct.SHOWED if shown else player.last_act,
        cards=shown.cards if shown else player.visible_cards,
        drew=player.cards_drawn,
        shown_hand=shown.hand_name if isinstance(shown, ev.HandShown) else player.shown_hand,
        won=player.won,
        winning_cards=current.winning_cards[number].cards if number in current.winning_cards else (),
        winning_low_cards=current.winning_cards[number].low_cards if number in current.winning_cards else (),
    )


def _private_view(table: Table, player: str) -> You:
    seat, is_host = table.seats.of(player), table.host.id == player
    if seat is None:
        return You(is_host=is_host)
    you = You(seat.number, offers=seat.offers, is_host=is_host)
    current = _hand_of(table, seat)
    if current is None:
        return you
    return replace(
        you,
        cards=current.known_cards.get(seat.number, ()),
        hand_name=current.hand_names.get(seat.number, ""),
        legal=current.turn.legal if current.turn and current.turn.seat == seat.number else None,
        openings=in_order(current.proof.own.get(seat.number, ())) if current.proof else (),
    )


def _hand_of(table: Table, seat: Seat) -> HandInProgress | None:
    """Returns the hand that runs or has just ended, None where this player was not dealt in."""
    return table.current_hand if table.current_hand and table.current_hand.setup.number == seat.last_hand else None


def statement(table: Table) -> Statement:
    """Returns the statement of a table, which everybody there may know.

    The results, the rake and the pot that waits add up to zero. Raises Refusal while a hand runs, and at a table of a
    tournament, whose chips are worth nothing outside it.
    """
    if table.settings.tournament is not None:
        raise Refusal("tournament", "The chips of a tournament are not settled up; its places and prizes are.")
    if table.hand_runs:
        raise Refusal("hand-runs", "The statement comes between hands: ask again when this hand is over.")
    lines: list[StatementLine] = []
    for player, account in table.bank.accounts.items():
        seat = table.seats.of(player)
        lines.append(statement_line(len(lines) + 1, account, seat.number if seat else None, seat.stack if seat else 0))
    stated = Statement(
        table=table.id,
        hand=table.hand_number,
        rake=table.bank.raked,
        carried=table.carried_pot.chips,
        chip_worth=table.settings.chip_worth,
        corrections=tuple(
            StatementCorrection(
                each.hand, each.by, each.reason, tuple(ev.Correction(one.name, one.chips) for one in each.accounts)
            )
            for each in table.bank.corrections
        ),
        final=no_hand_follows(table),
    )
    return with_lines(stated, lines)


def statement_line(number: int, account: Account, seat: int | None, stack: int) -> StatementLine:
    """Returns the line of an account, the `number`-th of a table, and of the player's stack there."""
    return StatementLine(
        account=number,
        name=account.name,
        bought_in=account.bought_in,
        cashed_out=account.cashed_out,
        on_table=stack,
        hands=account.hands,
        seat=seat,
        bot=account.bot,
        corrected=account.corrected,
    )


def with_lines(stated: Statement, lines: Iterable[StatementLine]) -> Statement:
    """Returns a statement with as many lines as fit, those seated and the largest results, and the others added up."""
    listed = sorted(lines, key=lambda line: (line.seat is None, -abs(line.result), line.account))
    named, others = listed[:MAX_STATEMENT_LINES], listed[MAX_STATEMENT_LINES:]
    by_result = tuple(sorted(named, key=lambda line: (-line.result, line.account)))
    return replace(stated, lines=by_result, others=len(others), others_result=sum(line.result for line in others))


def no_hand_follows(table: Table) -> bool:
    """Whether the hand is over that the host has called the last, and no pot waits for another."""
    return not table.hand_runs and not table.host_allows_hand


def last_statement(table: Table) -> Statement | None:
    """Returns the statement of a table that deals no more; None without chips, if a hand hangs, or in a tournament."""
    if table.hand_runs or not table.bank.accounts or table.settings.tournament is not None:
        return None
    return replace(statement(table), final=True)
