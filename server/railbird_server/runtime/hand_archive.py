"""Answers players who ask for finished hands: lists, one hand as they may know it, and statistics.

A hand takes about a millisecond to be replayed. That is done in a thread of its own, for one question at a time, and
what was counted of a hand is remembered, for a hand that is over does not change. The store keeps no statistics.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from msgspec import convert
from msgspec.structs import replace

from railbird_server.history.night_statistics import TallyMemory, count_night, split_nights
from railbird_server.history.table_books import state_books
from railbird_server.history.writer import known_phh, seat_of, summary_of, tell
from railbird_server.refusal import Refusal
from railbird_server.runtime.broadcast.rail_chances import find_chances
from railbird_server.runtime.token_buckets import TokenBuckets
from railbird_server.store.protocols import Store, StoreError
from railbird_server.store.records import HandQuery, StoredHand
from railbird_server.table.hand_history import HandUnreadable
from railbird_shared.protocol import commands
from railbird_shared.protocol.messages import Hands, History, Statement, Statistics
from railbird_shared.protocol.table_limits import HANDS_PAGE_SIZE

Result = TypeVar("Result")

MAX_COUNTED_HANDS = 1000
"""The latest hands that statistics are made of."""

READ_RATE, READ_BURST = 2.0, 20
"""Lists and hands that one player may ask for at once, and each second after them."""

COUNT_RATE, COUNT_BURST = 0.2, 5
"""Statistics that one player may ask for at once, and each second after them."""

MAX_UNDER_WAY = 16
"""Questions of all players that may wait for the thread; further ones are refused, and may be asked again."""

TOO_FAST = "You ask for finished hands too fast; wait a moment and ask again."
TOO_MANY = "Too many ask for finished hands just now; ask again in a moment."
NO_SUCH_HAND = "You sat in no hand of that number at that table, or it is kept no more."
NO_CLOSED_TABLE = "You have had chips at no such table that is closed by now."
CANNOT_BE_TOLD = "That hand cannot be told any more: the rules have changed since it was played."


class HandArchive:
    """Answers questions about the finished hands of a store; `seconds` is a clock for the limits."""

    def __init__(self, store: Store, *, seconds: Callable[[], float]) -> None:
        self._store = store
        self._seconds = seconds
        self._reads = TokenBuckets(READ_RATE, READ_BURST)
        self._counts = TokenBuckets(COUNT_RATE, COUNT_BURST)
        self._memory = TallyMemory(find=find_chances)
        self._under_way = 0
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="hand history")

    async def answer(
        self, command: commands.HistoryCommand, player: str, *, at_table: str = ""
    ) -> Hands | History | Statistics | Statement:
        """Answers the player of that id, who is at the table `at_table`; raises Refusal."""
        buckets = self._counts if isinstance(command, commands.ReadStatistics) else self._reads
        if not buckets.spend(player, self._seconds()):
            raise Refusal("slow-down", TOO_FAST)
        if self._under_way >= MAX_UNDER_WAY:
            raise Refusal("slow-down", TOO_MANY)
        self._under_way += 1
        try:
            match command:
                case commands.ListHands():
                    return await self._list(command, player)
                case commands.ReadHand():
                    return await self._read(command, player)
                case commands.ReadStatement():
                    return await self._statement(command.table, player)
                case commands.ReadStatistics(table=""):
                    return await self._own_statistics(player)
                case commands.ReadStatistics():
                    return await self._table_statistics(command.table, player, at_table=at_table)
        except StoreError as error:
            raise Refusal("fault", str(error)) from None
        finally:
            self._under_way -= 1

    def close(self) -> None:
        """Answers no more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _list(self, command: commands.ListHands, player: str) -> Hands:
        query = replace(convert(command, HandQuery, from_attributes=True), player=player)
        page = await self._store.find_hands(query, command.first, HANDS_PAGE_SIZE)
        stored = [await self._store.read_hand(found.table, found.number) for found in page.hands]
        hands = await self._run(lambda: tuple(map(partial(summary_of, player=player), page.hands, stored)))
        return Hands(hands=hands, first=command.first, total=page.total)

    async def _read(self, command: commands.ReadHand, player: str) -> History:
        stored = await self._store.read_hand(command.table, command.hand)
        if stored is None or seat_of(stored.finished, player) is None:
            raise Refusal("no-such-hand", NO_SUCH_HAND)
        try:
            return await self._run(partial(_history_message, stored, player))
        except HandUnreadable:
            raise Refusal("no-such-hand", CANNOT_BE_TOLD) from None

    async def _statement(self, table: str, player: str) -> Statement:
        books = await self._store.closed_books(player, table)
        if books is None:
            raise Refusal("no-such-table", NO_CLOSED_TABLE)
        return await self._run(lambda: state_books(books.booked, books.movements, books.hands).statement)

    async def _own_statistics(self, player: str) -> Statistics:
        hands = await self._store.read_hands(HandQuery(player=player), MAX_COUNTED_HANDS)
        count = partial(count_night, memory=self._memory, viewer=player, only=player)
        return Statistics(nights=await self._run(lambda: tuple(map(count, split_nights(hands)))))

    async def _table_statistics(self, table: str, player: str, *, at_table: str) -> Statistics:
        hands = await self._store.read_hands(HandQuery(table=table), MAX_COUNTED_HANDS)
        night = next(iter(split_nights(hands)), [])
        if table != at_table and all(seat_of(hand.finished, player) is None for hand in night):
            raise Refusal("no-such-hand", NO_SUCH_HAND)
        nights = await self._run(lambda: (count_night(night, self._memory, viewer=player),) if night else ())
        return Statistics(nights=nights, table=table)

    async def _run(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)


def _history_message(stored: StoredHand, player: str) -> History:
    told, history = tell(stored, player)
    return History(history=history, phh=known_phh(told, history))
