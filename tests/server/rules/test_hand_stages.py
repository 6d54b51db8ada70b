"""The stages of a hand: the table of what may follow what, held against hands of every game."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from railbird_server.rules.hand import NEXT_STAGES, Hand, HandStage, WrongStage
from railbird_shared.game.announced_game import Family
from railbird_shared.game.variants import VARIANTS, Variant
from support.hand_builders import make_hand, shuffled_deck
from support.random_play import choose_action, play_to_end

HANDS_PER_GAME = 25
MAX_STACK = 60
Transition = tuple[HandStage, HandStage]

STUD_HI_LO = VARIANTS["stud-hilo"]
HOUSES = (
    replace(VARIANTS["holdem"], runs=2),
    replace(VARIANTS["pineapple"], runs=3),
    replace(VARIANTS["five-card-draw"], declared_hands=True),
    replace(VARIANTS["classroom"], declared_hands=True),
    replace(STUD_HI_LO, hilo_declare=True),
    replace(VARIANTS["classroom"], low=STUD_HI_LO.low, hilo_declare=True),
)
"""Games with a rule of the house that adds a stage."""


@pytest.fixture
def transitions(monkeypatch: pytest.MonkeyPatch) -> set[Transition]:
    """Records every change from one stage to the next."""
    seen: set[Transition] = set()
    enter = Hand._enter

    def enter_and_record(hand: Hand, stage: HandStage, *new_round: object) -> None:
        seen.add((hand.stage, stage))
        enter(hand, stage, *new_round)  # type: ignore[arg-type]

    monkeypatch.setattr(Hand, "_enter", enter_and_record)
    return seen


def play_hands(game: Variant, *, bomb_pot: int = 0) -> None:
    rng = random.Random(game.id)
    for seed in range(HANDS_PER_GAME):
        stacks = [rng.randint(1, MAX_STACK) for _ in range(rng.randint(2, min(4, game.max_seats)))]
        hand = make_hand(game, stacks, deck=shuffled_deck(seed, game.id), bomb_pot=bomb_pot)
        play_to_end(hand, [rng.randrange(2**16) for _ in range(60)])


def test_the_stage_table_lists_exactly_the_transitions_that_occur(transitions: set[Transition]) -> None:
    for game in (*VARIANTS.values(), *HOUSES):
        play_hands(game)
        if game.family is Family.BOARD:
            play_hands(game, bomb_pot=40)
    assert transitions == {(stage, following) for stage, others in NEXT_STAGES.items() for following in others}


@pytest.mark.parametrize("stage", NEXT_STAGES)
@pytest.mark.parametrize("following", NEXT_STAGES)
def test_the_machine_enters_no_stage_that_the_table_does_not_list(stage: HandStage, following: HandStage) -> None:
    hand = make_hand("holdem", [30, 30])
    hand.stage = stage
    if following in NEXT_STAGES[stage]:
        hand._enter(following)
        assert hand.stage is following
    else:
        with pytest.raises(WrongStage, match=f"{following.name} follows {stage.name}"):
            hand._enter(following)
        assert hand.stage is stage


def test_a_hand_fails_that_would_go_on_past_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(NEXT_STAGES, HandStage.FORCED_BETS, frozenset())
    with pytest.raises(WrongStage):
        make_hand("holdem", [30, 30]).start()


def test_a_hand_can_be_voided_in_any_stage() -> None:
    for stop in range(12):
        hand = make_hand("pineapple", [30, 30], deck=shuffled_deck(1, "pineapple"))
        hand.start()
        for _ in range(stop):
            if legal := hand.legal_actions():
                hand.act(legal.seat, choose_action(legal, hand.players[legal.seat].cards, 1))
        hand.void("The power failed.")
        assert hand.stage is HandStage.OVER
        assert hand.over
