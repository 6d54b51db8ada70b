"""Going away from a table, a server or the program, and coming back to one's own game: what is asked first.

The dialogs are imported when one is asked for, because the first screen has to come at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from textual.app import App
from textual.worker import Worker, WorkerCancelled, WorkerFailed

from railbird_client.hosting.hosted_game import HostedGame
from railbird_client.player_requests import HostTable, LaunchPlan
from railbird_client.shell.session_runner import SessionRunner
from railbird_client.widgets.dialogs import ConfirmDialog, answer_of, is_sure

if TYPE_CHECKING:
    from railbird_client.shell.session_controller import SessionController


@dataclass(eq=False)
class Leaving:
    """Takes the player away once they have confirmed; `show` shows the session that they leave.

    A later wish takes the place of an earlier one until the player is sure; from then on they go, and a wish to quit
    follows.
    """

    app: App[str]
    session: SessionRunner
    show: Callable[[], Awaitable[None]]
    _worker: Worker[None] | None = field(default=None, init=False)
    _quits: bool = field(default=False, init=False)
    _is_sure: bool = field(default=False, init=False)

    def quit(self, *, ask: bool = True) -> Worker[None]:
        """Ends the program; to ask again is to say yes, even before the question stands on the screen."""
        from railbird_client.hosting.host_dialogs import FarewellDialog

        running = None if self._worker is None or self._worker.is_finished else self._worker
        if running is None or not (self._is_sure or self._quits):
            return self._begin(partial(self._quit, ask=ask), quits=True)
        if self._is_sure:
            return running if self._quits else self._begin(partial(self._quit_after, running), quits=True, follows=True)
        if ask and isinstance(screen := self.app.screen, FarewellDialog):
            screen.action_accept()
            return running
        return self._begin(partial(self._quit, ask=False), quits=True)

    @property
    def _is_going(self) -> bool:
        """Whether nothing is asked any more: another wish would undo what this one has come to."""
        return self._is_sure and self._worker is not None and not self._worker.is_finished

    def _begin(
        self, work: Callable[[], Coroutine[None, None, None]], *, quits: bool = False, follows: bool = False
    ) -> Worker[None]:
        """Begins to leave, in place of an earlier wish to, unless it `follows` that."""
        self._quits, self._is_sure = quits, follows
        self._worker = self.app.run_worker(work, group="leaving", exclusive=not follows)
        return self._worker

    async def _quit_after(self, leaving: Worker[None]) -> None:
        """Ends the program once the player has left; a table is left without an answer that does not come in time."""
        from railbird_client.shell.table_access import ANSWER_TIMEOUT_SECONDS

        controller = self.session.controller
        at_table = controller is not None and controller.state.table is not None
        with suppress(TimeoutError, WorkerCancelled, WorkerFailed):
            async with asyncio.timeout(ANSWER_TIMEOUT_SECONDS if at_table else None):
                await leaving.wait()
        await self._quit(ask=False)

    async def _quit(self, *, ask: bool) -> None:
        if (sentence := await self._give_up_session(ask=ask, yes="Quit")) is not None:
            await self.session.close()
            self.app.call_later(self.app.exit, sentence or None)  # a screen that is being shown is whole by then

    def leave_table(self) -> None:
        """Gives up the seat, or the place on the rail."""
        if not (self._is_going or isinstance(self.app.screen, ConfirmDialog)):
            self._begin(self._leave_table)

    async def _leave_table(self) -> None:
        controller = self.session.controller
        if controller is not None and await is_sure(self.app, controller.exit.leave_question, "Leave"):
            self._is_sure = True
            await controller.exit.leave_table()
            self.app.call_later(self.show)

    def leave_lobby(self) -> None:
        """Leaves the server."""
        controller = self.session.controller
        is_asked = self._is_going or isinstance(self.app.screen, ConfirmDialog)
        if controller is not None and controller.state.table is None and not is_asked:
            self._begin(partial(self._leave_lobby, controller))

    async def _leave_lobby(self, controller: SessionController) -> None:
        if (sentence := await self._give_up_session(ask=True, yes="Leave")) is not None:
            controller.state.leave(sentence)
            self.app.call_later(self.show)

    async def _give_up_session(self, *, ask: bool, yes: str) -> str | None:
        """Gives up the player's seat, or their own game as they answer; returns a sentence, or None if they stay."""
        self._is_sure = not ask
        if (controller := self.session.controller) is None:
            return ""
        if controller.hosts_game:
            return await self._leave_game(controller, ask=ask, yes=yes)
        if ask and not await is_sure(self.app, controller.exit.quit_question, yes):
            return None
        self._is_sure = True
        return await controller.exit.give_up_seat()

    async def _leave_game(self, controller: SessionController, *, ask: bool, yes: str) -> str | None:
        """Ends the game of a host who goes away, or leaves it running, as they answer; their server may need a moment.

        Returns a sentence for them, or None if they stay; one whose server has ended meanwhile is told so. Without
        `ask` the game goes on if others are at it.
        """
        from railbird_client.hosting.host_dialogs import FarewellDialog
        from railbird_client.network.link import Closed

        others = await controller.exit.describe_others()
        if isinstance(closed := controller.state.shown, Closed):
            return closed.sentence
        ends = not others
        if ask and others:
            dialog = FarewellDialog(others, tournament=bool(controller.tournaments.going_on))
            if (answer := await answer_of(self.app, dialog)) is None:
                await controller.ask_tables()
                return None
            ends = answer
        elif ask and not await is_sure(self.app, controller.exit.quit_question, yes):
            return None
        self._is_sure = True
        return await (controller.exit.end_game() if ends else controller.exit.leave_game_running())


