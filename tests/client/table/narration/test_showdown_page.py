"""The page of why a hand ended as it did."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_client.table.showdown_story import ShowdownStory
from railbird_client.table.table_log import Log
from railbird_client.table.table_pages import showdown_page, why_page
from railbird_shared.game.variants import VARIANTS, get_variant
from railbird_shared.house.apply import apply_house_rules
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol.folding import Transition
from support.hand_builders import deal_order, make_hand
from support.plain_text import plain_lines
from support.told_hands import told_hand


def page(transitions: tuple[Transition, ...], *, symbols: bool = True, width: int = 78) -> list[str]:
    story, log = ShowdownStory(), Log(symbols=symbols)
    story.add(transitions, symbols=symbols)
    log.add_transitions(transitions)
    return plain_lines(showdown_page(story, log, symbols=symbols)(width))


def three_all_in() -> tuple[Transition, ...]:
    hand = make_hand(stacks=(20, 60, 200), deck="As Ks 7c Ah Kh 7d 2s 9s 8d 3h 2h 4c 2d 5s")
    return told_hand(hand, "r 200", "c", "c")


def test_the_page_tells_the_showdown_before_its_rules() -> None:
    lines = page(three_all_in())
    assert lines[: lines.index("By which rules")] == [
        "SIDE: 80 to Heron, pair of kings",
        "MAIN: 60 to Wren, pair of aces",
        "Side pot 1: Heron and Jay play for it; Heron wins 80.",
        "Main pot: Wren, Heron and Jay play for it; Wren wins 60.",
        "Heron shows K♠ K♥: pair of kings",
        "  plays K♠ K♥ 9♠ 8♦ 5♠",
        "Jay shows 7♣ 7♦: pair of sevens",
        "  plays 7♣ 7♦ 9♠ 8♦ 5♠",
        "Wren shows A♠ A♥: pair of aces",
        "  plays A♠ A♥ 9♠ 8♦ 5♠",
        "",
    ]
    assert lines[lines.index("By which rules") + 1] == "Heron wins 80 from side pot 1 with pair of kings"
    assert any(line.startswith("  SD-1 ") for line in lines)


def test_a_hand_is_shown_once_on_the_page() -> None:
    lines = page(three_all_in())
    shows = [line for line in lines if " shows " in line and not line.startswith(" ")]
    assert shows == [
        "Heron shows K♠ K♥: pair of kings",
        "Jay shows 7♣ 7♦: pair of sevens",
        "Wren shows A♠ A♥: pair of aces",
    ]
    rules = lines[lines.index("By which rules") :]
    assert "Heron, Jay and Wren show their hands" in rules
    assert rules[rules.index("Heron, Jay and Wren show their hands") + 1].startswith("  SD-2 ")
    assert "Wren, Heron and Jay show their hands" in rules[rules.index("Before that") :]
    assert lines.count("  plays K♠ K♥ 9♠ 8♦ 5♠") == 1


def test_who_mucks_is_named() -> None:
    hand = make_hand(deck=deal_order("As Ks", "9h 9c", "7d 7c") + "2s Kd 9s 4h 3h 2c 2d Kc")
    lines = page(told_hand(hand, "c", "c", "x", *("x",) * 9), symbols=False)
    assert "Jay mucks." in lines
    assert "  plays 9s 9h 9c Ks Kh" in lines or "  plays 9h 9c 9s Kd Kc" in lines
    assert "beats three kings (Wren)" in lines


def test_a_wild_card_is_named_with_what_it_plays_as() -> None:
    variant = apply_house_rules(HouseRules(wild_ranks="deuces"), VARIANTS["holdem"])
    hand = make_hand(variant, deck=deal_order("As Ks", "9h 2c", "7d 7c") + "3s Kd 9s 4h 3h Jc 3d Qc")
    lines = page(told_hand(hand, "c", "c", "x", *("x",) * 9))
    assert any("2♣ as T" in line for line in lines), lines


def test_each_run_shows_its_hands() -> None:
    deck = deal_order("Ts 9s", "As Ac", "8d 8c") + "2c 8s 7s 2h 3c Js 4c 5d 6c Kd 7c 3h"
    hand = make_hand(replace(get_variant("holdem"), runs=3), (21, 60, 60), deck=deck)
    lines = page(told_hand(hand, "r 6", "c", "c", "x", "b 15", "r 54", "c", "c", "run 2", "run 2", "run 2"))
    assert "run 1: Wren shows T♠ 9♠: jack-high straight flush" in lines
    assert "run 2: Wren shows T♠ 9♠: king high" in lines
    assert "Side pot 1, run 1: Heron and Jay play for it; Jay wins 39." in lines


def second_hand(*acts: str) -> tuple[list[str], ShowdownStory]:
    """The page while a second hand runs, and the story behind it."""
    story, log = ShowdownStory(), Log()
    for transitions in (three_all_in(), told_hand(make_hand(number=2), *acts)):
        story.add(transitions)
        log.add_transitions(transitions)
    return plain_lines(showdown_page(story, log)(78)), story


def test_a_hand_that_has_just_begun_comes_after_the_hand_before() -> None:
    lines, _ = second_hand("c")
    assert lines[:2] == ["The hand before", "SIDE: 80 to Heron, pair of kings"]
    assert lines[lines.index("This hand") + 1] == "— hand 2 · Jay has the button —"


def test_while_a_hand_runs_the_page_keeps_the_hand_before() -> None:
    lines, story = second_hand("c", "c", "x")
    assert lines[0] == "— hand 2 · Jay has the button —"
    assert lines[lines.index("The hand before") + 1] == "SIDE: 80 to Heron, pair of kings"
    assert story.before is not None
    assert story.before.before is None


def test_before_the_result_the_page_has_the_rulings_alone() -> None:
    log = Log()
    assert plain_lines(showdown_page(ShowdownStory(), log)(60)) == plain_lines(why_page(log)(60))


def test_the_page_keeps_to_its_width() -> None:
    for width in (40, 60, 90):
        assert max(map(len, page(three_all_in(), width=width))) <= width
