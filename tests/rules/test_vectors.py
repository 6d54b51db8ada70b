"""Hands and rulings kept as data: our own, and the project's catalogue where it lies beside the checkout.

Every vector is put to the engine as a question of its shape, found by its kind and by the rule or action it names; what
the engine says has to be what the vector expects. A vector of an unknown shape fails. Of our own vectors it is held
besides that the question takes in everything that they suppose.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import vector_cards
import vector_classroom
import vector_play
import vector_pots
import vector_ranking
import vector_table
from vector_files import CATALOGUE, Facts, UnknownVectorError, Vector, all_vectors, our_vectors

Question = Callable[[Vector, Facts], Any]

BY_KIND: dict[str, Question] = {
    "compare": vector_ranking.compared,
    "describe": vector_ranking.described,
    "winner": vector_ranking.won,
}
POTS: dict[str, Question] = {
    "betting": vector_pots.spot,
    **dict.fromkeys(("fixed", "fixed-limit", "limit", "spread", "spread-limit"), vector_pots.spot),
    **dict.fromkeys(("no-limit", "pot", "pot-limit", "half-pot", "half-pot-limit"), vector_pots.spot),
    "side-pots": vector_pots.side_pots,
    "simple": vector_classroom.bets,
}
LEGAL: dict[str, Question] = {
    "all_permutations_equal": vector_ranking.alike_in_any_order,
    "cards_left": vector_ranking.cards_left,
    "draw_for_seats": vector_ranking.drawn_for_seats,
    "qualify_low": vector_ranking.qualifies,
    "wild_card": vector_ranking.lowest_wild,
    "wild_cards": vector_ranking.wild_cards,
    "bring_in_index": vector_cards.begins_stud,
    "cut": vector_cards.may_cut,
    "deal": vector_cards.bottom_card_held,
    "deal_order": vector_cards.fifth_card_last,
    "discard": vector_cards.may_throw_away,
    "discard_counts_allowed": vector_cards.counts_to_throw_away,
    "first_dealer": vector_cards.first_dealer,
    "first_to_act_index": vector_cards.begins_stud,
    "forced_opening_bet_index": vector_cards.begins_stud,
    "redeal_on_misdeal": vector_cards.redealt,
    "rotation": vector_cards.rotation,
    "deck_can_run_out": vector_classroom.deck_runs_out,
    "legal_actions": vector_classroom.legal_acts,
    "next_phase": vector_classroom.next_phase,
    "bet": vector_play.before_the_flop,
    "blinds_and_order": vector_play.heads_up,
    "call": vector_play.before_the_flop,
    "check": vector_play.before_the_flop,
    "claim_pot": vector_play.wins_by_showing,
    "first_to_act": vector_play.first_to_act,
    "first_to_act_round_1": vector_play.first_to_act,
    "first_to_act_round_2": vector_play.first_in_second_round,
    "fold": vector_play.before_the_flop,
    "raise": vector_play.before_the_flop,
    "second_message": vector_play.second_message,
    "show_order": vector_play.shown_in_order,
    "split": vector_play.split,
    "win_pot": vector_play.wins_with_so_many_cards,
    "may_raise": vector_play.may_raise_again,
    "outcome": vector_table.passed_out,
    "sit_down": vector_table.sits_down,
    "top_up": vector_table.adds_chips,
    "withdraw_chips": vector_table.takes_chips_away,
}


def question(case: Vector) -> Question:
    """Returns how the engine is asked for a ruling of this shape."""
    action = "may_raise" if case.action.endswith("_may_raise") else case.action
    asked = {"pot": POTS.get(case.rule), "legal": LEGAL.get(action)}.get(case.kind, BY_KIND.get(case.kind))
    if asked is None:
        raise UnknownVectorError(f"Nothing is known of {case.kind} {case.rule} {case.action}.")
    return asked


def check(case: Vector) -> None:
    said = question(case)(case, case.facts)
    assert agreeing(said, case.expected) == case.expected


def check_whole(case: Vector) -> None:
    facts = case.facts
    question(case)(case, facts)
    assert not facts.passed_over, "the question takes in only part of what the vector supposes"


def agreeing(said: Any, expected: Any) -> Any:
    """What the engine said, as far as the vector asks for it."""
    if not (isinstance(said, dict) and isinstance(expected, dict)):
        return said
    if unknown := expected.keys() - said.keys():
        raise UnknownVectorError(f"The engine is not asked for {', '.join(map(str, unknown))}.")
    return {name: agreeing(said[name], expected[name]) for name in expected}


@pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in all_vectors()])
def test_vector(case: Vector) -> None:
    check(case)


def test_every_supposition_of_our_own_vectors_is_taken_in() -> None:
    for case in our_vectors():
        check_whole(case)


@pytest.mark.skipif(not CATALOGUE.exists(), reason="set RAILBIRD_VECTORS to the catalogue's file to run it too")
def test_the_catalogue_is_here() -> None:
    assert len({case.kind for case in all_vectors()}) == 5


def test_an_unknown_shape_fails() -> None:
    with pytest.raises(UnknownVectorError):
        check(Vector("unknown action", "legal", "holdem", True, action="dance"))
    with pytest.raises(UnknownVectorError):
        check(Vector("unknown rule", "pot", "bartering", {}))
    with pytest.raises(UnknownVectorError):
        check(Vector("unknown fact asked for", "winner", "high", {"loser": [1]}, hands=["Ac", "Kc"]))
    with pytest.raises(AssertionError, match="only part"):
        check_whole(
            Vector(
                "unknown supposition",
                "legal",
                "cut",
                True,
                state={"pack": 52, "top_portion": 9, "moon": "full"},
                action="cut",
            )
        )
