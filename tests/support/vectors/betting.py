"""Answers vectors of kind pot: chips paid, raises allowed by each betting structure, side pots and their order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from railbird_server.refusal import IllegalAction
from railbird_server.rules.betting import BettingRound, BettingTerms
from railbird_server.rules.hand_values import HandValues
from railbird_server.rules.player import Player
from railbird_server.rules.pots import PotAwarder, Pots
from railbird_shared.game.announced_game import Stakes, Structure
from railbird_shared.game.cards import PACK
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol.actions import Fold, Wager
from railbird_shared.protocol.events import BetReturned, PotsMade
from support.vectors.named_hand import DEEP_STACK, NamedHand, PlayerName
from support.vectors.vector import Facts, UnknownVectorError, Vector

STRUCTURES = {
    "fixed": Structure.FIXED,
    "limit": Structure.FIXED,
    "spread": Structure.SPREAD,
    "pot": Structure.POT,
    "half-pot": Structure.HALF_POT,
    "no-limit": Structure.NO_LIMIT,
}
STRUCTURE = re.compile(r"(no-limit|half-pot|pot|spread|fixed|limit)(?:-limit)?(?: (\d+)(?:(?:[-/]| to )(\d+))?)?")
STRUCTURES_WITH_BET_SIZES = (Structure.FIXED, Structure.SPREAD)
BLIND_SEATS = ("SB", "BB", "UTG", "BTN")


def parse_structures(case: Vector, facts: Facts) -> list[tuple[Structure, int, int]]:
    """Reads "spread 2-4 or pot limit", or the rule: each structure with its least and its largest bet, in chips."""
    rule = case.rule if STRUCTURE.fullmatch(case.rule) else "no-limit"
    found = []
    for part in re.split(r"\s+or\s+|,\s*", facts.get("structure", rule)):
        match = STRUCTURE.fullmatch(re.sub(r"(half|no|pot|fixed|spread) (pot|limit)", r"\1-\2", part))
        if match is None:
            raise UnknownVectorError(f"No betting structure is called {part!r}.")
        least, largest = (int(match[2] or 0), int(match[3] or 0))
        least = least or _first_int_fact(facts, "bet", "bet_size", "small_bet", "min_bet")
        largest = largest or _first_int_fact(facts, "big_bet", "max_bet") or least
        found.append((STRUCTURES[match[1]], least, largest))
    return found


def _first_int_fact(facts: Facts, *names: str) -> int:
    """Returns the first of several facts that the vector has, 0 if it has none."""
    return next((int(facts[name]) for name in names if name in facts), 0)


def _play_round(case: Vector, facts: Facts, structure: Structure, least: int, largest: int) -> dict[str, Any]:
    hand = deal_named_hand(facts, structure, least, largest)
    start = len(hand.acts)
    before = dict(hand.paid)
    try:
        hand.play(case.actions)
    except IllegalAction as refusal:
        if "legal" not in case.expected:
            raise
        return {"legal": False, "refused": [hand.to_act, refusal.clause]}
    if "to_act" in facts:
        hand.play_until(reached=lambda: hand.to_act == facts["to_act"], choose=Fold)
    over = hand.hand.over or hand.hand.street > 0
    return {
        "legal": True,
        "pot": sum(hand.paid.values()) + facts.get("carried", 0),
        "paid_per_action": [list(act) for act in hand.acts[start:]],
        "round_total": {name: paid - _ante(facts) for name, paid in hand.paid.items()},
        "paid": {name: paid - before[name] for name, paid in hand.paid.items()},
        "active": hand.not_folded,
        "active_after": hand.not_folded,
        "round_over": over,
        "hand_over": hand.hand.over,
        "winner": hand.not_folded[0] if hand.hand.over and len(hand.not_folded) == 1 else None,
        "to_act": None if over else hand.to_act,
        "to_act_next": None if over else hand.to_act,
        "to_call": {} if over else {name: hand.hand.to_match - hand.player(name).bet for name in hand.not_folded},
    } | ({} if over else _wager_range(hand.legal.wager, hand.hand.to_match))


def _ante(facts: Facts) -> int:
    return int(facts.get("ante", 0))


def _wager_range(wager: Wager | None, to_match: int) -> dict[str, Any]:
    """The totals open to the player in turn, and what they add to the bet to match."""
    if wager is None:
        return {"may_raise": False}
    least, most = wager.minimum, wager.maximum
    return {"may_raise": True, "min_bet": least, "max_bet": most, "min_raise_to": least, "max_raise_to": most} | {
        "min_raise_by": least - to_match,
        "max_raise_by": most - to_match,
    }


def deal_named_hand(facts: Facts, structure: Structure, least: int, largest: int) -> NamedHand:
    """A hand of five card draw with antes, or of hold'em with blinds, at the stakes that a vector sets up."""
    blinds: list[int] = facts.get("blinds", [])
    names = _seat_order(facts, len(blinds))
    small, big = blinds[:2] if len(blinds) > 1 else (0, sum(blinds))
    sized = structure in STRUCTURES_WITH_BET_SIZES
    least = least or big or 1
    stakes = Stakes(
        ante=_ante(facts),
        small_blind=small,
        big_blind=big,
        small_bet=least if sized or not blinds else 0,
        big_bet=max(largest, least) if sized else 0,
    )
    variant = replace(
        VARIANTS["holdem" if blinds else "five-card-draw"],
        structure=structure,
        raise_cap=facts.get("raise_cap"),
        max_seats=10,
    )
    carried = facts.get("carried", 0)
    if "pot_before" in facts:
        carried = facts["pot_before"] - sum(blinds) - stakes.ante * len(names)
    hand = NamedHand(variant, names, stakes=stakes, stacks=facts.get("stacks"), carried=carried, straddles=blinds[2:])
    if "first_to_act" in facts:
        assert hand.to_act == facts["first_to_act"]
    return hand


