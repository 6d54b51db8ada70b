"""Checks the seeds of a shuffle: each was fixed before any other was known, and the player's own is among them."""

from __future__ import annotations

from typing import NamedTuple

from railbird_shared.fair_deal.record import OwnSeed
from railbird_shared.fair_deal.shuffling import seat_commitment
from railbird_shared.protocol.events import DealCommitted, SeedShare

NOT_ASKED = "Your program was not asked for a seed, so this shuffle is without one of yours."
NOT_GIVEN = "The server has put a seed in your name that your program never gave."


class Giver(NamedTuple):
    """The viewer's part in a shuffle: their seat and what they gave to it.

    `unasked` says that their program was there when the hand began, and was asked for no seed.
    """

    seat: int | None = None
    own: OwnSeed | None = None
    unasked: bool = False


class SeedFindings(NamedTuple):
    """The result of the check of the seeds in sentences: what is wrong, and what else is to be known."""

    faults: list[str]
    remarks: list[str]


def check_seeds(
    committed: DealCommitted, context: bytes, giver: Giver, dealt_in: tuple[int, ...] | None, bots: tuple[int, ...]
) -> SeedFindings:
    """Checks the seeds of a shuffle; `dealt_in` are the seats of the hand, None where its start was not seen."""
    found = SeedFindings([], [])
    for share in committed.seeds:
        if share.seed is not None and seat_commitment(context, share.seat, share.seed) != share.commitment:
            found.faults.append(f"The seed of seat {share.seat} is not the one that its player committed to.")
    if len({share.seat for share in committed.seeds}) != len(committed.seeds):
        found.faults.append("A seat has given two seeds to one shuffle.")
    for share in committed.seeds:
        if share.seat in bots:
            found.remarks.append(f"Seat {share.seat} is a bot, which gives no seed: the server has made one up for it.")
        elif dealt_in is not None and share.seed is not None and share.seat not in dealt_in:
            found.remarks.append(f"A seed of seat {share.seat} is in the shuffle, and nobody was dealt in there.")
    if giver.own is not None and (dealt_in is None or giver.own.seat in dealt_in):
        _check_own_seed(committed, giver.own, found)
    elif giver.own is None and dealt_in is not None and giver.seat in dealt_in:
        given = any(share.seat == giver.seat for share in committed.seeds)
        if giver.unasked and given:
            found.faults.append(NOT_GIVEN)
        elif giver.unasked:
            found.remarks.append(NOT_ASKED)
    return found


def _check_own_seed(committed: DealCommitted, own: OwnSeed, found: SeedFindings) -> None:
    if own.away and committed.server != own.server:
        found.remarks.append("The shuffle began anew while you were away, and your seed is not in it.")
        return
    if committed.server != own.server:
        found.faults.append("The server has changed its seed after it had asked for yours.")
    _check_told(committed, own, found)
    share = next((share for share in committed.seeds if share.seat == own.seat), None)
    if share is not None and (share.commitment, share.seed or own.seed) != (own.commitment, own.seed):
        found.faults.append("The server has put another seed in the place of yours.")
    elif share is None or share.seed is None:
        if own.opened:
            found.faults.append("The server has accepted your seed and left it out of the shuffle.")
        else:
            found.remarks.append("Your seed came too late for the shuffle, or the server left it out.")


def _check_told(committed: DealCommitted, own: OwnSeed, found: SeedFindings) -> None:
    """Checks that nobody has committed to a seed, or taken it back, since the player opened theirs."""
    if not own.told:
        return
    told, used = _commitments(own.told), _commitments(committed.seeds)
    for seat in sorted(seat for seat, commitment in used.items() if told.get(seat) != commitment and seat != own.seat):
        found.faults.append(f"Seat {seat} has committed to its seed after you had opened yours.")
    for seat in sorted(told.keys() - used.keys() - {own.seat}):
        found.faults.append(f"The server has left out the seed that seat {seat} had committed to.")


def _commitments(shares: tuple[SeedShare, ...]) -> dict[int, bytes]:
    return {share.seat: share.commitment for share in shares}
