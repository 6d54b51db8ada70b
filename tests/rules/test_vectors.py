"""Runs every vector, our own and the catalogue's, against the engine.

The tables below map a vector's kind, rule or action to the function that answers it, and the answer has to be what the
vector expects. A vector of unknown shape fails. Our own vectors must have every fact read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from support.vectors import betting, classroom, dealing, hand_play, ranking, table
from support.vectors.vector import CATALOGUE_FILE, Facts, UnknownVectorError, Vector, load_all_vectors, load_our_vectors

Answerer = Callable[[Vector, Facts], Any]

ANSWERER_BY_KIND: dict[str, Answerer] = {
    "compare": ranking.answer_compare,
    "describe": ranking.answer_describe,
    "winner": ranking.answer_winner,
}
ANSWERER_BY_POT_RULE: dict[str, Answerer] = {
    "betting": betting.answer_betting,
    **dict.fromkeys(("fixed", "fixed-limit", "limit", "spread", "spread-limit"), betting.answer_betting),
    **dict.fromkeys(("no-limit", "pot", "pot-limit", "half-pot", "half-pot-limit"), betting.answer_betting),
    "side-pots": betting.answer_side_pots,
    "simple": classroom.answer_bets,
}
ANSWERER_BY_ACTION: dict[str, Answerer] = {
    "all_permutations_equal": ranking.answer_all_permutations_equal,
    "cards_left": ranking.answer_cards_left,
    "draw_for_seats": ranking.answer_draw_for_seats,
    "qualify_low": ranking.answer_qualify_low,
    "wild_card": ranking.answer_lowest_wild,
    "wild_cards": ranking.answer_wild_cards,
    "bring_in_index": dealing.answer_stud_first_to_act,
    "cut": dealing.answer_cut,
    "deal": dealing.answer_deal_from_short_pack,
    "deal_order": dealing.answer_deal_order,
    "discard": dealing.answer_discard,
    "discard_counts_allowed": dealing.answer_discard_counts,
    "first_dealer": dealing.answer_first_dealer,
    "first_to_act_index": dealing.answer_stud_first_to_act,
    "forced_opening_bet_index": dealing.answer_stud_first_to_act,
    "redeal_on_misdeal": dealing.answer_redeal,
    "rotation": dealing.answer_rotation,
    "deck_can_run_out": classroom.answer_deck_can_run_out,
    "legal_actions": classroom.answer_legal_actions,
    "next_phase": classroom.answer_next_phase,
    "bet": hand_play.answer_preflop_action,
    "blinds_and_order": hand_play.answer_heads_up_blinds,
    "call": hand_play.answer_preflop_action,
    "check": hand_play.answer_preflop_action,
    "claim_pot": hand_play.answer_claim_pot,
    "first_to_act": hand_play.answer_first_to_act,
    "first_to_act_round_1": hand_play.answer_first_to_act,
    "first_to_act_round_2": hand_play.answer_first_to_act_after_draw,
    "fold": hand_play.answer_preflop_action,
    "raise": hand_play.answer_preflop_action,
    "second_message": hand_play.answer_second_message,
    "show_order": hand_play.answer_show_order,
    "split": hand_play.answer_split,
    "win_pot": hand_play.answer_win_pot,
    "may_raise": hand_play.answer_may_raise,
    "outcome": table.answer_passed_out,
    "sit_down": table.answer_sit_down,
    "top_up": table.answer_top_up,
    "withdraw_chips": table.answer_withdraw_chips,
}


def find_answerer(case: Vector) -> Answerer:
    """Returns the function that answers vectors of this shape."""
    action = "may_raise" if case.action.endswith("_may_raise") else case.action
    answerer = {"pot": ANSWERER_BY_POT_RULE.get(case.rule), "legal": ANSWERER_BY_ACTION.get(action)}.get(
        case.kind, ANSWERER_BY_KIND.get(case.kind)
    )
    if answerer is None:
        raise UnknownVectorError(f"Nothing is known of {case.kind} {case.rule} {case.action}.")
    return answerer


def assert_answer(case: Vector) -> None:
    answer = find_answerer(case)(case, case.facts)
    assert restrict_to_expected(answer, case.expected) == case.expected


def assert_every_fact_is_read(case: Vector) -> None:
    facts = case.facts
    find_answerer(case)(case, facts)
    assert not facts.unread, "the question takes in only part of what the vector supposes"


def restrict_to_expected(answer: Any, expected: Any) -> Any:
    """Returns the part of an answer that the vector expects something of."""
    if not (isinstance(answer, dict) and isinstance(expected, dict)):
        return answer
    if unknown := expected.keys() - answer.keys():
        raise UnknownVectorError(f"The engine is not asked for {', '.join(map(str, unknown))}.")
    return {name: restrict_to_expected(answer[name], expected[name]) for name in expected}


@pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in load_all_vectors()])
def test_engine_agrees_with_vector(case: Vector) -> None:
    assert_answer(case)


def test_every_fact_of_our_vectors_is_read() -> None:
    ours = load_our_vectors()
    assert ours, "no vector was found in tests/rules/vectors"
    for case in ours:
        assert_every_fact_is_read(case)


@pytest.mark.skipif(not CATALOGUE_FILE.exists(), reason="set RAILBIRD_VECTORS to the catalogue's file to run it too")
def test_catalogue_has_all_five_kinds() -> None:
    assert len({case.kind for case in load_all_vectors()}) == 5


def test_unknown_vector_shape_fails() -> None:
    with pytest.raises(UnknownVectorError):
        assert_answer(Vector("unknown action", "legal", "holdem", True, action="dance"))
    with pytest.raises(UnknownVectorError):
        assert_answer(Vector("unknown rule", "pot", "bartering", {}))
    with pytest.raises(UnknownVectorError):
        assert_answer(Vector("unknown fact asked for", "winner", "high", {"loser": [1]}, hands=["Ac", "Kc"]))
    with pytest.raises(AssertionError, match="only part"):
        assert_every_fact_is_read(
            Vector(
                "unknown supposition",
                "legal",
                "cut",
                True,
                state={"pack": 52, "top_portion": 9, "moon": "full"},
                action="cut",
            )
        )
