from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from railbird_server.rules.dealing import Deck
from railbird_server.runtime.audit import audit
from railbird_server.runtime.broadcast.step_log import BUFFER_SIZE
from railbird_server.runtime.server import Server
from railbird_server.runtime.session import Session
from railbird_server.runtime.tables.room import Room
from railbird_server.runtime.tables.room_requests import LeaveTable, ViewerCommand
from railbird_server.store.contents import contents
from railbird_server.store.sqlite import SqliteStore
from railbird_server.table.inputs import Input, Outcome, PlayerCommand
from railbird_server.table.table import Table
from railbird_shared.game.cards import PACK
from railbird_shared.protocol.actions import Call, Fold, Raise
from railbird_shared.protocol.commands import (
    Act,
    AddBot,
    AddChips,
    Command,
    JoinWaitingList,
    Leave,
    ListTables,
    RemoveBot,
    Resume,
    Resync,
    ShowHand,
    Sit,
    SitIn,
    SitOut,
    Stand,
    Vote,
    Watch,
)
from railbird_shared.protocol.events import Called, ChipsAdded, ConnectionChanged, PlayerSat
from railbird_shared.protocol.host_commands import Ban, HandOver
from railbird_shared.protocol.messages import Accepted, Message, Rail, Refused, Snapshot, Step, TableClosed
from railbird_shared.protocol.view import TableView
from support.hand_builders import salted
from support.network_clients import (
    HeadlessClient,
    choose_passively,
    connect_in_memory,
    connect_over_socket,
    expire_idle_timers,
    run_server,
)


def in_order(pack: object) -> Deck:
    """A shuffle that leaves the pack as it is."""
    assert pack == PACK
    return salted(PACK)


def to_act(view: TableView) -> bool:
    return view.you.seat is not None and view.you.legal is not None


def has(event: type) -> Callable[[Step], bool]:
    return lambda step: any(isinstance(each, event) for each in step.public)


async def two_at_a_table(server: Server) -> tuple[HeadlessClient, HeadlessClient, str]:
    """Wren in seat 1, who opened the table, and Heron in seat 2, with a hand begun."""
    wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
    table = await wren.open_table()
    await heron.watch(table)
    await wren.sit(seat=1)
    await heron.sit(seat=2)
    for client in (wren, heron):
        await client.wait_for_view(lambda view: view.turn is not None)
    return wren, heron, table


def actor_of(*clients: HeadlessClient) -> HeadlessClient:
    (actor,) = (client for client in clients if client.view and to_act(client.view))
    return actor


def act(client: HeadlessClient, action: Call | Fold | Raise, number: int = 0) -> Act:
    assert client.view is not None
    assert client.view.turn is not None
    return Act(id=number, hand=client.view.hand, turn=client.view.turn.turn, action=action)


# --- steps


async def test_a_seat_taken_is_public_and_only_its_player_gets_your_seat() -> None:
    async with run_server() as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        table = await wren.open_table()
        await heron.watch(table)
        assert await wren.sit(seat=4, chips=100) == 4
        view = await heron.wait_for_view(lambda view: view.at(4) is not None)
        assert view.you.seat is None
        assert view.occupied[0].stack == 100


async def test_players_and_rail_get_the_same_steps_and_only_players_their_cards() -> None:
    async with run_server(shuffle=in_order) as server:
        jay = await connect_in_memory(server, "Jay")
        wren, heron, table = await two_at_a_table(server)
        rail = await jay.watch(table)
        assert rail.you.seat is None
        assert wren.view is not None
        assert heron.view is not None
        wrens, herons = wren.view.you, heron.view.you
        assert wrens is not None
        assert herons is not None
        assert len(wrens.cards) == len(herons.cards) == 2
        assert set(wrens.cards).isdisjoint(herons.cards)
        assert all(seat.cards == (None, None) for seat in rail.occupied)


