"""Which game is played next: turns of a rotation, the dealer's choice, a change by the host (VT-DC)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_server.refusal import Refusal
from railbird_server.table.inputs import Deal
from railbird_server.table.settings import TableSettings, game_terms_or_refusal, settings_with
from railbird_server.table.table import Table
from railbird_shared.game.catalogue import MIXES
from railbird_shared.game.game_rules import HighOrLow
from railbird_shared.game.rotation import ChosenGame, Rotation
from railbird_shared.history.narration import event_sentence
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol.commands import (
    ChangeGame,
    ChangeSeat,
    ChooseGame,
    GoOn,
    JoinWaitingList,
    Pause,
    PostBlind,
    Sit,
    Stand,
    Straddle,
)
from railbird_shared.protocol.events import (
    ChoiceBegan,
    ChoiceEnded,
    GameAnnounced,
    GameChanged,
    GameSkipped,
    HandStarted,
    Post,
    Posted,
    SeatChanged,
)
from support.table_harness import HOST, TableHarness, from_player, start_table

PLAYERS = ("Wren", "Heron", "Jay")


def mixed(*games: str, seats: int = 6, pause: int = 0, **wish: object) -> TableSettings:
    """The settings of a table that plays these games."""
    rotation = replace(Rotation(tuple(ChosenGame(game, bet=2) for game in games)), **wish)
    opening = TableSettings("Kitchen", game_terms_or_refusal(HouseRules(), rotation.games[0]).game, seats, 20, 200, 200)
    settings = settings_with(opening, game_terms_or_refusal(HouseRules(), rotation.games[0]))
    return replace(settings, rotation=rotation, clock_ms=30_000, pause_ms=pause)


def evening(settings: TableSettings, *players: str) -> TableHarness:
    harness = TableHarness(settings)
    harness.sit(*(players or PLAYERS), chips=200)
    return harness


def games_of(harness: TableHarness, hands: int) -> list[str]:
    """Plays so many hands, all folded, and returns what they were."""
    played = []
    for _ in range(hands):
        harness.deal_next_hand()
        played.append(harness.table.settings.game.id)
        harness.fold_to_end()
    return played


def told(harness: TableHarness, *kinds: type) -> list[str | None]:
    """What players read of these events."""
    return [event_sentence(event, harness.view()) for event in harness.events if isinstance(event, kinds)]  # type: ignore[arg-type]


def wait_for_choice(harness: TableHarness) -> str:
    """Lets the table ask for the next game; returns the name of who is asked."""
    while not harness.table.rotation.state.choosing:
        if harness.outcome.wants_deck:
            harness.submit(Deal(harness.next_deck()))
            if harness.hand_running:
                harness.fold_to_end()
        else:
            harness.advance_to_wake_time()
    return harness.player_by_seat[harness.table.rotation.state.choosing.seat]


def choose(harness: TableHarness, game: str, **wish: object) -> list[object]:
    """Has the player who is asked name a game."""
    name = wait_for_choice(harness)
    command = ChooseGame(chosen=replace(ChosenGame(game), **wish))
    return [*harness.submit(from_player(name, command))]


# --- in turn


def test_stakes_at_which_no_two_players_could_bet_are_refused() -> None:
    harness = start_table(stacks=(50, 60, 70))
    change = ChangeGame(chosen=ChosenGame("holdem", bet=91))
    with pytest.raises(Refusal, match="With 180 chips at the table no two players could bet 91"):
        harness.submit(from_player("Wren", change))
    harness.submit(from_player("Wren", ChangeGame(chosen=ChosenGame("holdem", bet=90))))


def test_horse_changes_after_a_number_of_hands() -> None:  # VT-DC-4, VT-DC-5
    horse = next(mix.games for mix in MIXES if mix.id == "horse")
    harness = evening(mixed(*horse, hands=2))
    assert games_of(harness, 11) == [*(game for game in horse for _ in range(2)), horse[0]]


def test_a_game_has_an_orbit_of_the_button() -> None:  # VT-DC-5
    harness = evening(mixed("razz", "holdem", "five-card-draw"))
    assert games_of(harness, 9) == ["razz"] * 3 + ["holdem"] * 3 + ["five-card-draw"] * 3


def test_the_next_game_is_told_with_stakes_and_rules_before_its_antes() -> None:  # VT-DC-6
    harness = evening(mixed("holdem", "razz", hands=1, pause=4_000))
    harness.deal_next_hand()
    harness.fold_to_end()
    ended = harness.now
    harness.events.clear()
    harness.advance_to_wake_time()
    (changed,) = [event for event in harness.events if isinstance(event, GameChanged)]
    assert harness.now >= ended + 4_000, "the end of the hand before is read first"
    assert (changed.game.id, changed.because) == ("razz", ("VT-DC-5", "VT-DC-6"))
    assert not harness.hand_running
    assert harness.view().game.id == "razz"
    assert not any(seat.in_hand for seat in harness.view().occupied), "the hand before has left the table"
    shown = harness.now
    harness.deal_next_hand()
    assert harness.now == shown + 3_000
    assert told(harness, GameChanged) == ["the game is Limit Razz"]


def test_blinds_and_antes_follow_each_other_and_everybody_is_dealt_in() -> None:
    harness = evening(mixed("holdem", "seven-card-stud", hands=1))
    buttons = []
    for _ in range(6):
        harness.deal_next_hand()
        assert harness.table.current_hand
        buttons.append(harness.table.current_hand.setup.button)
        assert len(harness.table.current_hand.setup.entrants) == 3
        harness.fold_to_end()
    assert sorted(buttons[:3]) == [1, 2, 3]


def test_a_pot_that_nobody_won_keeps_its_game() -> None:  # BT-38
    harness = evening(mixed("jacks-or-better", "holdem", hands=1))
    for _ in range(2):
        harness.deal_next_hand()
        assert harness.table.settings.game.id == "jacks-or-better"
        harness.act_each("x", "x", "x")
        assert harness.table.carried_pot.chips
    harness.deal_next_hand()
    assert harness.table.settings.game.id == "jacks-or-better"
    assert harness.table.current_hand
    assert harness.table.current_hand.setup.carried == 6


def test_a_pot_that_waits_is_played_for_by_as_many_as_its_game_is_for() -> None:  # BT-38, DL-22
    harness = evening(mixed("greek-draw", "holdem", hands=1))
    harness.deal_next_hand()
    assert harness.table.settings.game.id == "greek-draw"
    harness.act_each("x", "x", "x")
    assert harness.table.carried_pot.chips
    harness.sit("Robin", "Finch", chips=200)
    harness.deal_next_hand()
    assert not harness.table.faults.halted
    assert harness.table.current_hand
    assert {harness.player_by_seat[each.seat] for each in harness.table.current_hand.setup.entrants} == set(PLAYERS)


def test_a_game_that_cannot_be_dealt_to_so_many_is_passed_over_and_told_so() -> None:  # DL-22
    names = ("Wren", "Heron", "Jay", "Robin", "Finch", "Rook", "Teal")
    harness = evening(mixed("holdem", "five-card-draw", "razz", seats=8, hands=1), *names)
    assert games_of(harness, 4) == ["holdem", "razz", "holdem", "razz"]
    assert told(harness, GameSkipped)[0] == "Five Card Draw is passed over: it cannot be dealt to 7"


# --- the dealer's choice


def test_the_button_names_the_game_for_one_deal() -> None:  # VT-DC-1
    harness = evening(mixed("holdem", "razz", "badugi", dealers_choice=True, hands=1))
    first = wait_for_choice(harness)
    assert not harness.table.hand_number, "asked before the first hand"
    choose(harness, "badugi")
    harness.deal_next_hand()
    assert harness.table.settings.game.id == "badugi"
    assert harness.player_by_seat[harness.view().button or 0] == first
    harness.fold_to_end()
    second = wait_for_choice(harness)
    assert second != first
    choose(harness, "holdem")
    harness.deal_next_hand()
    assert harness.table.settings.game.id == "holdem"
    assert harness.player_by_seat[harness.view().button or 0] == second
    assert told(harness, ChoiceBegan, ChoiceEnded)[:2] == [f"{first} names the next game", f"{first} names Badugi"]


def test_everybody_names_a_game_in_their_turn() -> None:
    harness = evening(mixed("holdem", "razz", dealers_choice=True, hands=1))
    asked = []
    for game in ("holdem", "razz", "holdem", "holdem", "razz", "razz"):
        asked.append(wait_for_choice(harness))
        choose(harness, game)
        harness.deal_next_hand()
        harness.fold_to_end()
    assert set(asked[:3]) == set(PLAYERS)
    assert asked[3:] == asked[:3]


def test_a_choice_may_last_an_orbit() -> None:
    harness = evening(mixed("holdem", "razz", dealers_choice=True))
    first = wait_for_choice(harness)
    choose(harness, "razz")
    assert games_of(harness, 3) == ["razz"] * 3
    assert harness.table.rotation.state.choosing
    assert wait_for_choice(harness) == first


def test_who_names_nothing_in_time_plays_the_last_game() -> None:  # VT-DC-3
    harness = evening(mixed("holdem", "razz", dealers_choice=True, hands=1, seconds=20))
    choose(harness, "razz")
    harness.deal_next_hand()
    harness.fold_to_end()
    name = wait_for_choice(harness)
    assert harness.outcome.wake_at == harness.now + 20_000
    harness.deal_next_hand()
    assert harness.table.settings.game.id == "razz"
    assert told(harness, ChoiceEnded)[-1] == f"{name} names no game in time: Razz again"


def test_a_game_that_may_be_varied_is_waited_for_twice_as_long() -> None:
    harness = evening(mixed("holdem", "razz", dealers_choice=True, hands=1, seconds=20, variations=True))
    wait_for_choice(harness)
    assert harness.outcome.wake_at == harness.now + 40_000


def test_the_time_for_a_choice_begins_again_after_a_pause() -> None:
    harness = evening(mixed("holdem", "razz", dealers_choice=True, hands=1, seconds=20))
    wait_for_choice(harness)
    harness.submit(from_player(HOST.name, Pause()))
    assert harness.outcome.wake_at is None
    harness.now += 100_000
    events = harness.submit(from_player(HOST.name, GoOn()))
    assert [event.deadline for event in events if isinstance(event, ChoiceBegan)] == [harness.now + 20_000]
    assert harness.outcome.wake_at == harness.now + 20_000


def test_the_next_player_is_asked_when_the_dealer_leaves() -> None:
    harness = evening(mixed("holdem", "razz", dealers_choice=True, hands=1))
    first = wait_for_choice(harness)
    harness.submit(from_player(first, Stand()))
    assert harness.table.rotation.state.choosing
    assert wait_for_choice(harness) != first


# --- the dealer's choice, and players who move


def dealer_of(harness: TableHarness) -> str:
    """Deals the next hand; returns who has the button."""
    harness.deal_next_hand()
    return harness.player_by_seat[harness.view().button or 0]


def free_seat_after(harness: TableHarness, name: str) -> int:
    """The free seat that the button reaches next after a player."""
    places = harness.table.settings.seats
    order = [(harness.seat_of(name).number + step - 1) % places + 1 for step in range(1, places)]
    return next(number for number in order if number not in harness.player_by_seat)


def asked_twice(*, pause: int = 0) -> tuple[TableHarness, str]:
    """A table whose first hand of the dealer's choice runs in seats 1, 3 and 5; also returns who dealt it."""
    harness = TableHarness(mixed("holdem", "razz", dealers_choice=True, hands=1, pause=pause))
    for seat, name in zip((1, 3, 5), PLAYERS, strict=True):
        harness.submit(from_player(name, Sit(seat=seat, chips=200)))
    choose(harness, "holdem")
    return harness, dealer_of(harness)


