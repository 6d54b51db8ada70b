"""Bomb pots: everybody posts an agreed amount, and the betting begins after the flop (HS-46, HS-47).

Every so many hands one is a bomb pot, or the host calls one, or all people who are to be dealt in ask for one.
Everybody is told before the hand is dealt, so that a player who does not want to pay can sit out. The rules play it as
its setup says.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from railbird_server.refusal import IllegalAction, Refusal
from railbird_server.table.hand_in_progress import HandInProgress
from railbird_server.table.host_commands import check_host
from railbird_server.table.inputs import PlayerIdentity
from railbird_server.table.seats import Seats
from railbird_server.table.settings import TableSettings
from railbird_shared.game.clauses import Clauses
from railbird_shared.protocol.commands import AskBombPot, BombPotCommand
from railbird_shared.protocol.events import BombPotAnnounced, BombPotAsked, BombPotEvent, BombPotPutOff


class BombPotState(Struct, frozen=True):
    """Whether a bomb pot comes, as data.

    `hands` were dealt since the last one, `called` says that the host or all people want one next, and `called_by` is
    the name of the host who does. `asked` are the ids of the players who ask for one. `announced` are the chips that
    everybody was told to post in the next hand, 0 while nobody was told of a bomb pot.
    """

    hands: int = 0
    called: bool = False
    called_by: str = ""
    asked: tuple[str, ...] = ()
    announced: int = 0


class BombPots:
    """The bomb pots of one table."""

    def __init__(self, seats: Seats) -> None:
        self._seats = seats
        self.state = BombPotState()
        self.asked: tuple[int, ...] = ()
        """The seats that ask for a bomb pot, as everybody was told."""

    def rename_caller(self, before: str, name: str) -> None:
        """Calls whoever has called the bomb pot by another name."""
        if self.state.called_by == before:
            self.state = replace(self.state, called_by=name)

    def restore(self, state: BombPotState, settings: TableSettings) -> None:
        """Takes over a state, once the players have their seats."""
        self.state = state
        self.asked = self._count(settings)

    def handle(
        self, player: PlayerIdentity, command: BombPotCommand, settings: TableSettings, host: PlayerIdentity
    ) -> list[BombPotEvent]:
        """Carries out a command about bomb pots; raises Refusal with nothing changed."""
        asks = isinstance(command, AskBombPot)
        if asks and self._seats.of(player.id) is None:
            raise Refusal("not-seated", "Only players of the table ask for a bomb pot; sit down first.")
        if not asks:
            check_host(player, host)
            if not command.on:
                return self._call_off(player.name)
        check_bomb_pots(settings)
        if self.state.announced:
            raise Refusal("bomb-pot", "The next hand is a bomb pot already.")
        if asks:
            others = tuple(each for each in self.state.asked if each != player.id)
            self.state = replace(self.state, asked=(*others, player.id) if command.on else others)
        else:
            self.state = replace(self.state, called=True, called_by=player.name)
        return []

    def _call_off(self, by: str) -> list[BombPotEvent]:
        if not self.state.called:
            scheduled = "; it comes after so many hands" if self.state.announced else ""
            raise Refusal("bomb-pot", f"Nobody has called a bomb pot{scheduled}.")
        announced = self.state.announced
        self.state = replace(self.state, called=False, called_by="", announced=0)
        return [BombPotPutOff(by)] if announced else []

    def can_be_asked(self, settings: TableSettings) -> bool:
        """Whether players can ask for a bomb pot."""
        return not self.state.announced and ante_of(settings) > 0

    def update(self, settings: TableSettings, *, hand_runs: bool) -> list[BombPotEvent]:
        """Counts who asks, and tells everybody whether the next hand is a bomb pot."""
        events: list[BombPotEvent] = []
        asked = self._count(settings)
        people = [seat.number for seat in self._seats.occupied if seat.ready and not seat.bot] if asked else []
        agreed = bool(people) and set(people) <= set(asked)
        if agreed:
            self.state, asked = replace(self.state, called=True, called_by=""), ()
        due = self._due(settings, hand_runs=hand_runs)
        if due and due != self.state.announced:
            self.asked = ()
            because: Clauses = ("HS-46",) if self.state.called else ("HS-46", "HS-47")  # somebody wants it, or its turn
            events.append(BombPotAnnounced(due, self.state.called_by, agreed, because))
            self.state = replace(self.state, asked=(), announced=due)
        elif asked != self.asked:
            self.asked = asked
            events.append(BombPotAsked(asked))
        if self.state.announced and not due:
            events.append(BombPotPutOff())
            self.state = replace(self.state, announced=0)
        return events

    def begin(self, chips: int) -> None:
        """Notes that a hand begins: a bomb pot in which everybody posts so many chips, or with 0 another."""
        if chips:
            self.state, self.asked = BombPotState(), ()

    def hand_ended(self, current: HandInProgress) -> None:
        """Counts a hand; a bomb pot that was a misdeal is dealt again as one (IR-3)."""
        if not current.is_misdeal:
            self.state = replace(self.state, hands=self.state.hands + (not current.setup.bomb_pot))
        elif current.setup.bomb_pot:
            self.state = replace(self.state, called=True)

    def _due(self, settings: TableSettings, *, hand_runs: bool) -> int:
        """Returns what everybody posts if the next hand is a bomb pot, else 0; a turn of one is told between hands."""
        every = settings.effective_rules.bomb_pot_every
        is_turn = every > 0 and self.state.hands + 1 >= every and (self.state.announced > 0 or not hand_runs)
        return ante_of(settings) if self.state.called or is_turn else 0

    def _count(self, settings: TableSettings) -> tuple[int, ...]:
        """Returns the seats that ask and can be dealt in; none where no bomb pot can come."""
        occupied = self._seats.occupied if self.state.asked and ante_of(settings) else ()
        return tuple(seat.number for seat in occupied if seat.ready and seat.player in self.state.asked)


def ante_of(settings: TableSettings) -> int:
    """Returns what everybody posts in a bomb pot of the game that is played, 0 where there are none."""
    return settings.effective_rules.bomb_pot if settings.game.board else 0


def check_bomb_pots(settings: TableSettings) -> None:
    """Raises Refusal where no bomb pots are played, or the game has no board (HS-46)."""
    if not settings.game.board:
        sentence = f"Bomb pots are for games with a board, which {settings.game.name} has not."
        raise IllegalAction("no-bomb-pots", sentence, "HS-46")
    if not settings.effective_rules.bomb_pot:
        raise IllegalAction("no-bomb-pots", "No bomb pots are played at this table.", "HS-46")