async def test_a_command_reaches_the_table_as_it_was_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    handle, inputs = Table.handle, list[Input]()

    def record(table: Table, request: Input, now: int) -> Outcome:
        inputs.append(request)
        return handle(table, request, now)

    monkeypatch.setattr(Table, "handle", record)
    async with run_server() as server:
        wren = await connect_in_memory(server)
        await wren.open_table()
        await wren.expect_accepted(Sit(id=41, seat=3))
        await wren.expect_refusal(AddChips(id=42, chips=1_000_000))
    commands = [request for request in inputs if isinstance(request, PlayerCommand)]
    assert [each.command for each in commands] == [Sit(id=41, seat=3), AddChips(id=42, chips=1_000_000)]
    assert {(each.player.name, each.player.bot) for each in commands} == {("Wren", False)}


async def test_an_act_is_answered_before_its_step_is_sent() -> None:
    async with run_server() as server:
        wren, heron, _ = await two_at_a_table(server)
        actor = actor_of(wren, heron)
        await actor.expect_accepted(act(actor, Call()))
        assert isinstance(actor.messages[-1], Accepted)
        step = await actor.wait_for(Step, lambda step: any(isinstance(each, Called) for each in step.public))
        assert step.seq > 0


async def test_a_command_without_an_id_is_not_answered_unless_it_is_refused() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
        await wren.open_table()
        await wren.link.send(Sit(seat=2))
        await wren.wait_for(Step, has(PlayerSat))
        await wren.link.send(Sit(seat=3))
        assert (await wren.wait_for(Refused)).id == 0
        assert sum(isinstance(message, Accepted) for message in wren.messages) == 2  # open and watch


async def test_a_refusal_of_the_table_carries_its_code_and_clause() -> None:
    async with run_server() as server:
        wren, heron, _ = await two_at_a_table(server)
        actor = actor_of(wren, heron)
        other = heron if actor is wren else wren
        assert await other.expect_refusal(act(other, Call())) == "not-your-turn"
        assert await actor.expect_refusal(act(actor, Raise(3))) != "stale"
        assert await actor.expect_refusal(ShowHand()) == "not-now"
        assert await actor.expect_refusal(SitIn()) == "not-sitting-out"
        await actor.expect_accepted(SitOut())
        assert await actor.expect_refusal(AddChips(chips=10**6)) == "buy-in"


async def test_sitting_without_an_amount_brings_the_usual_buy_in() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
        await wren.open_table(bet=10, buy_in=700)
        await wren.sit()
        assert wren.view is not None
        assert wren.view.occupied[0].stack == 700
        await wren.expect_accepted(AddChips())
        added = await wren.wait_for(Step, has(ChipsAdded))
        assert ChipsAdded(1, 700, 1400) in added.public


# --- moments


async def test_an_act_of_a_turn_that_is_over_is_stale() -> None:
    async with run_server() as server:
        wren, heron, _ = await two_at_a_table(server)
        actor = actor_of(wren, heron)
        command = act(actor, Call())
        await actor.expect_accepted(command)
        assert await actor.expect_refusal(command) == "stale"


async def test_a_repeated_act_is_carried_out_once_and_gets_the_same_answer() -> None:
    async with run_server() as server:
        wren, heron, _ = await two_at_a_table(server)
        actor = actor_of(wren, heron)
        command = act(actor, Call(), 77)
        answers = [await actor.request(command) for _ in range(3)]
        assert answers == [Accepted(id=77)] * 3
        await actor.expect_accepted(Resync())
        assert sum(isinstance(each, Called) for each in news_of(actor.messages)) == 1


async def test_a_repeated_refused_act_gets_the_same_refusal() -> None:
    async with run_server() as server:
        wren, heron, _ = await two_at_a_table(server)
        actor = actor_of(wren, heron)
        command = act(actor, Raise(3), 78)
        first = await actor.request(command)
        assert isinstance(first, Refused)
        assert await actor.request(command) == first