def test_who_moves_next_to_the_button_in_the_hand_names_the_next_game() -> None:  # VT-DC-1
    """Places are those of the next hand: whoever deals that one is asked, though they have not moved yet."""
    harness, dealer = asked_twice()
    order = [name for name in PLAYERS if name != dealer]
    following = order[0] if dealer != "Heron" else "Jay"
    mover = next(name for name in order if name != following)
    target = free_seat_after(harness, dealer)
    harness.submit(from_player(mover, ChangeSeat(seat=target)))
    harness.fold_to_end()
    assert wait_for_choice(harness) == mover
    choose(harness, "razz")
    assert dealer_of(harness) == mover
    assert harness.seat_of(mover).number == target


def test_nobody_takes_the_button_by_moving_while_the_next_game_is_named() -> None:  # VT-DC-1
    harness, dealer = asked_twice()
    harness.fold_to_end()
    chooser = wait_for_choice(harness)
    mover = next(name for name in PLAYERS if name not in {dealer, chooser})
    target = free_seat_after(harness, dealer)
    moved = harness.submit(from_player(mover, ChangeSeat(seat=target)))
    assert not any(isinstance(event, SeatChanged) for event in moved)
    choose(harness, "razz")
    assert dealer_of(harness) == chooser
    assert harness.seat_of(mover).number != target, "the move waits for the end of that hand"
    harness.fold_to_end()
    wait_for_choice(harness)
    dealer_of(harness)
    assert harness.seat_of(mover).number == target


