"""Sentences about the play of a game: betting, draws, forced bets, showdown, chips and seats."""

from __future__ import annotations

from railbird_shared.game.announced_game import STRUCTURE_CLAUSES, STRUCTURE_NAMES, Family
from railbird_shared.game.cards import HAND_SIZE
from railbird_shared.game.game_rules import OddChip, OpeningRequirement, Order
from railbird_shared.game.variants import FirstToAct, ForcedBets, Variant
from railbird_shared.game.variants.variant import OPENING_UPCARDS
from railbird_shared.house.describe_cards import Facts
from railbird_shared.house.house_rules import AnteForm, Charge, HouseRules, format_chips

FORCED_BET_SENTENCES = {
    ForcedBets.BLINDS: "Two blinds start the hand (DL-10)",
    ForcedBets.ANTES: "Antes start the hand (DL-8)",
    ForcedBets.ANTES_AND_BUTTON: "Antes start the hand, and a blind of the button (VT-XX-5)",
    ForcedBets.ANTES_AS_BET: "Antes start the hand and count as its first bet (SIMPLE-2)",
}
ONE_BLIND = "One blind, left of the button, starts the hand (CX-42)"


def betting(game: Variant) -> Facts:
    """Returns the betting structure and the number of raises."""
    cap = f"A round has at most {game.raise_cap} raises" if game.raise_cap else "A round has any number of raises"
    return {
        "structure": f"The betting is {STRUCTURE_NAMES[game.structure].lower()} ({STRUCTURE_CLAUSES[game.structure]}).",
        "raise_cap": f"{cap} (BT-29).",
    }


def draws(game: Variant) -> Facts:
    """Returns how players exchange cards, in games with a draw."""
    if not game.has_draws:
        return {}
    limit = "Any number may be drawn"
    most = max(street.draw for street in game.streets)
    if game.discard_limit:
        limit = f"Three cards may be drawn{', four to an ace or a wild card' if most >= HAND_SIZE else ''}"
    facts = {"discard_limit": f"{limit} (VT-5D-11)."}
    if most >= HAND_SIZE:
        fifth = "after all others have drawn" if game.fifth_card_last else "at once"
        facts["fifth_card_last"] = f"A fifth new card comes {fifth} (VT-5D-12)."
    bottom = "is not drawn while another is left" if game.bottom_card_held else "may be drawn"
    facts["bottom_card_held"] = f"The bottom card of the pack {bottom} (VT-5D-14)."
    later = [street for street in game.streets if street.draw and street.has_betting]
    if later:
        opened = later[0].first_to_act is FirstToAct.OPENER
        player, clause = ("the player who opened the first", "VT-5D-8") if opened else ("left of the button", "VT-5D-9")
        facts["opener_first_round2"] = f"The round after a draw begins with the player {player} ({clause})."
    if game.high is None and game.ranking.order is Order.ACE_TO_FIVE:
        must = "has to" if game.sevens_must_bet else "need not"
        facts["sevens_must_bet"] = f"A seven or better {must} bet after the draw (VT-LB-5)."
    return facts


def hand_start(house: HouseRules, game: Variant) -> Facts:
    """Returns the forced bets, the requirement to open, and whether cards are burned."""
    openers = {
        OpeningRequirement.NONE: "Any hand may open (VT-5D-3).",
        OpeningRequirement.JACKS: "A pair of jacks or better is needed to open (VT-5D-20).",
        OpeningRequirement.PROGRESSIVE: (
            "Jacks are needed to open, and a higher pair after each hand passed out (VT-5D-23)."
        ),
    }
    start = _stud_start_sentence(game, antes=house.ante != 0) or FORCED_BET_SENTENCES[game.forced_bets]
    if game.forced_bets is ForcedBets.BLINDS and house.small_blind == 0:
        start = ONE_BLIND
    facts = {"forced_bets": f"{start}."}
    if game.family is Family.DRAW:
        facts["open_requirement"] = openers[game.open_requirement]
    burned = [street.burn for street in game.streets[1:] if not street.discard]
    if burned:
        which = "A card is burned before each" if burned[0] else "No card is burned before any"
        facts["burn"] = f"{which} later street (DL-17)."
    return facts


