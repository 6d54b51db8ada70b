"""What all benchmarks share: alternating rounds, medians, and one report as a table or JSON.

Figures are rates per second unless a row says otherwise. Nothing here asserts.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Row:
    """One comparison; a ratio above 1 says that we are ahead, None that there is no peer to compare with."""

    what: str
    game: str
    ours: float
    peer: float | None = None
    less_is_better: bool = False

    @property
    def ratio(self) -> float | None:
        if self.peer is None:
            return None
        return self.peer / self.ours if self.less_is_better else self.ours / self.peer

    def to_dict(self) -> dict[str, str | float | None]:
        return {
            "what": self.what,
            "game": self.game,
            "ours": self.ours,
            "peer": self.peer,
            "ratio": self.ratio,
        }


def median_rates(contenders: Mapping[str, Callable[[], int]], rounds: int) -> dict[str, float]:
    """Returns the median rate of each contender; they take turns, so that noise falls on all of them.

    A contender does its work once when called and returns how many times it did the thing measured.
    """
    samples: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, run in contenders.items():
            begun = time.perf_counter()
            done = run()
            samples[name].append(done / (time.perf_counter() - begun))
    return {name: median(found) for name, found in samples.items()}


def argument_parser() -> argparse.ArgumentParser:
    """Returns a parser of the options that every benchmark takes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true", help="print a list of records instead of a table")
    return parser


def print_report(rows: Sequence[Row], notes: Sequence[str] = (), parser: argparse.ArgumentParser | None = None) -> None:
    """Prints the rows as a table, or as JSON where the command line says `--json`; a bench may have more options."""
    if (parser or argument_parser()).parse_args().json:
        json.dump([row.to_dict() for row in rows], sys.stdout, indent=2)
        print()
        return
    width = 2 + max([42, *(len(row.what) for row in rows)])
    print(f"{'what':<{width}}{'game':<20}{'ours':>12}{'peer':>12}{'ratio':>8}")
    for row in rows:
        peer = "-" if row.peer is None else _format_number(row.peer)
        ratio = "-" if row.ratio is None else f"{row.ratio:.2f}"
        print(f"{row.what:<{width}}{row.game:<20}{_format_number(row.ours):>12}{peer:>12}{ratio:>8}")
    for note in notes:
        print(note)


def _format_number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:,.1f}"
