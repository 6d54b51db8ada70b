"""A finished hand as its reader knows it: how it ended for each, what decided it, and its streets with their pots."""

from __future__ import annotations

import pytest

from railbird_server.rules.spot import ToCome
from railbird_shared.history.hand_story import HandStory, street_words
from railbird_shared.protocol.actions import Call, Check, Fold
from support.equity_spots import equities_of, make_spot
from support.finished_hands import GAMES, chased_hand, play_random_hand, told_history
from support.replayed_hands import hand_of
from support.table_harness import find_cards, start_table


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
    loser, winner = HandStory(told_history(harness, first)), HandStory(told_history(harness, 3 - first))
    assert (loser.made, loser.decision) == ("folded before the flop", f"{harness.player_by_seat[3 - first]} won")
    assert winner.decision == "everybody folded"


def test_a_showdown_says_what_beat_what() -> None:
    harness = start_table("holdem", (60, 60), decks=["As Ac Kd Kh 2c 5c 2d 7d 8h Ts Js 9d"])
    harness.deal_next_hand()
    while harness.hand_running:
        harness.take(Call() if harness.turn.legal.call else Check())
    for seat in (1, 2):
        story = HandStory(told_history(harness, seat))
        own = story.after.own_seat
        assert own is not None
        assert len(story.after.board) == 5
        assert len(story.cards) == 2
        assert story.decision.startswith("beat " if own.result > 0 else "lost to " if own.result else "split with ")


@pytest.mark.parametrize("game", GAMES)
def test_a_story_has_no_card_that_its_reader_was_not_told_history(game: str) -> None:
    harness = start_table(game, (60, 60, 60))
    play_random_hand(harness, 5)
    for seat in harness.player_by_seat:
        history = told_history(harness, seat)
        story = HandStory(history)
        cards = {*story.cards, *story.after.board, *(card for each in story.players for card in each.cards if card)}
        assert {str(card) for card in cards if not card.is_joker} <= find_cards(history.events)


@pytest.mark.parametrize("game", GAMES)
def test_results_and_prices_agree_with_the_chips(game: str) -> None:
    harness = start_table(game, (60, 60, 60))
    for seed in range(3):
        play_random_hand(harness, seed)
        story = HandStory(told_history(harness, 1))
        carried = story.after.carried - story.history.view.carried
        assert sum(each.seat.result for each in story.players) == -carried
        calls = [act for street in story.streets for act in street.acts if act.called]
        assert all(act.pot > 0 for act in calls)
        assert story.dearest is None or story.dearest in calls


@pytest.mark.parametrize(
    ("acts", "magpie", "street", "called", "chance"),
    [
        pytest.param((), 55, "turn", 180, 0, id="no card of the river wins"),
        pytest.param(("x", "b 40", "f", "c", "c", *"xxxxxx"), 55, "flop", 40, 525, id="on the flop"),
        pytest.param(
            ("x", "b 40", "f", "c", "c", "x", "b 60", "r 180", "f", "f"), 55, "flop", 40, None, id="nobody shows"
        ),
        pytest.param(tuple("x" * 12), 55, "preflop", 19, None, id="before the flop"),
        pytest.param(("x", "b 480", "c", "c", "c"), 55, "flop", 480, None, id="one shows for one of two pots"),
    ],
)
def test_the_chance_of_a_call_is_counted_against_the_hands_that_were_shown(
    acts: tuple[str, ...], magpie: int, street: str, called: int, chance: int | None
) -> None:
    story = HandStory(chased_hand(*acts, magpie=magpie))
    call = story.dearest
    assert call is not None
    assert (call.street, call.called, story.chance_of(call)) == (street, called, chance)
    assert call.price == round(10_000 * called / (call.pot + called))


@pytest.mark.parametrize("game", ["holdem", "omaha", "omaha8", "short-deck", "crazy-pineapple", "stud8", "badugi"])
def test_a_chance_is_what_the_server_finds_and_none_is_told_where_cards_were_thrown_away_or_are_held(game: str) -> None:
    harness, found = start_table(game, (60, 60, 60)), 0
    for seed in range(40):
        play_random_hand(harness, seed)
        for seat in harness.player_by_seat:
            story = HandStory(told_history(harness, seat))
            if (call := story.dearest) is None or (chance := story.chance_of(call)) is None:
                continue
            rivals = [each.cards for each in story.players if each.seat.live and each.seat.shown_hand]
            hands = [story.cards, *(cards for cards in rivals if cards != story.cards)]
            spot = make_spot(
                game,
                *(" ".join(map(str, cards)) for cards in hands),
                board=" ".join(map(str, call.board)),
                to_come=ToCome(board=5 - len(call.board)),
            )
            assert chance == round(10_000 * equities_of(spot).pots[0].share(1))
            found += 1
    assert bool(found) == (game in {"holdem", "omaha", "omaha8", "short-deck"})


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
