"""The page of a game, made from its record alone: it describes what the engine does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from railbird_server.guide.page import (
    Block,
    CitedSentence,
    Entry,
    Heading,
    Paragraph,
    Title,
    cards_phrase,
    chips_phrase,
    cite,
    join_sentences,
    number_word,
)
from railbird_server.guide.rulebook import Rulebook
from railbird_shared.game.announced_game import STRUCTURE_CLAUSES, Stakes, Structure
from railbird_shared.game.cards import HAND_SIZE, format_cards
from railbird_shared.game.clauses import Clause, Clauses
from railbird_shared.game.game_rules import (
    CircularOrder,
    JokerRole,
    LowestWild,
    OddChip,
    OpeningRequirement,
    Order,
    Selection,
    WildScope,
    WildTiebreak,
)
from railbird_shared.game.ranking_rules import SUIT_TIEBREAK_CLAUSES, WILD_SETS, WILD_TIEBREAK_CLAUSES, RankingRules
from railbird_shared.game.variants import FirstToAct, ForcedBets, Street, Variant

_SEVEN_CARDS = 7


def describe_forced_bets(variant: Variant, stakes: Stakes) -> list[CitedSentence]:
    """Returns the sentences about the bets to be paid before the first card, at these stakes."""
    ante = f"an ante of {chips_phrase(stakes.ante)} from everybody" if stakes.ante else "no antes"
    first = f"small blind {stakes.small_blind:,} left of the button, big blind {stakes.big_blind:,} next to it"
    match variant.forced_bets:
        case ForcedBets.BLINDS:
            sentences = [cite(f"{ante.capitalize()}.", "DL-7", "DL-8")] if stakes.ante else []
            if stakes.has_one_blind:
                blind = f"One blind of {stakes.big_blind:,} left of the button."
                return [*sentences, cite(blind, "CX-42"), cite("The blind counts as a bet.", "BT-19")]
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
            assert_never(variant.forced_bets)


def describe_bet_sizes(variant: Variant, stakes: Stakes) -> CitedSentence:
    """Returns the sentence about the sizes of bets, at these stakes."""
    least, clause = chips_phrase(stakes.minimum_bet), STRUCTURE_CLAUSES[variant.structure]
    match variant.structure:
        case Structure.FIXED if any(street.big_bet for street in variant.streets):
            text = f"Limit: every bet and raise is {least}, and {stakes.big_bet:,} on the later streets."
            return cite(text, clause, "BT-31")
        case Structure.FIXED:
            return cite(f"Limit: every bet and raise is {least}.", clause)
        case Structure.SPREAD:
            return cite(f"Spread limit: from {least} to {stakes.big_bet:,}.", clause, "BT-36")
        case Structure.POT:
            return cite(f"Pot limit: from {least} to the size of the pot.", clause, "BT-32")
        case Structure.HALF_POT:
            return cite(f"Half-pot limit: from {least} to half of the pot.", clause, "BT-32")
        case Structure.NO_LIMIT:
            if variant.forced_bets is ForcedBets.ANTES_AS_BET:
                return cite("No limit: from 1 chip to all you have.", clause, "SIMPLE-18")
            return cite(f"No limit: from {least} to all you have.", clause, "BT-32")
        case _:
            assert_never(variant.structure)


def describe_raises(variant: Variant) -> list[CitedSentence]:
    """Returns the sentences about the number and the size of raises."""
    sentences = []
    if variant.raise_cap is None:
        sentences.append(cite("Any number in a round.", "BT-29"))
    else:
        sentences.append(
            cite(f"At most {number_word(variant.raise_cap)} in a round, any number between two.", "BT-29", "BT-30")
        )
    if variant.structure is Structure.FIXED:
        return [
            *sentences,
            cite("An all-in for half a bet or more counts as one, and the next adds a bet to it.", "BT-35"),
        ]
    if variant.forced_bets is not ForcedBets.ANTES_AS_BET:
        text = "Each is at least as large as the last bet or raise."
        sentences.append(cite(text, "BT-36" if variant.structure is Structure.SPREAD else "BT-33"))
    return [*sentences, cite("An all-in for less reopens nothing.", "BT-34")]


def describe_street(variant: Variant, index: int) -> list[CitedSentence]:
    """Returns the sentences about a street: its cards, its draw, and who acts first."""
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
        yield cite("How many they throw away is public, which ones is not.", "VT-5D-18", "VT-5D-19")


def _describe_betting(variant: Variant, street: Street, *, first: bool) -> Iterator[CitedSentence]:
    yield _describe_first_to_act(variant, street, first=first)
    if street.must_open:
        yield cite("Without antes they have to open with the least bet.", "VT-S5-3")
    if first and variant.forced_bets is ForcedBets.BLINDS:
        yield cite("The big blind may raise though nobody did.", "BT-18")
    if first and variant.forced_bets is ForcedBets.ANTES_AND_BUTTON:
        yield cite("The button may raise though nobody did.", "BT-18")
    if first and variant.forced_bets is ForcedBets.ANTES_AS_BET:
        yield cite("Players who stay in see the bet or raise; nobody checks.", "SIMPLE-6")
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
            return cite("Betting begins with the opener, or the next player in to their left.", "VT-5D-8")
        case FirstToAct.LOWEST_UPCARD:
            return cite("The lowest upcard begins, of equal ranks the lowest suit.", "VT-S7-3", "VT-S7-4", "VT-S7-15")
        case FirstToAct.HIGHEST_UPCARD:
            return cite(
                "The highest upcard begins, of equal ranks the highest suit.",
                _highest_upcard_clause(seven=seven),
                "SU-3",
            )
        case FirstToAct.HIGHEST_UPCARD_ACE_LOW:
            return cite("The highest upcard begins, ace low, of equal ranks the highest suit.", "VT-RZ-2", "VT-RZ-4")
        case FirstToAct.BEST_SHOWING if variant.ranking.order is not Order.HIGH:
            return cite("The lowest hand showing begins.", "VT-RZ-3", "PH-7")
        case FirstToAct.BEST_SHOWING:
            clauses: Clauses = ("VT-S7-7", "VT-S7-8") if seven else ("VT-S5-4", "VT-S5-6")
            return cite("The best hand showing begins.", *clauses, "PH-6")
        case _:
            assert_never(street.first_to_act)


def _highest_upcard_clause(*, seven: bool) -> Clause:
    return "VT-S7-2" if seven else "VT-S5-2"


_SUIT_TIEBREAKS = {1: "top card", 2: "top paired card", 3: "top odd card"}
_WILD_SET_CLAUSES: dict[str, Clauses] = {"deuces": ("WC-2",), "one-eyed-jacks": ("WC-3",)}
_WILD_TIEBREAKS = {
    WildTiebreak.NATURAL_FIRST: "one without wild cards wins",
    WildTiebreak.FEWER_WILD_FIRST: "the one with fewer wild cards wins",
    WildTiebreak.MORE_WILD_FIRST: "a natural one wins, and then more wild cards beat fewer",
}


def describe_pack(rules: RankingRules) -> list[CitedSentence]:
    """Returns the sentences about the cards of the pack and the wild ones among them."""
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
        scope = "and all others of its rank" if every else "one only, even if they hold several of its rank"
        yield cite(f"Each player's {which} is wild, {scope}.", "WC-27" if concealed else "WC-26", "WC-30")


def describe_ranking(variant: Variant) -> list[CitedSentence]:
    """Returns the sentences about who takes the pot, or its halves, and by which order of hands."""
    high, low = variant.high, variant.low
    if high is not None and low is not None:
        sentences = [
            cite("Of every pot the best high hand takes one half and the best low hand the other.", "SD-18"),
            cite("They may be made of different cards.", "LO-26"),
        ]
        if low.qualifier:
            sentences.append(
                cite(f"Without a low of {number_word(low.qualifier)} or better high takes all.", "LO-22", "SD-19")
            )
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
    if rules.a6_broadway_straight:
        yield cite("A-K-Q-J-T is a straight.", "LO-18")
    else:
        yield cite("A-K-Q-J-T is a king-down.", "LO-16")
    if rules.a6_aces_high_pair:
        yield cite("A pair of aces is above kings.", "LO-19")
    else:
        yield cite("A pair of aces is the lowest pair.", "LO-17")


def _describe_high_changes(rules: RankingRules) -> Iterator[CitedSentence]:
    """Yields the differences from the usual order of high hands."""
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
        winner = _WILD_TIEBREAKS[rules.wild_tiebreak]
        yield cite(f"Of otherwise equal hands {winner}.", WILD_TIEBREAK_CLAUSES[rules.wild_tiebreak])
    if rules.suit_tiebreak:
        card = _SUIT_TIEBREAKS[rules.suit_tiebreak]
        text = f"Equal hands are told apart by the suit of their {card}."
        yield cite(text, SUIT_TIEBREAK_CLAUSES[rules.suit_tiebreak], "SU-12")


def describe_card_use(variant: Variant) -> list[CitedSentence]:
    """Returns the sentence about which cards make a hand, if players have more than five to choose from."""
    card_count = sum(street.down + street.up - street.discard for street in variant.streets)
    if variant.selection is Selection.TWO_FROM_HAND:
        clauses = ("VT-OM-2", "VT-O8-2") if variant.low else ("VT-OM-2",)
        return [cite("Exactly two cards of the hand and three of the board make it.", *clauses)]
    if any(street.board for street in variant.streets):
        return [cite("The best five of the hand and the board count.", "HR-3", "VT-HE-5")]
    return (
        [cite(f"The best five of the {number_word(card_count)} cards count.", "HR-3")] if card_count > HAND_SIZE else []
    )


def describe_sharing(variant: Variant) -> list[CitedSentence]:
    """Returns the sentences about sharing a pot, and about the chips that cannot be shared."""
    sentences = [cite("Equal hands share.", "HR-8", "SD-15")]
    if variant.high is not None and variant.low is not None:
        sentences.append(cite("The odd chip of a pot goes to its high half.", "SD-17"))
    if variant.by_seat_number:
        sentences.append(cite("Chips that cannot be shared go to the lowest seats.", "SD-16", "SIMPLE-19"))
    elif variant.odd_chip is OddChip.SUIT:
        sentences.append(
            cite("Chips that cannot be shared go by the highest card, by suit if need be.", "SD-16", "SU-4")
        )
    else:
        sentences.append(cite("Chips that cannot be shared go to the first winners left of the button.", "SD-16"))
    return sentences


def game_page(variant: Variant, rulebook: Rulebook, stakes: Stakes | None = None) -> list[Block]:
    """Returns the page of a game with the clauses that it cites; without `stakes` at the usual ones of the game."""
    stakes = stakes or variant.stakes_for(variant.default_bet)
    game = variant.game_at(stakes)
    facts = [
        ("Players", [cite(f"{_player_count(variant)}.".capitalize(), "DL-22")]),
        ("Pack", describe_pack(variant.ranking)),
        ("Forced bets", describe_forced_bets(variant, stakes)),
        ("Bets", [describe_bet_sizes(variant, stakes)]),
        ("Raises", describe_raises(variant)),
    ]
    streets = [(street.name, describe_street(variant, place)) for place, street in enumerate(variant.streets)]
    ending = [
        ("Showdown", list(_describe_showdown(variant))),
        ("Hands", [*describe_ranking(variant), *describe_card_use(variant)]),
        ("The pot", [cite("The part of a bet that nobody calls goes back.", "AI-10"), *describe_sharing(variant)]),
    ]
    special = list(_special_rules(variant))
    all_sentences = [sentence for _, sentences in (*facts, *streets, *ending) for sentence in sentences]
    clause_ids = {clause for sentence in (*all_sentences, *special) for clause in sentence.clauses} | set(
        variant.forced_bet_clauses
    )
    blocks: list[Block] = [
        Title(game.full_title),
        Paragraph(f"Its name in commands is {variant.id}. Amounts are for its usual stakes; a table names its own."),
        *_fact_entries(facts),
        Heading("How it goes"),
        *_fact_entries((f"{place}. {name}", sentences) for place, (name, sentences) in enumerate(streets, start=1)),
        Heading("The winner"),
        *_fact_entries(ending),
    ]
    if special:
        blocks += [Heading("Special rules"), *[Entry("-", str(sentence)) for sentence in special]]
    clauses = [Entry(clause.id, clause.text) for clause in rulebook.select(clause_ids)]
    return [*blocks, Heading("The clauses"), *clauses]


def _player_count(variant: Variant) -> str:
    least, most = number_word(variant.min_seats), number_word(variant.max_seats)
    return least if least == most else f"{least} to {most}"


def _fact_entries(rows: Iterable[tuple[str, list[CitedSentence]]]) -> list[Entry]:
    return [Entry(label, join_sentences(sentences)) for label, sentences in rows]


def _describe_showdown(variant: Variant) -> Iterator[CitedSentence]:
    if variant.last_decision_street + 1 < len(variant.streets):
        yield cite("When nobody can bet any more, all hands are turned up and the rest is dealt.", "SD-24")
    if variant.by_seat_number:
        yield cite("The hands are shown in the order of the seats.", "SIMPLE-16")
    else:
        yield cite(
            "The last to bet or raise in the final round shows first, or else the first left of the button.",
            "SD-2",
            "SD-3",
        )
        yield cite("With side pots, those who contest the latest show before the others.", "SD-2")
    if variant.show_all_hands:
        yield cite("Every hand is shown.", "SIMPLE-15")
    elif variant.hilo_declare or variant.declared_hands or variant.ranking.circular:
        yield cite("Every hand is shown.", "SD-4")
    else:
        yield cite("A beaten player may muck unseen.", "SD-6")
    if variant.declared_hands:
        yield cite("Players say what they hold, and a hand counts for no more than was said.", "SD-10", "SD-11")
    else:
        yield cite("Cards speak.", "SD-9")
    if variant.hilo_declare:
        yield cite("Players first declare for high, low or both, in secret and together.", "SD-21", "SD-23")
        yield cite("A player who declares both has to win both.", "SD-22")


def _special_rules(variant: Variant) -> Iterator[CitedSentence]:
    if variant.pass_out:
        yield cite("If all pass the first round, the cards are thrown in and the pot stays for the next hand.", "BT-38")
        yield cite(
            "In a tournament, and when the table closes, it goes back to those who paid into it.", "BT-38", "CX-48"
        )
    yield from _describe_openers(variant)
    if variant.sevens_must_bet:
        yield cite("After the draw a seven or better has to bet.", "VT-LB-5")
    if variant.has_draws:
        yield from _describe_draw_limits(variant)
    if variant.runs > 1:
        yield cite(f"All-in players may agree to deal the rest up to {number_word(variant.runs)} times.", "SD-26")


def _describe_openers(variant: Variant) -> Iterator[CitedSentence]:
    if variant.open_requirement is OpeningRequirement.NONE:
        return
    yield cite("Only a pair of jacks or better may open.", "VT-5D-20", "VT-5D-21", "VT-5D-22")
    if variant.open_requirement is OpeningRequirement.PROGRESSIVE:
        yield cite("After each pass-out the need goes up: queens, kings, aces and back.", "VT-5D-23")
    yield cite("The opener shows their openers at the end; they may break them.", "VT-5D-24", "VT-5D-25")
    if variant.ranking.jokers and variant.ranking.joker_role is JokerRole.BUG:
        yield cite("An ace and the bug are a pair of aces.", "VT-5D-27")


def _describe_draw_limits(variant: Variant) -> Iterator[CitedSentence]:
    whole_hand = any(street.draw >= HAND_SIZE for street in variant.streets)
    if variant.discard_limit:
        four = ", four to an ace or a wild card" if whole_hand else ""
        yield cite(f"At most three cards are drawn{four}.", "VT-5D-11")
    if variant.fifth_card_last and whole_hand:
        yield cite("A player who draws five gets the fifth after all others have drawn.", "VT-5D-12")
        yield cite("If nobody else was served since the fourth, a card is burned before it.", "VT-5D-13")
    if variant.bottom_card_held:
        yield cite("The bottom card is not drawn while another is left.", "VT-5D-14")
    dealt = sum(street.down + street.up + street.draw for street in variant.streets)
    if dealt * variant.max_seats > len(variant.pack):
        yield cite("When the pack runs out, the others' discards are shuffled.", "VT-5D-15", "VT-5D-16")
