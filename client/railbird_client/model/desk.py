"""What the keys of the table mean at this moment, and which command each leads to.

The desk sees every new view and every key. Times are seconds of a clock that never goes back, given as arguments. A key
that is held down never decides and never asks for anything twice, and what a turn is decided with counts only once the
turn has been on the screen for a while: what comes sooner was meant for what stood there before.
"""

from __future__ import annotations

from math import inf

from railbird_client.model.held import PAUSE, HeldKeys
from railbird_client.model.offers import offers_of, seeable
from railbird_client.model.preaction import Decision, PreAction, carried_out, may_plan, still_meant, to_call
from railbird_client.model.prompt import Prompt, Topic, is_broke
from railbird_client.model.turn import MyTurn
from railbird_shared.actions import Action
from railbird_shared.commands import Act, AddBot, ComeBack, Command, Leave, PostBlind, See, Show, SitOut, Straddle
from railbird_shared.view import SeatView, TableView

SHOWN = 0.25
"""A turn can be decided only once it has been shown for so many seconds."""

NOTICE = 6.0
"""How many seconds a notice stays."""

_HELD = "A key that is held down counts once: let go, and press again if you mean it."
_EARLY = "Your turn has only just begun: press again if you mean it."

_DECIDING = frozenset({"fold", "call", "any", "wager", "all-in", "confirm", "pat"})
_ASKING = frozenset({"leave", "sit", "bot", "show", "see", "post", "straddle"})
_PLANS = {"fold": Decision.CHECK_FOLD, "call": Decision.CALL, "any": Decision.CALL_ANY}


