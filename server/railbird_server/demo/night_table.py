"""The table of a night: eight people who play on, one act after another, until it is as the story wants it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from railbird_server.bots.bot import Question, answer
from railbird_server.bots.profiles import STYLES
from railbird_server.demo.night_player import NightFailed, NightPlayer
from railbird_shared.conversation import CommandRefused
from railbird_shared.game.rotation import Choosing, ChosenGame
from railbird_shared.history.narration import narrate
from railbird_shared.protocol.actions import Action, Call, Check, Fold, LegalActions, Run
from railbird_shared.protocol.commands import Act, AddChips, ChooseGame, Command, OpenTable, Sit
from railbird_shared.protocol.events import PublicEvent
from railbird_shared.protocol.folding import Transition
from railbird_shared.protocol.view import TableView

PrintLine = Callable[[str], object]

Plan = Callable[[NightPlayer, LegalActions], Action | None]
"""What a player does in their turn, None for what they think best."""

WATCHER = "Rook"
"""Who looks on from the rail, and tells the story."""


class NightTable:
    """The people at the table and on the rail.

    Everybody waits until all others have heard of an act, so that the story has one order. `plan` may say what somebody
    does in their turn; else they play like the bots of the house.
    """

    def __init__(self, names: Sequence[str], print_line: PrintLine, seed: str) -> None:
        self.rail = NightPlayer(WATCHER, self._tell)
        self.players = [NightPlayer(name) for name in names]
        self.plan: Plan = lambda *_: None
        self.seen: list[PublicEvent] = []
        self._print_line = print_line
        self._seed = seed
        self._styles = dict(zip(names, 4 * tuple(STYLES.values()), strict=False))
        self._acted = (0, 0)
        self._rebought: set[tuple[str, int]] = set()

    @property
    def view(self) -> TableView:
        """The table as the rail sees it."""
        return self.rail.table

    @property
    def everybody(self) -> list[NightPlayer]:
        """Everybody who is connected and at the table, with the rail."""
        return [each for each in (self.rail, *self.players) if each.connected and each.view is not None]

    def named(self, name: str) -> NightPlayer:
        """Returns the player of a name."""
        return next(player for player in self.players if player.name == name)

    def at(self, seat: int) -> NightPlayer:
        """Returns the player in a seat."""
        return next(player for player in self.players if player.seat == seat)

    def _tell(self, transitions: Sequence[Transition]) -> None:
        for line in narrate(transitions):
            self._print_line(line)
        self.seen += [each.event for each in transitions]  # type: ignore[misc]  # the rail hears of nothing private

    # --- coming and going

    async def arrive(self, address: str, opened: OpenTable) -> None:
        """Has the first player open the table, the rail watch, and everybody sit down; raises NightFailed."""
        host = self.players[0]
        await host.connect(address)
        table = (await host.request(opened)).table
        for someone in (self.rail, *self.players):
            if someone is not host:
                await someone.connect(address)
            await someone.enter(table)
            if someone is not self.rail:
                await self.ask(someone, Sit())

    async def come_back(self, address: str, *people: NightPlayer) -> None:
        """Brings people back to a server that still has their seats."""
        for someone in people:
            await someone.close()
            await someone.connect(address)
        await self.all_hear()

    # --- asking

    async def ask(self, player: NightPlayer, command: Command) -> None:
        """Gives a player's command, and waits until everybody has heard what came of it; raises CommandRefused."""
        await player.request(command)
        await self.all_hear()

    async def refuse(self, player: NightPlayer, command: Command) -> str:
        """Gives a command that has to be refused; returns the sentence, or raises NightFailed."""
        try:
            await player.request(command)
        except CommandRefused as refusal:
            return str(refusal)
        raise NightFailed(f"{player.name} was allowed to {type(command).__name__}.")

    async def all_hear(self) -> None:
        """Waits until everybody has heard of the latest step that anybody knows of."""
        for latest in [each.place for each in self.everybody]:
            for someone in self.everybody:
                await someone.wait_until(
                    lambda someone=someone, latest=latest: (
                        latest is None  # type: ignore[misc]
                        or someone.view is None
                        or someone.has_heard(latest)
                    ),
                    "the others have heard more.",
                )

    # --- playing

    async def play_until(self, is_so: Callable[[TableView], bool]) -> None:
        """Plays on until the table is as wanted; raises NightFailed if it comes to a standstill."""
        while not is_so(self.view):
            await self._play_one_act()
            await self.all_hear()

    async def play_to_choice(self) -> Choosing:
        """Plays on until somebody is to name the next game, between two hands, and everybody has chips for it."""
        await self.play_until(lambda view: view.choosing is not None and self._next_broke() is None)
        assert self.view.choosing is not None
        return self.view.choosing

    async def begin_hand(self, chosen: ChosenGame) -> None:
        """Has whoever gets the button name a game, and the cards dealt."""
        choosing = await self.play_to_choice()
        hand = self.view.hand
        await self.ask(self.at(choosing.seat), ChooseGame(chosen=chosen))
        await self.rail.wait_until(lambda: self.view.hand > hand, "no hand begins.")
        await self.all_hear()

    async def play_hand(self, chosen: ChosenGame) -> None:
        """Plays a hand of a game, until the next is to be named."""
        await self.begin_hand(chosen)
        await self.play_to_choice()

    async def _play_one_act(self) -> None:
        """Has somebody buy chips who has none, or act in their turn; else waits for the table."""
        view, place = self.view, self.rail.place
        broke = self._next_broke()
        turn = view.turn
        if broke is not None:
            self._rebought.add((broke.name, view.hand))
            await broke.request(AddChips())
        elif turn is not None and (view.hand, turn.turn) != self._acted:
            self._acted = view.hand, turn.turn
            await self._act(self.at(turn.seat))
        else:
            await self.rail.wait_until(lambda: self.rail.place != place, "nothing happens at the table.")

    def _next_broke(self) -> NightPlayer | None:
        """Returns somebody without chips who has not bought any after this hand."""
        return next((each for each in self.players if self._is_broke(each, self.view)), None)

    def _is_broke(self, player: NightPlayer, view: TableView) -> bool:
        seat = view.at(player.seat) if player.seat else None
        out = seat is not None and not seat.stack and not (view.playing and seat.in_hand)
        return out and (player.name, view.hand) not in self._rebought

    async def _act(self, player: NightPlayer) -> None:
        view, legal = player.table, player.table.you.legal
        if legal is None or view.turn is None:
            raise NightFailed(f"It is the turn of {player.name}, who does not know of it.")
        action = self.plan(player, legal)
        if action is None:
            seed = f"{self._seed}/{view.hand}/{view.turn.turn}"
            action = answer(Question(view, self._styles[player.name], seed))
        await player.request(Act(hand=view.hand, turn=view.turn.turn, action=action))


def all_in(*names: str) -> Plan:
    """Has the players of these names put in all they have and deal the rest twice, and all others fold."""

    def plan(player: NightPlayer, legal: LegalActions) -> Action | None:
        if legal.max_runs:
            return Run(2)
        if player.name not in names:
            return Check() if legal.check else Fold()
        if legal.wager:
            return legal.wager.action(legal.wager.maximum)
        return Call() if legal.call is not None else Check()

    return plan


def call_along(legal: LegalActions) -> Action | None:
    """Returns the cheapest way to stay in the hand; None where no bet is asked for."""
    if legal.check:
        return Check()
    return Call() if legal.call is not None else None
