"""The rules of a tournament, one by one: entries, levels, rebuys, hand for hand, prizes, deals and the end."""

from __future__ import annotations

import msgspec
import pytest

from railbird_server.refusal import Refusal
from railbird_server.tournament import effects, hand_permits, inputs
from railbird_server.tournament.effects import BadReport
from railbird_server.tournament.state import EntrantState, Stage
from railbird_shared.tournament.structure import AddOn, Level, Rebuys, StartRule, TournamentTerms
from railbird_shared.tournament.view import DealMethod
from support.tournament_play import PlayedTournament, tournament_terms

MINUTE = 60_000


class ToldTournament(PlayedTournament):
    """A tournament whose hands a test tells; players are called by the numbers of their ids."""

    def ready(self) -> None:
        """Every table that waits asks to deal."""
        for number in list(self.tables):
            if number in self.tables and not self.tables[number].may_deal:
                self.submit(inputs.TableReady(number))

    def hand(self, number: int, **results: int) -> tuple[effects.Effect, ...]:
        """A table plays a hand; `results` are what players have won or lost, by their ids with an underscore."""
        self.ready()
        self.begin_hand(number)
        return self.end(number, **results)

    def end(self, number: int, **results: int) -> tuple[effects.Effect, ...]:
        """The hand of a table ends; who loses everything is beaten by those who have won."""
        before = self.tables[number].before
        by_id = {player.replace("_", "-"): chips for player, chips in results.items()}
        stacks = {player: chips + by_id.get(player, 0) for player, chips in before.items()}
        winners = tuple(player for player, chips in by_id.items() if chips > 0)
        return self.end_hand(number, stacks, {player: winners for player, chips in stacks.items() if not chips})

    def table_of(self, player: int) -> int:
        place = self.state.place_of(f"id-{player}")
        assert place
        return place[0].number

    def refusal(self, request: inputs.Input) -> str:
        """The sentence with which an input is refused; nothing has changed."""
        before = msgspec.json.encode(self.state)
        with pytest.raises(Refusal) as refusal:
            self.submit(request)
        assert msgspec.json.encode(self.state) == before
        return refusal.value.sentence


def told(players: int, *, started: bool = True, **changes: object) -> ToldTournament:
    """A tournament of so many players that has started."""
    tournament = ToldTournament(tournament_terms(**changes), players, seed=1)
    if started:
        tournament.submit(inputs.Start())
    return tournament


def kinds(done: tuple[effects.Effect, ...]) -> list[str]:
    return [type(effect).__name__ for effect in done]


# --- before the start -------------------------------------------------------------------------------------------------


def test_an_entry_is_paid_and_taken_back_before_the_start() -> None:
    tournament = told(2, started=False)
    assert tournament.submit(inputs.Register("id-9", "Jay")) == (effects.Charged("id-9", 20, effects.Reason.BUY_IN),)
    assert tournament.state.pool == 60
    assert tournament.submit(inputs.Unregister("id-9")) == (effects.Paid("id-9", 20, effects.Reason.REFUND),)
    assert tournament.state.pool == 40
    assert "not in this tournament" in tournament.refusal(inputs.Unregister("id-9"))
    assert tournament.refusal(inputs.Register("id-1", "Wren")) == "You are in this tournament already."


def test_a_tournament_that_starts_when_it_is_full_says_so_once() -> None:
    tournament = told(2, started=False, start=StartRule.WHEN_FULL, most_players=3)
    assert effects.StartDue() in tournament.submit(inputs.Register("id-9", "Jay"))
    assert "has its 3 players" in tournament.refusal(inputs.Register("id-8", "Magpie"))


def test_a_tournament_waits_for_the_fewest_players() -> None:
    assert "starts with 4 players or more" in told(3, started=False, least_players=4).refusal(inputs.Start())


