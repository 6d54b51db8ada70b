"""What the server has told of its tournaments: the list, one with all that belongs to it, and the one at the table.

The times in a message count from its arrival, in seconds of a monotonic clock that is given as an argument.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from railbird_shared.tournament.messages import TournamentPage, Tournaments, TournamentUpdate
from railbird_shared.tournament.view import OwnEntry, TournamentStatus, TournamentView


@dataclass(frozen=True, slots=True)
class Running:
    """A status, and when it arrived."""

    status: TournamentStatus
    since: float
    you: OwnEntry = field(default_factory=OwnEntry)

    def seconds_left(self, now: float) -> float | None:
        """Returns the seconds to the end of the level or break, None where nothing ends by time."""
        left = self.status.left_ms
        if left is None:
            return None
        passed = 0.0 if self.status.clock_stands else now - self.since
        return max(0.0, left / 1000 - passed)

    def rebuy_seconds(self, now: float) -> float | None:
        """Returns the seconds in which the player has to rebuy to stay in play, None where nothing is decided."""
        left = self.you.rebuy_ms
        return None if left is None else max(0.0, left / 1000 - (now - self.since))


@dataclass(frozen=True, slots=True)
class KnownTournaments:
    """What the server has told last, and the sentence of its last refusal.

    `listed` is None until the list has come. `view` is the tournament that the player looks at, and `running` its
    status or, at a table of a tournament, that of the table's.
    """

    listed: tuple[TournamentStatus, ...] | None = None
    view: TournamentView | None = None
    running: Running | None = None
    error: str = ""

    def with_message(self, message: Tournaments | TournamentPage | TournamentUpdate, now: float) -> KnownTournaments:
        """Returns what is known after a message that arrived at `now`."""
        match message:
            case Tournaments(tournaments=tournaments):
                return replace(self, listed=tournaments, error="")
            case TournamentPage(view=view, you=you):
                return replace(self, view=view, running=Running(view.status, now, you), error="")
            case TournamentUpdate(status=status, you=you):
                return replace(self, running=Running(status, now, you))
