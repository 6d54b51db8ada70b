"""Offers of the server, and the prompts of the action bar."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.table.action_bar import build_action_bar
from railbird_client.table.input_state import InputState
from railbird_client.table.prompts import (
    ADD_CHIPS,
    REMOVE_BOT,
    REQUEST_KEYS,
    AmountPrompt,
    ChoicePrompt,
    Prompt,
    buy_in,
    mucked_seats_to_see,
    refusal_of,
    request_of,
    unseen_own_cards,
)
from railbird_client.table.turn.table_keys import TableKey
from railbird_shared.game.cards import parse_cards
from railbird_shared.protocol.actions import Offers
from railbird_shared.protocol.commands import AddChips, Command, RemoveBot, Sit
from railbird_shared.protocol.view import TableView, You
from support.key_presses import parse_press, parse_presses, press_at
from support.view_builders import after_showdown_view, holdem_view, seat_view, table_view


def view_allowing_chips(most: int, *, least: int = 1, stack: int = 199) -> TableView:
    return table_view(seat_view(1, stack=stack), you=You(1, offers=Offers(max_top_up=most, min_top_up=least)))


def press_keys(prompt: Prompt, keys: str) -> Command | None:
    *first, last = parse_presses(keys)
    assert all(prompt.press(press) is None for press in first)
    return prompt.press(last)


def test_adding_chips_names_the_range_and_allows_another_try() -> None:  # AI-12
    prompt = AmountPrompt(ADD_CHIPS, view_allowing_chips(201))
    assert prompt.question == "Add how many chips?"
    assert prompt.limits_text == "1 to 201"
    assert press_keys(prompt, "5 0 0 0 confirm") is None
    assert prompt.notice == "Type a number of chips, 1 to 201, or press [Esc] to cancel."
    assert not prompt.closed
    assert press_keys(prompt, "2 0 1 confirm") == AddChips(chips=201)
    assert prompt.closed


def test_a_broke_player_buys_at_least_the_minimum_buy_in() -> None:  # AI-14
    prompt = AmountPrompt(ADD_CHIPS, replace(view_allowing_chips(200, least=40, stack=0), playing=False))
    assert prompt.question == "Buy how many chips? Usually 200:"
    assert press_keys(prompt, "3 9 confirm") is None
    assert press_keys(prompt, "confirm") == AddChips(chips=200)


def test_a_buy_in_out_of_range_is_asked_again() -> None:
    prompt = AmountPrompt(buy_in(), table_view(seat_view(2), buy_in=120))
    assert (prompt.question, prompt.amount) == ("Buy in for how much? Usually 120:", 120)
    assert press_keys(prompt, "3 9 confirm") is None
    assert press_keys(prompt, "2 0 1 confirm") is None
    assert press_keys(prompt, "4 0 confirm") == Sit(chips=40)


@pytest.mark.parametrize("zeros", ["0", "0 0"])
def test_a_typed_zero_is_not_the_usual_buy_in(zeros: str) -> None:
    prompt = AmountPrompt(buy_in(), table_view(seat_view(2), buy_in=120))
    assert press_keys(prompt, zeros) is None
    assert (prompt.typed, prompt.amount) == ("0", 0)
    assert press_keys(prompt, "confirm") is None
    assert prompt.notice == "Type a number of chips, 40 to 200, or press [Esc] to cancel."
    assert press_keys(prompt, "0 4 0 confirm") == Sit(chips=40)


def test_a_full_stack_cannot_add_chips() -> None:
    state = InputState()
    state.update_view(view_allowing_chips(0), 0.0)
    press_at(state, TableKey.ADD_CHIPS, 10.0)
    assert state.prompt is None
    assert state.notices.current(10.1) == "You can add chips only while you have fewer than 200."


def test_the_question_follows_the_stack_and_ends_when_nothing_may_be_added() -> None:
    state = InputState()
    state.update_view(view_allowing_chips(10), 0.0)
    press_at(state, TableKey.ADD_CHIPS, 10.0)
    state.update_view(view_allowing_chips(30), 11.0)
    assert isinstance(state.prompt, AmountPrompt)
    assert state.prompt.question == "Add how many chips?"
    assert state.prompt.limits_text == "1 to 30"
    state.update_view(view_allowing_chips(0), 12.0)
    assert state.prompt is None


RAIL, HOSTED = (
    table_view(seat_view(2)),
    table_view(seat_view(1), replace(seat_view(3), bot=True), you=You(1)),
)


@pytest.mark.parametrize(
    ("before", "keys", "after", "words"),
    [
        (RAIL, "sit", table_view(seat_view(1), seat_view(2), you=You(1)), "You have a seat already."),
        (RAIL, "sit", table_view(*map(seat_view, range(1, 7)), seat_count=6), "Every seat is taken now"),
        (RAIL, "seat:4", table_view(seat_view(2), seat_view(4)), "That seat is taken now: choose another."),
        (RAIL, "seat:4", table_view(seat_view(2), seat_view(3)), ""),
        (view_allowing_chips(10), "add-chips", view_allowing_chips(0), "You cannot add chips now."),
        (HOSTED, "remove-bot", table_view(seat_view(1), you=You(1)), "There is no bot at this table any more."),
        (HOSTED, "remove-bot", HOSTED, ""),
        (
            after_showdown_view(3, 4),
            "see-hand",
            table_view(seat_view(1), you=You(1)),
            "The mucked hands cannot be seen any more.",
        ),
    ],
)
def test_an_obsolete_prompt_closes_with_a_notice(before: TableView, keys: str, after: TableView, words: str) -> None:
    state = InputState()
    state.update_view(before, 0.0)
    press_at(state, parse_press(keys), 10.0)
    assert state.prompt is not None
    state.update_view(after, 11.0)
    assert (state.prompt is None) == bool(words)
    assert state.notices.current(11.1).startswith(words)


@pytest.mark.parametrize(
    ("in_hand", "playing", "words"),
    [(True, True, "Jay leaves after this hand."), (False, True, ""), (True, False, "")],
)
def test_a_bot_removed_mid_hand_finishes_it(in_hand: bool, playing: bool, words: str) -> None:
    prompt = ChoicePrompt(REMOVE_BOT, table_view(replace(seat_view(3, in_hand=in_hand), bot=True), playing=playing))
    assert press_keys(prompt, "3") == RemoveBot(seat=3)
    assert prompt.notice == words


OFFERED_KEYS = (
    TableKey.SHOW_HAND,
    TableKey.SEE_HAND,
    TableKey.POST_BLIND,
    TableKey.STRADDLE,
    TableKey.LEAVE,
)


def view_with_offers(offers: Offers) -> TableView:
    return replace(after_showdown_view(3, 4), you=You(1, offers=offers))


def labels(view: TableView) -> list[str]:
    state = InputState()
    state.update_view(view, 0.0)
    model = build_action_bar(state, 1.0)
    return [button.label for button in (*model.buttons, *model.second_row)]


def test_mucked_hands_to_see_come_from_the_offers() -> None:
    assert [seat.name for seat in mucked_seats_to_see(view_with_offers(Offers(see_hands=(4,))))] == ["Magpie"]
    assert mucked_seats_to_see(replace(view_with_offers(Offers(see_hands=(4,))), you=You())) == ()


def test_the_action_bar_has_buttons_only_for_offered_requests() -> None:
    assert labels(view_with_offers(Offers(see_hands=(3,), straddle=False)))[-2:] == ["See mucked hand", "Straddle"]
    assert labels(view_with_offers(Offers(straddle=True)))[-1] == "No straddle"
    assert labels(view_with_offers(Offers(chop=False)))[-1] == "Chop blinds"
    assert labels(view_with_offers(Offers(chop=True)))[-1] == "No chop"
    assert labels(view_with_offers(Offers(bomb_pot=False)))[-1] == "Bomb pot"
    assert labels(view_with_offers(Offers(bomb_pot=True)))[-1] == "No bomb pot"
    assert labels(view_with_offers(Offers(post=False)))[-1] == "Post 2 to play"
    assert labels(view_with_offers(Offers(post=True)))[-1] == "Wait for the blind"
    assert "Show" in labels(view_with_offers(Offers(show=True)))
    assert not {"Show", "See mucked hand", "Straddle", "No straddle"} & set(labels(view_with_offers(Offers())))


def test_a_key_is_available_only_while_its_request_is_offered() -> None:
    everything = view_with_offers(Offers(show=True, see_hands=(3,), post=False, straddle=True))
    assert [not refusal_of(key, everything) for key in OFFERED_KEYS] == [True, True, True, True, True]
    assert [not refusal_of(key, holdem_view()) for key in OFFERED_KEYS] == [False, False, False, False, True]


def test_the_cards_to_show_are_those_that_nobody_has_seen() -> None:  # HS-42
    cards = parse_cards("Ad 7h")
    own = replace(seat_view(1), cards=(cards[0], None))
    view = table_view(own, you=You(1, cards=cards, offers=Offers(show=True)))
    assert unseen_own_cards(view) == cards[1:]
    assert unseen_own_cards(table_view(replace(own, cards=()), you=view.you)) == cards


def test_one_card_and_the_rabbit_have_buttons_only_where_offered() -> None:  # HS-42, HS-43
    assert labels(view_with_offers(Offers(show=True, show_one=True, rabbit=True)))[-2:] == ["Show one", "Rabbit"]
    assert labels(view_with_offers(Offers(rabbit=True, deal_on=True)))[-2:] == ["Rabbit", "Deal on"]
    assert not refusal_of(TableKey.SHOW_CARD, view_with_offers(Offers(show_one=True)))
    assert not refusal_of(TableKey.RABBIT, view_with_offers(Offers(rabbit=True)))
    assert refusal_of(TableKey.SHOW_CARD, view_with_offers(Offers(show=True)))
    assert refusal_of(TableKey.RABBIT, holdem_view())


@pytest.mark.parametrize("view", [HOSTED, RAIL, holdem_view(), view_allowing_chips(10), view_with_offers(Offers())])
def test_every_key_that_asks_for_something_is_a_request_key(view: TableView) -> None:
    assert {key for key in TableKey if request_of(key, view) is not None} <= REQUEST_KEYS
