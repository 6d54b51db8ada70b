"""Where PokerKit 0.7.7 and this engine differ: the position, both answers, who is right, and why.

The random comparison leaves an argument out only where one of these, by name, explains it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from railbird_shared.game.announced_game import Stakes, Structure
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.game_rules import OddChip
from railbird_shared.game.variants import VARIANTS, Variant
from railbird_shared.protocol.actions import Fold
from support.hand_builders import parse_action
from support.pokerkit_oracle import (
    KNOWN_BETTING_DEVIATIONS,
    KNOWN_DIVISION_DEVIATIONS,
    Decision,
    PairedHand,
    comparable_variant,
)


def dealt(
    variant: Variant | str, stacks: Sequence[int], *acts: str, deck: str = "", stakes: Stakes | None = None
) -> PairedHand:
    """A hand played so far in both engines; the seats run from the button's left, and the deck begins as said."""
    game = comparable_variant(variant) if isinstance(variant, str) else variant
    first = parse_cards(deck)
    both = PairedHand(game, stacks, [*first, *(card for card in game.pack if card not in first)], stakes)
    play(both, *acts)
    return both


def play(both: PairedHand, *acts: str) -> None:
    for text in acts:
        both.act(parse_action(text))


def asked(both: PairedHand) -> Decision:
    """What both engines say of the same player."""
    position = both.decision
    assert position is not None
    assert position.ours.seat == position.theirs.seat
    return position


def may_raise(both: PairedHand) -> tuple[bool, bool]:
    """Whether the player in turn may bet or raise here, and there."""
    position = asked(both)
    return position.ours.least > 0, position.theirs.least > 0


def least(both: PairedHand) -> tuple[int, int]:
    """The least total the player in turn may bet or raise to here, and there."""
    return asked(both).ours.least, asked(both).theirs.least


BIG = Stakes(small_blind=50, big_blind=100)
LIMIT = Stakes(small_blind=5, big_blind=10, small_bet=10, big_bet=20)


# --- short all-ins ------------------------------------------------------------------------------------------------


def test_a_short_all_in_over_limpers_does_not_reopen_the_betting() -> None:
    """We are right by BT-34: 30 more than the big blind is less than a raise, and the limper has acted.

    PokerKit measures a short all-in against the wagers of the round and counts no blind among them, so that the first
    one, however short, is a full raise to it.
    """
    both = dealt("holdem", (1000, 1000, 1000, 130), "c", "r 130", "c", "c", stakes=BIG)
    assert asked(both).ours.seat == 3
    assert may_raise(both) == (False, True)
    assert both.deviation == "short_all_in_opened_betting"


def test_a_short_bet_does_not_reopen_the_betting_to_a_player_who_checked() -> None:
    """We are right by BT-34: the checker faces less than the least bet of 100, which PokerKit takes for a full one."""
    both = dealt("holdem", (1000, 1000, 160), "c", "c", "x", "x", "x", "b 60", "c", stakes=BIG)
    assert asked(both).ours.seat == 2
    assert may_raise(both) == (False, True)
    assert both.deviation == "short_all_in_opened_betting"


def test_short_all_ins_add_up_to_a_full_raise_in_both_engines() -> None:
    """No deviation, though versions before 0.7.6 had one: 12 and 8 more are a raise of 20 together (BT-34).

    It reopens the betting to the first raiser, who faces 20, and not to the caller of 42, who faces 8.
    """
    stakes = Stakes(small_blind=5, big_blind=10)
    both = dealt("holdem", (500, 500, 500, 42, 500, 50), "r 30", "r 42", "c", "r 50", "f", "f", stakes=stakes)
    assert may_raise(both) == (True, True)
    play(both, "c")
    assert asked(both).ours.seat == 5
    assert may_raise(both) == (False, False)


# --- odd amounts in fixed limit -----------------------------------------------------------------------------------


