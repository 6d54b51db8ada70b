from __future__ import annotations

import pytest

from railbird_server.guide.pages import Entry, Paragraph, Title
from railbird_server.guide.rulebook import load_rulebook
from railbird_server.guide.search import NothingFound, find_game, find_page
from railbird_shared.game.variants import VARIANTS


def labels(*words: str) -> list[str]:
    return [block.label for block in find_page(words, load_rulebook()) if isinstance(block, Entry)]


def test_the_overview_names_every_game_and_group() -> None:
    named = labels()
    assert set(VARIANTS) <= set(named)
    assert {"HR", "BT", "SIMPLE", "CX", "NA"} <= set(named)


@pytest.mark.parametrize(
    ("asked", "game"),
    [
        ("holdem", "holdem"),
        ("Hold'em", "holdem"),
        ("limit hold'em", "limit-holdem"),
        ("Deuce to Seven Triple Draw", "triple-draw"),
        ("RAZZ", "razz"),
        ("short deck", "short-deck"),
    ],
)
def test_a_game_is_found_by_its_id_or_a_name(asked: str, game: str) -> None:
    found = find_game(asked)
    assert found is not None
    assert found.id == game
    assert Title(found.make_game().full_title) in find_page(asked.split(), load_rulebook())


@pytest.mark.parametrize(("asked", "game"), [("plo", "omaha"), ("NLHE", "holdem"), ("2-7", "triple-draw")])
def test_a_game_is_found_by_a_name_of_every_day(asked: str, game: str) -> None:
    blocks = find_page([asked], load_rulebook())
    assert Title(VARIANTS[game].make_game().full_title) in blocks
    assert any(isinstance(block, Paragraph) and f"{game}, or " in block.text for block in blocks)


def test_clauses_are_found_in_any_case_by_list_or_range() -> None:
    assert labels("bt-34") == ["BT-34"]
    assert labels("BT-34,", "ai-10") == ["BT-34", "AI-10"]
    assert labels("bt-24..bt-26") == labels("BT-24..26") == ["BT-24", "BT-25", "BT-26"]
    assert labels("vt-om-1..3") == ["VT-OM-1", "VT-OM-2", "VT-OM-3"]


def test_a_group_lists_its_clauses_and_those_of_its_parts() -> None:
    assert labels("ph") == [f"PH-{number}" for number in range(1, 10)]
    assert "VT-RZ-1" in labels("VT")


def test_a_clause_takes_precedence_over_a_group() -> None:
    assert labels("LO-27") == ["LO-27"]
    assert labels("LO-A5")[0] == "LO-1"


def test_other_words_are_searched_in_the_clauses() -> None:
    assert "BT-43" in labels("straddle")
    assert labels("odd", "chip", "half") == ["SD-17"]


@pytest.mark.parametrize("asked", ["MD", "MD-3", "md-1..3"])
def test_clauses_that_no_table_plays_by_stand_under_a_note_that_says_so(asked: str) -> None:
    blocks = find_page(asked.split(), load_rulebook())
    notes = [block.text for block in blocks if isinstance(block, Paragraph)]
    assert any(note.startswith("Not playable yet: no table ") for note in notes)


def test_clauses_that_tables_play_by_come_first_and_without_a_note() -> None:
    blocks = find_page(["packs"], load_rulebook())
    assert isinstance(blocks[1], Entry)
    note = next(place for place, block in enumerate(blocks) if isinstance(block, Paragraph))
    assert all(isinstance(block, Entry) and block.label.startswith("MD-") for block in blocks[note + 1 :])


@pytest.mark.parametrize(
    ("asked", "suggested"),
    [
        ("holdm", "you may mean holdem"),
        ("texas holdm", "you may mean"),
        ("pineaple", "you may mean pineapple"),
        ("blnds", "you may mean blinds"),
        ("BT-99", "that group goes from BT-1 to BT-43"),
        ("omaha-7", "you may mean omaha"),
        ("odd zugzwang", "the word 'zugzwang' is not known"),
        ("wild horse", "No clause has all the words of 'wild horse'"),
    ],
)
def test_what_is_unknown_is_named_with_the_nearest_that_there_is(asked: str, suggested: str) -> None:
    with pytest.raises(NothingFound, match=suggested):
        find_page(asked.split(), load_rulebook())


@pytest.mark.parametrize("asked", ["tex", "big o", "stra", "rais"])
def test_the_beginning_of_a_word_finds_no_clause(asked: str) -> None:
    with pytest.raises(NothingFound):
        find_page(asked.split(), load_rulebook())


def test_games_with_the_words_in_their_names_come_before_the_clauses() -> None:
    assert labels("seven", "stud")[:2] == ["seven-card-stud", "seven-card-stud-traditional"]
    assert labels("stud")[0] == "five-card-stud"


@pytest.mark.parametrize("asked", ["SD-9 SD-99", "SD-99, SD-9", "BT SD-99"])
def test_an_unknown_clause_among_several_is_named(asked: str) -> None:
    with pytest.raises(NothingFound, match="is called 'SD-99'"):
        find_page(asked.split(), load_rulebook())


@pytest.mark.parametrize("asked", ["zugzwang", "BT-999", "BT-30..20", "odd zugzwang", "%s {0}"])
def test_an_unknown_name_is_refused_in_one_sentence(asked: str) -> None:
    with pytest.raises(NothingFound) as fault:
        find_page(asked.split(), load_rulebook())
    assert asked in str(fault.value)
    assert "\n" not in str(fault.value)
