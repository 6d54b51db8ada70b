"""What the next hand is dealt for: who is dealt in, and the forced bets that they post."""

from __future__ import annotations

from railbird_server.rules.setup import Entrant, ExtraPost, Setup
from railbird_server.table.hand.button import Positions, blinds_chop, late_blind_posts, straddle_posts
from railbird_server.table.seats import Seats
from railbird_server.table.settings import TableSettings


def hand_setup(
    number: int,
    positions: Positions,
    seats: Seats,
    settings: TableSettings,
    *,
    carried: int,
    pass_outs: int,
    newcomers_wait: bool,
    bomb_pot: int,
) -> Setup:
    """Returns the setup of the hand of that number; in a bomb pot everybody posts `bomb_pot` chips and no blinds."""
    stacks = {seat.number: seat.stack for seat in seats.occupied}
    return Setup(
        number=number,
        game=settings.game,
        button=positions.button,
        entrants=tuple(Entrant(seat, stacks[seat]) for seat in positions.dealt),
        small_blind=None if bomb_pot else positions.small_blind,
        big_blind=None if bomb_pot else positions.big_blind_place,
        carried=carried,
        extra_posts=() if bomb_pot else _extra_posts(positions, seats, settings, newcomers_wait=newcomers_wait),
        pass_outs=pass_outs,
        rake=settings.rake,
        variant=settings.variant,
        chop=not bomb_pot and blinds_chop(positions, seats, settings),
        bomb_pot=bomb_pot,
    )


def _extra_posts(
    positions: Positions, seats: Seats, settings: TableSettings, *, newcomers_wait: bool
) -> tuple[ExtraPost, ...]:
    late = late_blind_posts(positions, seats, settings) if newcomers_wait else ()
    return (*late, *straddle_posts(positions, seats, settings))
