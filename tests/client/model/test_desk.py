"""The keys of the table over time: turns, plans and questions."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.model.desk import Desk
from railbird_client.model.preaction import Decision
from railbird_shared.actions import Call, Check, Draw, Fold, LegalActions, Offers, Raise
from railbird_shared.commands import (
    Act,
    AddBot,
    AddChips,
    ComeBack,
    Command,
    Leave,
    PostBlind,
    RemoveBot,
    See,
    Show,
    Sit,
    SitOut,
    Straddle,
)
from railbird_shared.view import LastAct, TableView, Turn, You
from tables import at, draw, holdem, shown_down, stud
from viewing import view_of

MAY_ADD = You(1, offers=Offers(add=200, add_least=1))


def at_desk(view: TableView, *, name: str = "") -> Desk:
    desk = Desk(name)
    assert desk.see(view, 0.0) is None
    return desk


def pressed(desk: Desk, keys: str, *, begin: float = 10.0, gap: float = 1.0) -> list[Command]:
    """Presses keys with a gap in seconds, and returns the commands they lead to."""
    found = [desk.press(key, begin + index * gap) for index, key in enumerate(keys.split())]
    return [each for each in found if each is not None]


def waiting(*, bet: int = 10, mine: int = 0, legal: LegalActions | None = None, turn: int = 6) -> TableView:
    """Stud with a bet to match; Finch at seat 6 is to act, or the viewer where `legal` is given."""
    view = stud(to_match=bet, turn=Turn(1 if legal else 6, turn))
    seats = (replace(at(1, stack=500, hidden=2), bet=mine), *view.seats[1:])
    return replace(view, seats=seats, you=You(1, legal=legal))


def test_a_turn_of_ones_own_names_hand_and_turn() -> None:
    desk = at_desk(holdem())
    assert pressed(desk, "fold") == [Act(hand=148, turn=31, action=Fold())]


def test_after_acting_nothing_more_is_sent_until_the_server_answers() -> None:
    desk = at_desk(holdem())
    assert len(pressed(desk, "call call fold")) == 1
    assert desk.sent
    desk.refused("That turn is over.", 20.0)
    assert not desk.sent
    assert desk.notice(21.0) == "That turn is over."
    assert desk.notice(40.0) == ""


def test_what_was_sent_before_the_connection_broke_can_be_sent_again() -> None:
    desk = at_desk(holdem())
    pressed(desk, "call")
    desk.reconnected()
    assert len(pressed(desk, "call", begin=20.0)) == 1


def test_seeing_the_same_turn_again_keeps_what_was_chosen() -> None:
    desk = at_desk(holdem())
    pressed(desk, "3")
    desk.see(holdem(watchers=7), 12.0)
    assert pressed(desk, "confirm", begin=13.0) == [Act(hand=148, turn=31, action=Raise(474))]


def test_a_new_turn_begins_afresh() -> None:
    desk = at_desk(holdem())
    pressed(desk, "3")
    desk.see(holdem(turn=Turn(1, 40)), 12.0)
    assert pressed(desk, "confirm", begin=13.0) == []


@pytest.mark.parametrize("key", ["fold", "call", "all-in", "confirm"])
def test_a_turn_is_decided_only_once_it_was_shown_for_a_while(key: str) -> None:
    desk = Desk()
    desk.see(holdem(), 10.0)
    assert pressed(desk, f"1 {key}", begin=10.05, gap=0.05) == []
    assert "just begun" in desk.notice(10.1)
    assert pressed(desk, f"{key} {key} {key}", begin=10.13, gap=0.03) == []
    assert pressed(desk, "1 confirm", begin=11.5)


@pytest.mark.parametrize(
    ("key", "legal", "action"),
    [
        ("fold", LegalActions(1, 500, fold=True, call=10), Fold()),
        ("fold", LegalActions(1, 500, fold=True, check=True), Check()),
        ("call", LegalActions(1, 500, fold=True, call=10), Call()),
        ("any", LegalActions(1, 500, fold=True, call=30), Call()),
        ("any", LegalActions(1, 500, fold=True, check=True), Check()),
    ],
)
def test_plans_are_carried_out_when_the_turn_comes(key: str, legal: LegalActions, action: object) -> None:
    desk = at_desk(waiting())
    assert pressed(desk, key) == []
    command = desk.see(waiting(legal=legal, turn=7), 12.0)
    assert command == Act(hand=31, turn=7, action=action)  # type: ignore[arg-type]
    assert desk.pre is None


def test_a_plan_to_call_lapses_when_the_bet_changes() -> None:
    desk = at_desk(waiting(bet=10))
    pressed(desk, "call")
    assert desk.pre is not None
    assert desk.pre.chips == 10
    assert desk.see(waiting(bet=20), 12.0) is None
    assert desk.pre is None
    assert "changed" in desk.notice(12.0)


def test_a_plan_to_check_is_not_a_plan_to_call() -> None:
    desk = at_desk(waiting(bet=0))
    pressed(desk, "call")
    assert desk.see(waiting(bet=10, legal=LegalActions(1, 500, fold=True, call=10), turn=7), 12.0) is None
    assert desk.turn is not None
    assert not desk.sent


def test_a_plan_is_taken_back_by_its_own_key_and_replaced_by_another() -> None:
    desk = at_desk(waiting())
    pressed(desk, "fold fold")
    assert desk.pre is None
    pressed(desk, "fold any", begin=20.0)
    assert desk.pre is not None
    assert desk.pre.decision is Decision.CALL_ANY


def test_a_plan_is_taken_back_as_fast_as_a_person_presses() -> None:
    desk = at_desk(waiting())
    pressed(desk, "fold fold", gap=0.4)
    assert desk.pre is None
    pressed(desk, "fold fold fold", begin=20.0, gap=0.05)
    assert desk.pre is not None


def test_a_plan_ends_with_the_hand() -> None:
    desk = at_desk(waiting())
    pressed(desk, "any")
    desk.see(replace(waiting(), hand=32), 12.0)
    assert desk.pre is None


def test_a_plan_outlives_the_moment_between_two_turns() -> None:
    desk = at_desk(waiting())
    pressed(desk, "any")
    desk.see(replace(waiting(), turn=None), 12.0)
    assert desk.pre is not None


def test_a_plan_for_betting_is_not_used_to_draw() -> None:
    desk = at_desk(waiting())
    pressed(desk, "any")
    assert desk.see(waiting(legal=LegalActions(1, 500, draw=5), turn=7), 12.0) is None


def test_nothing_can_be_planned_in_the_draw_or_without_a_hand() -> None:
    desk = at_desk(draw(turn=Turn(2, 5), you=You(1)))
    assert pressed(desk, "fold call any") == []
    assert desk.pre is None
    folded = at(1, folded=True, last=LastAct.FOLDED)
    desk = at_desk(replace(waiting(), seats=(folded, *stud().seats[1:])))
    pressed(desk, "any")
    assert desk.pre is None


def test_the_draw_is_sent_as_cards() -> None:
    desk = at_desk(draw())
    assert pressed(desk, "pat") == [Act(hand=12, turn=9, action=Draw())]


def test_one_on_the_rail_sits_down_with_the_chips_he_names() -> None:
    rail = view_of(at(2), places=6)
    assert pressed(at_desk(rail), "sit confirm") == [Sit(seat=0, chips=0)]
    assert pressed(at_desk(rail), "sit 1 5 0 confirm") == [Sit(seat=0, chips=150)]
    assert pressed(at_desk(rail), "seat:4 8 0 0 erase confirm") == [Sit(seat=4, chips=80)]
    assert pressed(at_desk(rail), "sit 1 5 cancel confirm") == []
    assert pressed(at_desk(rail), "seat:2 confirm") == []


def test_a_full_table_has_no_seat_to_take() -> None:
    desk = at_desk(replace(holdem(), you=None))
    assert pressed(desk, "sit confirm") == []
    assert "taken" in desk.notice(11.0)


def test_one_with_a_seat_sits_out_and_comes_back() -> None:
    seated = view_of(at(1), places=6, you=You(1))
    assert pressed(at_desk(seated), "sit") == [SitOut()]
    away = view_of(replace(at(1), sitting_out=True), places=6, you=You(1))
    assert pressed(at_desk(away), "sit") == [ComeBack()]


def test_chips_are_added_between_hands_or_in_them() -> None:
    seated = view_of(at(1), places=6, you=MAY_ADD)
    assert pressed(at_desk(seated), "chips 1 0 0 confirm") == [AddChips(chips=100)]
    assert pressed(at_desk(seated), "chips confirm") == []
    assert pressed(at_desk(view_of(places=6)), "chips 1 confirm") == []


def test_a_broke_player_buys_the_usual_with_one_key() -> None:
    broke = view_of(
        replace(at(1), stack=0, sitting_out=True), places=6, you=You(1, offers=Offers(add=200, add_least=40))
    )
    assert pressed(at_desk(broke), "chips confirm") == [AddChips(chips=0)]
    assert pressed(at_desk(broke), "sit 5 0 confirm") == [AddChips(chips=50)]


def test_one_all_in_comes_back_without_buying() -> None:
    view = waiting()
    seats = (replace(at(1, stack=0, hidden=2), bet=500, sitting_out=True), *view.seats[1:])
    assert pressed(at_desk(replace(view, seats=seats)), "sit") == [ComeBack()]


def test_the_digits_of_an_amount_all_count_while_the_turn_is_a_choice() -> None:
    legal = LegalActions(1, 90, claims=("two pair", "one pair"))
    desk = at_desk(view_of(at(1), places=6, hand=7, playing=True, turn=Turn(1, 4), you=replace(MAY_ADD, legal=legal)))
    pressed(desk, "chips")
    assert pressed(desk, "1 1 0 confirm", begin=12.0, gap=0.3) == [AddChips(chips=110)]


def test_letters_in_an_amount_neither_act_nor_close_it() -> None:
    desk = at_desk(view_of(at(1), places=6, you=MAY_ADD))
    assert pressed(desk, "chips 1 leave sit fold 0 confirm") == [AddChips(chips=10)]
    assert pressed(desk, "chips 1 cancel confirm", begin=30.0) == []
    betting = at_desk(holdem())
    assert pressed(betting, "exact 3 leave sit bot") == []
    assert "digits" in betting.notice(15.0)


def test_a_host_seats_bots_and_sends_them_home() -> None:
    view = view_of(at(1), replace(at(3), bot=True), places=6, you=You(1))
    desk = at_desk(view)
    assert desk.is_host
    assert pressed(desk, "bot") == [AddBot()]
    assert pressed(desk, "unbot 3", begin=20.0) == [RemoveBot(seat=3)]
    assert pressed(desk, "unbot seat:3", begin=30.0) == [RemoveBot(seat=3)]
    assert pressed(desk, "unbot 1", begin=40.0) == []
    assert desk.notice(41.5) == "No bot sits there."
    assert pressed(desk, "cancel 3", begin=50.0) == []


def test_the_tenth_seat_answers_to_zero() -> None:
    view = view_of(at(1), replace(at(10), bot=True), places=10, you=You(1))
    assert pressed(at_desk(view), "unbot 0") == [RemoveBot(seat=10)]


def test_without_bots_there_is_none_to_remove() -> None:
    desk = at_desk(view_of(at(1), places=6, you=You(1)))
    assert pressed(desk, "unbot 1") == []
    assert "No bot" in desk.notice(11.0)


def test_a_host_on_the_rail_is_known_by_his_name() -> None:
    assert at_desk(view_of(at(2), places=6), name="Wren").is_host
    assert not at_desk(view_of(at(2), places=6), name="Heron").is_host
    assert not at_desk(view_of(at(2), places=6)).is_host


def test_leaving_and_showing() -> None:
    over = view_of(at(1), places=6, you=You(1))
    assert pressed(at_desk(over), "leave") == [Leave()]
    assert pressed(at_desk(over), "show") == [Show()]
    assert pressed(at_desk(holdem()), "leave") == [Leave()]


def test_a_wish_to_straddle_is_put_and_taken_back() -> None:  # BT-43
    view = view_of(at(1), places=6, you=You(1, offers=Offers(straddle=False)))
    assert pressed(at_desk(view), "straddle") == [Straddle(on=True)]
    assert pressed(at_desk(replace(view, you=You(1, offers=Offers(straddle=True)))), "straddle") == [Straddle(on=False)]


def test_a_newcomer_posts_a_blind_rather_than_wait_or_waits_after_all() -> None:  # DL-27
    view = view_of(at(1, in_hand=False), places=6, you=You(1, offers=Offers(post=False)))
    assert pressed(at_desk(view), "post") == [PostBlind(on=True)]
    assert pressed(at_desk(replace(view, you=You(1, offers=Offers(post=True)))), "post") == [PostBlind(on=False)]


def test_who_need_not_wait_has_nothing_to_post() -> None:
    desk = at_desk(view_of(at(1), places=6, you=You(1)))
    assert pressed(desk, "post") == []
    assert "nothing to post" in desk.notice(11.0)


def test_who_has_no_seat_is_told_to_take_one_before_he_posts() -> None:
    desk = at_desk(view_of(at(2), places=6))
    assert pressed(desk, "post") == []
    assert desk.notice(11.0) == "Take a seat first."


def test_without_straddles_the_key_says_so() -> None:
    desk = at_desk(view_of(at(1), places=6, you=You(1)))
    assert pressed(desk, "straddle") == []
    assert "has straddles" in desk.notice(11.0)


def test_the_only_mucked_hand_is_asked_for_at_once() -> None:  # SD-8
    assert pressed(at_desk(shown_down(3)), "see") == [See(seat=3)]


def test_of_several_mucked_hands_one_is_chosen_by_its_seat() -> None:  # SD-8
    desk = at_desk(shown_down(3, 4))
    assert pressed(desk, "see") == []
    assert desk.prompt is not None
    assert desk.prompt.question == "See whose hand? 3 Jay, 4 Magpie"
    assert pressed(desk, "2 4", begin=20.0) == [See(seat=4)]
    assert desk.prompt is None
    assert pressed(desk, "see seat:3", begin=30.0) == [See(seat=3)]
    assert pressed(desk, "see 2", begin=40.0) == []
    assert desk.notice(41.5) == "No hand was mucked there."


def test_the_question_whose_hand_ends_when_the_next_hand_begins() -> None:  # SD-14
    desk = at_desk(shown_down(3, 4))
    pressed(desk, "see")
    desk.see(waiting(), 12.0)
    assert desk.prompt is None


def test_where_nothing_is_to_be_seen_the_key_says_so() -> None:
    desk = at_desk(view_of(at(1), places=6, you=You(1)))
    assert pressed(desk, "see") == []
    assert "no mucked hand" in desk.notice(11.0)


def test_before_the_first_view_no_key_means_anything() -> None:
    assert pressed(Desk(), "fold call leave") == []
