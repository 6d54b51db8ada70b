"""The context of the parts of a tournament: its terms and state, and the effects of the input that is handled."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_server.refusal import Refusal, RulesError
from railbird_server.tournament.effects import Announce, Charged, Effect, NumberedEffect, Paid, Reason
from railbird_server.tournament.state import Entrant, PlayingTable, Stage, TournamentState
from railbird_shared.tournament.structure import TournamentTerms


class BadReport(RulesError):
    """A table has reported what cannot be: other players than sit there, or a chip more or less."""


class Context:
    """A tournament as one input changes it, and the effects of that so far; `secret` settles its draws."""

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

    def change(self, player: str, **changes: object) -> Entrant:
        """Changes what is noted of a player; returns it."""
        entrant = self.state.entrants[player] = replace(self.state.entrants[player], **changes)
        return entrant

    def change_table(self, number: int, **changes: object) -> PlayingTable:
        """Changes what is noted of a table; returns it."""
        table = self.state.tables[number] = replace(self.state.tables[number], **changes)
        return table

    def charge(self, player: str, units: int, reason: Reason) -> None:
        """Books what a player pays; nothing is booked where it costs nothing."""
        if units:
            self.change(player, paid_in=self.state.entrants[player].paid_in + units)
            self.add(Charged(player, units, reason))

    def pay(self, player: str, units: int, reason: Reason) -> None:
        """Books what a player is paid."""
        if units:
            self.change(player, received=self.state.entrants[player].received + units)
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