@pytest.mark.parametrize(("players", "sizes"), [(9, [9]), (10, [5, 5]), (28, [7, 7, 7, 7]), (20, [7, 7, 6])])
def test_seats_are_drawn_at_tables_of_the_same_size_or_one_more(players: int, sizes: list[int]) -> None:
    tournament = told(players, seats=9)
    assert [len(table.seats) for table in tournament.state.tables.values()] == sizes
    other = ToldTournament(tournament.terms, players, seed=2)
    other.submit(inputs.Start())
    assert other.state.tables != tournament.state.tables, "another secret draws other seats"


# --- levels and breaks ------------------------------------------------------------------------------------------------


def levels(*levels: Level) -> tuple[Level, ...]:
    return levels


def test_a_level_counts_from_the_next_hand_of_each_table() -> None:
    tournament = told(4, seats=2)
    tournament.ready()
    tournament.begin_hand(1)
    tournament.now += 6 * MINUTE
    assert tournament.submit(inputs.Tick()) == (effects.LevelBegan(2),)
    tournament.end(1)
    assert tournament.submit(inputs.TableReady(1))[-1] == effects.MayDeal(1, 2, level=2)
    assert tournament.submit(inputs.TableReady(2)) == (effects.MayDeal(2, 1, level=1),), "it was allowed before"


def test_a_late_look_at_the_clock_loses_no_time() -> None:
    tournament = told(2)
    tournament.now = 11 * MINUTE
    assert tournament.submit(inputs.Tick()) == (effects.LevelBegan(2), effects.LevelBegan(3))
    assert tournament.tournament.wake_at == 15 * MINUTE


def test_a_level_in_hands_ends_with_the_table_that_plays_most() -> None:
    tournament = told(4, seats=2, levels=levels(Level(20, hands=2), Level(40, hands=2)))
    tournament.hand(1)
    assert effects.LevelBegan(2) in tournament.hand(1)
    tournament.ready()
    assert effects.LevelBegan(3) not in tournament.hand(2), "that hand belonged to the first level"


def test_a_break_begins_when_all_hands_are_over_and_has_its_full_length() -> None:
    tournament = told(4, seats=2, levels=levels(Level(20, seconds=60, break_minutes=5), Level(40, seconds=60)))
    tournament.ready()
    tournament.begin_hand(1)
    tournament.now = 2 * MINUTE
    assert tournament.submit(inputs.Tick()) == ()
    tournament.begin_hand(2)
    tournament.end(2)
    assert "break begins when the hands" in str(tournament.submit(inputs.TableReady(2)))
    tournament.now = 3 * MINUTE
    assert effects.BreakBegan(5) in tournament.end(1)
    assert tournament.tournament.wake_at == 8 * MINUTE
    tournament.now = 8 * MINUTE
    assert tournament.submit(inputs.Tick()) == (effects.LevelBegan(2), effects.MayDeal(2, 2, 2))


def test_a_pause_stops_the_clock_exactly_and_lets_running_hands_end() -> None:
    tournament = told(2)
    tournament.now = 4 * MINUTE
    tournament.ready()
    tournament.begin_hand(1)
    tournament.submit(inputs.Pause())
    assert tournament.tournament.wake_at is None
    tournament.now = 60 * MINUTE
    tournament.end(1)
    assert kinds(tournament.submit(inputs.TableReady(1))) == ["Hold"]
    assert kinds(tournament.submit(inputs.Pause(on=False))) == ["Announce", "MayDeal"]
    assert tournament.tournament.wake_at == 61 * MINUTE
    assert tournament.refusal(inputs.Pause(on=False)) == "The tournament is not paused."


# --- permissions and reports ------------------------------------------------------------------------------------------


def test_a_table_that_asks_again_gets_the_same_permission() -> None:
    tournament = told(2)
    first = tournament.submit(inputs.TableReady(1))
    assert tournament.tournament.handle(inputs.TableReady(1), 0).effects[0].effect == first[0]