def test_an_all_in_of_less_than_half_a_bet_is_completed() -> None:
    """We are right by BT-35: less than half a bet more is no raise, so that the next player completes it to 20.

    PokerKit adds a bet to whatever the all-in came to.
    """
    both = dealt("limit-holdem", (200, 200, 200, 13, 200), "c", "r 13", stakes=LIMIT)
    assert least(both) == (20, 23)
    assert both.deviation == "all_in_of_less_than_half_a_bet"


@pytest.mark.parametrize(("all_in", "next_total"), [(15, 25), (17, 27)])
def test_a_raise_over_an_all_in_of_half_a_bet_adds_one_bet_in_both_engines(all_in: int, next_total: int) -> None:
    """No deviation: half a bet or more is a raise, and the next one adds a whole bet to it (BT-35)."""
    both = dealt("limit-holdem", (200, 200, 200, all_in, 200), "c", f"r {all_in}", stakes=LIMIT)
    assert least(both) == (next_total, next_total)
    assert both.deviation == ""


def test_an_all_in_of_less_than_half_a_bet_does_not_reopen_the_betting() -> None:
    """We are right by BT-35: the limper faces 3 more, less than half of a bet. PokerKit allows a raise."""
    both = dealt("limit-holdem", (200, 200, 200, 13), "c", "r 13", "c", "c", stakes=LIMIT)
    assert may_raise(both) == (False, True)
    assert both.deviation == "all_in_of_less_than_half_a_bet"


def test_an_all_in_of_half_a_bet_reopens_the_betting() -> None:
    """We are right by BT-35: half a bet or more counts as a whole one. PokerKit asks for a whole one."""
    both = dealt("limit-holdem", (200, 200, 200, 200, 25), "r 20", "c", "r 25", "f", "f", stakes=LIMIT)
    assert may_raise(both) == (True, False)
    assert both.deviation == "part_of_a_bet_counts_as_whole"


@pytest.mark.parametrize(
    ("stacks", "acts"),
    [
        ((200, 200), ("r 20", "r 30", "r 40")),
        ((200, 200, 10), ("c", "r 20", "r 30", "r 40")),
        ((200, 10, 10, 200), ("c", "r 20", "r 30", "r 40")),
    ],
)
def test_the_raise_cap_does_not_apply_between_two_players(stacks: tuple[int, ...], acts: tuple[str, ...]) -> None:
    """We are right by BT-30: the cap guards third players who still have chips. PokerKit keeps it."""
    both = dealt("limit-holdem", stacks, *acts, stakes=LIMIT)
    assert may_raise(both) == (True, False)
    assert both.deviation == "no_cap_between_two"


def test_a_fold_does_not_lift_a_reached_cap_in_either_engine() -> None:
    """No deviation: once the cap is reached, it stays (BT-30)."""
    both = dealt("limit-holdem", (200, 200, 200), "r 20", "r 30", "r 40", "f", stakes=LIMIT)
    assert may_raise(both) == (False, False)
    assert both.deviation == ""


def test_the_big_blind_does_not_count_towards_the_raise_cap() -> None:
    """Neither is wrong by BT-29: we count raises; PokerKit counts the bet too, but no blind, and is told so."""
    both = dealt("limit-holdem", (200, 200, 200), "r 20", "r 30", "r 40", stakes=LIMIT)
    assert may_raise(both) == (False, False)
    both = dealt("limit-holdem", (200, 200, 200), "c", "c", "x", "b 10", "r 20", "r 30", "r 40", stakes=LIMIT)
    assert may_raise(both) == (False, False)


# --- short forced bets --------------------------------------------------------------------------------------------


def test_calling_a_short_big_blind_costs_the_full_big_blind() -> None:
    """We are right by BT-19 and DL-12: others match the big blind that was due, and raise over it.

    PokerKit takes what the short stack could post for the blind.
    """
    both = dealt("holdem", (200, 1, 200, 200))
    position = asked(both)
    assert (position.ours.call, position.theirs.call) == (2, 1)
    assert least(both) == (4, 3)
    assert both.deviation == "forced_bet_was_short"


