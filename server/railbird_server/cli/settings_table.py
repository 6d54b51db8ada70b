"""The settings that a host may make: one table, from which flags, environment variables and the file of settings come.

A setting is a field of `ServerSettings` and a row here. Its flag is the field's name with dashes, its environment
variable `RAILBIRD_` and the name in capitals, and its key in a file the name itself, in the section given here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias

from railbird_server.cli.house import load_house_rules
from railbird_server.config import LOG_FORMATS, ServerSettings
from railbird_server.runtime.bot_workers import usual_process_count
from railbird_server.runtime.network.forwarded import parse_network
from railbird_server.runtime.network.origins import parse_origin
from railbird_shared.fair_deal.setting import FairDeal
from railbird_shared.history.settle_up import parse_worth
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.presets import PRESETS
from railbird_shared.protocol.table_limits import (
    MAX_CHIPS,
    MAX_CLOCK_SECONDS,
    MAX_RAIL_HANDS,
    MAX_RAIL_SECONDS,
    MAX_REBUYS,
)

ENVIRONMENT_PREFIX = "RAILBIRD_"
UNSET_SHOWN = "(none)"
MAX_SECONDS = 30 * 24 * 3600
ON_WORDS = frozenset({"true", "yes", "on", "1"})
OFF_WORDS = frozenset({"false", "no", "off", "0"})
"""What an environment variable says for a switch."""

MAX_QUOTED = 40
"""How many characters of a wrong value an error quotes."""


class HouseChoice(NamedTuple):
    """House rules, and the preset's name or the file that they come from."""

    name: str
    rules: HouseRules


Value: TypeAlias = str | int | float | bool | tuple[str, ...] | HouseChoice | None


class Kind(Protocol):
    """What a setting may be; both methods raise ValueError for a value that it may not be."""

    @property
    def metavar(self) -> str:
        """The value as the help shows it."""
        ...

    @property
    def allowed(self) -> str:
        """The values that are allowed, in words."""
        ...

    def parse(self, text: str) -> Value:
        """Returns the value that a flag or an environment variable gives."""
        ...

    def check(self, value: object) -> Value:
        """Returns the value that a TOML file gives, in which a number is no text."""
        ...


class Number(NamedTuple):
    """A number of a range; a `whole` one has no decimals."""

    least: float
    most: float
    metavar: str = "SECONDS"
    whole: bool = False

    @property
    def allowed(self) -> str:
        """The range in words."""
        return f"a {'whole ' * self.whole}number from {self.least:.10g} to {self.most:.10g}"

    def parse(self, text: str) -> int | float:
        """Returns the number."""
        return self.check(int(text) if self.whole else float(text))

    def check(self, value: object) -> int | float:
        """Returns the number."""
        if isinstance(value, bool) or not isinstance(value, int if self.whole else int | float):
            raise ValueError  # noqa: TRY004  the caller makes one sentence of all
        if not self.least <= value <= self.most:
            raise ValueError
        return value if self.whole else float(value)


class Text(NamedTuple):
    """A text of one line."""

    most: int = 200
    metavar: str = "TEXT"
    least: int = 1

    @property
    def allowed(self) -> str:
        """The length in words."""
        return f"a text of {self.least} to {self.most} characters on one line"

    def parse(self, text: str) -> str:
        """Returns the text."""
        return self.check(text)

    def check(self, value: object) -> str:
        """Returns the text."""
        if not isinstance(value, str) or not self.least <= len(value) <= self.most or not value.isprintable():
            raise ValueError
        return value


class FilePath(NamedTuple):
    """The path of a file or a folder; one in a file of settings is looked for beside that file."""

    metavar: str = "PATH"

    @property
    def allowed(self) -> str:
        """A path in words."""
        return "the path of a file or a folder"

    def parse(self, text: str) -> str:
        """Returns the path."""
        return self.check(text)

    def check(self, value: object) -> str:
        """Returns the path."""
        if not isinstance(value, str) or not value.strip() or "\0" in value:
            raise ValueError
        return value


class Readable(NamedTuple):
    """A text that `read` understands, and returns as it is written usually; else it raises ValueError."""

    read: Callable[[str], str]
    metavar: str
    allowed: str

    def parse(self, text: str) -> str:
        """Returns the text as it is written usually."""
        return self.read(text)

    def check(self, value: object) -> str:
        """Returns the text as it is written usually."""
        if not isinstance(value, str):
            raise ValueError  # noqa: TRY004  the caller makes one sentence of all
        return self.read(value)


