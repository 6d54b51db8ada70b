"""The list of games that a client offers: those that a server can deal, each with a short description."""

from __future__ import annotations

import pytest

from railbird_shared.game.announced_game import Family
from railbird_shared.game.catalogue import (
    CHOICES,
    EVERYDAY_NAMES,
    GAMES,
    MIXES,
    UnknownGame,
    find_choice,
    find_game,
    game_names,
    read_game_name,
)
from railbird_shared.game.rotation import ChosenGame, Rotation, rotation_name, rotation_of
from railbird_shared.game.variants import VARIANTS
from railbird_shared.text.text_cleaning import plain_name
from support.network_clients import FAMILY_GAMES as ONE_OF_EACH_FAMILY


def test_the_game_list_matches_the_servers_variants() -> None:
    """Every row of `GAMES` in shared/railbird_shared/game/catalogue.py has a record, and every record a row."""
    assert {game.id: game.max_seats for game in GAMES} == {game.id: game.max_seats for game in VARIANTS.values()}
    assert tuple(game.id for game in GAMES[:3]) == ONE_OF_EACH_FAMILY
    assert [VARIANTS[game.id].family for game in GAMES[:3]] == [Family.BOARD, Family.DRAW, Family.STUD]


def test_game_names_are_unique_and_descriptions_short() -> None:
    assert len({game.name for game in GAMES}) == len(GAMES)
    assert all(len(game.name) <= 28 and 0 < len(game.description) <= 56 for game in GAMES)


def test_an_unknown_game_falls_back_to_the_first() -> None:
    assert find_game("razz").name == "Razz"
    assert find_game("whist") is GAMES[0]


@pytest.mark.parametrize(
    ("typed", "game"),
    [
        *(
            ("stud", "seven-card-stud"),
            ("draw", "five-card-draw"),
            ("PLO", "omaha"),
            ("plo8", "omaha8"),
            ("NLHE", "holdem"),
        ),
        *(("razz", "razz"), ("27", "triple-draw"), ("2-7", "triple-draw"), ("Triple Draw", "triple-draw")),
        *(("badugi", "badugi"), ("6+", "short-deck"), ("Texas Hold'em", "holdem"), ("omaha hi-lo", "omaha8")),
        *(("h.o.r.s.e.", "horse"), ("eight game", "8-game"), ("Dealer’s Choice", "dealers-choice")),
    ],
)
def test_a_game_is_read_by_any_name_that_people_use(typed: str, game: str) -> None:
    assert read_game_name(typed, CHOICES).id == game


@pytest.mark.parametrize(
    ("typed", "remedy"),
    [
        ("omahaa", "you may mean omaha"),
        ("nlhee", "you may mean holdem"),
        ("7-27", "choose one of holdem, five-card-draw, "),
        ("w" * 1000, "choose one of holdem, five-card-draw, "),
    ],
)
def test_another_name_is_answered_with_the_nearest(typed: str, remedy: str) -> None:
    with pytest.raises(UnknownGame) as no:
        read_game_name(typed, GAMES)
    assert str(no.value).startswith("There is no game called ")
    assert f" here; {remedy}" in str(no.value)
    assert typed[:40] in str(no.value)
    assert len(str(no.value)) < 700


def test_a_mix_is_no_single_game() -> None:
    sentence = "HORSE is a mix: name one game, such as limit-holdem."
    with pytest.raises(UnknownGame, match=f"^{sentence}$"):
        read_game_name("Horse", GAMES)


def test_no_two_games_share_a_name() -> None:
    assert {choice.id for choice in CHOICES}.issuperset(EVERYDAY_NAMES)
    owners: dict[str, set[str]] = {}
    for choice in CHOICES:
        for name in game_names(choice):
            owners.setdefault(plain_name(name), set()).add(choice.id)
    assert all(len(ids) == 1 for ids in owners.values())


def test_a_mix_has_games_of_the_catalogue_and_the_order_of_the_server() -> None:  # VT-DC-4
    known = {game.id for game in GAMES}
    assert all(known.issuperset(mix.games) for mix in MIXES)
    games = {mix.id: mix.games for mix in MIXES}
    horse = ("limit-holdem", "omaha8", "razz", "seven-card-stud", "stud8")
    assert games["horse"] == horse, "with fixed limits, as everybody plays it"
    assert games["8-game"] == (
        *("triple-draw", "limit-holdem", "omaha8", "razz", "seven-card-stud", "stud8", "holdem", "omaha"),
    )
    assert len({choice.id for choice in CHOICES}) == len(GAMES) + len(MIXES)
    assert find_choice("horse").name == "HORSE"
    assert find_choice("whist") is GAMES[0]


def test_a_rotation_is_called_like_the_mix_with_its_games() -> None:
    assert {rotation_name(rotation_of(mix)) for mix in MIXES} == {mix.name for mix in MIXES}
    games = (ChosenGame("razz"), ChosenGame("holdem"))
    assert rotation_name(Rotation(games)) == "Mixed Games"
    assert rotation_name(Rotation(games, dealers_choice=True)) == "Dealer's Choice"
