"""Examines what a store keeps of tournaments: whether they come back as they were, and every unit is accounted for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from railbird_server.refusal import describe_error
from railbird_server.runtime.tables.recovery import ReplayFailed
from railbird_server.store.records import KeptTournament
from railbird_server.tournament.state import TournamentState
from railbird_server.tournament.tournament import Tournament


def tournament_faults(kept: Iterable[KeptTournament]) -> Iterator[str]:
    """Yields a sentence for everything that is wrong with tournaments, over or not."""
    for each in kept:
        opened = each.stored.opened
        where = f"Tournament {opened.terms.name if opened else ''} ({each.stored.tournament})"
        yield from (f"{where} {fault}." for fault in _faults(each))


def _faults(kept: KeptTournament) -> Iterator[str]:
    stored = kept.stored
    if stored.opened is None or stored.fault:
        yield f"cannot be brought back: {stored.fault}"
        return
    try:
        state = _replayed(kept)
    except Exception as error:  # noqa: BLE001  whatever it is, the others are examined too
        fault = str(error) if isinstance(error, ReplayFailed) else describe_error(error)
        yield f"cannot be replayed: {fault}"
        return
    if stored.snapshot is not None and _encoded(state) != _encoded(stored.snapshot.state):
        yield "does not come out as it was kept"
    owed = sum(entrant.paid_in - entrant.received for entrant in state.entrants.values())
    if kept.units != (0 if kept.closed else owed):
        yield f"holds {kept.units:,} units by the books, and {owed:,} by what its players have paid and won"


def _replayed(kept: KeptTournament) -> TournamentState:
    """Returns how a tournament stands after all its inputs, put to it again."""
    opened = kept.stored.opened
    assert opened is not None
    tournament = Tournament(opened.terms, opened.secret)
    for number, entry in enumerate(kept.entries, 1):
        if entry is None or entry.number != number:
            raise ReplayFailed(f"entry {number} cannot be read")
        tournament.handle(entry.input, entry.at)
    return tournament.state


def _encoded(state: TournamentState) -> bytes:
    return msgspec.json.encode(state)
