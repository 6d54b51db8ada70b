"""A store for a server that is to leave nothing behind: only its latest hands can be read, while the process runs.

It serves `--memory`, the demonstrations and the tests; until a second machine there is no other besides the database.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from railbird_server.store import records
from railbird_server.store.hand_search import is_wanted
from railbird_server.store.protocols import Store
from railbird_server.store.records import Change, FoundHand, HandQuery, KeptBooks, OpenedTable, Owned, StoredHand

MAX_HANDS = 2000
"""The latest hands that can be read while the process runs."""

MAX_BOOKS = 100
"""The latest tables whose books can be read once they are closed, while the process runs."""


class MemoryStore(Store):
    """The store of a server whose tables live in its memory alone; `unix_time` is the time of day in seconds."""

    def __init__(self, *, unix_time: Callable[[], float] = time.time) -> None:
        self._unix_time = unix_time
        self._books: dict[str, KeptBooks] = {}
        self._hands: OrderedDict[tuple[str, int], tuple[StoredHand, FoundHand]] = OrderedDict()

    async def append(self, owned: Owned, change: Change) -> None:
        """Keeps the hands that have ended, and the books: the table itself is all there is of the rest."""
        self._keep_books(owned.table, change)
        opened = books.booked.opened if (books := self._books.get(owned.table)) else None
        name, seats = (opened.settings.name, opened.settings.seats) if isinstance(opened, OpenedTable) else ("", 0)
        now = int(self._unix_time())
        for kept in change.hands:
            found = FoundHand(owned.table, name, kept.finished.number, now, kept.index)
            self._hands[owned.table, found.number] = StoredHand(owned.table, name, seats, now, kept.finished), found
        for number, after in change.shown.items():
            if entry := self._hands.get((owned.table, number)):
                stored, found = entry
                nets = tuple(replace(seat, net=after.net.get(seat.seat, seat.net)) for seat in found.index.seats)
                self._hands[owned.table, number] = (
                    replace(stored, finished=replace(stored.finished, hand=after.hand)),
                    replace(found, index=replace(found.index, seats=nets)),
                )
        while len(self._hands) > MAX_HANDS:
            self._hands.popitem(last=False)

    def _keep_books(self, table: str, change: Change) -> None:
        """Keeps the movements of a table, and the books of the latest closed tables."""
        books = self._books.get(table)
        if books is None:
            return
        now, entry = int(self._unix_time()), change.entries[-1].number if change.entries else 0
        moved = tuple(records.StoredMovement(table, entry, now, movement) for movement in change.movements)
        movements = records.renamed_movements((*books.movements, *moved), change.renamed)
        counted = [kept for kept in change.hands if not kept.finished.hand.void_reason]
        hands = Counter(books.hands) + Counter(seat.player for kept in counted for seat in kept.index.seats)
        self._books[table] = books = replace(books, movements=movements, hands=dict(hands))
        if change.closed:
            del self._books[table]  # the latest to close come last
            self._books[table] = replace(books, booked=replace(books.booked, closed_at=now))
            closed = [each for each, kept in self._books.items() if kept.booked.closed_at is not None]
            for each in closed[:-MAX_BOOKS]:
                del self._books[each]

    async def closed_books(self, player: str, table: str) -> KeptBooks | None:
        """Returns the books of a closed table where a player had chips."""
        account = records.player_account(player)
        for name, books in reversed(self._books.items()):
            had_chips = any(account in {each.movement.payer, each.movement.payee} for each in books.movements)
            if books.booked.closed_at is not None and table in {"", name} and had_chips:
                return books
        return None

    async def open(self, opened: OpenedTable, host: records.StoredPlayer) -> Owned:  # noqa: ARG002  it needs no keeping
        """Returns the right to write a new table."""
        booked = records.BookedTable(opened.table, opened, int(self._unix_time()), None)
        self._books[opened.table] = KeptBooks(booked, (), {})
        return Owned(opened.table)

    async def find_hands(self, query: HandQuery, first: int, limit: int) -> records.HandPage:
        """Returns some of the hands that are wanted, in the order of the query."""
        wanted = [found for _, found in reversed(self._hands.values()) if is_wanted(found, query)]
        wanted.sort(key=lambda found: -found.index.pot if query.by_pot else 0)
        return records.HandPage(tuple(wanted[first : first + limit]), len(wanted))

    async def read_hand(self, table: str, number: int) -> StoredHand | None:
        """Returns a hand of a table, None where there is none."""
        return self._hands.get((table, number), (None, None))[0]

    async def read_hands(self, query: HandQuery, limit: int) -> Sequence[StoredHand]:
        """Returns the latest of the hands that are wanted, the first of them first."""
        return [stored for stored, found in self._hands.values() if is_wanted(found, query)][-limit:]
