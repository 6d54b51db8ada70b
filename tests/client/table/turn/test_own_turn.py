"""The viewer's own turn: keys, amounts and confirmations."""

from __future__ import annotations

import itertools

import pytest
from msgspec.structs import replace

from railbird_client.drawing.canvas import Press
from railbird_client.table.table_options import DEFAULT_PRESETS, BetPreset, TableOptions
from railbird_client.table.turn.bet_entry import BetEntry
from railbird_client.table.turn.own_turn import (
    OwnTurn,
    PlannedAction,
    amount_to_call,
    can_plan,
    is_draw_in_progress,
    resolve_plan,
)
from railbird_client.table.turn.table_keys import TableKey
from railbird_shared.game.cards import Card
from railbird_shared.protocol.actions import (
    Action,
    Bet,
    BringIn,
    Call,
    Check,
    Draw,
    Fold,
    LegalActions,
    Raise,
    Wager,
    WagerKind,
)
from railbird_shared.protocol.view import LastAct, Turn, You
from support.key_presses import parse_press, parse_presses
from support.view_builders import draw_view, holdem_view, seat_view, stud_view, table_view

SECONDS = itertools.count(10)


def turn_facing_a_bet(**facts: object) -> OwnTurn:
    view = holdem_view()
    assert view.you.legal is not None
    return OwnTurn(replace(view.you.legal, **facts), view)


def unopened_turn() -> OwnTurn:
    legal = LegalActions(1, 1415, fold=True, check=True, wager=Wager(WagerKind.BET, 2, 1415))
    return OwnTurn(legal, holdem_view())


def draw_turn(most: int = 5) -> OwnTurn:
    view = draw_view()
    return OwnTurn(LegalActions(1, 1415, max_discards=most), view)


def entry(turn: OwnTurn) -> BetEntry:
    assert turn.bet is not None
    return turn.bet


def press_key(turn: OwnTurn, press: Press) -> Action | None:
    """Presses a key a second after the last one."""
    return turn.press(press, next(SECONDS))


def press_keys(turn: OwnTurn, keys: str) -> Action | None:
    """Presses keys one after another; only the last may act."""
    *first, last = parse_presses(keys)
    for press in first:
        assert press_key(turn, press) is None, press
    return press_key(turn, last)


@pytest.mark.parametrize(
    ("keys", "action"),
    [
        ("fold", Fold()),
        ("call", Call()),
        ("2 confirm", Raise(348)),
        ("3 wager", Raise(474)),
        ("wager confirm", Raise(155)),
        ("wager wager", Raise(155)),
        ("bet-more confirm", Raise(157)),
        ("bet-more bet-more bet-less confirm", Raise(157)),
        ("pot-more confirm", Raise(281)),
        ("4 pot-less confirm", Raise(475)),
        ("maximum minimum confirm", Raise(155)),
        ("slider:30/60 confirm", Raise(785)),
        ("exact 3 0 0 confirm", Raise(300)),
        ("exact 3 0 5 erase 1 confirm", Raise(301)),
        ("exact 3 0 0 cancel 1 confirm", Raise(155)),
        ("exact 3 0 0 cancel call", Call()),
        ("all-in all-in", Raise(1415)),
        ("5 confirm confirm", Raise(1415)),
        ("maximum all-in all-in", Raise(1415)),
    ],
)
def test_keys_against_a_bet(keys: str, action: Action) -> None:
    assert press_keys(turn_facing_a_bet(), keys) == action


def test_a_cancelled_amount_returns_to_the_minimum() -> None:
    turn = turn_facing_a_bet()
    for key in (TableKey.MAXIMUM, TableKey.CANCEL):
        press_key(turn, key)
    assert (entry(turn).amount, entry(turn).touched) == (155, False)


@pytest.mark.parametrize("keys", ["confirm", "wager cancel confirm", "exact 9 cancel confirm"])
def test_enter_calls_as_long_as_no_amount_is_chosen(keys: str) -> None:
    assert press_keys(turn_facing_a_bet(), keys) == Call()


def test_enter_checks_where_checking_is_free_and_brings_in_where_one_must() -> None:
    assert press_keys(unopened_turn(), "confirm") == Check()
    legal = LegalActions(1, 100, bring_in=1, wager=Wager(WagerKind.COMPLETE, 4, 4))
    assert press_keys(OwnTurn(legal, holdem_view()), "confirm") == BringIn()


@pytest.mark.parametrize("keys", ["exact confirm", "exact 9 confirm", "stand-pat"])
def test_enter_does_nothing_while_an_amount_is_being_typed_that_is_none(keys: str) -> None:
    assert press_keys(turn_facing_a_bet(), keys) is None


def test_folding_when_checking_is_free_needs_confirmation() -> None:
    turn = unopened_turn()
    assert press_key(turn, TableKey.FOLD) is None
    assert "free" in turn.notice
    assert press_key(turn, TableKey.FOLD) == Fold()