@pytest.mark.parametrize(
    ("before", "stacks"),
    [
        ({"id-0": 1000, "id-1": 1000}, {"id-0": 1000, "id-1": 1001}),
        ({"id-0": 900, "id-1": 1000}, {"id-0": 900, "id-1": 1000}),
        ({"id-0": 1000, "stranger": 1000}, {"id-0": 2000, "stranger": 0}),
        ({"id-0": 1000, "id-1": 1000}, {"id-0": 2100, "id-1": -100}),
        ({"id-0": 1000, "id-1": 1000, "other": 0}, {"id-0": 1000, "id-1": 0, "other": 1000}),
    ],
)
def test_a_report_with_a_chip_more_or_less_changes_nothing(before: dict[str, int], stacks: dict[str, int]) -> None:
    tournament = told(2)
    tournament.ready()
    kept = msgspec.json.encode(tournament.state)
    with pytest.raises(BadReport):
        tournament.submit(inputs.HandFinished(1, 1, before, stacks))
    assert msgspec.json.encode(tournament.state) == kept


def test_a_fault_in_the_middle_of_an_input_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    played = PlayedTournament(tournament_terms(), 3, 1)
    played.submit(inputs.Start())
    state, before = played.state, msgspec.json.encode(played.state)
    monkeypatch.setattr(hand_permits, "let_tables_deal", fail)
    with pytest.raises(ZeroDivisionError):
        played.tournament.handle(inputs.Pause(), played.now)
    assert played.state is state
    assert msgspec.json.encode(state) == before


def test_a_table_that_was_lost_goes_on_elsewhere_with_the_chips_before_its_hand() -> None:
    tournament = told(3)
    tournament.hand(1, id_0=-300, id_1=300)
    tournament.ready()
    tournament.begin_hand(1)
    seats = dict(tournament.tables[1].players)
    tournament.lose_table(1)
    assert tournament.tables.keys() == {2}
    assert tournament.tables[2].players == seats
    assert tournament.chips == {"id-0": 700, "id-1": 1300, "id-2": 1000}
    assert effects.MayDeal(2, 1, 1) in tournament.submit(inputs.TableReady(2))
    assert tournament.submit(inputs.TableLost(1)) == ()


# --- rebuys, add-on, late entry ---------------------------------------------------------------------------------------

REBUYS = Rebuys(1000, 10, until_level=1, most=1)


def test_who_loses_everything_in_the_period_has_half_a_minute_to_rebuy() -> None:
    tournament = told(3, rebuys=REBUYS)
    assert kinds(tournament.hand(1, id_0=-1000, id_1=1000)) == ["RebuyOffered"]
    done = tournament.submit(inputs.BuyChips("id-0"))
    assert effects.Charged("id-0", 10, effects.Reason.REBUY) in done
    assert tournament.chips["id-0"] == 1000
    tournament.hand(1, id_0=-1000, id_1=1000)
    assert tournament.state.entrants["id-0"].state is EntrantState.OUT, "one rebuy is all there is"


def test_who_does_not_rebuy_in_time_is_out_behind_those_who_went_out_later() -> None:
    tournament = told(4, rebuys=REBUYS)
    tournament.hand(1, id_0=-1000, id_1=1000)
    tournament.submit(inputs.DeclineRebuy("id-0"))
    tournament.hand(1, id_2=-1000, id_1=1000)
    tournament.now += 30_000
    assert effects.Eliminated("id-2", 3) in tournament.submit(inputs.Tick())
    assert "no rebuy to decline" in tournament.refusal(inputs.DeclineRebuy("id-2"))


def test_chips_bought_in_a_hand_come_when_it_is_over() -> None:
    tournament = told(2, rebuys=Rebuys(500, 10, until_level=1, at_most=1000))
    tournament.ready()
    tournament.begin_hand(1)
    assert "GiveChips" not in kinds(tournament.submit(inputs.BuyChips("id-0")))
    tournament.end(1, id_0=-1000, id_1=1000)
    assert tournament.chips["id-0"] == 500, "they are not out: they had bought chips"
    assert "when you have 1,000 chips or fewer" in tournament.refusal(inputs.BuyChips("id-1"))


