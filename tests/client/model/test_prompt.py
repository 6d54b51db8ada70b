"""Questions about chips and bots: what they say, what they refuse, and when they go away."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.model.desk import Desk
from railbird_client.model.prompt import Prompt, Topic
from railbird_shared.actions import Offers
from railbird_shared.commands import AddChips, Command, RemoveBot, Sit
from railbird_shared.view import TableView, You
from tables import at, shown_down
from viewing import view_of


def adding(most: int, *, least: int = 1, stack: int = 199) -> TableView:
    return view_of(at(1, stack=stack), you=You(1, offers=Offers(add=most, add_least=least)))


def typed(prompt: Prompt, keys: str) -> Command | None:
    *first, last = keys.split()
    assert all(prompt.press(key) is None for key in first)
    return prompt.press(last)


def test_who_adds_chips_is_told_how_many_and_may_try_again() -> None:  # AI-12
    prompt = Prompt(Topic.ADD_CHIPS, adding(201))
    assert prompt.question == "Add how many chips? 1 to 201"
    assert typed(prompt, "5 0 0 0 confirm") is None
    assert prompt.notice == "Type a number of chips, 1 to 201, or press Esc to let it be."
    assert not prompt.closed
    assert typed(prompt, "2 0 1 confirm") == AddChips(chips=201)
    assert prompt.closed


def test_a_broke_player_buys_at_least_the_least_buy_in() -> None:  # AI-14
    prompt = Prompt(Topic.ADD_CHIPS, replace(adding(200, least=40, stack=0), playing=False))
    assert prompt.question == "Buy how many chips? 40 to 200; Enter alone for the usual"
    assert typed(prompt, "3 9 confirm") is None
    assert typed(prompt, "confirm") == AddChips(chips=0)


def test_a_buy_in_out_of_range_is_asked_again() -> None:
    prompt = Prompt(Topic.BUY_IN, view_of(at(2)))
    assert prompt.question == "Buy in for how much? 40 to 200; Enter alone for the usual"
    assert typed(prompt, "3 9 confirm") is None
    assert typed(prompt, "2 0 1 confirm") is None
    assert typed(prompt, "4 0 confirm") == Sit(chips=40)


def test_who_has_all_the_chips_allowed_is_told_so() -> None:
    desk = Desk()
    desk.see(adding(0), 0.0)
    desk.press("chips", 10.0)
    assert desk.prompt is None
    assert desk.notice(10.1) == "You can add chips only while you have fewer than 200."


def test_the_question_follows_the_stack_and_ends_when_nothing_may_be_added() -> None:
    desk = Desk()
    desk.see(adding(10), 0.0)
    desk.press("chips", 10.0)
    desk.see(adding(30), 11.0)
    assert desk.prompt is not None
    assert desk.prompt.question == "Add how many chips? 1 to 30"
    desk.see(adding(0), 12.0)
    assert desk.prompt is None


RAIL, HOSTED = view_of(at(2)), view_of(at(1), replace(at(3), bot=True), you=You(1))


@pytest.mark.parametrize(
    ("before", "keys", "after", "words"),
    [
        (RAIL, "sit", view_of(at(1), at(2), you=You(1)), "You have a seat already."),
        (RAIL, "sit", view_of(*map(at, range(1, 7)), places=6), "Every seat is taken now"),
        (RAIL, "seat:4", view_of(at(2), at(4)), "That seat is taken now: choose another."),
        (RAIL, "seat:4", view_of(at(2), at(3)), ""),
        (adding(10), "chips", adding(0), "You cannot add chips now."),
        (HOSTED, "unbot", view_of(at(1), you=You(1)), "No bot sits at this table any more."),
        (HOSTED, "unbot", HOSTED, ""),
        (shown_down(3, 4), "see", view_of(at(1), you=You(1)), "The mucked hands cannot be seen any more."),
    ],
)
def test_a_question_that_makes_no_sense_any_more_goes_away_with_a_word(
    before: TableView, keys: str, after: TableView, words: str
) -> None:
    desk = Desk()
    desk.see(before, 0.0)
    desk.press(keys, 10.0)
    assert desk.prompt is not None
    desk.see(after, 11.0)
    assert (desk.prompt is None) == bool(words)
    assert desk.notice(11.1).startswith(words)


@pytest.mark.parametrize(
    ("in_hand", "playing", "words"),
    [(True, True, "Jay goes home after this hand."), (False, True, ""), (True, False, "")],
)
def test_a_bot_sent_home_in_mid_hand_plays_it_on(in_hand: bool, playing: bool, words: str) -> None:
    prompt = Prompt(Topic.REMOVE_BOT, view_of(replace(at(3, in_hand=in_hand), bot=True), playing=playing))
    assert typed(prompt, "3") == RemoveBot(seat=3)
    assert prompt.notice == words
