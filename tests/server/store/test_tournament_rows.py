"""How long the course of a tournament is kept in the database."""

from __future__ import annotations

from pathlib import Path

import pytest

from railbird_server.runtime.audit import tournament_faults
from railbird_server.store.contents import contents
from railbird_server.store.records import (
    OpenedTable,
    OpenedTournament,
    StoredPlayer,
    TournamentChange,
    TournamentEntry,
    TournamentSnapshot,
)
from railbird_server.store.sqlite import DAY, SqliteStore
from railbird_server.tournament.inputs import Register
from railbird_server.tournament.tournament import Tournament
from railbird_shared.house.house_rules import CASINO
from support.journaled_tables import JournaledTable
from support.table_harness import HOST, table_settings
from support.tournament_play import tournament_terms

START = 1_000_000_000
PLAYER = StoredPlayer("Wren", b"w", "Wren")


async def keep_tournament(store: SqliteStore, name: str, *, closed: bool) -> None:
    """Keeps a tournament that somebody has entered for nothing."""
    opened = OpenedTournament(name, tournament_terms(buy_in=0), HOST, "secret", CASINO)
    await store.open_tournament(opened, PLAYER)
    tournament, entry = Tournament(opened.terms, opened.secret), Register("Wren", "Wren")
    tournament.handle(entry, 0)
    snapshot = TournamentSnapshot(1, 0, tournament.state)
    await store.append_tournament(name, TournamentChange(snapshot, TournamentEntry(1, 0, entry)))
    if closed:
        await store.append_tournament(name, TournamentChange(snapshot, closed="The tournament is over."))


async def keep_hand(store: SqliteStore) -> None:
    """Keeps what a table has played."""
    evening = JournaledTable(table_settings())
    evening.sit("Wren", "Heron", chips=100)
    owned = await store.open(OpenedTable("t1", evening.opened.epoch, evening.opened.settings, HOST), PLAYER)
    for change in evening.changes:
        await store.append(owned, change)


@pytest.mark.parametrize(("keep_days", "kept"), [(2, ["late", "open"]), (0, ["early", "late", "open"])])
async def test_the_course_of_a_tournament_is_forgotten_with_the_hands_of_its_time(
    tmp_path: Path, keep_days: int, kept: list[str]
) -> None:
    now = [START]
    store = SqliteStore(tmp_path / "railbird.db", unix_time=lambda: now[0], keep_hands=keep_days)
    await keep_tournament(store, "early", closed=True)
    await keep_tournament(store, "open", closed=False)
    now[0] += 3 * DAY
    await keep_tournament(store, "late", closed=True)
    await keep_hand(store)
    await store.close()
    with contents(tmp_path / "railbird.db") as found:
        assert sorted(each.stored.tournament for each in found.tournaments) == ["early", "late", "open"]
        assert sorted(each.stored.tournament for each in found.tournaments if each.entries) == kept
        assert not [*tournament_faults(found.tournaments)]
