"""Who wins what: every pot divided among its best hands, with the clauses that say so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from railbird_server.rules.player import Player
from railbird_server.rules.pots import split_chips
from railbird_server.rules.ranking import card_order
from railbird_server.rules.valuing import HandValues
from railbird_server.rules.variants import OddChip, Variant
from railbird_shared.actions import Declaration
from railbird_shared.events import Pot, PotAwarded, Side

DECLARED_SIDES = {
    Declaration.HIGH: {Side.HIGH},
    Declaration.LOW: {Side.LOW},
    Declaration.BOTH: {Side.HIGH, Side.LOW},
}
"""The sides that a declaration contests (SD-21)."""


class PotAwarder:
    """Divides pots among hands: `standing` are the players who showed, in the order of odd chips by position.

    `declared` says who goes for which side where players declare.
    """

    def __init__(
        self,
        variant: Variant,
        shown_players: Sequence[Player],
        hand_values: HandValues,
        declarations: Mapping[int, Declaration] | None = None,
    ) -> None:
        self._variant = variant
        self._shown_players = {player.seat: player for player in shown_players}
        self._hand_values = hand_values
        self._declarations = declarations or {}

    def award(self, pots: Sequence[Pot], run: int = 0) -> list[PotAwarded]:
        """Divides every pot, the latest side pot first (AI-8), and within a pot the high half first."""
        awards: list[PotAwarded] = []
        for index in reversed(range(len(pots))):
            pot = pots[index]
            if pot.chips:
                awards += self._divide(index, pot, run)
        return awards

    def _divide(self, index: int, pot: Pot, run: int) -> list[PotAwarded]:
        contenders = [seat for seat in self._shown_players if seat in pot.seats]
        winners = self._winners(contenders)
        halves = _split_by_side(pot.chips, winners)
        awards: list[PotAwarded] = []
        for side, chips in halves.items():
            because = self._award_clauses(index, pot, side, winners, chips=chips, run=run)
            for seat, share, odd in split_chips(chips, self._odd_chip_order(winners[side])):
                words = self._hand_values.name_hand(side, seat, contenders)
                part = side if len(self._hand_values.sides) > 1 and len(halves) > 1 else Side.WHOLE
                awards.append(PotAwarded(seat, index, share, part, odd, words, run, because))
        return awards

    def _winners(self, contenders: Sequence[int]) -> dict[Side, list[int]]:
        """Who wins each side; who declared both and does not win both wins nothing (SD-22)."""
        eliminated: set[int] = set()
        while True:
            won = {
                side: self._hand_values.winners(side, [seat for seat in contenders if self._contests_side(seat, side, eliminated)])
                for side in self._hand_values.sides
            }
            failed = {
                seat
                for seat in contenders
                if self._declarations.get(seat) is Declaration.BOTH
                and seat not in eliminated
                and not all(seat in winners for winners in won.values())
            }
            if not failed:
                return won if any(won.values()) else self._winners_if_all_failed(contenders)
            eliminated |= failed

    def _winners_if_all_failed(self, contenders: Sequence[int]) -> dict[Side, list[int]]:
        """Everybody who declared has failed: the hands speak, so that the chips go somewhere."""
        return {side: self._hand_values.winners(side, contenders) for side in self._hand_values.sides}

    def _contests_side(self, seat: int, side: Side, eliminated: set[int]) -> bool:
        if seat in eliminated:
            return False
        return not self._declarations or side in DECLARED_SIDES[self._declarations[seat]]

    def _odd_chip_order(self, winners: Sequence[int]) -> list[int]:
        if self._variant.odd_chip is OddChip.POSITION:
            return list(winners)
        return sorted(winners, key=self._highest_card, reverse=True)

    def _highest_card(self, seat: int) -> tuple[int, int]:
        """All the player's cards count for an odd chip, not only the five."""
        cards = [card for card in self._shown_players[seat].cards if not card.is_joker]
        return max((card_order(card, self._variant.suit_order) for card in cards), default=(0, 0))

    def _award_clauses(
        self, index: int, pot: Pot, side: Side, winners: Mapping[Side, Sequence[int]], *, chips: int, run: int
    ) -> tuple[str, ...]:
        because = ["SD-1", "SD-10" if self._variant.declared_hands else "SD-9"]
        because += ["AI-9"] if index else []
        because += ["SD-26"] if run else []
        because += ["NU-12"] if self._hand_values.circular else []
        because += self._declaration_clauses(pot, winners)
        if side is not Side.WHOLE:
            both = all(winners.values())
            because += ["SD-18" if both else "SD-19"]
            because += ["SD-17"] if both and pot.chips % 2 else []
        if len(winners[side]) > 1:
            because.append("SD-15")
            because += self._odd_chip_clauses() if chips % len(winners[side]) else ()
        return tuple(because)

    def _declaration_clauses(self, pot: Pot, winners: Mapping[Side, Sequence[int]]) -> list[str]:
        """The clauses of declarations, where there are any: somebody may have declared both and not won both."""
        both = {seat for seat, declared in self._declarations.items() if declared is Declaration.BOTH} & set(pot.seats)
        lost = any(seat not in seats for seats in winners.values() for seat in both)
        return (["SD-21", "SD-22"] if lost else ["SD-21"]) if self._declarations else []

    def _odd_chip_clauses(self) -> tuple[str, ...]:
        """The clauses that give the chips that cannot be shared to who gets them."""
        if self._variant.odd_chip is OddChip.SUIT:
            return "SD-16", "SU-4"
        return ("SD-16", "SIMPLE-19") if self._variant.by_seat_number else ("SD-16",)


def _split_by_side(chips: int, winners: Mapping[Side, Sequence[int]]) -> dict[Side, int]:
    """The chips of each side that somebody wins; of two, the odd chip goes to the high half (SD-17)."""
    sides = [side for side, seats in winners.items() if seats]
    if len(sides) == 1:
        return {sides[0]: chips}
    return {Side.HIGH: chips - chips // 2, Side.LOW: chips // 2}
