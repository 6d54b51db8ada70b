"""Hands that cannot be dealt, each refused with a sentence."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from railbird_server.refusal import BadDeck
from railbird_server.rules.hand import Hand
from railbird_server.rules.setup import Entrant, ExtraPost, Setup, check_setup
from railbird_shared.game.cards import PACK
from railbird_shared.game.game_rules import BadSetup, Rake
from railbird_shared.game.variants import VARIANTS, get_variant
from railbird_shared.protocol.events import Post
from support.hand_builders import deck_with_top, make_hand

SETUP = make_hand().setup


def refused(**changes: Any) -> str:
    with pytest.raises(BadSetup) as refusal:
        check_setup(replace(SETUP, **changes))
    sentence = str(refusal.value)
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    return sentence


@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_a_player_count_outside_two_to_the_packs_maximum_is_refused(game: str) -> None:  # DL-22, DL-23, SK-6
    variant = VARIANTS[game]
    for seats in (1, variant.max_seats + 1):
        entrants = tuple(Entrant(seat, 100) for seat in range(1, seats + 1))
        setup = Setup(1, variant.make_game(), seats, entrants)
        with pytest.raises(BadSetup, match=f"2 to {variant.max_seats} players"):
            check_setup(setup)


@pytest.mark.parametrize(
    ("entrants", "words"),
    [
        ((Entrant(1, 100), Entrant(2, 100), Entrant(1, 50)), "seat of their own"),
        ((Entrant(1, 100), Entrant(2, 0), Entrant(3, 50)), "chips in front of them"),
        ((Entrant(1, 100), Entrant(2, -5), Entrant(3, 50)), "chips in front of them"),
    ],
)
def test_a_player_without_seat_or_chips_is_refused(entrants: tuple[Entrant, ...], words: str) -> None:  # AI-11, AI-19
    assert words in refused(entrants=entrants)


@pytest.mark.parametrize(
    "changes",
    [
        {"small_blind": 9},
        {"big_blind": 9},
        {"extra_posts": (ExtraPost(9, Post.STRADDLE, 4),)},
        {"extra_posts": (ExtraPost(9, Post.DEAD_BLIND, 1),)},
    ],
)
def test_a_post_by_a_player_not_dealt_in_is_refused(changes: dict[str, Any]) -> None:  # DL-21
    assert "Seat 9" in refused(**changes)


@pytest.mark.parametrize("chips", [0, -1])
def test_a_forced_bet_below_one_chip_is_refused(chips: int) -> None:  # BT-41
    assert "one chip or more" in refused(extra_posts=(ExtraPost(1, Post.STRADDLE, chips),))


def test_a_blind_game_without_a_big_blind_is_refused() -> None:  # DL-25
    assert "big blind" in refused(big_blind=None)


@pytest.mark.parametrize("rake", [Rake(-1), Rake(101), Rake(5, -1)])
def test_an_invalid_rake_is_refused(rake: Rake) -> None:  # AI-16
    assert "rake" in refused(rake=rake)


def test_an_unknown_game_is_refused_with_the_known_names() -> None:
    with pytest.raises(BadSetup, match="seven-card-stud"):
        check_setup(replace(SETUP, game=replace(SETUP.game, id="guts")))


def test_a_house_variant_replaces_the_one_in_the_catalogue() -> None:
    house = replace(get_variant("holdem"), runs=2)
    assert check_setup(replace(SETUP, variant=house)) is house
    assert check_setup(SETUP) is get_variant("holdem")


def test_a_deck_of_another_game_is_refused() -> None:  # IR-4, IR-6
    with pytest.raises(BadDeck, match="lacks"):
        Hand(make_hand("joker-draw").setup, PACK)
    with pytest.raises(BadDeck, match="too many"):
        Hand(make_hand("short-deck").setup, PACK)
    assert Hand(make_hand("joker-draw").setup, deck_with_top("", "joker-draw")).setup
