"""Lines of a player: each leads to what it says, and whatever somebody types has a reply."""

from __future__ import annotations

import random
from dataclasses import replace as change
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from railbird_client.lines.answers import answer, echo
from railbird_client.lines.replies import Asked, Player, Quit, Reply, Sentence, Style
from railbird_client.lines.words import WORDS, read_line
from railbird_client.lobby.lobby_state import LobbyState
from railbird_client.player_requests import SeatRequest
from railbird_client.shell.session_controller import PasswordRequest
from railbird_client.tournament.known_tournaments import KnownTournaments, Running
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.rotation import Choosing, ChosenGame, Rotation
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol import commands
from railbird_shared.protocol import host_commands as hosts
from railbird_shared.protocol.actions import (
    Action,
    BringIn,
    Call,
    Check,
    Claim,
    Declaration,
    Declare,
    Draw,
    Fold,
    LegalActions,
    Offers,
    Raise,
    Run,
    TopUpTo,
    Wager,
    WagerKind,
)
from railbird_shared.protocol.messages import Lobby, TableInfo
from railbird_shared.protocol.view import PauseView, TableView, VoteView, You
from railbird_shared.tournament import messages as tournaments
from railbird_shared.tournament.view import DealMethod, OwnEntry, Phase, TournamentOffer, TournamentStatus
from support.random_views import random_view
from support.unspeakable import UNSPEAKABLE
from support.view_builders import FIVE_CARD_DRAW, HOLDEM, holdem_view, seat_view, table_view


def in_turn(cards: str = "As Ks", **legal: Any) -> Player:
    """A player whose turn it is, with these acts."""
    you = You(1, parse_cards(cards), legal=LegalActions(1, 1415, **legal))
    return Player(name="Wren", view=holdem_view(you=you))


RAISES = Wager(WagerKind.RAISE, 155, 1415)
FACING_A_BET = in_turn(fold=True, call=95, wager=RAISES)
CHECKED_TO = in_turn(fold=True, check=True, wager=Wager(WagerKind.BET, 20, 1415))
FIXED = in_turn(wager=Wager(WagerKind.COMPLETE, 100, 100), bring_in=5)
DRAWING = in_turn("As Kd Qh 9c 7d", max_discards=3, fold=False)


def act(action: Action) -> tuple[commands.Act]:
    return (commands.Act(hand=148, turn=31, action=action),)


@pytest.mark.parametrize(
    ("line", "player", "action"),
    [
        ("fold", FACING_A_BET, Fold()),
        ("  FOLD  ", FACING_A_BET, Fold()),
        ("fo", FACING_A_BET, Fold()),
        ("call", FACING_A_BET, Call()),
        ("call 95", FACING_A_BET, Call()),
        ("check", CHECKED_TO, Check()),
        ("raise 400", FACING_A_BET, Raise(400)),
        ("raise to 1,000", FACING_A_BET, Raise(1000)),
        ("raise min", FACING_A_BET, Raise(155)),
        ("raise pot", FACING_A_BET, Raise(601)),
        ("complete", FIXED, Raise(100)),
        ("bring", FIXED, BringIn()),
        ("draw 3 5", DRAWING, Draw(parse_cards("Qh 7d"))),
        ("draw 5,3,5", DRAWING, Draw(parse_cards("Qh 7d"))),
        ("pat", DRAWING, Draw()),
        ("stand", DRAWING, Draw()),
        ("declare lo", in_turn(declare=True), Declare(Declaration.LOW)),
        ("declare both", in_turn(declare=True), Declare(Declaration.BOTH)),
        ("claim straight", in_turn(claims=("straight flush", "straight")), Claim("straight")),
        ("claim 1", in_turn(claims=("straight flush", "straight")), Claim("straight flush")),
        ("run 2", in_turn(max_runs=3), Run(2)),
        ("run three", in_turn(max_runs=3), Run(3)),
    ],
)
def test_a_word_of_the_turn_is_its_act(line: str, player: Player, action: Action) -> None:
    assert read_line(line, player) == act(action)


