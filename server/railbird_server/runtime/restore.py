"""Brings the tables of the journal back when the server starts; one that cannot be brought back harms no other."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from railbird_server.refusal import describe_error
from railbird_server.runtime.lobby import TableLobby
from railbird_server.runtime.monitoring.log import logger
from railbird_server.runtime.people.players import Player
from railbird_server.runtime.tables.recovery import Recovered, ReplayFailed, recover
from railbird_server.runtime.tables.room import Room
from railbird_server.runtime.tables.table_journal import checkpoint_of
from railbird_server.store.protocols import NotKept, Store
from railbird_server.store.records import Change, StoredTable

NOT_BROUGHT_BACK = "The table could not be brought back after the server was away."
"""Why a table was closed that the journal cannot bring back."""


async def restore_tables(lobby: TableLobby) -> list[Room]:
    """Runs the rooms of all open tables again, with their players known; raises StoreError."""
    store = lobby.services.store
    known = [stored for stored in await store.players() if stored.id != lobby.house.id]
    players = {lobby.house.id: lobby.house} | {stored.id: lobby.players.restore(stored) for stored in known}
    open_tables = await store.open_tables()
    lobby.access.restore(await store.access(), [stored.owned.table for stored in open_tables])
    rooms = [await _restore(lobby, stored, players) for stored in open_tables]
    return [room for room in rooms if room is not None]


async def forget_bots(lobby: TableLobby) -> None:
    """Forgets the bots of the house that have no seat any more: nobody plays on as one of them."""
    gone = lobby.players.unseated_bots
    for player in gone:
        lobby.players.forget(player)
    if gone:
        with suppress(NotKept):  # they are forgotten at the next start
            await lobby.services.store.forget_players([player.id for player in gone])


async def _restore(lobby: TableLobby, stored: StoredTable, players: Mapping[str, Player]) -> Room | None:
    services, store = lobby.services, lobby.services.store
    try:
        recovered = recover(stored, services.now)
        table = recovered.live.table
        waiting = [players[waiter.id] for waiter in table.waiting.players]
        seated = [players[seat.player] for seat in table.seats.occupied]
        host = players[table.host.id]
    except Exception as failure:  # noqa: BLE001  whatever it is, the other tables come back
        fault = str(failure) if isinstance(failure, ReplayFailed) else describe_error(failure)
        logger.error("table %s cannot be brought back, and is put aside: %s", stored.owned.table, fault)
        with suppress(NotKept):  # it is found again at the next start
            await store.keep_evidence(stored.owned, fault)
            await store.append(stored.owned, Change(closed=NOT_BROUGHT_BACK))
        lobby.access.forget_table(stored.owned.table)
        return None
    try:
        await _keep_recovered(store, recovered)
    except NotKept as error:
        logger.error("table %s comes back with the next start only: %s", stored.owned.table, error)
        return None
    for player in waiting:
        await store.claim_seat(player.id, stored.owned.table)
        lobby.players.bind_name(player, stored.owned.table)
    for seat in table.seats.occupied:
        if not seat.leaving:  # who has stood up may have a seat elsewhere by now
            await store.claim_seat(seat.player, stored.owned.table)
        lobby.players.bind_name(players[seat.player], stored.owned.table)
    for request in recovered.commands:
        if sender := players.get(request.player.id):
            sender.recent_commands.restore(request.command)
    if stored.opened and stored.opened.request and (opener := players.get(stored.opened.host.id)):
        opener.recent_commands.restore(stored.opened.request, table=stored.owned.table)
    appointed = table.host_commands.state.appointed
    opened_by = stored.opened.host.id if stored.opened else ""
    room = Room(recovered.live, host, services, opener=appointed or opened_by)
    room.restore([*seated, *waiting])
    lobby.run(room)
    return room


async def _keep_recovered(store: Store, recovered: Recovered) -> None:
    """Keeps what a table had to be brought back without; raises NotKept."""
    if recovered.fault:
        table = recovered.live.owned.table
        logger.error("table %s: %s", table, recovered.fault)
        await store.keep_evidence(recovered.live.owned, recovered.fault)
    if recovered.set_back:
        await _start_afresh(store, recovered)


async def _start_afresh(store: Store, recovered: Recovered) -> None:
    """Begins the journal of a table anew from how it is now."""
    live = recovered.live
    checkpoint = checkpoint_of(
        live.table, live.steps, entry=live.journal.last_entry, at=live.time.now(), commands=live.journal.commands
    )
    await store.append(live.owned, Change(movements=recovered.corrections, checkpoint=checkpoint, afresh=True))
