"""Builders for rules tests: decks with known top cards, hands, betting rounds, and acts written as text."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from railbird_server.rules.betting import BettingRound, BettingTerms
from railbird_server.rules.dealing import SALT_BYTES, Deck
from railbird_server.rules.events import RulesEvent
from railbird_server.rules.hand import Hand
from railbird_server.rules.player import Player
from railbird_server.rules.setup import Entrant, ExtraPost, Setup
from railbird_shared.game.announced_game import Stakes, Structure
from railbird_shared.game.cards import Card, parse_cards
from railbird_shared.game.game_rules import Rake
from railbird_shared.game.variants import ForcedBets, Variant, get_variant
from railbird_shared.protocol.actions import (
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


def deck_with_top(top: str, game: str | Variant = "holdem") -> tuple[Card, ...]:
    """Returns the game's pack with the named cards on top, in the order in which they will be dealt."""
    first = parse_cards(top)
    return first + tuple(card for card in _variant(game).pack if card not in first)


def deal_order(*hands: str) -> str:
    """Returns the cards of whole hands in the order in which they go round the table, one at a time (DL-16)."""
    return " ".join(" ".join(map(str, row)) for row in zip(*map(parse_cards, hands), strict=True))


def shuffled_deck(seed: int, game: str | Variant = "holdem") -> tuple[Card, ...]:
    """Returns the game's pack in an order that depends on the seed alone."""
    deck = list(_variant(game).pack)
    random.Random(seed).shuffle(deck)
    return tuple(deck)


def salted(cards: Sequence[Card], seed: object = "") -> Deck:
    """Returns a deck of the cards with a salt that depends on the seed alone."""
    return Deck(tuple(cards), random.Random(f"salt {seed}").randbytes(SALT_BYTES))


def make_hand(
    game: str | Variant = "holdem",
    stacks: Sequence[int] | Mapping[int, int] = (200, 200, 200),
    *,
    deck: str | Deck | Sequence[Card] = "",
    bet: int = 0,
    ante: int = 0,
    carried: int = 0,
    number: int = 1,
    stakes: Stakes | None = None,
    posts: Sequence[ExtraPost] = (),
    passed_out: int = 0,
    rake: Rake | None = None,
    chop: bool = False,
    bomb_pot: int = 0,
) -> Hand:
    """Returns a hand about to start, of a game of the catalogue or as a house plays it.

    The seats come clockwise from the button's left, so that the last one has the button, and blinds fall on the first
    two, or heads-up on the button and the other (DL-28). A big blind without a small one falls on the first (CX-42). In
    a bomb pot nobody posts one (HS-46).
    """
    seats = dict(stacks) if isinstance(stacks, Mapping) else dict(enumerate(stacks, start=1))
    variant = _variant(game)
    order = list(seats)
    small, big = (order[0], order[1]) if len(order) > 2 else (order[1], order[0])
    blinds = variant.forced_bets is ForcedBets.BLINDS and not bomb_pot
    game_played = variant.make_game(bet, ante) if stakes is None else variant.game_at(stakes)
    one_blind = not game_played.stakes.small_blind
    setup = Setup(
        number=number,
        game=game_played,
        button=order[-1],
        entrants=tuple(Entrant(seat, stack) for seat, stack in seats.items()),
        small_blind=small if blinds and not one_blind else None,
        big_blind=(order[0] if one_blind else big) if blinds else None,
        carried=carried,
        extra_posts=tuple(posts),
        pass_outs=passed_out,
        rake=rake,
        chop=chop,
        bomb_pot=bomb_pot,
        variant=game if isinstance(game, Variant) else None,
    )
    return Hand(setup, deck_with_top(deck, game) if isinstance(deck, str) else deck, name_playing_cards=True)


def _variant(game: str | Variant) -> Variant:
    return game if isinstance(game, Variant) else get_variant(game)


def start_hand(hand: Hand) -> Hand:
    """Returns a hand with its forced bets paid and its first cards dealt."""
    hand.start()
    return hand


def play_acts(hand: Hand, *acts: str) -> list[RulesEvent]:
    """Plays acts written as a player says them, each by the seat in turn, and returns all events.

    "f" folds, "x" checks, "c" calls, "b 6" bets, "r 12" raises to 12, "in" brings it in, "pat" and "d 2c 3d" draw,
    "high", "low" and "both" declare, "claim flush" claims and "run 2" asks for two runs.
    """
    events: list[RulesEvent] = []
    for act in acts:
        legal = hand.legal_actions()
        assert legal is not None, f"the hand was over before {act!r}"
        events += hand.act(legal.seat, parse_action(act))
    return events


def parse_action(text: str) -> Action:
    """Reads an act as `play_acts` writes it."""
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


def legal_actions(hand: Hand) -> LegalActions:
    """Returns the legal actions of the player in turn; the hand must not be over."""
    allowed = hand.legal_actions()
    assert allowed is not None
    return allowed


def make_betting_round(
    stacks: Sequence[int],
    structure: Structure = Structure.NO_LIMIT,
    size: int = 2,
    *,
    blinds: Sequence[int] = (),
    first: int = 0,
    in_pots: int = 0,
    to_match: int | None = None,
    cap: int | None = None,
    big_bet: int = 0,
    largest_bet: int = 0,
) -> tuple[BettingRound, list[Player]]:
    """Returns a betting round without cards, and its players, seats 1 and on, of whom the first paid `blinds`."""
    players = [Player(seat, stack) for seat, stack in enumerate(stacks, start=1)]
    for player, blind in zip(players, blinds, strict=False):
        player.pay(min(blind, player.stack))
    match_from = max(blinds, default=0) if to_match is None else to_match
    terms = BettingTerms(structure, size, big_bet, largest_bet, cap, to_match=match_from, chips_in_pots=in_pots)
    return BettingRound(players, first, terms), players


def play_betting_acts(betting_round: BettingRound, *acts: str) -> None:
    """Plays acts in a betting round without cards, each by the player in turn."""
    for act in acts:
        betting_round.apply(betting_round.legal_actions(), parse_action(act))


def total_chips(hand: Hand) -> int:
    """Returns all chips of a hand: stacks, bets, pots and the carried pot."""
    in_front = sum(player.stack + player.bet for player in hand.players.values())
    return in_front + sum(pot.chips for pot in hand.pots) + hand.carried
