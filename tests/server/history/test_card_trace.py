"""Which card went where."""

from __future__ import annotations

import pytest

from railbird_server.history.card_trace import CardTrace
from railbird_server.history.game_setup import variant_of
from railbird_server.history.parser import BadHistory, parse_hand, parse_histories
from support.history_builders import history_text


def trace_of(actions: str, variant: str = "NT", **fields: object) -> CardTrace:
    record = parse_hand(parse_histories(history_text(actions, variant=variant, **fields))[""])
    return CardTrace(record, variant_of(record))


def hand_of(trace: CardTrace, player: int) -> str:
    return "".join(str(slot.card or "??") for slot in trace.hands[player])


def test_dealt_cards_are_assigned_to_hands_and_board() -> None:
    trace = trace_of("d dh p1 AhKd\nd dh p2 ????\nd dh p3 9s9h\nd db 2c3c4c\nd db 5d")
    assert [hand_of(trace, player) for player in (1, 2, 3)] == ["AhKd", "????", "9s9h"]
    assert [str(slot.card) for slot in trace.board] == ["2c", "3c", "4c", "5d"]
    assert trace.street_of == {1: 0, 2: 0, 3: 0, 4: 1, 5: 2}


def test_hole_cards_may_be_dealt_one_at_a_time() -> None:
    trace = trace_of("d dh p1 Ah\nd dh p2 2c\nd dh p3 9s\nd dh p1 Kd\nd dh p2 7d\nd dh p3 9h")
    assert hand_of(trace, 1) == "AhKd"


def test_a_hand_missing_from_the_record_is_unknown() -> None:
    assert hand_of(trace_of("d dh p1 AhKd"), 3) == "????"


def test_cards_shown_at_the_end_fill_unknown_hole_cards() -> None:
    assert hand_of(trace_of("d dh p1 ??8d????", variant="PO"), 1) == "??8d????"
    trace = trace_of("d dh p1 ??8d????\np1 sm Ah8dKsQs", variant="PO")
    assert hand_of(trace, 1) == "Ah8dKsQs"


def test_a_hand_may_be_shown_in_another_order() -> None:
    assert hand_of(trace_of("d dh p1 ??8d????\np1 sm 8dAhKsQs", variant="PO"), 1) == "Ah8dKsQs"


def test_discards_fill_unknown_hole_cards() -> None:
    trace = trace_of("d dh p1 ??????????\np1 sd AhKh\nd dh p1 2c3c\np1 sm 2c3c4d5d7h", variant="N2L1D")
    assert hand_of(trace, 1) == "4d5d7h2c3c"
    assert sorted(str(slot.card) for slot in trace.discards[2]) == ["Ah", "Kh"]


def test_cards_shown_later_are_not_among_unknown_discards() -> None:
    trace = trace_of("d dh p1 2s4cKhQh\np1 sd ????\nd dh p1 ????\np1 sm 2s4c6d9h", variant="FB")
    assert sorted(str(slot.card) for slot in trace.discards[2]) == ["Kh", "Qh"]
    assert hand_of(trace, 1) == "2s4c6d9h"


def test_a_second_draw_by_a_player_starts_the_next_street() -> None:
    trace = trace_of("d dh p1 2s4cKhQh\np1 sd Kh\np2 sd\np3 sd\nd dh p1 5h\np1 sd Qh\nd dh p1 6d", variant="FB")
    assert hand_of(trace, 1) == "2s4c5h6d"
    assert trace.street_of == {1: 0, 5: 1, 7: 2}


def test_discards_may_be_dealt_again_once_the_pack_is_used_up() -> None:
    hands = ["2c3c4c5c7c", "2d3d4d5d7d", "2h3h4h5h7h", "2s3s4s5s7s", "6c6d6h6s8c", "8d8h8s9c9d"]
    deals = [f"d dh p{player} {cards}" for player, cards in enumerate(hands, start=1)]
    draws = [f"p{player} sd {cards}" for player, cards in enumerate(hands, start=1)]
    new = ["9h9sTcTdTh", "TsJcJdJhJs", "QcQdQhQsKc", "KdKhKsAcAd", "AhAs2c2d2h"]
    served = [f"d dh p{player} {cards}" for player, cards in enumerate(new, start=1)]
    six: dict[str, object] = {"antes": [0] * 6, "blinds_or_straddles": [1, 2, 0, 0, 0, 0], "starting_stacks": [100] * 6}
    assert hand_of(trace_of("\n".join([*deals, *draws, *served]), variant="F2L3D", **six), 5) == "AhAs2c2d2h"


@pytest.mark.parametrize(
    ("actions", "variant", "action"),
    [
        ("d dh p1 AhKd\nd dh p2 2cAh", "NT", 2),
        ("d dh p1 AhKd\nd db 2c3cAh", "NT", 2),
        ("d dh p1 ????\nd dh p2 2cAh\np1 sm AhKd", "NT", 3),
        ("d dh p1 AhKd\np1 sm AhKs", "NT", 2),
        ("d dh p1 AhKdQs", "NT", 1),
        ("d db 2c3c4c\nd db 5c\nd db 6c\nd db 7c", "NT", 4),
        ("p1 f\nd dh p1 AhKd", "NT", 2),
        ("d dh p1 2cKd", "NS", 1),
        ("p1 sd", "NT", 1),
        ("d dh p1 2s4cKhQh\np1 sd Ah", "FB", 2),
        ("d dh p1 2s4cKhQh\np1 sd Kh\nd dh p1 5h6h", "FB", 3),
    ],
)
def test_contradictory_cards_are_refused_at_their_action(actions: str, variant: str, action: int) -> None:
    with pytest.raises(BadHistory, match=r"\.$") as refused:
        trace_of(actions, variant)
    assert refused.value.action == action