def test_the_add_on_is_sold_once_in_its_break() -> None:
    schedule = levels(Level(20, seconds=60, break_minutes=5), Level(40, seconds=60))
    tournament = told(2, levels=schedule, add_on=AddOn(1500, 10, after_level=1))
    assert "in the break after level 1" in tournament.refusal(inputs.BuyChips("id-0", add_on=True))
    tournament.now = MINUTE
    tournament.submit(inputs.Tick())
    tournament.submit(inputs.BuyChips("id-0", add_on=True))
    assert tournament.chips["id-0"] == 2500
    assert "one for each player" in tournament.refusal(inputs.BuyChips("id-0", add_on=True))


def test_no_add_on_is_sold_while_the_last_hands_before_its_break_run() -> None:
    schedule = levels(Level(20, seconds=60, break_minutes=5), Level(40, seconds=60))
    tournament = told(4, seats=2, levels=schedule, add_on=AddOn(1500, 10, after_level=1))
    tournament.ready()
    tournament.begin_hand(1)
    tournament.begin_hand(2)
    tournament.now = MINUTE
    tournament.submit(inputs.Tick())
    tournament.end(1)
    for number in range(4):
        assert "in the break after level 1 only" in tournament.refusal(inputs.BuyChips(f"id-{number}", add_on=True))
    tournament.end(2)
    tournament.submit(inputs.BuyChips("id-0", add_on=True))
    assert tournament.chips["id-0"] == 2500


def test_a_late_player_gets_a_full_stack_and_a_full_tournament_another_table() -> None:
    tournament = told(4, seats=4, late_entry=1)
    tournament.ready()
    tournament.begin_hand(1)
    done = tournament.submit(inputs.Register("id-9", "Jay"))
    assert effects.SeatPlayer("id-9", 2, 1, 1000) in done
    assert tournament.state.pool == 100
    done = tournament.end(1)
    assert kinds(done) == ["MovePlayer"], "the tables are balanced when the hand is over"
    tournament.now = 6 * MINUTE
    tournament.submit(inputs.Tick())
    assert "No more players can enter" in tournament.refusal(inputs.Register("id-8", "Magpie"))


def test_who_is_out_enters_again_as_often_as_the_host_allows() -> None:
    tournament = told(3, late_entry=1, re_entries=1)
    tournament.hand(1, id_0=-1000, id_1=1000)
    assert effects.Charged("id-0", 20, effects.Reason.RE_ENTRY) in tournament.submit(inputs.Register("id-0", "Wren"))
    tournament.hand(1, id_0=-1000, id_1=1000)
    assert "as often as this tournament allows" in tournament.refusal(inputs.Register("id-0", "Wren"))


# --- hand for hand, places and prizes ---------------------------------------------------------------------------------


def at_the_bubble() -> ToldTournament:
    """Four players at two tables of two, of whom the first three are paid."""
    return told(4, seats=2, payouts=(5, 3, 2))


def rivals(tournament: ToldTournament) -> list[list[str]]:
    """The two players of each table, in the order of the tables."""
    return [sorted(table.players.values()) for _, table in sorted(tournament.tables.items())]


def test_hand_for_hand_the_tables_begin_together_and_wait_for_each_other() -> None:
    tournament = at_the_bubble()
    assert kinds(tournament.submit(inputs.TableReady(1))) == ["Hold"]
    assert kinds(tournament.submit(inputs.TableReady(2))) == ["MayDeal", "MayDeal"]
    tournament.begin_hand(1)
    tournament.end(1)
    assert "hand for hand" in str(tournament.submit(inputs.TableReady(1)))


def test_players_out_in_the_same_round_tie_and_share_the_prizes() -> None:
    tournament = at_the_bubble()
    (a, b), (c, d) = rivals(tournament)
    tournament.ready()
    for number, loser, winner in ((1, a, b), (2, c, d)):
        tournament.begin_hand(number)
        done = tournament.end(number, **{loser.replace("-", "_"): -1000, winner.replace("-", "_"): 1000})
    assert [effect for effect in done if isinstance(effect, effects.Eliminated)] == [
        effects.Eliminated(player, 3, tied=True) for player in sorted((a, c))
    ]
    assert {player: tournament.prizes[player] for player in (a, c)} == {a: 8, c: 8}
    assert tournament.state.tables[max(tournament.state.tables)].final


