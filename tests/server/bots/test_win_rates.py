"""No style loses to a player who only checks and calls: the least that a guest expects of a bot.

`tests/bench/bots.py` measures by how much, against others too.
"""

from __future__ import annotations

import os

import pytest

from railbird_server.bots.profiles import STYLES
from support.bot_matches import CHOOSERS, play_deals, win_rate

GAMES = ("holdem", "omaha8", "seven-card-stud", "five-card-draw", "razz", "triple-draw")
DEALS = int(os.environ.get("RAILBIRD_DEALS", "100"))
"""Enough to find a style that gives chips away; the same deals give the same result every time."""


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("style", STYLES)
def test_no_style_loses_to_a_caller(game: str, style: str) -> None:
    rate = win_rate(play_deals(game, CHOOSERS[style], CHOOSERS["caller"], DEALS))
    assert rate.mean > 0, f"{rate.mean:+.1f} ± {rate.margin:.1f} in 100 hands"


def test_a_deal_is_played_from_every_seat_so_that_equal_players_win_nothing() -> None:
    for game in ("holdem", "razz"):
        assert play_deals(game, CHOOSERS["caller"], CHOOSERS["caller"], 5, seats=3) == pytest.approx([0.0] * 5)


def test_the_same_seed_plays_the_same_deals() -> None:
    first, second, other = (
        play_deals("holdem", CHOOSERS["tight"], CHOOSERS["random"], 5, seed=seed) for seed in ("a", "a", "b")
    )
    assert first == second != other