def test_calling_a_short_bring_in_costs_the_full_bring_in() -> None:
    """We are right by DL-12 and VT-S7-5: the bring-in is 2, whatever the stack of its owner."""
    both = dealt("seven-card-stud", (50, 50, 2), "in", deck="3c 4c 5c 3d 4d 5d Kh Qh 2c")
    position = asked(both)
    assert (position.ours.call, position.theirs.call) == (2, 1)
    assert both.deviation == "forced_bet_was_short"


def test_an_all_in_for_one_chip_is_a_bring_in_not_a_completion() -> None:
    """It makes no difference: the same chips go in, under two names in PokerKit (DL-12)."""
    both = dealt("seven-card-stud", (50, 50, 2), deck="3c 4c 5c 3d 4d 5d Kh Qh 2c")
    assert may_raise(both) == (False, True)
    assert both.deviation == "bring_in_takes_last_chip"


# --- turns and choices --------------------------------------------------------------------------------------------


def test_a_raise_that_no_opponent_can_call_in_full_is_allowed() -> None:
    """Neither is wrong: by AI-7 two active players with chips may bet, and what nobody calls comes back (AI-10).

    Seat 1 has 10 chips left and faces 38 more; PokerKit spares the third the raise.
    """
    both = dealt("holdem", (12, 40, 200), "c", "c", "r 40")
    assert asked(both).ours.seat == 3
    assert may_raise(both) == (True, False)
    assert both.deviation == "no_opponent_can_call_more"


def test_a_fold_is_allowed_where_a_check_is_free() -> None:
    """Neither is wrong: nobody is kept in a hand (BT-9); PokerKit refuses a fold where a check is free."""
    both = dealt("holdem", (200, 200, 200), "c", "c")
    legal = both.hand.legal_actions()
    assert legal is not None
    assert legal.fold
    with pytest.raises(ValueError, match="no reason"):
        both.act(Fold())


def test_suits_decide_which_of_two_equal_high_cards_acts_first() -> None:
    """We are right by SU-3 and VT-S5-6: of two jacks the spade begins, which PokerKit cannot be told."""
    both = dealt("five-card-stud", (50, 50, 50), deck="2c 3c 4c Jd Js 9h")
    position = both.decision
    assert position is not None
    assert (position.ours.seat, position.theirs.seat) == (2, 1)
    assert both.deviation == "highest_upcards_tie"


def test_an_open_pair_lets_any_player_make_the_big_bet() -> None:
    """We are right by VT-S7-11, which is usual where stud is played; PokerKit lacks it."""
    both = dealt(
        replace(comparable_variant("seven-card-stud"), streets=VARIANTS["seven-card-stud"].streets),
        (90, 90),
        *("in", "c"),
        deck="3c 4c 3d 4d 9h 2c Tc 9s 7d",
    )
    position = asked(both)
    assert (position.ours.least, position.ours.most) == (4, 8)
    assert (position.theirs.least, position.theirs.most) == (4, 4)


def test_the_opener_acts_first_after_the_draw() -> None:
    """We are right by VT-5D-8 in the ante form; PokerKit has no five card draw, and a round of its own begins left."""
    game = replace(comparable_variant("five-card-draw"), streets=VARIANTS["five-card-draw"].streets)
    both = dealt(game, (50, 50, 50), "x", "b 2", "c", "c", "pat", "pat", "pat")
    position = both.decision
    assert position is not None
    assert (position.ours.seat, position.theirs.seat) == (2, 1)


def test_a_hand_that_all_pass_ends_before_the_draw() -> None:
    """We are right by BT-38; PokerKit goes on to the draw."""
    both = dealt(replace(comparable_variant("five-card-draw"), pass_out=True), (50, 50, 50), "x", "x", "x")
    assert both.hand.over
    assert both.hand.carried == 3
    assert not both.theirs.over


def test_antes_count_towards_the_pot_limit_in_both_engines() -> None:
    """No deviation where all pay an ante: call 2, and the pot of blinds and antes is 8 (BT-27)."""
    stakes = Stakes(ante=1, small_blind=1, big_blind=2)
    both = dealt(replace(comparable_variant("holdem"), structure=Structure.POT), (90, 90, 90), stakes=stakes)
    assert asked(both).ours.most == 10
    assert asked(both).theirs.most == 10


