"""Chips that cannot be shared, and chips that have no excuse."""

from __future__ import annotations

import pytest

from histories import replay_history
from railbird_server.history.verdict import ComparisonLevel

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


def test_the_odd_chip_goes_to_the_first_left_of_the_button() -> None:
    assert agreed_and_deviations([104, 103, 93]) == (True, ())


@pytest.mark.parametrize("stacks", [[103.5, 103.5, 93], [103, 104, 93]])
def test_a_file_may_split_an_odd_chip_or_give_it_to_another(stacks: list[float]) -> None:
    holds, deviations = agreed_and_deviations(stacks)
    assert holds
    assert deviations[0].endswith("(SD-16)")


@pytest.mark.parametrize("stacks", [[105, 102, 93], [103, 103, 94], [103, 103, 93], [104, 102.5, 93.5]])
def test_more_than_the_odd_chip_or_another_player_is_a_difference(stacks: list[float]) -> None:
    assert not agreed_and_deviations(stacks)[0]


def test_the_odd_chip_of_two_halves_may_be_split() -> None:
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
