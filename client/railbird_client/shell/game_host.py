"""The questions to the host of a game before they go away from it, and before they come back.

The dialogs are imported when one is asked for, because the first screen has to come at once.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import App

from railbird_client.hosting.hosted_game import HostedGame, answers
from railbird_client.start.launch import HostTable, LaunchPlan

if TYPE_CHECKING:
    from railbird_client.hosting.profiles import TableProfileFile, TournamentProfileFile
    from railbird_client.shell.controller import Controller

GAME_GOES_ON = "Your game goes on without you; `railbird host` brings you back to it."

SentenceHandler = Callable[[str], Awaitable[None]]
"""Goes on with a sentence for the player, which may be empty."""


class GameHost:
    """The player as the host of a game that outlives their client.

    `folder` is where their settings are, and `start` carries out a plan in a new session.
    """

    def __init__(
        self,
        app: App[str],
        game: HostedGame,
        folder: Path,
        *,
        start: Callable[[LaunchPlan], Awaitable[None]],
    ) -> None:
        self.game = game
        self._app = app
        self._folder = folder
        self._start = start

    @cached_property
    def profiles(self) -> TableProfileFile:
        """The tables that the player keeps under names, beside the settings."""
        from railbird_client.hosting.profiles import PROFILES_FILE_NAME, TableProfileFile

        return TableProfileFile(self._folder / PROFILES_FILE_NAME)

    @cached_property
    def tournament_profiles(self) -> TournamentProfileFile:
        """The tournaments that the player keeps under names, beside the settings."""
        from railbird_client.hosting.profiles import TOURNAMENTS_FILE_NAME, TournamentProfileFile

        return TournamentProfileFile(self._folder / TOURNAMENTS_FILE_NAME)

    def take_leave(self, controller: Controller, then: SentenceHandler, *, ask: bool = True) -> None:
        """Has a host go away, who is asked first unless they have said so; their server may take a moment to answer."""
        leaving = self._ask_who_goes(controller, then) if ask else self._part_with_game(controller, then)
        self._app.run_worker(leaving, group="leaving", exclusive=True)

    def accept_farewell(self) -> bool:
        """Takes the answer that is marked in the dialog of a host who goes away; returns False where it is not open."""
        from railbird_client.hosting.host_dialogs import FarewellDialog

        screen = self._app.screen
        if isinstance(screen, FarewellDialog):
            screen.action_accept()
            return True
        return False

    async def _ask_who_goes(self, controller: Controller, then: SentenceHandler) -> None:
        """Asks a host what is to become of their game if others are at it, and then ends it or leaves it running."""
        from railbird_client.hosting.host_dialogs import FarewellDialog
        from railbird_client.widgets.dialogs import ask_to_confirm

        def part(*, end: bool) -> None:
            self._app.run_worker(self._part_with_game(controller, then, end=end), group="leaving", exclusive=True)

        async def end_and_go() -> None:
            part(end=True)

        def on_answer(ends: bool | None) -> None:
            if ends is not None:
                part(end=ends)

        if isinstance(self._app.screen, FarewellDialog):
            return
        if others := await controller.describe_others():
            self._app.push_screen(FarewellDialog(others, tournament=bool(controller.tournaments.going_on)), on_answer)
        elif not (question := controller.quit_question) or not ask_to_confirm(self._app, question, "Quit", end_and_go):
            await self._part_with_game(controller, then, end=True)

    async def _part_with_game(self, controller: Controller, then: SentenceHandler, *, end: bool | None = None) -> None:
        """Ends the player's own game or leaves it running, by default if others are at it, and goes on."""
        if end is None:
            end = not await controller.describe_others()
        if end:
            await then(await controller.end_hosted_game())
            return
        if controller.seated:
            await controller.server.sit_out()
        await then(GAME_GOES_ON)

    def ask_about_running_game(self, plan: HostTable, *, otherwise: Callable[[], None]) -> None:
        """Asks a host whose game runs with other options than those chosen now."""
        from railbird_client.hosting.host_dialogs import GameRunsDialog

        def on_answer(anew: bool | None) -> None:
            if anew is not None:
                chosen = dataclasses.replace(plan, chosen=(), anew=anew)
                self._app.call_later(self._start, chosen)
            else:
                otherwise()

        self._app.push_screen(GameRunsDialog(new_password=plan.has_new_password), on_answer)

    def ask_about_last_game(self, controller: Controller) -> None:
        """Asks a host whose last game has come back whether to go on with it."""
        from railbird_client.hosting.host_dialogs import LastGameDialog

        view, plan = controller.table_view, controller.server.plan
        if view is None or not isinstance(plan, HostTable):
            return
        tables = controller.server.take_recovered_tables()
        if not tables:
            return

        def on_answer(anew: bool | None) -> None:
            if anew:
                self._app.call_later(self._start, dataclasses.replace(plan, chosen=(), anew=True))

        self._app.push_screen(LastGameDialog(view, tables, new_password=plan.has_new_password), on_answer)

    async def show_invite(self, controller: Controller) -> None:
        """Shows a host who has just opened their table how friends join it."""
        from railbird_client.table.table_view_model import TableState

        state, server = controller.state, controller.server
        if not isinstance(state, TableState) or not isinstance(server.plan, HostTable):
            return
        view = controller.table_view
        if view is None or view.tournament or not state.invitation or server.resumed:
            return
        if not view.hand and all(seat.bot or seat.seat == view.you.seat for seat in view.occupied):
            await self._app.screen.run_action("press('INVITE')")

    async def runs_otherwise(self, plan: HostTable) -> bool:
        """Whether a game of the player runs that was started with other options than those now named."""
        running = self.game.find()
        if running is None:
            return False
        named = {name: value for name, value in plan.options.items() if name in plan.chosen}
        if not plan.has_new_password and self.game.was_started_with(running, named):
            return False
        return await answers(running)
