"""Dealing the unknown cards many times over."""

from __future__ import annotations

import random

from railbird_server.bots.chances import TRIALS, best_of, chance_of, share, shuffled, take
from railbird_shared.cards import PACK, parse_cards


def test_a_chance_is_the_average_of_many_trials() -> None:
    outcomes = iter([1.0] * (TRIALS // 3) + [0.0] * TRIALS)
    assert chance_of(lambda _: next(outcomes), random.Random(1)) == TRIALS // 3 / TRIALS


def test_the_pot_is_shared_among_equals() -> None:
    assert share(5, [4, 3]) == 1
    assert share(5, [5, 3]) == 1 / 2
    assert share(5, [5, 5]) == 1 / 3
    assert share(5, [6, 5]) == 0
    assert share(5, []) == 1


def test_the_best_of_several_hands_is_taken_and_the_others_stay() -> None:
    deck = list(parse_cards("2s 7d Ks Kd 5c 9h Ah"))
    assert best_of(deck, 2, 3) == list(parse_cards("Ks Kd"))
    assert deck == list(parse_cards("2s 7d 5c 9h Ah"))


def test_what_is_shown_counts_with_the_hidden_cards() -> None:
    deck = list(parse_cards("Ks Kd 7c 2h"))
    assert best_of(deck, 2, 2, parse_cards("7s 7d")) == list(parse_cards("7c 2h"))


def test_a_short_deck_gives_what_it_has() -> None:
    deck = list(parse_cards("Ks Kd 7c"))
    assert best_of(deck, 2, 9) == list(parse_cards("Ks Kd"))
    assert take(deck, 3) == list(parse_cards("7c"))
    assert deck == []


def test_shuffling_keeps_every_card() -> None:
    assert set(shuffled(PACK, random.Random(1))) == set(PACK)
    assert shuffled(PACK, random.Random(1)) == shuffled(PACK, random.Random(1)) != list(PACK)
