"""A house in plain words: what is true of a game as it is played here, and what of that differs from a casino."""

from __future__ import annotations

from railbird_server.rules.house.choices import Charge, Played
from railbird_server.rules.house.presets import CASINO
from railbird_server.rules.house.ranking import played_as
from railbird_server.rules.house.record import HouseRules
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
from railbird_server.rules.variants import Forced, OddChip, Opener, Openers, Variant
from railbird_shared.cards import write_cards
from railbird_shared.games import STRUCTURE_NAMES, Family

Facts = dict[str, str]
"""Sentences by what they speak of; the same subject has one sentence at most."""

SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


def differences(house: HouseRules, variant: Variant) -> tuple[str, ...]:
    """Returns a sentence for each thing in which a game of the catalogue differs here from the same game in a casino.

    Raises BadSetup where the house cannot play the game.
    """
    usual = facts(CASINO, variant)
    return tuple(said for subject, said in facts(house, variant).items() if usual.get(subject) != said)


def summary(house: HouseRules, variant: Variant) -> tuple[str, ...]:
    """Returns what players are told before they sit: the differences, and all about pack, wild cards and suits."""
    usual = facts(CASINO, variant)
    plain = RankingRules()
    expected = usual | _of_pack(plain) | _of_wild_cards(plain) | _of_ties(plain) | _of_order(plain)
    return tuple(
        said
        for subject, said in facts(house, variant).items()
        if usual.get(subject) != said or expected.get(subject) != said
    )


def facts(house: HouseRules, variant: Variant) -> Facts:
    """Returns everything a house settles about a game of the catalogue; raises BadSetup where it cannot play it."""
    game = house.shape(variant)
    said: Facts = {}
    for part in (
        _of_division(game),
        _of_pack(game.ranking),
        _of_wild_cards(game.ranking),
        _of_ties(game.ranking),
        _of_order(game.high),
        _of_betting(game),
        _of_draws(game),
        _of_start(game),
        _of_showdown(house, game),
        _of_chips(house, game),
    ):
        said |= part
    return said


# --- cards and ranking -----------------------------------------------------------------------------------------------


def _of_division(game: Variant) -> Facts:
    played = {
        Played.HIGH: "The highest hand wins (HR-5).",
        Played.LOW: "The lowest hand wins (VT-LB-1).",
        Played.HI_LO: "The highest and the lowest hand share each pot (SD-18).",
    }
    return {"division": played[played_as(game.high, game.low)]} | _of_low(game)


def _of_low(game: Variant) -> Facts:
    low = game.low
    if low is None:
        return {}
    scales = {
        Order.ACE_TO_FIVE: "Low hands rank ace to five: straights and flushes do not count (LO-1).",
        Order.DEUCE_TO_SEVEN: "Low hands rank deuce to seven: aces are high, straights and flushes count (LO-8).",
        Order.ACE_TO_SIX: "Low hands rank ace to six: aces are low, straights and flushes count (LO-14).",
    }
    said = {"scale": scales[low.order]} if low.order in scales else {}
    if low.order is Order.ACE_TO_SIX:
        broadway = "a straight (LO-18)" if low.a6_broadway_straight else "no straight (LO-16)"
        aces = "highest (LO-19)" if low.a6_aces_high_pair else "lowest (LO-17)"
        said |= {"broadway": f"A-K-Q-J-T is {broadway}.", "aces": f"A pair of aces is the {aces}."}
    if game.high:
        said["qualifier"] = (
            "A low needs five ranks of eight or lower (LO-22)."
            if low.qualifier
            else "The low half is always paid (SD-20)."
        )
    return said


def _of_pack(rules: RankingRules) -> Facts:
    jokers = {
        0: "There are no jokers (WC-1).",
        1: f"One joker is added, {JOKER_ROLES[rules.joker_role]}.",
        2: f"Two jokers are added, {JOKER_ROLES[rules.joker_role]}.",
    }
    pack = f"The pack has {rules.pack} cards, from the {rules.lowest_rank.word} up (SK-1)."
    return {"pack": pack, "jokers": jokers[rules.jokers]}


JOKER_ROLES = {
    JokerRole.WILD: "to stand for any card (WC-4)",
    JokerRole.BUG: "to stand for an ace or to complete a straight or flush (WC-13)",
}


