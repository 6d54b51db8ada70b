"""Describes house rules in sentences for people: all of a game's rules, and those that differ from a casino's.

Programs read `GameRules` instead; no program reads these sentences back.
"""

from __future__ import annotations

from railbird_shared.game.announced_game import STRUCTURE_CLAUSES, STRUCTURE_NAMES, Family
from railbird_shared.game.cards import HAND_SIZE, format_cards
from railbird_shared.game.game_rules import (
    CircularOrder,
    HighOrLow,
    JokerRole,
    LowestWild,
    OddChip,
    OpeningRequirement,
    Order,
    WildScope,
    WildTiebreak,
)
from railbird_shared.game.ranking_rules import WILD_SETS, RankingRules
from railbird_shared.game.variants import FirstToAct, ForcedBets, Variant
from railbird_shared.game.variants.variant import OPENING_UPCARDS
from railbird_shared.house.apply import apply_house_rules, effective_rules
from railbird_shared.house.house_rules import (
    NO_STRADDLES,
    SUIT_ORDER_NAMES,
    AnteForm,
    Charge,
    HouseRules,
    format_chips,
    high_or_low,
)
from railbird_shared.house.presets import CASINO
from railbird_shared.house.rule import rules_of

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


STANDARD_RANKING = RankingRules()
"""The usual ranking of high hands: the whole pack and nothing wild."""

EXPECTED_FACTS = high_order(STANDARD_RANKING) | {"straddles": NO_STRADDLES}
"""The facts that players expect of a game which has high hands, or blinds, only in this house."""


def differences(house: HouseRules, variant: Variant) -> tuple[str, ...]:
    """Returns a sentence for each rule in which a game differs in this house from the same game in a casino.

    Raises BadSetup if the house cannot play the game.
    """
    usual = EXPECTED_FACTS | facts(CASINO, variant)
    return tuple(said for subject, said in facts(house, variant).items() if usual.get(subject) != said)


def summary(house: HouseRules, variant: Variant) -> tuple[str, ...]:
    """Returns what players read before they sit down: the differences, and all about pack, wild cards and suits."""
    usual = EXPECTED_FACTS | facts(CASINO, variant)
    standard = (
        usual | pack(STANDARD_RANKING) | wild_cards(STANDARD_RANKING) | suit_ties(STANDARD_RANKING) | EXPECTED_FACTS
    )
    return tuple(
        said
        for subject, said in facts(house, variant).items()
        if usual.get(subject) != said or standard.get(subject) != said
    )


SUBJECTS = (
    *("played", "low_scale", "a6_broadway_straight", "a6_aces_high_pair", "qualifier", "pack", "jokers", "wild_ranks"),
    *("lowest_wild", "double_ace_flush", "wild_tiebreak", "wild_lows", "suit_tiebreak", "suit_order", "unbeatable"),
    *("flush_over_full", "structure", "raise_cap", "discard_limit", "fifth_card_last", "bottom_card_held"),
    *("opener_first_round2", "sevens_must_bet", "forced_bets", "first_dealer", "open_requirement", "burn", "odd_chip"),
    *("declared_hands", "see_called_hands", "hilo_declare", "runs", "rake", "min_buy_in_multiple", "newcomers_wait"),
    *("straddles", "blinds", "ante", "seats", "show_one_card", "rabbit_hunt", "chopped_blinds", "seven_deuce"),
    *("bomb_pot", "all_in_chances"),
)
"""The order in which facts are told; those of other subjects follow."""


def facts(house: HouseRules, variant: Variant) -> Facts:
    """Returns all the rules of a game as a house plays it; raises BadSetup if the house cannot play it."""
    game = apply_house_rules(house, variant)
    house = effective_rules(house, variant)
    told = {
        rule.name: " ".join(rule.told(rule.value_in(house)))
        for rule in rules_of(type(house)).values()
        if rule.counts(house, variant)
    }
    sentences: Facts = {subject: sentence for subject, sentence in told.items() if sentence}
    for part in (
        pot_division(game),
        pack(game.ranking),
        wild_cards(game.ranking),
        wild_cards_in_lows(game),
        suit_ties(game.ranking),
        high_order(game.high),
        betting(game),
        draws(game),
        hand_start(house, game),
        showdown(game),
        chips_and_seats(house, game),
    ):
        sentences |= part
    return {subject: sentences.pop(subject) for subject in SUBJECTS if subject in sentences} | sentences


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
    """Returns how hands count, and which winner gets odd chips."""
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
