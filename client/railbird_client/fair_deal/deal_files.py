"""The records of fair deals: a file for each hand, in a folder for each table, readable by the player alone.

`railbird verify-deal` checks them again, without any server, and says where every card of an opened deck went: to which
seat, the board, the burned cards, or nowhere.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import msgspec
import platformdirs
from msgspec.structs import replace

from railbird_client.record_file import write_private_file
from railbird_shared.fair_deal.checker import DealChecker, replay_record
from railbird_shared.fair_deal.deal_order import ToldDeal
from railbird_shared.fair_deal.opened_check import opened_deal
from railbird_shared.fair_deal.record import KNOWN_FORMATS, DealRecord
from railbird_shared.game.cards import Card, format_cards
from railbird_shared.protocol.events import BOARD, BURNED
from railbird_shared.protocol.messages import DecksOpened


class DealUnreadable(Exception):
    """A file is no record of a deal; the message is a sentence that says why."""


class OpenedDecks(NamedTuple):
    """The opened decks of a table in sentences, and whether all are there and are those dealt."""

    sentence: str
    proved: bool


NONE_OPENED = "The server was to open all decks of the table when it closed, and it has opened none."

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
    if record.format not in KNOWN_FORMATS:
        raise DealUnreadable(f"{path} is in another format; check it with the version of Railbird that wrote it.")
    return record


class DealFiles:
    """The records of the deals in a folder, without one in none; no record is ever replaced by another.

    `error` is a sentence once a record could not be kept, empty otherwise.
    """

    def __init__(self, folder: Path | None) -> None:
        self.error = ""
        self._folder = folder
        self._opened = _Opened()

    def keep(self, record: DealRecord) -> None:
        """Writes a record: beside those of the same hand, or in place of one of which it is the continuation."""
        folder = self._folder_of(record.table)
        if folder is None or self.error:
            return
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_private_file(_path_for(folder, record), msgspec.json.encode(record), durable=False)
        except OSError as error:
            self.error = f"The records of deals cannot be kept in {folder}: {error.strerror}."

    def open_decks(self, opened: DecksOpened) -> None:
        """Adds the seeds of opened decks to the records of their hands, and checks them for `take_opened`."""
        if self._folder is None:
            return
        found = self._opened
        for each in opened.seeds:
            for path, record in self._records(opened.table, each.hand):
                if isinstance(record, DealUnreadable):
                    found.damaged.append(str(record))
                    continue
                whole = replace(record, server_seed=each.seed)
                if record.server_seed is None:
                    write_private_file(path, msgspec.json.encode(whole), durable=False)
                found.hands.add(each.hand)
                found.faults += [f"Hand {each.hand}: {fault}" for fault in replay_record(whole).faults]

    def take_opened(self, table: str, *, announced: bool) -> OpenedDecks | None:
        """Returns what the opened decks of a table show that closes; None where no deck of it was to be opened.

        With `announced` the server has said that all decks are opened then, and those that were not are named.
        """
        found, self._opened = self._opened, _Opened()
        if self._folder is None or not (announced or found.hands or found.damaged):
            return None
        if found.faults:
            return OpenedDecks(f"The opened decks are not what was dealt. {found.faults[0]}", proved=False)
        kept = [record for _, record in self._records(table) if isinstance(record, DealRecord)]
        closed = sorted({record.hand for record in kept if record.server_seed is None})
        if not kept and not found.damaged:
            return None
        none = [NONE_OPENED] if closed else []
        sentences = _opened_sentences(len(found.hands), closed) if found.hands else none
        return OpenedDecks(" ".join((*sentences, *found.damaged)), proved=not closed and not found.damaged)

    def _records(self, table: str, hand: int | None = None) -> list[tuple[Path, DealRecord | DealUnreadable]]:
        """Returns the records of a table, or of one hand of it, with what cannot be read."""
        found: list[tuple[Path, DealRecord | DealUnreadable]] = []
        name = "hand-*" if hand is None else f"hand-{hand:04}"
        if (folder := self._folder_of(table)) is None:
            return found
        for path in sorted({*folder.glob(f"{name}.json"), *folder.glob(f"{name}-*.json")}):
            try:
                record = read_deal(path)
            except DealUnreadable as unreadable:
                found.append((path, unreadable))
            else:
                found += [(path, record)] if record.table == table and hand in {None, record.hand} else []
        return found

    def _folder_of(self, table: str) -> Path | None:
        return self._folder and self._folder / ("".join(char for char in table if char.isalnum())[:32] or "table")


@dataclass(slots=True)
class _Opened:
    """The findings since decks are opened: the hands, what is wrong with them, and records that cannot be read."""

    hands: set[int] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)


def _path_for(folder: Path, record: DealRecord) -> Path:
    """Returns where a record belongs: to a file of which it is the continuation, or to a new one."""
    for number in itertools.count(1):
        path = folder / (f"hand-{record.hand:04}.json" if number == 1 else f"hand-{record.hand:04}-{number}.json")
        try:
            if not path.exists() or _continues(read_deal(path), record):
                return path
        except DealUnreadable:
            continue
    raise AssertionError("There is always one more name.")


def _continues(kept: DealRecord, record: DealRecord) -> bool:
    """Whether a record is the same as one that is kept, with more steps."""
    known = replace(record, steps=record.steps[: len(kept.steps)], server_seed=kept.server_seed)
    return kept == known and record.server_seed in {None, kept.server_seed}


def _opened_sentences(opened: int, closed: list[int]) -> Iterator[str]:
    if opened == 1:
        yield "The deck of 1 hand is opened, and follows from the seeds."
    else:
        yield f"The decks of {opened} hands are opened, and follow from the seeds."
    if closed:
        of_hands = f"that of hand {closed[0]}" if len(closed) == 1 else f"those of hands {', '.join(_ranges(closed))}"
        yield f"The server has kept {of_hands} closed."


def _ranges(hands: list[int]) -> list[str]:
    """Returns rising numbers in words, those that follow each other as one range: "2", "5 to 9"."""
    runs: list[list[int]] = []
    for hand in hands:
        if runs and hand == runs[-1][-1] + 1:
            runs[-1].append(hand)
        else:
            runs.append([hand])
    return [word for run in runs for word in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run))]


_NAMES = {BOARD: "board", BURNED: "burned"}


def deck_lines(checker: DealChecker) -> list[str]:
    """Returns a line for each seat, the board, the burned cards and the rest, in the order dealt.

    The deal of the checker's record is without fault; unless the seed of its deck is opened, nothing is told.
    """
    if checker.record.server_seed is None or checker.committed is None:
        return []
    deal = opened_deal(checker.record, checker.committed, checker.record.server_seed)
    cards: dict[int, list[Card]] = {}
    for recipient, place in checker.told.given:
        cards.setdefault(recipient, []).append(deal.order(place.order)[place.place])
    in_order = sorted(cards, key=lambda recipient: (recipient <= BOARD, abs(recipient)))  # burned cards last
    lines = [f"{_NAMES.get(each, f'seat {each}'):<8}{format_cards(cards[each])}" for each in in_order]
    left = deal.deck[sum(not place.order for _, place in checker.told.given) :]
    return [*lines, *([f"{'rest':<8}{format_cards(left)}"] if left else [])]


OTHER_DECK = "Another record of this hand has another deck: the server told players different things."
OTHER_DEAL = "Another record of this hand tells its deal otherwise."
NO_RECORDS = "There is no record of a deal here; your program keeps one of each hand at a table with fair deals."


def record_paths(path: Path) -> list[Path]:
    """Returns the files to check: the path itself, or all files of records below a folder."""
    return sorted(path.rglob("*.json")) if path.is_dir() else [path]


def verify_deals(paths: Iterable[Path], *, cards: bool = False) -> tuple[list[str], bool]:
    """Checks records; returns lines for each and for what is wrong, and whether all is well.

    Records of the same hand, from several players, have to tell of the same deck, and the seed that opens the deck in
    one of them opens it in all. With `cards` every card of an opened deck is told, mucked ones too.
    """
    lines: list[str] = []
    checked: list[tuple[Path, DealChecker]] = []
    for path in paths:
        try:
            checked.append((path, replay_record(read_deal(path))))
        except DealUnreadable as unreadable:
            lines.append(str(unreadable))
    if not lines and not checked:
        return [NO_RECORDS], False
    sound = not lines
    roots: dict[tuple[str, int], tuple[bytes, ...]] = {}
    deals: dict[tuple[str, int], ToldDeal] = {}
    for path, checker in _opened_by_each_other(checked):
        faults, hand, told = checker.faults, _hand_of(checker), checker.told
        if checker.is_fair and roots.setdefault(hand, checker.roots) != checker.roots:
            faults.append(OTHER_DECK)
        elif not told.fits(deals.get(hand, told)):
            faults.append(OTHER_DEAL)
        deals[hand] = told.longer(deals.get(hand, told))
        lines += _describe(path, checker)
        if cards and not faults:
            lines += [f"  {line}" for line in deck_lines(checker)]
        sound = sound and not faults
    return lines, sound


def _hand_of(checker: DealChecker) -> tuple[str, int]:
    return checker.record.table, checker.record.hand


def _opened_by_each_other(checked: Sequence[tuple[Path, DealChecker]]) -> Iterator[tuple[Path, DealChecker]]:
    """Yields the checks with the server's seed added that another record of the hand has, if it opens the deck."""
    opened = [each for _, each in checked if each.record.server_seed and not each.faults]
    seeds = {_hand_of(each): each.record.server_seed for each in opened}
    for path, each in checked:
        seed = None if each.record.server_seed else seeds.get(_hand_of(each))
        yield path, replay_record(replace(each.record, server_seed=seed)) if seed else each


def _describe(path: Path, checker: DealChecker) -> list[str]:
    record, report, faults = checker.record, checker.report, checker.faults
    cards = "1 card" if report.cards == 1 else f"{report.cards} cards"
    given = {0: "no seeds of players", 1: "1 seed of a player"}
    parts = [
        f"{cards} {'looked at' if faults else 'checked'}",
        given.get(checker.seeds_of_players, f"seeds of {checker.seeds_of_players} players"),
        "the whole deck opened" if record.server_seed is not None else "deck closed",
        *(["void"] if report.void else []),
    ]
    return [
        f"table {record.table} hand {record.hand}: {'NOT PROVED' if faults else 'proved'}, {', '.join(parts)}",
        *(f"  note   {remark}" for remark in report.remarks),
        *(f"  WRONG  {fault}" for fault in faults),
        *([f"  file   {path}"] if faults else []),
    ]
