"""The next hand: its game, the player who names it and for how long (VT-DC-1, VT-DC-3), and bomb pots."""

from __future__ import annotations

from railbird_client.table.turn.time_left import ServerClock
from railbird_shared.game.catalogue import find_game
from railbird_shared.game.rotation import ChosenGame
from railbird_shared.protocol.view import TableView


def names_game(view: TableView) -> bool:
    """Whether the viewer is to name the next game."""
    return view.choosing is not None and view.choosing.seat == view.you.seat


def who_names_game(view: TableView) -> str:
    """Returns who is to name the next game, in a few words; empty while nobody is asked for it."""
    if view.choosing is None:
        return ""
    if names_game(view):
        return "You name the next game"
    chooser = view.at(view.choosing.seat)
    return f"{chooser.name if chooser else 'The dealer'} names the next game"


def seconds_to_name(view: TableView, clock: ServerClock, now: float) -> int | None:
    """Returns in how many seconds the next game has to be named; None while nobody is asked for it."""
    return max(0, -int(-clock.seconds_until(view.choosing.deadline, now) // 1)) if view.choosing else None


def choice_words(view: TableView, clock: ServerClock, now: float) -> str:
    """Returns who is to name the next game, and how long they have; empty while nobody is asked for it."""
    seconds = seconds_to_name(view, clock, now)
    return "" if seconds is None else f"{who_names_game(view)}: {seconds} s left"


def named_game(chosen: ChosenGame) -> str:
    """Returns a game as a list names it."""
    game = find_game(chosen.game)
    name = game.name if game.id == chosen.game else chosen.game
    return f"{name}, {chosen.wild} wild" if chosen.wild else name


def bomb_pot_words(view: TableView) -> str:
    """Returns in a few words that a bomb pot is played, comes or is asked for; empty while none of it is so."""
    if view.next_bomb_pot:
        return f"next: bomb pot, {view.next_bomb_pot:,} each"
    if view.playing and view.bomb_pot:
        return "bomb pot"
    people = sum(not seat.bot and not seat.sitting_out and seat.stack + seat.bet > 0 for seat in view.occupied)
    return f"bomb pot? {len(view.bomb_pot_asked)} of {people}" if view.bomb_pot_asked else ""


def explain_no_bomb_pot(view: TableView) -> str:
    """Returns why the viewer cannot ask for a bomb pot."""
    if view.next_bomb_pot:
        return "The next hand is a bomb pot already."
    if not view.rules.bomb_pot:
        return "A bomb pot takes a house that plays them, and a game with a board."
    return "Take a seat first."
