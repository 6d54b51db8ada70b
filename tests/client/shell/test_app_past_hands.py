"""A player finds, reads and counts the hands that they sat in, from the table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from railbird_client.history.charts_screen import ChartsPage
from railbird_client.history.hands_screens import HandsPage
from railbird_client.history.statistics_screen import StatisticsPage
from railbird_client.player_requests import JoinServer
from railbird_client.replay.replay_screen import ReplayScreen
from railbird_client.table.table_screen import TableScreen
from railbird_shared.history.hand_history import HandHistory, HandSummary, NightStatistics, PlayerStatistics, Tally
from railbird_shared.protocol.commands import HandResult, ListHands, ListTables, ReadHand, ReadStatistics, Sit, Watch
from railbird_shared.protocol.events import HandEnded, HandStarted
from railbird_shared.protocol.messages import Accepted, Hands, History, Lobby, Refused, Statistics
from railbird_shared.protocol.view import You
from support.app_harness import AppHarness, accept_command, run_app
from support.fake_server import FakeServerConnection, run_fake_server, table_info, table_snapshot

pytestmark = pytest.mark.slow

HERONS = HandSummary(
    "t1",
    "Den",
    7,
    1_795_212_000,
    "No-Limit Hold'em",
    30,
    ("Wren", "Heron"),
    15,
    made="pair of aces",
    decided="beat eights",
)


@asynccontextmanager
async def at_table(tmp_path: Path) -> AsyncIterator[tuple[AppHarness, FakeServerConnection]]:
    async with run_fake_server() as server, run_app(JoinServer(server.address), tmp_path) as harness:
        connection = await server.accept()
        await connection.answer_hello()
        await accept_command(connection, ListTables)
        await connection.send(Lobby(tables=(table_info(),)))
        await accept_command(connection, Watch)
        snapshot = table_snapshot(seated=True)
        await connection.send(replace(snapshot, view=replace(snapshot.view, you=You(1))))
        await accept_command(connection, Sit)
        await harness.wait_for_screen(TableScreen)
        yield harness, connection


async def refuse_nights(connection: FakeServerConnection) -> None:
    asked = await connection.receive()
    assert isinstance(asked, ReadStatistics)
    await connection.send(Refused(id=asked.id, code="slow-down", sentence="The nights are not counted now."))


async def test_a_player_searches_their_hands_and_reads_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird_client.history.exports.documents_folder", lambda: tmp_path)
    async with at_table(tmp_path) as (harness, connection):
        await harness.pilot.press("k")
        await harness.wait_for_screen(HandsPage)
        asked = await connection.receive()
        assert isinstance(asked, ListHands)
        await connection.send(Accepted(id=asked.id), Hands(hands=(HERONS,), total=1))
        await harness.wait_for_text("beat eights")
        asked = await connection.receive()
        assert isinstance(asked, ReadStatistics)
        night = NightStatistics("t1", "Den", 0, HERONS.ended_at, 9, (PlayerStatistics("Wren", Tally(hands=9, net=40)),))
        await connection.send(Accepted(id=asked.id), Statistics(nights=(night,)))
        await harness.wait_for_text("Den · 9 hands")
        await harness.pilot.press("slash", *"heron won", "enter")
        asked = await connection.receive()
        assert isinstance(asked, ListHands)
        assert (asked.find, asked.result) == ("heron", HandResult.WON)
        await connection.send(Accepted(id=asked.id), Hands(hands=(HERONS,), total=1))
        await harness.wait_for_text("heron won · ")
        await harness.pilot.press("enter")
        read = await connection.receive()
        assert isinstance(read, ReadHand)
        assert (read.table, read.hand) == ("t1", 7)
        view = table_snapshot(seated=True).view
        events = (HandStarted(7, 1, (1,)), HandEnded(7))
        history = HandHistory("t1", 7, 1_795_212_000, view, events)
        await connection.send(Accepted(id=read.id), History(history=history))
        await harness.wait_for_text("Replay at the table")
        for key, name in (("t", "railbird-t1-hand-7.txt"), ("J", "railbird-t1-hand-7.json")):
            await harness.pilot.press(key)
            await harness.wait_for_text(f"{name} is in")
            assert (tmp_path / name).stat().st_size > 0
        await harness.pilot.press("p")
        await harness.wait_for_text("The PHH format has no code for this game")
        await harness.pilot.press("escape")
        await harness.wait_for_text("heron won")
        await harness.pilot.press("k")
        await harness.wait_for_screen(TableScreen)


async def test_the_list_follows_what_is_typed_one_question_at_a_time(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (harness, connection):
        await harness.pilot.press("k", "slash", *"her")
        asked = await connection.receive()
        page = harness.app.screen
        assert isinstance(page, HandsPage)
        page.settle()
        await harness.pilot.press(*"on")
        page.settle()
        assert isinstance(asked, ListHands)
        assert asked.find == ""
        await connection.send(Accepted(id=asked.id), Hands(hands=(HERONS,), total=1))
        asked = await connection.receive()
        assert isinstance(asked, ListHands)
        assert asked.find == "heron"
        await connection.send(Accepted(id=asked.id), Hands(hands=(HERONS,), total=1))
        await harness.wait_for_text("1 hand")
        await refuse_nights(connection)
        await harness.pilot.press("x")
        page.settle()
        asked = await connection.receive()
        await connection.send(Refused(id=asked.id, code="slow-down", sentence="You ask too fast."))
        await harness.wait_for_text("You ask too fast.")
        again = await connection.receive()
        assert isinstance(again, ListHands)
        assert again.find == "heronx"


async def test_a_list_that_opens_again_waits_for_its_own_answer(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (harness, connection):
        await harness.pilot.press("k")
        asked = await connection.receive()
        await connection.send(Accepted(id=asked.id), Hands(hands=(HERONS,), total=1))
        await harness.wait_for_text("beat eights")
        await refuse_nights(connection)
        await harness.pilot.press("escape", "k")
        asked = await connection.receive()
        assert isinstance(asked, ListHands)
        await harness.wait_for_text("The hands are being looked for.")
        newer = replace(HERONS, hand=8, decided="lost to a flush")
        await connection.send(Accepted(id=asked.id), Hands(hands=(newer, HERONS), total=2))
        await harness.wait_for_text("lost to a flush")


async def test_a_player_replays_a_hand_of_their_search_and_the_next(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (harness, connection):
        await harness.pilot.press("k")
        asked = await connection.receive()
        found = (HERONS, replace(HERONS, hand=8))
        await connection.send(Accepted(id=asked.id), Hands(hands=found, total=2))
        await harness.wait_for_text("Read the hand")
        await refuse_nights(connection)
        await harness.pilot.press("r")
        await harness.wait_for_screen(ReplayScreen)
        for number in (7, 8):
            read = await connection.receive()
            assert isinstance(read, ReadHand)
            assert (read.table, read.hand) == ("t1", number)
            events = (HandStarted(number, 1, (1,)), HandEnded(number))
            history = HandHistory("t1", number, 1_795_212_000, table_snapshot(seated=True).view, events)
            await connection.send(Accepted(id=read.id), History(history=history))
            await harness.wait_for_text(f"step 0 of 1 · before the deal · {number - 6} of 2")
            await harness.pilot.press("pagedown")
        await harness.pilot.press("escape")
        await harness.wait_for_screen(HandsPage)
        page = harness.app.screen
        assert isinstance(page, HandsPage)
        assert page.index == 1
        await harness.pilot.press("escape")
        await harness.wait_for_screen(TableScreen)


async def test_a_player_sees_the_statistics_of_the_night_and_of_their_own_nights(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (harness, connection):
        table = table_snapshot(seated=True).view.table
        await harness.pilot.press("u")
        await harness.wait_for_screen(StatisticsPage)
        asked = await connection.receive()
        assert isinstance(asked, ReadStatistics)
        assert asked.table == table
        night = NightStatistics(table, "Den", 0, 60, 9, (PlayerStatistics("Heron", Tally(hands=9)),))
        await connection.send(Accepted(id=asked.id), Statistics(nights=(night,), table=table))
        await harness.wait_for_text("9 hands: too few.")
        await harness.pilot.press("2")
        asked = await connection.receive()
        assert isinstance(asked, ReadStatistics)
        assert asked.table == ""
        await connection.send(Refused(id=asked.id, code="slow-down", sentence="Wait a moment."))
        await harness.wait_for_text("Wait a moment. R tries again.")


async def test_f4_shows_charts_of_the_night_and_leads_to_the_statistics(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (harness, connection):
        table = table_snapshot(seated=True).view.table
        await harness.pilot.press("f4")
        await harness.wait_for_screen(ChartsPage)
        asked = await connection.receive()
        assert isinstance(asked, ReadStatistics)
        assert asked.table == table
        players = (
            PlayerStatistics("Heron", Tally(hands=3, net=30), results=(10, -5, 30)),
            PlayerStatistics("Wren", Tally(hands=3, net=-30), results=(-10, 5, -30), you=True),
        )
        night = NightStatistics(table, "Den", 0, 60, 3, players)
        await connection.send(Accepted(id=asked.id), Statistics(nights=(night,), table=table))
        await harness.wait_for_text("you are −30")
        await harness.pilot.press("up")
        await harness.wait_for_text("Heron is +30")
        await harness.pilot.press("u")
        await harness.wait_for_screen(StatisticsPage)
        assert isinstance(await connection.receive(), ReadStatistics)
        await harness.pilot.press("f4")
        await harness.wait_for_screen(ChartsPage)
        await harness.pilot.press("f4")
        await harness.wait_for_screen(TableScreen)


async def test_a_hand_that_cannot_be_is_not_shown(tmp_path: Path) -> None:
    async with at_table(tmp_path) as (harness, connection):
        await harness.pilot.press("k")
        asked = await connection.receive()
        view = table_snapshot(seated=True).view
        impossible = HandHistory("t1", 7, 0, view, (HandStarted(7, 10, (10,)),))
        await connection.send(Accepted(id=asked.id), History(history=impossible), Hands(hands=(HERONS,), total=1))
        await harness.wait_for_text("beat eights")
        assert harness.app._session.controller is not None
        assert harness.app._session.controller.past_hands.known.history is None
