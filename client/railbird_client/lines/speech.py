"""Cards, amounts and sentences as words that a screen reader speaks: no sign, no box, no bare letter for a card."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

from railbird_client.drawing.text_roles import capitalize
from railbird_shared.game.cards import RANK_OF_LETTER, Card, Rank, Suit

_SUITS = {letter: suit.name.lower() for suit in Suit for letter in (suit.letter, suit.symbol) if letter}

_KEYS = """
S=sit +=chips *=topup #=move L=leave I=post ^T=tournament T=tournaments ,=break -=no .=pause W=why V=show O=show E=see
Y=yes N=no Space=on F2=game H=log $=statement Q=give J=invite F=fold C=call R=raise A=allin P=pat Enter=yes Esc=no
F7=tables /=chop !=bomb G=game D=give F9=players ?=help Tab=say
"""
_KEY_WORDS = {key: word for key, _, word in (pair.partition("=") for pair in _KEYS.split())}
"""The words that do what a key of the table does, by the key as sentences show it."""

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
_FRACTIONS = {"¼": "a quarter", "½": "half", "¾": "three quarters", "⅓": "a third", "⅔": "two thirds"}

_CARD = r"(?:10|[2-9TJQKA])(?:[♠♥♦♣][\ufe0e\ufe0f]?|[cdhs](?![\w'’]))|X(?![\w'’])"
_CARDS = re.compile(rf"(?<![\w'’])(?:{_CARD})\*?(?: (?:{_CARD})\*?)*")
_ENGLISH = re.compile(rf"(?:^|(?<=[.?!:] ))A[sdh](?= [A-Za-z])(?! (?:{_CARD}|is a common))")  # as in "As before"
_CITED = re.compile(r" ?\((?:[A-Z]{2,}(?:-[A-Z0-9]+)*-\d+(?:\.\.|, )?)+\)")
_ORDER = re.compile(r"\b(?=\w*s)(?=\w*h)(?=\w*d)[shdc]{4}\b")
_RANKS = re.compile(r"(?<![\w-])(?:10|[2-9TJQKA])(?:-(?:10|[2-9TJQKA]))+(?![\w-])")
_KEY = re.compile(r"(?:\b([Pp]ress ))?\[(\^?[A-Z]|F\d\d?|Space|Enter|Esc|Tab|[-+*#/!,.$?])\]")


def card_words(card: Card, wild: Container[Card] = ()) -> str:
    """Returns a card in words: "ten of spades", "joker", "two of clubs, wild"."""
    words = "joker" if card.is_joker else f"{card.rank.word} of {card.suit.name.lower()}"
    return f"{words}, wild" if card in wild and not card.is_joker else words


def cards_words(cards: Iterable[Card], wild: Container[Card] = ()) -> str:
    """Returns cards in words with commas between them; "no cards" for none."""
    return ", ".join(card_words(card, wild) for card in cards) or "no cards"


def placed_cards(cards: Iterable[Card], wild: Container[Card] = ()) -> str:
    """Returns cards with their places, by which they are drawn for: "first ace of spades, second two of hearts"."""
    places = (*_PLACES, *(f"number {place}" for place in range(len(_PLACES) + 1, 53)))
    return ", ".join(f"{place} {card_words(card, wild)}" for place, card in zip(places, cards, strict=False))


def number_word(number: int) -> str:
    """Returns a small number as a word, a larger one in digits."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else amount_words(number)


def amount_words(chips: int) -> str:
    """Returns an amount in digits, without marks between thousands and with minus as a word."""
    return f"minus {-chips}" if chips < 0 else f"{chips}"


def speak(sentence: str) -> str:
    """Returns a sentence of the product as it is spoken: a whole sentence without signs, boxes, keys and card codes."""
    text = _CITED.sub("", _ENGLISH.sub(lambda found: found[0][0] + "\0" + found[0][1:], sentence.strip()))
    text = _ORDER.sub(lambda found: ", ".join(_SUITS[letter] for letter in found[0]), _headings(text))
    text = _KEY.sub(_key_words, text)
    text = _CARDS.sub(lambda found: ", ".join(map(_code_words, found[0].split())), text).replace("\0", "")
    text = _RANKS.sub(lambda found: " ".join(_rank_word(letter) for letter in found[0].split("-")), text)
    for pattern, words in _SIGNS:
        text = pattern.sub(words, text)
    text = " ".join(text.split()).strip(" ,;")
    return capitalize(text) + ("" if not text or text[-1] in ".?!:" else ".")


def _headings(text: str) -> str:
    """Returns the heading of a hand or street as sentences: "— flop K♦ 9♠ 4♥ — pot 10" has the cards and the pot."""
    if not text.startswith("—"):
        return text
    words = ". ".join(capitalize(part) for part in re.split(r"\s*—\s*", text.strip("— "))).replace(" · ", ", ")
    first = re.search(rf"(?<=[a-z]) (?={_CARD})", words)
    return words if first is None else f"{words[: first.start()]}: {words[first.end() :]}"


def _key_words(found: re.Match[str]) -> str:
    word = _KEY_WORDS.get(found[2], "help")
    return f"{'Say' if found[1][0] == 'P' else 'say'} {word}" if found[1] else f"the word {word}"


def _code_words(code: str) -> str:
    wild = ", wild" * code.endswith("*")
    code = code.rstrip("*\ufe0e\ufe0f")
    return "joker" if code == "X" else f"{_rank_word(code[:-1])} of {_SUITS[code[-1]]}{wild}"


def _rank_word(letter: str) -> str:
    return RANK_OF_LETTER.get(letter, Rank.TEN).word


_SIGNS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (r"(?<=\d),(?=\d{3}\b)", ""),
        (r"[−](?=\d)|(?<![\w.])-(?=\d)", "minus "),
        (r"(?<![\w.])\+(?=\d)", "plus "),
        (r"~(?=[\d<>])", "about "),
        (r"<(?=\d)", "less than "),
        (r">(?=\d)", "more than "),
        (r"(?<=\d)%", " percent"),
        (r"(?<=\d)/(?=\d)", " and "),
        (r"(?<=\d) s\b", " seconds"),
        (r"(?<=\d) min\b", " minutes"),
        (r"(?<=\d) h\b", " hours"),
        *((rf"(?<=\d){sign}", f" and {words}") for sign, words in _FRACTIONS.items()),
        *(_FRACTIONS.items()),
        *((suit.symbol, f" {suit.name.lower()} ") for suit in Suit if suit.symbol),
        (r"\s+·\s+", "; "),
        (r"\s+\|\s+", " or "),
        (r"\s+[—–]\s+", ", "),
        (r"(?<=\d)–(?=\d)", " to "),
        (r"…", "."),
        (r"×", " times "),
        (r"→", " to "),
        (r"[−·—–•●*`\[\]{}|<>~^_\\\ufe0e\ufe0f\u2500-\u25ff]+", " "),
        (r"\(\s*\)", ""),
    )
)
"""The words spoken for signs, in the order in which the signs are looked for."""