class Texts(NamedTuple):
    """Any number of texts: a flag is given for each, a variable separates them by commas, a file has a list."""

    each: Text | Readable
    metavar: str = "TEXT"

    @property
    def allowed(self) -> str:
        """The texts in words."""
        return f"a list, each of it {self.each.allowed}"

    def parse(self, text: str) -> str:
        """Returns one of the texts."""
        return self.each.parse(text.strip())

    def check(self, value: object) -> tuple[str, ...]:
        """Returns the texts of a list."""
        if not isinstance(value, list):
            raise ValueError  # noqa: TRY004  the caller makes one sentence of all
        return tuple(map(self.each.check, value))


class Choice(NamedTuple):
    """One word of a few."""

    words: tuple[str, ...]

    @property
    def metavar(self) -> str:
        """The words."""
        return f"[{'|'.join(self.words)}]"

    @property
    def allowed(self) -> str:
        """The words."""
        return f"one of {', '.join(self.words)}"

    def parse(self, text: str) -> str:
        """Returns the word."""
        return self.check(text)

    def check(self, value: object) -> str:
        """Returns the word."""
        if not isinstance(value, str) or value not in self.words:
            raise ValueError
        return value


class Switch(NamedTuple):
    """On or off; the two flags that say so."""

    on: str
    off: str

    @property
    def metavar(self) -> str:
        """Nothing: the flag is all."""
        return ""

    @property
    def allowed(self) -> str:
        """Both, as in TOML."""
        return "true or false"

    def parse(self, text: str) -> bool:
        """Returns whether it is on."""
        word = text.strip().lower()
        if word not in ON_WORDS | OFF_WORDS:
            raise ValueError
        return word in ON_WORDS

    def check(self, value: object) -> bool:
        """Returns whether it is on."""
        if not isinstance(value, bool):
            raise ValueError  # noqa: TRY004  the caller makes one sentence of all
        return value


class House(NamedTuple):
    """House rules: a preset's name or a file."""

    metavar: str = "PRESET|FILE"

    @property
    def allowed(self) -> str:
        """The presets in words."""
        return f"one of {', '.join(PRESETS)}, or a file of house rules, in quotes"

    def parse(self, text: str) -> HouseChoice:
        """Returns the rules; raises CommandError with a sentence about their file."""
        return HouseChoice(text, load_house_rules(text))

    def check(self, value: object) -> HouseChoice:
        """Returns the rules."""
        if not isinstance(value, str):
            raise ValueError  # noqa: TRY004  the caller makes one sentence of all
        return self.parse(value)


class Setting(NamedTuple):
    """One setting; `usual` computes a default that depends on the machine."""

    section: str
    field: str
    kind: Kind
    help: str
    usual: Callable[[], Value] | None = None
    usual_in_words: str = ""

    @property
    def key(self) -> str:
        """Its name as people read it: section and key."""
        return f"{self.section}.{self.field}"

    @property
    def variable(self) -> str:
        """The name of its environment variable."""
        return ENVIRONMENT_PREFIX + self.field.upper()

    @property
    def flag(self) -> str:
        """Its flag; of a switch the one that turns it on."""
        return self.kind.on.split("/")[0] if isinstance(self.kind, Switch) else f"--{self.field.replace('_', '-')}"

    @property
    def default(self) -> Value:
        """What holds if nobody says anything."""
        if self.usual is not None:
            return self.usual()
        found = getattr(_DEFAULTS, self.field)
        if isinstance(found, HouseRules):
            return HouseChoice(next(name for name, rules in PRESETS.items() if rules == found), found)
        default: Value = found
        return default

    def shown(self, value: Value) -> str:
        """Returns a value as people read it."""
        if value is None or value in ("", ()):
            return UNSET_SHOWN
        match value:
            case HouseChoice():
                return value.name
            case tuple():
                return ", ".join(map(str, value))
            case bool():
                return str(value).lower()
            case float():
                return f"{value:.10g}"
            case _:
                return str(value)

    def refusal(self, place: str, value: object) -> str:
        """Returns the sentence about a value that it may not have; `place` says where the value stands."""
        return f"{place} cannot be {quoted(value)}: choose {self.kind.allowed}."


def quoted(value: object) -> str:
    """Returns a value as an error quotes it: short, on one line, and words as in TOML."""
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]}…"


_DEFAULTS = ServerSettings()
_NETWORK = Readable(lambda text: str(parse_network(text)), "CIDR", "an address, or a network such as 10.0.0.0/8")
_WORTH = Readable(lambda text: str(parse_worth(text)), "WORTH", "an amount and a currency, such as 0.05 EUR")
_ORIGIN = Readable(parse_origin, "ORIGIN", "a scheme, a name and a port, such as https://play.example.org")


