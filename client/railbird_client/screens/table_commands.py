"""The keys of the table in the command palette."""

from __future__ import annotations

from functools import partial
from typing import Protocol, cast

from textual.command import DiscoveryHit, Hit, Hits, Provider

from railbird_client.model.keys import KEYS, KeyBinding


class SupportsKeys(Protocol):
    """A screen whose keys can be pressed by name."""

    def press(self, name: str) -> None:
        """Does what the key of that name does."""
        ...

    def is_available(self, name: str) -> bool:
        """Whether the key of that name can be used at this table now."""
        ...


class TableCommands(Provider):
    """Offers everything that a key of the table does now."""

    async def discover(self) -> Hits:
        """Yields all of it."""
        for key in self._keys:
            if key.description:
                yield DiscoveryHit(key.description, self._press(key.name), help=f"Key {key.display}")

    async def search(self, query: str) -> Hits:
        """Yields what fits the words typed."""
        matcher = self.matcher(query)
        for key in self._keys:
            score = matcher.match(key.description) if key.description else 0
            if score > 0:
                yield Hit(score, matcher.highlight(key.description), self._press(key.name), help=f"Key {key.display}")

    def _press(self, name: str) -> partial[None]:
        return partial(self._screen.press, name)

    @property
    def _keys(self) -> tuple[KeyBinding, ...]:
        return tuple(key for key in KEYS if self._screen.is_available(key.name))

    @property
    def _screen(self) -> SupportsKeys:
        return cast("SupportsKeys", self.screen)
