"""A server that comes back has its tables as they were, and its players go on as if it had never been away."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
from pathlib import Path

import pytest

from railbird_server.runtime.server import Server
from railbird_server.runtime.tables import room_requests, table_runner, table_time
from railbird_server.runtime.tables.room_requests import CloseTable
from railbird_server.store.records import Change, Owned
from railbird_server.store.sqlite import SqliteStore
from railbird_shared.protocol.actions import Call
from railbird_shared.protocol.commands import (
    Act,
    AddBot,
    ChangeName,
    GoOn,
    Leave,
    ListTables,
    Pause,
    RemoveBot,
    ShowHand,
    Sit,
    Watch,
)
from railbird_shared.protocol.events import Called, HandStarted
from railbird_shared.protocol.host_commands import AnswerBuyIn
from railbird_shared.protocol.messages import Accepted, Notice, Refused, Snapshot, Step, TableClosed
from railbird_shared.protocol.view import TableView
from support.full_disk import FullDisk
from support.network_clients import (
    HeadlessClient,
    choose_passively,
    connect_in_memory,
    connect_over_socket,
    run_server,
)
from support.timeouts import TIMEOUT_SECONDS


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "railbird.db"


@pytest.fixture(autouse=True)
def _short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_time, "RETURN_WAIT", 50)
    monkeypatch.setattr(table_runner, "RETRY_INTERVAL", 0.02)


async def two_in_a_hand(server: Server) -> tuple[HeadlessClient, HeadlessClient]:
    """Wren in seat 1 and Heron in seat 2, with a hand begun."""
    wren, heron = await connect_over_socket(server), await connect_over_socket(server, "Heron")
    table = await wren.open_table()
    await heron.watch(table)
    await wren.sit(seat=1)
    await heron.sit(seat=2)
    for client in (wren, heron):
        await client.wait_for_view(lambda view: view.turn is not None)
    return wren, heron


def actor_of(*clients: HeadlessClient) -> HeadlessClient:
    (actor,) = (client for client in clients if client.view and client.view.you.legal)
    return actor


def act_of(client: HeadlessClient, number: int = 0) -> Act:
    assert client.view
    assert client.view.turn
    return Act(id=number, hand=client.view.hand, turn=client.view.turn.turn, action=Call())


def calls(client: HeadlessClient) -> list[Called]:
    """The calls that a client was told of."""
    steps = [message for message in client.messages if isinstance(message, Step)]
    return [event for step in steps for event in step.public if isinstance(event, Called)]


async def come_back(server: Server, before: HeadlessClient) -> HeadlessClient:
    """The same player with another connection, who resumes from the last step they saw."""
    after = await connect_over_socket(
        server, before.welcome.name, token=before.welcome.token, resume=before.resume_point
    )
    after.view, after.resume_point = before.view, before.resume_point
    assert after.welcome.name == before.welcome.name
    return after


def cards_and_chips(view: TableView | None) -> object:
    assert view
    return view.hand, view.you.cards, [(seat.name, seat.stack, seat.bet) for seat in view.occupied], view.board


def movements(path: Path) -> int:
    """How often chips have moved by what is kept."""
    connection = sqlite3.connect(path)
    (found,) = connection.execute("select count(*) from movements").fetchone()
    connection.close()
    return int(found)


def players(path: Path) -> list[str]:
    """The names of all players who are kept."""
    connection = sqlite3.connect(path)
    found = connection.execute("select name from players").fetchall()
    connection.close()
    return [name for (name,) in found]


async def crash() -> None:
    """Ends everything that a server does, as when its process goes."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.wait(others)


# --- the same hand goes on


