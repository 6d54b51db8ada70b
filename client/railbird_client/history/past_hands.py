"""Finished hands and statistics: what the server has told of them, and the pages that show it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import accumulate

from railbird_client.drawing.text_roles import Line, Lines, Span, TextRole, at, columns, ending
from railbird_client.drawing.text_width import wrap
from railbird_client.table.table_pages import PageWriter, sentence_lines
from railbird_shared.history.hand_history import HandSummary, NightStatistics, Tally
from railbird_shared.history.hand_text import hand_lines
from railbird_shared.history.narration import format_signed
from railbird_shared.protocol.messages import Hands, History, Statement, Statistics

TimeWriter = Callable[[int], str]
"""Writes a time of the calendar, given in seconds since the beginning of 1970, as the player's clock shows it."""

HINT = "↑ ↓ choose, Enter reads, [R] replays, ← → turn the page, / searches"


@dataclass(frozen=True, slots=True)
class PastHands:
    """What the server has told last: hands, one hand, statistics, a closed table's statement; or what it refused."""

    hands: Hands | None = None
    history: History | None = None
    statistics: Statistics | None = None
    statement: Statement | None = None
    error: str = ""

    def with_answer(self, answer: Hands | History | Statistics | Statement) -> PastHands:
        """Returns what is known after an answer."""
        match answer:
            case Hands():
                return replace(self, hands=answer, error="")
            case History():
                return replace(self, history=answer, error="")
            case Statistics():
                return replace(self, statistics=answer, error="")
            case Statement():
                return replace(self, statement=answer, error="")


def note_page(sentence: str) -> PageWriter:
    """Returns a page of one sentence."""
    return lambda width: _note(sentence, width)


def hands_page(past: PastHands, *, chosen: int, find: str, write_time: TimeWriter) -> PageWriter:
    """Returns the page that lists hands, `chosen` being the place of the marked one on it."""

    def write(width: int) -> Lines:
        if past.hands is None:
            return _note(past.error or "The hands are being looked for.", width)
        hands = past.hands
        if not hands.hands:
            return _note(f"No hand fits {find!r}." if find else "You have sat in no hand that is kept.", width)
        last = hands.first + len(hands.hands)
        heading = f"{hands.first + 1:,} to {last:,} of {hands.total:,}" + (f" with {find!r}" if find else "")
        lines: list[Line] = [(Span(heading, TextRole.DIM),)]
        for row, hand in enumerate(hands.hands):
            lines.append(_hand_line(hand, write_time(hand.ended_at), width, marked=row == chosen))
        return (*lines, (), *_note(past.error or HINT, width))

    return write


def _hand_line(hand: HandSummary, when: str, width: int, *, marked: bool) -> Line:
    role = TextRole.STRONG if marked else TextRole.TEXT
    net = format_signed(hand.net)
    words = (when, f"{hand.name} {hand.hand}", hand.game, f"pot {hand.pot:,}", ", ".join(hand.players))
    facts = at(0, f"{'>' if marked else ' '} {'  '.join(words)}", role, max_width=max(1, width - len(net) - 2))
    return columns(width, facts, ending(width, net, TextRole.WIN if hand.net > 0 else role))


def hand_page(history: History, *, write_time: TimeWriter, two_colour: bool = False) -> PageWriter:
    """Returns the page of one hand, in the sentences of the table."""
    lines = hand_lines(history.history, write_time(history.history.ended_at))

    def write(width: int) -> Lines:
        return sentence_lines(lines, width, two_colour=two_colour)

    return write


COLUMNS = (("hands", 6), ("VPIP", 6), ("PFR", 6), ("AF", 5), ("SD", 5), ("won", 6), ("net", 9))
"""The headings of the numbers, and the width of each column."""

EXPLANATION = (
    "VPIP: hands with chips put in freely in the first round; PFR: with a raise there; AF: bets and raises for each "
    "call after it; SD: showdowns, and the share of them that won chips."
)


def statistics_page(past: PastHands, *, write_time: TimeWriter) -> PageWriter:
    """Returns the page of statistics: everybody's of a night, or a player's own by night."""

    def write(width: int) -> Lines:
        if past.statistics is None:
            return _note(past.error or "The hands are being counted.", width)
        nights = past.statistics.nights
        if not nights:
            return _note("There is no finished hand to count yet.", width)
        lines: list[Line] = []
        for night in nights:
            lines += [*_night_lines(night, width, write_time), ()]
        return (*lines, *_note(past.error or EXPLANATION, width))

    return write


def count_hands(number: int) -> str:
    """Returns a number of hands in words: "1 hand", "1,204 hands"."""
    return "1 hand" if number == 1 else f"{number:,} hands"


def _night_lines(night: NightStatistics, width: int, write_time: TimeWriter) -> Lines:
    rows: list[tuple[str, Tally, TextRole]] = []
    for player in night.players:
        rows.append((player.name, player.total, TextRole.STRONG if player.you else TextRole.TEXT))
        if len(player.games) > 1:
            rows += [(f"  {each.game}", each.tally, TextRole.DIM) for each in player.games]
    title = f"{night.name}, {write_time(night.ended_at)}, {count_hands(night.hands)}"
    names = max(8, width - sum(size for _, size in COLUMNS))
    ends = [*accumulate((size for _, size in COLUMNS), initial=names)][1:]
    lines: list[Line] = [(Span(title, TextRole.TITLE),)]
    for name, tally, role in [("", None, TextRole.DIM), *rows]:
        numbers = (number or heading for (heading, _), number in zip(COLUMNS, _numbers(tally), strict=True))
        cells = (ending(end, number, role) for end, number in zip(ends, numbers, strict=True))
        lines.append(columns(width, at(0, name, role, max_width=names - 1), *cells))
    return tuple(lines)


def _numbers(tally: Tally | None) -> tuple[str, ...]:
    """Returns the numbers of a row; nothing for the row of headings."""
    if tally is None:
        return ("",) * len(COLUMNS)
    aggression = "-" if tally.aggression is None else f"{tally.aggression:.1f}"
    return (
        f"{tally.hands:,}",
        _share(tally.vpip),
        _share(tally.pfr),
        aggression,
        f"{tally.showdowns:,}",
        _share(tally.won_at_showdown),
        format_signed(tally.net),
    )


def _share(percent: float | None) -> str:
    return "-" if percent is None else f"{percent:.0f}%"


def _note(sentence: str, width: int) -> Lines:
    return tuple((Span(line, TextRole.DIM),) for line in wrap(sentence, width))
