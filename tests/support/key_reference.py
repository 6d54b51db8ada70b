"""The keys of every screen, read from its bindings, as `docs/keys.md` has them."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator

from textual.binding import Binding
from textual.screen import Screen

import railbird_client
from railbird_client.shell.app import RailbirdApp
from railbird_client.widgets.dialogs import Dialog
from railbird_client.widgets.terminal import key_label

Keys = dict[str, dict[str, str]]
"""What each key does on each screen: names of screens, of keys, and what the key does."""


def screen_types() -> list[type[Screen[object]]]:
    """Returns the screens of the client that bind keys, by name."""
    names = [each.name for each in pkgutil.walk_packages(railbird_client.__path__, "railbird_client.")]
    modules = [importlib.import_module(name) for name in names if not name.endswith("__main__")]
    kinds = [kind for module in modules for kind in vars(module).values() if isinstance(kind, type)]
    return sorted(
        {kind for kind in kinds if issubclass(kind, Screen) and kind.__module__.startswith("railbird_client.")},
        key=lambda kind: kind.__name__,
    )


def own_bindings(screen: type[Screen[object]]) -> Iterator[tuple[str, Binding]]:
    """Yields each key that a class of screens binds itself, capitals as their letters."""
    for binding in vars(screen).get("BINDINGS", ()):
        if isinstance(binding, Binding):
            for key in binding.key.split(","):
                if not (len(key) == 1 and key.isupper()):
                    yield key, binding


def all_bindings(screen: type[Screen[object]]) -> dict[str, Binding]:
    """Returns the keys of a screen with those of its bases and of the app; its own count before theirs."""
    merged = {binding.key: binding for binding in RailbirdApp.BINDINGS if isinstance(binding, Binding)}
    for base in reversed(screen.__mro__):
        if issubclass(base, Screen) and base.__module__.startswith("railbird_client."):
            merged = (merged if base._inherit_bindings else {}) | dict(own_bindings(base))
    return merged


def keys_of_screens() -> Keys:
    """Returns what each key does on each screen, as far as it has a description."""
    return {
        screen.__name__: {
            key: binding.description for key, binding in all_bindings(screen).items() if binding.description
        }
        for screen in screen_types()
    }


def page_name(page: type[Screen[object]]) -> str:
    """Returns the name of a page in words: "past hands" for PastHandsPage."""
    words = re.findall("[A-Z][a-z]*", page.__name__)
    return " ".join(word for word in words if word not in {"Screen", "Page"}).lower()


def keys_table() -> str:
    """Returns one table of all keys of the pages: what each does, and where; dialogs name their keys themselves."""
    bases = {each for screen in screen_types() for each in screen.__bases__}
    pages = [each for each in screen_types() if each not in bases and not issubclass(each, Dialog)]
    rows: dict[tuple[str, str], list[str]] = {}
    for page in pages:
        for key, binding in all_bindings(page).items():
            if binding.description:
                rows.setdefault((key, binding.description), []).append(page_name(page))
    common = {row for row, found in rows.items() if len(found) == len(pages)}
    order = sorted(rows, key=lambda row: (row[0].upper() if len(row[0]) == 1 else f"~{row[0]}", row[1]))
    lines = [
        f"| `{key_label(key)}` | {told} | {'everywhere' if (key, told) in common else ', '.join(rows[key, told])} |"
        for key, told in order
    ]
    return "\n".join(["| Key | What it does | Where |", "|---|---|---|", *lines]) + "\n"