def test_nobody_takes_the_button_by_moving_once_the_next_game_is_named() -> None:
    harness, dealer = asked_twice(pause=4_000)
    harness.fold_to_end()
    chooser = wait_for_choice(harness)
    mover = next(name for name in PLAYERS if name not in {dealer, chooser})
    choose(harness, "razz")
    while not any(isinstance(event, GameChanged) for event in harness.advance_to_wake_time()):
        pass
    moved = harness.submit(from_player(mover, ChangeSeat(seat=free_seat_after(harness, dealer))))
    assert not any(isinstance(event, SeatChanged) for event in moved)
    assert dealer_of(harness) == chooser


def test_who_is_asked_may_move_once_their_hand_is_dealt() -> None:
    harness, _ = asked_twice()
    harness.fold_to_end()
    chooser = wait_for_choice(harness)
    target = free_seat_after(harness, chooser)
    harness.submit(from_player(chooser, ChangeSeat(seat=target)))
    choose(harness, "razz")
    assert dealer_of(harness) == chooser
    harness.fold_to_end()
    dealer_of(harness)
    assert harness.seat_of(chooser).number == target


def test_a_move_on_which_a_choice_rests_is_not_taken_back() -> None:
    harness, dealer = asked_twice()
    mover = next(name for name in PLAYERS if name != dealer)
    target = free_seat_after(harness, dealer)
    harness.submit(from_player(mover, ChangeSeat(seat=target)))
    harness.fold_to_end()
    wait_for_choice(harness)
    with pytest.raises(Refusal, match=f"you move to seat {target} before it; change that then"):
        harness.submit(from_player(mover, ChangeSeat(seat=0)))


