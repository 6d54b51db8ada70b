"""The start screen as values: its keys, what can be chosen, what is marked, and what is known of it.

Announcements of strangers on the network are text that another module has cleaned; nothing here vouches for it.
"""

from __future__ import annotations

from msgspec import Struct

from railbird_client.drawing.canvas import KeyPress, Press
from railbird_client.network.lan_search import FoundServer
from railbird_client.settings.player_settings import VisitedServer
from railbird_client.table.paint.small_table import Fact, SeatCount
from railbird_shared.network.address import Address


class StartKey(KeyPress):
    """The keys of the start screen, in the order of its help, and what a click on its buttons and hints presses.

    `keys` are empty where they are bound elsewhere, or where the key stands for those that follow it. `action` is what
    a key or a click runs, empty for what cannot be clicked, and `display` is empty where nothing shows the key.
    `labels` are those of its button or hint, the shortest last, and `keycap` is the key there: both of a pair, and the
    first of those that do the same. `description` is its line in the command palette and, unless there is a
    `help_line`, in the help.
    """

    MOVE = "", "↑ ↓", "", "Choose what Enter does", "", "choose"
    UP = "up,shift+tab", "", "move(-1)", "Up"
    DOWN = "down,tab", "", "move(1)", "Down"
    FIRST = "home", "", "move(-99)", "First"
    LAST = "end", "", "move(99)", "Last"
    NUMBER = "", "1 to 9", "", "Sit down at a table on the network"
    ACCEPT = "enter", "Enter", "accept", "Do what is marked", "sit down, play, host or join what is marked"
    WATCH = "w", "W", "watch", "Watch the marked table, or one at an address", "", "Watch"
    PLAY = "p,b", "B P", "play", "Play against bots", "", "Play bots", "Bots"
    GAME = "", "← →", "step_game(1)", "Another game", "", "game"
    GAME_BEFORE = "left", "", "step_game(-1)", "Game before"
    NEXT_GAME = "right", "", "step_game(1)", "Next game"
    BOTS = "", "- +", "", "Fewer or more bots", "", "bots"
    FEWER_BOTS = "minus", "", "step_bots(-1)", "Fewer bots"
    MORE_BOTS = "plus,equals_sign", "", "step_bots(1)", "More bots"
    HOST = "h,n", "N H", "host", "Host a table", "host a table for friends, or go back to yours", "Host a table", "Host"
    TOURNAMENT = "t", "T", "tournament", "Host a tournament"
    JOIN = "j", "J", "join", "Join a table by address or invite link", "", "Join address", "Join"
    SEARCH_AGAIN = "r", "R", "search_again", "Look for tables on the network again", "", "look again"
    REPLAY = "v", "V", "app.open_hands", "Replay a file of hands", "", "replay"
    SETTINGS = "s", "S F5", "app.open_settings", "Settings", "settings and your name", "settings"
    HELP = "question_mark", "?", "help", "Keys of this screen", "this page", "help"
    PALETTE = "", "^P", "", "All commands, to search in"
    QUIT = "q", "Q", "app.quit", "Quit", "", "quit"
    NAME = "", "", "app.change_name"

    def __init__(
        self, keys: str, display: str, action: str, description: str = "", help_line: str = "", *labels: str
    ) -> None:
        super().__init__(keys, display, description)
        self.action, self.labels = action, labels
        self.help_line = help_line or description[:1].lower() + description[1:]
        self.keycap = display.partition(" ")[0] if keys else display.replace(" ", "")


BOTS, HOST, TOURNAMENT = StartKey.PLAY.action, StartKey.HOST.action, StartKey.TOURNAMENT.action
"""The keys and actions of the entries of one's own; the last one is missing while a game of the player's is left."""


class Entry(Struct, frozen=True, kw_only=True):
    """Something to choose: a title and what stands beside and below it.

    `key` stays the same while the entry changes. The digit or letter `shortcut` chooses it where it has one. `seats` is
    drawn as dots where it is known, else `right` stands there, with `status` below it. `enter` says what Enter does.
    """

    key: str
    title: str
    detail: str = ""
    note: str = ""
    right: str = ""
    status: str = ""
    shortcut: str = ""
    seats: SeatCount | None = None
    lock: str = ""
    """The reason why nobody may simply sit down, drawn behind the seats."""
    gains: bool | None = None
    """Whether `right` tells a gain or a loss; None where it tells neither."""
    enter: str = "Sit down"
    facts: tuple[Fact, ...] = ()
    address: Address | None = None
    """The server to which it leads, None for one of the player's own."""
    objection: str = ""
    """Why nobody can go there, empty where they can."""


class Section(Struct, frozen=True):
    """Entries under a title, with a few words at its right; `sentence` is said where there are none."""

    title: str
    entries: tuple[Entry, ...] = ()
    right: str = ""
    sentence: str = ""