def news_of(messages: list[Message]) -> list[object]:
    return [event for message in messages if isinstance(message, Step) for event in message.public]


# --- coming back


async def test_a_returning_player_gets_the_few_steps_they_missed() -> None:
    async with run_server() as server:
        wren, heron, _ = await two_at_a_table(server)
        place, before = wren.resume_point, wren.view
        await wren.close()
        await heron.wait_for(Step, has(ConnectionChanged))
        await heron.expect_accepted(SitOut())
        again = HeadlessClient(server.connect_in_memory())
        again.resume_point, again.view = place, before
        await again.login(token=wren.welcome.token, resume=place)
        await again.wait_for_view(lambda view: view.occupied[1].sitting_out and view.occupied[0].connected)
        assert not any(isinstance(message, Snapshot) for message in again.messages)
        await again.expect_accepted(Resync())
        folded = again.view
        assert (await again.wait_for(Snapshot)).view == folded


@pytest.mark.parametrize("lost", ["epoch", "too old", "too new"])
async def test_a_returning_player_who_missed_too_much_gets_a_snapshot(lost: str) -> None:
    async with run_server() as server:
        wren, heron, table = await two_at_a_table(server)
        assert wren.resume_point is not None
        place = wren.resume_point
        await wren.close()
        for _ in range(BUFFER_SIZE + 1 if lost == "too old" else 1):
            await heron.expect_accepted(SitOut())
            await heron.expect_accepted(SitIn())
        epoch = "another life" if lost == "epoch" else place.epoch
        seq = place.seq + 1000 if lost == "too new" else place.seq
        again = HeadlessClient(server.connect_in_memory())
        await again.login(token=wren.welcome.token, resume=Resume(table, epoch, seq))
        snapshot = await again.wait_for(Snapshot)
        assert snapshot.view.you.cards == (wren.view.you.cards if wren.view else ())
        assert not any(isinstance(message, Step) for message in again.messages)


async def test_a_stranger_cannot_resume_a_players_seat() -> None:
    async with run_server() as server:
        wren, _, _ = await two_at_a_table(server)
        jay = HeadlessClient(server.connect_in_memory())
        jay.resume_point, jay.view = wren.resume_point, wren.view
        await jay.login("Jay", token="guessed", resume=wren.resume_point)
        await jay.expect_accepted(Resync())
        assert (await jay.wait_for(Snapshot)).view.you.seat is None


async def test_a_player_who_resumes_at_a_closed_table_is_in_the_lobby() -> None:
    async with run_server() as server:
        jay = HeadlessClient(server.connect_in_memory())
        await jay.login("Jay", resume=Resume("t9", "gone", 12))
        assert (await jay.wait_for(TableClosed)).reason == "That table is closed."
        await jay.expect_accepted(ListTables())


async def test_a_replaced_connection_does_not_count_as_lost() -> None:
    async with run_server() as server:
        wren, heron, table = await two_at_a_table(server)
        await connect_in_memory(server, token=wren.welcome.token, resume=Resume(table, "", 0))
        await heron.expect_accepted(Resync())
        view = (await heron.wait_for(Snapshot)).view
        assert all(seat.connected for seat in view.occupied)


# --- coming and going


async def test_watchers_are_counted() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
        table = await wren.open_table()
        others = [await connect_in_memory(server, name) for name in ("Heron", "Jay", "Rook")]
        for other in others:
            await other.watch(table)
        await wren.wait_for_watchers(4)
        await others[0].expect_accepted(Leave())
        await others[1].close()
        await wren.wait_for_watchers(2)


async def test_the_number_of_watchers_is_no_step() -> None:
    async with run_server() as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        table = await wren.open_table()
        before = wren.resume_point
        await heron.watch(table)
        await wren.wait_for_watchers(2)
        assert wren.resume_point == before


