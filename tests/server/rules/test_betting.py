"""One betting round at a time, without cards."""

from __future__ import annotations

import pytest

from railbird_server.refusal import IllegalAction
from railbird_server.rules.betting import BettingRound, BettingTerms
from railbird_server.rules.player import Player
from railbird_shared.game.announced_game import Structure
from railbird_shared.protocol.actions import Wager, WagerKind
from railbird_shared.protocol.events import Posted
from support.hand_builders import make_betting_round, parse_action, play_betting_acts


def wager_range(betting_round: BettingRound) -> tuple[int, int] | None:
    wager = betting_round.legal_actions().wager
    return (wager.minimum, wager.maximum) if wager else None


def seat_to_act(betting_round: BettingRound) -> int | None:
    return betting_round.to_act.seat if betting_round.to_act else None


def test_with_nothing_to_call_a_player_may_check_or_bet() -> None:  # BT-3
    betting_round, _ = make_betting_round([100, 100])
    legal = betting_round.legal_actions()
    assert legal.check
    assert legal.call is None
    assert legal.wager == Wager(WagerKind.BET, 2, 100)


def test_with_something_to_call_a_player_may_fold_call_or_raise() -> None:  # BT-4
    betting_round, _ = make_betting_round([100, 100])
    play_betting_acts(betting_round, "b 10")
    legal = betting_round.legal_actions()
    assert legal.fold
    assert not legal.check
    assert legal.call == 10
    assert legal.wager == Wager(WagerKind.RAISE, 20, 100)


def test_six_player_example_round_ends_with_a_pot_of_42() -> None:  # BT-14
    betting_round, players = make_betting_round([50] * 6, in_pots=6)
    play_betting_acts(betting_round, "x", "b 2", "f", "r 6", "c", "r 10")
    assert betting_round.legal_actions().call == 10
    play_betting_acts(betting_round, "f")
    assert betting_round.legal_actions().call == 8
    play_betting_acts(betting_round, "c", "f", "c")
    assert seat_to_act(betting_round) is None
    assert [player.bet for player in players] == [0, 10, 0, 6, 10, 10]
    assert 6 + sum(player.bet for player in players) == 42
    assert [player.seat for player in players if not player.folded] == [2, 5, 6]


def test_a_round_ends_when_all_have_checked() -> None:  # BT-11
    betting_round, _ = make_betting_round([100, 100, 100])
    play_betting_acts(betting_round, "x", "x", "x")
    assert seat_to_act(betting_round) is None
    assert betting_round.opener is None


def test_a_round_ends_when_one_player_is_left() -> None:  # BT-11
    betting_round, _ = make_betting_round([100, 100, 100])
    play_betting_acts(betting_round, "b 5", "f", "f")
    assert seat_to_act(betting_round) is None


def test_the_big_blind_may_still_raise_when_everybody_called() -> None:  # BT-18
    betting_round, _ = make_betting_round([100, 100, 100], blinds=(1, 2), first=2)
    play_betting_acts(betting_round, "c", "c")
    legal = betting_round.legal_actions()
    assert (legal.seat, legal.check, legal.wager) == (2, True, Wager(WagerKind.RAISE, 4, 100))
    play_betting_acts(betting_round, "x")
    assert seat_to_act(betting_round) is None


def test_a_raise_is_at_least_as_large_as_the_last_raise() -> None:  # BT-33
    betting_round, _ = make_betting_round([200, 200, 200, 200], blinds=(1, 2), first=2)
    play_betting_acts(betting_round, "r 6")
    assert wager_range(betting_round) == (10, 200)
    play_betting_acts(betting_round, "r 30")
    assert wager_range(betting_round) == (54, 200)


def test_the_minimum_raise_counts_bets_of_this_round_only() -> None:
    """A flop bet costs one big blind however large the pot before it was."""
    betting_round, _ = make_betting_round([200, 200], in_pots=200)
    assert wager_range(betting_round) == (2, 200)


def test_a_stack_below_the_minimum_raise_may_still_go_all_in() -> None:
    betting_round, _ = make_betting_round([100, 29], size=20)
    play_betting_acts(betting_round, "b 22")
    assert wager_range(betting_round) == (29, 29)


def test_a_short_all_in_does_not_reopen_the_betting() -> None:  # BT-34
    betting_round, _ = make_betting_round([98, 99, 100, 14], blinds=(1, 2), first=2)
    play_betting_acts(betting_round, "r 10", "r 14", "f", "f")
    assert betting_round.legal_actions().call == 4
    assert betting_round.legal_actions().wager is None


