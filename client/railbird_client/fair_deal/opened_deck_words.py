"""Says in words where every card of an opened deck went: to which seat, the board, the burned cards, or nowhere."""

from __future__ import annotations

from railbird_shared.fair_deal.record import DealRecord
from railbird_shared.fair_deal.shuffling import CommittedDeal, canonical_pack
from railbird_shared.game.cards import Card, format_cards
from railbird_shared.protocol.events import DealCommitted, DeckDealt
from railbird_shared.protocol.events.fair_deal import BOARD, BURNED

_NAMES = {BOARD: "board", BURNED: "burned"}
_NOT_DEALT = "rest"


def deck_lines(record: DealRecord, committed: DealCommitted) -> list[str]:
    """Returns a line for each seat, the board, the burned cards and the rest, in the order dealt.

    `committed` is what the server committed to, and the deck has to follow from it; without its seed nothing is told.
    """
    if record.server_seed is None:
        return []
    pack = canonical_pack(committed.cards, committed.jokers)
    reshuffles = len(committed.roots) - 1
    deal = CommittedDeal(record.table, record.hand, pack, record.server_seed, committed.seeds, reshuffles=reshuffles)
    cards: dict[int, list[Card]] = {}
    top = 0
    for dealt in _dealt(record):
        places = dealt.places if dealt.order else range(top, top + len(dealt.to))
        top += 0 if dealt.order else len(dealt.to)
        order = deal.order(dealt.order)
        for place, recipient in zip(places, dealt.to, strict=True):
            cards.setdefault(recipient, []).append(order[place])
    lines = [f"{_name(recipient):<8}{format_cards(cards[recipient])}" for recipient in sorted(cards, key=_rank)]
    left = deal.deck[top:]
    return [*lines, *([f"{_NOT_DEALT:<8}{format_cards(left)}"] if left else [])]


def _dealt(record: DealRecord) -> list[DeckDealt]:
    resumed = record.resumed.dealt if record.resumed is not None else ()
    return [*resumed, *(event for step in record.steps for event in step if isinstance(event, DeckDealt))]


def _name(recipient: int) -> str:
    return _NAMES.get(recipient, f"seat {recipient}")


def _rank(recipient: int) -> tuple[bool, int]:
    """Seats by number, then the board, then the burned cards."""
    return recipient <= BOARD, abs(recipient)