def _stud_start_sentence(game: Variant, *, antes: bool) -> str:
    """How a hand of stud starts and with whom, "" for other games."""
    first = game.streets[0]
    if first.first_to_act not in OPENING_UPCARDS:
        return ""
    upcard = OPENING_UPCARDS[first.first_to_act]
    clause = "VT-S7-3" if first.first_to_act is FirstToAct.LOWEST_UPCARD else "VT-RZ-2"
    if game.forced_bets is ForcedBets.ANTES_AND_BRING_IN:
        if antes:
            return f"Antes and a bring-in by the {upcard} upcard start the hand ({clause})"
        return f"A bring-in by the {upcard} upcard starts the hand, without antes ({clause})"
    if not antes:
        return f"The {upcard} upcard has to open, as there are no antes (VT-S5-3)"
    return f"Antes start the hand, and the {upcard} upcard begins ({'VT-S5-2' if first.must_open else 'VT-S7-2'})"


def showdown(game: Variant) -> Facts:
    """Returns how hands count, and who gets odd chips."""
    facts = {
        "odd_chip": f"An odd chip goes to {_odd_chip(game)}.",
        "declared_hands": "A hand counts as its owner declares it (SD-10)."
        if game.declared_hands
        else "Cards speak (SD-9).",
    }
    if game.high and game.low:
        declared = "Players declare for high, low or both before they show (SD-21)."
        facts["hilo_declare"] = (
            declared if game.hilo_declare else "Nobody declares for high or low: the cards speak (SD-21)."
        )
    if not game.has_draws and len(game.streets) > 1:
        runs = {1: "once (SD-24)", 2: "twice if all agree (SD-26)", 3: "up to three times if all agree (SD-26)"}
        facts["runs"] = f"When all are all-in, the rest is dealt {runs[game.runs]}."
    return facts


def _odd_chip(game: Variant) -> str:
    if game.odd_chip is OddChip.SUIT:
        return "the winner with the highest card by suit (SD-16)"
    return (
        "the winner in the lowest seat (SIMPLE-19)"
        if game.by_seat_number
        else "the first winner left of the button (SD-16)"
    )


def chips_and_seats(house: HouseRules, game: Variant) -> Facts:
    """Returns what the house charges, and the stakes and seats that it sets."""
    most = format_chips(house.rake_cap)
    charge = {
        Charge.NONE: "The house takes nothing (AI-16).",
        Charge.PERCENT: f"The house takes {house.rake_percent} % of a pot, of a hand at most {most} (AI-17).",
        Charge.TIME: (
            f"Everybody pays the house {format_chips(house.time_charge)} an hour, not from the table (AI-16)."
        ),
    }
    facts = {"rake": charge[house.rake]}
    if game.forced_bets is ForcedBets.BLINDS:
        facts["newcomers_wait"] = (
            "Newcomers wait for the big blind, or post it (DL-27)."
            if house.newcomers_wait
            else "Newcomers are dealt in at once, without posting (DL-27)."
        )
        if house.effective_big_blind:
            small = house.effective_big_blind // 2 if house.small_blind is None else house.small_blind
            both = f"The blinds are {small:,} and {house.effective_big_blind:,}"
            blinds = both if small else f"The blind is {house.effective_big_blind:,}"
            facts["blinds"] = f"{blinds} unless the table says otherwise (DL-11)."
    if game.forced_bets is ForcedBets.BLINDS and house.ante_form is AnteForm.BIG_BLIND and house.ante != 0:
        chips = f" {house.ante:,} for all" if house.ante else " for all, as much again"
        facts["ante"] = f"After the blind the big blind antes{chips} (CX-46)."
    elif house.ante:
        facts["ante"] = f"The ante is {house.ante:,} unless the table says otherwise (DL-8)."
    if house.bomb_pot:
        facts["bomb_pot"] = _describe_bomb_pots(house)
    facts["seats"] = f"At most {game.max_seats} play (DL-22)."
    return facts


def _describe_bomb_pots(house: HouseRules) -> str:
    posted = f"everybody posts {format_chips(house.bomb_pot)}, and the betting begins after the flop"
    if house.bomb_pot_every == 1:
        return f"Every hand is a bomb pot: {posted} (HS-46, HS-47)."
    if house.bomb_pot_every:
        return f"Every {house.bomb_pot_every} hands one is a bomb pot: {posted} (HS-46, HS-47)."
    return f"In a bomb pot {posted}; the host calls one, or all agree on it (HS-46)."