def _seat_order(facts: Facts, blinds: int) -> list[PlayerName]:
    """Returns the players from the button's left, or with blinds from the small blind."""
    names: list[PlayerName] = facts.get("seats", list(BLIND_SEATS))
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


def answer_betting(case: Vector, facts: Facts) -> dict[str, Any]:
    """Says how much may be raised, in a hand played up to that point or in a round given by its chips."""
    if "pot_before_bet" in facts:
        return _wager_range(_round_from_chips(case, facts).legal_actions().wager, facts.get("bet_facing", 0))
    answer, *others = [_play_round(case, facts, *structure) for structure in parse_structures(case, facts)]
    assert all(other == answer for other in others), "the structures disagree"
    if "to_act" in facts and answer["to_act"] != facts["to_act"]:
        raise UnknownVectorError(f"It is the turn of {answer['to_act']}, not of {facts['to_act']}.")
    return answer


def _round_from_chips(case: Vector, facts: Facts) -> BettingRound:
    """A betting round in which somebody has bet and the next player, who may have chips in, is to act."""
    [(structure, _least, _largest)] = parse_structures(case, facts)
    facing, own = facts.get("bet_facing", 0), facts.get("own_in_round", 0)
    players = [Player(seat, int(facts.get("stack", DEEP_STACK))) for seat in (1, 2, 3)]
    players[0].pay(facing)
    players[1].pay(own)
    least, in_pots = facts.get("last_raise", facts.get("min_bet", facing or 1)), facts["pot_before_bet"] - own
    return BettingRound(players, 1, BettingTerms(structure, least, to_match=facing, chips_in_pots=in_pots))


def answer_side_pots(case: Vector, facts: Facts) -> dict[str, Any]:
    """Tells which pots the chips make, who can win them, and in which order they are settled."""
    put_in: dict[str, int] = facts.get("contributions", {})
    stacks: dict[str, int] = facts.get("stacks", put_in)
    names: list[PlayerName] = facts.get("seats", list(stacks))
    players = [Player(seat, stacks.get(str(name), DEEP_STACK)) for seat, name in enumerate(names, start=1)]
    name_by_seat = {player.seat: name for player, name in zip(players, names, strict=True)}
    by_name = dict(zip(names, players, strict=True))
    for player in players:
        player.pay(min(player.stack, _ante(facts)))
        player.bet = 0
    blinds: list[int] = facts.get("blinds", [])
    for player, blind in zip(players, blinds, strict=False):
        player.pay(min(player.stack, blind))
    for name, chips in put_in.items():
        by_name[name].pay(chips)
    acts = [[name, _pay_for_act(by_name[name], players, blinds, verb, *amount)] for name, verb, *amount in case.actions]
    for name in facts.get("folded", ()):
        by_name[name].folded = True
    totals = {name: player.bet for name, player in by_name.items()}
    events = Pots(players, facts.get("carried", 0)).collect_bets(return_uncalled=True)
    [pots] = [event.pots for event in events if isinstance(event, PotsMade)]
    return {
        "pots": [{"amount": pot.chips, "eligible": [name_by_seat[seat] for seat in pot.seats]} for pot in pots],
        "pot": sum(pot.chips for pot in pots),
        "returned_uncalled": {
            name_by_seat[event.seat]: event.chips for event in events if isinstance(event, BetReturned)
        },
        "stacks_after": {name: player.stack for name, player in by_name.items()},
        "settle_order": _award_order(players, pots),
        "paid_per_action": acts,
        "round_total": totals,
    }


def _pay_for_act(player: Player, players: Sequence[Player], blinds: Sequence[int], verb: str, amount: int = 0) -> int:
    """Moves the chips of an act and returns how many; ignores what the other players have left."""
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


def _award_order(players: Sequence[Player], pots: Sequence[Any]) -> list[int]:
    """Returns the order in which the engine divides the pots."""
    deck = list(PACK)
    live = [player for player in players if not player.folded]
    for player in live:
        player.add_cards([deck.pop() for _ in range(5)], face_down=True)
    variant = VARIANTS["five-card-draw"]
    awards = PotAwarder(variant, live, HandValues(variant, live, (), {})).award(pots)
    return list(dict.fromkeys(award.pot for award in awards))
