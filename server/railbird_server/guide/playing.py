"""How a game goes, told from its record: forced bets, the sizes of bets, and street after street."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from railbird_server.guide.saying import Said, cards, chips, number, said
from railbird_server.rules.ranking import Order
from railbird_server.rules.variants import Forced, Opener, Street, Variant
from railbird_shared.games import Stakes, Structure

_SEVEN = 7


def forced_bets(variant: Variant, stakes: Stakes) -> list[Said]:
    """Returns what has to be paid before the first card, at these stakes."""
    ante = f"an ante of {chips(stakes.ante)} from everybody" if stakes.ante else "no antes"
    first = f"small blind {stakes.small_blind:,} left of the button, big blind {stakes.big_blind:,} next to it"
    match variant.forced:
        case Forced.BLINDS:
            told = [said(f"{ante.capitalize()}.", "DL-7", "DL-8")] if stakes.ante else []
            told += [said(f"{first.capitalize()}.", "DL-10"), said("The blinds count as bets.", "BT-19")]
            return [*told, said("Between two the button posts the small blind.", "DL-28")]
        case Forced.ANTES:
            return [said(f"{ante.capitalize()}.", "DL-7", "DL-8")]
        case Forced.ANTES_AND_BRING_IN:
            bring_in = f"the player who begins has to bring it in for {chips(stakes.bring_in)} or complete"
            return [said(f"{ante.capitalize()}.", "DL-8", "VT-S7-13"), said(f"{bring_in.capitalize()}.", "VT-S7-5")]
        case Forced.ANTES_AND_BUTTON:
            return [said(f"{ante.capitalize()}, and {stakes.button_blind:,} more from the button as a bet.", "VT-XX-5")]
        case Forced.ANTES_AS_BET:
            return [said(f"{ante.capitalize()}, which counts as the first bet.", "SIMPLE-2", "SIMPLE-3")]
        case _:
            assert_never(variant.forced)


def bets(variant: Variant, stakes: Stakes) -> Said:
    """Returns how much may be bet, at these stakes."""
    least = chips(stakes.minimum_bet)
    match variant.structure:
        case Structure.FIXED if any(street.big for street in variant.streets):
            text = f"Limit: every bet and raise is {least}, and {stakes.big_bet:,} on the later streets."
            return said(text, "BT-24", "BT-31")
        case Structure.FIXED:
            return said(f"Limit: every bet and raise is {least}.", "BT-24")
        case Structure.SPREAD:
            return said(f"Spread limit: from {least} to {stakes.big_bet:,}.", "BT-25", "BT-36")
        case Structure.POT:
            return said(f"Pot limit: from {least} to the size of the pot.", "BT-27", "BT-32")
        case Structure.HALF_POT:
            return said(f"Half-pot limit: from {least} to half of the pot.", "BT-28", "BT-32")
        case Structure.NO_LIMIT:
            if variant.forced is Forced.ANTES_AS_BET:
                return said("No limit: from 1 chip to all you have.", "BT-26", "SIMPLE-18")
            return said(f"No limit: from {least} to all you have.", "BT-26", "BT-32")
        case _:
            assert_never(variant.structure)


def raises(variant: Variant) -> list[Said]:
    """Returns how often and by how much may be raised."""
    told = []
    if variant.raise_cap is None:
        told.append(said("Any number in a round.", "BT-29"))
    else:
        told.append(said(f"At most {number(variant.raise_cap)} in a round, any number between two.", "BT-29", "BT-30"))
    if variant.structure is Structure.FIXED:
        return [*told, said("An all-in for half a bet or more counts as one.", "BT-35")]
    if variant.forced is not Forced.ANTES_AS_BET:
        least = "BT-36" if variant.structure is Structure.SPREAD else "BT-33"
        told.append(said("Each is at least as large as the last bet or raise.", least))
    return [*told, said("An all-in for less reopens nothing.", "BT-34")]


def street(variant: Variant, place: int) -> list[Said]:
    """Returns what happens on a street: cards, exchanges, and who begins the betting."""
    stage = variant.streets[place]
    told = [*_dealing(stage), *_exchanging(stage)]
    if stage.bets:
        told += _betting(variant, stage, first=place == 0)
    elif variant.forced is Forced.ANTES_AS_BET:
        told.append(said("No betting follows.", "SIMPLE-14"))
    return told


def _dealing(stage: Street) -> Iterator[Said]:
    if stage.burn and (stage.down or stage.up or stage.board or stage.draw):
        yield said("A card is burned.", "DL-17")
    ways = [f"{cards(count)} face {way}" for count, way in ((stage.down, "down"), (stage.up, "up")) if count]
    if ways:
        yield said(f"{' and '.join(ways)} to each player.".capitalize(), "DL-16")
    if stage.board:
        yield said(f"{cards(stage.board)} on the board for all.".capitalize())
    if stage.common_if_short:
        yield said("If the pack is too short for all, one card is common to them.", "VT-S7-12")


def _exchanging(stage: Street) -> Iterator[Said]:
    if stage.discard:
        yield said(f"Each player throws {cards(stage.discard)} away.", "VT-XX-3")
    if stage.draw:
        text = f"Each player may throw away up to {cards(stage.draw)} for as many new ones, or stand pat."
        yield said(text, "VT-5D-6", "VT-5D-7")
        yield said("How many he throws away is public, which ones is not.", "VT-5D-18", "VT-5D-19")


def _betting(variant: Variant, stage: Street, *, first: bool) -> Iterator[Said]:
    yield _beginning(variant, stage, first=first)
    if stage.must_open:
        yield said("Without antes he has to open with the least bet.", "VT-S5-3")
    if first and variant.forced is Forced.BLINDS:
        yield said("The big blind may raise though nobody did.", "BT-18")
    if first and variant.forced is Forced.ANTES_AND_BUTTON:
        yield said("The button may raise though nobody did.", "BT-18")
    if first and variant.forced is Forced.ANTES_AS_BET:
        yield said("Who stays in sees the bet or raises; nobody checks.", "SIMPLE-6")
    if variant.structure is Structure.FIXED and stage.big:
        yield said("Big bets.", "BT-31")
    if variant.structure is Structure.FIXED and stage.open_pair:
        yield said("With a pair showing, anybody may use the big bet.", "VT-S7-11")


def _beginning(variant: Variant, stage: Street, *, first: bool) -> Said:
    seven = sum(each.down + each.up for each in variant.streets) >= _SEVEN
    match stage.opener:
        case Opener.LEFT_OF_BLINDS if variant.forced is Forced.BLINDS:
            return said("Betting begins left of the big blind.", "BT-16")
        case Opener.LEFT_OF_BUTTON if variant.by_seat:
            return said("Betting begins with the lowest seat.", "SIMPLE-5")
        case Opener.LEFT_OF_BUTTON | Opener.LEFT_OF_BLINDS:
            return said("Betting begins left of the button.", "BT-15" if first else "BT-17")
        case Opener.FIRST_BETTOR:
            return said("Betting begins with who opened, or the next player in to his left.", "VT-5D-8")
        case Opener.LOWEST_UPCARD:
            return said("The lowest upcard begins, of equal ranks the lowest suit.", "VT-S7-3", "VT-S7-4", "VT-S7-15")
        case Opener.HIGHEST_UPCARD:
            return said("The highest upcard begins, of equal ranks the highest suit.", _highest(seven=seven), "SU-3")
        case Opener.HIGHEST_UPCARD_ACE_LOW:
            return said("The highest upcard begins, ace low, of equal ranks the highest suit.", "VT-RZ-2", "VT-RZ-4")
        case Opener.BEST_SHOWING if variant.ranking.order is not Order.HIGH:
            return said("The lowest hand showing begins.", "VT-RZ-3", "PH-7")
        case Opener.BEST_SHOWING:
            clauses = ("VT-S7-7", "VT-S7-8") if seven else ("VT-S5-4", "VT-S5-6")
            return said("The best hand showing begins.", *clauses, "PH-6")
        case _:
            assert_never(stage.opener)


def _highest(*, seven: bool) -> str:
    return "VT-S7-2" if seven else "VT-S5-2"
