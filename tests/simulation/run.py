"""Plays simulated evenings and prints what came of them; a failure prints its story.

    python tests/simulation/run.py --seed N [--hands N] [--evenings N] [--story LINES]

With several evenings the seeds count up from the first.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from simulation.evening import Result, play


def main() -> int:
    """Plays the evenings that the arguments name; returns 1 where an invariant did not hold."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--evenings", type=int, default=1)
    parser.add_argument("--story", type=int, default=0, help="print so many lines of every evening's end")
    arguments = parser.parse_args()
    broken = 0
    for seed in range(arguments.seed, arguments.seed + arguments.evenings):
        began = time.process_time()
        result = play(seed, arguments.hands)
        print(_summary(result, time.process_time() - began))
        broken += bool(result.broken)
        if result.broken or arguments.story:
            print("\n" + result.report(arguments.story or 40) + "\n")
    return min(1, broken)


def _summary(result: Result, seconds: float) -> str:
    plan = result.plan
    faults = ", ".join(f"{count} {kind}" for kind, count in result.faults.items()) or "no faults"
    return (
        f"seed {plan.seed}: {result.hands} hands in {seconds:.1f} s of computing ({result.hands / seconds:.0f}/s), "
        f"{result.seconds / 3600:.1f} hours played, {result.steps} steps, {result.views_compared} views compared, "
        f"{result.deals_proved} deals proved, "
        f"{result.frames_searched} frames searched, {result.repeats_answered} repeats answered; "
        f"{plan.weather}: {faults}; {', '.join(plan.games)}; {result.digest[:12]}"
        + ("; BROKEN" if result.broken else "")
    )


if __name__ == "__main__":
    sys.exit(main())
