"""Tournaments as a client is told of them, and the time for which they were built."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_shared.tournament.messages import TournamentPage, YouFinished
from railbird_shared.tournament.proposal import Wish, propose_levels
from railbird_shared.tournament.structure import AddOn, Rebuys, TournamentTerms
from railbird_shared.tournament.view import (
    DealMethod,
    DealShare,
    DealView,
    OwnEntry,
    Phase,
    Standing,
    TournamentOffer,
    TournamentStatus,
    TournamentTable,
    TournamentView,
)

NAMES = ("Wren", "Heron", "Teal", "Rook", "Swift", "Plover", "Kestrel", "Merlin", "Bittern", "Dunlin", "Godwit", "Ruff")


def terms(**changes: object) -> TournamentTerms:
    """Returns the terms of a tournament of eighteen for three hours."""
    levels = propose_levels(Wish(18, 3000, 180))
    made = TournamentTerms(name="Sunday", chips=3000, levels=levels, most_players=18, buy_in=20, unit="1 EUR", seats=9)
    return replace(made, **changes)


def buying_terms() -> TournamentTerms:
    """Returns the terms of a tournament with bounties, late entry, rebuys and an add-on."""
    return terms(
        rebuys=Rebuys(chips=3000, price=20, until_level=4),
        add_on=AddOn(chips=5000, price=20, after_level=5),
        late_entry=4,
        bounty=5,
    )


def status(phase: Phase = Phase.RUNNING, **changes: object) -> TournamentStatus:
    """Returns a status in the fifth level, 7:31 before its end."""
    levels = terms().levels
    made = TournamentStatus(
        "5d0e",
        "Sunday",
        "Wren",
        phase,
        games="No-Limit Hold'em",
        level=5,
        now=levels[4],
        next=levels[5],
        left_ms=451_000,
        break_after=bool(levels[4].break_minutes),
        entries=18,
        entrants=18,
        most_players=18,
        left=9,
        tables=2,
        chips=54_000,
        largest=14_250,
        buy_in=20,
        pool=360,
        paid_places=3,
        unit="1 EUR",
    )
    return replace(made, **changes)


def registering(**changes: object) -> TournamentStatus:
    """Returns the status of a tournament that players enter."""
    early = {"level": 0, "now": None, "next": None, "left_ms": None, "left": 0, "tables": 0, "chips": 0, "largest": 0}
    few = {"entrants": 4, "entries": 4, "pool": 80, "open": True, "break_after": False}
    return status(Phase.REGISTERING, **(early | few | changes))


def running_page(*offers: TournamentOffer, **changes: object) -> TournamentPage:
    """Returns a tournament with nine players left at two tables, of whom Heron plays."""
    playing = tuple(
        Standing(number, name, stack=14_250 - 1_500 * number, table=1 + number % 2, seat=1 + number // 2)
        for number, name in enumerate(NAMES[:9], 1)
    )
    playing = (playing[0], replace(playing[1], rebuys=1), replace(playing[2], bot=True), *playing[3:8])
    playing = (*playing, Standing(9, "Bittern", stack=750, table=2, seat=5, away=True))
    out = (Standing(10, "Dunlin", place=10), Standing(11, "Godwit", place=11, tied=True))
    view = TournamentView(
        status(),
        terms(),
        standings=(*playing, *out, Standing(12, "Ruff", place=11, tied=True)),
        tables=(TournamentTable(1, "5d0et1", 4), TournamentTable(2, "5d0et2", 5)),
        prizes=(180, 108, 72),
        lines=("Dunlin is out in 10th place.", "Level 5 begins: 50/100 ante 100."),
    )
    return TournamentPage(view=replace(view, **changes), you=OwnEntry(2, "5d0et1", offers))


def deal_view() -> DealView:
    """Returns a deal among three, to which one has agreed."""
    shares = tuple(
        DealShare(number, name, prize, agreed=number == 1)
        for number, name, prize in ((1, "Wren", 140), (2, "Heron", 120), (3, "Teal", 80))
    )
    return DealView("Wren", DealMethod.ICM, shares, play_for=20)


def finish(**changes: object) -> YouFinished:
    """Returns what Heron is told, who is out in the third place of eighteen."""
    made = YouFinished(tournament="5d0e", name="Sunday", place=3, entrants=18, prize=72, unit="1 EUR")
    return replace(made, **changes)


def finished_page(*, left: int) -> TournamentView:
    """Returns a tournament of twelve, of whom one or two are left; Heron is third."""
    order = ("Wren", "Teal", "Heron", *NAMES[3:])
    prizes = (180, 108, 72)
    out = [
        Standing(number, name, place=number, prize=prizes[number - 1] if number <= len(prizes) else 0)
        for number, name in enumerate(order, 1)
    ]
    playing = [Standing(number, order[number - 1], stack=1_000 * number, seat=number) for number in range(1, left + 1)]
    standings = (*playing, *out[left:]) if left > 1 else tuple(out)
    phase = Phase.RUNNING if left > 1 else Phase.FINISHED
    return replace(running_page().view, status=status(phase, left=left), standings=standings, prizes=prizes, lines=())
