"""The dialog in which a host corrects the books."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from textual.screen import Screen

from railbird_client.hosting.corrections_dialog import CorrectionDialog, Party, parties
from railbird_shared.protocol.commands import AskStatement
from railbird_shared.protocol.host_commands import CorrectBooks, CorrectedPlayer
from railbird_shared.protocol.messages import Statement, StatementLine
from railbird_shared.protocol.view import You
from support.screen_harness import run_screen, run_table_screen
from support.view_builders import seat_view, table_view

WREN, HERON, JAY = Party("Wren", 100), Party("Heron", 40), Party("Jay")


async def answers_to(*keys: str) -> tuple[list[CorrectBooks | None], str]:
    """What the dialog answers to some keys, and what it shows after them."""
    answers: list[CorrectBooks | None] = []
    async with run_screen(Screen[None]) as shown:
        await shown.app.push_screen(CorrectionDialog((WREN, HERON, JAY)), answers.append)
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
    dialog = CorrectionDialog((WREN, HERON))
    async with run_screen(Screen[None]) as shown:
        await shown.app.push_screen(dialog)
        await shown.wait_until_idle()
        await shown.press("right")
        dialog.show((WREN, JAY, Party("Heron", 35)))
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
