"""The hands of a file, each from its own part."""

from __future__ import annotations

import pytest

from railbird_server.history.notation import BadHistory
from railbird_server.history.parser import parse_histories
from railbird_server.history.sections import Section, read_sections

HAND = 'variant = "NT"\nactions = [\n  "p1 f",\n]\n'
THREE = f'# an evening\n\n[1]\n{HAND}\n["the second"]  # good\n{HAND}[ 3 ]\n{HAND}'


def names(text: str) -> list[str]:
    return [section.name for section in read_sections(text)]


def test_each_hand_is_read_from_its_own_part() -> None:
    sections = list(read_sections(THREE))
    assert [section.name for section in sections] == ["1", "the second", "3"]
    assert {section.name: section.fields for section in sections} == parse_histories(THREE)
    lines = THREE.split("\n")
    assert [lines[section.lines_before].startswith(("#", "[")) for section in sections] == [True] * 3
    assert "".join(section.text for section in sections) == THREE


def test_a_file_of_one_hand_is_read_as_a_whole() -> None:
    assert list(read_sections(HAND)) == [Section("", parse_histories(HAND)[""], HAND)]
    assert names(f"[1]\n{HAND}") == ["1"]


def test_a_damaged_hand_leaves_the_others_whole() -> None:
    sections = list(read_sections(THREE.replace('  "p1 f",', "  p1 f,", 1)))
    assert [(section.name, section.fields is None) for section in sections] == [
        ("1", True),
        ("the second", False),
        ("3", False),
    ]
    assert sections[0].error == "line 6: This is no hand history, for it is no TOML: Invalid value."
    later = THREE.replace(f"[ 3 ]\n{HAND}", "[ 3 ]\nx =\n")
    assert [section.error for section in read_sections(later)][2] == (
        "line 15: This is no hand history, for it is no TOML: Invalid value."
    )


def test_a_value_that_looks_like_a_hand_is_none() -> None:
    text = f'[1]\nnote = """\n[2]\n"""\n{HAND}\n[3]\n{HAND}'
    assert names(text) == ["1", "3"]
    nested = f"[1]\nseats = [\n[2]\n]\n{HAND}\n[3]\n{HAND}"
    assert names(nested) == ["1", "3"]


def test_tables_within_a_hand_and_fields_before_the_first_are_read_as_a_whole() -> None:
    assert names(f"[1]\n{HAND}[1.more]\nx = 1\n[2]\n{HAND}") == ["1", "2"]
    with pytest.raises(BadHistory):
        list(read_sections(f"a = 1\n[1]\n{HAND}[2]\n{HAND}"))


def test_a_hand_that_comes_twice_is_shown_twice() -> None:
    assert names(f"[1]\n{HAND}[1]\n{HAND}") == ["1", "1"]
