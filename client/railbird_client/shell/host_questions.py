"""The questions to the host of a game before they go away from it or come back, and what their answers lead to.

The dialogs are imported when one is asked for, because the first screen has to come at once.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from textual.app import App

from railbird_client.hosting.hosted_game import HostedGame, answers
from railbird_client.player_requests import HostTable, LaunchPlan
from railbird_client.widgets.dialogs import answer_of, is_sure

if TYPE_CHECKING:
    from railbird_client.shell.session_controller import SessionController


@dataclass(eq=False)
class HostQuestions:
    """Asks the host of a game that outlives their client; `start` carries out a plan in a new session."""

    app: App[str]
    game: HostedGame
    start: Callable[[LaunchPlan], Awaitable[None]]

    def accept_farewell(self) -> bool:
        """Takes the answer that is marked in the dialog of a host who goes away; returns False where it is not open."""
        from railbird_client.hosting.host_dialogs import FarewellDialog

        screen = self.app.screen
        if not isinstance(screen, FarewellDialog):
            return False
        screen.action_accept()
        return True

    async def leave_game(self, controller: SessionController, *, ask: bool = True) -> str | None:
        """Ends the game of a host who goes away, or leaves it running, as they answer; their server may need a moment.

        Returns a sentence for them, or None if they stay; one whose server has ended meanwhile is told so. Without
        `ask` the game goes on if others are at it. The caller runs in a worker.
        """
        from railbird_client.hosting.host_dialogs import FarewellDialog
        from railbird_client.network.link import Closed

        others = await controller.exit.describe_others()
        if isinstance(closed := controller.state.shown, Closed):
            return closed.sentence
        ends = not others
        if ask and others:
            if isinstance(self.app.screen, FarewellDialog):
                return None
            dialog = FarewellDialog(others, tournament=bool(controller.tournaments.going_on))
            if (answer := await answer_of(self.app, dialog)) is None:
                return None
            ends = answer
        elif ask and not await is_sure(self.app, controller.exit.quit_question, "Quit"):
            return None
        if ends:
            return await _end_game(controller)
        await controller.exit.sit_out()
        return "Your game goes on without you; `railbird host` brings you back to it."

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
        if (running := self.game.find()) is None:
            return False
        named = {name: value for name, value in plan.options.items() if name in plan.chosen}
        if not plan.has_new_password and self.game.was_started_with(running, named):
            return False
        return await answers(running)


async def _end_game(controller: SessionController) -> str:
    """Ends the player's own game for everybody; returns the player's result."""
    departure = controller.state.departure
    if await controller.server.end_own_game():
        return departure.end_summary
    return "Your game's server does not answer, so it was not told to end; `railbird host` brings you back to it."
