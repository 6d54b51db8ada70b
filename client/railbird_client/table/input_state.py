"""The input of the player at the table: when a key counts, and whether it goes to their turn, a plan or a prompt."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from railbird_client.drawing.canvas import Press
from railbird_client.table.prompts import REQUEST_KEYS, Prompt, request_of, told_of
from railbird_client.table.table_options import TableOptions
from railbird_client.table.turn import own_turn
from railbird_client.table.turn.notices import Notices
from railbird_client.table.turn.table_keys import REPEAT_INTERVAL, KeyRepeatFilter, KeyTiming, SeatClick, TableKey
from railbird_shared.protocol.actions import Action
from railbird_shared.protocol.commands import Act, Command, Leave
from railbird_shared.protocol.view import TableView

DECISION_DELAY = 0.25
"""A turn can be decided only once it has been shown for so many seconds."""

DOUBLE_CLICK_SECONDS = 0.5
"""Two clicks on the same place within so many seconds count once."""

_SHORTEST_CONFIRMATION = 0.05
"""The seconds after a question before which nobody has read it: keys that come sooner were pasted."""

_KEY_HELD_NOTICE = "A key that is held down counts once: let go, and press again if you mean it."
_TOO_EARLY_NOTICE = "Your turn has only just begun: press again if you mean it."

_DECISION_KEYS: frozenset[Press] = frozenset(
    {
        TableKey.FOLD,
        TableKey.CALL,
        TableKey.CALL_ANY,
        TableKey.WAGER,
        TableKey.ALL_IN,
        TableKey.CONFIRM,
        TableKey.STAND_PAT,
    }
)


class DeferredPress(NamedTuple):
    """A press that counts from `due` on unless it turns out to be a repeat."""

    press: Press
    pressed_at: float
    due: float


class InputState:
    """The player's side of the table, which takes every view and every key and returns the command of a key.

    Times are seconds of a monotonic clock. A held key counts once, and a turn can be decided only after it has been on
    the screen for `DECISION_DELAY`, so that a key meant for the previous situation never acts.

    `notices` are what it tells the player. `follows_others` says that the player follows another table, to which a key
    leads.
    """

    def __init__(self, name: str = "", options: TableOptions | None = None) -> None:
        self.name = name
        self._options = options or TableOptions()
        self.view: TableView | None = None
        self.turn: own_turn.OwnTurn | None = None
        self.planned_action: own_turn.PlannedAction | None = None
        self.prompt: Prompt | None = None
        self.act_sent = False
        self.notices = Notices()
        self.follows_others = False
        self._turn_id: tuple[int, int] | None = None
        self._turn_shown_at = 0.0
        self._last_click: tuple[Press | None, float] = (None, -inf)
        self._deferred: DeferredPress | None = None
        self._asked_at = -inf
        self._repeat_filter = KeyRepeatFilter()

    # --- events ------------------------------------------------------------------------------------------

    def update_view(self, view: TableView, now: float) -> Command | None:
        """Takes a new view and returns the act of a planned action whose turn has come, if any."""
        old, self.view = self.view, view
        self.notices.update_view(view, now)
        if old is not None and _turn_key(old) != _turn_key(view):
            self._deferred = None  # it was meant for the turn before
        if old is not None and (old.hand != view.hand or not view.playing):
            self.planned_action = None
        lapse_reason = self.prompt.update_view(view) if self.prompt is not None else ""
        if lapse_reason:
            self.prompt = None
            self.notices.show(lapse_reason, now)
        turn_id, legal = _turn_key(view), view.you.legal
        if legal is None or view.turn is None or view.turn.seat != view.you.seat:
            self.turn, self._turn_id, self.act_sent = None, None, False
            self._drop_stale_plan(view, now)
            return None
        if turn_id == self._turn_id:
            return None
        self._turn_id, self._turn_shown_at, self.act_sent = turn_id, now, False
        self.turn = own_turn.OwnTurn(legal, view, self._options)
        planned, self.planned_action = self.planned_action, None
        action = None if planned is None else own_turn.resolve_plan(planned, legal)
        if action is not None:
            return self._commit_action(action)
        if planned is not None:
            self.notices.show("The bet has changed, so your plan was dropped.", now, of_hand=True)
        return None

    def change_options(self, options: TableOptions) -> None:
        """Takes the player's other choices for the table, in a turn that runs too."""
        self._options = options
        if self.turn is not None:
            self.turn.change_options(options)

    def on_refused(self, sentence: str, now: float) -> None:
        """Shows why the server refused a command; the player may choose again."""
        self.act_sent = False
        self.notices.show(sentence, now, of_hand=True)

    def end_game(self, sentence: str) -> None:
        """Shows a sentence that stays and drops the prompt and the planned action; only leaving is possible."""
        self.notices.end = sentence
        self.prompt = self.planned_action = None

    def press(self, press: Press, now: float, *, clicked: bool = False) -> Command | None:
        """Takes a press at `now` and returns the command that it leads to, if any.

        A press that may be the first repeat of a held key waits until `tick` finds that no other repeat follows. The
        second click of a double click does not count.
        """
        self.notices.drop_sticky()
        is_double_click = clicked and press == self._last_click[0] and now - self._last_click[1] < DOUBLE_CLICK_SECONDS
        self._last_click = (press, now) if clicked else (None, -inf)
        timing = KeyTiming.PRESS if clicked else self._repeat_filter.classify(press, now)
        waiting, self._deferred = self._deferred, None
        is_guarded = self._is_guarded(press)
        if is_guarded and (is_double_click or timing is KeyTiming.REPEAT):
            self._ignore_key(press, _KEY_HELD_NOTICE, now)
            return None
        command = None if waiting is None else self._press(waiting.press, waiting.pressed_at)
        if command is not None or (is_guarded and timing is KeyTiming.POSSIBLE_REPEAT):
            self._deferred = DeferredPress(press, now, now if command is not None else now + REPEAT_INTERVAL)
            return command
        return self._press(press, now)

    def tick(self, now: float) -> Command | None:
        """Takes a deferred press once no repeat has followed it; returns the command that it leads to, if any."""
        waiting = self._deferred
        if waiting is None or now < waiting.due:
            return None
        self._deferred = None
        return self._press(waiting.press, waiting.pressed_at)

    @property
    def deferred_until(self) -> float | None:
        """When a deferred press is due, None if none is."""
        return None if self._deferred is None else self._deferred.due

    def _is_guarded(self, press: Press) -> bool:
        """Whether a repeat of this press could do harm."""
        is_choice = self._is_choosing and self.prompt is None
        if isinstance(press, SeatClick):
            return self.view is not None and self.view.own_seat is not None and self.prompt is None
        return press in _DECISION_KEYS or press in REQUEST_KEYS or is_choice or self._is_plan_key(press)

    def _press(self, press: Press, now: float) -> Command | None:
        if self.view is None:
            return None
        if self.notices.end:
            return Leave() if press is TableKey.LEAVE else None
        if self.prompt is not None:
            command = self.prompt.press(press)
            self.notices.show(self.prompt.notice, now)
            self.prompt = None if self.prompt.closed else self.prompt
            return command
        if self.turn is not None:
            return self._press_turn(self.turn, press, now)
        if self._is_plan_key(press):
            planned = own_turn.plan_action(press, self.view)
            self.planned_action = None if self.planned_action == planned else planned
            return None
        return self._press_table(press, self.view, now)

    def turn_guard_left(self, now: float) -> float:
        """Returns for how many seconds more the viewer's turn, which has just begun, cannot be decided."""
        return 0.0 if self.turn is None else max(0.0, self._turn_shown_at + DECISION_DELAY - now)

    def stop_typing(self) -> None:
        """Stops typing an amount for a bet."""
        if self.turn is not None and self.turn.bet is not None:
            self.turn.bet.typed = None

    # --- own turn ----------------------------------------------------------------------------------------

    def _press_turn(self, turn: own_turn.OwnTurn, press: Press, now: float) -> Command | None:
        if (press in _DECISION_KEYS or self._is_choosing) and self.turn_guard_left(now) > 0:
            self._ignore_key(press, _TOO_EARLY_NOTICE, now)
            return None
        if not self.act_sent:
            typing, asked, question = turn.is_typing, turn.unconfirmed, turn.notice
            action = turn.press(press)
            if action is not None and action == asked and now - self._asked_at < _SHORTEST_CONFIRMATION:
                turn.unconfirmed, turn.notice, action = asked, question, None  # it was asked in the same moment
            elif turn.unconfirmed is not None:
                self._asked_at = now
            self.notices.show(turn.notice, now, of_hand=True)
            if action is not None:
                return self._commit_action(action)
            if typing:
                return None
        return None if self.view is None else self._press_table(press, self.view, now)

    def _ignore_key(self, press: Press, sentence: str, now: float) -> None:
        """Shows why a press does not count, unless a more important notice is on the screen."""
        has_effect = press in REQUEST_KEYS or (self.turn is not None and not self.act_sent)
        confirmation = self.turn.notice if self.turn is not None and self.turn.unconfirmed is not None else ""
        if has_effect and self.notices.current(now) in {"", confirmation}:
            self.notices.show(sentence, now, of_hand=True)

    def _is_plan_key(self, press: Press) -> bool:
        """Whether a press would only make or cancel a plan."""
        view = self.view
        if press not in own_turn.PLAN_KEYS or view is None:
            return False
        return self.turn is None and self.prompt is None and own_turn.can_plan(view)

    @property
    def _is_choosing(self) -> bool:
        return self.turn is not None and self.turn.action_choice is not None

    def _commit_action(self, action: Action) -> Act:
        hand, turn = self._turn_id or (0, 0)
        self.act_sent = True
        return Act(hand=hand, turn=turn, action=action)

    def _drop_stale_plan(self, view: TableView, now: float) -> None:
        if self.planned_action is None:
            return
        lapsed = self.planned_action.key is TableKey.CALL and self.planned_action.chips != own_turn.amount_to_call(view)
        if not own_turn.can_plan(view):
            self.planned_action = self.planned_action if view.turn is None and view.playing else None
        elif lapsed:
            self.planned_action = None
            self.notices.show("The bet has changed, so your plan was dropped.", now, of_hand=True)

    def _press_table(self, press: Press, view: TableView, now: float) -> Command | None:
        asked = request_of(press, view, self.name)
        if isinstance(asked, Prompt):
            self.prompt = asked
        elif isinstance(asked, str):
            self.notices.show(asked, now)
        else:
            if told := told_of(asked, view):
                self.notices.show(told, now)
            return asked
        return None


def _turn_key(view: TableView) -> tuple[int, int] | None:
    """The key of a turn, which stays the same although its deadline moves."""
    return None if view.turn is None else (view.hand, view.turn.turn)
