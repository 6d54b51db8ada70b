"""Dealing the unknown cards many times over."""

from __future__ import annotations

import random

from railbird_server.bots.equity import DEFAULT_TRIALS, TrialResult, estimate_equity, shuffled, take_best_hand, take_top
from railbird_shared.game.cards import PACK, parse_cards
from railbird_shared.game.ranking import HIGH_SCALE
from support.bot_builders import game_evaluator


def test_a_chance_is_the_average_of_many_trials() -> None:
    evaluator = game_evaluator("holdem")
    outcomes = iter([TrialResult((2,), [(1,)])] * (DEFAULT_TRIALS // 3) + [TrialResult((1,), [(2,)])] * DEFAULT_TRIALS)
    assert (
        estimate_equity(evaluator, lambda _: next(outcomes), random.Random(1)) == DEFAULT_TRIALS // 3 / DEFAULT_TRIALS
    )


def test_a_harder_game_is_dealt_less_often() -> None:
    dealt: list[random.Random] = []

    def trial(rng: random.Random) -> TrialResult:
        dealt.append(rng)
        return TrialResult((2,), [(2,)])

    assert estimate_equity(game_evaluator("holdem"), trial, random.Random(1), cost=3) == 1 / 2
    assert len(dealt) == DEFAULT_TRIALS // 3


def test_the_best_of_several_hands_is_taken_and_the_others_stay() -> None:
    deck = list(parse_cards("2s 7d Ks Kd 5c 9h Ah"))
    assert take_best_hand(deck, 2, 3, HIGH_SCALE.strength) == list(parse_cards("Ks Kd"))
    assert deck == list(parse_cards("2s 7d 5c 9h Ah"))


def test_upcards_count_with_the_hidden_cards() -> None:
    deck = list(parse_cards("Ks Kd 7c 2h"))
    assert take_best_hand(deck, 2, 2, lambda hand: HIGH_SCALE.strength((*hand, *parse_cards("7s 7d")))) == list(
        parse_cards("7c 2h")
    )


def test_too_short_a_deck_deals_all_its_cards() -> None:
    deck = list(parse_cards("Ks Kd 7c"))
    assert take_best_hand(deck, 2, 9, HIGH_SCALE.strength) == list(parse_cards("Ks Kd"))
    assert take_top(deck, 3) == list(parse_cards("7c"))
    assert deck == []


def test_shuffling_keeps_every_card() -> None:
    assert set(shuffled(PACK, random.Random(1))) == set(PACK)
    assert shuffled(PACK, random.Random(1)) == shuffled(PACK, random.Random(1)) != list(PACK)
