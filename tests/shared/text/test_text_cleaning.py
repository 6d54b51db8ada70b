"""Clean text has nothing that moves a cursor, hides, mirrors, or imitates another name."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from wcwidth import wcwidth

from railbird_shared.text.text_cleaning import (
    CHAT_LENGTH,
    NAME_LENGTH,
    clean_chat,
    clean_line,
    clean_name,
    clean_table_name,
    look_alike,
    name_refusal,
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
    assert look_alike(other, "Paul")


@pytest.mark.parametrize(("name", "figures"), [("Finch", "F1nch"), ("Rook", "R00k"), ("Swift", "5wift")])
def test_digits_share_a_key_with_the_letters_they_look_like(name: str, figures: str) -> None:
    assert look_alike(name, figures)


def test_vowel_signs_distinguish_names() -> None:
    assert not look_alike("राम", "रमा")


@pytest.mark.parametrize(
    "other",
    {
        "Armenian nun": "Wre\u0576",
        "Armenian vo": "Wre\u0578",
        "Cherokee": "\u13b3ren",
        "small Cherokee": "\uab83ren",
        "Lisu": "\ua4earen",
        "small capitals": "\u1d21\u0280\u1d07\u0274",
        "two letters for one": "VVren",
        "two small letters for one": "vvren",
        "an estimate sign": "Wr\u212en",
        "mathematical script": "\U0001d4e6\U0001d4fb\U0001d4ee\U0001d4f7",
        "a letter in a circle": "\u24ccren",
        "a black square": "\U0001f186ren",
        "half a flag": "\U0001f1fcren",
        "a hook": "\u2c73ren",
        "a stroke": "W\u024den",
        "Cyrillic": "Wr\u0435n",
        "wide": "\uff37ren",
    }.values(),
)
def test_a_wren_in_other_letters_is_a_wren(other: str) -> None:
    assert look_alike(other, "Wren")


def test_a_capital_and_a_small_letter_may_look_like_different_letters() -> None:
    """A Greek capital eta looks like an H, a small one like an n; the name of Hera is the same in both."""
    assert look_alike("\u0397eron", "Heron")
    assert look_alike("Wre\u03b7", "Wren")
    assert look_alike("\u0397\u03a1\u0391", "\u03b7\u03c1\u03b1")


VECTORS = Path(__file__).parents[2] / "support" / "vectors" / "confusables.txt"
LOOK_ALIKES = [line.split() for line in VECTORS.read_text(encoding="utf-8").splitlines()]
"""Each single look-alike of a Latin letter or a digit by UTS #39: its code point, and what it looks like."""


def test_no_single_look_alike_makes_another_name() -> None:
    assert len(LOOK_ALIKES) > 1_400
    different = [
        (code, letter, name)
        for code, letter in LOOK_ALIKES
        for name in (f"{letter}ren", f"Wr{letter}n", f"Pau{letter}", f"2{letter}")
        if not look_alike(name.replace(letter, chr(int(code, 16))), name)
    ]
    assert not different


def has_no_width(char: str) -> bool:
    """Whether any table says so: this Python's, the one that draws our screen, or that of other terminals' programs."""
    unseen = unicodedata.category(char) in {"Cc", "Cf", "Cn", "Co", "Cs", "Mc", "Me", "Mn", "Zl", "Zp"}
    return unseen or cell_len(char) <= 0 or wcwidth(char) <= 0


TAGS = range(0xE0000, 0xE1000)
LATER_PLANES = [*range(0x20000, 0xE0000, 7), *TAGS, *range(0xE1000, 0x110000, 7)]
"""Code points that are all of one kind, but for the tags and the selectors of variants among them."""


@pytest.mark.parametrize("codes", [range(0x20000), pytest.param(LATER_PLANES, marks=pytest.mark.slow)])
def test_nothing_without_a_width_makes_a_second_wren(codes: Iterable[int]) -> None:
    """Nor does it in a name that another Python, which knows other characters, has kept."""
    widthless = [char for char in map(chr, codes) if has_no_width(char)]
    shown = [char for char in widthless if clean_name(f"Wren{char}") != "Wren"]
    second = [
        f"{ord(char):X}"
        for char in shown
        for text in (f"{char}Wren", f"Wr{char}en", f"Wren{char}")
        if not name_refusal(text) and not look_alike(clean_name(text), "Wren")
    ]
    assert second == []
    assert [f"{ord(char):X}" for char in widthless if not look_alike(f"Wr{char}en", "Wren")] == []
    assert len(widthless) > 50_000


GIVEN_NAMES = """
Anna Anne Hanna Ann Emma Emil Emily Mia Mila Milo Noah Nora Paul Paula Pauline Carl Carla Clara Dora Tora Tom
Tim Kim Jim John Jon Ian Jan Jana Lea Leo Lena Lina Nina Mina Max Marc Marek Mara Maria Mario Wren Heron Jay
Rook Robin Magpie Finch Swift Grebe Owl Иван Инна Анна Ольга Олег Мария Марина Άννα Ηρώ Νίκος Νίκη محمد أحمد
مریم דוד דנה राम रमा सीता गीता สมชาย สมหญิง 太郎 花子 次郎 민준 서연 明 小明 Zoë Zach Ździsław José Joan
"""


def test_people_with_names_of_their_own_keep_them() -> None:
    taken = [(one, other) for one, other in combinations(GIVEN_NAMES.split(), 2) if look_alike(one, other)]
    assert taken == []


@pytest.mark.parametrize(
    "text", ["", " ", "\u200b", "\u0301", "\u0301\u0302 \u20dd", "\u1161", "\u3164", "\U000e0100", "\u0903"]
)
def test_a_name_of_no_width_is_refused(text: str) -> None:
    assert clean_name(text) == ""
    assert name_refusal(text) == "Give a name of 1 to 16 characters that can be shown."


@pytest.mark.parametrize("text", ["\u0301Wren", "W \u0301ren", "\u20ddWren", "W\u1161ren"])
def test_a_name_with_an_accent_on_nothing_is_refused(text: str) -> None:
    assert name_refusal(text) == "Give a name whose every accent stands on a letter."
    assert not name_refusal(clean_name(text))


@pytest.mark.parametrize(
    "text",
    ["Wren", "Zoe\u0308", "\u1112\u1161\u11ab", "नमस्ते", "สมหญิง", "☺", "7", "Robot", "Wren [b]", "Dealers", "Sam"],
)
def test_other_names_are_fine(text: str) -> None:
    assert not name_refusal(text)


@pytest.mark.parametrize(
    "text", ["Dealer", "dealer", "D\u0435aler", "D e a l e r", "Dealer 2", "[Dealer]", "\u1d05ealer"]
)
def test_nobody_is_called_like_the_house(text: str) -> None:
    assert name_refusal(text) == "Dealer is a name of the house; give another one."


@pytest.mark.parametrize("text", ["Wren (bot)", "(BOT)", "Wren (b0t)", "Wren \uff08bot\uff09", "Wren (b\u043et)"])
def test_nobody_marks_themselves_as_a_bot(text: str) -> None:
    assert name_refusal(text) == 'Give a name without "(bot)", which marks the bots.'


@pytest.mark.parametrize("other", ["Paula", "Pawl", "Saul", "Pul"])
def test_names_that_look_different_have_different_keys(other: str) -> None:
    assert not look_alike(other, "Paul")


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
