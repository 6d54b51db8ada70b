"""A finished hand as text: who sat there with how much, what happened in the sentences of the table, and a summary."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from railbird_shared.game.cards import Card
from railbird_shared.history.hand_history import HandHistory, HandReplay, KnownCards, Tally
from railbird_shared.history.narration import format_card, format_cards, format_signed, narrate
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.folding import fold_all, fold_each
from railbird_shared.protocol.view import SeatView, TableView

HEADING = "*** {} ***"


class HandForm(StrEnum):
    """How a hand is written; the value ends the file's name."""

    TEXT = "txt"
    PHH = "phh"
    JSON = "json"


def hand_lines(history: HandHistory, when: str, *, symbols: bool = True) -> tuple[str, ...]:
    """Returns a hand line by line; `when` is its date and time. With `symbols` suits are drawn, else written."""
    after = fold_all(history.view, history.events)
    return (
        f"Railbird hand {history.hand} at {history.view.name}: {history.view.game.full_title} - {when}",
        *_seat_lines(history.view, after.button),
        *narrate(fold_each(history.view, history.events), symbols=symbols),
        HEADING.format("SUMMARY"),
        *_summary_lines(history, after, symbols=symbols),
    )


def replay_lines(hand: HandReplay, when: str, *, symbols: bool = True) -> tuple[str, ...]:
    """Returns a hand of a file line by line, with the cards that are known and the notes; see `hand_lines`.

    A hand that is not told to its end has no summary.
    """
    history = hand.history
    views = [history.view, *(each.after for each in fold_each(history.view, history.events))]
    known = (known_sentence(each, views[each.events], symbols=symbols) for each in hand.known)
    heading, *lines = hand_lines(history, when, symbols=symbols)
    told = lines[: lines.index(HEADING.format("SUMMARY"))] if views[-1].playing else lines
    return (
        heading.removesuffix(" - "),
        *told,
        *((HEADING.format("CARDS"),) if hand.known else ()),
        *dict.fromkeys(known),
        *hand.notes,
    )


def known_sentence(known: KnownCards, view: TableView, *, symbols: bool = True) -> str:
    """Returns what a seat holds, in a sentence; a card that nobody knows is a question mark."""
    cards = " ".join("?" if card is None else format_card(card, symbols=symbols) for card in known.cards)
    return f"{view.name_at(known.seat)} holds {cards}"


def hand_text(history: HandHistory, when: str, *, symbols: bool = True) -> str:
    """Returns a hand as text that ends with a line break; see `hand_lines`."""
    return "\n".join(hand_lines(history, when, symbols=symbols)) + "\n"


def _seat_lines(view: TableView, button: int | None) -> Iterator[str]:
    for seat in view.occupied:
        bot = " (a bot)" if seat.bot else ""
        dealer = ", the button" if seat.seat == button else ""
        you = ", reading this" if seat.seat == view.you.seat else ""
        yield f"Seat {seat.seat}: {seat.name}{bot} with {seat.stack:,}{dealer}{you}"


def _summary_lines(history: HandHistory, after: TableView, *, symbols: bool) -> Iterator[str]:
    raked = sum(event.chips for event in history.events if isinstance(event, ev.RakeTaken))
    pot = sum(seat.won for seat in after.occupied) + raked + after.carried
    waits = f" | {after.carried:,} waits for the next hand" if after.carried else ""
    rake = f" | the house took {raked:,}" if raked else ""
    yield f"Total pot {pot:,}{rake}{waits}"
    boards = [board for board in _boards(history, after) if board]
    for number, board in enumerate(boards, start=1):
        run = f" of run {number}" if len(boards) > 1 else ""
        yield f"Board{run} {format_cards(board, symbols=symbols)}"
    void = next((event for event in history.events if isinstance(event, ev.HandVoided)), None)
    if void:
        yield f"The hand does not count: {void.reason}"
    is_played = void is None and not any(isinstance(event, ev.BlindsChopped) for event in history.events)
    own = after.you.cards
    for seat in after.occupied:
        yield _seat_summary(seat, own if seat.seat == after.you.seat else (), is_played=is_played, symbols=symbols)


def _boards(history: HandHistory, after: TableView) -> Iterator[tuple[Card, ...]]:
    """Yields the board of each run, or the only one."""
    for event, before, _ in fold_each(history.view, history.events):
        if isinstance(event, ev.RunBegan) and event.run > 1:
            yield before.board
    yield after.board


def _seat_summary(seat: SeatView, own: tuple[Card, ...], *, is_played: bool, symbols: bool) -> str:
    """Returns how a hand ended for a seat: its cards as far as the reader knows them, what it did and what it won.

    Without `is_played` there was no pot to win: the hand is void, or the blinds have chopped.
    """
    known = own or [card for card in seat.cards if card is not None]
    cards = f" {format_cards(known, symbols=symbols)}" if known else ""
    made = f" ({seat.shown_hand})" if seat.shown_hand else ""
    lost = "lost" if is_played else "has its chips back"
    ended = "folded" if seat.folded else f"won {seat.won:,}" if seat.won else lost
    return f"Seat {seat.seat}: {seat.name}{cards}{made} {ended}, {format_signed(seat.result)}"


class TallyNumber(NamedTuple):
    """A number that tells how somebody plays: its word, its short name, the largest usual one, and what it counts.

    It is the count `part` of a tally for each of the count `whole`, in percent but for the aggression factor.
    """

    word: str
    short: str
    part: str
    whole: str
    most: int
    meaning: str

    def value(self, tally: Tally) -> float | None:
        """Returns the number, None where there is nothing that it counts."""
        part, whole = getattr(tally, self.part), getattr(tally, self.whole)
        return (1 if self.short == "AF" else 100) * part / whole if whole else None

    def text(self, tally: Tally) -> str:
        """Returns the number in words, "-" where there is none."""
        value = self.value(tally)
        return "-" if value is None else f"{value:.1f}" if self.short == "AF" else f"{value:.0f}%"


TALLY_NUMBERS = (
    TallyNumber("plays", "VPIP", "entered", "choices", 60, "hands with chips put in freely before the flop"),
    TallyNumber("raises", "PFR", "raised", "choices", 60, "hands with a raise there"),
    TallyNumber("presses", "AF", "wagers", "calls", 4, "bets and raises for each call after it"),
    TallyNumber(
        "shows down", "WTSD", "showdowns", "flops", 60, "hands that go to a showdown, of those that see a flop"
    ),
    TallyNumber("wins there", "W$SD", "showdowns_won", "showdowns", 100, "showdowns that bring chips"),
)
"""The numbers of a player's style, in the order of the page of statistics."""