@pytest.mark.parametrize(
    ("line", "player", "sentence"),
    [
        ("fold", Player(), "It is not your turn."),
        ("call", CHECKED_TO, "Not now: check, bet 20 to 1415 or fold."),
        ("bet 200", FACING_A_BET, "Not now: call 95, raise 155 to 1415 or fold."),
        ("raise 3", FACING_A_BET, "Say raise and a total: 155 to 1415."),
        ("raise", FACING_A_BET, "Say raise and a total: 155 to 1415."),
        ("call 40", FACING_A_BET, "A call costs 95: say call."),
        ("raise 200%", FACING_A_BET, "Say raise and a total: 155 to 1415."),
        ("raise 200 300", FACING_A_BET, "Say raise and a total: 155 to 1415."),
        ("raise 1.5k", FACING_A_BET, "Say raise and a total: 155 to 1415."),
        ("raise -200", FACING_A_BET, "Say raise and a total: 155 to 1415."),
        ("draw", DRAWING, "Say draw and up to 3 places from 1 to 5, as in draw 1 3, or pat."),
        ("draw 1 2 3 4", DRAWING, "Say draw and up to 3 places from 1 to 5, as in draw 1 3, or pat."),
        ("draw 6", DRAWING, "Say draw and up to 3 places from 1 to 5, as in draw 1 3, or pat."),
        ("declare pot", in_turn(declare=True), "Say declare high, low or both."),
        ("c", CHECKED_TO, "Say check or cards."),
        ("cal", CHECKED_TO, "There is no such word. Did you mean call? Say help for the words."),
        ("fodl", FACING_A_BET, "There is no such word. Did you mean fold? Say help for the words."),
        ("move heron 5", FACING_A_BET, "Only the host moves others: say move and a number to move yourself."),
        ("sit 2", FACING_A_BET, "You have seat 1 already: say move and a number, away, or stand."),
        ("kick Jay", FACING_A_BET, "Only the host of the table does that."),
        ("post", FACING_A_BET, "You need not wait for the big blind; there is nothing to post."),
        ("join 1", FACING_A_BET, "Say leave first: that works where the tables are listed."),
        ("yes", FACING_A_BET, "You are asked nothing."),
        ("rabbit", FACING_A_BET, "There is no board to come that you may see now."),
        ("name Dealer", FACING_A_BET, "Dealer is a name of the house; give another one."),
    ],
)
def test_a_line_that_leads_to_nothing_says_what_to_do(line: str, player: Player, sentence: str) -> None:
    assert read_line(line, player) == Sentence(sentence)


@pytest.mark.parametrize(
    ("line", "player", "question", "action"),
    [
        ("fold", CHECKED_TO, "Checking is free: say fold again to fold anyway.", Fold()),
        ("allin", FACING_A_BET, "That is all-in for 1415: say allin again to do it.", Raise(1415)),
        ("raise max", FACING_A_BET, "That is all-in for 1415: say yes again to do it.", Raise(1415)),
    ],
)
def test_an_act_that_may_be_an_accident_is_done_once_it_is_said_again(
    line: str, player: Player, question: str, action: Action
) -> None:
    reply = read_line(line, player)
    assert reply == Sentence(question, act(action))
    assert isinstance(reply, Sentence)
    asked = change(player, asked=reply.asks)
    assert read_line(line, asked) == read_line("yes", asked) == reply.asks
    assert read_line("no", asked) == Sentence("Good, nothing is done.")


def at_table(**facts: object) -> TableView:
    """Three players between hands; the viewer at seat 1 hosts."""
    people = (seat_view(1, stack=100), seat_view(2), seat_view(4))
    view = table_view(*people, you=You(1, is_host=True, offers=Offers(max_top_up=100, min_top_up=1)), hand=7)
    return replace(view, **facts)