@pytest.mark.parametrize("crashes", [False, True])
async def test_the_same_hand_goes_on_and_who_resumes_misses_nothing(path: Path, *, crashes: bool) -> None:
    async with run_server(store=SqliteStore(path)) as server:
        wren, heron = await two_in_a_hand(server)
        actor = actor_of(wren, heron)
        await actor.expect_accepted(act_of(actor))
        both = [wren, heron]
        assert actor.resume_point
        epoch = actor.resume_point.epoch
        if crashes:
            await crash()
            assert movements(path) == 2, "two buy-ins, and nobody has closed the table"
        else:
            await server.stop()
        async with run_server(store=SqliteStore(path)) as second:
            assert second.port != server.port
            back = [await come_back(second, client) for client in both]
            for client in back:
                await client.wait_for_view(lambda view: view.turn is not None and view.turn.turn == 2)
                steps = [message for message in client.messages if isinstance(message, Step)]
                assert not steps or steps[0].epoch == epoch, "the steps go on"
            await asyncio.gather(*(client.play_hands(choose_passively, hands=2) for client in back))
            for client in back:
                assert client.view
                pot = client.view.total_pot
                assert sum(seat.stack for seat in client.view.occupied) + pot == 2 * client.view.buy_in


async def test_cards_seats_and_the_player_in_turn_are_the_same(path: Path) -> None:
    async with run_server(store=SqliteStore(path)) as server:
        wren, heron = await two_in_a_hand(server)
        await server.stop()
    async with run_server(store=SqliteStore(path)) as server:
        for client in (wren, heron):
            fresh = await connect_over_socket(server, "Somebody", token=client.welcome.token)
            assert fresh.welcome.name == client.welcome.name
            view = await fresh.watch(fresh.welcome.table)
            assert cards_and_chips(view) == cards_and_chips(client.view)
            assert client.view
            assert client.view.turn
            assert view.turn
            assert (view.turn.seat, view.turn.turn) == (client.view.turn.seat, client.view.turn.turn)


async def test_who_waits_for_approval_still_does_after_a_restart(path: Path) -> None:
    async with run_server(store=SqliteStore(path), approve_buy_ins=True) as server:
        wren, heron = await connect_over_socket(server), await connect_over_socket(server, "Heron")
        table = await wren.open_table()
        assert "The host approves every buy-in." in (await heron.watch(table)).house
        await wren.sit(seat=1)
        await heron.expect_accepted(Sit(seat=2, chips=120))
        await wren.wait_for_view(lambda view: view.at(2) is not None)
        await crash()
    async with run_server(store=SqliteStore(path)) as server:
        host, guest = await come_back(server, wren), await come_back(server, heron)
        view = await guest.wait_for_view(lambda view: view.at(2) is not None)
        asking = view.at(2)
        assert asking is not None
        assert (asking.name, asking.stack, asking.requested) == ("Heron", 0, 120)
        assert movements(path) == 1, "the host's buy-in alone"
        assert await host.expect_refusal(AnswerBuyIn(seat=2, chips=90)) == "no-request"
        await host.expect_accepted(AnswerBuyIn(seat=2, chips=120))
        await guest.wait_for_view(lambda view: any(seat.stack + seat.bet == 120 for seat in view.occupied))
        assert movements(path) == 2


async def test_a_bomb_pot_goes_on_where_it_was(path: Path) -> None:  # HS-46, HS-47
    async with run_server(store=SqliteStore(path)) as server:
        wren, heron = await connect_over_socket(server), await connect_over_socket(server, "Heron")
        table = await wren.open_table(bomb_pot=10, bomb_pot_every=1)
        await heron.watch(table)
        await wren.sit(seat=1)
        await heron.sit(seat=2)
        both = [wren, heron]
        for before in both:
            view = await before.wait_for_view(lambda view: view.turn is not None)
            assert (view.bomb_pot, view.street_name, view.total_pot) == (10, "flop", 20)
        await crash()
    async with run_server(store=SqliteStore(path)) as server:
        back = [await come_back(server, before) for before in both]
        for after in back:
            view = await after.wait_for_view(lambda view: view.turn is not None)
            assert (view.bomb_pot, view.street_name, len(view.board)) == (10, "flop", 3)
        await asyncio.gather(*(after.play_hands(choose_passively, hands=2) for after in back))
        steps = [message for message in back[0].messages if isinstance(message, Step)]
        started = [event for step in steps for event in step.public if isinstance(event, HandStarted)]
        assert {event.bomb_pot for event in started} == {10}


