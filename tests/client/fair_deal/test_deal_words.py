from __future__ import annotations

from msgspec.structs import replace

from railbird_client.fair_deal.deal_witness import NOT_PROVED, deal_mark, deal_sentences, deck_fingerprint
from railbird_shared.fair_deal.checker import DealReport
from railbird_shared.fair_deal.record import DealProgress
from railbird_shared.fair_deal.shuffling import CommittedDeal, context_of, seat_commitment
from railbird_shared.game.cards import PACK
from railbird_shared.protocol.events import DeckDealt, SeedShare
from railbird_shared.protocol.view import TableView
from support.view_builders import seat_view, table_view

CONTEXT = context_of("t", 1)
SEED = bytes(32)


def view_of(*shares: SeedShare) -> TableView:
    deal = CommittedDeal("t", 1, PACK, SEED, shares)
    seats = (replace(seat_view(1), name="Wren"), replace(seat_view(2), name="Heron"))
    return replace(table_view(*seats), deal=DealProgress(deal.commitment, (DeckDealt((1, 2)),)))


def share(seat: int, *, opened: bool = True) -> SeedShare:
    return SeedShare(seat, seat_commitment(CONTEXT, seat, SEED), SEED if opened else None)


def test_the_mark_counts_the_cards_that_were_checked() -> None:
    assert deal_mark(None) == ""
    assert deal_mark(DealReport(7, (), ())) == "deal proved: 7"
    assert deal_mark(DealReport(7, ("Something is wrong.",), ())) == NOT_PROVED


def test_the_page_names_whose_seeds_are_in_the_deck() -> None:
    report = DealReport(7, (), ("A remark.",))
    view = view_of(share(1), share(2, opened=False))
    assert deal_sentences(None, view) == ()
    fixed, fingerprint, seeds, remark = deal_sentences(report, view)
    assert (
        fixed
        == "The deck was fixed before the first card; 7 cards were checked since, and each lay where it was dealt from."
    )
    assert view.deal is not None
    assert deck_fingerprint(view.deal.committed) in fingerprint
    assert seeds == "Seeds came from the server and Wren; that of Heron was not opened."
    assert remark == "A remark."
    assert "The seed came from the server alone." in deal_sentences(report, view_of())


def test_what_is_wrong_with_a_deal_comes_first() -> None:
    report = DealReport(1, ("The deck was changed.",), ())
    first, second, *_ = deal_sentences(report, view_of())
    assert first == "WRONG: The deck was changed."
    assert second.endswith("1 card was checked since, and something is wrong.")