@dataclass(eq=False)
class HostQuestions:
    """Asks the host of a game that outlives their client; `start` carries out a plan in a new session."""

    app: App[str]
    game: HostedGame
    start: Callable[[LaunchPlan], Awaitable[None]]

    def ask_about_running_game(self, plan: HostTable, *, otherwise: Callable[[], None]) -> None:
        """Asks a host whose game runs with other options than those chosen now."""
        from railbird_client.hosting.host_dialogs import GameRunsDialog

        def on_answer(anew: bool | None) -> None:
            if anew is not None:
                self.app.call_later(self.start, replace(plan, chosen=(), anew=anew))
            else:
                otherwise()

        self.app.push_screen(GameRunsDialog(new_password=plan.has_new_password), on_answer)

    def welcome(self, controller: SessionController, *, invites: bool) -> None:
        """Shows a host at their table how friends join it, with `invites`, and asks about their last game."""
        if invites:
            self._show_invite(controller)
        self._ask_about_last_game(controller)

    def _ask_about_last_game(self, controller: SessionController) -> None:
        """Asks a host whose last game has come back whether to go on with it, once."""
        from railbird_client.hosting.host_dialogs import LastGameDialog

        view, plan = controller.state.view, controller.server.plan
        if view is None or not isinstance(plan, HostTable) or not (tables := controller.tables.take_recovered()):
            return

        def on_answer(anew: bool | None) -> None:
            if anew:
                self.app.call_later(self.start, replace(plan, chosen=(), anew=True))

        self.app.push_screen(LastGameDialog(view, tables, new_password=plan.has_new_password), on_answer)

    def _show_invite(self, controller: SessionController) -> None:
        """Shows a host who has just opened their table how friends join it."""
        from railbird_client.table.table_screen import TableScreen
        from railbird_client.table.turn.table_keys import TableKey

        server, view = controller.server, controller.state.view
        if not server.started_own_game or view is None or view.tournament or not server.invitation:
            return
        is_alone = all(seat.bot or seat.seat == view.you.seat for seat in view.occupied)
        if is_alone and not view.hand and isinstance(screen := self.app.screen, TableScreen):
            screen.action_press(TableKey.INVITE.name)

    async def runs_otherwise(self, plan: HostTable) -> bool:
        """Whether a game of the player runs that was started with other options than those now named."""
        return await self.game.runs_otherwise(plan)
