"""Cards, amounts and sentences of the product as words that can be spoken."""

from __future__ import annotations

import pytest

from railbird_client.lines.speech import _KEY_WORDS, cards_words, placed_cards, speak
from railbird_client.lines.words import WORDS
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.clauses import clause_texts
from support.unspeakable import UNSPEAKABLE

SPOKEN = {
    "— hand 12 · bomb pot · Wren has the button · 1,250 already in the pot —": (
        "Hand 12, bomb pot, Wren has the button, 1250 already in the pot."
    ),
    "— flop K♥ 8♣ J♠ — pot 1,010": "Flop: king of hearts, eight of clubs, jack of spades. Pot 1010.",
    "— flop Kh 8c Js — pot 10": "Flop: king of hearts, eight of clubs, jack of spades. Pot 10.",
    "— preflop — pot 3": "Preflop. Pot 3.",
    "— run 1 of 2 —": "Run 1 of 2.",
    "Wren K♦ · Heron 10♠": "Wren king of diamonds; Heron ten of spades.",
    "your hand: J-10-9-7, Q-10 low": "Your hand: jack ten nine seven, queen ten low.",
    "Wren shows A♠ X: 8-7-5-4-A": "Wren shows ace of spades, joker: eight seven five four ace.",
    "plays A♠ X as A♣; low 4♠ 3♠": "Plays ace of spades, joker as ace of clubs; low four of spades, three of spades.",
    "As the table is paused, nothing is dealt. As before": "As the table is paused, nothing is dealt. As before.",
    "As Omaha, high and low share equally.": "As Omaha, high and low share equally.",
    "As is a common card for everybody": "Ace of spades is a common card for everybody.",
    "A big blind is the only one. (CX-42, HS-1..HS-3)": "A big blind is the only one.",
    "Equal ranks are decided by shdc.": "Equal ranks are decided by spades, hearts, diamonds, clubs.",
    "Chances: Wren <1%, Jay ~69%": "Chances: Wren less than 1 percent, Jay about 69 percent.",
    "You sit out: press [S] to come back.": "You sit out: say sit to come back.",
    "You are watching a tournament: [^T] shows its clock and places.": (
        "You are watching a tournament: the word tournament shows its clock and places."
    ),
    "Bo moves −1,204, Cid +38": "Bo moves minus 1204, Cid plus 38.",
    "the game is No-Limit Hold'em 1/2": "The game is No-Limit Hold'em 1 and 2.",
    "raise ½ the pot in 5 s…": "Raise half the pot in 5 seconds.",
    "[b]x♠[/b] sits down": "B x spades /b sits down.",
    "": "",
}


@pytest.mark.parametrize("sentence", SPOKEN)
def test_a_sentence_is_spoken_in_words(sentence: str) -> None:
    assert speak(sentence) == SPOKEN[sentence]


def test_cards_are_told_in_words_and_by_their_places() -> None:
    cards = parse_cards("Ts 2c X")
    assert cards_words(cards, wild=parse_cards("2c")) == "ten of spades, two of clubs, wild, joker"
    assert placed_cards(cards) == "first ten of spades, second two of clubs, third joker"
    assert cards_words(()) == "no cards"


def test_every_rule_can_be_spoken() -> None:
    spoken = [speak(text) for text in clause_texts().values()]
    assert [sentence for sentence in spoken if UNSPEAKABLE.search(sentence)] == []


def test_every_key_of_a_sentence_is_spoken_as_a_word_that_there_is() -> None:
    assert {word for word in _KEY_WORDS.values() if word not in WORDS} == {"on"}