def test_a_confirmation_that_comes_with_its_question_does_not_count() -> None:
    turn = unopened_turn()
    assert [turn.press(TableKey.FOLD, at) for at in (10.0, 10.04)] == [None, None]
    assert "free" in turn.notice
    assert turn.press(TableKey.FOLD, 10.05) == Fold()


def test_another_key_cancels_the_confirmation() -> None:
    turn = unopened_turn()
    assert press_keys(turn, "fold bet-more fold") is None
    assert turn.unconfirmed == Fold()
    assert press_keys(unopened_turn(), "call") == Check()


@pytest.mark.parametrize(
    ("turn", "key", "chips"),
    [
        (turn_facing_a_bet(bet=20, call=75, wager=Wager(WagerKind.RAISE, 155, 1435)), "all-in", "1,435"),
        (turn_facing_a_bet(bet=20, stack=60, call=60, wager=None), "call", "60"),
    ],
)
def test_the_all_in_confirmation_names_the_amount_and_the_key(turn: OwnTurn, key: str, chips: str) -> None:
    key_shown = {"all-in": "A", "call": "C"}[key]
    assert press_key(turn, parse_press(key)) is None
    assert turn.notice == f"That is all-in for {chips}: press [{key_shown}] again to do it."


def test_every_all_in_needs_confirmation() -> None:
    assert press_keys(turn_facing_a_bet(), "all-in") is None
    assert press_keys(turn_facing_a_bet(), "maximum wager") is None
    short = turn_facing_a_bet(stack=60, call=60, wager=None)
    assert press_keys(short, "call call") == Call()
    assert press_keys(turn_facing_a_bet(stack=60, call=60, wager=None), "all-in all-in") == Call()


def test_typed_amounts_out_of_range_become_the_nearest_and_need_confirmation() -> None:
    turn = turn_facing_a_bet()
    assert press_keys(turn, "exact 9 confirm") is None
    assert entry(turn).amount == 155
    assert "155" in turn.notice
    assert press_key(turn, TableKey.CONFIRM) == Raise(155)


def test_typed_amounts_have_a_maximum_length() -> None:
    turn = turn_facing_a_bet()
    press_key(turn, TableKey.EXACT)
    for _ in range(40):
        press_key(turn, TableKey.DIGIT_9)
    typed = entry(turn).typed
    assert typed is not None
    assert len(typed) == 13


@pytest.mark.parametrize("key", ["call", "fold", "all-in", "wager", "leave"])
def test_letters_in_an_amount_never_act(key: str) -> None:
    turn = turn_facing_a_bet()
    assert press_keys(turn, f"exact 3 {key} {key}") is None
    assert "digits" in turn.notice
    assert press_keys(turn, "0 0 confirm") == Raise(300)


def test_the_slider_replaces_a_typed_amount() -> None:
    turn = turn_facing_a_bet()
    assert press_keys(turn, "exact 3 slider:40/40 confirm") is None
    assert entry(turn).amount == turn.legal.all_in_to


def test_a_fixed_raise_needs_one_key() -> None:
    turn = turn_facing_a_bet(wager=Wager(WagerKind.RAISE, 20, 20))
    assert press_key(turn, TableKey.BET_MORE) is None
    assert press_key(turn, TableKey.WAGER) == Raise(20)


def test_an_opening_bet_is_a_bet() -> None:
    assert press_keys(unopened_turn(), "4 wager") == Bet(411)


def test_the_bring_in_is_paid_with_the_calling_key() -> None:
    legal = LegalActions(1, 100, bring_in=1, wager=Wager(WagerKind.COMPLETE, 2, 2))
    assert press_key(OwnTurn(legal, holdem_view()), TableKey.CALL) == BringIn()
    assert press_key(OwnTurn(legal, holdem_view()), TableKey.WAGER) == Raise(2)
    assert press_keys(OwnTurn(legal, holdem_view()), "fold") is None


@pytest.mark.parametrize("key", ["wager", "all-in", "call"])
def test_illegal_keys_show_a_notice(key: str) -> None:
    turn = OwnTurn(LegalActions(1, 100), holdem_view())
    assert press_key(turn, parse_press(key)) is None
    assert turn.notice.endswith(".")


@pytest.mark.parametrize(
    ("keys", "action"),
    [
        ("3 4 5 confirm", Draw((Card.C7, Card.H4, Card.C2))),
        ("5 3 confirm", Draw((Card.C7, Card.C2))),
        ("3 3 4 confirm", Draw((Card.H4,))),
        ("stand-pat", Draw()),
        ("3 0 1 confirm", Draw((Card.SA,))),
    ],
)
def test_keys_of_the_draw(keys: str, action: Action) -> None:
    assert press_keys(draw_turn(), keys) == action


@pytest.mark.parametrize("keys", ["confirm", "3 0 confirm", "3 cancel confirm", "6 confirm", "call", "fold", "all-in"])
def test_the_draw_needs_a_selection(keys: str) -> None:
    assert press_keys(draw_turn(), keys) is None


