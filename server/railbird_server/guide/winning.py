"""What wins in a game, told from its rankings: the order of hands, wild cards, and how pots are divided."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from railbird_server.guide.saying import Said, number, said
from railbird_server.rules.ranking import (
    WILD_SETS,
    JokerRole,
    LowestWild,
    Order,
    RankingRules,
    Unbeatable,
    WildScope,
    WildTiebreak,
)
from railbird_server.rules.variants import OddChip, Selection, Variant
from railbird_shared.cards import write_cards

_FIVE = 5
_SUIT_METHODS = {1: ("top card", "SU-6"), 2: ("top paired card", "SU-7"), 3: ("top odd card", "SU-8")}
_WILD_NAMES = {"deuces": ("WC-2",), "one-eyed-jacks": ("WC-3",)}
_WILD_TIES = {
    WildTiebreak.NATURAL_FIRST: ("one without wild cards wins", "WC-21"),
    WildTiebreak.FEWER_WILD_FIRST: ("the one with fewer wild cards wins", "WC-22"),
    WildTiebreak.MORE_WILD_FIRST: ("a natural one wins, and then more wild cards beat fewer", "WC-23"),
}


def pack(rules: RankingRules) -> list[Said]:
    """Returns which cards are played with, and which of them are wild."""
    told = [said("52 cards.")] if rules.pack == 52 else []
    if rules.pack != 52:
        told.append(said(f"{rules.pack} cards, {rules.lowest_rank.plural} to aces.", "SK-1"))
    if rules.packs > 1:
        told.append(said(f"{number(rules.packs)} packs of them.".capitalize(), "MD-3", "MD-4", "MD-5"))
    return [*told, *_wild_cards(rules)]


def _wild_cards(rules: RankingRules) -> Iterator[Said]:
    if rules.jokers:
        several = f"{number(rules.jokers)} joker{'' if rules.jokers == 1 else 's'}".capitalize()
        if rules.order is not Order.HIGH:
            bug = rules.joker_role is JokerRole.BUG
            yield said(f"{several}, which may be any card.", "WC-1", "LO-30" if bug else "LO-27")
        elif rules.joker_role is JokerRole.BUG:
            yield said(f"{several}, the bug: an ace, or what completes a straight or a flush.", "WC-1", "WC-13")
        else:
            yield said(f"{several}, wild.", "WC-1", "WC-4", "WC-5")
    if rules.wild_cards:
        names = {cards: name for name, cards in WILD_SETS.items()}
        name = names.get(rules.wild_cards, write_cards(sorted(rules.wild_cards, key=str)))
        yield said(f"Wild: {name.replace('-', ' ')}.", *_WILD_NAMES.get(name, ()), "WC-4")
    if rules.lowest_wild is not LowestWild.NONE:
        concealed = rules.lowest_wild is LowestWild.CONCEALED
        which = "lowest card dealt face down" if concealed else "lowest card"
        every = rules.lowest_wild_scope is WildScope.ALL_OF_RANK
        scope = "and all others of its rank" if every else "one only, even if he holds several of its rank"
        yield said(f"Each player's {which} is wild, {scope}.", "WC-27" if concealed else "WC-26", "WC-30")


def sides(variant: Variant) -> list[Said]:
    """Returns who takes the pot, or its halves, and by which order of hands."""
    high, low = variant.high, variant.low
    if high is not None and low is not None:
        told = [
            said("Of every pot the best high hand takes one half and the best low hand the other.", "SD-18"),
            said("They may be made of different cards.", "LO-26"),
        ]
        if low.qualifier:
            told.append(said(f"Without a low of {number(low.qualifier)} or better high takes all.", "LO-22", "SD-19"))
        else:
            told.append(said("Low is paid whatever it is.", "SD-20"))
        return [*told, *_order(high), *_order(low)]
    return [*_order(variant.ranking)]


def _order(rules: RankingRules) -> list[Said]:
    match rules.order:
        case Order.HIGH:
            return [said("High: the usual order of hands.", "HR-5", "HR-6"), *_changes(rules)]
        case Order.ACE_TO_FIVE:
            text = "Low, ace to five: aces are low, straights and flushes do not count; 5-4-3-2-A is best."
            return [said(text, "LO-1", "LO-2"), *_ties(rules)]
        case Order.DEUCE_TO_SEVEN:
            text = "Low, deuce to seven: aces are high, straights and flushes count against you; 7-5-4-3-2 is best."
            return [said(text, "LO-8", "LO-9", "LO-10"), *_ties(rules)]
        case Order.ACE_TO_SIX:
            text = "Low, ace to six: aces are low, straights and flushes count against you; 6-4-3-2-A is best."
            return [said(text, "LO-14", "LO-15"), *_ace_to_six(rules), *_ties(rules)]
        case Order.BADUGI:
            text = "Low: up to four cards of different ranks and suits, more of them beating fewer; A-2-3-4 is best."
            return [said(text, "VT-XX-2"), *_ties(rules)]
        case _:
            assert_never(rules.order)


def _ace_to_six(rules: RankingRules) -> Iterator[Said]:
    broadway, clause = ("a straight", "LO-18") if rules.a6_broadway_straight else ("a king-down", "LO-16")
    yield said(f"A-K-Q-J-T is {broadway}.", clause)
    aces, clause = ("above kings", "LO-19") if rules.a6_aces_high_pair else ("the lowest pair", "LO-17")
    yield said(f"A pair of aces is {aces}.", clause)


def _changes(rules: RankingRules) -> Iterator[Said]:
    """What differs from the usual order of high hands."""
    if rules.pack != 52 and rules.straights:
        yield said(f"The ace stands next below the {rules.lowest_rank.word} in a straight, too.", "SK-2", "SK-3")
    if not rules.straights or not rules.flushes:
        missing = [name for name, there in (("straights", rules.straights), ("flushes", rules.flushes)) if not there]
        yield said(f"There are no {' and no '.join(missing)}.", "SK-8")
    if rules.flush_over_full:
        yield said("A flush beats a full house.", "SK-4", "SK-5")
    match rules.unbeatable:
        case Unbeatable.ITALIAN:
            yield said("The lowest straight flush beats the highest, which beats the others.", "NU-2", "NU-3", "NU-4")
            yield said("If all three kinds meet, they share the pot.", "NU-6", "NU-12")
        case Unbeatable.GREEK:
            lowest = rules.lowest_rank.plural
            yield said(f"The royal flush of hearts beats everything but four {lowest}.", "NU-9", "NU-10")
            yield said("If a hand between the two is there as well, all three share the pot.", "NU-11", "NU-12")
        case Unbeatable.NONE:
            pass
        case _:
            assert_never(rules.unbeatable)
    if rules.double_ace_flush:
        yield said("A flush with a wild card may hold two aces.", "WC-19")
    yield from _ties(rules)


def _ties(rules: RankingRules) -> Iterator[Said]:
    if rules.wild_tiebreak is not WildTiebreak.NONE:
        text, clause = _WILD_TIES[rules.wild_tiebreak]
        yield said(f"Of otherwise equal hands {text}.", clause)
    if rules.suit_tiebreak:
        card, clause = _SUIT_METHODS[rules.suit_tiebreak]
        yield said(f"Equal hands are told apart by the suit of their {card}.", clause, "SU-12")


def selection(variant: Variant) -> list[Said]:
    """Returns which of the cards make a hand, where there are more than it needs."""
    held = sum(street.down + street.up - street.discard for street in variant.streets)
    if variant.selection is Selection.TWO_FROM_HAND:
        clauses = ("VT-OM-2", "VT-O8-2") if variant.low else ("VT-OM-2",)
        return [said("Exactly two cards of the hand and three of the board make it.", *clauses)]
    if any(street.board for street in variant.streets):
        return [said("The best five of the hand and the board count.", "HR-3", "VT-HE-5")]
    return [said(f"The best five of the {number(held)} cards count.", "HR-3")] if held > _FIVE else []


def sharing(variant: Variant) -> list[Said]:
    """Returns how a pot is shared, and who gets the chips that cannot be."""
    told = [said("Equal hands share.", "HR-8", "SD-15")]
    if variant.high is not None and variant.low is not None:
        told.append(said("The odd chip of a pot goes to its high half.", "SD-17"))
    if variant.by_seat:
        told.append(said("Chips that cannot be shared go to the lowest seats.", "SD-16", "SIMPLE-19"))
    elif variant.odd_chip is OddChip.SUIT:
        told.append(said("Chips that cannot be shared go by the highest card, by suit if need be.", "SD-16", "SU-4"))
    else:
        told.append(said("Chips that cannot be shared go to the first winners left of the button.", "SD-16"))
    return told
