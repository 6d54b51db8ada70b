"""A table of a tournament deals, seats and raises its stakes as ordered, and plays for who is away."""

from __future__ import annotations

from itertools import cycle

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from railbird_server.table.audience import terms_alone
from railbird_server.table.inputs import (
    BanRequest,
    ConnectionUp,
    GetChips,
    GiveUpSeat,
    PlayerIdentity,
    TakenAlong,
    TimeBank,
    TournamentOrders,
)
from railbird_server.table.table import Table, TableState
from railbird_shared.game.rotation import ChosenGame, Rotation
from railbird_shared.game.variants import VARIANTS
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol import commands
from railbird_shared.protocol.actions import Call, TopUpTo
from railbird_shared.protocol.commands import TableCommand
from railbird_shared.protocol.events import (
    ChipsAdded,
    Folded,
    GameChanged,
    HandEnded,
    HandStarted,
    LeaveReason,
    PassedOut,
    PlayerLeft,
    Posted,
    RailConsentChanged,
    TimeBankChanged,
)
from railbird_shared.protocol.host_commands import (
    AutoTopUp,
    CorrectBooks,
    EndNight,
    Kick,
    LastHand,
    LockTable,
    MovePlayer,
)
from railbird_shared.protocol.table_limits import MAX_SEATS
from railbird_shared.settings.table_terms import RailTerms
from railbird_shared.tournament.structure import Level
from support.random_play import choose_action
from support.table_harness import HOST, from_player
from support.tournament_tables import LEVEL_2, TournamentTableHarness, tournament_settings
from support.view_builders import PLAYER_NAMES


def test_the_view_names_the_tournament() -> None:
    harness = TournamentTableHarness()
    for view in (harness.view(), terms_alone(harness.table)):
        assert (view.tournament, view.tournament_table) == ("cup", 1)


def test_deals_the_hands_that_are_allowed_and_no_other() -> None:
    harness = TournamentTableHarness()
    assert harness.outcome.wake_at is None
    harness.play_hand()
    assert harness.table.hand_number == 1
    assert harness.outcome.wake_at is None
    harness.play_hand()
    assert harness.table.hand_number == 2


def test_an_order_that_comes_again_changes_nothing() -> None:
    harness = TournamentTableHarness()
    request = TournamentOrders(harness.last_order + 1, (GetChips("Wren", 500),))
    assert harness.submit(request) == [ChipsAdded(1, 500, 1500)]
    assert harness.submit(request) == []
    assert harness.stacks()["Wren"] == 1500


@pytest.mark.parametrize(
    "command",
    [
        commands.Sit(),
        commands.Stand(),
        commands.AddChips(),
        commands.JoinWaitingList(),
        commands.ChangeSeat(seat=5),
        commands.PostBlind(),
        commands.Straddle(),
        commands.ChopBlinds(),
        commands.AskBombPot(),
        commands.HuntRabbit(),
        commands.Pause(),
        commands.TakeBreak(),
        commands.Vote(),
        commands.ChangeGame(chosen=ChosenGame("razz")),
        AutoTopUp(to=TopUpTo.MOST),
        CorrectBooks(reason="a mistake", players=()),
        MovePlayer(seat=1, to=4),
        Kick(seat=1),
        LastHand(),
        EndNight(),
        LockTable(),
    ],
)
def test_what_the_tournament_decides_is_refused(command: TableCommand) -> None:
    harness = TournamentTableHarness()
    for player in ("Wren", "Rook", HOST.id):
        assert harness.expect_refusal(from_player(player, command)) == "tournament"


def test_nobody_is_banned_from_their_seat() -> None:
    harness = TournamentTableHarness()
    assert harness.expect_refusal(BanRequest(HOST, PlayerIdentity("Jay", "Jay"))) == "tournament"


def test_who_is_away_posts_and_folds_at_once_and_keeps_the_seat() -> None:
    harness = TournamentTableHarness(away=PLAYER_NAMES[1])
    for _ in range(6):
        events = harness.play_hand()
        (started,) = [event for event in events if isinstance(event, HandStarted)]
        assert 2 in started.seats
        assert harness.now < 10_000
    posted = [event.chips for event in harness.events if isinstance(event, Posted) and event.seat == 2]
    assert posted.count(20) == 2
    assert posted.count(10) == 2
    assert harness.seat_of(PLAYER_NAMES[1]).sitting_out


def test_who_moves_takes_along_the_time_bank_and_the_consent_to_the_rail() -> None:
    along = TakenAlong(shown_to_rail=True, time_bank=TimeBank(12_000, hands=3))
    harness = TournamentTableHarness(
        settings=replace(tournament_settings(), time_bank_ms=60_000, rail=RailTerms(delay_hands=2))
    )
    events = harness.take_seat("Pipit", 5, 700, along=along)
    assert TimeBankChanged(5, 12_000) in events
    assert RailConsentChanged(5, on=True) in events
    assert harness.table.tournament_table.taken_along("Pipit") == along
    assert harness.table.tournament_table.taken_along("nobody") == TakenAlong()
    seats = {seat.number: seat for seat in harness.table.seats.occupied}
    assert (seats[5].shown_to_rail, seats[1].shown_to_rail) == (True, False)


