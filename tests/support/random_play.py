"""Plays a hand to its end from a list of integers and checks the invariants of a hand after every act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from railbird_server.refusal import IllegalAction
from railbird_server.rules.events import RulesEvent
from railbird_server.rules.hand import Hand
from railbird_shared.game.cards import Card
from railbird_shared.protocol.actions import (
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
from support.hand_builders import parse_action, total_chips

USUALLY_ILLEGAL_ACTS = (
    "f",
    "x",
    "c",
    "b 0",
    "b 1",
    "b 3",
    "b 1000000000000",
    "r 0",
    "r 3",
    "r 5",
    "r 1000000000000",
    "in",
    "pat",
)
"""Acts of which most are illegal at any moment, as `hands.action` reads them."""

MAX_ACTS = 400
FOUR_DISCARDS = 4


def choose_action(legal: LegalActions, cards: list[Card], choice: int) -> Action:
    """Returns the legal act that a number stands for; every legal act has a number."""
    if legal.max_discards is not None:
        return Draw(_discards(legal, cards, choice))
    if legal.declare:
        return Declare(list(Declaration)[choice % 3])
    if legal.claims:
        return Claim(legal.claims[choice % len(legal.claims)])
    if legal.max_runs is not None:
        return Run(1 + choice % legal.max_runs)
    options: list[Action] = []
    options += [BringIn()] * (legal.bring_in is not None)
    options += [Fold()] * legal.fold
    options += [Check()] * (3 * legal.check)
    options += [Call()] * (3 * (legal.call is not None))
    if legal.wager is not None:
        wager = legal.wager
        spread = wager.maximum - wager.minimum + 1
        totals = wager.totals or (wager.minimum, wager.maximum, wager.minimum + choice % spread)
        options += [wager.action(to) for to in totals]
    return options[choice % len(options)]


def _discards(legal: LegalActions, cards: list[Card], choice: int) -> tuple[Card, ...]:
    assert legal.max_discards is not None
    wanted = [place for place in range(len(cards)) if choice >> place & 1]
    wanted += [place for place in range(len(cards)) if place not in wanted]
    chosen = wanted[: max(legal.min_discards, min((choice & (1 << len(cards)) - 1).bit_count(), legal.max_discards))]
    kept = [card for place, card in enumerate(cards) if place not in chosen]
    if len(chosen) == FOUR_DISCARDS and legal.fourth_discard_keeps and not set(kept) & set(legal.fourth_discard_keeps):
        chosen = [place for place in chosen if cards[place] is not legal.fourth_discard_keeps[0]]
    return tuple(cards[place] for place in chosen)


def play_to_end(hand: Hand, choices: Sequence[int]) -> tuple[list[RulesEvent], list[tuple[int, Action]]]:
    """Plays a hand to its end and checks its invariants after every step; returns its events and acts."""
    chips_at_start = _chips_and_rake(hand)
    events = hand.start()
    acts: list[tuple[int, Action]] = []
    while not hand.over:
        legal = hand.legal_actions()
        assert legal is not None, "somebody has to be able to act while the hand goes on"
        player = hand.players[legal.seat]
        assert (not player.folded and player.stack) or legal.wager is None
        act = choose_action(legal, player.cards, choices[len(acts) % len(choices)] if choices else len(acts))
        acts.append((legal.seat, act))
        events += hand.act(*acts[-1])
        assert _chips_and_rake(hand) == chips_at_start
        assert min(hand.stacks.values()) >= 0
        assert len(acts) < MAX_ACTS
    assert sum(hand.stacks.values()) + hand.carried + hand.raked == chips_at_start
    assert hand.pots == ()
    return events, acts


def _chips_and_rake(hand: Hand) -> int:
    return total_chips(hand) + hand.raked


def hand_state(hand: Hand) -> Any:
    """Returns everything that an act may change, as one value to compare."""
    players = [
        (
            p.seat,
            p.stack,
            p.bet,
            p.paid,
            p.folded,
            list(p.cards),
            list(p.face_down),
            p.last_act,
            p.cards_drawn,
            p.acted_at_level,
        )
        for p in hand.players.values()
    ]
    return players, hand.pots, hand.carried, list(hand.board), hand.street, hand.legal_actions()


def try_act(hand: Hand, seat: int, act_text: str) -> IllegalAction | None:
    """Returns the refusal of an act, None if it was accepted."""
    try:
        hand.act(seat, parse_action(act_text))
    except IllegalAction as refusal:
        return refusal
    return None