async def test_a_command_sent_again_is_answered_and_not_done_twice(path: Path) -> None:
    async with run_server(store=SqliteStore(path)) as server:
        clients = await two_in_a_hand(server)
        actor = actor_of(*clients)
        act = act_of(actor, 70)
        await actor.expect_accepted(act)
        await server.stop()
    async with run_server(store=SqliteStore(path)) as server:
        back = await come_back(server, actor)
        await back.link.send(act)
        assert await back.wait_for(Accepted, lambda answer: answer.id == 70)
        await back.wait_for_view(lambda view: view.turn is not None and view.turn.turn == 2)
        assert len(calls(back)) == 1


@pytest.mark.parametrize("crashes", [False, True])
async def test_a_player_comes_back_under_the_name_that_they_took_at_their_seat(path: Path, *, crashes: bool) -> None:
    async with run_server(store=SqliteStore(path)) as server:
        wren, heron = await two_in_a_hand(server)
        await heron.expect_accepted(ChangeName(name="Magpie"))
        if crashes:
            await crash()
        else:
            await server.stop()
        assert sorted(players(path)) == ["Magpie", "Wren"]
        async with run_server(store=SqliteStore(path)) as second:
            stranger = await connect_over_socket(second, "Magpie")
            assert stranger.welcome.name == "Magpie 2", "the name stands at a seat"
            back = await connect_over_socket(second, "Heron", token=heron.welcome.token)
            assert back.welcome.name == "Magpie"
            assert wren.view
            view = await stranger.watch(wren.view.table)
            assert [seat.name for seat in view.occupied] == ["Wren", "Magpie"]


async def test_a_table_waits_for_its_people_and_then_plays_on_without_who_is_missing(path: Path) -> None:
    async with run_server(store=SqliteStore(path), clock=30) as server:
        wren, _ = await two_in_a_hand(server)
        await server.stop()
    async with run_server(store=SqliteStore(path), clock=30) as server:
        (room,) = server._lobby._rooms.values()
        await asyncio.sleep(0.2)
        assert room._live.time.is_paused
        back = await come_back(server, wren)
        view = await back.wait_for_view(lambda view: any(not seat.connected for seat in view.occupied))
        assert [seat.name for seat in view.occupied if not seat.connected] == ["Heron"]
        assert not room._live.time.is_paused


async def test_a_pause_outlives_the_server_and_the_host_lets_the_table_go_on(path: Path) -> None:
    async with run_server(store=SqliteStore(path), clock=30) as server:
        wren, heron = await two_in_a_hand(server)
        assert await wren.request(Pause(id=80))
        paused = await heron.wait_for_view(lambda view: view.pause is not None)
        assert paused.pause is not None
        assert (paused.pause.by, paused.turn and paused.turn.deadline) == ("Wren", None)
        await server.stop()
    async with run_server(store=SqliteStore(path), clock=30) as server:
        back, other = await come_back(server, wren), await come_back(server, heron)
        view = await other.wait_for_view(lambda view: all(seat.connected for seat in view.occupied))
        assert view.pause == paused.pause
        assert await back.request(GoOn(id=81))
        view = await other.wait_for_view(lambda view: view.pause is None)
        assert view.turn is not None
        assert view.turn.deadline is not None


async def test_a_table_that_comes_back_is_kept_open_as_long_as_an_abandoned_one(path: Path) -> None:
    async with run_server(store=SqliteStore(path)) as server:
        client = await connect_in_memory(server)
        await client.open_table()
        await server.stop()
    async with run_server(store=SqliteStore(path), empty_after=0.05, abandoned_after=600) as server:
        await asyncio.sleep(0.3)
        assert server.has_tables


