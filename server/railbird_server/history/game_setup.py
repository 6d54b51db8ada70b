"""The games of the format by their codes, and the setup of a recorded hand.

A file records no burned cards, no raise cap, and no house rules for a fifth card and for the bottom card. A recorded
hand is replayed without them: the recorded cards are dealt, and any number of raises is legal (BT-29).
"""

from __future__ import annotations

from msgspec.structs import replace

from railbird_server.history.parser import BadHistory, RecordedHand
from railbird_server.rules.setup import Entrant, ExtraPost, Setup
from railbird_shared.game.announced_game import Stakes, Structure
from railbird_shared.game.game_rules import OddChip
from railbird_shared.game.variants import VARIANTS, ForcedBets, Variant
from railbird_shared.protocol.events import Post
from railbird_shared.protocol.table_limits import MAX_SEATS

GAME_CODES = {
    "FT": "limit-holdem",
    "NT": "holdem",
    "NS": "short-deck",
    "PO": "omaha",
    "FO/8": "omaha8",
    "F7S": "seven-card-stud",
    "F7S/8": "stud8",
    "FR": "razz",
    "N2L1D": "single-draw",
    "F2L3D": "triple-draw",
    "FB": "badugi",
}
"""The game of the catalogue that each code of the format means."""


def without_unrecorded_rules(variant: Variant) -> Variant:
    """Returns a game without its name and without what no history records, to compare it with other games."""
    return replace(
        variant,
        id="",
        name="",
        default_bet=0,
        max_seats=MAX_SEATS,
        streets=tuple(replace(street, burn=False, community_card_if_short=False) for street in variant.streets),
        raise_cap=None,
        odd_chip=OddChip.POSITION,
        fifth_card_last=False,
        bottom_card_held=False,
        runs=1,
        show_all_hands=False,
        forced_bet_clauses=(),
    )


def game_code_of(variant: Variant) -> str | None:
    """Returns the code of a game, None if the format has none for it."""
    plain = without_unrecorded_rules(variant)
    codes = (code for code, game in GAME_CODES.items() if plain == without_unrecorded_rules(VARIANTS[game]))
    return next(codes, None)


def variant_of(history: RecordedHand, *, common_last: bool = False) -> Variant:
    """Returns the game of a record as it is replayed; with `common_last` the last card of stud is common (VT-S7-12)."""
    if history.game_code not in GAME_CODES:
        sentence = f"There is no variant {history.game_code!r}: the format has {', '.join(GAME_CODES)}."
        raise BadHistory(sentence, field="variant")
    variant = VARIANTS[GAME_CODES[history.game_code]]
    _require_bet_sizes(history, variant)
    streets = without_unrecorded_rules(variant).streets
    if common_last:
        streets = (*streets[:-1], replace(streets[-1], down=0, board=1))
    return replace(variant, streets=streets, raise_cap=None, fifth_card_last=False, bottom_card_held=False)


def _require_bet_sizes(history: RecordedHand, variant: Variant) -> None:
    needed = {"small_bet": history.small_bet, "big_bet": history.big_bet}
    if variant.structure is not Structure.FIXED:
        needed = {"min_bet": history.small_bet}
    elif variant.forced_bets is ForcedBets.ANTES_AND_BRING_IN:
        needed["bring_in"] = history.bring_in
    for name, chips in needed.items():
        if not chips:
            raise BadHistory(f"A hand of {history.game_code} needs the field {name!r}.", field=name)


def setup_of(history: RecordedHand, variant: Variant) -> Setup:
    """Returns the setup of a recorded hand: player 1 has seat 1, and the last player has the button."""
    players = len(history.starting_stacks)
    ante = history.antes[0] if len(set(history.antes)) == 1 and history.antes_trimmed else 0
    dead_antes = () if ante else history.antes
    posts = [ExtraPost(seat, Post.ANTE, chips) for seat, chips in enumerate(dead_antes, start=1) if chips]
    stakes, small, big, live_posts = _blinds(history, variant)
    stakes = replace(stakes, ante=ante, bring_in=history.bring_in, big_bet=history.big_bet)
    if variant.forced_bets is not ForcedBets.BLINDS or history.big_bet or not stakes.big_blind:
        stakes = replace(stakes, small_bet=history.small_bet)
    return Setup(
        number=1,
        game=variant.game_at(stakes),
        button=players,
        entrants=tuple(Entrant(seat, stack) for seat, stack in enumerate(history.starting_stacks, start=1)),
        small_blind=small,
        big_blind=big,
        extra_posts=(*posts, *live_posts),
        variant=variant,
    )


def _blinds(history: RecordedHand, variant: Variant) -> tuple[Stakes, int | None, int | None, list[ExtraPost]]:
    """Returns the live bets of a record: as blinds if they are the usual ones, else as straddles."""
    players, chips = len(history.blinds), history.blinds
    if variant.forced_bets is ForcedBets.ANTES_AND_BUTTON and not any(chips[:-1]):
        return Stakes(button_blind=chips[-1]), None, None, []
    small, big = (1, 2) if players > 2 else (2, 1)
    if variant.forced_bets is ForcedBets.BLINDS and players > 2 and chips[0] > chips[1] == 0:
        return Stakes(big_blind=chips[0]), None, 1, _straddles(chips, {1})
    least = chips[big - 1] if history.big_bet else history.small_bet
    if variant.forced_bets is ForcedBets.BLINDS and 0 <= chips[small - 1] <= chips[big - 1] == least:
        stakes = Stakes(small_blind=chips[small - 1], big_blind=chips[big - 1])
        return stakes, small, big, _straddles(chips, {small, big})
    return Stakes(), None, None, _straddles(chips, set())


def _straddles(chips: tuple[int, ...], posted: set[int]) -> list[ExtraPost]:
    """Returns the straddles, the smallest first: the largest acts last. An amount below zero is a live blind."""
    bets = sorted((bet, seat) for seat, bet in enumerate(chips, start=1) if bet and seat not in posted)
    return [ExtraPost(seat, Post.STRADDLE if bet > 0 else Post.LIVE_BLIND, abs(bet)) for bet, seat in bets]
