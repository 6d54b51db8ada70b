"""The reference of settings and house rules in Markdown, as `docs/settings.md` has it."""

from __future__ import annotations

from collections.abc import Iterable

from railbird_shared.game.catalogue import EVERYDAY_NAMES, TableChoice
from railbird_shared.house.rule import Rule
from railbird_shared.settings.kinds import Switch
from railbird_shared.settings.spec import Setting


def settings_table(settings: Iterable[Setting], *, own_flags: bool = True) -> str:
    """Returns a table of settings with their flags, values, defaults and sentences.

    Without `own_flags` they have no flags by their names, but those alone that are declared.
    """
    lines = ["| Setting | Flag | Values | Default | |", "|---|---|---|---|---|"]
    for each in settings:
        own = [each.flag, *([each.off_flag] if isinstance(each.kind, Switch) else [])] if own_flags else []
        flags = [*own, *each.spec.flags]
        named = ", ".join(f"`{flag}`" for flag in flags)
        lines.append(
            f"| `{each.name}` | {named} | {each.kind.allowed} | {each.file_text(each.default)} | {_cell(each.help)} |"
        )
    return "\n".join(lines) + "\n"


def rules_table(rules: Iterable[Rule]) -> str:
    """Returns a table of house rules with their values, defaults in words, clauses and sentences."""
    lines = ["| Rule | Values | Usually | Clause | |", "|---|---|---|---|---|"]
    for each in rules:
        usual, sentence = each.in_words(each.default), _cell(f"{each.spec.label}: {each.help}")
        lines.append(f"| `{each.name}` | {each.kind.allowed} | {usual} | {each.spec.clause} | {sentence} |")
    return "\n".join(lines) + "\n"


def games_table(choices: Iterable[TableChoice]) -> str:
    """Returns a table of games and mixes with their names."""
    lines = ["| Game | Name | People also say |", "|---|---|---|"]
    for each in choices:
        told = ", ".join(f"`{name}`" for name in EVERYDAY_NAMES.get(each.id, ()))
        lines.append(f"| `{each.id}` | {each.name} | {told} |")
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
