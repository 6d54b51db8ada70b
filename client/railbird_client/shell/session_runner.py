"""The life of a server session in the application, from the start of its worker until it is closed.

The modules of a session are imported as it starts, because the first screen has to come at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from textual.app import App
from textual.timer import Timer
from textual.worker import Worker, WorkerCancelled

from railbird_client.hosting.hosted_game import HostedGame
from railbird_client.network.connecting_screens import ConfirmServerScreen
from railbird_client.player_requests import JoinServer, LaunchPlan
from railbird_client.settings.settings_controller import SettingsController
from railbird_client.widgets.dialogs import answer_of

if TYPE_CHECKING:
    from railbird_client.network.known_servers import KnownServers
    from railbird_client.network.lan_search import Search
    from railbird_client.shell.session_controller import SessionController, SessionEvent
    from railbird_shared.network.address import Address

TICK_SECONDS = 0.25
"""How often the clocks of a table move."""


@dataclass(eq=False, kw_only=True)
class SessionRunner:
    """Runs one session of the player at a time; `controller` leads it, and is None while there is none.

    `show` shows what an event has changed, and `tick` moves the clocks of a table.
    """

    app: App[str]
    settings: SettingsController
    game: HostedGame
    known_servers: KnownServers | None
    search: Search | None
    show: Callable[[], Awaitable[None]]
    tick: Callable[[], Awaitable[None]]
    now: Callable[[], float]
    controller: SessionController | None = field(default=None, init=False)
    _worker: Worker[None] | None = field(default=None, init=False)
    _ticker: Timer | None = field(default=None, init=False)

    @property
    def is_running(self) -> bool:
        """Whether a session has begun, even if its modules are still being imported."""
        return self._worker is not None

    def start(self, plan: LaunchPlan, password: str) -> None:
        """Begins the session of a plan; the one before must have been closed."""
        self._worker = self.app.run_worker(self._run(plan, password), group="session")
        self._ticker = self.app.set_interval(TICK_SECONDS, partial(self.app.call_later, self.tick))

    async def _run(self, plan: LaunchPlan, password: str) -> None:
        # In a thread, so that the screen is painted meanwhile.
        for name in ("session_controller", "session_screens"):
            await asyncio.to_thread(importlib.import_module, f"railbird_client.shell.{name}")
        from railbird_client.shell.server_access import ServerAccess
        from railbird_client.shell.session_controller import SessionController

        server = ServerAccess(
            plan,
            name=self.settings.player,
            tokens=self.settings,
            known_servers=self.known_servers,
            password=password,
            hosted_game=self.game,
            confirm=self._confirm_server,
            search=self.search,
        )
        self.controller = controller = SessionController(
            server, options=self.settings.options, rename=self.settings.rename, now=self.now
        )
        await controller.run(partial(self.app.call_later, self._handle_event, controller))

    async def _confirm_server(self, address: Address, fingerprint: str) -> bool:
        """Shows the fingerprint of a new server; returns whether the player says that it is that of their host."""
        is_same = await answer_of(self.app, ConfirmServerScreen(address, fingerprint))
        return bool(is_same)

    async def _handle_event(self, controller: SessionController, event: SessionEvent) -> None:
        if controller is self.controller and self.app.screen_stack:  # it is empty once the app ends
            await controller.handle_event(event)
            await self.show()

    async def close(self) -> None:
        """Ends the session, if there is one, and keeps the player's result at somebody else's server."""
        controller = self.controller
        if (
            controller is not None
            and isinstance(controller.server.plan, JoinServer)
            and controller.exit.left.result is not None
        ):
            self.settings.save_result(controller.server.link.address, controller.exit.left.result)
        worker, self._worker, self.controller = self._worker, None, None
        if self._ticker is not None:
            self._ticker.stop()
        if worker is not None:
            worker.cancel()
            with contextlib.suppress(WorkerCancelled):
                await worker.wait()