class Desk:
    """The player's side of the table: his turn, his plans, and the question he is being asked.

    `standing` is a sentence that stays until a key is pressed, `ended` one that stays until the server is back.
    """

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.view: TableView | None = None
        self.turn: MyTurn | None = None
        self.pre: PreAction | None = None
        self.prompt: Prompt | None = None
        self.sent = False
        self.standing = ""
        self.ended = ""
        self._key: tuple[int, int] | None = None
        self._began = 0.0
        self._acted = -inf
        self._held = HeldKeys()
        self._notice = ""
        self._notice_ends = 0.0

    # --- what is known -----------------------------------------------------------------------------------------

    @property
    def seat(self) -> SeatView | None:
        """The viewer's own seat, None on the rail."""
        return None if self.view is None or self.view.you is None else self.view.at(self.view.you.seat)

    @property
    def is_host(self) -> bool:
        """Whether the viewer opened this table."""
        name = self.seat.name if self.seat else self.name
        return self.view is not None and bool(name) and name == self.view.host

    def notice(self, now: float) -> str:
        """Returns the sentence to be shown now, empty when there is none."""
        passing = self._notice if now < self._notice_ends else ""
        return passing or self.ended or self.standing

    def say(self, sentence: str, now: float) -> None:
        """Shows a sentence for some seconds; an empty one takes the last away."""
        self._notice, self._notice_ends = sentence, now + NOTICE

    def stand(self, sentence: str) -> None:
        """Shows a sentence until a key is pressed."""
        self.standing = sentence

    # --- what happens ------------------------------------------------------------------------------------------

    def see(self, view: TableView, now: float) -> Command | None:
        """Takes a new view; returns the act that a plan made ahead leads to, if it is time for it."""
        old, self.view = self.view, view
        if old is not None and (old.hand != view.hand or not view.playing):
            self.pre = None
        lapses = self.prompt.lapses(view) if self.prompt is not None else ""
        if lapses:
            self.prompt = None
            self.say(lapses, now)
        mine = view.turn is not None and view.you is not None and view.turn.seat == view.you.seat
        legal = view.you.legal if view.you is not None else None
        if not mine or legal is None or view.turn is None:
            self.turn, self._key, self.sent = None, None, False
            self._keep_plan(view, now)
            return None
        key = (view.hand, view.turn.turn)
        if key == self._key:
            return None
        self._key, self._began, self.sent = key, now, False
        self.turn = MyTurn(legal, view)
        pre, self.pre = self.pre, None
        if pre is None:
            return None
        action = carried_out(pre, legal)
        if action is None:
            self.say("The bet has changed, so your plan was dropped.", now)
            return None
        return self._act(action)

    def refused(self, sentence: str, now: float) -> None:
        """The server refused what was asked: nothing has changed, and the player may choose again."""
        self.sent = False
        self.say(sentence, now)

    def reconnected(self) -> None:
        """The way to the server is back: what was sent may be lost, so the player may choose again."""
        self.sent = False
        self.ended = ""

    def end(self, sentence: str) -> None:
        """The game has ended: a sentence stays, what was asked or planned goes, and all that is left is to leave."""
        self.ended = sentence
        self.prompt = self.pre = None

    def press(self, name: str, now: float) -> Command | None:
        """Takes a key by its name and returns the command that it leads to, if any."""
        self.standing = ""
        plans = self._plans_with(name)
        retractable = plans and now - self._acted >= PAUSE
        deciding = not retractable and (
            name in _DECIDING or name in _ASKING or (self._choosing and self.prompt is None)
        )
        repeats = self._held.repeats(name, now, decides=deciding)
        if self.view is None:
            return None
        if repeats and (deciding or plans):
            self._hold_back(name, _HELD, now)
            return None
        if self.ended:
            return Leave() if name == "leave" else None
        if self.prompt is not None:
            return self._press_prompt(self.prompt, name, now)
        if self.turn is not None:
            return self._press_turn(self.turn, name, now)
        if plans:
            self._plan(_PLANS[name], self.view)
            return None
        return self._press_table(name, self.view, now)

    def stop_typing(self) -> None:
        """Lets be the amount that is being typed for a bet."""
        if self.turn is not None:
            self.turn.typed = None

    # --- one's own turn ----------------------------------------------------------------------------------------

    def _press_turn(self, turn: MyTurn, name: str, now: float) -> Command | None:
        if (name in _DECIDING or self._choosing) and now - self._began < SHOWN:
            self._hold_back(name, _EARLY, now)
            return None
        if not self.sent:
            typing = turn.typed is not None
            action = turn.press(name)
            self.say(turn.notice, now)
            if action is not None:
                self._acted = now
                return self._act(action)
            if typing:
                return None
        return None if self.view is None else self._press_table(name, self.view, now)

    def _hold_back(self, name: str, why: str, now: float) -> None:
        """Says why a key does not count, where the player waits for it to and is told nothing but to press again."""
        waited_for = name in _ASKING or (self.turn is not None and not self.sent)
        asked = self.turn.notice if self.turn is not None and self.turn.guarded is not None else ""
        if waited_for and self.notice(now) in {"", asked}:
            self.say(why, now)

    def _plans_with(self, name: str) -> bool:
        """Whether a key only makes a plan now, or takes it back."""
        view = self.view
        return name in _PLANS and view is not None and self.turn is None and self.prompt is None and may_plan(view)

    @property
    def _choosing(self) -> bool:
        return self.turn is not None and self.turn.question is not None

    def _act(self, action: Action) -> Act:
        hand, turn = self._key or (0, 0)
        self.sent = True
        return Act(hand=hand, turn=turn, action=action)

    def _plan(self, decision: Decision, view: TableView) -> None:
        made = PreAction(decision, to_call(view) if decision is Decision.CALL else 0)
        self.pre = None if self.pre == made else made

    def _keep_plan(self, view: TableView, now: float) -> None:
        if self.pre is None:
            return
        if not may_plan(view):
            self.pre = self.pre if view.turn is None and view.playing else None
        elif not still_meant(self.pre, view):
            self.pre = None
            self.say("The bet has changed, so your plan was dropped.", now)

    # --- the table ---------------------------------------------------------------------------------------------

    def _press_prompt(self, prompt: Prompt, name: str, now: float) -> Command | None:
        command = prompt.press(name)
        self.say(prompt.notice, now)
        if prompt.closed:
            self.prompt = None
        return command

    def _press_table(self, name: str, view: TableView, now: float) -> Command | None:
        seat = self.seat
        if name == "leave":
            return Leave()
        if name == "bot":
            return AddBot()
        if name == "unbot":
            self._ask_for_bot(view, now)
        elif name == "sit":
            return self._press_sit(seat, view, now)
        elif name.startswith("seat:") and seat is None and view.at(int(name[5:])) is None:
            self.prompt = Prompt(Topic.BUY_IN, view, seat=int(name[5:]))
        elif name == "chips" and seat is not None:
            self._ask_for_chips(view, now)
        elif name == "show" and seat is not None:
            return Show()
        elif name == "post":
            return self._press_post(view, now)
        elif name == "straddle":
            return self._press_straddle(view, now)
        elif name == "see":
            return self._press_see(view, now)
        return None

    def _press_sit(self, seat: SeatView | None, view: TableView, now: float) -> Command | None:
        if seat is not None and seat.sitting_out and is_broke(seat, view):
            self._ask_for_chips(view, now)
            return None
        if seat is not None:
            return ComeBack() if seat.sitting_out else SitOut()
        if all(view.seats):
            self.say("Every seat is taken: watch until one comes free.", now)
            return None
        self.prompt = Prompt(Topic.BUY_IN, view)
        return None

    def _press_post(self, view: TableView, now: float) -> Command | None:
        posts = offers_of(view).post
        if posts is not None:
            return PostBlind(on=not posts)
        if view.you is None:
            self.say("Take a seat first.", now)
            return None
        self.say("You need not wait for the big blind; there is nothing to post.", now)
        return None

    def _press_straddle(self, view: TableView, now: float) -> Command | None:
        straddles = offers_of(view).straddle
        if straddles is not None:
            return Straddle(on=not straddles)
        self.say("You can straddle from a seat, and only where the house has straddles.", now)
        return None

    def _press_see(self, view: TableView, now: float) -> Command | None:
        match seeable(view):
            case ():
                self.say("There is no mucked hand that you may ask to see.", now)
            case (only,):
                return See(seat=only.seat)
            case _:
                self.prompt = Prompt(Topic.SEE, view)
        return None

    def _ask_for_chips(self, view: TableView, now: float) -> None:
        if offers_of(view).add:
            self.prompt = Prompt(Topic.ADD_CHIPS, view)
        else:
            self.say(f"You can add chips only while you have fewer than {view.max_buy_in:,}.", now)

    def _ask_for_bot(self, view: TableView, now: float) -> None:
        if any(seat.bot for seat in view.occupied):
            self.prompt = Prompt(Topic.REMOVE_BOT, view)
        else:
            self.say("No bot sits at this table.", now)
