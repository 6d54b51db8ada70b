"""The first screen: tables on the network, one's own games, recent servers, and what is known of the marked one.

It has to come at once, so the forms and the pages that it opens are imported when they are asked for.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click, MouseMove
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from railbird_client.drawing.canvas import PixelCanvas
from railbird_client.drawing.palette import Look
from railbird_client.hosting.hosted_game import GameLeft
from railbird_client.player_requests import HostTable, JoinServer, LaunchPlan, NewTable, PlayBots, WatchServer
from railbird_client.settings.player_settings import Settings, VisitedServer
from railbird_client.start import start_page
from railbird_client.start.start_page import BOTS, HOST, TOURNAMENT, EntryClick, StartKey, StartPage
from railbird_client.start.start_painter import StartPainter
from railbird_client.widgets.controls import WheelMoves
from railbird_client.widgets.dialogs import LineDialog, ask
from railbird_client.widgets.pixel_canvas_widget import CanvasScreen, PixelCanvasWidget
from railbird_client.widgets.terminal import with_capitals
from railbird_shared.game.catalogue import CHOICES, TableChoice, find_choice
from railbird_shared.network.address import Address, BadAddress, parse_address

if TYPE_CHECKING:
    from railbird_client.network.lan_search import FoundServer, Search

SEARCH_SECONDS = 2.0
"""How long the screen says that it looks for servers; it goes on looking after that."""

LOOKING = "Looking for tables…"
NOTHING_FOUND = "None found so far. [J] joins by the address that your host tells you."

MAX_RECENT = 6
"""How many of the servers visited are listed."""

_MAX_ADDRESS_LENGTH = 300
_MAX_KNOWN_ADDRESSES = 4


class StartScreen(WheelMoves, CanvasScreen[None]):
    """Asks what to do: at the start without a command, and after a game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(with_capitals(key.keys), key.action, key.description, show=False) for key in StartKey if key.keys),
        *(Binding(str(number), f"join_found({number})", show=False) for number in range(1, start_page.MAX_NUMBER + 1)),
    ]

    @dataclass
    class PlanChosen(Message):
        """The player has chosen what to do."""

        plan: LaunchPlan

    def __init__(
        self,
        settings: Settings,
        *,
        player: str,
        notice: str = "",
        search: Search | None = None,
        game_left: GameLeft | None = None,
        today: Callable[[], date] = date.today,
    ) -> None:
        """`search` finds the servers on the network while the screen is there; without it none are listed.

        `game_left` is the player's own game that they may come back to.
        """
        super().__init__()
        self._search = search
        self._game_left = game_left
        self._settings = settings
        self._player = player
        self._notice = notice
        self._today = today
        self._game_index = CHOICES.index(find_choice(settings.game))
        self._bot_count = max(1, settings.bots)
        self._marked = BOTS
        self._servers: dict[int, FoundServer] = {}
        self._numbers: dict[str, int] = {}
        self._search_sentence = LOOKING if search is not None else ""
        self._recent = tuple(_recent(settings))

    def on_mount(self) -> None:
        """Begins to look for servers once the screen is shown."""
        if self._search is not None:
            self.call_after_refresh(self._begin_search, self._search)

    # --- what is on the network --------------------------------------------------------------------------------------

    def _begin_search(self, search: Search) -> None:
        """Searches the network from now on; the first screen is painted by then."""
        from railbird_client.network.lan_search import SearchUnavailable

        async def look() -> None:
            try:
                await search(self._show_servers)
            except SearchUnavailable as unavailable:
                self._say(f"{unavailable} [J] joins by address.")

        def end_looking() -> None:
            if self._search_sentence == LOOKING:
                self._say(NOTHING_FOUND)

        self.run_worker(look(), group="search", exclusive=True)
        self.set_timer(SEARCH_SECONDS, end_looking)

    def _say(self, sentence: str) -> None:
        self._search_sentence = sentence
        self.redraw()

    def _show_servers(self, servers: Sequence[FoundServer]) -> None:
        """Lists servers by their numbers, which stay the same while others come and go."""
        numbered = {self._numbers.setdefault(each.instance, len(self._numbers) + 1): each for each in servers}
        self._servers = dict(sorted(numbered.items()))
        self.redraw()

    def action_search_again(self) -> None:
        """Looks for servers on the network from the beginning."""
        if self._search is not None:
            self._servers = {}
            self._say(LOOKING)
            self._begin_search(self._search)

    # --- what is shown -----------------------------------------------------------------------------------------------

    @property
    def _game(self) -> TableChoice:
        return CHOICES[self._game_index]

    def _page(self) -> StartPage:
        game, left = self._game, self._game_left
        own = (start_page.bots_entry(game.name, game.description, self._bot_count), start_page.host_entry(left or ""))
        near = {place: self._when(visit) for visit, address in reversed(self._recent) for place in _places(address)}
        found = tuple(
            start_page.found_entry(
                server, number, visited=next((near[place] for place in _places(server.address) if place in near), "")
            )
            for number, server in self._servers.items()
        )
        on_network = {place for server in self._servers.values() for place in _places(server.address)}
        recent = tuple(
            start_page.recent_entry(visited, address, when=self._when(visited), player=self._player)
            for visited, address in self._recent
            if on_network.isdisjoint(_places(address))
        )
        count = f"{len(found)} found" if found else ""
        sections = (
            start_page.Section("Tables on this network", found, count, self._search_sentence),
            start_page.Section("Play here", own if left else (*own, start_page.TOURNAMENT_ENTRY)),
            start_page.Section("Recent", recent[:MAX_RECENT]),
        )
        return StartPage(
            player=self._player,
            sections=tuple(section for section in sections if section.entries or section.sentence),
            marked=self._marked,
            notice=self._notice,
        )

    def _when(self, visited: VisitedServer) -> str:
        if not visited.visited:
            return ""
        year, month, day, *_ = time.localtime(visited.visited)
        return start_page.days_ago((self._today() - date(year, month, day)).days)

    def draw(self, canvas: PixelCanvas, look: Look) -> None:
        """Draws what there is now: the screen at once, and the small table a moment later."""
        is_first = self.canvas.canvas is None
        StartPainter(canvas, self._page(), look).draw(with_table=not is_first)
        if is_first:
            self.call_after_refresh(self.redraw)

    def show_name(self, name: str) -> None:
        """Shows another name of the player."""
        self._player = name
        self.redraw()

    # --- keys and clicks ---------------------------------------------------------------------------------------------

    def action_move(self, by: int) -> None:
        """Marks another entry."""
        self._mark(self._page().neighbour(by))

    def _mark(self, entry: str) -> None:
        if entry != self._marked:
            self._marked = entry
            self.redraw()

    def on_mouse_move(self, event: MouseMove) -> None:
        """Marks the entry under the pointer."""
        shown = self.canvas.canvas
        area = shown.press_at(event.screen_x, event.screen_y) if shown is not None else None
        if area is not None and isinstance(area.press, EntryClick):
            self._mark(area.press.entry)

    @on(PixelCanvasWidget.Pressed)
    async def _picture_pressed(self, message: PixelCanvasWidget.Pressed) -> None:
        """Chooses the entry, or does what the button says, that was clicked."""
        press = message.press
        if isinstance(press, EntryClick):
            self._mark(press.entry)
            press = StartKey.ACCEPT
        if isinstance(press, StartKey):
            await self.run_action(press.action)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Whether a key acts: one that was pressed twice is too late once another screen is open."""
        return self.is_active

    async def action_accept(self) -> None:
        """Does what the marked entry says."""
        entry = self._page().chosen
        if entry.address is None:
            await self.run_action(entry.key)
        else:
            self._go(JoinServer)

    def action_play(self) -> None:
        """Plays against bots."""
        self._mark(BOTS)
        self._choose_plan(PlayBots(NewTable(self._game.id, bots=self._bot_count)))

    def action_host(self) -> None:
        """Asks which table to host, or goes back to the player's own game."""
        from railbird_client.hosting.form_screen import HostFormScreen, setup_for
        from railbird_client.hosting.profiles import profiles_of

        self._mark(HOST)
        if self._game_left:
            self._choose_plan(HostTable(NewTable(self._game.id)))
            return
        setup = setup_for(self._game.id, f"{self._player}'s table")
        form = HostFormScreen(setup, profiles_of(self.app).tables, title="Host a table")
        ask(self.app, form, lambda new_table: self._choose_plan(HostTable(new_table)))

    def action_tournament(self) -> None:
        """Asks for everything about a tournament to host."""
        from railbird_client.hosting.form_screen import tournament_form

        if self._game_left:
            self.notify("Go back to your game with [H] first; [T] in its lobby opens a tournament.", markup=False)
            return
        self._mark(TOURNAMENT)
        form = tournament_form(self.app, self._player)
        ask(self.app, form, lambda command: self._choose_plan(HostTable(NewTable(tournament=command))))

    def action_join(self) -> None:
        """Asks for an address or an invite link to join."""
        self.ask_address(JoinServer)

    def action_watch(self) -> None:
        """Watches the marked table, or asks for an address."""
        self._go(WatchServer)

    def action_join_found(self, number: int) -> None:
        """Joins the server of that number in the list."""
        if entry := next((each for each in self._page().entries if each.shortcut == str(number)), None):
            self._mark(entry.key)
            self._go(JoinServer)

    def _go(self, plan: type[JoinServer | WatchServer]) -> None:
        """Joins or watches the marked server; where none is marked, asks for an address."""
        entry = self._page().chosen
        if entry.address is None:
            self.ask_address(plan)
        elif entry.objection:
            self.notify(f"{entry.title} {entry.objection}.", markup=False)
        else:
            self._choose_plan(plan(entry.address))

    def action_help(self) -> None:
        """Shows the keys of this screen."""
        from railbird_client.widgets.page_screen import Page, keys_page

        footer = "Everything can be clicked, too. Esc closes this page."
        self.app.push_screen(Page("keys of this screen", keys_page(self._page().help_lines, footer)))

    def action_step_game(self, by: int) -> None:
        """Offers the previous or the next game."""
        self._game_index = (self._game_index + by) % len(CHOICES)
        self._bot_count = min(self._bot_count, self._game.max_seats - 1)
        self.redraw()

    def action_step_bots(self, by: int) -> None:
        """Offers one bot fewer or more."""
        self._bot_count = min(max(self._bot_count + by, 1), self._game.max_seats - 1)
        self.redraw()

    def ask_address(self, plan: type[JoinServer | WatchServer]) -> None:
        """Asks for the address of a server to join or to watch."""
        title = "Join a table" if plan is JoinServer else "Watch a table"
        dialog = AddressDialog(title, known=self._settings.addresses)
        ask(self.app, dialog, lambda address: self._choose_plan(plan(address)))

    def _choose_plan(self, plan: LaunchPlan) -> None:
        self.post_message(self.PlanChosen(plan))


