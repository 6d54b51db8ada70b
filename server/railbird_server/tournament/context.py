"""What the parts of a tournament work on: its terms and state, and the effects of the input that is handled."""

from __future__ import annotations

from railbird_server.refusal import Refusal
from railbird_server.rules.errors import RulesError
from railbird_server.tournament.effects import Announce, Charged, Effect, NumberedEffect, Paid, Reason
from railbird_server.tournament.state import Entrant, Stage, TournamentState
from railbird_shared.tournament.structure import TournamentTerms


class BadReport(RulesError):
    """A table has reported what cannot be: other players than sit there, or a chip more or less."""


class Context:
    """One tournament and the effects so far of one input; `secret` settles its draws."""

    def __init__(self, terms: TournamentTerms, secret: str, state: TournamentState) -> None:
        self.terms = terms
        self.secret = secret
        self.state = state
        self.effects: list[NumberedEffect] = []

    def add(self, effect: Effect) -> None:
        """Adds an effect under the next number."""
        self.state.effects += 1
        self.effects.append(NumberedEffect(self.state.effects, effect))

    def announce(self, sentence: str) -> None:
        """Tells everybody a sentence."""
        self.add(Announce(sentence))

    def charge(self, player: str, units: int, reason: Reason) -> None:
        """Books what a player pays; nothing is booked where it costs nothing."""
        if units:
            self.state.entrants[player].paid_in += units
            self.add(Charged(player, units, reason))

    def pay(self, player: str, units: int, reason: Reason) -> None:
        """Books what a player is paid."""
        if units:
            self.state.entrants[player].received += units
            self.add(Paid(player, units, reason))

    def entrant(self, player: str) -> Entrant:
        """Returns a player of the tournament; raises Refusal for others."""
        found = self.state.entrants.get(player)
        if found is None:
            raise Refusal("not-entered", "You are not in this tournament; register for it first.")
        return found

    def name(self, player: str) -> str:
        """Returns what a player is called."""
        return self.state.entrants[player].name

    def check_playing(self) -> None:
        """Raises Refusal unless the tournament has started and goes on."""
        if self.state.stage is Stage.REGISTERING:
            raise Refusal("tournament-phase", "The tournament has not started; wait until it does.")
        if self.state.stage is not Stage.PLAYING:
            raise Refusal("tournament-phase", "The tournament is over; look at its results.")
