"""A seat in words: its state, its cards as a line of text, and short names of hands.

"nines full of kings" is "nines full" or "full" where there is little room.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from railbird_client.drawing.card_art import card_row, is_given_up
from railbird_client.drawing.text_roles import Span, TextRole
from railbird_client.drawing.text_width import cell_width, format_chips
from railbird_client.table.view_models import SeatViewModel
from railbird_shared.game.announced_game import Family
from railbird_shared.game.cards import Rank
from railbird_shared.protocol.view import LastAct, SeatView

_NARROW_WIDTH = 12
_USUAL_TEXT_WIDTH = 18
_MAX_SPACED_CARDS = 3  # the most cards of a hand with a board that are written with gaps
_STUD_DOTS = 3  # what stands for a hand of stud in which no card lay open
ALL_IN = "ALL-IN"
_OFFLINE = "offline"
_SHOWDOWN_WORDS = {LastAct.SHOWED: "shows", LastAct.MUCKED: "mucks"}


def name_role(seat: SeatView) -> TextRole:
    """Returns the role of a name: winner, in the hand, or not."""
    return TextRole.WIN if seat.won else TextRole.STRONG if seat.live else TextRole.DIM


def state_text(model: SeatViewModel, seat: SeatView, room: int) -> tuple[str, TextRole]:
    """Returns that a seat is to act, or else its status, in a few words for `room` cells."""
    if not model.to_act:
        words, role = status_text(seat, model.family, room)
        return (f"{model.chance.words} {words}".strip() if model.chance else words), role
    return ("to act", TextRole.TURN) if seat.connected else (_OFFLINE, TextRole.WARN)


def status_text(seat: SeatView, family: Family, room: int = _USUAL_TEXT_WIDTH) -> tuple[str, TextRole]:
    """Returns what a seat did last or its state, in a few words for `room` cells."""
    if seat.won:
        return f"{'wins ' if room > _NARROW_WIDTH else '+'}{format_chips(seat.won, max(5, room - 5))}", TextRole.WIN
    if not seat.connected:
        return (_OFFLINE, TextRole.WARN)
    if seat.requested and not seat.live:
        return f"asks {format_chips(seat.requested, max(5, room - 5))}", TextRole.STRONG
    if seat.sitting_out and not seat.live:
        return "sitting out" if room > _NARROW_WIDTH else "away", TextRole.DIM
    if seat.folded:
        return "fold", TextRole.FAINT
    if seat.all_in and seat.last_act not in _SHOWDOWN_WORDS:
        return ALL_IN, TextRole.WARN
    if not seat.in_hand:
        return "", TextRole.DIM
    if seat.last_act is LastAct.DREW:
        return f"{'threw' if family is Family.BOARD else 'drew'} {seat.drew}", TextRole.TEXT
    return _SHOWDOWN_WORDS.get(seat.last_act, seat.last_act.value), TextRole.TEXT


def result_text(result: int, room: int | None = None) -> str:
    """Returns what a player has won or lost at this table, empty for nothing: "up 38", "down 1,200"."""
    return f"{'up' if result > 0 else 'down'} {format_chips(abs(result), room)}" if result else ""


def seat_card_spans(model: SeatViewModel, seat: SeatView) -> list[Span]:
    """Returns a seat's cards as spans of one line: names, backs, or dots for a hand given up."""
    if seat.in_hand and not seat.cards and is_given_up(seat):
        count = _STUD_DOTS if model.family is Family.STUD else model.dealt_count
        return [Span(("" if count > _MAX_SPACED_CARDS else " ").join("·" * count), TextRole.FAINT)]
    if not any(seat.cards) and (model.family is Family.DRAW or len(seat.cards) > _MAX_SPACED_CARDS):
        return [Span("▒" * len(seat.cards), TextRole.CARD_BACK)]
    no_gaps = model.family is Family.BOARD and len(seat.cards) > _MAX_SPACED_CARDS
    return card_row(seat.cards, model.card_style, gap="" if no_gaps else " ", dimmed=is_given_up(seat))


