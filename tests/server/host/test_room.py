from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from railbird_server.host import jobs
from railbird_server.host.ring import RING_SIZE
from railbird_server.host.room import Room
from railbird_server.host.serve import Server
from railbird_server.host.session import Session
from railbird_shared.actions import Call, Fold, Raise
from railbird_shared.cards import PACK, Card
from railbird_shared.commands import (
    Act,
    AddBot,
    AddChips,
    ComeBack,
    Command,
    Leave,
    ListTables,
    RemoveBot,
    Resume,
    Resync,
    Show,
    Sit,
    SitOut,
    Stand,
    Watch,
)
from railbird_shared.events import Called, ChipsAdded, LinkChanged, PlayerSat, WatchersChanged
from railbird_shared.messages import Accepted, Lobby, Message, Refused, Snapshot, Step, TableClosed
from railbird_shared.view import TableView
from talking import Talker, call, passive, run_out_of_patience, serving


def in_order(pack: object) -> tuple[Card, ...]:
    """A shuffle that leaves the pack as it is."""
    assert pack == PACK
    return PACK


def to_act(view: TableView) -> bool:
    return view.you is not None and view.you.legal is not None


def has(event: type) -> Callable[[Step], bool]:
    return lambda step: any(isinstance(each, event) for each in step.news)


async def two_at_a_table(server: Server) -> tuple[Talker, Talker, str]:
    """Wren in seat 1, who opened the table, and Heron in seat 2, with a hand begun."""
    wren, heron = await call(server), await call(server, "Heron")
    table = await wren.open()
    await heron.watch(table)
    await wren.sit(seat=1)
    await heron.sit(seat=2)
    for talker in (wren, heron):
        await talker.until_view(lambda view: view.turn is not None)
    return wren, heron, table


def actor_of(*talkers: Talker) -> Talker:
    (actor,) = (talker for talker in talkers if talker.view and to_act(talker.view))
    return actor


def act(talker: Talker, action: Call | Fold | Raise, number: int = 0) -> Act:
    assert talker.view is not None
    assert talker.view.turn is not None
    return Act(id=number, hand=talker.view.hand, turn=talker.view.turn.turn, action=action)


# --- steps


async def test_everybody_hears_of_a_seat_taken_and_only_the_player_that_it_is_his() -> None:
    async with serving() as server:
        wren, heron = await call(server), await call(server, "Heron")
        table = await wren.open()
        await heron.watch(table)
        assert await wren.sit(seat=4, chips=100) == 4
        view = await heron.until_view(lambda view: view.at(4) is not None)
        assert view.you is None
        assert view.occupied[0].stack == 100


async def test_players_and_rail_get_the_same_steps_and_only_players_their_cards() -> None:
    async with serving(shuffle=in_order) as server:
        jay = await call(server, "Jay")
        wren, heron, table = await two_at_a_table(server)
        rail = await jay.watch(table)
        assert rail.you is None
        assert wren.view is not None
        assert heron.view is not None
        mine, his = wren.view.you, heron.view.you
        assert mine is not None
        assert his is not None
        assert len(mine.cards) == len(his.cards) == 2
        assert set(mine.cards).isdisjoint(his.cards)
        assert all(seat.cards == (None, None) for seat in rail.occupied)


async def test_an_act_is_answered_before_it_is_told() -> None:
    async with serving() as server:
        wren, heron, _ = await two_at_a_table(server)
        actor = actor_of(wren, heron)
        await actor.agree(act(actor, Call()))
        assert isinstance(actor.heard[-1], Accepted)
        step = await actor.until(Step, lambda step: any(isinstance(each, Called) for each in step.news))
        assert step.seq > 0


async def test_a_command_without_an_id_is_not_answered_unless_it_is_refused() -> None:
    async with serving() as server:
        wren = await call(server)
        await wren.open()
        await wren.line.send(Sit(seat=2))
        await wren.until(Step, has(PlayerSat))
        await wren.line.send(Sit(seat=3))
        assert (await wren.until(Refused)).id == 0
        assert sum(isinstance(message, Accepted) for message in wren.heard) == 2  # open and watch


async def test_what_the_table_refuses_is_answered_with_its_code_and_clause() -> None:
    async with serving() as server:
        wren, heron, _ = await two_at_a_table(server)
        actor = actor_of(wren, heron)
        other = heron if actor is wren else wren
        assert await other.refusal(act(other, Call())) == "not-your-turn"
        assert await actor.refusal(act(actor, Raise(3))) != "stale"
        assert await actor.refusal(Show()) == "not-now"
        assert await actor.refusal(ComeBack()) == "not-sitting-out"
        await actor.agree(SitOut())
        assert await actor.refusal(AddChips(chips=10**6)) == "buy-in"


