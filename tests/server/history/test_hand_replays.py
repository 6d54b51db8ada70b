"""Recorded hands told step by step."""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird_server.history.hand_replays import UNDECIDED, Section, is_whole, read_sections, replay_file
from railbird_server.history.parser import BadHistory, parse_histories
from railbird_server.toml_lines import find_line
from railbird_shared.game.cards import parse_cards
from railbird_shared.history.hand_history import (
    HandReplay,
    KnownCards,
    UnplayableHand,
    decode_replay_line,
)
from railbird_shared.history.hand_text import replay_lines
from railbird_shared.protocol.events import CardsDealt, HandShown, PotAwarded, PrivateEvent, YourCards
from railbird_shared.protocol.folding import fold_all
from railbird_shared.protocol.messages import History
from railbird_shared.protocol.validation import is_valid
from railbird_shared.protocol.view import TableView
from support.history_builders import history_text

FILES = Path(__file__).parents[2] / "support" / "hand_files"
SHELF = Path(__file__).parents[4] / "shared" / "phh"
SHELF_FILES = sorted(SHELF.glob("*/*.phh"))
DEAL = "d dh p1 AhKd\nd dh p2 9s9h\nd dh p3 2c7d\n"


def replay_one(text: str) -> HandReplay:
    (hand,) = replay_file(text, "a file")
    assert isinstance(hand, HandReplay)
    return hand


def sentence_of(text: str) -> str:
    (hand,) = replay_file(text, "a file")
    assert isinstance(hand, UnplayableHand)
    return hand.sentence


def after(hand: HandReplay) -> TableView:
    return fold_all(hand.history.view, hand.history.events)


def chips(view: TableView) -> int:
    return sum(seat.stack for seat in view.occupied) + view.total_pot


@pytest.mark.parametrize("file", SHELF_FILES, ids=lambda file: file.stem)
def test_every_recorded_hand_is_told_to_its_end_and_keeps_its_chips(file: Path) -> None:
    hand = replay_one(file.read_text(encoding="utf-8"))
    assert hand.notes == ()
    end = after(hand)
    assert not end.playing
    assert end.total_pot == 0
    assert chips(end) == chips(hand.history.view)
    assert is_valid(History(history=hand.history), 0)


def test_a_hand_is_told_as_the_rail_saw_it_and_its_cards_stand_beside_it() -> None:
    hand = replay_one((FILES / "holdem.phh").read_text(encoding="utf-8"))
    assert hand.history.view.you.seat is None
    assert not any(isinstance(event, PrivateEvent) for event in hand.history.events)
    assert not any(isinstance(event, CardsDealt) and event.up for event in hand.history.events)
    assert [(known.seat, known.cards) for known in hand.known] == [
        (1, parse_cards("Ah Kd")),
        (2, parse_cards("9s 9h")),
        (3, parse_cards("2c 7d")),
    ]
    assert [seat.stack for seat in after(hand).occupied] == [40, 120, 200]
    assert [len(seat.winning_cards) for seat in after(hand).occupied] == [0, 5, 0]
    assert (hand.history.hand, hand.history.ended_at, hand.notes) == (7, 1795132800, ())


def test_known_cards_follow_a_draw_and_unknown_ones_stay_unknown() -> None:
    hands = list(replay_file((FILES / "evening.phhs").read_text(encoding="utf-8"), "evening"))
    razz, draw, impossible = hands
    assert isinstance(razz, HandReplay)
    assert (razz.name, razz.history.view.name) == ("1", "Kitchen table")
    assert [known.cards for known in razz.known if known.seat == 2][-1] == (*parse_cards("4c 5c Jd 9d"), None)
    assert isinstance(draw, HandReplay)
    assert {known.seat for known in draw.known} == {1, 3}
    assert draw.known[-1] == KnownCards(len(draw.history.events) - 3, 1, parse_cards("2c 3c 4c 5c 7h"))
    assert draw.notes == ("The file ends before the hand does.",)
    assert impossible == UnplayableHand(
        "line 36, field 'starting_stacks': 'all' in 'starting_stacks' is no amount of chips.", "impossible"
    )
    assert [is_whole(hand) for hand in hands] == [True, False, False]


def test_no_assumed_card_is_told() -> None:
    checked = "p3 f\np1 cc\np2 cc\nd db As8c3d\np1 cc\np2 cc\nd db 4d\np1 cc\np2 cc\nd db 5d\np1 cc\np2 cc"
    hand = replay_one(history_text(f"d dh p1 ????\nd dh p2 9s9h\nd dh p3 ????\n{checked}"))
    assert hand.notes == (UNDECIDED,)
    assert not any(isinstance(event, PotAwarded) for event in hand.history.events)
    shown = [event.seat for event in hand.history.events if isinstance(event, HandShown)]
    assert 1 not in shown
    assert [known.seat for known in hand.known] == [2]
    assert chips(after(hand)) == 300


def test_a_board_that_the_file_leaves_out_is_not_told() -> None:
    hand = replay_one(history_text(f"{DEAL}p3 f\np1 cbr 100\np2 cc"))
    assert hand.notes == ("The file does not name the cards of the board, so the hand is told up to there.",)
    assert after(hand).board == ()


