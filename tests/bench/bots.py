"""What a bot's decision costs in time, and what the bots win from a caller, a random player and each other.

    python tests/bench/bots.py [--hands N] [--games ID...] [--against NAME...] [--seats N] [--jobs N] [--json]

Each style plays N hands of each game against each opponent. A deal is played once from every seat with the same deck,
and everybody begins each hand with a hundred minimum bets. Won is minimum bets (big blinds, in games that have them) in
100 hands, with the 95 % interval of independent deals; the same options give the same figures. The caller checks and
calls to the end; the random player does any legal act. Milliseconds are of the deciding alone, by the process's clock
of used processor time, in both seats of the styles' games against each other.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.report import argument_parser
from railbird_server.bots.profiles import STYLES
from railbird_shared.protocol.actions import Action, LegalActions
from railbird_shared.protocol.view import TableView
from support.bot_matches import CHOOSERS, Chooser, WinRate, play_deals, win_rate

GAMES = ("holdem", "omaha8", "seven-card-stud", "five-card-draw", "razz", "triple-draw")
DEFAULT_HANDS = 2000


@dataclass(frozen=True)
class Pairing:
    """A style against one opponent in one game: `deals` decks, each from all of the `seats`."""

    game: str
    style: str
    opponent: str
    seats: int
    deals: int


@dataclass(frozen=True)
class MatchResult:
    """What a style won, in minimum bets per 100 hands, and the milliseconds that its decisions took."""

    game: str
    style: str
    opponent: str
    seats: int
    hands: int
    won: float
    margin: float
    decisions: int
    mean_ms: float
    p99_ms: float
    max_ms: float


class TimedChooser:
    """A chooser that keeps the milliseconds which each decision took."""

    def __init__(self, chooser: Chooser) -> None:
        self.taken: list[float] = []
        self._chooser = chooser

    def __call__(self, view: TableView, legal: LegalActions, rng: random.Random) -> Action:
        begun = time.process_time()
        action = self._chooser(view, legal, rng)
        self.taken.append(1000 * (time.process_time() - begun))
        return action


def pairings(games: list[str], opponents: list[str], seats: int, hands: int) -> Iterator[Pairing]:
    """Yields every style against every opponent, and each two styles once."""
    styles = list(STYLES)
    deals = max(2, hands // seats)
    for game in games:
        for number, style in enumerate(styles):
            for opponent in opponents:
                if opponent not in styles[: number + 1]:
                    yield Pairing(game, style, opponent, seats, deals)


def play_match(pairing: Pairing) -> MatchResult:
    """Plays all hands of a pairing."""
    hero = TimedChooser(CHOOSERS[pairing.style])
    results = play_deals(pairing.game, hero, CHOOSERS[pairing.opponent], pairing.deals, seats=pairing.seats)
    rate: WinRate = win_rate(results)
    ordered = sorted(hero.taken)
    return MatchResult(
        game=pairing.game,
        style=pairing.style,
        opponent=pairing.opponent,
        seats=pairing.seats,
        hands=pairing.deals * pairing.seats,
        won=rate.mean,
        margin=rate.margin,
        decisions=len(ordered),
        mean_ms=fmean(ordered),
        p99_ms=ordered[len(ordered) * 99 // 100],
        max_ms=ordered[-1],
    )


def play_all(matches: list[Pairing], jobs: int) -> Iterator[MatchResult]:
    """Plays the pairings, `jobs` of them at a time, and yields their results in order."""
    if jobs == 1:
        yield from map(play_match, matches)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play_match, matches)


def main() -> None:
    parser = argument_parser()
    parser.add_argument("--hands", type=int, default=DEFAULT_HANDS, help="hands of each style against each opponent")
    parser.add_argument("--games", nargs="+", default=list(GAMES), metavar="ID", help="the games, by id")
    parser.add_argument("--against", nargs="+", default=list(CHOOSERS), choices=CHOOSERS, help="the opponents")
    parser.add_argument("--seats", type=int, default=2, help="seats at the table; one style against all the others")
    parser.add_argument("--jobs", type=int, default=1, help="pairings that are played at a time")
    options = parser.parse_args()
    results = play_all(list(pairings(options.games, options.against, options.seats, options.hands)), options.jobs)
    if options.json:
        json.dump([asdict(result) for result in results], sys.stdout, indent=2)
        print()
        return
    print(
        f"{'game':<18}{'style':<8}{'against':<9}{'hands':>7}{'won in 100 hands':>22}{'mean ms':>9}{'p99':>8}{'max':>8}"
    )
    for result in results:
        won = f"{result.won:+.1f} ± {result.margin:.1f}"
        figures = f"{result.mean_ms:>9.1f}{result.p99_ms:>8.1f}{result.max_ms:>8.1f}"
        print(f"{result.game:<18}{result.style:<8}{result.opponent:<9}{result.hands:>7,}{won:>22}{figures}", flush=True)


if __name__ == "__main__":
    main()
