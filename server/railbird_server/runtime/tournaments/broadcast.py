"""What a tournament tells: changes to those at its tables and on its page, sentences to everybody in it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator

from railbird_server.runtime.people.players import Viewer
from railbird_server.runtime.tables.room import Room
from railbird_server.runtime.tournaments.views import Moment, TournamentViews
from railbird_shared.protocol import codec
from railbird_shared.tournament.limits import MAX_LINES
from railbird_shared.tournament.messages import TournamentLine, TournamentPage, TournamentUpdate
from railbird_shared.tournament.view import OwnEntry, TournamentView

CHANGES_DELAY = 0.1
"""Seconds for which changes are collected, so that several in a row are told at once."""


class TournamentBroadcaster:
    """Tells of one tournament.

    `views` makes its views, by the `moment` at which they are made. `rooms` are those of its tables, `registered` the
    viewers of its players wherever they are, and `is_host` says whose it is.
    """

    def __init__(
        self,
        tournament: str,
        views: TournamentViews,
        *,
        moment: Callable[[], Moment],
        rooms: Callable[[], Iterable[Room]],
        registered: Callable[[], Iterable[Viewer]],
        is_host: Callable[[Viewer], bool],
        is_away: Callable[[str], bool],
        lines: Iterable[str] = (),
    ) -> None:
        self.lines = deque(lines, maxlen=MAX_LINES)
        self._tournament = tournament
        self._views = views
        self._moment = moment
        self._rooms = rooms
        self._registered = registered
        self._is_host = is_host
        self._is_away = is_away
        self._followers: set[Viewer] = set()
        self._timer: asyncio.TimerHandle | None = None

    def follow(self, viewer: Viewer, *, on: bool) -> None:
        """Notes that a viewer is told of every change of the page, or no longer."""
        if on:
            self._followers.add(viewer)
        else:
            self._followers.discard(viewer)

    def send_page(self, viewer: Viewer) -> None:
        """Sends a viewer everything."""
        moment = self._moment()
        viewer.reply(TournamentPage(view=self._whole(moment), you=self._own(viewer, moment)))

    def send_update(self, viewer: Viewer) -> None:
        """Sends a viewer what those at the tables are told."""
        moment = self._moment()
        viewer.reply(TournamentUpdate(status=self._views.status(moment), you=self._own(viewer, moment)))

    def note_change(self) -> None:
        """Has everybody told shortly how the tournament stands."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(CHANGES_DELAY, self.send_changes)

    def send_changes(self) -> None:
        """Tells everybody now how the tournament stands; bots of the house ask for nothing."""
        self.cancel()
        moment = self._moment()
        status = self._views.status(moment)
        for viewer in self._people():
            update = TournamentUpdate(status=status, you=self._own(viewer, moment))
            viewer.outbox.send_update(codec.encode(update))
        self._followers = {viewer for viewer in self._followers if viewer.player.viewer is viewer}
        if not self._followers:
            return
        view = self._whole(moment)
        for viewer in self._followers:
            viewer.outbox.send_update(codec.encode(TournamentPage(view=view, you=self._own(viewer, moment))))

    def say(self, sentence: str) -> None:
        """Tells everybody in the tournament a sentence."""
        self.lines.append(sentence)
        frame = codec.encode(TournamentLine(tournament=self._tournament, sentence=sentence))
        for viewer in {*self._people(), *self._followers}:
            viewer.outbox.send_update(frame)

    def cancel(self) -> None:
        """Tells nothing more by itself."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _people(self) -> Iterator[Viewer]:
        """Yields everybody at the tables or registered, once, but for the bots of the house."""
        at_tables = (viewer for room in self._rooms() for viewer in room.viewers if viewer.player.viewer is viewer)
        everybody = dict.fromkeys([*at_tables, *self._registered()])
        return (viewer for viewer in everybody if not viewer.player.style)

    def _own(self, viewer: Viewer, moment: Moment) -> OwnEntry:
        return self._views.own(viewer.player.id, moment, is_host=self._is_host(viewer))

    def _whole(self, moment: Moment) -> TournamentView:
        return self._views.whole(moment, away=self._is_away, lines=tuple(self.lines))