def test_an_orbit_ends_where_the_first_dealer_has_moved_to() -> None:
    """Nobody is left out, and nobody deals the game twice, because who dealt it first changed seats."""
    harness = TableHarness(mixed("holdem", "razz", dealers_choice=True))
    for seat, name in zip((1, 3, 5), PLAYERS, strict=True):
        harness.submit(from_player(name, Sit(seat=seat, chips=200)))
    choose(harness, "razz")
    first = dealer_of(harness)
    harness.fold_to_end()
    harness.submit(from_player(first, ChangeSeat(seat=harness.seat_of(first).number + 1)))
    dealers = [first]
    while not harness.table.rotation.state.choosing:
        dealers.append(dealer_of(harness))
        harness.fold_to_end()
    assert sorted(dealers) == sorted(PLAYERS)
    assert wait_for_choice(harness) == first


def test_a_newcomer_from_the_waiting_list_does_not_disturb_a_choice() -> None:
    harness = evening(mixed("holdem", "razz", dealers_choice=True, hands=1, seats=3))
    choose(harness, "razz")
    harness.deal_next_hand()
    harness.submit(from_player("Magpie", JoinWaitingList()))
    harness.submit(from_player("Heron", Stand()))
    harness.fold_to_end()
    chooser = wait_for_choice(harness)
    while harness.view().waiting:
        harness.advance_to_wake_time()
    choose(harness, "holdem")
    harness.deal_next_hand()
    assert "Magpie" in harness.player_by_seat.values()
    assert chooser in harness.player_by_seat.values()
    assert harness.table.settings.game.id == "holdem"


