"""Pots: bets collected into main and side pots, uncalled bets, shares, rake, carried pots and payouts."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird_server.rules.player import Player
from railbird_server.rules.pots import Pots, build_pots, find_uncalled_bet
from railbird_shared.game.game_rules import Rake
from railbird_shared.protocol.events import BetReturned, Pot, PotAwarded, PotsMade, RakeTaken
from support.hand_builders import make_hand, play_acts, start_hand


def test_there_is_one_pot_while_nobody_is_all_in_for_less() -> None:
    assert build_pots({1: 10, 2: 10, 3: 10}, [1, 2, 3]) == (Pot(30, (1, 2, 3)),)


def test_a_short_stack_contests_the_main_pot_only() -> None:  # AI-4
    assert build_pots({1: 20, 2: 50, 3: 50}, [1, 2, 3]) == (Pot(60, (1, 2, 3)), Pot(60, (2, 3)))


def test_each_further_all_in_creates_another_side_pot() -> None:  # AI-5
    pots = build_pots({1: 5, 2: 20, 3: 60, 4: 60}, [1, 2, 3, 4])
    assert pots == (Pot(20, (1, 2, 3, 4)), Pot(45, (2, 3, 4)), Pot(80, (3, 4)))


def test_chips_of_folded_players_stay_in_the_pots_they_reach() -> None:  # AI-6
    assert build_pots({1: 20, 2: 35, 3: 50, 4: 50}, [1, 3, 4]) == (Pot(80, (1, 3, 4)), Pot(75, (3, 4)))


def test_chips_above_every_live_player_stay_in_the_last_pot() -> None:
    assert build_pots({1: 10, 2: 30, 3: 30}, [1]) == (Pot(70, (1,)),)


def test_dead_chips_belong_to_the_main_pot() -> None:
    assert build_pots({1: 5, 2: 10, 3: 10}, [1, 2, 3], dead=7) == (Pot(22, (1, 2, 3)), Pot(10, (2, 3)))


def test_a_player_all_in_with_dead_chips_contests_them() -> None:  # AI-3, AI-9, DL-26
    """They make a pot of their own, and that player can win nothing else."""
    assert build_pots({1: 0, 2: 10, 3: 10}, [1, 2, 3], dead=7) == (Pot(7, (1, 2, 3)), Pot(20, (2, 3)))
    assert build_pots({1: 0, 2: 10, 3: 10}, [2, 3], dead=7) == (Pot(27, (2, 3)),)
    assert build_pots({1: 0, 2: 0}, [1, 2], dead=7) == (Pot(7, (1, 2)),)


def test_the_uncalled_part_of_a_bet_is_the_excess_over_the_next_highest() -> None:  # AI-10
    assert find_uncalled_bet({1: 30, 2: 100}) == (2, 70)
    assert find_uncalled_bet({1: 100, 2: 100, 3: 4}) is None


contributions = st.dictionaries(st.integers(1, 9), st.integers(1, 400), min_size=2, max_size=9)


@given(contributions, st.data(), st.integers(0, 50))
def test_no_chip_is_lost_and_every_pot_can_be_won(paid: dict[int, int], data: st.DataObject, dead: int) -> None:
    live = data.draw(st.sets(st.sampled_from(sorted(paid)), min_size=1))
    pots = build_pots(paid, live, dead)
    assert sum(pot.chips for pot in pots) == sum(paid.values()) + dead
    assert all(pot.chips > 0 and set(pot.seats) <= live and pot.seats for pot in pots)
    assert all(set(later.seats) < set(pot.seats) for pot, later in pairwise(pots))


@given(contributions, st.data())
def test_no_player_wins_more_from_another_than_their_own_bet(paid: dict[int, int], data: st.DataObject) -> None:  # AI-3
    most = max(paid.values())
    in_for_all = {seat for seat, chips in paid.items() if chips == most}
    live = data.draw(st.sets(st.sampled_from(sorted(paid)))) | in_for_all
    shortest = min(live, key=paid.__getitem__)
    winnable = sum(pot.chips for pot in build_pots(paid, live) if shortest in pot.seats)
    assert winnable == sum(min(chips, paid[shortest]) for chips in paid.values())


few_chips = st.dictionaries(st.integers(1, 9), st.integers(0, 12), min_size=2, max_size=9)


@given(few_chips, st.data(), st.integers(0, 5))
def test_pots_match_a_chip_by_chip_reference(paid: dict[int, int], data: st.DataObject, dead: int) -> None:
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


def make_pots(*bets: int, carried: int = 0) -> tuple[Pots, list[Player]]:
    """Pots and players, seats 1 and on, who have bet these chips from stacks of a hundred."""
    players = [Player(seat, 100) for seat in range(1, len(bets) + 1)]
    for player, bet in zip(players, bets, strict=True):
        player.pay(bet)
    return Pots(players, carried), players


def collected_pots(*bets: int, carried: int = 0) -> Pots:
    pots, _ = make_pots(*bets, carried=carried)
    pots.collect_bets(return_uncalled=False)
    return pots


def test_collected_bets_become_pots() -> None:  # AI-4
    pots, players = make_pots(20, 50, 50)
    events = pots.collect_bets(return_uncalled=True)
    assert events == [PotsMade((Pot(60, (1, 2, 3)), Pot(60, (2, 3))))]
    assert [player.bet for player in players] == [0, 0, 0]


def test_an_uncalled_bet_is_returned_before_the_pots_are_made() -> None:  # AI-10
    pots, players = make_pots(20, 50)
    assert pots.collect_bets(return_uncalled=True) == [BetReturned(2, 30, ("AI-10",)), PotsMade((Pot(40, (1, 2)),))]
    assert players[1].stack == 80


def test_carried_chips_go_into_the_main_pot() -> None:  # BT-38
    pots = collected_pots(20, 50, 50, carried=7)
    assert [pot.chips for pot in pots.pots] == [67, 60]
    assert pots.carried == 0


def test_collecting_no_bets_emits_no_event() -> None:
    pots = collected_pots(20, 20)
    assert pots.collect_bets(return_uncalled=True) == []


def test_a_refund_returns_all_bets_and_keeps_the_carried_pot() -> None:  # IR-6, IR-13
    pots, players = make_pots(20, 50, carried=7)
    pots.collect_bets(return_uncalled=True)
    assert pots.refund_all() == ((1, 20), (2, 20))
    assert [player.stack for player in players] == [100, 100]
    assert (pots.carried, pots.pots) == (7, ())


def test_a_passed_out_pot_is_carried_over_in_full() -> None:  # BT-38
    pots = collected_pots(5, 5, carried=3)
    assert pots.carry_over() == 13
    assert pots.total_chips == 13


def test_awards_are_added_to_the_winners_stacks() -> None:
    pots, players = make_pots(20, 20)
    pots.collect_bets(return_uncalled=True)
    pots.pay_out([PotAwarded(1, 0, 30), PotAwarded(2, 0, 10)])
    assert [player.stack for player in players] == [110, 90]
    assert pots.total_chips == 0


# --- the rake -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bets", "rake", "taken"),
    [
        ((20, 20), Rake(5), 2),
        ((19, 20), Rake(5), 1),
        ((9, 10), Rake(5), 0),
        ((50, 50), Rake(10, 3), 3),
        ((50, 50), Rake(10, 30), 10),
        ((20, 50, 50), Rake(10), 12),
        ((20, 50, 50), Rake(10, 8), 8),
        ((20, 50, 50), Rake(10, 5), 5),
    ],
)
def test_rake_is_rounded_down_for_each_pot_and_capped(bets: tuple[int, ...], rake: Rake, taken: int) -> None:
    """The cap is one for all pots of a hand (AI-16, AI-17)."""
    pots = collected_pots(*bets)
    before = pots.total_chips
    pots.take_rake(rake)
    assert pots.raked == taken
    assert pots.total_chips == before - taken


def test_rake_is_rounded_separately_for_each_pot() -> None:  # AI-17
    """A tenth of 27 and of 18 is two and one, where a tenth of both together would be four."""
    pots = collected_pots(9, 18, 18)
    assert [pot.chips for pot in pots.pots] == [27, 18]
    pots.take_rake(Rake(10))
    assert [pot.chips for pot in pots.pots] == [25, 17]


def test_the_rake_event_lists_the_pots_after_rake() -> None:  # AI-18, BT-39
    pots = collected_pots(20, 20)
    assert pots.take_rake(Rake(10)) == [RakeTaken(4, (Pot(36, (1, 2)),), ("AI-16", "AI-17", "AI-18"))]


def test_no_rake_emits_no_event() -> None:
    assert collected_pots(2, 2).take_rake(Rake(10)) == []


def test_no_rake_is_taken_without_a_flop() -> None:  # AI-17
    """A tenth of the 102 chips that two raises leave in the pot would be ten; they all go to seat 1."""
    early = start_hand(make_hand(rake=Rake(10)))
    events = play_acts(early, "r 50", "r 120", "f", "f")
    assert [event.chips for event in events if isinstance(event, PotAwarded)] == [102]
    assert not [event for event in events if isinstance(event, RakeTaken)]
    assert (early.raked, sum(early.stacks.values())) == (0, 600)


def test_no_rake_is_taken_in_stud_before_fourth_street() -> None:  # AI-17
    """In stud the second street is what the flop is in hold'em: on fourth street a pot is raked, before it none."""
    for acts, raked in ((("in", "r 4", "c", "c", "b 4", "f", "f"), 1), (("in", "r 4", "r 8", "f", "f"), 0)):
        dealt = start_hand(make_hand("seven-card-stud", rake=Rake(10)))
        play_acts(dealt, *acts)
        assert (dealt.over, dealt.raked) == (True, raked)