async def test_sitting_without_an_amount_brings_the_usual_buy_in() -> None:
    async with serving() as server:
        wren = await call(server)
        await wren.open(bet=10, buy_in=700)
        await wren.sit()
        assert wren.view is not None
        assert wren.view.occupied[0].stack == 700
        await wren.agree(AddChips())
        added = await wren.until(Step, has(ChipsAdded))
        assert ChipsAdded(1, 700, 1400) in added.news


# --- moments


async def test_an_act_of_a_turn_that_is_over_is_stale() -> None:
    async with serving() as server:
        wren, heron, _ = await two_at_a_table(server)
        actor = actor_of(wren, heron)
        command = act(actor, Call())
        await actor.agree(command)
        assert await actor.refusal(command) == "stale"


async def test_a_repeated_act_is_answered_as_the_first_time_and_done_once() -> None:
    async with serving() as server:
        wren, heron, _ = await two_at_a_table(server)
        actor = actor_of(wren, heron)
        command = act(actor, Call(), 77)
        answers = [await actor.ask(command) for _ in range(3)]
        assert answers == [Accepted(id=77)] * 3
        await actor.agree(Resync())
        assert sum(isinstance(each, Called) for each in news_of(actor.heard)) == 1


async def test_a_refused_act_that_is_repeated_is_refused_alike() -> None:
    async with serving() as server:
        wren, heron, _ = await two_at_a_table(server)
        actor = actor_of(wren, heron)
        command = act(actor, Raise(3), 78)
        first = await actor.ask(command)
        assert isinstance(first, Refused)
        assert await actor.ask(command) == first


def news_of(messages: list[Message]) -> list[object]:
    return [event for message in messages if isinstance(message, Step) for event in message.news]


# --- coming back


async def test_a_player_who_missed_a_few_steps_is_told_those() -> None:
    async with serving() as server:
        wren, heron, _ = await two_at_a_table(server)
        place, before = wren.place, wren.view
        await wren.close()
        await heron.until(Step, has(LinkChanged))
        await heron.agree(SitOut())
        again = Talker(server.link())
        again.place, again.view = place, before
        await again.hello(token=wren.welcome.token, resume=place)
        await again.until_view(lambda view: view.occupied[1].sitting_out and view.occupied[0].connected)
        assert not any(isinstance(message, Snapshot) for message in again.heard)
        await again.agree(Resync())
        folded = again.view
        assert (await again.until(Snapshot)).view == folded


@pytest.mark.parametrize("lost", ["epoch", "too old", "too new"])
async def test_a_player_who_cannot_be_told_what_he_missed_sees_the_whole_table(lost: str) -> None:
    async with serving() as server:
        wren, heron, table = await two_at_a_table(server)
        assert wren.place is not None
        place = wren.place
        await wren.close()
        for _ in range(RING_SIZE + 1 if lost == "too old" else 1):
            await heron.agree(SitOut())
            await heron.agree(ComeBack())
        epoch = "another life" if lost == "epoch" else place.epoch
        seq = place.seq + 1000 if lost == "too new" else place.seq
        again = Talker(server.link())
        await again.hello(token=wren.welcome.token, resume=Resume(table, epoch, seq))
        snapshot = await again.until(Snapshot)
        assert snapshot.view.you is not None
        assert snapshot.view.you.cards == (wren.view.you.cards if wren.view and wren.view.you else ())
        assert not any(isinstance(message, Step) for message in again.heard)


async def test_a_stranger_cannot_resume_a_players_seat() -> None:
    async with serving() as server:
        wren, _, _ = await two_at_a_table(server)
        jay = Talker(server.link())
        jay.place, jay.view = wren.place, wren.view
        await jay.hello("Jay", token="guessed", resume=wren.place)
        await jay.agree(Resync())
        assert (await jay.until(Snapshot)).view.you is None


async def test_who_resumes_at_a_table_that_is_closed_is_in_the_lobby() -> None:
    async with serving() as server:
        jay = Talker(server.link())
        await jay.hello("Jay", resume=Resume("t9", "gone", 12))
        assert (await jay.until(TableClosed)).reason == "That table is closed."
        await jay.agree(ListTables())


