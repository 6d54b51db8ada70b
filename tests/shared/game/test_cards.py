"""The notation of cards: parsing, writing, and refusals of other text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird_shared.game.cards import JOKER, PACK, Card, Rank, Suit, format_cards, parse_card, parse_cards


def test_a_pack_is_52_different_cards_by_suit_then_rank() -> None:
    assert len(set(PACK)) == 52
    assert JOKER not in PACK
    assert [str(card) for card in PACK[:2]] == ["2c", "3c"]
    assert str(PACK[-1]) == "As"


@pytest.mark.parametrize("card", [*PACK, JOKER], ids=str)
def test_parsing_a_written_card_returns_it(card: Card) -> None:
    assert parse_card(str(card)) is card


def test_parsing_ignores_case() -> None:
    assert parse_card("aS") is parse_card("AS") is Card.SA
    assert parse_card("td") is Card.DT
    assert parse_card("x") is JOKER


def test_a_card_has_its_rank_and_suit() -> None:
    assert (Card.HT.rank, Card.HT.suit) == (Rank.TEN, Suit.HEARTS)
    assert (JOKER.rank, JOKER.suit) == (Rank.JOKER, Suit.NONE)
    assert JOKER.is_joker
    assert not Card.SA.is_joker


@pytest.mark.parametrize("text", ["", "A", "1s", "10s", "Az", "sA", "Ass", "XX", "A♠", "A\x1b", " As"])
def test_text_that_is_not_a_card_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a card: write a rank .* and a suit of cdhs.*\.$") as refused:
        parse_card(text)
    assert "\x1b" not in str(refused.value)


@pytest.mark.parametrize("text", ["As Kd X 2c", "AsKdX2c", " aS\tkd  x\n2C "])
def test_cards_are_parsed_with_or_without_spaces(text: str) -> None:
    assert parse_cards(text) == (Card.SA, Card.DK, JOKER, Card.C2)


@given(st.lists(st.sampled_from(list(Card))))
def test_parsing_written_cards_returns_them(cards: list[Card]) -> None:
    assert parse_cards(format_cards(cards)) == tuple(cards)


@pytest.mark.parametrize("text", ["As K", "A sX3", "As,Kd", "Asd"])
def test_cards_mixed_with_other_text_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        parse_cards(text)


def test_no_cards_are_written_as_an_empty_text() -> None:
    assert format_cards(()) == ""
    assert parse_cards(" ") == ()


def test_ranks_run_from_two_to_ace_with_the_joker_below() -> None:
    assert "".join(rank.letter for rank in sorted(Rank)) == "X23456789TJQKA"


def test_ranks_are_named_in_singular_and_plural() -> None:
    assert (Rank.SIX.word, Rank.SIX.plural) == ("six", "sixes")
    assert (Rank.QUEEN.word, Rank.QUEEN.plural) == ("queen", "queens")


def test_suits_run_from_clubs_to_spades() -> None:
    assert "".join(suit.letter for suit in sorted(Suit)) == "cdhs"
    assert "".join(suit.symbol for suit in sorted(Suit)) == "♣♦♥♠"
    assert all("\ufe0f" not in suit.symbol for suit in Suit)
