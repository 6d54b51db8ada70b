"""Answers vectors on the classroom game: its bets, legal actions, phases and draw. Also counts allowed discards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from railbird_server.refusal import BadDeck
from railbird_server.rules.events import Dealt, Discarded, RulesEvent
from railbird_shared.game.announced_game import Stakes
from railbird_shared.game.cards import Card
from railbird_shared.game.ranking_rules import RankingRules
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol.actions import Draw
from railbird_shared.protocol.events import Called, Folded, HandEnded, HandShown, Wagered
from support.vectors.named_hand import DEEP_STACK, NamedHand, PlayerName
from support.vectors.vector import Facts, UnknownVectorError, Vector

CLASSROOM = VARIANTS["classroom"]

PHASES = {
    "ante": {"ante", "antes", "the ante", "the antes"},
    "deal": {"deal", "the deal"},
    "betting": {"betting", "the betting", "first betting round", "the first betting round", "the betting round"},
    "draw": {"draw", "the draw"},
    "showdown": {"showdown", "the showdown"},
    "over": {"over", "hand over", "hand_over", "end", "hand ended", "award", "pot awarded", "finished"},
}
"""What vectors call the phases of a hand."""


def phase_in_vector_words(phase: str, case: Vector) -> str:
    """Returns a phase in the vector's word for it, where it has the right one."""
    expected = case.expected["next_phase"] if isinstance(case.expected, dict) else case.expected
    if not any(expected in words for words in PHASES.values()):
        raise UnknownVectorError(f"No phase is called {expected!r}.")
    return expected if expected in PHASES[phase] else phase


def answer_bets(case: Vector, facts: Facts) -> dict[str, Any]:
    """Tells what lies in the pot after some acts, and what comes next."""
    stakes = Stakes(ante=facts["ante"], small_bet=facts.get("min_raise", 1))
    stacks = facts.get("stacks")
    hand = NamedHand(CLASSROOM, facts["seats"], stakes=stakes, stacks=stacks, button=facts.get("button", 0))
    hand.play(case.actions)
    answer: dict[str, Any] = {
        "running_bet": hand.to_match,
        "contributions": {str(name): chips for name, chips in hand.paid.items()},
        "pot": sum(hand.paid.values()),
        "active": hand.not_folded,
        "to_act": hand.to_act,
        "paid_per_action": [list(act) for act in hand.acts],
        "winner": hand.not_folded[0] if hand.hand.over and len(hand.not_folded) == 1 else None,
    }
    if "next_phase" in case.expected:
        answer["next_phase"] = phase_in_vector_words(_current_phase(hand), case)
    return answer


def _current_phase(hand: NamedHand) -> str:
    if hand.hand.over:
        return "over"
    return "draw" if hand.legal.max_discards is not None else "betting"


def answer_legal_actions(_: Vector, facts: Facts) -> dict[str, Any]:
    """Tells what a player may do who has put in so much when the bet stands at so much."""
    player, ante = int(facts["player"]), facts["ante"]
    seats = facts.get("seats", list(range(1, max(player, facts.get("players", 4)) + 1)))
    stacks = {str(player): facts.get("stack", DEEP_STACK) + facts["contributed"]}
    hand = NamedHand(CLASSROOM, seats, stakes=Stakes(ante=ante, small_bet=1), stacks=stacks)
    for target in (facts["contributed"], facts["running_bet"]):
        if hand.to_match < target:
            if hand.to_act == player and target > facts["contributed"]:
                hand.act_by_verb("see")
            hand.act_by_verb("raise_to", target)
            if hand.paid[player] < facts["contributed"]:
                hand.play_until(reached=lambda: hand.paid[player] == facts["contributed"])
    hand.play_until(reached=lambda: hand.to_act == player)
    assert (hand.to_match, hand.paid[player]) == (facts["running_bet"], facts["contributed"])
    legal = hand.legal
    return {"see": legal.call, "raise": legal.wager is not None, "fold": legal.fold, "check": legal.check} | (
        {} if legal.wager is None else {"min_raise_to": legal.wager.minimum, "max_raise_to": legal.wager.maximum}
    )


def classroom_first_to_act(facts: Facts) -> PlayerName | None:
    """Says who begins the betting (SIMPLE-5)."""
    return NamedHand(CLASSROOM, facts["seats"], button=facts.get("button", 0)).to_act


def answer_next_phase(case: Vector, facts: Facts) -> str:
    """Says what comes after a phase in a hand in which everybody stays in."""
    hand = NamedHand(CLASSROOM, [1, 2, 3])
    order = ["ante", "deal", "betting"]
    while not hand.hand.over:
        order += _phases_reached(hand.act(hand.cheapest_action()))
    order = list(dict.fromkeys(order))
    when, _, phase = facts["phase"].partition(" ")
    known = [name for name, words in PHASES.items() if phase in words]
    if when != "after" or not known:
        raise UnknownVectorError(f"No phase is {facts['phase']!r}.")
    return phase_in_vector_words(order[order.index(known[0]) + 1], case)


def _phases_reached(events: Iterable[RulesEvent]) -> Iterable[str]:
    for event in events:
        match event:
            case Called() | Wagered() | Folded():
                yield "betting"
            case Discarded():
                yield "draw"
            case HandShown():
                yield "showdown"
            case HandEnded():
                yield "over"
            case _:
                pass


def answer_deck_can_run_out(_: Vector, facts: Facts) -> bool:
    """Says whether the pack can be too small when everybody draws five cards."""
    size = facts["pack"]
    jokers = max(0, size - 52)
    variant = replace(CLASSROOM, max_seats=10, high=RankingRules(pack=size - jokers, jokers=jokers))
    try:
        hand = NamedHand(variant, list(range(1, facts["players"] + 1)))
        dealt = {card for name in hand.seats for card in hand.player(name).cards}
        drawn: list[Card] = []
        while not hand.hand.over:
            whole = Draw(tuple(hand.player(hand.to_act or 0).cards))
            events = hand.act(whole if hand.legal.max_discards is not None else hand.cheapest_action())
            drawn += [card for event in events if isinstance(event, Dealt) for card in event.down]
    except (BadDeck, IndexError):
        return True
    return not dealt.isdisjoint(drawn)
