"""The keys of the table in the command palette."""

from __future__ import annotations

from functools import partial
from typing import Protocol, cast

from textual.command import DiscoveryHit, Hit, Hits, Provider

from railbird_client.model.keys import KEYS


class Keyed(Protocol):
    """A screen whose keys can be pressed by name."""

    def press(self, name: str) -> None:
        """Does what the key of that name does."""
        ...


class TableCommands(Provider):
    """Offers everything that a key of the table does."""

    async def discover(self) -> Hits:
        """Yields all of it."""
        for key in KEYS:
            if key.words:
                yield DiscoveryHit(key.words, self._press(key.name), help=f"Key {key.shown}")

    async def search(self, query: str) -> Hits:
        """Yields what fits the words typed."""
        matcher = self.matcher(query)
        for key in KEYS:
            score = matcher.match(key.words) if key.words else 0
            if score > 0:
                yield Hit(score, matcher.highlight(key.words), self._press(key.name), help=f"Key {key.shown}")

    def _press(self, name: str) -> partial[None]:
        return partial(cast("Keyed", self.screen).press, name)
