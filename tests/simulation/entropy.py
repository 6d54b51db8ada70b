"""Takes clocks and chance away from the server: for the length of a simulation both come from its seed.

The modules of Railbird see other `time` and `secrets` modules meanwhile. Whatever else of these they use fails with a
sentence, so that no simulation depends on the real ones unnoticed.
"""

from __future__ import annotations

import base64
import contextlib
import random
import secrets
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from railbird_server.rules.dealing import MIN_CUT, SALT_BYTES, Deck, cut_deck
from railbird_server.runtime.tables.deck_source import Shuffle
from railbird_shared.game.cards import Card

EVENING = 1_767_297_600.0
"""Eight o'clock of an evening, in seconds of Unix time, at which every simulation begins."""


class _Replaced:
    """The base of the modules that stand in for the real ones."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"The simulation replaces no '{name}' of {type(self).__name__}; add it.")


class SimulatedTime(_Replaced):
    """The clocks of the module `time`, moved by the event loop."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now

    def monotonic(self) -> float:
        return self._now()

    perf_counter = monotonic

    def monotonic_ns(self) -> int:
        return round(1e9 * self._now())

    def time(self) -> float:
        return EVENING + self._now()

    def time_ns(self) -> int:
        return round(1e9 * self.time())


class SeededSecrets(_Replaced):
    """The functions of the module `secrets`, drawn from a seed."""

    compare_digest = staticmethod(secrets.compare_digest)

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def token_bytes(self, nbytes: int | None = None) -> bytes:
        return self._chance.randbytes(32 if nbytes is None else nbytes)

    def token_hex(self, nbytes: int | None = None) -> str:
        return self.token_bytes(nbytes).hex()

    def token_urlsafe(self, nbytes: int | None = None) -> str:
        return base64.urlsafe_b64encode(self.token_bytes(nbytes)).rstrip(b"=").decode()

    def randbits(self, k: int) -> int:
        return self._chance.getrandbits(k)

    def randbelow(self, exclusive_upper_bound: int) -> int:
        return self._chance.randrange(exclusive_upper_bound)

    def choice(self, seq: Sequence[Any]) -> Any:
        return self._chance.choice(seq)


@contextlib.contextmanager
def seeded_world(now: Callable[[], float], chance: random.Random) -> Iterator[None]:
    """Has all loaded modules of Railbird read the clock `now`, in seconds, and draw chance from `chance`."""
    replacements: dict[object, object] = {time: SimulatedTime(now), secrets: SeededSecrets(chance)}
    replaced: list[tuple[dict[str, Any], str, object]] = []
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in {"railbird_server", "railbird_shared"}:
            for attribute, value in list(vars(module).items()):
                if value is time or value is secrets:
                    replaced.append((vars(module), attribute, value))
                    vars(module)[attribute] = replacements[value]
    try:
        yield
    finally:
        for namespace, attribute, value in replaced:
            namespace[attribute] = value


def seeded_shuffle(chance: random.Random) -> Shuffle:
    """Returns a shuffle whose decks follow from a seed."""

    def shuffle(pack: Sequence[Card]) -> Deck:
        deck = list(pack)
        chance.shuffle(deck)
        return Deck(cut_deck(deck, chance.randint(MIN_CUT, len(deck) - MIN_CUT)), chance.randbytes(SALT_BYTES))

    return shuffle
