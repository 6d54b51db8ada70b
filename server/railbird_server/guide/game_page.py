"""A game's page, made from its record alone, so that it says what the engine does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from railbird_server.guide import playing, winning
from railbird_server.guide.catalogue import Rulebook
from railbird_server.guide.layout import Block, Entry, Heading, Paragraph, Title
from railbird_server.guide.saying import CitedSentence, number_word, cite, join_sentences
from railbird_server.rules.ranking import JokerRole
from railbird_server.rules.variants import OpeningRequirement, Variant
from railbird_shared.games import Stakes

_HAND_SIZE = 5


def game_page(variant: Variant, rulebook: Rulebook, stakes: Stakes | None = None) -> list[Block]:
    """Returns the page of a game, at its usual stakes unless others are named, with the clauses it rests on."""
    stakes = stakes or variant.stakes_for(variant.default_bet)
    game = variant.game_at(stakes)
    facts = [
        ("Players", [cite(f"{_player_count(variant)}.".capitalize(), "DL-22")]),
        ("Pack", winning.describe_pack(variant.ranking)),
        ("Forced bets", playing.describe_forced_bets(variant, stakes)),
        ("Bets", [playing.describe_bet_sizes(variant, stakes)]),
        ("Raises", playing.describe_raises(variant)),
    ]
    streets = [(street.name, playing.describe_street(variant, place)) for place, street in enumerate(variant.streets)]
    ending = [
        ("Showdown", list(_describe_showdown(variant))),
        ("Hands", [*winning.describe_ranking(variant), *winning.describe_card_use(variant)]),
        ("The pot", winning.describe_sharing(variant)),
    ]
    special = list(_special_rules(variant))
    all_sentences = [sentence for _, sentences in (*facts, *streets, *ending) for sentence in sentences]
    clause_ids = {clause for sentence in (*all_sentences, *special) for clause in sentence.clauses} | set(variant.forced_bet_clauses)
    blocks: list[Block] = [
        Title(game.full_title),
        Paragraph(f"Its name in commands is {variant.id}. Amounts are for its usual stakes; a table names its own."),
        *_fact_entries(facts),
        Heading("How it goes"),
        *_fact_entries((f"{place}. {name}", sentences) for place, (name, sentences) in enumerate(streets, start=1)),
        Heading("Who wins"),
        *_fact_entries(ending),
    ]
    if special:
        blocks += [Heading("What is special"), *[Entry("-", str(sentence)) for sentence in special]]
    clauses = [Entry(clause.id, clause.text) for clause in rulebook.select(clause_ids)]
    return [*blocks, Heading("The clauses"), *clauses]


def _player_count(variant: Variant) -> str:
    least, most = number_word(variant.min_seats), number_word(variant.max_seats)
    return least if least == most else f"{least} to {most}"


def _fact_entries(rows: Iterable[tuple[str, list[CitedSentence]]]) -> list[Entry]:
    return [Entry(label, join_sentences(sentences)) for label, sentences in rows]


def _describe_showdown(variant: Variant) -> Iterator[CitedSentence]:
    if variant.by_seat_number:
        yield cite("The hands are shown in the order of the seats.", "SIMPLE-16")
    else:
        yield cite(
            "Who bet or raised last in the final round shows first, or else the first left of the button.",
            "SD-2",
            "SD-3",
        )
    if variant.show_all_hands:
        yield cite("Every hand is shown.", "SIMPLE-15")
    elif variant.hilo_declare or variant.declared_hands or variant.ranking.circular:
        yield cite("Every hand is shown.", "SD-4")
    else:
        yield cite("Who is beaten may muck unseen.", "SD-6")
    if variant.declared_hands:
        yield cite("Players say what they hold, and a hand counts for no more than was said.", "SD-10", "SD-11")
    else:
        yield cite("Cards speak.", "SD-9")
    if variant.hilo_declare:
        yield cite("Players first declare for high, low or both, in secret and together.", "SD-21", "SD-23")
        yield cite("Who declares both has to win both.", "SD-22")


def _special_rules(variant: Variant) -> Iterator[CitedSentence]:
    if variant.pass_out:
        yield cite("If all pass the first round, the cards are thrown in and the pot stays for the next hand.", "BT-38")
    yield from _describe_openers(variant)
    if variant.sevens_must_bet:
        yield cite("After the draw a seven or better has to bet.", "VT-LB-5")
    if variant.has_draws:
        yield from _describe_draw_limits(variant)
    if variant.runs > 1:
        yield cite(f"All-in players may agree to deal the rest up to {number_word(variant.runs)} times.", "SD-26")


def _describe_openers(variant: Variant) -> Iterator[CitedSentence]:
    if variant.open_requirement is OpeningRequirement.NONE:
        return
    yield cite("Only a pair of jacks or better may open.", "VT-5D-20", "VT-5D-21", "VT-5D-22")
    if variant.open_requirement is OpeningRequirement.PROGRESSIVE:
        yield cite("After each pass-out the need goes up: queens, kings, aces and back.", "VT-5D-23")
    yield cite("The opener shows his openers at the end; he may break them.", "VT-5D-24", "VT-5D-25")
    if variant.ranking.jokers and variant.ranking.joker_role is JokerRole.BUG:
        yield cite("An ace and the bug are a pair of aces.", "VT-5D-27")


def _describe_draw_limits(variant: Variant) -> Iterator[CitedSentence]:
    whole_hand = any(street.draw >= _HAND_SIZE for street in variant.streets)
    if variant.discard_limit:
        four = ", four to an ace or a wild card" if whole_hand else ""
        yield cite(f"At most three cards are drawn{four}.", "VT-5D-11")
    if variant.fifth_card_last and whole_hand:
        yield cite("Who draws five gets the fifth after all others have drawn.", "VT-5D-12", "VT-5D-13")
    if variant.bottom_card_held:
        yield cite("The bottom card is not drawn while another is left.", "VT-5D-14")
    dealt = sum(street.down + street.up + street.draw for street in variant.streets)
    if dealt * variant.max_seats > len(variant.pack):
        yield cite("When the pack runs out, the others' discards are shuffled.", "VT-5D-15", "VT-5D-16")
