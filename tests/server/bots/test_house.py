"""Bots where a house plays the games in its own way."""

from __future__ import annotations

import random
from contextvars import copy_context

import pytest

from railbird_server.bots.policy import decide
from railbird_server.bots.style import STYLES, Style
from railbird_server.bots.worth import enter, worth_of
from railbird_server.rules.house import HouseRules
from railbird_server.rules.house.choices import Played
from railbird_server.rules.variants import VARIANTS
from railbird_shared.actions import Fold, LegalActions
from railbird_shared.cards import JOKER, parse_cards
from railbird_shared.view import SeatView, TableView, You

HOLDEM = VARIANTS["holdem"].announce()


def values(house: HouseRules) -> tuple[int, int]:
    """How many cards a bot of the house knows in hold'em, and into how many parts it sees the pot divided."""
    enter(house)
    return len(worth_of(HOLDEM).pack), worth_of(HOLDEM).sides


def test_a_bot_of_the_house_knows_its_rules_and_others_are_not_disturbed() -> None:
    house = HouseRules(jokers=2, pack=36, played=Played.HI_LO)
    assert copy_context().run(values, house) == (38, 2)
    assert len(worth_of(HOLDEM).pack) == 52


def test_a_house_that_cannot_play_a_game_leaves_it_as_it_is_known() -> None:
    assert copy_context().run(values, HouseRules(qualifier=8)) == (52, 1)


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
def test_a_bot_that_sees_a_card_it_does_not_know_gives_up_cheaply(style: Style) -> None:
    legal = LegalActions(1, 100, fold=True, call=2)
    cards = (JOKER, *parse_cards("As"))
    seats = (SeatView(1, "Wren", 100, in_hand=True), SeatView(2, "Heron", 100, in_hand=True))
    view = TableView("t", "Attic", "Wren", HOLDEM, 20, 200, seats, playing=True, you=You(1, cards, "", legal))
    assert decide(view, legal, style, random.Random(1)) == Fold()
