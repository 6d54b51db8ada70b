from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.events import Key
from textual.screen import Screen

from railbird_client.forms.form_rows import FormPage
from railbird_client.hosting.form_screen import HostFormScreen, games_of, setup_for
from railbird_client.hosting.games_form import Plays
from railbird_client.hosting.host_form import HostForm, HostSetup
from railbird_client.hosting.profiles import TableProfileFile
from railbird_client.player_requests import NewTable
from railbird_shared.game.catalogue import GAMES
from railbird_shared.game.variants import VARIANTS
from railbird_shared.house.house_rules import PRESETS, HouseRules
from railbird_shared.protocol.commands import OpenTable
from railbird_shared.settings.spec import with_settings
from railbird_shared.settings.table_terms import TableTerms
from support.golden_files import CLIENT_SCREENS, assert_matches_golden_file
from support.screen_harness import ScreenHarness, run_screen
from support.timeouts import TIMEOUT_SECONDS

GOLDEN = CLIENT_SCREENS


def empty_screen() -> Screen[None]:
    return Screen()


async def open_form(
    shown: ScreenHarness, profiles: TableProfileFile | None = None, **setup: object
) -> list[NewTable | None]:
    """Opens the form; its answer comes into the list returned."""
    answers: list[NewTable | None] = []
    wanted = with_settings(HostSetup(name="Den"), setup)
    form = HostFormScreen(wanted, title="Host a table", profiles=profiles or TableProfileFile())
    await shown.app.push_screen(form, answers.append)
    await shown.wait_until_idle()
    return answers


def form_of(shown: ScreenHarness) -> HostFormScreen:
    assert isinstance(shown.app.screen, HostFormScreen)
    return shown.app.screen


async def type_text(shown: ScreenHarness, text: str) -> None:
    await shown.press(*text)


async def test_enter_opens_the_usual_table_at_once() -> None:
    async with run_screen(empty_screen) as shown:
        answers = await open_form(shown)
        await shown.press("enter")
        assert answers == [NewTable("holdem", opening=OpenTable(name="Den", game="holdem"))]


async def test_the_arrows_choose_rows_and_values_and_typing_edits() -> None:
    async with run_screen(empty_screen) as shown:
        answers = await open_form(shown)
        await shown.press("tab", "down")
        await type_text(shown, "20")
        await shown.press("enter", "down", "down", "right", "tab", "down", "left", "right", "right", "down", "right")
        await shown.press("ctrl+o")
        [table] = answers
        assert table is not None
        assert table.opening == OpenTable(name="Den", game="holdem", bet=20, seats=3)
        assert table.bots == 1


async def test_shift_tab_turns_back_and_a_click_on_a_title_turns_to_its_page() -> None:
    async with run_screen(empty_screen) as shown:
        await open_form(shown)
        await shown.press("shift+tab")
        assert "House rules as a file" in shown.text
        await shown.click("#tab-3")
        assert "Pack and wild cards" in shown.text


async def test_page_and_end_keys_move_far() -> None:
    async with run_screen(empty_screen) as shown:
        await open_form(shown)
        await shown.press("end")
        assert "Razz" in shown.text
        await shown.press("home", "pagedown", "pageup")
        assert "Name" in shown.text


async def test_typing_finds_a_game_and_enter_takes_it() -> None:
    async with run_screen(empty_screen) as shown:
        answers = await open_form(shown)
        await shown.press("end")
        await type_text(shown, "badx")
        assert 'Nothing here is called "badx"' in shown.text
        await shown.press("backspace")
        assert "Badugi" in shown.text
        assert "Razz" not in shown.text
        await shown.press("enter", "escape", "end")
        assert "Razz" in shown.text
        await shown.press("ctrl+o")
        assert [answer.game for answer in answers if answer] == ["badugi"]


async def test_a_slash_searches_the_house_rules_from_any_row() -> None:
    async with run_screen(empty_screen) as shown:
        await open_form(shown)
        await shown.press("shift+tab", "shift+tab", "end")
        await type_text(shown, "/straddles")
        assert "Nobody straddles (BT-43)." in shown.text
        await shown.press("right", "right", "escape", "home")
        assert form_of(shown).form.house.values["straddles"] == 2
        assert "Pack and wild cards" in shown.text


