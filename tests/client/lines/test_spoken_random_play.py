"""Whole hands of every game, played at random: every legal act has a word, and every sentence can be spoken."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count

import pytest
from msgspec.structs import replace

from railbird_client.lines.answers import answer, turn_sentence
from railbird_client.lines.replies import Asked, Player, Sentence
from railbird_client.lines.speech import speak
from railbird_client.lines.words import read_line
from railbird_client.table.table_log import Log
from railbird_server.rules.events import RulesEvent
from railbird_shared.game.variants import VARIANTS, Variant
from railbird_shared.history.narration import narrate
from railbird_shared.house.apply import apply_house_rules
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol.actions import Action, Bet, Call, Check, Claim, Declare, Draw, Fold, Raise, Run
from railbird_shared.protocol.commands import Act
from railbird_shared.protocol.folding import Transition
from railbird_shared.protocol.view import TableView, Turn, You
from support.hand_builders import make_hand, shuffled_deck
from support.random_play import choose_action, play_to_end
from support.told_hands import told_events
from support.unspeakable import UNSPEAKABLE
from support.view_builders import seat_view, table_view

pytestmark = pytest.mark.slow

HOUSES = {
    "deuces wild": apply_house_rules(HouseRules(wild_ranks="deuces"), VARIANTS["holdem"]),
    "jokers": apply_house_rules(HouseRules(jokers=2), VARIANTS["omaha8"]),
    "declared": replace(VARIANTS["stud-hilo"], hilo_declare=True),
    "claimed": apply_house_rules(HouseRules(declared_hands=True), VARIANTS["five-card-draw"]),
    "three runs": replace(VARIANTS["omaha"], runs=3),
}
CASES: dict[str, Variant] = {**VARIANTS, **HOUSES}
CHOICES = 12
"""How many numbers stand for acts of a turn; more would only repeat them with other amounts."""


def told_at_random(variant: Variant, seed: int) -> tuple[Transition, ...]:
    """A hand as the player in seat 1 learns it."""
    dice = random.Random(seed)
    stacks = [dice.choice((12, 30, 60, 2000)) for _ in range(min(4, variant.max_seats))]
    hand = make_hand(variant, stacks, deck=shuffled_deck(seed, variant))
    choices = [dice.randrange(1000) for _ in range(60)]

    def play() -> list[RulesEvent]:
        return play_to_end(hand, choices)[0]

    return told_events(hand, play, seat=1)


def line_of(action: Action, view: TableView) -> str:
    """The line that a player types for an act."""
    match action:
        case Draw(()):
            return "pat"
        case Draw(discards):
            return f"draw {' '.join(str(view.you.cards.index(card) + 1) for card in discards)}"
        case Declare(side):
            return f"declare {side}"
        case Claim(hand):
            return f"claim {hand}"
        case Run(times):
            return f"run {times}"
        case Bet(to) | Raise(to):
            assert view.you.legal is not None
            assert view.you.legal.wager is not None
            return f"{view.you.legal.wager.kind} {to}"
        case Fold() | Check() | Call():
            return type(action).__name__.lower()
        case _:
            return "bring"


def turns_of(variant: Variant, seed: int) -> Iterator[TableView]:
    """Every turn of a hand, as its player has it."""
    dice = random.Random(seed)
    stacks = [dice.choice((12, 30, 60, 2000)) for _ in range(min(4, variant.max_seats))]
    hand = make_hand(variant, stacks, deck=shuffled_deck(seed, variant))
    seats = [seat_view(number, stack=stack) for number, stack in enumerate(stacks, 1)]
    table = table_view(*seats, game=hand.setup.game, hand=3, playing=True)
    hand.start()
    for number in count(1):
        legal = hand.legal_actions()
        if hand.over or legal is None:
            break
        cards = hand.players[legal.seat].cards
        yield replace(table, turn=Turn(legal.seat, number), you=You(legal.seat, tuple(cards), legal=legal))
        hand.act(legal.seat, choose_action(legal, cards, dice.randrange(1000)))


def assert_is_said(action: Action, view: TableView) -> None:
    """Asserts that the line for an act leads to it and nothing else, at once or after a question."""
    reply = read_line(line_of(action, view), Player(view=view))
    asked = reply.asks if isinstance(reply, Sentence) else reply
    assert isinstance(asked, tuple), (reply, action)
    (act,) = asked
    assert isinstance(act, Act)
    assert view.turn is not None
    assert (act.hand, act.turn) == (view.hand, view.turn.turn)
    if isinstance(action, Draw) and isinstance(act.action, Draw):
        assert sorted(map(str, act.action.discards)) == sorted(map(str, action.discards))
    else:
        assert act.action == action


@pytest.mark.parametrize("name", CASES)
def test_every_legal_act_has_a_word_that_does_it(name: str) -> None:
    for seed in range(5):
        for view in turns_of(CASES[name], seed):
            legal = view.you.legal
            assert legal is not None
            for action in {choose_action(legal, list(view.you.cards), choice) for choice in range(CHOICES)}:
                assert_is_said(action, view)
            assert not UNSPEAKABLE.search(turn_sentence(view))


@pytest.mark.parametrize("name", CASES)
def test_every_sentence_of_a_hand_can_be_spoken(name: str) -> None:
    transitions = told_at_random(CASES[name], 7)
    log = Log()
    log.add_transitions(transitions)
    for symbols in (True, False):
        spoken = [speak(sentence) for sentence in narrate(transitions, symbols=symbols)]
        assert [sentence for sentence in spoken if UNSPEAKABLE.search(sentence) or not sentence.endswith(".")] == []
    player = Player(name="Wren", view=transitions[-1].after, log=log.sentences, reasons=tuple(log.reasons))
    told = [
        sentence for query in ("why", "log", "cards", "game", "players") for sentence in answer(Asked(query), player)
    ]
    assert [sentence for sentence in told if UNSPEAKABLE.search(sentence)] == []
