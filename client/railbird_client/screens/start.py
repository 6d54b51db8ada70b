"""The first screen: the player's name, and what can be done.

It has to come at once, so the dialogs are imported when one is asked for.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from railbird_client.hosted_game import GameLeft
from railbird_client.launch import HostTable, JoinServer, LaunchPlan, NewTable, PlayBots, ServerOptions, WatchServer
from railbird_client.model.keys import with_capitals
from railbird_client.settings import Settings
from railbird_client.widgets.ascii_fallback import apply_ascii_fallback
from railbird_client.widgets.menu import Menu, MenuItem
from railbird_client.widgets.server_list import MAX_NUMBER, ServerList
from railbird_shared.address import Address
from railbird_shared.catalogue import CHOICES, find_choice

if TYPE_CHECKING:
    from railbird_client.lan_search import Search
    from railbird_client.model.found_servers import FoundServer

MOTTO = "The home game of poker, in a terminal."

SEARCH_SECONDS = 2.0
"""How long the screen says that it looks for servers; it goes on looking after that."""

LOOKING = "Looking for games…"

HIGH_ROWS = 22
"""From how many rows the menu has two rows for an entry; the style sheet knows them by the class `-high`."""

SIGN_ROWS, SMALL_SIGN_ROWS = 5, 2
FIXED_ROWS_HIGH = SIGN_ROWS + 2 + 11 + 1
FIXED_ROWS_LOW = SMALL_SIGN_ROWS + 2 + 7 + 1
"""Rows of the sign, the name, the menu and the key line, with their margins."""

MIN_LIST_ROWS, MAX_LIST_ROWS = 3, 7
MAX_NOTICE_ROWS = 3

LOGO = (
    "╭───╭───╭───╭───╭────╮",
    "│A♠ │K♥ │Q♣ │J♦ │T♠  │",
    "│   │   │   │   │    │",
    "╰───╰───╰───╰───╰────╯",
)


class StartScreen(Screen[None]):
    """Asks what to do: at the start without a command, and after a game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_capitals("p"), "choose('p')", "Play against bots", show=False),
        Binding(with_capitals("h"), "choose('h')", "Host a table", show=False),
        Binding(with_capitals("j"), "choose('j')", "Join a table", show=False),
        Binding(with_capitals("w"), "choose('w')", "Watch a table", show=False),
        Binding(with_capitals("q"), "app.quit", "Quit", show=False),
        Binding(with_capitals("n"), "rename", "Change your name", show=False),
        Binding(with_capitals("s"), "app.open_settings", "Settings", show=False),
        Binding("left", "step_game(-1)", "Game before", show=False),
        Binding("right", "step_game(1)", "Next game", show=False),
        Binding("minus", "step_bots(-1)", "Fewer bots", show=False),
        Binding("plus,equals_sign", "step_bots(1)", "More bots", show=False),
        *(Binding(str(number), f"join_found({number})", show=False) for number in range(1, MAX_NUMBER + 1)),
    ]

    @dataclass
    class PlanChosen(Message):
        """The player has chosen what to do."""

        plan: LaunchPlan

    @dataclass
    class Renamed(Message):
        """The player has taken another name."""

        name: str

    def __init__(
        self,
        settings: Settings,
        *,
        player: str,
        notice: str = "",
        search: Search | None = None,
        game_left: GameLeft | None = None,
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
        self._game_index = CHOICES.index(find_choice(settings.game))
        self._bot_count = max(1, settings.bots)

    def compose(self) -> ComposeResult:
        """Builds the screen: the logo, the name, the menu and a notice."""
        with Vertical(id="start"):
            yield Static(apply_ascii_fallback(self.app, _logo()), id="sign")
            yield Static(Content.assemble(("RAILBIRD", "bold $accent"), ("   " + MOTTO, "$dim")), id="small-sign")
            yield Static(id="player")
            yield Menu(self._menu_items())
            if self._search is not None:
                yield ServerList()
            yield Static(Content(self._notice), id="notice")
        yield Static(apply_ascii_fallback(self.app, _key_hints()), id="keys")

    def on_mount(self) -> None:
        """Shows the name and the notice."""
        self._show_player()
        self.query_one("#notice").display = bool(self._notice)
        if self._search is not None:
            server_list = self.query_one(ServerList)
            server_list.border_title = "On your network"
            server_list.sentence = LOOKING
            self.call_after_refresh(self._begin_search, self._search)

    def _begin_search(self, search: Search) -> None:
        """Searches the network from now on; the first screen is painted by then."""
        self.run_worker(self._run_search(search), group="search")
        self.set_timer(SEARCH_SECONDS, self._end_looking)

    async def _run_search(self, search: Search) -> None:
        from railbird_client.lan_search import SearchUnavailable

        try:
            await search(self.query_one(ServerList).show)
        except SearchUnavailable as unavailable:
            self.query_one(ServerList).sentence = f"{unavailable} [J] joins by address."

    def _end_looking(self) -> None:
        server_list = self.query_one(ServerList)
        if server_list.sentence == LOOKING:
            server_list.sentence = "No game found so far. [J] joins by the address that your host tells you."

    def on_resize(self) -> None:
        """Gives the list of servers the rows that are left."""
        self._fit_server_list()

    def _fit_server_list(self) -> None:
        """Gives the list of servers the rows that nothing else needs; with too few it is not shown."""
        if self._search is None:
            return
        width, height = self.app.size
        high = height >= HIGH_ROWS
        notice_rows = min(MAX_NOTICE_ROWS, len(textwrap.wrap(self._notice, min(70, width) - 6))) + bool(self._notice)
        rows = height - notice_rows - (FIXED_ROWS_HIGH if high else FIXED_ROWS_LOW)
        short = high and rows < MIN_LIST_ROWS
        self.set_class(short, "-short")
        rows += (SIGN_ROWS - SMALL_SIGN_ROWS) * short
        server_list = self.query_one(ServerList)
        server_list.display = rows >= MIN_LIST_ROWS
        server_list.styles.height = min(rows, MAX_LIST_ROWS)

    async def action_choose(self, key: str) -> None:
        """Does what the menu's entry of that key says."""
        if not self.is_active:  # the key was pressed twice
            return
        menu = self.query_one(Menu)
        menu.index = next(at for at, entry in enumerate(menu.items) if entry.key == key)
        match key:
            case "p":
                self._choose_plan(PlayBots(NewTable(CHOICES[self._game_index].id, bots=self._bot_count)))
            case "h" if self._game_left:
                self._choose_plan(HostTable(NewTable(CHOICES[self._game_index].id)))
            case "h":
                self._ask_table()
            case "j":
                self._ask_address("Join a table", JoinServer)
            case "w":
                self._ask_address("Watch a table", WatchServer)
            case _:
                await self.app.action_quit()

    def action_rename(self) -> None:
        """Asks for another name."""
        from railbird_client.screens.dialogs import NameDialog

        if self.is_active:
            self.app.push_screen(NameDialog(self._player), self._set_name)

    def action_step_game(self, by: int) -> None:
        """Offers the previous or the next game."""
        self._game_index = (self._game_index + by) % len(CHOICES)
        self._bot_count = min(self._bot_count, CHOICES[self._game_index].max_seats - 1)
        self._update_menu()

    def action_step_bots(self, by: int) -> None:
        """Offers one bot fewer or more."""
        self._bot_count = min(max(self._bot_count + by, 1), CHOICES[self._game_index].max_seats - 1)
        self._update_menu()

    def action_join_found(self, number: int) -> None:
        """Joins the server of that number in the list."""
        server = self.query_one(ServerList).find_number(number) if self._search is not None else None
        if server is not None and self.is_active:
            self._join(server)

    @on(ServerList.Selected)
    def _server_selected(self, message: ServerList.Selected) -> None:
        if self.is_active:
            self._join(message.server)

    @on(Menu.LeftAtBottom)
    def _go_to_servers(self) -> None:
        if self._search is not None and self.query_one(ServerList).servers:
            self.query_one(ServerList).focus()

    @on(ServerList.LeftAtTop)
    def _go_to_menu(self) -> None:
        self.query_one(Menu).focus()

    def _join(self, server: FoundServer) -> None:
        if server.objection:
            self.notify(f"{server.name} {server.objection}.", markup=False)
        else:
            self._choose_plan(JoinServer(server.address))

    @on(Menu.Selected)
    async def _menu_item_selected(self, message: Menu.Selected) -> None:
        await self.action_choose(message.key)

    def _ask_table(self) -> None:
        from railbird_client.screens.host_form import HostFormScreen, profiles_of, setup_for

        setup = setup_for(CHOICES[self._game_index].id, f"{self._player}'s table")
        profiles = profiles_of(self.app)
        self.app.push_screen(HostFormScreen(setup, title="Host a table", profiles=profiles), self._host_table)

    def _ask_address(self, title: str, plan: type[JoinServer | WatchServer]) -> None:
        from railbird_client.screens.dialogs import AddressDialog

        def on_answer(address: Address | None) -> None:
            if address is not None:
                self._choose_plan(plan(address))

        self.app.push_screen(AddressDialog(title, known=self._settings.addresses), on_answer)

    def _host_table(self, new_table: NewTable | None) -> None:
        if new_table is not None:
            found = new_table.opening is None or new_table.opening.listed
            self._choose_plan(HostTable(new_table, server_options=ServerOptions(found=found)))

    def _choose_plan(self, plan: LaunchPlan) -> None:
        self.post_message(self.PlanChosen(plan))

    def _set_name(self, name: str | None) -> None:
        if name:
            self.show_name(name)
            self.post_message(self.Renamed(name))

    def show_name(self, name: str) -> None:
        """Shows another name of the player."""
        self._player = name
        self._show_player()

    def _show_player(self) -> None:
        who = Content.assemble("You are ", (self._player, "bold"), ("     N another name", "$dim"))
        self.query_one("#player", Static).update(who)

    def _update_menu(self) -> None:
        self.query_one(Menu).items = self._menu_items()

    def _host_item(self) -> MenuItem:
        match self._game_left:
            case GameLeft.RUNNING:
                return MenuItem("h", "Back to your game", description="your game of this evening is still running")
            case GameLeft.KEPT:
                return MenuItem(
                    "h", "Back to your game", description="your last game waits to go on, with everybody's chips"
                )
            case _:
                return MenuItem("h", "Host a table", description="friends on your network join from their own machines")

    def _menu_items(self) -> tuple[MenuItem, ...]:
        game = CHOICES[self._game_index]
        bots = f"{self._bot_count} bot{'s' if self._bot_count > 1 else ''}"
        last = self._settings.last_server
        join = f"last time it was {last}" if last else "at the address that your host tells you"
        return (
            MenuItem("p", "Play against bots", f"◂ {game.name} ▸ {bots}", game.description),
            self._host_item(),
            MenuItem("j", "Join a table", description=join),
            MenuItem("w", "Watch a table", description="from the rail, without a seat"),
            MenuItem("q", "Quit"),
        )


def _logo() -> Content:
    titles = ("", "R A I L B I R D", MOTTO, "")
    colours = {"♥": "$suit-heart", "♦": "$suit-diamond", "♣": "$suit-club"}
    lines: list[Content] = []
    for art, title in zip(LOGO, titles, strict=True):
        line = Content(art)
        for symbol, colour in colours.items():
            if symbol in art:
                at = art.index(symbol)
                line = line.stylize(colour, at - 1, at + 1)
        lines.append(Content.assemble(line, "   ", (title, "bold $accent" if title.isupper() else "$dim")))
    return Content("\n").join(lines)


def _key_hints() -> Content:
    keys = (("↑↓", "choose"), ("Enter", "go"), ("←→", "game"), ("- +", "bots"), ("N", "name"), ("^P", "palette"))
    return Content("  ").join(Content.assemble((key, "bold"), " ", (word, "$dim")) for key, word in keys)