# --- dividing -----------------------------------------------------------------------------------------------------


def test_a_side_pot_without_a_low_goes_to_its_high_hand() -> None:
    """We are right by SD-18 and SD-19: each pot is divided for itself, and without a low its high hand takes all.

    Seat 3 alone has a low, and no part in the side pot of 12, whose best high is seat 4's. PokerKit shares the low half
    of it with seat 1, who has no low either, but is still in and wins the second side pot.
    """
    deck = "Qc 9h As Kc Qd 9d 2s Kd Jh Th Jc Ts Jd Tc Js Td 6c 3h 4c 8d 6d Ks 6h 7s"
    acts = ("r 4", "c", "c", "c", "x", "x", "b 2", "c", "c", "b 4", "c", "c", "x", "x")
    both = dealt("omaha8", (60, 60, 4, 8), *acts, deck=deck)
    assert both.hand.stacks == {1: 54, 2: 50, 3: 8, 4: 20}
    assert both.theirs.stacks == {1: 57, 2: 50, 3: 8, 4: 17}
    assert both.final_deviation == "low_qualifies_in_some_pots_only"


def test_odd_chips_go_one_each_to_the_winners() -> None:
    """We are right by SD-16: of 14 chips two are odd, one each for two winners. PokerKit gives both to the first."""
    deck = "2c 3c 4c 5c 2d 3d 4d 5d 6c As Ks Qs 6d Js 6h Ts"
    stakes = Stakes(small_blind=2, big_blind=4)
    both = dealt("holdem", (50, 50, 50, 50), "c", "c", "f", *["x"] * 10, deck=deck, stakes=stakes)
    assert both.hand.stacks == {1: 48, 2: 51, 3: 51, 4: 50}
    assert both.theirs.stacks == {1: 48, 2: 52, 3: 50, 4: 50}
    assert both.final_deviation == "several_odd_chips"


def test_each_pot_has_its_own_odd_chip() -> None:
    """We are right by AI-4 and SD-16: pots of 17 and 13 are divided one by one.

    PokerKit makes one pot of them as soon as the beaten short stack is out of the way, and has no odd chip left.
    """
    deck = "2c 3c Jc As Ad 2d 3d Td Kd Kc 6c Ah 9c 7d 6d 5s 6h 2h"
    acts = ("r 4", "r 7", "c", "f", "c", "x", "b 2", "c", "f", "x", "x", "x", "x")
    both = dealt("holdem", (50, 50, 4, 50, 50), *acts, deck=deck)
    assert both.hand.stacks == {1: 49, 2: 43, 3: 0, 4: 57, 5: 55}
    assert both.theirs.stacks == {1: 49, 2: 43, 3: 0, 4: 56, 5: 56}
    assert both.final_deviation == "odd_chips_in_several_pots"


def test_the_odd_chip_in_stud_goes_to_the_highest_card_by_suit() -> None:
    """We are right by SD-16, where the odd chip of stud goes to the highest card by suit, the king of spades.

    PokerKit knows only the position.
    """
    deck = "Kh Qd 2c Qc Ks 2d 3h 9d 9c 3s 6s 6h 5h 4c 4d"
    game = replace(comparable_variant("five-card-stud"), odd_chip=OddChip.SUIT)
    acts = ("b 4", "f", "c", *["x"] * 6)
    both = dealt(game, (50, 50, 50), *acts, deck=deck, stakes=Stakes(ante=1, small_bet=4, big_bet=8))
    assert both.hand.stacks == {1: 50, 2: 51, 3: 49}
    assert both.theirs.stacks == {1: 51, 2: 50, 3: 49}


def test_every_known_deviation_has_a_test_in_this_file() -> None:
    told = Path(__file__).read_text(encoding="utf-8")
    assert [
        known.__name__
        for known in (*KNOWN_BETTING_DEVIATIONS, *KNOWN_DIVISION_DEVIATIONS)
        if f'"{known.__name__}"' not in told
    ] == []
