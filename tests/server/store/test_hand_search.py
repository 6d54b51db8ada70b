"""Finished hands in a store: found by player, name, game, table, pot and date, read again, and shown after the end."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from railbird_server.store import schema
from railbird_server.store.memory import MAX_HANDS, MemoryStore
from railbird_server.store.protocols import Store
from railbird_server.store.records import Change, HandQuery, KeptHand, OpenedTable, Owned, StoredPlayer
from railbird_server.store.schema import connect
from railbird_server.store.sqlite import SqliteStore
from railbird_server.table.hand_history import retell, tally_hand
from railbird_shared.game.cards import parse_cards
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol.commands import HandResult, ShowHand
from support.finished_hands import kept_hand, play_random_hand
from support.journaled_tables import JournaledTable
from support.table_harness import HOST, TableHarness, from_player, start_table, table_settings

WREN = StoredPlayer("Wren", b"digest", "Wren")
ALL = HandQuery()


class Clock:
    """The time of day, a minute later at every look."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> float:
        self.now += 60
        return self.now


@pytest.fixture(params=["sqlite", "memory"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    clock = Clock()
    kept: Store = (
        SqliteStore(tmp_path / "railbird.db", unix_time=clock)
        if request.param == "sqlite"
        else MemoryStore(unix_time=clock)
    )
    yield kept
    await kept.close()


async def open_table(store: Store, table: str, name: str, game: str = "holdem") -> Owned:
    settings = replace(table_settings(game), name=name)
    return await store.open(OpenedTable(table, f"epoch of {table}", settings, HOST), WREN)


def played(harness: TableHarness, seed: int) -> KeptHand:
    play_random_hand(harness, seed)
    return kept_hand(harness)


async def fill(store: Store) -> list[tuple[str, int]]:
    """Keeps three hands of hold'em with three players and two of stud with two; returns them as they ended."""
    kitchen, cellar = await open_table(store, "t1", "Kitchen"), await open_table(store, "t2", "Cellar", "razz")
    three, two = start_table("holdem", (90, 90, 90)), start_table("razz", (90, 90))
    ended: list[tuple[str, int]] = []
    for owned, harness, seed in (
        (kitchen, three, 1),
        (cellar, two, 2),
        (kitchen, three, 3),
        (cellar, two, 4),
        (kitchen, three, 5),
    ):
        hand = played(harness, seed)
        await store.append(owned, Change(hands=(hand,)))
        ended.append((owned.table, hand.finished.number))
    return ended


async def found(store: Store, query: HandQuery, first: int = 0, limit: int = 50) -> list[tuple[str, int]]:
    page = await store.find_hands(query, first, limit)
    return [(hand.table, hand.number) for hand in page.hands]


async def test_hands_are_found_by_player_name_game_and_table_the_latest_first(store: Store) -> None:
    ended = await fill(store)
    latest_first = ended[::-1]
    assert await found(store, ALL) == latest_first
    assert await found(store, HandQuery(player="Wren")) == latest_first
    kitchen = [hand for hand in latest_first if hand[0] == "t1"]
    assert await found(store, HandQuery(player="Jay")) == kitchen
    assert await found(store, HandQuery(find="jAY")) == kitchen
    assert await found(store, HandQuery(find="KITCH")) == kitchen
    assert await found(store, HandQuery(find="hold'em")) == kitchen
    assert await found(store, HandQuery(game="holdem")) == kitchen
    assert await found(store, HandQuery(table="t1")) == kitchen
    assert await found(store, HandQuery(player="Jay", game="razz")) == []
    assert await found(store, HandQuery(find="nobody")) == []
    assert await found(store, HandQuery(player="' or 1 --")) == []
    assert await found(store, HandQuery(find="%")) == []


async def test_hands_are_found_by_pot_and_date(store: Store) -> None:
    ended = await fill(store)
    page = await store.find_hands(ALL, 0, 50)
    pots = sorted(hand.index.pot for hand in page.hands)
    assert await found(store, HandQuery(pot=pots[-1])) == [
        (hand.table, hand.number) for hand in page.hands if hand.index.pot == pots[-1]
    ]
    times = [hand.ended_at for hand in page.hands]
    assert times == sorted(times, reverse=True)
    assert await found(store, HandQuery(since=times[1])) == ended[::-1][:2]
    assert await found(store, HandQuery(until=times[1])) == ended[::-1][2:]


async def test_the_largest_pot_comes_first_where_that_is_wanted_and_of_equal_ones_the_latest(store: Store) -> None:
    await fill(store)
    latest_first = (await store.find_hands(ALL, 0, 50)).hands
    by_pot = (await store.find_hands(HandQuery(by_pot=True), 0, 50)).hands
    assert list(by_pot) == sorted(latest_first, key=lambda hand: -hand.index.pot)
    assert by_pot != latest_first
    assert await found(store, HandQuery(by_pot=True), 1, 2) == [(hand.table, hand.number) for hand in by_pot[1:3]]


async def test_hands_are_found_by_every_word_of_a_text(store: Store) -> None:
    latest_first = (await fill(store))[::-1]
    kitchen = [hand for hand in latest_first if hand[0] == "t1"]
    assert await found(store, HandQuery(find="jay  KITCHEN hold'em")) == kitchen
    assert await found(store, HandQuery(find="wren cellar")) == [hand for hand in latest_first if hand[0] == "t2"]
    assert await found(store, HandQuery(find="jay cellar")) == []


async def test_hands_are_found_by_what_the_player_won_or_lost(store: Store) -> None:
    await fill(store)
    page = await store.find_hands(ALL, 0, 50)
    for player in ("Wren", "Heron", "Jay"):
        nets = {
            (hand.table, hand.number): seat.net
            for hand in page.hands
            for seat in hand.index.seats
            if seat.player == player
        }
        won = await found(store, HandQuery(player=player, result=HandResult.WON))
        lost = await found(store, HandQuery(player=player, result=HandResult.LOST))
        assert won == [hand for hand, net in nets.items() if net > 0]
        assert lost == [hand for hand, net in nets.items() if net < 0]
    assert await found(store, HandQuery(player="Wren", result=HandResult.WON)) != []


async def test_hands_are_found_that_came_to_a_showdown(store: Store) -> None:
    await fill(store)
    page = await store.find_hands(ALL, 0, 50)
    expected = []
    for hand in page.hands:
        stored = await store.read_hand(hand.table, hand.number)
        assert stored is not None
        tallies = tally_hand(retell(stored.finished.hand)).values()
        assert hand.index.showdown == any(tally.showdowns for tally in tallies)
        expected += [(hand.table, hand.number)] * hand.index.showdown
    assert await found(store, HandQuery(showdown=True)) == expected
    assert 0 < len(expected) < len(page.hands)


async def test_a_page_says_how_many_there_are_in_all(store: Store) -> None:
    ended = await fill(store)
    page = await store.find_hands(ALL, 2, 2)
    assert [(hand.table, hand.number) for hand in page.hands] == ended[::-1][2:4]
    assert page.total == len(ended)
    assert await store.find_hands(ALL, 99, 2) == replace(page, hands=())


async def test_a_found_hand_names_its_table_its_seats_and_what_each_won(store: Store) -> None:
    await fill(store)
    (hand,) = (await store.find_hands(HandQuery(table="t2"), 0, 1)).hands
    assert (hand.name, hand.index.game, hand.index.title) == ("Cellar", "razz", "Limit Razz")
    assert {seat.name for seat in hand.index.seats} == {"Wren", "Heron"}
    assert sum(seat.net for seat in hand.index.seats) == 0


async def test_a_hand_is_read_again_as_it_was_kept(store: Store) -> None:
    owned = await open_table(store, "t1", "Kitchen")
    hand = played(start_table("five-card-draw", (90, 90)), 1)
    await store.append(owned, Change(hands=(hand,)))
    stored = await store.read_hand("t1", 1)
    assert stored is not None
    assert (stored.name, stored.seats, stored.finished) == ("Kitchen", 6, hand.finished)
    assert await store.read_hand("t1", 2) is None
    assert await store.read_hand("t9", 1) is None
    assert list(await store.read_hands(ALL, 5)) == [stored]


async def test_the_latest_hands_are_read_the_first_of_them_first(store: Store) -> None:
    ended = await fill(store)
    stored = await store.read_hands(ALL, 3)
    assert [(hand.table, hand.finished.number) for hand in stored] == ended[2:]


async def test_what_is_shown_after_a_hand_is_kept_with_it(store: Store) -> None:
    evening = JournaledTable(table_settings())
    evening.sit("Wren", "Heron", chips=100)
    evening.deal_next_hand()
    evening.act("f")
    winner = next(name for name in ("Wren", "Heron") if evening.seat_of(name).offers.show)
    evening.submit(from_player(winner, ShowHand()))
    owned = await open_table(store, "t1", "Kitchen")
    for change in evening.changes:
        await store.append(owned, change)
    stored = await store.read_hand("t1", 1)
    assert stored is not None
    (shown,) = stored.finished.hand.shown_after
    assert shown.seat == evening.seat_of(winner).number
    assert list(stored.finished.players.values()) != []


async def test_a_bounty_counts_in_what_players_won_of_a_hand(store: Store) -> None:  # HS-45
    evening = JournaledTable(replace(table_settings(), effective_rules=HouseRules(seven_deuce=5)))
    evening.sit("Wren", "Heron", chips=100)
    evening.deal_next_hand()
    while evening.hand_running:
        evening.act("f")
    hand = evening.table.current_hand
    assert hand is not None
    earner = next(seat for seat, player in hand.hand.players.items() if player.won)
    hand.hand.players[earner].cards = list(parse_cards("7c 2d"))
    evening.submit(from_player(evening.player_by_seat[earner], ShowHand()))
    owned = await open_table(store, "t1", "Kitchen")
    for change in evening.changes:
        await store.append(owned, change)
    (found,) = (await store.find_hands(ALL, 0, 5)).hands
    assert {seat.seat: seat.net for seat in found.index.seats} == {earner: 6, 3 - earner: -6}
    stored = await store.read_hand("t1", 1)
    assert stored is not None
    assert [bounty.seat for bounty in stored.finished.hand.bounties] == [earner]


async def test_a_store_in_memory_forgets_its_oldest_hands() -> None:
    store = MemoryStore()
    owned = await open_table(store, "t1", "Kitchen")
    hand = played(start_table("holdem", (90, 90)), 1)
    numbered = [replace(hand, finished=replace(hand.finished, number=n)) for n in range(1, MAX_HANDS + 6)]
    await store.append(owned, Change(hands=tuple(numbered)))
    assert await store.read_hand("t1", 5) is None
    assert await store.read_hand("t1", 6) is not None


# --- the database ------------------------------------------------------------------------------------------------


async def test_hands_of_an_older_database_are_found_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "railbird.db"
    store = SqliteStore(path)
    await fill(store)
    expected = await store.find_hands(ALL, 0, 50)
    await store.close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("select n, tbl, number, kept_at, body from hands").fetchall()
        tables = connection.execute("select id, term, opened_at, body from tables").fetchall()
    old = tmp_path / "old.db"
    with monkeypatch.context() as patches:
        patches.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:2])
        patches.setattr(schema, "VERSION", 2)
        connection = connect(old)
        connection.executemany("insert into hands values (?,?,?,?,?)", rows)
        connection.execute("insert into hands values (9999, 't1', 99, 5, x'7b')")  # damaged
        connection.executemany("insert into tables (id, term, opened_at, body) values (?,?,?,?)", tables)
        connection.close()
    store = SqliteStore(old)
    page = await store.find_hands(HandQuery(since=10), 0, 50)
    assert page == expected
    assert await store.read_hand("t1", 99) is None
    await store.close()


