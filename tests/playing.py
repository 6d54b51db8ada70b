"""Playing hands to their end by numbers, checking at every step what must always hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hands import action, total_chips
from railbird_server.rules.errors import IllegalAction
from railbird_server.rules.events import RulesEvent
from railbird_server.rules.hand import Hand
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

ILLEGAL = ("f", "x", "c", "b 0", "b 1", "b 3", "b 1000000000000", "r 0", "r 3", "r 5", "r 1000000000000", "in", "pat")
"""Acts of which most are illegal at any moment, as `hands.action` reads them."""

MOST_ACTS = 400
FOUR = 4


def choose(legal: LegalActions, cards: list[Card], choice: int) -> Action:
    """Returns one of the legal acts, every one of which some number stands for."""
    if legal.draw is not None:
        return Draw(_discards(legal, cards, choice))
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


def _discards(legal: LegalActions, cards: list[Card], choice: int) -> tuple[Card, ...]:
    assert legal.draw is not None
    wanted = [place for place in range(len(cards)) if choice >> place & 1]
    wanted += [place for place in range(len(cards)) if place not in wanted]
    chosen = wanted[: max(legal.draw_least, min((choice & (1 << len(cards)) - 1).bit_count(), legal.draw))]
    kept = [card for place, card in enumerate(cards) if place not in chosen]
    if len(chosen) == FOUR and legal.draw_to and not set(kept) & set(legal.draw_to):
        chosen = [place for place in chosen if cards[place] is not legal.draw_to[0]]
    return tuple(cards[place] for place in chosen)


def play_out(running: Hand, choices: Sequence[int]) -> tuple[list[RulesEvent], list[tuple[int, Action]]]:
    """Plays a hand to its end, checking after every step what must always hold; returns its events and acts."""
    whole = _chips(running)
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
        assert _chips(running) == whole
        assert min(running.stacks.values()) >= 0
        assert len(acts) < MOST_ACTS
    assert sum(running.stacks.values()) + running.carried + running.raked == whole
    assert running.pots == ()
    return events, acts


def _chips(running: Hand) -> int:
    return total_chips(running) + running.raked


def state(running: Hand) -> Any:
    """Returns all that an act may change, to be compared."""
    players = [
        (p.seat, p.stack, p.bet, p.paid, p.folded, list(p.cards), list(p.face_down), p.last, p.drew, p.matched)
        for p in running.players.values()
    ]
    return players, running.pots, running.carried, list(running.board), running.street, running.legal()


def attempted(running: Hand, seat: int, attempt: str) -> IllegalAction | None:
    """Returns the refusal that an act met with, None where it was taken."""
    try:
        running.act(seat, action(attempt))
    except IllegalAction as refusal:
        return refusal
    return None
