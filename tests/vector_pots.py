"""What the engine says to vectors on betting: what was paid, who may raise to what, and which pots there are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from railbird_server.rules.betting import BettingRound, Limits, Terms
from railbird_server.rules.errors import IllegalAction
from railbird_server.rules.middle import Middle
from railbird_server.rules.player import Player
from railbird_server.rules.settling import Settlement
from railbird_server.rules.valuing import Hands
from railbird_server.rules.variants import VARIANTS
from railbird_shared.actions import Wager
from railbird_shared.cards import PACK
from railbird_shared.events import BetReturned, PotsMade
from railbird_shared.games import Stakes, Structure
from vector_files import Facts, UnknownVectorError, Vector
from vector_games import DEEP, Name, NamedHand

STRUCTURES = {
    "fixed": Structure.FIXED,
    "fixed-limit": Structure.FIXED,
    "limit": Structure.FIXED,
    "spread": Structure.SPREAD,
    "spread-limit": Structure.SPREAD,
    "pot": Structure.POT,
    "pot-limit": Structure.POT,
    "half-pot": Structure.HALF_POT,
    "half-pot-limit": Structure.HALF_POT,
    "no-limit": Structure.NO_LIMIT,
}
BLIND_SEATS = ("SB", "BB", "UTG", "BTN")


def betting(case: Vector, facts: Facts) -> dict[str, Any]:
    """Tells of a betting round after some acts; all structures named have to agree."""
    named = facts.get("structure", case.rule if case.rule in STRUCTURES else "no-limit")
    told = [_round_told(case, facts, *structure) for structure in _structures(named)]
    assert all(one == told[0] for one in told), "the structures disagree"
    return told[0]


def _structures(text: str) -> list[tuple[Structure, int, int]]:
    """Reads "spread 2-4 or pot-limit": each structure with its least and its largest bet, in chips."""
    found = []
    for part in re.split(r"\s+or\s+|,\s*", text):
        match = re.fullmatch(r"([a-z-]+)(?:\s+(\d+)(?:[-/](\d+))?)?", part)
        if match is None or match[1] not in STRUCTURES:
            raise UnknownVectorError(f"No betting structure is called {part!r}.")
        least = int(match[2] or 0)
        found.append((STRUCTURES[match[1]], least, int(match[3] or least)))
    return found


def _round_told(case: Vector, facts: Facts, structure: Structure, least: int, largest: int) -> dict[str, Any]:
    hand = _dealt(facts, structure, least, largest)
    start = len(hand.acts)
    before = dict(hand.paid)
    try:
        hand.play(case.actions)
    except IllegalAction as refusal:
        if "legal" not in case.expected:
            raise
        return {"legal": False, "refused": [hand.turn, refusal.clause]}
    over = hand.hand.over or hand.hand.street > 0
    return {
        "legal": True,
        "pot": sum(hand.paid.values()) + facts.get("carried", 0),
        "paid_per_action": [list(act) for act in hand.acts[start:]],
        "round_total": {name: paid - _antes(facts) for name, paid in hand.paid.items()},
        "paid": {name: paid - before[name] for name, paid in hand.paid.items()},
        "active_after": hand.live,
        "round_over": over,
        "to_act": None if over else hand.turn,
        "to_act_next": None if over else hand.turn,
        "to_call": {} if over else {name: hand.hand.to_match - hand.player(name).bet for name in hand.live},
    } | ({} if over else _range(hand.legal.wager))


def _antes(facts: Facts) -> int:
    return int(facts.get("ante", 0))


def _range(wager: Wager | None) -> dict[str, Any]:
    """The totals open to the player in turn."""
    if wager is None:
        return {"may_raise": False}
    return {"may_raise": True, "min_raise_to": wager.minimum, "max_raise_to": wager.maximum} | {
        "min_bet": wager.minimum,
        "max_bet": wager.maximum,
    }


def _dealt(facts: Facts, structure: Structure, least: int, largest: int) -> NamedHand:
    """A hand of five card draw with antes, or of hold'em with blinds, at the stakes that a vector sets up."""
    blinds: list[int] = facts.get("blinds", [])
    names: list[Name] = facts.get("seats", list(BLIND_SEATS))
    first = facts.get("first_to_act", names[0])
    if not blinds:
        at = names.index(first)
        names = [*names[at:], *names[:at]]
    small, big = blinds[:2] if len(blinds) > 1 else (0, sum(blinds))
    least = least or facts.get("min_bet", 0) or big or 1
    stakes = Stakes(
        ante=_antes(facts),
        small_blind=small,
        big_blind=big,
        small_bet=least if structure in (Structure.FIXED, Structure.SPREAD) or not blinds else 0,
        big_bet=max(largest, least) if structure in (Structure.FIXED, Structure.SPREAD) else 0,
    )
    variant = replace(
        VARIANTS["holdem" if blinds else "five-card-draw"],
        structure=structure,
        raise_cap=facts.get("raise_cap"),
        most_seats=10,
    )
    carried = facts.get("carried", 0)
    if "pot_before" in facts:
        carried = facts["pot_before"] - sum(blinds) - stakes.ante * len(names)
    hand = NamedHand(variant, names, stakes=stakes, stacks=facts.get("stacks"), carried=carried, straddles=blinds[2:])
    if "first_to_act" in facts:
        assert hand.turn == first
    return hand


