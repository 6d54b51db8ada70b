"""A ruling as a page of text: who wins and with what, every hand with its five cards, and the clauses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from railbird_server.guide.page import Block, Entry, Heading, Paragraph, cards_phrase, chips_phrase
from railbird_server.judge.ruling import HandRuling, Ruling, SideRuling
from railbird_shared.protocol.events import Side


def ruling_page(ruling: Ruling, *, short: bool = False) -> list[Block]:
    """Returns the page of a ruling; a short one leaves out what decided it and the clauses."""
    blocks: list[Block] = []
    if ruling.to_come:
        blocks.append(Paragraph(f"So far, with {cards_phrase(ruling.to_come)} to come:"))
    for side in ruling.sides:
        blocks += [Paragraph(_side_sentence(side, short=short)), *(_hand_entry(ruling, hand) for hand in side.hands)]
    if ruling.shares:
        blocks.append(Paragraph(" ".join(_share_phrases(ruling))))
    if short:
        return blocks
    clauses = [Entry(clause, text) for clause, text in ruling.clauses.items()]
    return [*blocks, Heading("Because"), *clauses]


def _side_sentence(side: SideRuling, *, short: bool) -> str:
    part = "" if side.side is Side.WHOLE else f"{side.side.value.capitalize()}: "
    winning = [hand for hand in side.hands if hand.wins]
    if not winning:
        return f"{part}nobody has a hand for it."
    sentence = f"hand {winning[0].hand} wins" if len(winning) == 1 else f"hands {_join_hands(winning)} share"
    sentence += f": {' / '.join(dict.fromkeys(hand.description for hand in winning))}."
    if side.decided_by and not short:
        sentence += f" Decided by {side.decided_by}."
    return part + sentence if part else sentence[0].upper() + sentence[1:]


def _hand_entry(ruling: Ruling, hand: HandRuling) -> Entry:
    dealt = " ".join(ruling.hands[hand.hand - 1])
    mark = "*" if hand.wins else " "
    played = " ".join(
        card if card == counts_as else f"{card}={counts_as}"
        for card, counts_as in zip(hand.five, hand.played_as, strict=True)
    )
    text = f"{hand.description}: {played}" if played else hand.description
    return Entry(f"{mark} {hand.hand}  {dealt}", text + _lowest_wild_note(hand))


def _lowest_wild_note(hand: HandRuling) -> str:
    return f" (lowest: {' '.join(hand.lowest_wild)})" if hand.lowest_wild else ""


def _share_phrases(ruling: Ruling) -> Iterator[str]:
    yield f"Of {chips_phrase(ruling.pot)}:"
    several = len({share.side for share in ruling.shares}) > 1
    for share in ruling.shares:
        of_side = f" for {share.side.value}" if several else ""
        odd = f", {share.odd:,} of it odd" if share.odd else ""
        yield f"hand {share.hand} gets {share.chips:,}{of_side}{odd}" + (";" if share is not ruling.shares[-1] else ".")


def _join_hands(winning: Sequence[HandRuling]) -> str:
    names = [str(hand.hand) for hand in winning]
    return f"{', '.join(names[:-1])} and {names[-1]}"
