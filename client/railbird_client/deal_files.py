"""Keeps the records of fair deals: a file for each hand, in a folder for each table, readable by the player alone."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec
import platformdirs
from msgspec.structs import replace

from railbird_shared.fair_deal.checker import check_record
from railbird_shared.fair_deal.record import RECORD_FORMAT, DealRecord
from railbird_shared.messages import DecksOpened


class DealUnreadable(Exception):
    """A file is no record of a deal; the message is a sentence that says why."""


class OpenedDecks(NamedTuple):
    """What the opened decks of a table show, in sentences, and whether they are all there and what was dealt."""

    sentence: str
    proved: bool


DEALS_FOLDER_NAME = "deals"
"""The folder of the records, in the player's folder of data."""


def deals_folder() -> Path:
    """Returns the folder of the player's records."""
    return Path(platformdirs.user_data_dir("railbird", appauthor=False)) / DEALS_FOLDER_NAME


def read_deal(path: Path) -> DealRecord:
    """Returns the record in a file; raises DealUnreadable."""
    try:
        record = msgspec.json.decode(path.read_bytes(), type=DealRecord)
    except OSError as error:
        raise DealUnreadable(f"{path} cannot be read: {error.strerror}.") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise DealUnreadable(f"{path} is no record of a deal, or it is damaged.") from None
    if record.format != RECORD_FORMAT:
        raise DealUnreadable(f"{path} is in another format; check it with the version of Railbird that wrote it.")
    return record


class DealFiles:
    """The records of the deals in a folder, without one in none.

    `error` is a sentence once a record could not be kept, empty otherwise.
    """

    def __init__(self, folder: Path | None) -> None:
        self.error = ""
        self._folder = folder

    def keep(self, record: DealRecord) -> None:
        """Writes a record, in place of an earlier one of the same hand."""
        if self._folder is None or self.error:
            return
        path = self._path(self._folder, record.table, record.hand)
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            path.touch(mode=0o600)
            path.write_bytes(msgspec.json.encode(record))
        except OSError as error:
            self.error = f"The records of deals cannot be kept in {path.parent}: {error.strerror}."

    def open_decks(self, opened: DecksOpened) -> OpenedDecks | None:
        """Adds the seeds of opened decks to the records of their hands; returns what is found then, None of no hand.

        Seeds come with those of the latest hands first: a later hand without one is a deck that was kept closed.
        """
        if self._folder is None or not opened.seeds:
            return None
        faults: list[str] = []
        damaged: list[str] = []
        hands = 0
        for each in opened.seeds:
            path = self._path(self._folder, opened.table, each.hand)
            if not path.is_file():
                continue
            try:
                record = replace(read_deal(path), server_seed=each.seed)
            except DealUnreadable as unreadable:
                damaged.append(str(unreadable))
                continue
            self.keep(record)
            hands += 1
            faults += [f"Hand {each.hand}: {fault}" for fault in check_record(record).faults]
        if faults:
            return OpenedDecks(f"The opened decks are not what was dealt. {faults[0]}", proved=False)
        if not hands:
            return OpenedDecks(damaged[0], proved=False) if damaged else None
        closed = self._closed_since(self._folder, opened.table, min(each.hand for each in opened.seeds))
        sentences = [_opened_sentence(hands), *([_closed_sentence(closed)] if closed else []), *damaged]
        return OpenedDecks(" ".join(sentences), proved=not closed and not damaged)

    def _closed_since(self, folder: Path, table: str, first: int) -> list[int]:
        """The hands from the `first` on whose records have no seed of the server."""
        closed: list[int] = []
        for path in self._path(folder, table, first).parent.glob("hand-*.json"):
            with suppress(DealUnreadable):
                record = read_deal(path)
                closed += [record.hand] if record.hand >= first and record.server_seed is None else []
        return sorted(closed)

    @staticmethod
    def _path(folder: Path, table: str, hand: int) -> Path:
        name = "".join(char for char in table if char.isalnum())[:32]
        return folder / (name or "table") / f"hand-{hand:04}.json"


def _opened_sentence(hands: int) -> str:
    if hands == 1:
        return "The deck of 1 hand is opened, and follows from the seeds."
    return f"The decks of {hands} hands are opened, and follow from the seeds."


def _closed_sentence(hands: list[int]) -> str:
    if len(hands) == 1:
        return f"The server has kept that of hand {hands[0]} closed."
    return f"The server has kept those of hands {', '.join(map(str, hands))} closed."