HOST = Player(name="Wren", view=at_table())
ASKING = Player(view=at_table(seats=(seat_view(1), replace(seat_view(2, stack=0), requested=200), None)))
VOTING = Player(view=at_table(vote=VoteView(10, 1_000_000)))
CHOOSER = Player(
    view=at_table(
        rotation=Rotation((ChosenGame("holdem", bet=4), ChosenGame("razz")), dealers_choice=True),
        choosing=Choosing(1, 1_000_000),
        you=You(1),
    )
)
RAIL = Player(name="Robin", view=at_table(you=You()))
BOMBS = Player(
    view=at_table(
        rules=replace(table_view().rules, bomb_pot=2), you=You(1, is_host=True, offers=Offers(bomb_pot=False))
    )
)
NUMBERED = Player(view=at_table(seats=(seat_view(1), replace(seat_view(2, stack=0), name="Bo 2", requested=200), None)))


@pytest.mark.parametrize(
    ("line", "player", "request_"),
    [
        ("sit", RAIL, commands.Sit(chips=200)),
        ("sit 3", RAIL, commands.Sit(seat=3, chips=200)),
        ("sit 3 80", RAIL, commands.Sit(seat=3, chips=80)),
        ("away", HOST, commands.SitOut()),
        ("chips 50", HOST, commands.AddChips(chips=50)),
        ("topup most", HOST, hosts.AutoTopUp(to=TopUpTo.MOST)),
        ("move 5", HOST, commands.ChangeSeat(seat=5)),
        ("move to 5", HOST, commands.ChangeSeat(seat=5)),
        ("move heron to 5", HOST, hosts.MovePlayer(seat=2, to=5)),
        ("bomb", BOMBS, commands.AskBombPot()),
        ("bomb now", BOMBS, commands.CallBombPot()),
        ("give bo 2", NUMBERED, hosts.AnswerBuyIn(seat=2, chips=200)),
        ("give bo 2 200", NUMBERED, hosts.AnswerBuyIn(seat=2, chips=200)),
        ("say Hello, all!", HOST, commands.SendChat(text="Hello, all!")),
        ("name Ada", HOST, commands.ChangeName(name="Ada")),
        ("pause", HOST, commands.Pause()),
        ("go", Player(view=at_table(pause=PauseView(1))), commands.GoOn()),
        ("break 5", HOST, commands.TakeBreak(minutes=5)),
        ("mute 2", HOST, hosts.Mute(name="Heron")),
        ("mute Stranger", HOST, hosts.Mute(name="Stranger")),
        ("mute Heron", HOST, hosts.Mute(name="Heron")),
        ("unmute her", HOST, hosts.Mute(name="Heron", on=False)),
        ("lock", HOST, hosts.LockTable()),
        ("rail 5", HOST, hosts.ChangeRail(limit=5)),
        ("addbot", HOST, commands.AddBot()),
        ("give", ASKING, hosts.AnswerBuyIn(seat=2, chips=200)),
        ("give Heron 200", ASKING, hosts.AnswerBuyIn(seat=2, chips=200)),
        ("refuse heron", ASKING, hosts.AnswerBuyIn(seat=2, chips=200, approve=False)),
        ("yes", ASKING, hosts.AnswerBuyIn(seat=2, chips=200)),
        ("vote yes", VOTING, commands.Vote()),
        ("no", VOTING, commands.Vote(on=False)),
        ("game razz", CHOOSER, commands.ChooseGame(chosen=ChosenGame("razz"))),
        ("game razz 8 wild deuces", CHOOSER, commands.ChooseGame(chosen=ChosenGame("razz", bet=8, wild="deuces"))),
        ("game omaha 4", HOST, commands.ChangeGame(chosen=ChosenGame("omaha", bet=4))),
        ("bets 10", HOST, commands.ChangeGame(chosen=ChosenGame("holdem", bet=10))),
        ("leave", RAIL, commands.Leave()),
    ],
)
def test_a_word_of_the_table_is_its_request(line: str, player: Player, request_: object) -> None:
    assert read_line(line, player) == (request_,)


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("kick 4", hosts.Kick(seat=4)),
        ("ban magpie", hosts.Ban(name="Magpie")),
        ("host Heron", hosts.HandOver(seat=2)),
        ("last", hosts.LastHand()),
        ("end", hosts.EndNight()),
        ("stand", commands.Stand()),
    ],
)
def test_what_ends_something_is_asked_first(line: str, request_: object) -> None:
    reply = read_line(line, HOST)
    assert isinstance(reply, Sentence)
    assert reply.asks == (request_,)
    assert reply.text.endswith("Say yes to do it.")


