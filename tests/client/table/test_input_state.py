"""Keys over time: turns, planned actions and prompts."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.table.action_bar import build_action_bar
from railbird_client.table.input_state import InputState
from railbird_client.table.turn.table_keys import REPEAT_INTERVAL, TableKey
from railbird_shared.game.cards import parse_cards
from railbird_shared.protocol.actions import Call, Check, Draw, Fold, LegalActions, Offers, Raise
from railbird_shared.protocol.commands import (
    Act,
    AddBot,
    AddChips,
    AskBombPot,
    ChopBlinds,
    Command,
    DealOn,
    HuntRabbit,
    JoinWaitingList,
    Leave,
    PostBlind,
    RemoveBot,
    SeeHand,
    ShowHand,
    Sit,
    SitIn,
    SitOut,
    Straddle,
)
from railbird_shared.protocol.view import LastAct, TableView, Turn, You
from support.key_presses import parse_presses, press_at
from support.view_builders import after_showdown_view, draw_view, holdem_view, seat_view, stud_view, table_view

MAY_ADD = You(1, offers=Offers(max_top_up=200, min_top_up=1))


def input_state_at(view: TableView, *, name: str = "") -> InputState:
    state = InputState(name)
    assert state.update_view(view, 0.0) is None
    return state


def pressed(state: InputState, keys: str, *, begin: float = 10.0, gap: float = 1.0) -> list[Command]:
    """Presses keys with a gap in seconds and returns the commands that they lead to."""
    results: list[Command | None] = []
    for index, press in enumerate(parse_presses(keys)):
        results += [state.tick(begin + index * gap), press_at(state, press, begin + index * gap)]
    results.append(state.tick(begin + len(keys.split()) * gap + REPEAT_INTERVAL))
    return [each for each in results if each is not None]


def waiting(*, bet: int = 10, own_bet: int = 0, legal: LegalActions | None = None, turn: int = 6) -> TableView:
    """Stud with a bet to match; Finch at seat 6 is to act, or the viewer if `legal` is given."""
    view = stud_view(to_match=bet, turn=Turn(1 if legal else 6, turn))
    seats = (replace(seat_view(1, stack=500, hidden=2), bet=own_bet), *view.seats[1:])
    return replace(view, seats=seats, you=You(1, legal=legal))


def test_an_act_names_hand_and_turn() -> None:
    state = input_state_at(holdem_view())
    assert pressed(state, "fold") == [Act(hand=148, turn=31, action=Fold())]


def test_after_acting_nothing_more_is_sent_until_the_server_answers() -> None:
    state = input_state_at(holdem_view())
    assert len(pressed(state, "call call fold")) == 1
    assert state.act_sent
    state.on_refused("That turn is over.", 20.0)
    assert not state.act_sent
    assert state.notices.current(21.0) == "That turn is over."
    assert state.notices.current(40.0) == ""


def test_what_was_sent_before_the_connection_broke_is_left_to_the_link() -> None:
    state = input_state_at(holdem_view())
    pressed(state, "call")
    state.notices.end = ""
    assert pressed(state, "call", begin=20.0) == []
    state.on_refused("That turn is over.", 21.0)
    assert len(pressed(state, "call", begin=30.0)) == 1


def test_an_update_of_the_same_turn_keeps_the_chosen_amount() -> None:
    state = input_state_at(holdem_view())
    pressed(state, "3")
    state.update_view(holdem_view(host="Heron"), 12.0)
    assert pressed(state, "confirm", begin=13.0) == [Act(hand=148, turn=31, action=Raise(474))]


def test_a_new_turn_resets_the_input() -> None:
    state = input_state_at(holdem_view())
    pressed(state, "3")
    state.update_view(holdem_view(turn=Turn(1, 40)), 12.0)
    assert pressed(state, "confirm", begin=13.0) == [Act(hand=148, turn=40, action=Call())], "not the old raise"


@pytest.mark.parametrize("key", ["fold", "call", "all-in", "confirm"])
def test_a_turn_cannot_be_decided_before_the_decision_delay(key: str) -> None:
    state = InputState()
    state.update_view(holdem_view(), 10.0)
    assert pressed(state, f"1 {key}", begin=10.05, gap=0.05) == []
    assert "just begun" in state.notices.current(10.1)
    assert pressed(state, f"{key} {key} {key}", begin=10.13, gap=0.03) == []
    assert pressed(state, "1 confirm", begin=11.5)


@pytest.mark.parametrize(
    ("key", "legal", "action"),
    [
        ("fold", LegalActions(1, 500, fold=True, call=10), Fold()),
        ("fold", LegalActions(1, 500, fold=True, check=True), Check()),
        ("call", LegalActions(1, 500, fold=True, call=10), Call()),
        ("call-any", LegalActions(1, 500, fold=True, call=30), Call()),
        ("call-any", LegalActions(1, 500, fold=True, check=True), Check()),
    ],
)
def test_planned_actions_are_sent_when_the_turn_comes(key: str, legal: LegalActions, action: object) -> None:
    state = input_state_at(waiting())
    assert pressed(state, key) == []
    command = state.update_view(waiting(legal=legal, turn=7), 12.0)
    assert command == Act(hand=31, turn=7, action=action)  # type: ignore[arg-type]
    assert state.planned_action is None


def test_a_plan_to_call_lapses_when_the_bet_changes() -> None:
    state = input_state_at(waiting(bet=10))
    pressed(state, "call")
    assert state.planned_action is not None
    assert state.planned_action.chips == 10
    assert state.update_view(waiting(bet=20), 12.0) is None
    assert state.planned_action is None
    assert "changed" in state.notices.current(12.0)


def test_a_plan_to_check_is_not_a_plan_to_call() -> None:
    state = input_state_at(waiting(bet=0))
    pressed(state, "call")
    assert state.update_view(waiting(bet=10, legal=LegalActions(1, 500, fold=True, call=10), turn=7), 12.0) is None
    assert state.turn is not None
    assert not state.act_sent


def test_a_plan_is_cancelled_by_its_own_key_and_replaced_by_another() -> None:
    state = input_state_at(waiting())
    pressed(state, "fold fold")
    assert state.planned_action is None
    pressed(state, "fold call-any", begin=20.0)
    assert state.planned_action is not None
    assert state.planned_action.key is TableKey.CALL_ANY


def test_a_plan_can_be_cancelled_quickly() -> None:
    state = input_state_at(waiting())
    pressed(state, "fold fold", gap=0.4)
    assert state.planned_action is None
    pressed(state, "fold fold fold", begin=20.0, gap=0.05)
    assert state.planned_action is not None


def test_a_plan_ends_with_the_hand() -> None:
    state = input_state_at(waiting())
    pressed(state, "call-any")
    state.update_view(replace(waiting(), hand=32), 12.0)
    assert state.planned_action is None


def test_a_plan_survives_the_moment_between_two_turns() -> None:
    state = input_state_at(waiting())
    pressed(state, "call-any")
    state.update_view(replace(waiting(), turn=None), 12.0)
    assert state.planned_action is not None


def test_a_plan_for_betting_is_not_used_to_draw() -> None:
    state = input_state_at(waiting())
    pressed(state, "call-any")
    assert state.update_view(waiting(legal=LegalActions(1, 500, max_discards=5), turn=7), 12.0) is None


def test_no_plan_is_possible_in_the_draw_or_without_a_hand() -> None:
    state = input_state_at(draw_view(turn=Turn(2, 5), you=You(1)))
    assert pressed(state, "fold call call-any") == []
    assert state.planned_action is None
    folded = seat_view(1, folded=True, last=LastAct.FOLDED)
    state = input_state_at(replace(waiting(), seats=(folded, *stud_view().seats[1:])))
    pressed(state, "call-any")
    assert state.planned_action is None


def test_the_draw_is_sent_as_cards() -> None:
    state = input_state_at(draw_view())
    assert pressed(state, "stand-pat") == [Act(hand=12, turn=9, action=Draw())]


def test_a_spectator_buys_in_with_the_chips_typed() -> None:
    rail = table_view(seat_view(2), seat_count=6)
    assert pressed(input_state_at(rail), "sit confirm") == [Sit(seat=0, chips=200)]
    assert pressed(input_state_at(rail), "sit 1 5 0 confirm") == [Sit(seat=0, chips=150)]
    assert pressed(input_state_at(rail), "seat:4 8 0 0 erase confirm") == [Sit(seat=4, chips=80)]
    assert pressed(input_state_at(rail), "sit 1 5 cancel confirm") == []
    assert pressed(input_state_at(rail), "seat:2 confirm") == []


def test_at_a_full_table_a_spectator_waits_for_a_seat() -> None:
    state = input_state_at(replace(holdem_view(), you=You()))
    assert pressed(state, "seat:4 confirm") == []
    assert pressed(state, "sit confirm") == [JoinWaitingList(chips=200)]


def test_a_seated_player_sits_out_and_comes_back() -> None:
    seated = table_view(seat_view(1), seat_count=6, you=You(1))
    assert pressed(input_state_at(seated), "sit") == [SitOut()]
    away = table_view(replace(seat_view(1), sitting_out=True), seat_count=6, you=You(1))
    assert pressed(input_state_at(away), "sit") == [SitIn()]


def test_chips_are_added_between_hands_or_in_them() -> None:
    seated = table_view(seat_view(1), seat_count=6, you=MAY_ADD)
    assert pressed(input_state_at(seated), "add-chips 1 0 0 confirm") == [AddChips(chips=100)]
    assert pressed(input_state_at(seated), "add-chips confirm") == []
    assert pressed(input_state_at(table_view(seat_count=6)), "add-chips 1 confirm") == []


def test_a_broke_player_rebuys_the_default_with_enter() -> None:
    broke = table_view(
        replace(seat_view(1), stack=0, sitting_out=True),
        seat_count=6,
        you=You(1, offers=Offers(max_top_up=200, min_top_up=40)),
    )
    assert pressed(input_state_at(broke), "add-chips confirm") == [AddChips(chips=200)]
    assert pressed(input_state_at(broke), "sit 5 0 confirm") == [AddChips(chips=50)]


def test_an_all_in_player_comes_back_without_buying() -> None:
    view = waiting()
    seats = (replace(seat_view(1, stack=0, hidden=2), bet=500, sitting_out=True), *view.seats[1:])
    assert pressed(input_state_at(replace(view, seats=seats)), "sit") == [SitIn()]


def test_the_digits_of_an_amount_all_count_while_the_turn_is_a_choice() -> None:
    legal = LegalActions(1, 90, claims=("two pair", "one pair"))
    state = input_state_at(
        table_view(seat_view(1), seat_count=6, hand=7, playing=True, turn=Turn(1, 4), you=replace(MAY_ADD, legal=legal))
    )
    pressed(state, "add-chips")
    assert pressed(state, "1 1 0 confirm", begin=12.0, gap=0.3) == [AddChips(chips=110)]


def test_letters_in_an_amount_neither_act_nor_close_it() -> None:
    state = input_state_at(table_view(seat_view(1), seat_count=6, you=MAY_ADD))
    assert pressed(state, "add-chips 1 leave sit fold 0 confirm") == [AddChips(chips=10)]
    assert pressed(state, "add-chips 1 cancel confirm", begin=30.0) == []
    betting = input_state_at(holdem_view())
    assert pressed(betting, "exact 3 leave sit add-bot") == []
    assert "digits" in betting.notices.current(15.0)


def test_the_host_adds_and_removes_bots() -> None:
    view = table_view(seat_view(1), replace(seat_view(3), bot=True), seat_count=6, you=You(1, is_host=True))
    state = input_state_at(view)
    assert pressed(state, "add-bot") == [AddBot()]
    assert pressed(state, "remove-bot 3", begin=20.0) == [RemoveBot(seat=3)]
    assert pressed(state, "remove-bot seat:3", begin=30.0) == [RemoveBot(seat=3)]
    assert pressed(state, "remove-bot 1", begin=40.0) == []
    assert state.notices.current(41.5) == "No bot sits there."
    assert pressed(state, "cancel 3", begin=50.0) == []


def test_zero_selects_the_tenth_seat() -> None:
    view = table_view(seat_view(1), replace(seat_view(10), bot=True), seat_count=10, you=You(1))
    assert pressed(input_state_at(view), "remove-bot 0") == [RemoveBot(seat=10)]


def test_removing_a_bot_needs_a_bot_at_the_table() -> None:
    state = input_state_at(table_view(seat_view(1), seat_count=6, you=You(1)))
    assert pressed(state, "remove-bot 1") == []
    assert "no bot" in state.notices.current(11.0)


def test_the_server_says_who_is_host_and_not_a_name() -> None:
    named_like_the_host = table_view(seat_view(1), seat_count=6, you=You(1))
    assert named_like_the_host.own_seat is not None
    assert named_like_the_host.own_seat.name == named_like_the_host.host
    host = table_view(seat_view(2), seat_count=6, you=You(is_host=True))
    bars = [build_action_bar(input_state_at(view), 10.0) for view in (named_like_the_host, host)]
    assert [TableKey.ADD_BOT in {button.key for button in bar.buttons} for bar in bars] == [False, True]


def test_leave_and_show_commands() -> None:
    over = table_view(seat_view(1), seat_count=6, you=You(1))
    assert pressed(input_state_at(over), "leave") == [Leave()]
    assert pressed(input_state_at(over), "show-hand") == [ShowHand()]
    assert pressed(input_state_at(holdem_view()), "leave") == [Leave()]


def test_the_straddle_key_toggles_the_request() -> None:  # BT-43
    view = table_view(seat_view(1), seat_count=6, you=You(1, offers=Offers(straddle=False)))
    assert pressed(input_state_at(view), "straddle") == [Straddle(on=True)]
    assert pressed(input_state_at(replace(view, you=You(1, offers=Offers(straddle=True)))), "straddle") == [
        Straddle(on=False)
    ]


def test_the_chop_key_toggles_the_wish() -> None:  # HS-44
    view = table_view(seat_view(1), seat_count=6, you=You(1, offers=Offers(chop=False)))
    assert pressed(input_state_at(view), "chop") == [ChopBlinds(on=True)]
    assert pressed(input_state_at(replace(view, you=You(1, offers=Offers(chop=True)))), "chop") == [
        ChopBlinds(on=False)
    ]
    state = input_state_at(replace(view, you=You(1)))
    assert pressed(state, "chop") == []
    assert "has no blinds chopped" in state.notices.current(11.0)


def test_the_bomb_pot_key_asks_for_one_or_no_longer() -> None:  # HS-46
    view = table_view(seat_view(1), seat_count=6, you=You(1, offers=Offers(bomb_pot=False)))
    assert pressed(input_state_at(view), "bomb-pot") == [AskBombPot(on=True)]
    assert pressed(input_state_at(replace(view, you=You(1, offers=Offers(bomb_pot=True)))), "bomb-pot") == [
        AskBombPot(on=False)
    ]
    without = replace(view, you=You(1))
    for change, words in (({}, "a house that plays them"), ({"next_bomb_pot": 10}, "a bomb pot already")):
        state = input_state_at(replace(without, **change))
        assert pressed(state, "bomb-pot") == []
        assert words in state.notices.current(11.0)


def test_the_post_key_toggles_between_posting_and_waiting() -> None:  # DL-27
    view = table_view(seat_view(1, in_hand=False), seat_count=6, you=You(1, offers=Offers(post=False)))
    assert pressed(input_state_at(view), "post-blind") == [PostBlind(on=True)]
    assert pressed(input_state_at(replace(view, you=You(1, offers=Offers(post=True)))), "post-blind") == [
        PostBlind(on=False)
    ]


def test_posting_needs_a_missed_or_awaited_blind() -> None:
    state = input_state_at(table_view(seat_view(1), seat_count=6, you=You(1)))
    assert pressed(state, "post-blind") == []
    assert "nothing to post" in state.notices.current(11.0)


def test_posting_needs_a_seat() -> None:
    state = input_state_at(table_view(seat_view(2), seat_count=6))
    assert pressed(state, "post-blind") == []
    assert state.notices.current(11.0) == "Take a seat first."


def test_the_straddle_key_shows_a_notice_without_straddles() -> None:
    state = input_state_at(table_view(seat_view(1), seat_count=6, you=You(1)))
    assert pressed(state, "straddle") == []
    assert "has no straddles" in state.notices.current(11.0)


def test_the_only_mucked_hand_is_requested_at_once() -> None:  # SD-8
    assert pressed(input_state_at(after_showdown_view(3)), "see-hand") == [SeeHand(seat=3)]


def test_one_of_several_mucked_hands_is_chosen_by_seat() -> None:  # SD-8
    state = input_state_at(after_showdown_view(3, 4))
    assert pressed(state, "see-hand") == []
    assert state.prompt is not None
    assert state.prompt.question == "See whose hand? 3 Jay, 4 Magpie"
    assert pressed(state, "2 4", begin=20.0) == [SeeHand(seat=4)]
    assert state.prompt is None
    assert pressed(state, "see-hand seat:3", begin=30.0) == [SeeHand(seat=3)]
    assert pressed(state, "see-hand 2", begin=40.0) == []
    assert state.notices.current(41.5) == "No hand was mucked there."


def test_the_see_prompt_closes_when_the_next_hand_begins() -> None:  # SD-14
    state = input_state_at(after_showdown_view(3, 4))
    pressed(state, "see-hand")
    state.update_view(waiting(), 12.0)
    assert state.prompt is None


def test_the_see_key_shows_a_notice_without_mucked_hands() -> None:
    state = input_state_at(table_view(seat_view(1), seat_count=6, you=You(1)))
    assert pressed(state, "see-hand") == []
    assert "no mucked hand" in state.notices.current(11.0)


def test_keys_are_ignored_before_the_first_view() -> None:
    assert pressed(InputState(), "fold call leave") == []


def test_one_card_to_show_is_chosen_by_its_place() -> None:  # HS-42
    view = after_showdown_view(3, 4)
    you = replace(view.you, cards=parse_cards("Ad 7h"), offers=Offers(show_one=True))
    state = input_state_at(replace(view, you=you))
    assert state.view is not None
    state.update_view(replace(state.view, seats=(replace(seat_view(1), cards=(None, None)), *view.seats[1:])), 9.0)
    assert pressed(state, "show-card") == []
    assert state.prompt is not None
    assert state.prompt.question == "Show which card? 1 A♦, 2 7♥"
    assert pressed(state, "3", begin=20.0) == []
    assert "from 1 to 2" in state.notices.current(21.0)
    assert pressed(state, "2", begin=30.0) == [ShowHand(cards=parse_cards("7h"))]
    assert state.prompt is None


def test_the_rabbit_key_asks_for_the_rest_of_the_board() -> None:  # HS-43
    view = table_view(seat_view(1), seat_count=6, you=You(1, offers=Offers(rabbit=True)))
    assert pressed(input_state_at(view), "rabbit") == [HuntRabbit()]


def test_space_deals_on_while_the_next_hand_waits_for_the_player() -> None:
    view = table_view(seat_view(1), seat_count=6, you=You(1, offers=Offers(rabbit=True, deal_on=True)))
    assert pressed(input_state_at(view), "skip_street") == [DealOn()]
    assert pressed(input_state_at(replace(view, you=You(1))), "skip_street") == []
    state = input_state_at(replace(view, you=You(1)))
    assert pressed(state, "rabbit") == []
    assert "no board to come" in state.notices.current(11.0)
