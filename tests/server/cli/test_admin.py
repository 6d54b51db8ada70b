"""`railbird-server admin`: the owner's acts at a server that runs, in words, with the right exit status."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from railbird_server.cli import main
from railbird_server.cli.serve import RunFileKeeper
from railbird_server.runtime.passwords import HASHER
from railbird_server.runtime.server import Server
from railbird_shared.protocol.commands import GoOn, Pause, SendChat, SitOut, TakeBreak, Watch
from railbird_shared.protocol.events import BooksCorrected, Correction
from railbird_shared.protocol.host_commands import LockTable
from railbird_shared.protocol.messages import Step, TableClosed
from support.network_clients import HeadlessClient, connect_in_memory, run_server


async def admin(folder: Path, *arguments: str) -> tuple[int, str]:
    """Runs the program as the owner of the server of a folder; returns its exit status and what it prints."""
    result = await asyncio.to_thread(CliRunner().invoke, main, ["admin", "--data", str(folder), *arguments])
    assert not result.exception or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output.strip()


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """A server with a password and a run file."""
    async with run_server(password_hash=HASHER.hash("secret")) as running:
        RunFileKeeper(tmp_path).announce(running.address, owner=running.ownership.secret, name="Den")
        yield running


async def kitchen(server: Server) -> tuple[HeadlessClient, HeadlessClient, str]:
    """Wren, who hosts the table Kitchen, and Heron, who has no hand to play."""
    wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
    table = await wren.open_table()
    await wren.sit(seat=1)
    await heron.watch(table)
    return wren, heron, table


async def test_tables_and_people_are_listed(server: Server, tmp_path: Path) -> None:
    assert await admin(tmp_path, "tables") == (0, "No table is open.")
    assert await admin(tmp_path, "lock") == (1, "No table is open.")
    _, _, table = await kitchen(server)
    assert await admin(tmp_path, "tables") == (
        0,
        f"Kitchen ({table}): Hold'em, 1 of 6 seats, no hand yet, hosted by Wren",
    )
    assert await admin(tmp_path, "people") == (0, "Seat 1: Wren (host), 200 chips\nRail: Heron")


async def test_the_acts_of_a_host(server: Server, tmp_path: Path) -> None:
    wren, heron, table = await kitchen(server)
    done = [
        await admin(tmp_path, *words.split(" ", 1))
        for words in ("last-hand", "lock", "unlock", "announce Pizza", "mute Heron", "last-hand --undo")
    ]
    assert [status for status, _ in done] == [0] * 6
    assert [words for _, words in done] == [
        "No hand is dealt at Kitchen after the last one.",
        "Nobody else sits down at Kitchen.",
        "Newcomers may sit down at Kitchen again.",
        "Everybody at Kitchen is told.",
        "That player may say nothing at Kitchen.",
        "The game at Kitchen goes on.",
    ]
    assert await heron.expect_refusal(SendChat(text="Hello.")) == "muted"
    assert (await admin(tmp_path, "unmute", "Heron"))[0] == 0
    assert await admin(tmp_path, "--table", table, "kick", "Wren") == (
        0,
        "Wren has to leave Kitchen, after a hand that runs.",
    )
    await wren.wait_for_view(lambda view: view.you.seat is None)
    await heron.sit(seat=2)
    assert await admin(tmp_path, "host", "2") == (0, "Heron is the host of Kitchen now.")
    assert await admin(tmp_path, "move", "Heron", "5") == (
        0,
        "Heron moves to seat 5 of Kitchen, after a hand that runs.",
    )
    await heron.wait_for_view(lambda view: view.you.seat == 5)
    assert await admin(tmp_path, "move", "Heron", "9") == (1, "This table has seats 1 to 6; choose one of them.")
    assert (await admin(tmp_path, "ban", "Wren"))[0] == 0
    assert (await wren.wait_for(TableClosed)).reason == "The house has banned you from this table."
    assert (await admin(tmp_path, "unban", "Wren"))[0] == 0
    await wren.expect_accepted(Watch(table=table))
    assert await admin(tmp_path, "end") == (0, "Kitchen closes when no hand runs.")
    assert (await heron.wait_for(TableClosed)).reason.startswith("The house has ended the night. You have 200")


async def test_the_owner_corrects_the_books(server: Server, tmp_path: Path) -> None:
    wren, heron, _ = await kitchen(server)
    await wren.expect_accepted(SitOut())
    await heron.sit(seat=2)
    correct = ("correct", "Wren", "Heron", "50", "--because", "Their bet was Heron's.")
    assert await admin(tmp_path, *correct) == (0, "The books of Kitchen are corrected.")
    step = await heron.wait_for(Step, lambda step: any(isinstance(event, BooksCorrected) for event in step.public))
    told = next(event for event in step.public if isinstance(event, BooksCorrected))
    assert told == BooksCorrected(
        "the house", "Their bet was Heron's.", (Correction("Heron", 50, 2, 250), Correction("Wren", -50, 1, 150))
    )
    assert await admin(tmp_path, "correct", "Wren", "Heron", "500", "--because", "A joke.") == (
        1,
        "Wren has 150 chips, so 500 cannot be taken from them.",
    )


async def test_the_list_says_which_table_is_locked_paused_or_on_a_break(server: Server, tmp_path: Path) -> None:
    wren, _, table = await kitchen(server)
    begin = f"Kitchen ({table}): Hold'em, 1 of 6 seats, no hand yet, hosted by Wren"
    await wren.expect_accepted(LockTable())
    await wren.expect_accepted(Pause())
    assert await admin(tmp_path, "tables") == (0, f"{begin}, locked, paused")
    await wren.expect_accepted(LockTable(on=False))
    await wren.expect_accepted(GoOn())
    await wren.expect_accepted(TakeBreak(minutes=5))
    assert await admin(tmp_path, "tables") == (0, f"{begin}, on a break")


@pytest.mark.parametrize("act", ["kick", "host", "move", "approve", "decline"])
async def test_an_act_at_a_seat_wants_its_player(act: str, tmp_path: Path) -> None:
    status, told = await admin(tmp_path, act)
    assert status == 2
    assert "Missing argument 'PLAYER'." in told


async def test_what_is_refused_is_said_with_exit_status_1(server: Server, tmp_path: Path) -> None:
    wren, _, _ = await kitchen(server)
    assert await admin(tmp_path, "kick", "Jay") == (1, "Jay has no seat at Kitchen; there sit: Wren.")
    assert await admin(tmp_path, "--table", "Porch", "lock") == (1, "There is no table Porch; the tables are Kitchen.")
    assert await admin(tmp_path, "unlock") == (1, "The table is not locked.")
    assert await admin(tmp_path, "remove-waiting", "Jay") == (
        1,
        "Jay does not wait for a seat; look at the waiting list again.",
    )
    assert await admin(tmp_path, "unban", "Jay") == (1, "Nobody called Jay is banned at this table.")
    jay = await connect_in_memory(server, "Jay")
    await jay.open_table(name="Porch")
    assert await admin(tmp_path, "lock") == (1, "Say which table with --table: Kitchen, Porch.")
    assert wren.view is not None


async def test_without_a_server_that_runs_the_owner_is_told_what_to_do(tmp_path: Path) -> None:
    status, words = await admin(tmp_path, "tables")
    assert (status, words) == (
        1,
        f"No server runs with its data in {tmp_path}: start it, or name its folder with --data.",
    )
    keeper = RunFileKeeper(tmp_path)
    keeper.announce("ws://127.0.0.1:1", owner="secret", name="Den")
    assert await admin(tmp_path, "tables") == (
        1,
        "Nobody answers at ws://127.0.0.1:1; check the address and that the server runs.",
    )
    keeper.withdraw(kept_tables=True)
    assert (await admin(tmp_path, "tables"))[1].endswith("has ended; its tables wait until it is started again.")
    keeper.path.write_text("{")
    assert await admin(tmp_path, "tables") == (1, f"{keeper.path} is damaged: stop the server and start it again.")


async def test_the_owner_opens_a_table_that_waits_for_its_first_player(server: Server, tmp_path: Path) -> None:
    status, words = await admin(tmp_path, "open", "Friday", "horse", "--seats", "6", "--bet", "4")
    assert status == 0
    assert words.startswith("Friday is open (")
    assert words.endswith("); the first to sit down hosts it.")
    assert "hosted by the house" in (await admin(tmp_path, "tables"))[1]
    wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
    table = words.partition("(")[2].partition(")")[0]
    assert (await heron.watch(table)).host == "the house"
    await wren.watch(table)
    await wren.sit()
    assert len((await heron.wait_for_view(lambda view: view.host == "Wren")).seats) == 6
    status, words = await admin(tmp_path, "open", "Saturday", "PLO")
    assert (status, words.startswith("Saturday is open (")) == (0, True)
    assert "): Omaha, 0 of 6 seats" in (await admin(tmp_path, "tables"))[1]
    status, words = await admin(tmp_path, "open", "Friday", "snap")
    assert status == 2
    assert words.startswith("There is no game called 'snap' here; choose one of holdem, ")


@pytest.mark.usefixtures("server")
@pytest.mark.parametrize("words", ["open {} holdem", "tournament open {}"])
async def test_a_name_that_would_be_cut_is_refused(words: str, tmp_path: Path) -> None:
    fits, too_long = "The_long_table_by_the_se", "The_long_table_by_the_sea"
    assert await admin(tmp_path, *words.format(too_long).split()) == (
        2,
        f"A name has at most 24 characters: shorten {too_long!r}.",
    )
    status, told = await admin(tmp_path, *words.format(fits).split())
    assert (status, told.startswith(f"{fits} ")) == (0, True)


async def test_pauses_games_and_stakes(server: Server, tmp_path: Path) -> None:
    wren, heron, _ = await kitchen(server)
    await heron.sit(seat=2)
    assert await admin(tmp_path, "pause") == (0, "Kitchen is paused.")
    await wren.wait_for_view(lambda view: view.pause is not None and view.pause.by == "the house")
    assert await admin(tmp_path, "break") == (1, "The table is paused already; let it go on first.")
    assert await admin(tmp_path, "go-on") == (0, "Kitchen goes on.")
    assert await admin(tmp_path, "go-on") == (1, "The table is not paused; it goes on as it is.")
    assert await admin(tmp_path, "game", "omaha", "--bet", "4") == (0, "Kitchen plays omaha from the next hand on.")
    assert await admin(tmp_path, "stakes", "6") == (0, "Kitchen plays for a bet of 6 from the next hand on.")
    status, words = await admin(tmp_path, "stakes", "500")
    assert status == 1
    assert words.startswith("With 400 chips at the table no two players could bet 500 in Hold'em; play for less")
    assert await admin(tmp_path, "break", "5") == (0, "Kitchen has a break of 5 minutes, after a hand that runs.")


async def test_chips_are_approved_and_declined(server: Server, tmp_path: Path) -> None:
    wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
    table = await wren.open_table(approve_buy_ins=True)
    await wren.sit(seat=1)
    await heron.watch(table)
    await heron.sit(seat=2)
    assert (await admin(tmp_path, "people"))[1].splitlines()[1] == "Seat 2: Heron, 0 chips, asks for 200"
    assert await admin(tmp_path, "approve", "Wren") == (1, "Wren asks for no chips at Kitchen.")
    assert await admin(tmp_path, "approve", "Heron") == (0, "Heron has 200 chips, after a hand that runs.")
    assert await admin(tmp_path, "decline", "Heron") == (1, "Heron asks for no chips at Kitchen.")