async def test_a_connection_replaced_is_not_a_link_lost() -> None:
    async with serving() as server:
        wren, heron, table = await two_at_a_table(server)
        await call(server, token=wren.welcome.token, resume=Resume(table, "", 0))
        await heron.agree(Resync())
        view = (await heron.until(Snapshot)).view
        assert all(seat.connected for seat in view.occupied)


# --- coming and going


async def test_watchers_are_counted() -> None:
    async with serving() as server:
        wren = await call(server)
        table = await wren.open()
        others = [await call(server, name) for name in ("Heron", "Jay", "Rook")]
        for other in others:
            await other.watch(table)
        await wren.until_view(lambda view: view.watchers == 4)
        await others[0].agree(Leave())
        await others[1].close()
        await wren.until(Step, lambda step: WatchersChanged(2) in step.news)


async def test_who_was_to_be_shown_the_table_anew_as_he_left_sees_it_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    async def leave_while_far_behind(session: Session, room: Room, command: int) -> None:
        done = asyncio.Event()
        room.post(jobs.Left(session, command, done))
        room.post(jobs.Looked(session))
        await done.wait()

    monkeypatch.setattr(Session, "_leave", leave_while_far_behind)
    async with serving() as server:
        wren = await call(server)
        table = await wren.open()
        wren.heard.clear()
        await wren.agree(Leave())
        await wren.agree(Watch(table=table))
        await wren.until(Snapshot)
        told = [type(each) for each in wren.heard if isinstance(each, Accepted | TableClosed | Snapshot)]
        assert told == [Accepted, TableClosed, Accepted, Snapshot]


async def test_who_leaves_in_the_middle_of_a_hand_is_free_at_once_and_out_after_it() -> None:
    async with serving() as server:
        wren, heron, _ = await two_at_a_table(server)
        await wren.agree(Leave())
        await wren.until(TableClosed)
        await heron.play(passive, hands=1)
        await heron.until_view(lambda view: view.at(1) is None)
        await wren.open(name="Attic")
        await wren.sit()


async def test_a_watcher_who_stands_up_stays_on_the_rail() -> None:
    async with serving() as server:
        wren = await call(server)
        await wren.open()
        await wren.sit()
        await wren.agree(Stand())
        view = await wren.until_view(lambda view: view.you is None)
        assert not view.occupied
        assert await wren.refusal(Stand()) == "not-seated"


@pytest.mark.parametrize(("given_up", "stays"), [("empty", "Kitchen"), ("deserted", "Attic")])
async def test_an_empty_table_waits_for_anybody_and_a_deserted_one_for_its_people(given_up: str, stays: str) -> None:
    async with serving() as server:
        wren, heron, jay = [await call(server, name) for name in ("Wren", "Heron", "Jay")]
        await wren.open(name="Kitchen")
        await wren.sit()
        await heron.open(name="Attic")
        run_out_of_patience(server, empty=given_up == "empty", deserted=given_up == "deserted")
        await jay.agree(ListTables())
        await wren.close()
        await heron.close()
        await jay.until(Lobby, lambda lobby: [table.name for table in lobby.tables] == [stays])


# --- the host


async def test_the_host_passes_to_somebody_seated_when_the_host_leaves() -> None:
    async with serving() as server:
        wren, heron, _ = await two_at_a_table(server)
        await wren.agree(Leave())
        await heron.until(Snapshot, lambda snapshot: snapshot.view.host == "Heron")
        await heron.agree(AddBot())


async def test_the_host_stays_host_while_he_is_away_with_a_seat() -> None:
    async with serving() as server:
        wren, heron, _ = await two_at_a_table(server)
        run_out_of_patience(server)
        await wren.close()
        await heron.until(Step, has(LinkChanged))
        assert await heron.refusal(AddBot()) == "not-host"


@pytest.mark.parametrize("command", [AddBot(), RemoveBot(seat=1)])
async def test_only_the_host_has_a_say_about_bots(command: Command) -> None:
    async with serving() as server:
        wren, jay = await call(server), await call(server, "Jay")
        await jay.watch(await wren.open())
        assert await jay.refusal(command) == "not-host"


async def test_hands_go_on_for_as_long_as_there_are_players() -> None:
    async with serving() as server:
        wren, heron, _ = await two_at_a_table(server)
        await asyncio.gather(wren.play(passive, hands=3), heron.play(passive, hands=3))
        assert wren.view is not None
        assert sum(seat.stack + seat.bet for seat in wren.view.occupied) + wren.view.gathered == 400