def _of_wild_cards(rules: RankingRules) -> Facts:
    said = {"wild cards": _wild_sentence(rules)}
    if rules.lowest_wild is not LowestWild.NONE:
        lowest = {
            LowestWild.CARD: "Each player's lowest card is wild",
            LowestWild.CONCEALED: "Each player's lowest card dealt face down is wild",
        }[rules.lowest_wild]
        scope = " and all others of its rank with it" if rules.lowest_wild_scope is WildScope.ALL_OF_RANK else ""
        clause = "WC-26" if rules.lowest_wild is LowestWild.CARD else "WC-27"
        said["lowest wild"] = f"{lowest}{scope} ({clause}, WC-30)."
    if rules.jokers or rules.wild_cards or rules.lowest_wild is not LowestWild.NONE:
        aces = "may repeat a card, so that a flush holds two aces (WC-19)" if rules.double_ace_flush else NO_REPEAT
        said |= {"double ace": f"A wild card {aces}.", "wild tie-break": TIEBREAKS[rules.wild_tiebreak]}
    return said


NO_REPEAT = "stands for no card that the hand holds, but in five of a kind (WC-4, WC-5)"
TIEBREAKS = {
    WildTiebreak.NONE: "A hand with wild cards equals the natural one (WC-20).",
    WildTiebreak.NATURAL_FIRST: "Of equal hands a natural one beats one with wild cards (WC-21).",
    WildTiebreak.FEWER_WILD_FIRST: "Of equal hands the one with fewer wild cards wins (WC-22).",
    WildTiebreak.MORE_WILD_FIRST: "Of equal hands a natural one wins, and then the one with more wild cards (WC-23).",
}


def _wild_sentence(rules: RankingRules) -> str:
    if not rules.wild_cards:
        return "No rank is wild (WC-25)."
    if rules.wild_cards == WILD_SETS["deuces"]:
        return "Deuces are wild (WC-2)."
    if rules.wild_cards == WILD_SETS["one-eyed-jacks"]:
        return "One-eyed jacks, those of hearts and spades, are wild (WC-3)."
    named = sorted(rules.wild_cards, key=lambda card: (-card.rank, -card.suit))
    return f"Wild are {write_cards(named)} (WC-4)."


def _of_ties(rules: RankingRules) -> Facts:
    methods = {
        0: "Suits break no tie (SU-5).",
        1: "The suit of the top card breaks ties (SU-6).",
        2: "The suit of the top card of a pair or more breaks ties (SU-7).",
        3: "The suit of the top odd card breaks ties (SU-8).",
    }
    order = ", ".join(SUITS[letter] for letter in rules.suit_order)
    return {"suits": methods[rules.suit_tiebreak], "suit order": f"Suits go from high to low: {order} (SU-12)."}


def _of_order(high: RankingRules | None) -> Facts:
    if high is None:
        return {}
    circles = {
        Unbeatable.NONE: "No hand beats the royal flush but five of a kind (NU-1).",
        Unbeatable.ITALIAN: "The lowest straight flush beats the highest (NU-3).",
        Unbeatable.GREEK: "Four of the lowest rank beat the royal flush of hearts, which beats all else (NU-10).",
    }
    flush = "above a full house (SK-5)" if high.flush_over_full else "below a full house (SK-4)"
    return {"circle": circles[high.unbeatable], "flush": f"A flush ranks {flush}."}


# --- betting and drawing ---------------------------------------------------------------------------------------------


def _of_betting(game: Variant) -> Facts:
    clauses = dict(zip(STRUCTURE_NAMES, ("BT-24", "BT-25", "BT-27", "BT-28", "BT-26"), strict=True))
    cap = f"A round has at most {game.raise_cap} raises" if game.raise_cap else "A round has any number of raises"
    return {
        "structure": f"The betting is {STRUCTURE_NAMES[game.structure].lower()} ({clauses[game.structure]}).",
        "raises": f"{cap} (BT-29).",
    }


