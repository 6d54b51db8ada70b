"""What a player in a lobby reads of the tournaments that they are in."""

from __future__ import annotations

from railbird_client.tournament.known_tournaments import Running
from railbird_client.tournament.tournament_words import duration_words, players_words
from railbird_shared.tournament.view import Phase, TournamentOffer


def is_entered(running: Running) -> bool:
    """Whether the player is in a tournament: before its start, or with a seat in it."""
    status, you = running.status, running.you
    return bool(you.number) and (status.phase is Phase.REGISTERING or (status.phase.plays and bool(you.table)))


def start_words(running: Running, now: float) -> str:
    """Returns when a tournament starts, in a sentence."""
    status, left = running.status, running.seconds_left(now)
    if left is not None:
        return f"It starts in {duration_words(left)}."
    if TournamentOffer.START in running.you.offers:
        return "You start it: [T], then [S]."
    if status.entrants >= status.most_players:
        return f"All players are there; {status.host} starts it."
    return f"{players_words(status)} are there."


def waiting_words(running: Running, now: float) -> str:
    """Returns what an empty list of tables says to a player who is in a tournament."""
    name = running.status.name
    if running.status.phase is Phase.REGISTERING:
        when = start_words(running, now)
        return f"\n  You are in {name}.\n  {when}\n\n  Your table comes by itself.\n  [T] shows who plays."
    return f"\n  You have a seat in {name}.\n\n  [T] and [Enter] lead back to it."


def entry_line(running: Running, now: float) -> str:
    """Returns in a line what a player is in, and when it starts."""
    name = running.status.name
    if running.status.phase is not Phase.REGISTERING:
        return f"You have a seat in {name}: [T]"
    left = running.seconds_left(now)
    return f"You are in {name}" + ("" if left is None else f", in {duration_words(left)}")


def leave_question(entered: tuple[Running, ...]) -> str:
    """Returns the question before a player leaves the server; empty where they are in no tournament."""
    if not entered:
        return ""
    running = entered[0]
    name = running.status.name
    if running.status.phase is Phase.REGISTERING:
        return (
            f"You are in {name}: when it starts, your blinds are posted and your hands folded until you come back. "
            "On its page ([T]) you can take your entry back. Leave all the same?"
        )
    return f"You have a seat in {name}: your blinds are posted and your hands folded until you come back. Leave?"
