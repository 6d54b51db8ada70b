"""Questions beside betting and drawing, and how a turn answers them."""

from __future__ import annotations

import pytest

from railbird_client.model.bar import BarFace, face_of
from railbird_client.model.choices import question
from railbird_client.model.desk import Desk
from railbird_shared.actions import Action, Call, Claim, Declaration, Declare, Draw, Fold, LegalActions, Run
from railbird_shared.cards import parse_cards
from railbird_shared.commands import Act
from railbird_shared.view import TableView, Turn, You
from viewing import seat, view_of

CLAIMS = ("full house", "three of a kind", "two pair", "one pair", "high card")


def asked(legal: LegalActions, cards: str = "As Ks Kd") -> TableView:
    return view_of(seat(1), seat(2), you=You(1, parse_cards(cards), legal=legal), playing=True, hand=3, turn=Turn(1, 4))


def at_desk(legal: LegalActions, cards: str = "As Ks Kd") -> Desk:
    desk = Desk("Wren")
    desk.see(asked(legal, cards), 0.0)
    return desk


def done(legal: LegalActions, *keys: str, cards: str = "As Ks Kd") -> Action | None:
    """Presses keys a second apart; returns the last act."""
    desk, last = at_desk(legal, cards), None
    for second, key in enumerate(keys, start=1):
        command = desk.press(key, float(second))
        last = command.action if isinstance(command, Act) else None
    return last


def labels(face: BarFace) -> list[str]:
    return [f"{button.key} {button.label}" for button in (*face.buttons, *face.presets)]


@pytest.mark.parametrize(
    ("legal", "key", "act"),
    [
        (LegalActions(1, 90, declare=True), "1", Declare(Declaration.HIGH)),
        (LegalActions(1, 90, declare=True), "2", Declare(Declaration.LOW)),
        (LegalActions(1, 90, declare=True), "3", Declare(Declaration.BOTH)),
        (LegalActions(1, 90, claims=CLAIMS), "3", Claim("two pair")),
        (LegalActions(1, 90, claims=CLAIMS), "5", Claim("high card")),
        (LegalActions(1, 90, claims=tuple("abcdefghij")), "0", Claim("j")),
        (LegalActions(1, 0, runs=3), "2", Run(2)),
    ],
)
def test_a_digit_chooses(legal: LegalActions, key: str, act: Action) -> None:
    assert done(legal, key) == act


@pytest.mark.parametrize("key", ["4", "0", "confirm", "fold", "call", "all-in"])
def test_any_other_key_says_which_digits_do(key: str) -> None:
    desk = at_desk(LegalActions(1, 90, declare=True))
    assert desk.press(key, 1.0) is None
    assert desk.notice(1.0) == "Choose with the digits 1 to 3."


def test_a_digit_that_was_meant_for_something_else_is_not_taken() -> None:
    desk = at_desk(LegalActions(1, 90, declare=True))
    assert desk.press("1", 0.1) is None
    assert desk.press("1", 0.2) is None
    assert isinstance(desk.press("1", 1.0), Act)


def test_the_bar_lists_the_choices() -> None:
    sides = face_of(at_desk(LegalActions(1, 90, declare=True)), 0.0)
    assert (sides.lead, labels(sides)) == ("Declare", ["1 High", "2 Low", "3 Both ways"])
    hands = face_of(at_desk(LegalActions(1, 90, claims=CLAIMS)), 0.0)
    assert labels(hands) == ["1 Full house", "2 Three of a kind", "3 Two pair", "4 One pair", "5 High card"]
    assert labels(face_of(at_desk(LegalActions(1, 0, runs=2)), 0.0)) == ["1 Once", "2 Twice"]


def test_betting_asks_no_question() -> None:
    assert question(LegalActions(1, 90, check=True)) is None


# --- seeing and throwing away


def test_what_costs_nothing_is_seen() -> None:
    legal = LegalActions(1, 90, fold=True, call=0)
    assert labels(face_of(at_desk(legal), 0.0)) == ["F Fold", "C See"]
    assert done(legal, "call") == Call()
    assert done(legal, "fold") is None
    assert done(legal, "fold", "fold") == Fold()


def test_exactly_one_card_has_to_go() -> None:
    legal = LegalActions(1, 90, draw=1, draw_least=1)
    assert labels(face_of(at_desk(legal), 0.0)) == ["Enter Throw away 0", "0 Clear"]
    assert face_of(at_desk(legal), 0.0).caption == "Choose 1 card to throw away."
    assert done(legal, "pat") is None
    assert done(legal, "confirm") is None
    assert done(legal, "1", "3", "confirm") == Draw(parse_cards("Kd"))


def test_a_draw_says_how_many_may_go() -> None:
    desk = at_desk(LegalActions(1, 90, draw=3), "As Ks Kd 4c 2c")
    assert face_of(desk, 0.0).caption == "Choose up to 3 cards to throw away: they sink, the others stay."
    assert labels(face_of(desk, 0.0)) == ["Enter Draw 0", "P Stand pat", "0 Clear"]


def test_four_cards_are_drawn_to_a_keeper_only() -> None:
    legal = LegalActions(1, 90, draw=4, draw_to=parse_cards("As"))
    assert done(legal, "2", "3", "4", "5", "confirm", cards="As Ks Kd 4c 2c") == Draw(parse_cards("Ks Kd 4c 2c"))
    desk = at_desk(legal, "As Ks Kd 4c 2c")
    for second, key in enumerate(("1", "3", "4", "5", "confirm"), start=1):
        assert desk.press(key, float(second)) is None
    assert desk.notice(5.0) == "Keep A♠ if you throw away 4."
