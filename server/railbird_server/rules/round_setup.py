"""The rules of a street: the betting limits and conditions of its round, and the rules of its draw."""

from __future__ import annotations

from collections.abc import Sequence

from railbird_server.rules.betting import BettingLimits, RoundConditions
from railbird_server.rules.draws import DrawRules
from railbird_server.rules.first_to_act import FORCED_OPENING_CLAUSES, seats_with_seven_or_better, shows_pair
from railbird_server.rules.player import Player
from railbird_server.rules.setup import Setup
from railbird_shared.game.announced_game import Structure
from railbird_shared.game.ranking import scale_of
from railbird_shared.game.variants import ForcedBets, Street, Variant
from railbird_shared.game.variants.variant import OPENING_UPCARDS


def make_draw_rules(variant: Variant, street: Street) -> DrawRules:
    """Returns what the draw of a street allows."""
    return DrawRules(
        max_discards=street.draw or street.discard,
        min_discards=street.discard,
        replaced=street.discard == 0,
        three_card_limit=variant.discard_limit,
        wild_cards=variant.ranking.wild_cards,
        fifth_card_last=variant.fifth_card_last,
    )


def make_betting_limits(
    setup: Setup, variant: Variant, street: Street, players: Sequence[Player], to_match: int
) -> BettingLimits:
    """Returns how much may be bet on a street that begins with a bet of `to_match` chips."""
    structure, stakes, cap = setup.game.structure, setup.game.stakes, variant.raise_cap
    if structure is Structure.SPREAD:
        return BettingLimits(structure, stakes.small_bet, spread_maximum=stakes.big_bet, raise_cap=cap)
    if structure is not Structure.FIXED:
        even = variant.forced_bets is ForcedBets.ANTES_AS_BET
        return BettingLimits(
            structure, 1 if even else max(stakes.minimum_bet, to_match), raise_cap=cap, constant_min_raise=even
        )
    size = stakes.big_bet if street.big_bet else stakes.small_bet
    double = stakes.big_bet if street.open_pair and _pair_showing(variant, players) else 0
    return BettingLimits(structure, size, double, raise_cap=cap)


def make_round_conditions(
    setup: Setup,
    variant: Variant,
    street_index: int,
    players: Sequence[Player],
    *,
    to_match: int,
    chips_in_pots: int,
    cannot_open: frozenset[int],
) -> RoundConditions:
    """Returns the conditions of the betting on the street at `street_index`, counted from 0.

    `to_match` is the bet that the round begins with, `chips_in_pots` what lies in the pots or counts as if it did, and
    `cannot_open` the seats without openers.
    """
    stakes, street, forced_bets = setup.game.stakes, variant.streets[street_index], variant.forced_bets
    bring_in, complete = 0, True
    if street_index == 0 and forced_bets is ForcedBets.ANTES_AND_BRING_IN:
        bring_in = stakes.bring_in
    elif street.must_open and not stakes.ante:
        bring_in, complete = stakes.small_bet, False
    sevens_must_bet = variant.sevens_must_bet and street_index == len(variant.streets) - 1
    return RoundConditions(
        to_match,
        chips_in_pots,
        bring_in,
        complete,
        FORCED_OPENING_CLAUSES.get(street.first_to_act, ()) if bring_in else (),
        f"{OPENING_UPCARDS[street.first_to_act]} card" if bring_in and street.first_to_act in OPENING_UPCARDS else "",
        no_check=forced_bets is ForcedBets.ANTES_AS_BET,
        cannot_open=cannot_open,
        must_bet=seats_with_seven_or_better(players, scale_of(variant.ranking)) if sevens_must_bet else frozenset(),
    )


def _pair_showing(variant: Variant, players: Sequence[Player]) -> bool:
    """Whether any live player shows a pair in two upcards (VT-S7-11)."""
    return any(shows_pair(player, scale_of(variant.ranking)) for player in players if not player.folded)
