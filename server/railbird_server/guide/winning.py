"""What wins in a game, told from its rankings: the order of hands, wild cards, and how pots are divided."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from railbird_server.guide.saying import CitedSentence, number_word, cite
from railbird_server.rules.ranking import (
    WILD_SETS,
    JokerRole,
    LowestWild,
    Order,
    RankingRules,
    CircularOrder,
    WildScope,
    WildTiebreak,
)
from railbird_server.rules.variants import OddChip, Selection, Variant
from railbird_shared.cards import format_cards

_FIVE_CARDS = 5
_SUIT_TIEBREAKS = {1: ("top card", "SU-6"), 2: ("top paired card", "SU-7"), 3: ("top odd card", "SU-8")}
_WILD_SET_CLAUSES = {"deuces": ("WC-2",), "one-eyed-jacks": ("WC-3",)}
_WILD_TIEBREAKS = {
    WildTiebreak.NATURAL_FIRST: ("one without wild cards wins", "WC-21"),
    WildTiebreak.FEWER_WILD_FIRST: ("the one with fewer wild cards wins", "WC-22"),
    WildTiebreak.MORE_WILD_FIRST: ("a natural one wins, and then more wild cards beat fewer", "WC-23"),
}


def describe_pack(rules: RankingRules) -> list[CitedSentence]:
    """Returns which cards are played with, and which of them are wild."""
    sentences = [cite("52 cards.")] if rules.pack == 52 else []
    if rules.pack != 52:
        sentences.append(cite(f"{rules.pack} cards, {rules.lowest_rank.plural} to aces.", "SK-1"))
    if rules.packs > 1:
        sentences.append(cite(f"{number_word(rules.packs)} packs of them.".capitalize(), "MD-3", "MD-4", "MD-5"))
    return [*sentences, *_describe_wild_cards(rules)]


def _describe_wild_cards(rules: RankingRules) -> Iterator[CitedSentence]:
    if rules.jokers:
        several = f"{number_word(rules.jokers)} joker{'' if rules.jokers == 1 else 's'}".capitalize()
        if rules.order is not Order.HIGH:
            bug = rules.joker_role is JokerRole.BUG
            yield cite(f"{several}, which may be any card.", "WC-1", "LO-30" if bug else "LO-27")
        elif rules.joker_role is JokerRole.BUG:
            yield cite(f"{several}, the bug: an ace, or what completes a straight or a flush.", "WC-1", "WC-13")
        else:
            yield cite(f"{several}, wild.", "WC-1", "WC-4", "WC-5")
    if rules.wild_cards:
        names = {cards: name for name, cards in WILD_SETS.items()}
        name = names.get(rules.wild_cards, format_cards(sorted(rules.wild_cards, key=str)))
        yield cite(f"Wild: {name.replace('-', ' ')}.", *_WILD_SET_CLAUSES.get(name, ()), "WC-4")
    if rules.lowest_wild is not LowestWild.NONE:
        concealed = rules.lowest_wild is LowestWild.CONCEALED
        which = "lowest card dealt face down" if concealed else "lowest card"
        every = rules.lowest_wild_scope is WildScope.ALL_OF_RANK
        scope = "and all others of its rank" if every else "one only, even if he holds several of its rank"
        yield cite(f"Each player's {which} is wild, {scope}.", "WC-27" if concealed else "WC-26", "WC-30")


def describe_ranking(variant: Variant) -> list[CitedSentence]:
    """Returns who takes the pot, or its halves, and by which order of hands."""
    high, low = variant.high, variant.low
    if high is not None and low is not None:
        sentences = [
            cite("Of every pot the best high hand takes one half and the best low hand the other.", "SD-18"),
            cite("They may be made of different cards.", "LO-26"),
        ]
        if low.qualifier:
            sentences.append(cite(f"Without a low of {number_word(low.qualifier)} or better high takes all.", "LO-22", "SD-19"))
        else:
            sentences.append(cite("Low is paid whatever it is.", "SD-20"))
        return [*sentences, *_describe_order(high), *_describe_order(low)]
    return [*_describe_order(variant.ranking)]


def _describe_order(rules: RankingRules) -> list[CitedSentence]:
    match rules.order:
        case Order.HIGH:
            return [cite("High: the usual order of hands.", "HR-5", "HR-6"), *_describe_high_changes(rules)]
        case Order.ACE_TO_FIVE:
            text = "Low, ace to five: aces are low, straights and flushes do not count; 5-4-3-2-A is best."
            return [cite(text, "LO-1", "LO-2"), *_describe_tiebreaks(rules)]
        case Order.DEUCE_TO_SEVEN:
            text = "Low, deuce to seven: aces are high, straights and flushes count against you; 7-5-4-3-2 is best."
            return [cite(text, "LO-8", "LO-9", "LO-10"), *_describe_tiebreaks(rules)]
        case Order.ACE_TO_SIX:
            text = "Low, ace to six: aces are low, straights and flushes count against you; 6-4-3-2-A is best."
            return [cite(text, "LO-14", "LO-15"), *_describe_ace_to_six(rules), *_describe_tiebreaks(rules)]
        case Order.BADUGI:
            text = "Low: up to four cards of different ranks and suits, more of them beating fewer; A-2-3-4 is best."
            return [cite(text, "VT-XX-2"), *_describe_tiebreaks(rules)]
        case _:
            assert_never(rules.order)


def _describe_ace_to_six(rules: RankingRules) -> Iterator[CitedSentence]:
    broadway, clause = ("a straight", "LO-18") if rules.a6_broadway_straight else ("a king-down", "LO-16")
    yield cite(f"A-K-Q-J-T is {broadway}.", clause)
    aces, clause = ("above kings", "LO-19") if rules.a6_aces_high_pair else ("the lowest pair", "LO-17")
    yield cite(f"A pair of aces is {aces}.", clause)


def _describe_high_changes(rules: RankingRules) -> Iterator[CitedSentence]:
    """What differs from the usual order of high hands."""
    if rules.pack != 52 and rules.straights:
        yield cite(f"The ace stands next below the {rules.lowest_rank.word} in a straight, too.", "SK-2", "SK-3")
    if not rules.straights or not rules.flushes:
        missing = [name for name, there in (("straights", rules.straights), ("flushes", rules.flushes)) if not there]
        yield cite(f"There are no {' and no '.join(missing)}.", "SK-8")
    if rules.flush_over_full:
        yield cite("A flush beats a full house.", "SK-4", "SK-5")
    match rules.unbeatable:
        case CircularOrder.ITALIAN:
            yield cite("The lowest straight flush beats the highest, which beats the others.", "NU-2", "NU-3", "NU-4")
            yield cite("If all three kinds meet, they share the pot.", "NU-6", "NU-12")
        case CircularOrder.GREEK:
            lowest = rules.lowest_rank.plural
            yield cite(f"The royal flush of hearts beats everything but four {lowest}.", "NU-9", "NU-10")
            yield cite("If a hand between the two is there as well, all three share the pot.", "NU-11", "NU-12")
        case CircularOrder.NONE:
            pass
        case _:
            assert_never(rules.unbeatable)
    if rules.double_ace_flush:
        yield cite("A flush with a wild card may hold two aces.", "WC-19")
    yield from _describe_tiebreaks(rules)


def _describe_tiebreaks(rules: RankingRules) -> Iterator[CitedSentence]:
    if rules.wild_tiebreak is not WildTiebreak.NONE:
        text, clause = _WILD_TIEBREAKS[rules.wild_tiebreak]
        yield cite(f"Of otherwise equal hands {text}.", clause)
    if rules.suit_tiebreak:
        card, clause = _SUIT_TIEBREAKS[rules.suit_tiebreak]
        yield cite(f"Equal hands are told apart by the suit of their {card}.", clause, "SU-12")


def describe_card_use(variant: Variant) -> list[CitedSentence]:
    """Returns which of the cards make a hand, where there are more than it needs."""
    card_count = sum(street.down + street.up - street.discard for street in variant.streets)
    if variant.selection is Selection.TWO_FROM_HAND:
        clauses = ("VT-OM-2", "VT-O8-2") if variant.low else ("VT-OM-2",)
        return [cite("Exactly two cards of the hand and three of the board make it.", *clauses)]
    if any(street.board for street in variant.streets):
        return [cite("The best five of the hand and the board count.", "HR-3", "VT-HE-5")]
    return [cite(f"The best five of the {number_word(card_count)} cards count.", "HR-3")] if card_count > _FIVE_CARDS else []


def describe_sharing(variant: Variant) -> list[CitedSentence]:
    """Returns how a pot is shared, and who gets the chips that cannot be."""
    sentences = [cite("Equal hands share.", "HR-8", "SD-15")]
    if variant.high is not None and variant.low is not None:
        sentences.append(cite("The odd chip of a pot goes to its high half.", "SD-17"))
    if variant.by_seat_number:
        sentences.append(cite("Chips that cannot be shared go to the lowest seats.", "SD-16", "SIMPLE-19"))
    elif variant.odd_chip is OddChip.SUIT:
        sentences.append(cite("Chips that cannot be shared go by the highest card, by suit if need be.", "SD-16", "SU-4"))
    else:
        sentences.append(cite("Chips that cannot be shared go to the first winners left of the button.", "SD-16"))
    return sentences
