"""A table that is not listed is seen by its host, by whom they let in, and by the owner of the server."""

from __future__ import annotations

from railbird_shared.protocol.commands import ListTables, MakeInvite, OpenTable, Watch
from railbird_shared.protocol.messages import Lobby
from support.network_clients import HeadlessClient, connect_over_socket, run_server


async def tables_seen(client: HeadlessClient, find: str = "") -> list[str]:
    await client.expect_accepted(ListTables(find=find))
    return [table.name for table in (await client.wait_for(Lobby)).tables]


async def test_an_unlisted_table_is_seen_by_who_has_to_do_with_it() -> None:
    async with run_server() as server:
        wren = await connect_over_socket(server)
        den = (await wren.expect_accepted(OpenTable(name="Den", game="holdem", listed=False))).table
        await wren.expect_accepted(OpenTable(name="Kitchen", game="holdem"))
        stranger = await connect_over_socket(server, "Jay")
        owner = await connect_over_socket(server, "Tern", owner=server.ownership.secret)
        assert await tables_seen(stranger) == ["Kitchen"]
        assert await tables_seen(wren) == ["Den", "Kitchen"]
        assert await tables_seen(owner) == ["Den", "Kitchen"]
        assert await tables_seen(stranger, find=den) == ["Den"], "its id is known to whom the host has told it"
        await wren.expect_accepted(Watch(table=den))
        invite = (await wren.expect_accepted(MakeInvite())).invite
        heron = await connect_over_socket(server, "Heron", invite=invite)
        assert heron.welcome.invited == den
        assert await tables_seen(heron) == ["Den", "Kitchen"]
