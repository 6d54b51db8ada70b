"""What a player in a lobby reads of the tournaments that they are in."""

from __future__ import annotations

import pytest

from railbird_client.tournament.known_tournaments import KnownTournaments, Running
from railbird_client.tournament.tournament_entry import (
    entry_line,
    is_entered,
    leave_question,
    start_words,
    waiting_words,
)
from railbird_shared.tournament.messages import TournamentUpdate
from railbird_shared.tournament.view import OwnEntry, Phase, TournamentOffer
from support.tournament_views import registering, status

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