def test_who_comes_back_plays_on() -> None:
    name = PLAYER_NAMES[1]
    harness = TournamentTableHarness(away=name)
    harness.play_hand()
    harness.submit(ConnectionUp(name))
    harness.submit(from_player(name, commands.SitIn()))
    harness.allow()
    harness.deal_next_hand()
    seen = set[int]()
    while harness.hand_running:
        seen.add(harness.turn.seat)
        harness.act("f")
    assert 2 in seen or any(isinstance(event, HandEnded) for event in harness.events[-9:])


def test_who_lets_turns_pass_is_played_for_and_never_removed() -> None:
    harness = TournamentTableHarness((1000, 1000))
    for _ in range(8):
        harness.allow()
        harness.deal_next_hand()
        while harness.hand_running:
            harness.advance_to_wake_time()
    assert [seat.sitting_out for seat in harness.table.seats.occupied] == [True, True]
    harness.play_hand()
    assert sum(harness.stacks().values()) == 2000


def test_a_player_without_chips_stays_until_ordered_and_the_winner_of_the_pot_is_named() -> None:
    harness = TournamentTableHarness((1000, 300, 1000))
    while min(harness.stacks().values()):
        harness.allow()
        harness.deal_next_hand()
        while harness.hand_running:
            wager = harness.turn.legal.wager
            harness.take(wager.action(wager.maximum) if wager else Call())
    report = harness.report
    assert sum(report.stacks.values()) == sum(report.stacks_before.values())
    for busted, winners in report.busted_by.items():
        assert report.stacks[busted] == 0
        assert winners
        assert busted not in winners
        events = harness.give_up(busted, LeaveReason.KNOCKED_OUT)
        assert isinstance(events[0], PlayerLeft)
        assert events[0].reason is LeaveReason.KNOCKED_OUT


def test_a_player_who_is_moved_in_the_middle_of_a_hand_folds_and_takes_the_rest_along() -> None:
    harness = TournamentTableHarness()
    harness.allow()
    harness.deal_next_hand()
    name = harness.player_to_act
    events = harness.order(GiveUpSeat(name, LeaveReason.MOVED))
    assert any(isinstance(event, Folded) for event in events)
    harness.fold_to_end()
    assert name not in harness.stacks()


def test_chips_that_come_in_the_middle_of_a_hand_play_from_the_next_one() -> None:
    harness = TournamentTableHarness()
    harness.allow()
    harness.deal_next_hand()
    assert harness.order(GetChips("Wren", 5000)) == []
    harness.fold_to_end()
    assert sum(harness.stacks().values()) == 8000
    assert harness.stacks()["Wren"] > 5000


@pytest.mark.parametrize("game", [game for game, variant in VARIANTS.items() if variant.pass_out])
def test_a_passed_out_pot_goes_back_to_those_alone_who_paid_for_it(game: str) -> None:  # BT-38
    """The first player is out and decides on a rebuy, and another is moved in while the hand runs."""
    harness = TournamentTableHarness((0, 1000, 990, 1000), tournament_settings(game))
    harness.allow()
    harness.deal_next_hand()
    harness.take_seat("Rook", 5, 700)
    while harness.hand_running:
        harness.act("x")
    assert any(isinstance(event, PassedOut) for event in harness.events)
    assert list(harness.stacks().values()) == [0, 1000, 990, 1000, 700]
    assert harness.report.stacks == harness.report.stacks_before == harness.stacks()
    assert harness.table.carried_pot.chips == 0


def test_the_need_to_open_rises_from_one_passed_out_hand_to_the_next() -> None:  # VT-5D-23
    harness = TournamentTableHarness(settings=tournament_settings("progressive-jacks"))
    needs = []
    for _ in range(3):
        harness.allow()
        harness.deal_next_hand()
        assert harness.table.current_hand is not None
        needs.append(harness.table.current_hand.setup.pass_outs)
        while harness.hand_running:
            harness.act("x")
    assert needs == [0, 1, 2]


@pytest.mark.parametrize("short", [(3,), (4,), (3, 4), (0, 3, 4), (0, 1, 2), (0, 2, 4)])
def test_whoever_is_all_in_with_the_ante_posts_no_blind_and_the_others_face_it(short: tuple[int, ...]) -> None:
    """The harness compares what viewers fold with the table, the bet that they face included."""
    stacks = [10 if place in short else 1000 for place in range(5)]
    harness = TournamentTableHarness(stacks)
    harness.level = Level(bet=20, ante=10)
    harness.allow()
    events = harness.deal_next_hand()
    assert all(event.chips for event in events if isinstance(event, Posted))
    assert harness.view().to_match == 20
    assert (harness.turn.legal.call or 0) + harness.turn.legal.bet == 20


