"""What a session tells in lines: transcripts of recorded sessions, every game by words, questions and warnings."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from railbird_client.lines.telling import Telling, open_questions, to_player
from railbird_client.lines.words import WORDS
from railbird_client.tournament.known_tournaments import Running
from railbird_shared.conversation import Received
from railbird_shared.game.rotation import Choosing
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.folding import fold_each
from railbird_shared.protocol.messages import Chat, Lobby, LobbyChanged, Rail, Refused, Snapshot, Step
from railbird_shared.protocol.validation import is_valid
from railbird_shared.protocol.view import Turn, VoteView
from railbird_shared.tournament.view import OwnEntry, Phase, TournamentOffer, TournamentStatus
from support.fake_server import table_info
from support.golden_files import assert_matches_golden_file
from support.random_views import random_view
from support.table_harness import table_settings
from support.told_lines import RECORDINGS, LineTable, faults_of, told_recording
from support.type_strategies import strategy_for
from support.view_builders import holdem_view

NAMED_WORDS = {
    *("give", "refuse", "game", "games", "vote", "bomb", "back"),
    *("rebuy", "decline", "deal", "agree", "addon", "enter"),
}
"""The words that questions name."""

NAMES = sorted(file.stem for file in RECORDINGS.glob("*.jsonl"))


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_session_is_told_in_lines(name: str) -> None:
    told = [*told_recording(name)]
    assert faults_of([(line,) for line in told if not line.startswith(">")]) == []
    golden = Path(__file__).parent / "golden" / f"{name}.txt"
    assert_matches_golden_file(golden, "".join(f"{line}\n" for line in told), __file__)


@pytest.mark.parametrize("game", VARIANTS)
def test_every_game_is_played_by_words_and_told_once(game: str) -> None:
    """Everybody acts by a line that their turn offers; each hand that Wren hears has a beginning and an end."""
    dice = random.Random(game)
    table = LineTable(table_settings(game, seats=3))
    listener = table.hear()
    table.sit("Wren", "Heron", "Jay")
    for _ in range(2):
        table.deal_next_hand()
        while table.hand_running:
            table.act_by_words(dice)
        table.refill()
    assert faults_of(listener.told) == []
    sentences = [sentence for told in listener.told for sentence in told]
    for number in (1, 2):
        assert sum(sentence.startswith(f"Hand {number}.") for sentence in sentences) == 1
    turns = sum(sentence.startswith("Your turn.") for sentence in sentences)
    assert all(
        told[-1].startswith("Your turn.") for told in listener.told if any("Your turn." in each for each in told)
    )
    assert turns


@given(st.integers(0, 2**32), st.sampled_from(sorted(VARIANTS)), strategy_for(ev.PublicEvent | ev.PrivateEvent))
def test_whatever_happens_is_told_in_sentences(seed: int, game: str, event: ev.PublicEvent | ev.PrivateEvent) -> None:
    view = random_view(random.Random(seed), game, 3)
    public = (event,) if isinstance(event, ev.PublicEvent) else ()
    private = () if isinstance(event, ev.PublicEvent) else (event,)
    step = Step(epoch="e", seq=1, at=0, public=public, private=private)
    if not is_valid(step, len(view.seats)):
        return
    telling = Telling()
    own = view.own_seat
    name = "Wren" if own is None else own.name
    for sentence in telling.receive(Received(step, transitions=fold_each(view, (event,))), name):
        assert sentence
        assert sentence[-1] in ".?!:"
        assert "\ue000" not in sentence


@pytest.mark.parametrize(
    ("sentence", "told"),
    {
        "\ue000 calls 2": "you call 2",
        "\ue000 has no chips left and sits out": "you have no chips left and sit out",
        "\ue000 was away for too long and leaves with 5": "you were away for too long and leave with 5",
        "\ue000 moves to seat 3, and waits for the big blind or posts it": (
            "you move to seat 3, and wait for the big blind or post it"
        ),
        "\ue000 lets the rail see their cards, from the next hand on": (
            "you let the rail see your cards, from the next hand on"
        ),
        "Jay lets \ue000 have 40 chips": "Jay lets you have 40 chips",
        "\ue000 goes high, Jay goes low": "you go high, Jay goes low",
        "Jay goes high, \ue000 goes both ways": "Jay goes high, you go both ways",
        "\ue000 and Jay chop the blinds": "you and Jay chop the blinds",
        "Jay passes to \ue000": "Jay passes to you",
    }.items(),
)
def test_the_player_is_told_as_you(sentence: str, told: str) -> None:
    assert to_player(sentence) == told


def test_what_waits_for_the_player_is_asked_once_while_it_stands() -> None:
    view = replace(holdem_view(), vote=VoteView(5, 60_000, yes=(2,)))
    telling = Telling()
    assert [*telling.remaining(view, None)] == ["A vote for a break of 5 minutes. Say vote yes or vote no."]
    assert [*telling.remaining(view, None)] == []
    assert [*telling.remaining(replace(view, vote=None), None)] == []
    assert [*telling.remaining(view, None)] == ["A vote for a break of 5 minutes. Say vote yes or vote no."]


def test_a_turn_is_told_once_and_its_end_is_warned_of_once() -> None:
    view, telling = holdem_view(), Telling()
    assert len([*telling.turn(view)]) == 1
    assert [*telling.turn(view)] == []
    assert [telling.warning(view, seconds) for seconds in (30, 11, 10, 9, 1)] == ["", "", "Ten seconds left.", "", ""]
    assert view.turn is not None
    short = replace(view, turn=Turn(view.turn.seat, view.turn.turn + 1))
    assert [telling.warning(short, seconds) for seconds in (8, 3)] == ["", ""]
    assert telling.warning(view, None) == ""


def test_terse_leaves_out_what_can_be_asked_for() -> None:
    full, terse = Telling(), Telling(terse=True)
    view = holdem_view()
    for telling in (full, terse):
        _ = [*telling.receive(Received(Snapshot(epoch="e", seq=0, at=0, view=view)), "Wren")]
    step = Received(Step(epoch="e", seq=1, at=0), transitions=fold_each(view, (ev.YourHand("three kings"),)))
    assert [*full.receive(step, "Wren")] == ["Your hand: three kings."]
    assert [*terse.receive(step, "Wren")] == []
    assert len("".join(full.turn(view))) > len("".join(terse.turn(view)))


def test_chat_watchers_and_refusals_are_told() -> None:
    telling, view = Telling(), holdem_view()
    _ = [*telling.receive(Received(Snapshot(epoch="e", seq=0, at=0, view=view)), "Wren")]
    messages = (
        Chat(name="Jay", text="well  played"),
        Chat(name="Wren", text="thanks"),
        Chat(name="Heron", text="hm", rail=True),
        Rail(watchers=2),
        Rail(watchers=1),
        Refused(code="stale", sentence="That turn is over."),
        Refused(code="seed-late", sentence="Too late."),
    )
    assert [line for message in messages for line in telling.receive(Received(message), "Wren")] == [
        "Jay says: well played",
        "You say: thanks",
        "Heron, on the rail, says: hm",
        "2 people watch now.",
        "That turn is over.",
    ]


def test_a_table_that_opens_is_told_in_the_lobby_once() -> None:
    telling, attic = Telling(), table_info(table="t2", name="Attic")
    messages = (
        Lobby(tables=(table_info(),)),
        LobbyChanged(changed=(table_info(), attic)),
        LobbyChanged(changed=(attic,)),
    )
    told = [line for message in messages for line in telling.receive(Received(message), "Wren")]
    assert told == ["A new table: Attic, No-Limit Hold'em, 1 and 2."]


@pytest.mark.parametrize(
    ("offer", "rebuy_ms", "word"),
    [
        (TournamentOffer.REBUY, 30_000, "rebuy"),
        (TournamentOffer.ANSWER_DEAL, None, "deal"),
        (TournamentOffer.ADD_ON, None, "addon"),
        (TournamentOffer.RE_ENTER, None, "enter"),
    ],
)
def test_a_tournament_asks_by_words(offer: TournamentOffer, rebuy_ms: int | None, word: str) -> None:
    status = TournamentStatus("c1", "Friday", "Jay", Phase.RUNNING)
    running = Running(status, 0.0, OwnEntry(1, offers=(offer,), rebuy_ms=rebuy_ms))
    ((_, question),) = open_questions(holdem_view(), running)
    assert f"ay {word}" in question


def test_the_words_that_questions_name_exist() -> None:
    view, status = holdem_view(), TournamentStatus("c1", "Friday", "Jay", Phase.RUNNING)
    own = view.own_seat
    assert own is not None
    asking = replace(view, vote=VoteView(5, 1, yes=(2,)), bomb_pot_asked=(2,), choosing=Choosing(own.seat, 1))
    asking = replace(asking, seats=tuple(each and replace(each, requested=5, sitting_out=True) for each in view.seats))
    asking = replace(asking, you=replace(asking.you, is_host=True))
    running = Running(status, 0.0, OwnEntry(1, offers=tuple(TournamentOffer), rebuy_ms=1000))
    questions = [question for _, question in open_questions(asking, running)]
    assert len(questions) >= 9
    told = set(re.findall(r"\w+", " ".join(questions)))
    assert told >= NAMED_WORDS
    assert set(WORDS) >= NAMED_WORDS
