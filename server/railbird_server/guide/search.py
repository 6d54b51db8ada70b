"""Finds the page for a query about the rules: the overview, a game, clauses by id, or clauses by word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from railbird_server.guide.game_page import game_page
from railbird_server.guide.page import Block, Entry, Heading, Paragraph, Title
from railbird_server.guide.rulebook import ClauseGroup, ClauseText, Rulebook
from railbird_server.rules.variants import VARIANTS, Variant
from railbird_shared.games import Family

_CLAUSE_RANGE = re.compile(r"(.+)-(\d+)\.\.(?:(.+)-)?(\d+)")
_CLAUSE_LIKE = re.compile(r"[A-Za-z0-9]+-[A-Za-z0-9.-]*\d$")
_FAMILY_TITLES = {Family.BOARD: "With a board", Family.DRAW: "Draw", Family.STUD: "Stud"}


class NothingFound(Exception):
    """Nothing in the rules has that name; the message is one sentence that says what to ask instead."""


def find_page(words: Sequence[str], rulebook: Rulebook) -> list[Block]:
    """Returns the page about a game, some clauses or a word, or the overview; raises NothingFound."""
    query = " ".join(" ".join(words).split())
    if not query:
        return _overview_page(rulebook)
    if variant := find_game(query):
        return game_page(variant, rulebook)
    blocks_by_word = {word: _blocks_named(word, rulebook) for word in re.split(r"[\s,]+", query) if word}
    if blocks_by_word and all(blocks_by_word.values()):
        return [block for blocks in blocks_by_word.values() for block in blocks]
    found = rulebook.search(query.split())
    if not found:
        unknown = [word for word, blocks in blocks_by_word.items() if not blocks and _CLAUSE_LIKE.match(word)]
        wanted = unknown[0] if len(blocks_by_word) > len(unknown) > 0 else query
        raise NothingFound(
            f"No game, clause or word of the rules is called {wanted!r}; see them all with `railbird-server rules`."
        )
    count = f"{len(found)} clause{'' if len(found) == 1 else 's'} with {query!r}"
    return [Title(count), *_clause_entries(found)]


def find_game(name: str) -> Variant | None:
    """Returns the game of that id or name, in any case and spacing; None if there is none."""
    wanted = _normalized(name)
    for variant in VARIANTS.values():
        if wanted == _normalized(variant.id):
            return variant
    for variant in VARIANTS.values():
        title = variant.make_game().title
        if wanted in (_normalized(variant.name), _normalized(title)):
            return variant
    return None


def _normalized(name: str) -> str:
    return "".join(char for char in name.lower() if char.isalnum())


def _blocks_named(word: str, rulebook: Rulebook) -> list[Block]:
    """Returns the clause, the range of clauses or the group that a word names; nothing if it names none."""
    name = word.upper()
    if clause := rulebook.clause(name):
        return [*_clause_entries([clause])]
    if found := _CLAUSE_RANGE.fullmatch(name):
        stem, first, other, last = found.groups()
        return [*_clause_entries(rulebook.clause_range(f"{stem}-{first}", f"{other or stem}-{last}"))]
    return [block for group in rulebook.group_and_parts(name) for block in _group_blocks(group)]


def _group_blocks(group: ClauseGroup) -> list[Block]:
    title = f"{group.code}. {group.title}"
    return [Heading(title) if group.parent else Title(title), *_clause_entries(group.clauses)]


def _clause_entries(clauses: Iterable[ClauseText]) -> list[Entry]:
    return [Entry(clause.id, clause.text) for clause in clauses]


def _overview_page(rulebook: Rulebook) -> list[Block]:
    blocks: list[Block] = [
        Title("The rules of Railbird"),
        Paragraph(
            "`railbird-server rules` followed by a game's name prints how it is played, by a clause (BT-34), several "
            "(BT-24..BT-28) or a group (BT) prints them, and by any other word prints the clauses with that word."
        ),
    ]
    for family, title in _FAMILY_TITLES.items():
        games = [variant for variant in VARIANTS.values() if variant.family is family]
        blocks += [Heading(title), *[Entry(variant.id, variant.make_game().title) for variant in games]]
    groups = [group for group in rulebook.groups if not group.parent]
    blocks += [Heading("Groups of clauses"), *[Entry(group.code, group.title) for group in groups]]
    return blocks
