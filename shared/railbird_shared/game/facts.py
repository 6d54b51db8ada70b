"""The facts of a game in sentences: what is paid and bet, what is dealt, which hands win, and how a pot is divided.

Each is told here alone, by its subject. The page of a game in the guide, the pages of a house and of a table, and the
lobby choose among them, in their own order and under their own headings; the guide has all of them. Some follow from
what a table announces, a `Game` and its `GameRules`, the others from the record of the game. No program reads the
sentences back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, assert_never

from railbird_shared.game import ranking_rules
from railbird_shared.game.announced_game import DISCARD, STRUCTURE_CLAUSES, STRUCTURE_NAMES, Family, Game, Structure
from railbird_shared.game.cards import HAND_SIZE, Card, Rank, format_cards
from railbird_shared.game.clauses import Clause, Clauses
from railbird_shared.game.game_rules import (
    CircularOrder,
    GameRules,
    HandRanking,
    HighOrLow,
    JokerRole,
    LowestWild,
    OddChip,
    OpeningRequirement,
    Order,
    Selection,
    WildScope,
    WildTiebreak,
)
from railbird_shared.game.variants import FirstToAct, ForcedBets, Street, Variant
from railbird_shared.game.variants.variant import OPENING_UPCARDS


class Fact(NamedTuple):
    """A sentence about a `subject`, and the clauses that it rests on."""

    subject: str
    sentence: str
    clauses: Clauses = ()

    def __str__(self) -> str:
        return f"{self.sentence[:-1]} ({', '.join(self.clauses)})." if self.clauses else self.sentence


def fact(subject: str, sentence: str, *clauses: Clause) -> Fact:
    """Returns a fact with its clauses."""
    return Fact(subject, sentence, clauses)


def chosen(facts: Iterable[Fact], subjects: Sequence[str], usual: Collection[Fact] = ()) -> list[Fact]:
    """Returns the facts of some subjects in the order of these, without those that are as `usual`."""
    by_subject = {each.subject: each for each in facts if each not in usual}
    return [by_subject[subject] for subject in subjects if subject in by_subject]


def number_word(count: int) -> str:
    """Returns a small number in words, a larger one in figures."""
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    return words[count] if count < len(words) else f"{count:,}"


def cards_phrase(count: int) -> str:
    """Returns a number of cards in words: "one card", "three cards"."""
    return f"{number_word(count)} card{'' if count == 1 else 's'}"


def chips_phrase(count: int) -> str:
    """Returns an amount of chips: "1 chip", "1,000 chips"."""
    return f"{count:,} chip{'' if count == 1 else 's'}"


# --- what is paid and bet --------------------------------------------------------------------------------------------


def stakes_facts(game: Game) -> Iterator[Fact]:
    """Yields the facts about the forced bets and the sizes of bets of a game, in chips."""
    stakes = game.stakes
    if stakes.ante:
        yield fact("ante", f"Everybody antes {stakes.ante:,}.", "DL-7", "DL-8")
    if stakes.has_one_blind:
        yield fact("blinds", f"There is one blind of {stakes.big_blind:,}.", "CX-42")
        yield fact("blinds_count", "The blind counts as a bet.", "BT-19")
    elif stakes.big_blind:
        yield fact("blinds", f"The blinds are {stakes.small_blind:,} and {stakes.big_blind:,}.", "DL-10", "DL-11")
        yield fact("blinds_count", "The blinds count as bets.", "BT-19")
        yield fact("between_two", "Between two the button posts the small blind.", "DL-28")
    if stakes.big_blind_ante:
        yield fact("big_blind_ante", f"The big blind antes {stakes.big_blind_ante:,} for all.", "CX-46")
    if stakes.button_blind:
        yield fact("button_blind", f"The button posts {stakes.button_blind:,} more.", "VT-XX-5")
    if stakes.bring_in:
        yield fact("bring_in", f"One player has to bring it in for {stakes.bring_in:,} or complete.", "VT-S7-5")
    yield _structure(game.structure)
    yield _bet_sizes(game)


def _structure(structure: Structure) -> Fact:
    return fact("structure", f"The betting is {STRUCTURE_NAMES[structure].lower()}.", STRUCTURE_CLAUSES[structure])


def _bet_sizes(game: Game) -> Fact:
    stakes = game.stakes
    sizes: dict[Structure, tuple[str, Clause]] = {
        Structure.FIXED: (f", and {stakes.big_bet:,} in the later rounds" if len(game.streets) > 1 else "", "BT-31"),
        Structure.SPREAD: (f" to {stakes.big_bet:,}", "BT-36"),
        Structure.POT: (" up to the size of the pot", "BT-32"),
        Structure.HALF_POT: (" up to half the size of the pot", "BT-32"),
        Structure.NO_LIMIT: (" up to all your chips", "BT-32"),
    }
    size, clause = sizes[game.structure]
    return fact("bet_sizes", f"Bets and raises are {stakes.minimum_bet:,}{size}.", clause)


_STARTS: dict[ForcedBets, tuple[str, Clause]] = {
    ForcedBets.BLINDS: ("Two blinds start the hand.", "DL-10"),
    ForcedBets.ANTES: ("Antes start the hand.", "DL-8"),
    ForcedBets.ANTES_AND_BUTTON: ("Antes start the hand, and a blind of the button.", "VT-XX-5"),
    ForcedBets.ANTES_AS_BET: ("Antes start the hand and count as its first bet.", "SIMPLE-2"),
}


def _start(variant: Variant, *, antes: bool, one_blind: bool) -> Fact:
    """How a hand starts, and in stud with whom."""
    if upcard := OPENING_UPCARDS.get(variant.streets[0].first_to_act):
        clause: Clause = "VT-S7-3" if upcard == "lowest" else "VT-RZ-2"
        if variant.forced_bets is ForcedBets.ANTES_AND_BRING_IN:
            with_antes = f"Antes and a bring-in by the {upcard} upcard start the hand."
            said = with_antes if antes else f"A bring-in by the {upcard} upcard starts the hand, without antes."
        elif antes:
            said = f"Antes start the hand, and the {upcard} upcard begins."
            clause = "VT-S5-2" if variant.streets[0].must_open else "VT-S7-2"
        else:
            said, clause = f"The {upcard} upcard has to open, as there are no antes.", "VT-S5-3"
    elif one_blind and variant.forced_bets is ForcedBets.BLINDS:
        said, clause = "One blind, left of the button, starts the hand.", "CX-42"
    else:
        said, clause = _STARTS[variant.forced_bets]
    return fact("forced_bets", said, clause)


def _raises(variant: Variant) -> Iterator[Fact]:
    cap = f"at most {variant.raise_cap} raises" if variant.raise_cap else "any number of raises"
    yield fact("raise_cap", f"A round has {cap}.", "BT-29")
    if variant.raise_cap:
        yield fact("raises_of_two", "Between two players there is any number of them.", "BT-30")
    if variant.structure is Structure.FIXED:
        half = "An all-in for half a bet or more counts as one, and the next adds a bet to it."
        yield fact("short_all_in", half, "BT-35")
        return
    if variant.forced_bets is ForcedBets.ANTES_AS_BET:
        yield fact("raise_size", "Each is of one chip or more.", "SIMPLE-18")
    else:
        least: Clause = "BT-36" if variant.structure is Structure.SPREAD else "BT-33"
        yield fact("raise_size", "Each is at least as large as the last bet or raise.", least)
    yield fact("short_all_in", "An all-in for less reopens nothing.", "BT-34")


# --- the cards in play -----------------------------------------------------------------------------------------------

_JOKERS: dict[tuple[bool, JokerRole], tuple[str, Clause]] = {
    (False, JokerRole.WILD): ("to stand for any card", "WC-4"),
    (False, JokerRole.BUG): ("to stand for an ace or to complete a straight or flush", "WC-13"),
    (True, JokerRole.WILD): ("to stand for any card", "LO-27"),
    (True, JokerRole.BUG): ("as the bug, which in a low hand may be any card", "LO-30"),
}
_TIEBREAKS = {
    WildTiebreak.NONE: "A hand with wild cards equals the natural one.",
    WildTiebreak.NATURAL_FIRST: "Of equal hands a natural one beats one with wild cards.",
    WildTiebreak.FEWER_WILD_FIRST: "Of equal hands the one with fewer wild cards wins.",
    WildTiebreak.MORE_WILD_FIRST: "Of equal hands a natural one wins, and then the one with more wild cards.",
}


def pack_facts(rules: HandRanking) -> Iterator[Fact]:
    """Yields the facts about the pack, the wild cards and the suits of a ranking, and what they do in ties."""
    low = rules.order is not Order.HIGH
    yield fact("pack", f"The pack has {rules.pack} cards, from the {_lowest_rank(rules).word} up.", "SK-1")
    if rules.packs > 1:
        several = f"{number_word(rules.packs)} packs are shuffled together.".capitalize()
        yield fact("packs", several, "MD-3", "MD-4", "MD-5")
    if rules.jokers:
        added = "joker is added" if rules.jokers == 1 else "jokers are added"
        role, clause = _JOKERS[low, rules.joker_role]
        yield fact("jokers", f"{number_word(rules.jokers).capitalize()} {added}, {role}.", clause)
    else:
        yield fact("jokers", "There are no jokers.", "WC-1")
    yield _wild_ranks(rules.wild_cards)
    if rules.lowest_wild is not LowestWild.NONE:
        concealed = rules.lowest_wild is LowestWild.CONCEALED
        scope = " and all others of its rank with it" if rules.lowest_wild_scope is WildScope.ALL_OF_RANK else ""
        said = f"Each player's lowest card {'dealt face down is' if concealed else 'is'} wild{scope}."
        yield fact("lowest_wild", said, "WC-27" if concealed else "WC-26", "WC-30")
    if _has_wild(rules):
        if not low and rules.double_ace_flush:
            yield fact("double_ace_flush", "A wild card may repeat a card, so that a flush holds two aces.", "WC-19")
        elif not low:
            held = "A wild card stands for no card that the hand holds, but in five of a kind."
            yield fact("double_ace_flush", held, "WC-4", "WC-5")
        yield fact(
            "wild_tiebreak", _TIEBREAKS[rules.wild_tiebreak], ranking_rules.WILD_TIEBREAK_CLAUSES[rules.wild_tiebreak]
        )
    decides = ("", "top card", "top card of a pair or more", "top odd card")[rules.suit_tiebreak]
    if decides:
        said = f"The suit of the {decides} breaks ties."
        yield fact("suit_tiebreak", said, ranking_rules.SUIT_TIEBREAK_CLAUSES[rules.suit_tiebreak])
    else:
        yield fact("suit_tiebreak", "Suits break no tie.", "SU-5")
    named = ranking_rules.SUIT_ORDER_NAMES.get(rules.suit_order, rules.suit_order)
    yield fact("suit_order", f"Suits go from high to low: {named}.", "SU-12")


def _lowest_rank(rules: HandRanking) -> Rank:
    return ranking_rules.LOWEST_RANK.get(rules.pack, Rank.TWO)  # a newer server may know further packs


def _has_wild(rules: HandRanking) -> bool:
    return bool(rules.jokers or rules.wild_cards or rules.lowest_wild is not LowestWild.NONE)


def _wild_ranks(cards: Sequence[Card]) -> Fact:
    if not cards:
        return fact("wild_ranks", "No rank is wild.", "WC-25")
    if cards == ranking_rules.WILD_SETS["deuces"]:
        return fact("wild_ranks", "Deuces are wild.", "WC-2")
    if cards == ranking_rules.WILD_SETS["one-eyed-jacks"]:
        return fact("wild_ranks", "One-eyed jacks, those of hearts and spades, are wild.", "WC-3")
    named = sorted(cards, key=lambda card: (-card.rank, -card.suit))
    return fact("wild_ranks", f"Wild are {format_cards(named)}.", "WC-4")


# --- which hands win -------------------------------------------------------------------------------------------------

_PLAYED = {
    HighOrLow.HIGH: fact("played", "The highest hand wins.", "HR-5"),
    HighOrLow.LOW: fact("played", "The lowest hand wins.", "VT-LB-1"),
    HighOrLow.HI_LO: fact("played", "The highest and the lowest hand share each pot.", "SD-18"),
}
_BADUGI = "Up to four cards of different ranks and suits make a badugi, more of them beating fewer; A-2-3-4 is best."
_LOW_SCALES: dict[Order, tuple[Fact, ...]] = {
    Order.ACE_TO_FIVE: (
        fact("low_scale", "Low hands rank ace to five: straights and flushes do not count.", "LO-1"),
        fact("best_low", "Aces are low, and 5-4-3-2-A is best.", "LO-2"),
    ),
    Order.DEUCE_TO_SEVEN: (
        fact("low_scale", "Low hands rank deuce to seven: aces are high, straights and flushes count.", "LO-8"),
        fact("best_low", "Straights and flushes count against a hand; 7-5-4-3-2 is best.", "LO-9", "LO-10"),
    ),
    Order.ACE_TO_SIX: (
        fact("low_scale", "Low hands rank ace to six: aces are low, straights and flushes count.", "LO-14"),
        fact("best_low", "Straights and flushes count against a hand; 6-4-3-2-A is best.", "LO-15"),
    ),
    Order.BADUGI: (fact("best_low", _BADUGI, "VT-XX-2"),),
}


def winner_facts(rules: GameRules) -> Iterator[Fact]:
    """Yields the facts about the hands that take the pot, and how high and low hands rank."""
    yield _PLAYED[ranking_rules.high_or_low(rules.high, rules.low)]
    if rules.low is not None:
        yield from _lows(rules.low, divided=rules.high is not None)
    if rules.high is not None:
        yield fact("high_scale", "High hands rank in the usual order.", "HR-6")
        yield from high_facts(rules.high)


def _lows(low: HandRanking, *, divided: bool) -> Iterator[Fact]:
    yield from _LOW_SCALES[low.order]
    if low.order is Order.ACE_TO_SIX:
        broadway, aces_high = low.a6_broadway_straight, low.a6_aces_high_pair
        said = f"A-K-Q-J-T is {'a' if broadway else 'no'} straight."
        yield fact("a6_broadway_straight", said, "LO-18" if broadway else "LO-16")
        said = f"A pair of aces is the {'highest' if aces_high else 'lowest'} pair."
        yield fact("a6_aces_high_pair", said, "LO-19" if aces_high else "LO-17")
    if divided and low.qualifier:
        yield fact("qualifier", "A low needs five different ranks of eight or lower.", "LO-22")
        yield fact("no_low", "Without one the high hand takes all.", "SD-19")
    elif divided:
        yield fact("qualifier", "The low half is always paid.", "SD-20")
    if divided:
        yield fact("both_halves", "High and low may be made of different cards.", "LO-26")
    if _has_wild(low):
        said = "In a low hand a wild card stands for the rank that makes it lowest, of those that it lacks."
        yield fact("wild_lows", said, "LO-27")


def high_facts(high: HandRanking) -> Iterator[Fact]:
    """Yields the facts about the order of high hands, as far as a house may change it."""
    if not (high.straights or high.flushes):
        yield fact("flush_over_full", "Straights and flushes do not count.", "SK-8")
        return
    match high.unbeatable:
        case CircularOrder.NONE:
            yield fact("unbeatable", "No hand beats the royal flush but five of a kind.", "NU-1")
        case CircularOrder.ITALIAN:
            yield fact("unbeatable", "The lowest straight flush beats the highest.", "NU-3")
            circle = "The highest beats the others, which beat the lowest; if all three kinds meet, they share the pot."
            yield fact("circle", circle, "NU-2", "NU-4", "NU-6", "NU-12")
        case CircularOrder.GREEK:
            four = "Four of the lowest rank beat the royal flush of hearts, which beats all else."
            yield fact("unbeatable", four, "NU-10")
            circle = "If a hand between the two is there as well, all three share the pot."
            yield fact("circle", circle, "NU-9", "NU-11", "NU-12")
        case _:
            assert_never(high.unbeatable)
    place = "above" if high.flush_over_full else "below"
    yield fact("flush_over_full", f"A flush ranks {place} a full house.", "SK-5" if high.flush_over_full else "SK-4")
    if high.pack != 52 and high.straights:
        ace = f"The ace stands next below the {_lowest_rank(high).word} in a straight, too."
        yield fact("low_ace", ace, "SK-2", "SK-3")


def card_use_facts(game: Game, rules: GameRules) -> Iterator[Fact]:
    """Yields the fact about which cards make up a hand where a player has more than they need."""
    if rules.selection is Selection.TWO_FROM_HAND:
        clauses: Clauses = ("VT-OM-2", "VT-O8-2") if rules.low else ("VT-OM-2",)
        yield Fact("card_use", "Exactly two of your own cards play, with three of the board.", clauses)
    elif game.cards + game.board > HAND_SIZE and (rules.low is None or rules.low.order is not Order.BADUGI):
        if game.board:
            best = "Your hand is the best five of your own cards and the board, as many of each as you like."
            yield fact("card_use", best, "HR-3", "VT-HE-5")
        else:
            yield fact("card_use", f"Your hand is the best five of your {game.cards} cards.", "HR-3")


# --- what is dealt ---------------------------------------------------------------------------------------------------


def deal_facts(game: Game, rules: GameRules) -> Iterator[Fact]:
    """Yields the facts about the cards and the rounds of a game, and how players exchange cards."""
    board = f", and {game.board} on the board for everybody" if game.board else ""
    yield fact("cards", f"You get {game.cards} cards{board}.")
    *others, last = [street for street in game.streets if street != DISCARD]
    named = f"{', '.join(others)} and {last}" if others else last
    yield fact("rounds", f"Betting rounds: {named}.")
    if rules.draws:
        times = "once" if len(rules.draws) == 1 else f"{len(rules.draws)} times"
        yield fact("draws", f"You may exchange up to {max(rules.draws)} cards {times}.", "VT-5D-6")
        if rules.discard_limit:
            yield _discard_limit(rules)
    if DISCARD in game.streets:
        yield fact("discard", "You throw a card away on the way.", "VT-XX-3")


def _discard_limit(rules: GameRules) -> Fact:
    if not rules.discard_limit:
        return fact("discard_limit", "Any number may be drawn.", "VT-5D-11")
    four = ", four to an ace or a wild card" if max(rules.draws) >= HAND_SIZE else ""
    return fact("discard_limit", f"Three cards may be drawn{four}.", "VT-5D-11")


def _draws(variant: Variant) -> Iterator[Fact]:
    yield _discard_limit(variant.rules)
    if max(street.draw for street in variant.streets) >= HAND_SIZE:
        fifth = "after all others have drawn" if variant.fifth_card_last else "at once"
        yield fact("fifth_card_last", f"A fifth new card comes {fifth}.", "VT-5D-12")
        if variant.fifth_card_last:
            said = "If nobody else was served since the fourth, a card is burned before it."
            yield fact("fifth_card_burn", said, "VT-5D-13")
    bottom = "is not drawn while another is left" if variant.bottom_card_held else "may be drawn"
    yield fact("bottom_card_held", f"The bottom card of the pack {bottom}.", "VT-5D-14")
    dealt = sum(street.down + street.up + street.draw for street in variant.streets)
    if dealt * variant.max_seats > len(variant.pack):
        said = "When the pack runs out, the others' discards are shuffled."
        yield fact("reshuffle", said, "VT-5D-15", "VT-5D-16")
    later = [street for street in variant.streets if street.draw and street.has_betting]
    if later:
        by_opener = later[0].first_to_act is FirstToAct.OPENER
        first = "the player who opened the first" if by_opener else "the player left of the button"
        said = f"The round after a draw begins with {first}."
        yield fact("opener_first_round2", said, "VT-5D-8" if by_opener else "VT-5D-9")
    if variant.high is None and variant.ranking.order is Order.ACE_TO_FIVE:
        must = "has to" if variant.sevens_must_bet else "need not"
        yield fact("sevens_must_bet", f"A seven or better {must} bet after the draw.", "VT-LB-5")


_FIRST_ROUND_OPTIONS = {
    ForcedBets.BLINDS: fact("option", "The big blind may raise though nobody did.", "BT-18"),
    ForcedBets.ANTES_AND_BUTTON: fact("option", "The button may raise though nobody did.", "BT-18"),
    ForcedBets.ANTES_AS_BET: fact("option", "Players who stay in see the bet or raise; nobody checks.", "SIMPLE-6"),
}


def street_facts(variant: Variant, street: Street) -> Iterator[Fact]:
    """Yields the facts about a street: its cards, its draw, who acts first, and its bets."""
    if street.burn and (street.down or street.up or street.board or street.draw):
        yield fact("burned", "A card is burned.", "DL-17")
    if ways := [f"{cards_phrase(count)} face {way}" for way in ("down", "up") if (count := getattr(street, way))]:
        yield fact("dealt", f"{' and '.join(ways)} to each player.".capitalize(), "DL-16")
    if street.board:
        yield fact("board", f"{cards_phrase(street.board)} on the board for all.".capitalize())
    if street.community_card_if_short:
        yield fact("common", "If the pack is too short for all, one card is common to them.", "VT-S7-12")
    if street.discard:
        yield fact("discard", f"Each player throws {cards_phrase(street.discard)} away.", "VT-XX-3")
    if street.draw:
        text = f"Each player may throw away up to {cards_phrase(street.draw)} for as many new ones, or stand pat."
        yield fact("exchange", text, "VT-5D-6", "VT-5D-7")
        yield fact("secret", "How many they throw away is public, which ones is not.", "VT-5D-18", "VT-5D-19")
    if street.has_betting:
        yield from _betting(variant, street)
    elif variant.forced_bets is ForcedBets.ANTES_AS_BET:
        yield fact("first_to_act", "No betting follows.", "SIMPLE-14")


def _betting(variant: Variant, street: Street) -> Iterator[Fact]:
    first, fixed = street is variant.streets[0], variant.structure is Structure.FIXED
    yield _first_to_act(variant, street, first=first)
    if street.must_open:
        yield fact("must_open", "Without antes they have to open with the least bet.", "VT-S5-3")
    if first and variant.forced_bets in _FIRST_ROUND_OPTIONS:
        yield _FIRST_ROUND_OPTIONS[variant.forced_bets]
    if fixed and street.big_bet:
        yield fact("big_bets", "Big bets.", "BT-31")
    if fixed and street.open_pair:
        yield fact("open_pair", "With a pair showing, anybody may use the big bet.", "VT-S7-11")


def _first_to_act(variant: Variant, street: Street, *, first: bool) -> Fact:
    begins = partial(fact, "first_to_act")
    seven = sum(each.down + each.up for each in variant.streets) > HAND_SIZE
    match street.first_to_act:
        case FirstToAct.LEFT_OF_BLINDS if variant.forced_bets is ForcedBets.BLINDS:
            return begins("Betting begins left of the big blind.", "BT-16")
        case FirstToAct.LEFT_OF_BUTTON if variant.by_seat_number:
            return begins("Betting begins with the lowest seat.", "SIMPLE-5")
        case FirstToAct.LEFT_OF_BUTTON | FirstToAct.LEFT_OF_BLINDS:
            return begins("Betting begins left of the button.", "BT-15" if first else "BT-17")
        case FirstToAct.OPENER:
            return begins("Betting begins with the opener, or the next player in to their left.", "VT-5D-8")
        case FirstToAct.LOWEST_UPCARD:
            said = "The lowest upcard begins, of equal ranks the lowest suit."
            return begins(said, "VT-S7-3", "VT-S7-4", "VT-S7-15")
        case FirstToAct.HIGHEST_UPCARD:
            said = "The highest upcard begins, of equal ranks the highest suit."
            return begins(said, "VT-S7-2" if seven else "VT-S5-2", "SU-3")
        case FirstToAct.HIGHEST_UPCARD_ACE_LOW:
            said = "The highest upcard begins, ace low, of equal ranks the highest suit."
            return begins(said, "VT-RZ-2", "VT-RZ-4")
        case FirstToAct.BEST_SHOWING if variant.ranking.order is not Order.HIGH:
            return begins("The lowest hand showing begins.", "VT-RZ-3", "PH-7")
        case FirstToAct.BEST_SHOWING if seven:
            return begins("The best hand showing begins.", "VT-S7-7", "VT-S7-8", "PH-6")
        case FirstToAct.BEST_SHOWING:
            return begins("The best hand showing begins.", "VT-S5-4", "VT-S5-6", "PH-6")
        case _:
            assert_never(street.first_to_act)


# --- the showdown and the pot ----------------------------------------------------------------------------------------


def showdown_facts(rules: GameRules, *, by_seat_number: bool = False) -> Iterator[Fact]:
    """Yields the facts about how hands count, and the winner who gets an odd chip."""
    if by_seat_number:
        yield fact("odd_chip", "An odd chip goes to the winner in the lowest seat.", "SIMPLE-19")
    elif rules.odd_chip is OddChip.SUIT:
        yield fact("odd_chip", "An odd chip goes to the winner with the highest card by suit.", "SD-16")
    else:
        yield fact("odd_chip", "An odd chip goes to the first winner left of the button.", "SD-16")
    counts = "A hand counts as its owner declares it." if rules.declared_hands else "Cards speak."
    yield fact("declared_hands", counts, "SD-10" if rules.declared_hands else "SD-9")
    if rules.high and rules.low:
        declared = "Players declare for high, low or both before they show."
        speak = "Nobody declares for high or low: the cards speak."
        yield fact("hilo_declare", declared if rules.hilo_declare else speak, "SD-21")


_RUNS: dict[int, tuple[str, Clause]] = {
    1: ("once", "SD-24"),
    2: ("twice if all agree", "SD-26"),
    3: ("up to three times if all agree", "SD-26"),
}
_REQUIREMENTS = {
    OpeningRequirement.NONE: fact("open_requirement", "Any hand may open.", "VT-5D-3"),
    OpeningRequirement.JACKS: fact("open_requirement", "A pair of jacks or better is needed to open.", "VT-5D-20"),
    OpeningRequirement.PROGRESSIVE: fact(
        "open_requirement", "Jacks are needed to open, and a higher pair after each hand passed out.", "VT-5D-23"
    ),
}


def variant_facts(variant: Variant, *, antes: bool = True, one_blind: bool = False) -> Iterator[Fact]:
    """Yields the facts that a house may change of a game; `antes` and `one_blind` say what is posted besides."""
    rules = variant.rules
    yield from winner_facts(rules)
    yield from pack_facts(variant.ranking)
    yield _structure(variant.structure)
    yield from _raises(variant)
    if variant.has_draws:
        yield from _draws(variant)
    yield _start(variant, antes=antes, one_blind=one_blind)
    if variant.family is Family.DRAW:
        yield _REQUIREMENTS[variant.open_requirement]
    burned = [street.burn for street in variant.streets[1:] if not street.discard]
    if burned:
        which = "A card is burned before each" if burned[0] else "No card is burned before any"
        yield fact("burn", f"{which} later street.", "DL-17")
    yield from showdown_facts(rules, by_seat_number=variant.by_seat_number)
    if not variant.has_draws and len(variant.streets) > 1:
        often, clause = _RUNS[variant.runs]
        yield fact("runs", f"When all are all-in, the rest is dealt {often}.", clause)
    yield fact("seats", f"At most {variant.max_seats} play.", "DL-22")


def procedure_facts(variant: Variant) -> Iterator[Fact]:
    """Yields the facts about how a hand goes by the rules alone: openers, passed-out hands, and who shows what."""
    if variant.open_requirement is not OpeningRequirement.NONE:
        yield fact("openers", "The opener shows their openers at the end; they may break them.", "VT-5D-24", "VT-5D-25")
        if variant.ranking.jokers and variant.ranking.joker_role is JokerRole.BUG:
            yield fact("bug_openers", "An ace and the bug are a pair of aces.", "VT-5D-27")
    if variant.pass_out:
        thrown_in = "If all pass the first round, the cards are thrown in and the pot stays for the next hand."
        yield fact("pass_out", thrown_in, "BT-38")
        back = "In a tournament, and when the table closes, it goes back to those who paid into it."
        yield fact("pass_out_pot", back, "BT-38", "CX-48")
    if variant.last_decision_street + 1 < len(variant.streets):
        yield fact("turned_up", "When nobody can bet any more, all hands are turned up and the rest is dealt.", "SD-24")
    if variant.by_seat_number:
        yield fact("first_to_show", "The hands are shown in the order of the seats.", "SIMPLE-16")
    else:
        last = "The last to bet or raise in the final round shows first, or else the first left of the button."
        yield fact("first_to_show", last, "SD-2", "SD-3")
        yield fact("side_pots", "With side pots, those who contest the latest show before the others.", "SD-2")
    if variant.show_all_hands or variant.hilo_declare or variant.declared_hands or variant.ranking.circular:
        yield fact("mucking", "Every hand is shown.", "SIMPLE-15" if variant.show_all_hands else "SD-4")
    else:
        yield fact("mucking", "A beaten player may muck unseen.", "SD-6")
    if variant.declared_hands:
        yield fact("claims", "Players say what they hold, and a hand counts for no more than was said.", "SD-11")
    if variant.hilo_declare:
        yield fact("declaring", "They declare in secret and together.", "SD-23")
        yield fact("both", "A player who declares both has to win both.", "SD-22")
    yield fact("uncalled", "The part of a bet that nobody calls goes back.", "AI-10")
    yield fact("sharing", "Equal hands share.", "HR-8", "SD-15")
    if variant.high is not None and variant.low is not None:
        yield fact("odd_half", "The odd chip of a pot goes to its high half.", "SD-17")


_PLAIN = HandRanking()
USUAL_RANKING = frozenset((*pack_facts(_PLAIN), *high_facts(_PLAIN)))
"""The facts of the usual ranking: the whole pack, nothing wild, and no tie broken by suits."""
