"""Tournaments of every size played to the last place, with hands at random; `PlayedTournament` checks every step."""

from __future__ import annotations

from random import Random

import pytest
from _pytest.mark.structures import ParameterSet

from support.tournament_play import PlayedTournament, random_terms

SEEDS = 2
FAST = {2, 3, 9, 10, 19, 28, 45}


def sizes(seeds: int, step: int = 1) -> list[ParameterSet]:
    """Every number of players, or every so many, with so many seeds; most of them are slow."""
    return [
        pytest.param(players, seed, marks=() if players in FAST and not seed else pytest.mark.slow)
        for players in sorted({*FAST, *range(2, 101, step)})
        for seed in range(seeds)
    ]


@pytest.mark.parametrize(("players", "seed"), sizes(SEEDS))
def test_a_tournament_of_any_size_ends_with_exact_chips_places_and_prizes(players: int, seed: int) -> None:
    seed += 1000 * players
    played = PlayedTournament(random_terms(Random(seed), players), players, seed)
    played.play()
    check_balancing(played)


@pytest.mark.parametrize(("players", "seed"), sizes(1, step=3))
def test_a_tournament_that_is_brought_back_again_and_again_plays_on_as_it_would_have(players: int, seed: int) -> None:
    """The twin is put into JSON and read again at random moments; both end in the same state."""
    seed += 1000 * players
    terms = random_terms(Random(seed), players)
    played, twin = PlayedTournament(terms, players, seed), PlayedTournament(terms, players, seed)
    played.play()
    twin.play(resume_by=Random(seed))
    assert twin.state == played.state
    assert twin.told == played.told


def check_balancing(played: PlayedTournament) -> None:
    """The big blind reaches a player who balances tables just when it would have reached them without moving."""
    for move in played.moves:
        if move.why.startswith("To balance the tables"):
            assert move.due_there == move.due, move
