"""The longest commands and messages about tournaments fit into a frame."""

from __future__ import annotations

from railbird_shared.protocol import codec
from railbird_shared.protocol.table_limits import MAX_BET, MAX_CHIPS, MAX_TOKEN_LENGTH
from railbird_shared.text.text_cleaning import NAME_LENGTH, TABLE_NAME_LENGTH
from railbird_shared.tournament.messages import DealAmount, OpenTournament, ProposeDeal, TournamentPage, Tournaments
from railbird_shared.tournament.payouts import MAX_ICM_PLAYERS
from railbird_shared.tournament.structure import (
    MAX_ENTRANTS,
    MAX_LEVEL_SECONDS,
    MAX_LEVELS,
    MAX_LINES,
    MAX_LISTED_TOURNAMENTS,
    MAX_PLACES_PAID,
    MAX_PRICE,
    MAX_SHARE,
    MAX_STARTING_CHIPS,
    AddOn,
    Level,
    Rebuys,
    StartRule,
    TournamentTerms,
)
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

NAME = "\U0001f0cf" * NAME_LENGTH
LEVEL = Level(MAX_BET, big_blind_ante=MAX_BET, seconds=MAX_LEVEL_SECONDS, break_minutes=120)
TERMS = TournamentTerms(
    name="\U0001f0cf" * TABLE_NAME_LENGTH,
    chips=MAX_STARTING_CHIPS,
    levels=(LEVEL,) * MAX_LEVELS,
    buy_in=MAX_PRICE,
    bounty=MAX_PRICE,
    rebuys=Rebuys(MAX_STARTING_CHIPS, MAX_PRICE, 9),
    add_on=AddOn(MAX_STARTING_CHIPS, MAX_PRICE, 9),
    payouts=(MAX_SHARE,) * MAX_PLACES_PAID,
    start=StartRule.AT_TIME,
    start_at=10**10,
)
STATUS = TournamentStatus(
    "i" * 16,
    "\U0001f0cf" * TABLE_NAME_LENGTH,
    NAME,
    Phase.HAND_FOR_HAND,
    games="No-Limit Deuce to Seven Single Draw, deuces wild",
    level=99,
    now=LEVEL,
    next=LEVEL,
    at=10**15,
    left_ms=10**8,
    entries=10**6,
    entrants=100,
    most_players=100,
    left=100,
    tables=50,
    chips=MAX_CHIPS,
    largest=MAX_CHIPS,
    buy_in=MAX_PRICE,
    bounty=MAX_PRICE,
    pool=10**14,
    paid_places=30,
    next_prize=10**12,
    unit="x" * 20,
)


def test_the_longest_schedule_fits_into_a_command() -> None:
    assert len(codec.encode(OpenTournament(id=1, terms=TERMS))) <= codec.MAX_COMMAND_BYTES


def test_a_deal_by_named_amounts_fits_into_a_command() -> None:
    amounts = (DealAmount(MAX_ENTRANTS, 10**14),) * MAX_ICM_PLAYERS
    deal = ProposeDeal(tournament="i" * MAX_TOKEN_LENGTH, method=DealMethod.AMOUNTS, amounts=amounts)
    assert len(codec.encode(deal)) <= codec.MAX_COMMAND_BYTES


def test_the_page_of_the_largest_tournament_fits_into_a_message() -> None:
    standing = Standing(
        100, NAME, 10**9, 50, 10, place=100, tied=True, prize=10**12, bounties=10**11, knocked_out=9, away=True
    )
    view = TournamentView(
        STATUS,
        TERMS,
        standings=(standing,) * MAX_ENTRANTS,
        tables=(TournamentTable(50, "i" * 16, 10, final=True),) * (MAX_ENTRANTS // 2),
        prizes=(10**12,) * MAX_ENTRANTS,
        deal=DealView(NAME, DealMethod.AMOUNTS, (DealShare(100, NAME, 10**12, agreed=True),) * MAX_ENTRANTS),
        lines=("x" * 250,) * MAX_LINES,
    )
    page = TournamentPage(view=view, you=OwnEntry(100, "i" * 16, tuple(TournamentOffer)))
    assert len(codec.encode(page)) <= codec.MAX_MESSAGE_BYTES


def test_the_list_of_the_most_tournaments_fits_into_a_message() -> None:
    assert len(codec.encode(Tournaments(tournaments=(STATUS,) * MAX_LISTED_TOURNAMENTS))) <= codec.MAX_MESSAGE_BYTES
