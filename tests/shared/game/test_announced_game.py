"""The titles and stakes of games, as players write them."""

from __future__ import annotations

from railbird_shared.game.announced_game import STRUCTURE_NAMES, Stakes, Structure
from support.view_builders import FIVE_CARD_DRAW, HOLDEM, SEVEN_CARD_STUD


def test_a_title_names_structure_and_game() -> None:
    assert HOLDEM.title == "No-Limit Hold'em"
    assert FIVE_CARD_DRAW.title == "Limit Five Card Draw"


def test_a_full_title_adds_stakes_and_ante() -> None:
    assert HOLDEM.full_title == "No-Limit Hold'em 1/2"
    assert SEVEN_CARD_STUD.full_title == "Limit Seven Card Stud 2/4 · ante 1"


def test_every_structure_has_a_name() -> None:
    assert set(STRUCTURE_NAMES) == set(Structure)


def test_stakes_are_written_as_blinds_as_limits_or_as_one_bet() -> None:
    assert str(Stakes(small_blind=500, big_blind=1000)) == "500/1,000"
    assert str(Stakes(ante=1, small_bet=2, big_bet=4)) == "2/4"
    assert str(Stakes(small_blind=1, big_blind=2, small_bet=2, big_bet=4)) == "2/4"
    assert str(Stakes(small_bet=2)) == "2"


def test_an_ante_is_written_behind_the_stakes() -> None:
    assert Stakes(small_blind=50, big_blind=100).with_ante == "50/100"
    assert Stakes(small_blind=50, big_blind=100, ante=25).with_ante == "50/100, ante 25"
    assert Stakes(small_blind=50, big_blind=100, big_blind_ante=1000).with_ante == "50/100, big blind ante 1,000"


def test_the_minimum_bet_is_the_big_blind_or_else_the_small_bet() -> None:
    assert Stakes(small_blind=1, big_blind=2, small_bet=4).minimum_bet == 2
    assert Stakes(ante=1, small_bet=4, big_bet=8).minimum_bet == 4
