"""The viewer's own turn: what each key does, in betting, in drawing, or where there is another choice to make.

A fold where checking is free and an all-in need a second press. The amount of a bet is a `BetEntry`. A player may plan
an action before their turn.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from railbird_client.drawing.canvas import Press
from railbird_client.drawing.card_art import own_cards
from railbird_client.drawing.text_roles import capitalize
from railbird_client.table.table_options import TableOptions
from railbird_client.table.turn.bet_entry import BetEntry, build_bet_sizing
from railbird_client.table.turn.table_keys import TableKey, key_name
from railbird_shared.game.announced_game import DISCARD, Family
from railbird_shared.history.narration import DECLARATION_WORDS, RUN_WORDS, format_card
from railbird_shared.protocol import actions
from railbird_shared.protocol.actions import Action, LegalActions
from railbird_shared.protocol.view import LastAct, TableView

_SHORTEST_CONFIRMATION = 0.05
"""The seconds after a question before which nobody has read it: keys that come sooner were pasted."""

PLAN_KEYS: frozenset[Press] = frozenset({TableKey.FOLD, TableKey.CALL, TableKey.CALL_ANY})
"""The keys that plan an action: to check or fold, to call or check, and to call whatever it costs."""

_CHOICE_KEYS: frozenset[Press] = frozenset(
    {TableKey.CONFIRM, TableKey.CALL, TableKey.FOLD, TableKey.WAGER, TableKey.ALL_IN}
)
"""The keys to which a choice answers that it is made with the digits."""


class ActionOption(NamedTuple):
    """An option of a choice: its label and its action."""

    label: str
    action: actions.Declare | actions.Claim | actions.Run


class ActionChoice(NamedTuple):
    """A choice beside betting and drawing: a question, a label for the bar, and the options by digit, 0 the tenth."""

    question: str
    label: str
    options: tuple[ActionOption, ...]


def build_action_choice(legal: LegalActions) -> ActionChoice | None:
    """Returns the choice that a player has to make, None in a turn of betting or drawing."""
    if legal.declare:
        sides = tuple(
            ActionOption(capitalize(words), actions.Declare(side)) for side, words in DECLARATION_WORDS.items()
        )
        return ActionChoice("Which part of the pot do you go for? Everybody declares at once.", "Declare", sides)
    if legal.claims:
        hands = tuple(ActionOption(capitalize(hand), actions.Claim(hand)) for hand in legal.claims)
        return ActionChoice("Declare your hand: it counts for no more than you say.", "Declare", hands)
    if legal.max_runs is not None:
        runs = tuple(
            ActionOption(capitalize(words), actions.Run(times))
            for times, words in RUN_WORDS.items()
            if times <= legal.max_runs
        )
        return ActionChoice("How often do you want the rest dealt? Everybody has to agree.", "Run it", runs)
    return None


class OwnTurn:
    """One turn of the viewer; `press` returns the action once it is decided, else `notice` may say what to do.

    `hand` and `number` are those that an act of this turn names. `bet` is the amount to bet or raise to, None where
    neither is legal.
    """

    def __init__(self, legal: LegalActions, view: TableView, options: TableOptions | None = None) -> None:
        self.legal = legal
        self.hand, self.number = view.hand, view.turn.turn if view.turn is not None else 0
        self.options = options or TableOptions()
        self.cards = own_cards(view)
        sizing = build_bet_sizing(legal, view, self.options.presets)
        self.bet = None if sizing is None else BetEntry(sizing)
        self.action_choice = build_action_choice(legal)
        self.discards: frozenset[int] = frozenset()
        self.unconfirmed: Action | None = None
        self.notice = ""
        self._asked_at = -inf

    def change_options(self, options: TableOptions) -> None:
        """Takes other presets and confirmations during the turn; the amount set stays."""
        self.options = options
        if self.bet is not None:
            self.bet.sizing = replace(self.bet.sizing, chosen_presets=options.presets)

    @property
    def is_drawing(self) -> bool:
        """Whether the viewer exchanges cards in this turn."""
        return self.legal.max_discards is not None

    @property
    def is_typing(self) -> bool:
        """Whether the viewer types the amount of a bet, so that letters do nothing."""
        return self.bet is not None and self.bet.typed is not None

    def press(self, press: Press, now: float) -> Action | None:
        """Takes a press at `now` and returns the action that it completes, if any."""
        asked, question = self.unconfirmed, self.notice
        self.unconfirmed, self.notice = None, ""
        if self.action_choice is not None:
            action = self._press_choice(self.action_choice, press)
        else:
            action = self._press_drawing(press) if self.is_drawing else self._press_betting(press)
        if action is not None and action == asked:
            if now - self._asked_at >= _SHORTEST_CONFIRMATION:
                return action
            self.unconfirmed, self.notice = asked, question
            return None
        if action is not None and (question := self._confirmation_prompt(action, press)):
            self.unconfirmed, self.notice, self._asked_at = action, question, now
            return None
        return action

    def _press_choice(self, action_choice: ActionChoice, press: Press) -> Action | None:
        digit = press.digit if isinstance(press, TableKey) else None
        place = 0 if digit is None else digit or 10
        if 1 <= place <= len(action_choice.options):
            return action_choice.options[place - 1].action
        if press in _CHOICE_KEYS or digit is not None:
            self.notice = f"Choose with [1] to [{len(action_choice.options)}]."
        return None

    def _confirmation_prompt(self, action: Action, press: Press) -> str:
        """Returns the question before an action that may be an accident, empty for any other."""
        if isinstance(action, actions.Draw) and not action.discards and (self.discards or press is TableKey.CONFIRM):
            chosen = f"{len(self.discards)} chosen" if self.discards else "No card is chosen"
            return f"{chosen}: press {key_name(press)} again to stand pat."
        if isinstance(action, actions.Fold) and (self.legal.check or self.legal.call == 0):
            return f"{'Checking' if self.legal.check else 'Seeing'} is free: press [F] again to fold anyway."
        chips = 0
        if isinstance(action, actions.Call) and self.legal.call == self.legal.stack:
            chips = self.legal.stack
        elif self.bet is not None and action == self.bet.sizing.wager.action(self.legal.all_in_to):
            chips = self.legal.all_in_to
        is_asked = chips and self.options.confirm_all_in
        return f"That is all-in for {chips:,}: press {key_name(press)} again to do it." if is_asked else ""

    # --- betting -----------------------------------------------------------------------------------------------

    def _press_betting(self, press: Press) -> Action | None:
        bet = self.bet
        if bet is not None and self.is_typing:
            return self._press_bet(bet, press)
        match press:
            case TableKey.FOLD:
                return actions.Fold() if self.legal.fold else self._refuse("You cannot fold now.")
            case TableKey.ALL_IN:
                return self._all_in()
            case TableKey.CALL:
                return self._call()
            case TableKey.CONFIRM if bet is None or not bet.touched:
                return self._call()
            case _ if bet is not None:
                return self._press_bet(bet, press)
            case TableKey.WAGER:
                return self._refuse("You cannot raise here.")
            case _:
                return None

    def _press_bet(self, bet: BetEntry, press: Press) -> Action | None:
        action, self.notice = bet.press(press), bet.notice
        return action

    def _call(self) -> Action | None:
        if self.legal.check:
            return actions.Check()
        if self.legal.call is not None:
            return actions.Call()
        if self.legal.bring_in is not None:
            return actions.BringIn()
        return self._refuse("There is nothing to call now.")

    def _all_in(self) -> Action | None:
        if self.bet is not None and self.bet.sizing.wager.maximum == self.legal.all_in_to:
            self.bet.set_amount(self.legal.all_in_to)
            return self.bet.action
        if self.legal.call is not None and self.legal.call == self.legal.stack:
            return actions.Call()
        return self._refuse("You cannot bet your whole stack here.")

    # --- drawing -----------------------------------------------------------------------------------------------

    def _press_drawing(self, press: Press) -> Action | None:
        match press:
            case TableKey(digit=int(digit)) if 1 <= digit <= len(self.cards):
                self._toggle_discard(digit - 1)
            case TableKey.DIGIT_0 | TableKey.CANCEL:
                self.discards = frozenset()
            case TableKey.STAND_PAT:
                return actions.Draw() if self.legal.min_discards == 0 else self._refuse(self.draw_instruction)
            case TableKey.CONFIRM:
                return self._draw()
            case _:
                pass
        return None

    def _draw(self) -> Action | None:
        if len(self.discards) < self.legal.min_discards:
            return self._refuse(f"Choose cards to discard with [1] to [{len(self.cards)}].")
        kept = [card for index, card in enumerate(self.cards) if index not in self.discards]
        keepers = self.legal.fourth_discard_keeps
        if keepers and len(self.discards) == self.legal.max_discards and not set(kept) & set(keepers):
            return self._refuse(f"Keep {' or '.join(map(format_card, keepers))} if you discard {len(self.discards)}.")
        return actions.Draw(tuple(self.cards[index] for index in sorted(self.discards)))

    @property
    def draw_instruction(self) -> str:
        """How many cards to discard, in a sentence."""
        most, least = self.legal.max_discards or 0, self.legal.min_discards
        count = most if least == most else f"{least} to {most}" if least else f"up to {most}"
        explanation = "" if least == most == 1 else ": chosen cards sink"
        return f"Choose {count} card{'s' if most != 1 else ''} to discard{explanation}."

    def _toggle_discard(self, index: int) -> None:
        most = self.legal.max_discards or 0
        if index not in self.discards and most == 1:
            self.discards = frozenset({index})
        elif index not in self.discards and len(self.discards) >= most:
            self.notice = f"You can discard at most {most} cards."
        else:
            self.discards ^= {index}

    def _refuse(self, sentence: str) -> Action | None:
        self.notice = sentence
        return None


class PlannedAction(Struct, frozen=True):
    """An action planned by its key; `chips` is the amount that a `CALL` was planned for, 0 for a check."""

    key: Press
    chips: int = 0


def plan_action(key: Press, view: TableView) -> PlannedAction:
    """Returns the action that a key plans now."""
    return PlannedAction(key, amount_to_call(view) if key is TableKey.CALL else 0)


def amount_to_call(view: TableView) -> int:
    """Returns what a call would cost the viewer now, in chips."""
    seat = view.own_seat
    return 0 if seat is None else min(seat.stack, max(0, view.to_match - seat.bet))


def can_plan(view: TableView) -> bool:
    """Whether the viewer has a turn to come in this betting round."""
    seat = view.own_seat
    if seat is None or not view.playing or not seat.live or seat.all_in or view.turn is None:
        return False
    return view.turn.seat != seat.seat and not is_draw_in_progress(view)


def is_draw_in_progress(view: TableView) -> bool:
    """Whether players are exchanging cards: a draw or discard has begun and not everybody has drawn."""
    waiting = any(seat.live and seat.last_act is LastAct.NONE for seat in view.occupied)
    draws = view.game.family is Family.DRAW and view.game.draws > 0 and view.street > 0
    return view.playing and waiting and (draws or view.street_name == DISCARD)


def resolve_plan(planned: PlannedAction, legal: LegalActions) -> Action | None:
    """Returns the action that a planned action leads to, None if it does not fit any more."""
    if legal.max_discards is not None:
        return None
    if legal.bring_in is not None:
        return actions.Fold() if legal.fold and planned.key is TableKey.FOLD else None
    if legal.call == 0 and (planned.key is not TableKey.CALL or planned.chips == 0):
        return actions.Call()
    if planned.key is TableKey.FOLD:
        return actions.Check() if legal.check else actions.Fold() if legal.fold else None
    if legal.check:
        return actions.Check() if planned.key is TableKey.CALL_ANY or planned.chips == 0 else None
    if legal.call is None:
        return None
    return actions.Call() if planned.key is TableKey.CALL_ANY or planned.chips == legal.call else None
