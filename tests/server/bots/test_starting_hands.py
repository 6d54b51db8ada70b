"""The order of starting hands in games with a board."""

from __future__ import annotations

import pytest

from railbird_server.bots.starting_hands import starting_hands
from railbird_shared.game.cards import parse_cards
from support.bot_builders import game_evaluator


def place(game: str, text: str) -> float:
    hole = parse_cards(text)
    return starting_hands(game_evaluator(game), len(hole)).rank(hole)


def test_starting_hands_are_all_there_the_best_first() -> None:
    hands = starting_hands(game_evaluator("holdem"), 2).hands
    assert len(hands) == len(set(hands)) == 1326
    assert {card.rank.letter for pair in hands[:6] for card in pair} == {"A"}


ORDERS = {
    "holdem": ("As Ad", "Ks Kd", "As Ks", "Qs Js", "As 9d", "Js 4d", "7s 2d"),
    "short-deck": ("As Ad", "As Ks", "Ts 9s", "Js 6d"),
    "pineapple": ("As Ad Ks", "As Ks 4d", "Qs Js 2d", "9s 5d 2c"),
    "omaha": ("As Ad Ks Kd", "Js Ts 9d 8d", "As Kd 7c 2h", "Ks 8d 3c 2c", "9s 9d 9c 2h", "2s 2d 2c 7h"),
    "omaha8": ("As Ad 2s 3d", "As 2d Ks Qc", "Js Ts 9d 8d", "Ks 9d 8c 7h", "9s 9d 9c 7h"),
}


@pytest.mark.parametrize("game", ORDERS)
def test_better_starting_hands_have_earlier_places(game: str) -> None:
    places = [place(game, text) for text in ORDERS[game]]
    assert places == sorted(places)
    assert len(set(places)) == len(places)
    assert places[0] < 0.02
    assert places[-1] > 0.75


def test_suited_cards_come_before_others_and_order_does_not_matter() -> None:
    assert place("holdem", "As Ks") < place("holdem", "As Kd")
    assert place("holdem", "Kd As") == place("holdem", "As Kd") == place("holdem", "Ah Kc")
