"""The page about the game of a table, which is made from what the table announces."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.table.game_pages import game_page
from railbird_server.table.settings import game_terms_or_refusal
from railbird_shared.game.rotation import ChosenGame, Rotation
from railbird_shared.game.variants import VARIANTS
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol.view import TableView
from support.view_builders import holdem_view


def view_of(chosen: ChosenGame, house: HouseRules | None = None, rotation: Rotation | None = None) -> TableView:
    terms = game_terms_or_refusal(house or HouseRules(), chosen)
    return replace(holdem_view(), game=terms.game, rules=terms.variant.rules, house=terms.house, rotation=rotation)


def page(view: TableView, width: int = 200) -> list[str]:
    return ["".join(span.text for span in line) for line in game_page(view)(width)]


def test_holdem_is_told_from_its_blinds_to_its_winner() -> None:
    assert page(view_of(ChosenGame("holdem", bet=2))) == [
        "No-Limit Hold'em 1/2",
        "Two cards of your own, five for everybody.",
        "",
        "Forced bets and betting",
        "The blinds are 1 and 2.",
        "Bets and raises are 2 up to all your chips.",
        "",
        "The deal",
        "You get 2 cards, and 5 on the board for everybody.",
        "Betting rounds: preflop, flop, turn and river.",
        "",
        "Which hand wins",
        "Your hand is the best five of your own cards and the board, as many of each as you like.",
        "The highest hand wins.",
        "",
        "How this house plays",
        "A buy-in is of 10 minimum bets or more (AI-14).",
    ]


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        (ChosenGame("omaha8"), "Exactly two of your own cards play, with three of the board."),
        (ChosenGame("omaha8"), "The highest and the lowest hand share each pot."),
        (ChosenGame("stud8"), "Low hands rank ace to five: straights and flushes do not count."),
        (ChosenGame("stud8"), "Aces are low, and 5-4-3-2-A is best."),
        (ChosenGame("stud8"), "A low needs five different ranks of eight or lower."),
        (ChosenGame("stud8"), "Without one the high hand takes all."),
        (ChosenGame("stud8"), "Your hand is the best five of your 7 cards."),
        (ChosenGame("razz"), "The lowest hand wins."),
        (ChosenGame("seven-card-stud", bet=4), "One player has to bring it in for 2 or complete."),
        (ChosenGame("triple-draw"), "You may exchange up to 5 cards 3 times."),
        (
            ChosenGame("five-card-draw", jokers=1),
            "One joker is added, to stand for an ace or to complete a straight or flush.",
        ),
        (ChosenGame("five-card-stud", wild="deuces"), "Deuces are wild."),
        (ChosenGame("seven-card-stud", wild="lowest-concealed"), "Each player's lowest card dealt face down is wild."),
        (
            ChosenGame("badugi"),
            "Up to four cards of different ranks and suits make a badugi, more of them beating fewer; A-2-3-4 is best.",
        ),
        (ChosenGame("limit-holdem", bet=4), "Bets and raises are 4, and 8 in the later rounds."),
    ],
)
def test_what_is_different_about_a_game_is_told(chosen: ChosenGame, sentence: str) -> None:
    assert sentence in page(view_of(chosen))


def test_the_rules_of_the_house_and_the_games_of_the_table_follow() -> None:
    games = (ChosenGame("holdem", wild="deuces"), ChosenGame("razz"))
    view = view_of(games[0], HouseRules(straddles=1), Rotation(games, hands=1, dealers_choice=True))
    lines = page(view)
    assert "How this house plays" in lines
    assert lines[-2:] == [
        "Dealer's Choice",
        "The player who gets the button names one of these for one hand: No-Limit Hold'em, deuces wild and Razz.",
    ]


@pytest.mark.parametrize("game", ["omaha", "five-card-draw", "badugi", "five-card-stud"])
def test_only_who_has_cards_to_spare_is_told_that_the_best_five_count(game: str) -> None:
    assert not [line for line in page(view_of(ChosenGame(game))) if "best five" in line]


@pytest.mark.parametrize("game", VARIANTS)
def test_every_game_has_a_page_within_the_screen(game: str) -> None:
    lines = page(view_of(ChosenGame(game)), 76)
    assert all(len(line) <= 76 for line in lines)
    assert {"Forced bets and betting", "The deal", "Which hand wins"} <= set(lines)
    assert "None" not in "".join(lines)