def test_a_variation_has_wild_cards_and_halves_where_the_table_allows_it() -> None:
    harness = evening(mixed("five-card-draw", "razz", dealers_choice=True, hands=1, variations=True, max_bet=10))
    choose(harness, "five-card-draw", wild="deuces", played=HighOrLow.HI_LO, bet=10)
    harness.deal_next_hand()
    game = harness.table.settings.game
    assert (game.name, game.variant_note, game.stakes.small_bet) == ("Five Card Draw Hi-Lo", "deuces wild", 10)
    assert any("Deuces are wild" in sentence for sentence in harness.view().house)
    harness.fold_to_end()
    choose(harness, "razz")
    harness.deal_next_hand()
    assert not harness.table.settings.game.wild, "a variation is for one deal"


@pytest.mark.parametrize(
    ("wish", "code", "sentence"),
    [
        ({"game": "omaha"}, "game", "This table does not play that; name one of holdem, razz."),
        ({"wild": "deuces"}, "game", "This table plays its games as they are listed; name one without a variation."),
        ({"bet": 50}, "bet", "Play for a bet of at most 2 chips at this table."),
    ],
)
def test_what_the_table_does_not_play_is_refused(  # VT-DC-2
    wish: dict[str, object], code: str, sentence: str
) -> None:
    harness = evening(mixed("holdem", "razz", dealers_choice=True, hands=1))
    name = wait_for_choice(harness)
    command = ChooseGame(chosen=replace(ChosenGame("razz"), **wish))
    with pytest.raises(Refusal) as refusal:
        harness.submit(from_player(name, command))
    assert (refusal.value.code, refusal.value.sentence) == (code, sentence)
    assert harness.table.rotation.state.choosing


def test_a_choice_of_somebody_else_or_too_late_is_refused() -> None:
    harness = evening(mixed("holdem", "razz", dealers_choice=True, hands=1))
    name = wait_for_choice(harness)
    other = next(player for player in PLAYERS if player != name)
    razz = ChooseGame(chosen=ChosenGame("razz"))
    assert harness.expect_refusal(from_player(other, razz)) == "not-your-turn"
    harness.submit(from_player(name, razz))
    assert harness.expect_refusal(from_player(name, razz)) == "stale"


def test_who_is_left_alone_does_not_choose_for_the_dealer_who_has_gone() -> None:
    harness = evening(mixed("holdem", "razz", dealers_choice=True, hands=1), "Wren", "Heron")
    name = wait_for_choice(harness)
    other = "Heron" if name == "Wren" else "Wren"
    harness.submit(from_player(name, Stand()))
    assert harness.expect_refusal(from_player(other, ChooseGame(chosen=ChosenGame("razz")))) == "not-your-turn"


def test_a_game_that_cannot_be_dealt_to_so_many_is_refused_before_the_antes() -> None:
    names = ("Wren", "Heron", "Jay", "Robin", "Finch", "Rook", "Teal")
    harness = evening(mixed("holdem", "five-card-draw", seats=8, dealers_choice=True, hands=1), *names)
    name = wait_for_choice(harness)
    with pytest.raises(Refusal, match="Five Card Draw is for 2 to 6 players, and 7 play; name another game"):
        harness.submit(from_player(name, ChooseGame(chosen=ChosenGame("five-card-draw"))))


# --- the host


def test_the_host_changes_game_and_stakes_from_the_next_hand_on() -> None:
    harness = evening(mixed("holdem", hands=1))
    harness.deal_next_hand()
    omaha = ChangeGame(chosen=ChosenGame("omaha", bet=10))
    harness.submit(from_player(HOST.name, omaha))
    assert harness.table.settings.game.id == "holdem", "the hand is played to its end"
    harness.fold_to_end()
    harness.deal_next_hand()
    view = harness.view()
    assert (view.game.id, view.game.stakes.big_blind, view.min_buy_in, view.buy_in) == ("omaha", 10, 100, 1000)
    assert told(harness, GameAnnounced) == [f"{HOST.name} changes the game from the next hand on: Pot-Limit Omaha"]


def test_who_wished_to_post_a_blind_posts_none_in_a_game_without_blinds() -> None:  # DL-27
    harness = evening(mixed("holdem"), "Wren", "Heron", "Jay", "Finch")
    games_of(harness, 4)
    harness.sit("Rook", chips=200)
    harness.submit(from_player("Rook", PostBlind()))
    harness.submit(from_player(HOST.name, ChangeGame(chosen=ChosenGame("short-deck", bet=2))))
    harness.deal_next_hand()
    assert harness.table.settings.game.id == "short-deck"
    assert harness.hand_running
    assert harness.table.current_hand
    assert len(harness.table.current_hand.setup.entrants) == 5
    assert not harness.table.current_hand.setup.extra_posts


