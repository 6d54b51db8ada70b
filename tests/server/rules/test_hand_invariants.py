"""What holds in every hand, whatever the players do."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hands import action, hand, shuffled, total_chips
from railbird_server.rules.errors import IllegalAction
from railbird_server.rules.events import RulesEvent
from railbird_server.rules.hand import Hand
from railbird_server.rules.variants import VARIANTS
from railbird_shared.actions import (
    Action,
    BringIn,
    Call,
    Check,
    Claim,
    Declaration,
    Declare,
    Draw,
    Fold,
    LegalActions,
    Run,
)
from railbird_shared.cards import Card

games = st.sampled_from(sorted(VARIANTS))
choices = st.lists(st.integers(0, 2**16), max_size=60)


def choose(legal: LegalActions, cards: list[Card], choice: int) -> Action:
    """One of the legal acts, every one of which some number stands for."""
    if legal.draw is not None:
        wanted = [card for place, card in enumerate(cards) if choice >> place & 1]
        least_first = wanted + [card for card in cards if card not in wanted]
        return Draw(tuple(least_first[: max(legal.draw_least, min(len(wanted), legal.draw))]))
    if legal.declare:
        return Declare(list(Declaration)[choice % 3])
    if legal.claims:
        return Claim(legal.claims[choice % len(legal.claims)])
    if legal.runs is not None:
        return Run(1 + choice % legal.runs)
    options: list[Action] = []
    options += [BringIn()] * (legal.bring_in is not None)
    options += [Fold()] * legal.fold
    options += [Check()] * (3 * legal.check)
    options += [Call()] * (3 * (legal.call is not None))
    if legal.wager is not None:
        wager = legal.wager
        spread = wager.maximum - wager.minimum + 1
        totals = wager.only or (wager.minimum, wager.maximum, wager.minimum + choice % spread)
        options += [wager.action(to) for to in totals]
    return options[choice % len(options)]


def dealt(game: str, stacks: list[int], seed: int, carried: int) -> Hand:
    seats = stacks[: VARIANTS[game].most_seats]
    return hand(game, seats, deck=shuffled(seed, game), carried=carried)


def play_out(running: Hand, choices: list[int]) -> tuple[list[RulesEvent], list[tuple[int, Action]]]:
    """Plays a hand to its end, checking after every step what must always hold."""
    whole = total_chips(running)
    events = running.start()
    acts: list[tuple[int, Action]] = []
    while not running.over:
        legal = running.legal()
        assert legal is not None, "somebody has to be able to act while the hand goes on"
        player = running.players[legal.seat]
        assert player.can_act or legal.wager is None
        act = choose(legal, player.cards, choices[len(acts) % len(choices)] if choices else len(acts))
        acts.append((legal.seat, act))
        events += running.act(*acts[-1])
        assert total_chips(running) == whole
        assert min(running.stacks.values()) >= 0
        assert len(acts) < 400
    assert sum(running.stacks.values()) + running.carried == whole
    assert running.pots == ()
    return events, acts


table_stacks = st.lists(st.integers(1, 120), min_size=2, max_size=8)
seeds = st.integers(0, 10_000)
carried_pots = st.sampled_from([0, 0, 5])


@settings(max_examples=200, deadline=None)
@given(games, table_stacks, seeds, carried_pots, choices)
def test_chips_are_conserved_and_somebody_acts_until_the_hand_is_over(
    game: str, stacks: list[int], seed: int, carried: int, made: list[int]
) -> None:
    play_out(dealt(game, stacks, seed, carried), made)


@settings(max_examples=60, deadline=None)
@given(games, table_stacks, seeds, choices)
def test_the_same_inputs_give_the_same_events(game: str, stacks: list[int], seed: int, made: list[int]) -> None:
    events, acts = play_out(dealt(game, stacks, seed, 0), made)
    again = dealt(game, stacks, seed, 0)
    replayed = again.start()
    for seat, act in acts:
        replayed += again.act(seat, act)
    assert replayed == events


@settings(max_examples=60, deadline=None)
@given(games, table_stacks, seeds, choices)
def test_no_card_is_in_two_places(game: str, stacks: list[int], seed: int, made: list[int]) -> None:
    running = dealt(game, stacks, seed, 0)
    play_out(running, made)
    held = [card for player in running.players.values() for card in player.cards] + running.board
    assert len(set(held)) == len(held)


def state(running: Hand) -> Any:
    players = [
        (p.seat, p.stack, p.bet, p.paid, p.folded, list(p.cards), list(p.face_down), p.last, p.drew, p.matched)
        for p in running.players.values()
    ]
    return players, running.pots, running.carried, list(running.board), running.street, running.legal()


ILLEGAL = ["f", "x", "c", "b 0", "b 1", "b 3", "b 1000000000000", "r 0", "r 3", "r 5", "r 1000000000000", "in", "pat"]


@settings(max_examples=100, deadline=None)
@given(games, table_stacks, choices, st.sampled_from(ILLEGAL), st.integers(1, 9))
def test_whatever_is_refused_changes_nothing(
    game: str, stacks: list[int], made: list[int], attempt: str, seat: int
) -> None:
    running = dealt(game, stacks, len(stacks), 0)
    running.start()
    for choice in made:
        before, in_turn = state(running), running.to_act
        refusal = attempted(running, seat, attempt)
        if refusal is None:
            assert seat == in_turn
        else:
            assert state(running) == before
            assert refusal.sentence
            assert refusal.clause
        legal = running.legal()
        if legal is None:
            return
        running.act(legal.seat, choose(legal, running.players[legal.seat].cards, choice))


def attempted(running: Hand, seat: int, attempt: str) -> IllegalAction | None:
    """The refusal that an act met with, None where it was taken."""
    try:
        running.act(seat, action(attempt))
    except IllegalAction as refusal:
        return refusal
    return None


@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_every_table_size_can_be_dealt(game: str) -> None:
    variant = VARIANTS[game]
    for seats in range(variant.least_seats, variant.most_seats + 1):
        play_out(hand(game, [50] * seats, deck=shuffled(seats, game)), [])
