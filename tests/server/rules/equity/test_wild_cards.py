"""Wild cards and jokers count in equities as they count when every deal is shown down by the rules."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from railbird_server.rules.equity import unseen_cards
from railbird_server.rules.spot import Spot, ToCome
from railbird_shared.game.game_rules import BadSetup, JokerRole
from railbird_shared.game.variants import VARIANTS, Variant
from railbird_shared.house.apply import apply_house_rules
from railbird_shared.house.house_rules import HouseRules
from support.equity_spots import count_chips, equities_of, last_card_of, random_spot

WILD_CARDS = ("deuces", "one-eyed-jacks", "Td, Kh", "Q", "lowest-card", "lowest-concealed")
GAMES_WITH_WILD_CARDS = ("holdem", "omaha", "omaha8", "five-card-stud", "seven-card-stud", "stud8")


def few_left(spot: Spot, variant: Variant, left: int, seed: int) -> Spot:
    """The spot with all but so many of the unseen cards gone."""
    unseen = unseen_cards(
        variant.pack, [*spot.board, *spot.gone, *[card for hand in spot.hands for card in hand.cards]]
    )
    random.Random(seed).shuffle(unseen)
    return replace(spot, gone=(*spot.gone, *unseen[left:]))


def game_with(game: str, **changes: object) -> Variant | None:
    """The game in a house with some rules, None where it cannot be played so."""
    try:
        return apply_house_rules(HouseRules(**changes), VARIANTS[game])  # type: ignore[arg-type]
    except BadSetup:
        return None


def check_every_deal(variant: Variant, spot: Spot) -> None:
    found = equities_of(spot)
    assert found.exact
    assert {hand.seat: found.expected_chips(hand.seat) for hand in spot.hands} == count_chips(variant, spot)


@pytest.mark.parametrize("wild", WILD_CARDS)
@pytest.mark.parametrize("game", GAMES_WITH_WILD_CARDS)
def test_wild_cards_count_as_at_the_showdown(game: str, wild: str) -> None:
    variant = game_with(game, wild_ranks=wild)
    if variant is None:
        return
    for seed in range(6):
        spot = random_spot(variant, 2, last_card_of(variant), seed)
        check_every_deal(variant, few_left(spot, variant, 10 if spot.to_come.own else 30, seed))


@pytest.mark.parametrize("jokers", [1, 2])
@pytest.mark.parametrize("role", list(JokerRole))
@pytest.mark.parametrize("game", ["holdem", "omaha8", "seven-card-stud", "razz"])
def test_jokers_count_as_at_the_showdown(game: str, role: JokerRole, jokers: int) -> None:
    variant = game_with(game, jokers=jokers, joker_role=role)
    if variant is None:
        return
    for seed in range(4):
        spot = random_spot(variant, 2, last_card_of(variant), seed)
        check_every_deal(variant, few_left(spot, variant, 10 if spot.to_come.own else 30, seed))


@pytest.mark.parametrize("wild", ["lowest-card", "lowest-concealed", "deuces"])
def test_the_common_last_card_of_stud_counts_among_those_held(wild: str) -> None:
    variant = game_with("seven-card-stud", wild_ranks=wild)
    assert variant is not None
    before_last = replace(variant, streets=variant.streets[:-1])
    for seed in range(6):
        spot = replace(random_spot(before_last, 2, ToCome(), seed), to_come=ToCome(board=1))
        check_every_deal(variant, spot)
