"""How many players a pack serves: no table opens that could run out of cards (DL-22, SK-6)."""

from __future__ import annotations

from railbird_server.rules.errors import BadSetup
from railbird_server.rules.variants import Variant
from railbird_shared.games import MAX_SEATS

MAX_DRAW_SEATS = 8
"""The most players that a game with a draw may be given by a house, as discards come back (VT-5D-1, VT-5D-16)."""


SEAT_CLAUSES = "(DL-22, SK-6)"


def seat_limit(game: Variant, house_seats: int | None) -> int:
    """Returns the most seats of a game as it is shaped, those `house_seats` if given; raises BadSetup.

    Without a wish these are the game's own, or as many as the pack serves where it is too small for them.
    """
    capacity = _pack_capacity(game)
    if capacity < game.min_seats:
        raise BadSetup(f"A pack of {len(game.pack)} cards cannot seat {game.min_seats} at {game.name} {SEAT_CLAUSES}.")
    if house_seats is None:
        return min(game.max_seats, capacity)
    if house_seats > capacity:
        raise BadSetup(
            f"A pack of {len(game.pack)} cards cannot seat {house_seats} at {game.name}, only {capacity} {SEAT_CLAUSES}.",
        )
    most_allowed = max(game.max_seats, MAX_DRAW_SEATS) if game.has_draws else game.max_seats
    if house_seats > most_allowed:
        raise BadSetup(f"{game.name} is played by {game.min_seats} to {most_allowed}; set no more seats than that (HS-30).")
    if house_seats > game.max_seats and not game.bottom_card_held:
        played = f"{game.name} is played by {game.min_seats} to {game.max_seats}"
        raise BadSetup(f"{played}, and by more only with bottom_card_held: turn it on or set fewer seats (VT-5D-1).")
    return house_seats


def _pack_capacity(game: Variant) -> int:
    """The most players that the pack serves, 0 for none."""
    return max((seats for seats in range(1, MAX_SEATS + 1) if _pack_lasts(game, seats)), default=0)


def _pack_lasts(game: Variant, seats: int) -> bool:
    """Whether the pack lasts though nobody folds and everybody draws all he can.

    A drawer may be given every card that no player holds and that he has not thrown away himself (VT-5D-16).
    """
    left = len(game.pack)
    held = discarded = 0
    for street in game.streets:
        needed = street.board + (street.down + street.up) * seats
        if street.community_card_if_short and left < seats:
            needed = 1
        if street.burn and left > max(1, needed):
            left -= 1
        left -= needed
        held += street.down + street.up
        discarded += street.draw
        if left < 0 or (street.draw and held * seats + discarded > len(game.pack)):
            return False
    return True
