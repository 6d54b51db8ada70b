"""A sentence about a game and the clauses it rests on, and the small words that such sentences need."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

_NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class CitedSentence(Struct, frozen=True):
    """A sentence, and the ids of the clauses that it rests on."""

    text: str
    clauses: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.text} ({', '.join(self.clauses)})" if self.clauses else self.text


def cite(text: str, *clauses: str) -> CitedSentence:
    """Returns a sentence with its clauses."""
    return CitedSentence(text, clauses)


def join_sentences(sentences: Iterable[CitedSentence]) -> str:
    """Returns sentences one after the other, each with its clauses behind it."""
    return " ".join(map(str, sentences))


def number_word(count: int) -> str:
    """Returns a small number in words, a larger one in figures."""
    return _NUMBER_WORDS[count] if count < len(_NUMBER_WORDS) else f"{count:,}"


def cards_phrase(count: int) -> str:
    """Returns a number of cards in words: "one card", "three cards"."""
    return f"{number_word(count)} card{'' if count == 1 else 's'}"


def chips_phrase(count: int) -> str:
    """Returns an amount of chips: "1 chip", "1,000 chips"."""
    return f"{count:,} chip{'' if count == 1 else 's'}"
