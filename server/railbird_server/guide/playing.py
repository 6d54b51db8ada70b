"""How a game goes, told from its record: forced bets, the sizes of bets, and street after street."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from railbird_server.guide.saying import CitedSentence, cards_phrase, chips_phrase, number_word, cite
from railbird_server.rules.ranking import Order
from railbird_server.rules.variants import ForcedBets, FirstToAct, Street, Variant
from railbird_shared.games import Stakes, Structure

_SEVEN_CARDS = 7


def describe_forced_bets(variant: Variant, stakes: Stakes) -> list[CitedSentence]:
    """Returns what has to be paid before the first card, at these stakes."""
    ante = f"an ante of {chips_phrase(stakes.ante)} from everybody" if stakes.ante else "no antes"
    first = f"small blind {stakes.small_blind:,} left of the button, big blind {stakes.big_blind:,} next to it"
    match variant.forced_bets:
        case ForcedBets.BLINDS:
            sentences = [cite(f"{ante.capitalize()}.", "DL-7", "DL-8")] if stakes.ante else []
            sentences += [cite(f"{first.capitalize()}.", "DL-10"), cite("The blinds count as bets.", "BT-19")]
            return [*sentences, cite("Between two the button posts the small blind.", "DL-28")]
        case ForcedBets.ANTES:
            return [cite(f"{ante.capitalize()}.", "DL-7", "DL-8")]
        case ForcedBets.ANTES_AND_BRING_IN:
            bring_in = f"the player who begins has to bring it in for {chips_phrase(stakes.bring_in)} or complete"
            return [cite(f"{ante.capitalize()}.", "DL-8", "VT-S7-13"), cite(f"{bring_in.capitalize()}.", "VT-S7-5")]
        case ForcedBets.ANTES_AND_BUTTON:
            return [cite(f"{ante.capitalize()}, and {stakes.button_blind:,} more from the button as a bet.", "VT-XX-5")]
        case ForcedBets.ANTES_AS_BET:
            return [cite(f"{ante.capitalize()}, which counts as the first bet.", "SIMPLE-2", "SIMPLE-3")]
        case _:
            assert_never(variant.forced)


def describe_bet_sizes(variant: Variant, stakes: Stakes) -> CitedSentence:
    """Returns how much may be bet, at these stakes."""
    least = chips_phrase(stakes.minimum_bet)
    match variant.structure:
        case Structure.FIXED if any(street.big_bet for street in variant.streets):
            text = f"Limit: every bet and raise is {least}, and {stakes.big_bet:,} on the later streets."
            return cite(text, "BT-24", "BT-31")
        case Structure.FIXED:
            return cite(f"Limit: every bet and raise is {least}.", "BT-24")
        case Structure.SPREAD:
            return cite(f"Spread limit: from {least} to {stakes.big_bet:,}.", "BT-25", "BT-36")
        case Structure.POT:
            return cite(f"Pot limit: from {least} to the size of the pot.", "BT-27", "BT-32")
        case Structure.HALF_POT:
            return cite(f"Half-pot limit: from {least} to half of the pot.", "BT-28", "BT-32")
        case Structure.NO_LIMIT:
            if variant.forced_bets is ForcedBets.ANTES_AS_BET:
                return cite("No limit: from 1 chip to all you have.", "BT-26", "SIMPLE-18")
            return cite(f"No limit: from {least} to all you have.", "BT-26", "BT-32")
        case _:
            assert_never(variant.structure)


def describe_raises(variant: Variant) -> list[CitedSentence]:
    """Returns how often and by how much may be raised."""
    sentences = []
    if variant.raise_cap is None:
        sentences.append(cite("Any number in a round.", "BT-29"))
    else:
        sentences.append(cite(f"At most {number_word(variant.raise_cap)} in a round, any number between two.", "BT-29", "BT-30"))
    if variant.structure is Structure.FIXED:
        return [*sentences, cite("An all-in for half a bet or more counts as one.", "BT-35")]
    if variant.forced_bets is not ForcedBets.ANTES_AS_BET:
        least = "BT-36" if variant.structure is Structure.SPREAD else "BT-33"
        sentences.append(cite("Each is at least as large as the last bet or raise.", least))
    return [*sentences, cite("An all-in for less reopens nothing.", "BT-34")]


def describe_street(variant: Variant, index: int) -> list[CitedSentence]:
    """Returns what happens on a street: cards, exchanges, and who begins the betting."""
    street = variant.streets[index]
    sentences = [*_describe_dealing(street), *_describe_exchange(street)]
    if street.has_betting:
        sentences += _describe_betting(variant, street, first=index == 0)
    elif variant.forced_bets is ForcedBets.ANTES_AS_BET:
        sentences.append(cite("No betting follows.", "SIMPLE-14"))
    return sentences


def _describe_dealing(street: Street) -> Iterator[CitedSentence]:
    if street.burn and (street.down or street.up or street.board or street.draw):
        yield cite("A card is burned.", "DL-17")
    ways = [f"{cards_phrase(count)} face {way}" for count, way in ((street.down, "down"), (street.up, "up")) if count]
    if ways:
        yield cite(f"{' and '.join(ways)} to each player.".capitalize(), "DL-16")
    if street.board:
        yield cite(f"{cards_phrase(street.board)} on the board for all.".capitalize())
    if street.community_card_if_short:
        yield cite("If the pack is too short for all, one card is common to them.", "VT-S7-12")


def _describe_exchange(street: Street) -> Iterator[CitedSentence]:
    if street.discard:
        yield cite(f"Each player throws {cards_phrase(street.discard)} away.", "VT-XX-3")
    if street.draw:
        text = f"Each player may throw away up to {cards_phrase(street.draw)} for as many new ones, or stand pat."
        yield cite(text, "VT-5D-6", "VT-5D-7")
        yield cite("How many he throws away is public, which ones is not.", "VT-5D-18", "VT-5D-19")


def _describe_betting(variant: Variant, street: Street, *, first: bool) -> Iterator[CitedSentence]:
    yield _describe_first_to_act(variant, street, first=first)
    if street.must_open:
        yield cite("Without antes he has to open with the least bet.", "VT-S5-3")
    if first and variant.forced_bets is ForcedBets.BLINDS:
        yield cite("The big blind may raise though nobody did.", "BT-18")
    if first and variant.forced_bets is ForcedBets.ANTES_AND_BUTTON:
        yield cite("The button may raise though nobody did.", "BT-18")
    if first and variant.forced_bets is ForcedBets.ANTES_AS_BET:
        yield cite("Who stays in sees the bet or raises; nobody checks.", "SIMPLE-6")
    if variant.structure is Structure.FIXED and street.big_bet:
        yield cite("Big bets.", "BT-31")
    if variant.structure is Structure.FIXED and street.open_pair:
        yield cite("With a pair showing, anybody may use the big bet.", "VT-S7-11")


def _describe_first_to_act(variant: Variant, street: Street, *, first: bool) -> CitedSentence:
    seven = sum(each.down + each.up for each in variant.streets) >= _SEVEN_CARDS
    match street.first_to_act:
        case FirstToAct.LEFT_OF_BLINDS if variant.forced_bets is ForcedBets.BLINDS:
            return cite("Betting begins left of the big blind.", "BT-16")
        case FirstToAct.LEFT_OF_BUTTON if variant.by_seat_number:
            return cite("Betting begins with the lowest seat.", "SIMPLE-5")
        case FirstToAct.LEFT_OF_BUTTON | FirstToAct.LEFT_OF_BLINDS:
            return cite("Betting begins left of the button.", "BT-15" if first else "BT-17")
        case FirstToAct.OPENER:
            return cite("Betting begins with who opened, or the next player in to his left.", "VT-5D-8")
        case FirstToAct.LOWEST_UPCARD:
            return cite("The lowest upcard begins, of equal ranks the lowest suit.", "VT-S7-3", "VT-S7-4", "VT-S7-15")
        case FirstToAct.HIGHEST_UPCARD:
            return cite("The highest upcard begins, of equal ranks the highest suit.", _highest_upcard_clause(seven=seven), "SU-3")
        case FirstToAct.HIGHEST_UPCARD_ACE_LOW:
            return cite("The highest upcard begins, ace low, of equal ranks the highest suit.", "VT-RZ-2", "VT-RZ-4")
        case FirstToAct.BEST_SHOWING if variant.ranking.order is not Order.HIGH:
            return cite("The lowest hand showing begins.", "VT-RZ-3", "PH-7")
        case FirstToAct.BEST_SHOWING:
            clauses = ("VT-S7-7", "VT-S7-8") if seven else ("VT-S5-4", "VT-S5-6")
            return cite("The best hand showing begins.", *clauses, "PH-6")
        case _:
            assert_never(street.opener)


def _highest_upcard_clause(*, seven: bool) -> str:
    return "VT-S7-2" if seven else "VT-S5-2"
