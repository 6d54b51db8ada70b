"""Words about the state of a table: a pause, and the terms of its rail."""

from __future__ import annotations

from railbird_client.table.next_hand import choice_words
from railbird_client.table.turn.time_left import ServerClock
from railbird_shared.history.narration import minutes_text, vote_subject
from railbird_shared.protocol.commands import GoOn, Pause, Vote
from railbird_shared.protocol.host_commands import LetRailSee
from railbird_shared.protocol.view import TableView, votes_needed

NO_VOICE = "Take a seat first: the host and the people at the table decide about breaks."
NOT_PAUSED = "Only the host can pause the table; press [,] to call a vote for a break."
BREAK_COMES = "A break begins after this hand."
NO_VOTE = "There is no vote that you could vote against."


def press_pause(view: TableView) -> Pause | GoOn | Vote | str:
    """Returns what the key of the pause asks for, or why it asks for nothing."""
    if view.you.is_host:
        return GoOn() if view.pause is not None or view.coming_break else Pause()
    if view.you.seat is None:
        return NO_VOICE
    return Vote() if view.pause is not None else NOT_PAUSED


def press_break(view: TableView) -> Vote | str:
    """Returns the vote that the key of the break casts, why it does nothing, or an empty text to ask how long."""
    if view.vote is not None and view.you.seat is not None:
        return Vote()
    if view.you.seat is None and not view.you.is_host:
        return NO_VOICE
    if view.pause is not None:
        return "The table is paused already."
    return BREAK_COMES if view.coming_break and not view.you.is_host else ""


def press_vote_against(view: TableView) -> Vote | str:
    """Returns the vote against what the table votes on, or why there is none."""
    return Vote(on=False) if can_vote(view) else NO_VOTE


def can_vote(view: TableView) -> bool:
    """Whether a vote runs in which the viewer has a voice."""
    return view.vote is not None and view.you.seat is not None


def time_words(view: TableView, clock: ServerClock, now: float) -> str:
    """Returns in a few words that the table is paused, has a break or votes; empty while none of it is so."""
    return " · ".join(part for part in (_pause_words(view, clock, now), _vote_words(view, clock, now)) if part)


def time_caption(view: TableView, clock: ServerClock, now: float) -> str:
    """Returns a caption beside the buttons: a vote, else the pause, or the player who names the next game."""
    words = _vote_words(view, clock, now) or _pause_words(view, clock, now) or choice_words(view, clock, now)
    return words[:1].upper() + words[1:]


def _pause_words(view: TableView, clock: ServerClock, now: float) -> str:
    pause = view.pause
    if pause is None:
        return f"break of {minutes_text(view.coming_break)} after this hand" if view.coming_break else ""
    if pause.ends is not None:
        seconds = -int(-clock.seconds_until(pause.ends, now) // 1)
        return f"break: {seconds // 60}:{seconds % 60:02} left"
    minutes = int(clock.seconds_since(pause.since, now) // 60)
    length = f" for {minutes_text(minutes)}" if minutes else ""
    return f"paused by {pause.by}{length}"


def _vote_words(view: TableView, clock: ServerClock, now: float) -> str:
    vote = view.vote
    if vote is None:
        return ""
    people = sum(not seat.bot for seat in view.occupied)
    seconds = -int(-clock.seconds_until(vote.ends, now) // 1)
    return f"vote {vote_subject(vote.minutes)}: {len(vote.yes)} of {votes_needed(people)}, {seconds} s"


def is_shown_to_rail(view: TableView) -> bool | None:
    """Whether the player lets the rail see their cards; None without a seat, or where it sees none."""
    seat = view.own_seat
    return None if seat is None or not view.rail.is_delayed else seat.shown_to_rail


def show_to_rail(view: TableView) -> LetRailSee | str:
    """Returns the command by which a player lets the rail see their cards, or no longer; or why there is none."""
    shown = is_shown_to_rail(view)
    if shown is not None:
        return LetRailSee(on=not shown)
    return "Take a seat first." if view.you.seat is None else "The rail of this table sees no hidden cards."


def watching_text(view: TableView, watchers: int) -> str:
    """Returns how many watch and how far they are behind; empty where nobody does."""
    behind = behind_text(view)
    watching = f"{watchers} watching" if watchers else ""
    return f"{watchers} watching, {behind}" if behind else watching


def behind_text(view: TableView) -> str:
    """Returns how far behind the viewer is; empty with a seat and where the rail is live."""
    return f"{view.rail.delay_text} behind" if view.rail.is_delayed and view.you.seat is None else ""