async def wait_for_text(shown: ScreenHarness, text: str) -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while text not in shown.text:
            await asyncio.sleep(0.01)
            await shown.wait_until_idle()


@pytest.mark.parametrize("key", [Key("question_mark", "?"), Key("f1", None)], ids=repr)
async def test_a_key_explains_the_keys_of_the_form(key: Key) -> None:
    async with run_screen(empty_screen) as shown:
        await open_form(shown)
        await wait_for_text(shown, "?  Help")
        shown.app.post_message(key)
        await wait_for_text(shown, "open the table as it stands")
        await shown.press("escape")
        assert form_of(shown).form.setup.name == "Den"


async def test_a_value_that_is_typed_takes_a_question_mark_and_f1_still_helps() -> None:
    async with run_screen(empty_screen) as shown:
        await open_form(shown)
        await shown.press("tab", "down", "enter")
        shown.app.post_message(Key("question_mark", "?"))
        await shown.wait_until_idle()
        assert isinstance(shown.app.screen, HostFormScreen)
        await shown.press("f1")
        await wait_for_text(shown, "open the table as it stands")


async def test_a_conflict_is_explained_while_it_is_typed_and_esc_takes_it_back() -> None:
    async with run_screen(empty_screen) as shown:
        answers = await open_form(shown)
        await shown.press("tab", "down")
        await type_text(shown, "1")
        assert "Write the bet as a number of chips, 2 to 1,000,000." in shown.text
        await shown.press("escape")
        assert "Write the bet" not in shown.text
        await type_text(shown, "abc")
        await shown.press("enter", "tab", "ctrl+o")
        assert answers == []
        assert "Write the bet" in shown.text
        assert "first see Stakes" in shown.text


async def test_a_house_rule_is_changed_and_marked() -> None:
    async with run_screen(empty_screen) as shown:
        await open_form(shown)
        await shown.press("tab", "tab", "tab", "end")
        await shown.press("up", "up", "up")
        assert "How the house charges" in shown.text or "The house takes nothing (AI-16)." in shown.text
        await shown.press("right")
        said = " ".join(shown.text.split())
        assert 'A rake by time needs a "Charge an hour" of one chip or more for each hour.' in said
        await shown.press("right")
        assert "The house takes 5 % of a pot" in shown.text
        assert "1 rule unlike a casino's" in shown.text


async def test_a_click_marks_a_row_and_changes_its_value() -> None:
    async with run_screen(empty_screen) as shown:
        await open_form(shown)
        await shown.click("FormList", x=45, y=2)
        assert form_of(shown).form.setup.plays is Plays.TURNS
        await shown.click("FormList", x=31, y=2)
        assert form_of(shown).form.setup.plays is Plays.ONE
        await shown.click("FormList", x=8, y=7)
        assert form_of(shown).form.setup.game == GAMES[2].id
        await shown.click("FormList", x=40, y=1)
        assert shown.app.screen.query_one("#form-edit").display


async def test_esc_goes_back_and_nothing_chosen_is_lost() -> None:
    profiles = TableProfileFile()
    async with run_screen(empty_screen) as shown:
        answers = await open_form(shown, profiles)
        await shown.press("tab", "down")
        await type_text(shown, "50")
        await shown.press("enter", "escape")
        assert answers == [None]
        again = await open_form(shown, profiles)
        await shown.press("ctrl+o")
        assert [answer.bet for answer in again if answer] == [50]


async def test_a_profile_is_saved_loaded_renamed_and_deleted(tmp_path: Path) -> None:
    profiles = TableProfileFile(tmp_path / "profiles.json")
    async with run_screen(empty_screen) as shown:
        await open_form(shown, profiles, bet=50, house=PRESETS["kitchen-table"])
        await shown.press("shift+tab", "down")
        await type_text(shown, "Friday")
        await shown.press("enter")
        assert "Friday is saved." in shown.text
        await shown.press("tab", "tab", "down")
        await type_text(shown, "8")
        await shown.press("enter", "shift+tab", "shift+tab", "down", "enter")
        assert "Friday is loaded; Ctrl+O opens the table." in shown.text
        assert form_of(shown).form.setup.table.bet == 50
        await shown.press("r", "end", "ctrl+u")
        await type_text(shown, "Sunday")
        await shown.press("enter")
        assert "Friday is called Sunday now." in shown.text
        await shown.press("d")
        assert "Sunday is deleted." in shown.text
        assert profiles.load().profiles == ()