def test_a_short_all_in_leaves_raising_open_to_those_who_have_not_acted() -> None:  # BT-34
    betting_round, _ = make_betting_round([100, 100, 100, 14], blinds=(1, 2), first=2)
    play_betting_acts(betting_round, "r 10", "r 14")
    assert wager_range(betting_round) == (22, 100)


def test_an_all_in_full_raise_then_a_short_all_in_does_not_reopen_for_the_caller() -> None:
    """The opener is all-in, a caller sits behind them, and the small blind is all-in for three more."""
    betting_round, _ = make_betting_round([19, 100, 16, 100], blinds=(1, 2), first=2)
    play_betting_acts(betting_round, "r 16", "c", "r 19", "c")
    legal = betting_round.legal_actions()
    assert (legal.seat, legal.call, legal.wager) == (4, 3, None)


def test_short_all_ins_that_add_up_to_a_full_raise_reopen_the_betting() -> None:  # BT-34
    betting_round, _ = make_betting_round([200, 16, 22, 200], size=10)
    play_betting_acts(betting_round, "b 10", "r 16", "r 22", "c")
    legal = betting_round.legal_actions()
    assert (legal.seat, legal.call) == (1, 12)
    assert wager_range(betting_round) == (32, 200)


def test_a_limper_faced_with_a_short_all_in_may_not_raise() -> None:  # BT-34
    betting_round, _ = make_betting_round([500, 500, 500, 130], size=100, blinds=(50, 100), first=2)
    play_betting_acts(betting_round, "c", "r 130", "f", "f")
    assert betting_round.legal_actions().call == 30
    assert betting_round.legal_actions().wager is None


def test_a_checker_faced_with_an_all_in_below_the_least_bet_may_not_raise() -> None:  # BT-34
    betting_round, _ = make_betting_round([500, 60, 500], size=100)
    play_betting_acts(betting_round, "x", "b 60")
    assert wager_range(betting_round) == (160, 500)
    play_betting_acts(betting_round, "c")
    assert betting_round.legal_actions().wager is None


def test_a_raise_needs_an_opponent_with_chips_left_to_call_it() -> None:
    betting_round, _ = make_betting_round([100, 20])
    play_betting_acts(betting_round, "x", "b 20")
    assert betting_round.legal_actions().call == 20
    assert betting_round.legal_actions().wager is None


def test_a_short_big_blind_still_costs_the_full_big_blind_to_call() -> None:
    betting_round, _ = make_betting_round([100, 1, 100], blinds=(1, 2), first=2)
    assert betting_round.legal_actions().call == 2
    assert wager_range(betting_round) == (4, 100)


def test_a_big_blind_all_in_has_no_option() -> None:
    betting_round, _ = make_betting_round([100, 2, 100], blinds=(1, 2), first=2)
    play_betting_acts(betting_round, "c", "c")
    assert seat_to_act(betting_round) is None


def test_nothing_is_owed_beyond_what_the_all_in_opponents_put_in() -> None:
    betting_round, _ = make_betting_round([100, 1], blinds=(1, 2), first=0)
    assert seat_to_act(betting_round) is None


# --- structures ---------------------------------------------------------------------------------------------------


def test_pot_limit_over_the_blinds() -> None:  # BT-27
    betting_round, _ = make_betting_round([100, 100, 100], Structure.POT, blinds=(1, 2), first=2)
    assert wager_range(betting_round) == (4, 7)


def test_pot_limit_after_a_bet() -> None:  # BT-27
    betting_round, _ = make_betting_round([100, 100], Structure.POT, in_pots=10)
    assert wager_range(betting_round) == (2, 10)
    play_betting_acts(betting_round, "b 5")
    assert wager_range(betting_round) == (10, 25)


def test_half_pot_after_a_bet() -> None:  # BT-28
    betting_round, _ = make_betting_round([100, 100], Structure.HALF_POT, in_pots=10)
    play_betting_acts(betting_round, "b 5")
    assert wager_range(betting_round) == (10, 15)


def test_spread_limit_bounds_each_bet_and_raise() -> None:  # BT-25, BT-36
    betting_round, _ = make_betting_round([100, 100], Structure.SPREAD, largest_bet=4)
    assert wager_range(betting_round) == (2, 4)
    play_betting_acts(betting_round, "b 3")
    assert wager_range(betting_round) == (6, 7)


