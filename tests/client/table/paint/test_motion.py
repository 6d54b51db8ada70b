"""What moves on the table for a moment, and what is shown at once all the same."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.table.paint.motion import FRAME_SECONDS, Motion, begin_motion
from railbird_client.table.view_models import TableViewModel
from railbird_shared.game.cards import Card, parse_cards
from railbird_shared.protocol.view import TableView
from support.drawn_table import drawn_table
from support.view_builders import holdem_view

TURN = parse_cards("Kd 9s 4h 2c")
RIVER = parse_cards("Kd 9s 4h 2c 7d")
BETS = {1: 20, 4: 60}


def table_with(board: tuple[Card, ...], bets: dict[int, int] | None = None) -> TableView:
    bets = bets or {}
    view = holdem_view(board=board, to_match=max(bets.values(), default=0))
    return replace(view, seats=tuple(each and replace(each, bet=bets.get(each.seat, 0)) for each in view.seats))


def model_of(view: TableView) -> TableViewModel:
    return drawn_table(view).model


def motion_between(before: TableView, after: TableView) -> Motion | None:
    return begin_motion(model_of(before), model_of(after), 10.0)


def test_bets_fade_where_they_lay_before_the_next_card_turns_over() -> None:
    after = model_of(table_with(RIVER))
    motion = motion_between(table_with(TURN, BETS), table_with(RIVER))
    assert motion is not None
    shown = [motion.show(after, 10.0 + FRAME_SECONDS * (frame + 0.5)) for frame in range(5)]
    bets = [{each.number: each.seat.bet for each in one.seats.values() if each.seat and each.seat.bet} for one in shown]
    assert bets == [BETS, BETS, BETS, {}, {}]
    assert [one.fading for one in shown] == [0.25, 0.5, 0.75, 0, 0]
    assert [len(one.board.board) - one.board.backs for one in shown] == [4, 4, 4, 4, 5]
    assert [len(one.board.board) for one in shown] == [4, 4, 4, 5, 5]
    assert shown[-1] == after


def test_whose_turn_it_is_and_the_log_do_not_wait() -> None:
    after = replace(model_of(table_with(RIVER)), my_turn=True)
    motion = motion_between(table_with(TURN, BETS), table_with(RIVER))
    assert motion is not None
    shown = motion.show(after, 10.0)
    assert (shown.my_turn, shown.log, shown.action_bar, shown.own_seat) == (
        True,
        after.log,
        after.action_bar,
        after.own_seat,
    )


@pytest.mark.parametrize(
    ("before", "after", "cards", "gathered"),
    [
        (table_with(()), table_with(TURN[:3]), 3, False),
        (table_with(TURN, BETS), table_with(TURN), 0, True),
        (table_with(TURN), table_with(RIVER), 1, False),
    ],
)
def test_a_motion_has_only_what_moves(before: TableView, after: TableView, cards: int, *, gathered: bool) -> None:
    motion = motion_between(before, after)
    assert motion is not None
    assert (motion.cards, bool(motion.bets)) == (cards, gathered)
    assert motion.seconds == pytest.approx(FRAME_SECONDS * (3 * gathered + bool(cards)))
    assert motion.seconds < 0.4
    assert motion.is_over(10.0 + motion.seconds)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (table_with(TURN, BETS), table_with(TURN, BETS)),
        (table_with(TURN, BETS), table_with(TURN, {**BETS, 6: 120})),  # somebody raises
        (table_with(RIVER), table_with(TURN[:3])),  # another hand
        (table_with(RIVER), table_with(parse_cards("As Ad Ah 2h 2d"))),
        (table_with(TURN, {1: 2, 4: 1}), table_with(TURN, {6: 2})),  # the blinds of the next hand
    ],
)
def test_nothing_moves_otherwise(before: TableView, after: TableView) -> None:
    assert motion_between(before, after) is None


def test_a_clock_that_is_set_back_ends_a_motion() -> None:
    after = model_of(table_with(RIVER))
    motion = motion_between(table_with(TURN), table_with(RIVER))
    assert motion is not None
    assert motion.show(after, 9.0) == after
