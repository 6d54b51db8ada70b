"""`railbird verify-deal`: checks records of fair deals again, without any server."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from railbird_client.deal_files import DealUnreadable, read_deal
from railbird_shared.fair_deal.checker import check_record, commitment_of
from railbird_shared.fair_deal.record import DealRecord

OTHER_DECK = "Another record of this hand has another deck: the server told players different things."


def record_paths(path: Path) -> list[Path]:
    """Returns the files to check: the path itself, or all files of records below a folder."""
    return sorted(path.rglob("*.json")) if path.is_dir() else [path]


def verify_deals(paths: Iterable[Path]) -> tuple[list[str], bool]:
    """Checks records; returns a line for each and for what is wrong, and whether all is well.

    Records of the same hand, from several players, have to tell of the same deck.
    """
    lines: list[str] = []
    sound = True
    roots: dict[tuple[str, int], tuple[bytes, ...]] = {}
    for path in paths:
        try:
            record = read_deal(path)
        except DealUnreadable as unreadable:
            lines.append(str(unreadable))
            sound = False
            continue
        line, faults = _check(record)
        committed = commitment_of(record)
        if committed and roots.setdefault((record.table, record.hand), committed.roots) != committed.roots:
            faults = (*faults, OTHER_DECK)
        lines += [line, *(f"  WRONG  {fault}" for fault in faults)]
        sound = sound and not faults
    if not lines:
        lines, sound = ["There is no record of a deal."], False
    return lines, sound


def _check(record: DealRecord) -> tuple[str, tuple[str, ...]]:
    report = check_record(record)
    committed = commitment_of(record)
    cards = "1 card" if report.cards == 1 else f"{report.cards} cards"
    seeds = sum(share.seed is not None for share in committed.seeds) if committed else 0
    given = "no seeds of players" if not seeds else "1 seed of a player" if seeds == 1 else f"seeds of {seeds} players"
    parts = [
        f"{cards} {'checked' if not report.faults else 'looked at'}",
        given,
        "the whole deck opened" if record.server_seed is not None else "deck closed",
        *(["void"] if report.void else []),
    ]
    verdict = "proved" if not report.faults else "NOT PROVED"
    line = f"table {record.table} hand {record.hand}: {verdict}, {', '.join(parts)}"
    return "\n".join([line, *(f"  note   {remark}" for remark in report.remarks)]), report.faults