async def test_hands_that_are_forgotten_are_not_found(tmp_path: Path) -> None:
    clock = Clock()
    store = SqliteStore(tmp_path / "railbird.db", unix_time=clock, keep_hands=7)
    owned = await open_table(store, "t1", "Kitchen")
    harness = start_table("holdem", (90, 90))
    await store.append(owned, Change(hands=(played(harness, 1),)))
    clock.now += 8 * 24 * 3600
    await store.append(owned, Change(hands=(played(harness, 2),)))
    assert await found(store, HandQuery(player="Wren")) == [("t1", 2)]
    await store.close()
    with contextlib.closing(sqlite3.connect(tmp_path / "railbird.db")) as connection:
        assert connection.execute("select count(distinct n) from hand_seats").fetchone() == (1,)


async def test_a_change_that_is_appended_again_keeps_a_hand_once(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "railbird.db")
    owned = await open_table(store, "t1", "Kitchen")
    change = Change(hands=(played(start_table("holdem", (90, 90)), 1),))
    await store.append(owned, change)
    await store.append(owned, change)
    page = await store.find_hands(ALL, 0, 9)
    assert (page.total, len(page.hands[0].index.seats)) == (1, 2)
    await store.close()


async def test_finding_uses_an_index_for_a_player(tmp_path: Path) -> None:
    connection = connect(tmp_path / "railbird.db")
    plan = connection.execute(
        "explain query plan select n from hands where n in (select n from hand_seats where player = 'Wren') "
        "order by n desc limit 20"
    ).fetchall()
    connection.close()
    assert any("hand_seats_by_player" in step[-1] for step in plan), plan