def _whole(least: int, most: int, metavar: str = "NUMBER") -> Number:
    return Number(least, most, metavar, whole=True)


_COUNT = _whole(1, 1_000_000)
_SECONDS = Number(0, MAX_SECONDS)
_RATE = Number(0, 1_000_000, "RATE")

SETTINGS: Sequence[Setting] = (
    Setting("server", "host", Text(255, "ADDRESS", 0), "Address to listen on; 0.0.0.0 for the whole LAN."),
    Setting("server", "port", _whole(0, 65535, "PORT"), "Port; 0 for any free one."),
    Setting("server", "name", Text(60), "What the server is called."),
    Setting("server", "discovery", Switch("--discovery", "--no-discovery"), "Clients on the network find the server."),
    Setting("server", "unattended_after", _SECONDS, "Seconds without anybody connected after which it ends; 0: never."),
    Setting("store", "data", FilePath("DIRECTORY"), "Where tables are kept.", usual_in_words="the usual place"),
    Setting("store", "memory", Switch("--memory", "--no-memory"), "Keep nothing: the tables end with the server."),
    Setting(
        "store",
        "keep_hands",
        _whole(0, 36500, "DAYS"),
        "Days for which finished hands and tournaments are kept; 0: for ever.",
    ),
    Setting("access", "password_file", FilePath("FILE"), "The file with the server's password on its first line."),
    Setting("access", "allow_origin", Texts(_ORIGIN, "ORIGIN"), "Origin of web pages that may connect; repeatable."),
    Setting("access", "trusted_proxy", Texts(_NETWORK, "CIDR"), "Proxy whose word on addresses counts; repeatable."),
    Setting(
        "access",
        "proxy_protocol",
        Switch("--proxy-protocol", "--no-proxy-protocol"),
        "Connections from trusted proxies begin with a PROXY header.",
    ),
    Setting("security", "tls", Switch("--tls", "--no-tls"), "Encrypt what leaves this machine."),
    Setting("security", "cert", FilePath("FILE"), "A certificate of your own, in PEM; else one is made."),
    Setting("security", "key", FilePath("FILE"), "The private key of that certificate, in PEM."),
    Setting("table", "house", House(), "House rules: a preset's name or a file."),
    Setting("table", "clock", _whole(0, MAX_CLOCK_SECONDS, "SECONDS"), "Seconds a turn; 0: no clock."),
    Setting(
        "table",
        "clock_extension",
        Number(0, 120),
        "More seconds, once a hand, for a player in turn whose connection is lost.",
    ),
    Setting("table", "time_bank", _whole(0, MAX_CLOCK_SECONDS, "SECONDS"), "Each player's time bank; 0: none."),
    Setting(
        "table",
        "time_bank_refill",
        _whole(0, MAX_CLOCK_SECONDS, "SECONDS"),
        "Seconds by which a used time bank is refilled.",
    ),
    Setting("table", "time_bank_hands", _whole(0, 1000, "HANDS"), "Hands between two such refills; 0: never."),
    Setting("table", "pause", Number(0, 60), "Seconds between hands."),
    Setting("table", "chip_worth", _WORTH, "What a chip is worth at tables that name nothing, such as 0.05 EUR."),
    Setting("table", "most_rebuys", _whole(0, MAX_REBUYS), "How often players may rebuy, if the host says nothing."),
    Setting("table", "most_brought", _whole(0, MAX_CHIPS, "CHIPS"), "Most chips that a player brings in all; 0: any."),
    Setting(
        "table",
        "approve_buy_ins",
        Switch("--approve-buy-ins", "--no-approve-buy-ins"),
        "Hosts approve what others buy, if they say nothing.",
    ),
    Setting(
        "table",
        "fair_deal",
        Choice(tuple(each.value for each in FairDeal)),
        "Whether deals are proved, and old decks opened at the end, if the host says nothing.",
    ),
    Setting("table", "rail_limit", _whole(0, 10_000, "PEOPLE"), "People who may watch a table; 0: nobody."),
    Setting("table", "rail_speaks", Switch("--rail-speaks", "--no-rail-speaks"), "Players read what watchers write."),
    Setting("table", "rail_delay_hands", _whole(0, MAX_RAIL_HANDS, "HANDS"), "Hands that watchers are behind."),
    Setting("table", "rail_delay_seconds", _whole(0, MAX_RAIL_SECONDS, "SECONDS"), "Seconds that watchers are behind."),
    Setting("table", "rail_bots", Switch("--rail-bots", "--no-rail-bots"), "A delayed rail sees the cards of bots."),
    Setting("table", "min_players", _whole(2, 10), "Players that a table needs for its first hand."),
    Setting("table", "missed_turns", _whole(1, 100), "Turns in a row that a player may miss before they sit out."),
    Setting("table", "seat_hold", _SECONDS, "Seconds for which a seat is kept whose player has lost the connection."),
    Setting("table", "return_limit", _SECONDS, "Seconds within which who returns brings what they took away."),
    Setting("table", "sit_out_limit", _SECONDS, "Seconds after which who sits out gives up the seat; 0: never."),
    Setting("table", "empty_after", _SECONDS, "Seconds after which a table closes that has no people."),
    Setting("table", "abandoned_after", _SECONDS, "Seconds after which it closes if all have lost their connection."),
    Setting("bots", "bots_human_pace", Switch("--patient-bots", "--quick-bots"), "Bots of the house take their time."),
    Setting(
        "bots",
        "bot_processes",
        _whole(0, 64),
        "Processes that may think for the bots of the house; 0: the server's own thinks.",
        usual=usual_process_count,
        usual_in_words="one or two, by the machine's cores",
    ),
    Setting("limits", "max_tables", _whole(1, 1000), "Tables at a time."),
    Setting("limits", "tables_per_player", _COUNT, "Tables that one player may host at a time."),
    Setting("limits", "tables_per_address", _COUNT, "Tables at a time that were opened from one address."),
    Setting("limits", "max_tournaments", _whole(0, 1000), "Tournaments at a time; 0: none is opened."),
    Setting("limits", "tournaments_per_player", _COUNT, "Tournaments that one player may host at a time."),
    Setting("limits", "max_connections", _whole(12, 1_000_000), "Connections at a time."),
    Setting("limits", "reserved_connections", _whole(0, 1_000_000), "More connections, for players with a seat."),
    Setting("limits", "connections_per_address", _COUNT, "Connections at a time from one address."),
    Setting("limits", "shared_address", Texts(_NETWORK, "CIDR"), "Address that many players share; repeatable."),
    Setting("limits", "connection_rate", _RATE, "New connections a second from one address; 0: no limit."),
    Setting("limits", "new_player_rate", _RATE, "New players a second from one address; 0: no limit."),
    Setting("limits", "hello_timeout", Number(0.1, 60), "Seconds that a new connection has to say hello."),
    Setting("limits", "frame_rate", _RATE, "Frames a second from one connection; 0: no limit."),
    Setting("limits", "frame_burst", _whole(10, 1_000_000), "Frames that may come at once."),
    Setting("limits", "byte_rate", Number(0, 1e9, "RATE"), "Bytes a second from one connection; 0: no limit."),
    Setting("limits", "byte_burst", _whole(16 * 1024, 1_000_000_000), "Bytes that may come at once."),
    Setting("limits", "command_rate", _RATE, "Commands a second from one player; 0: no limit."),
    Setting("limits", "command_burst", _COUNT, "Commands that may come at once."),
    Setting("limits", "chat_rate", _RATE, "Lines of chat a second from one player; 0: no limit."),
    Setting("limits", "chat_burst", _COUNT, "Lines of chat that may come at once."),
    Setting("limits", "room_chat_rate", _RATE, "Lines of chat a second at one table, or in the lobby; 0: no limit."),
    Setting("limits", "room_chat_burst", _COUNT, "Lines of chat at one place that may come at once."),
    Setting("limits", "name_kept", _SECONDS, "Seconds for which the name of a player who has gone is kept."),
    Setting("log", "log_format", Choice(LOG_FORMATS), "Lines of the log for people, or one JSON object each."),
    Setting("log", "verbose", Switch("--verbose/-v", "--quiet"), "Log who comes and goes."),
    Setting("metrics", "metrics_host", Text(255, "ADDRESS"), "Address of the page with metrics and health."),
    Setting("metrics", "metrics_port", _whole(0, 65535, "PORT"), "Port of that page; 0 for any free one."),
    Setting("metrics", "metrics_name", Texts(Text(255), "NAME"), "Name under which it may be asked for; repeatable."),
)
"""Every setting, by section; the help, `railbird-server config` and its file keep this order."""

SECTIONS: Sequence[str] = tuple(dict.fromkeys(setting.section for setting in SETTINGS))
BY_FIELD = {setting.field: setting for setting in SETTINGS}


def resolve_path(kind: Kind, value: object, folder: Path) -> object:
    """Returns a value of a file of settings in that folder; a relative path in it begins there."""
    if not isinstance(value, str) or not value:
        return value
    if isinstance(kind, FilePath) or (isinstance(kind, House) and value not in PRESETS and (folder / value).exists()):
        return str(folder / Path(value).expanduser())
    return value
