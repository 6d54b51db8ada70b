"""The games on offer, taken together."""

from __future__ import annotations

from itertools import product

import msgspec
import pytest

from railbird_shared.game.cards import parse_cards
from railbird_shared.game.catalogue import find_mix
from railbird_shared.game.game_rules import BadSetup
from railbird_shared.game.ranking import scale_of
from railbird_shared.game.ranking_rules import RankingRules
from railbird_shared.game.variants import VARIANTS, get_variant


def test_horse_is_played_in_the_order_of_its_letters() -> None:  # VT-DC-4
    horse = find_mix("horse")
    assert horse is not None
    assert horse.games == ("limit-holdem", "omaha8", "razz", "seven-card-stud", "stud8")
    assert set(horse.games) <= set(VARIANTS)


@pytest.mark.parametrize("game", ["guts", "7-27", "bourre", ""])
def test_games_that_are_not_poker_are_not_offered(game: str) -> None:  # VT-DC-7, NA-13
    with pytest.raises(BadSetup, match="choose one of holdem"):
        get_variant(game)


def test_every_game_takes_two_players_and_some_game_fits_every_table_size() -> None:  # DL-23, DL-24
    assert {variant.min_seats for variant in VARIANTS.values()} == {2}
    for seats in range(2, 8):
        assert [variant for variant in VARIANTS.values() if variant.max_seats >= seats]
    assert max(variant.max_seats for variant in VARIANTS.values()) == 10


@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_the_pack_has_enough_cards_for_every_seat(game: str) -> None:  # DL-22, SK-6
    """For draws the first cards have to go round; a depleted pack is made anew from the discards."""
    variant = VARIANTS[game]
    first = variant.streets[0]
    wanted = variant.max_seats * (first.down + first.up)
    board = sum(street.board + street.burn for street in variant.streets if street.board)
    assert wanted + board <= len(variant.pack)


@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_every_game_is_dealt_from_one_pack(game: str) -> None:  # MD-6
    for rules in filter(None, (VARIANTS[game].high, VARIANTS[game].low)):
        assert rules.packs == 1


def test_category_order_is_the_same_with_one_pack_or_two() -> None:  # MD-2, CX-31
    rising = (
        "Ah Kd Qc Js 9d",
        "2h 2d Qc Js 9d",
        "2h 2d 3c 3s 9d",
        "2h 2d 2c Js 9d",
        "6h 5d 4c 3s 2h",
        "9h 7h 5h 3h 2h",
    )
    for packs in (1, 2):
        scale = scale_of(RankingRules(packs=packs))
        values = [scale.value(parse_cards(cards)) for cards in rising]
        assert values == sorted(values)


@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_the_rules_of_a_game_are_immutable(game: str) -> None:  # WC-25, LO-20
    variant = VARIANTS[game]
    for record, name in product((variant, variant.ranking), ("raise_cap", "wild_tiebreak")):
        with pytest.raises(AttributeError):
            setattr(record, name, None)


@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_a_game_can_be_written_as_data_and_read_back(game: str) -> None:
    """It can be written down and read back, so that a house can keep it."""
    variant = VARIANTS[game]
    assert msgspec.convert(msgspec.to_builtins(variant), type(variant)) == variant
