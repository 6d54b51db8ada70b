"""From TOML to records."""

from __future__ import annotations

from decimal import Decimal

import pytest

from railbird_server.history.parser import ASSUMED_STACK, BadHistory, RecordedHand, parse_hand, parse_histories
from support.history_builders import history_text

DEALT = "d dh p1 AhKd\nd dh p2 2c7d\nd dh p3 9s9h"


def record(actions: str = DEALT, *, variant: str = "NT", **fields: object) -> RecordedHand:
    return parse_hand(parse_histories(history_text(actions, variant=variant, **fields))[""])


def test_a_parsed_hand_has_the_stakes_and_numbered_steps() -> None:
    read = record(hand=7)
    assert (read.game_code, read.blinds, read.starting_stacks, read.small_bet) == ("NT", (1, 2, 0), (100, 100, 100), 2)
    assert [(step.number, step.text) for step in read.steps] == [
        (1, "d dh p1 AhKd"),
        (2, "d dh p2 2c7d"),
        (3, "d dh p3 9s9h"),
    ]


def test_comments_count_in_the_numbers_of_the_actions() -> None:
    assert [step.number for step in record("# hello\n\np3 f").steps] == [3]


def test_heads_up_forced_bets_are_read_in_reverse() -> None:
    read = record("", antes=[0, 3], blinds_or_straddles=[1, 2], starting_stacks=[50, 60])
    assert read.antes == (3, 0)
    assert read.blinds == (2, 1)
    assert read.starting_stacks == (50, 60)


def test_amounts_with_cents_are_scaled_to_whole_chips() -> None:
    read = record("p3 cbr 1.25", blinds_or_straddles=[0.25, 0.5, 0], min_bet=0.5, finishing_stacks=[99.75, 100.25, 100])
    assert read.chips_per_unit == 100
    assert read.blinds == (25, 50, 0)
    assert read.starting_stacks == (10000, 10000, 10000)
    assert read.finishing_stacks == tuple(map(Decimal, (9975, 10025, 10000)))


def test_a_finishing_stack_may_contain_half_a_chip() -> None:
    read = record(finishing_stacks=[99.5, 100.5, 100])
    assert read.chips_per_unit == 1
    assert read.finishing_stacks == tuple(map(Decimal, ("99.5", "100.5", "100")))


def test_an_infinite_stack_becomes_the_assumed_stack() -> None:
    text = history_text(DEALT).replace("[100, 100, 100]", "[inf, 100, 100]")
    assert parse_hand(parse_histories(text)[""]).starting_stacks == (ASSUMED_STACK, 100, 100)


def test_a_file_may_contain_several_hands() -> None:
    several = f"[1]\n{history_text('')}\n[2]\n{history_text('', variant='FT')}\n"
    assert {name: fields["variant"] for name, fields in parse_histories(several).items()} == {"1": "NT", "2": "FT"}


@pytest.mark.parametrize("text", ["what is this", "variant = ", "x = 1", f"x = {'9' * 9000}", "x = " + "[" * 9000])
def test_an_invalid_file_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(BadHistory, match=r"\.$"):
        parse_histories(text)


@pytest.mark.parametrize(
    "fields",
    [
        {"variant": 3},
        {"actions": "p1 f"},
        {"actions": [1]},
        {"actions": ["p4 f"]},
        {"actions": ["p1 dances"]},
        {"starting_stacks": [100]},
        {"starting_stacks": [100] * 11},
        {"starting_stacks": 100},
        {"starting_stacks": ["many", 100, 100]},
        {"starting_stacks": [True, 100, 100]},
        {"starting_stacks": [0.0000001, 100, 100]},
        {"antes": [0, 0]},
        {"blinds_or_straddles": [1]},
        {"finishing_stacks": [100]},
        {"min_bet": -2},
        {"min_bet": 10**13},
    ],
)
def test_a_hand_with_an_invalid_field_is_refused_with_a_sentence(fields: dict[str, object]) -> None:
    whole = dict(parse_histories(history_text(DEALT))[""]) | fields
    with pytest.raises(BadHistory, match=r"\.$"):
        parse_hand(whole)
