"""Clean text has nothing that moves a cursor, hides, mirrors, or imitates another name."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird_shared.text_cleaning import (
    CHAT_LENGTH,
    NAME_LENGTH,
    clean_chat,
    clean_line,
    clean_name,
    clean_table_name,
    name_key,
)

HOSTILE = {
    "clear screen": ("\x1b[2JWren", "Wren"),
    "clipboard write": ("\x1b]52;c;aGk=\x07Wren", "Wren"),
    "window title": ("\x1b]0;owned\x1b\\Wren", "Wren"),
    "eight-bit control": ("\x9b2JWren", "Wren"),
    "bidirectional override": ("\u202eWren\u202c", "Wren"),
    "bidirectional isolate": ("\u2067Wren\u2069", "Wren"),
    "zero width": ("W\u200br\u200ce\u200dn\u2060\ufeff", "Wren"),
    "soft hyphen": ("Wr\u00aden", "Wren"),
    "line breaks": ("Wren\r\nHeron folds", "Wren Heron folds"),
    "line separators": ("Wren\u2028Heron\u2029Jay", "WrenHeronJay"),
    "odd spaces": ("\u3000Wren\u00a0\u2003 Jay\t", "Wren Jay"),
    "lone surrogate": ("Wr\ud800en", "Wren"),
    "private use": ("Wr\ue000en", "Wren"),
    "unassigned": ("Wr\u0378en", "Wren"),
    "null": ("Wr\0en", "Wren"),
    "letters that are blank": ("\u3164Wr\u115fen\u2800\uffa0", "Wren"),
    "marks that are blank": ("W\u034fr\u17b4e\u180bn\ufe0f\U000e0100", "Wren"),
    "an accent behind what cannot be seen": ("Zoe\u200d\u034f\u0308", "Zo\u00eb"),
    "nothing to show": ("\x1b\u200b \n", ""),
    "markup stays as it is": ("[/b] [@click=app.allin(990)]", "[/b] [@click=app.allin(990)]"),
}


@pytest.mark.parametrize(("given_text", "shown"), HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_becomes_one_plain_line(given_text: str, shown: str) -> None:
    assert clean_line(given_text, 100) == shown


def test_at_most_two_accents_stay_on_a_letter() -> None:
    assert clean_line("W" + "\u0336" * 50 + "ren", 100) == "W\u0336\u0336ren"


def test_accents_are_composed_before_they_are_counted() -> None:
    assert clean_name("Zoe\u0308") == "Zo\u00eb"


def test_a_name_is_cut_between_characters() -> None:
    assert clean_name("aaaaaaaaaaaaaa♠♠♠") == "aaaaaaaaaaaaaa♠♠"
    assert clean_name("♠" * 40) == "♠" * NAME_LENGTH


def test_a_cut_leaves_no_space_at_the_end() -> None:
    assert clean_name("fifteen letters and more") == "fifteen letters"


def test_only_the_beginning_of_a_long_text_is_cleaned() -> None:
    assert clean_name("\u200b" * 10_000 + "Wren") == ""
    assert clean_name("\u200b" * 100 + "Wren") == "Wren"


def test_names_table_names_and_chat_have_lengths_of_their_own() -> None:
    text = "a" * 500
    assert (len(clean_name(text)), len(clean_table_name(text)), len(clean_chat(text))) == (16, 24, 200)


@given(st.text(st.characters()))
def test_clean_text_is_safe_and_cleaning_it_again_changes_nothing(text: str) -> None:
    shown = clean_chat(text)
    assert len(shown) <= CHAT_LENGTH
    assert shown == shown.strip()
    assert not {unicodedata.category(char) for char in shown} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert clean_chat(shown) == shown


@pytest.mark.parametrize(
    "other",
    [
        "paul",
        "PAUL",
        "p\u0430ul",
        "Pau1",
        "Pau|",
        "PauI",
        "Pau\u0131",
        "P a u l",
        "p\u00e1ul",
        "\uff50\uff41\uff55\uff4c",
        "\u03c1aul",
        "Paul\ufe0f",
        "Pa\u034ful",
        "Paul\u2800",
    ],
)
def test_names_that_a_reader_could_confuse_share_a_key(other: str) -> None:
    assert name_key(other) == name_key("Paul")


@pytest.mark.parametrize(("name", "figures"), [("Finch", "F1nch"), ("Rook", "R00k"), ("Swift", "5wift")])
def test_digits_share_a_key_with_the_letters_they_look_like(name: str, figures: str) -> None:
    assert name_key(name) == name_key(figures)


def test_vowel_signs_distinguish_names() -> None:
    assert name_key("राम") != name_key("रमा")


@pytest.mark.parametrize("other", ["Paula", "Pawl", "Saul", "Pul"])
def test_names_that_look_different_have_different_keys(other: str) -> None:
    assert name_key(other) != name_key("Paul")


@pytest.mark.parametrize(
    "text",
    [
        "He\x1b[31mron",
        "He\x1b[38;5;196;1mron\x1b[0m",
        "\x9b1mHeron",
        "\x1b]0;a title\x07Heron",
        "\x1b]8;;http://example.org\x1b\\Heron\x1b]8;;\x1b\\",
        "\x1bPq#0\x1b\\Heron",
        "\x1b(BHeron\x1b",
        "Heron\x1b[",
        "Heron\x1b",
    ],
)
def test_escape_sequences_are_removed_whole(text: str) -> None:
    assert clean_name(text) == "Heron"


def test_brackets_without_an_escape_stay() -> None:
    assert clean_name("[31m] Heron") == "[31m] Heron"
