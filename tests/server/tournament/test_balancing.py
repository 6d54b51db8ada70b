"""Who moves between tables, to which seat, and what the blinds make of it."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from railbird_server.tournament.balancing import (
    SeatedTable,
    balancing_move,
    blind_order,
    break_up,
    hands_to_blind,
    waits_for_button,
    worst_open_seat,
)
from railbird_server.tournament.state import HandPlaces
from support.examples import examples


def seated(number: int, seats: tuple[int, ...], places: tuple[int, int, int] | None, size: int = 9) -> SeatedTable:
    """A table with players at these seats; `places` are those of the button, the small and the big blind."""
    players = {seat: f"{number}-{seat}" for seat in seats}
    return SeatedTable(number, players, size, set(players.values()), HandPlaces(*places) if places else None)


def test_the_worst_open_seat_is_the_one_that_the_big_blind_reaches_first() -> None:
    table = seated(1, (1, 2, 3, 5, 7), (1, 2, 3))
    assert worst_open_seat(table) == 4
    assert hands_to_blind(table, 4) == 1
    assert hands_to_blind(table, 6) == 2


def test_nobody_is_put_between_the_button_and_the_small_blind_while_another_seat_is_open() -> None:
    """After this hand the button is at 2 and the small blind at 5."""
    table = seated(1, (1, 2, 5, 6, 7, 8), (1, 2, 5))
    assert worst_open_seat(table) == 9
    full_but_there = seated(1, (1, 2, 5, 6, 7, 8, 9), (1, 2, 5))
    assert worst_open_seat(full_but_there) == 3
    assert waits_for_button(full_but_there.places, 3)
    assert not waits_for_button(full_but_there.places, 2)


def test_the_seat_of_a_small_blind_who_is_out_makes_a_newcomer_wait() -> None:
    assert waits_for_button(HandPlaces(1, 2, 5), 5)


def test_after_a_hand_of_two_players_no_seat_makes_a_newcomer_wait() -> None:
    assert not any(waits_for_button(HandPlaces(2, 2, 6), seat) for seat in range(1, 10))


def test_a_full_table_has_no_open_seat() -> None:
    assert worst_open_seat(seated(1, (1, 2, 3), (1, 2, 3), size=3)) is None


def test_the_player_due_for_the_big_blind_moves_where_it_comes_next() -> None:
    long, short = seated(1, (1, 2, 3, 4, 5), (1, 2, 3)), seated(2, (1, 2, 3), (1, 2, 3))
    move = balancing_move([long, short], idle={1})
    assert move == ("1-4", 1, 4, 2, 4, True)


def test_where_the_next_seats_are_taken_the_player_moves_whom_the_blind_reaches_as_soon() -> None:
    """At the short table the open seats 6 to 9 come after the players at 4 and 5."""
    long, short = seated(1, (1, 2, 3, 4, 5, 6, 7), (1, 2, 3)), seated(2, (1, 2, 3, 4, 5), (1, 2, 3))
    move = balancing_move([long, short], idle={1})
    assert move == ("1-6", 1, 6, 2, 6, True)


def test_a_game_without_blinds_goes_by_the_button() -> None:
    assert blind_order(SeatedTable(1, {1: "a", 4: "b", 6: "c"}, 9, {"a", "b", "c"}, HandPlaces(4))) == [6, 1, 4]


def test_nobody_leaves_a_table_that_deals() -> None:
    long, short = seated(1, (1, 2, 3, 4, 5), (1, 2, 3)), seated(2, (1, 2, 3), (1, 2, 3))
    assert balancing_move([long, short], idle={2}) is None


def test_tables_that_differ_by_one_player_are_balanced() -> None:
    assert balancing_move([seated(1, (1, 2, 3, 4), (1, 2, 3)), seated(2, (1, 2, 3), (1, 2, 3))], idle={1, 2}) is None


@st.composite
def tables(draw: st.DrawFn, number: int, *, most: int = 9) -> SeatedTable:
    seats = draw(st.lists(st.integers(1, 9), min_size=2, max_size=most, unique=True))
    places = sorted(draw(st.lists(st.integers(1, 9), min_size=3, max_size=3, unique=True)))
    turn = draw(st.integers(0, 2))
    button, small, big = (*places[turn:], *places[:turn])
    return seated(number, tuple(sorted(seats)), (button, small, big))


@settings(max_examples=examples(500))
@given(st.tuples(tables(1), tables(2), tables(3)))
def test_the_blind_reaches_who_moves_as_soon_as_without_moving(all_tables: tuple[SeatedTable, ...]) -> None:
    move = balancing_move(all_tables, idle={1, 2, 3})
    sizes = [len(table.seats) for table in all_tables]
    assert (move is None) == (max(sizes) - min(sizes) < 2)
    if move:
        old, new = (next(table for table in all_tables if table.number == n) for n in (move.table, move.to_table))
        assert hands_to_blind(old, move.seat) == hands_to_blind(new, move.to_seat)
        assert len(old.seats) >= len(new.seats) + 2 == min(sizes) + 2
        assert move.to_seat not in new.seats


@settings(max_examples=examples(300))
@given(st.tuples(tables(1, most=6), tables(2, most=6), tables(3, most=6)))
def test_a_broken_table_fills_the_shortest_ones_in_order_of_the_blinds(
    all_tables: tuple[SeatedTable, ...],
) -> None:
    broken, *others = all_tables
    moves = break_up(broken, others)
    assert {move.player for move in moves} == set(broken.seats.values())
    after = {table.number: table for table in others}
    for move in moves:
        assert move.to_seat not in after[move.to_table].seats
        after[move.to_table] = after[move.to_table].seated(move.player, move.to_seat)
    before = [len(table.seats) for table in others]
    sizes = [len(table.seats) for table in after.values()]
    assert max(sizes) - min(sizes) <= max(1, max(before) - min(before))
    assert [move.seat for move in moves] == blind_order(broken)
    reached = [hands_to_blind(after[move.to_table], move.to_seat) for move in moves]
    assert reached == sorted(reached)
