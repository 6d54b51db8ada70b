"""Shortens the names of hands for places with little room: "nines full of kings" is "nines full" or "full" there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from railbird_client.drawing.text_width import cell_width
from railbird_shared.game.cards import Rank
from railbird_shared.protocol.view import SeatView

_RANKS = {name: rank for rank in Rank for name in (rank.word, rank.plural)}
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
    words = seat.shown_hand
    low = words.rpartition(", ")[2]
    if seat.winning_low_cards and not seat.winning_cards and low.endswith(_LOW_END):
        return low
    return words


def _forms(words: str) -> Iterator[str]:
    """Yields the ways to name a hand, the longest first; the low hand beside a high one is left out last."""
    yield words
    high, _, low = words.rpartition(", ")
    if high and low.endswith(_LOW_END):
        for form in (high, *_shorter(high)):
            yield f"{form}, {low}"
            yield from (f"{form}, {short}" for short in _shorter(low))
        yield high
        yield from _shorter(high)
    else:
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
        rank = _RANKS.get(pair[1])
        return f"pair {_figure(rank)}s" if rank else "pair"
    if high := _HIGH.fullmatch(plain):
        rank = _RANKS.get(high[1])
        return f"{_figure(rank)} high" if rank else ""
    return next((name for pattern, name in _SHORT if pattern.fullmatch(plain)), "")


def _figure(rank: Rank) -> str:
    return str(int(rank)) if rank <= Rank.TEN else rank.letter


def _like(words: str, form: str) -> str:
    """Returns a name with a capital first letter if the words have one."""
    return form[:1].upper() + form[1:] if words[:1].isupper() else form
