"""Bomb pots in words: whether one comes, how many ask for one, and why the key does nothing."""

from __future__ import annotations

from railbird_shared.protocol.view import TableView


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
