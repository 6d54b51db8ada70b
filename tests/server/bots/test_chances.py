"""Dealing the unknown cards many times over."""

from __future__ import annotations

import random

from railbird_server.bots.chances import TRIALS, Outcome, best_of, chance_of, shuffled, take
from railbird_server.bots.worth import worth_of
from railbird_server.rules.ranking import HIGH
from railbird_shared.cards import PACK, parse_cards
from viewing import HOLDEM


def test_a_chance_is_the_average_of_many_trials() -> None:
    worth = worth_of(HOLDEM)
    outcomes = iter([Outcome((2,), [(1,)])] * (TRIALS // 3) + [Outcome((1,), [(2,)])] * TRIALS)
    assert chance_of(worth, lambda _: next(outcomes), random.Random(1)) == TRIALS // 3 / TRIALS


def test_a_harder_game_is_dealt_less_often() -> None:
    dealt: list[random.Random] = []

    def trial(rng: random.Random) -> Outcome:
        dealt.append(rng)
        return Outcome((2,), [(2,)])

    assert chance_of(worth_of(HOLDEM), trial, random.Random(1), work=3) == 1 / 2
    assert len(dealt) == TRIALS // 3


def test_the_best_of_several_hands_is_taken_and_the_others_stay() -> None:
    deck = list(parse_cards("2s 7d Ks Kd 5c 9h Ah"))
    assert best_of(deck, 2, 3, HIGH.strength) == list(parse_cards("Ks Kd"))
    assert deck == list(parse_cards("2s 7d 5c 9h Ah"))


def test_what_is_shown_counts_with_the_hidden_cards() -> None:
    deck = list(parse_cards("Ks Kd 7c 2h"))
    assert best_of(deck, 2, 2, lambda hand: HIGH.strength((*hand, *parse_cards("7s 7d")))) == list(parse_cards("7c 2h"))


def test_a_short_deck_gives_what_it_has() -> None:
    deck = list(parse_cards("Ks Kd 7c"))
    assert best_of(deck, 2, 9, HIGH.strength) == list(parse_cards("Ks Kd"))
    assert take(deck, 3) == list(parse_cards("7c"))
    assert deck == []


def test_shuffling_keeps_every_card() -> None:
    assert set(shuffled(PACK, random.Random(1))) == set(PACK)
    assert shuffled(PACK, random.Random(1)) == shuffled(PACK, random.Random(1)) != list(PACK)
