"""From contributions to pots, refunds and shares."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from railbird_server.rules.pots import build_pots, split_chips, find_uncalled_bet
from railbird_shared.events import Pot


def test_one_pot_while_nobody_is_all_in_for_less() -> None:
    assert build_pots({1: 10, 2: 10, 3: 10}, [1, 2, 3]) == (Pot(30, (1, 2, 3)),)


def test_the_short_stack_plays_for_the_main_pot_alone() -> None:  # AI-4
    assert build_pots({1: 20, 2: 50, 3: 50}, [1, 2, 3]) == (Pot(60, (1, 2, 3)), Pot(60, (2, 3)))


def test_every_further_all_in_makes_another_side_pot() -> None:  # AI-5
    pots = build_pots({1: 5, 2: 20, 3: 60, 4: 60}, [1, 2, 3, 4])
    assert pots == (Pot(20, (1, 2, 3, 4)), Pot(45, (2, 3, 4)), Pot(80, (3, 4)))


def test_chips_of_folded_players_stay_in_the_pots_they_reach() -> None:  # AI-6
    assert build_pots({1: 20, 2: 35, 3: 50, 4: 50}, [1, 3, 4]) == (Pot(80, (1, 3, 4)), Pot(75, (3, 4)))


def test_chips_above_every_live_player_stay_in_the_last_pot() -> None:
    assert build_pots({1: 10, 2: 30, 3: 30}, [1]) == (Pot(70, (1,)),)


def test_dead_chips_belong_to_the_main_pot() -> None:
    assert build_pots({1: 5, 2: 10, 3: 10}, [1, 2, 3], dead=7) == (Pot(22, (1, 2, 3)), Pot(10, (2, 3)))


def test_a_player_all_in_with_dead_chips_contests_them() -> None:  # AI-3, AI-9, DL-26
    """They stand apart then, and nothing else can be won by him."""
    assert build_pots({1: 0, 2: 10, 3: 10}, [1, 2, 3], dead=7) == (Pot(7, (1, 2, 3)), Pot(20, (2, 3)))
    assert build_pots({1: 0, 2: 10, 3: 10}, [2, 3], dead=7) == (Pot(27, (2, 3)),)
    assert build_pots({1: 0, 2: 0}, [1, 2], dead=7) == (Pot(7, (1, 2)),)


def test_the_uncalled_part_of_a_bet_is_found() -> None:  # AI-10
    assert find_uncalled_bet({1: 30, 2: 100}) == (2, 70)
    assert find_uncalled_bet({1: 100, 2: 100, 3: 4}) is None


def test_odd_chips_go_one_at_a_time_from_the_front() -> None:  # SD-16
    assert split_chips(11, [4, 1, 2]) == [(4, 4, 1), (1, 4, 1), (2, 3, 0)]
    assert split_chips(30_300, [1, 2, 3]) == [(1, 10_100, 0), (2, 10_100, 0), (3, 10_100, 0)]


contributions = st.dictionaries(st.integers(1, 9), st.integers(1, 400), min_size=2, max_size=9)


@given(contributions, st.data(), st.integers(0, 50))
def test_no_chip_is_lost_and_every_pot_can_be_won(paid: dict[int, int], data: st.DataObject, dead: int) -> None:
    live = data.draw(st.sets(st.sampled_from(sorted(paid)), min_size=1))
    pots = build_pots(paid, live, dead)
    assert sum(pot.chips for pot in pots) == sum(paid.values()) + dead
    assert all(pot.chips > 0 and set(pot.seats) <= live and pot.seats for pot in pots)
    assert all(set(later.seats) < set(pot.seats) for pot, later in pairwise(pots))


@given(contributions, st.data())
def test_nobody_wins_more_from_another_than_he_put_in(paid: dict[int, int], data: st.DataObject) -> None:  # AI-3
    most = max(paid.values())
    in_for_all = {seat for seat, chips in paid.items() if chips == most}
    live = data.draw(st.sets(st.sampled_from(sorted(paid)))) | in_for_all
    shortest = min(live, key=paid.__getitem__)
    winnable = sum(pot.chips for pot in build_pots(paid, live) if shortest in pot.seats)
    assert winnable == sum(min(chips, paid[shortest]) for chips in paid.values())


@given(st.integers(0, 10_000), st.lists(st.integers(1, 10), min_size=1, max_size=10, unique=True))
def test_shares_add_up_and_differ_by_one_chip_at_most(chips: int, winners: list[int]) -> None:
    divided = split_chips(chips, winners)
    assert sum(share for _, share, _ in divided) == chips
    assert max(share for _, share, _ in divided) - min(share for _, share, _ in divided) <= 1
    assert [seat for seat, _, _ in divided] == winners


few_chips = st.dictionaries(st.integers(1, 9), st.integers(0, 12), min_size=2, max_size=9)


@given(few_chips, st.data(), st.integers(0, 5))
def test_counting_chip_by_chip_makes_the_same_pots(paid: dict[int, int], data: st.DataObject, dead: int) -> None:
    live = data.draw(st.sets(st.sampled_from(sorted(paid)), min_size=1))
    assert build_pots(paid, live, dead) == pots_chip_by_chip(paid, live, dead)


def pots_chip_by_chip(paid: dict[int, int], live: set[int], dead: int) -> tuple[Pot, ...]:
    """Puts in a chip of everybody at a time, and makes a new pot when a live player has none left (AI-4..AI-6)."""
    pots = [Pot(dead, tuple(sorted(live)))] if dead else []
    for chip in range(1, max(paid.values()) + 1):
        chips = sum(1 for most in paid.values() if most >= chip)
        able = tuple(sorted(seat for seat in live if paid[seat] >= chip))
        able = able or (pots[-1].seats if pots else tuple(sorted(live)))
        if pots and pots[-1].seats == able:
            pots[-1] = Pot(pots[-1].chips + chips, able)
        else:
            pots.append(Pot(chips, able))
    return tuple(pots)
