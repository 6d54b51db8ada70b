"""The viewer's own turn: the amounts they can bet, set or type, their other choices, and what each key does.

A fold where checking is free and an all-in need a second press, and an amount counts only once the player has set
it in this turn. Amounts are totals for the round, in chips.

A player may plan an action before their turn.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from railbird_client.drawing.canvas import Press, SliderClick
from railbird_client.drawing.card_art import own_cards
from railbird_client.drawing.text_roles import capitalize
from railbird_client.table.table_options import DEFAULT_PRESETS, BetPreset, TableOptions
from railbird_client.table.turn.table_keys import TableKey, append_digit, key_name
from railbird_shared.game.announced_game import DISCARD, Family
from railbird_shared.history.narration import DECLARATION_WORDS, RUN_WORDS, format_card
from railbird_shared.protocol import actions
from railbird_shared.protocol.actions import Action, LegalActions, WagerKind
from railbird_shared.protocol.view import LastAct, TableView

PLAN_KEYS: frozenset[Press] = frozenset({TableKey.FOLD, TableKey.CALL, TableKey.CALL_ANY})
"""The keys that plan an action: to check or fold, to call or check, and to call whatever it costs."""

AMOUNT_STEPS: dict[Press, tuple[int, int]] = {
    TableKey.BET_LESS: (-1, 0),
    TableKey.BET_MORE: (1, 0),
    TableKey.POT_LESS: (0, -1),
    TableKey.POT_MORE: (0, 1),
}
"""The steps of the arrow keys, in minimum bets and in quarters of the pot."""

_CHOICE_KEYS: frozenset[Press] = frozenset(
    {TableKey.CONFIRM, TableKey.CALL, TableKey.FOLD, TableKey.WAGER, TableKey.ALL_IN}
)
"""The keys to which a choice answers that it is made with the digits."""


class Preset(NamedTuple):
    """A preset amount: its name and the player's total for the round."""

    name: str
    total: int


