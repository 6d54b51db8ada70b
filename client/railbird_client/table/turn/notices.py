"""The notices of the action bar: one sentence in passing, one until a key is pressed, and one at the end."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from railbird_shared.protocol.view import TableView

NOTICE_SECONDS = 6.0
"""How many seconds a notice stays."""

EARLIER_HAND_SECONDS = 12.0
"""How many seconds a sticky notice stays once the next hand has begun."""


class _Notice(NamedTuple):
    """A sentence that is shown until `ends`, and the hand that it is about, None for no hand."""

    sentence: str = ""
    ends: float = inf
    hand: int | None = None


class Notices:
    """The notices of a table. Times are seconds of a monotonic clock.

    A notice in passing goes with the hand that it is about. A sticky one stays until a key is pressed, or until a while
    after the next hand has begun; then it names its hand. The one at the `end` stays until the server is back.
    """

    def __init__(self) -> None:
        self.end = ""
        self._view: TableView | None = None
        self._passing, self._sticky = _Notice(), _Notice()

    @property
    def sticky(self) -> str:
        """The sentence that stays until a key is pressed, empty if there is none."""
        return self._sticky.sentence

    def current(self, now: float) -> str:
        """Returns the sentence to show now, empty if there is none."""
        passing = self._passing.sentence if now < self._passing.ends else ""
        if passing or self.end or not self.sticky or now >= self._sticky.ends:
            return passing or self.end
        is_earlier = self._view is not None and self._sticky.hand not in (None, self._view.hand)
        return f"Hand {self._sticky.hand}: {self.sticky}" if is_earlier else self.sticky

    def show(self, sentence: str, now: float, *, of_hand: bool = False) -> None:
        """Shows a sentence for `NOTICE_SECONDS`, or until the present hand ends; an empty one removes the last."""
        hand = self._view.hand if of_hand and self._view is not None and self._view.playing else None
        self._passing = _Notice(sentence, now + NOTICE_SECONDS, hand)

    def show_sticky(self, sentence: str, *, of_hand: bool = True) -> None:
        """Shows a sentence until a key is pressed; one about the latest hand leaves some time after the next begins."""
        self._sticky = _Notice(sentence, hand=self._view.hand if of_hand and self._view is not None else None)

    def drop_sticky(self) -> None:
        """Removes the sticky notice, as a key does."""
        self._sticky = _Notice()

    def drop_seat_notice(self) -> None:
        """Removes a sticky notice about the player's seat, and leaves one about a hand."""
        if self._sticky.hand is None:
            self._sticky = _Notice()

    def update_view(self, view: TableView, now: float) -> None:
        """Takes a new view; when the next hand has begun, what was said of the last one leaves, or soon does."""
        before, self._view = self._view, view
        if before is None or before.hand == view.hand:
            return
        if self._sticky.hand is not None:
            self._sticky = self._sticky._replace(ends=now + EARLIER_HAND_SECONDS)
        if self._passing.hand is not None:
            self._passing = _Notice()