def test_fixed_limit_allows_one_raise_size() -> None:  # BT-24
    betting_round, _ = make_betting_round([100, 100, 100], Structure.FIXED, 4)
    play_betting_acts(betting_round, "b 4")
    assert betting_round.legal_actions().wager == Wager(WagerKind.RAISE, 8, 8, totals=(8,))


def test_fixed_limit_allows_no_raise_beyond_the_cap() -> None:  # BT-29
    betting_round, _ = make_betting_round([100, 100, 100], Structure.FIXED, 4, cap=3)
    play_betting_acts(betting_round, "b 4", "r 8", "r 12", "r 16")
    assert betting_round.legal_actions().call == 8
    assert betting_round.legal_actions().wager is None


def test_the_raise_cap_is_lifted_once_two_players_are_left() -> None:  # BT-30
    """The third folds before the last raise."""
    betting_round, _ = make_betting_round([100, 100, 100], Structure.FIXED, 4, cap=3)
    play_betting_acts(betting_round, "b 4", "r 8", "f", "r 12", "r 16")
    assert wager_range(betting_round) == (20, 20)


@pytest.mark.parametrize(("all_in", "next_total", "reopened"), [(13, 20, False), (15, 25, True), (17, 27, True)])
def test_an_all_in_of_half_a_bet_counts_as_a_raise(all_in: int, next_total: int, reopened: bool) -> None:  # BT-35
    betting_round, _ = make_betting_round([100, all_in, 100], Structure.FIXED, 10, cap=3)
    play_betting_acts(betting_round, "b 10", f"r {all_in}")
    assert wager_range(betting_round) == (next_total, next_total)
    play_betting_acts(betting_round, "c")
    assert (betting_round.legal_actions().wager is not None) is reopened


@pytest.mark.parametrize(
    ("stacks", "acts", "next_total"),
    [
        ([15, 200, 200], ("b 15",), 35),
        ([10, 200, 200], ("b 10",), 30),
        ([9, 200, 200], ("b 9",), 20),
        ([200, 35, 200], ("b 20", "r 35"), 55),
        ([200, 30, 200], ("b 20", "r 30"), 50),
        ([200, 29, 200], ("b 20", "r 29"), 40),
        ([200, 29, 200, 200], ("b 20", "r 29", "r 40"), 60),
        ([200, 28, 29, 200], ("b 20", "r 28", "r 29"), 40),
        ([200, 28, 30, 200], ("b 20", "r 28", "r 30"), 50),
        ([15, 25, 200, 200], ("b 15", "r 25"), 45),
        ([15, 24, 200, 200], ("b 15", "r 24"), 35),
        ([7, 17, 200, 200], ("b 7", "r 17"), 37),
        ([200, 200, 51, 200], ("b 20", "r 40", "r 51"), 71),
    ],
)
def test_the_next_fixed_limit_raise_adds_one_bet_to_what_counted_last(
    stacks: list[int], acts: tuple[str, ...], next_total: int
) -> None:  # BT-35
    """Bets of 20: an all-in of 15 may be raised to 35, and 35 over a bet of 20 to 55; a small one is completed."""
    betting_round, _ = make_betting_round(stacks, Structure.FIXED, 20)
    play_betting_acts(betting_round, *acts)
    assert wager_range(betting_round) == (next_total, next_total)


def test_completing_a_small_all_in_counts_as_a_raise_and_reopens_the_betting() -> None:  # BT-35
    betting_round, _ = make_betting_round([200, 29, 200, 200], Structure.FIXED, 20, cap=1)
    play_betting_acts(betting_round, "b 20", "r 29", "r 40")
    assert wager_range(betting_round) is None
    betting_round, _ = make_betting_round([200, 29, 200, 200], Structure.FIXED, 20, cap=3)
    play_betting_acts(betting_round, "b 20", "r 29", "r 40", "f")
    assert wager_range(betting_round) == (60, 60)


def test_small_all_ins_that_add_up_to_half_a_bet_reopen_the_betting() -> None:  # BT-35
    betting_round, _ = make_betting_round([200, 28, 31, 200], Structure.FIXED, 20)
    play_betting_acts(betting_round, "b 20", "r 28", "r 31", "c")
    assert (betting_round.legal_actions().call, wager_range(betting_round)) == (11, (51, 51))
    betting_round, _ = make_betting_round([200, 28, 29, 200], Structure.FIXED, 20)
    play_betting_acts(betting_round, "b 20", "r 28", "r 29", "c")
    assert (betting_round.legal_actions().call, wager_range(betting_round)) == (9, None)


