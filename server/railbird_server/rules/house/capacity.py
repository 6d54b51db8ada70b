"""How many players a pack serves: no table opens that could run out of cards (DL-22, SK-6)."""

from __future__ import annotations

from railbird_server.rules.errors import BadSetup
from railbird_server.rules.variants import Variant
from railbird_shared.games import MAX_SEATS

WIDEST_DRAW = 8
"""The most players that a game with a draw may be given by a house, as discards come back (VT-5D-1, VT-5D-16)."""


WHY = "(DL-22, SK-6)"


def seat_limit(game: Variant, wanted: int | None) -> int:
    """Returns the most seats of a game as it is shaped, those `wanted` if given; raises BadSetup.

    Without a wish these are the game's own, or as many as the pack serves where it is too small for them.
    """
    served = _served(game)
    if served < game.least_seats:
        raise BadSetup(f"A pack of {len(game.pack)} cards cannot seat {game.least_seats} at {game.name} {WHY}.")
    if wanted is None:
        return min(game.most_seats, served)
    if wanted > served:
        raise BadSetup(
            f"A pack of {len(game.pack)} cards cannot seat {wanted} at {game.name}, only {served} {WHY}.",
        )
    widest = max(game.most_seats, WIDEST_DRAW) if game.draws else game.most_seats
    if wanted > widest:
        raise BadSetup(f"{game.name} is played by {game.least_seats} to {widest}; set no more seats than that (HS-30).")
    if wanted > game.most_seats and not game.bottom_card_held:
        played = f"{game.name} is played by {game.least_seats} to {game.most_seats}"
        raise BadSetup(f"{played}, and by more only with bottom_card_held: turn it on or set fewer seats (VT-5D-1).")
    return wanted


def _served(game: Variant) -> int:
    """The most players that the pack serves, 0 for none."""
    return max((seats for seats in range(1, MAX_SEATS + 1) if _serves(game, seats)), default=0)


def _serves(game: Variant, seats: int) -> bool:
    """Whether the pack lasts though nobody folds and everybody draws all he can.

    A drawer may be given every card that no player holds and that he has not thrown away himself (VT-5D-16).
    """
    left = len(game.pack)
    held = thrown = 0
    for street in game.streets:
        wanted = street.board + (street.down + street.up) * seats
        if street.common_if_short and left < seats:
            wanted = 1
        if street.burn and left > max(1, wanted):
            left -= 1
        left -= wanted
        held += street.down + street.up
        thrown += street.draw
        if left < 0 or (street.draw and held * seats + thrown > len(game.pack)):
            return False
    return True
