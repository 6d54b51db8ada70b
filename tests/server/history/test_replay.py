"""Records played through the rules: those that hold, and the first difference of those that do not."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird_server.history.card_trace import CardTrace
from railbird_server.history.game_setup import GAME_CODES, setup_of, variant_of
from railbird_server.history.parser import BadHistory, parse_hand, parse_histories
from railbird_server.history.replay import (
    ComparisonLevel,
    Difference,
    RecordedCardsDealer,
    Verdict,
    build_recorded_hand,
)
from railbird_shared.game.cards import PACK, format_cards, parse_cards
from support.examples import examples
from support.history_builders import history_text, replay_history

DEAL = """
    d dh p1 AhKd
    d dh p2 2c7d
    d dh p3 9s9h
"""
CHECKED_DOWN = """
    p3 cc
    p1 cc
    p2 cc
    d db 2s3s4s
    p1 cc
    p2 cc
    p3 cc
    d db Jd
    p1 cc
    p2 cc
    p3 cc
    d db Qc
    p1 cc
    p2 cc
    p3 cc
"""
RAZZ = """
    d dh p1 ??????
    d dh p2 2c3cQd
    d dh p3 4c5cJd
"""


def difference(verdict: Verdict) -> Difference:
    assert verdict.difference
    return verdict.difference


def test_a_replayed_hand_matches_the_finishing_stacks() -> None:
    verdict = replay_history(f"{DEAL}p3 f\np1 f", finishing_stacks=[99, 101, 100])
    assert verdict == Verdict(ComparisonLevel.STACKS)


def test_without_finishing_stacks_only_actions_are_compared() -> None:
    assert replay_history(f"{DEAL}p3 f\np1 f") == Verdict(ComparisonLevel.ACTIONS)


def test_a_history_may_stop_before_the_hand_is_over() -> None:
    assert replay_history(f"{DEAL}p3 cbr 6", finishing_stacks=[99, 98, 94]) == Verdict(ComparisonLevel.STACKS)


def test_an_ante_for_the_whole_table_is_dead() -> None:
    verdict = replay_history(
        f"{DEAL}p3 cbr 6\np1 f\np2 f", antes=[0, 2, 0], ante_trimming_status=False, finishing_stacks=[99, 96, 105]
    )
    assert verdict == Verdict(ComparisonLevel.STACKS)


def test_heads_up_the_button_posts_the_small_blind_and_acts_first() -> None:
    verdict = replay_history(
        "d dh p1 AhKd\nd dh p2 2c7d\np2 f",
        antes=[0, 0],
        blinds_or_straddles=[1, 2],
        starting_stacks=[50, 60],
        finishing_stacks=[51, 59],
    )
    assert verdict == Verdict(ComparisonLevel.STACKS)


def test_the_number_of_raises_is_not_capped() -> None:
    raises = "\n".join(f"p{player} cbr {to}" for player, to in zip((3, 1, 2, 3, 1, 2), range(4, 16, 2), strict=True))
    assert replay_history(f"{DEAL}{raises}", variant="FT") == Verdict(ComparisonLevel.ACTIONS)


def test_amounts_with_cents_are_replayed_exactly() -> None:
    verdict = replay_history(
        f"{DEAL}p3 cbr 1.25\np1 f\np2 f",
        blinds_or_straddles=[0.25, 0.5, 0],
        min_bet=0.5,
        finishing_stacks=[99.75, 99.5, 100.75],
    )
    assert verdict == Verdict(ComparisonLevel.STACKS)


# --- the first difference ----------------------------------------------------------------------------------------


def test_an_illegal_action_is_reported_as_the_first_difference() -> None:
    found = difference(replay_history(f"{DEAL}p3 f\np1 cbr 3\np2 f"))
    assert (found.action, found.text, found.clause) == (5, "p1 cbr 3", "BT-33")
    assert found.engine == "The least you can raise to is 4."
    assert str(found).startswith("action 5, 'p1 cbr 3': the file says that this act is legal; the rules say: The least")


def test_an_action_out_of_turn_is_a_difference() -> None:
    found = difference(replay_history(f"{DEAL}p1 f"))
    assert (found.action, found.engine, found.clause) == (4, "Player 3 is still to act.", "BT-23")


def test_an_action_after_the_end_is_a_difference() -> None:
    found = difference(replay_history(f"{DEAL}p3 f\np1 f\np2 cc"))
    assert (found.action, found.engine) == (6, "The hand is over.")


def test_cards_dealt_too_early_are_a_difference() -> None:
    found = difference(replay_history(f"{DEAL}p3 cc\np1 cc\nd db 2s3s4s"))
    assert (found.action, found.engine, found.clause) == (6, "Player 2 is still to act.", "BT-11")


def test_hands_shown_too_early_are_a_difference() -> None:
    assert difference(replay_history(f"{DEAL}p3 cc\np1 sm AhKd")).clause == "SD-1"


def test_an_illegal_action_before_contradictory_cards_is_reported_first() -> None:
    assert difference(replay_history(f"{DEAL}p3 cbr 3\np1 f\nd db AhAhAh")).action == 4


def test_a_card_dealt_twice_is_a_difference() -> None:
    found = difference(replay_history(f"{DEAL}p3 cc\np1 cc\np2 cc\nd db 2sAh3s"))
    assert (found.action, found.engine, found.clause) == (7, "The card Ah is dealt twice.", "IR-6")


def test_wrong_finishing_stacks_are_a_difference_without_an_action() -> None:
    found = difference(replay_history(f"{DEAL}p3 f\np1 f", finishing_stacks=[100, 100, 100]))
    assert (found.action, found.engine) == (None, "Player 1 has 99.")


@pytest.mark.parametrize(
    "fields", [{"variant": "PLO"}, {"starting_stacks": [100, 0, 100]}, {"antes": [-1, 0, 0]}, {"min_bet": 0}]
)
def test_a_hand_with_an_invalid_setup_is_a_difference_before_the_first_action(fields: dict[str, object]) -> None:
    verdict = replay_history(DEAL, **{"variant": "NT"} | fields)  # type: ignore[arg-type]
    assert verdict.compared is ComparisonLevel.NOTHING
    assert difference(verdict).action == 0
    assert str(verdict.difference).endswith(".")


# --- unknown cards -----------------------------------------------------------------------------------------------


def test_stacks_are_compared_if_an_unknown_hand_folds() -> None:
    hidden = DEAL.replace("9s9h", "????")
    assert replay_history(f"{hidden}p3 f\np1 f", finishing_stacks=[99, 101, 100]) == Verdict(ComparisonLevel.STACKS)


def test_only_actions_are_compared_if_the_winner_is_unknown() -> None:
    hidden = DEAL.replace("9s9h", "????")
    verdict = replay_history(f"{hidden}{CHECKED_DOWN}p1 sm AhKd\np2 sm\np3 sm ????", finishing_stacks=[98, 98, 104])
    assert verdict == Verdict(ComparisonLevel.ACTIONS)


def test_an_unknown_hand_that_is_mucked_loses() -> None:
    hidden = DEAL.replace("2c7d", "????")
    verdict = replay_history(f"{hidden}{CHECKED_DOWN}p1 sm\np2 sm\np3 sm 9s9h", finishing_stacks=[98, 98, 104])
    assert verdict == Verdict(ComparisonLevel.STACKS)


def test_an_unknown_hand_is_known_once_it_is_shown() -> None:
    hidden = DEAL.replace("9s9h", "????")
    verdict = replay_history(f"{hidden}{CHECKED_DOWN}p3 sm 9s9h", finishing_stacks=[98, 98, 104])
    assert verdict == Verdict(ComparisonLevel.STACKS)


def test_a_winning_hand_that_is_mucked_is_a_difference() -> None:
    found = difference(replay_history(f"{DEAL}{CHECKED_DOWN}p1 sm AhKd\np2 sm\np3 sm"))
    assert found.engine == "Player 3 wins with pair of nines."
    assert found.clause == "SD-6"


def test_an_uncalled_winner_may_muck() -> None:
    assert replay_history(f"{DEAL}p3 f\np1 f\np2 sm", finishing_stacks=[99, 101, 100]) == Verdict(
        ComparisonLevel.STACKS
    )


def test_unknown_upcards_are_chosen_so_that_the_recorded_player_brings_it_in() -> None:
    assert replay_history(f"{RAZZ}p2 pb\np3 f\np1 f", variant="FR") == Verdict(ComparisonLevel.ACTIONS)
    assert replay_history(f"{RAZZ}p1 pb\np2 f\np3 f", variant="FR") == Verdict(ComparisonLevel.ACTIONS)


def test_with_unknown_cards_the_latest_first_difference_is_reported() -> None:
    assert difference(replay_history(f"{RAZZ}p2 pb\np3 cbr 7", variant="FR")).action == 5


# --- what is made to fit -----------------------------------------------------------------------------------------


def test_a_raise_that_no_opponent_can_call_is_replayed_as_a_call() -> None:
    hand = f"{DEAL}p3 cbr 50\np1 f\np2 cbr 100\nd db 2s3s4s\nd db Jd\nd db Qc"
    verdict = replay_history(hand, starting_stacks=[100, 100, 50], finishing_stacks=[99, 50, 101])
    assert verdict.difference is None
    assert verdict.deviations == ("action 6, 'p2 cbr 100', is a call: nobody can call more (AI-10)",)


def test_common_seventh_street_is_dealt_to_the_board() -> None:
    eight = [f"d dh p{player} ??????" for player in range(1, 9)]
    later = [f"d dh p{player} ??" for player in range(1, 9)]
    lines = "\n".join([*eight, *later, *later, *later, "d db 2c"])
    verdict = replay_history(lines, variant="F7S", antes=[5] * 8, starting_stacks=[5] * 8)
    assert verdict == Verdict(ComparisonLevel.ACTIONS)


# --- anything else -----------------------------------------------------------------------------------------------

LINES = [*DEAL.split("\n"), *CHECKED_DOWN.split("\n"), *RAZZ.split("\n"), "p1 sd ??", "p2 sd", "p1 sd AhKd", "p3 sm -"]
SCRAPS = ["d dh p1 ??", "d db AhAh", "p1 cbr 1e9", "p2 cbr 0.5", "p2 pb", "p1 f", "p2 sm", "p3 sm 9s9h", "d db ??????"]


@settings(max_examples=examples(150))
@given(st.sampled_from(sorted(GAME_CODES)), st.lists(st.sampled_from(LINES + SCRAPS), max_size=25))
def test_any_sequence_of_actions_gets_a_verdict(variant: str, lines: list[str]) -> None:
    verdict = replay_history("\n".join(lines), variant=variant)
    assert verdict.difference is None or str(verdict.difference)


TIED_HAND = """
    d dh p1 AhKd
    d dh p2 AdKh
    d dh p3 2c7d
    p3 cbr 3
    p1 cc
    p2 cc
    d db AcKcQs
    p1 cc
    p2 cc
    p3 cbr 3
    p1 cc
    p2 cc
    d db Js
    p1 cc
    p2 cc
    p3 f