class StartPage(Struct, frozen=True, kw_only=True):
    """The page of the start screen: sections of entries, of which the one with the key `marked` is chosen by Enter."""

    player: str
    sections: tuple[Section, ...]
    marked: str
    notice: str = ""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries, from the top to the bottom."""
        return tuple(entry for section in self.sections for entry in section.entries)

    @property
    def chosen(self) -> Entry:
        """The marked entry, or the first one of one's own where it has gone."""
        found = {entry.key: entry for entry in self.entries}
        return found.get(self.marked) or found[BOTS]

    def neighbour(self, by: int) -> str:
        """Returns the key of the entry so many places from the marked one; it stops at both ends."""
        at = self.entries.index(self.chosen)
        return self.entries[min(max(at + by, 0), len(self.entries) - 1)].key

    @property
    def help_lines(self) -> tuple[tuple[str, str], ...]:
        """The keys of the screen and what they do; digits are among them where they choose an entry."""
        numbered = any(entry.shortcut.isdigit() for entry in self.entries)
        shown = (key for key in StartKey if key.display and (numbered or key is not StartKey.NUMBER))
        return tuple((key.display, key.help_line) for key in shown)


class EntryClick(Struct, Press, frozen=True):
    """A click on an entry, by its key."""

    entry: str


MAX_NUMBER = 9
"""The highest number that a key chooses."""


def found_entry(server: FoundServer, number: int, *, visited: str = "") -> Entry:
    """Returns the entry of a server on the network; `visited` says when the player was there."""
    said = server.announcement
    games = server.games_text
    last_visit = f"you were here {visited}" if visited else ""
    facts = (
        Fact("games" if "," in games else "game", games),
        Fact("seats", server.seats_text if said.tables or not said.tournament else server.lock_text),
        Fact("tables", str(said.tables) if said.tables > 1 else ""),
        Fact("event", server.tournament_text),
        Fact("at", str(server.address.short)),
        Fact("trouble", server.objection),
        Fact("proof", server.fingerprint_text),
        Fact("visited", last_visit),
    )
    shows_seats = said.tables == 1 and said.seats > 0 and not server.objection
    return Entry(
        key=f"found {server.instance}",
        title=server.name,
        detail=games,
        note=server.address.short,
        status=last_visit,
        right=server.objections[1] or server.seats_text,
        seats=SeatCount(said.seats - said.free_seats, said.seats) if shows_seats else None,
        lock=server.lock_text,
        shortcut=str(number) if number <= MAX_NUMBER else "",
        facts=facts,
        address=server.address,
        objection=server.objection,
    )


def bots_entry(game: str, description: str, bots: int) -> Entry:
    """Returns the entry that plays against bots."""
    opponents = f"{bots} bot{'s' if bots > 1 else ''}"
    facts = (Fact("game", game), Fact("", description), Fact("seats", f"you and {opponents}"))
    return Entry(
        key=BOTS,
        title="Play against bots",
        detail=f"◂ {game} ▸ {opponents}",
        note=description,
        seats=SeatCount(bots + 1, bots + 1),
        enter="Play",
        facts=(*facts, Fact("clock", "none: think as long as you like")),
    )


def host_entry(left: str) -> Entry:
    """Returns the entry that hosts a game; `left` says how the player's last one is to be found, empty if it ended."""
    if left:
        return Entry(key=HOST, title="Back to your game", note=left, enter="Go back", facts=(Fact("", left),))
    return Entry(
        key=HOST,
        title="Host a table",
        note="friends on your network join from their own machines",
        enter="Host",
        facts=(
            Fact("game", "you choose it, with stakes, seats and house rules"),
            Fact("friends", "find it in this list, or join by a link or a QR code"),
            Fact("ends", "when you say so; it goes on while you are away"),
        ),
    )


TOURNAMENT_ENTRY = Entry(
    key=TOURNAMENT,
    title="Host a tournament",
    note="levels made from players, chips and hours",
    shortcut=StartKey.TOURNAMENT.keycap,
    enter="Host",
    facts=(
        Fact("levels", "are proposed, and the end with them"),
        Fact("prizes", "places, bounties, rebuys and deals"),
        Fact("players", "2 to 100, on as many tables as it takes"),
    ),
)


def recent_entry(visited: VisitedServer, address: Address, *, when: str, player: str) -> Entry:
    """Returns the entry of a server visited before at an address; `player` is what the player is called now."""
    result, name = visited.result, visited.name
    net = "" if result is None else f"{result:+,}".replace("-", "−")
    facts = (Fact("at", visited.address), Fact("visited", when), Fact("result", net), Fact("name", name))
    return Entry(
        key=f"recent {visited.address}",
        title=visited.address,
        detail=when,
        right=net,
        gains=None if not result else result > 0,
        status="" if name == player else f"as {name}",
        enter="Join",
        facts=facts,
        address=address,
    )


def days_ago(days: int) -> str:
    """Returns when something was that lies so many midnights back."""
    if days <= 1:
        return "yesterday" if days == 1 else "today"
    for end, length, unit in ((14, 1, "days"), (60, 7, "weeks"), (730, 30, "months")):
        if days < end:
            return f"{days // length} {unit} ago"
    return f"{days // 365} years ago"
