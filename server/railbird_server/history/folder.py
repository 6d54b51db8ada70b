"""A folder of hand histories: one file for each finished hand, called by the number of the hand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from railbird_server.history.notation import BadHistory
from railbird_server.history.stakes import GAME_CODES, game_code_of
from railbird_server.history.writing import SeatActions, write_history
from railbird_server.rules.setup import Setup
from railbird_server.rules.variants import Variant
from railbird_shared.cards import Card


class HistoryFolder:
    """A folder that is written to; `error` says why a hand is missing in it, empty while none is."""

    def __init__(self, path: Path, variant: Variant) -> None:
        """Makes the folder if need be; raises BadHistory for a game without a code, or where no folder can be."""
        if game_code_of(variant) is None:
            games = ", ".join(GAME_CODES.values())
            raise BadHistory(f"The format of hand histories has no code for {variant.name}: choose one of {games}.")
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadHistory(f"Hands cannot be written to {path}: {error.strerror}.") from None
        self.error = ""
        self._path = path

    def add(self, setup: Setup, deck: Sequence[Card], actions: SeatActions, names: Sequence[str]) -> None:
        """Writes a hand, over an older file of its number; a hand that cannot be written is `error`."""
        try:
            text = write_history(setup, deck, actions, names=names)
            (self._path / f"{setup.number}.phh").write_text(text, encoding="utf-8")
        except OSError as error:
            self.error = f"Hand {setup.number} could not be written to {self._path}: {error.strerror}."
        except BadHistory as error:
            self.error = f"Hand {setup.number} is not in {self._path}: {error}"
