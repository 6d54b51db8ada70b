"""The input of the player at the table: when a key counts, and whether it goes to their turn, a plan or a prompt."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import NamedTuple

from railbird_client.drawing.canvas import Press
from railbird_client.table.prompts import REQUEST_KEYS, Prompt, request_of, told_of
from railbird_client.table.questions import HOST_ANSWERS, answer_requests, requests_to_host
from railbird_client.table.table_options import TableOptions
from railbird_client.table.turn import own_turn
from railbird_client.table.turn.notices import Notices
from railbird_client.table.turn.table_keys import REPEAT_INTERVAL, KeyRepeatFilter, KeyTiming, SeatClick, TableKey
from railbird_shared.protocol.commands import Act, Command, Leave
from railbird_shared.protocol.view import SeatView, TableView

DECISION_DELAY = 0.25
"""A turn can be decided only once it has been shown for so many seconds."""

DOUBLE_CLICK_SECONDS = 0.5
"""Two clicks on the same place within so many seconds count once."""

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


class PendingPress(NamedTuple):
    """A press that counts from `due` on unless it turns out to be a repeat."""

    press: Press
    pressed_at: float
    due: float


class PendingPresses:
    """The presses that are still to count, in order.

    The first repeat of a held key is known only once another follows, so until then it waits. The second click of a
    double click does not count.
    """

    def __init__(self) -> None:
        self._pending: list[PendingPress] = []
        self._repeat_filter = KeyRepeatFilter()
        self._last_click: tuple[Press | None, float] = (None, -inf)

    def add(self, press: Press, now: float, *, clicked: bool, guarded: bool) -> bool:
        """Adds a press; returns False for a repeat of one that is guarded against that, and drops what it repeats."""
        is_double_click = clicked and press == self._last_click[0] and now - self._last_click[1] < DOUBLE_CLICK_SECONDS
        self._last_click = (press, now) if clicked else (None, -inf)
        timing = KeyTiming.PRESS if clicked else self._repeat_filter.classify(press, now)
        if guarded and (is_double_click or timing is KeyTiming.REPEAT):
            self.clear()
            return False
        waits = guarded and timing is KeyTiming.POSSIBLE_REPEAT
        self._pending = [each._replace(due=now) for each in self._pending]  # no repeat has followed them
        self._pending.append(PendingPress(press, now, now + REPEAT_INTERVAL if waits else now))
        return True

    def take(self, now: float) -> PendingPress | None:
        """Takes the next press that counts by `now`, None if there is none."""
        return self._pending.pop(0) if self._pending and self._pending[0].due <= now else None

    def clear(self) -> None:
        """Drops all presses."""
        self._pending.clear()

    @property
    def due(self) -> float | None:
        """When the next press counts, None if there is none."""
        return self._pending[0].due if self._pending else None


class InputState:
    """The player's side of the table, which takes every view and every key, and carries out the keys as they count.

    Times are seconds of a monotonic clock. A held key counts once, and a turn can be decided only after it has been on
    the screen for `DECISION_DELAY`, so that a key meant for the previous situation never acts.

    `notices` are what it tells the player. `follows_others` says that the player follows another table, to which a key
    leads, and `is_revealing` whether the end of a hand is still being shown.
    """

    def __init__(
        self, name: str = "", options: TableOptions | None = None, is_revealing: Callable[[], bool] = lambda: False
    ) -> None:
        self.name = name
        self._options = options or TableOptions()
        self.view: TableView | None = None
        self.turn: own_turn.OwnTurn | None = None
        self.planned_action: own_turn.PlannedAction | None = None
        self.prompt: Prompt | None = None
        self.act_sent = False
        self.notices = Notices()
        self.follows_others = False
        self._is_revealing = is_revealing
        self._turn_shown_at = 0.0
        self._first_request: tuple[str, int] | None = None
        self._request_changed_at = -inf
        self._answers: list[Command] = []
        self._presses = PendingPresses()

    # --- events ------------------------------------------------------------------------------------------

    def update_view(self, view: TableView, now: float) -> Command | None:
        """Takes a new view and returns the act of a planned action whose turn has come, if any."""
        old, self.view = self.view, view
        self.notices.update_view(view, now)
        if old is not None and _turn_key(old) != _turn_key(view):
            self._presses.clear()  # they were meant for the turn before
        if old is not None and (old.hand != view.hand or not view.playing):
            self.planned_action = None
        lapse_reason = self.prompt.update_view(view) if self.prompt is not None else ""
        if lapse_reason:
            self.prompt = None
            self.notices.show(lapse_reason, now)
        command = self._update_turn(view, now)
        self._note_request(now)
        return command

    def _update_turn(self, view: TableView, now: float) -> Command | None:
        """Begins or ends the player's turn, and returns the act of a planned action, if any."""
        legal = view.you.legal
        if legal is None or view.turn is None or view.turn.seat != view.you.seat:
            self.turn, self.act_sent = None, False
            self._drop_stale_plan(view, now)
            return None
        if self.turn is not None and (self.turn.hand, self.turn.number) == _turn_key(view):
            return None
        self.turn, self._turn_shown_at, self.act_sent = own_turn.OwnTurn(legal, view, self._options), now, False
        planned, self.planned_action = self.planned_action, None
        action = None if planned is None else own_turn.resolve_plan(planned, legal)
        if action is not None:
            self.act_sent = True
            return Act(hand=view.hand, turn=view.turn.turn, action=action)
        if planned is not None:
            self.notices.show("The bet has changed, so your plan was dropped.", now, of_hand=True)
        return None

    def _note_request(self, now: float) -> None:
        """Notes when another request for chips has keys that answer it, or none has any more."""
        first = next(((each.name, each.requested) for each in self.requests), None)
        if first != self._first_request:
            self._first_request, self._request_changed_at = first, now

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

    def press(self, press: Press, now: float, *, clicked: bool = False) -> None:
        """Takes a press at `now`, which `tick` carries out; a repeat of a held key is only told of."""
        self.notices.drop_sticky()
        asked = self.requests if press is TableKey.BET else requests_to_host(self.view)
        if press in HOST_ANSWERS and asked and not clicked:
            press = HOST_ANSWERS[press]
        elif press is TableKey.BET:
            press = TableKey.WAGER
        if not self._presses.add(press, now, clicked=clicked, guarded=self._is_guarded(press)):
            self._ignore_key(press, _KEY_HELD_NOTICE, now)

    def tick(self, now: float) -> Command | None:
        """Carries out the presses that count by `now`, up to one that leads to a command; returns that, if any."""
        command: Command | None = self._answers.pop(0) if self._answers else None
        while command is None and (pending := self._presses.take(now)) is not None:
            press, at, _ = pending
            view, turn = self.view, self.turn
            if view is None:
                continue
            if self.notices.end:
                command = Leave() if press is TableKey.LEAVE else None
            elif self.prompt is not None:
                command = self._press_prompt(self.prompt, press, at)
            elif press in {*HOST_ANSWERS, *HOST_ANSWERS.values()} and at < self._request_changed_at + DECISION_DELAY:
                continue  # it was meant for what was asked before
            elif press in HOST_ANSWERS.values() and self.requests:
                command, *self._answers = answer_requests(self.requests, press) or (None,)
            elif (press in _DECISION_KEYS or self._is_choosing) and self.turn_guard_left(at) > 0:
                self._ignore_key(press, _TOO_EARLY_NOTICE, at)
            elif turn is not None and not self.act_sent:
                is_typing, action = turn.is_typing, turn.press(press, at)
                self.notices.show(turn.notice, at, of_hand=True)
                if action is not None:
                    self.act_sent = True
                    command = Act(hand=turn.hand, turn=turn.number, action=action)
                elif not is_typing:
                    command = self._press_table(press, view, at)
            elif self._is_plan_key(press):
                planned = own_turn.plan_action(press, view)
                self.planned_action = planned if planned != self.planned_action else None
            else:
                command = self._press_table(press, view, at)
        self._note_request(now)
        return command

    @property
    def requests(self) -> tuple[SeatView, ...]:
        """The requests for chips that keys answer: none in the player's turn, in a prompt or during a reveal."""
        keys_are_taken = self.turn is not None or self.prompt is not None or self.notices.end or self._is_revealing()
        return () if keys_are_taken else requests_to_host(self.view)

    @property
    def next_due(self) -> float | None:
        """When a press that waits counts, None if none does."""
        return self._presses.due

    def _is_guarded(self, press: Press) -> bool:
        """Whether a repeat of this press could do harm."""
        is_choice = self._is_choosing and self.prompt is None
        if isinstance(press, SeatClick):
            return self.view is not None and self.view.own_seat is not None and self.prompt is None
        is_answer = press in HOST_ANSWERS.values()
        return press in _DECISION_KEYS or press in REQUEST_KEYS or is_answer or is_choice or self._is_plan_key(press)

    def turn_guard_left(self, now: float) -> float:
        """Returns for how many seconds more the viewer's turn, which has just begun, cannot be decided."""
        return 0.0 if self.turn is None else max(0.0, self._turn_shown_at + DECISION_DELAY - now)

    def stop_typing(self) -> None:
        """Stops typing an amount for a bet."""
        if self.turn is not None and self.turn.bet is not None:
            self.turn.bet.typed = None

    # --- what a press means ------------------------------------------------------------------------------

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

    def _drop_stale_plan(self, view: TableView, now: float) -> None:
        if self.planned_action is None:
            return
        lapsed = self.planned_action.key is TableKey.CALL and self.planned_action.chips != own_turn.amount_to_call(view)
        if not own_turn.can_plan(view):
            self.planned_action = self.planned_action if view.turn is None and view.playing else None
        elif lapsed:
            self.planned_action = None
            self.notices.show("The bet has changed, so your plan was dropped.", now, of_hand=True)

    def _press_prompt(self, prompt: Prompt, press: Press, now: float) -> Command | None:
        command = prompt.press(press)
        self.notices.show(prompt.notice, now)
        self.prompt = None if prompt.closed else prompt
        return command

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
