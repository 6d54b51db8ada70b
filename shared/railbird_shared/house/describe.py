"""Describes house rules in sentences for people: all of a game's rules, and those that differ from a casino's.

The sentence of a rule stands in its declaration (`Spec.told`) if it needs nothing but its value, here if it needs other
rules or the stakes, and in `game.facts` if it is seen in the game itself as the house plays it. Programs read
`GameRules` instead; no program reads these sentences back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from railbird_shared.game.cards import PACK, Card, Rank, format_cards
from railbird_shared.game.facts import Fact, chips_phrase, fact, high_facts, pack_facts, variant_facts
from railbird_shared.game.game_rules import JokerRole, LowestWild
from railbird_shared.game.ranking_rules import WILD_SETS, RankingRules
from railbird_shared.game.variants import ForcedBets, Variant
from railbird_shared.house.apply import apply_house_rules, rules_in_effect
from railbird_shared.house.house_rules import CASINO, NO_STRADDLES, AnteForm, Charge, HouseRules
from railbird_shared.house.rule import rules_of

Sentences = dict[str, str]
"""Sentences by their subject; a subject has at most one sentence."""

_LOW_HANDS = ("played", "low_scale", "a6_broadway_straight", "a6_aces_high_pair", "qualifier")
_CARDS = ("pack", "jokers", "wild_ranks", "lowest_wild", "double_ace_flush", "wild_tiebreak", "wild_lows")
_RANKS = ("suit_tiebreak", "suit_order", "unbeatable", "flush_over_full")
_LIMITS = ("structure", "raise_cap")
_DRAWS = ("discard_limit", "fifth_card_last", "bottom_card_held", "opener_first_round2", "sevens_must_bet")
_START = ("forced_bets", "first_dealer", "open_requirement", "burn")
_SHOWDOWN = ("odd_chip", "declared_hands", "see_called_hands", "hilo_declare", "runs")
_CHIPS = ("rake", "min_buy_in_multiple", "newcomers_wait", "straddles", "blinds", "ante", "seats")
_CUSTOMS = ("show_one_card", "rabbit_hunt", "chopped_blinds", "seven_deuce", "bomb_pot", "all_in_chances")
SUBJECTS = (*_LOW_HANDS, *_CARDS, *_RANKS, *_LIMITS, *_DRAWS, *_START, *_SHOWDOWN, *_CHIPS, *_CUSTOMS)
"""The subjects of what a house may change, in the order in which they are told; those of invented rules follow."""

_FOLLOW_FROM_HANDS = ("packs", "high_scale", "low_ace", "circle", "best_low", "no_low", "both_halves")
_FOLLOW_FROM_PLAY = ("raise_size", "raises_of_two", "short_all_in", "fifth_card_burn", "reshuffle")
GUIDE_SUBJECTS = frozenset((*_FOLLOW_FROM_HANDS, *_FOLLOW_FROM_PLAY))
"""The subjects of facts that no rule sets, or that follow from one that is told: left to the page of the game."""


def _told(facts: Iterable[Fact]) -> Sentences:
    return {each.subject: str(each) for each in facts if each.subject not in GUIDE_SUBJECTS}


STANDARD_RANKING = RankingRules()
"""The usual ranking of high hands: the whole pack and nothing wild."""

EXPECTED_SENTENCES = _told(high_facts(STANDARD_RANKING)) | {"straddles": NO_STRADDLES}
"""Sentences that players expect, which a game with high hands or blinds in this house alone does not bring itself."""


def house_sentences(house: HouseRules, variant: Variant) -> Sentences:
    """Returns all the rules of a game as a house plays it; raises BadSetup if the house cannot play it."""
    game = apply_house_rules(house, variant)
    house = rules_in_effect(house, variant)
    applying = [rule for rule in rules_of(type(house)).values() if rule.applies(house, variant)]
    sentences = {rule.name: told for rule in applying if (told := " ".join(rule.sentences(rule.value_in(house))))}
    sentences |= _told(variant_facts(game, antes=house.ante != 0, one_blind=house.small_blind == 0))
    sentences |= _told(_payment_facts(house, game))
    return {subject: sentences.pop(subject) for subject in SUBJECTS if subject in sentences} | sentences


def differences(house: HouseRules, variant: Variant) -> tuple[str, ...]:
    """Returns a sentence for each rule in which a game differs in this house from the same game in a casino.

    Raises BadSetup if the house cannot play the game.
    """
    return _unexpected(house_sentences(house, variant), EXPECTED_SENTENCES | house_sentences(CASINO, variant))


def summary(house: HouseRules, variant: Variant) -> tuple[str, ...]:
    """Returns what players read before they sit down: the differences, and all about pack, wild cards and suits."""
    usual = EXPECTED_SENTENCES | house_sentences(CASINO, variant)
    standard = usual | _told(pack_facts(STANDARD_RANKING)) | EXPECTED_SENTENCES
    return _unexpected(house_sentences(house, variant), usual, standard)


def _unexpected(told: Sentences, *expected: Sentences) -> tuple[str, ...]:
    """Returns the sentences that are missing from any of the expected ones."""
    return tuple(said for subject, said in told.items() if any(each.get(subject) != said for each in expected))


def _payment_facts(house: HouseRules, game: Variant) -> Iterator[Fact]:
    """Yields what players pay the house, and what they post: each follows from several rules or from the stakes."""
    match house.rake:
        case Charge.NONE:
            yield fact("rake", "The house takes nothing.", "AI-16")
        case Charge.PERCENT:
            most = chips_phrase(house.rake_cap)
            yield fact("rake", f"The house takes {house.rake_percent} % of a pot, of a hand at most {most}.", "AI-17")
        case Charge.TIME:
            hourly = chips_phrase(house.time_charge)
            yield fact("rake", f"Everybody pays the house {hourly} an hour, not from the table.", "AI-16")
    has_blinds, big_blind = game.forced_bets is ForcedBets.BLINDS, house.effective_big_blind
    if has_blinds and house.newcomers_wait:
        yield fact("newcomers_wait", "Newcomers wait for the big blind, or post it.", "DL-27")
    elif has_blinds:
        yield fact("newcomers_wait", "Newcomers are dealt in at once, without posting.", "DL-27")
    if has_blinds and big_blind:
        small = big_blind // 2 if house.small_blind is None else house.small_blind
        blinds = f"The blinds are {small:,} and {big_blind:,}" if small else f"The blind is {big_blind:,}"
        yield fact("blinds", f"{blinds} unless the table says otherwise.", "DL-11")
    if has_blinds and house.ante_form is AnteForm.BIG_BLIND and house.ante != 0:
        chips = f" {house.ante:,} for all" if house.ante else " for all, as much again"
        yield fact("ante", f"After the blind the big blind antes{chips}.", "CX-46")
    elif house.ante:
        yield fact("ante", f"The ante is {house.ante:,} unless the table says otherwise.", "DL-8")
    if house.bomb_pot:
        posted = f"everybody posts {chips_phrase(house.bomb_pot)}, and the betting begins after the flop"
        often = "Every hand is" if house.bomb_pot_every == 1 else f"Every {house.bomb_pot_every} hands one is"
        if house.bomb_pot_every:
            yield fact("bomb_pot", f"{often} a bomb pot: {posted}.", "HS-46", "HS-47")
        else:
            yield fact("bomb_pot", f"In a bomb pot {posted}; the host calls one, or all agree on it.", "HS-46")


JOKER_NOTES = {0: "no joker", 1: "a joker", 2: "two jokers"}
BUG_NOTES = {0: "no joker", 1: "the bug", 2: "two bugs"}
LOWEST_WILD_NOTES = {LowestWild.CARD: "lowest card wild", LowestWild.CONCEALED: "lowest hole card wild"}


def variant_note(rules: RankingRules, usual: RankingRules) -> str:
    """Returns how the cards of a ranking differ from those of the usual game, "" if they do not."""
    notes = [f"{rules.pack} cards"] if rules.pack != usual.pack else []
    if (rules.jokers, rules.joker_role) != (usual.jokers, usual.joker_role) and (rules.jokers or usual.jokers):
        notes.append((BUG_NOTES if rules.joker_role is JokerRole.BUG else JOKER_NOTES)[rules.jokers])
    if rules.wild_cards != usual.wild_cards:
        notes.append(f"{_name_cards(rules.wild_cards)} wild")
    if rules.lowest_wild is not usual.lowest_wild and rules.lowest_wild in LOWEST_WILD_NOTES:
        notes.append(LOWEST_WILD_NOTES[rules.lowest_wild])
    return ", ".join(notes)


def _name_cards(cards: Sequence[Card]) -> str:
    if not cards:
        return "nothing"
    if cards == WILD_SETS["one-eyed-jacks"]:
        return "one-eyed jacks"
    ranks = sorted({card.rank for card in cards}, reverse=True)
    if len(cards) == sum(card.rank in ranks for card in PACK):
        return " and ".join("deuces" if rank is Rank.TWO else rank.plural for rank in ranks)
    return format_cards(sorted(cards, key=lambda card: (card.rank, card.suit), reverse=True))