@pytest.mark.parametrize(
    ("all_in", "kind", "next_total"), [(4, WagerKind.COMPLETE, 10), (5, WagerKind.RAISE, 15), (7, WagerKind.RAISE, 17)]
)
def test_an_all_in_of_half_a_bet_completes_a_bring_in(all_in: int, kind: WagerKind, next_total: int) -> None:
    """Bets of 10 after a bring-in of 2 (BT-35, VT-S7-5)."""
    players = [Player(1, 100), Player(2, all_in), Player(3, 100)]
    terms = BettingTerms(Structure.FIXED, 10, bring_in=2, bring_in_clauses=("VT-S7-3",))
    betting_round = BettingRound(players, 0, terms)
    play_betting_acts(betting_round, "in", f"r {all_in}")
    wager = betting_round.legal_actions().wager
    assert wager == Wager(kind, next_total, next_total, totals=(next_total,))


# --- the cap ------------------------------------------------------------------------------------------------------

CAPPED = ("b 4", "r 8", "r 12", "r 16")


def test_a_fold_does_not_lift_a_cap_that_was_reached() -> None:  # BT-30
    betting_round, _ = make_betting_round([100, 100, 100], Structure.FIXED, 4, cap=3)
    play_betting_acts(betting_round, *CAPPED, "f")
    assert (seat_to_act(betting_round), wager_range(betting_round)) == (3, None)
    with pytest.raises(IllegalAction) as refusal:
        play_betting_acts(betting_round, "r 20")
    assert refusal.value.clause == "BT-30"


def test_an_all_in_call_does_not_lift_a_cap_that_was_reached() -> None:  # BT-30
    betting_round, _ = make_betting_round([100, 14, 100], Structure.FIXED, 4, cap=3)
    play_betting_acts(betting_round, "b 4", "c", "r 8", "r 12", "c", "r 16")
    assert wager_range(betting_round) is None
    play_betting_acts(betting_round, "c", "c")
    assert seat_to_act(betting_round) is None


def test_the_cap_does_not_apply_between_two_players_with_chips_beside_an_all_in_player() -> None:  # BT-30
    betting_round, _ = make_betting_round([100, 100, 4], Structure.FIXED, 4, cap=3)
    play_betting_acts(betting_round, "b 4", "c", "c")
    assert seat_to_act(betting_round) is None
    betting_round, _ = make_betting_round([100, 4, 100], Structure.FIXED, 4, cap=3)
    play_betting_acts(betting_round, "b 4", "c", "r 8", "r 12", "r 16", "r 20")
    assert wager_range(betting_round) == (24, 24)


def test_two_all_in_players_do_not_count_towards_the_three() -> None:  # BT-30
    betting_round, _ = make_betting_round([100, 4, 8, 100], Structure.FIXED, 4, cap=3)
    play_betting_acts(betting_round, "b 4", "c", "r 8", "r 12", "r 16", "r 20", "r 24")
    assert wager_range(betting_round) == (28, 28)


def test_a_raise_that_puts_the_third_player_all_in_does_not_reach_the_cap() -> None:  # BT-30
    betting_round, _ = make_betting_round([100, 16, 100], Structure.FIXED, 4, cap=3)
    play_betting_acts(betting_round, "b 4", "c", "r 8", "r 12", "r 16")
    assert wager_range(betting_round) == (20, 20)


def test_the_cap_holds_while_three_players_with_chips_remain_of_four() -> None:  # BT-30
    betting_round, _ = make_betting_round([100, 4, 100, 100], Structure.FIXED, 4, cap=3)
    play_betting_acts(betting_round, "b 4", "c", "r 8", "r 12", "r 16")
    assert wager_range(betting_round) is None


# --- the bring-in passes on ---------------------------------------------------------------------------------------


def bring_in_round(*stacks: int) -> BettingRound:
    """Third street of fixed limit 10, bring-in 2, with the lowest card in seat 1."""
    terms = BettingTerms(
        Structure.FIXED,
        10,
        chips_in_pots=4,
        bring_in=2,
        bring_in_clauses=("VT-S7-3", "VT-S7-4", "VT-S7-5"),
        bring_in_card="lowest card",
    )
    players = [Player(seat, stack) for seat, stack in enumerate(stacks, start=1)]
    return BettingRound(players, 0, terms)