class BetSizing(Struct, frozen=True):
    """The amounts that the player in turn may bet, as totals for the round in chips.

    `pot_after_call` is the pot with the player's call in it, `step_size` the step of the bet keys, and `chosen_presets`
    are those of the player, by digit.
    """

    wager: actions.Wager
    pot_after_call: int
    call_total: int
    step_size: int
    all_in_to: int
    chosen_presets: tuple[BetPreset, ...] = DEFAULT_PRESETS

    @property
    def is_fixed(self) -> bool:
        """Whether only one amount is legal."""
        return self.wager.minimum == self.wager.maximum

    @property
    def range_text(self) -> str:
        """The least and the most as words."""
        return f"{self.wager.minimum:,} to {self.wager.maximum:,}"

    def is_legal(self, total: int) -> bool:
        """Whether a total may be bet as it is."""
        return self.clamp(total) == total

    @property
    def verb(self) -> str:
        """The verb on the button; the amount that follows is the new total for the round."""
        verbs = {WagerKind.BET: "Bet", WagerKind.RAISE: "Raise to", WagerKind.COMPLETE: "Complete to"}
        return verbs[self.wager.kind]

    def clamp(self, total: int) -> int:
        """Returns the legal total nearest to `total`."""
        total = min(self.wager.maximum, max(self.wager.minimum, total))
        return min(self.wager.totals, key=lambda each: abs(each - total)) if self.wager.totals else total

    @property
    def presets(self) -> tuple[Preset, ...]:
        """The preset amounts by digit; equal amounts stay, so that each keeps its digit."""
        if self.is_fixed:
            return ()
        if self.wager.totals:
            return tuple(Preset(f"{total:,}", total) for total in self.wager.totals[:5])
        return tuple(map(self._preset, self.chosen_presets))

    def _preset(self, chosen: BetPreset) -> Preset:
        if chosen is BetPreset.MIN:
            return Preset(chosen.label, self.wager.minimum)
        if chosen.pot is None:
            return Preset(chosen.label if self.wager.maximum == self.all_in_to else "Max", self.wager.maximum)
        numerator, denominator = chosen.pot
        return Preset(chosen.label, self.clamp(self.call_total + self.pot_after_call * numerator // denominator))

    def step_amount(self, total: int, *, bets: int = 0, quarters: int = 0) -> int:
        """Returns the total `bets` minimum bets and `quarters` quarters of the pot above (or below) `total`."""
        if self.wager.totals:
            index = self.wager.totals.index(self.clamp(total)) + (1 if bets + quarters > 0 else -1)
            return self.wager.totals[min(len(self.wager.totals) - 1, max(0, index))]
        return self.clamp(total + bets * self.step_size + quarters * max(1, self.pot_after_call // 4))

    def slider_amount(self, part: int, whole: int) -> int:
        """Returns the total that lies `part` of `whole` along the slider."""
        reach = self.wager.maximum - self.wager.minimum
        return self.clamp(self.wager.minimum + reach * part // max(1, whole))


def build_bet_sizing(
    legal: LegalActions, view: TableView, presets: tuple[BetPreset, ...] = DEFAULT_PRESETS
) -> BetSizing | None:
    """Returns the amounts that the player may bet or raise to, None if they may not."""
    if legal.wager is None:
        return None
    call = legal.call or 0
    return BetSizing(
        legal.wager,
        pot_after_call=view.total_pot + call,
        call_total=legal.bet + call,
        step_size=max(1, view.game.stakes.minimum_bet),
        all_in_to=legal.all_in_to,
        chosen_presets=presets,
    )


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
    """One turn of the viewer; `press` returns the action once it is decided, else `notice` may say what to do."""

    def __init__(self, legal: LegalActions, view: TableView, options: TableOptions | None = None) -> None:
        self.legal = legal
        self.options = options or TableOptions()
        self.cards = own_cards(view)
        self.sizing = build_bet_sizing(legal, view, self.options.presets)
        self.action_choice = build_action_choice(legal)
        self.amount = self.sizing.wager.minimum if self.sizing else 0
        self.touched = False
        self.typed: str | None = None
        self.discards: frozenset[int] = frozenset()
        self.unconfirmed: Action | None = None
        self.notice = ""

    def change_options(self, options: TableOptions) -> None:
        """Takes other presets and confirmations during the turn; the amount set stays."""
        self.options = options
        if self.sizing is not None:
            self.sizing = replace(self.sizing, chosen_presets=options.presets)

    @property
    def is_drawing(self) -> bool:
        """Whether the viewer exchanges cards in this turn."""
        return self.legal.max_discards is not None

    def press(self, press: Press) -> Action | None:
        """Takes a press and returns the action that it completes, if any."""
        unconfirmed, self.unconfirmed, self.notice = self.unconfirmed, None, ""
        if self.action_choice is not None:
            action = self._press_choice(self.action_choice, press)
        else:
            action = self._press_drawing(press) if self.is_drawing else self._press_betting(press)
        question = "" if action is None else self._confirmation_prompt(action, press)
        if question and action != unconfirmed:
            self.unconfirmed, self.notice = action, question
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
        elif self.sizing is not None and action == self.sizing.wager.action(self.legal.all_in_to):
            chips = self.legal.all_in_to
        is_asked = chips and self.options.confirm_all_in
        return f"That is all-in for {chips:,}: press {key_name(press)} again to do it." if is_asked else ""

    # --- betting -----------------------------------------------------------------------------------------------

    def _press_betting(self, press: Press) -> Action | None:
        if self.typed is not None:
            return self._type_amount(self.typed, press)
        legal = self.legal
        match press:
            case TableKey.FOLD:
                return actions.Fold() if legal.fold else self._refuse("You cannot fold now.")
            case TableKey.ALL_IN:
                return self._all_in()
            case TableKey.WAGER:
                return self._wager()
            case TableKey.CONFIRM if self.sizing and self.touched:
                return self.sizing.wager.action(self.amount)
            case TableKey.CALL | TableKey.CONFIRM:
                return self._call()
            case TableKey.CANCEL:
                self.touched, self.amount = False, self.sizing.wager.minimum if self.sizing else 0
            case _:
                self._adjust_amount(press)
        return None

    def _call(self) -> Action | None:
        if self.legal.check:
            return actions.Check()
        if self.legal.call is not None:
            return actions.Call()
        if self.legal.bring_in is not None:
            return actions.BringIn()
        return self._refuse("There is nothing to call now.")

    def _all_in(self) -> Action | None:
        if self.sizing and self.sizing.wager.maximum == self.legal.all_in_to:
            self.amount, self.touched = self.legal.all_in_to, True
            return self.sizing.wager.action(self.amount)
        if self.legal.call is not None and self.legal.call == self.legal.stack:
            return actions.Call()
        return self._refuse("You cannot bet your whole stack here.")

    def _wager(self) -> Action | None:
        if self.sizing is None:
            return self._refuse("You cannot raise here.")
        if self.sizing.is_fixed or self.touched:
            return self.sizing.wager.action(self.amount)
        self.touched = True
        self.notice = f"Choose the amount, then press [Enter] to {self._verb} {self.amount:,}."
        return None

    def _adjust_amount(self, press: Press) -> None:
        sizing = self.sizing
        if sizing is None or sizing.is_fixed:
            return
        match press:
            case TableKey.BET_LESS | TableKey.BET_MORE | TableKey.POT_LESS | TableKey.POT_MORE:
                bets, quarters = AMOUNT_STEPS[press]
                self._set_amount(sizing.step_amount(self.amount, bets=bets, quarters=quarters))
            case TableKey.MINIMUM:
                self._set_amount(sizing.wager.minimum)
            case TableKey.MAXIMUM:
                self._set_amount(sizing.wager.maximum)
            case TableKey(digit=int(digit)) if 1 <= digit <= len(sizing.presets):
                self._set_amount(sizing.presets[digit - 1].total)
            case TableKey.EXACT:
                self.typed = ""
                self.notice = f"Type the total, {sizing.range_text}, then press [Enter]."
            case SliderClick(part, whole):
                self._set_amount(sizing.slider_amount(part, whole))
            case _:
                pass

    def _type_amount(self, typed: str, press: Press) -> Action | None:
        match press:
            case TableKey(digit=int(digit)):
                self.typed = append_digit(typed, digit)
            case TableKey.ERASE:
                self.typed = typed[:-1]
            case TableKey.CONFIRM:
                return self._submit_typed_amount(typed)
            case TableKey.CANCEL | TableKey.EXACT:
                self.typed = None
            case SliderClick():
                self.typed = None
                self._adjust_amount(press)
            case _:
                self.notice = "Type digits, then press [Enter]; [Esc] cancels."
        return None

    def _submit_typed_amount(self, typed: str) -> Action | None:
        self.typed = None
        if not typed or self.sizing is None:
            return None
        self._set_amount(self.sizing.clamp(int(typed)))
        if self.amount == int(typed):
            return self.sizing.wager.action(self.amount)
        return self._refuse(f"The nearest amount you can {self._verb} is {self.amount:,}: press [Enter] to do it.")

    def _set_amount(self, amount: int) -> None:
        self.amount, self.touched = amount, True

    @property
    def _verb(self) -> str:
        return self.sizing.verb.lower() if self.sizing else ""

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
