"""Opens the decks of a table that closes: the server's seed of every hand, for those who want to check all of it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from railbird_server.runtime.monitoring.error_reporting import report_error
from railbird_server.runtime.people.players import Viewer
from railbird_server.store.protocols import Hands
from railbird_server.store.records import HandQuery, StoredHand
from railbird_server.table.table import Table
from railbird_shared.fair_deal.setting import FairDeal
from railbird_shared.protocol.messages import DecksOpened, HandSeed

MAX_HANDS = 2000
"""The latest hands whose decks are opened."""

SEEDS_PER_MESSAGE = 400
"""How many seeds one message holds, so that it fits into a frame."""


async def open_decks(table: Table, hands: Hands, viewers: Iterable[Viewer]) -> None:
    """Sends viewers what opens the decks of a table that closes, where it was opened so.

    A delayed rail gets nothing of it: it has not seen the latest hands yet, nor all their cards.
    """
    if table.settings.fair_deal is not FairDeal.OPENED:
        return
    kept = await _read_hands(table, hands)
    decks = (each.finished.hand.record.deck for each in kept)
    seeds = [HandSeed(deck.seeds.hand, deck.seeds.server) for deck in decks if deck.seeds is not None]
    starts = range(0, len(seeds), SEEDS_PER_MESSAGE)
    opened = [DecksOpened(table=table.id, seeds=tuple(seeds[start : start + SEEDS_PER_MESSAGE])) for start in starts]
    delayed = table.settings.rail.is_delayed
    for viewer in [each for each in viewers if not delayed or table.seats.of(each.player.id)]:
        for message in opened:
            viewer.reply(message)


async def _read_hands(table: Table, hands: Hands) -> list[StoredHand]:
    """Returns the latest hands of a table; a damaged one keeps no other from being read."""
    try:
        return [*await hands.read_hands(HandQuery(table=table.id), MAX_HANDS)]
    except Exception as error:  # noqa: BLE001  the members have to be sent home, whatever the store says
        report_error(f"table {table.id}", error)
    last = table.hand_number
    found: list[StoredHand] = []
    for number in range(max(1, last - MAX_HANDS + 1), last + 1):
        with suppress(Exception):
            found += filter(None, [await hands.read_hand(table.id, number)])
    return found
