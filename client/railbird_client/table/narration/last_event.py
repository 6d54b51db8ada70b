"""The last event of a table in a few words, where there is no room for the sentences of the log."""

from __future__ import annotations

from collections.abc import Iterable

from railbird_shared.game.announced_game import DISCARD, Family
from railbird_shared.history.narration import Event, event_sentence, format_cards
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.folding import Transition
from railbird_shared.protocol.view import TableView


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


def _event_words(event: Event, view: TableView, *, symbols: bool) -> str:
    match event:
        case ev.TurnBegan() | ev.PotsMade() | ev.BetReturned() | ev.CardsDealt() | ev.Posted(chips=0) | ev.YourCards():
            return ""
        case ev.HandStarted(hand=hand):
            return f"hand {hand}"
        case ev.Posted(seat=seat, post=post, chips=chips):
            return f"{view.name_at(seat)} {_POSTS.get(post, 'posts')} {chips:,}"
        case ev.StreetBegan(street=street, name=name):
            return name if view.game.family is not Family.BOARD or not street or name == DISCARD else ""
        case ev.BoardDealt(cards=cards):
            where = view.street_name if view.game.family is Family.BOARD else "for all"
            return f"{where} {format_cards(cards, symbols=symbols)}".strip()
        case ev.HandShown(seat=seat, cards=cards, hand_name=hand_name):
            return f"{view.name_at(seat)} shows {hand_name or format_cards(cards, symbols=symbols)}"
        case ev.PotAwarded(seat=seat):
            return f"{view.name_at(seat)} wins {_won(view, event):,}"
        case ev.HandVoided():
            return "the hand does not count"
        case _:
            return event_sentence(event, view, symbols=symbols) or ""


_POSTS = {ev.Post.ANTE: "antes", ev.Post.STRADDLE: "straddles to", ev.Post.BRING_IN: "brings in"}


def _won(view: TableView, award: ev.PotAwarded) -> int:
    seat = view.at(award.seat)
    return award.chips + (seat.won if seat else 0)
