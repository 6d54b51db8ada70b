"""Plays bots against callers, random players and each other at the pure table, with the same decks from every seat.

A deal is one deck, played once with the hero in each seat; its result is the mean of what the hero won, in minimum bets
a hand. That takes most of the luck of the cards out. Deals are independent, and the same seed gives the same result.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from msgspec.structs import replace

from railbird_server.bots.decision import decide
from railbird_server.bots.profiles import STYLES
from railbird_server.table import audience
from railbird_server.table.inputs import Deal
from railbird_server.table.table import Table
from railbird_shared.game.cards import Card
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol.actions import Action, BringIn, Call, Check, LegalActions
from railbird_shared.protocol.commands import Act, Sit
from railbird_shared.protocol.view import TableView
from support.hand_builders import salted
from support.random_play import choose_action
from support.table_harness import HOST, from_player, table_settings
from support.view_builders import PLAYER_NAMES

STACK_DEPTH = 100
"""The stack that everybody begins a hand with, in minimum bets."""

NORMAL_QUANTILE = 1.96
"""How many standard errors a 95 % interval reaches to each side."""

Chooser = Callable[[TableView, LegalActions, random.Random], Action]


class WinRate(NamedTuple):
    """Minimum bets won in 100 hands: the mean, and half the width of its 95 % interval."""

    mean: float
    margin: float

    @property
    def low(self) -> float:
        return self.mean - self.margin

    @property
    def high(self) -> float:
        return self.mean + self.margin


def call_always(view: TableView, legal: LegalActions, rng: random.Random) -> Action:
    """The caller: checks and calls to the end and never bets; draws and declares as a bot does."""
    if legal.check:
        return Check()
    if legal.call is not None:
        return Call()
    if legal.bring_in is not None:
        return BringIn()
    return decide(view, legal, STYLES["loose"], rng)


def act_at_random(view: TableView, legal: LegalActions, rng: random.Random) -> Action:
    """The random player: each kind of act is as likely as another, checks and calls three times as likely."""
    return choose_action(legal, list(view.you.cards), rng.getrandbits(32))


def play_as(style: str) -> Chooser:
    """A bot of the style."""
    return lambda view, legal, rng: decide(view, legal, STYLES[style], rng)


CHOOSERS: dict[str, Chooser] = {
    "caller": call_always,
    "random": act_at_random,
    **{name: play_as(name) for name in STYLES},
}
"""Everybody who plays, by name."""


def play_deals(
    game: str, hero: Chooser, villain: Chooser, deals: int, *, seats: int = 2, seed: str = ""
) -> list[float]:
    """Returns what the hero won against villains in all other seats: for each deal, in minimum bets a hand."""
    rng = random.Random(f"{seed}/{game}")
    results = []
    for _ in range(deals):
        deal = _deal_cards(game, rng)
        choosers = [[hero if seat == own else villain for seat in range(seats)] for own in range(seats)]
        results.append(fmean(_play_hand(game, choosers[own], deal)[own] for own in range(seats)))
    return results


def win_rate(results: Sequence[float]) -> WinRate:
    """Returns the minimum bets won in 100 hands, with the interval that independent deals give."""
    return WinRate(100 * fmean(results), 100 * NORMAL_QUANTILE * stdev(results) / sqrt(len(results)))


class _CardsOfDeal(NamedTuple):
    """What chance brings to a deal: the deck that chooses the dealer, the deck of the hand, and the players' seed."""

    first_deck: tuple[Card, ...]
    deck: tuple[Card, ...]
    seed: int


def _deal_cards(game: str, rng: random.Random) -> _CardsOfDeal:
    pack = VARIANTS[game].pack
    return _CardsOfDeal(tuple(rng.sample(pack, len(pack))), tuple(rng.sample(pack, len(pack))), rng.getrandbits(64))


def _play_hand(game: str, choosers: Sequence[Chooser], deal: _CardsOfDeal) -> list[float]:
    """Plays one hand at a new table; returns what each seat won, in minimum bets."""
    rng = random.Random(deal.seed)
    minimum_bet = VARIANTS[game].make_game().stakes.minimum_bet
    stack = STACK_DEPTH * minimum_bet
    seats = len(choosers)
    table = Table("t1", replace(table_settings(game, seats=seats, buy_in=(stack, stack)), min_players=seats), HOST)
    names = PLAYER_NAMES[:seats]
    for name in names:
        table.handle(from_player(name, Sit(chips=stack)), 0)
    table.handle(Deal(salted(deal.first_deck)), 0)
    table.handle(Deal(salted(deal.deck)), 0)
    hand = table.current_hand
    assert hand is not None
    while (turn := hand.turn) is not None:
        name = names[turn.seat - 1]
        action = choosers[turn.seat - 1](audience.snapshot(table, name), turn.legal, rng)
        table.handle(from_player(name, Act(hand=table.hand_number, turn=turn.turn, action=action)), 0)
    final_stacks = {seat.player: seat.stack for seat in table.seats.occupied}
    return [(final_stacks[name] - stack) / minimum_bet for name in names]
