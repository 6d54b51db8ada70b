"""Finds the page for a query about the rules: the overview, a game, clauses by id, or clauses by word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from railbird_server.guide.pages import Block, Entry, Heading, Paragraph, Title, game_page
from railbird_server.guide.rulebook import ClauseGroup, ClauseText, Rulebook
from railbird_shared.game import catalogue
from railbird_shared.game.announced_game import Family
from railbird_shared.game.variants import VARIANTS, Variant
from railbird_shared.text.text_cleaning import nearest, plain_name

_CLAUSE_RANGE = re.compile(r"(.+)-(\d+)\.\.(?:(.+)-)?(\d+)")
_CLAUSE_LIKE = re.compile(r"[A-Za-z0-9]+-[A-Za-z0-9.-]*\d$")
_FAMILY_TITLES = {Family.BOARD: "With a board", Family.DRAW: "Draw", Family.STUD: "Stud"}
_GAME_NAMES = {name: game.id for game in catalogue.GAMES for name in (VARIANTS[game.id].name, game.name, game.id)}
"""The ids of games by their names and ids."""

_LEAST_SIMILARITY = 0.75
"""How like a word of the clauses has to be if it is to be suggested: there are many of them."""


class NothingFound(Exception):
    """Nothing in the rules has that name; the message is one sentence that says what to ask instead."""


def find_page(words: Sequence[str], rulebook: Rulebook) -> list[Block]:
    """Returns the page about a game, some clauses or a word, or the overview; raises NothingFound."""
    query = " ".join(" ".join(words).split())
    if not query:
        return _overview_page(rulebook)
    if variant := find_game(query):
        return game_page(variant, rulebook)
    words_asked = [word for word in re.split(r"[\s,]+", query) if word]
    blocks_by_word = {word: _blocks_named(word, rulebook) for word in words_asked}
    if blocks_by_word and all(blocks_by_word.values()):
        return [block for blocks in blocks_by_word.values() for block in blocks]
    games = [variant for variant in VARIANTS.values() if _names_words(variant, words_asked)]
    if not games and (called := catalogue.find_game_name(query, catalogue.GAMES)):
        return game_page(VARIANTS[called.id], rulebook)
    if found := rulebook.search(words_asked):
        count = f"{len(found)} clause{'' if len(found) == 1 else 's'} with {query!r}"
        return [*_game_blocks(games, query), Title(count), *_clause_blocks(found, rulebook)]
    if games:
        return _game_blocks(games, query)
    if titled := [group for group in rulebook.groups if set(words_asked) <= set(group.title.lower().split())]:
        return [block for group in titled for block in _group_blocks(group)]
    raise NothingFound(_explain_unknown(query, blocks_by_word, rulebook))


def _names_words(variant: Variant, words: Sequence[str]) -> bool:
    called = {plain_name(word) for name in _names(variant) for word in re.split(r"[\s-]+", name)}
    return bool(words) and all(plain_name(word) in called for word in words)


def _game_blocks(games: Sequence[Variant], query: str) -> list[Block]:
    if not games:
        return []
    count = f"{len(games)} game{'' if len(games) == 1 else 's'} with {query!r} in the name"
    return [Title(count), *[Entry(variant.id, variant.make_game().title) for variant in games]]


def _explain_unknown(query: str, blocks_by_word: dict[str, list[Block]], rulebook: Rulebook) -> str:
    """Returns the sentence about a query that finds nothing: which word is unknown, and what is nearest to it."""
    unknown = [word for word, blocks in blocks_by_word.items() if not blocks]
    clauses = [word for word in unknown if _CLAUSE_LIKE.match(word)]
    if clauses and len(blocks_by_word) > len(clauses):
        return _unknown_sentence(clauses[0], clauses[0], rulebook)
    if meant := nearest(query, _GAME_NAMES):
        return f"No game, clause or word of the rules is called {query!r}; you may mean {_GAME_NAMES[meant]}."
    strange = [word for word in unknown if not rulebook.search([word])]
    if len(blocks_by_word) > 1 and not strange:
        return f"No clause has all the words of {query!r}; ask for fewer of them."
    return _unknown_sentence(query, strange[0] if strange else query, rulebook)


def _unknown_sentence(query: str, word: str, rulebook: Rulebook) -> str:
    called = f"No game, clause or word of the rules is called {query!r}"
    if word != query:
        called += f": the word {word!r} is not known"
    ids = [clause.id for group in rulebook.group_and_parts(word.rpartition("-")[0]) for clause in group.clauses]
    if ids and _CLAUSE_LIKE.match(word):
        return f"{called}; that group goes from {ids[0]} to {ids[-1]}."
    meant = nearest(word, [*_GAME_NAMES, *sorted(rulebook.words)], _LEAST_SIMILARITY) if len(word) > 2 else ""
    if not meant:
        return f"{called}; see them all with `railbird-server rules`."
    return f"{called}; you may mean {_GAME_NAMES.get(meant, meant)}."


def find_game(name: str) -> Variant | None:
    """Returns the game of that id or name, in any case and spacing; None if there is none."""
    called = [(variant.id, variant) for variant in VARIANTS.values()]
    called += [(each, variant) for variant in VARIANTS.values() for each in _names(variant)]
    return next((variant for each, variant in called if plain_name(each) == plain_name(name)), None)


def _names(variant: Variant) -> tuple[str, ...]:
    return variant.name, variant.make_game().title, catalogue.find_game(variant.id).name


def _blocks_named(word: str, rulebook: Rulebook) -> list[Block]:
    """Returns the clause, the range of clauses or the group that a word names; nothing if it names none."""
    name = word.upper()
    if clause := rulebook.clause(name):
        return _clause_blocks([clause], rulebook)
    if found := _CLAUSE_RANGE.fullmatch(name):
        stem, first, other, last = found.groups()
        return _clause_blocks(rulebook.clause_range(f"{stem}-{first}", f"{other or stem}-{last}"), rulebook)
    return [block for group in rulebook.group_and_parts(name) for block in _group_blocks(group)]


def _group_blocks(group: ClauseGroup) -> list[Block]:
    title = f"{group.code}. {group.title}"
    return [Heading(title) if group.parent else Title(title), *_entries(group.clauses, group.not_playable)]


def _clause_blocks(clauses: Iterable[ClauseText], rulebook: Rulebook) -> list[Block]:
    """Returns the clauses that tables play by, then the others, each group under the note that no table does yet."""
    by_note: dict[str, list[ClauseText]] = {"": []}
    for clause in clauses:
        by_note.setdefault(rulebook.group_of[clause.id].not_playable, []).append(clause)
    return [block for note, together in by_note.items() for block in _entries(together, note)]


def _entries(clauses: Iterable[ClauseText], note: str) -> list[Block]:
    entries = [Entry(clause.id, clause.text) for clause in clauses]
    return [Paragraph(note), *entries] if note else [*entries]


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
    titles = {group.code: f"{group.title}{' (not playable yet)' if group.not_playable else ''}" for group in groups}
    return [*blocks, Heading("Groups of clauses"), *[Entry(code, title) for code, title in titles.items()]]
