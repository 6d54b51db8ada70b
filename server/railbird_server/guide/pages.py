"""Pages of plain text, rendered to a width, and that of a game: it tells what the engine does, with every clause."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from itertools import groupby

from msgspec import Struct

from railbird_server.guide.rulebook import Rulebook
from railbird_shared.game import facts
from railbird_shared.game.announced_game import Stakes
from railbird_shared.game.catalogue import EVERYDAY_NAMES
from railbird_shared.game.facts import Fact
from railbird_shared.game.variants import Variant

MIN_COLUMNS, MAX_COLUMNS = 40, 100
_MAX_LABEL = 28
_LABEL_GAP = 2


class Title(Struct, frozen=True):
    """The title of a page."""

    text: str


class Heading(Struct, frozen=True):
    """The title of a part of a page."""

    text: str


class Paragraph(Struct, frozen=True):
    """Sentences across the page."""

    text: str


class Entry(Struct, frozen=True):
    """Sentences with a label to their left; labels that follow each other have one width."""

    label: str
    text: str


Block = Title | Heading | Paragraph | Entry


def render_page(blocks: Iterable[Block], width: int) -> str:
    """Returns the blocks as lines no longer than `width` columns, as far as words allow."""
    columns = min(max(width, MIN_COLUMNS), MAX_COLUMNS)
    parts = []
    for kind, run in groupby(blocks, type):
        if kind is Entry:
            parts.append(_render_entries([block for block in run if isinstance(block, Entry)], columns))
        else:
            parts += [_render_text(block, columns) for block in run if not isinstance(block, Entry)]
    return "\n\n".join(parts)


def _render_text(block: Title | Heading | Paragraph, columns: int) -> str:
    if isinstance(block, Paragraph):
        return _wrap(block.text, columns)
    return f"{block.text}\n{('=' if isinstance(block, Title) else '-') * min(len(block.text), columns)}"


def _render_entries(entries: Sequence[Entry], columns: int) -> str:
    longest = max(len(entry.label) for entry in entries)
    indent = min(longest, _MAX_LABEL, 2 * columns // 5) + _LABEL_GAP
    return "\n".join(_render_entry(entry, indent, columns) for entry in entries)


def _render_entry(entry: Entry, indent: int, columns: int) -> str:
    blank = " " * indent
    if len(entry.label) + _LABEL_GAP > indent:
        return f"{entry.label}\n{_wrap(entry.text, columns, blank, blank)}"
    return _wrap(entry.text, columns, entry.label.ljust(indent), blank)


def _wrap(text: str, columns: int, first: str = "", rest: str = "") -> str:
    return textwrap.fill(
        text, columns, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )


# --- the page of a game ----------------------------------------------------------------------------------------------

_BEFORE = {
    "Players": ("seats",),
    "Pack": ("pack", "packs", "jokers", "wild_ranks", "lowest_wild", "double_ace_flush", "wild_lows"),
    "Forced bets": (
        *("forced_bets", "ante", "blinds", "big_blind_ante", "button_blind", "bring_in"),
        *("blinds_count", "between_two"),
    ),
    "Bets": ("structure", "bet_sizes"),
    "Raises": ("raise_cap", "raises_of_two", "raise_size", "short_all_in"),
}
_ENDING = {
    "Showdown": (
        *("turned_up", "first_to_show", "side_pots", "mucking", "declared_hands", "claims"),
        *("hilo_declare", "declaring", "both"),
    ),
    "Hands": (
        *("played", "high_scale", "flush_over_full", "low_ace", "unbeatable", "circle", "low_scale", "best_low"),
        *("a6_broadway_straight", "a6_aces_high_pair", "qualifier", "no_low", "both_halves"),
        *("wild_tiebreak", "suit_tiebreak", "suit_order", "card_use"),
    ),
    "The pot": ("uncalled", "sharing", "odd_half", "odd_chip"),
}
_SPECIAL = (
    *("open_requirement", "openers", "bug_openers", "pass_out", "pass_out_pot", "sevens_must_bet", "discard_limit"),
    *("fifth_card_last", "fifth_card_burn", "bottom_card_held", "reshuffle", "runs"),
)
_USUAL = {each for each in facts.USUAL_RANKING if each.subject != "pack"}


def game_page(variant: Variant, rulebook: Rulebook, stakes: Stakes | None = None) -> list[Block]:
    """Returns the page of a game with the clauses that it cites; without `stakes` at the usual ones of the game."""
    game = variant.game_at(stakes or variant.stakes_for(variant.default_bet))
    told = [
        *facts.stakes_facts(game),
        *facts.variant_facts(variant, antes=bool(game.stakes.ante), one_blind=game.stakes.has_one_blind),
        *facts.procedure_facts(variant),
        *facts.card_use_facts(game, variant.rules),
    ]
    before, ending = (
        {label: facts.chosen(told, subjects, _USUAL) for label, subjects in part.items()} for part in (_BEFORE, _ENDING)
    )
    streets = {
        f"{place}. {street.name}": list(facts.street_facts(variant, street))
        for place, street in enumerate(variant.streets, start=1)
    }
    special = facts.chosen(told, _SPECIAL)
    names = ", or ".join(filter(None, (variant.id, ", ".join(EVERYDAY_NAMES.get(variant.id, ())))))
    paragraphs = [*before.values(), *streets.values(), *ending.values(), special]
    cited = {clause for paragraph in paragraphs for each in paragraph for clause in each.clauses}
    return [
        Title(game.full_title),
        Paragraph(f"Its name in commands is {names}. Amounts are for its usual stakes; a table names its own."),
        *_entries(before),
        Heading("How it goes"),
        *_entries(streets),
        Heading("The winner"),
        *_entries(ending),
        *([Heading("Special rules")] if special else []),
        *[Entry("-", str(each)) for each in special],
        Heading("The clauses"),
        *[Entry(clause.id, clause.text) for clause in rulebook.select(cited.union(variant.forced_bet_clauses))],
    ]


def _entries(sections: dict[str, list[Fact]]) -> list[Entry]:
    return [Entry(label, " ".join(map(str, told))) for label, told in sections.items()]
