"""Describes house rules in sentences for people: all of a game's rules, and those that differ from a casino's.

Programs read `GameRules` instead; no program reads these sentences back.
"""

from __future__ import annotations

from railbird_shared.game.ranking_rules import RankingRules
from railbird_shared.game.variants import Variant
from railbird_shared.house import describe_cards, describe_play
from railbird_shared.house.apply import apply_house_rules
from railbird_shared.house.describe_cards import Facts
from railbird_shared.house.effects import effective_rules
from railbird_shared.house.house_rules import NO_STRADDLES, HouseRules
from railbird_shared.house.presets import CASINO
from railbird_shared.house.rule import rules_of

STANDARD_RANKING = RankingRules()
"""The usual ranking of high hands: the whole pack and nothing wild."""

EXPECTED_FACTS = describe_cards.high_order(STANDARD_RANKING) | {"straddles": NO_STRADDLES}
"""The facts that players expect of a game which has high hands, or blinds, only in this house."""


def differences(house: HouseRules, variant: Variant) -> tuple[str, ...]:
    """Returns a sentence for each rule in which a game differs in this house from the same game in a casino.

    Raises BadSetup if the house cannot play the game.
    """
    usual = EXPECTED_FACTS | facts(CASINO, variant)
    return tuple(said for subject, said in facts(house, variant).items() if usual.get(subject) != said)


def summary(house: HouseRules, variant: Variant) -> tuple[str, ...]:
    """Returns what players read before they sit down: the differences, and all about pack, wild cards and suits."""
    usual = EXPECTED_FACTS | facts(CASINO, variant)
    standard = (
        usual
        | describe_cards.pack(STANDARD_RANKING)
        | describe_cards.wild_cards(STANDARD_RANKING)
        | describe_cards.suit_ties(STANDARD_RANKING)
        | EXPECTED_FACTS
    )
    return tuple(
        said
        for subject, said in facts(house, variant).items()
        if usual.get(subject) != said or standard.get(subject) != said
    )


SUBJECTS = (
    *("played", "low_scale", "a6_broadway_straight", "a6_aces_high_pair", "qualifier", "pack", "jokers", "wild_ranks"),
    *("lowest_wild", "double_ace_flush", "wild_tiebreak", "wild_lows", "suit_tiebreak", "suit_order", "unbeatable"),
    *("flush_over_full", "structure", "raise_cap", "discard_limit", "fifth_card_last", "bottom_card_held"),
    *("opener_first_round2", "sevens_must_bet", "forced_bets", "first_dealer", "open_requirement", "burn", "odd_chip"),
    *("declared_hands", "see_called_hands", "hilo_declare", "runs", "rake", "min_buy_in_multiple", "newcomers_wait"),
    *("straddles", "blinds", "ante", "seats", "show_one_card", "rabbit_hunt", "chopped_blinds", "seven_deuce"),
    *("bomb_pot", "all_in_chances"),
)
"""The order in which facts are told; those of other subjects follow."""


def facts(house: HouseRules, variant: Variant) -> Facts:
    """Returns all the rules of a game as a house plays it; raises BadSetup if the house cannot play it."""
    game = apply_house_rules(house, variant)
    house = effective_rules(house, variant)
    told = {
        rule.name: " ".join(rule.told(rule.value_in(house)))
        for rule in rules_of(type(house)).values()
        if rule.counts(house, variant)
    }
    sentences: Facts = {subject: sentence for subject, sentence in told.items() if sentence}
    for part in (
        describe_cards.pot_division(game),
        describe_cards.pack(game.ranking),
        describe_cards.wild_cards(game.ranking),
        describe_cards.wild_cards_in_lows(game),
        describe_cards.suit_ties(game.ranking),
        describe_cards.high_order(game.high),
        describe_play.betting(game),
        describe_play.draws(game),
        describe_play.hand_start(house, game),
        describe_play.showdown(game),
        describe_play.chips_and_seats(house, game),
    ):
        sentences |= part
    return {subject: sentences.pop(subject) for subject in SUBJECTS if subject in sentences} | sentences
