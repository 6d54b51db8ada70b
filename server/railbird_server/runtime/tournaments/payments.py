"""What the players of a tournament pay and are paid, as movements of the books."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress

from railbird_server.store.records import Movement, MovementKind, player_account, tournament_account
from railbird_server.tournament.effects import Charged, NumberedEffect, Paid, Reason
from railbird_server.tournament.state import Entrant

_WORDS = {
    Reason.BUY_IN: "buy-in",
    Reason.RE_ENTRY: "another entry",
    Reason.REBUY: "rebuy",
    Reason.ADD_ON: "add-on",
    Reason.PRIZE: "prize",
    Reason.DEAL: "prize by a deal",
    Reason.BOUNTY: "bounty",
    Reason.REFUND: "paid back",
}
"""What a payment is for, as the books say it."""


def movements_of(
    tournament: str, effects: Iterable[NumberedEffect], entrants: Mapping[str, Entrant]
) -> tuple[Movement, ...]:
    """Returns the movements that effects bring about, in units of the ledger; `entrants` are the players by id."""
    moved: list[Movement] = []
    account = tournament_account(tournament)
    for effect in (numbered.effect for numbered in effects):
        if not isinstance(effect, Charged | Paid):
            continue
        own = player_account(effect.player)
        way = (own, account) if isinstance(effect, Charged) else (account, own)
        kind = MovementKind.ENTRY if isinstance(effect, Charged) else MovementKind.PRIZE
        name, bot = "", False
        with suppress(KeyError):
            name, bot = entrants[effect.player].name, entrants[effect.player].bot
        moved.append(Movement(*way, effect.units, kind, name, bot, reason=_WORDS[effect.reason]))
    return tuple(moved)
