"""Where the button and the blinds go."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird_server.table.dealer_button import (
    Positions,
    clockwise,
    deal_to_first_jack,
    first_positions,
    high_card,
    next_positions,
    passed_by,
)
from railbird_shared.game.cards import parse_cards


def at(button: int, small: int, big: int, *dealt: int) -> Positions:
    """The places of a hand with blinds; with no seats named, just these three were dealt in."""
    return Positions(button, dealt or tuple(dict.fromkeys((small, big, button))), small, big)


def places(positions: Positions) -> tuple[int, int | None, int | None]:
    """The button, who posts the small blind and who posts the big one."""
    return positions.button, positions.small_blind, positions.big_blind_place


def after(previous: Positions, *ready: int, waiting: Collection[int] = (), posting: Collection[int] = ()) -> Positions:
    """The places of the next hand, with `ready` at the table."""
    return next_positions(previous, ready, waiting, posting, blinds=previous.blinds)


# --- the first hand


def test_the_highest_card_deals_first() -> None:  # DL-2, DL-3
    assert high_card(list(zip((2, 4, 5), parse_cards("Kd 3c As"), strict=True))) == 5


def test_a_jack_that_comes_first_does_not_win_the_high_card_draw() -> None:  # DL-2
    assert high_card(list(zip((2, 4, 5), parse_cards("Jd Qc 3s"), strict=True))) == 4


def test_by_the_first_jack_cards_go_round_until_a_jack_falls() -> None:  # DL-4, CX-16
    deck = parse_cards("Kd 3c As X 9h Td Jh Js")
    assert deal_to_first_jack((2, 4, 5), deck) == tuple(
        zip((2, 4, 5, 2, 4, 5), parse_cards("Kd 3c As 9h Td Jh"), strict=True)
    )
    assert deal_to_first_jack((2, 4, 5), parse_cards("Jc Js")) == ((2, *parse_cards("Jc")),)


def test_suits_decide_between_equal_cards() -> None:
    assert high_card(list(zip((1, 2, 3), parse_cards("Kd Kh Kc"), strict=True))) == 2


@pytest.mark.parametrize(("order", "seat"), [("shdc", 2), ("dshc", 1), ("cshd", 3)])
def test_the_suits_of_the_first_dealer_go_by_the_order_of_the_house(order: str, seat: int) -> None:  # SU-12, SU-13
    assert high_card(list(zip((1, 2, 3), parse_cards("Kd Kh Kc"), strict=True)), order) == seat


def test_the_blinds_sit_left_of_the_first_dealer() -> None:
    first = first_positions(4, (1, 2, 4, 6), blinds=2)
    assert places(first) == (4, 6, 1)
    assert first.dealt == (6, 1, 2, 4)
    assert first.because == ("DL-2", "DL-10")


def test_with_two_players_the_first_dealer_posts_the_small_blind() -> None:
    assert places(first_positions(3, (3, 5), blinds=2)) == (3, 3, 5)


def test_without_blinds_only_the_button_is_placed() -> None:  # DL-7
    first = first_positions(3, (1, 3, 5), blinds=0)
    assert places(first) == (3, None, None)
    assert first.dealt == (5, 1, 3)


# --- with antes


def test_with_antes_the_button_moves_to_the_next_player() -> None:
    moved = after(Positions(3, (5, 1, 3)), 1, 3, 5)
    assert moved == Positions(5, (1, 3, 5))


def test_with_antes_the_button_passes_empty_seats_and_a_newcomer_is_dealt_in() -> None:
    assert after(Positions(3, (5, 1, 3)), 1, 3, 6, waiting=[6]) == Positions(6, (1, 3, 6))


# --- with blinds


def test_button_and_blinds_move_one_player_on() -> None:  # DL-1, DL-5, DL-9
    moved = after(at(1, 2, 3, 2, 3, 4, 1), 1, 2, 3, 4)
    assert places(moved) == (2, 3, 4)
    assert moved.dealt == (3, 4, 1, 2)


def test_the_button_is_dead_where_the_small_blind_has_left() -> None:
    moved = after(at(1, 2, 3, 2, 3, 4, 1), 1, 3, 4)
    assert places(moved) == (2, 3, 4)
    assert moved.because == ("DL-25",)
    assert moved.dealt == (3, 4, 1)


def test_the_small_blind_is_dead_where_the_big_blind_has_left() -> None:
    moved = after(at(1, 2, 3, 2, 3, 4, 1), 1, 2, 4)
    assert places(moved) == (2, None, 4)
    assert places(after(moved, 1, 2, 4)) == (3, 4, 1)


def test_button_and_small_blind_are_dead_when_both_blinds_have_left() -> None:
    assert places(after(at(1, 2, 3, 2, 3, 4, 5, 1), 1, 4, 5)) == (2, None, 4)


def test_two_players_alternate_as_big_blind() -> None:  # DL-28
    moved = after(at(1, 1, 4), 1, 4)
    assert places(moved) == (4, 4, 1)
    assert moved.dealt == (1, 4)
    assert places(after(moved, 1, 4)) == (1, 1, 4)


def test_when_play_shrinks_to_two_the_next_player_posts_the_big_blind() -> None:  # DL-29
    three = at(1, 2, 3)
    assert places(after(three, 2, 3)) == (3, 3, 2)
    assert places(after(three, 1, 3)) == (3, 3, 1)
    assert places(after(three, 1, 2)) == (2, 2, 1)


def test_a_third_player_next_in_line_posts_the_big_blind() -> None:
    assert places(after(at(1, 1, 2), 1, 2, 3, waiting=[3])) == (1, 2, 3)


def test_a_third_player_on_the_other_side_waits_one_hand_for_the_big_blind() -> None:
    waited = after(at(1, 1, 3), 1, 2, 3, waiting=[2])
    assert places(waited) == (3, 3, 1)
    assert places(after(waited, 1, 2, 3, waiting=[2])) == (3, 1, 2)


def test_a_third_player_who_need_not_wait_gets_the_button() -> None:
    assert places(after(at(1, 1, 3), 1, 2, 3)) == (2, 3, 1)


# --- newcomers


def test_a_newcomer_waits_for_the_big_blind() -> None:
    settled = at(1, 2, 3, 2, 3, 4, 1)
    assert 6 not in after(settled, 1, 2, 3, 4, 6, waiting=[6]).dealt
    assert places(after(at(2, 3, 4, 3, 4, 1, 2), 1, 2, 3, 4, 6, waiting=[6])) == (3, 4, 6)


def test_a_newcomer_who_posts_is_dealt_in_at_once() -> None:  # DL-27
    assert after(at(1, 2, 3, 2, 3, 4, 1), 1, 2, 3, 4, 6, waiting=[6], posting=[6]).dealt == (3, 4, 6, 1, 2)


def test_a_newcomer_between_the_button_and_the_small_blind_always_waits() -> None:  # DL-27
    assert after(at(1, 2, 4, 2, 4, 5, 1), 1, 2, 3, 4, 5, waiting=[3], posting=[3]).dealt == (4, 5, 1, 2)


def test_nobody_waits_when_too_few_would_play() -> None:
    assert after(at(1, 2, 3), 1, 2, waiting=[1, 2]).dealt == (1, 2)
    assert len(after(at(1, 2, 3), 4, 5, 6, waiting=[4, 5, 6]).dealt) == 3


def test_a_blind_passes_a_player_sitting_out() -> None:
    previous = at(1, 2, 3, 2, 3, 5, 1)
    current = after(previous, 1, 2, 5)
    assert [seat for seat in (1, 2, 3, 4, 5, 6) if passed_by(previous, current, seat)] == [3, 4]


def test_no_blind_passes_anybody_in_a_game_without_blinds() -> None:
    previous = Positions(1, (2, 3, 1))
    assert not passed_by(previous, after(previous, 1, 2), 3)


# --- one blind only


def with_one_blind(button: int, big: int, *dealt: int) -> Positions:
    return Positions(button, dealt, None, big)


def test_the_only_blind_sits_left_of_the_first_dealer() -> None:  # CX-42
    first = first_positions(4, (1, 2, 4, 6), blinds=1)
    assert (places(first), first.dealt) == ((4, None, 6), (6, 1, 2, 4))
    assert places(first_positions(3, (3, 5), blinds=1)) == (3, None, 5)


def test_the_button_goes_where_the_only_blind_was() -> None:  # CX-42, DL-9
    current = after(with_one_blind(1, 2, 2, 3, 1), 1, 2, 3)
    assert (places(current), current.dealt) == ((2, None, 3), (3, 1, 2))


def test_the_button_falls_on_the_seat_that_the_only_blind_has_left() -> None:  # CX-42, DL-25
    current = after(with_one_blind(1, 2, 2, 3, 4, 1), 1, 3, 4)
    assert (places(current), current.dealt) == ((2, None, 3), (3, 4, 1))
    assert current.because == ("DL-25", "CX-42")


def test_between_two_the_only_blind_changes_hands() -> None:  # CX-42, DL-29
    assert places(after(with_one_blind(1, 2, 2, 3, 1), 1, 2)) == (2, None, 1)
    assert places(after(with_one_blind(1, 2, 2, 1), 1, 2)) == (2, None, 1)
    assert places(after(with_one_blind(1, 2, 2, 3, 1), 1, 3)) == (1, None, 3)


def test_a_newcomer_waits_for_the_only_blind_or_posts_it() -> None:  # CX-42, DL-27
    previous = with_one_blind(1, 2, 2, 3, 1)
    assert after(previous, 1, 2, 3, 4, waiting=[4]).dealt == (3, 1, 2)
    assert after(previous, 1, 2, 3, 4, waiting=[4], posting=[4]).dealt == (3, 4, 1, 2)
    assert passed_by(with_one_blind(1, 2, 2, 4, 1), with_one_blind(2, 4, 4, 1, 2), 3)


@given(st.lists(st.sets(st.integers(1, 8), min_size=2), min_size=2, max_size=30), st.sets(st.integers(1, 8)))
def test_nobody_posts_the_only_blind_twice_in_a_row_and_it_is_left_of_the_button(
    tables: list[set[int]], posting: set[int]
) -> None:
    current = first_positions(min(tables[0]), tables[0], blinds=1)
    for ready in tables[1:]:
        waiting = ready - set(current.dealt)
        following = next_positions(current, sorted(ready), waiting, posting, blinds=1)
        assert following.big_blind_place == clockwise(ready, current.big_blind_place or 0)[0]
        assert following.big_blind_place != current.big_blind_place
        assert following.dealt[0] == following.big_blind_place
        assert list(following.dealt) == clockwise(following.dealt, following.button)
        assert len(following.dealt) >= 2
        current = following


# --- another game


def test_after_a_game_with_antes_the_blinds_begin_left_of_the_button() -> None:
    stud = first_positions(2, [1, 2, 3, 4], blinds=0)
    holdem = next_positions(stud, [1, 2, 3, 4], blinds=2)
    assert places(holdem) == (3, 4, 1)
    assert holdem.because == ("DL-5", "DL-10")


def test_after_a_game_with_blinds_the_button_moves_to_the_next_player() -> None:
    holdem = first_positions(2, [1, 2, 3, 4], blinds=2)
    assert places(next_positions(holdem, [1, 2, 3, 4], blinds=0)) == (3, None, None)


def test_after_a_game_with_two_blinds_one_begins_anew_and_the_other_way_round() -> None:
    two = first_positions(1, [1, 2, 3], blinds=2)
    one = next_positions(two, [1, 2, 3], blinds=1)
    assert places(one) == (2, None, 3)
    assert places(next_positions(one, [1, 2, 3], blinds=2)) == (3, 1, 2)


def test_two_players_who_change_to_blinds_have_the_small_one_on_the_button() -> None:
    stud = first_positions(1, [1, 2], blinds=0)
    assert places(next_positions(stud, [1, 2], blinds=2)) == (2, 2, 1)


# --- always


@given(st.lists(st.sets(st.integers(1, 8), min_size=2), min_size=2, max_size=30), st.sets(st.integers(1, 8)))
def test_nobody_posts_the_big_blind_twice_in_a_row_and_the_order_holds(
    tables: list[set[int]], posting: set[int]
) -> None:
    current = first_positions(min(tables[0]), tables[0], blinds=2)
    waits: dict[int, bool] = {}
    for ready in tables[1:]:
        for seat in range(1, 9):
            waits[seat] = seat not in current.dealt and waits.get(seat, True)
        waiting = [seat for seat in ready if waits[seat]]
        following = next_positions(current, sorted(ready), waiting, posting, blinds=2)
        waits |= {seat: True for seat in range(1, 9) if passed_by(current, following, seat)}
        assert_order(following, ready)
        assert following.big_blind_place == clockwise(ready, current.big_blind_place or 0)[0]
        assert following.big_blind_place != current.big_blind_place
        current = following


@given(st.sets(st.integers(1, 10), min_size=2), st.sets(st.integers(1, 10), min_size=2))
def test_in_one_orbit_everybody_posts_the_big_blind_once_and_nobody_waits_longer(
    before: set[int], now: set[int]
) -> None:
    current = first_positions(min(before), before, blinds=2)
    waiting = now - before
    posted = []
    for _ in now:
        current = next_positions(current, sorted(now), waiting, blinds=2)
        waiting = waiting - set(current.dealt)
        posted.append(current.big_blind_place)
    assert sorted(seat for seat in posted if seat is not None) == sorted(now)
    assert not waiting


def assert_order(positions: Positions, ready: set[int]) -> None:
    """From the button's left come the small blind, dead or not, the big blind and the rest; two share the places."""
    small, big, dealt = positions.small_blind_place, positions.big_blind_place, positions.dealt
    assert small is not None
    assert big is not None
    assert set(dealt) <= ready
    assert len(dealt) >= 2
    assert list(dealt) == clockwise(dealt, positions.button)
    if len(dealt) == 2:
        assert (positions.button, dealt) == (small, (big, small))
    else:
        assert len({positions.button, small, big}) == 3
        assert clockwise({*dealt, small, positions.button}, positions.button)[:2] == [small, big]
