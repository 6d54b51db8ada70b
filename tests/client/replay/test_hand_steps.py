"""Finished hands cut into steps."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from railbird_client.replay.replayer import SHOWDOWN, SteppedHand
from railbird_server.table.hand_history import KnownTable, history_of
from railbird_server.table.inputs import PlayerIdentity
from railbird_server.table.settings import TableSettings
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.variants import VARIANTS
from railbird_shared.history.hand_history import HandReplay
from railbird_shared.history.narration import narrate
from railbird_shared.protocol.folding import fold_all, fold_each
from railbird_shared.protocol.view import TableView
from support.finished_hands import GAMES, play_random_hand, retold_hand
from support.replayed_hands import SHELF_FILES, hand_of, lines_of
from support.table_harness import find_cards, start_table, table_settings

HOLDEM = """
 1 before the deal | — hand 7 · Heron has the button —
                     Wren posts the small blind of 1
                     Finch posts the big blind of 2
 2 preflop         * — preflop — pot 3
 3 preflop         | Heron folds
 4 preflop         | Wren raises to 6
 5 preflop         | Finch calls 4
 6 flop            * — flop A♠ 8♣ 3♦ — pot 12
 7 flop            | Wren bets 8
 8 flop            | Finch calls 8
 9 turn            * — turn 9♦ — pot 28