async def test_house_rules_are_read_from_a_file_and_written_to_one(tmp_path: Path) -> None:
    source, target = tmp_path / "in.toml", tmp_path / "out.toml"
    source.write_text("burn = false\n", encoding="utf-8")
    async with run_screen(empty_screen, size=(120, 40)) as shown:
        await open_form(shown)
        await shown.press("shift+tab", "down", "down", "enter")
        await shown.paste(str(source))
        await shown.press("enter")
        assert form_of(shown).form.chosen.house == HouseRules(burn=False)
        await shown.press("down", "enter")
        await shown.paste(str(target))
        await shown.press("enter")
        assert "The house rules are written to" in shown.text
        assert "burn = false" in target.read_text(encoding="utf-8")
        await shown.press("up", "enter")
        await shown.paste("nowhere.toml")
        await shown.press("enter")
        assert "The file nowhere.toml cannot be read: No such file or directory." in shown.text


async def test_the_table_opened_last_is_proposed_unless_the_server_does_not_deal_it() -> None:
    profiles = TableProfileFile()
    profiles.remember(HostSetup(name="Den", game="razz"))
    async with run_screen(empty_screen) as shown:
        await open_form(shown, profiles)
        assert form_of(shown).form.setup.game == "razz"
        form = HostFormScreen(
            HostSetup(name="Den"),
            title="New table",
            profiles=profiles,
            games=games_of((VARIANTS["holdem"].make_game(),)),
        )
        assert form.form.setup.game == "holdem"


async def test_what_is_wrong_with_the_file_of_profiles_is_said(tmp_path: Path) -> None:
    path = tmp_path / "profiles.json"
    path.write_bytes(b"{")
    async with run_screen(empty_screen, size=(160, 48)) as shown:
        await open_form(shown, TableProfileFile(path))
        assert "The profiles were damaged and are set aside as" in shown.text


async def test_a_password_is_never_shown_nor_kept(tmp_path: Path) -> None:
    profiles = TableProfileFile(tmp_path / "profiles.json")
    async with run_screen(empty_screen) as shown:
        answers = await open_form(shown, profiles)
        await shown.press("tab", "tab", "end")
        await type_text(shown, "aces")
        assert "aces" not in shown.text
        await shown.press("enter")
        assert "aces" not in shown.text
        await shown.press("ctrl+o")
        assert [answer.opening.password for answer in answers if answer and answer.opening] == ["aces"]
        assert b"aces" not in profiles.path.read_bytes()
        assert "aces" not in repr(answers)


def test_a_mix_is_a_rotation_of_its_games() -> None:
    assert setup_for("horse", "Den").plays is Plays.TURNS
    assert setup_for("razz", "Den").game == "razz"


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (160, 48)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("page", HostForm.layout, ids=lambda page: page.name.lower())
async def test_every_page_looks_as_it_should(page: FormPage, size: tuple[int, int]) -> None:
    profiles = TableProfileFile()
    profiles.save("Friday at ours", HostSetup(name="Den", table=TableTerms(bet=10)))
    profiles.save("Stud night", HostSetup(game="stud8", house=PRESETS["kitchen-table"]))
    async with run_screen(empty_screen, size=size) as shown:
        setup = {"plays": Plays.TURNS, "games": ("razz", "stud8"), "house": PRESETS["kitchen-table"]}
        await open_form(shown, profiles, **setup)
        form_of(shown).turn_to(page)
        await shown.press("down")
        file = GOLDEN / f"host-form-{page.name.lower()}-{size[0]}x{size[1]}.txt"
        assert_matches_golden_file(file, shown.text + "\n", __file__)


async def test_the_form_is_drawn_with_plain_letters_where_only_those_can_be() -> None:
    async with run_screen(empty_screen, ascii_only=True) as shown:
        await open_form(shown, house=PRESETS["kitchen-table"])
        for _ in HostForm.layout:
            await shown.press("tab", "down")
            assert shown.text.replace("─", "-").isascii()
