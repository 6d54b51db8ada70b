"""What has just happened, at a glance: the last act of each seat as a verb, and the last event in a few words.

The log tells everything in sentences; these are for places where the eye rests for a moment.
"""

from __future__ import annotations

from collections.abc import Iterable

from railbird_client.drawing.text_width import truncate
from railbird_shared.game.announced_game import DISCARD, Family
from railbird_shared.game.cards import Card
from railbird_shared.history.narration import Event, event_sentence, format_cards
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.folding import Transition
from railbird_shared.protocol.view import LastAct, SeatView, TableView

_VERBS = {
    LastAct.NONE: "",
    LastAct.POSTED: "posts",
    LastAct.BROUGHT_IN: "brings in",
    LastAct.FOLDED: "fold",
    LastAct.CHECKED: "check",
    LastAct.CALLED: "call",
    LastAct.BET: "bet",
    LastAct.RAISED: "raise",
    LastAct.COMPLETED: "complete",
    LastAct.PAT: "pat",
    LastAct.DECLARED: "declared",
    LastAct.HIGH: "high",
    LastAct.LOW: "low",
    LastAct.BOTH: "both",
    LastAct.SHOWED: "shows",
    LastAct.MUCKED: "mucks",
}
_SHOWDOWN = frozenset({LastAct.SHOWED, LastAct.MUCKED, LastAct.DECLARED, LastAct.HIGH, LastAct.LOW, LastAct.BOTH})
MAX_VERB_WIDTH = 9
"""The widest that `seat_verb` is, in cells."""


def seat_verb(view: TableView, seat: SeatView) -> str:
    """Returns what a seat did last in the round, or its state, in one or two words of at most `MAX_VERB_WIDTH` cells.

    A lost connection comes first, since nothing else explains a wait: "offline", "ALL-IN", "away", "drew 2", "raise".
    Empty for a seat that has not acted yet.
    """
    if not seat.connected:
        return "offline"
    if not seat.in_hand:
        return "away" if seat.sitting_out else ""
    if seat.folded:
        return "fold"
    if seat.all_in and seat.last_act not in _SHOWDOWN:
        return "ALL-IN"
    if seat.last_act is LastAct.DREW:
        return f"{'threw' if view.game.family is Family.BOARD else 'drew'} {seat.drew}"
    if seat.last_act is LastAct.POSTED and _has_straddled(view, seat):
        return "straddles"
    return _VERBS[seat.last_act]


def _has_straddled(view: TableView, seat: SeatView) -> bool:
    """Whether the bet that a seat posted is more than the big blind, as only a straddle is (BT-43)."""
    blind = view.game.stakes.big_blind
    return 0 < blind < seat.bet and seat.seat not in (view.small_blind, view.big_blind) and not view.bomb_pot


def last_event_words(transitions: Iterable[Transition], before: str = "", *, symbols: bool = True) -> str:
    """Returns the last of some events that is worth telling, in few words; `before` if none of them is.

    As in "Finch raises to 180", "flop K♦ 9♠ 4♥", "Wren shows three kings", "Finch wins 896".
    """
    words = before
    winners: dict[int, str] = {}
    for event, view, _ in transitions:
        told = _event_words(event, view, symbols=symbols)
        if isinstance(event, ev.PotAwarded):
            winners[event.seat] = told
            told = " · ".join(winners.values())
        words = told or words
    return words


def fit_event_words(words: str, room: int) -> str:
    """Returns the words for `room` cells, the last of several winners left out first."""
    parts = words.split(" · ")
    while len(parts) > 1 and len(" · ".join(parts)) > room:
        parts.pop()
    return truncate(" · ".join(parts), room)


def _event_words(event: Event, view: TableView, *, symbols: bool) -> str:
    match event:
        case ev.TurnBegan() | ev.PotsMade() | ev.BetReturned() | ev.CardsDealt() | ev.Posted(chips=0) | ev.YourCards():
            return ""
        case ev.HandStarted(hand=hand):
            return f"hand {hand}"
        case ev.Posted(seat=seat, post=post, chips=chips):
            return f"{_name(view, seat)} {_POSTS.get(post, 'posts')} {chips:,}"
        case ev.StreetBegan(street=street, name=name):
            return name if view.game.family is not Family.BOARD or not street or name == DISCARD else ""
        case ev.BoardDealt(cards=cards):
            where = view.street_name if view.game.family is Family.BOARD else "for all"
            return f"{where} {_cards(cards, symbols=symbols)}".strip()
        case ev.HandShown(seat=seat, cards=cards, hand_name=hand_name):
            return f"{_name(view, seat)} shows {hand_name or _cards(cards, symbols=symbols)}"
        case ev.PotAwarded(seat=seat):
            return f"{_name(view, seat)} wins {_won(view, event):,}"
        case ev.HandVoided():
            return "the hand does not count"
        case _:
            return event_sentence(event, view, symbols=symbols) or ""


_POSTS = {ev.Post.ANTE: "antes", ev.Post.STRADDLE: "straddles to", ev.Post.BRING_IN: "brings in"}


def _won(view: TableView, award: ev.PotAwarded) -> int:
    seat = view.at(award.seat)
    return award.chips + (seat.won if seat else 0)


def _cards(cards: Iterable[Card], *, symbols: bool) -> str:
    return format_cards(cards, symbols=symbols)


def _name(view: TableView, number: int) -> str:
    seat = view.at(number)
    return seat.name if seat else f"seat {number}"
