"""Attacks on a delayed rail: whoever has no seat tries to learn how the table stands, and gets what the rail sees."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from railbird_server.runtime.server import Server
from railbird_server.runtime.tables import table_time
from railbird_server.runtime.tables.room import Room
from railbird_server.store.sqlite import SqliteStore
from railbird_shared.protocol.actions import Call
from railbird_shared.protocol.commands import (
    Act,
    AskBombPot,
    AskStatement,
    FollowTable,
    HuntRabbit,
    ListHands,
    ReadHand,
    ReadStatistics,
    Resume,
    Resync,
    SeeHand,
    ShowHand,
    Stand,
    Vote,
    Watch,
)
from railbird_shared.protocol.events import HandStarted
from railbird_shared.protocol.host_commands import AnswerBuyIn, CorrectBooks, CorrectedPlayer, LetRailSee, ListPeople
from railbird_shared.protocol.messages import (
    Accepted,
    Followed,
    HandChances,
    Hands,
    Notice,
    People,
    Refused,
    Snapshot,
    Step,
)
from railbird_shared.settings.table_terms import RailTerms
from railbird_shared.tournament.messages import ReadTournament, TournamentPage
from simulation.virtual_time import VirtualTimeLoop
from support import tournament_server
from support.network_clients import HeadlessClient, choose_passively, connect_in_memory, run_server

DELAYED = RailTerms(delay_hands=3)


async def three_at_a_delayed_table(server: Server) -> tuple[HeadlessClient, HeadlessClient, HeadlessClient, str]:
    """Wren and Heron, who play a hand, and Robin, who hosts the table and watches it."""
    robin = await connect_in_memory(server, "Robin")
    wren, heron = await connect_in_memory(server, "Wren"), await connect_in_memory(server, "Heron")
    table = await robin.open_table(rail=DELAYED)
    for client in (wren, heron):
        await client.watch(table)
        await client.sit()
        await client.expect_accepted(LetRailSee())
    for client in (wren, heron):
        await client.wait_for_view(lambda view: view.turn is not None)
    return robin, wren, heron, table


def hands_seen(client: HeadlessClient) -> set[int]:
    """The hands that whole tables show to a client, which has none before the delay is over."""
    told = [each.message if isinstance(each, Followed) else each for each in client.messages]
    assert not any(isinstance(each, Step | HandChances) for each in told)
    return {each.view.hand for each in told if isinstance(each, Snapshot)}


async def test_a_host_without_a_seat_does_not_learn_a_stack_by_correcting_the_books() -> None:
    async with run_server() as server:
        robin, wren, _, _ = await three_at_a_delayed_table(server)
        much = (CorrectedPlayer("Wren", -(10**6)), CorrectedPlayer("Heron", 10**6))
        refused = await robin.request(CorrectBooks(players=much, reason="a try"))
        assert isinstance(refused, Refused)
        assert refused.code == "rail-delayed"
        await robin.expect_accepted(ListPeople())
        assert {person.stack for person in (await robin.wait_for(People)).people} == {0}
        assert wren.view


async def test_commands_of_players_tell_who_has_no_seat_nothing() -> None:
    async with run_server() as server:
        robin, wren, _, table = await three_at_a_delayed_table(server)
        jay = await connect_in_memory(server, "Jay")
        await jay.watch(table)
        assert wren.view
        assert wren.view.turn
        turn = Act(hand=wren.view.hand, turn=wren.view.turn.turn, action=Call())
        probes = (
            turn,
            replace(turn, hand=99),
            ShowHand(),
            SeeHand(seat=1),
            HuntRabbit(),
            Vote(),
        )
        for probe in (*probes, AskBombPot(), LetRailSee()):
            assert await jay.expect_refusal(probe) == "not-seated", probe
        assert await jay.expect_refusal(AnswerBuyIn(seat=1, chips=5)) == "not-host"
        for question in (AskStatement(), ReadStatistics(table=table)):
            assert await jay.expect_refusal(question) == "rail-delayed"
            assert await robin.expect_refusal(question) == "rail-delayed"
        assert await jay.expect_refusal(ReadHand(table=table, hand=1)) == "no-such-hand"
        await jay.expect_accepted(ListHands(table=table))
        assert (await jay.wait_for(Hands)).total == 0
        await jay.expect_accepted(Resync())
        assert hands_seen(jay) == {0}


@pytest.mark.parametrize("follows", [False, True])
async def test_who_has_stood_up_cannot_go_on_from_a_step_that_they_saw(follows: bool) -> None:
    async with run_server() as server:
        _, wren, heron, table = await three_at_a_delayed_table(server)
        await wren.expect_accepted(Stand())
        for client in (wren, heron):
            await client.act_if_in_turn(choose_passively)
        while wren.view is None or wren.view.you.seat is not None:
            await heron.act_if_in_turn(choose_passively)
            await wren.act_if_in_turn(choose_passively)
            await wren.receive()
        seen = wren.resume_point
        assert isinstance(seen, Resume)
        token = wren.welcome.token
        await wren.close()
        again = await connect_in_memory(server, "Wren", token=token, resume=None if follows else seen)
        if follows:
            await again.expect_accepted(FollowTable(table=table, epoch=seen.epoch, seq=seen.seq - 1))
            await again.wait_for(Followed, lambda followed: isinstance(followed.message, Snapshot))
        else:
            await again.wait_for(Snapshot)
        assert hands_seen(again) == {0}


async def test_a_server_that_comes_back_in_mid_hand_tells_the_rail_nothing_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_time, "RETURN_WAIT", 50)
    path = tmp_path / "railbird.db"
    async with run_server(store=SqliteStore(path)) as server:
        _, wren, heron, table = await three_at_a_delayed_table(server)
    async with run_server(store=SqliteStore(path)) as server:
        room = server._lobby.room(table)
        assert isinstance(room, Room)
        room._live = replace(room._live, notice="Hand 1 could not be brought back.")
        back = [await connect_in_memory(server, each.welcome.name, token=each.welcome.token) for each in (wren, heron)]
        await back[0].expect_accepted(Watch(table=table))
        jay = await connect_in_memory(server, "Jay")
        await jay.expect_accepted(Watch(table=table))
        await back[0].wait_for(Notice)
        await jay.expect_accepted(Resync())
        await jay.wait_for(Snapshot)
        assert not any(isinstance(message, Notice) for message in jay.messages)
        assert hands_seen(jay) == {0}


def test_who_watches_a_tournament_learns_stacks_when_hands_are_over_and_sees_the_table_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        tournament_server,
        "SETTINGS",
        replace(tournament_server.SETTINGS, rail=DELAYED),
    )
    players = 5

    async def main(_: VirtualTimeLoop, chance: random.Random) -> tuple[list[int], list[TournamentPage]]:
        server = await tournament_server.start_server(chance)
        host = await tournament_server.Client.connect(server, "Robin")
        tournament = await host.open(replace(tournament_server.TERMS, bots_to=players))
        await host.start(tournament)
        await asyncio.sleep(1)
        (live,) = server.live_tables
        jay = await tournament_server.Client.connect(server, "Jay")
        assert isinstance(await jay.ask(Watch(table=live.table.id)), Accepted)
        await jay.ask(ReadTournament(tournament=tournament))
        seen = [0]
        while len(seen) < 8:
            step = await jay.wait_for(Step)
            begun = [event.hand for event in step.public if isinstance(event, HandStarted)]
            seen += begun
            assert seen[-1] + DELAYED.delay_hands <= live.table.hand_number
        return seen, [message for message in jay.got if isinstance(message, TournamentPage)]

    seen, pages = tournament_server.in_virtual_time(main)
    assert seen == list(range(8))
    running = [page.view for page in pages if page.view.status.phase.plays]
    assert len(running) > 8
    total = players * tournament_server.TERMS.chips
    assert {sum(standing.stack for standing in view.standings) for view in running} == {total}