async def test_a_server_that_cannot_listen_leaves_its_tables_alone(path: Path) -> None:
    async with run_server() as other:
        async with run_server(store=SqliteStore(path)) as server:
            await two_in_a_hand(server)
            await server.stop()
        with pytest.raises(OSError, match="in use"):
            async with run_server(store=SqliteStore(path), port=other.port):
                pass
        async with run_server(store=SqliteStore(path)) as server:
            assert server.has_tables


async def test_a_server_whose_address_is_unknown_ends_what_it_has_begun(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with run_server(store=SqliteStore(path)) as server:
        await two_in_a_hand(server)
        await server.stop()

    async def unknown(*_: object) -> list[tuple[int, object]]:
        raise socket.gaierror

    with monkeypatch.context() as patch:
        patch.setattr(Server, "_addresses", unknown)
        with pytest.raises(socket.gaierror):
            async with run_server(store=SqliteStore(path)):
                pass
    assert not [task for task in asyncio.all_tasks() if task.get_name().startswith("table")]
    async with run_server(store=SqliteStore(path)) as server:
        assert server.has_tables


async def test_bots_of_the_house_come_back_to_their_seats_and_play(path: Path) -> None:
    async with run_server(store=SqliteStore(path)) as server:
        wren = await connect_in_memory(server)
        await wren.open_table()
        await wren.sit(seat=1)
        await wren.expect_accepted(AddBot())
        await wren.wait_for_view(lambda view: view.turn is not None)
        bot = [seat.name for seat in wren.view.occupied if seat.bot] if wren.view else []
        await server.stop()
    async with run_server(store=SqliteStore(path)) as server:
        back = await connect_in_memory(server, token=wren.welcome.token, resume=wren.resume_point)
        back.view, back.resume_point = wren.view, wren.resume_point
        await back.play_hands(choose_passively, hands=2)
        assert back.view
        assert [seat.name for seat in back.view.occupied if seat.bot] == bot


async def test_a_player_who_left_in_a_hand_has_no_seat_to_come_back_to(path: Path) -> None:
    async with run_server(store=SqliteStore(path)) as server:
        wren, heron = await two_in_a_hand(server)
        jay = await connect_over_socket(server, "Jay")
        assert wren.welcome
        actor = actor_of(wren, heron)
        other = heron if actor is wren else wren
        await other.expect_accepted(Leave())
        await server.stop()
        del jay
    async with run_server(store=SqliteStore(path)) as server:
        back = await connect_over_socket(server, "Somebody", token=other.welcome.token)
        assert back.welcome.table == ""


async def test_a_player_who_left_in_a_hand_sits_down_elsewhere_after_it(path: Path) -> None:
    async with run_server(store=SqliteStore(path)) as server:
        wren, heron = await two_in_a_hand(server)
        actor = actor_of(wren, heron)
        other = heron if actor is wren else wren
        await other.expect_accepted(Leave())
        await server.stop()
    async with run_server(store=SqliteStore(path)) as server:
        back = await connect_over_socket(server, "Somebody", token=other.welcome.token)
        await back.open_table(name="Elsewhere")
        await back.sit()


async def test_who_is_back_and_leaves_is_waited_for_no_more(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_time, "RETURN_WAIT", 600)
    async with run_server(store=SqliteStore(path)) as server:
        wren, _ = await two_in_a_hand(server)
        await server.stop()
    async with run_server(store=SqliteStore(path), abandoned_after=600) as server:
        (table,) = server._lobby._rooms.values()
        back = await connect_over_socket(server, "Somebody", token=wren.welcome.token)
        await back.watch(back.welcome.table)
        await back.expect_accepted(Leave())
        await asyncio.sleep(1.0)
        assert table._live.time.is_paused, "nobody is there for whom the hand could go on"


async def test_a_bot_of_the_house_without_a_seat_is_forgotten(path: Path) -> None:
    async with run_server(store=SqliteStore(path)) as server:
        wren = await connect_in_memory(server)
        await wren.open_table()
        for _ in range(2):
            await wren.expect_accepted(AddBot())
        await wren.wait_for_view(lambda view: len(view.occupied) == 2)
        await wren.expect_accepted(RemoveBot(seat=1))
        await wren.wait_for_view(lambda view: len(view.occupied) == 1)
        await server.stop()
    assert len(players(path)) == 3
    async with run_server(store=SqliteStore(path)) as server:
        assert wren.view
        assert len(players(path)) == 2
        await server.stop()
    assert {"Wren", *(seat.name for seat in wren.view.occupied)} == set(players(path))


async def test_a_table_that_cannot_be_brought_back_is_put_aside_and_harms_no_other(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with run_server(store=SqliteStore(path)) as server:
        wren, jay = await connect_in_memory(server), await connect_in_memory(server, "Jay")
        lost = await wren.open_table(name="Lost")
        kept = await jay.open_table(name="Kept")
        await wren.sit()
        await server.stop()
    connection = sqlite3.connect(path)
    connection.execute("update tables set body = x'00' where id = ?", (lost,))
    connection.commit()
    connection.close()
    async with run_server(store=SqliteStore(path)) as server:
        assert [table.table for table in server._lobby.tables()] == [kept]
        assert f"table {lost} cannot be brought back" in caplog.text
    connection = sqlite3.connect(path)
    assert connection.execute("select count(*) from evidence where tbl = ?", (lost,)).fetchone() > (0,)
    connection.close()


# --- nothing can be kept


async def test_nobody_is_told_of_what_is_not_kept_and_the_table_goes_on_when_there_is_room() -> None:
    store = FullDisk()
    async with run_server(store=store, clock=30) as server:
        clients = await two_in_a_hand(server)
        actor = actor_of(*clients)
        other = next(client for client in clients if client is not actor)
        assert actor.view
        store.full.add(actor.view.table)
        act = act_of(actor, 70)
        await actor.link.send(act)
        notice = await other.wait_for(Notice)
        assert notice.sentence == "The table waits. The disk is full: make room, and the tables go on by themselves."
        (room,) = server._lobby._rooms.values()
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await store.refused_often.wait()
        assert room._live.time.is_paused
        seen = other.resume_point
        for _ in range(2):
            refused = await actor.wait_for(Refused)
            assert (refused.id, refused.code) == (70, "not-kept")
            assert refused.sentence == f"{notice.sentence} Your request is carried out then."
            await actor.link.send(act)  # under the same id it is done once
        store.full.clear()
        await other.wait_for(Notice, lambda notice: notice.sentence == "The table goes on.")
        messages = [message for message in other.messages if isinstance(message, Step | Snapshot | Notice)]
        index = messages.index(notice)
        assert isinstance(messages[index + 1], Step), "the step that waited comes before the snapshot"
        assert other.resume_point != seen
        await actor.wait_for(Notice, lambda notice: notice.sentence == "The table goes on.")
        await actor.link.send(act)
        await actor.wait_for(Accepted, lambda answer: answer.id == 70)
        assert len(calls(other)) == 1
        assert not room._live.time.is_paused
        await asyncio.gather(*(client.play_hands(choose_passively, hands=1) for client in clients))


async def test_another_table_plays_on_meanwhile() -> None:
    store = FullDisk()
    async with run_server(store=store) as server:
        one = await two_in_a_hand(server)
        jay, finch = await connect_over_socket(server, "Jay"), await connect_over_socket(server, "Finch")
        await finch.watch(await jay.open_table(name="Attic"))
        await jay.sit()
        await finch.sit()
        assert one[0].view
        store.full.add(one[0].view.table)
        actor = actor_of(*one)
        await actor.link.send(act_of(actor, 70))
        await actor.wait_for(Notice)
        await asyncio.gather(*(client.play_hands(choose_passively, hands=2) for client in (jay, finch)))
        assert store.refused
        store.full.clear()


async def test_a_seat_is_given_up_before_its_player_is_told_so() -> None:
    store = FullDisk()
    async with run_server(store=store) as server:
        wren, heron = await two_in_a_hand(server)
        assert wren.view
        store.full.add(wren.view.table)
        assert await wren.expect_refusal(Leave(id=70)) == "not-kept"
        await heron.wait_for(Notice)
        await wren.expect_accepted(ListTables())
        assert not any(isinstance(message, TableClosed) for message in wren.messages)
        store.full.clear()
        await wren.wait_for(TableClosed)
        assert not any(isinstance(message, Accepted) and message.id == 70 for message in wren.messages)
        await heron.wait_for(Notice, lambda notice: notice.sentence == "The table goes on.")


async def test_the_server_stops_although_the_disk_is_full() -> None:
    store = FullDisk()
    async with run_server(store=store) as server:
        clients = await two_in_a_hand(server)
        actor = actor_of(*clients)
        assert actor.view
        store.full.add(actor.view.table)
        await actor.link.send(act_of(actor, 70))
        await actor.wait_for(Notice)
        await server.stop()
    assert not any(isinstance(message, Accepted) and message.id == 70 for message in actor.messages)


async def test_a_table_that_waits_takes_no_command_and_lets_nobody_in() -> None:
    store = FullDisk()
    async with run_server(store=store) as server:
        clients = await two_in_a_hand(server)
        actor, jay = actor_of(*clients), await connect_in_memory(server, "Jay")
        assert actor.view
        table = actor.view.table
        store.full.add(table)
        assert await actor.expect_refusal(act_of(actor, 70)) == "not-kept"
        waits = "The table waits. The disk is full: make room, and the tables go on by themselves."
        for player, command in ((actor, ShowHand()), (actor, Leave()), (jay, Watch(table=table))):
            answer = await player.request(command)
            assert isinstance(answer, Refused)
            assert (answer.code, answer.sentence) == ("waits", waits)
        await jay.expect_refusal(Leave())
        store.full.clear()
        await actor.wait_for(Notice, lambda notice: notice.sentence == "The table goes on.")
        await jay.watch(table)
        await actor.expect_accepted(Leave())


async def test_who_asks_on_and_on_while_a_change_is_kept_slowly_is_asked_to_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(room_requests, "MAX_WAITING_REQUESTS", 3)
    store, kept = FullDisk(), asyncio.Event()
    async with run_server(store=store) as server:
        clients = await two_in_a_hand(server)
        actor = actor_of(*clients)
        assert actor.view
        append = store.append

        async def append_slowly(owned: Owned, change: Change) -> None:
            await kept.wait()
            await append(owned, change)

        monkeypatch.setattr(store, "append", append_slowly)
        await actor.link.send(act_of(actor, 70))
        for number in range(71, 76):
            await actor.link.send(ShowHand(id=number))
        refused = await actor.wait_for(Refused)
        assert (refused.id, refused.code) == (74, "slow-down")
        assert refused.sentence == "The table cannot take that just now; send it again in a moment."
        kept.set()
        await actor.wait_for(Accepted, lambda answer: answer.id == 70)


async def test_a_table_that_a_fault_closes_waits_for_room_and_then_tells_its_players() -> None:
    store = FullDisk()
    async with run_server(store=store) as server:
        clients = await two_in_a_hand(server)
        (table,) = server._lobby._rooms.values()
        store.full.add(table.id)
        actor = actor_of(*clients)
        await actor.link.send(act_of(actor, 70))
        await actor.wait_for(Notice)
        table.post(CloseTable(table_runner.TABLE_FAILED))
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await store.refused_often.wait()
        store.full.clear()
        for client in clients:
            closed = await client.wait_for(TableClosed)
            assert closed.reason.startswith(table_runner.TABLE_FAILED)