TABLES = tuple(
    TableInfo(name.lower(), name, "Wren", HOLDEM, seats, ("Wren", "Heron"))
    for name, seats in (("Attic", 2), ("Hall", 6))
)
LOBBY = Player(lobby=LobbyState("Robin", "here", lobby=Lobby(tables=TABLES)))
LOCKED = change(
    LOBBY, password=PasswordRequest("Hall", "It has a password.", lambda word: SeatRequest("hall", 0, word))
)


def test_a_table_is_gone_to_by_its_number_or_name() -> None:
    assert read_line("sit 2", LOBBY) == read_line("join hall", LOBBY) == (SeatRequest("hall"),)
    assert read_line("join 1", LOBBY) == (SeatRequest("attic", waits=True),)
    assert read_line("watch 1", LOBBY) == (commands.Watch(table="attic"),)
    assert read_line("join 3", LOBBY) == Sentence("Say the number of a table after it: tables tells them.")
    assert answer(Asked("tables"), LOBBY)[1] == "2, Hall of Wren, No-Limit Hold'em 1 and 2, 2 of 6 seats taken."


def test_a_question_asks_the_server_first_where_only_that_knows() -> None:
    assert read_line("statement", HOST) == Asked("statement", first=(commands.AskStatement(),))
    assert read_line("statement", FACING_A_BET) == Asked("statement")
    assert read_line("watchers", HOST) == Asked("watchers", first=(hosts.ListWatchers(),))
    assert read_line("invite new", HOST) == Asked("invite", first=(commands.MakeInvite(),))
    assert read_line("invite", RAIL) == Asked("invite")
    assert read_line("tables", LOBBY) == Asked("tables")
    assert read_line("tables hall", LOBBY) == Asked("tables", first=(commands.ListTables(find="hall"),))
    assert read_line("tables more", LOBBY) == Asked("tables", first=(commands.ListTables(first=2),))


RUNNING = Running(
    TournamentStatus("t1", "Sunday", "Wren", Phase.RUNNING, level=2, entrants=9, left=3, chips=900, largest=500),
    0.0,
    OwnEntry(number=1, offers=(TournamentOffer.REBUY, TournamentOffer.PROPOSE_DEAL), rebuy_ms=9000),
)
ENTRANT = Player(name="Wren", view=at_table(tournament="t1", you=You(1)), running=RUNNING)
OPEN = TournamentStatus("t2", "Monday", "Wren", Phase.REGISTERING, entrants=2, most_players=9, open=True)
READ = tournaments.ReadTournament(tournament="t2")
CHOOSING = change(LOBBY, known=KnownTournaments(listed=(RUNNING.status, OPEN)))


@pytest.mark.parametrize(
    ("line", "player", "reply"),
    [
        ("enter 2", CHOOSING, Asked("entry", 1, first=(READ, tournaments.RegisterTournament(tournament="t2")))),
        (
            "enter monday secret",
            CHOOSING,
            Asked("entry", 1, first=(READ, tournaments.RegisterTournament(tournament="t2", password="secret"))),
        ),
        ("enter", CHOOSING, Sentence("Say enter and the number of a tournament: tournaments tells them.")),
        ("rebuy", ENTRANT, (tournaments.BuyTournamentChips(tournament="t1"),)),
        ("yes", ENTRANT, (tournaments.BuyTournamentChips(tournament="t1"),)),
        ("decline", ENTRANT, (tournaments.DeclineRebuy(tournament="t1"),)),
        ("addon", ENTRANT, Sentence("No tournament offers you that now.")),
        ("deal chips", ENTRANT, (tournaments.ProposeDeal(tournament="t1", method=DealMethod.CHIPS),)),
        ("deal", ENTRANT, Asked("deal", first=(tournaments.ReadTournament(tournament="t1", follow=False),))),
        ("pause", ENTRANT, Sentence("A tournament pauses for all its tables at once: the word tournament shows it.")),
    ],
)
def test_a_tournament_is_entered_and_played_by_words(line: str, player: Player, reply: Reply) -> None:
    assert read_line(line, player) == reply