def spot(case: Vector, facts: Facts) -> dict[str, Any]:
    """Tells how much may be raised in a hand that is played up to the spot, or in one given by its chips."""
    if "pot_before_bet" in facts:
        return _range(_abstract(case, facts).legal().wager)
    told = betting(case, facts)
    if "to_act" in facts and told["to_act"] != facts["to_act"]:
        raise UnknownVectorError(f"It is the turn of {told['to_act']}, not of {facts['to_act']}.")
    return told


def _abstract(case: Vector, facts: Facts) -> BettingRound:
    """A betting round in which somebody has bet and the next player, who may have chips in, is to act."""
    facing, own = facts.get("bet_facing", 0), facts.get("own_in_round", 0)
    players = [Player(seat, int(facts.get("stack", DEEP))) for seat in (1, 2, 3)]
    players[0].pay(facing)
    players[1].pay(own)
    size = facts.get("last_raise", facts.get("min_bet", facing or 1))
    limits = Limits(STRUCTURES[case.rule], size)
    return BettingRound(players, 1, limits, Terms(to_match=facing, gathered=facts["pot_before_bet"] - own))


def side_pots(case: Vector, facts: Facts) -> dict[str, Any]:
    """Tells which pots the chips make, who can win them, and in which order they are settled."""
    names: list[Name] = facts["seats"]
    players = [Player(seat, facts["stacks"][str(name)]) for seat, name in enumerate(names, start=1)]
    called = {player.seat: name for player, name in zip(players, names, strict=True)}
    by_name = dict(zip(names, players, strict=True))
    for player in players:
        player.pay(min(player.stack, _antes(facts)))
        player.bet = 0
    for player, blind in zip(players, facts.get("blinds", ()), strict=False):
        player.pay(min(player.stack, blind))
    for name, verb, *amount in case.actions:
        _put_in(by_name[name], players, verb, *amount)
    events = Middle(players, facts.get("carried", 0)).gather(refund=True)
    [pots] = [event.pots for event in events if isinstance(event, PotsMade)]
    return {
        "pots": [{"amount": pot.chips, "eligible": [called[seat] for seat in pot.seats]} for pot in pots],
        "returned_uncalled": {called[event.seat]: event.chips for event in events if isinstance(event, BetReturned)},
        "stacks_after": {name: player.stack for name, player in by_name.items()},
        "settle_order": _settled(players, pots),
    }


def _put_in(player: Player, players: Sequence[Player], verb: str, amount: int = 0) -> None:
    """Moves chips as an act does, whatever the others have left to answer it."""
    highest = max(other.bet for other in players)
    match verb:
        case "check" | "pass":
            return
        case "fold":
            player.folded = True
            return
        case "call" | "see":
            to = highest
        case "bet" | "raise_to":
            to = amount
        case "raise_by":
            to = highest + amount
        case "all_in" | "all-in":
            to = player.bet + player.stack
        case _:
            raise UnknownVectorError(f"No act is called {verb!r}.")
    player.pay(min(to - player.bet, player.stack))


def _settled(players: Sequence[Player], pots: Sequence[Any]) -> list[int]:
    """In which order the engine divides the pots, whatever the cards."""
    deck = list(PACK)
    live = [player for player in players if not player.folded]
    for player in live:
        player.take([deck.pop() for _ in range(5)], face_down=True)
    variant = VARIANTS["five-card-draw"]
    awards = Settlement(variant, live, Hands(variant, live, (), {})).award(pots)
    return list(dict.fromkeys(award.pot for award in awards))
