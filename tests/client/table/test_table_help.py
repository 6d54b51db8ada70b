"""The help of the table: every key by what one wants to do, and what works now."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.drawing.text_width import cell_width
from railbird_client.table.table_help import table_help
from railbird_client.table.table_model import TableModel, TableState
from railbird_client.table.table_options import TableOptions
from railbird_client.table.turn.table_keys import TableKey, Want
from railbird_client.widgets.help_screen import HelpGroup, HelpLine, HelpPage, screen_help
from railbird_shared.protocol.view import TableView, You
from support.golden_files import CLIENT_SCREENS, assert_matches_golden_file
from support.screen_harness import run_table_screen
from support.view_builders import draw_view, holdem_view, seat_view, snapshot_message, table_view

SIZES = [(60, 18), (80, 24), (120, 40), (160, 48)]
WORDS_OF_A_COLUMN = 28
"""The cells beside the keys in the narrowest column, from x = 52 to the end of 80 columns."""


def state_of(view: TableView) -> TableState:
    model = TableModel(TableOptions(street_pause=0))
    model.receive(snapshot_message(view), 100.0)
    return TableState(model)


def refusals(view: TableView) -> dict[tuple[str, str], str]:
    groups = table_help(state_of(view))
    return {(group.wish, line.display): line.refusal for group in groups for line in group.lines}


def test_every_key_has_a_line_of_its_own() -> None:
    uses = [use for key in TableKey for use in key.uses]
    named = {part for key in TableKey for use in key.uses for part in (use.display or key.display).split(" ")}
    silent = {TableKey.ERASE, TableKey.CANCEL, TableKey.HELP, *(key for key in TableKey if key.digit)}
    assert {key.display for key in TableKey if not key.uses} - {key.display for key in silent} <= named
    assert len({(use.want, use.words) for use in uses}) == len(uses)
    assert {use.words: cell_width(use.words) for use in uses if cell_width(use.words) > WORDS_OF_A_COLUMN} == {}
    assert any("straddle" in use.words for use in uses)


def test_order_and_places_never_change() -> None:
    def lines_of(view: TableView) -> list[tuple[str, str]]:
        return [(line.display, line.words) for group in table_help(state_of(view)) for line in group.lines]

    watched = table_view(seat_view(1), you=You())
    assert lines_of(holdem_view()) == lines_of(draw_view()) == lines_of(watched)
    assert [group.wish for group in table_help(state_of(watched))] == [*Want]


def test_keys_of_the_turn_work_in_the_turn_and_plans_before_it() -> None:
    own = refusals(holdem_view())
    assert not any(own[Want.TURN, key] for key in ("F", "C", "R", "A", "Enter"))
    assert not own[Want.AMOUNT, "1 to 5"]
    assert own[Want.PLAN, "F"] == "You can plan only while another player is to act."
    assert own[Want.DRAW, "P"] == "No cards are changed now."
    view = holdem_view()
    assert view.turn is not None
    others = replace(view, turn=replace(view.turn, seat=2), you=replace(view.you, legal=None))
    waiting = refusals(others)
    assert waiting[Want.TURN, "F"] == waiting[Want.AMOUNT, "="] == "It is not your turn."
    assert not waiting[Want.PLAN, "F"]


def test_a_draw_changes_cards_and_bets_nothing() -> None:
    drawing = refusals(draw_view())
    assert not any(drawing[Want.DRAW, key] for key in ("1 to 7", "Enter", "P", "0"))
    assert drawing[Want.TURN, "R"] == "You cannot bet or raise now."


def test_the_host_has_keys_that_others_have_not() -> None:
    guest, host = refusals(holdem_view()), refusals(holdem_view(you=You(1, is_host=True)))
    assert guest[Want.SET_UP, "Q"] == "The host's menu is for the host alone."
    assert guest[Want.SET_UP, "N"] == "Only the host adds and removes bots."
    assert not host[Want.SET_UP, "Q"]
    assert not host[Want.SET_UP, "N"]


@pytest.mark.parametrize("size", SIZES)
async def test_the_help_matches_its_golden_screens(size: tuple[int, int]) -> None:
    columns, rows = size
    shown: list[str] = []
    async with run_table_screen(holdem_view(), size=size) as player:
        await player.press("question_mark")
        page = player.app.screen
        assert isinstance(page, HelpPage)
        for _ in range(page.leaves(columns, rows)):
            shown.append(player.text)
            await player.press("pagedown")
        assert {
            line.words for group in page._find_groups() for line in group.lines if line.words not in "\n".join(shown)
        } == set()
    text = "\n\n".join(shown)
    assert_matches_golden_file(CLIENT_SCREENS / f"help-{columns}x{rows}.txt", f"{text}\n", __file__)


async def test_enter_presses_the_key_of_the_marked_line() -> None:
    async with run_table_screen(holdem_view()) as player:
        await player.press("question_mark slash")
        await player.press(" ".join("call"))
        assert "check or call" in player.text
        await player.press("enter")
        await player.pilot.pause()
        assert not isinstance(player.app.screen, HelpPage)
        assert player.actions


async def test_a_line_that_does_nothing_now_says_why() -> None:
    async with run_table_screen(holdem_view()) as player:
        await player.press("question_mark slash")
        await player.press(" ".join("straddle"))
        await player.press("enter")
        assert "This table has no straddles." in player.text
        assert isinstance(player.app.screen, HelpPage)
        await player.press("escape")
        assert "I want to play my turn" in player.text


async def test_a_misspelt_word_is_corrected() -> None:
    async with run_table_screen(holdem_view()) as player:
        await player.press("question_mark slash m u k k")
        assert "Nothing found for mukk. Is it muck?" in player.text
        await player.press("backspace backspace backspace backspace")
        assert "found" not in player.text
        await player.press("escape escape")
        assert not isinstance(player.app.screen, HelpPage)


async def test_a_page_tells_its_own_keys() -> None:
    async with run_table_screen(holdem_view()) as player:
        await player.press("f6")
        page = player.app.screen
        player.app.push_screen(HelpPage("", lambda: screen_help(page)))
        await player.pilot.pause()
        assert "I want to use this page" in player.text
        assert "the other side of the pot" in player.text
        assert "Esc" in player.text


@pytest.mark.parametrize("size", SIZES)
async def test_a_long_group_goes_on_in_the_next_column(size: tuple[int, int]) -> None:
    columns, rows = size
    lines = tuple(HelpLine("K", f"word {place} of many", "k") for place in range(40))
    async with run_table_screen(holdem_view(), size=size) as player:
        page = HelpPage("", lambda: (HelpGroup("use this page", lines),))
        await player.app.push_screen(page)
        shown = ""
        for _ in range(page.leaves(columns, rows)):
            await player.pilot.pause()
            shown += player.text
            assert "Esc back" in player.text.splitlines()[-1]
            await player.press("pagedown")
        assert [line.words for line in lines if line.words not in shown] == []


async def test_in_ascii_fractions_are_written_out() -> None:
    options = TableOptions(ascii=True, street_pause=0, bell=False)
    async with run_table_screen(holdem_view(), options=options) as player:
        await player.press("question_mark")
        assert player.text.isascii()
        assert "least, 1/2, 3/4, pot, all" in player.text
