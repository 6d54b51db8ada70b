"""Milliseconds for the equities of a spot, beside eval7 over the same deals and PokerKit's estimate, in one run.

    uv run --with eval7 python tests/bench/equity.py [--json]

eval7 values hands, so its deals are gone through here: it counts every board as we do, and both must find the same
shares. PokerKit estimates with as many deals as are named, and its figure is scaled up to ours where we count them all.
Without eval7 its rows have no peer. "first" is with empty tables, in a process that has valued no hand before.
"""

from __future__ import annotations

import importlib
import random
import sys
import time
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import Any

import pokerkit

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.report import Row, argument_parser, print_report
from railbird_server.rules.spot import Spot, ToCome
from railbird_shared.game.cards import PACK
from railbird_shared.game.ranking.scale import scale_of
from support.equity_spots import equities_of, make_spot

ROUNDS = 5
SAMPLES = 200
SAME_SHARE = 1e-9

FLOP = "9s 4h 2h"
SIX_HANDS = ("As Ks", "Qh Jh", "7c 7d", "Th 9h", "2s 3s", "Ad 5d")
OMAHA_HANDS = ("As Ks Qh Jh", "7c 7d 8d 9c", "2c 2d 3d 3s", "Ah Th 6c 6d")

SPOTS: Sequence[tuple[str, str, tuple[str, ...], str, ToCome]] = (
    ("flop, 2 players", "holdem", SIX_HANDS[:2], FLOP, ToCome(board=2)),
    ("flop, 6 players", "holdem", SIX_HANDS, FLOP, ToCome(board=2)),
    ("preflop, 2 players", "holdem", ("As Ah", "Ks Kh"), "", ToCome(board=5)),
    ("preflop, 3 players", "holdem", ("2h 2d", "As Kd", "Jc Tc"), "", ToCome(board=5)),
    ("flop, 2 players", "omaha", OMAHA_HANDS[:2], FLOP, ToCome(board=2)),
    ("flop, 4 players", "omaha", OMAHA_HANDS, FLOP, ToCome(board=2)),
    ("flop, 2 players", "omaha8", OMAHA_HANDS[:2], FLOP, ToCome(board=2)),
    ("preflop, 2 players (estimate)", "omaha", OMAHA_HANDS[:2], "", ToCome(board=5)),
    ("fifth street, 2 players", "seven-card-stud", ("As Ks | Qh Jh 7c", "7d 8d | 9c Td 2c"), "", ToCome(up=1, down=1)),
    ("fourth street, 2 players", "seven-card-stud", ("As Ks | Qh Jh", "7d 8d | 9c Td"), "", ToCome(up=2, down=1)),
    ("third street, 2 players (estimate)", "razz", ("As 2s | 3h", "7d 8d | 4c"), "", ToCome(up=3, down=1)),
    ("fifth street, 2 players", "stud8", ("As 2s | 3h Jh 5c", "7d 8d | 4c 5d Kc"), "", ToCome(up=1, down=1)),
    (
        "sixth street, 4 players",
        "seven-card-stud",
        ("As Ks | Qh Jh 7c 2d", "7d 8d | 9c Td 2c 2s", "3s 3h | 4d 5c Ts Tc", "Kc Kd | 8h 8s 4s 4h"),
        "",
        ToCome(down=1),
    ),
)


def timed(run: Callable[[], object]) -> float:
    """Returns how many milliseconds a call takes."""
    begun = time.perf_counter()
    run()
    return (time.perf_counter() - begun) * 1000


def measure(run: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Returns the median of some rounds in milliseconds."""
    return median(timed(run) for _ in range(rounds))


def peer_library(name: str) -> Any | None:
    """Returns a library that measures beside us where it is installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def count_with_eval7(eval7: Any, spot: Spot) -> list[float]:
    """Returns the shares of hold'em hands over every board, each valued by eval7."""
    seen = {*spot.board, *[card for hand in spot.hands for card in hand.cards]}
    deck = [eval7.Card(str(card)) for card in PACK if card not in seen]
    held = [[eval7.Card(str(card)) for card in (*hand.cards, *spot.board)] for hand in spot.hands]
    evaluate = eval7.evaluate
    won = [0.0] * len(held)
    boards = 0
    for board in combinations(deck, spot.to_come.board):
        more = list(board)
        strengths = [evaluate(cards + more) for cards in held]
        best = max(strengths)
        part = 1 / strengths.count(best)
        boards += 1
        for place, strength in enumerate(strengths):
            if strength == best:
                won[place] += part
    return [each / boards for each in won]


def estimate_with_pokerkit(spot: Spot, samples: int) -> None:
    """Has PokerKit estimate the shares of hold'em or Omaha hands."""
    hand_type = pokerkit.StandardHighHand if len(spot.hands[0].cards) == 2 else pokerkit.OmahaHoldemHand
    ranges = [{frozenset(pokerkit.Card.parse("".join(map(str, hand.cards))))} for hand in spot.hands]
    board = list(pokerkit.Card.parse("".join(map(str, spot.board))))
    pokerkit.calculate_equities(
        ranges, board, len(spot.hands[0].cards), 5, pokerkit.Deck.STANDARD, (hand_type,), sample_count=samples
    )


def first_time(spot: Spot) -> float:
    """Returns how long a spot takes whose scales have met no hand before, in milliseconds."""
    scale_of.cache_clear()
    return timed(lambda: equities_of(spot))


def rows_of(name: str, game: str, spot: Spot, eval7: Any | None) -> list[Row]:
    """Measures one spot and returns its rows."""
    found = equities_of(spot)
    ours = measure(lambda: equities_of(spot))
    rows = [Row(f"{name}: first", game, first_time(spot), None, less_is_better=True)]
    if game == "holdem" and eval7 is not None:
        theirs = count_with_eval7(eval7, spot)
        assert all(
            abs(share - float(found.share(hand.seat))) < SAME_SHARE
            for share, hand in zip(theirs, spot.hands, strict=True)
        ), "eval7 finds other shares"
        rounds = 1 if spot.to_come.board > 2 else ROUNDS
        peer = measure(lambda: count_with_eval7(eval7, spot), rounds)
        rows.append(Row(f"{name}, beside eval7", game, ours, peer, less_is_better=True))
    else:
        rows.append(Row(name, game, ours, None, less_is_better=True))
    if game in ("holdem", "omaha"):
        peer = measure(lambda: estimate_with_pokerkit(spot, SAMPLES), 3) * found.pots[0].ways / SAMPLES
        rows.append(Row(f"{name}, beside PokerKit, as many deals", game, ours, peer, less_is_better=True))
    return rows


def main() -> None:
    """Measures all spots and prints the report."""
    parser = argument_parser()
    parser.parse_args()
    random.seed(1)
    eval7 = peer_library("eval7")
    rows = [
        row
        for name, game, hands, board, to_come in SPOTS
        for row in rows_of(name, game, make_spot(game, *hands, board=board, to_come=to_come), eval7)
    ]
    notes = ["milliseconds; a ratio above 1 says that we are faster"]
    notes += [] if eval7 is not None else ["eval7 is not installed: run with `uv run --with eval7`"]
    print_report(rows, notes)


if __name__ == "__main__":
    main()