def _of_draws(game: Variant) -> Facts:
    if not game.draws:
        return {}
    limit = (
        "Three cards may be drawn, four to an ace or a wild card" if game.discard_limit else "Any number may be drawn"
    )
    said = {"discards": f"{limit} (VT-5D-11)."}
    fifth = "after all others have drawn" if game.fifth_card_last else "at once"
    bottom = "is never drawn" if game.bottom_card_held else "may be drawn"
    said |= {
        "fifth card": f"A fifth new card comes {fifth} (VT-5D-12).",
        "bottom card": f"The bottom card of the pack {bottom} (VT-5D-14).",
    }
    betting = [street for street in game.streets if street.draw and street.bets]
    if betting:
        opener = "opened the first" if betting[0].opener is Opener.FIRST_BETTOR else "sits left of the button"
        said["second round"] = f"The round after a draw begins with who {opener} (VT-5D-8)."
    if game.high is None and game.ranking.order is Order.ACE_TO_FIVE:
        must = "has" if game.sevens_must_bet else "need not"
        said["sevens"] = (
            f"A seven or better {must} {'to ' if game.sevens_must_bet else ''}bet after the draw (VT-LB-5)."
        )
    return said


def _of_start(game: Variant) -> Facts:
    forced = {
        Forced.BLINDS: "Two blinds start the hand (DL-10).",
        Forced.ANTES: "Antes start the hand (DL-8).",
        Forced.ANTES_AND_BRING_IN: "Antes and a bring-in start the hand (VT-S7-3).",
        Forced.ANTES_AND_BUTTON: "Antes start the hand, and a blind of the button (VT-XX-5).",
        Forced.ANTES_AS_BET: "Antes start the hand and count as its first bet (SIMPLE-2).",
    }
    openers = {
        Openers.NONE: "Any hand may open (VT-5D-3).",
        Openers.JACKS: "A pair of jacks or better is needed to open (VT-5D-20).",
        Openers.PROGRESSIVE: "Jacks are needed to open, and a higher pair after each hand passed out (VT-5D-23).",
    }
    said = {"forced bets": forced[game.forced]}
    if game.family is Family.DRAW:
        said["openers"] = openers[game.openers]
    burned = [street.burn for street in game.streets[1:] if not street.discard]
    if burned:
        said["burn"] = f"{'A' if burned[0] else 'No'} card is burned before each later street (DL-17)."
    return said


# --- showdown and chips ----------------------------------------------------------------------------------------------


def _of_showdown(house: HouseRules, game: Variant) -> Facts:
    odd = "highest card by suit" if game.odd_chip is OddChip.SUIT else "place nearest the button's left"
    called = "may be asked for" if house.see_called_hands else "stay hidden"
    said = {
        "odd chip": f"An odd chip goes to the winner with the {odd} (SD-16).",
        "claims": "A hand counts as its owner declares it (SD-10)." if game.claims else "Cards speak (SD-9).",
        "called hands": f"Hands mucked at the showdown {called} (SD-8).",
    }
    if game.high and game.low:
        asked = "declare for high, low or both before they show (SD-21)" if game.declare else "declare nothing (SD-21)"
        said["declaring"] = f"Players {asked}."
    if not game.draws and len(game.streets) > 1:
        runs = {1: "once", 2: "twice", 3: "up to three times"}[game.runs]
        said["runs"] = f"When all are all-in, the rest is dealt {runs}{' if all agree' * (game.runs > 1)} (SD-24)."
    return said


def _of_chips(house: HouseRules, game: Variant) -> Facts:
    charge = {
        Charge.NONE: "The house takes nothing (AI-16).",
        Charge.PERCENT: f"The house takes {house.rake_percent} % of a pot, {house.rake_cap:,} at most (AI-17).",
        Charge.TIME: f"Everybody pays the house {house.time_charge:,} an hour, not from the table (AI-16).",
    }
    said = {
        "charge": charge[house.rake],
        "buy-in": f"A buy-in is of {house.min_buy_in_multiple} minimum bets or more (AI-14).",
    }
    if game.forced is Forced.BLINDS:
        straddles = {0: "Nobody straddles", 1: "The player left of the big blind may straddle"}
        many = f"Up to {house.straddles} players left of the big blind may straddle"
        said["straddles"] = f"{straddles.get(house.straddles, many)} (BT-19)."
        if house.blind:
            small = house.small_blind or house.blind // 2
            said["blinds"] = f"The blinds are {small:,} and {house.blind:,} unless the table says otherwise (DL-11)."
    if house.ante:
        said["ante"] = f"The ante is {house.ante:,} unless the table says otherwise (DL-8)."
    said["seats"] = f"At most {game.most_seats} play (DL-22)."
    return said
