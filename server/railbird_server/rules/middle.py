"""The chips in the middle of the table: forced bets in, uncalled bets back, bets gathered, pots paid out."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from railbird_server.rules.events import RulesEvent
from railbird_server.rules.player import Player
from railbird_server.rules.pots import layers, uncalled
from railbird_shared.events import BetReturned, Post, Posted, Pot, PotAwarded, PotsMade, RakeTaken
from railbird_shared.view import LastAct


class Rake(Struct, frozen=True):
    """The house's share: a percentage of each pot, rounded down, up to `cap` chips a hand, 0 for no cap (AI-17)."""

    percent: int
    cap: int = 0


class Middle:
    """The pots of a hand, and what an earlier hand left there: `waiting` chips that the main pot takes in.

    `pots` are as they stood when bets were last gathered, the main pot first; `raked` is what the house took of them.
    """

    def __init__(self, players: Sequence[Player], carried: int) -> None:
        self._players = players
        self._carried = carried
        self.waiting = carried
        self.raked = 0
        self.pots: tuple[Pot, ...] = ()

    @property
    def chips(self) -> int:
        """All that lies in the middle, the bets before the seats not counted."""
        return self.waiting + sum(pot.chips for pot in self.pots)

    def post(self, player: Player, post: Post, chips: int, to_match: int, because: tuple[str, ...]) -> Posted:
        """Takes a forced bet, or what a shorter stack has (DL-12)."""
        paid = min(chips, player.stack)
        player.pay(paid)
        player.last = LastAct.POSTED
        if paid < chips:
            because = (*because, "DL-12")
        return Posted(player.seat, post, paid, to_match, all_in=player.stack == 0, because=because)

    def post_dead(self, player: Player, post: Post, chips: int, because: tuple[str, ...]) -> Posted:
        """Takes chips that belong to the main pot and count towards no bet (DL-26)."""
        posted = self.post(player, post, chips, 0, because)
        player.paid -= posted.chips
        player.dead += posted.chips
        return posted

    def gather(self, *, refund: bool) -> list[RulesEvent]:
        """Moves the bets into main and side pots (AI-4..AI-6), first giving back what nobody called (AI-10)."""
        events: list[RulesEvent] = []
        paid = {player.seat: player.paid for player in self._players}
        if refund and (excess := uncalled(paid)):
            seat, chips = excess
            player = next(player for player in self._players if player.seat == seat)
            player.stack += chips
            player.paid -= chips
            paid[seat] -= chips
            events.append(BetReturned(seat, chips, ("AI-10",)))
        for player in self._players:
            player.bet = 0
        dead = self._carried + sum(player.dead for player in self._players)
        pots = layers(paid, [player.seat for player in self._players if not player.folded], dead)
        if events or pots != self.pots:
            self.pots = pots
            self.waiting = 0
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
        if not self.raked:
            return []
        self.pots = tuple(pots)
        return [RakeTaken(self.raked, self.pots, ("AI-16", "AI-17", "AI-18"))]

    def throw_in(self) -> int:
        """Leaves everything for the next hand (BT-38) and returns how much that is."""
        self.waiting = self.chips
        self.pots = ()
        return self.waiting

    def give_back(self) -> tuple[tuple[int, int], ...]:
        """Returns to every player what he put in over the hand; lists seats and chips (IR-13)."""
        returned = tuple((p.seat, p.paid + p.dead) for p in self._players if p.paid + p.dead)
        for player in self._players:
            player.stack += player.paid + player.dead
            player.bet = player.paid = player.dead = 0
        self.pots = ()
        self.waiting = self._carried
        return returned