def test_the_owner_of_the_bring_in_cannot_fold() -> None:  # VT-S7-3
    betting_round = bring_in_round(100, 100, 100)
    legal = betting_round.legal_actions()
    assert (legal.seat, legal.bring_in, legal.fold) == (1, 2, False)
    with pytest.raises(IllegalAction, match="You must bring it in for 2 or complete") as refusal:
        play_betting_acts(betting_round, "x")
    assert refusal.value.clause == "VT-S7-3"


def test_the_bring_in_of_an_all_in_player_passes_to_the_left() -> None:  # CX-44
    betting_round = bring_in_round(0, 100, 100, 100)
    legal = betting_round.legal_actions()
    assert (legal.seat, legal.bring_in, legal.fold, legal.check) == (2, 2, True, False)
    assert legal.wager == Wager(WagerKind.COMPLETE, 10, 10, totals=(10,))
    with pytest.raises(IllegalAction, match="bring it in for 2, complete or fold") as refusal:
        play_betting_acts(betting_round, "x")
    assert refusal.value.clause == "CX-44"
    [posted] = betting_round.apply(legal, parse_action("in"))
    assert isinstance(posted, Posted)
    assert posted.because[-1] == "CX-44"
    assert (betting_round.legal_actions().seat, betting_round.legal_actions().call) == (3, 2)


def test_the_card_that_brings_in_is_named_to_its_owner_alone() -> None:  # VT-S7-3, CX-44
    assert bring_in_round(100, 100).legal_actions().brings_in_with == "lowest card"
    assert bring_in_round(0, 100, 100).legal_actions().brings_in_with == ""


def test_a_passed_bring_in_goes_on_when_players_fold() -> None:  # CX-44
    betting_round = bring_in_round(0, 100, 100, 100)
    play_betting_acts(betting_round, "f")
    legal = betting_round.legal_actions()
    assert (legal.seat, legal.bring_in, legal.fold) == (3, 2, True)
    play_betting_acts(betting_round, "f")
    assert seat_to_act(betting_round) is None


def test_a_passed_bring_in_may_be_completed() -> None:  # CX-44
    betting_round = bring_in_round(0, 100, 100)
    play_betting_acts(betting_round, "r 10")
    assert wager_range(betting_round) == (20, 20)


def test_a_passed_bring_in_can_skip_several_all_in_players() -> None:  # CX-44
    betting_round = bring_in_round(0, 0, 1, 100)
    legal = betting_round.legal_actions()
    assert (legal.seat, legal.bring_in, legal.fold, legal.wager) == (3, 1, True, None)


def test_an_open_pair_allows_the_big_bet_and_after_it_only_big_raises() -> None:  # VT-S7-11
    betting_round, _ = make_betting_round([100, 100], Structure.FIXED, 4, big_bet=8)
    wager = betting_round.legal_actions().wager
    assert wager is not None
    assert wager.totals == (4, 8)
    play_betting_acts(betting_round, "b 8")
    wager = betting_round.legal_actions().wager
    assert wager is not None
    assert wager.totals == (16,)


@pytest.mark.parametrize(
    ("structure", "least_and_most", "next_least_and_most"),
    [
        (Structure.NO_LIMIT, (10, 100), (20, 100)),
        (Structure.POT, (10, 10), (20, 35)),
        (Structure.HALF_POT, (10, 10), (20, 22)),
        (Structure.SPREAD, (10, 20), (20, 30)),
        (Structure.FIXED, (10, 10), (20, 20)),
    ],
)
def test_a_bring_in_is_completed_to_a_full_bet_and_raised_by_full_bets(
    structure: Structure, least_and_most: tuple[int, int], next_least_and_most: tuple[int, int]
) -> None:  # VT-S7-5
    players = [Player(seat, 100) for seat in (1, 2, 3)]
    terms = BettingTerms(structure, 10, spread_maximum=20, chips_in_pots=3, bring_in=2, bring_in_clauses=("VT-S7-3",))
    betting_round = BettingRound(players, 0, terms)
    play_betting_acts(betting_round, "in")
    wager = betting_round.legal_actions().wager
    assert wager is not None
    assert wager.kind is WagerKind.COMPLETE
    assert wager_range(betting_round) == least_and_most
    play_betting_acts(betting_round, "r 10")
    assert wager_range(betting_round) == next_least_and_most


def test_a_short_completion_does_not_reopen_the_betting() -> None:  # VT-S7-5, BT-34
    players = [Player(1, 100), Player(2, 7), Player(3, 100)]
    terms = BettingTerms(Structure.NO_LIMIT, 10, chips_in_pots=3, bring_in=2, bring_in_clauses=("VT-S7-3",))
    betting_round = BettingRound(players, 0, terms)
    play_betting_acts(betting_round, "in", "r 7", "c")
    assert betting_round.legal_actions().call == 5
    assert betting_round.legal_actions().wager is None


