"""What somebody asks about the rules, and the page that answers: an overview, a game, clauses, or a search."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from railbird_server.guide.catalogue import Catalogue, Clause, Group
from railbird_server.guide.game_page import game_page
from railbird_server.guide.layout import Block, Entry, Heading, Paragraph, Title
from railbird_server.rules.variants import VARIANTS, Variant
from railbird_shared.games import Family

_RANGE = re.compile(r"(.+)-(\d+)\.\.(?:(.+)-)?(\d+)")
_CLAUSE = re.compile(r"[A-Za-z0-9]+-[A-Za-z0-9.-]*\d$")
_FAMILIES = {Family.BOARD: "With a board", Family.DRAW: "Draw", Family.STUD: "Stud"}


class Unanswered(Exception):
    """Nothing in the rules is called so; the message is one sentence that says what to ask instead."""


def answer(words: Sequence[str], catalogue: Catalogue) -> list[Block]:
    """Returns the page about a game, some clauses or a word, or the overview; raises Unanswered."""
    asked = " ".join(" ".join(words).split())
    if not asked:
        return _overview(catalogue)
    if variant := game_called(asked):
        return game_page(variant, catalogue)
    named = {word: _named(word, catalogue) for word in re.split(r"[\s,]+", asked) if word}
    if named and all(named.values()):
        return [block for blocks in named.values() for block in blocks]
    found = catalogue.with_words(asked.split())
    if not found:
        unknown = [word for word, blocks in named.items() if not blocks and _CLAUSE.match(word)]
        wanted = unknown[0] if len(named) > len(unknown) > 0 else asked
        raise Unanswered(
            f"No game, clause or word of the rules is called {wanted!r}; see them all with `railbird-server rules`."
        )
    count = f"{len(found)} clause{'' if len(found) == 1 else 's'} with {asked!r}"
    return [Title(count), *_clauses(found)]


def game_called(name: str) -> Variant | None:
    """Returns the game of that id or name, however it is spaced and written."""
    wanted = _squeezed(name)
    for variant in VARIANTS.values():
        if wanted == _squeezed(variant.id):
            return variant
    for variant in VARIANTS.values():
        title = variant.announce().title
        if wanted in (_squeezed(variant.name), _squeezed(title)):
            return variant
    return None


def _squeezed(name: str) -> str:
    return "".join(char for char in name.lower() if char.isalnum())


def _named(word: str, catalogue: Catalogue) -> list[Block]:
    """The clause, the clauses from one to another, or the group that a word names; nothing if none."""
    name = word.upper()
    if clause := catalogue.clause(name):
        return [*_clauses([clause])]
    if found := _RANGE.fullmatch(name):
        stem, first, other, last = found.groups()
        return [*_clauses(catalogue.between(f"{stem}-{first}", f"{other or stem}-{last}"))]
    return [block for group in catalogue.group(name) for block in _group(group)]


def _group(group: Group) -> list[Block]:
    title = f"{group.code}. {group.title}"
    return [Heading(title) if group.within else Title(title), *_clauses(group.clauses)]


def _clauses(clauses: Iterable[Clause]) -> list[Entry]:
    return [Entry(clause.id, clause.text) for clause in clauses]


def _overview(catalogue: Catalogue) -> list[Block]:
    blocks: list[Block] = [
        Title("The rules of Railbird"),
        Paragraph(
            "`railbird-server rules` followed by a game's name prints how it is played, by a clause (BT-34), several "
            "(BT-24..BT-28) or a group (BT) prints them, and by any other word prints the clauses with that word."
        ),
    ]
    for family, title in _FAMILIES.items():
        games = [variant for variant in VARIANTS.values() if variant.family is family]
        blocks += [Heading(title), *[Entry(variant.id, variant.announce().title) for variant in games]]
    groups = [group for group in catalogue.groups if not group.within]
    blocks += [Heading("Groups of clauses"), *[Entry(group.code, group.title) for group in groups]]
    return blocks
