"""Finished hands for those who sat in them: listed, read and counted, over a running server."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from railbird_server.history import night_statistics
from railbird_server.history.night_statistics import NIGHT_GAP, TallyMemory, count_night, split_nights
from railbird_server.refusal import Refusal
from railbird_server.runtime import hand_archive
from railbird_server.runtime.broadcast.rail_chances import find_chances
from railbird_server.runtime.hand_archive import COUNT_BURST, READ_BURST, HandArchive
from railbird_server.runtime.server import Server
from railbird_server.store.memory import MemoryStore
from railbird_server.store.records import StoredHand
from railbird_server.store.sqlite import SqliteStore
from railbird_server.table.inputs import VoidHand
from railbird_shared.history.hand_history import Tally
from railbird_shared.protocol.commands import ListHands, ReadHand, ReadStatistics, Stand
from railbird_shared.protocol.events import HandShown
from railbird_shared.protocol.folding import fold_all
from railbird_shared.protocol.messages import Hands, History, Statistics
from support.finished_hands import play_random_hand, stored_hand
from support.network_clients import HeadlessClient, choose_passively, connect_in_memory, run_server
from support.table_harness import find_cards, start_table


async def two_players(server: Server, game: str = "holdem") -> tuple[HeadlessClient, HeadlessClient, str]:
    wren, heron = await connect_in_memory(server, "Wren"), await connect_in_memory(server, "Heron")
    table = await wren.open_table(game)
    await heron.watch(table)
    await wren.sit()
    await heron.sit()
    return wren, heron, table


async def play(players: list[HeadlessClient], hands: int) -> None:
    """Plays by checking and calling until so many hands are over."""
    await asyncio.gather(*(player.play_hands(choose_passively, hands=hands) for player in players))


async def ask(client: HeadlessClient, command: ListHands | ReadHand | ReadStatistics) -> Hands | History | Statistics:
    await client.expect_accepted(command)
    answer = await client.receive()
    while not isinstance(answer, Hands | History | Statistics):
        answer = await client.receive()
    return answer


@pytest.mark.parametrize("kept", [True, False], ids=["sqlite", "memory"])
async def test_who_sat_in_a_hand_lists_it_and_reads_it_and_nobody_else(tmp_path: Path, kept: bool) -> None:
    store = SqliteStore(tmp_path / "railbird.db") if kept else None
    async with run_server(store=store) as server:
        wren, heron, table = await two_players(server)
        await play([wren, heron], 2)
        await wren.expect_accepted(Stand())
        hands = await ask(wren, ListHands(find="heron"))
        assert isinstance(hands, Hands)
        assert [(hand.table, hand.hand, hand.name) for hand in hands.hands][-2:] == [
            (table, 2, "Kitchen"),
            (table, 1, "Kitchen"),
        ]
        assert hands.total >= 2
        both = await ask(heron, ListHands())
        assert isinstance(both, Hands)
        first, other = hands.hands[-1], both.hands[-1]
        assert (first.pot, first.net + other.net) == (other.pot, 0)

        by_pot = await ask(heron, ListHands(by_pot=True))
        assert isinstance(by_pot, Hands)
        assert list(by_pot.hands) == sorted(both.hands, key=lambda hand: -hand.pot)

        history = await ask(wren, ReadHand(table=table, hand=1))
        assert isinstance(history, History)
        assert history.phh.startswith('variant = "NT"')
        assert history.history.view.you.seat == 1
        after = fold_all(history.history.view, history.history.events)
        assert not after.playing

        jay = await connect_in_memory(server, "Jay")
        await jay.watch(table)
        assert await jay.expect_refusal(ReadHand(table=table, hand=1)) == "no-such-hand"
        assert await jay.expect_refusal(ReadHand(table="nowhere", hand=1)) == "no-such-hand"
        none = await ask(jay, ListHands())
        assert isinstance(none, Hands)
        assert none == Hands(hands=())


async def test_no_byte_of_an_answer_has_a_card_that_its_reader_may_not_know() -> None:
    async with run_server() as server:
        wren, heron, table = await two_players(server)
        await play([wren, heron], 1)
        answers = [await ask(player, ReadHand(table=table, hand=1)) for player in (wren, heron)]
        told = [answer for answer in answers if isinstance(answer, History)]
        for reader, other in ((told[0], told[1]), (told[1], told[0])):
            shown = {
                str(card) for event in reader.history.events if isinstance(event, HandShown) for card in event.cards
            }
            theirs = {str(card) for card in fold_all(other.history.view, other.history.events).you.cards}
            assert not (theirs - shown) & find_cards(reader.history.events)
            assert not any(card in reader.phh for card in theirs - shown)


async def test_statistics_are_of_the_night_at_the_table_and_of_ones_own_nights() -> None:
    async with run_server() as server:
        wren, heron, table = await two_players(server)
        await play([wren, heron], 3)
        await wren.expect_accepted(Stand())
        night = await ask(heron, ReadStatistics(table=table))
        assert isinstance(night, Statistics)
        (only,) = night.nights
        assert (only.table, only.name) == (table, "Kitchen")
        assert {player.name for player in only.players} == {"Wren", "Heron"}
        assert sum(player.total.net for player in only.players) == 0
        assert all(player.total.hands == only.hands for player in only.players)
        assert [player.name for player in only.players if player.you] == ["Heron"]

        own = await ask(heron, ReadStatistics())
        assert isinstance(own, Statistics)
        assert [[player.name for player in each.players] for each in own.nights] == [["Heron"]]
        assert own.nights[0].players[0].total.hands == own.nights[0].hands

        jay = await connect_in_memory(server, "Jay")
        assert await jay.expect_refusal(ReadStatistics(table=table)) == "no-such-hand"
        await jay.watch(table)
        seen = await ask(jay, ReadStatistics(table=table))
        assert isinstance(seen, Statistics)
        assert not any(player.you for player in seen.nights[0].players)


async def test_hands_outlive_the_server_for_a_player_with_their_token(tmp_path: Path) -> None:
    path = tmp_path / "railbird.db"
    async with run_server(store=SqliteStore(path)) as server:
        wren, heron, table = await two_players(server)
        await play([wren, heron], 1)
        token = wren.welcome.token
    async with run_server(store=SqliteStore(path)) as server:
        again = await connect_in_memory(server, "Wren", token=token)
        history = await ask(again, ReadHand(table=table, hand=1))
        assert isinstance(history, History)
        stranger = await connect_in_memory(server, "Wren")
        assert await stranger.expect_refusal(ReadHand(table=table, hand=1)) == "no-such-hand"


async def test_questions_have_a_limit_for_each_player() -> None:
    archive = HandArchive(MemoryStore(), seconds=lambda: 0.0)
    for _ in range(READ_BURST):
        await archive.answer(ListHands(), "Wren")
    for _ in range(COUNT_BURST):
        await archive.answer(ReadStatistics(), "Wren")
    for command in (ListHands(), ReadStatistics()):
        with pytest.raises(Refusal, match="too fast"):
            await archive.answer(command, "Wren")
        await archive.answer(command, "Heron")
    archive.close()


async def test_only_so_many_questions_wait_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hand_archive, "MAX_UNDER_WAY", 0)
    archive = HandArchive(MemoryStore(), seconds=lambda: 0.0)
    with pytest.raises(Refusal, match="Too many"):
        await archive.answer(ListHands(), "Wren")


# --- nights ------------------------------------------------------------------------------------------------------


def some_hands(*ended_at: int) -> list[StoredHand]:
    harness = start_table("holdem", (90, 90))
    hands: list[StoredHand] = []
    for seed, at in enumerate(ended_at):
        play_random_hand(harness, seed)
        hands.append(stored_hand(harness, ended_at=at))
    return hands


def test_a_night_ends_where_hours_pass_without_a_hand() -> None:
    one, two, three, four = some_hands(0, NIGHT_GAP - 1, 2 * NIGHT_GAP - 1, 2 * NIGHT_GAP)
    assert split_nights([one, two, three, four]) == [[three, four], [one, two]]
    assert split_nights([]) == []


def test_a_night_counts_every_player_by_game_the_biggest_winner_first() -> None:
    hands = some_hands(5, 6, 7, 8)
    night = count_night(hands, TallyMemory(find=find_chances), viewer="Heron")
    assert (night.began_at, night.ended_at, night.hands) == (5, 8, 4)
    assert [player.total.net for player in night.players] == sorted(
        (player.total.net for player in night.players), reverse=True
    )
    for player in night.players:
        assert player.total == sum((each.tally for each in player.games), Tally())
        assert [each.game for each in player.games] == ["No-Limit Hold'em"]
        assert player.you == (player.name == "Heron")
    (alone,) = count_night(hands, TallyMemory(), only="Wren").players
    assert alone.total == next(player.total for player in night.players if player.name == "Wren")


def test_a_night_tells_what_everybody_had_won_by_then() -> None:
    hands = some_hands(*range(5, 15))
    night = count_night(hands, TallyMemory(find=find_chances), viewer="Heron")
    for player in night.players:
        assert len(player.results) == 10
        assert player.results[-1] == player.total.net
    assert all(sum(results) == 0 for results in zip(*(player.results for player in night.players), strict=True))
    early = {player.name: player.total.net for player in count_night(hands[:3], TallyMemory()).players}
    assert all(player.results[2] == early[player.name] for player in night.players)
    assert count_night(hands, TallyMemory(), only="Wren").players[0].results == ()
    assert [point.hand for point in night.points] == [hand.finished.number for hand in hands]
    own = next(player for player in night.players if player.you)
    assert sum(each.tally.hands for each in own.positions) == 10
    assert sum(each.tally.net for each in own.positions) == own.total.net
    assert all(not player.positions and not player.all_ins for player in night.players if player is not own)
    told = {hand.finished.number: net for hand, net in zip(hands, _nets(hands, "Heron"), strict=True)}
    assert all(each.net == told[each.hand] for each in own.all_ins)


def _nets(hands: list[StoredHand], name: str) -> list[int]:
    nights = (count_night([hand], TallyMemory()) for hand in hands)
    return [player.total.net for night in nights for player in night.players if player.name == name]


def test_a_long_night_is_told_at_some_points_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = some_hands(*range(5, 15))
    monkeypatch.setattr(night_statistics, "MAX_POINTS", 4)
    for player in count_night(hands, TallyMemory()).players:
        assert len(player.results) == 4
        assert player.results[-1] == player.total.net
    monkeypatch.setattr(night_statistics, "MAX_POINTS_OF_ALL", 4)
    assert {len(player.results) for player in count_night(hands, TallyMemory()).players} == {2}


def test_a_void_hand_counts_in_no_night() -> None:  # IR-13
    harness = start_table("holdem", (90, 90))
    harness.deal_next_hand()
    harness.submit(VoidHand("The power failed."))
    night = count_night([stored_hand(harness)], TallyMemory())
    assert (night.hands, night.players) == (0, ())


def test_what_was_counted_of_a_hand_is_remembered_for_the_latest() -> None:
    one, two, three = some_hands(1, 2, 3)
    memory = TallyMemory(size=2)
    counted = memory.tallies(one)
    assert memory.tallies(one) is counted
    memory.tallies(two)
    memory.tallies(three)
    assert memory.tallies(one) is not counted
    assert memory.tallies(one) == counted