def test_enter_with_no_card_chosen_stands_pat_at_the_second_press() -> None:
    turn = draw_turn()
    assert press_keys(turn, "confirm") is None
    assert turn.notice == "No card is chosen: press [Enter] again to stand pat."
    assert press_keys(turn, "confirm") == Draw()


def test_standing_pat_with_cards_chosen_needs_a_second_press() -> None:
    turn = draw_turn()
    assert press_keys(turn, "1 2 stand-pat") is None
    assert turn.notice == "2 chosen: press [P] again to stand pat."
    assert press_keys(turn, "stand-pat") == Draw()


def test_discards_are_limited_by_the_game() -> None:
    turn = draw_turn(most=2)
    assert press_keys(turn, "1 2 3") is None
    assert turn.notice == "You can discard at most 2 cards."
    assert turn.discards == {0, 1}


def test_a_confirmation_counts_for_one_act_only() -> None:
    turn = unopened_turn()
    assert press_key(turn, TableKey.FOLD) is None
    assert press_key(turn, TableKey.ALL_IN) is None
    assert turn.notice.startswith("That is all-in")
    assert press_key(turn, TableKey.FOLD) is None
    assert turn.notice.startswith("Checking is free")


def test_only_a_four_card_draw_must_keep_the_ace() -> None:  # VT-5D-11
    turn = OwnTurn(LegalActions(1, 1415, max_discards=4, fourth_discard_keeps=(Card.SA, Card.DA)), draw_view())
    assert press_keys(turn, "1 2 3 confirm") == Draw((Card.SA, Card.DA, Card.C7))
    turn = OwnTurn(LegalActions(1, 1415, max_discards=4, fourth_discard_keeps=(Card.SA, Card.DA)), draw_view())
    assert press_keys(turn, "1 2 3 4 confirm") is None
    assert turn.notice.startswith("Keep A♠ or A♦")
    turn = OwnTurn(LegalActions(1, 1415, max_discards=4, fourth_discard_keeps=(Card.SA, Card.DA)), draw_view())
    assert press_keys(turn, "2 3 4 5 confirm") == Draw((Card.DA, Card.C7, Card.H4, Card.C2))


def test_another_choice_of_presets_counts_in_the_turn_that_runs() -> None:
    view = holdem_view()
    assert view.you.legal is not None
    turn = OwnTurn(view.you.legal, view)
    press_key(turn, TableKey.DIGIT_1)
    assert entry(turn).amount == 155
    turn.change_options(TableOptions(presets=(BetPreset.POT, *DEFAULT_PRESETS[1:])))
    assert entry(turn).amount == 155
    press_key(turn, TableKey.DIGIT_1)
    assert entry(turn).amount == 601


def test_an_all_in_takes_one_press_where_the_player_says_so() -> None:
    view = holdem_view()
    assert view.you.legal is not None
    turn = OwnTurn(view.you.legal, view, TableOptions(confirm_all_in=False))
    assert press_key(turn, TableKey.ALL_IN) == Raise(1415)


def test_a_call_never_costs_more_than_the_stack() -> None:
    assert amount_to_call(stud_view()) == 10
    assert amount_to_call(table_view(seat_view(1, stack=4, bet=2), to_match=10, you=You(1))) == 4
    assert amount_to_call(table_view(seat_view(1, bet=10), to_match=2, you=You(1))) == 0
    assert amount_to_call(replace(stud_view(), you=You())) == 0


def test_planning_needs_a_turn_still_to_come() -> None:
    assert can_plan(stud_view())
    assert not can_plan(holdem_view())
    assert not can_plan(stud_view(playing=False))
    assert not can_plan(stud_view(turn=None))
    assert not can_plan(stud_view(you=You()))
    all_in = seat_view(1, stack=0, hidden=2)
    assert not can_plan(stud_view(seats=(all_in, *stud_view().seats[1:])))


def test_the_draw_lasts_until_everybody_has_drawn() -> None:
    assert is_draw_in_progress(draw_view())
    done = seat_view(1, hidden=5, last=LastAct.PAT, drew=0)
    assert not is_draw_in_progress(draw_view(seats=(done, *draw_view().seats[1:])))
    assert not is_draw_in_progress(draw_view(street=0))
    assert not is_draw_in_progress(stud_view())
    assert not can_plan(draw_view(turn=Turn(2, 3)))


def test_a_plan_that_is_not_legal_is_dropped() -> None:
    call_ten = PlannedAction(TableKey.CALL, 10)
    assert resolve_plan(call_ten, LegalActions(1, 50, fold=True, call=20)) is None
    assert resolve_plan(call_ten, LegalActions(1, 50, fold=True, check=True)) is None
    assert resolve_plan(PlannedAction(TableKey.CALL_ANY), LegalActions(1, 50)) is None
    assert resolve_plan(PlannedAction(TableKey.CALL_ANY), LegalActions(1, 50, bring_in=1)) is None
    assert resolve_plan(PlannedAction(TableKey.FOLD), LegalActions(1, 50)) is None
