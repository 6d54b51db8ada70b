"""The enumeration of the table's keys."""

from __future__ import annotations

from collections import Counter

import pytest

from railbird_client.table.input_state import InputState
from railbird_client.table.turn.table_keys import DIGIT_KEYS, TableKey
from support.key_presses import press_at


def test_no_two_keys_of_the_table_share_a_key_of_the_keyboard() -> None:
    bound = Counter(name for key in TableKey if key.keys for name in key.bound_keys.split(","))
    assert [name for name, count in bound.items() if count > 1] == []


@pytest.mark.parametrize(
    ("key", "bound"),
    [
        (TableKey.FOLD, "f,F"),
        (TableKey.WAGER, "r,R"),
        (TableKey.BET, "b,B"),
        (TableKey.CONFIRM, "enter"),
        (TableKey.DIGIT_3, "3"),
    ],
)
def test_letters_count_with_shift_and_caps_lock(key: TableKey, bound: str) -> None:
    assert key.bound_keys == bound


def test_digit_keys_are_ordered_by_their_number() -> None:
    assert [key.digit for key in DIGIT_KEYS] == list(range(10))
    assert TableKey.FOLD.digit is None


def test_every_key_has_data_of_its_own() -> None:
    # Members with equal values would be aliases of one key.
    assert len(TableKey) == len(TableKey.__members__)


def test_a_bare_string_is_no_key() -> None:
    # mypy reports the comment as unused should a string type-check here.
    assert press_at(InputState(), "fold", 0.0) is None  # type: ignore[arg-type]