def test_an_act_that_the_rules_refuse_ends_the_hand_with_its_line() -> None:
    hand = replay_one(history_text(f"{DEAL}p3 f\np1 cbr 3\np2 f"))
    assert [seat.folded for seat in after(hand).occupied] == [False, False, True]
    assert hand.notes == (
        (
            "line 4, field 'actions': action 5, 'p1 cbr 3': the file says that this act is legal; "
            "the rules say: The least you can raise to is 4. (BT-33)"
        ),
    )


def test_a_result_that_the_rules_do_not_confirm_is_noted_at_the_end() -> None:
    hand = replay_one(history_text(f"{DEAL}p3 f\np1 f", finishing_stacks=[99, 102, 99]))
    assert not after(hand).playing
    assert hand.notes == (
        (
            "line 8, field 'finishing_stacks': at the end: the file says that player 2 has 102; "
            "the rules say: Player 2 has 101. (BT-13)"
        ),
    )


def test_what_cannot_be_played_is_one_sentence_with_line_and_field() -> None:
    assert sentence_of(history_text(DEAL, variant="XX")) == (
        "line 1, field 'variant': There is no variant 'XX': "
        "the format has FT, NT, NS, PO, FO/8, F7S, F7S/8, FR, N2L1D, F2L3D, FB."
    )
    assert sentence_of(history_text("hello")) == "line 4, field 'actions': 'hello' is no action of a hand history."
    assert sentence_of(history_text("p9 f")) == (
        "line 4, field 'actions': Action 1, 'p9 f', is of a player who has no starting stack."
    )
    assert sentence_of(history_text(DEAL, antes=[1])) == "line 5, field 'antes': 'antes' has 1 amounts for 3 players."
    assert sentence_of('variant = "NT"\nactions = []') == (
        "field 'starting_stacks': A hand has 2 to 10 players, and 'starting_stacks' has 0."
    )
    assert sentence_of(history_text("\n".join(["p1 f"] * 3000))).endswith(
        "A hand has at most 2,000 actions, and this one 3,000."
    )


def test_a_file_that_is_no_history_is_refused() -> None:
    for text in ("hello", "a = 1", "# nothing"):
        with pytest.raises(BadHistory):
            list(replay_file(text, ""))


def test_hostile_names_are_shown_as_they_are() -> None:
    names = ["\x1b[31mRed", "", 5]
    text = history_text(f"{DEAL}p3 f\np1 f", players=names, table="\x1b]0;title\x07night", hand=-3)
    hand = replay_one(text.replace("\\u001b", "\\u001B"))
    view = hand.history.view
    assert [seat.name for seat in view.occupied] == ["Red", "Player 2", "Player 3"]
    assert (view.name, hand.history.hand) == ("night", 1)


def test_amounts_of_money_are_told_in_chips() -> None:
    hand = replay_one(
        history_text(
            f"{DEAL}p3 f\np1 f",
            starting_stacks=[1.5, 2, 3],
            blinds_or_straddles=[0.01, 0.02, 0],
            min_bet=0.02,
        )
    )
    assert hand.chips_per_unit == 100
    assert [seat.stack for seat in hand.history.view.occupied] == [150, 200, 300]


@given(st.sampled_from(["holdem.phh", "evening.phhs"]), st.integers(0, 1500), st.integers(0, 9), st.text(max_size=6))
def test_no_file_leads_to_anything_but_hands_and_sentences(name: str, at: int, cut: int, put: str) -> None:
    text = (FILES / name).read_text(encoding="utf-8")
    with contextlib.suppress(BadHistory):
        for line in replay_file(text[:at] + put + text[at + cut :], "a file"):
            read = decode_replay_line(msgspec.json.encode(line))
            if isinstance(read, HandReplay):
                assert is_valid(History(history=read.history), 0)
                assert chips(after(read)) == chips(read.history.view)


def test_a_hand_is_printed_with_its_cards_and_notes() -> None:
    hand = replay_one((FILES / "holdem.phh").read_text(encoding="utf-8"))
    lines = replay_lines(hand, "", symbols=False)
    assert lines[0] == "Railbird hand 7 at a file: No-Limit Hold'em 1/2"
    assert lines[-4:] == ("*** CARDS ***", "Wren holds Ah Kd", "Finch holds 9s 9h", "Heron holds 2c 7d")
    assert not any(isinstance(event, YourCards) for event in hand.history.events)


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
    assert find_line(ONE, key="actions", item=action) == line


def test_a_field_is_found_in_its_hand() -> None:
    assert find_line(SEVERAL, section="1", key="variant") == 2
    assert find_line(SEVERAL, section="two", key="variant") == 15
    assert find_line(SEVERAL, section="two", key="actions", item=4) == 21


def test_what_is_missing_stands_where_its_hand_begins() -> None:
    assert find_line(SEVERAL, section="1", key="antes") == 1
    assert find_line(SEVERAL, section="two", key="blinds") == 12
    assert find_line(SEVERAL, section="three", key="antes") == 0
    assert find_line(ONE, key="antes") == 0


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
