"""The judge's ruling: who wins each side, with which five cards, what decides, and by which clauses.

These records are the JSON that `railbird-server judge --json` prints; docs/judge.md describes it. Hands count from 1.

It cites the clauses that give a hand its value, and those by which one hand beats another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from msgspec import Struct

from railbird_server.guide.page import Block, Entry, Heading, Paragraph, cards_phrase, chips_phrase
from railbird_server.guide.rulebook import Rulebook
from railbird_server.judge.question import Question
from railbird_server.rules.player import Player
from railbird_server.rules.showdown import HandValues, PotAwarder, evaluate_hand
from railbird_shared.game.cards import HAND_SIZE, Rank
from railbird_shared.game.clauses import Clause, Clauses
from railbird_shared.game.game_rules import CircularOrder, JokerRole, LowestWild, Order, Selection, WildTiebreak
from railbird_shared.game.ranking import Category, HandValue, Scale
from railbird_shared.game.ranking_rules import SUIT_TIEBREAK_CLAUSES, WILD_TIEBREAK_CLAUSES, RankingRules
from railbird_shared.game.variants import Variant
from railbird_shared.protocol.events import Pot, PotAwarded, Side

NATURAL = "natural"
"""The last word of the description of a hand without wild cards, if wild cards lose ties."""


def decided_by(values: Sequence[HandValue], winning: Sequence[HandValue], rules: RankingRules) -> str:
    """Returns the first difference between the winners and the best hand that lost, empty if no hand lost.

    It is empty too where hands of different value share a pot, since they have beaten each other in a circle (NU-6).
    """
    strengths = {value.strength for value in winning}
    losing = [value for value in values if value.strength not in strengths]
    if len(strengths) != 1 or not losing:
        return ""
    best, rival = winning[0], max(losing, key=lambda value: value.strength)
    return " against ".join(_first_difference(best, rival, rules))


def _first_difference(best: HandValue, rival: HandValue, rules: RankingRules) -> tuple[str, str]:
    """Returns what the two hands have at the first place where they differ."""
    circular = best.strength < rival.strength
    uneven = rules.order is Order.BADUGI and len(best.cards) != len(rival.cards)
    if circular or uneven or not rival.qualifies:
        return best.words, rival.words
    if best.category is not rival.category:
        return best.category.word, rival.category.word
    if best.ranks != rival.ranks:
        ranks = zip_longest(best.ranks, rival.ranks)
        return next((_rank_word(one), _rank_word(other)) for one, other in ranks if one is not other)
    one, other = _tiebreak_words(best, rival), _tiebreak_words(rival, best)
    if one == NATURAL:
        return f"a {NATURAL} hand", f"one with {other.removeprefix('with ')}"
    return one, other


def _rank_word(rank: Rank | None) -> str:
    return rank.word if rank else "no card"


def _tiebreak_words(value: HandValue, other: HandValue) -> str:
    """Returns the wild cards or the suit by which a hand differs from another of the same ranks, in words."""
    return value.describe([other]).rpartition(", ")[2]


class HandRuling(Struct, frozen=True):
    """The value of a hand on a side: the cards used, what each is played as, and the hand in words.

    `ranks` are the letters of the ranks that decide, the most important first. A low that does not qualify has no
    cards. `names` are all names of the hand, `lowest_wild` the player's lowest cards if they are wild, and
    `deciding_card` is the card whose suit breaks ties if suits do.
    """

    hand: int
    wins: bool
    qualifies: bool
    category: str
    ranks: str
    five: tuple[str, ...]
    played_as: tuple[str, ...]
    words: str
    description: str
    names: tuple[str, ...]
    lowest_wild: tuple[str, ...]
    deciding_card: str
    because: Clauses


class SideRuling(Struct, frozen=True):
    """The winners of one side of the pot, "whole", "high" or "low"; nobody wins a low for which no hand qualifies.

    `decided_by` is the first difference between the winners and the best hand that lost, empty if none lost.
    """

    side: Side
    winners: tuple[int, ...]
    decided_by: str
    because: Clauses
    hands: tuple[HandRuling, ...]


class Share(Struct, frozen=True):
    """The chips that a hand wins of the pot; `odd` of them could not be shared."""

    hand: int
    side: Side
    chips: int
    odd: int
    because: Clauses


class Ruling(Struct, frozen=True):
    """The whole answer; `to_come` cards of the board are missing, and `clauses` has the text of every id cited."""

    game: str
    board: tuple[str, ...]
    to_come: int
    hands: tuple[tuple[str, ...], ...]
    sides: tuple[SideRuling, ...]
    pot: int
    shares: tuple[Share, ...]
    clauses: dict[str, str]


def rule_on(question: Question, rulebook: Rulebook) -> Ruling:
    """Returns who wins, by the rules of the engine."""
    variant, players = question.variant, question.players()
    hands = HandValues(variant, players, question.board, {})
    sides = tuple(_rule_on_side(question, hands, side, scale, players) for side, scale in hands.scales.items())
    pot = Pot(question.pot, tuple(player.seat for player in players))
    shares = tuple(_share(award) for award in PotAwarder(variant, players, hands).award([pot]))
    reasons = [side.because for side in sides] + [share.because for share in shares]
    reasons += [hand.because for side in sides for hand in side.hands]
    return Ruling(
        game=variant.id,
        board=_card_codes(question.board),
        to_come=question.to_come,
        hands=tuple(_card_codes(hand.cards) for hand in question.hands),
        sides=sides,
        pot=question.pot,
        shares=shares,
        clauses={
            clause.id: clause.text for clause in rulebook.select(clause for because in reasons for clause in because)
        },
    )


def _rule_on_side(
    question: Question, hands: HandValues, side: Side, scale: Scale, players: Sequence[Player]
) -> SideRuling:
    variant = question.variant
    seats = [player.seat for player in players]
    winners = hands.winners(side, seats)
    values = [evaluate_hand(variant, scale, player, question.board) for player in players]
    winning = [value for seat, value in zip(seats, values, strict=True) if seat in winners]
    return SideRuling(
        side=side,
        winners=tuple(winners),
        decided_by=decided_by(values, winning, scale.rules),
        because=side_clauses(variant, side, scale.rules, values, winning),
        hands=tuple(
            _rule_on_hand(seat, value, [other for other in values if other is not value], scale, wins=seat in winners)
            for seat, value in zip(seats, values, strict=True)
        ),
    )


def _rule_on_hand(seat: int, value: HandValue, others: Sequence[HandValue], scale: Scale, *, wins: bool) -> HandRuling:
    return HandRuling(
        hand=seat,
        wins=wins,
        qualifies=value.qualifies,
        category=value.category.code if value.qualifies else "",
        ranks="".join(rank.letter for rank in value.ranks),
        five=_card_codes(value.cards),
        played_as=_card_codes(value.played_as),
        words=value.words,
        description=value.describe(others),
        names=value.names(),
        lowest_wild=_card_codes(value.lowest_wild),
        deciding_card=str(value.deciding_card or ""),
        because=hand_clauses(value, scale.rules),
    )


def _share(award: PotAwarded) -> Share:
    return Share(award.seat, award.side, award.chips, award.odd, award.because)


def _card_codes(cards: Iterable[object]) -> tuple[str, ...]:
    return tuple(map(str, cards))


def ruling_page(ruling: Ruling, *, short: bool = False) -> list[Block]:
    """Returns the page of a ruling; a short one leaves out what decided it and the clauses."""
    blocks: list[Block] = []
    if ruling.to_come:
        blocks.append(Paragraph(f"So far, with {cards_phrase(ruling.to_come)} to come:"))
    for side in ruling.sides:
        blocks += [Paragraph(_side_sentence(side, short=short)), *(_hand_entry(ruling, hand) for hand in side.hands)]
    if ruling.shares:
        blocks.append(Paragraph(" ".join(_share_phrases(ruling))))
    if short:
        return blocks
    clauses = [Entry(clause, text) for clause, text in ruling.clauses.items()]
    return [*blocks, Heading("Because"), *clauses]


def _side_sentence(side: SideRuling, *, short: bool) -> str:
    part = "" if side.side is Side.WHOLE else f"{side.side.value.capitalize()}: "
    winning = [hand for hand in side.hands if hand.wins]
    if not winning:
        return f"{part}nobody has a hand for it."
    sentence = f"hand {winning[0].hand} wins" if len(winning) == 1 else f"hands {_join_hands(winning)} share"
    sentence += f": {' / '.join(dict.fromkeys(hand.description for hand in winning))}."
    if side.decided_by and not short:
        sentence += f" Decided by {side.decided_by}."
    return part + sentence if part else sentence[0].upper() + sentence[1:]


def _hand_entry(ruling: Ruling, hand: HandRuling) -> Entry:
    dealt = " ".join(ruling.hands[hand.hand - 1])
    mark = "*" if hand.wins else " "
    played = " ".join(
        card if card == counts_as else f"{card}={counts_as}"
        for card, counts_as in zip(hand.five, hand.played_as, strict=True)
    )
    text = f"{hand.description}: {played}" if played else hand.description
    return Entry(f"{mark} {hand.hand}  {dealt}", text + _lowest_wild_note(hand))


def _lowest_wild_note(hand: HandRuling) -> str:
    return f" (lowest: {' '.join(hand.lowest_wild)})" if hand.lowest_wild else ""


def _share_phrases(ruling: Ruling) -> Iterator[str]:
    yield f"Of {chips_phrase(ruling.pot)}:"
    several = len({share.side for share in ruling.shares}) > 1
    for share in ruling.shares:
        of_side = f" for {share.side.value}" if several else ""
        odd = f", {share.odd:,} of it odd" if share.odd else ""
        yield f"hand {share.hand} gets {share.chips:,}{of_side}{odd}" + (";" if share is not ruling.shares[-1] else ".")


def _join_hands(winning: Sequence[HandRuling]) -> str:
    names = [str(hand.hand) for hand in winning]
    return f"{', '.join(names[:-1])} and {names[-1]}"


_CLAUSE_OF_CATEGORY: dict[Category, Clause] = {
    Category.FIVE_OF_A_KIND: "HR-9",
    Category.STRAIGHT_FLUSH: "HR-10",
    Category.FOUR_OF_A_KIND: "HR-14",
    Category.FULL_HOUSE: "HR-16",
    Category.FLUSH: "HR-17",
    Category.STRAIGHT: "HR-19",
    Category.THREE_OF_A_KIND: "HR-23",
    Category.TWO_PAIR: "HR-24",
    Category.ONE_PAIR: "HR-25",
    Category.HIGH_CARD: "HR-26",
}
_CLAUSES_OF_ORDER: dict[Order, Clauses] = {
    Order.HIGH: ("HR-5",),
    Order.ACE_TO_FIVE: ("LO-1", "LO-4"),
    Order.DEUCE_TO_SEVEN: ("LO-8", "LO-9"),
    Order.ACE_TO_SIX: ("LO-14",),
    Order.BADUGI: ("VT-XX-2",),
}
_CIRCULAR_CLAUSES: dict[CircularOrder, Clauses] = {
    CircularOrder.ITALIAN: ("NU-2", "NU-3", "NU-4", "NU-6"),
    CircularOrder.GREEK: ("NU-9", "NU-10", "NU-11"),
}


def hand_clauses(value: HandValue, rules: RankingRules) -> Clauses:
    """Returns the clauses that give a hand its value by these settings."""
    if not value.qualifies:
        return (
            ("LO-22", "LO-24")
            if len({card.rank for card in value.dealt_cards}) < len(value.dealt_cards)
            else ("LO-22",)
        )
    return tuple(dict.fromkeys((*_category_clauses(value, rules), *_wild_card_clauses(value, rules))))


def _category_clauses(value: HandValue, rules: RankingRules) -> Iterator[Clause]:
    if rules.order is not Order.HIGH:
        if rules.order is Order.ACE_TO_FIVE and value.category is not Category.HIGH_CARD:
            yield from ("LO-5", "LO-6")
        return
    yield _CLAUSE_OF_CATEGORY[value.category]
    if len(value.cards) < HAND_SIZE:
        yield "PH-2"
    if value.category is Category.STRAIGHT_FLUSH and value.ranks[0] is Rank.ACE:
        yield "NU-9" if rules.unbeatable is CircularOrder.GREEK and value.words == "imperial flush" else "HR-11"
    if value.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH) and _ace_is_low(value):
        yield _low_ace_clause(value, rules)


def _ace_is_low(value: HandValue) -> bool:
    return value.ranks[0] is not Rank.ACE and any(card.rank is Rank.ACE for card in value.played_as)


def _low_ace_clause(value: HandValue, rules: RankingRules) -> Clause:
    if rules.lowest_rank is not Rank.TWO:
        return "SK-2"
    return "HR-12" if value.category is Category.STRAIGHT_FLUSH else "HR-21"


def _wild_card_clauses(value: HandValue, rules: RankingRules) -> Iterator[Clause]:
    if value.played_as == value.cards:
        return
    bug = rules.joker_role is JokerRole.BUG and any(card.is_joker for card in value.cards)
    if rules.order is not Order.HIGH:
        yield "LO-30" if bug else "LO-27"
        return
    yield "WC-13" if bug else "WC-4"
    if value.category is Category.FIVE_OF_A_KIND:
        yield "WC-14" if bug else "WC-5"
    if value.category is Category.FLUSH and not bug:
        repeated = len({card.rank for card in value.played_as}) < len(value.played_as)
        yield "WC-19" if repeated and rules.double_ace_flush else "WC-7"
    if rules.lowest_wild is not LowestWild.NONE:
        yield "WC-26" if rules.lowest_wild is LowestWild.CARD else "WC-27"
    if rules.lowest_wild is LowestWild.CARD and len(value.lowest_among) < len(value.dealt_cards):
        yield "CX-41"
    if len(value.lowest_wild) > 1:
        yield "WC-30"


def side_clauses(
    variant: Variant, side: Side, rules: RankingRules, values: Sequence[HandValue], winning: Sequence[HandValue]
) -> Clauses:
    """Returns the clauses by which the winning hands of a side beat the others, or share."""
    because: list[Clause] = [*_CLAUSES_OF_ORDER[rules.order], *_selection_clauses(variant, values)]
    if rules.qualifier and rules.order is Order.ACE_TO_FIVE:
        because.append("LO-22")
    if side is not Side.WHOLE:
        because.append("SD-18" if winning else "SD-19")
    because += _comparison_clauses(rules, values, winning)
    return tuple(dict.fromkeys(because))


def _selection_clauses(variant: Variant, values: Sequence[HandValue]) -> Iterator[Clause]:
    if variant.selection is Selection.TWO_FROM_HAND:
        yield "VT-OM-2"
    elif variant.ranking.order is not Order.BADUGI and any(len(value.dealt_cards) > HAND_SIZE for value in values):
        yield "HR-3" if variant.high else "LO-25"
    if len(values) > 1 and any(len(value.dealt_cards) < HAND_SIZE for value in values) and variant.high:
        yield from ("PH-3", "PH-4")


def _comparison_clauses(
    rules: RankingRules, values: Sequence[HandValue], winning: Sequence[HandValue]
) -> Iterator[Clause]:
    if not winning or len(values) < 2:
        return
    high = rules.order is Order.HIGH
    losing = [value for value in values if value.strength not in {winner.strength for winner in winning}]
    categories = {value.category for value in values}
    if high and len(categories) > 1:
        yield "HR-6"
    if high and rules.flush_over_full and {Category.FLUSH, Category.FULL_HOUSE} <= categories:
        yield "SK-5"
    if any(value.category is winning[0].category for value in losing) and high:
        yield "HR-7"
    if any(value.ranks == winning[0].ranks and value.category is winning[0].category for value in losing):
        yield from _tiebreak_clauses(rules)
    if rules.circular and any(value.category is Category.STRAIGHT_FLUSH for value in values):
        yield from (*_CIRCULAR_CLAUSES[rules.unbeatable], "NU-12")
    if len(winning) > 1 and len({value.strength for value in winning}) == 1:
        yield from ("HR-8" if high else "LO-7", "SD-15")


def _tiebreak_clauses(rules: RankingRules) -> Iterator[Clause]:
    if rules.wild_tiebreak is not WildTiebreak.NONE:
        yield WILD_TIEBREAK_CLAUSES[rules.wild_tiebreak]
    if rules.suit_tiebreak:
        yield SUIT_TIEBREAK_CLAUSES[rules.suit_tiebreak]
        yield "SU-12"
