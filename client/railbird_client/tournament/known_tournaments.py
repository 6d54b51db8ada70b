"""The tournaments that the server has told of: the list, one with all that belongs to it, and the one at the table.

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
    """The last answer of the server, and the sentence of its last refusal.

    `listed` is None until the list has come, at `listed_at`. `view` is the tournament that the player looks at, and
    `running` its status. `entries` are the tournaments in which the player is or has been, as far as the server has
    told them, and which are not over.
    """

    listed: tuple[TournamentStatus, ...] | None = None
    view: TournamentView | None = None
    running: Running | None = None
    error: str = ""
    listed_at: float = 0.0
    entries: tuple[Running, ...] = ()

    def with_message(self, message: Tournaments | TournamentPage | TournamentUpdate, now: float) -> KnownTournaments:
        """Returns what is known after a message that arrived at `now`."""
        match message:
            case Tournaments(tournaments=tournaments):
                return replace(self, listed=tournaments, listed_at=now, error="")
            case TournamentPage(view=view, you=you):
                running = Running(view.status, now, you)
                return replace(self, view=view, running=running, error="", entries=self._with_entry(running))
            case TournamentUpdate(status=status, you=you):
                running = Running(status, now, you)
                is_shown = self.view is None or self.view.status.tournament == status.tournament
                shown = running if is_shown else self.running
                return replace(self, running=shown, entries=self._with_entry(running))

    def _with_entry(self, running: Running) -> tuple[Running, ...]:
        others = tuple(each for each in self.entries if each.status.tournament != running.status.tournament)
        is_entry = bool(running.you.number) and not running.status.phase.is_over
        return (*others, running) if is_entry else others
