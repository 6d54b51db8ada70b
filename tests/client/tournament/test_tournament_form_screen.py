"""The form for a new tournament, as text in two sizes and by its keys.

`RAILBIRD_RENEW=1` writes the golden screens anew; read `git diff` before you commit them.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.events import Key
from textual.screen import Screen

from railbird_client.forms.form_rows import FormPage
from railbird_client.hosting.form_screen import TournamentFormScreen
from railbird_client.hosting.games_form import Plays
from railbird_client.hosting.profiles import TournamentProfileFile
from railbird_client.tournament.tournament_form import TournamentForm, TournamentSetup
from railbird_shared.game.catalogue import GAMES
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.terms import NO_GAME
from railbird_shared.settings.spec import with_settings
from railbird_shared.tournament.checks import check_terms
from railbird_shared.tournament.messages import OpenTournament
from support.golden_files import CLIENT_SCREENS, assert_matches_golden_file
from support.screen_harness import ScreenHarness, run_screen

GOLDEN = CLIENT_SCREENS
SIZES = ((60, 20), (80, 24), (120, 40))


def empty_screen() -> Screen[None]:
    return Screen()


async def open_form(
    shown: ScreenHarness, profiles: TournamentProfileFile | None = None, **setup: object
) -> list[OpenTournament | None]:
    """Opens the form; its answer comes into the list returned."""
    answers: list[OpenTournament | None] = []
    wanted = with_settings(TournamentSetup(name="Sunday"), setup)
    form = TournamentFormScreen(wanted, profiles or TournamentProfileFile(), title="Tournament")
    form.now = lambda: 1000.0
    await shown.app.push_screen(form, answers.append)
    await shown.wait_until_idle()
    return answers


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("page", TournamentForm.layout)
async def test_each_page_matches_its_golden_text(page: FormPage, size: tuple[int, int]) -> None:
    async with run_screen(empty_screen, size=size) as shown:
        await open_form(shown)
        await shown.press(*["tab"] * tuple(TournamentForm.layout).index(page))
        text = shown.text
    name = f"tournament-form-{page.name.lower()}-{size[0]}x{size[1]}.txt"
    assert_matches_golden_file(GOLDEN / name, text, __file__)


async def test_players_chips_and_hours_make_a_tournament() -> None:
    async with run_screen(empty_screen, size=(120, 40)) as shown:
        answers = await open_form(shown)
        await shown.press(*"24", "enter", "down", *"5000", "enter", "down", *"4", "enter", "ctrl+o")
    opened = answers[0]
    assert opened is not None
    terms = opened.terms
    assert (terms.most_players, terms.chips, len({level.seconds for level in terms.levels})) == (24, 5000, 1)
    check_terms(terms, HouseRules())


async def test_what_cannot_be_is_said_and_nothing_is_opened() -> None:
    async with run_screen(empty_screen) as shown:
        answers = await open_form(shown)
        await shown.press(*"1", "enter", "ctrl+o")
        assert "Write the players as a number from 2 to 100." in shown.text
        assert answers == []
        await shown.press("escape")
    assert answers == [None]


async def test_a_start_in_some_minutes_counts_from_now() -> None:
    async with run_screen(empty_screen) as shown:
        answers = await open_form(shown)
        await shown.press("down", "down", "down", "down", "down", "right", "right", "ctrl+o")
    opened = answers[0]
    assert opened is not None
    assert opened.terms.start_at == 1000 + 5 * 60


async def test_space_takes_the_next_value_and_a_slash_finds_a_row_from_one_that_is_typed() -> None:
    async with run_screen(empty_screen) as shown:
        await open_form(shown)
        await shown.press(*"/bots", "right")
        assert "fill up to 2 players" in shown.text
        assert "Seats a table" not in shown.text
        await shown.press("escape", " ")
        assert "fill up to 3 players" in shown.text
        assert "Seats a table" in shown.text


async def test_a_click_on_a_title_turns_to_its_page_and_a_key_explains_the_keys() -> None:
    async with run_screen(empty_screen) as shown:
        await open_form(shown)
        await shown.click("#tab-3")
        assert "Late entry" in shown.text
        await shown.press("f1")
        assert "open the tournament as it stands" in shown.text


async def test_keys_that_come_in_one_burst_act_in_their_order() -> None:
    async with run_screen(empty_screen) as shown:
        answers = await open_form(shown)
        keys = [
            "home",
            "down",
            "down",
            *"12",
            "enter",
            "down",
            *"5000",
            "down",
            *"2",
            "tab",
            "tab",
            "down",
            *"20",
            "ctrl+o",
        ]
        for key in keys:
            shown.app.post_message(Key(key, key if len(key) == 1 else None))
        await shown.wait_until_idle()
    opened = answers[0]
    assert opened is not None
    assert (opened.terms.most_players, opened.terms.chips, opened.terms.buy_in) == (12, 5000, 20)
    assert sum(level.seconds for level in opened.terms.levels) > 2 * 3600


async def test_down_keeps_what_is_typed_and_esc_takes_it_back() -> None:
    async with run_screen(empty_screen) as shown:
        answers = await open_form(shown)
        await shown.press(*"12", "down", *"9999", "escape", "ctrl+o")
    opened = answers[0]
    assert opened is not None
    assert (opened.terms.most_players, opened.terms.chips) == (12, 3000)


async def test_a_click_on_another_row_keeps_what_is_typed() -> None:
    async with run_screen(empty_screen) as shown:
        answers = await open_form(shown)
        await shown.press(*"12")
        await shown.click("FormList", x=45, y=5)  # the seats of a table
        await shown.press("left", "left", "ctrl+o")
    opened = answers[0]
    assert opened is not None
    assert (opened.terms.most_players, opened.terms.seats) == (12, 8)


async def test_esc_goes_back_and_the_tournament_opened_last_is_proposed(tmp_path: Path) -> None:
    profiles = TournamentProfileFile(tmp_path / "tournaments.json")
    async with run_screen(empty_screen) as shown:
        await open_form(shown, profiles)
        await shown.press(*"24", "escape", "escape")
        assert await open_form(shown, profiles) == []
        assert "Players                    9" in shown.text
        await shown.press(*"24", "enter", "escape")
        again = await open_form(shown, profiles)
        await shown.press("end", *"tern", "enter", "ctrl+o")
    assert [each.terms.most_players for each in again if each] == [24]
    assert b"tern" not in profiles.path.read_bytes()
    async with run_screen(empty_screen) as shown:
        await open_form(shown, TournamentProfileFile(profiles.path))
        assert "Players                    24" in shown.text


async def test_a_profile_of_a_tournament_is_saved_and_loaded() -> None:
    profiles = TournamentProfileFile()
    async with run_screen(empty_screen) as shown:
        await open_form(shown, profiles, players=12, game="razz", seats=8)
        await shown.press("shift+tab", "down", *"Club", "enter")
        assert "Club is saved." in shown.text
        await shown.press("tab", *"6", "enter", "shift+tab", "down", "enter")
        assert "Club is loaded; Ctrl+O opens the tournament." in shown.text
        assert "12 players on 2 tables" in shown.text


async def test_a_tournament_kept_before_is_not_proposed_where_its_games_are_not_dealt() -> None:
    profiles = TournamentProfileFile()
    profiles.remember(TournamentSetup(name="Sunday", players=30, game="razz"))
    form = TournamentFormScreen(TournamentSetup(name="Sunday"), profiles, title="Tournament", games=GAMES[:1])
    assert form.form.setup.players == 9
    profiles.draft = TournamentForm.of(TournamentSetup(name="Sunday", players=12))
    form = TournamentFormScreen(TournamentSetup(name="Sunday"), profiles, title="Tournament", games=GAMES[:1])
    assert (form.form.setup.players, form.form.games) == (12, GAMES[:1])


async def test_a_list_without_games_is_drawn_and_said_and_opens_nothing() -> None:
    async with run_screen(empty_screen, size=(120, 40)) as shown:
        answers = await open_form(shown, plays=Plays.TURNS, games=("razz",), seats=8)
        await shown.press("tab", *"/razz", "enter", "ctrl+o")
        assert "first see Game" in shown.text
        assert f"Game: {NO_GAME}" in shown.text
        assert answers == []
        await shown.press("end", "enter", "tab", "shift+tab")
        assert "first see Game" not in shown.text
