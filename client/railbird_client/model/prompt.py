"""Short questions that the action bar asks: how many chips, and which bot."""

from __future__ import annotations

from enum import Enum

from railbird_shared.commands import AddChips, Command, RemoveBot, Sit
from railbird_shared.view import SeatView, TableView

_MOST_DIGITS = 13


class Topic(Enum):
    """What is asked."""

    BUY_IN = "buy-in"
    ADD_CHIPS = "add-chips"
    REMOVE_BOT = "remove-bot"


def is_broke(seat: SeatView, view: TableView) -> bool:
    """Whether a player has no chips left, neither before him nor in the hand."""
    return not seat.stack and not (view.playing and seat.in_hand)


class Prompt:
    """A question and what was typed so far. `press` returns the answering command; `closed` once it is settled."""

    def __init__(self, topic: Topic, view: TableView, *, seat: int = 0) -> None:
        self.topic = topic
        self.typed = ""
        self.closed = False
        self.notice = ""
        self._view = view
        self._seat = seat

    @property
    def question(self) -> str:
        """The question in a few words."""
        view = self._view
        match self.topic:
            case Topic.BUY_IN:
                return f"Buy in for how much? {view.min_buy_in:,} to {view.max_buy_in:,}; Enter alone for the usual"
            case Topic.ADD_CHIPS if self._broke:
                return f"Buy how many chips? {view.min_buy_in:,} to {view.max_buy_in:,}; Enter alone for the usual"
            case Topic.ADD_CHIPS:
                return f"Add how many chips? Up to {view.max_buy_in:,} in front of you"
            case Topic.REMOVE_BOT:
                bots = ", ".join(f"{seat.seat} {seat.name}" for seat in view.occupied if seat.bot)
                return f"Send which bot home? {bots}"

    def press(self, name: str) -> Command | None:
        """Takes a key by its name; a key that means nothing here says what does."""
        self.notice = ""
        if self.topic is Topic.REMOVE_BOT:
            return self._press_bot(name)
        return self._press_chips(name)

    def _press_bot(self, name: str) -> Command | None:
        number = name.removeprefix("seat:")
        if not number.isdecimal():
            self.closed = True
            return None
        seat = int(number) or 10  # the tenth seat answers to 0
        held = self._view.at(seat) if seat <= len(self._view.seats) else None
        if held is None or not held.bot:
            self.notice = "No bot sits there."
            return None
        self.closed = True
        return RemoveBot(seat=seat)

    def _press_chips(self, name: str) -> Command | None:
        if name.isdecimal():
            self.typed = (self.typed + name).lstrip("0")[:_MOST_DIGITS]
        elif name == "erase":
            self.typed = self.typed[:-1]
        elif name == "confirm":
            return self._confirm(int(self.typed or 0))
        elif name in {"cancel", "chips"}:
            self.closed = True
        else:
            self.notice = "Type digits; Enter takes the amount, Esc lets it be."
        return None

    def _confirm(self, chips: int) -> Command | None:
        if self.topic is Topic.ADD_CHIPS and not chips and not self._broke:
            self.notice = "Type how many chips to add, or press Esc to let it be."
            return None
        self.closed = True
        return Sit(seat=self._seat, chips=chips) if self.topic is Topic.BUY_IN else AddChips(chips=chips)

    @property
    def _broke(self) -> bool:
        seat = None if self._view.you is None else self._view.at(self._view.you.seat)
        return seat is not None and is_broke(seat, self._view)