_FIGURES = {
    name: str(int(rank)) if rank <= Rank.TEN else rank.letter for rank in Rank for name in (rank.word, rank.plural)
}
_SHORT = (
    (re.compile(r"three \w+"), "trips"),
    (re.compile(r"four \w+"), "quads"),
    (re.compile(r"five \w+"), "quints"),
    (re.compile(r"\w+ full of \w+|full house"), "full"),
    (re.compile(r"\w+ and \w+|two pair"), "2 pair"),
    (re.compile(r"royal flush"), "royal"),
    (re.compile(r"[\w-]+-high straight flush|straight flush|steel wheel"), "str flush"),
    (re.compile(r"[\w-]+-high flush|flush"), "flush"),
    (re.compile(r"[\w-]+-high straight|straight|wheel|broadway"), "straight"),
)
_PAIR = re.compile(r"pair of (\w+)")
_HIGH = re.compile(r"(\w+)(?:-\w+)* high")
_LOW = re.compile(r"(\w+-\w+)(?:-\w+)+( low| badugi)?")
_FEW = re.compile(r"badugi of (?P<count>\w+): (?P<ranks>\S+)")
_COUNTS = {"one": 1, "two": 2, "three": 3}
_LOW_END = " low"


def fit_hand(words: str, room: int) -> str:
    """Returns the name of a hand in at most `room` cells: whole, or a shorter one, or empty where none fits whole."""
    return next((each for each in _forms(words) if cell_width(each) <= room), "")


def won_hand(seat: SeatView) -> str:
    """Returns the name of the hand of a seat: of one that has won the low half alone only the low hand."""
    low = seat.shown_hand.rpartition(", ")[2]
    is_low = seat.winning_low_cards and not seat.winning_cards and low.endswith(_LOW_END)
    return low if is_low else seat.shown_hand


def _forms(words: str) -> Iterator[str]:
    """Yields the ways to name a hand, the longest first; the low hand beside a high one is left out last."""
    yield words
    high, _, low = words.rpartition(", ")
    if high and low.endswith(_LOW_END):
        for form in (high, *_shorter(high)):
            yield f"{form}, {low}"
            yield from (f"{form}, {short}" for short in _shorter(low))
        yield high
        words = high
    yield from _shorter(words)


def _shorter(words: str) -> Iterator[str]:
    """Yields shorter names of one hand, with its first letter as it was."""
    head, _, tail = words.partition(", ")
    for form in (*((tail,) if " full of " in tail else ()), *([head] if tail else ())):
        yield _like(words, form)
        if " full of " in form:
            yield _like(words, form.partition(" of ")[0])
    if not tail and " full of " in head:
        yield head.partition(" of ")[0]
    if short := _short(head):
        yield _like(words, short)


def _short(words: str) -> str:
    """Returns the shortest name of a hand, empty if it has none: "pair 9s", "trips", "8-6 low", "3-card 7"."""
    plain = words[:1].lower() + words[1:]
    if few := _FEW.fullmatch(plain):
        return f"{_COUNTS[few['count']]}-card {few['ranks'].partition('-')[0]}" if few["count"] in _COUNTS else ""
    if low := _LOW.fullmatch(words):
        return f"{low[1]}{low[2] or _LOW_END}"
    if pair := _PAIR.fullmatch(plain):
        return f"pair {_FIGURES[pair[1]]}s" if pair[1] in _FIGURES else "pair"
    if high := _HIGH.fullmatch(plain):
        return f"{_FIGURES[high[1]]} high" if high[1] in _FIGURES else ""
    return next((name for pattern, name in _SHORT if pattern.fullmatch(plain)), "")


def _like(words: str, form: str) -> str:
    """Returns a name with a capital first letter if the words have one."""
    return form[:1].upper() + form[1:] if words[:1].isupper() else form
