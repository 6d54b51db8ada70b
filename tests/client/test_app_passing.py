"""What comes and goes over the places of the application: sentences in passing, the palette, and keys in a hurry."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.events import Key

from fake_server import fake_server, snapshot, table_info
from railbird_client.link import LinkEvent
from railbird_client.plans import Host, Join, TableWish
from railbird_client.screens.lobby import LobbyScreen
from railbird_client.screens.start import StartScreen
from railbird_client.screens.table import TableScreen
from railbird_client.visit import Visit
from railbird_shared.commands import ListTables
from railbird_shared.commands import Watch as WatchTable
from railbird_shared.messages import Lobby, Refused
from tables import Clock
from visiting import QUIET, hear, in_lobby, program, seated


async def test_the_palette_offers_the_keys_of_the_place(tmp_path: Path) -> None:
    async with in_lobby(tmp_path) as (running, _, _):
        await running.pilot.press("ctrl+p")
        await running.reads("New table")
        await running.reads("Quit Railbird")


async def test_the_palette_closes_once_however_often_escape_comes(tmp_path: Path) -> None:
    async with program(None, tmp_path) as running:
        await running.pilot.press("ctrl+p")
        await running.reads("Search for commands")
        for _ in range(5):
            running.app.post_message(Key("escape", None))
        await running.reaches(StartScreen)
        await running.pilot.press("n")
        await running.reads("Your name")


async def test_with_plain_letters_the_palette_is_plain_too(tmp_path: Path) -> None:
    async with program(None, tmp_path, options=replace(QUIET, ascii=True)) as running:
        await running.pilot.press("ctrl+p")
        await running.reads("Host a table")
        assert running.text.isascii()
        running.app.search_themes()
        await running.reads("railbird-night")
        assert running.text.isascii()


async def test_how_friends_join_can_be_read_at_any_time(tmp_path: Path) -> None:
    async with seated(tmp_path) as (running, server, _):
        await running.pilot.press("j")
        await running.reads(f"railbird join {server.address}")


async def test_at_the_table_a_sentence_in_passing_stands_in_the_bar(tmp_path: Path) -> None:
    async with seated(tmp_path) as (running, _, _):
        running.app.note("The settings cannot be kept.")
        await running.reads("The settings cannot be kept.")
        assert "cannot be kept" in running.text.splitlines()[-1]


async def test_a_sentence_said_on_the_way_comes_along_to_the_table(tmp_path: Path) -> None:
    async with in_lobby(tmp_path) as (running, _, conversation):
        running.app.note("The settings cannot be kept.")
        await running.reads("The settings cannot be kept.")
        await running.pilot.press("w")
        await hear(conversation, WatchTable)
        await conversation.say(snapshot())
        await running.reaches(TableScreen)
        await running.until(lambda: "cannot be kept" in running.text.rpartition("\n")[2])
        assert running.text.count("cannot be kept") == 1


async def test_a_refusal_that_overtakes_the_table_leads_to_one_place(tmp_path: Path) -> None:
    async with fake_server() as server, program(Join(server.address), tmp_path) as running:
        conversation = await server.accept()
        await conversation.welcome()
        await hear(conversation, ListTables)
        await conversation.say(Lobby(tables=(table_info(),)))
        await hear(conversation, WatchTable)
        sitting = await conversation.hear()
        full = Refused(id=sitting.id, code="full", sentence="Every seat is taken.")
        await conversation.say(snapshot(), full)
        await running.reads("Every seat is taken.")
        assert isinstance(running.app.screen, running.app.place.__class__)
        assert len(running.app.screen_stack) == 2


async def test_the_menu_is_chosen_from_once_however_often_enter_comes(tmp_path: Path) -> None:
    async with fake_server() as server, program(None, tmp_path) as running:
        for _ in range(3):
            running.app.screen.post_message(StartScreen.Decided(Join(server.address)))
        conversation = await server.accept()
        await conversation.welcome()
        await hear(conversation, ListTables)
        await conversation.say(Lobby(tables=(), people=1))
        await running.reaches(LobbyScreen)


@pytest.mark.parametrize("delay", [0.03, 0.25, 0.66])
async def test_an_enter_that_is_held_down_in_a_dialog_chooses_nothing_below_it(tmp_path: Path, delay: float) -> None:
    clock = Clock()
    async with program(None, tmp_path, now=clock) as running:
        await running.pilot.press("n")
        await running.reads("Your name")
        await running.pilot.press("enter")
        await running.reaches(StartScreen)
        clock.seconds += delay
        for _ in range(20):
            running.app.post_message(Key("enter", None))
            await running.pilot.pause()
            clock.seconds += 0.035
        assert isinstance(running.app.screen, StartScreen)


async def test_an_escape_that_is_held_down_closes_one_thing(tmp_path: Path) -> None:
    clock = Clock()
    async with program(None, tmp_path, now=clock) as running:
        await running.pilot.press("n", "ctrl+p")
        await running.reads("Search for commands")
        await running.pilot.press("escape")
        await running.reads("Your name")
        clock.seconds += 0.5
        await running.pilot.press("escape")
        await running.reads("Your name")
        clock.seconds += 1
        await running.pilot.press("escape")
        await running.reaches(StartScreen)


@pytest.mark.parametrize("in_seat", [True, False])
async def test_a_host_is_told_whose_game_he_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_seat: bool
) -> None:
    async with fake_server() as server, program(None, tmp_path) as running:

        async def run(visit: Visit, hear: Callable[[LinkEvent], None], _: Callable[[], Awaitable[None]]) -> None:
            await visit._stay(server.address, hear)

        monkeypatch.setattr(Visit, "run", run)
        running.app.screen.post_message(StartScreen.Decided(Host(TableWish())))
        conversation = await server.accept()
        await conversation.welcome(table="t1")
        await hear(conversation, WatchTable)
        await conversation.say(snapshot(seated=in_seat))
        await running.reaches(TableScreen)
        await running.pilot.press("ctrl+q")
        await running.reads("ends the game for")


async def test_a_host_reads_in_the_log_how_friends_join(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird_client.app.lan_addresses", lambda: ("192.0.2.17",))
    async with fake_server() as server, program(None, tmp_path) as running:

        async def run(visit: Visit, hear: Callable[[LinkEvent], None], _: Callable[[], Awaitable[None]]) -> None:
            await visit._stay(server.address, hear)

        monkeypatch.setattr(Visit, "run", run)
        running.app.screen.post_message(StartScreen.Decided(Host(TableWish())))
        conversation = await server.accept()
        await conversation.welcome(table="t1")
        await hear(conversation, WatchTable)
        await conversation.say(snapshot(seated=True))
        await running.reads("friends type: railbird join 192.0.2.17 (J shows it again)")
