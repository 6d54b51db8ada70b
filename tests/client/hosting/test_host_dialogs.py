"""The dialogs in which a game is named, and the key that opens them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from textual.screen import Screen

from railbird_client.hosting.host_dialogs import (
    ChangeGameDialog,
    CorrectionDialog,
    LastGameDialog,
    NameGameDialog,
    Party,
    parties,
)
from railbird_client.table.prompts import refusal_of
from railbird_client.table.table_words import names_game
from railbird_client.table.turn.table_keys import TableKey
from railbird_client.widgets.dialogs import Dialog
from railbird_shared.game.catalogue import MIXES
from railbird_shared.game.game_rules import HighOrLow
from railbird_shared.game.rotation import Choosing, ChosenGame, Rotation, rotation_of
from railbird_shared.game.variants import get_variant
from railbird_shared.protocol.commands import AskStatement, ChangeGame, ChooseGame
from railbird_shared.protocol.host_commands import CorrectBooks, CorrectedPlayer
from railbird_shared.protocol.messages import Statement, StatementLine
from railbird_shared.protocol.view import You
from support.live_sessions import session_view
from support.screen_harness import run_screen, run_table_screen
from support.view_builders import holdem_view, seat_view, table_view

HOLDEM = get_variant("holdem").make_game()
GAMES = (ChosenGame("holdem", bet=2), ChosenGame("five-card-draw", bet=2))


async def answer(make: Callable[[], Dialog[Any]], *keys: str) -> list[object]:
    """Opens a dialog, presses keys, and returns what came of it."""
    answers: list[object] = []
    async with run_screen(Screen[None]) as shown:
        await shown.app.push_screen(make(), answers.append)
        await shown.wait_until_idle()
        await shown.press(*keys)
    return answers


async def test_a_game_is_named_as_it_is_listed() -> None:
    def dialog() -> Dialog[Any]:
        return NameGameDialog(Rotation(GAMES, dealers_choice=True), HOLDEM, lambda: 20)

    assert await answer(dialog, "right", "enter") == [ChooseGame(chosen=ChosenGame("five-card-draw"))]


async def test_a_game_is_typed_by_an_everyday_name() -> None:
    rotation = Rotation((*GAMES, ChosenGame("omaha"), ChosenGame("omaha8")), dealers_choice=True)
    for typed, game in (("plo", "omaha"), ("plo8", "omaha8"), ("draw", "five-card-draw")):
        answers = await answer(lambda: NameGameDialog(rotation, HOLDEM, lambda: 20), *typed, "enter")
        assert answers == [ChooseGame(chosen=ChosenGame(game))]
    (change,) = await answer(lambda: ChangeGameDialog(HOLDEM, rotation), *"plo", "enter")
    assert isinstance(change, ChangeGame)
    assert change.chosen is not None
    assert change.chosen.game == "omaha"


async def test_a_game_is_varied_where_the_table_allows_it() -> None:
    def dialog() -> Dialog[Any]:
        return NameGameDialog(Rotation(GAMES, dealers_choice=True, variations=True), HOLDEM, lambda: 20)

    keys = ("right", "down", "right", "down", "right", "down", "end", "enter")
    chosen = ChosenGame("five-card-draw", wild="deuces", jokers=1, played=HighOrLow.HI_LO)
    assert await answer(dialog, *keys) == [ChooseGame(chosen=chosen)]


async def test_a_bet_within_the_limit_of_the_table_is_named_with_the_game() -> None:
    rotation = Rotation(GAMES, dealers_choice=True, max_bet=10)
    assert await answer(lambda: NameGameDialog(rotation, HOLDEM, lambda: 20), "down", *"10", "enter") == [
        ChooseGame(chosen=ChosenGame("holdem", bet=10))
    ]
    assert await answer(lambda: NameGameDialog(rotation, HOLDEM, lambda: 20), "down", *"11", "enter") == []
    assert await answer(lambda: NameGameDialog(rotation, HOLDEM, lambda: 20), "enter") == [
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
    assert await answer(lambda: ChangeGameDialog(HOLDEM), "end", "enter") == [razz]
    horse = next(mix for mix in MIXES if mix.id == "horse")
    keys = ("right", "right", "right", "right", "enter")
    assert await answer(lambda: ChangeGameDialog(HOLDEM), *keys) == [ChangeGame(rotation=rotation_of(horse, 2))]


async def test_a_bet_of_nothing_is_refused() -> None:
    keys = ("down", "backspace", "0", "enter")
    assert await answer(lambda: ChangeGameDialog(HOLDEM), *keys) == []


def test_the_key_is_for_who_is_asked_and_for_the_host() -> None:
    view = holdem_view()
    asked = holdem_view(choosing=Choosing(1, 30_000), you=You(seat=1))
    assert names_game(asked)
    assert not refusal_of(TableKey.NAME_GAME, asked)
    assert not names_game(view)
    assert refusal_of(TableKey.NAME_GAME, view)
    assert not refusal_of(TableKey.NAME_GAME, holdem_view(you=You(is_host=True)))


async def test_the_host_changes_the_stakes_of_the_games_in_turn() -> None:
    rotation = Rotation((ChosenGame("razz", bet=4), ChosenGame("badugi", bet=4)), hands=5)

    def dialog() -> Dialog[Any]:
        return ChangeGameDialog(HOLDEM, rotation)

    [changed] = await answer(dialog, "down", "ctrl+u", "2", "0", "down", "3", "enter")
    games = (ChosenGame("razz", bet=20, ante=3), ChosenGame("badugi", bet=20, ante=3))
    assert changed == ChangeGame(rotation=Rotation(games, hands=5))


async def test_an_ante_above_the_bet_is_refused() -> None:
    assert await answer(lambda: ChangeGameDialog(HOLDEM), "down", "ctrl+u", "4", "down", "5", "enter") == []
    assert await answer(lambda: ChangeGameDialog(HOLDEM), "down", "down", "x", "enter") == []


WREN, JAY = Party("Wren", 100), Party("Jay")
TABLE = table_view(seat_view(1, stack=100), seat_view(2, stack=40), you=You(1, is_host=True))
JAY_LEFT = Statement(table=TABLE.table, hand=1, lines=(StatementLine(1, "Jay", 100, 100),))


async def answers_to(*keys: str) -> tuple[list[CorrectBooks | None], str]:
    """What the dialog answers to some keys, and what it shows after them."""
    answers: list[CorrectBooks | None] = []
    async with run_screen(Screen[None]) as shown:
        await shown.app.push_screen(dialog := CorrectionDialog(TABLE), answers.append)
        dialog.show_session(session_view(table=TABLE, statement=JAY_LEFT))
        await shown.wait_until_idle()
        await shown.press(*keys)
        return answers, shown.text


async def test_chips_go_from_one_player_to_another_for_a_reason() -> None:
    answers, _ = await answers_to("right", "down", "right", "down", *"15", "down", *"Pot", "enter")
    assert answers == [CorrectBooks(players=(CorrectedPlayer("Jay", 15), CorrectedPlayer("Heron", -15)), reason="Pot")]


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        (("right", "enter"), "Choose two players: one gives, the other gets."),
        (("enter",), "Write how many chips as a number."),
        (("down", "down", *"0", "enter"), "Write how many chips as a number."),
        (("down", "down", *"101", "enter"), "Wren has 100 chips; take at most those."),
        (("down", "down", *"15", "enter"), "Say in a few words why, for everybody to read."),
    ],
)
async def test_what_cannot_be_is_said_in_a_sentence(keys: tuple[str, ...], sentence: str) -> None:
    answers, text = await answers_to(*keys)
    assert answers == []
    assert sentence in text


def test_players_with_seats_and_those_who_have_left_can_be_corrected() -> None:
    view = table_view(seat_view(1, stack=100), you=You(1, is_host=True))
    lines = (StatementLine(1, "Wren", 100, 0, 100, seat=1), StatementLine(2, "Jay", 100, 100))
    assert parties(view, None) == (WREN,)
    assert parties(view, Statement(table=view.table, hand=1, lines=lines)) == (WREN, JAY)
    assert parties(view, Statement(table="another", hand=1, lines=lines)) == (WREN,)


async def test_who_has_left_comes_with_the_statement_and_the_choice_stays() -> None:
    dialog = CorrectionDialog(TABLE)
    async with run_screen(Screen[None]) as shown:
        await shown.app.push_screen(dialog)
        await shown.wait_until_idle()
        await shown.press("right")
        view = table_view(seat_view(1, stack=100), seat_view(2, stack=35), you=You(1, is_host=True))
        dialog.show_session(session_view(table=view, statement=JAY_LEFT))
        await shown.wait_until_idle()
        assert shown.text.count("Heron, 35 chips") == 2


async def test_the_host_panel_asks_for_the_statement_and_opens_the_dialog() -> None:
    view = replace(table_view(seat_view(1, stack=100), seat_view(2, stack=40), you=You(1, is_host=True)), playing=False)
    async with run_table_screen(view) as player:
        for key in ("q", "x", "down", "down", *"15", "down", *"Pot", "enter"):
            await player.press(key)
            await player.pilot.pause()
        players = (CorrectedPlayer("Heron", 15), CorrectedPlayer("Wren", -15))
        assert player.commands == [AskStatement(), CorrectBooks(players=players, reason="Pot")]


@pytest.mark.parametrize(("playing", "when"), [(True, "in"), (False, "after")])
def test_the_last_game_says_whether_its_hand_is_over(*, playing: bool, when: str) -> None:
    dialog = LastGameDialog(holdem_view(playing=playing, hand=7), ())
    assert dialog.sentences[0].endswith(f", {when} hand 7.")
