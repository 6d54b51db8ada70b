"""Action choices beside betting and drawing, and how a turn answers them."""

from __future__ import annotations

import pytest

from railbird_client.table.action_bar import build_action_bar
from railbird_client.table.input_state import InputState
from railbird_client.table.turn.own_turn import build_action_choice
from railbird_client.table.turn.table_keys import TableKey
from railbird_client.table.view_models import ActionBarViewModel
from railbird_shared.game.cards import parse_cards
from railbird_shared.protocol.actions import Action, Call, Claim, Declaration, Declare, Draw, Fold, LegalActions, Run
from railbird_shared.protocol.commands import Act
from railbird_shared.protocol.view import TableView, Turn, You
from support.key_presses import parse_press, press_at
from support.view_builders import seat_view, table_view

CLAIMS = ("full house", "three of a kind", "two pair", "one pair", "high card")


def view_with_choice(legal: LegalActions, cards: str = "As Ks Kd") -> TableView:
    return table_view(
        seat_view(1), seat_view(2), you=You(1, parse_cards(cards), legal=legal), playing=True, hand=3, turn=Turn(1, 4)
    )


def input_state_with_choice(legal: LegalActions, cards: str = "As Ks Kd") -> InputState:
    state = InputState("Wren")
    state.update_view(view_with_choice(legal, cards), 0.0)
    return state


def press_keys(legal: LegalActions, *keys: str, cards: str = "As Ks Kd") -> Action | None:
    """Presses keys a second apart and returns the action of the last."""
    state, last = input_state_with_choice(legal, cards), None
    for second, key in enumerate(keys, start=1):
        command = press_at(state, parse_press(key), float(second))
        last = command.action if isinstance(command, Act) else None
    return last


def labels(model: ActionBarViewModel) -> list[str]:
    return [f"{button.display} {button.label}" for button in (*model.buttons, *model.second_row)]


@pytest.mark.parametrize(
    ("legal", "key", "act"),
    [
        (LegalActions(1, 90, declare=True), "1", Declare(Declaration.HIGH)),
        (LegalActions(1, 90, declare=True), "2", Declare(Declaration.LOW)),
        (LegalActions(1, 90, declare=True), "3", Declare(Declaration.BOTH)),
        (LegalActions(1, 90, claims=CLAIMS), "3", Claim("two pair")),
        (LegalActions(1, 90, claims=CLAIMS), "5", Claim("high card")),
        (LegalActions(1, 90, claims=tuple("abcdefghij")), "0", Claim("j")),
        (LegalActions(1, 0, max_runs=3), "2", Run(2)),
    ],
)
def test_a_digit_selects_an_option(legal: LegalActions, key: str, act: Action) -> None:
    assert press_keys(legal, key) == act


@pytest.mark.parametrize("key", ["4", "0", "confirm", "fold", "call", "all-in"])
def test_any_other_key_names_the_valid_digits(key: str) -> None:
    state = input_state_with_choice(LegalActions(1, 90, declare=True))
    assert press_at(state, parse_press(key), 1.0) is None
    assert state.notices.current(1.0) == "Choose with [1] to [3]."


def test_a_digit_pressed_too_early_is_ignored() -> None:
    state = input_state_with_choice(LegalActions(1, 90, declare=True))
    assert press_at(state, TableKey.DIGIT_1, 0.1) is None
    assert press_at(state, TableKey.DIGIT_1, 0.2) is None
    assert isinstance(press_at(state, TableKey.DIGIT_1, 1.0), Act)


def test_the_bar_lists_the_choices() -> None:
    sides = build_action_bar(input_state_with_choice(LegalActions(1, 90, declare=True)), 0.0)
    assert (sides.label, labels(sides)) == ("Declare", ["1 High", "2 Low", "3 Both ways"])
    hands = build_action_bar(input_state_with_choice(LegalActions(1, 90, claims=CLAIMS)), 0.0)
    assert labels(hands) == ["1 Full house", "2 Three of a kind", "3 Two pair", "4 One pair", "5 High card"]
    assert labels(build_action_bar(input_state_with_choice(LegalActions(1, 0, max_runs=2)), 0.0)) == [
        "1 Once",
        "2 Twice",
    ]


def test_a_betting_turn_has_no_action_choice() -> None:
    assert build_action_choice(LegalActions(1, 90, check=True)) is None


# --- seeing and discarding


def test_a_free_call_is_labelled_see() -> None:
    legal = LegalActions(1, 90, fold=True, call=0)
    assert labels(build_action_bar(input_state_with_choice(legal), 0.0)) == ["F Fold", "C See"]
    assert press_keys(legal, "call") == Call()
    assert press_keys(legal, "fold") is None
    assert press_keys(legal, "fold", "fold") == Fold()


def test_exactly_one_card_must_be_discarded() -> None:
    legal = LegalActions(1, 90, max_discards=1, min_discards=1)
    assert labels(build_action_bar(input_state_with_choice(legal), 0.0)) == ["Enter Discard 0", "0 Keep all"]
    assert build_action_bar(input_state_with_choice(legal), 0.0).caption == "Choose 1 card to discard."
    assert press_keys(legal, "stand-pat") is None
    assert press_keys(legal, "confirm") is None
    assert press_keys(legal, "1", "3", "confirm") == Draw(parse_cards("Kd"))


def test_a_draw_names_the_limit_of_discards() -> None:
    state = input_state_with_choice(LegalActions(1, 90, max_discards=3), "As Ks Kd 4c 2c")
    assert build_action_bar(state, 0.0).caption == "Choose up to 3 cards to discard: chosen cards sink."
    assert labels(build_action_bar(state, 0.0)) == ["Enter Draw 0", "P Stand pat", "0 Keep all"]


def test_four_cards_can_be_drawn_only_to_a_kept_ace() -> None:
    legal = LegalActions(1, 90, max_discards=4, fourth_discard_keeps=parse_cards("As"))
    assert press_keys(legal, "2", "3", "4", "5", "confirm", cards="As Ks Kd 4c 2c") == Draw(parse_cards("Ks Kd 4c 2c"))
    state = input_state_with_choice(legal, "As Ks Kd 4c 2c")
    for second, key in enumerate(("1", "3", "4", "5", "confirm"), start=1):
        assert press_at(state, parse_press(key), float(second)) is None
    assert state.notices.current(5.0) == "Keep A♠ if you discard 4."
