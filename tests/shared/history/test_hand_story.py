"""A finished hand as its reader knows it: how it ended for each, what decided it, and its streets with their pots."""

from __future__ import annotations

import pytest

from railbird_server.table.hand_history import KnownTable, history_of
from railbird_server.table.inputs import PlayerIdentity
from railbird_shared.history.hand_history import HandHistory
from railbird_shared.history.hand_story import HandStory, street_words
from railbird_shared.protocol.actions import Call, Check, Fold
from support.finished_hands import GAMES, play_random_hand, retold_hand
from support.replayed_hands import hand_of
from support.table_harness import TableHarness, find_cards, start_table


def told(harness: TableHarness, seat: int) -> HandHistory:
    players = {number: PlayerIdentity(name, name) for number, name in harness.player_by_seat.items()}
    return history_of(retold_hand(harness), players, seat, KnownTable("t1", "Kitchen", 6), 60)


def test_a_recorded_hand_is_told_street_by_street() -> None:
    story = HandStory(hand_of("holdem.phh").history)
    assert [(street.name, street.pot, len(street.cards)) for street in story.streets] == [
        ("preflop", 12, 0),
        ("flop", 28, 3),
        ("turn", 120, 1),
        ("river", 120, 1),
    ]
    assert [act.words for act in story.streets[2].acts] == ["bet 24", "all-in 46", "call 46"]
    assert [(each.seat.name, each.words, each.seat.result) for each in story.players] == [
        ("Finch", "three nines", 60),
        ("Wren", "pair of aces", -60),
        ("Heron", "folded before the flop", 0),
    ]
    assert (story.made, story.decision, story.dearest) == ("", "", None)


def test_a_hand_without_a_showdown_says_who_folded() -> None:
    harness = start_table("holdem", (60, 60))
    harness.deal_next_hand()
    first = next(seat for seat, name in harness.player_by_seat.items() if name == harness.player_to_act)
    harness.take(Fold())
    loser, winner = HandStory(told(harness, first)), HandStory(told(harness, 3 - first))
    assert (loser.made, loser.decision) == ("folded before the flop", f"{harness.player_by_seat[3 - first]} won")
    assert winner.decision == "everybody folded"


def test_a_showdown_says_what_beat_what() -> None:
    harness = start_table("holdem", (60, 60), decks=["As Ac Kd Kh 2c 5c 2d 7d 8h Ts Js 9d"])
    harness.deal_next_hand()
    while harness.hand_running:
        harness.take(Call() if harness.turn.legal.call else Check())
    for seat in (1, 2):
        story = HandStory(told(harness, seat))
        own = story.after.own_seat
        assert own is not None
        assert len(story.after.board) == 5
        assert len(story.cards) == 2
        assert story.decision.startswith("beat " if own.result > 0 else "lost to " if own.result else "split with ")


@pytest.mark.parametrize("game", GAMES)
def test_a_story_has_no_card_that_its_reader_was_not_told(game: str) -> None:
    harness = start_table(game, (60, 60, 60))
    play_random_hand(harness, 5)
    for seat in harness.player_by_seat:
        history = told(harness, seat)
        story = HandStory(history)
        cards = {*story.cards, *story.after.board, *(card for each in story.players for card in each.cards if card)}
        assert {str(card) for card in cards if not card.is_joker} <= find_cards(history.events)


@pytest.mark.parametrize("game", GAMES)
def test_results_and_prices_agree_with_the_chips(game: str) -> None:
    harness = start_table(game, (60, 60, 60))
    for seed in range(3):
        play_random_hand(harness, seed)
        story = HandStory(told(harness, 1))
        carried = story.after.carried - story.history.view.carried
        assert sum(each.seat.result for each in story.players) == -carried
        calls = [act for street in story.streets for act in street.acts if act.called]
        assert all(act.pot > 0 for act in calls)
        assert story.dearest is None or story.dearest in calls


@pytest.mark.parametrize(
    ("street", "words"),
    [
        ("preflop", "before the flop"),
        ("turn", "on the turn"),
        ("fifth street", "on fifth street"),
        ("first draw", "on the first draw"),
    ],
)
def test_streets_are_named_as_players_do(street: str, words: str) -> None:
    assert street_words(street) == words
