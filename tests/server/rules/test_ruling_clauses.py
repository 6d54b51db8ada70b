"""Every ruling names its clauses: forced bets, refunds, awards, refusals and shown hands."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from railbird_server.guide.rulebook import load_rulebook
from railbird_server.rules.events import Mucked, RulesEvent
from railbird_server.rules.setup import ExtraPost
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.actions import Declaration, Declare, Run
from railbird_shared.protocol.events import Post
from support.examples import examples
from support.hand_builders import deck_with_top, make_hand, play_acts, shuffled_deck, start_hand
from support.house_builders import HouseHandCase, house_hand_cases
from support.random_play import USUALLY_ILLEGAL_ACTS, choose_action, play_to_end, try_act

RULINGS = (
    ev.HandStarted,
    ev.Posted,
    ev.BetReturned,
    ev.HandShown,
    ev.HandMucked,
    ev.PotAwarded,
    ev.PassedOut,
    ev.OpenersShown,
    ev.RakeTaken,
    ev.HandVoided,
    ev.RunBegan,
    ev.DeclarationsShown,
    ev.Claimed,
    Mucked,
)
"""The events that rule on something."""

choices = st.lists(st.integers(0, 2**16), max_size=60)


def check_clauses(events: list[RulesEvent]) -> None:
    for event in events:
        if isinstance(event, RULINGS):
            assert event.because, event
            assert all(clause in load_rulebook() for clause in event.because), event


@pytest.mark.parametrize("game", sorted(VARIANTS))
@settings(max_examples=examples(12))
@given(st.lists(st.integers(1, 120), min_size=2, max_size=8), st.integers(0, 10_000), choices)
def test_every_ruling_of_every_game_names_clauses(game: str, stacks: list[int], seed: int, made: list[int]) -> None:
    seats = stacks[: VARIANTS[game].max_seats]
    events, _ = play_to_end(make_hand(game, seats, deck=shuffled_deck(seed, game)), made)
    check_clauses(events)


@settings(max_examples=examples(150))
@given(house_hand_cases, choices)
def test_every_ruling_of_any_house_names_clauses(deal: HouseHandCase, made: list[int]) -> None:
    running = deal.make_hand_or_none()
    if running is not None:
        events, _ = play_to_end(running, made)
        check_clauses(events)


@settings(max_examples=examples(100))
@given(house_hand_cases, choices, st.sampled_from(USUALLY_ILLEGAL_ACTS), st.integers(1, 9))
def test_every_refusal_names_a_clause(deal: HouseHandCase, made: list[int], attempt: str, seat: int) -> None:
    running = deal.make_hand_or_none()
    if running is None:
        return
    running.start()
    for choice in made:
        refusal = try_act(running, seat, attempt)
        if refusal is not None:
            assert refusal.clause in load_rulebook()
        legal = running.legal_actions()
        if legal is None:
            return
        running.act(legal.seat, choose_action(legal, running.players[legal.seat].cards, choice))


def award_clauses(events: list[RulesEvent]) -> list[ev.PotAwarded]:
    return [event for event in events if isinstance(event, ev.PotAwarded)]


def test_a_voided_hand_names_its_clauses() -> None:
    check_clauses(start_hand(make_hand()).void("The power failed."))


def test_the_odd_chip_of_a_split_pot_names_its_clauses() -> None:
    deck = "As Ks 2d Kd 3c Qs 4h Qd 9c Kh 7c 8d 9d Jc 9h 5s"
    won = award_clauses(play_acts(start_hand(make_hand("omaha8", [50, 50], deck=deck, carried=1)), "c", *["x"] * 7))
    assert [(award.seat, award.side, award.chips) for award in won] == [(2, "high", 3), (1, "low", 2)]
    assert all({"SD-17", "SD-18"} <= set(award.because) for award in won)


def test_awards_of_several_runs_name_their_clauses() -> None:
    game = replace(VARIANTS["holdem"], runs=2)
    running = start_hand(make_hand(game, [20, 20], deck=deck_with_top("As Kd Ah Ks")))
    play_acts(running, "r 20", "c")
    events = running.act(running.to_act or 0, Run(2)) + running.act(running.to_act or 0, Run(2))
    check_clauses(events)
    assert {award.run for award in award_clauses(events)} == {1, 2}
    assert all("SD-26" in award.because for award in award_clauses(events))


def test_awards_after_a_failed_declaration_of_both_name_their_clauses() -> None:
    game = replace(VARIANTS["stud-hilo"], hilo_declare=True)
    running = start_hand(make_hand(game, [1, 1], deck=shuffled_deck(3, "stud-hilo")))
    events = running.act(running.to_act or 0, Declare(Declaration.BOTH))
    events += running.act(running.to_act or 0, Declare(Declaration.BOTH))
    check_clauses(events)
    assert award_clauses(events)
    assert all({"SD-21", "SD-22"} <= set(award.because) for award in award_clauses(events))


def test_the_classroom_game_names_its_own_clauses() -> None:
    events, _ = play_to_end(make_hand("classroom", [10, 10, 10], deck=shuffled_deck(1, "classroom")), [1])
    shown = [event for event in events if isinstance(event, ev.HandShown)]
    assert shown
    assert all("SIMPLE-16" in event.because for event in shown)


POSTS = [
    (Post.STRADDLE, "BT-43"),
    (Post.DEAD_BLIND, "DL-26"),
    (Post.LIVE_BLIND, "DL-27"),
    (Post.ANTE, "DL-8"),
]


@pytest.mark.parametrize(("post", "clause"), POSTS)
def test_forced_bets_besides_the_usual_ones_have_their_own_clauses(post: Post, clause: str) -> None:
    events = make_hand(stacks=(50, 50, 50, 50), posts=[ExtraPost(3, post, 4)]).start()
    [posted] = [event for event in events if isinstance(event, ev.Posted) and event.post is post]
    assert clause in posted.because


def test_every_game_names_the_clauses_of_its_forced_bets() -> None:
    assert all(variant.forced_bet_clauses for variant in VARIANTS.values())
