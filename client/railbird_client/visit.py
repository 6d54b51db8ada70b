"""One stay at one server: the server itself where it is the player's own, the link, and the way to a table.

A visit knows what the player came for and carries it out with the commands that everybody uses. What he then sees is
not its matter.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from railbird_client.address import Address
from railbird_client.link import Link, LinkEvent, Offline
from railbird_client.plans import Host, Join, Plan, Play, TableWish, Watch
from railbird_client.server_process import ServerProcess, log_path, serve_command
from railbird_shared import commands
from railbird_shared.messages import Lobby, TableInfo, Welcome

EVERYWHERE = "0.0.0.0"  # noqa: S104 - a host's friends come from other machines
FAST = ("--pause", "1", "--quick-bots")
"""What makes a server of one's own fast: a second between hands, and bots that do not ponder."""


class Visit:
    """A stay at a server, from the first knock until the player leaves."""

    def __init__(self, plan: Plan, *, name: str, token: Callable[[Address], str]) -> None:
        self.plan = plan
        self.welcome: Welcome | None = None
        self._name = name
        self._token = token
        self._link: Link | None = None
        self._looking = False

    @property
    def waiting(self) -> str:
        """What the player waits for, in words."""
        match self.plan:
            case Play():
                return "Shuffling up…"
            case Host():
                return "Opening your table…"
            case Join(address) | Watch(address):
                return f"Calling {address}…"

    @property
    def own(self) -> bool:
        """Whether the server is the player's own."""
        return isinstance(self.plan, Play | Host)

    @property
    def keeps_token(self) -> bool:
        """Whether the player may want to come back to this server; the rail and a private game need no name."""
        return isinstance(self.plan, Host | Join)

    @property
    def link(self) -> Link:
        """The link to the server; raises Offline before there is one."""
        if self._link is None:
            raise Offline("There is no connection to a server yet.")
        return self._link

    async def run(self, hear: Callable[[LinkEvent], None], lost: Callable[[], Awaitable[None]]) -> None:
        """Stays until the link closes; `lost` is told if the player's own server ends early. Raises ServerFailed."""
        match self.plan:
            case Play(fast=fast, terms=terms):
                options = (*terms.options, *(FAST if fast else ()))
                await self._stay_at_own(serve_command(options=options), hear, lost)
            case Host(port=port, terms=terms):
                await self._stay_at_own(serve_command(host=EVERYWHERE, port=port, options=terms.options), hear, lost)
            case Join(address) | Watch(address):
                assert address is not None
                await self._stay(address, hear)

    def arrive(self, welcome: Welcome) -> bool:
        """Notes a welcome; returns whether it is the first of this visit."""
        first, self.welcome = self.welcome is None, welcome
        return first

    async def go_to_table(self) -> None:
        """Does what the player came for, or asks for the tables to choose from; raises Declined or Offline."""
        assert self.welcome is not None
        if self.welcome.table:
            await self.watch(self.welcome.table)
            return
        match self.plan:
            case Play(wish) | Host(wish):
                await self.open_table(wish)
            case Join() | Watch():
                self._looking = True
                await self.link.ask(commands.ListTables())

    def only_table(self, lobby: Lobby) -> TableInfo | None:
        """Returns the table to go to at once: the only one, seen for the first time, that has what the player wants."""
        looking, self._looking = self._looking, False
        wanted = [table for table in lobby.tables if isinstance(self.plan, Watch) or len(table.players) < table.seats]
        return wanted[0] if looking and len(wanted) == 1 else None

    async def open_table(self, wish: TableWish) -> None:
        """Opens a table, takes a seat and fills others with bots; raises Declined or Offline."""
        assert self.welcome is not None
        opened = await self.link.ask(wish.command(self.welcome.name))
        await self.sit(opened.table)
        styles = self.welcome.bots or ("",)
        for number in range(wish.bots):
            await self.link.ask(commands.AddBot(style=styles[number % len(styles)]))

    async def sit(self, table: str, chips: int = 0) -> None:
        """Goes to a table and takes any seat, with the usual buy-in for 0 chips; raises Declined or Offline."""
        await self.watch(table)
        await self.link.ask(commands.Sit(chips=chips))

    async def watch(self, table: str) -> None:
        """Goes to a table and looks on; raises Declined or Offline."""
        await self.link.ask(commands.Watch(table=table))

    async def _stay_at_own(
        self, command: tuple[str, ...], hear: Callable[[LinkEvent], None], lost: Callable[[], Awaitable[None]]
    ) -> None:
        server = await ServerProcess.start(command, log_path())
        try:
            server.when_lost(lost)
            await self._stay(server.address, hear)
        finally:
            await server.stop()

    async def _stay(self, address: Address, hear: Callable[[LinkEvent], None]) -> None:
        token = self._token(address) if self.keeps_token else ""
        self._link = Link(address, name=self._name, token=token, hear=hear)
        await self._link.run()
