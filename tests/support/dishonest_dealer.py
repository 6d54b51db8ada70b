"""A dealer who cheats: honest hands as one player is told them, changed on the way, and put to the real client.

A `Hand` is what the server tells the player: the question for a seed, the steps, and the end of the table. A cheat
changes it. The dealer knows the whole deck, so it has an honest opening for every card that it deals wrongly.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

import railbird_client.fair_deal.deal_controller
from railbird_client.fair_deal.deal_files import record_paths, verify_deals
from railbird_client.fair_deal.deal_witness import deal_mark, deal_sentences
from railbird_client.lobby.lobby_state import LobbyState
from railbird_client.table.table_model import TableState
from railbird_server.rules.dealing import DealSeeds
from railbird_server.table import audience
from railbird_server.table.inputs import FullEvent
from railbird_server.table.settings import TableSettings
from railbird_shared.conversation import Received
from railbird_shared.fair_deal.record import DealRecord, FairDeal
from railbird_shared.fair_deal.shuffling import CommittedDeal, context_of, server_commitment
from railbird_shared.game.cards import Card
from railbird_shared.game.rotation import ChosenGame
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.terms import game_terms
from railbird_shared.protocol.commands import CommitSeed, HuntRabbit, OpenSeed
from railbird_shared.protocol.events import OpenersShown, Opening, PrivateEvent, PublicEvent, SeedShare
from railbird_shared.protocol.folding import fold_all
from railbird_shared.protocol.messages import (
    Accepted,
    AskSeed,
    DecksOpened,
    HandSeed,
    Message,
    SeedCommitments,
    Snapshot,
    Step,
    TableClosed,
)
from railbird_shared.protocol.view import TableView
from support.controller_harness import ControllerHarness, run_controller
from support.fair_deals import SECOND_CHECK, FairHarness
from support.fake_server import welcome_message
from support.table_harness import from_player, table_settings

VICTIM = "Wren"
"""The player whose client the dealer cheats; they sit in seat 1."""

EventType = TypeVar("EventType", bound=PublicEvent | PrivateEvent)


class ToldStep(NamedTuple):
    """The events of a step, each of which a cheat may change."""

    public: list[PublicEvent]
    private: list[PrivateEvent]

    @property
    def events(self) -> list[PublicEvent | PrivateEvent]:
        """All events of the step, those for the player alone last."""
        return [*self.public, *self.private]


class Hand:
    """A hand as the player is told it, and a cheat may change; `deal` is its whole deck.

    `asks` says that the player's program is asked for a seed, `told` are the commitments that it is told, `told_again`
    those that it is told once more after it has opened its seed, and `accepts` that this is accepted. `seeds` are those
    of the server that are opened when the table closes, by hand, and `snapshots` come after the step of that number,
    asked for or not.
    """

    def __init__(
        self, view: TableView, steps: list[ToldStep], deal: CommittedDeal, seeds: DealSeeds, own_seed: bytes
    ) -> None:
        self.view = view
        self.steps = steps
        self.deal = deal
        self.seeds = seeds
        self.own_seed = own_seed
        self.record: DealRecord | None = None
        self.asks = True
        self.told = seeds.shares
        self.told_again: tuple[SeedShare, ...] = ()
        self.accepts = True
        self.opened: dict[int, bytes] = {seeds.hand: seeds.server}
        self.snapshots: dict[int, tuple[TableView, bool]] = {}
        self.ends = True

    def find(self, kind: type[EventType], number: int = 0) -> EventType:
        """Returns the event of a kind that comes at that place among those of its kind."""
        return self.find_all(kind)[number]

    def find_all(self, kind: type[EventType]) -> list[EventType]:
        """Returns all events of a kind."""
        return [event for step in self.steps for event in step.events if isinstance(event, kind)]

    def step_of(self, kind: type[PublicEvent | PrivateEvent], number: int = 0) -> int:
        """Returns the number of the step in which that event comes."""
        wanted = self.find(kind, number)
        return next(at for at, step in enumerate(self.steps) if any(event is wanted for event in step.events))

    def change(self, kind: type[PublicEvent | PrivateEvent], number: int = 0, **changes: object) -> None:
        """Changes an event."""
        wanted = self.find(kind, number)
        for step in self.steps:
            _change_in(step.public, wanted, changes)
            _change_in(step.private, wanted, changes)

    def remove(self, kind: type[PublicEvent | PrivateEvent], number: int = 0) -> None:
        """Leaves an event out."""
        wanted = self.find(kind, number)
        for step in self.steps:
            step.public[:] = [event for event in step.public if event is not wanted]
            step.private[:] = [event for event in step.private if event is not wanted]

    def open(self, *places: int) -> tuple[Opening, ...]:
        """Returns the honest openings of places of the deck."""
        return tuple(self.deal.open(0, place) for place in places)

    def view_after(self, steps: int) -> TableView:
        """Returns the table as the player sees it after so many steps."""
        view = self.view
        for step in self.steps[:steps]:
            view = fold_all(fold_all(view, step.public), step.private)
        return view


def _change_in(events: list[EventType], wanted: object, changes: dict[str, object]) -> None:
    events[:] = [replace(event, **changes) if event is wanted else event for event in events]


Cheat = Callable[[Hand], None]
"""Changes what a player is told of a hand."""


def unseen(hand: Hand) -> Card:
    """A card that nobody is shown in the hand."""
    shown = {str(opening.card) for step in hand.steps for event in step.events for opening in _openings(event)}
    return next(card for card in reversed(hand.deal.deck) if str(card) not in shown)


def _openings(event: object) -> tuple[Opening, ...]:
    openings: tuple[Opening, ...] = getattr(event, "openings", ())
    return openings


# --- honest hands

GAMES = ("holdem", "rabbit", "runs", "stud", "draw", "reshuffle")
"""The honest hands that there are."""


class _Recorder(FairHarness):
    """A table with fair deals that keeps what the victim is told."""

    def __init__(self, settings: TableSettings) -> None:
        super().__init__(replace(settings, fair_deal=FairDeal.OPENED))
        self.told: list[ToldStep] = []

    def _check_step(self, events: list[FullEvent], before: dict[int, str]) -> None:  # type: ignore[override]
        super()._check_step(events, before)
        parts = audience.split(events)
        self.told.append(ToldStep([*parts.public], [*parts.private.get(1, ())]))


def _record(harness: _Recorder, play: Callable[[_Recorder], None]) -> Hand:
    view = audience.snapshot(harness.table, VICTIM)
    harness.told.clear()
    play(harness)
    current = harness.table.current_hand
    assert current is not None
    seeds = current.record.deck.seeds
    assert seeds is not None
    steps = [step for step in harness.told if step.public or step.private]
    own = harness.records[VICTIM][seeds.hand].own
    assert own is not None
    hand = Hand(view, steps, seeds.deal_of(current.record.deck.cards), seeds, own.seed)
    hand.record = harness.records[VICTIM][seeds.hand]
    return hand


def call_down(harness: _Recorder) -> None:
    """Plays a hand in which everybody calls, draws three cards where they may, and opens where it takes openers."""
    harness.deal_next_hand()
    while harness.hand_running:
        legal = harness.turn.legal
        if legal.max_discards is not None:
            hand = harness.table.current_hand
            assert hand is not None
            held = " ".join(map(str, hand.known_cards[legal.seat][: min(3, legal.max_discards)]))
            harness.act(f"d {held}")
        elif legal.opens_with and legal.wager:
            harness.act(f"b {legal.wager.minimum}")
        else:
            harness.act("x" if legal.check else "c" if legal.call else "in")


def fold_early(harness: _Recorder) -> None:
    """Plays a hand in which all but one fold before the flop; the rabbit is hunted, and the winner shows a card."""
    harness.deal_next_hand()
    while harness.hand_running:
        harness.act("f")
    harness.submit(from_player(VICTIM, HuntRabbit()))


def run_twice(harness: _Recorder) -> None:
    """Plays a hand in which two players are all-in before the flop and agree to run it twice."""
    harness.deal_next_hand()
    harness.act(f"r {harness.turn.legal.wager.maximum if harness.turn.legal.wager else 0}")
    while harness.hand_running:
        legal = harness.turn.legal
        harness.act("run 2" if legal.max_runs else "c" if legal.call else "x")


def honest_hand(game: str) -> Hand:
    """Returns an honest hand: of "holdem", "rabbit", "runs", "stud", "draw" or "reshuffle"."""
    house = HouseRules(rabbit_hunt=True, runs=2) if game in {"rabbit", "runs"} else HouseRules()
    names = {"stud": "seven-card-stud", "draw": "jacks-or-better", "reshuffle": "triple-draw"}
    play = {"rabbit": fold_early, "runs": run_twice}.get(game, call_down)
    players = {"runs": 2, "reshuffle": 6}.get(game, 3)
    terms = game_terms(house, ChosenGame(names.get(game, "holdem")))
    settings = replace(table_settings(seats=6), variant=terms.variant, game=terms.game, effective_rules=terms.rules)
    harness = _Recorder(settings)
    harness.sit(*[VICTIM, "Heron", "Dipper", "Jay", "Rook", "Teal"][:players])
    hand = _record(harness, play)
    while game == "draw" and not any(isinstance(event, OpenersShown) for step in hand.steps for event in step.public):
        hand = _record(harness, play)
    return hand


@cache
def _hand(game: str) -> Hand:
    return honest_hand(game)


def fresh(game: str) -> Hand:
    """Returns an honest hand that a cheat may change."""
    hand = _hand(game)
    steps = [ToldStep([*step.public], [*step.private]) for step in hand.steps]
    return Hand(hand.view, steps, hand.deal, hand.seeds, hand.own_seed)


def record_of(hand: Hand) -> DealRecord:
    """Returns the record of an honest hand."""
    assert hand.record is not None
    return hand.record


# --- the real client


class Found(NamedTuple):
    """What became of a hand: at the table, in `railbird verify-deal`, and by the second check.

    `mark` is that of the table's title, `log` the notes of its log and `page` the sentences of the page [W]; `farewell`
    is what is told when the table has closed. `first` are the lines of `verify-deal`, and `sound` its result; `second`
    and `notes` are what the second check says of each record.
    """

    mark: str
    log: list[str]
    page: tuple[str, ...]
    farewell: str
    first: list[str]
    sound: bool
    second: list[str]
    notes: list[str]

    @property
    def at_table(self) -> str:
        """All that the player is told at the table."""
        return " ".join([self.mark, *self.log, *self.page, self.farewell])


async def play_through(hand: Hand, folder: Path) -> Found:
    """Plays a hand to the real client, whose records go into a folder, and has them checked twice."""
    async with _client(folder, hand.own_seed) as client:
        await client.handle(Received(welcome_message(table=hand.view.table)))
        await client.handle(Received(Snapshot(epoch="e", seq=0, at=0, view=hand.view)))
        await _exchange_seeds(hand, client)
        for number, step in enumerate(hand.steps):
            told = Step(epoch="e", seq=number + 1, at=0, public=tuple(step.public), private=tuple(step.private))
            await client.handle(Received(told))
            if number in hand.snapshots:
                view, asked = hand.snapshots[number]
                await client.handle(Received(Snapshot(epoch="e", seq=number + 1, at=0, view=view), unasked=not asked))
        assert isinstance(client.state, TableState)
        session = client.state.table_model
        log = [*session.log.sentences]
        shown = session.deal
        assert session.shown_view is not None
        mark, page = deal_mark(shown), deal_sentences(shown, session.shown_view)
        farewell = await _close(hand, client)
    first, sound = verify_deals(record_paths(folder))
    decks: dict[tuple[str, int], object] = {}
    verdicts = [SECOND_CHECK.verdict(path, decks) for path in record_paths(folder)]
    notes = [note for _, told in verdicts for note in told]
    return Found(mark, log, page, farewell, first, sound, [verdict for verdict, _ in verdicts], notes)


@asynccontextmanager
async def _client(folder: Path, own_seed: bytes) -> AsyncIterator[ControllerHarness]:
    honest = railbird_client.fair_deal.deal_controller.new_seed
    railbird_client.fair_deal.deal_controller.new_seed = lambda: own_seed
    try:
        async with run_controller(deals_folder=folder) as client:
            yield client
    finally:
        railbird_client.fair_deal.deal_controller.new_seed = honest


async def _exchange_seeds(hand: Hand, client: ControllerHarness) -> None:
    if not hand.asks:
        return
    table, number = hand.view.table, hand.seeds.hand
    server = server_commitment(context_of(table, number), hand.seeds.server)
    question = AskSeed(table=table, hand=number, attempt=1, seat=1, server=server, within=750)
    await client.handle(Received(question))
    commit = client.link.sent[-1]
    assert isinstance(commit, CommitSeed)
    shares = tuple(SeedShare(share.seat, share.commitment) for share in hand.told)
    await client.handle(Received(SeedCommitments(table=table, hand=number, attempt=1, shares=shares, within=750)))
    opened = client.link.sent[-1]
    assert isinstance(opened, OpenSeed)
    if hand.told_again:
        await client.handle(
            Received(SeedCommitments(table=table, hand=number, attempt=1, shares=hand.told_again, within=750))
        )
    if hand.accepts:
        await client.handle(Received(Accepted(id=opened.id)))


async def _close(hand: Hand, client: ControllerHarness) -> str:
    """Closes the table as the server does, and returns what the player is told then."""
    if not hand.ends:
        return ""
    seeds = tuple(HandSeed(number, seed) for number, seed in hand.opened.items())
    messages: list[Message] = [DecksOpened(table=hand.view.table, seeds=seeds)] if seeds else []
    await client.handle(*map(Received, [*messages, TableClosed(reason="The night is over.", ended=True)]))
    assert isinstance(client.state, LobbyState)
    return " ".join(dict.fromkeys([*client.controller.take_notices(), client.state.last_result]))