def test_the_higher_stack_finishes_higher_in_one_hand() -> None:
    tournament = told(4)
    tournament.hand(1, id_0=-500, id_1=500)
    done = tournament.hand(1, id_0=-500, id_2=-1000, id_1=1500)
    assert effects.Eliminated("id-0", 4) in done
    assert effects.Eliminated("id-2", 3) in done


def test_the_winner_gets_the_first_prize_and_all_is_paid() -> None:
    tournament = told(4)
    tournament.hand(1, id_0=-1000, id_1=1000)
    tournament.hand(1, id_2=-1000, id_1=1000)
    assert tournament.hand(1, id_3=-1000, id_1=1000)[-1] == effects.Finished()
    assert dict(tournament.prizes) == {"id-3": 28, "id-1": 52}
    tournament.check_end()
    assert "over" in tournament.refusal(inputs.Pause())


def test_a_bounty_is_split_and_the_winner_keeps_their_own() -> None:
    tournament = told(4, bounty=5)
    tournament.hand(1, id_0=-1000, id_1=500, id_2=500)
    tournament.hand(1, id_2=-1500, id_1=1500)
    tournament.hand(1, id_3=-1000, id_1=1000)
    entrants = tournament.state.entrants
    assert [entrants[f"id-{number}"].bounties for number in range(4)] == [0, 3 + 5 + 5 + 5, 2, 0]
    assert entrants["id-1"].knocked_out == 3
    tournament.check_end()


def test_a_removed_player_takes_their_chips_out_of_play_after_the_hand() -> None:
    tournament = told(3)
    tournament.ready()
    tournament.begin_hand(1)
    tournament.submit(inputs.RemovePlayer("id-0"))
    done = tournament.end(1, id_0=-300, id_1=300)
    assert effects.FreeSeat("id-0", 1, tournament_seat(done), 700) in done
    assert effects.Eliminated("id-0", 3) in done
    assert tournament.state.removed_chips == 700
    assert "out already" in tournament.refusal(inputs.RemovePlayer("id-0"))


def test_a_removed_player_does_not_enter_again() -> None:
    tournament = told(5, late_entry=1, re_entries=1)
    tournament.submit(inputs.RemovePlayer("id-0"))
    assert "removed you" in tournament.refusal(inputs.Register("id-0", "Wren"))
    tournament.ready()
    tournament.begin_hand(1)
    tournament.submit(inputs.RemovePlayer("id-1"))
    tournament.end(1, id_1=-1000, id_2=1000)
    assert "removed you" in tournament.refusal(inputs.Register("id-1", "Heron"))


def tournament_seat(done: tuple[effects.Effect, ...]) -> int:
    return next(effect.seat for effect in done if isinstance(effect, effects.FreeSeat))


def test_a_cancelled_tournament_gives_everything_back() -> None:
    tournament = told(4, bounty=5)
    tournament.hand(1, id_0=-1000, id_1=1000)
    assert tournament.booked["id-1"] == -15
    assert tournament.submit(inputs.Cancel())[-1] == effects.Cancelled()
    assert set(tournament.booked.values()) == {0}
    assert tournament.state.stage is Stage.CANCELLED
    assert "over" in tournament.refusal(inputs.Cancel())


# --- deals ------------------------------------------------------------------------------------------------------------


def heads_up(terms: TournamentTerms | None = None, *, bots: bool = False) -> ToldTournament:
    """Four players, of whom two are left with 3,000 and 1,000 chips, and 52 and 28 to be won."""
    tournament = ToldTournament(terms or tournament_terms(), 4, seed=1, bots=bots)
    tournament.submit(inputs.Start())
    tournament.hand(1, id_0=-1000, id_1=1000)
    tournament.hand(1, id_2=-1000, id_1=1000)
    return tournament


