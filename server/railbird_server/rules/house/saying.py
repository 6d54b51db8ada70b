"""A house in plain words: what is true of a game as it is played here, and what of that differs from a casino."""

from __future__ import annotations

from railbird_server.rules.house import card_facts, play_facts
from railbird_server.rules.house.card_facts import Facts
from railbird_server.rules.house.presets import CASINO
from railbird_server.rules.house.record import HouseRules
from railbird_server.rules.house.shaping import shape
from railbird_server.rules.ranking import RankingRules
from railbird_server.rules.variants import Variant

PLAIN = RankingRules()
"""The usual order of high hands, with the whole pack and nothing wild."""

EXPECTED = card_facts.order(PLAIN) | {"straddles": play_facts.NO_STRADDLES}
"""What players expect of a game to which only the house gives high hands, or blinds."""


def differences(house: HouseRules, variant: Variant) -> tuple[str, ...]:
    """Returns a sentence for each thing in which a game of the catalogue differs here from the same game in a casino.

    Raises BadSetup where the house cannot play the game.
    """
    usual = EXPECTED | facts(CASINO, variant)
    return tuple(said for subject, said in facts(house, variant).items() if usual.get(subject) != said)


def summary(house: HouseRules, variant: Variant) -> tuple[str, ...]:
    """Returns what players are told before they sit: the differences, and all about pack, wild cards and suits."""
    usual = EXPECTED | facts(CASINO, variant)
    plain = usual | card_facts.pack(PLAIN) | card_facts.wild_cards(PLAIN) | card_facts.ties(PLAIN) | EXPECTED
    return tuple(
        said
        for subject, said in facts(house, variant).items()
        if usual.get(subject) != said or plain.get(subject) != said
    )


def facts(house: HouseRules, variant: Variant) -> Facts:
    """Returns everything a house settles about a game of the catalogue; raises BadSetup where it cannot play it."""
    game = shape(house, variant)
    said: Facts = {}
    for part in (
        card_facts.division(game),
        card_facts.pack(game.ranking),
        card_facts.wild_cards(game.ranking),
        card_facts.wild_lows(game),
        card_facts.ties(game.ranking),
        card_facts.order(game.high),
        play_facts.betting(game),
        play_facts.draws(game),
        play_facts.start(house, game),
        play_facts.showdown(house, game),
        play_facts.chips(house, game),
    ):
        said |= part
    return said
