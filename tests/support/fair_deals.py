"""Fair deals for tests: tables whose decks are committed to, and checkers that look at every card each viewer sees."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from itertools import count

from railbird_client.model.deal_witness import DealWitness
from railbird_server.rules.dealing import DealSeeds, Deck, fair_deck, reshuffle_orders
from railbird_server.runtime.serve import Server
from railbird_server.table import audience
from railbird_server.table.outcome import FullEvent
from railbird_server.table.settings import TableSettings
from railbird_shared.events import SeedShare
from railbird_shared.fair_deal.record import DealRecord
from railbird_shared.fair_deal.shuffling import context_of, seat_commitment
from railbird_shared.messages import Accepted, AskSeed, Message, SeedCommitments, Snapshot, Step
from railbird_shared.variants import get_variant
from support.network_clients import ClientLink, HeadlessClient
from support.table_harness import TableHarness


def seed_of(*facts: object) -> bytes:
    """Returns a seed that follows from some facts."""
    return context_of("seed", 0)[:4] + repr(facts).encode()[-28:].rjust(28)


def share_of(table: str, hand: int, seat: int, *, opened: bool = True) -> SeedShare:
    """Returns what the player in a seat gives to a shuffle."""
    seed = seed_of(table, hand, seat)
    return SeedShare(seat, seat_commitment(context_of(table, hand), seat, seed), seed if opened else None)


class FairHarness(TableHarness):
    """A table with fair deals: every viewer checks every card; `records` are those of each viewer, by hand.

    The player in seat 2 opens no seed.
    """

    def __init__(self, settings: TableSettings) -> None:
        super().__init__(settings)
        self.records: dict[str, dict[int, DealRecord]] = {}
        self.witnesses: dict[str, DealWitness] = {}

    def next_deck(self) -> Deck:
        settings = self.table.settings
        if not self.table.button.has_dealer:
            return super().next_deck()
        variant = settings.variant or get_variant(settings.game.id)
        hand = self.table.hand_number + 1
        self._decks_used += 1
        shares = tuple(share_of(self.table.id, hand, seat, opened=seat != 2) for seat in self.player_by_seat)
        server = seed_of("server", hand, self._decks_used)
        return fair_deck(DealSeeds(self.table.id, hand, server, shares, reshuffle_orders(variant)), variant.pack)

    def _check_step(self, events: Sequence[FullEvent], before: dict[int, str]) -> None:
        super()._check_step(events, before)
        holders = audience.holders_in_step(before, events, self.player_by_seat)
        parts = audience.split(events)
        seats = {player: number for number, player in holders.items()}
        for viewer in self._views:
            seat = seats.get(viewer)
            private = parts.private.get(seat, ()) if seat else ()
            witness = self.witnesses.setdefault(viewer, DealWitness(self.table.id, lambda: bytes(32)))
            record = witness.see_step(Step(epoch="e", seq=1, at=0, public=parts.public, private=private), seat)
            assert witness.faults == (), viewer
            if record is not None:
                self.records.setdefault(viewer, {})[record.hand] = record


class WitnessClient(HeadlessClient):
    """A client that takes part in fair deals, checks them, and keeps the records of the hands.

    With `gives` false it gives no seeds.
    """

    def __init__(self, line: ClientLink, *, gives: bool = True) -> None:
        super().__init__(line)
        self.witness = DealWitness("", lambda: secrets.token_bytes(32))
        self.records: dict[int, DealRecord] = {}
        self.gives = gives
        self._command_ids = count(1_000_000)

    async def receive(self) -> Message:
        seat = self.view.you.seat if self.view else None
        message = await super().receive()
        match message:
            case Snapshot(view=view):
                if self.witness.table != view.table:
                    self.witness = DealWitness(view.table, lambda: secrets.token_bytes(32))
                self.witness.see_snapshot(view)
            case Step() if record := self.witness.see_step(message, seat):
                self.records[record.hand] = record
            case AskSeed() if self.gives and (commit := self.witness.commit(message)):
                await self.link.send(commit)
            case SeedCommitments() if self.gives and (opened := self.witness.open(message, next(self._command_ids))):
                await self.link.send(opened)
            case Accepted(id=number):
                self.witness.see_accepted(number)
            case _:
                pass
        return message


async def connect_witness(server: Server, name: str, *, gives: bool = True) -> WitnessClient:
    """Connects a client that takes part in fair deals."""
    client = WitnessClient(server.connect_in_memory(), gives=gives)
    await client.login(name)
    return client
