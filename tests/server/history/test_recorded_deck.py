"""The deck that deals the cards of a record."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from railbird_server.history.card_trace import CardTrace
from railbird_server.history.game_setup import setup_of, variant_of
from railbird_server.history.notation import BadHistory
from railbird_server.history.parser import parse_hand, parse_histories
from railbird_server.history.recorded_deck import (
    RecordedCardsDealer,
    assign_cards,
    build_recorded_hand,
    slots_in_order,
    unmentioned_cards,
)
from railbird_shared.game.cards import PACK, format_cards, parse_cards
from support.history_builders import history_text


def dealt_cards(actions: str, variant: str = "NT", turn: int = 0, fields: Mapping[str, object] | None = None) -> str:
    record = parse_hand(parse_histories(history_text(actions, variant=variant, **(fields or {})))[""])
    game = variant_of(record)
    trace = CardTrace(record, game)
    filling = assign_cards(trace, game, turn)
    return format_cards(filling[slot] for _, slot in slots_in_order(trace, game))


def test_hole_cards_come_one_at_a_time_before_the_board() -> None:
    assert dealt_cards("d dh p1 AhKh\nd dh p2 2c7c\nd dh p3 9s9h\nd db 3c4c5c") == "Ah 2c 9s Kh 7c 9h 3c 4c 5c"


def test_a_player_receives_all_replacement_cards_at_once() -> None:
    hands = "d dh p1 2s4cKhQh\nd dh p2 2c3cKcQc\nd dh p3 2d3dKdQd\n"
    assert dealt_cards(f"{hands}p1 sd KhQh\np2 sd\np3 sd QdKd\nd dh p1 5h6h\nd dh p3 7d8d", "FB").endswith(
        "5h 6h 7d 8d"
    )


def test_unknown_cards_are_filled_with_unmentioned_cards() -> None:
    assert dealt_cards("d dh p1 AhKh\nd dh p2 ????\nd dh p3 AcAd") == "Ah As Ac Kh Kc Ad"


def test_each_attempt_fills_unknown_cards_differently() -> None:
    assert dealt_cards("d dh p1 AhKh\nd dh p2 ????\nd dh p3 AcAd", turn=1) == "Ah Kc Ac Kh Kd Ad"


def test_unmentioned_cards_are_the_rest_of_the_pack() -> None:
    record = parse_hand(parse_histories(history_text("d dh p1 AhKh\nd dh p2 2c7c\nd dh p3 9s9h"))[""])
    assert len(unmentioned_cards(CardTrace(record, variant_of(record)), variant_of(record))) == 46


def six_handed_draw(draws: int) -> str:
    deals = [f"d dh p{player} ??????????" for player in range(1, 7)]
    rounds = [f"p{player} sd ??????????" for player in range(1, 7)] * draws
    return "\n".join([*deals, *rounds])


SIX: dict[str, object] = {"antes": [0] * 6, "blinds_or_straddles": [1, 2, 0, 0, 0, 0], "starting_stacks": [100] * 6}


def test_discards_are_dealt_again_once_the_pack_is_used_up() -> None:
    cards = dealt_cards(six_handed_draw(1), "F2L3D", fields=SIX).split()
    assert len(cards) == 60
    assert len(set(cards[:52])) == 52
    assert set(cards[52:]) <= set(cards[:30])


def test_a_hand_that_reshuffles_discards_is_dealt_as_recorded() -> None:
    record = parse_hand(parse_histories(history_text(six_handed_draw(1), variant="F2L3D", **SIX))[""])
    game = variant_of(record)
    trace = CardTrace(record, game)
    filling = assign_cards(trace, game, 0)
    cards = [filling[slot] for _, slot in slots_in_order(trace, game)]
    hand = build_recorded_hand(setup_of(record, game), cards, game)
    hand.start()
    assert hand.players[1].cards == cards[0:30:6]


def test_a_player_may_draw_their_own_discard_if_it_was_recorded() -> None:
    """Others who shuffled a pack again have dealt so; our own hands do not (VT-5D-16)."""
    dealer = RecordedCardsDealer(parse_cards("2c 3c 2c 4c"), PACK)
    dealer.discard(1, [dealer.deal()])
    assert dealer.deal_replacements(1, 3) == parse_cards("3c 2c 4c")


def test_dealing_more_cards_than_the_pack_has_is_refused() -> None:
    with pytest.raises(BadHistory, match="More cards"):
        dealt_cards("d dh p1 ??????????????", "F7S", fields={"antes": [1] * 10, "starting_stacks": [100] * 10})
