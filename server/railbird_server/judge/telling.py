"""A ruling told to people: who wins with what, every hand with its five cards, and the clauses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from railbird_server.guide.layout import Block, Entry, Heading, Paragraph
from railbird_server.guide.saying import cards, chips
from railbird_server.judge.ruling import Ruling, SideRuling, Worth
from railbird_shared.events import Side


def told(ruling: Ruling) -> list[Block]:
    """Returns the page that tells a ruling."""
    blocks: list[Block] = []
    if ruling.to_come:
        blocks.append(Paragraph(f"So far, with {cards(ruling.to_come)} to come:"))
    for side in ruling.sides:
        blocks += [Paragraph(_verdict(side)), *(_hand(ruling, worth) for worth in side.hands)]
    if ruling.shares:
        blocks.append(Paragraph(" ".join(_shares(ruling))))
    clauses = [Entry(clause, text) for clause, text in ruling.clauses.items()]
    return [*blocks, Heading("Because"), *clauses]


def _verdict(side: SideRuling) -> str:
    part = "" if side.side is Side.WHOLE else f"{side.side.value.capitalize()}: "
    won = [worth for worth in side.hands if worth.wins]
    if not won:
        return f"{part}nobody has a hand for it."
    sentence = f"hand {won[0].hand} wins" if len(won) == 1 else f"hands {_joined(won)} share"
    sentence += f": {' / '.join(dict.fromkeys(worth.description for worth in won))}."
    if side.decided_by:
        sentence += f" Decided by {side.decided_by}."
    return part + sentence if part else sentence[0].upper() + sentence[1:]


def _hand(ruling: Ruling, worth: Worth) -> Entry:
    held = " ".join(ruling.hands[worth.hand - 1])
    mark = "*" if worth.wins else " "
    played = " ".join(
        card if card == counts_as else f"{card}={counts_as}"
        for card, counts_as in zip(worth.five, worth.played_as, strict=True)
    )
    said = f"{worth.description}: {played}" if played else worth.description
    return Entry(f"{mark} {worth.hand}  {held}", said + _lowest(worth))


def _lowest(worth: Worth) -> str:
    return f" (lowest: {' '.join(worth.lowest_wild)})" if worth.lowest_wild else ""


def _shares(ruling: Ruling) -> Iterator[str]:
    yield f"Of {chips(ruling.pot)}:"
    several = len({share.side for share in ruling.shares}) > 1
    for share in ruling.shares:
        of_side = f" for {share.side.value}" if several else ""
        odd = f", {share.odd:,} of it odd" if share.odd else ""
        yield f"hand {share.hand} gets {share.chips:,}{of_side}{odd}" + (";" if share is not ruling.shares[-1] else ".")


def _joined(won: Sequence[Worth]) -> str:
    names = [str(worth.hand) for worth in won]
    return f"{', '.join(names[:-1])} and {names[-1]}"