async def test_a_player_who_resumes_is_told_how_many_watch() -> None:
    async with run_server() as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        table = await wren.open_table()
        await heron.watch(table)
        await wren.wait_for_watchers(2)
        again = await connect_in_memory(server, token=wren.welcome.token, resume=wren.resume_point)
        assert (await again.wait_for(Rail)).watchers == 2


async def test_a_player_who_leaves_gets_no_snapshot_that_was_due(monkeypatch: pytest.MonkeyPatch) -> None:
    async def leave_while_far_behind(session: Session, room: Room, command: int) -> None:
        done = asyncio.Event()
        room.post(LeaveTable(session, command, done))
        room.post(ViewerCommand(session, Resync()))
        await done.wait()

    monkeypatch.setattr(Session, "_leave", leave_while_far_behind)
    async with run_server() as server:
        wren = await connect_in_memory(server)
        table = await wren.open_table()
        wren.messages.clear()
        await wren.expect_accepted(Leave())
        await wren.expect_accepted(Watch(table=table))
        await wren.wait_for(Snapshot)
        received = [type(each) for each in wren.messages if isinstance(each, Accepted | TableClosed | Snapshot)]
        assert received == [Accepted, TableClosed, Accepted, Snapshot]


async def test_a_player_who_leaves_in_a_hand_is_in_the_lobby_at_once_and_unseated_after_it() -> None:
    async with run_server() as server:
        wren, heron, _ = await two_at_a_table(server)
        await wren.expect_accepted(Leave())
        await wren.wait_for(TableClosed)
        await heron.play_hands(choose_passively, hands=1)
        await heron.wait_for_view(lambda view: view.at(1) is None)
        await wren.open_table(name="Attic")
        await wren.sit()


async def test_a_watcher_who_stands_up_stays_on_the_rail() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
        await wren.open_table()
        await wren.sit()
        await wren.expect_accepted(Stand())
        view = await wren.wait_for_view(lambda view: view.you.seat is None)
        assert not view.occupied
        assert await wren.expect_refusal(Stand()) == "not-seated"


@pytest.mark.parametrize(("given_up", "stays"), [("empty", "Kitchen"), ("deserted", "Attic")])
async def test_an_empty_table_closes_sooner_than_one_whose_players_are_disconnected(given_up: str, stays: str) -> None:
    async with run_server() as server:
        wren, heron, jay = [await connect_in_memory(server, name) for name in ("Wren", "Heron", "Jay")]
        await wren.open_table(name="Kitchen")
        await wren.sit()
        await heron.open_table(name="Attic")
        expire_idle_timers(server, empty=given_up == "empty", deserted=given_up == "deserted")
        await jay.expect_accepted(ListTables())
        await wren.close()
        await heron.close()
        await jay.wait_for_lobby(lambda lobby: [table.name for table in lobby.tables] == [stays])


async def test_a_bot_that_somebody_has_sent_is_no_person_to_a_table() -> None:
    async with run_server() as server:
        wren, jay = await connect_in_memory(server), await connect_in_memory(server, "Jay")
        parrot, rook = [await connect_in_memory(server, name, bot=True) for name in ("Parrot", "Rook")]
        table = await wren.open_table(seats=2)
        await wren.sit()
        await parrot.watch(table)
        seat = await parrot.sit()
        await rook.watch(table)
        assert await rook.expect_refusal(JoinWaitingList()) == "no-waiting"
        assert await parrot.expect_refusal(Vote(minutes=5)) == "not-seated"
        assert await wren.expect_refusal(HandOver(seat=seat)) == "not-a-person"
        assert await wren.expect_refusal(Ban(name="Parrot")) == "not-a-person"
        await jay.expect_accepted(ListTables())
        await jay.wait_for_lobby(lambda lobby: lobby.people == 2)
        await wren.expect_accepted(RemoveBot(seat=seat))
        await rook.open_table(name="Attic")
        assert rook.view is not None
        assert rook.view.host == "Rook"


