"""A name at a seat belongs to one player, however commands and connections race."""

from __future__ import annotations

from railbird_server.runtime.server import Server
from railbird_shared.protocol.actions import Call
from railbird_shared.protocol.commands import Act, ChangeName, Leave, ListTables, SendChat, Sit
from railbird_shared.protocol.events import PlayerRenamed
from railbird_shared.protocol.messages import Accepted, Chat, Step, TableClosed
from support.network_clients import HeadlessClient, connect_in_memory, run_server


async def seated_names(server: Server, table: str) -> list[str]:
    """Returns the names at a table once its room has done all that was asked of it."""
    watcher = await connect_in_memory(server, "Robin")
    return [seat.name for seat in (await watcher.watch(table)).occupied]


async def sit_and_vanish(client: HeadlessClient) -> None:
    """Asks for a seat and hangs up before the room can answer."""
    await client.link.send(Sit(id=9))
    await client.close()


async def test_a_player_cut_off_while_sitting_down_keeps_the_name() -> None:
    async with run_server(name_kept=0.0) as server:
        wren = await connect_in_memory(server)
        table = await wren.open_table()
        await sit_and_vanish(wren)
        assert await seated_names(server, table) == ["Wren"]
        stranger = await connect_in_memory(server, "Wren")
        assert stranger.welcome.name == "Wren 2"


async def test_a_second_hello_under_another_name_leaves_the_name_at_the_seat() -> None:
    """Wren sits down and says hello as Heron at once; whoever comes then, no name is there twice."""
    async with run_server(name_kept=0.0) as server:
        wren = await connect_in_memory(server)
        table = await wren.open_table()
        await wren.link.send(Sit(id=9))
        heron = await connect_in_memory(server, "Heron", token=wren.welcome.token)
        others = [await connect_in_memory(server, name) for name in ("Wren", "Heron")]
        (seated,) = await seated_names(server, table)
        again = await connect_in_memory(server, "Jay", token=heron.welcome.token)
        assert again.welcome.name == seated
        names = [seated, *(other.welcome.name for other in others)]
        assert len(set(names)) == 3, names


async def test_a_player_who_leaves_in_a_hand_keeps_the_name_until_it_is_over() -> None:
    async with run_server(name_kept=0.0) as server:
        players = [await connect_in_memory(server, name) for name in ("Wren", "Heron", "Jay")]
        table = await players[0].open_table()
        for player in players:
            if player is not players[0]:
                await player.watch(table)
            await player.sit()
        views = [await player.wait_for_view(lambda view: view.turn is not None) for player in players]
        turn = views[0].turn
        assert turn is not None
        acting = next(player for player in players if player.view and player.view.you.seat == turn.seat)
        leaver = next(player for player in players if player is not acting)
        await leaver.expect_accepted(Leave())
        await leaver.wait_for(TableClosed)
        again = await connect_in_memory(server, "Magpie", token=leaver.welcome.token)
        assert again.welcome.name == leaver.welcome.name
        assert (await connect_in_memory(server, leaver.welcome.name)).welcome.name == f"{leaver.welcome.name} 2"
        act = Act(id=50, hand=views[0].hand, turn=turn.turn, action=Call())
        assert isinstance(await acting.request(act), Accepted)


async def test_a_refused_seat_binds_no_name() -> None:
    async with run_server(name_kept=0.0) as server:
        wren = await connect_in_memory(server)
        await wren.open_table()
        assert await wren.expect_refusal(Sit(chips=1)) == "buy-in"
        await wren.close()
        assert (await connect_in_memory(server, "Wren")).welcome.name == "Wren"


# --- another name


def renamings(client: HeadlessClient) -> list[PlayerRenamed]:
    """What a client was told of other names."""
    steps = [message for message in client.messages if isinstance(message, Step)]
    return [event for step in steps for event in step.public if isinstance(event, PlayerRenamed)]


async def test_everybody_at_the_table_reads_the_new_name_and_no_seat_changes() -> None:
    async with run_server() as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        table = await wren.open_table()
        await heron.watch(table)
        await wren.sit(seat=1)
        await heron.sit(seat=2)
        await heron.expect_accepted(ChangeName(name="  Magpie\x1b[31m "))
        view = await wren.wait_for_view(lambda view: "Magpie" in [seat.name for seat in view.occupied])
        assert [seat.seat for seat in view.occupied] == [1, 2]
        assert renamings(wren) == [PlayerRenamed("Heron", "Magpie", 2)]
        assert (await connect_in_memory(server, "Magpie")).welcome.name == "Magpie 2"
        assert (await connect_in_memory(server, "Heron")).welcome.name == "Heron"
        again = await connect_in_memory(server, "Heron", token=heron.welcome.token)
        assert (again.welcome.name, again.welcome.table) == ("Magpie", table)


async def test_a_name_that_cannot_be_is_refused_wherever_the_player_is() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
        await connect_in_memory(server, "Heron")
        for place in ("lobby", "rail", "seat"):
            if place == "rail":
                await wren.open_table()
            elif place == "seat":
                await wren.sit()
            assert await wren.expect_refusal(ChangeName(name="HERON")) == "name-taken"
            assert await wren.expect_refusal(ChangeName(name="Wren")) == "no-change"
            assert await wren.expect_refusal(ChangeName(name="Dealer")) == "name"
            assert await wren.expect_refusal(ChangeName(name="\u202e")) == "name"


async def test_a_name_is_changed_at_most_once_a_minute_wherever_the_player_is() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
        await wren.expect_accepted(ChangeName(name="Jay"))
        await wren.open_table()
        await wren.sit()
        assert await wren.expect_refusal(ChangeName(name="Magpie")) == "name-changed"
        assert await seated_names(server, wren.view.table if wren.view else "") == ["Jay"]


async def test_the_host_has_their_new_name_in_the_lobby_and_at_the_table() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
        table = await wren.open_table()
        await wren.expect_accepted(ChangeName(name="Jay"))
        assert (await wren.wait_for_view(lambda view: view.host == "Jay")).you.is_host
        heron = await connect_in_memory(server, "Heron")
        await heron.expect_accepted(ListTables())
        lobby = await heron.wait_for_lobby(lambda lobby: any(each.host == "Jay" for each in lobby.tables))
        assert [each.table for each in lobby.tables] == [table]


async def test_who_chats_from_the_rail_does_so_under_the_new_name() -> None:
    async with run_server() as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        await heron.watch(await wren.open_table())
        await heron.expect_accepted(ChangeName(name="Magpie"))
        await heron.expect_accepted(SendChat(text="Good evening."))
        assert (await wren.wait_for(Chat)).name == "Magpie"
        assert renamings(wren) == [], "the table does not know them"
