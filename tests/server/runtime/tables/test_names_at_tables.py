"""A name at a seat belongs to one player, however commands and connections race."""

from __future__ import annotations

from railbird_server.runtime.serve import Server
from railbird_shared.actions import Call
from railbird_shared.commands import Act, Leave, Sit
from railbird_shared.messages import Accepted, TableClosed
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
