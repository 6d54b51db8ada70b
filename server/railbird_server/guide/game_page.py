"""A game's page, made from its record alone, so that it says what the engine does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from railbird_server.guide import playing, winning
from railbird_server.guide.catalogue import Catalogue
from railbird_server.guide.layout import Block, Entry, Heading, Paragraph, Title
from railbird_server.guide.saying import Said, number, said, together
from railbird_server.rules.ranking import JokerRole
from railbird_server.rules.variants import Openers, Variant
from railbird_shared.games import Stakes

_WHOLE_HAND = 5


def game_page(variant: Variant, catalogue: Catalogue, stakes: Stakes | None = None) -> list[Block]:
    """Returns the page of a game, at its usual stakes unless others are named, with the clauses it rests on."""
    stakes = stakes or variant.stakes(variant.habit)
    game = variant.at(stakes)
    facts = [
        ("Players", [said(f"{_players(variant)}.".capitalize(), "DL-22")]),
        ("Pack", winning.pack(variant.ranking)),
        ("Forced bets", playing.forced_bets(variant, stakes)),
        ("Bets", [playing.bets(variant, stakes)]),
        ("Raises", playing.raises(variant)),
    ]
    streets = [(street.name, playing.street(variant, place)) for place, street in enumerate(variant.streets)]
    ending = [
        ("Showdown", list(_showdown(variant))),
        ("Hands", [*winning.sides(variant), *winning.selection(variant)]),
        ("The pot", winning.sharing(variant)),
    ]
    special = list(_special(variant))
    told = [sentence for _, sentences in (*facts, *streets, *ending) for sentence in sentences]
    because = {clause for sentence in (*told, *special) for clause in sentence.because} | set(variant.clauses)
    blocks: list[Block] = [
        Title(game.full_title),
        Paragraph(f"Its name in commands is {variant.id}. Amounts are for its usual stakes; a table names its own."),
        *_entries(facts),
        Heading("How it goes"),
        *_entries((f"{place}. {name}", sentences) for place, (name, sentences) in enumerate(streets, start=1)),
        Heading("Who wins"),
        *_entries(ending),
    ]
    if special:
        blocks += [Heading("What is special"), *[Entry("-", str(sentence)) for sentence in special]]
    clauses = [Entry(clause.id, clause.text) for clause in catalogue.cited(because)]
    return [*blocks, Heading("The clauses"), *clauses]


def _players(variant: Variant) -> str:
    least, most = number(variant.least_seats), number(variant.most_seats)
    return least if least == most else f"{least} to {most}"


def _entries(rows: Iterable[tuple[str, list[Said]]]) -> list[Entry]:
    return [Entry(label, together(sentences)) for label, sentences in rows]


def _showdown(variant: Variant) -> Iterator[Said]:
    if variant.by_seat:
        yield said("The hands are shown in the order of the seats.", "SIMPLE-16")
    else:
        yield said(
            "Who bet or raised last in the final round shows first, or else the first left of the button.",
            "SD-2",
            "SD-3",
        )
    if variant.show_all:
        yield said("Every hand is shown.", "SIMPLE-15")
    elif variant.declare or variant.claims or variant.ranking.circular:
        yield said("Every hand is shown.", "SD-4")
    else:
        yield said("Who is beaten may muck unseen.", "SD-6")
    if variant.claims:
        yield said("Players say what they hold, and a hand counts for no more than was said.", "SD-10", "SD-11")
    else:
        yield said("Cards speak.", "SD-9")
    if variant.declare:
        yield said("Players first declare for high, low or both, in secret and together.", "SD-21", "SD-23")
        yield said("Who declares both has to win both.", "SD-22")


def _special(variant: Variant) -> Iterator[Said]:
    if variant.pass_out:
        yield said("If all pass the first round, the cards are thrown in and the pot stays for the next hand.", "BT-38")
    yield from _openers(variant)
    if variant.sevens_must_bet:
        yield said("After the draw a seven or better has to bet.", "VT-LB-5")
    if variant.draws:
        yield from _draw(variant)
    if variant.runs > 1:
        yield said(f"All-in players may agree to deal the rest up to {number(variant.runs)} times.", "SD-26")


def _openers(variant: Variant) -> Iterator[Said]:
    if variant.openers is Openers.NONE:
        return
    yield said("Only a pair of jacks or better may open.", "VT-5D-20", "VT-5D-21", "VT-5D-22")
    if variant.openers is Openers.PROGRESSIVE:
        yield said("After each pass-out the need goes up: queens, kings, aces and back.", "VT-5D-23")
    yield said("The opener shows his openers at the end; he may break them.", "VT-5D-24", "VT-5D-25")
    if variant.ranking.jokers and variant.ranking.joker_role is JokerRole.BUG:
        yield said("An ace and the bug are a pair of aces.", "VT-5D-27")


def _draw(variant: Variant) -> Iterator[Said]:
    whole = any(street.draw >= _WHOLE_HAND for street in variant.streets)
    if variant.discard_limit:
        four = ", four to an ace or a wild card" if whole else ""
        yield said(f"At most three cards are drawn{four}.", "VT-5D-11")
    if variant.fifth_card_last and whole:
        yield said("Who draws five gets the fifth after all others have drawn.", "VT-5D-12", "VT-5D-13")
    if variant.bottom_card_held:
        yield said("The bottom card is not drawn while another is left.", "VT-5D-14")
    dealt = sum(street.down + street.up + street.draw for street in variant.streets)
    if dealt * variant.most_seats > len(variant.pack):
        yield said("When the pack runs out, the others' discards are shuffled.", "VT-5D-15", "VT-5D-16")
