"""A tournament in words: its clock, its stakes, money and places."""

from __future__ import annotations

import pytest

from railbird_client.tournament.known_tournaments import KnownTournaments, Running
from railbird_client.tournament.tournament_words import (
    about_words,
    code_words,
    duration_words,
    entry_line,
    finish_sentence,
    is_entered,
    leave_question,
    pause_caption,
    read_code,
    stakes_words,
    start_words,
    title_words,
    waiting_words,
)
from railbird_shared.game.announced_game import Stakes
from railbird_shared.game.rotation import ChosenGame, Rotation
from railbird_shared.tournament.messages import TournamentUpdate, YouFinished
from railbird_shared.tournament.structure import Level
from railbird_shared.tournament.view import OwnEntry, Phase, TournamentOffer, place_words, prize_words
from support.tournament_views import registering, status, terms

STAKES = Stakes(small_blind=75, big_blind=150, big_blind_ante=150)
"""The stakes of the fifth level."""


def test_the_title_of_a_table_says_level_stakes_clock_and_who_is_left() -> None:
    assert title_words(Running(status(), 100.0), STAKES, 101.0)[0] == ("Level 5 · 75/150 ante 150 · 7:30 · 9 left")


@pytest.mark.parametrize(
    ("phase", "words"),
    [
        (Phase.BREAK, "Break · 7:31 · 9 left"),
        (Phase.PAUSED, "Level 5 · 75/150 ante 150 · paused · 9 left"),
        (Phase.HAND_FOR_HAND, "Level 5 · 75/150 ante 150 · 7:31 · 9 left · hand-for-hand"),
        (Phase.FINISHED, "tournament over"),
    ],
)
def test_the_title_says_what_goes_on(phase: Phase, words: str) -> None:
    assert title_words(Running(status(phase), 0.0), STAKES, 0.0)[0] == words


def test_the_last_hand_of_a_level_is_told_with_its_own_stakes() -> None:
    before = Stakes(small_blind=50, big_blind=100, big_blind_ante=100)
    words = title_words(Running(status(), 0.0), before, 0.0)
    assert words[0] == "last hand at 50/100 ante 100 · then level 5 · 7:31 · 9 left"
    assert words[-1] == "50/100 ante 100 · 7:31"


def test_the_clock_counts_down_from_the_arrival_and_stands_in_a_pause() -> None:
    running = KnownTournaments().with_message(TournamentUpdate(status=status()), 50.0).running
    assert running is not None
    assert running.seconds_left(60.0) == 441.0
    assert running.seconds_left(1_000.0) == 0.0
    assert Running(status(clock_stands=True), 50.0).seconds_left(60.0) == 451.0


def test_a_level_of_hands_counts_hands() -> None:
    running = Running(status(left_ms=None, hands_left=1), 0.0)
    assert title_words(running, STAKES, 0.0)[0] == "Level 5 · 75/150 ante 150 · 1 hand · 9 left"


def test_the_stakes_of_a_level_are_those_of_its_game() -> None:
    level = Level(100, big_blind_ante=100, seconds=60)
    assert stakes_words(terms(), level) == "50/100 ante 100"
    assert stakes_words(terms(game="seven-card-stud"), Level(100, seconds=60)) == "100/200 ante 25"
    mixed = terms(rotation=Rotation((ChosenGame("holdem"), ChosenGame("razz"))))
    assert stakes_words(mixed, level) == "bet 100 ante 100"
    assert stakes_words(terms(game="whist"), level) == "bet 100 ante 100"


@pytest.mark.parametrize(("seconds", "words"), [(0, "0:00"), (59.2, "1:00"), (451, "7:31"), (4_000, "1 h 06 min")])
def test_a_duration_is_rounded_up_to_seconds(seconds: float, words: str) -> None:
    assert duration_words(seconds) == words


@pytest.mark.parametrize(("seconds", "words"), [(10, "5 min"), (3_500, "1 h"), (4_800, "1 h 20 min")])
def test_about_rounds_to_five_minutes(seconds: float, words: str) -> None:
    assert about_words(seconds) == words


@pytest.mark.parametrize(
    ("units", "unit", "words"),
    [(40, "", "40"), (40, "1 EUR", "40.00 EUR"), (15, "0.50 EUR", "7.50 EUR"), (3, "a beer", "3 x a beer")],
)
def test_prizes_are_money_where_a_unit_is_worth_some(units: int, unit: str, words: str) -> None:
    assert prize_words(units, unit) == words


