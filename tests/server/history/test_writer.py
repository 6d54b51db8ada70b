"""What is written, and that it is read again as it was played."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from railbird_server.bots.profiles import BOT_NAMES
from railbird_server.cli import main
from railbird_server.history.game_setup import GAME_CODES
from railbird_server.history.parser import BadHistory, parse_histories
from railbird_server.history.replay import ComparisonLevel, Verdict, replay
from railbird_server.history.writer import HistoryFolder, write_history, write_known_history
from railbird_server.rules.dealing import Deck
from railbird_server.rules.setup import Setup
from railbird_server.table.hand_history import KnownTable, RetoldHand, history_of, retell
from railbird_server.table.hand_in_progress import EndedHand, HandRecord
from railbird_server.table.inputs import PlayerIdentity
from railbird_shared.game.game_rules import Rake
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol.actions import Action, Fold
from support.examples import examples
from support.hand_builders import deck_with_top, make_hand, parse_action
from support.history_builders import play_random_hand
from support.known_cards import KnownCards, known_after


def write_and_parse(setup: Setup, deck: str, *acts: str) -> dict[str, object]:
    """The fields of a hand that is played by acts written as a player says them, each by the seat in turn."""
    cards = deck_with_top(deck, setup.game.id)
    return tomllib.loads(write_history(setup, cards, parse_acts(setup, deck, *acts), names=["Wren", "Jay", "Rook"]))


def parse_acts(setup: Setup, deck: str, *acts: str) -> list[tuple[int, Action]]:
    running = make_hand(setup.game.id, {entrant.seat: entrant.stack for entrant in setup.entrants}, deck=deck)
    running.start()
    done: list[tuple[int, Action]] = []
    for text in acts:
        assert running.to_act
        done.append((running.to_act, parse_action(text)))
        running.act(*done[-1])
    return done


def test_a_history_has_the_stakes_the_actions_and_the_finishing_stacks() -> None:
    setup = make_hand("holdem", {2: 50, 5: 60, 9: 70}, number=12).setup
    fields = write_and_parse(
        setup, "Ah 2c 9s Kh 7d 9h 3s 4d 8s Jd 5d Qc 6d Tc", "c", "c", "x", "b 4", "f", "c", *"xxxx"
    )
    assert fields == {
        "variant": "NT",
        "ante_trimming_status": True,
        "antes": [0, 0, 0],
        "blinds_or_straddles": [1, 2, 0],
        "min_bet": 2,
        "starting_stacks": [50, 60, 70],
        "actions": [
            *["d dh p1 AhKh", "d dh p2 2c7d", "d dh p3 9s9h", "p3 cc", "p1 cc", "p2 cc"],
            *["d db 4d8sJd", "p1 cbr 4", "p2 f", "p3 cc"],
            *["d db Qc", "p1 cc", "p3 cc", "d db Tc", "p1 cc", "p3 cc", "p1 sm AhKh", "p3 sm"],
        ],
        "hand": 12,
        "seats": [2, 5, 9],
        "players": ["Wren", "Jay", "Rook"],
        "finishing_stacks": [58, 58, 64],
    }


def test_all_discards_are_written_before_the_replacement_cards() -> None:
    setup = make_hand("badugi", {1: 9, 2: 9}).setup
    fields = write_and_parse(setup, "2c 3c 4c 5c Kh Kd Qh Qd 9s Ah Ad Jh", "c", "x", "d Kh", "d Kd Qd", "b 2", "f")
    actions = fields["actions"]
    assert isinstance(actions, list)
    assert actions[4:9] == ["p1 sd Kh", "p2 sd KdQd", "d dh p1 Ah", "d dh p2 AdJh", "p1 cbr 2"]


def test_heads_up_forced_bets_are_written_in_reverse() -> None:
    setup = make_hand("short-deck", {1: 9, 2: 9}).setup
    assert write_and_parse(setup, "", "f")["blinds_or_straddles"] == [2, 0]


def test_special_characters_in_a_name_are_escaped() -> None:
    setup = make_hand("holdem", {1: 9, 2: 9}).setup
    name = 'Kes"trel\\ \n\x7f = []'
    text = write_history(setup, deck_with_top("", "holdem"), parse_acts(setup, "", "f"), names=[name, "Heron"])
    assert tomllib.loads(text)["players"] == [name, "Heron"]


def test_a_raked_hand_has_no_finishing_stacks() -> None:
    setup = replace(make_hand("holdem", {1: 50, 2: 50}).setup, rake=Rake(percent=50))
    acts = parse_acts(setup, "", "c", *"xxxxxxx")
    fields = tomllib.loads(write_history(setup, deck_with_top("", "holdem"), acts))
    assert "finishing_stacks" not in fields
    assert replay(fields) == Verdict(ComparisonLevel.ACTIONS)


def test_a_hand_that_the_format_cannot_express_is_refused() -> None:
    holdem = make_hand("holdem", {1: 9, 2: 9}).setup
    house = replace(VARIANTS["omaha8"], low=None)
    refused = [
        (make_hand("five-card-draw", {1: 9, 2: 9}).setup, "no code"),
        (replace(make_hand("omaha8", {1: 9, 2: 9}).setup, variant=house), "no code"),
        (replace(holdem, carried=3), "from an earlier one"),
        (holdem, "played to its end"),
    ]
    for setup, why in refused:
        with pytest.raises(BadHistory, match=why):
            write_history(setup, deck_with_top("", setup.game.id), [])


@settings(max_examples=examples(200))
@given(st.sampled_from(sorted(GAME_CODES)), st.integers(0, 10**9))
def test_random_hands_replay_to_the_same_stacks(code: str, seed: int) -> None:
    finished = play_random_hand(code, seed)
    text = write_history(finished.setup, finished.deck, finished.acts)
    assert replay(parse_histories(text)[""]) == Verdict(ComparisonLevel.STACKS)


@pytest.mark.parametrize("code", GAME_CODES)
def test_random_hands_of_every_game_code_replay_to_the_same_stacks(code: str) -> None:
    for seed in range(20):
        finished = play_random_hand(code, seed)
        text = write_history(finished.setup, finished.deck, finished.acts)
        assert tomllib.loads(text)["variant"] == code
        assert replay(parse_histories(text)[""]) == Verdict(ComparisonLevel.STACKS)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


@pytest.mark.usefixtures("hasty_bots")
@pytest.mark.parametrize("game", ["holdem", "badugi"])
def test_hands_written_by_the_demo_pass_verification(game: str, tmp_path: Path) -> None:
    folder = tmp_path / "evenings" / game
    shown = run("demo", "--game", game, "--hands", "3", "--seed", "1", "--phh", str(folder))
    assert shown.exit_code == 0
    assert shown.output == run("demo", "--game", game, "--hands", "3", "--seed", "1").output
    assert sorted(path.name for path in folder.iterdir()) == [f"{number}.phh" for number in range(1, 4)]
    fields = tomllib.loads((folder / "3.phh").read_text(encoding="utf-8"))
    assert fields["players"] == [BOT_NAMES[seat - 1] for seat in fields["seats"]]
    verified = run("verify", str(folder))
    assert (verified.exit_code, verified.output) == (0, "3 replayed, 0 failed\n")


def test_the_demo_refuses_a_game_without_a_code_before_it_plays(tmp_path: Path) -> None:
    result = run("demo", "--game", "five-card-draw", "--phh", str(tmp_path / "hands"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no code for " + VARIANTS["five-card-draw"].name in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "hands").exists()


def test_a_folder_that_cannot_be_created_is_refused(tmp_path: Path) -> None:
    (tmp_path / "hands").write_text("not a folder", encoding="utf-8")
    with pytest.raises(BadHistory, match="Hands cannot be written to "):
        HistoryFolder(tmp_path / "hands", VARIANTS["holdem"])


def test_a_hand_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    setup = make_hand("holdem", {1: 9, 2: 9}, number=7).setup
    folder = HistoryFolder(tmp_path, VARIANTS["holdem"])
    folder.add(setup, deck_with_top("", "holdem"), [], [])
    assert folder.error.startswith("Hand 7 is not in ")
    (tmp_path / "7.phh").mkdir()
    folder.add(setup, deck_with_top("", "holdem"), [(setup.button, Fold())], [])
    assert folder.error.startswith("Hand 7 could not be written to ")


def test_the_demo_fails_if_a_hand_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "2.phh").mkdir()
    result = run("demo", "--hands", "2", "--phh", str(tmp_path))
    assert result.exit_code == 1
    assert "Hand 2 could not be written" in result.output


# --- as one player may know it -----------------------------------------------------------------------------------


def known_history(code: str, seed: int, viewer: int | None) -> tuple[str, RetoldHand]:
    """Returns a random hand as the player of a seat may know it."""
    finished = play_random_hand(code, seed)
    record = HandRecord(finished.setup, Deck(finished.deck, b""), finished.acts)
    told = retell(EndedHand(record))
    players = {entrant.seat: PlayerIdentity(f"p{entrant.seat}", "Wren") for entrant in finished.setup.entrants}
    known = history_of(told, players, viewer, KnownTable("t1", "Kitchen"), 1_795_000_000)
    return write_known_history(told, known), told


@settings(max_examples=examples(100), deadline=None)
@given(st.sampled_from(sorted(GAME_CODES)), st.integers(0, 10**9), st.integers(0, 9))
@example("F7S/8", 25988, 0)  # a mucked hand that loses both ways, which three cards next to each other seldom do
@example("F2L3D", 616129693, 8)  # cards shown at the end that others threw away before the reshuffle, unseen
def test_what_a_player_may_know_replays_without_a_difference(code: str, seed: int, place: int) -> None:
    seats = [entrant.seat for entrant in play_random_hand(code, seed).setup.entrants]
    text, told = known_history(code, seed, seats[place % len(seats)])
    verdict = replay(parse_histories(text)[""])
    assert verdict.difference is None, text
    fields = tomllib.loads(text)
    assert fields["finishing_stacks"] == list(told.hand.hand.stacks.values())
    assert (fields["table"], fields["year"], fields["time_zone"]) == ("Kitchen", 2026, "UTC")


@settings(max_examples=examples(100), deadline=None)
@given(st.sampled_from(sorted(GAME_CODES)), st.integers(0, 10**9), st.integers(-1, 9))
def test_what_a_player_may_not_know_is_not_written(code: str, seed: int, place: int) -> None:
    seats = [entrant.seat for entrant in play_random_hand(code, seed).setup.entrants]
    viewer = seats[place % len(seats)] if place >= 0 else None
    text, told = known_history(code, seed, viewer)
    holders = {seat: str(seat) for seat in seats}
    known = known_after(KnownCards(), told.events, holders).of(str(viewer))
    written = {match for line in tomllib.loads(text)["actions"] for match in re.findall(r"[2-9TJQKA][cdhs]", line)}
    assert written <= known


def test_a_players_own_discards_are_written_and_those_of_others_are_not() -> None:
    setup = make_hand("badugi", {1: 9, 2: 9}).setup
    deck = "2c 3c 4c 5c Kh Kd Qh Qd 9s Ah Ad Jh"
    acts = parse_acts(setup, deck, "c", "x", "d Kh", "d Kd Qd", "b 2", "f")
    told = retell(EndedHand(HandRecord(setup, Deck(tuple(deck_with_top(deck, "badugi")), b""), tuple(acts))))
    known = history_of(told, {}, 2, KnownTable("t1", "Kitchen"), 0)
    actions = tomllib.loads(write_known_history(told, known))["actions"]
    assert actions[4:8] == ["p1 sd ??", "p2 sd KdQd", "d dh p1 ??", "d dh p2 AdJh"]
