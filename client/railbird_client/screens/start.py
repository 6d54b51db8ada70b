"""The first screen: who plays, and what it shall be."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from railbird_client.address import Address
from railbird_client.plans import GAMES, Host, Join, Plan, Play, TableWish, Watch, offered
from railbird_client.screens.dialogs import AddressDialog, NameDialog, OpenTableDialog
from railbird_client.settings import Settings
from railbird_client.widgets.menu import Entry, Menu
from railbird_client.widgets.signs import signs

MOTTO = "The home game of poker, in a terminal."

LOGO = (
    "╭───╭───╭───╭───╭────╮",
    "│A♠ │K♥ │Q♣ │J♦ │T♠  │",
    "│   │   │   │   │    │",
    "╰───╰───╰───╰───╰────╯",
)


class StartScreen(Screen[None]):
    """Where a player lands who has not said what he wants, and returns to when a game is over."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "choose('p')", "Play against bots", show=False),
        Binding("h", "choose('h')", "Host a table", show=False),
        Binding("j", "choose('j')", "Join a table", show=False),
        Binding("w", "choose('w')", "Watch a table", show=False),
        Binding("q", "app.quit", "Quit", show=False),
        Binding("n", "rename", "Change your name", show=False),
        Binding("left", "turn_game(-1)", "Game before", show=False),
        Binding("right", "turn_game(1)", "Next game", show=False),
        Binding("minus", "turn_bots(-1)", "Fewer bots", show=False),
        Binding("plus,equals_sign", "turn_bots(1)", "More bots", show=False),
    ]

    class Decided(Message):
        """The player has said what he wants."""

        def __init__(self, plan: Plan) -> None:
            super().__init__()
            self.plan = plan

    class Renamed(Message):
        """The player goes by another name."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self, settings: Settings, *, player: str, notice: str = "") -> None:
        super().__init__()
        self._settings = settings
        self._player = player
        self._notice = notice
        self._game = GAMES.index(offered(settings.game))
        self._bots = max(1, settings.bots)

    def compose(self) -> ComposeResult:
        """Builds the screen: the sign, the name, the menu and a line of news."""
        with Vertical(id="start"):
            yield Static(signs(self.app, _sign()), id="sign")
            yield Static(Content.assemble(("RAILBIRD", "bold $accent"), ("   " + MOTTO, "$dim")), id="small-sign")
            yield Static(id="player")
            yield Menu(self._entries())
            yield Static(Content(self._notice), id="notice")
        yield Static(signs(self.app, _keys()), id="keys")

    def on_mount(self) -> None:
        """Shows who plays."""
        self._show_player()
        self.query_one("#notice").display = bool(self._notice)

    async def action_choose(self, key: str) -> None:
        """Goes where the menu's entry of that key leads."""
        if not self.is_active:  # a key that came twice
            return
        menu = self.query_one(Menu)
        menu.at = next(at for at, entry in enumerate(menu.entries) if entry.key == key)
        match key:
            case "p":
                self._decide(Play(TableWish(GAMES[self._game].id, bots=self._bots)))
            case "h":
                wish = TableWish(GAMES[self._game].id, name=f"{self._player}'s table")
                self.app.push_screen(OpenTableDialog(wish, title="Host a table"), self._host)
            case "j":
                self._ask_address("Join a table", Join)
            case "w":
                self._ask_address("Watch a table", Watch)
            case _:
                await self.app.action_quit()

    def action_rename(self) -> None:
        """Asks for another name."""
        if self.is_active:
            self.app.push_screen(NameDialog(self._player), self._rename)

    def action_turn_game(self, by: int) -> None:
        """Offers the game before or after."""
        self._game = (self._game + by) % len(GAMES)
        self._bots = min(self._bots, GAMES[self._game].most_seats - 1)
        self._show_entries()

    def action_turn_bots(self, by: int) -> None:
        """Offers a table with one bot fewer or more."""
        self._bots = min(max(self._bots + by, 1), GAMES[self._game].most_seats - 1)
        self._show_entries()

    @on(Menu.Chosen)
    async def _chosen(self, chosen: Menu.Chosen) -> None:
        await self.action_choose(chosen.key)

    def _ask_address(self, title: str, plan: type[Join | Watch]) -> None:
        def go(address: Address | None) -> None:
            if address is not None:
                self._decide(plan(address))

        self.app.push_screen(AddressDialog(title, known=self._settings.addresses), go)

    def _host(self, wish: TableWish | None) -> None:
        if wish is not None:
            self._decide(Host(wish))

    def _decide(self, plan: Plan) -> None:
        self.post_message(self.Decided(plan))

    def _rename(self, name: str | None) -> None:
        if name:
            self._player = name
            self._show_player()
            self.post_message(self.Renamed(name))

    def _show_player(self) -> None:
        who = Content.assemble("You are ", (self._player, "bold"), ("     N another name", "$dim"))
        self.query_one("#player", Static).update(who)

    def _show_entries(self) -> None:
        self.query_one(Menu).entries = self._entries()

    def _entries(self) -> tuple[Entry, ...]:
        game = GAMES[self._game]
        bots = f"{self._bots} bot{'s' if self._bots > 1 else ''}"
        last = self._settings.last_server
        join = f"last time it was {last}" if last else "at the address that your host tells you"
        return (
            Entry("p", "Play against bots", f"◂ {game.name} ▸ {bots}", game.words),
            Entry("h", "Host a table", words="friends on your network join from their own machines"),
            Entry("j", "Join a table", words=join),
            Entry("w", "Watch a table", words="from the rail, without a seat"),
            Entry("q", "Quit"),
        )


def _sign() -> Content:
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


def _keys() -> Content:
    keys = (("↑↓", "choose"), ("Enter", "go"), ("←→", "game"), ("- +", "bots"), ("N", "name"), ("^P", "palette"))
    return Content("  ").join(Content.assemble((key, "bold"), " ", (word, "$dim")) for key, word in keys)
