"""Sentences about the cards of a game: the pack, the wild cards, and the hands that win."""

from __future__ import annotations

from railbird_shared.game.cards import format_cards
from railbird_shared.game.game_rules import (
    CircularOrder,
    HighOrLow,
    JokerRole,
    LowestWild,
    Order,
    WildScope,
    WildTiebreak,
)
from railbird_shared.game.ranking_rules import WILD_SETS, RankingRules
from railbird_shared.game.variants import Variant
from railbird_shared.house.house_rules import SUIT_ORDER_NAMES, high_or_low

Facts = dict[str, str]
"""Sentences by their subject; a subject has at most one sentence."""

JOKER_ROLES = {
    JokerRole.WILD: "to stand for any card (WC-4)",
    JokerRole.BUG: "to stand for an ace or to complete a straight or flush (WC-13)",
}
LOW_JOKER_ROLES = {
    JokerRole.WILD: "to stand for any card (LO-27)",
    JokerRole.BUG: "as the bug, which in a low hand may be any card (LO-30)",
}
DOUBLE_ACE = "may repeat a card, so that a flush holds two aces (WC-19)"
NO_DOUBLE_ACE = "stands for no card that the hand holds, but in five of a kind (WC-4, WC-5)"
TIEBREAK_SENTENCES = {
    WildTiebreak.NONE: "A hand with wild cards equals the natural one (WC-20).",
    WildTiebreak.NATURAL_FIRST: "Of equal hands a natural one beats one with wild cards (WC-21).",
    WildTiebreak.FEWER_WILD_FIRST: "Of equal hands the one with fewer wild cards wins (WC-22).",
    WildTiebreak.MORE_WILD_FIRST: "Of equal hands a natural one wins, and then the one with more wild cards (WC-23).",
}


def pot_division(game: Variant) -> Facts:
    """Returns which hands win the pot, and how low hands rank."""
    played = {
        HighOrLow.HIGH: "The highest hand wins (HR-5).",
        HighOrLow.LOW: "The lowest hand wins (VT-LB-1).",
        HighOrLow.HI_LO: "The highest and the lowest hand share each pot (SD-18).",
    }
    return {"played": played[high_or_low(game.high, game.low)]} | _low_facts(game)


def _low_facts(game: Variant) -> Facts:
    low = game.low
    if low is None:
        return {}
    scales = {
        Order.ACE_TO_FIVE: "Low hands rank ace to five: straights and flushes do not count (LO-1).",
        Order.DEUCE_TO_SEVEN: "Low hands rank deuce to seven: aces are high, straights and flushes count (LO-8).",
        Order.ACE_TO_SIX: "Low hands rank ace to six: aces are low, straights and flushes count (LO-14).",
    }
    facts = {"low_scale": scales[low.order]} if low.order in scales else {}
    if low.order is Order.ACE_TO_SIX:
        broadway = "a straight (LO-18)" if low.a6_broadway_straight else "no straight (LO-16)"
        aces = "highest pair (LO-19)" if low.a6_aces_high_pair else "lowest pair (LO-17)"
        facts |= {
            "a6_broadway_straight": f"A-K-Q-J-T is {broadway}.",
            "a6_aces_high_pair": f"A pair of aces is the {aces}.",
        }
    if game.high:
        facts["qualifier"] = (
            "A low needs five different ranks of eight or lower (LO-22)."
            if low.qualifier
            else "The low half is always paid (SD-20)."
        )
    return facts


def pack(rules: RankingRules) -> Facts:
    """Returns which cards are in play."""
    role = LOW_JOKER_ROLES[rules.joker_role] if _is_low(rules) else JOKER_ROLES[rules.joker_role]
    jokers = {
        0: "There are no jokers (WC-1).",
        1: f"One joker is added, {role}.",
        2: f"Two jokers are added, {role}.",
    }
    pack = f"The pack has {rules.pack} cards, from the {rules.lowest_rank.word} up (SK-1)."
    return {"pack": pack, "jokers": jokers[rules.jokers]}


def _is_low(rules: RankingRules) -> bool:
    return rules.order is not Order.HIGH


def wild_cards(rules: RankingRules) -> Facts:
    """Returns which cards are wild, and what they may stand for in high hands and do in ties."""
    facts = {"wild_ranks": _wild_sentence(rules)}
    if rules.lowest_wild is not LowestWild.NONE:
        lowest = {
            LowestWild.CARD: "Each player's lowest card is wild",
            LowestWild.CONCEALED: "Each player's lowest card dealt face down is wild",
        }[rules.lowest_wild]
        scope = " and all others of its rank with it" if rules.lowest_wild_scope is WildScope.ALL_OF_RANK else ""
        clause = "WC-26" if rules.lowest_wild is LowestWild.CARD else "WC-27"
        facts["lowest_wild"] = f"{lowest}{scope} ({clause}, WC-30)."
    if _has_wild(rules):
        if not _is_low(rules):
            facts["double_ace_flush"] = f"A wild card {DOUBLE_ACE if rules.double_ace_flush else NO_DOUBLE_ACE}."
        facts["wild_tiebreak"] = TIEBREAK_SENTENCES[rules.wild_tiebreak]
    return facts


def wild_cards_in_lows(game: Variant) -> Facts:
    """Returns what a wild card stands for in a low hand, if the game has low hands and wild cards."""
    if game.low is None or not _has_wild(game.low):
        return {}
    lows = "In a low hand a wild card stands for the rank that makes it lowest, of those that it lacks (LO-27)."
    return {"wild_lows": lows}


def _has_wild(rules: RankingRules) -> bool:
    return bool(rules.jokers or rules.wild_cards or rules.lowest_wild is not LowestWild.NONE)


def _wild_sentence(rules: RankingRules) -> str:
    if not rules.wild_cards:
        return "No rank is wild (WC-25)."
    if rules.wild_cards == WILD_SETS["deuces"]:
        return "Deuces are wild (WC-2)."
    if rules.wild_cards == WILD_SETS["one-eyed-jacks"]:
        return "One-eyed jacks, those of hearts and spades, are wild (WC-3)."
    named = sorted(rules.wild_cards, key=lambda card: (-card.rank, -card.suit))
    return f"Wild are {format_cards(named)} (WC-4)."


def suit_ties(rules: RankingRules) -> Facts:
    """Returns which ties suits break, and the order of suits."""
    methods = {
        0: "Suits break no tie (SU-5).",
        1: "The suit of the top card breaks ties (SU-6).",
        2: "The suit of the top card of a pair or more breaks ties (SU-7).",
        3: "The suit of the top odd card breaks ties (SU-8).",
    }
    order = SUIT_ORDER_NAMES[rules.suit_order]
    return {"suit_tiebreak": methods[rules.suit_tiebreak], "suit_order": f"Suits go from high to low: {order} (SU-12)."}


def high_order(high: RankingRules | None) -> Facts:
    """Returns the parts of the order of high hands that a house may change."""
    if high is None:
        return {}
    if not (high.straights or high.flushes):
        return {"flush_over_full": "Straights and flushes do not count (SK-8)."}
    circles = {
        CircularOrder.NONE: "No hand beats the royal flush but five of a kind (NU-1).",
        CircularOrder.ITALIAN: "The lowest straight flush beats the highest (NU-3).",
        CircularOrder.GREEK: "Four of the lowest rank beat the royal flush of hearts, which beats all else (NU-10).",
    }
    flush = "above a full house (SK-5)" if high.flush_over_full else "below a full house (SK-4)"
    return {"unbeatable": circles[high.unbeatable], "flush_over_full": f"A flush ranks {flush}."}
