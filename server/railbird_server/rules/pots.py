"""The pots of a hand, without its cards: forced bets, main and side pots, uncalled bets, rake and payouts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from railbird_server.rules.events import RulesEvent
from railbird_server.rules.player import Player
from railbird_shared.game.clauses import Clauses
from railbird_shared.game.game_rules import Rake
from railbird_shared.protocol.events import BetReturned, Post, Posted, Pot, PotAwarded, PotsMade, RakeTaken
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
