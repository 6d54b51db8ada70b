"""The clauses of the rules, read from `clauses.md`, the only text that holds them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from importlib import resources

from msgspec import Struct

CLAUSE_ID = re.compile(r"(?:[A-Z]{2}(?:-[A-Z0-9]{2})?|SIMPLE)-\d+\b")
"""The pattern of a clause's id."""

_HEADING_LINE = re.compile(r"(#{2,3}) (?:([A-Z][A-Z0-9-]*)\. )?(.+)")
_WORD = re.compile(r"[a-z][a-z'-]+[a-z]")
_SHORT_WORD = 3
_ENDINGS = r"(?:'s|s|es|d|ed|ing)?"
_NOTE_LINE = re.compile(r"> (Not playable yet: .+)")
_CLAUSE_LINE = re.compile(rf"- \*\*({CLAUSE_ID.pattern})\*\* (.+)")


class ClauseText(Struct, frozen=True):
    """One rule and the id it is cited by: "BT-34"."""

    id: str
    text: str


class ClauseGroup(Struct, frozen=True):
    """The clauses under one heading.

    `code` is the beginning of their ids, or a name for a part of a group; `parent` is the code of the group that this
    is a part of, empty for a whole group. `not_playable` says that no table plays by the clauses yet, empty where one
    can.
    """

    code: str
    title: str
    parent: str
    clauses: tuple[ClauseText, ...]
    not_playable: str = ""


class Rulebook:
    """All clauses in the order of the text, by id, by group and by the words in them.

    `group_of` has the group, or the part of a group, that each clause stands in, by the clause's id.
    """

    def __init__(self, groups: Iterable[ClauseGroup]) -> None:
        self.groups = tuple(groups)
        self._clauses = {clause.id: clause for group in self.groups for clause in group.clauses}
        self.group_of = {clause.id: group for group in self.groups for clause in group.clauses}

    def __iter__(self) -> Iterator[ClauseText]:
        return iter(self._clauses.values())

    def __contains__(self, clause: str) -> bool:
        return clause in self._clauses

    def clause(self, name: str) -> ClauseText | None:
        """Returns the clause of that id, written in any case; None if there is none."""
        return self._clauses.get(name.upper())

    @cached_property
    def words(self) -> frozenset[str]:
        """All words of the clauses, in small letters."""
        return frozenset(word for clause in self for word in _WORD.findall(clause.text.lower()))

    def group_and_parts(self, code: str) -> tuple[ClauseGroup, ...]:
        """Returns the group of that code and its parts, written in any case; nothing for an unknown code."""
        wanted = code.upper()
        return tuple(group for group in self.groups if wanted and wanted in (group.code, group.parent))

    def clause_range(self, first: str, last: str) -> tuple[ClauseText, ...]:
        """Returns the clauses from one id to another; nothing unless both exist and are of the same group."""
        ids = list(self._clauses)
        if first not in self or last not in self or first.rpartition("-")[0] != last.rpartition("-")[0]:
            return ()
        return tuple(self)[ids.index(first) : ids.index(last) + 1]

    def select(self, names: Iterable[str]) -> tuple[ClauseText, ...]:
        """Returns the clauses of these ids in the order of the text; unknown ids are left out."""
        wanted = set(names)
        return tuple(clause for clause in self if clause.id in wanted)

    def search(self, words: Iterable[str]) -> tuple[ClauseText, ...]:
        """Returns the clauses that have each of the words, in any case and with any usual ending."""
        wanted = [re.compile(rf"(?<!\w){re.escape(_stem(word))}{_ENDINGS}(?!\w)", re.IGNORECASE) for word in words]
        return tuple(clause for clause in self if wanted and all(word.search(clause.text) for word in wanted))


def _stem(word: str) -> str:
    """A word without the ending of a plural."""
    return word.removesuffix("s") if len(word) > _SHORT_WORD and not word.endswith("ss") else word


def parse_rulebook(text: str) -> Rulebook:
    """Parses the text of the clauses: headings with a code, a list item for each clause, and notes in quotes."""
    groups: list[tuple[str, str, str, list[ClauseText], list[str]]] = []
    parent = ""
    for line in text.splitlines():
        if found := _HEADING_LINE.fullmatch(line):
            marks, code, title = found.groups()
            parent = parent if marks == "###" else code or ""
            groups.append((code or parent, title, parent if marks == "###" else "", [], []))
        elif found := _CLAUSE_LINE.fullmatch(line):
            groups[-1][3].append(ClauseText(found[1], found[2].replace("`", "")))
        elif found := _NOTE_LINE.fullmatch(line):
            groups[-1][4].append(found[1].replace("`", ""))
    return Rulebook(
        ClauseGroup(code, title, within, tuple(clauses), " ".join(notes))
        for code, title, within, clauses, notes in groups
    )


def rulebook_text() -> str:
    """Returns the text of all clauses, in Markdown."""
    return resources.files("railbird_server.guide").joinpath("clauses.md").read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def load_rulebook() -> Rulebook:
    """Returns the clauses of Railbird."""
    return parse_rulebook(rulebook_text())