# --- refusals -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("act", "code"),
    [
        ("x", "no-check"),
        ("b 20", "wrong-verb"),
        ("r 19", "too-little"),
        ("r 101", "too-much"),
        ("r 0", "too-little"),
        ("in", "no-bring-in"),
        ("pat", "no-draw"),
    ],
)
def test_an_illegal_action_is_refused_with_a_reason_and_changes_nothing(act: str, code: str) -> None:  # BT-22
    betting_round, players = make_betting_round([100, 100])
    play_betting_acts(betting_round, "b 10")
    before = [(player.stack, player.bet, player.folded) for player in players], betting_round.legal_actions()
    with pytest.raises(IllegalAction) as refusal:
        betting_round.apply(betting_round.legal_actions(), parse_action(act))
    assert refusal.value.code == code
    assert refusal.value.sentence.endswith((".", "!"))
    assert refusal.value.clause
    assert ([(player.stack, player.bet, player.folded) for player in players], betting_round.legal_actions()) == before


@pytest.mark.parametrize(
    ("structure", "acts", "clause"),
    [
        (Structure.NO_LIMIT, ("b 9",), "BT-32"),
        (Structure.NO_LIMIT, ("b 30", "r 59"), "BT-33"),
        (Structure.NO_LIMIT, ("b 30", "r 101"), "AI-11"),
        (Structure.POT, ("b 30", "r 59"), "BT-33"),
        (Structure.POT, ("b 41",), "BT-27"),
        (Structure.HALF_POT, ("b 9",), "BT-32"),
        (Structure.HALF_POT, ("b 21",), "BT-28"),
        (Structure.SPREAD, ("b 9",), "BT-25"),
        (Structure.SPREAD, ("b 31",), "BT-25"),
        (Structure.SPREAD, ("b 20", "r 39"), "BT-36"),
        (Structure.SPREAD, ("b 20", "r 51"), "BT-25"),
        (Structure.FIXED, ("b 20",), "BT-24"),
    ],
)
def test_a_wager_of_a_wrong_size_is_refused_with_the_clause_of_its_betting_structure(
    structure: Structure, acts: tuple[str, ...], clause: str
) -> None:
    betting_round, _ = make_betting_round([100, 100], structure, 10, in_pots=40, largest_bet=30)
    play_betting_acts(betting_round, *acts[:-1])
    with pytest.raises(IllegalAction) as refusal:
        play_betting_acts(betting_round, acts[-1])
    assert refusal.value.clause == clause


def test_a_bring_in_cannot_be_completed_to_less_than_a_bet() -> None:  # VT-S7-5
    players = [Player(seat, 100) for seat in (1, 2, 3)]
    betting_round = BettingRound(players, 0, BettingTerms(Structure.NO_LIMIT, 10, bring_in=2))
    play_betting_acts(betting_round, "in")
    with pytest.raises(IllegalAction) as refusal:
        play_betting_acts(betting_round, "r 9")
    assert (refusal.value.code, refusal.value.clause) == ("too-little", "VT-S7-5")


def test_a_classroom_raise_is_at_least_one_chip() -> None:  # SIMPLE-18
    players = [Player(seat, 100) for seat in (1, 2)]
    betting_round = BettingRound(
        players,
        0,
        BettingTerms(Structure.NO_LIMIT, 1, constant_min_raise=True, to_match=1, no_check=True),
    )
    play_betting_acts(betting_round, "r 5", "r 6")
    with pytest.raises(IllegalAction) as refusal:
        play_betting_acts(betting_round, "r 6")
    assert (refusal.value.code, refusal.value.clause) == ("too-little", "SIMPLE-18")


def test_an_amount_that_is_not_a_whole_number_is_refused() -> None:
    betting_round, _ = make_betting_round([100, 100])
    for amount in (True, 5.0, "5", None):
        with pytest.raises(IllegalAction, match="whole number"):
            betting_round.apply(betting_round.legal_actions(), type(parse_action("b 2"))(amount))  # type: ignore[arg-type]


def test_a_player_cannot_act_twice_in_one_turn() -> None:  # BT-21
    betting_round, _ = make_betting_round([100, 100, 100])
    play_betting_acts(betting_round, "b 10", "c")
    assert seat_to_act(betting_round) == 3
