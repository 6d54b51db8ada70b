"""Whole hands of every game, played at random: what is told of them adds up, keeps to its room and never fails."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from railbird_client.table.game_pages import ranking_page
from railbird_client.table.reveal import MAX_SECONDS, reveal_times, split_reveals
from railbird_client.table.showdown_story import ShowdownStory, StoryKind, showdown_lines
from railbird_client.table.table_log import Log, last_event_words
from railbird_client.table.table_pages import showdown_page
from railbird_client.table.turn.hints import build_hints, build_price, hint_lines, price_parts
from railbird_server.rules.events import RulesEvent
from railbird_server.rules.hand import Hand
from railbird_shared.game.variants import VARIANTS, Variant
from railbird_shared.house.apply import apply_house_rules
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.folding import Transition
from support.hand_builders import make_hand, shuffled_deck
from support.plain_text import plain_lines
from support.random_play import play_to_end
from support.told_hands import last_step, told_events

pytestmark = pytest.mark.slow

HOUSES = {
    "deuces wild": apply_house_rules(HouseRules(wild_ranks="deuces"), VARIANTS["holdem"]),
    "jokers": apply_house_rules(HouseRules(jokers=2), VARIANTS["omaha8"]),
    "lowest card": apply_house_rules(HouseRules(wild_ranks="lowest-concealed"), VARIANTS["seven-card-stud"]),
    "suits": apply_house_rules(HouseRules(suit_tiebreak=2), VARIANTS["holdem"]),
    "declared": replace(VARIANTS["stud-hilo"], hilo_declare=True),
    "claimed": apply_house_rules(HouseRules(declared_hands=True), VARIANTS["five-card-draw"]),
    "three runs": replace(VARIANTS["omaha"], runs=3),
}
CASES: dict[str, Variant] = {**VARIANTS, **HOUSES}


def told_at_random(variant: Variant, seed: int, seat: int) -> tuple[Transition, ...]:
    rng = random.Random(seed)
    stacks = [rng.choice((12, 30, 60, 200)) for _ in range(min(4, variant.max_seats))]
    hand: Hand = make_hand(variant, stacks, deck=shuffled_deck(seed, variant))
    choices = [rng.randrange(1000) for _ in range(60)]

    def play() -> list[RulesEvent]:
        return play_to_end(hand, choices)[0]

    return told_events(hand, play, seat=seat)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", CASES)
def test_the_end_of_any_hand_is_told_whole(name: str, seed: int) -> None:
    transitions = told_at_random(CASES[name], seed, 1)
    story, log = ShowdownStory(), Log()
    story.add(transitions)
    log.add_transitions(transitions)
    awarded = Counter[int]()
    for event, _, _ in transitions:
        if isinstance(event, ev.PotAwarded):
            awarded[event.seat] += event.chips
    told = Counter[int]()
    for share in story.shares():
        for winner in share.winners:
            told[winner.seat] += winner.chips
    assert told == awarded
    for rows in (1, 2, 3, 4):
        for room in (24, 40, 80):
            lines = showdown_lines(story, rows, room)
            assert 1 <= len(lines) <= rows
            assert lines[0].kind in {StoryKind.RESULT, StoryKind.SHARE, StoryKind.NOTE}
    for width in (40, 70):
        assert max(map(len, plain_lines(showdown_page(story, log)(width)))) <= width
    assert last_event_words(transitions)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", CASES)
def test_every_moment_of_a_hand_has_words_that_fit(name: str, seed: int) -> None:
    for _, _, view in told_at_random(CASES[name], seed, 1)[::3]:
        hints = build_hints(view)
        assert all(len(line) <= 60 for line in hint_lines(hints, 60, 4))
        assert len(hint_lines(hints, 60, 2)) <= 2
        assert all(len(part) <= 30 for part in price_parts(view))
        price = build_price(view)
        assert price is None or (price.pot >= 0 and price.out_of_reach >= 0 and 0 <= price.percent_needed <= 100)
        assert ranking_page(view, hints)(70)


@pytest.mark.parametrize("name", CASES)
def test_the_end_of_any_hand_is_shown_in_order_and_in_time(name: str) -> None:
    for seed in range(3):
        step = last_step(told_at_random(CASES[name], seed, 2))
        reveals = split_reveals(step)
        assert tuple(each for reveal in reveals for each in reveal.transitions) == step
        times = reveal_times(reveals, 1.5)
        assert times == sorted(times)
        assert times[-1] <= MAX_SECONDS + 1e-9
