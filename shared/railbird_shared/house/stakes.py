"""The stakes of a game in a house: its own blinds and antes, where nobody names others."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_shared.game.announced_game import Game
from railbird_shared.game.bad_setup import BadSetup
from railbird_shared.game.variants import VARIANTS, ForcedBets, Variant
from railbird_shared.house.house_rules import AnteForm, HouseRules, ante_counts
from railbird_shared.house.variant_note import variant_note


def house_game(house: HouseRules, variant: Variant, bet: int = 0, ante: int = 0, big_blind_ante: int = 0) -> Game:
    """Returns a game of a house at the given stakes, with the house's own for those that are 0; raises BadSetup.

    `variant` is the game with the house's rules applied. Without a bet the house's blinds are played, or if it
    sets none, the game's default bet or the house's ante, whichever is larger.
    """
    house = house.for_game(variant.id)
    has_blinds = variant.forced_bets is ForcedBets.BLINDS
    house_blind = house.effective_big_blind if has_blinds and not bet else 0
    house_ante = house.ante if ante_counts(house.ante, variant.forced_bets, variant, house_blind) else None
    if big_blind_ante and (ante or not has_blinds):
        raise BadSetup("An ante of the big blind goes with blinds, and no other ante: name one ante that fits.")
    if bet and not ante and bet < (house_ante or 0):
        raise BadSetup(f"The ante of this house is {house_ante:,}: name a bet of at least that, or an ante, too.")
    bet = bet or house_blind or max(variant.default_bet, house_ante or 0)
    game = variant.make_game(bet, big_blind_ante or ante or house_ante or 0)
    stakes = game.stakes
    if not ante and house_ante == 0:
        stakes = replace(stakes, ante=0)
    if has_blinds and house.small_blind is not None and (house_blind or not house.small_blind):
        stakes = replace(stakes, small_blind=house.small_blind)
    if big_blind_ante:
        stakes = replace(stakes, ante=0, big_blind_ante=big_blind_ante)
    elif has_blinds and house.ante_form is AnteForm.BIG_BLIND and (ante or house_ante != 0):
        stakes = replace(stakes, ante=0, big_blind_ante=stakes.ante or bet)
    note = variant_note(variant.ranking, VARIANTS[variant.id].ranking)
    return replace(game, stakes=stakes, variant_note=note)