def test_the_level_rises_between_two_hands_and_everybody_is_told() -> None:
    harness = TournamentTableHarness()
    harness.play_hand()
    harness.level = LEVEL_2
    events = harness.play_hand()
    (changed,) = [event for event in events if isinstance(event, GameChanged)]
    assert (changed.game.stakes.big_blind, changed.game.stakes.big_blind_ante) == (40, 40)
    assert not any(isinstance(event, GameChanged) for event in harness.play_hand())


def test_the_level_holds_in_every_game_of_a_rotation() -> None:
    rotation = Rotation((ChosenGame("holdem"), ChosenGame("razz")), hands=2)
    harness = TournamentTableHarness(settings=tournament_settings(rotation=rotation))
    games = []
    for hand in range(6):
        if hand == 3:
            harness.level = LEVEL_2
        harness.play_hand()
        game = harness.table.settings.game
        games.append((game.id, game.stakes.minimum_bet))
    assert games == [("holdem", 20)] * 2 + [("razz", 20), ("razz", 40)] + [("holdem", 40)] * 2


def test_nobody_waits_for_an_absent_dealer_to_name_the_game() -> None:  # VT-DC-3
    rotation = Rotation((ChosenGame("holdem"), ChosenGame("razz")), hands=1, dealers_choice=True, seconds=20)
    harness = TournamentTableHarness(settings=tournament_settings(rotation=rotation), away=PLAYER_NAMES[1])
    waited = {}
    for _ in range(6):
        before = harness.now
        started = next(event for event in harness.play_hand() if isinstance(event, HandStarted))
        waited[harness.player_by_seat[started.button]] = harness.now - before
    absent = waited.pop(PLAYER_NAMES[1])
    assert [time - absent for time in waited.values()] == [20_000, 20_000]


def test_customs_of_a_house_that_cost_chips_do_not_count() -> None:
    house = HouseRules(straddles=1, seven_deuce=5, chopped_blinds=True, rabbit_hunt=True)
    settings = tournament_settings(house=house)
    assert settings.straddles == 0
    assert (
        settings.effective_rules.seven_deuce,
        settings.effective_rules.chopped_blinds,
        settings.effective_rules.rabbit_hunt,
    ) == (
        0,
        False,
        0,
    )


@pytest.mark.parametrize("place", range(1, 7))
def test_who_is_moved_in_is_dealt_in_at_once_but_between_button_and_small_blind(place: int) -> None:
    """Nobody owes a blind, and nobody gets a hand between the button and the small blind (TDA)."""
    harness = TournamentTableHarness((1000, 1000, 1000, 1000), tournament_settings(seats=10))
    for _ in range(3):
        harness.play_hand()
    last = harness.table.button.positions
    assert last is not None
    assert last.small_blind_place is not None
    assert last.big_blind_place is not None
    free = [number for number in range(1, 11) if harness.table.seats.at(number) is None]
    seat = free[place - 1]
    harness.take_seat("Rook", seat, 1000)
    events = harness.play_hand()
    (started,) = [event for event in events if isinstance(event, HandStarted)]
    posted = [event for event in events if isinstance(event, Posted) and event.seat == seat]
    assert len(posted) <= 1
    late = (
        0 < (seat - last.small_blind_place) % MAX_SEATS <= (last.big_blind_place - last.small_blind_place) % MAX_SEATS
    )
    assert (seat in started.seats) is not late


@given(st.sampled_from(["", *PLAYER_NAMES[:4]]), st.lists(st.integers(0, 2**16), min_size=40, max_size=40))
def test_a_table_brought_back_after_any_hand_is_the_same(away: str, choices: list[int]) -> None:
    harness = TournamentTableHarness((400, 300, 500, 200), away=away)
    rest = cycle(choices)
    for hand in range(6):
        if len(harness.table.seats.ready) < 2:
            break
        if hand == 2:
            harness.level = LEVEL_2
        harness.allow()
        harness.deal_next_hand()
        while harness.hand_running:
            cards = list(harness.table.current_hand.cards(harness.turn.seat)) if harness.table.current_hand else []
            harness.take(choose_action(harness.turn.legal, cards, next(rest)))
        report = harness.report
        assert sum(report.stacks.values()) == sum(report.stacks_before.values())
        for busted in report.busted_by:
            harness.give_up(busted, LeaveReason.KNOCKED_OUT)
        state = msgspec.json.decode(msgspec.json.encode(harness.table.state), type=TableState)
        twin = Table.restored(harness.table.id, tournament_settings(), state)
        assert twin.state == harness.table.state
