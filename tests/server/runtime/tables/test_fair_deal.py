"""Fair deals over the server: seeds are asked for, every card is opened, and the night's decks at its end."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import pytest
from msgspec.structs import replace

from railbird_client.fair_deal.deal_witness import DealWitness
from railbird_server.runtime.server import Server
from railbird_server.runtime.tables import deck_source
from railbird_server.store.memory import MemoryStore
from railbird_server.store.records import StoredHand
from railbird_server.store.sqlite import SqliteStore
from railbird_shared.fair_deal.record import FairDeal
from railbird_shared.protocol.commands import AddBot, CommitSeed, OpenSeed, OpenTable, Stand
from railbird_shared.protocol.events import DealCommitted, PublicEvent
from railbird_shared.protocol.host_commands import EndNight
from railbird_shared.protocol.messages import AskSeed, DecksOpened, SeedCommitments, Step, TableClosed
from support.fair_deals import WitnessClient, check_record, connect_witness
from support.network_clients import HeadlessClient, choose_passively, connect_in_memory, run_server
from support.timeouts import TIMEOUT_SECONDS

E = TypeVar("E", bound=PublicEvent)


@pytest.fixture(autouse=True)
def long_phases(monkeypatch: pytest.MonkeyPatch) -> None:
    """No seed comes too late on a slow machine."""
    monkeypatch.setattr(deck_source, "PHASE_MS", round(TIMEOUT_SECONDS * 1000))


async def seated(
    server: Server,
    *,
    fair: FairDeal = FairDeal.PROVED,
    game: str = "limit-holdem",
    bots: int = 1,
    silent: Sequence[str] = (),
) -> list[WitnessClient]:
    """Two people with seats at a table with fair deals; the `silent` give no seeds."""
    clients = [await connect_witness(server, name, gives=name not in silent) for name in ("Wren", "Heron")]
    opened = await clients[0].expect_accepted(OpenTable(name="Kitchen", game=game, fair_deal=fair))
    for client in clients:
        await client.watch(opened.table)
    await clients[0].sit()
    if bots:
        await clients[0].expect_accepted(AddBot())
    await clients[1].sit()
    return clients


def told(client: HeadlessClient, kind: type[E]) -> list[E]:
    steps = [message for message in client.messages if isinstance(message, Step)]
    return [event for step in steps for event in step.public if isinstance(event, kind)]


async def play(clients: list[WitnessClient], hands: int) -> None:
    await asyncio.gather(*(client.play_hands(choose_passively, hands=hands) for client in clients))


async def play_to_the_end(client: WitnessClient) -> None:
    while not any(isinstance(message, TableClosed) for message in client.messages):
        await client.act_if_in_turn(choose_passively)
        await client.receive()


@pytest.mark.parametrize("game", ["limit-holdem", "seven-card-stud", "triple-draw"])
async def test_every_player_gives_a_seed_and_checks_their_cards(game: str) -> None:
    async with run_server() as server:
        clients = await seated(server, game=game)
        await play(clients, 4)
        for client in clients:
            assert client.witness.faults == []
            assert client.records
            for record in client.records.values():
                assert check_record(record).faults == ()
                assert check_record(record).cards
        seeds = [share for event in told(clients[0], DealCommitted) for share in event.seeds]
        assert {share.seat for share in seeds if share.seed} == {
            client.view.you.seat for client in clients if client.view
        }


async def test_who_gives_no_seed_is_waited_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deck_source, "PHASE_MS", 50)
    async with run_server() as server:
        wren, heron = await seated(server, silent=("Heron",))
        await play([wren, heron], 2)
        monkeypatch.setattr(deck_source, "PHASE_MS", round(TIMEOUT_SECONDS * 1000))
        await play([wren, heron], 4)
        assert wren.witness.faults == heron.witness.faults == []
        assert {share.seat for share in told(wren, DealCommitted)[-1].seeds} == {1}


async def test_who_stands_up_while_seeds_are_given_is_told_no_more_of_them_and_holds_up_nobody() -> None:
    async with run_server() as server:
        wren, heron = await seated(server, bots=0, silent=("Heron",))
        jay = await connect_witness(server, "Jay")
        assert wren.view
        await jay.watch(wren.view.table)
        await jay.sit()
        assert any(isinstance(message, AskSeed) for message in heron.messages)
        await heron.expect_accepted(Stand())
        await asyncio.gather(play([wren, jay], 2), heron.wait_for_view(lambda view: view.hand > 1))
        assert wren.witness.faults == jay.witness.faults == heron.witness.faults == []
        assert not any(isinstance(message, SeedCommitments) for message in heron.messages)
        assert {share.seat for event in told(wren, DealCommitted) for share in event.seeds} == {1, 3}


async def test_seeds_are_refused_that_nobody_asks_for_or_that_were_not_committed_to() -> None:
    async with run_server(pause=30) as server:
        wren = await connect_in_memory(server)
        await wren.open_table()
        await wren.sit()
        assert await wren.expect_refusal(CommitSeed(hand=1, attempt=1, commitment=bytes(32))) == "seed-late"
        assert await wren.expect_refusal(OpenSeed(hand=1, attempt=1, seed=bytes(32))) == "seed-late"


async def test_a_table_without_fair_deals_asks_for_nothing() -> None:
    async with run_server() as server:
        clients = await seated(server, fair=FairDeal.OFF)
        await play(clients, 2)
        for client in clients:
            assert not [message for message in client.messages if isinstance(message, AskSeed | SeedCommitments)]
            assert not told(client, DealCommitted)
            assert not client.records


async def test_the_decks_of_a_night_are_opened_when_the_table_closes_where_it_was_opened_so() -> None:
    async with run_server() as server:
        clients = await seated(server, fair=FairDeal.OPENED)
        await play(clients, 2)
        wren, heron = clients
        await wren.expect_accepted(EndNight())
        await asyncio.gather(play_to_the_end(wren), play_to_the_end(heron))
        (opened,) = [message for message in heron.messages if isinstance(message, DecksOpened)]
        seeds = {each.hand: each.seed for each in opened.seeds}
        assert seeds.keys() >= heron.records.keys()
        for hand, record in heron.records.items():
            assert check_record(replace(record, server_seed=seeds[hand])).faults == ()
            wrong = check_record(replace(record, server_seed=bytes(32)))
            assert wrong.faults == ("The opened seed is not the one that the server committed to.",)


async def test_a_table_whose_hands_cannot_be_read_closes_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise ValueError("a damaged hand")

    monkeypatch.setattr(MemoryStore, "read_hands", fail)
    async with run_server() as server:
        wren, heron = await seated(server, fair=FairDeal.OPENED)
        await wren.expect_accepted(EndNight(now=True))
        for client in (wren, heron):
            await client.wait_for(TableClosed)


async def test_a_damaged_hand_keeps_no_other_deck_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    read_hand = MemoryStore.read_hand

    async def fail(*_: object) -> None:
        raise ValueError("a damaged hand")

    async def fail_for_the_second(store: MemoryStore, table: str, number: int) -> StoredHand | None:
        return await (fail() if number == 2 else read_hand(store, table, number))

    monkeypatch.setattr(MemoryStore, "read_hands", fail)
    monkeypatch.setattr(MemoryStore, "read_hand", fail_for_the_second)
    async with run_server() as server:
        clients = await seated(server, fair=FairDeal.OPENED)
        await play(clients, 4)
        wren, heron = clients
        await wren.expect_accepted(EndNight(now=True))
        closed = await heron.wait_for(TableClosed)
        opened = {each.hand for message in heron.messages if isinstance(message, DecksOpened) for each in message.seeds}
        assert closed.is_end
        assert {1, 3} <= opened
        assert 2 not in opened


async def test_a_hand_goes_on_with_the_same_deck_after_the_process_has_ended(tmp_path: Path) -> None:
    path = tmp_path / "railbird.db"
    async with run_server(store=SqliteStore(path)) as server:
        wren, heron = await seated(server, bots=0)
        await asyncio.gather(*(client.wait_for_view(lambda view: view.turn is not None) for client in (wren, heron)))
        before = {client: client.view for client in (wren, heron)}
        async with asyncio.timeout(TIMEOUT_SECONDS):
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.wait(others)
    async with run_server(store=SqliteStore(path)) as server:
        for client, seen in before.items():
            back = await connect_in_memory(server, client.welcome.name, token=client.welcome.token)
            assert seen
            view = await back.watch(seen.table)
            assert (view.hand, view.deal, view.you.openings) == (seen.hand, seen.deal, seen.you.openings)
            witness = DealWitness(view.table, lambda: bytes(32))
            witness.see_snapshot(view)
            assert witness.faults == []
            assert witness.report
            assert witness.report.cards == 2


async def test_a_watcher_gets_the_openings_of_what_everybody_sees_and_no_other() -> None:
    async with run_server() as server:
        clients = await seated(server)
        rail = await connect_witness(server, "Dipper")
        assert clients[0].view
        await rail.watch(clients[0].view.table)
        await asyncio.gather(play(clients, 4), rail.wait_for_view(lambda view: view.hand > 3))
        assert rail.witness.faults == []
        assert rail.records
        for message in rail.messages:
            assert not isinstance(message, AskSeed | SeedCommitments)
            assert not (isinstance(message, Step) and message.private)