@pytest.mark.parametrize("acts", [("r 50", "f", "c", "x", "b 20", "f"), ("r 50", "f", "c", *["x"] * 6)])
def test_a_pot_won_on_the_flop_or_at_showdown_is_raked_before_it_is_awarded(acts: tuple[str, ...]) -> None:
    """Rake is taken before the pot is shared, and chips and rake together stay the same (AI-18, BT-42)."""
    dealt = start_hand(make_hand(rake=Rake(10, 4)))
    events = play_acts(dealt, *acts)
    kinds = [type(event) for event in events]
    assert kinds.index(RakeTaken) < kinds.index(PotAwarded)
    assert dealt.raked == 4
    assert sum(dealt.stacks.values()) == 596


def test_an_uncalled_bet_is_never_raked() -> None:  # AI-10, AI-18
    dealt = start_hand(make_hand(stacks=(200, 200), rake=Rake(10)))
    play_acts(dealt, "c", "x", "b 100", "f")
    assert dealt.raked == 0


def test_an_all_in_before_the_flop_is_raked_once_the_flop_is_dealt() -> None:  # AI-17
    dealt = start_hand(make_hand(stacks=(50, 50), rake=Rake(10, 5)))
    play_acts(dealt, "r 50", "c")
    assert dealt.raked == 5
