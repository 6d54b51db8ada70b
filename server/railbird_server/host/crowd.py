"""Everybody who looks at one table, and the order in which they are told."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping

from railbird_server.host.people import Viewer

SLICE_SIZE = 250
"""Watchers told in one go; between two slices everything else gets its turn."""


class Viewers:
    """The viewers of a table by player id, one for each player."""

    def __init__(self) -> None:
        self._viewers: dict[str, Viewer] = {}

    def __contains__(self, player: str) -> bool:
        return player in self._viewers

    def enter(self, viewer: Viewer) -> None:
        """Adds a viewer in place of an older connection of the same player."""
        self._viewers[viewer.player.id] = viewer

    def holds(self, viewer: Viewer) -> bool:
        """Whether that viewer is here, and not only another connection of the same player."""
        return self._viewers.get(viewer.player.id) is viewer

    def leave(self, viewer: Viewer) -> bool:
        """Removes a viewer; returns False where the player has come back by a newer one meanwhile."""
        if not self.holds(viewer):
            return False
        del self._viewers[viewer.player.id]
        return True

    def all(self) -> list[Viewer]:
        """Returns all viewers."""
        return list(self._viewers.values())

    def watchers(self, seated: Collection[str]) -> int:
        """Returns how many look on without a seat."""
        return len(self._viewers) - sum(player in self._viewers for player in seated)

    @property
    def has_people(self) -> bool:
        """Whether anybody but bots looks on."""
        return any(not viewer.player.bot for viewer in self._viewers.values())

    async def broadcast(self, shared: bytes, own: Mapping[str, bytes], seated: Collection[str]) -> None:
        """Sends a frame to everybody, or his own to whoever has one: the seats at once, then the rail in slices."""
        rail: list[Viewer] = []
        for player, viewer in self._viewers.items():
            if player in seated or player in own:
                viewer.send_update(own.get(player, shared))
            else:
                rail.append(viewer)
        for start in range(0, len(rail), SLICE_SIZE):
            if start:
                await asyncio.sleep(0)
            for viewer in rail[start : start + SLICE_SIZE]:
                viewer.send_update(shared)
