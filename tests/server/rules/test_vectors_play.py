"""The catalogue's rulings on betting, pots, dealing and showing, as far as today's games go, run through the engine.

`RAILBIRD_VECTORS` names the catalogue's file when it lies elsewhere than beside the checkout; without it these tests
skip. The same rulings stand in words of our own in the tests of each module.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct, field

from hands import hand, legal, play, started
from railbird_server.rules.betting import BettingRound, Limits, Terms
from railbird_server.rules.dealing import Dealer
from railbird_server.rules.drawing import DrawRound, Exchange
from railbird_server.rules.openers import first_to_act
from railbird_server.rules.player import Player
from railbird_server.rules.pots import layers, uncalled
from railbird_server.rules.settling import Settlement
from railbird_server.rules.showdown import show_order
from railbird_server.rules.valuing import Hands
from railbird_server.rules.variants import Opener, game_named
from railbird_server.table.button import high_card
from railbird_shared.actions import Action, Call, Check, Draw, Fold
from railbird_shared.cards import PACK, parse_card, parse_cards
from railbird_shared.events import BetReturned, Pot
from railbird_shared.games import Structure

CATALOGUE = Path(os.environ.get("RAILBIRD_VECTORS", Path(__file__).parents[4] / "shared" / "vectors.json"))
pytestmark = pytest.mark.skipif(not CATALOGUE.exists(), reason="set RAILBIRD_VECTORS to the catalogue's file")
PLAIN: dict[str, Action] = {"fold": Fold(), "check": Check(), "call": Call()}


class Vector(Struct, frozen=True):
    id: str
    kind: str
    rule: str
    expected: Any
    setup: dict[str, Any] = field(default_factory=dict)
    state: dict[str, Any] = field(default_factory=dict)
    actions: list[list[Any]] = field(default_factory=list)
    action: str = ""


def vectors(kind: str, *rules: str) -> list[Any]:
    if not CATALOGUE.exists():
        return []
    cases = msgspec.json.decode(CATALOGUE.read_bytes(), type=list[Vector])
    return [pytest.param(case, id=case.id) for case in cases if case.kind == kind and case.rule in rules]


# --- betting ------------------------------------------------------------------------------------------------------


class Betting:
    """A betting round set up as a vector says, with its seats' names."""

    def __init__(self, setup: dict[str, Any], structure: Structure) -> None:
        self.names = [str(name) for name in setup["seats"]]
        self.players = [Player(seat, 10_000) for seat in range(1, len(self.names) + 1)]
        blinds = setup.get("blinds", [])
        for player, blind in zip(self.players, blinds, strict=False):
            player.pay(blind)
        self.gathered = setup.get("ante", 0) * len(self.names)
        self.round = BettingRound(
            self.players,
            len(blinds),
            Limits(structure, 2, most=4),
            Terms(to_match=max(blinds, default=0), gathered=self.gathered),
        )

    def play(self, actions: list[list[Any]]) -> list[tuple[str, int]]:
        paid = []
        for name, verb, *amount in actions:
            player = self.round.to_act
            assert player is not None
            assert self.names[player.seat - 1] == name
            before = player.stack
            self.round.apply(self.round.legal(), self._action(verb, *amount))
            paid.append((name, before - player.stack))
        return paid

    def _action(self, verb: str, amount: int = 0) -> Action:
        allowed = self.round.legal()
        if verb in {"bet", "raise_to", "raise_by"}:
            assert allowed.wager is not None
            to = self.round.to_match + amount if verb == "raise_by" else amount
            return allowed.wager.action(min(to, allowed.all_in_to))
        return PLAIN[verb]

    def by_name(self, number: Callable[[Player], int]) -> dict[str, int]:
        return {name: number(player) for name, player in zip(self.names, self.players, strict=True)}


@pytest.mark.parametrize("structure", [Structure.SPREAD, Structure.POT, Structure.NO_LIMIT])
@pytest.mark.parametrize("case", vectors("pot", "betting"))
def test_betting(case: Vector, structure: Structure) -> None:
    betting = Betting(case.setup, structure)
    paid = betting.play(case.actions)
    expected = case.expected
    bets = betting.by_name(lambda player: player.bet)
    assert betting.gathered + sum(bets.values()) == expected["pot"]
    if "to_call" in expected:
        assert betting.round.to_act is not None
        assert betting.names[betting.round.to_act.seat - 1] == expected["to_act"]
        owed = betting.by_name(lambda player: betting.round.to_match - player.bet)
        assert {name: owed[name] for name in expected["to_call"]} == expected["to_call"]
    if expected.get("round_over"):
        assert betting.round.to_act is None
        assert bets == expected["round_total"]
        assert paid == [tuple(pair) for pair in expected["paid_per_action"]]
        active = [name for name, player in zip(betting.names, betting.players, strict=True) if not player.folded]
        assert active == expected["active_after"]


@pytest.mark.parametrize("case", vectors("pot", "no-limit"))
def test_least_raise(case: Vector) -> None:
    betting = Betting(case.setup, Structure.NO_LIMIT)
    betting.play(case.actions)
    wager = betting.round.legal().wager
    assert wager is not None
    assert wager.minimum == case.expected["min_raise_to"]


@pytest.mark.parametrize("case", vectors("pot", "pot-limit", "half-pot"))
def test_most_raise(case: Vector) -> None:
    setup = case.setup
    players = [Player(seat, 1_000) for seat in (1, 2, 3)]
    bets = setup.get("blinds") or [setup["bet_facing"]]
    for player, bet in zip(players, bets, strict=False):
        player.pay(bet)
    limits = Limits(Structure(case.rule.removesuffix("-limit")), 2)
    gathered = setup.get("pot_before_bet", 0)
    betting = BettingRound(players, len(bets), limits, Terms(to_match=max(bets), gathered=gathered))
    wager = betting.legal().wager
    assert wager is not None
    assert wager.maximum == case.expected["max_raise_to"]