def test_places_are_said_as_people_say_them() -> None:
    assert [place_words(place) for place in (1, 2, 3, 4, 11, 12, 13, 21, 101)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "101st",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("finished", "sentence"),
    [
        (YouFinished(tournament="a", name="Sunday", place=1, entrants=9, prize=50), "You have won Sunday! You win 50."),
        (
            YouFinished(tournament="a", name="Sunday", place=7, entrants=9, tied=True, bounties=5),
            "You are out in 7th place of 9, with others. You win 5. Stay and watch, or press [L] to leave.",
        ),
        (
            YouFinished(tournament="a", name="Sunday", place=9, entrants=9, may_re_enter=True),
            "You are out in 9th place of 9. [^T] lets you enter again.",
        ),
    ],
)
def test_the_end_is_told_with_place_and_prize(finished: YouFinished, sentence: str) -> None:
    assert finish_sentence(finished) == sentence


@pytest.mark.parametrize(
    ("phase", "words"),
    [
        (Phase.PAUSED, "The tournament is paused; Wren lets it go on"),
        (Phase.DEAL, "No hand is dealt until all have answered the deal"),
        (Phase.BREAK, "Break: 7:31 left"),
        (Phase.HAND_FOR_HAND, "Hand for hand: the next one begins when all tables are ready"),
        (Phase.RUNNING, ""),
    ],
)
def test_between_hands_a_table_says_why_none_begins(phase: Phase, words: str) -> None:
    assert pause_caption(Running(status(phase), 0.0), 0.0) == words


def test_a_code_is_told_in_groups_and_read_however_it_is_typed() -> None:
    assert code_words("5d0e1a2b3c") == "5d0e 1a2b 3c"
    assert read_code(" 5D0E 1a2b-3c ") == "5d0e1a2b3c"
    assert [read_code(typed) for typed in ("", "?", "\N{ARABIC-INDIC DIGIT ONE}", "a" * 1000)] == [""] * 4


ENTRY = OwnEntry(1)
WAITING = Running(registering(), 100.0, ENTRY)
SEATED = Running(status(), 100.0, OwnEntry(1, "5d0et1"))


@pytest.mark.parametrize(
    ("running", "entered"),
    [
        (WAITING, True),
        (SEATED, True),
        (Running(registering(), 0.0, OwnEntry()), False),
        (Running(status(), 0.0, ENTRY), False),
        (Running(status(Phase.FINISHED), 0.0, OwnEntry(1, "5d0et1")), False),
    ],
)
def test_a_player_is_in_a_tournament_before_its_start_and_while_they_have_a_seat(
    running: Running, *, entered: bool
) -> None:
    assert is_entered(running) is entered


@pytest.mark.parametrize(
    ("running", "words"),
    [
        (Running(registering(left_ms=90_000), 100.0, ENTRY), "It starts in 1:20."),
        (Running(registering(), 100.0, OwnEntry(1, "", (TournamentOffer.START,))), "You start it: [T], then [S]."),
        (Running(registering(entrants=18), 100.0, ENTRY), "All players are there; Wren starts it."),
        (WAITING, "4 of 18 players are there."),
    ],
)
def test_a_start_is_told_as_far_as_it_is_known(running: Running, words: str) -> None:
    assert start_words(running, 110.0) == words


def test_a_lobby_tells_what_comes_or_how_to_come_back() -> None:
    assert "Your table comes by itself." in waiting_words(WAITING, 100.0)
    assert "[T] and [Enter] lead back" in waiting_words(SEATED, 100.0)
    assert entry_line(WAITING, 100.0) == "You are in Sunday"
    assert entry_line(Running(registering(left_ms=90_000), 100.0, ENTRY), 100.0) == "You are in Sunday, in 1:30"
    assert entry_line(SEATED, 100.0) == "You have a seat in Sunday: [T]"


def test_who_leaves_is_told_what_becomes_of_their_chips() -> None:
    assert leave_question(()) == ""
    assert "take your entry back" in leave_question((WAITING,))
    assert "until you come back" in leave_question((SEATED,))


def test_entries_are_known_until_the_tournament_is_over_or_the_entry_taken_back() -> None:
    known = KnownTournaments().with_message(TournamentUpdate(status=registering(), you=ENTRY), 100.0)
    assert [running.status.tournament for running in known.entries] == ["5d0e"]
    other = TournamentUpdate(status=registering(tournament="a1"), you=OwnEntry(3))
    both = known.with_message(other, 100.0)
    assert [running.status.tournament for running in both.entries] == ["5d0e", "a1"]
    taken_back = both.with_message(TournamentUpdate(status=registering(), you=OwnEntry()), 100.0)
    assert [running.status.tournament for running in taken_back.entries] == ["a1"]
    over = TournamentUpdate(status=status(Phase.FINISHED, tournament="a1"), you=OwnEntry(3))
    assert taken_back.with_message(over, 100.0).entries == ()
