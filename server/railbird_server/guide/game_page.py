"""The page of a game, made from its record alone: it describes what the engine does, with every clause."""

from __future__ import annotations

from railbird_server.guide.page import Block, Entry, Heading, Paragraph, Title
from railbird_server.guide.rulebook import Rulebook
from railbird_shared.game import facts
from railbird_shared.game.announced_game import Stakes
from railbird_shared.game.facts import Fact
from railbird_shared.game.variants import Variant

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
    paragraphs = [*before.values(), *streets.values(), *ending.values(), special]
    cited = {clause for paragraph in paragraphs for each in paragraph for clause in each.clauses}
    return [
        Title(game.full_title),
        Paragraph(f"Its name in commands is {variant.id}. Amounts are for its usual stakes; a table names its own."),
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