10 turn            | Wren bets 24
11 turn            | Finch raises to 46 all-in (not a full raise)
12 turn            | Wren calls 22
13 turn            | Wren shows A♥ K♦: pair of aces
14 turn            | Finch shows 9♠ 9♥: three nines
15 river           * — river 2♥ — pot 120
16 showdown        * Wren shows A♥ K♦: pair of aces
17 showdown        | Finch shows 9♠ 9♥: three nines
18 showdown        | Finch wins 120 with three nines
"""


INDENT = f"\n{'':21}"


def chips(view: TableView) -> int:
    return sum(seat.stack for seat in view.occupied) + view.total_pot


def own_hand(
    game: str, seat: int | None, seed: int = 3, settings: TableSettings | None = None, stack: int = 60
) -> HandReplay:
    """Returns a random hand as the player of a seat knew it, or the rail."""
    harness = start_table(game, (stack,) * 3, settings=settings)
    play_random_hand(harness, seed)
    players = {seat: PlayerIdentity(each, each) for seat, each in harness.player_by_seat.items()}
    return HandReplay(history_of(retold_hand(harness), players, seat, KnownTable("t1", "Kitchen", 6), 0))


def cards_at(hand: SteppedHand, position: int, seat: int, *, open_cards: bool = True) -> str:
    held = hand.view_at(position, open_cards=open_cards).at(seat)
    assert held is not None
    return "".join("??" if card is None else str(card) for card in held.cards)


def test_a_hand_is_cut_into_acts_streets_hands_shown_and_pots_won() -> None:
    hand = SteppedHand(hand_of("holdem.phh"))
    lines = [
        f"{number:2} {step.street:<15} {'*' if step.is_stop else '|'} {INDENT.join(step.sentences)}"
        for number, step in enumerate(hand.steps, start=1)
    ]
    assert "\n".join(lines) == HOLDEM.strip("\n")
    assert hand.stops == [0, 2, 6, 9, 15, 16, 18]
    assert hand.steps[17].street == SHOWDOWN


def test_whose_turn_it_is_can_be_seen_before_each_act() -> None:
    hand = SteppedHand(hand_of("holdem.phh"))
    turns = [step.view.turn.seat if step.view.turn else 0 for step in hand.steps]
    assert turns == [0, 3, 1, 2, 0, 1, 2, 0, 1, 2, 1, 0, 0, 0, 0, 0, 0, 0]
    razz = SteppedHand(hand_of("evening.phhs"))
    assert [step.view.turn.seat if step.view.turn else 0 for step in razz.steps][:4] == [0, 1, 2, 0]


def test_known_cards_lie_open_from_the_deal_on_and_hidden_ones_stay_hidden() -> None:
    hand = SteppedHand(hand_of("holdem.phh"))
    assert [cards_at(hand, position, 2) for position in (1, 2, 18)] == ["", "9s9h", "9s9h"]
    assert cards_at(hand, 2, 2, open_cards=False) == "????"
    assert [cards_at(hand, position, 3) for position in (2, 3)] == ["2c7d", ""]
    draw = SteppedHand(hand_of("evening.phhs", 1))
    assert [cards_at(draw, position, 1) for position in (2, 6, 7)] == ["2c3c4c5c9d", "2c3c4c5c9d", "2c3c4c5c7h"]
    assert cards_at(draw, 2, 2) == "??????????"


def test_what_a_file_names_is_told_when_it_is_dealt() -> None:
    razz = SteppedHand(hand_of("evening.phhs"))
    told = [(number, step.known) for number, step in enumerate(razz.steps, start=1) if step.known]
    assert told == [
        (2, ("Wren holds 2♣ 3♣ K♦", "Finch holds 4♣ 5♣ J♦")),
        (8, ("Finch holds 4♣ 5♣ J♦ 9♦ ?",)),
    ]


def test_the_notes_of_a_file_are_the_last_step() -> None:
    draw = SteppedHand(hand_of("evening.phhs", 1))
    assert draw.steps[-1].sentences == ("The file ends before the hand does.",)
    assert draw.view_at(len(draw.steps)) == draw.view_at(len(draw.steps) - 1)


def test_a_hand_without_events_has_no_step() -> None:
    history = hand_of("holdem.phh").history
    empty = SteppedHand(HandReplay(replace(history, events=())))
    assert (empty.steps, empty.stops, empty.view_at(0)) == ((), [0], history.view)


@pytest.mark.parametrize("game", GAMES)
def test_the_steps_of_every_game_tell_all_that_was_told_and_keep_the_chips(game: str) -> None:
    for seat in (1, None):
        own = own_hand(game, seat)
        hand = SteppedHand(own)
        view, events = own.history.view, own.history.events
        told = [sentence for step in hand.steps for sentence in step.sentences]
        assert told == list(narrate(fold_each(view, events)))
        assert {chips(step.view) for step in hand.steps} == {chips(view)}
        assert hand.steps[-1].view == fold_all(view, events)
        assert all(step.sentences for step in hand.steps)
        assert [step.events for step in hand.steps] == sorted({step.events for step in hand.steps})


def test_a_hand_that_is_run_twice_stops_where_each_run_begins() -> None:
    settings = replace(table_settings(), variant=replace(VARIANTS["holdem"], runs=2))
    runs = 0
    for seed in range(60):
        own = own_hand("holdem", 1, seed, settings, stack=20)
        hand = SteppedHand(own)
        began = [
            number
            for number, step in enumerate(hand.steps, start=1)
            if any("— run " in sentence for sentence in step.sentences)
        ]
        runs += len(began)
        assert set(began) <= set(hand.stops)
        assert {chips(step.view) for step in hand.steps} == {chips(hand.start)}
        for position in range(len(hand.steps) + 1):
            assert find_cards(hand.view_at(position, open_cards=True)) <= find_cards(own.history)
    assert runs


@pytest.mark.parametrize("game", GAMES)
def test_open_cards_are_those_that_the_viewer_knows_in_the_end(game: str) -> None:
    own = own_hand(game, 1)
    hand = SteppedHand(own)
    known = find_cards(own.history)
    opened = 0
    for position in range(len(hand.steps) + 1):
        closed, shown = (hand.view_at(position, open_cards=each) for each in (False, True))
        assert find_cards(shown) <= known
        for before, after in zip(closed.occupied, shown.occupied, strict=True):
            opened += before.cards != after.cards
            assert len(before.cards) == len(after.cards)
            assert all(card in (None, seen) for card, seen in zip(before.cards, after.cards, strict=True))
    end = hand.view_at(len(hand.steps))
    if any(seat.shown_hand for seat in end.occupied):
        assert opened


def test_a_hand_that_is_shown_is_known_back_to_the_last_draw() -> None:
    shown = 0
    for seed in range(12):
        own = own_hand("triple-draw", None, seed)
        hand = SteppedHand(own)
        for known in hand.known:
            shown += 1
            before, after = (fold_all(own.history.view, own.history.events[: known.events + at]) for at in (0, 1))
            assert known.events == 0 or any(seat.drew for seat in before.occupied)
            assert after.at(known.seat) is not None
    assert shown


@pytest.mark.parametrize("file", SHELF_FILES, ids=lambda file: file.stem)
def test_recorded_hands_can_be_looked_at_to_their_end(file: Path) -> None:
    for line in lines_of(file):
        assert isinstance(line, HandReplay)
        hand = SteppedHand(line)
        assert {chips(step.view) for step in hand.steps} == {chips(hand.start)}
        assert not hand.steps[-1].view.playing


def test_cards_of_a_flop_are_no_secret() -> None:
    hand = SteppedHand(hand_of("holdem.phh"))
    assert hand.view_at(6).board == parse_cards("As 8c 3d")
