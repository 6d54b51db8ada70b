"""What a house settles about the play of a game: betting, draws, how a hand starts and ends, and its chips."""

from __future__ import annotations

from railbird_server.rules.house.card_facts import Facts
from railbird_server.rules.house.choices import Charge
from railbird_server.rules.house.record import HouseRules
from railbird_server.rules.ranking import Order
from railbird_server.rules.variants import Forced, OddChip, Opener, Openers, Variant
from railbird_shared.games import STRUCTURE_NAMES, Family

FOUR = 4
NO_STRADDLES = "Nobody straddles (BT-43)."
FORCED = {
    Forced.BLINDS: "Two blinds start the hand (DL-10)",
    Forced.ANTES: "Antes start the hand (DL-8)",
    Forced.ANTES_AND_BUTTON: "Antes start the hand, and a blind of the button (VT-XX-5)",
    Forced.ANTES_AS_BET: "Antes start the hand and count as its first bet (SIMPLE-2)",
}
BEGINNERS = {
    Opener.LOWEST_UPCARD: ("lowest", "VT-S7-3"),
    Opener.HIGHEST_UPCARD: ("highest", "VT-RZ-2"),
    Opener.HIGHEST_UPCARD_ACE_LOW: ("highest", "VT-RZ-2"),
}


def betting(game: Variant) -> Facts:
    """Returns how much and how often may be bet."""
    clauses = dict(zip(STRUCTURE_NAMES, ("BT-24", "BT-25", "BT-27", "BT-28", "BT-26"), strict=True))
    cap = f"A round has at most {game.raise_cap} raises" if game.raise_cap else "A round has any number of raises"
    return {
        "structure": f"The betting is {STRUCTURE_NAMES[game.structure].lower()} ({clauses[game.structure]}).",
        "raises": f"{cap} (BT-29).",
    }


def draws(game: Variant) -> Facts:
    """Returns how cards are exchanged, in games with a draw."""
    if not game.draws:
        return {}
    limit = "Any number may be drawn"
    most = max(street.draw for street in game.streets)
    if game.discard_limit:
        limit = f"Three cards may be drawn{', four to an ace or a wild card' if most > FOUR else ''}"
    said = {"discards": f"{limit} (VT-5D-11)."}
    if most > FOUR:
        fifth = "after all others have drawn" if game.fifth_card_last else "at once"
        said["fifth card"] = f"A fifth new card comes {fifth} (VT-5D-12)."
    bottom = "is not drawn while another is left" if game.bottom_card_held else "may be drawn"
    said["bottom card"] = f"The bottom card of the pack {bottom} (VT-5D-14)."
    later = [street for street in game.streets if street.draw and street.bets]
    if later:
        opened = later[0].opener is Opener.FIRST_BETTOR
        player, clause = ("who opened the first", "VT-5D-8") if opened else ("left of the button", "VT-5D-9")
        said["second round"] = f"The round after a draw begins with the player {player} ({clause})."
    if game.high is None and game.ranking.order is Order.ACE_TO_FIVE:
        must = "has to" if game.sevens_must_bet else "need not"
        said["sevens"] = f"A seven or better {must} bet after the draw (VT-LB-5)."
    return said


def start(house: HouseRules, game: Variant) -> Facts:
    """Returns what starts a hand, and what is needed to open it."""
    openers = {
        Openers.NONE: "Any hand may open (VT-5D-3).",
        Openers.JACKS: "A pair of jacks or better is needed to open (VT-5D-20).",
        Openers.PROGRESSIVE: "Jacks are needed to open, and a higher pair after each hand passed out (VT-5D-23).",
    }
    said = {"forced bets": f"{_stud_start(game, antes=house.ante != 0) or FORCED[game.forced]}."}
    if game.family is Family.DRAW:
        said["openers"] = openers[game.openers]
    burned = [street.burn for street in game.streets[1:] if not street.discard]
    if burned:
        which = "A card is burned before each" if burned[0] else "No card is burned before any"
        said["burn"] = f"{which} later street (DL-17)."
    return said


def _stud_start(game: Variant, *, antes: bool) -> str:
    """How a hand of stud begins and with whom, "" for other games."""
    first = game.streets[0]
    if first.opener not in BEGINNERS:
        return ""
    upcard, clause = BEGINNERS[first.opener]
    if game.forced is Forced.ANTES_AND_BRING_IN:
        if antes:
            return f"Antes and a bring-in by the {upcard} upcard start the hand ({clause})"
        return f"A bring-in by the {upcard} upcard starts the hand, without antes ({clause})"
    if not antes:
        return f"The {upcard} upcard has to open, as there are no antes (VT-S5-3)"
    return f"Antes start the hand, and the {upcard} upcard begins ({'VT-S5-2' if first.must_open else 'VT-S7-2'})"


def showdown(house: HouseRules, game: Variant) -> Facts:
    """Returns how hands are shown and odd chips given."""
    called = "may be asked for" if house.see_called_hands else "stay hidden"
    said = {
        "odd chip": f"An odd chip goes to {_odd_chip(game)}.",
        "claims": "A hand counts as its owner declares it (SD-10)." if game.claims else "Cards speak (SD-9).",
        "called hands": f"Hands mucked at the showdown {called} (SD-8).",
    }
    if game.high and game.low:
        declared = "Players declare for high, low or both before they show (SD-21)."
        said["declaring"] = declared if game.declare else "Nobody declares for high or low: the cards speak (SD-21)."
    if not game.draws and len(game.streets) > 1:
        runs = {1: "once (SD-24)", 2: "twice if all agree (SD-26)", 3: "up to three times if all agree (SD-26)"}
        said["runs"] = f"When all are all-in, the rest is dealt {runs[game.runs]}."
    return said


def _odd_chip(game: Variant) -> str:
    if game.odd_chip is OddChip.SUIT:
        return "the winner with the highest card by suit (SD-16)"
    return (
        "the winner in the lowest seat (SIMPLE-19)" if game.by_seat else "the first winner left of the button (SD-16)"
    )


def chips(house: HouseRules, game: Variant) -> Facts:
    """Returns what the house charges, and the stakes and seats that it has set."""
    most = _chips(house.rake_cap)
    charge = {
        Charge.NONE: "The house takes nothing (AI-16).",
        Charge.PERCENT: f"The house takes {house.rake_percent} % of a pot, of a hand at most {most} (AI-17).",
        Charge.TIME: f"Everybody pays the house {_chips(house.time_charge)} an hour, not from the table (AI-16).",
    }
    said = {
        "charge": charge[house.rake],
        "buy-in": f"A buy-in is of {house.min_buy_in_multiple} minimum bets or more (AI-14).",
    }
    if game.forced is Forced.BLINDS:
        straddles = {0: NO_STRADDLES, 1: "The player left of the big blind may straddle (BT-43)."}
        many = f"Up to {house.straddles} players left of the big blind may straddle (BT-43)."
        said["straddles"] = straddles.get(house.straddles, many)
        if house.blind:
            small = house.small_blind or house.blind // 2
            said["blinds"] = f"The blinds are {small:,} and {house.blind:,} unless the table says otherwise (DL-11)."
    if house.ante:
        said["ante"] = f"The ante is {house.ante:,} unless the table says otherwise (DL-8)."
    said["seats"] = f"At most {game.most_seats} play (DL-22)."
    return said


def _chips(count: int) -> str:
    return f"{count:,} chip{'' if count == 1 else 's'}"
