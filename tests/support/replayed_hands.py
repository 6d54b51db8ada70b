"""Hands to be looked at: those of the files beside this module, and those of random play as a player knows them."""

from __future__ import annotations

from pathlib import Path

from railbird_server.history.hand_replays import replay_file
from railbird_shared.history.hand_history import HandReplay, ReplayLine

HAND_FILES = Path(__file__).parent / "hand_files"
SHELF_FILES = sorted((Path(__file__).parents[3] / "shared" / "phh").glob("*/*.phh"))
"""Recorded hands of others, where they lie beside the project."""


def lines_of(file: Path) -> list[ReplayLine]:
    """Returns the hands of a file."""
    return list(replay_file(file.read_text(encoding="utf-8"), file.stem))


def hand_of(name: str, number: int = 0) -> HandReplay:
    """Returns a hand of one of the files beside this module."""
    hand = lines_of(HAND_FILES / name)[number]
    assert isinstance(hand, HandReplay)
    return hand


class HandList:
    """A source of hands for a replayer; those in `missing` have yet to come."""

    title = "a list"

    def __init__(self, *lines: ReplayLine, is_complete: bool = True) -> None:
        self.lines = list(lines)
        self.missing: set[int] = set()
        self.asked: list[int] = []
        self.is_complete = is_complete
        self.total = len(lines)

    def find(self, index: int) -> ReplayLine | None:
        self.asked.append(index)
        return None if index in self.missing else self.lines[index]