class AddressDialog(LineDialog[Address]):
    """Asks for the address of a server, and offers those visited before."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "recall(1)", "Next known server", show=False),
        Binding("up", "recall(-1)", "Known server before", show=False),
    ]

    def __init__(self, title: str, *, known: Sequence[str] = ()) -> None:
        self._known_addresses = tuple(known)[:_MAX_KNOWN_ADDRESSES]
        self._known_index = 0
        super().__init__(
            title,
            "Address",
            parse_address,
            accept="Connect",
            hint="↑↓ servers you have been to" if known else "Your host finds it on their screen.",
            value=known[0] if known else "",
            placeholder="192.168.1.20, den.local:7777 or an invite link",
            max_length=_MAX_ADDRESS_LENGTH,
        )

    def rows(self) -> Iterable[Widget]:
        """Returns the row of the address, the known servers, and the hint."""
        address, *hints = super().rows()
        return (address, *(Static(Content(each), name=each, classes="known") for each in self._known_addresses), *hints)

    def action_recall(self, by: int) -> None:
        """Fills the row with the next or previous known server."""
        if self._known_addresses:
            self._known_index = (self._known_index + by) % len(self._known_addresses)
            self.line_input.value = self._known_addresses[self._known_index]

    @on(Click, ".known")
    def _known_clicked(self, event: Click) -> None:
        event.stop()
        if event.widget is not None and event.widget.name:
            self.line_input.value = event.widget.name
            self.action_accept()


def _places(address: Address) -> tuple[tuple[str, int], ...]:
    """Returns the hosts and ports of an address, by which it is compared with others."""
    return tuple((place.host, place.port) for place in address.places)


def _recent(settings: Settings) -> Iterator[tuple[VisitedServer, Address]]:
    """Yields the servers visited, the latest first, each address once; those that cannot be read are left out."""
    latest = {visited.address: visited for visited in reversed(settings.servers)}
    for text in settings.addresses:
        with suppress(BadAddress):
            yield latest[text], parse_address(text)