def test_a_deal_that_all_agree_to_ends_the_tournament_with_places_by_chips() -> None:
    tournament = heads_up()
    tournament.submit(inputs.ProposeDeal("id-3", DealMethod.CHIPS))
    assert tournament.state.proposal
    assert tournament.state.proposal.shares == {"id-1": 46, "id-3": 34}
    assert tournament.submit(inputs.AnswerDeal("id-1"))[-1] == effects.Finished()
    assert [(each.player, each.place) for each in tournament.eliminated[-2:]] == [("id-3", 2), ("id-1", 1)]
    tournament.check_end()


def test_a_part_is_left_for_the_winner_and_play_goes_on() -> None:
    tournament = heads_up()
    tournament.submit(inputs.ProposeDeal("id-3", DealMethod.EQUAL, play_for=10))
    tournament.submit(inputs.AnswerDeal("id-1"))
    assert dict(tournament.prizes) == {"id-1": 35, "id-3": 35}
    tournament.hand(1, id_1=-1000, id_3=1000)
    tournament.hand(1, id_1=-2000, id_3=2000)
    assert dict(tournament.prizes) == {"id-1": 35, "id-3": 45}
    tournament.check_end()


@pytest.mark.parametrize("method", [DealMethod.ICM, DealMethod.CHIPS, DealMethod.EQUAL])
def test_no_more_than_the_first_prize_is_left_for_the_winner(method: DealMethod) -> None:
    tournament = heads_up()
    assert "between 0 and 52 " in tournament.refusal(inputs.ProposeDeal("id-3", method, play_for=53))
    tournament.submit(inputs.ProposeDeal("id-3", method, play_for=52))
    assert tournament.state.proposal
    assert min((tournament.state.proposal.shares or {}).values()) >= 0


def test_no_hand_is_dealt_and_the_clock_stands_until_a_deal_is_decided() -> None:
    tournament = heads_up()
    tournament.ready()
    tournament.begin_hand(1)
    tournament.submit(inputs.ProposeDeal("id-3", DealMethod.ICM))
    assert "when the hands are over" in tournament.refusal(inputs.AnswerDeal("id-1"))
    tournament.end(1)
    assert tournament.state.clock.since is None
    assert kinds(tournament.submit(inputs.TableReady(1))) == ["Hold"]
    assert kinds(tournament.submit(inputs.AnswerDeal("id-1", agree=False))) == ["Announce", "MayDeal"]
    assert tournament.state.clock.since is not None
    assert "wait for the next one" in tournament.refusal(inputs.ProposeDeal("id-3", DealMethod.ICM))


def test_a_deal_lapses_when_somebody_does_not_answer() -> None:
    tournament = heads_up()
    tournament.submit(inputs.ProposeDeal("id-3", DealMethod.ICM))
    assert tournament.tournament.wake_at == 120_000
    tournament.now = 120_000
    tournament.submit(inputs.Tick())
    assert tournament.state.proposal is None


def test_named_amounts_have_to_add_up() -> None:
    tournament = heads_up()
    amounts = inputs.ProposeDeal("id-3", DealMethod.AMOUNTS, amounts={"id-1": 50, "id-3": 31})
    assert "come to 81; make them 80" in tournament.refusal(amounts)
    assert "for each player left" in tournament.refusal(msgspec.structs.replace(amounts, amounts={"id-1": 80}))


def test_bots_agree_to_what_their_stacks_are_worth() -> None:
    tournament = heads_up(bots=True)
    assert tournament.submit(inputs.ProposeDeal("id-3", DealMethod.ICM))[-1] == effects.Finished()
    refused = heads_up(bots=True)
    refused.submit(inputs.ProposeDeal("id-3", DealMethod.EQUAL))
    assert refused.state.proposal
    assert refused.state.proposal.agreed == ("id-3",)


def test_a_deal_has_to_wait_until_the_pool_cannot_grow() -> None:
    tournament = told(3, late_entry=1)
    assert "may still grow" in tournament.refusal(inputs.ProposeDeal("id-0", DealMethod.ICM))
    assert "without deals" in told(3, deals=False).refusal(inputs.ProposeDeal("id-0", DealMethod.ICM))
