"""What the engine says to vectors on betting: what was paid, who may raise to what, and which pots there are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from railbird_server.rules.betting import BettingRound
from railbird_server.rules.errors import IllegalAction
from railbird_server.rules.middle import Middle
from railbird_server.rules.player import Player
from railbird_server.rules.settling import Settlement
from railbird_server.rules.terms import Limits, Terms
from railbird_server.rules.valuing import Hands
from railbird_server.rules.variants import VARIANTS
from railbird_shared.actions import Fold, Wager
from railbird_shared.cards import PACK
from railbird_shared.events import BetReturned, PotsMade
from railbird_shared.games import Stakes, Structure
from vector_files import Facts, UnknownVectorError, Vector
from vector_games import DEEP, Name, NamedHand

STRUCTURES = {
    "fixed": Structure.FIXED,
    "limit": Structure.FIXED,
    "spread": Structure.SPREAD,
    "pot": Structure.POT,
    "half-pot": Structure.HALF_POT,
    "no-limit": Structure.NO_LIMIT,
}
STRUCTURE = re.compile(r"(no-limit|half-pot|pot|spread|fixed|limit)(?:-limit)?(?: (\d+)(?:(?:[-/]| to )(\d+))?)?")
SIZED = (Structure.FIXED, Structure.SPREAD)
BLIND_SEATS = ("SB", "BB", "UTG", "BTN")


def betting(case: Vector, facts: Facts) -> dict[str, Any]:
    """Tells of a betting round after some acts; all structures named have to agree."""
    told = [_round_told(case, facts, *structure) for structure in structures_of(case, facts)]
    assert all(one == told[0] for one in told), "the structures disagree"
    return told[0]


def structures_of(case: Vector, facts: Facts) -> list[tuple[Structure, int, int]]:
    """Reads "spread 2-4 or pot limit", or the rule: each structure with its least and its largest bet, in chips."""
    rule = case.rule if STRUCTURE.fullmatch(case.rule) else "no-limit"
    found = []
    for part in re.split(r"\s+or\s+|,\s*", facts.get("structure", rule)):
        match = STRUCTURE.fullmatch(re.sub(r"(half|no|pot|fixed|spread) (pot|limit)", r"\1-\2", part))
        if match is None:
            raise UnknownVectorError(f"No betting structure is called {part!r}.")
        least, largest = (int(match[2] or 0), int(match[3] or 0))
        least = least or _first_of(facts, "bet", "bet_size", "small_bet", "min_bet")
        largest = largest or _first_of(facts, "big_bet", "max_bet") or least
        found.append((STRUCTURES[match[1]], least, largest))
    return found


def _first_of(facts: Facts, *names: str) -> int:
    """What is supposed under the first of several names that is there, 0 if none is."""
    return next((int(facts[name]) for name in names if name in facts), 0)


def _round_told(case: Vector, facts: Facts, structure: Structure, least: int, largest: int) -> dict[str, Any]:
    hand = dealt_at(facts, structure, least, largest)
    start = len(hand.acts)
    before = dict(hand.paid)
    try:
        hand.play(case.actions)
    except IllegalAction as refusal:
        if "legal" not in case.expected:
            raise
        return {"legal": False, "refused": [hand.turn, refusal.clause]}
    if "to_act" in facts:
        hand.go_on(until=lambda: hand.turn == facts["to_act"], choose=Fold)
    over = hand.hand.over or hand.hand.street > 0
    return {
        "legal": True,
        "pot": sum(hand.paid.values()) + facts.get("carried", 0),
        "paid_per_action": [list(act) for act in hand.acts[start:]],
        "round_total": {name: paid - _antes(facts) for name, paid in hand.paid.items()},
        "paid": {name: paid - before[name] for name, paid in hand.paid.items()},
        "active": hand.live,
        "active_after": hand.live,
        "round_over": over,
        "hand_over": hand.hand.over,
        "winner": hand.live[0] if hand.hand.over and len(hand.live) == 1 else None,
        "to_act": None if over else hand.turn,
        "to_act_next": None if over else hand.turn,
        "to_call": {} if over else {name: hand.hand.to_match - hand.player(name).bet for name in hand.live},
    } | ({} if over else _range(hand.legal.wager, hand.hand.to_match))


def _antes(facts: Facts) -> int:
    return int(facts.get("ante", 0))


def _range(wager: Wager | None, to_match: int) -> dict[str, Any]:
    """The totals open to the player in turn, and what they add to the bet to match."""
    if wager is None:
        return {"may_raise": False}
    least, most = wager.minimum, wager.maximum
    return {"may_raise": True, "min_bet": least, "max_bet": most, "min_raise_to": least, "max_raise_to": most} | {
        "min_raise_by": least - to_match,
        "max_raise_by": most - to_match,
    }


def dealt_at(facts: Facts, structure: Structure, least: int, largest: int) -> NamedHand:
    """A hand of five card draw with antes, or of hold'em with blinds, at the stakes that a vector sets up."""
    blinds: list[int] = facts.get("blinds", [])
    names = _seated(facts, len(blinds))
    small, big = blinds[:2] if len(blinds) > 1 else (0, sum(blinds))
    sized = structure in SIZED
    least = least or big or 1
    stakes = Stakes(
        ante=_antes(facts),
        small_blind=small,
        big_blind=big,
        small_bet=least if sized or not blinds else 0,
        big_bet=max(largest, least) if sized else 0,
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
        assert hand.turn == facts["first_to_act"]
    return hand


def _seated(facts: Facts, blinds: int) -> list[Name]:
    """Who plays, from the button's left or, with blinds, from the small one."""
    names: list[Name] = facts.get("seats", list(BLIND_SEATS))
    if "seats" not in facts and facts.get("to_act", names[0]) not in names:
        names = [*BLIND_SEATS[:2], facts["to_act"], BLIND_SEATS[-1]]
    if "SB" in names:
        at = names.index("SB")
    elif "button" in facts:
        at = names.index(facts["button"]) + (not (blinds and len(names) == 2))
    elif "first_to_act" in facts:
        at = names.index(facts["first_to_act"]) - blinds
    else:
        at = 0
    at %= len(names)
    return [*names[at:], *names[:at]]


def spot(case: Vector, facts: Facts) -> dict[str, Any]:
    """Tells how much may be raised in a hand that is played up to the spot, or in one given by its chips."""
    if "pot_before_bet" in facts:
        return _range(_abstract(case, facts).legal().wager, facts.get("bet_facing", 0))
    told = betting(case, facts)
    if "to_act" in facts and told["to_act"] != facts["to_act"]:
        raise UnknownVectorError(f"It is the turn of {told['to_act']}, not of {facts['to_act']}.")
    return told


def _abstract(case: Vector, facts: Facts) -> BettingRound:
    """A betting round in which somebody has bet and the next player, who may have chips in, is to act."""
    [(structure, _least, _largest)] = structures_of(case, facts)
    facing, own = facts.get("bet_facing", 0), facts.get("own_in_round", 0)
    players = [Player(seat, int(facts.get("stack", DEEP))) for seat in (1, 2, 3)]
    players[0].pay(facing)
    players[1].pay(own)
    limits = Limits(structure, facts.get("last_raise", facts.get("min_bet", facing or 1)))
    return BettingRound(players, 1, limits, Terms(to_match=facing, gathered=facts["pot_before_bet"] - own))


def side_pots(case: Vector, facts: Facts) -> dict[str, Any]:
    """Tells which pots the chips make, who can win them, and in which order they are settled."""
    put_in: dict[str, int] = facts.get("contributions", {})
    stacks: dict[str, int] = facts.get("stacks", put_in)
    names: list[Name] = facts.get("seats", list(stacks))
    players = [Player(seat, stacks.get(str(name), DEEP)) for seat, name in enumerate(names, start=1)]
    called = {player.seat: name for player, name in zip(players, names, strict=True)}
    by_name = dict(zip(names, players, strict=True))
    for player in players:
        player.pay(min(player.stack, _antes(facts)))
        player.bet = 0
    blinds: list[int] = facts.get("blinds", [])
    for player, blind in zip(players, blinds, strict=False):
        player.pay(min(player.stack, blind))
    for name, chips in put_in.items():
        by_name[name].pay(chips)
    acts = [[name, _put_in(by_name[name], players, blinds, verb, *amount)] for name, verb, *amount in case.actions]
    for name in facts.get("folded", ()):
        by_name[name].folded = True
    totals = {name: player.bet for name, player in by_name.items()}
    events = Middle(players, facts.get("carried", 0)).gather(refund=True)
    [pots] = [event.pots for event in events if isinstance(event, PotsMade)]
    return {
        "pots": [{"amount": pot.chips, "eligible": [called[seat] for seat in pot.seats]} for pot in pots],
        "pot": sum(pot.chips for pot in pots),
        "returned_uncalled": {called[event.seat]: event.chips for event in events if isinstance(event, BetReturned)},
        "stacks_after": {name: player.stack for name, player in by_name.items()},
        "settle_order": _settled(players, pots),
        "paid_per_action": acts,
        "round_total": totals,
    }


def _put_in(player: Player, players: Sequence[Player], blinds: Sequence[int], verb: str, amount: int = 0) -> int:
    """Moves chips as an act does, whatever the others have left to answer it; returns how many."""
    highest = max(*blinds, *(other.bet for other in players))
    match verb.replace("-", "_").replace(" ", "_"):
        case "check" | "pass":
            return 0
        case "fold":
            player.folded = True
            return 0
        case "call" | "see":
            to = highest
        case "bet" | "raise_to":
            to = amount
        case "raise_by":
            to = highest + amount
        case "all_in":
            to = player.bet + player.stack
        case _:
            raise UnknownVectorError(f"No act is called {verb!r}.")
    chips = min(to - player.bet, player.stack)
    player.pay(chips)
    return chips


def _settled(players: Sequence[Player], pots: Sequence[Any]) -> list[int]:
    """In which order the engine divides the pots, whatever the cards."""
    deck = list(PACK)
    live = [player for player in players if not player.folded]
    for player in live:
        player.take([deck.pop() for _ in range(5)], face_down=True)
    variant = VARIANTS["five-card-draw"]
    awards = Settlement(variant, live, Hands(variant, live, (), {})).award(pots)
    return list(dict.fromkeys(award.pot for award in awards))
