"""Says in words how far the deal of a hand is proved: a mark for the title, and sentences for the page of rulings."""

from __future__ import annotations

from railbird_client.drawing.text_painter import join_words
from railbird_shared.fair_deal.checker import DealReport
from railbird_shared.protocol.events import DealCommitted
from railbird_shared.protocol.view import TableView

FINGERPRINT_BYTES = 6
"""How many bytes of the commitment to a deck people compare."""

NOT_PROVED = "deal NOT proved [W]"
"""The mark of a deal in which something is wrong."""


def deal_mark(report: DealReport | None) -> str:
    """Returns the mark for the title, empty where the table proves no deals."""
    if report is None:
        return ""
    return NOT_PROVED if report.faults else f"deal proved: {report.cards}"


def deck_fingerprint(committed: DealCommitted) -> str:
    """Returns the first bytes of the commitment to a deck, as people compare them."""
    digits = committed.roots[0][:FINGERPRINT_BYTES].hex() if committed.roots else ""
    return " ".join(digits[start : start + 4] for start in range(0, len(digits), 4))


def deal_sentences(report: DealReport | None, view: TableView) -> tuple[str, ...]:
    """Returns how the deal of the hand was proved, in sentences; none where the table proves no deals."""
    if report is None or view.deal is None:
        return ()
    committed = view.deal.committed
    cards = "1 card was" if report.cards == 1 else f"{report.cards} cards were"
    checked = "and something is wrong" if report.faults else "and each lay where it was dealt from"
    return (
        *(f"WRONG: {fault}" for fault in report.faults),
        f"The deck was fixed before the first card; {cards} checked since, {checked}.",
        f"Compare its fingerprint with others: {deck_fingerprint(committed)}.",
        _seed_sentence(committed, view),
        *report.remarks,
    )


def _seed_sentence(committed: DealCommitted, view: TableView) -> str:
    names = {seat.seat: seat.name for seat in view.occupied if not seat.bot}
    given = [names[share.seat] for share in committed.seeds if share.seed is not None and share.seat in names]
    late = [names.get(share.seat, f"seat {share.seat}") for share in committed.seeds if share.seed is None]
    told = f"Seeds came from {join_words(['the server', *given])}" if given else "The seed came from the server alone"
    return f"{told}; that of {join_words(late)} was not opened." if late else f"{told}."
