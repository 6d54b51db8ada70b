"""The dialogs in which a game is named, and the key that opens them."""

from __future__ import annotations

from textual.screen import Screen

from railbird_client.hosting.game_dialogs import ChangeGameDialog, NameGameDialog
from railbird_client.shell.dialogs import Dialog
from railbird_client.table.next_hand import names_game
from railbird_client.table.prompts import is_key_available
from railbird_client.table.turn.table_keys import TableKey
from railbird_shared.game.catalogue import MIXES
from railbird_shared.game.game_rules import HighOrLow
from railbird_shared.game.rotation import Choosing, ChosenGame, Rotation, rotation_of
from railbird_shared.game.variants import get_variant
from railbird_shared.protocol.commands import ChangeGame, ChooseGame
from railbird_shared.protocol.view import You
from support.screen_harness import run_screen
from support.view_builders import holdem_view

HOLDEM = get_variant("holdem").make_game()
GAMES = (ChosenGame("holdem", bet=2), ChosenGame("five-card-draw", bet=2))


async def answer(dialog: Dialog[ChooseGame] | Dialog[ChangeGame], *keys: str) -> list[object]:
    """Opens a dialog, presses keys, and returns what came of it."""
    answers: list[object] = []
    async with run_screen(Screen[None]) as shown:
        await shown.app.push_screen(dialog, answers.append)
        await shown.wait_until_idle()
        await shown.press(*keys)
    return answers


async def test_a_game_is_named_as_it_is_listed() -> None:
    dialog = NameGameDialog(Rotation(GAMES, dealers_choice=True), HOLDEM, lambda: 20)
    assert await answer(dialog, "right", "enter") == [ChooseGame(chosen=ChosenGame("five-card-draw"))]


async def test_a_game_is_varied_where_the_table_allows_it() -> None:
    dialog = NameGameDialog(Rotation(GAMES, dealers_choice=True, variations=True), HOLDEM, lambda: 20)
    keys = ("right", "down", "right", "down", "right", "down", "end", "enter")
    chosen = ChosenGame("five-card-draw", wild="deuces", jokers=1, played=HighOrLow.HI_LO)
    assert await answer(dialog, *keys) == [ChooseGame(chosen=chosen)]


async def test_a_bet_within_the_limit_of_the_table_is_named_with_the_game() -> None:
    rotation = Rotation(GAMES, dealers_choice=True, max_bet=10)
    assert await answer(NameGameDialog(rotation, HOLDEM, lambda: 20), "down", *"10", "enter") == [
        ChooseGame(chosen=ChosenGame("holdem", bet=10))
    ]
    assert await answer(NameGameDialog(rotation, HOLDEM, lambda: 20), "down", *"11", "enter") == []
    assert await answer(NameGameDialog(rotation, HOLDEM, lambda: 20), "enter") == [
        ChooseGame(chosen=ChosenGame("holdem"))
    ]


async def test_the_dialog_tells_the_time_left_and_closes_when_nobody_is_asked_any_more() -> None:
    seconds: list[int | None] = [20]
    dialog = NameGameDialog(Rotation(GAMES, dealers_choice=True), HOLDEM, lambda: seconds[-1])
    async with run_screen(Screen[None]) as shown:
        await shown.app.push_screen(dialog)
        await shown.wait_until_idle()
        assert "In 20 s Hold'em is played again." in shown.text
        seconds.append(None)
        dialog._show_time_left()
        await shown.wait_until_idle()
        assert shown.app.screen is not dialog


async def test_the_host_changes_to_a_game_or_to_a_mix() -> None:
    razz = ChangeGame(chosen=ChosenGame("razz", bet=2))
    assert await answer(ChangeGameDialog(HOLDEM), "end", "enter") == [razz]
    horse = next(mix for mix in MIXES if mix.id == "horse")
    keys = ("right", "right", "right", "right", "enter")
    assert await answer(ChangeGameDialog(HOLDEM), *keys) == [ChangeGame(rotation=rotation_of(horse, 2))]


async def test_a_bet_of_nothing_is_refused() -> None:
    keys = ("down", "backspace", "0", "enter")
    assert await answer(ChangeGameDialog(HOLDEM), *keys) == []


def test_the_key_is_for_who_is_asked_and_for_the_host() -> None:
    view = holdem_view()
    asked = holdem_view(choosing=Choosing(1, 30_000), you=You(seat=1))
    assert names_game(asked)
    assert is_key_available(TableKey.NAME_GAME, asked)
    assert not names_game(view)
    assert not is_key_available(TableKey.NAME_GAME, view)
    assert is_key_available(TableKey.NAME_GAME, holdem_view(you=You(is_host=True)))


async def test_the_host_changes_the_stakes_of_the_games_in_turn() -> None:
    rotation = Rotation((ChosenGame("razz", bet=4), ChosenGame("badugi", bet=4)), hands=5)
    dialog = ChangeGameDialog(HOLDEM, rotation)
    [changed] = await answer(dialog, "down", "ctrl+u", "2", "0", "down", "3", "enter")
    games = (ChosenGame("razz", bet=20, ante=3), ChosenGame("badugi", bet=20, ante=3))
    assert changed == ChangeGame(rotation=Rotation(games, hands=5))


async def test_an_ante_above_the_bet_is_refused() -> None:
    assert await answer(ChangeGameDialog(HOLDEM), "down", "ctrl+u", "4", "down", "5", "enter") == []
    assert await answer(ChangeGameDialog(HOLDEM), "down", "down", "x", "enter") == []
