"""Builders for the tests of the rules: hands with the cards one names, and betting rounds without cards."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from railbird_server.rules.betting import BettingRound
from railbird_server.rules.events import RulesEvent
from railbird_server.rules.hand import Hand
from railbird_server.rules.middle import Rake
from railbird_server.rules.player import Player
from railbird_server.rules.setup import Entrant, Posting, Setup
from railbird_server.rules.terms import Limits, Terms
from railbird_server.rules.variants import Forced, Variant, game_named
from railbird_shared.actions import (
    Action,
    Bet,
    BringIn,
    Call,
    Check,
    Claim,
    Declaration,
    Declare,
    Draw,
    Fold,
    LegalActions,
    Raise,
    Run,
)
from railbird_shared.cards import Card, parse_cards
from railbird_shared.games import Stakes, Structure


def deck_of(top: str, game: str | Variant = "holdem") -> tuple[Card, ...]:
    """Returns the game's pack with the named cards on top, in the order in which they will be dealt."""
    first = parse_cards(top)
    return first + tuple(card for card in _record(game).pack if card not in first)


def dealt_out(*hands: str) -> str:
    """Returns the cards of whole hands in the order in which they go round the table, one at a time (DL-16)."""
    return " ".join(" ".join(map(str, row)) for row in zip(*map(parse_cards, hands), strict=True))


def shuffled(seed: int, game: str = "holdem") -> tuple[Card, ...]:
    """Returns the game's pack in an order that depends on the seed alone."""
    deck = list(game_named(game).pack)
    random.Random(seed).shuffle(deck)
    return tuple(deck)


def hand(
    game: str | Variant = "holdem",
    stacks: Sequence[int] | Mapping[int, int] = (200, 200, 200),
    *,
    deck: str | Sequence[Card] = "",
    bet: int = 0,
    ante: int = 0,
    carried: int = 0,
    number: int = 1,
    stakes: Stakes | None = None,
    posts: Sequence[Posting] = (),
    passed_out: int = 0,
    rake: Rake | None = None,
) -> Hand:
    """Returns a hand about to start, of a game of the catalogue or as a house plays it.

    The seats come clockwise from the button's left, so that the last one has the button, and blinds fall on the first
    two, or heads-up on the button and the other (DL-28).
    """
    seats = dict(stacks) if isinstance(stacks, Mapping) else dict(enumerate(stacks, start=1))
    variant = _record(game)
    order = list(seats)
    small, big = (order[0], order[1]) if len(order) > 2 else (order[1], order[0])
    blinds = variant.forced is Forced.BLINDS
    setup = Setup(
        number=number,
        game=variant.announce(bet, ante) if stakes is None else variant.at(stakes),
        button=order[-1],
        entrants=tuple(Entrant(seat, stack) for seat, stack in seats.items()),
        small_blind=small if blinds else None,
        big_blind=big if blinds else None,
        carried=carried,
        posts=tuple(posts),
        passed_out=passed_out,
        rake=rake,
        variant=game if isinstance(game, Variant) else None,
    )
    return Hand(setup, deck_of(deck, game) if isinstance(deck, str) else deck)


def _record(game: str | Variant) -> Variant:
    return game if isinstance(game, Variant) else game_named(game)


def started(dealt: Hand) -> Hand:
    """Returns a hand with its forced bets paid and its first cards dealt."""
    dealt.start()
    return dealt


def play(dealt: Hand, *acts: str) -> list[RulesEvent]:
    """Plays acts written as a player says them, each by the seat in turn, and returns all events.

    "f" folds, "x" checks, "c" calls, "b 6" bets, "r 12" raises to 12, "in" brings it in, "pat" and "d 2c 3d" draw,
    "high", "low" and "both" declare, "claim flush" claims and "run 2" asks for two runs.
    """
    events: list[RulesEvent] = []
    for act in acts:
        legal = dealt.legal()
        assert legal is not None, f"the hand was over before {act!r}"
        events += dealt.act(legal.seat, action(act))
    return events


def action(text: str) -> Action:
    """Reads an act as `play` writes it."""
    verb, _, rest = text.partition(" ")
    match verb:
        case "f":
            return Fold()
        case "x":
            return Check()
        case "c":
            return Call()
        case "b":
            return Bet(int(rest))
        case "r":
            return Raise(int(rest))
        case "in":
            return BringIn()
        case "pat":
            return Draw()
        case "d":
            return Draw(parse_cards(rest))
        case "high" | "low" | "both":
            return Declare(Declaration(verb))
        case "claim":
            return Claim(rest)
        case "run":
            return Run(int(rest))
        case _:
            raise ValueError(text)


def legal(dealt: Hand) -> LegalActions:
    """Returns what the player in turn may do; there has to be one."""
    allowed = dealt.legal()
    assert allowed is not None
    return allowed


def betting(
    stacks: Sequence[int],
    structure: Structure = Structure.NO_LIMIT,
    size: int = 2,
    *,
    blinds: Sequence[int] = (),
    first: int = 0,
    gathered: int = 0,
    to_match: int | None = None,
    cap: int | None = None,
    double: int = 0,
    most: int = 0,
) -> tuple[BettingRound, list[Player]]:
    """Returns a betting round without cards, and its players, seats 1 and on, of whom the first paid `blinds`."""
    players = [Player(seat, stack) for seat, stack in enumerate(stacks, start=1)]
    for player, blind in zip(players, blinds, strict=False):
        player.pay(min(blind, player.stack))
    limits = Limits(structure, size, double=double, most=most, cap=cap)
    match_from = max(blinds, default=0) if to_match is None else to_match
    return BettingRound(players, first, limits, Terms(to_match=match_from, gathered=gathered)), players


def bet_on(betting_round: BettingRound, *acts: str) -> None:
    """Plays acts in a betting round without cards, each by the player in turn."""
    for act in acts:
        betting_round.apply(betting_round.legal(), action(act))


def total_chips(dealt: Hand) -> int:
    """Returns all chips of a hand: stacks, bets and what lies in the middle."""
    in_front = sum(player.stack + player.bet for player in dealt.players.values())
    return in_front + sum(pot.chips for pot in dealt.pots) + dealt.carried
