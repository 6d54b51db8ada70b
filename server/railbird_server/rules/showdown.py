"""Who shows in which order, who may muck, and who wins what, each with the clauses that say so."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from railbird_server.rules.player import Player
from railbird_server.rules.pots import shares
from railbird_server.rules.variants import OddChip
from railbird_shared.cards import Card
from railbird_shared.events import Pot, PotAwarded


def show_order(live: Sequence[Player], aggressor: int | None) -> tuple[list[Player], str]:
    """Returns the players in the order of showing, and the clause (SD-2, SD-3); `live` runs from the button's left."""
    for index, player in enumerate(live):
        if player.seat == aggressor:
            return [*live[index:], *live[:index]], "SD-2"
    return list(live), "SD-3"


def must_show(player: Player, shown: Sequence[Player], pots: Sequence[Pot], strength: Mapping[int, int]) -> bool:
    """Whether a player, when his turn to show comes, is not yet beaten in every pot that he could win (SD-6)."""
    for pot in pots:
        if player.seat in pot.seats:
            rivals = [strength[other.seat] for other in shown if other.seat in pot.seats]
            if not rivals or strength[player.seat] >= max(rivals):
                return True
    return False


def award(
    pots: Sequence[Pot],
    standing: Sequence[Player],
    strength: Mapping[int, int],
    words: Callable[[int], str],
    odd_chip: OddChip,
) -> list[PotAwarded]:
    """Divides every pot, the latest side pot first (AI-8), among its best hands.

    `standing` are the players who showed, from the button's left; `strength` ranks their hands, bigger is better.
    """
    awards: list[PotAwarded] = []
    for index in reversed(range(len(pots))):
        pot = pots[index]
        contenders = [player for player in standing if player.seat in pot.seats]
        best = max(strength[player.seat] for player in contenders)
        winners = [player for player in contenders if strength[player.seat] == best]
        because = _reasons(index, winners, pot.chips, odd_chip)
        if odd_chip is OddChip.SUIT:
            winners.sort(key=_highest_card, reverse=True)
        for seat, chips, odd in shares(pot.chips, [player.seat for player in winners]):
            awards.append(PotAwarded(seat, index, chips, odd=odd, words=words(seat), because=because))
    return awards


def _reasons(index: int, winners: Sequence[Player], chips: int, odd_chip: OddChip) -> tuple[str, ...]:
    because = ["SD-1", "AI-9" if index else "SD-9"]
    if len(winners) > 1:
        because.append("SD-15")
        if chips % len(winners):
            because += ["SD-16", "SU-4"] if odd_chip is OddChip.SUIT else ["SD-16"]
    return tuple(because)


def _highest_card(player: Player) -> tuple[int, int]:
    return max(map(_rank_and_suit, player.cards))


def _rank_and_suit(card: Card) -> tuple[int, int]:
    return card.rank, card.suit
