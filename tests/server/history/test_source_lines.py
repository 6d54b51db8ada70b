"""Where hands, fields and actions stand in a file."""

from __future__ import annotations

import pytest

from railbird_server.history.source_lines import find_line

ONE = """variant = "NT"
# actions = ["no"]
actions = [
    "d dh p1 AhKd",  # "p9 f"
    'p1 [f]', "p2 cc",

    "p3 f",
]
players = ["actions"]
"""
SEVERAL = f"[1]\n{ONE}\n[ 'two' ]\nantes = [1,\n2]\n{ONE}"


@pytest.mark.parametrize(("action", "line"), [(0, 3), (1, 4), (2, 5), (3, 5), (4, 7), (5, 3)])
def test_an_action_is_found_in_its_line(action: int, line: int) -> None:
    assert find_line(ONE, field="actions", action=action) == line


def test_a_field_is_found_in_its_hand() -> None:
    assert find_line(SEVERAL, hand="1", field="variant") == 2
    assert find_line(SEVERAL, hand="two", field="variant") == 15
    assert find_line(SEVERAL, hand="two", field="actions", action=4) == 21


def test_what_is_missing_stands_where_its_hand_begins() -> None:
    assert find_line(SEVERAL, hand="1", field="antes") == 1
    assert find_line(SEVERAL, hand="two", field="blinds") == 12
    assert find_line(SEVERAL, hand="three", field="antes") == 0
    assert find_line(ONE, field="antes") == 0
