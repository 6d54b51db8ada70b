"""The games on offer before any server is asked are those that a server has."""

from __future__ import annotations

from railbird_client.plans import GAMES, Host, Play, TableWish, Terms, offered
from railbird_server.rules.variants import VARIANTS
from talking import GAMES as ONE_OF_EACH_FAMILY


def test_every_game_is_on_offer_with_as_many_seats_as_it_has() -> None:
    assert {game.id: game.most_seats for game in GAMES} == {game.id: game.most_seats for game in VARIANTS.values()}
    assert tuple(game.id for game in GAMES[:3]) == ONE_OF_EACH_FAMILY


def test_every_game_has_a_name_of_its_own_and_few_words() -> None:
    assert len({game.name for game in GAMES}) == len(GAMES)
    assert all(len(game.name) <= 28 and 0 < len(game.words) <= 56 for game in GAMES)


def test_a_game_that_is_not_known_becomes_the_usual_one() -> None:
    assert offered("razz").name == "Razz"
    assert offered("whist") is GAMES[0]


def test_a_server_is_told_the_terms_that_were_named_and_no_others() -> None:
    assert Terms("kitchen-table", 20).options == ("--house", "kitchen-table", "--clock", "20")
    assert Host(TableWish()).terms.options == ()


def test_bots_wait_for_a_player_who_is_alone_with_them() -> None:
    assert Play(TableWish()).terms.options == ("--clock", "0")
