"""Actions as they are written."""

from __future__ import annotations

from decimal import Decimal

import pytest

from railbird_server.history.parser import (
    ActionCode,
    BadHistory,
    DealAction,
    PlayerAction,
    format_history_cards,
    parse_action,
    parse_history_cards,
)
from railbird_shared.game.cards import parse_card, parse_cards


def test_dealt_cards_may_be_unknown() -> None:
    assert parse_action("d dh p2 Ah??") == DealAction(2, (parse_card("Ah"), None))
    assert parse_action("d db 2c3dTs") == DealAction(0, parse_cards("2c3dTs"))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("p3 f", PlayerAction(3, ActionCode.FOLD)),
        ("p1 cc", PlayerAction(1, ActionCode.CALL)),
        ("p1 pb", PlayerAction(1, ActionCode.BRING_IN)),
        ("p12 cbr 4.50", PlayerAction(12, ActionCode.WAGER, amount=Decimal("4.50"))),
        ("p1 sd", PlayerAction(1, ActionCode.DRAW, cards=())),
        ("p1 sd ??Ah", PlayerAction(1, ActionCode.DRAW, cards=(None, parse_card("Ah")))),
    ],
)
def test_player_actions_are_parsed(text: str, move: PlayerAction) -> None:
    assert parse_action(text) == move


def test_a_hand_may_be_mucked_or_shown_with_or_without_its_cards() -> None:
    assert parse_action("p1 sm") == PlayerAction(1, ActionCode.SHOW)
    assert parse_action("p1 sm AhKd") == PlayerAction(1, ActionCode.SHOW, cards=parse_cards("AhKd"))
    assert parse_action("p1 sm -") == PlayerAction(1, ActionCode.SHOW, cards=())


def test_comments_are_ignored() -> None:
    assert parse_action("  p1   f  # with a sigh") == PlayerAction(1, ActionCode.FOLD)
    assert parse_action("# Burn card 6s is exposed") is None
    assert parse_action("   ") is None


@pytest.mark.parametrize(
    "text",
    [
        "p1",
        "p1 x",
        "p0 f",
        "px f",
        "q1 f",
        "p²1 f",
        f"p{'1' * 9000} f",
        "p1 cbr",
        "p1 cbr many",
        "p1 cbr -2",
        "p1 cbr nan",
        "p1 cbr inf",
        "p1 cbr 1e999999999",
        "p1 sd Ah Kd",
        "d db",
        "d db Ax",
        "d db AhK",
        "d dh p1 X",
        "d dh Ah",
    ],
)
def test_an_invalid_action_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(BadHistory, match=r"\.$"):
        parse_action(text)


def test_formatted_cards_parse_back_to_the_same_cards() -> None:
    cards = parse_cards("As 2c Td")
    assert format_history_cards(cards) == "As2cTd"
    assert parse_history_cards("As2cTd") == cards
