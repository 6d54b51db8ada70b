"""What the application asks the host of a game: before they go away from it, and before they come back to it.

The dialogs are imported when one is asked for, because the first screen has to come at once.
"""

from __future__ import annotations

import dataclasses
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Coroutine
from functools import cached_property
from typing import TYPE_CHECKING

from textual.app import App

from railbird_client.hosting.hosted_game import HostedGame, answers
from railbird_client.shell.launch import HostTable, LaunchPlan

if TYPE_CHECKING:
    from railbird_client.hosting.profiles import TableProfileFile, TournamentProfileFile
    from railbird_client.settings.player_settings import SettingsFile
    from railbird_client.shell.controller import Controller

GAME_GOES_ON = "Your game goes on without you; `railbird host` brings you back to it."

SentenceHandler = Callable[[str], Awaitable[None]]
"""Goes on with a sentence for the player, which may be empty."""


class HostingApp(App[str]):
    """An application whose player may host a game that outlives it."""

    _controller: Controller | None
    _hosted_game: HostedGame
    _exit_on_failure: bool
    _file: SettingsFile

    @cached_property
    def profiles(self) -> TableProfileFile:
        """The tables that the player keeps under names, beside the settings."""
        from railbird_client.hosting.profiles import PROFILES_FILE_NAME, TableProfileFile

        return TableProfileFile(self._file.path.with_name(PROFILES_FILE_NAME))

    @cached_property
    def tournament_profiles(self) -> TournamentProfileFile:
        """The tournaments that the player keeps under names, beside the settings."""
        from railbird_client.hosting.profiles import TOURNAMENTS_FILE_NAME, TournamentProfileFile

        return TournamentProfileFile(self._file.path.with_name(TOURNAMENTS_FILE_NAME))

    @abstractmethod
    async def _start_session(self, plan: LaunchPlan, password: str = "") -> None:
        """Carries out a plan in a new session."""

    @abstractmethod
    def _confirm(self, question: str, yes: str, then: Callable[[], Coroutine[None, None, None]]) -> None:
        """Asks a question, and goes on after a yes."""

    @property
    @abstractmethod
    def _is_confirming(self) -> bool:
        """Whether such a question is asked now."""

    def _take_leave(self, leaving: Coroutine[None, None, None]) -> None:
        """Has a host go away, while the screen goes on: their server may take a moment to answer."""
        self.run_worker(leaving, group="leaving", exclusive=True)

    async def _ask_host_who_goes(self, then: SentenceHandler) -> None:
        """Asks a host what is to become of their game if others are at it, and then ends it or leaves it running."""
        from railbird_client.hosting.leaving_dialogs import Farewell, FarewellDialog

        controller = self._controller
        if controller is None or isinstance(self.screen, FarewellDialog):
            return
        others = await controller.describe_others()
        if not others:
            question = controller.quit_question
            if question and not self._is_confirming:

                async def end_and_go() -> None:
                    self._take_leave(self._part_with_game(end=True, then=then))

                self._confirm(question, "Quit", end_and_go)
            else:
                await self._part_with_game(end=True, then=then)
            return

        def on_answer(answer: Farewell | None) -> None:
            if answer is not None:
                self._take_leave(self._part_with_game(end=answer is Farewell.END, then=then))

        self.push_screen(FarewellDialog(others, tournament=bool(controller.tournaments.going_on)), on_answer)

    async def _part_with_game(self, *, then: SentenceHandler, end: bool | None = None) -> None:
        """Ends the player's own game or leaves it running, by default if others are at it, and goes on."""
        controller = self._controller
        if controller is not None:
            if end is None:
                end = not await controller.describe_others()
            if end:
                await then(await controller.end_hosted_game())
                return
            if controller.seated:
                await controller.server.sit_out()
            await then(GAME_GOES_ON)

    def _ask_about_running_game(self, plan: HostTable) -> None:
        """Asks a host whose game runs with other options than those chosen now."""
        from railbird_client.hosting.leaving_dialogs import GameRunsDialog, Return

        def on_answer(answer: Return | None) -> None:
            if answer is not None:
                chosen = dataclasses.replace(plan, chosen=(), anew=answer is Return.ANEW)
                self.call_later(self._start_session, chosen)
            elif self._exit_on_failure:
                self.exit("Your game of this evening is still running; `railbird host` brings you back to it.")

        self.push_screen(GameRunsDialog(new_password=plan.has_new_password), on_answer)

    def _ask_about_last_game(self, controller: Controller) -> None:
        """Asks a host whose last game has come back whether to go on with it."""
        from railbird_client.hosting.leaving_dialogs import LastGameDialog, Return

        view, plan = controller.table_view, controller.server.plan
        if view is None or not isinstance(plan, HostTable):
            return
        tables = controller.server.take_recovered_tables()
        if not tables:
            return

        def on_answer(answer: Return | None) -> None:
            if answer is Return.ANEW:
                self.call_later(self._start_session, dataclasses.replace(plan, chosen=(), anew=True))

        self.push_screen(LastGameDialog(view, tables, new_password=plan.has_new_password), on_answer)

    async def _arrive(self, controller: Controller) -> None:
        """Shows a host who has just opened their table how friends join it; asks in a lobby for its tournaments."""
        from railbird_client.shell.screen_state import LobbyState, TableState
        from railbird_shared.tournament.commands import ListTournaments

        state, server = controller.state, controller.server
        if isinstance(state, LobbyState):
            controller.requests.ask_tournaments(ListTournaments())
        if not isinstance(state, TableState) or not isinstance(server.plan, HostTable):
            return
        view = controller.table_view
        if view is None or view.tournament or not state.invitation or server.resumed or self._exit_on_failure:
            return
        if not view.hand and all(seat.bot or seat.seat == view.you.seat for seat in view.occupied):
            await self.screen.run_action("press('INVITE')")

    async def _runs_otherwise(self, plan: HostTable) -> bool:
        """Whether a game of the player runs that was started with other options than those now named."""
        running = self._hosted_game.find()
        if running is None:
            return False
        named = {name: value for name, value in plan.options.items() if name in plan.chosen}
        if not plan.has_new_password and self._hosted_game.was_started_with(running, named):
            return False
        return await answers(running)
