"""`railbird verify-deal`: checks records of fair deals again, without any server.

It also says where every card of an opened deck went: to which seat, the board, the burned cards, or nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from railbird_client.fair_deal.deal_files import DealUnreadable, read_deal
from railbird_shared.fair_deal.checker import (
    DealChecker,
    commitment_of,
    replay_record,
    seeds_of_players,
)
from railbird_shared.fair_deal.deal_order import ToldDeal
from railbird_shared.fair_deal.record import DealRecord
from railbird_shared.fair_deal.shuffling import CommittedDeal, canonical_pack
from railbird_shared.game.cards import Card, format_cards
from railbird_shared.protocol.events import BOARD, BURNED, DealCommitted, DeckDealt

_NAMES = {BOARD: "board", BURNED: "burned"}
_NOT_DEALT = "rest"


def deck_lines(record: DealRecord, committed: DealCommitted) -> list[str]:
    """Returns a line for each seat, the board, the burned cards and the rest, in the order dealt.

    `committed` is what the server committed to, and the deck has to follow from it; without its seed nothing is told.
    """
    if record.server_seed is None:
        return []
    pack = canonical_pack(committed.cards, committed.jokers)
    reshuffles = len(committed.roots) - 1
    deal = CommittedDeal(record.table, record.hand, pack, record.server_seed, committed.seeds, reshuffles=reshuffles)
    cards: dict[int, list[Card]] = {}
    top = 0
    for dealt in _dealt(record):
        places = dealt.places if dealt.order else range(top, top + len(dealt.to))
        top += 0 if dealt.order else len(dealt.to)
        order = deal.order(dealt.order)
        for place, recipient in zip(places, dealt.to, strict=True):
            cards.setdefault(recipient, []).append(order[place])
    lines = [f"{_name(recipient):<8}{format_cards(cards[recipient])}" for recipient in sorted(cards, key=_rank)]
    left = deal.deck[top:]
    return [*lines, *([f"{_NOT_DEALT:<8}{format_cards(left)}"] if left else [])]


def _dealt(record: DealRecord) -> list[DeckDealt]:
    resumed = record.resumed.dealt if record.resumed is not None else ()
    return [*resumed, *(event for step in record.steps for event in step if isinstance(event, DeckDealt))]


def _name(recipient: int) -> str:
    return _NAMES.get(recipient, f"seat {recipient}")


def _rank(recipient: int) -> tuple[bool, int]:
    """Seats by number, then the board, then the burned cards."""
    return recipient <= BOARD, abs(recipient)


OTHER_DECK = "Another record of this hand has another deck: the server told players different things."
OTHER_DEAL = "Another record of this hand tells its deal otherwise."
NO_RECORDS = "There is no record of a deal here; your program keeps one of each hand at a table with fair deals."


class _Checked(NamedTuple):
    """A record in a file, and the checker that has seen it."""

    path: Path
    record: DealRecord
    checker: DealChecker

    @property
    def hand(self) -> tuple[str, int]:
        return self.record.table, self.record.hand


def record_paths(path: Path) -> list[Path]:
    """Returns the files to check: the path itself, or all files of records below a folder."""
    return sorted(path.rglob("*.json")) if path.is_dir() else [path]


def verify_deals(paths: Iterable[Path], *, cards: bool = False) -> tuple[list[str], bool]:
    """Checks records; returns lines for each and for what is wrong, and whether all is well.

    Records of the same hand, from several players, have to tell of the same deck, and the seed that opens the deck in
    one of them opens it in all. With `cards` every card of an opened deck is told, mucked ones too.
    """
    lines: list[str] = []
    checked: list[_Checked] = []
    for path in paths:
        try:
            record = read_deal(path)
        except DealUnreadable as unreadable:
            lines.append(str(unreadable))
        else:
            checked.append(_Checked(path, record, replay_record(record)))
    if not lines and not checked:
        return [NO_RECORDS], False
    sound = not lines
    roots: dict[tuple[str, int], tuple[bytes, ...]] = {}
    deals: dict[tuple[str, int], ToldDeal] = {}
    for each in _opened_by_each_other(checked):
        faults, committed, told = tuple(each.checker.faults), commitment_of(each.record), each.checker.told
        if committed and roots.setdefault(each.hand, committed.roots) != committed.roots:
            faults = (*faults, OTHER_DECK)
        elif not told.fits(deals.get(each.hand, told)):
            faults = (*faults, OTHER_DEAL)
        deals[each.hand] = told.longer(deals.get(each.hand, told))
        lines += _describe(each, faults)
        if cards and committed and not faults:
            lines += [f"  {line}" for line in deck_lines(each.record, committed)]
        sound = sound and not faults
    return lines, sound


def _opened_by_each_other(checked: Iterable[_Checked]) -> list[_Checked]:
    """Returns the records with the server's seed added that another record of the hand has, if it opens the deck."""
    found = list(checked)
    seeds = {
        each.hand: each.record.server_seed for each in found if each.record.server_seed and not each.checker.faults
    }
    for place, each in enumerate(found):
        if each.record.server_seed is None and each.hand in seeds:
            record = replace(each.record, server_seed=seeds[each.hand])
            found[place] = each._replace(record=record, checker=replay_record(record))
    return found


def _describe(checked: _Checked, faults: tuple[str, ...]) -> list[str]:
    record, report = checked.record, checked.checker.report
    cards = "1 card" if report.cards == 1 else f"{report.cards} cards"
    seeds = seeds_of_players(record)
    given = "no seeds of players" if not seeds else "1 seed of a player" if seeds == 1 else f"seeds of {seeds} players"
    parts = [
        f"{cards} {'looked at' if faults else 'checked'}",
        given,
        "the whole deck opened" if record.server_seed is not None else "deck closed",
        *(["void"] if report.void else []),
    ]
    return [
        f"table {record.table} hand {record.hand}: {'NOT PROVED' if faults else 'proved'}, {', '.join(parts)}",
        *(f"  note   {remark}" for remark in report.remarks),
        *(f"  WRONG  {fault}" for fault in faults),
        *([f"  file   {checked.path}"] if faults else []),
    ]
