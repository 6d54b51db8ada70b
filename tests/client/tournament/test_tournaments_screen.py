"""The page of tournaments over the lobby or a table: its list, one of them, its clock and its keys.

`RAILBIRD_RENEW=1` writes the golden screens anew; read `git diff` before you commit them.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.hosting.form_screen import TournamentFormScreen
from railbird_client.player_requests import FollowTournament, ScreenRequest
from railbird_client.tournament.known_tournaments import KnownTournaments
from railbird_client.tournament.tournaments_screen import (
    AmountsDialog,
    CancelTournamentDialog,
    TournamentsPage,
)
from railbird_client.widgets.controls import CommandRequested
from railbird_client.widgets.dialogs import LineDialog
from railbird_shared.protocol.commands import Command, Watch
from railbird_shared.tournament.messages import (
    AnswerDeal,
    BuyTournamentChips,
    CancelTournament,
    DealAmount,
    DeclineRebuy,
    ListTournaments,
    PauseTournament,
    ProposeDeal,
    ReadTournament,
    RegisterTournament,
    RemoveEntrant,
    StartTournament,
    TournamentPage,
    Tournaments,
    UnregisterTournament,
)
from railbird_shared.tournament.view import DealMethod, OwnEntry, Phase, TournamentOffer
from support.golden_files import CLIENT_SCREENS, assert_matches_golden_file
from support.live_sessions import session_view
from support.screen_harness import ScreenHarness, run_screen
from support.tournament_views import buying_terms, deal_view, finished_page, registering, running_page, status, terms

GOLDEN = CLIENT_SCREENS
SIZES = ((60, 20), (80, 24), (100, 30), (120, 40))
LIST = Tournaments(
    tournaments=(
        registering(tournament="a1", name="Friday Bounty", bounty=5, locked=True),
        status(),
        status(Phase.FINISHED, tournament="c3", name="Warm-up", buy_in=0, left=1),
    )
)
HOST = (TournamentOffer.PAUSE, TournamentOffer.REMOVE, TournamentOffer.CANCEL)


def known(page: TournamentPage | None = None, *, listed: bool = True) -> KnownTournaments:
    told = KnownTournaments()
    if listed:
        told = told.with_message(LIST, 100.0)
    return told if page is None else told.with_message(page, 100.0)


def page_of(tournament: str = "5d0e") -> TournamentsPage:
    return TournamentsPage(own_name="Heron", tournament=tournament, now=lambda: 100.0)


async def show(shown: ScreenHarness, page: TournamentPage | None = None) -> TournamentsPage:
    """Hands over what the server tells, and returns the screen."""
    screen = shown.app.screen
    assert isinstance(screen, TournamentsPage)
    screen.show_session(session_view(tournaments=known(page)))
    await shown.wait_until_idle()
    return screen


def asked(shown: ScreenHarness) -> list[ScreenRequest]:
    return [message.command for message in shown.messages_of(CommandRequested)]


@pytest.mark.parametrize("size", SIZES)
async def test_the_list_of_tournaments_matches_its_golden_text(size: tuple[int, int]) -> None:
    async with run_screen(lambda: page_of(""), size=size) as shown:
        await show(shown)
        text = shown.text
    assert_matches_golden_file(GOLDEN / f"tournaments-{size[0]}x{size[1]}.txt", text, __file__)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["running", "registering", "deal", "break", "over", "ascii-running"])
async def test_a_tournament_matches_its_golden_text(name: str, size: tuple[int, int]) -> None:
    pages = {
        "running": running_page(TournamentOffer.REBUY, *HOST),
        "registering": running_page(
            TournamentOffer.REGISTER,
            TournamentOffer.START,
            status=registering(),
            standings=(),
            tables=(),
            lines=(),
            prizes=(),
        ),
        "ascii-running": running_page(TournamentOffer.REBUY),
        "break": running_page(
            TournamentOffer.ADD_ON,
            terms=buying_terms(),
            status=status(Phase.BREAK, left_ms=45_000, open=False),
        ),
        "over": TournamentPage(view=finished_page(left=1), you=OwnEntry(3)),
        "deal": running_page(TournamentOffer.ANSWER_DEAL, status=status(Phase.DEAL), deal=deal_view()),
    }
    ascii_only = name.startswith("ascii")
    async with run_screen(page_of, size=size, ascii_only=ascii_only) as shown:
        await show(shown, pages[name])
        text = shown.text
    assert_matches_golden_file(GOLDEN / f"tournament-{name}-{size[0]}x{size[1]}.txt", text, __file__)


async def test_the_list_leads_to_a_tournament_and_esc_back_to_it() -> None:
    async with run_screen(lambda: page_of("")) as shown:
        await show(shown)
        await shown.press("down", "enter", "escape")
        assert asked(shown) == [
            ListTournaments(),
            ReadTournament(tournament="5d0e"),
            ReadTournament(tournament=""),
            ListTournaments(),
        ]


KEYS = [
    (TournamentOffer.REGISTER, "e", RegisterTournament(tournament="5d0e")),
    (TournamentOffer.RE_ENTER, "E", RegisterTournament(tournament="5d0e")),
    (TournamentOffer.UNREGISTER, "u", UnregisterTournament(tournament="5d0e")),
    (TournamentOffer.REBUY, "b", BuyTournamentChips(tournament="5d0e")),
    (TournamentOffer.ADD_ON, "a", BuyTournamentChips(tournament="5d0e", add_on=True)),
    (TournamentOffer.ANSWER_DEAL, "y", AnswerDeal(tournament="5d0e")),
    (TournamentOffer.ANSWER_DEAL, "x", AnswerDeal(tournament="5d0e", agree=False)),
    (TournamentOffer.START, "s", StartTournament(tournament="5d0e")),
    (TournamentOffer.PAUSE, "p", PauseTournament(tournament="5d0e")),
    (TournamentOffer.RESUME, "p", PauseTournament(tournament="5d0e", on=False)),
]


@pytest.mark.parametrize(("offer", "key", "command"), KEYS)
async def test_a_key_does_what_is_offered_and_nothing_else(offer: TournamentOffer, key: str, command: Command) -> None:
    async with run_screen(page_of) as shown:
        await show(shown, running_page())
        await shown.press(key)
        await show(shown, running_page(offer))
        await shown.press(key)
        assert asked(shown)[1:] == [command]


async def test_a_deal_is_proposed_by_a_method() -> None:
    async with run_screen(page_of) as shown:
        await show(shown, running_page(TournamentOffer.PROPOSE_DEAL))
        await shown.press("d", "2")
        assert asked(shown)[1:] == [ProposeDeal(tournament="5d0e", method=DealMethod.CHIPS)]


async def test_a_deal_is_proposed_by_amounts_that_add_up() -> None:
    async with run_screen(page_of) as shown:
        await show(shown, running_page(TournamentOffer.PROPOSE_DEAL))
        await shown.press("d", "4", "end", *("backspace",) * 3, *"10", "enter")
        assert "more." in shown.text
        assert isinstance(shown.app.screen, AmountsDialog)
        missing = int(shown.text.partition("Share ")[2].partition(".")[0])
        await shown.press(*("down",) * 9, "end", "backspace", *str(missing), "enter")
        (deal,) = asked(shown)[1:]
        assert isinstance(deal, ProposeDeal)
        assert (deal.method, deal.play_for, deal.amounts[0]) == (DealMethod.AMOUNTS, missing, DealAmount(1, 10))
        assert sum(each.prize for each in deal.amounts) + deal.play_for == 360


async def test_what_stays_for_the_winner_is_taken_from_amounts_that_nobody_has_changed() -> None:
    async with run_screen(page_of) as shown:
        await show(shown, running_page(TournamentOffer.PROPOSE_DEAL))
        await shown.press("d", "4", *("down",) * 9, "end", "backspace", *"90")
        await shown.wait_until_idle()
        assert "360.00 EUR of 360.00 EUR shared" in shown.text
        await shown.press("enter")
        (deal,) = asked(shown)[1:]
        assert isinstance(deal, ProposeDeal)
        assert deal.play_for == 90
        assert sum(each.prize for each in deal.amounts) == 270


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("name", "keys"), [("ways", "d"), ("amounts", "d4")])
async def test_the_dialogs_of_a_deal_match_their_golden_text(name: str, keys: str, size: tuple[int, int]) -> None:
    """The page behind a dialog is not compared: it may be drawn after the dialog."""
    async with run_screen(page_of, size=size) as shown:
        await show(shown, running_page(TournamentOffer.PROPOSE_DEAL))
        await shown.press(*keys)
        box = shown.app.screen.query_one(".dialog").region
        rows = shown.text.splitlines()[box.y : box.bottom]
        text = "".join(f"{row[box.x : box.right]}\n" for row in rows)
    assert_matches_golden_file(GOLDEN / f"tournament-deal-{name}-{size[0]}x{size[1]}.txt", text, __file__)


async def test_a_host_removes_a_player_by_the_beginning_of_their_name() -> None:
    async with run_screen(page_of) as shown:
        await show(shown, running_page(*HOST))
        await shown.press("k", *"he", "enter")
        assert asked(shown)[1:] == [RemoveEntrant(tournament="5d0e", number=2)]


async def test_a_tournament_is_cancelled_by_y_and_not_by_the_keys_that_call_a_bet() -> None:
    async with run_screen(page_of) as shown:
        await show(shown, running_page(*HOST))
        await shown.press("c", "enter")
        assert isinstance(shown.app.screen, CancelTournamentDialog)
        assert asked(shown)[1:] == []
        await shown.press("y")
        assert asked(shown)[1:] == [CancelTournament(tournament="5d0e")]


async def test_who_has_no_chips_left_rebuys_or_declines_within_the_time() -> None:
    page = running_page()
    page = replace(page, you=OwnEntry(2, "5d0et1", (TournamentOffer.REBUY,), rebuy_ms=20_000))
    async with run_screen(page_of) as shown:
        await show(shown, page)
        assert "within 0:20, or you are out" in shown.text
        await shown.press("o")
        assert asked(shown)[1:] == [DeclineRebuy(tournament="5d0e")]


async def test_a_locked_tournament_asks_for_its_password() -> None:
    page = running_page(TournamentOffer.REGISTER, status=registering(locked=True))
    async with run_screen(page_of) as shown:
        await show(shown, page)
        await shown.press("e", *"tern", "enter")
        assert asked(shown)[1:] == [RegisterTournament(tournament="5d0e", password="tern")]


async def test_one_of_several_tables_is_watched_from_the_lobby() -> None:
    async with run_screen(lambda: page_of("")) as shown:
        await show(shown)
        await shown.press("down", "enter")
        await show(shown, running_page())
        await shown.press("w", "2")
        assert asked(shown)[-1] == Watch(table="5d0et2")


async def test_enter_leads_from_the_page_to_the_seat_in_the_tournament() -> None:
    async with run_screen(lambda: page_of("")) as shown:
        await show(shown)
        await shown.press("down", "enter")
        await show(shown, replace(running_page(), you=OwnEntry(2, "5d0et2")))
        assert "To your table" in shown.text
        await shown.press("enter")
        assert asked(shown)[-1] == Watch(table="5d0et2")
        await show(shown, TournamentPage(view=finished_page(left=1), you=OwnEntry(2, "5d0et2")))
        assert "To your table" not in shown.text
        assert "Watch" not in shown.text


async def test_all_tables_are_followed_by_one_key_where_there_may_be_several() -> None:
    async with run_screen(page_of) as shown:
        await show(shown, running_page())
        assert "Follow" in shown.text
        await shown.press("f")
        assert asked(shown)[1:] == [FollowTournament("5d0e")]
        await show(shown, running_page(terms=terms(most_players=9)))
        assert "Follow" not in shown.text


async def test_a_refusal_is_told_on_the_page() -> None:
    async with run_screen(page_of) as shown:
        screen = await show(shown, running_page())
        screen.show_session(session_view(tournaments=replace_error(known(running_page()), "Late entry is over.")))
        await shown.wait_until_idle()
        assert "Late entry is over." in shown.text


def replace_error(told: KnownTournaments, sentence: str) -> KnownTournaments:
    return KnownTournaments(told.listed, told.view, told.running, sentence)


async def test_one_that_is_not_listed_is_shown_by_its_code_and_a_wrong_code_leads_back_to_the_list() -> None:
    async with run_screen(lambda: page_of("")) as shown:
        screen = await show(shown)
        await shown.press("g", *"?!", "enter")
        assert isinstance(shown.app.screen, LineDialog)
        assert asked(shown) == [ListTournaments()]
        await shown.press("escape", "g", *"5D 0e", "enter")
        assert asked(shown)[-1] == ReadTournament(tournament="5d0e")
        await show(shown, running_page(status=registering()))
        assert "Players" in shown.text
        await shown.press("escape", "g", *"beef", "enter")
        assert asked(shown)[-1] == ReadTournament(tournament="beef")
        screen.show_session(
            session_view(tournaments=replace_error(known(), "That tournament is over; choose another one."))
        )
        await shown.wait_until_idle()
        assert "That tournament is over; choose another one." in shown.text
        assert "New tournament" in shown.text


async def test_the_page_of_one_that_is_not_listed_tells_its_code() -> None:
    page = running_page(status=registering())
    page = replace(page, view=replace(page.view, terms=replace(page.view.terms, listed=False)))
    async with run_screen(page_of) as shown:
        await show(shown, page)
        assert "takes its code, 5d0e." in shown.text


async def test_the_form_opens_from_the_list() -> None:
    async with run_screen(lambda: page_of("")) as shown:
        await show(shown)
        await shown.press("n")
        assert isinstance(shown.app.screen, TournamentFormScreen)


async def test_a_page_that_waits_for_the_server_shows_no_key_of_an_offer() -> None:
    async with run_screen(page_of) as shown:
        assert not [hint for hint in shown.app.screen.query("KeyHint") if hint.display]


async def test_no_key_is_displayed_before_the_first_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TournamentsPage, "_rewrite", lambda _: None)
    async with run_screen(page_of) as shown:
        assert not [hint for hint in shown.app.screen.query("KeyHint") if hint.display]
