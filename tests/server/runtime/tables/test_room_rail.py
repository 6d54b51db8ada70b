"""Who may watch a table, who sees who does, and who reads what the rail writes."""

from __future__ import annotations

from railbird_server.runtime.broadcast import members
from railbird_server.runtime.server import Server
from railbird_shared.protocol.commands import JoinWaitingList, Leave, ListTables, SendChat, Sit, Stand, Watch
from railbird_shared.protocol.host_commands import ChangeRail, ListWatchers, LockTable, Mute, SendAway
from railbird_shared.protocol.messages import Chat, Lobby, Notice, Refused, TableClosed, Watchers
from railbird_shared.settings.table_terms import RailTerms
from support.network_clients import HeadlessClient, connect_in_memory, run_server


async def host_and_watcher(server: Server, limit: int | None = None) -> tuple[HeadlessClient, HeadlessClient, str]:
    """Wren in a seat, who hosts a table with such a rail, and Heron, who watches it."""
    wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
    table = await wren.open_table(rail=RailTerms(limit=limit))
    await wren.sit()
    await heron.watch(table)
    return wren, heron, table


async def test_everybody_at_the_table_sees_who_watches() -> None:
    async with run_server() as server:
        wren, heron, table = await host_and_watcher(server)
        for client in (wren, heron):
            await client.expect_accepted(ListWatchers())
            listed = await client.wait_for(Watchers)
            assert (listed.table, [each.name for each in listed.watchers], listed.others) == (table, ["Heron"], 0)
            assert listed.watchers[0].since < 60_000


async def test_players_read_the_rail_only_where_it_speaks_to_them() -> None:
    async with run_server() as server:
        wren, heron, table = await host_and_watcher(server)
        jay = await connect_in_memory(server, "Jay")
        await jay.watch(table)
        await heron.expect_accepted(SendChat(text="among us"))
        assert (await jay.wait_for(Chat)).text == "among us"
        await wren.expect_accepted(ChangeRail(speaks=True))
        await heron.expect_accepted(SendChat(text="to all"))
        await wren.wait_for(Chat, lambda chat: chat.text == "to all")
        assert [each.text for each in wren.messages if isinstance(each, Chat)] == ["to all"]
        await wren.expect_accepted(SendChat(text="from the table"))
        assert (await jay.wait_for(Chat, lambda chat: not chat.rail)).text == "from the table"


async def test_the_host_mutes_and_sends_away_who_watches() -> None:
    async with run_server() as server:
        wren, heron, table = await host_and_watcher(server)
        assert await heron.expect_refusal(SendAway(name="Wren")) == "not-host"
        assert await wren.expect_refusal(SendAway(name="Wren")) == "no-player"
        await wren.expect_accepted(Mute(name="Heron"))
        assert await heron.expect_refusal(SendChat(text="hello")) == "muted"
        await wren.expect_accepted(SendAway(name="Heron"))
        closed = await heron.wait_for(TableClosed)
        assert closed.reason == "Wren has sent you away from the rail; you may come back in five minutes."
        assert await heron.expect_refusal(Watch(table=table)) == "sent-away"


async def test_nobody_watches_a_table_without_a_rail_but_who_has_played_there() -> None:
    async with run_server(min_players=4) as server:
        wren, heron, table = await host_and_watcher(server)
        jay = await connect_in_memory(server, "Jay")
        await jay.watch(table)
        await jay.sit()
        await jay.expect_accepted(Stand())
        await jay.wait_for_view(lambda view: view.you.seat is None)
        await wren.expect_accepted(ChangeRail(limit=0))
        assert (await heron.wait_for(TableClosed)).reason == members.NO_RAIL
        await jay.expect_accepted(ListWatchers())
        assert [(each.name, each.played) for each in (await jay.wait_for(Watchers)).watchers] == [("Jay", True)]
        await heron.expect_accepted(ListTables())
        assert (await heron.wait_for(Lobby)).tables[0].rail.limit == 0


async def test_who_goes_and_comes_again_has_no_other_minute() -> None:
    async with run_server(min_players=4) as server:
        _, _, table = await host_and_watcher(server, limit=1)
        jay = await connect_in_memory(server, "Jay")
        (room,) = server._lobby._rooms.values()
        ends: list[int] = []
        for _ in range(2):
            await jay.watch(table)
            await jay.wait_for(Notice)
            await jay.expect_accepted(ListWatchers())
            listed = await jay.wait_for(Watchers)
            assert [(each.name, each.visits) for each in listed.watchers] == [("Heron", False), ("Jay", True)]
            ends += room._rail._visitors.values()
            await jay.expect_accepted(Leave())
        assert ends == [*room._rail._visits.values()] * 2
        room._rail._visits = dict.fromkeys(room._rail._visits, 0)
        assert await jay.expect_refusal(Watch(table=table)) == "sent-away"


async def test_who_waits_for_a_seat_and_is_sent_away_waits_no_longer() -> None:
    async with run_server(min_players=4) as server:
        wren, heron, jay = [await connect_in_memory(server, name) for name in ("Wren", "Heron", "Jay")]
        table = await wren.open_table(seats=2)
        await wren.sit()
        for client in (jay, heron):
            await client.watch(table)
        await jay.sit()
        await heron.expect_accepted(JoinWaitingList())
        await wren.wait_for_view(lambda view: len(view.waiting) == 1)
        await wren.expect_accepted(SendAway(name="Heron"))
        await heron.wait_for(TableClosed)
        await wren.wait_for_view(lambda view: not view.waiting)
        assert await heron.open_table(name="Attic"), "nobody waits for them at the table"


async def test_a_newcomer_has_a_minute_to_sit_down_where_the_rail_is_full() -> None:
    async with run_server(min_players=4) as server:
        wren, heron, table = await host_and_watcher(server, limit=1)
        jay, rook = await connect_in_memory(server, "Jay"), await connect_in_memory(server, "Rook")
        await jay.watch(table)
        assert (await jay.wait_for(Notice)).sentence == members.VISIT
        await jay.expect_accepted(Sit())
        await rook.watch(table)
        (room,) = server._lobby._rooms.values()
        access = room._rail
        access._visitors = dict.fromkeys(access._visitors, 0)
        await wren.expect_accepted(ListWatchers())
        assert (await rook.wait_for(TableClosed)).reason == members.NO_ROOM
        await wren.expect_accepted(LockTable())
        magpie = await connect_in_memory(server, "Magpie")
        refused = await magpie.request(Watch(table=table))
        assert isinstance(refused, Refused)
        assert (refused.code, refused.sentence) == ("rail-full", members.NO_ROOM)
        await heron.expect_accepted(ListWatchers())
