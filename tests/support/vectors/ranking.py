"""Answers vectors on ranking: kinds compare, describe and winner; actions on wild cards, qualifiers and seat draws."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import Any

from railbird_server.rules.dealing import Dealer
from railbird_shared.game.cards import JOKER, Card, Rank, parse_card, parse_cards
from railbird_shared.game.game_rules import STANDARD_SUIT_ORDER, WildScope
from railbird_shared.game.ranking import HandValue, Scale, TwoFromHand, winners
from railbird_shared.game.ranking_rules import RankingRules, card_order
from support.vectors.ranking_names import NamedRanking, ranking_named, wild_set_named
from support.vectors.vector import Facts, UnknownVectorError, Vector

DESCRIBED_FIELDS = {"category", "ranks", "words", "phrases", "joker_as", "played_as", "display_order", "order_free"}


def answer_compare(case: Vector, facts: Facts) -> str:
    """Says which of two hands wins."""
    winner_indexes = _winner_indexes(case, ranking_named(case.rule).scale, facts)
    return {(0,): "first", (1,): "second", (0, 1): "tie"}[tuple(winner_indexes)]


def answer_describe(case: Vector, facts: Facts) -> dict[str, Any]:
    """Says what a hand is, as far as the vector does; one of several right phrases or orders is repeated."""
    expected = case.expected
    if unknown := expected.keys() - DESCRIBED_FIELDS:
        raise UnknownVectorError(f"What is {', '.join(unknown)} of a hand?")
    [value] = _hand_values(case, ranking_named(case.rule), ranking_named(case.rule).scale, facts)
    names = {name.lower() for name in value.names()}
    jokers = [str(stands) for card, stands in zip(value.cards, value.played_as, strict=True) if card is JOKER]
    shown = expected.get("display_order", "")
    return {
        "category": value.category.code,
        "ranks": _rank_letters(value.ranks),
        "words": value.words,
        "phrases": [phrase for phrase in expected.get("phrases", ()) if phrase.lower() in names],
        "joker_as": " ".join(stands[: len(expected.get("joker_as", ""))] for stands in jokers),
        "played_as": " ".join(map(str, value.played_as)),
        "display_order": shown
        if _ranks_with_suits(value.cards) == _ranks_with_suits(parse_cards(shown))
        else str(value.cards),
        "order_free": "suits within a rank",
    }


def answer_winner(case: Vector, facts: Facts) -> dict[str, Any]:
    """Says who wins each half of a pot, and with what."""
    ranking = ranking_named(case.rule)
    high = ranking.high or ranking.low
    low = ranking.low or ranking.high
    assert high is not None
    assert low is not None
    answer: dict[str, Any] = {"high": _winner_indexes(case, high, facts), "low": _winner_indexes(case, low, facts)}
    for half, scale in (("high", high), ("low", low)):
        if {f"{half}_hand_ranks", f"{half}_category"} & case.expected.keys():
            best = max(_hand_values(case, ranking, scale, facts))
            answer |= {f"{half}_hand_ranks": _rank_letters(best.ranks), f"{half}_category": best.category.code}
    if "qualifies" in case.expected:
        qualified = ranking_named("low:a5:8-or-better").scale
        answer["qualifies"] = any(value.qualifies for value in _hand_values(case, ranking, qualified, facts))
    return answer


def answer_qualify_low(case: Vector, facts: Facts) -> bool:
    """Says whether a low hand is good enough to win (LO-22)."""
    return ranking_named(case.rule).scale.value(parse_cards(facts["hand"])).qualifies


def answer_wild_cards(case: Vector, facts: Facts) -> list[str]:
    """Says which cards a house rule makes wild (WC-2, WC-3)."""
    return _in_expected_order(case.expected, map(str, wild_set_named(facts["option"].removesuffix("-wild"))))


def answer_lowest_wild(case: Vector, facts: Facts) -> list[str]:
    """Says which of a player's cards is wild as their lowest (WC-26..WC-30)."""
    scale = ranking_named(f"{case.rule}:scope={facts.get('scope', WildScope.ONE_CARD)}").scale
    concealed = parse_cards(facts.get("concealed", ""))
    cards = concealed + parse_cards(facts.get("open", "")) + parse_cards(facts.get("cards", ""))
    return _in_expected_order(case.expected, map(str, scale.value(cards, concealed).lowest_wild))


def answer_draw_for_seats(_: Vector, facts: Facts) -> list[str]:
    """Says in which order single cards choose seats (SU-1, SU-2)."""
    cards = [parse_card(card) for card in facts["cards"]]
    order = facts.get("order", STANDARD_SUIT_ORDER)
    return [str(card) for card in sorted(cards, key=lambda card: card_order(card, order), reverse=True)]


def answer_cards_left(_case: Vector, facts: Facts) -> int:
    """Says how many cards of a pack are not dealt."""
    deck = RankingRules(pack=facts["pack"]).deck
    dealer = Dealer(deck, deck)
    for _card in range(facts["players"] * facts["cards_each"]):
        dealer.deal([0])
    return dealer.cards_left


def answer_all_permutations_equal(case: Vector, facts: Facts) -> bool:
    """Says whether a hand is worth the same however it is held (HR-4)."""
    orders = list(permutations(parse_cards(facts["hand"])))
    assert len(orders) == facts["permutations"]
    return len({ranking_named(case.rule).scale.strength(order) for order in orders}) == 1


def _hand_values(case: Vector, ranking: NamedRanking, scale: Scale, facts: Facts) -> list[HandValue]:
    """Returns the values of the hands; cards count as face down unless the vector says otherwise."""
    board = parse_cards(case.board)
    hands = [parse_cards(hand) for hand in case.hands]
    if ranking.two_from_hand:
        game = TwoFromHand(scale, board)
        values = [game.value(hand) for hand in hands]
        assert [value.strength for value in values] == [game.strength(hand) for hand in hands]
        return values
    concealed = parse_cards(facts.get("concealed", ""))
    return [scale.value(hand + board, concealed or hand) for hand in hands]


def _winner_indexes(case: Vector, scale: Scale, facts: Facts) -> list[int]:
    values = _hand_values(case, ranking_named(case.rule), scale, facts)
    return list(winners([value.strength for value in values], scale))


def _in_expected_order(expected: list[str], found: Iterable[str]) -> list[str]:
    """The cards that are wild, in the vector's order where they are the same."""
    cards = sorted(found)
    return expected if sorted(expected) == cards else cards


def _rank_letters(ranks: Sequence[Rank]) -> str:
    return "".join(rank.letter for rank in ranks)


def _ranks_with_suits(cards: Sequence[Card]) -> list[tuple[int, set[Card]]]:
    """The cards in their order, with the suits of one rank left in none."""
    return [(card.rank, {other for other in cards if other.rank is card.rank}) for card in cards]