@pytest.mark.parametrize("case", vectors("pot", "side-pots"))
def test_side_pots(case: Vector) -> None:
    names: list[str] = case.setup["seats"]
    paid = dict.fromkeys(names, 0)
    for name, verb, *amount in case.actions:
        paid[name] = min(case.setup["stacks"][name], max(paid.values()) if verb == "call" else amount[0])
    returned = uncalled({seat: paid[name] for seat, name in enumerate(names)})
    expected = case.expected
    if "returned_uncalled" in expected:
        assert returned is not None
        assert {names[returned[0]]: returned[1]} == expected["returned_uncalled"]
        paid[names[returned[0]]] -= returned[1]
    pots = layers({seat: paid[name] for seat, name in enumerate(names)}, range(len(names)))
    named = [{"amount": pot.chips, "eligible": [names[seat] for seat in pot.seats]} for pot in pots]
    assert named == expected["pots"]


# --- who acts and shows first -------------------------------------------------------------------------------------


def showing(*boards: str) -> list[Player]:
    players = []
    for seat, cards in enumerate(boards, start=1):
        player = Player(seat, 100)
        player.take(parse_cards(cards), face_down=False)
        players.append(player)
    return players


@pytest.mark.parametrize("case", vectors("legal", "stud7:low-bring-in", "stud-bring-in-low"))
def test_bring_in(case: Vector) -> None:
    players = showing(*case.state["upcards"])
    assert first_to_act(Opener.LOWEST_UPCARD, players) == case.expected


@pytest.mark.parametrize("case", vectors("legal", "showdown-order"))
def test_show_order(case: Vector) -> None:
    names = case.state["active_clockwise_from_button"]
    live = [Player(seat, 100) for seat in range(len(names))]
    aggressor = case.state["last_aggressor"]
    order, _ = show_order(live, None if aggressor is None else names.index(aggressor))
    assert [names[player.seat] for player in order] == case.expected


@pytest.mark.parametrize("case", vectors("legal", "first-dealer"))
def test_first_dealer(case: Vector) -> None:
    cards: dict[str, str] = case.state["cards"]
    names = list(cards)
    assert names[high_card([(names.index(name), parse_card(card)) for name, card in cards.items()])] == case.expected


@pytest.mark.parametrize("case", vectors("legal", "holdem:heads-up"))
def test_heads_up(case: Vector) -> None:
    dealt = started(hand(stacks=(100, 100)))
    names = {dealt.setup.button: case.state["button"], 1: case.state["other"]}
    first_preflop = names[legal(dealt).seat]
    play(dealt, "c", "x")
    assert case.expected == {
        "small_blind": names[dealt.setup.small_blind or 0],
        "big_blind": names[dealt.setup.big_blind or 0],
        "first_preflop": first_preflop,
        "first_postflop": names[legal(dealt).seat],
    }


# --- pots and draws -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", vectors("legal", "odd-chip:by-suit"))
def test_odd_chip_by_suit(case: Vector) -> None:
    tied: dict[str, str] = case.state["tied"]
    players = showing(*tied.values())
    pot = Pot(case.state["pot"], (1, 2))
    variant = game_named("seven-card-stud")
    awards = Settlement(variant, players, Hands(variant, players, (), {})).award([pot])
    names = list(tied)
    assert {names[award.seat - 1]: award.chips for award in awards} == case.expected


@pytest.mark.parametrize("case", vectors("legal", "draw:fifth-card-last"))
def test_fifth_card_last(case: Vector) -> None:
    """The vector names the next cards d1, d2 and so on; each stands for a card of the pack."""
    wants: dict[str, int] = case.state["draws_in_turn"]
    names: list[str] = case.state["deck_top"]
    held = 5 * len(wants)
    cards = dict(zip(names, PACK[held:], strict=False))
    players = []
    for seat, name in enumerate(wants):
        player = Player(seat, 100)
        player.take(PACK[5 * seat : 5 * seat + 5], face_down=True)
        players.append((name, player))
    dealer = Dealer(PACK, PACK, hold_bottom=True)
    for _ in range(held):
        dealer.deal()
    draws = DrawRound([player for _, player in players], dealer, Exchange(5))
    for name, player in players:
        draws.apply(draws.legal(), Draw(tuple(player.cards[: wants[name]])))
    for name, player in players:
        new = [card for card in player.cards if card in cards.values()]
        assert new == [cards[card] for card in case.expected.get(name, [])]
    assert dealer.burned == [cards[card] for card in case.expected.get("burned", [])]


@pytest.mark.parametrize("case", vectors("legal", "five-card-draw:ante"))
def test_draw_with_antes(case: Vector) -> None:
    names: list[str] = case.state["clockwise_from_button"]
    dealt = started(hand("five-card-draw", [100] * len(names)))
    expected = case.expected
    assert names[legal(dealt).seat - 1] == expected["round_1"]
    while legal(dealt).draw is None:
        opens = names[legal(dealt).seat - 1] == case.state["opener"]
        play(dealt, "b 2" if opens and legal(dealt).check else "x" if legal(dealt).check else "c")
    play(dealt, *["pat"] * len(names))
    assert names[legal(dealt).seat - 1] == expected["round_2"]


@pytest.mark.parametrize("case", vectors("legal", "no-limit"))
def test_short_all_in(case: Vector) -> None:
    dealt = started(hand(stacks=(200, 200, 200, case.state["B_stack"])))
    events = play(dealt, "r 10", f"r {case.state['B_stack']}", "f", "f")
    assert not [event for event in events if isinstance(event, BetReturned)]
    assert (legal(dealt).wager is not None) is case.expected
