"""Fair deals for tests: tables whose decks are committed to, and checkers that look at every card each viewer sees."""

from __future__ import annotations

import importlib.util
import random
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import ModuleType

import msgspec
from msgspec.structs import replace

from railbird_client.fair_deal.deal_witness import DealWitness
from railbird_server.refusal import Refusal
from railbird_server.rules.dealing import Deck, fair_deck, seeds_of_game
from railbird_server.runtime.server import Server
from railbird_server.table import audience
from railbird_server.table.inputs import FullEvent
from railbird_server.table.settings import TableSettings
from railbird_shared.carrier import Wire
from railbird_shared.fair_deal.checker import DealReport, replay_record
from railbird_shared.fair_deal.record import DealRecord
from railbird_shared.fair_deal.shuffling import context_of, seat_commitment, server_commitment
from railbird_shared.game.variants import get_variant
from railbird_shared.house.terms import GameTerms
from railbird_shared.protocol.commands import HuntRabbit, ShowHand
from railbird_shared.protocol.events import SeedShare
from railbird_shared.protocol.messages import Accepted, AskSeed, Message, SeedCommitments, Snapshot, Step
from support.network_clients import HeadlessClient
from support.random_play import choose_action
from support.table_harness import TableHarness, from_player, table_settings
from support.view_builders import PLAYER_NAMES

SECOND_CHECK_FILE = Path(__file__).parents[2] / "docs" / "verify_deal.py"


def _load_second_check() -> ModuleType:
    found = importlib.util.spec_from_file_location("verify_deal", SECOND_CHECK_FILE)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


SECOND_CHECK = _load_second_check()
"""docs/verify_deal.py, which knows nothing of Railbird."""


def second_faults(record: DealRecord) -> list[str]:
    """Returns what the second implementation finds wrong with a record, as it is written to a file."""
    faults: list[str] = SECOND_CHECK.faults_of(msgspec.json.decode(msgspec.json.encode(record)))
    return faults


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
        server = seed_of("server", hand, self._decks_used)
        shares = self._ask_seeds(hand, server)
        return fair_deck(seeds_of_game(variant, self.table.id, hand, server, shares), variant.pack)

    def _ask_seeds(self, hand: int, server: bytes) -> tuple[SeedShare, ...]:
        """Collects the seeds of all players, as the server does; the one in seat 2 opens theirs too late."""
        table = self.table.id
        commitment = server_commitment(context_of(table, hand), server)
        attempt = self._decks_used
        shares: dict[int, SeedShare] = {}
        for seat, player in self.player_by_seat.items():
            question = AskSeed(table=table, hand=hand, attempt=attempt, seat=seat, server=commitment, within=750)
            committed = self.witness(player).commit(question)
            assert committed is not None
            shares[seat] = SeedShare(seat, committed.commitment)
        told = SeedCommitments(table=table, hand=hand, attempt=attempt, shares=tuple(shares.values()), within=750)
        for seat, player in self.player_by_seat.items():
            opened = self.witness(player).open(told, command_id=1)
            assert opened is not None
            if seat != 2:
                self.witness(player).see_accepted(1)
                shares[seat] = replace(shares[seat], seed=opened.seed)
        return tuple(shares[seat] for seat in sorted(shares))

    def witness(self, viewer: str) -> DealWitness:
        """Returns the witness of a viewer, whose seeds follow from their name."""
        if viewer not in self.witnesses:
            numbers = count(1)
            self.witnesses[viewer] = DealWitness(self.table.id, lambda: seed_of(viewer, next(numbers)))
        return self.witnesses[viewer]

    def _check_step(self, events: Sequence[FullEvent], before: dict[int, str]) -> None:
        views = dict(self._views)
        super()._check_step(events, before)
        holders = audience.holders_in_step(before, events, self.player_by_seat)
        parts = audience.split(events)
        seats = {player: number for number, player in holders.items()}
        for viewer in self._views:
            seat = seats.get(viewer)
            private = parts.private.get(seat, ()) if seat else ()
            witness = self.witness(viewer)
            view = views.get(viewer, self._views[viewer])
            witness.see_step(Step(epoch="e", seq=1, at=0, public=parts.public, private=private), view)
            assert witness.faults == [], viewer
            for record in witness.take_records():
                self.records.setdefault(viewer, {})[record.hand] = record


def play_evening(
    game: str, players: int, dice: random.Random, hands: int, terms: GameTerms | None = None
) -> FairHarness:
    """Returns a table with fair deals at which random hands were played to their ends, each card checked by all.

    `terms` are those of the game as a house plays it. Players show cards of their own when a hand is over.
    """
    settings = table_settings(game, seats=players, buy_in=(20, 4000))
    if terms is not None:
        settings = replace(settings, variant=terms.variant, game=terms.game, effective_rules=terms.rules)
    harness = FairHarness(settings)
    harness.sit(*PLAYER_NAMES[:players], chips=4000)
    while harness.table.hand_number < hands and harness.outcome.wake_at is not None:
        harness.deal_next_hand()
        while harness.hand_running:
            hand = harness.table.current_hand
            assert hand is not None
            legal = harness.turn.legal
            harness.take(choose_action(legal, list(hand.known_cards[legal.seat]), dice.randrange(10_000)))
        last = harness.table.current_hand
        for seat, player in harness.player_by_seat.items():
            held = last.known_cards.get(seat, ()) if last else ()
            for wish in (HuntRabbit(), ShowHand(cards=held[: dice.randrange(3)])):
                with suppress(Refusal):
                    harness.submit(from_player(player, wish))
    return harness


class WitnessClient(HeadlessClient):
    """A client that takes part in fair deals, checks them, and keeps the records of the hands.

    With `gives` false it gives no seeds; `draw` returns one.
    """

    def __init__(
        self, line: Wire, *, gives: bool = True, draw: Callable[[], bytes] = lambda: secrets.token_bytes(32)
    ) -> None:
        super().__init__(line)
        self._draw = draw
        self.witness = DealWitness("", draw)
        self.records: dict[int, DealRecord] = {}
        self.gives = gives
        self._command_ids = count(1_000_000)

    async def receive(self) -> Message:
        before = self.view
        message = await super().receive()
        match message:
            case Snapshot(view=view):
                if self.witness.table != view.table:
                    self.witness = DealWitness(view.table, self._draw)
                self.witness.see_snapshot(view)
            case Step() if before is not None:
                self.witness.see_step(message, before)
            case AskSeed() if self.gives and (commit := self.witness.commit(message)):
                await self.link.send(commit)
            case SeedCommitments() if self.gives and (opened := self.witness.open(message, next(self._command_ids))):
                await self.link.send(opened)
            case Accepted(id=number):
                self.witness.see_accepted(number)
            case _:
                pass
        self.records |= {record.hand: record for record in self.witness.take_records()}
        return message


async def connect_witness(server: Server, name: str, *, gives: bool = True) -> WitnessClient:
    """Connects a client that takes part in fair deals."""
    client = WitnessClient(server.connect_in_memory(), gives=gives)
    await client.login(name)
    return client


def check_record(record: DealRecord) -> DealReport:
    """Returns the result of a second check of a kept deal."""
    return replay_record(record).report
