"""Codes, variants and forced bets."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_server.history.game_setup import GAME_CODES, game_code_of, setup_of, variant_of
from railbird_server.history.parser import BadHistory, RecordedHand, parse_hand, parse_histories
from railbird_server.rules.setup import ExtraPost, Setup
from railbird_shared.game.game_rules import OddChip
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol.events import Post
from support.history_builders import history_text


def record(variant: str = "NT", **fields: object) -> RecordedHand:
    return parse_hand(parse_histories(history_text("", variant=variant, **fields))[""])


def setup(variant: str = "NT", **fields: object) -> Setup:
    read = record(variant, **fields)
    return setup_of(read, variant_of(read))


@pytest.mark.parametrize(("code", "game"), GAME_CODES.items())
def test_every_code_maps_to_a_game_of_the_catalogue_and_back(code: str, game: str) -> None:
    assert game_code_of(VARIANTS[game]) == code
    assert variant_of(record(code)).id == game


def test_no_other_game_has_a_code() -> None:
    assert {game for game, variant in VARIANTS.items() if game_code_of(variant)} == set(GAME_CODES.values())


def test_only_house_rules_that_a_history_cannot_record_keep_the_code() -> None:
    house = replace(VARIANTS["omaha8"], name="Ours", raise_cap=4, odd_chip=OddChip.SUIT, max_seats=5, runs=3)
    assert game_code_of(house) == "FO/8"
    assert game_code_of(replace(VARIANTS["omaha8"], low=None)) is None


def test_ordinary_blinds_are_no_extra_posts() -> None:
    made = setup()
    assert (made.small_blind, made.big_blind, made.button, made.extra_posts) == (1, 2, 3, ())
    assert (made.game.stakes.small_blind, made.game.stakes.big_blind) == (1, 2)


def test_heads_up_the_button_posts_the_small_blind() -> None:
    made = setup(antes=[0, 0], blinds_or_straddles=[1, 2], starting_stacks=[50, 60])
    assert (made.small_blind, made.big_blind, made.button) == (2, 1, 2)


def test_a_straddle_is_posted_and_acts_last() -> None:
    made = setup(antes=[0] * 4, blinds_or_straddles=[1, 2, 0, 4], starting_stacks=[100] * 4)
    assert made.extra_posts == (ExtraPost(4, Post.STRADDLE, 4),)
    assert made.last_blind == 4


def test_unusual_blinds_are_posted_as_straddles_in_ascending_order() -> None:
    made = setup(blinds_or_straddles=[4, 2, 0])
    assert made.extra_posts == (ExtraPost(2, Post.STRADDLE, 2), ExtraPost(1, Post.STRADDLE, 4))
    assert made.last_blind == 1


def test_a_blind_left_of_the_button_alone_is_the_only_one() -> None:  # CX-42
    made = setup(blinds_or_straddles=[2, 0, 0])
    assert (made.small_blind, made.big_blind, made.last_blind, made.extra_posts) == (None, 1, 1, ())


def test_a_live_blind_does_not_act_last() -> None:
    made = setup(blinds_or_straddles=[1, 2, -2])
    assert made.extra_posts == (ExtraPost(3, Post.LIVE_BLIND, 2),)
    assert made.last_blind == 2


def test_equal_antes_become_the_ante_of_the_stakes() -> None:
    assert setup(antes=[1, 1, 1]).game.stakes.ante == 1


def test_a_single_ante_for_the_table_is_posted_dead() -> None:
    assert setup(antes=[0, 2, 0], ante_trimming_status=False).extra_posts == (ExtraPost(2, Post.ANTE, 2),)


def test_antes_that_need_not_be_matched_are_posted_dead() -> None:
    made = setup(antes=[1, 1, 1], ante_trimming_status=False)
    assert made.game.stakes.ante == 0
    assert [post.seat for post in made.extra_posts] == [1, 2, 3]


def test_short_deck_has_a_button_blind() -> None:
    stakes = setup("NS").game.stakes
    assert (stakes.ante, stakes.button_blind, stakes.minimum_bet) == (2, 2, 2)


def test_stud_has_a_bring_in_a_small_bet_and_a_big_bet() -> None:
    stakes = setup("F7S").game.stakes
    assert (stakes.ante, stakes.bring_in, stakes.small_bet, stakes.big_bet) == (1, 1, 2, 4)


@pytest.mark.parametrize(
    ("variant", "field"), [("F7S", "bring_in"), ("FT", "small_bet"), ("FT", "big_bet"), ("NT", "min_bet")]
)
def test_a_missing_bet_size_is_refused_with_the_name_of_its_field(variant: str, field: str) -> None:
    with pytest.raises(BadHistory, match=f"needs the field '{field}'"):
        setup(variant, **{field: 0})


def test_an_unknown_code_is_refused_with_a_list_of_known_codes() -> None:
    with pytest.raises(BadHistory, match=r"no variant 'PLO'.* PO,"):
        setup("PLO")