"""
"""Two players will tie for a pot of 18 chips and what the third antes."""

RUN_OUT = "d db 3c\np1 cc\np2 cc"


def agreed_and_deviations(stacks: list[float]) -> tuple[bool, tuple[str, ...]]:
    verdict = replay_history(f"{TIED_HAND}{RUN_OUT}", antes=[0, 0, 1], ante_trimming_status=False, min_bet=1,
                     blinds_or_straddles=[0, 1, 0], finishing_stacks=stacks)  # fmt: skip
    assert verdict.compared is ComparisonLevel.STACKS or verdict.difference
    return verdict.difference is None, verdict.deviations


def test_an_odd_chip_left_of_the_button_is_no_deviation() -> None:
    assert agreed_and_deviations([104, 103, 93]) == (True, ())


@pytest.mark.parametrize("stacks", [[103.5, 103.5, 93], [103, 104, 93]])
def test_an_odd_chip_split_or_given_to_another_winner_is_an_agreed_deviation(stacks: list[float]) -> None:
    holds, deviations = agreed_and_deviations(stacks)
    assert holds
    assert deviations[0].endswith("(SD-16)")


@pytest.mark.parametrize("stacks", [[105, 102, 93], [103, 103, 94], [103, 103, 93], [104, 102.5, 93.5]])
def test_moving_more_than_the_odd_chip_or_paying_a_loser_is_a_difference(stacks: list[float]) -> None:
    assert not agreed_and_deviations(stacks)[0]


def test_an_odd_chip_between_high_and_low_may_be_split() -> None:
    hand = """
        d dh p1 AhAdKhKd
        d dh p2 2c3cQhJd
        d dh p3 9s9h8s8h
        p3 cc
        p1 f
        p2 cc
        d db 4d6dKs
        p2 cc
        p3 f
    """
    assert replay_history(hand, variant="FO/8", finishing_stacks=[99, 103, 98]).difference is None
    shared = hand.replace("p3 f\n", "p3 cc\nd db 7c\np2 cc\np3 cc\nd db Tc\np2 cc\np3 cc\n")
    assert replay_history(shared, variant="FO/8", finishing_stacks=[99, 100, 101]).difference is None
    split = replay_history(shared, variant="FO/8", finishing_stacks=[99, 100.5, 100.5])
    assert split.difference is None
    assert split.deviations


def dealt_cards(actions: str, variant: str = "NT", turn: int = 0, fields: Mapping[str, object] | None = None) -> str:
    record = parse_hand(parse_histories(history_text(actions, variant=variant, **(fields or {})))[""])
    game = variant_of(record)
    trace = CardTrace(record, game)
    filling = trace.assign_cards(turn)
    return format_cards(filling[slot] for _, slot in trace.slots_in_order())


def test_hole_cards_come_one_at_a_time_before_the_board() -> None:
    assert dealt_cards("d dh p1 AhKh\nd dh p2 2c7c\nd dh p3 9s9h\nd db 3c4c5c") == "Ah 2c 9s Kh 7c 9h 3c 4c 5c"


def test_a_player_receives_all_replacement_cards_at_once() -> None:
    hands = "d dh p1 2s4cKhQh\nd dh p2 2c3cKcQc\nd dh p3 2d3dKdQd\n"
    assert dealt_cards(f"{hands}p1 sd KhQh\np2 sd\np3 sd QdKd\nd dh p1 5h6h\nd dh p3 7d8d", "FB").endswith(
        "5h 6h 7d 8d"
    )


def test_unknown_cards_are_filled_with_unmentioned_cards() -> None:
    assert dealt_cards("d dh p1 AhKh\nd dh p2 ????\nd dh p3 AcAd") == "Ah As Ac Kh Kc Ad"


def test_each_attempt_fills_unknown_cards_differently() -> None:
    assert dealt_cards("d dh p1 AhKh\nd dh p2 ????\nd dh p3 AcAd", turn=1) == "Ah Kc Ac Kh Kd Ad"


def test_unmentioned_cards_are_the_rest_of_the_pack() -> None:
    record = parse_hand(parse_histories(history_text("d dh p1 AhKh\nd dh p2 2c7c\nd dh p3 9s9h"))[""])
    assert len(CardTrace(record, variant_of(record)).unmentioned_cards()) == 46


def six_handed_draw(draws: int) -> str:
    deals = [f"d dh p{player} ??????????" for player in range(1, 7)]
    rounds = [f"p{player} sd ??????????" for player in range(1, 7)] * draws
    return "\n".join([*deals, *rounds])


SIX: dict[str, object] = {"antes": [0] * 6, "blinds_or_straddles": [1, 2, 0, 0, 0, 0], "starting_stacks": [100] * 6}


def test_discards_are_dealt_again_once_the_pack_is_used_up() -> None:
    cards = dealt_cards(six_handed_draw(1), "F2L3D", fields=SIX).split()
    assert len(cards) == 60
    assert len(set(cards[:52])) == 52
    assert set(cards[52:]) <= set(cards[:30])


def test_a_hand_that_reshuffles_discards_is_dealt_as_recorded() -> None:
    record = parse_hand(parse_histories(history_text(six_handed_draw(1), variant="F2L3D", **SIX))[""])
    game = variant_of(record)
    trace = CardTrace(record, game)
    filling = trace.assign_cards(0)
    cards = [filling[slot] for _, slot in trace.slots_in_order()]
    hand = build_recorded_hand(setup_of(record, game), cards, game)
    hand.start()
    assert hand.players[1].cards == cards[0:30:6]


def test_a_player_may_draw_their_own_discard_if_it_was_recorded() -> None:
    """Others who shuffled a pack again have dealt so; our own hands do not (VT-5D-16)."""
    dealer = RecordedCardsDealer(parse_cards("2c 3c 2c 4c"), PACK)
    dealer.discard(1, dealer.deal([1]))
    assert dealer.deal_replacements(1, 3) == parse_cards("3c 2c 4c")


def test_dealing_more_cards_than_the_pack_has_is_refused() -> None:
    with pytest.raises(BadHistory, match="More cards"):
        dealt_cards("d dh p1 ??????????????", "F7S", fields={"antes": [1] * 10, "starting_stacks": [100] * 10})
