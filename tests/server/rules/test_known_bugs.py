"""The rules bugs that other programs of this kind are known for, each by its number in our list of them (R1..R11).

Every one is played through a whole hand here, whatever tests of single rules there are besides.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from msgspec.structs import replace

from railbird_server.rules.events import Mucked, RulesEvent
from railbird_server.rules.hand import Hand
from railbird_server.rules.setup import Entrant, Setup
from railbird_server.rules.showdown import Showdown
from railbird_shared.game.announced_game import Stakes
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.ranking import HIGH_SCALE, scale_of
from railbird_shared.game.ranking_rules import RankingRules
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol.commands import SitOut, Stand
from railbird_shared.protocol.events import (
    BetReturned,
    BoardDealt,
    HandShown,
    HandVoided,
    PlayerLeft,
    Post,
    Posted,
    Pot,
    PotAwarded,
    RunBegan,
    RunChosen,
)
from support.hand_builders import (
    deck_with_top,
    legal_actions,
    make_hand,
    play_acts,
    shuffled_deck,
    start_hand,
    total_chips,
)
from support.table_harness import TableHarness, from_player, start_table, table_settings


def chips_awarded(events: list[RulesEvent]) -> dict[int, int]:
    """The chips that each seat was given of the pots."""
    won: dict[int, int] = {}
    for event in events:
        if isinstance(event, PotAwarded):
            won[event.seat] = won.get(event.seat, 0) + event.chips
    return won


# --- R1: short all-ins --------------------------------------------------------------------------------------------


def test_r1_a_short_all_in_over_an_all_in_raise_does_not_reopen_for_the_caller() -> None:
    """Under the gun all-in to 16, button calls, small blind all-in to 19, big blind calls: the button may not raise."""
    dealt = start_hand(make_hand(stacks=(19, 200, 16, 200)))
    play_acts(dealt, "r 16", "c", "r 19", "c")
    assert legal_actions(dealt).seat == 4
    assert legal_actions(dealt).call == 3
    assert legal_actions(dealt).wager is None


def test_r1_a_short_all_in_does_not_reopen_for_a_raiser_with_chips_left() -> None:
    dealt = start_hand(make_hand(stacks=(19, 200, 200, 200)))
    play_acts(dealt, "r 16", "c", "r 19", "c")
    assert [legal_actions(dealt).seat, legal_actions(dealt).wager] == [3, None]


def test_r1_two_short_all_ins_that_add_up_to_a_full_raise_reopen_the_betting() -> None:
    dealt = start_hand(make_hand(stacks=(25, 30, 200, 200)))
    play_acts(dealt, "r 16", "c", "r 25", "r 30")
    assert legal_actions(dealt).seat == 3
    assert legal_actions(dealt).wager is not None


# --- R2: the least raise ------------------------------------------------------------------------------------------


def test_r2_bets_before_the_flop_do_not_raise_the_minimum_bet_on_the_flop() -> None:
    dealt = start_hand(make_hand())
    play_acts(dealt, "r 100", "c", "c")
    wager = legal_actions(dealt).wager
    assert wager is not None
    assert wager.minimum == 2


def test_r2_the_minimum_raise_after_a_raise_from_2_to_10_is_to_18() -> None:
    dealt = start_hand(make_hand())
    play_acts(dealt, "r 10")
    wager = legal_actions(dealt).wager
    assert wager is not None
    assert wager.minimum == 18


def test_r2_a_short_stack_among_several_opponents_does_not_limit_a_raise() -> None:
    dealt = start_hand(make_hand(stacks=(200, 5, 200)))
    wager = legal_actions(dealt).wager
    assert wager is not None
    assert (wager.minimum, wager.maximum) == (4, 200)


def test_r2_a_stack_of_29_may_go_all_in_over_a_bet_of_22() -> None:
    dealt = start_hand(make_hand(stacks=(200, 29, 200)))
    play_acts(dealt, "r 22", "f")
    wager = legal_actions(dealt).wager
    assert wager is not None
    assert (wager.minimum, wager.maximum) == (29, 29)
    play_acts(dealt, "r 29")
    assert legal_actions(dealt).call == 7


# --- R3: the order of turns ---------------------------------------------------------------------------------------


def test_r3_the_player_left_of_the_button_acts_first_on_every_later_street() -> None:
    dealt = start_hand(make_hand(stacks=(200, 200, 200, 200)))
    play_acts(dealt, "c", "c", "c", "x")
    for _ in range(3):
        assert legal_actions(dealt).seat == 1
        play_acts(dealt, *["x"] * 4)
    assert dealt.over


def test_r3_heads_up_the_button_acts_first_and_then_last() -> None:
    dealt = start_hand(make_hand(stacks=(200, 200)))
    assert legal_actions(dealt).seat == dealt.setup.button
    play_acts(dealt, "c", "x")
    assert legal_actions(dealt).seat != dealt.setup.button


# --- R4: blinds when players go -----------------------------------------------------------------------------------


def big_blind_seats(night_told: list[object]) -> list[int]:
    return [event.seat for event in night_told if isinstance(event, Posted) and event.post is Post.BIG_BLIND]


def test_r4_no_player_posts_two_big_blinds_in_a_row_when_another_leaves() -> None:
    harness = start_table(stacks=(200, 200, 200, 200))
    for leaver in (None, "Heron", None, None):
        harness.deal_next_hand()
        if leaver:
            harness.submit(from_player(leaver, Stand()))
        harness.fold_to_end()
    posted = big_blind_seats(list(harness.events))
    assert all(first != second for first, second in pairwise(posted))


def test_r4_no_player_posts_two_big_blinds_in_a_row_while_another_sits_out() -> None:
    harness = start_table(stacks=(200, 200, 200, 200))
    harness.deal_next_hand()
    harness.submit(from_player("Jay", SitOut()))
    harness.fold_to_end()
    for _ in range(6):
        harness.deal_next_hand()
        harness.fold_to_end()
    posted = big_blind_seats(list(harness.events))
    assert all(first != second for first, second in pairwise(posted))
    assert set(posted[-3:]) == {1, 2, 4}


# --- R5: odd chips ------------------------------------------------------------------------------------------------


def test_r5_odd_chips_of_a_split_pot_are_not_lost() -> None:
    board = "As Ks Qs Js Ts"
    deck = f"2c 3c 4c 2d 3d 4d 9h {board[:8]} 9c {board[9:11]} 9d {board[12:]}"
    setup_stakes = Stakes(small_blind=1, big_blind=2)
    dealt = Hand(
        Setup(
            number=1,
            game=VARIANTS["holdem"].game_at(setup_stakes),
            button=3,
            entrants=tuple(Entrant(seat, 101) for seat in (1, 2, 3)),
            small_blind=1,
            big_blind=2,
            carried=1,
        ),
        deck_with_top(deck),
    )
    whole = total_chips(dealt)
    events = [*dealt.start(), *play_acts(dealt, "c", "c", "x", *["x"] * 9)]
    assert chips_awarded(events) == {1: 3, 2: 2, 3: 2}
    assert total_chips(dealt) == whole


# --- R6: side pots ------------------------------------------------------------------------------------------------


def test_r6_chips_of_a_player_who_folded_stay_in_the_pot_that_they_reached() -> None:
    """Seat 3 is all-in for 20 with aces; seat 4 folds 50 chips, of which 30 are in the side pot of seat 1."""
    deck = "Kc 2d Ah 7s Kd 8s Ad 6s 4c 9c 9h Js 4d 5s 4h 3d"
    dealt = start_hand(make_hand(stacks=(100, 100, 20, 100), deck=deck))
    events = play_acts(dealt, "r 20", "r 50", "c", "f", "b 30", "f")
    assert [(event.pot, event.seat, event.chips) for event in events if isinstance(event, PotAwarded)] == [
        (1, 1, 60),
        (0, 3, 62),
    ]
    assert dealt.stacks == {1: 110, 2: 98, 3: 62, 4: 50}


def test_r6_an_all_in_player_stays_eligible_on_every_later_street() -> None:
    dealt = start_hand(make_hand(stacks=(100, 100, 10), deck="2c 3d As 7h 8h Ad 9c Kc Qd 4s 9d 5c 9h Jh"))
    events = play_acts(dealt, "r 10", "c", "c", "x", "b 10", "c", "x", "x", "x", "x")
    assert chips_awarded(events)[3] == 30


def test_r6_a_folded_hand_never_wins() -> None:
    """Seat 1 folds aces, which the board would have made four of; the nines win."""
    dealt = start_hand(make_hand(stacks=(100, 100, 10), deck="As 3d 9s Ad 8h 9c 2c Ah Ac Ks 2d 5h 2h 4s"))
    events = play_acts(dealt, "r 10", "f", "c")
    assert chips_awarded(events) == {3: 21}


def test_r6_an_uncalled_bet_is_returned_and_the_main_pot_still_runs_out() -> None:
    dealt = start_hand(make_hand(stacks=(100, 100, 10)))
    events = play_acts(dealt, "r 10", "r 60", "f")
    assert [(event.seat, event.chips) for event in events if isinstance(event, BetReturned)] == [(1, 50)]
    assert len(dealt.board) == 5
    assert sum(chips_awarded(events).values()) == 22


# --- R7: showing --------------------------------------------------------------------------------------------------


def seats_shown(events: list[RulesEvent]) -> list[int]:
    return [event.seat for event in events if isinstance(event, HandShown | Mucked)]


def test_r7_the_last_aggressor_or_else_the_player_left_of_the_button_shows_first() -> None:
    dealt = start_hand(make_hand(deck=shuffled_deck(5)))
    play_acts(dealt, "c", "c", "x", *["x"] * 6)
    assert seats_shown(play_acts(dealt, "x", "b 2", "c", "c")) == [2, 3, 1]
    dealt = start_hand(make_hand(deck=shuffled_deck(5)))
    assert seats_shown(play_acts(dealt, "c", "c", "x", *["x"] * 9)) == [1, 2, 3]


def test_r7_a_fold_on_the_river_shows_nothing() -> None:
    dealt = start_hand(make_hand())
    play_acts(dealt, "c", "c", "x", *["x"] * 6)
    assert seats_shown(play_acts(dealt, "b 2", "f", "f")) == []
    assert all(player.visible_cards in ((), (None, None)) for player in dealt.players.values())


def test_r7_hands_are_exposed_only_when_at_most_one_player_can_still_bet() -> None:
    dealt = start_hand(make_hand(stacks=(100, 100, 10)))
    play_acts(dealt, "r 10", "c", "c")
    assert all(player.visible_cards == (None, None) for player in dealt.players.values())
    assert seats_shown(play_acts(dealt, "b 90", "c"))[:3] == [1, 2, 3]


# --- R8: kickers --------------------------------------------------------------------------------------------------


def test_r8_every_kicker_counts() -> None:
    pairs = [
        ("Kc Kd 9h 7s 4c", "Kh Ks 9d 7c 3c"),
        ("Kc Kd 9h 9s 4c", "Kh Ks 9d 9c 3c"),
        ("Kc Kd Kh 9s 4c", "Kc Kd Kh 9s 3c"),
        ("Kc Kd Kh Ks 4c", "Kc Kd Kh Ks 3c"),
        ("Ac Kd 9h 7s 4c", "Ah Ks 9d 7c 3c"),
        ("Ac Ad 9h 7s 4c", "Kc Kd Qh Js 9c"),
    ]
    for better, worse in pairs:
        assert HIGH_SCALE.value(parse_cards(better)) > HIGH_SCALE.value(parse_cards(worse))


def test_r8_five_of_a_kind_beats_every_other_hand() -> None:
    wild = scale_of(RankingRules(jokers=1))
    assert wild.value(parse_cards("2c 2d 2h 2s X")) > wild.value(parse_cards("As Ks Qs Js Ts"))


# --- R9: short forced bets ----------------------------------------------------------------------------------------


def test_r9_a_big_blind_who_is_all_in_has_no_option() -> None:
    dealt = start_hand(make_hand(stacks=(100, 2, 100)))
    play_acts(dealt, "c", "c")
    assert dealt.street == 1
    assert legal_actions(dealt).seat == 1


def test_r9_a_player_with_less_than_the_blind_plays_all_in() -> None:
    dealt = make_hand(stacks=(100, 1, 100))
    events = [*dealt.start(), *play_acts(dealt, "f")]
    assert len(dealt.board) == 5
    assert sum(chips_awarded(events).values()) == 2


def test_r9_antes_are_in_the_pot_and_none_is_taken_after_the_end() -> None:
    dealt = make_hand("five-card-draw", ante=2)
    events = [*dealt.start(), *play_acts(dealt, "b 2", "f", "f")]
    assert chips_awarded(events) == {1: 6}
    assert isinstance(events[-2], PotAwarded)


# --- R10: more than one run ---------------------------------------------------------------------------------------


def all_in_twice() -> TableHarness:
    """An evening in whose first hand Wren and Heron are all-in before the flop, at a table that runs it twice."""
    settings = replace(table_settings(), variant=replace(VARIANTS["holdem"], runs=2))
    harness = start_table(stacks=(50, 50), decks=["Ah 2c Ad 7d 9c Kc Qs 8s 9d 4s 9h 3c"], settings=settings)
    harness.deal_next_hand()
    harness.act_each("r 50", "c")
    assert harness.turn.legal.max_runs == 2
    return harness


def test_r10_an_error_in_the_second_run_voids_the_hand_and_publishes_no_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sound = Showdown.award_pots
    settled: list[int] = []

    def award(self: Showdown, pots: Sequence[Pot], run: int = 0) -> list[PotAwarded]:
        settled.append(run)
        if run == 2:
            raise ZeroDivisionError
        return sound(self, pots, run)

    monkeypatch.setattr(Showdown, "award_pots", award)
    harness = all_in_twice()
    harness.act("run 2")
    events = harness.act("run 2")
    assert settled == [1, 2]
    assert [event.returned for event in events if isinstance(event, HandVoided)] == [((1, 50), (2, 50))]
    assert not [event for event in events if isinstance(event, RunBegan | BoardDealt | PotAwarded)]
    assert harness.stacks() == {"Wren": 50, "Heron": 50}
    assert harness.view().board == ()


def test_r10_a_player_who_leaves_while_asked_counts_as_one_run_and_keeps_winnings() -> None:
    harness = all_in_twice()
    assert harness.player_to_act == "Wren"
    harness.submit(from_player("Wren", Stand()))
    events = harness.act("run 2")
    assert [(event.seat, event.times) for event in harness.events if isinstance(event, RunChosen)] == [(1, 1), (2, 2)]
    assert not [event for event in events if isinstance(event, RunBegan)]
    assert sum(len(event.cards) for event in events if isinstance(event, BoardDealt)) == 5
    assert PlayerLeft(1, "Wren", 100) in events


def test_r10_both_runs_are_paid_at_the_same_time() -> None:
    setup = Setup(
        number=1,
        game=VARIANTS["holdem"].make_game(),
        button=1,
        entrants=(Entrant(2, 51), Entrant(1, 51)),
        small_blind=1,
        big_blind=2,
        variant=replace(VARIANTS["holdem"], runs=2),
    )
    dealt = Hand(setup, shuffled_deck(3))
    dealt.start()
    play_acts(dealt, "r 51", "c", "run 2")
    events = play_acts(dealt, "run 2")
    runs = {event.run for event in events if isinstance(event, PotAwarded)}
    assert runs == {1, 2}
    assert sum(chips_awarded(events).values()) == sum(dealt.stacks.values()) == 102


# --- R11: raises to and by ----------------------------------------------------------------------------------------


def test_r11_a_raise_amount_is_the_total_of_the_round() -> None:
    dealt = start_hand(make_hand())
    play_acts(dealt, "r 10")
    assert (dealt.players[3].bet, dealt.players[3].stack) == (10, 190)
    play_acts(dealt, "r 30")
    assert (dealt.players[1].bet, dealt.players[1].stack) == (30, 170)
