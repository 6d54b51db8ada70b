"""The pots of a hand: forced bets, main and side pots, uncalled bets, rake, and who wins which part (AI-4, SD-15)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from railbird_server.rules.events import RulesEvent
from railbird_server.rules.hand_values import HandValues
from railbird_server.rules.player import Player
from railbird_shared.game.clauses import Clause, Clauses
from railbird_shared.game.game_rules import OddChip, Rake
from railbird_shared.game.ranking_rules import card_order
from railbird_shared.game.variants import Variant
from railbird_shared.protocol.actions import Declaration
from railbird_shared.protocol.events import BetReturned, Post, Posted, Pot, PotAwarded, PotsMade, RakeTaken, Side
from railbird_shared.protocol.view import LastAct


def find_uncalled_bet(paid: dict[int, int]) -> tuple[int, int] | None:
    """Returns the seat and the chips of a bet that nobody matched, None if all bets were called (AI-10).

    `paid` maps each seat dealt in, folded ones too, to the chips it put in.
    """
    if len(paid) < 2:
        return None
    *_, second, most = sorted(paid.values())
    return (max(paid, key=paid.__getitem__), most - second) if most > second else None


def build_pots(paid: dict[int, int], live: Iterable[int], dead: int = 0) -> tuple[Pot, ...]:
    """Returns the main pot and the side pots (AI-4..AI-6).

    `live` are the seats that can still win, `dead` the chips that belong to the main pot without being matched.
    Chips of folded players stay in the pots that their amounts reach. A player who has put in nothing but dead chips
    contests only those.
    """
    contenders = sorted(live)
    rest = sum(paid.values()) + dead
    if len({paid[seat] for seat in contenders}) < 2:
        return (Pot(rest, tuple(contenders)),) if rest else ()
    pots: list[Pot] = []
    if dead and not all(paid[seat] for seat in contenders):
        pots.append(Pot(dead, tuple(contenders)))
        rest -= dead
    contenders.sort(key=paid.__getitem__)
    below = 0
    for position, seat in enumerate(contenders):
        level = paid[seat]
        if level == below:
            continue
        chips = sum(min(chips, level) - min(chips, below) for chips in paid.values())
        chips += dead if not pots else 0
        pots.append(Pot(chips, tuple(sorted(contenders[position:]))))
        rest -= chips
        below = level
    if rest:
        pots[-1] = Pot(pots[-1].chips + rest, pots[-1].seats)
    return tuple(pots)


class Pots:
    """The pots of a hand, and the `carried` chips of an earlier hand, which the main pot takes in.

    `pots` are the pots after bets were last gathered, the main pot first; `raked` is what the house took from them.
    """

    def __init__(self, players: Sequence[Player], carried_in: int) -> None:
        self._players = players
        self._carried_in = carried_in
        self.carried = carried_in
        self.raked = 0
        self.pots: tuple[Pot, ...] = ()

    @property
    def total_chips(self) -> int:
        """All chips in the middle, without the bets before the seats."""
        return self.carried + sum(pot.chips for pot in self.pots)

    def post(self, player: Player, post: Post, chips: int, to_match: int, because: Clauses) -> Posted:
        """Takes a forced bet, or all of a shorter stack (DL-12)."""
        paid = min(chips, player.stack)
        player.pay(paid)
        player.last_act = LastAct.POSTED
        if paid < chips:
            because = (*because, "DL-12")
        return Posted(player.seat, post, paid, to_match, all_in=player.stack == 0, because=because)

    def post_dead(self, player: Player, post: Post, chips: int, because: Clauses) -> Posted:
        """Takes dead chips: they belong to the main pot and count towards no bet (DL-26)."""
        posted = self.post(player, post, chips, 0, because)
        player.paid -= posted.chips
        player.dead_chips += posted.chips
        return posted

    def collect_bets(self, *, return_uncalled: bool) -> list[RulesEvent]:
        """Moves the bets into main and side pots (AI-4..AI-6), first giving back what nobody called (AI-10)."""
        events: list[RulesEvent] = []
        paid: dict[int, int] = {}
        live: list[int] = []
        dead = self._carried_in
        for player in self._players:
            paid[player.seat] = player.paid
            dead += player.dead_chips
            player.bet = 0
            if not player.folded:
                live.append(player.seat)
        if return_uncalled and (excess := find_uncalled_bet(paid)):
            seat, chips = excess
            player = next(player for player in self._players if player.seat == seat)
            player.stack += chips
            player.paid -= chips
            paid[seat] -= chips
            events.append(BetReturned(seat, chips, ("AI-10",)))
        pots = build_pots(paid, live, dead)
        if events or pots != self.pots:
            self.pots = pots
            self.carried = 0
            events.append(PotsMade(pots))
        return events

    def pay_out(self, awards: Sequence[PotAwarded]) -> list[RulesEvent]:
        """Hands the pots to their winners."""
        seated = {player.seat: player for player in self._players}
        for award in awards:
            seated[award.seat].stack += award.chips
            seated[award.seat].won += award.chips
        self.pots = ()
        return list(awards)

    def take_rake(self, rake: Rake) -> list[RulesEvent]:
        """Takes the house's share of the pots before they are divided (AI-16..AI-18)."""
        left = rake.cap or sum(pot.chips for pot in self.pots)
        pots: list[Pot] = []
        for pot in self.pots:
            taken = min(left, pot.chips * rake.percent // 100)
            left -= taken
            pots.append(Pot(pot.chips - taken, pot.seats))
        self.raked = sum(pot.chips for pot in self.pots) - sum(pot.chips for pot in pots)
        self.pots = tuple(pots)
        return [RakeTaken(self.raked, self.pots, ("AI-16", "AI-17", "AI-18"))] if self.raked else []

    def carry_over(self) -> int:
        """Leaves everything for the next hand (BT-38) and returns how much that is."""
        self.carried = self.total_chips
        self.pots = ()
        return self.carried

    def refund_all(self) -> tuple[tuple[int, int], ...]:
        """Returns to all players what they put in over the hand; lists seats and chips (IR-13)."""
        returned = tuple((p.seat, p.paid + p.dead_chips) for p in self._players if p.paid + p.dead_chips)
        for player in self._players:
            player.stack += player.paid + player.dead_chips
            player.bet = player.paid = player.dead_chips = 0
        self.pots = ()
        self.carried = self._carried_in
        return returned


# --- the division among winners -----------------------------------------------------------------------------------

DECLARED_SIDES = {Declaration.HIGH: {Side.HIGH}, Declaration.LOW: {Side.LOW}, Declaration.BOTH: {Side.HIGH, Side.LOW}}
"""The sides that a declaration contests (SD-21)."""


def split_chips(chips: int, recipients: Sequence[int]) -> list[tuple[int, int, int]]:
    """Divides chips among winners, listed in the order in which they get odd chips (SD-15, SD-16).

    Returns seat, chips and how many of them were odd, one chip each from the front of the list.
    """
    share, odd = divmod(chips, len(recipients))
    return [(seat, share + (place < odd), int(place < odd)) for place, seat in enumerate(recipients)]


class PotAwarder:
    """Divides pots among hands and names the clauses that decided.

    `shown_players` are the players who showed, in the order of odd chips by position, and `declarations` says which
    side each player goes for, in games with declarations.
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
        latest_first = reversed(list(enumerate(pots)))
        return [award for index, pot in latest_first if pot.chips for award in self._divide(index, pot, run)]

    def _divide(self, index: int, pot: Pot, run: int) -> list[PotAwarded]:
        contenders = [seat for seat in self._shown_players if seat in pot.seats]
        winners = self._winners(contenders)
        halves = _split_by_side(pot.chips, winners)
        awards: list[PotAwarded] = []
        for side, chips in halves.items():
            because = self._award_clauses(index, pot, side, winners, chips=chips, run=run)
            for seat, share, odd in split_chips(chips, self._odd_chip_order(winners[side])):
                words = self._hand_values.name_hand(side, seat, contenders)
                part = side if len(self._hand_values.scales) > 1 and len(halves) > 1 else Side.WHOLE
                awards.append(PotAwarded(seat, index, share, part, odd, words, run, because))
        return awards

    def _winners(self, contenders: Sequence[int]) -> dict[Side, list[int]]:
        """The winners of each side; a player who declared both and does not win both wins nothing (SD-22)."""
        values, left = self._hand_values, contenders
        while True:
            won = {side: values.winners(side, self._contesting(side, left)) for side in values.scales}
            both = [seat for seat, part in self._declarations.items() if part is Declaration.BOTH and seat in left]
            failed = [seat for seat in both if not all(seat in winners for winners in won.values())]
            if not failed and any(won.values()):
                return won
            if not failed:  # every declaration has failed, and the chips have to go somewhere: by the cards alone
                return {side: values.winners(side, contenders) for side in values.scales}
            left = [seat for seat in left if seat not in failed]

    def _contesting(self, side: Side, seats: Sequence[int]) -> list[int]:
        return [seat for seat in seats if not self._declarations or side in DECLARED_SIDES[self._declarations[seat]]]

    def _odd_chip_order(self, winners: list[int]) -> list[int]:
        by_position = self._variant.odd_chip is OddChip.POSITION
        return winners if by_position else sorted(winners, key=self._highest_card, reverse=True)

    def _highest_card(self, seat: int) -> tuple[int, int]:
        """The highest card of all that the player holds; an odd chip does not go by the five that play."""
        cards = [card for card in self._shown_players[seat].cards if not card.is_joker]
        return max((card_order(card, self._variant.suit_order) for card in cards), default=(0, 0))

    def _award_clauses(
        self, index: int, pot: Pot, side: Side, winners: Mapping[Side, Sequence[int]], *, chips: int, run: int
    ) -> Clauses:
        because: list[Clause] = ["SD-1", "SD-10" if self._variant.declared_hands else "SD-9"]
        if index:
            because.append("AI-9")
        if run:
            because.append("SD-26")
        if self._hand_values.circular:
            because.append("NU-12")
        because += self._declaration_clauses(pot, winners)
        if side is not Side.WHOLE:
            both = all(winners.values())
            because.append("SD-18" if both else "SD-19")
            if both and pot.chips % 2:
                because.append("SD-17")
        if len(winners[side]) > 1:
            because.append("SD-15")
            if chips % len(winners[side]):
                because += self._odd_chip_clauses()
        return tuple(because)

    def _declaration_clauses(self, pot: Pot, winners: Mapping[Side, Sequence[int]]) -> Clauses:
        both = {seat for seat, declared in self._declarations.items() if declared is Declaration.BOTH} & set(pot.seats)
        if any(both.difference(seats) for seats in winners.values()):
            return "SD-21", "SD-22"
        return ("SD-21",) if self._declarations else ()

    def _odd_chip_clauses(self) -> Clauses:
        if self._variant.odd_chip is OddChip.SUIT:
            return "SD-16", "SU-4"
        return ("SD-16", "SIMPLE-19") if self._variant.by_seat_number else ("SD-16",)


def _split_by_side(chips: int, winners: Mapping[Side, Sequence[int]]) -> dict[Side, int]:
    """The chips of each side that has a winner; the odd chip of two halves goes to the high half (SD-17)."""
    sides = [side for side, seats in winners.items() if seats]
    return {sides[0]: chips} if len(sides) == 1 else {Side.HIGH: chips - chips // 2, Side.LOW: chips // 2}
