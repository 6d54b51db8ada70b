"""A guest: who they are, what is kept of them, and their client."""

from __future__ import annotations

import hashlib
import logging
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace as with_fields
from textual.filter import Monochrome

from railbird_client.hosting.hosted_game import HostedGame
from railbird_client.network.connecting_screens import ConnectingScreen
from railbird_client.network.known_servers import KnownServers
from railbird_client.player_requests import JoinServer
from railbird_client.record_file import NO_FILES
from railbird_client.settings.player_settings import SettingsFile, table_options
from railbird_client.shell.app import RailbirdApp
from railbird_client.widgets.app_look import ColourSystem
from railbird_client.widgets.terminal import TEXTUAL_NAMES, is_paintable
from railbird_shared.network.address import Address
from railbird_shared.text.text_cleaning import read_name

logger = logging.getLogger("railbird.guests")

FAREWELL = "You have left. Come back the same way, and you are known here."
FAULT = "Your client has stopped by a fault of its own; come again, and your seat is still yours."
WELCOME = "Welcome to Railbird"

_TRUECOLOUR = frozenset({"truecolor", "24bit"})
"""The values of COLORTERM that say so."""
_FEW_COLOURS = ("16color", "linux", "vt", "ansi", "cygwin")
"""The names of terminals that have sixteen colours at most."""


class Guest(NamedTuple):
    """A guest as a door knows them.

    `identity` makes them the same guest when they come again, such as "ssh:SHA256:…". `name` is a proposal, which may
    be empty, `address` the number of their machine, and `invite` the secret of an invite link, empty without one. A
    guest who is not `kept` cannot come again as the same one.
    """

    identity: str
    name: str
    address: str
    invite: str = ""
    kept: bool = True


class TerminalKind(NamedTuple):
    """A guest's terminal by its environment: TERM, COLORTERM and whether NO_COLOR is set."""

    name: str = "xterm-256color"
    colour_term: str = ""
    colourless: bool = False

    @property
    def is_paintable(self) -> bool:
        """Whether a screen can be painted; any other terminal takes lines."""
        return bool(self.name) and is_paintable(self.name)

    @property
    def colour_system(self) -> ColourSystem:
        """How many colours it has, by Rich's name."""
        if self.colour_term in _TRUECOLOUR or self.name.endswith("-direct"):
            return "truecolor"
        return "standard" if any(name in self.name for name in _FEW_COLOURS) else "256"


USUAL_TERMINAL = TerminalKind()


@dataclass(frozen=True, slots=True)
class GuestHome:
    """The folder of a guest: their name, their settings, and the token by which the server knows them.

    No certificate of a server is kept, since the house has it from the server itself, and no record of a deal: it would
    lie in the hands of the host.
    """

    guest: Guest
    address: Address
    folder: Path

    @classmethod
    def of(cls, guest: Guest, address: Address, guests: Path) -> GuestHome:
        """Returns the home of a guest at the server of that address, in the folder of all guests."""
        return cls(guest, address, guests / hashlib.sha256(guest.identity.encode()).hexdigest()[:24])

    @property
    def settings_file(self) -> SettingsFile:
        """The file of the guest's settings; nobody waits for the disk, since others play in the same loop."""
        return SettingsFile(self.folder / "settings.json", durable=False)

    @property
    def is_known(self) -> bool:
        """Whether the server has ever taken the guest; of a stranger whom it never took nothing is kept."""
        return bool(self.settings_file.load().servers)

    @property
    def plan(self) -> JoinServer:
        """The launch plan of the guest."""
        return JoinServer(replace(self.address, invite=self.guest.invite))

    def find_name(self, file: SettingsFile) -> str:
        """Returns the guest's name: the one of last time, or the proposed one, which is kept; empty without either."""
        if not (name := file.load().name):
            try:
                name = read_name(self.guest.name)
            except ValueError:
                return ""
            file.update(lambda settings: with_fields(settings, name=name))
        return name

    def make_app(self, terminal: TerminalKind) -> GuestApp:
        """Returns the guest's client."""
        return GuestApp(self, self.settings_file, terminal)


class GuestApp(RailbirdApp):
    """Railbird for one guest: it begins at the server and ends when they leave it, and shows no start screen.

    It returns a sentence for the guest. A fault ends it alone.
    """

    def __init__(self, home: GuestHome, file: SettingsFile, terminal: TerminalKind) -> None:
        settings, name = file.load(), home.find_name(file)
        super().__init__(
            home.plan,
            file=file,
            player=name or "Guest",
            ask_name=not name,
            options=table_options(settings),
            theme=settings.theme,
            known_servers=KnownServers(),
            hosted_game=HostedGame(home.folder / "host"),
            colour_system=_named_colours(settings.colours) or terminal.colour_system,
        )
        if terminal.colourless:
            self.no_color = True
            self._filters.append(Monochrome())

    async def _show_home(self, notice: str) -> None:
        await self._show_screen(ConnectingScreen(notice or WELCOME))

    async def _leave_server(self, sentence: str, *, failed: bool) -> None:
        await self._session.close()
        self.exit(sentence or FAREWELL, return_code=int(failed))

    def action_open_hands(self) -> None:
        """Says that a guest names no files."""
        self.show_notice(NO_FILES)

    def action_suspend_process(self) -> None:
        """Does nothing: the process is not the guest's."""

    def _handle_exception(self, error: Exception) -> None:
        logger.error("A guest's client has failed: %s", describe_fault(error))
        self.exit(FAULT, return_code=1)
        self._close_messages_no_wait()


def _named_colours(choice: str) -> Any:
    return TEXTUAL_NAMES.get(choice)


def describe_fault(error: BaseException) -> str:
    """Returns the type of an error and where it came from; its text is left out, for it may hold what a guest typed."""
    cause = getattr(error, "error", error)  # of a worker of Textual
    trace = cause.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = "" if trace is None else f" at {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"
    return f"{type(cause).__name__}{where}"
