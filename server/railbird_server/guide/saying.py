"""A sentence about a game and the clauses it rests on, and the small words that such sentences need."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Said(Struct, frozen=True):
    """A sentence, and the ids of the clauses that it rests on."""

    text: str
    because: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.text} ({', '.join(self.because)})" if self.because else self.text


def said(text: str, *because: str) -> Said:
    """Returns a sentence with its clauses."""
    return Said(text, because)


def together(sentences: Iterable[Said]) -> str:
    """Returns sentences one after the other, each with its clauses behind it."""
    return " ".join(map(str, sentences))


def number(count: int) -> str:
    """Returns a small number in words, a larger one in figures."""
    return _NUMBERS[count] if count < len(_NUMBERS) else f"{count:,}"


def cards(count: int) -> str:
    """Returns a number of cards in words: "one card", "three cards"."""
    return f"{number(count)} card{'' if count == 1 else 's'}"


def chips(count: int) -> str:
    """Returns an amount of chips: "1 chip", "1,000 chips"."""
    return f"{count:,} chip{'' if count == 1 else 's'}"
