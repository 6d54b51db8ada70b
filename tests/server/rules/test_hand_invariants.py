"""What holds in every hand, whatever the players do."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird_server.rules.hand import Hand
from railbird_shared.game.variants import VARIANTS
from support.examples import examples
from support.hand_builders import make_hand, shuffled_deck
from support.random_play import USUALLY_ILLEGAL_ACTS, choose_action, hand_state, play_to_end, try_act

games = st.sampled_from(sorted(VARIANTS))
choices = st.lists(st.integers(0, 2**16), max_size=60)


def deal_hand(game: str, stacks: list[int], seed: int, carried: int) -> Hand:
    seats = stacks[: VARIANTS[game].max_seats]
    return make_hand(game, seats, deck=shuffled_deck(seed, game), carried=carried)


table_stacks = st.lists(st.integers(1, 120), min_size=2, max_size=8)
seeds = st.integers(0, 10_000)
carried_pots = st.sampled_from([0, 0, 5])


@settings(max_examples=examples(200))
@given(games, table_stacks, seeds, carried_pots, choices)
def test_chips_are_conserved_and_somebody_acts_until_the_hand_is_over(
    game: str, stacks: list[int], seed: int, carried: int, made: list[int]
) -> None:
    play_to_end(deal_hand(game, stacks, seed, carried), made)


@settings(max_examples=examples(60))
@given(games, table_stacks, seeds, choices)
def test_the_same_inputs_give_the_same_events(game: str, stacks: list[int], seed: int, made: list[int]) -> None:
    events, acts = play_to_end(deal_hand(game, stacks, seed, 0), made)
    again = deal_hand(game, stacks, seed, 0)
    replayed = again.start()
    for seat, act in acts:
        replayed += again.act(seat, act)
    assert replayed == events


@settings(max_examples=examples(60))
@given(games, table_stacks, seeds, choices)
def test_no_card_is_in_two_places(game: str, stacks: list[int], seed: int, made: list[int]) -> None:
    running = deal_hand(game, stacks, seed, 0)
    play_to_end(running, made)
    held = [card for player in running.players.values() for card in player.cards] + running.board
    assert len(set(held)) == len(held)


@settings(max_examples=examples(100))
@given(games, table_stacks, choices, st.sampled_from(USUALLY_ILLEGAL_ACTS), st.integers(1, 9))
def test_a_refused_action_changes_nothing(
    game: str, stacks: list[int], made: list[int], attempt: str, seat: int
) -> None:
    running = deal_hand(game, stacks, len(stacks), 0)
    running.start()
    for choice in made:
        before, in_turn = hand_state(running), running.to_act
        refusal = try_act(running, seat, attempt)
        if refusal is None:
            assert seat == in_turn
        else:
            assert hand_state(running) == before
            assert refusal.sentence
            assert refusal.clause
        legal = running.legal_actions()
        if legal is None:
            return
        running.act(legal.seat, choose_action(legal, running.players[legal.seat].cards, choice))


@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_every_table_size_can_be_dealt(game: str) -> None:
    variant = VARIANTS[game]
    for seats in range(variant.min_seats, variant.max_seats + 1):
        play_to_end(make_hand(game, [50] * seats, deck=shuffled_deck(seats, game)), [])
