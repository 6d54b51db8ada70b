"""Launch plans, and the list of games: it holds those that a server can deal."""

from __future__ import annotations

from railbird_client.launch import HostTable, NewTable, PlayBots, ServerOptions
from railbird_server.rules.variants import VARIANTS
from railbird_shared.catalogue import GAMES, find_game
from support.network_clients import FAMILY_GAMES as ONE_OF_EACH_FAMILY


def test_the_game_list_matches_the_servers_variants() -> None:
    assert {game.id: game.max_seats for game in GAMES} == {game.id: game.max_seats for game in VARIANTS.values()}
    assert tuple(game.id for game in GAMES[:3]) == ONE_OF_EACH_FAMILY


def test_game_names_are_unique_and_descriptions_short() -> None:
    assert len({game.name for game in GAMES}) == len(GAMES)
    assert all(len(game.name) <= 28 and 0 < len(game.description) <= 56 for game in GAMES)


def test_an_unknown_game_falls_back_to_the_first() -> None:
    assert find_game("razz").name == "Razz"
    assert find_game("whist") is GAMES[0]


def test_only_options_that_were_given_become_server_arguments() -> None:
    assert ServerOptions("kitchen-table", 20).arguments == ("--house", "kitchen-table", "--clock", "20")
    assert HostTable(NewTable()).server_options.arguments == ()


def test_playing_against_bots_has_no_clock_by_default() -> None:
    assert PlayBots(NewTable()).server_options.arguments == ("--clock", "0")
