"""The help of the table: every use of a key, and why one is of no use now."""

from __future__ import annotations

from railbird_client.table.prompts import refusal_of
from railbird_client.table.table_model import TableState
from railbird_client.table.turn.own_turn import OwnTurn, can_plan
from railbird_client.table.turn.table_keys import TableKey, Want
from railbird_client.widgets.help_screen import HelpGroup, HelpLine

FOOTER = (
    "Every line here can be clicked. A raise is to your total for the round.",
    "All-in, and a fold that costs nothing to avoid, ask for a second press.",
)
_FIRST = {Want.TURN, Want.AMOUNT, Want.SEAT, Want.HAND}


def table_help(state: TableState) -> tuple[HelpGroup, ...]:
    """Returns the help of a table as it is now."""
    lines: dict[Want, list[HelpLine]] = {want: [] for want in Want}
    for key in TableKey:
        for use in key.uses:
            display = use.display or key.display.partition(" ")[0]
            pressed = key.keys.partition(",")[0] or key.display.lower().replace("^", "ctrl+")
            refusal = _refusal(key, use.want, state)
            words = _in_ascii(use.words) if state.table_model.options.ascii else use.words
            lines[use.want].append(HelpLine(display, words, pressed, use.also, refusal))
    return tuple(HelpGroup(want, tuple(found), want in _FIRST) for want, found in lines.items())


def _in_ascii(words: str) -> str:
    """Returns words with fractions of several letters, which the drawing in ASCII cuts to one."""
    return words.replace("¼", "1/4").replace("½", "1/2").replace("¾", "3/4")


def _refusal(key: TableKey, want: Want, state: TableState) -> str:
    """Returns why a key does not fulfil a wish now, empty where it does."""
    model, view = state.table_model, state.table_model.shown_view
    if view is None:
        return "The table is not there yet."
    turn = model.input_state.turn if model.is_own_turn else None
    if want in (Want.TURN, Want.AMOUNT, Want.DRAW):
        return _refusal_in_turn(key, want, turn) if turn is not None else "It is not your turn."
    if want is Want.PLAN and (turn is not None or not can_plan(view)):
        return "You can plan only while another player is to act."
    match key:
        case TableKey.INVITE:
            return "" if state.invitation else "Nobody else can join this game."
        case TableKey.NEXT_FOLLOWED | TableKey.FOLLOWED_BEFORE:
            return "" if model.input_state.follows_others else "You follow no other table."
        case TableKey.SKIP_STREET:
            return "" if model.is_revealing else "There is nothing to skip now."
        case _:
            return refusal_of(key, view)


def _refusal_in_turn(key: TableKey, want: Want, turn: OwnTurn) -> str:
    legal = turn.legal
    if want is Want.DRAW:
        return "" if turn.is_drawing else "No cards are changed now."
    if want is Want.AMOUNT or key is TableKey.WAGER:
        return "" if turn.bet is not None else "You cannot bet or raise now."
    useful = {
        TableKey.FOLD: legal.fold,
        TableKey.CALL: legal.check or legal.call is not None,
        TableKey.ALL_IN: turn.bet is not None or legal.call is not None,
    }
    return "" if useful.get(key, True) else "This turn has no bet."
