"""What a street lets players do: how much may be bet in its round, what is particular about that, and its draw."""

from __future__ import annotations

from collections.abc import Sequence

from railbird_server.rules.drawing import Exchange
from railbird_server.rules.openers import FORCED_OPENING, shows_pair
from railbird_server.rules.opening import sevens_or_better
from railbird_server.rules.player import Player
from railbird_server.rules.setup import Setup
from railbird_server.rules.terms import Limits, Terms
from railbird_server.rules.variants import Forced, Street, Variant
from railbird_shared.games import Structure


def exchange_of(variant: Variant, street: Street) -> Exchange:
    """Returns what the draw of a street allows."""
    return Exchange(
        most=street.draw or street.discard,
        least=street.discard,
        replaced=street.discard == 0,
        limited=variant.discard_limit,
        wild=variant.ranking.wild_cards,
        fifth_last=variant.fifth_card_last,
    )


def limits_of(setup: Setup, variant: Variant, street: Street, players: Sequence[Player], to_match: int) -> Limits:
    """Returns how much may be bet on a street that opens with a bet of `to_match` chips."""
    structure, stakes, cap = setup.game.structure, setup.game.stakes, variant.raise_cap
    if structure is Structure.SPREAD:
        return Limits(structure, stakes.small_bet, most=stakes.big_bet, cap=cap)
    if structure is not Structure.FIXED:
        even = variant.forced is Forced.ANTES_AS_BET
        return Limits(structure, 1 if even else max(stakes.minimum_bet, to_match), cap=cap, even=even)
    size = stakes.big_bet if street.big else stakes.small_bet
    double = stakes.big_bet if street.open_pair and _pair_showing(variant, players) else 0
    return Limits(structure, size, double, cap=cap)


def terms_of(
    setup: Setup,
    variant: Variant,
    place: int,
    players: Sequence[Player],
    *,
    to_match: int,
    gathered: int,
    barred: frozenset[int],
) -> Terms:
    """Returns what is particular about the betting of the street at a `place`, counted from 0.

    `to_match` is the bet it opens with, `gathered` what lies in the pots, and `barred` the seats that may not open.
    """
    stakes, street = setup.game.stakes, variant.streets[place]
    bring_in, complete = 0, True
    if place == 0 and variant.forced is Forced.ANTES_AND_BRING_IN:
        bring_in = stakes.bring_in
    elif street.must_open and not stakes.ante:
        bring_in, complete = stakes.small_bet, False
    bound = variant.sevens_must_bet and place == len(variant.streets) - 1
    return Terms(
        to_match=to_match,
        gathered=gathered,
        bring_in=bring_in,
        complete=complete,
        because=FORCED_OPENING.get(street.opener, ()) if bring_in else (),
        see=variant.forced is Forced.ANTES_AS_BET,
        barred=barred,
        bound=sevens_or_better(players, variant.scale) if bound else frozenset(),
    )


def _pair_showing(variant: Variant, players: Sequence[Player]) -> bool:
    """Whether any live player shows a pair in two upcards (VT-S7-11)."""
    return any(shows_pair(player, variant.scale) for player in players if not player.folded)
