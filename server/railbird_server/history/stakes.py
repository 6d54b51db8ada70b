"""The games of the format by their codes, and the forced bets of a record as the rules want them.

A file says nothing of burned cards, of raise caps, or of the house's way with a fifth card and with the bottom card, so
a record is played without them: the recorded cards come, and any number of raises is legal (BT-29).
"""

from __future__ import annotations

from msgspec.structs import replace

from railbird_server.history.notation import BadHistory
from railbird_server.history.reading import Record
from railbird_server.rules.setup import Entrant, Posting, Setup
from railbird_server.rules.variants import VARIANTS, Forced, OddChip, Variant
from railbird_shared.events import Post
from railbird_shared.games import MAX_SEATS, Stakes, Structure

CODES = {
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


def unrecorded(variant: Variant) -> Variant:
    """Returns a game without its name and what no history tells: the same for all houses that play it alike."""
    return replace(
        variant,
        id="",
        name="",
        habit=0,
        most_seats=MAX_SEATS,
        streets=tuple(replace(street, burn=False, common_if_short=False) for street in variant.streets),
        raise_cap=None,
        odd_chip=OddChip.POSITION,
        fifth_card_last=False,
        bottom_card_held=False,
        runs=1,
        show_all=False,
        clauses=(),
    )


def code_of(variant: Variant) -> str | None:
    """Returns the code of a game, None when the format has none for it."""
    plain = unrecorded(variant)
    for code, game in CODES.items():
        if plain == unrecorded(VARIANTS[game]):
            return code
    return None


def variant_of(record: Record, *, common_last: bool = False) -> Variant:
    """Returns the game of a record as it is replayed; with `common_last` the last card of stud is common (VT-S7-12)."""
    if record.code not in CODES:
        raise BadHistory(f"There is no variant {record.code!r}: the format has {', '.join(CODES)}.")
    variant = VARIANTS[CODES[record.code]]
    _require_stakes(record, variant)
    streets = unrecorded(variant).streets
    if common_last:
        streets = (*streets[:-1], replace(streets[-1], down=0, board=1))
    return replace(variant, streets=streets, raise_cap=None, fifth_card_last=False, bottom_card_held=False)


def _require_stakes(record: Record, variant: Variant) -> None:
    needed = {"small_bet": record.small_bet, "big_bet": record.big_bet}
    if variant.structure is not Structure.FIXED:
        needed = {"min_bet": record.small_bet}
    elif variant.forced is Forced.ANTES_AND_BRING_IN:
        needed["bring_in"] = record.bring_in
    for name, chips in needed.items():
        if not chips:
            raise BadHistory(f"A hand of {record.code} needs the field {name!r}.")


def setup_of(record: Record, variant: Variant) -> Setup:
    """Returns what a record is dealt for: player 1 has seat 1, and the last player has the button."""
    players = len(record.stacks)
    ante = record.antes[0] if len(set(record.antes)) == 1 and record.trimmed else 0
    dead = () if ante else record.antes
    posts = [Posting(seat, Post.ANTE, chips) for seat, chips in enumerate(dead, start=1) if chips]
    stakes, small, big, live = _blinds(record, variant)
    stakes = replace(stakes, ante=ante, bring_in=record.bring_in, big_bet=record.big_bet)
    if variant.forced is not Forced.BLINDS or record.big_bet or not stakes.big_blind:
        stakes = replace(stakes, small_bet=record.small_bet)
    return Setup(
        number=1,
        game=variant.at(stakes),
        button=players,
        entrants=tuple(Entrant(seat, stack) for seat, stack in enumerate(record.stacks, start=1)),
        small_blind=small,
        big_blind=big,
        posts=(*posts, *live),
        variant=variant,
    )


def _blinds(record: Record, variant: Variant) -> tuple[Stakes, int | None, int | None, list[Posting]]:
    """The live bets of a record: as blinds where they are the usual ones, else as straddles of no name."""
    players, chips = len(record.blinds), record.blinds
    if variant.forced is Forced.ANTES_AND_BUTTON and not any(chips[:-1]):
        return Stakes(button_blind=chips[-1]), None, None, []
    small, big = (1, 2) if players > 2 else (2, 1)
    least = chips[big - 1] if record.big_bet else record.small_bet
    if variant.forced is Forced.BLINDS and 0 <= chips[small - 1] <= chips[big - 1] == least:
        first = {small, big}
        stakes = Stakes(small_blind=chips[small - 1], big_blind=chips[big - 1])
        return stakes, small, big, _straddles(chips, first)
    return Stakes(), None, None, _straddles(chips, set())


def _straddles(chips: tuple[int, ...], posted: set[int]) -> list[Posting]:
    """Straddles in the order in which they count: who put up most acts last. An amount below zero opens no turn."""
    seats = [seat for seat in range(1, len(chips) + 1) if chips[seat - 1] and seat not in posted]
    seats.sort(key=lambda seat: chips[seat - 1])
    return [
        Posting(seat, Post.STRADDLE if chips[seat - 1] > 0 else Post.LIVE_BLIND, abs(chips[seat - 1])) for seat in seats
    ]