async def test_a_table_stays_open_while_bots_of_players_play_there() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
        table = await wren.open_table()
        bots = [await connect_in_memory(server, name, bot=True) for name in ("Parrot", "Rook")]
        for bot in bots:
            await bot.watch(table)
            await bot.sit()
        expire_idle_timers(server)
        await wren.close()
        await asyncio.gather(*(bot.play_hands(choose_passively, hands=3) for bot in bots))
        jay = await connect_in_memory(server, "Jay")
        for bot in bots:
            await bot.close()
        await jay.expect_accepted(ListTables())
        await jay.wait_for_lobby(lambda lobby: not lobby.tables)


async def test_a_pot_that_waits_is_divided_when_everybody_has_gone(tmp_path: Path) -> None:
    path = tmp_path / "railbird.db"
    async with run_server(store=SqliteStore(path)) as server:
        wren, heron = await connect_over_socket(server), await connect_over_socket(server, "Heron")
        await heron.watch(await wren.open_table("jacks-or-better"))
        await wren.sit()
        await heron.sit()
        await asyncio.gather(*(client.play_hands(choose_passively, hands=3) for client in (wren, heron)))
        assert wren.view
        assert wren.view.total_pot > 4, "both have passed, and the pot waits for the next hand"
        expire_idle_timers(server, deserted=True)
        jay = await connect_in_memory(server, "Jay")
        await jay.expect_accepted(ListTables())
        await wren.close()
        await heron.close()
        await jay.wait_for_lobby(lambda lobby: not lobby.tables)
    with contents(path) as kept:
        assert audit(kept).faults == []


# --- the host


async def test_a_seated_player_becomes_host_when_the_host_leaves() -> None:
    async with run_server() as server:
        wren, heron, _ = await two_at_a_table(server)
        await wren.expect_accepted(Leave())
        await heron.wait_for(Snapshot, lambda snapshot: snapshot.view.host == "Heron")
        await heron.expect_accepted(AddBot())


async def test_a_disconnected_host_with_a_seat_stays_host() -> None:
    async with run_server() as server:
        wren, heron, _ = await two_at_a_table(server)
        expire_idle_timers(server)
        await wren.close()
        await heron.wait_for(Step, has(ConnectionChanged))
        assert await heron.expect_refusal(AddBot()) == "not-host"


@pytest.mark.parametrize("comes_back_by", ["a new connection", "watching again"])
async def test_who_opened_the_table_is_host_again_as_soon_as_they_return(comes_back_by: str) -> None:
    async with run_server() as server:
        wren, heron, table = await two_at_a_table(server)
        await wren.expect_accepted(Leave())
        await heron.wait_for(Snapshot, lambda snapshot: snapshot.view.host == "Heron")
        if comes_back_by == "a new connection":
            token = wren.welcome.token
            await wren.close()
            wren = await connect_in_memory(server, token=token)
        await wren.watch(table)
        await heron.wait_for(Snapshot, lambda snapshot: snapshot.view.host == "Wren")
        await wren.expect_accepted(AddBot())
        assert await heron.expect_refusal(AddBot()) == "not-host"


@pytest.mark.parametrize("command", [AddBot(), RemoveBot(seat=1)])
async def test_only_the_host_adds_and_removes_bots(command: Command) -> None:
    async with run_server() as server:
        wren, jay = await connect_in_memory(server), await connect_in_memory(server, "Jay")
        await jay.watch(await wren.open_table())
        assert await jay.expect_refusal(command) == "not-host"


async def test_hands_go_on_for_as_long_as_there_are_players() -> None:
    async with run_server() as server:
        wren, heron, _ = await two_at_a_table(server)
        await asyncio.gather(wren.play_hands(choose_passively, hands=3), heron.play_hands(choose_passively, hands=3))
        assert wren.view is not None
        assert sum(seat.stack + seat.bet for seat in wren.view.occupied) + wren.view.collected_pot == 400
