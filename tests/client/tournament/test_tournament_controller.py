"""What the messages of a tournament do to a client's session: moves, the end, its clock, and what is asked."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_client.lobby.lobby_state import LobbyState
from railbird_client.player_requests import FollowTournament, ShowFinish
from railbird_client.table.table_model import TableState
from railbird_client.table.turn.table_keys import SeatClick, TableKey
from railbird_client.tournament.tournament_controller import NOT_FINISHED
from railbird_shared.conversation import Received
from railbird_shared.protocol.commands import FollowTable, SitOut
from railbird_shared.protocol.messages import Lobby, Snapshot, TableClosed
from railbird_shared.tournament.messages import (
    Moved,
    ReadTournament,
    TournamentLine,
    Tournaments,
    TournamentUpdate,
    YouFinished,
)
from railbird_shared.tournament.view import OwnEntry, Phase, TournamentOffer
from support.controller_harness import ControllerHarness, run_controller
from support.fake_server import table_snapshot, welcome_message
from support.tournament_views import registering, running_page, status

SENTENCE = "You move from table 1 to table 2, seat 1, to keep the tables even."
MOVED = Moved(tournament="5d0e", table="5d0et2", from_table=1, to_table=2, seat=1, sentence=SENTENCE)


def tournament_table(table: str = "5d0et1", *, seated: bool = True) -> Snapshot:
    snapshot = table_snapshot(table=table, name="Sunday", seated=seated)
    return replace(snapshot, view=replace(snapshot.view, tournament="5d0e", tournament_table=int(table[-1])))


async def sit_down(running: ControllerHarness) -> None:
    update = TournamentUpdate(status=status(), you=OwnEntry(1, "5d0et1"))
    await running.handle(Received(welcome_message(table="5d0et1")), Received(tournament_table()), Received(update))
    running.link.sent.clear()


async def test_a_move_leads_to_the_new_table_and_says_why() -> None:
    async with run_controller() as running:
        await sit_down(running)
        assert isinstance(running.state, TableState)
        before = running.state.table_model
        await running.handle(Received(MOVED))
        assert running.state.table_model is before
        await running.handle(Received(tournament_table("5d0et2")))
        assert running.state.table_model is not before
        assert running.table_notice == SENTENCE
        view = running.controller.state.view
        assert view is not None
        assert (view.table, running.controller.state.departure.seated) == ("5d0et2", True)
        assert running.state.table_model.tournament.running == before.tournament.running
        assert running.link.sent == []


async def test_a_snapshot_of_the_same_table_keeps_its_log() -> None:
    async with run_controller() as running:
        await sit_down(running)
        assert isinstance(running.state, TableState)
        before = running.state.table_model
        await running.handle(Received(tournament_table()))
        assert running.state.table_model is before


async def test_a_player_who_is_out_reads_their_place_and_prize_and_stays() -> None:
    async with run_controller() as running:
        await sit_down(running)
        out = YouFinished(tournament="5d0e", name="Sunday", place=3, entrants=18, prize=72, unit="1 EUR")
        await running.handle(Received(out), Received(tournament_table(seated=False)))
        assert isinstance(running.state, TableState)
        assert "You are out in 3rd place of 18. You win 72.00 EUR." in str(running.state.table_model.log.sentences)


async def test_the_lobby_tells_the_result_when_the_last_table_closes() -> None:
    async with run_controller() as running:
        await sit_down(running)
        won = YouFinished(tournament="5d0e", name="Sunday", place=1, entrants=18, prize=90)
        await running.handle(Received(won), Received(TableClosed(reason="The tournament is over.")))
        assert isinstance(running.state, LobbyState)
        assert running.state.last_result == "The tournament is over. You have won Sunday! You win 90."


async def test_a_player_who_is_out_in_the_lobby_is_told_there_until_they_have_seen_it() -> None:
    async with run_controller() as running:
        tournaments, out = (
            running.controller.tournaments,
            YouFinished(tournament="5d0e", name="Sunday", place=1, entrants=9),
        )
        await running.handle(Received(welcome_message()), Received(Lobby(tables=())))
        assert tournaments.finish(None) is None
        await running.handle(Received(out))
        assert tournaments.finish(None) == out
        tournaments.note_finish_seen()
        assert tournaments.finish(None) is None


async def test_a_finish_is_kept_for_the_lobby_when_the_table_closes_before_it_is_seen() -> None:
    async with run_controller() as running:
        await sit_down(running)
        assert isinstance(running.state, TableState)
        out = YouFinished(tournament="5d0e", name="Sunday", place=1, entrants=9)
        await running.handle(Received(out))
        assert running.controller.tournaments.finish(running.state.table_model) == out
        await running.handle(Received(TableClosed(reason="The tournament is over.")))
        assert running.controller.tournaments.finish(None) == out


async def test_a_finish_that_was_closed_is_shown_again_at_that_table_and_in_the_lobby() -> None:
    async with run_controller() as running:
        await sit_down(running)
        tournaments = running.controller.tournaments
        tournaments.ask(ShowFinish())
        assert NOT_FINISHED in running.controller.take_notices()
        out = YouFinished(tournament="5d0e", name="Sunday", place=1, entrants=9)
        await running.handle(Received(out))
        assert isinstance(running.state, TableState)
        for table in (running.state.table_model, None):
            assert tournaments.finish(table) == out
            tournaments.note_finish_seen()
            assert tournaments.finish(table) is None
            tournaments.ask(ShowFinish())
        assert tournaments.finish(None) == out
        await running.handle(Received(TableClosed(reason="The tournament is over.")))
        assert isinstance(running.state, LobbyState)
        assert running.state.has_finished


async def test_a_finish_that_was_seen_is_forgotten_at_another_table() -> None:
    async with run_controller() as running:
        await sit_down(running)
        await running.handle(Received(YouFinished(tournament="5d0e", name="Sunday", place=1, entrants=9)))
        assert isinstance(running.state, TableState)
        running.controller.tournaments.finish(running.state.table_model)
        running.controller.tournaments.note_finish_seen()
        await running.handle(
            Received(TableClosed(reason="The tournament is over.")), Received(table_snapshot(table="t9"))
        )
        assert not running.controller.tournaments.has_finished


async def test_a_player_is_told_what_to_decide_until_they_have() -> None:
    async with run_controller() as running:
        await sit_down(running)
        you = OwnEntry(1, "5d0et1", (TournamentOffer.REBUY,), rebuy_ms=30_000)
        await running.handle(Received(TournamentUpdate(status=status(), you=you)))
        assert running.table_notice == "You have no chips left: [^T] lets you rebuy within 30 seconds."
        await running.handle(Received(TournamentUpdate(status=status(), you=OwnEntry(1, "5d0et1"))))
        assert running.table_notice == ""
        for offer, words in (
            (TournamentOffer.ADD_ON, "The add-on"),
            (TournamentOffer.ANSWER_DEAL, "A deal is proposed"),
        ):
            await running.handle(Received(TournamentUpdate(status=status(), you=OwnEntry(1, "5d0et1", (offer,)))))
            assert running.table_notice.startswith(words)


async def test_the_table_of_one_tournament_shows_nothing_of_another() -> None:
    async with run_controller() as running:
        await sit_down(running)
        assert isinstance(running.state, TableState)
        table = running.state.table_model
        before = table.tournament.running
        other = TournamentUpdate(status=status(tournament="a1", level=3), you=OwnEntry(2, "a1t1"))
        await running.handle(Received(other), Received(TournamentLine(tournament="a1", sentence="Level 3 begins.")))
        assert table.tournament.running is before
        assert "Level 3 begins." not in table.log.sentences
        out = YouFinished(tournament="a1", name="Friday", place=9, entrants=9)
        await running.handle(Received(out))
        assert not table.tournament.result
        assert running.controller.tournaments.finish(table) == out


async def test_an_announcement_stands_in_the_log() -> None:
    async with run_controller() as running:
        await sit_down(running)
        await running.handle(Received(TournamentLine(tournament="5d0e", sentence="Level 6 begins.")))
        assert isinstance(running.state, TableState)
        assert "Level 6 begins." in str(running.state.table_model.log.sentences)


async def test_the_list_and_a_page_are_kept_in_the_lobby() -> None:
    async with run_controller() as running:
        await running.handle(Received(welcome_message()), Received(Lobby(tables=())))
        listed, page = Tournaments(tournaments=(registering(),)), running_page()
        await running.handle(Received(listed), Received(page))
        assert isinstance(running.state, LobbyState)
        known = running.controller.tournaments.known
        assert (known.listed, known.view) == (listed.tournaments, page.view)


async def test_a_refusal_is_told_with_its_sentence() -> None:
    async with run_controller() as running:
        await sit_down(running)
        running.link.refusal = "Late entry is over."
        await running.controller.send(ReadTournament(tournament="5d0e"))
        await running.handle()
        assert running.controller.tournaments.known.error == "Late entry is over."
        running.link.refusal = "Again."
        await running.controller.send(ReadTournament(tournament="5d0e"))
        await running.handle()
        assert running.controller.take_notices() == ("Late entry is over.", "Again.")


async def test_what_a_tournament_decides_is_not_asked_of_its_table() -> None:
    async with run_controller() as running:
        await sit_down(running)
        for key in (TableKey.ADD_CHIPS, TableKey.MOVE, TableKey.PAUSE, TableKey.ADD_BOT, SeatClick(2)):
            assert running.press(key) is None
            assert "tournament" in running.table_notice
        assert running.press(TableKey.SIT) == SitOut()


async def test_leaving_a_table_of_a_tournament_gives_up_no_chips() -> None:
    async with run_controller() as running:
        await sit_down(running)
        assert "Your chips stay in play" in running.controller.exit.leave_question
        assert running.controller.exit.left.result is None


async def test_who_is_in_a_tournament_is_asked_before_they_leave_the_lobby() -> None:
    async with run_controller() as running:
        await running.handle(Received(welcome_message()), Received(Lobby(tables=())))
        assert running.controller.exit.quit_question == ""
        await running.handle(Received(TournamentUpdate(status=registering(), you=OwnEntry(1))))
        assert isinstance(running.state, LobbyState)
        assert [each.status.name for each in running.state.entered] == ["Sunday"]
        assert "You are in Sunday" in running.controller.exit.quit_question


async def test_a_host_is_told_of_a_tournament_that_goes_on_without_anybody_connected() -> None:
    async with run_controller() as running:
        await running.handle(Received(welcome_message()), Received(Lobby(tables=())))
        said: list[str] = []
        for told in ((status(Phase.FINISHED), status(Phase.CANCELLED)), (registering(),), (status(),)):
            await running.handle(Received(Tournaments(tournaments=told)))
            said.append(running.controller.tournaments.going_on)
    assert said == ["", "Sunday is open for entries: 4 of 18 players.", "Sunday goes on: 9 of 18 left."]


async def test_the_tables_of_a_tournament_are_followed() -> None:
    async with run_controller() as running:
        await running.handle(Received(welcome_message()), Received(Lobby(tables=())), Received(running_page()))
        running.link.sent.clear()
        await running.controller.send(FollowTournament("5d0e"))
        await running.handle()
        assert running.link.sent == [FollowTable(table="5d0et1"), FollowTable(table="5d0et2")]


async def test_a_lobby_after_a_table_knows_no_list_of_before() -> None:
    """A tournament that was open for entries may be over by then."""
    async with run_controller() as running:
        await running.handle(Received(welcome_message()), Received(Lobby(tables=())))
        await running.handle(Received(Tournaments(tournaments=(registering(),))))
        await running.handle(Received(tournament_table()), Received(TableClosed(reason="The tournament is over.")))
        assert isinstance(running.state, LobbyState)
        assert running.state.tournaments == ()


async def test_a_tournament_that_is_read_is_read_again_after_a_new_connection() -> None:
    async with run_controller() as running:
        await sit_down(running)
        await running.controller.send(ReadTournament(tournament="5d0e"))
        await running.handle()
        running.link.sent.clear()
        await running.handle(Received(welcome_message(table="5d0et1")), Received(tournament_table()))
        assert ReadTournament(tournament="5d0e") in running.link.sent
        await running.controller.send(ReadTournament(tournament=""))
        await running.handle()
        running.link.sent.clear()
        await running.handle(Received(welcome_message(table="5d0et1")), Received(tournament_table()))
        assert not any(isinstance(command, ReadTournament) for command in running.link.sent)


async def test_a_tournament_that_is_not_found_is_asked_for_no_more() -> None:
    async with run_controller() as running:
        await sit_down(running)
        running.link.refusal = "There is no tournament of that code."
        await running.controller.send(ReadTournament(tournament="5d0f"))
        await running.handle()
        running.link.refusal = ""
        running.link.sent.clear()
        await running.handle(Received(welcome_message(table="5d0et1")), Received(tournament_table()))
        assert not any(isinstance(command, ReadTournament) for command in running.link.sent)
