"""The kinds of settings: which values a setting may have, in words, and how it reads one from a text or a TOML file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

ON_WORDS = frozenset({"true", "yes", "on", "1"})
OFF_WORDS = frozenset({"false", "no", "off", "0"})
"""The words of a text for a switch."""


class Kind(Protocol):
    """The values that a setting may have; both methods raise ValueError for any other."""

    @property
    def metavar(self) -> str:
        """The value as the help of a flag shows it."""
        ...

    @property
    def allowed(self) -> str:
        """The values that are allowed, in words."""
        ...

    def parse(self, text: str) -> object:
        """Returns the value that a flag, an environment variable or a typed row gives."""
        ...

    def check(self, value: object) -> object:
        """Returns the value that a TOML file gives, in which a number is no text."""
        ...


class Number(NamedTuple):
    """A number of a range; a `whole` one has no decimals. `any_word` stands for -1, any number."""

    least: float
    most: float
    metavar: str = "SECONDS"
    whole: bool = False
    any_word: str = ""

    @property
    def allowed(self) -> str:
        """The range in words."""
        least = 0 if self.any_word else self.least
        word = f", or {self.any_word}" if self.any_word else ""
        return f"a {'whole ' * self.whole}number from {_figures(least)} to {_figures(self.most)}{word}"

    def parse(self, text: str) -> int | float:
        """Returns the number."""
        if self.any_word and text.strip().lower() == self.any_word:
            return -1
        return self.check(int(text) if self.whole else float(text))

    def check(self, value: object) -> int | float:
        """Returns the number."""
        if self.any_word and value == self.any_word:
            return -1
        if isinstance(value, bool) or not isinstance(value, int if self.whole else int | float):
            raise ValueError  # noqa: TRY004  the caller makes one sentence of all
        if not (0 if self.any_word else self.least) <= value <= self.most:
            raise ValueError
        return value if self.whole else float(value)


def _figures(limit: float) -> str:
    """Returns a limit in figures, which have commas from where they are hard to count: a port has none."""
    return f"{limit:,.13g}" if limit >= 100_000 else f"{limit:.13g}"


def whole(least: int, most: int, metavar: str = "NUMBER", any_word: str = "") -> Number:
    """Returns a whole number of a range."""
    return Number(least, most, metavar, whole=True, any_word=any_word)


def typed_number(text: str, most: int) -> int | None:
    """Returns the number that somebody has typed, as in "1,000"; None for what is no whole number from 0 to `most`."""
    digits = "".join(char for char in text if char not in " ,._'")
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= len(str(most))
    return int(digits) if is_number and int(digits) <= most else None


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
    allowed: str = "the path of a file or a folder"

    def parse(self, text: str) -> str:
        """Returns the path."""
        return self.check(text)

    def check(self, value: object) -> str:
        """Returns the path."""
        if not isinstance(value, str) or not value.strip() or "\0" in value:
            raise ValueError
        return value


class Readable(NamedTuple):
    """A text that `read` understands, such as an amount of money; else it raises ValueError."""

    read: Callable[[str], Any]
    metavar: str
    allowed: str

    def parse(self, text: str) -> Any:
        """Returns what the text says."""
        return self.read(text)

    def check(self, value: object) -> Any:
        """Returns what the text says."""
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


NONE_WORD = "none"
"""The word for 0 where a choice has it."""


class Choice(NamedTuple):
    """One of a few words or numbers; with `zero_is_none` a file says "none" for 0.

    `make` makes the value of a word, such as a member of an enumeration.
    """

    values: tuple[int | str, ...]
    make: Callable[[str], object] = str
    zero_is_none: bool = False

    @property
    def names(self) -> list[str]:
        """The values as a file and a flag name them."""
        return [NONE_WORD if value == 0 and self.zero_is_none else str(value) for value in self.values]

    @property
    def metavar(self) -> str:
        """The names of the values."""
        return f"[{'|'.join(self.names)}]"

    @property
    def allowed(self) -> str:
        """The names of the values."""
        return f"one of {', '.join(self.names)}"

    def parse(self, text: str) -> object:
        """Returns the value of the word."""
        return self.check(self.values[self.names.index(text)])

    def check(self, value: object) -> object:
        """Returns the value of the word or number."""
        if value == NONE_WORD and self.zero_is_none:
            return 0
        if isinstance(value, bool) or value not in self.values:
            raise ValueError
        found = self.values[self.values.index(value)]
        return self.make(found) if isinstance(found, str) else found


class Switch(NamedTuple):
    """On or off; the two flags that say so, empty for those that follow from the name of the setting."""

    on: str = ""
    off: str = ""
    metavar: str = ""
    allowed: str = "true or false"

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
