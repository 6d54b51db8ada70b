"""Choices outside betting and drawing: what part of the pot to go for, what hand to claim, how often to deal the rest.

Each is a stage like a betting round: it has a player to act, what he may do, and a way to carry it out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from railbird_server.rules.errors import IllegalAction
from railbird_server.rules.events import RulesEvent
from railbird_server.rules.player import Player
from railbird_shared.actions import Action, Claim, Declaration, Declare, LegalActions, Run
from railbird_shared.events import Claimed, DeclarationsShown, Declared, RunChosen
from railbird_shared.folding import DECLARED_ACTS
from railbird_shared.view import LastAct


class _ChoiceRound:
    """A round in which every player of a list makes one choice, in order."""

    def __init__(self, players: Sequence[Player]) -> None:
        self._players = list(players)
        self._choices_made = 0

    @property
    def to_act(self) -> Player | None:
        """The player who is to choose, None once all have."""
        return self._players[self._choices_made] if self._choices_made < len(self._players) else None

    @property
    def _current_player(self) -> Player:
        return self._players[self._choices_made]

    def _legal_actions(self, *, declare: bool = False, claims: tuple[str, ...] = (), runs: int | None = None) -> LegalActions:
        player = self._current_player
        return LegalActions(player.seat, player.stack, player.bet, declare=declare, claims=claims, max_runs=runs)


class DeclareRound(_ChoiceRound):
    """Everybody says in secret whether he goes high, low or both; all is revealed together (SD-21, SD-23)."""

    def __init__(self, players: Sequence[Player]) -> None:
        super().__init__(players)
        self.declarations: dict[int, Declaration] = {}

    def legal_actions(self) -> LegalActions:
        """Returns that a declaration is asked for."""
        return self._legal_actions(declare=True)

    def apply(self, legal: LegalActions, action: Action) -> list[RulesEvent]:
        """Notes a declaration; the last one reveals them all. Raises IllegalAction."""
        if not isinstance(action, Declare):
            raise IllegalAction("declare-first", "Declare whether you go high, low or both ways.", "SD-21")
        self.declarations[legal.seat] = action.side
        self._current_player.last_act = LastAct.DECLARED
        self._choices_made += 1
        events: list[RulesEvent] = [Declared(legal.seat)]
        if self.to_act is None:
            for player in self._players:
                player.last_act = DECLARED_ACTS[self.declarations[player.seat]]
            events.append(DeclarationsShown(tuple(self.declarations.items()), ("SD-21", "SD-23")))
        return events


class ClaimRound(_ChoiceRound):
    """Everybody says aloud what hand he has, and it counts for no more than that (SD-10, SD-11).

    `worth` gives what a player's cards can be claimed to make, in words and best first, with the strength of each.
    """

    def __init__(self, players: Sequence[Player], claimable_hands: Callable[[Player], dict[str, int]]) -> None:
        super().__init__(players)
        self._claimable_hands = claimable_hands
        self.claimed_strengths: dict[int, int] = {}

    def legal_actions(self) -> LegalActions:
        """Returns the hands that the player in turn can claim."""
        return self._legal_actions(claims=tuple(self._claimable_hands(self._current_player)))

    def apply(self, legal: LegalActions, action: Action) -> list[RulesEvent]:
        """Notes a claim; raises IllegalAction for one that the cards cannot make (SD-11)."""
        if not isinstance(action, Claim):
            raise IllegalAction("claim-first", "Say which hand you have.", "SD-10")
        if action.hand not in legal.claims:
            hands = ", ".join(legal.claims)
            raise IllegalAction("false-claim", f"Your cards do not make that; claim one of: {hands}.", "SD-11")
        player = self._current_player
        self.claimed_strengths[legal.seat] = self._claimable_hands(player)[action.hand]
        player.shown_hand = action.hand
        self._choices_made += 1
        return [Claimed(legal.seat, player.shown_hand, ("SD-10",))]


class RunRound(_ChoiceRound):
    """Everybody who contests the pots says how often to deal the rest; all have to agree to more than one run."""

    def __init__(self, players: Sequence[Player], max_runs: int) -> None:
        super().__init__(players)
        self._max_runs = max_runs
        self._answers: list[int] = []

    @property
    def times(self) -> int:
        """How often the rest is dealt: the number all have named, or once."""
        return self._answers[0] if len(set(self._answers)) == 1 else 1

    def legal_actions(self) -> LegalActions:
        """Returns how often the rest can be dealt at most."""
        return self._legal_actions(runs=self._max_runs)

    def apply(self, legal: LegalActions, action: Action) -> list[RulesEvent]:
        """Notes a wish; raises IllegalAction."""
        if not isinstance(action, Run):
            raise IllegalAction("run-first", f"Say how often to deal the rest, from 1 to {self._max_runs} times.", "SD-26")
        if type(action.times) is not int or not 1 <= action.times <= self._max_runs:
            raise IllegalAction("bad-run", f"The rest can be dealt from 1 to {self._max_runs} times.", "SD-26")
        self._answers.append(action.times)
        self._choices_made += 1
        return [RunChosen(legal.seat, action.times)]
