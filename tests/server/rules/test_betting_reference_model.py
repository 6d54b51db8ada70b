"""Betting rounds compared with a reference model that recomputes everything at each turn.

What the model allows has to be legal in the round, and an amount one chip outside it has to be refused.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from railbird_server.refusal import IllegalAction
from railbird_server.rules.betting import BettingRound, BettingTerms
from railbird_server.rules.player import Player
from railbird_shared.game.announced_game import Structure
from railbird_shared.protocol.actions import Action, Bet, BringIn, Call, Check, Fold, LegalActions, Raise
from support.examples import examples


class RoundStart(NamedTuple):
    """A round about to begin: stacks, the blinds of the first players, and the limits."""

    stacks: list[int]
    blinds: tuple[int, ...]
    bring_in: int
    gathered: int
    limits: BettingTerms

    def opened(self) -> tuple[BettingRound, list[Player]]:
        players = [Player(seat, stack) for seat, stack in enumerate(self.stacks, start=1)]
        for player, blind in zip(players, self.blinds, strict=False):
            player.pay(min(blind, player.stack))
        to_match = max(self.blinds, default=0)
        terms = replace(self.limits, to_match=to_match, chips_in_pots=self.gathered, bring_in=self.bring_in)
        return BettingRound(players, len(self.blinds) % len(players), terms), players


@st.composite
def round_starts(draw: st.DrawFn) -> RoundStart:
    size = draw(st.sampled_from([2, 4, 5, 10]))
    half_bets = st.builds(lambda halves, more: max(1, halves * size // 2 + more), st.integers(1, 9), st.integers(-1, 1))
    stacks = draw(st.lists(half_bets | half_bets | st.integers(40, 300), min_size=2, max_size=6))
    blinds = draw(st.sampled_from([(), (size // 2, size), (size // 2, size, 2 * size)]))[: len(stacks)]
    structure = draw(st.sampled_from(Structure))
    sized = structure in (Structure.FIXED, Structure.SPREAD)
    limits = BettingTerms(
        structure,
        size if sized else max(size, *blinds, 0),
        optional_big_bet=2 * size if structure is Structure.FIXED and not blinds and draw(st.booleans()) else 0,
        spread_maximum=size * draw(st.sampled_from([1, 2, 4])),
        raise_cap=draw(st.sampled_from([None, 1, 3, 4])),
    )
    bring_in = 0 if blinds or limits.optional_big_bet else draw(st.sampled_from([0, size // 2]))
    if bring_in and draw(st.booleans()):
        stacks[0] = 0
    return RoundStart(stacks, blinds, bring_in, draw(st.sampled_from([0, 3, 51])), limits)


Contribution = tuple[int, str, int]
"""Who did what, to which total: the place of the player, the act, chips."""


class ReferenceModel:
    """Where a round stands after some acts; amounts are totals of the round, players are called by their places."""

    def __init__(self, start: RoundStart, acts: list[Contribution]) -> None:
        self._start = start
        self._limits = limits = start.limits
        self._stacks = start.stacks
        self.bets = [min(stack, blind) for stack, blind in zip(start.stacks, [*start.blinds, *[0] * 6], strict=False)]
        self.folded: set[int] = set()
        self.to_match = self._level = max(start.blinds, default=0)
        self._step, self._raises, self._capped = limits.bet_size, 0, False
        self._answered: dict[int, int] = {}
        self._owes_bring_in = start.bring_in > 0
        self._bring_in_owner = 0
        for place, act, total in acts:
            if act == "fold":
                self.folded.add(place)
            self.bets[place] = max(self.bets[place], total)
            if act == "bring in":
                self.to_match, self._owes_bring_in = start.bring_in, False
            elif act == "wager":
                self._go_up(total)
            self._answered[place] = self._level
        last = acts[-1][0] if acts else len(start.blinds) - 1
        self.turn = next(filter(self._has_to_act, self._after(last)), None)

    def _go_up(self, total: int) -> None:
        """Counts a bet or raise, and how far the betting has gone up by it (BT-33, BT-35, VT-S7-5)."""
        limits, opened = self._limits, self._level > 0
        added = total - (self.to_match if opened else 0)
        if limits.structure is Structure.FIXED:
            added = total - self._level
            self._step = (
                limits.optional_big_bet if limits.optional_big_bet and added >= limits.optional_big_bet else self._step
            )
            full = 2 * added >= self._step
            self._level = total if full else self._level
        else:
            full, self._level = added >= self._step, total
            self._step = max(self._step, added)
        self._raises += opened and full
        cap = limits.raise_cap
        self._capped = self._capped or (
            cap is not None and opened and full and self._raises >= cap and len(self._able) > 2
        )
        self.to_match, self._owes_bring_in = total, False

    @property
    def _live(self) -> list[int]:
        return [place for place in range(len(self._stacks)) if place not in self.folded]

    @property
    def _able(self) -> list[int]:
        return [place for place in self._live if self.bets[place] < self._stacks[place]]

    def _after(self, place: int) -> list[int]:
        count = len(self._stacks)
        return [(place + step) % count for step in range(1, count + 1)]

    def _has_to_act(self, place: int) -> bool:
        if len(self._live) < 2 or place not in self._able:
            return False
        return self._owed(place) > 0 or (place not in self._answered and len(self._able) > 1)

    def _owed(self, place: int) -> int:
        """What a call costs; nobody pays what no other live player could win or lose (AI-3)."""
        due = self.to_match
        if self._able == [place]:
            due = min(due, max(self.bets[other] for other in self._live if other != place))
        return max(0, due - self.bets[place])

    def totals(self, place: int) -> set[int]:
        """All totals that a player may bet or raise to (BT-24..BT-36, AI-7)."""
        limits, all_in = self._limits, self._stacks[place]
        fixed = limits.structure is Structure.FIXED
        if len(self._able) < 2 or all_in <= max(self.to_match, self._owes_bring_in and self._start.bring_in):
            return set()
        if self._capped:
            return set()
        if place in self._answered and self._level - self._answered[place] < (1 if fixed else self._step):
            return set()
        if fixed:
            steps = {self._step, max(self._step, limits.optional_big_bet)}
            return {min(self._level + step, all_in) for step in steps}
        stands = self.to_match if self._level else 0
        pot = self._start.gathered + sum(self.bets) + self.to_match - self.bets[place]
        most = {
            Structure.NO_LIMIT: all_in,
            Structure.SPREAD: stands + limits.spread_maximum,
            Structure.POT: self.to_match + pot,
            Structure.HALF_POT: self.to_match + pot // 2,
        }[limits.structure]
        least = stands + self._step
        return set(range(min(least, all_in), min(max(least, most), all_in) + 1))

    def options(self, place: int) -> dict[Action, Contribution]:
        """Every legal action of a player, with the contribution that it makes."""
        wager = Raise if self.to_match or self._owes_bring_in else Bet
        can: dict[Action, Contribution] = {wager(total): (place, "wager", total) for total in self.totals(place)}
        if self._owes_bring_in:
            if place != self._bring_in_owner:
                can |= {Fold(): (place, "fold", 0)}
            return can | {BringIn(): (place, "bring in", min(self._start.bring_in, self._stacks[place]))}
        owed = min(self._owed(place), self._stacks[place] - self.bets[place])
        stay: Action = Call() if owed else Check()
        return can | {Fold(): (place, "fold", 0), stay: (place, "stay", self.bets[place] + owed)}


def actions_to_try(legal: LegalActions, to_match: int) -> list[Action]:
    """Every act without an amount, and bets and raises to all totals at which something may change."""
    edges = {-1, 0, 1, to_match, legal.bet, legal.all_in_to, 10**9}
    if legal.wager is not None:
        edges |= {legal.wager.minimum, legal.wager.maximum, *legal.wager.totals}
    totals = sorted({edge + step for edge in edges for step in (-1, 0, 1)})
    return [Fold(), Check(), Call(), BringIn(), *map(Bet, totals), *map(Raise, totals)]


@settings(max_examples=examples(500))
@given(round_starts(), st.integers(0, 2**32))
def test_legal_actions_match_a_reference_model(start: RoundStart, seed: int) -> None:
    chance = random.Random(seed)
    betting_round, players = start.opened()
    acts: list[Contribution] = []
    while True:
        reckoned = ReferenceModel(start, acts)
        turn = reckoned.turn
        assert (betting_round.to_act.seat - 1 if betting_round.to_act else None) == turn
        if turn is None:
            return
        legal, options = betting_round.legal_actions(), reckoned.options(turn)
        before = round_state(betting_round, players)
        for act in actions_to_try(legal, reckoned.to_match):
            if act not in options:
                with pytest.raises(IllegalAction):
                    betting_round.apply(legal, act)
        assert round_state(betting_round, players) == before
        may_wager = reckoned.totals(turn)
        offered = legal.wager and (legal.wager.totals or (legal.wager.minimum, legal.wager.maximum))
        assert set(offered or ()) == (may_wager if legal.wager and legal.wager.totals else boundary_totals(may_wager))
        wagers = sorted((act for act in options if isinstance(act, Bet | Raise)), key=lambda act: act.to)
        others: list[Action] = [act for act in options if not isinstance(act, Bet | Raise)]
        staying = [act for act in others if not isinstance(act, Fold)]
        ways: list[Sequence[Action]] = [others, staying, staying, wagers, wagers[:1], wagers[:1], wagers[-1:]]
        act = chance.choice(chance.choice(ways) or staying)
        betting_round.apply(legal, act)
        acts.append(options[act])
        assert [player.bet for player in players] == ReferenceModel(start, acts).bets


def boundary_totals(totals: set[int]) -> set[int]:
    return {min(totals), max(totals)} if totals else set()


def round_state(betting_round: BettingRound, players: list[Player]) -> tuple[object, ...]:
    return betting_round.legal_actions(), [(p.stack, p.bet, p.folded, p.acted_at_level, p.last_act) for p in players]