def test_a_tournament_is_told() -> None:
    assert answer(Asked("tournaments"), CHOOSING)[1] == "2, Monday, , registering, open, 2 of 9 players."
    assert answer(Asked("tournament"), ENTRANT)[0] == "Sunday."


def test_a_password_that_is_asked_for_is_typed_alone_or_after_its_word() -> None:
    assert read_line("Open, Sesame", LOCKED) == (SeatRequest("hall", 0, "Open, Sesame"),)
    assert read_line("password yes", LOCKED) == (SeatRequest("hall", 0, "yes"),)
    assert read_line("say friend and enter", LOCKED) == (SeatRequest("hall", 0, "say friend and enter"),)
    assert read_line("tables", LOCKED) == Asked("tables")
    assert read_line("password x", LOBBY) == Sentence("No password is asked now.")


def test_the_other_words() -> None:
    assert read_line("", FACING_A_BET) == read_line("again", FACING_A_BET) == Asked("turn")
    assert read_line("log 7", FACING_A_BET) == Asked("log", 7)
    assert read_line("terse", FACING_A_BET) == Style(terse=True)
    assert read_line("full", change(FACING_A_BET, terse=True)) == Style(terse=False)
    assert read_line("quit", LOBBY) == Quit()
    assert read_line("quit", change(LOBBY, quit_question="Go?")) == Sentence("Go? Say yes to do it.", Quit())


QUERIES = (
    "cards",
    "board",
    "pot",
    "stacks",
    "players",
    "turn",
    "price",
    "time",
    "why",
    "status",
    "game",
    "games",
    "ranking",
)


@pytest.mark.parametrize("game", VARIANTS)
def test_every_answer_can_be_spoken(game: str) -> None:
    view = random_view(random.Random(game), game, 2)
    for query in (*QUERIES, "help", "statement", "tables", "tournament", "tournaments", "deal", "log", "no such"):
        told = answer(Asked(query), Player(name="Wren", view=view))
        assert told
        assert [sentence for sentence in told if UNSPEAKABLE.search(sentence)] == []


typed = st.one_of(
    st.text(),
    st.builds(" ".join, st.tuples(st.sampled_from(sorted(WORDS)), st.text())),
    st.builds(
        "{} {} {}".format,
        st.sampled_from(sorted(WORDS)),
        st.integers(-5, 10**14),
        st.sampled_from(["Wren", "off", "²"]),
    ),
)


@settings(max_examples=100, deadline=None)
@given(line=typed, seed=st.integers(0, 40), game=st.sampled_from(sorted(VARIANTS)))
def test_whatever_is_typed_has_a_reply(line: str, seed: int, game: str) -> None:
    dice = random.Random(seed)
    players = (
        Player(name="Wren", view=random_view(dice, game, 2, hostile=True)),
        dice.choice((HOST, ASKING, VOTING, CHOOSER, RAIL, DRAWING, LOBBY, LOCKED, ENTRANT, CHOOSING, Player())),
    )
    for player in players:
        reply: Reply = read_line(line, player)
        assert reply
        if isinstance(reply, Sentence):
            assert reply.text.endswith((".", "?", "!"))
        if isinstance(reply, Asked) and reply.query != "hints":  # these cards are of another pack
            assert answer(reply, player)


def test_what_no_event_tells_is_echoed() -> None:
    assert echo(hosts.AutoTopUp(to=TopUpTo.OFF), HOST.view) == "You are topped up no more."
    assert echo(commands.Straddle(), HOST.view) == "You straddle from now on."
    in_hand = at_table(playing=True)
    assert echo(commands.AddChips(chips=5), in_hand) == "The chips come after this hand."
    assert echo(commands.AddChips(chips=5), HOST.view) == echo(commands.Straddle(), None) == ""


def test_help_tells_the_words_that_work_now_first() -> None:
    told = answer(Asked("help"), DRAWING)
    assert told[0] == "In your turn: draw 1 3; pat."
    assert "as the host" not in " ".join(told).lower()
    assert FIVE_CARD_DRAW.draws
