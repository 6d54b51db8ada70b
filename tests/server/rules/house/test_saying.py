"""A house in plain words."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings

from houses import Deal, deals
from railbird_server.rules.errors import BadSetup
from railbird_server.rules.house import CASINO, HouseRules, differences, facts, summary
from railbird_server.rules.house.choices import Charge, HiLoDeclare, LowScale, Played
from railbird_server.rules.ranking import WildScope, WildTiebreak
from railbird_server.rules.variants import VARIANTS
from railbird_shared.games import Structure

CLAUSE = re.compile(r"\b(?:VT-(?:[A-Z0-9]{2})-\d+|[A-Z]{2}-\d+|SIMPLE-\d+)\b")


def said(house: HouseRules, game: str = "five-card-draw") -> tuple[str, ...]:
    return differences(house, VARIANTS[game])


@pytest.mark.parametrize("game", VARIANTS)
def test_the_casino_differs_from_itself_in_nothing(game: str) -> None:
    assert differences(CASINO, VARIANTS[game]) == ()


@settings(max_examples=300)
@given(deals)
def test_every_fact_is_one_sentence_that_names_its_clause(deal: Deal) -> None:
    try:
        house, _ = deal.opened()
    except BadSetup:
        return
    for sentence in facts(house, VARIANTS[deal.game]).values():
        assert sentence[0].isupper()
        assert sentence.endswith(").")
        assert CLAUSE.search(sentence)
        assert "\n" not in sentence


@pytest.mark.parametrize(
    ("chosen", "game", "sentence"),
    [
        (HouseRules(min_buy_in_multiple=10), "holdem", "A buy-in is of 10 minimum bets or more (AI-14)."),
        (HouseRules(min_buy_in_multiple=20, pack=36), "holdem", "The pack has 36 cards, from the six up (SK-1)."),
    ],
)
def test_a_difference_is_said_alone(chosen: HouseRules, game: str, sentence: str) -> None:
    assert said(chosen, game) == (sentence,)


def test_wild_cards_are_told_with_how_they_break_ties() -> None:  # HS-6, WC-25
    house = HouseRules(
        min_buy_in_multiple=20, wild_ranks="deuces", jokers=1, wild_tiebreak=WildTiebreak.FEWER_WILD_FIRST
    )
    assert said(house) == (
        "One joker is added, to stand for an ace or to complete a straight or flush (WC-13).",
        "Deuces are wild (WC-2).",
        "A wild card stands for no card that the hand holds, but in five of a kind (WC-4, WC-5).",
        "Of equal hands the one with fewer wild cards wins (WC-22).",
    )


def test_wild_cards_that_the_table_names_are_listed() -> None:  # HS-7
    assert "Wild are Kh 3s 3h 3d 3c (WC-4)." in said(HouseRules(wild_ranks="3 Kh"))
    lowest = HouseRules(wild_ranks="lowest-concealed", lowest_wild_scope=WildScope.ALL_OF_RANK)
    words = "Each player's lowest card dealt face down is wild and all others of its rank with it (WC-27, WC-30)."
    assert words in said(lowest, "seven-card-stud")


def test_a_game_played_otherwise_says_so() -> None:
    house = HouseRules(
        played=Played.HI_LO,
        low_scale=LowScale.ACE_TO_SIX,
        hilo_declare=HiLoDeclare.DECLARE,
        structure=Structure.POT,
        rake=Charge.PERCENT,
        straddles=2,
    )
    told = said(house, "holdem")
    for words in ("share each pot", "ace to six", "always paid", "pot-limit", "declare for high", "5 % of", "Up to 2"):
        assert any(words in sentence for sentence in told), words


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("joker-draw", "One joker is added"),
        ("bug-draw", "an ace or to complete"),
        ("short-deck", "A flush ranks above a full house"),
        ("italian-draw", "The lowest straight flush beats the highest"),
    ],
)
def test_players_are_told_of_wild_cards_and_packs_that_belong_to_the_game(
    game: str, words: str
) -> None:  # WC-31, SU-14
    assert any(words in sentence for sentence in summary(CASINO, VARIANTS[game]))


@pytest.mark.parametrize("game", ["holdem", "razz", "five-card-draw"])
def test_there_is_nothing_to_tell_of_a_known_game_played_as_known(game: str) -> None:
    assert summary(CASINO, VARIANTS[game]) == ()
