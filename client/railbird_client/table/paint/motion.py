"""Motion on the table for a moment: bets fade into the pot, and the cards of a new street turn over.

A motion remembers what was on the table before a change and says what to show instead of what is there now, so that
everything else, whose turn it is above all, is shown at once.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from railbird_client.table.view_models import BoardViewModel, TableViewModel

FRAME_SECONDS = 0.06
_FADING_FRAMES = 3


class Motion(Struct, frozen=True):
    """A motion that began at `begun`, in seconds of the client's clock.

    `bets` are those that go to the pot, by seat, and `board` is the middle of the table before; `cards` is how many
    cards turn over.
    """

    begun: float
    bets: dict[int, int]
    board: BoardViewModel
    cards: int

    @property
    def seconds(self) -> float:
        """How long the motion takes."""
        return FRAME_SECONDS * (self._fading_frames + (1 if self.cards else 0))

    @property
    def _fading_frames(self) -> int:
        return _FADING_FRAMES if self.bets else 0

    def is_over(self, now: float) -> bool:
        """Whether nothing moves any more."""
        return not self.begun <= now < self.begun + self.seconds

    def show(self, model: TableViewModel, now: float) -> TableViewModel:
        """Returns what is shown of the table at that time of the motion."""
        if self.is_over(now):
            return model
        frame = int((now - self.begun) / FRAME_SECONDS)
        if frame >= self._fading_frames:
            return replace(model, board=replace(model.board, backs=self.cards))
        seats = {
            number: replace(each, seat=replace(each.seat, bet=self.bets[number]))
            if each.seat is not None and number in self.bets
            else each
            for number, each in model.seats.items()
        }
        return replace(model, seats=seats, to_match=0, board=self.board, fading=(frame + 1) / (self._fading_frames + 1))


def begin_motion(before: TableViewModel, after: TableViewModel, now: float) -> Motion | None:
    """Returns the motion from one picture of the table to the next, None if nothing moves.

    The boards of a hand whose rest is dealt more than once come without one.
    """
    seated = {number: each.seat for number, each in after.seats.items() if each.seat is not None}
    bets = {
        number: each.seat.bet
        for number, each in before.seats.items()
        if each.seat is not None and each.seat.bet and number in seated and seated[number].name == each.seat.name
    }
    if any(seat.bet for seat in seated.values()):
        bets = {}  # a bet taken back or a new hand's blinds: nothing was gathered
    old, new = before.board, after.board
    is_longer = new.slots and not new.runs and new.board[: len(old.board)] == old.board
    cards = len(new.board) - len(old.board) if is_longer else 0
    return Motion(now, bets, old, cards) if bets or cards else None


class MovingTable:
    """The picture of a table of which something may move, as it is painted again and again."""

    def __init__(self) -> None:
        self._before: TableViewModel | None = None
        self._motion: Motion | None = None

    def stop(self) -> None:
        """Ends what moves now."""
        self._motion = None

    def paint(self, model: TableViewModel, now: float, *, moves: bool) -> tuple[TableViewModel, bool]:
        """Returns what is shown now, and whether another frame follows; nothing begins to move unless it `moves`."""
        before, self._before = self._before, model
        if before is not None and moves:
            self._motion = begin_motion(before, model, now) or self._motion
        if self._motion is None or self._motion.is_over(now):
            self._motion = None
            return model, False
        return self._motion.show(model, now), True