def test_the_buy_in_of_another_game_is_that_of_its_own_house_rules() -> None:  # HS-28, CX-47
    house = HouseRules(games=(("omaha", HouseRules(min_buy_in_multiple=20)),))
    harness = evening(replace(mixed("holdem"), house_rules=house))
    harness.submit(from_player(HOST.name, ChangeGame(chosen=ChosenGame("omaha", bet=10))))
    harness.deal_next_hand()
    assert (harness.view().game.id, harness.view().min_buy_in) == ("omaha", 200)


def test_who_wants_to_straddle_says_so_during_a_game_without_blinds() -> None:  # BT-43
    house, games = HouseRules(straddles=1), ("seven-card-stud", "holdem", "razz")
    settings = settings_with(mixed(*games, hands=1), game_terms_or_refusal(house, ChosenGame(games[0], bet=2)))
    harness = evening(replace(settings, house_rules=house))
    harness.deal_next_hand()
    for name in PLAYERS:
        harness.submit(from_player(name, Straddle()))
    straddles = []
    for _ in games:
        harness.fold_to_end()
        straddles.append(
            [event.chips for event in harness.events if isinstance(event, Posted) and event.post is Post.STRADDLE]
        )
        harness.events.clear()
        harness.deal_next_hand()
    assert straddles == [[], [4], []]


def test_the_host_begins_a_rotation() -> None:
    harness = evening(mixed("holdem"))
    games = Rotation(tuple(ChosenGame(game, bet=2) for game in ("razz", "badugi")), hands=1)
    assert games_of(harness, 1) == ["holdem"]
    harness.submit(from_player(HOST.name, ChangeGame(rotation=games)))
    assert games_of(harness, 3) == ["razz", "badugi", "razz"]


@pytest.mark.parametrize(
    ("name", "command", "code"),
    [
        ("Heron", ChangeGame(chosen=ChosenGame("razz")), "not-host"),
        (HOST.name, ChangeGame(), "game"),
        (HOST.name, ChangeGame(chosen=ChosenGame("whist")), "game"),
        (HOST.name, ChangeGame(chosen=ChosenGame("holdem", bet=2_000_000)), "bet"),
        (HOST.name, ChangeGame(chosen=ChosenGame("greek-draw", bet=2)), "game"),
    ],
)
def test_a_change_that_cannot_be_is_refused(name: str, command: ChangeGame, code: str) -> None:
    harness = evening(mixed("holdem"), "Wren", "Heron", "Jay", "Robin")
    assert harness.expect_refusal(from_player(name, command)) == code


def test_nobody_sits_down_whom_the_only_game_cannot_be_dealt_to() -> None:  # DL-22
    harness = evening(mixed("holdem", seats=9))
    harness.submit(from_player(HOST.name, ChangeGame(chosen=ChosenGame("greek-draw", bet=2))))
    harness.deal_next_hand()
    assert harness.table.settings.game.id == "greek-draw"
    assert harness.expect_refusal(from_player("Robin", Sit())) == "table-full"


def test_a_change_that_cannot_be_dealt_any_more_is_dropped_and_told() -> None:  # DL-22
    harness = evening(mixed("holdem", seats=9))
    harness.deal_next_hand()
    harness.submit(from_player(HOST.name, ChangeGame(chosen=ChosenGame("greek-draw", bet=2))))
    harness.sit("Robin")
    harness.fold_to_end()
    harness.deal_next_hand()
    assert harness.table.settings.game.id == "holdem"
    assert told(harness, GameSkipped) == ["Greek Draw is passed over: it cannot be dealt to 4"]


# --- a table that comes back


def test_a_table_that_comes_back_plays_on_in_the_same_game_and_turn() -> None:
    harness = evening(mixed("holdem", "razz", "badugi", hands=2))
    games_of(harness, 3)
    assert harness.table.settings.game.id == "razz"
    again = Table.restored("t1", mixed("holdem", "razz", "badugi", hands=2), harness.table.state)
    assert again.settings == harness.table.settings
    assert again.state == harness.table.state
    assert any(isinstance(event, HandStarted) for event in harness.deal_next_hand())
