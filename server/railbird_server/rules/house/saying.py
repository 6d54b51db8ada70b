"""A house in plain words: what is true of a game as it is played here, and what of that differs from a casino."""

from __future__ import annotations

from railbird_server.rules.house import card_facts, play_facts
from railbird_server.rules.house.card_facts import Facts
from railbird_server.rules.house.presets import CASINO
from railbird_server.rules.house.record import HouseRules
from railbird_server.rules.house.shaping import apply_house_rules
from railbird_server.rules.ranking import RankingRules
from railbird_server.rules.variants import Variant

STANDARD_RANKING = RankingRules()
"""The usual order of high hands, with the whole pack and nothing wild."""

EXPECTED_FACTS = card_facts.high_order(STANDARD_RANKING) | {"straddles": play_facts.NO_STRADDLES}
"""What players expect of a game to which only the house gives high hands, or blinds."""


def differences(house: HouseRules, variant: Variant) -> tuple[str, ...]:
    """Returns a sentence for each thing in which a game of the catalogue differs here from the same game in a casino.

    Raises BadSetup where the house cannot play the game.
    """
    usual = EXPECTED_FACTS | facts(CASINO, variant)
    return tuple(said for subject, said in facts(house, variant).items() if usual.get(subject) != said)


def summary(house: HouseRules, variant: Variant) -> tuple[str, ...]:
    """Returns what players are told before they sit: the differences, and all about pack, wild cards and suits."""
    usual = EXPECTED_FACTS | facts(CASINO, variant)
    standard = usual | card_facts.pack(STANDARD_RANKING) | card_facts.wild_cards(STANDARD_RANKING) | card_facts.suit_ties(STANDARD_RANKING) | EXPECTED_FACTS
    return tuple(
        said
        for subject, said in facts(house, variant).items()
        if usual.get(subject) != said or standard.get(subject) != said
    )


def facts(house: HouseRules, variant: Variant) -> Facts:
    """Returns everything a house settles about a game of the catalogue; raises BadSetup where it cannot play it."""
    game = apply_house_rules(house, variant)
    sentences: Facts = {}
    for part in (
        card_facts.pot_division(game),
        card_facts.pack(game.ranking),
        card_facts.wild_cards(game.ranking),
        card_facts.wild_cards_in_lows(game),
        card_facts.suit_ties(game.ranking),
        card_facts.high_order(game.high),
        play_facts.betting(game),
        play_facts.draws(game),
        play_facts.hand_start(house, game),
        play_facts.showdown(house, game),
        play_facts.chips_and_seats(house, game),
    ):
        sentences |= part
    return sentences
