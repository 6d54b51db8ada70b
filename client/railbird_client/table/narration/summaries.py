"""Sentences that sum up a table: its state for a player who joins, and the result of one who leaves.

A join summary is read from the whole view, because a player who joins has seen no events.
"""

from __future__ import annotations

from railbird_client.drawing.text_painter import join_words
from railbird_shared.history.narration import closing_result, format_cards
from railbird_shared.protocol.messages import Lobby
from railbird_shared.protocol.view import SeatView, TableView


def join_summary(view: TableView, *, symbols: bool = True) -> tuple[str, ...]:
    """Returns the house rules and the state of the hand, as sentences for the log."""
    house = tuple(f"House: {sentence}" for sentence in view.house)
    return (*house, *hand_summary(view, symbols=symbols))


def hand_summary(view: TableView, *, symbols: bool = True) -> tuple[str, ...]:
    """Returns the state of the hand or the result of the last one; nothing before the first."""
    if not view.hand:
        return ()
    if not view.playing:
        won = (f"{seat.name} won {seat.won:,}{_with_hand(seat.shown_hand)}" for seat in view.occupied if seat.won)
        return (f"— hand {view.hand} is over —", *won)
    board = format_cards(view.board, symbols=symbols)
    street = " ".join(part for part in (view.street_name, board) if part)
    heading = " · ".join(part for part in (f"hand {view.hand}", street) if part)
    pot = f" — pot {view.total_pot:,}" if view.total_pot else " —"
    return (f"— {heading}{pot}", *_to_act_sentence(view))


def _with_hand(words: str) -> str:
    return f" with {words}" if words else ""


def _to_act_sentence(view: TableView) -> tuple[str, ...]:
    seat = None if view.turn is None else view.at(view.turn.seat)
    if seat is None:
        return ()
    call = min(seat.stack, view.to_match - seat.bet)
    return (f"{seat.name} is to act{f', {call:,} to call' if call > 0 else ''}",)


def others_sentence(view: TableView | None, lobby: Lobby | None) -> str:
    """Returns who else is at a server, for its host; empty if nobody but bots is.

    `view` is the table that the host is at, if any, and `lobby` the listing, None if the server does not answer.
    """
    if lobby is None:
        return "The server does not answer just now, so others may still be there."
    own = view.you.seat if view is not None else None
    seated = [seat.name for seat in view.occupied if not seat.bot and seat.seat != own] if view is not None else []
    elsewhere = sorted(
        {table.name for table in lobby.tables if table.players and (not view or table.table != view.table)}
    )
    if seated:
        return f"{join_words(seated)} {'has a seat' if len(seated) == 1 else 'have seats'} at your table."
    if elsewhere:
        return f"There are players at {join_words(elsewhere)}."
    others = lobby.people - 1
    return f"{others} other {'person is' if others == 1 else 'people are'} connected." if others > 0 else ""


def leave_summary(view: TableView) -> str:
    """Returns the result of a player who leaves their seat; nothing for one without a seat.

    Chips in the pot of a running hand stay there, unless the player is all-in and the hand is played out (AI-6).
    """
    seat = _own_seat(view)
    if seat is None:
        return ""
    if _is_in_hand(view, seat) and seat.all_in:
        return "You leave all-in: your hand is played out, and what it wins is yours."
    return f"You leave with {_chips_or_nothing(seat.stack)}, {_compared_with_buy_in(seat.stack, seat.bought_in)}."


def void_summary(view: TableView, stack_before: int | None) -> str:
    """Returns the result of a player whose server stops or is lost, which gives every bet of the running hand back.

    `stack_before` are their chips before that hand, None if the viewer did not see it begin; then nothing is said once
    bets have been collected into the pots. Nothing is said in a tournament, whose chips are worth none.
    """
    seat = _own_seat(view)
    if seat is None or view.tournament:
        return ""
    if stack_before is None and view.playing and seat.in_hand and view.pots:
        return ""
    committed = seat.bet if stack_before is None else max(seat.bet, stack_before - seat.stack)
    bet = committed if view.playing and seat.in_hand else 0
    return closing_result(seat.stack + bet, seat.bought_in, returned=bet)


def leave_warning(view: TableView) -> str:
    """Returns what becomes of a player's hand if they leave now; nothing without a hand."""
    seat = _own_seat(view)
    if seat is None or not _is_in_hand(view, seat):
        return ""
    if seat.all_in:
        return "You are all-in: your hand is played out without you, and what it wins is yours."
    return "If you go now, your hand is folded and your chips in the pot stay there."


def _own_seat(view: TableView) -> SeatView | None:
    return view.own_seat


def _is_in_hand(view: TableView, seat: SeatView) -> bool:
    return view.playing and seat.live


def _chips_or_nothing(chips: int) -> str:
    return f"{chips:,}" if chips else "nothing"


def _compared_with_buy_in(chips: int, bought_in: int) -> str:
    if chips == bought_in:
        return "as much as you brought"
    return f"{abs(chips - bought_in):,} {'more' if chips > bought_in else 'less'} than you brought"
