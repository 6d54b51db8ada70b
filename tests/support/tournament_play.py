"""Tournaments with abstract hands: chips change hands at random, and each step is checked for all that has to hold."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import NamedTuple

import msgspec

from railbird_server.refusal import Refusal
from railbird_server.table.dealer_button import Positions, clockwise, first_positions, next_positions
from railbird_server.tournament import effects, inputs
from railbird_server.tournament.settlement import prizes_by_place
from railbird_server.tournament.state import EntrantState, HandPlaces, Stage, TournamentState
from railbird_server.tournament.tournament import Tournament
from railbird_shared.tournament.structure import AddOn, Level, Rebuys, TournamentTerms
from railbird_shared.tournament.view import DealMethod

MOST_STEPS = 400_000
"""More steps than any tournament takes; one that needs them hangs."""


def tournament_terms(**changes: object) -> TournamentTerms:
    """The terms of a small tournament: 1,000 chips, an entry of 20 and six levels of five minutes."""
    levels = tuple(Level(bet, seconds=300) for bet in (20, 40, 80, 150, 300, 600))
    terms = TournamentTerms(name="Saturday", chips=1000, levels=levels, buy_in=20)
    return msgspec.structs.replace(terms, **changes)


def random_terms(random: Random, players: int) -> TournamentTerms:
    """Terms of all kinds for so many players: levels by time or hands, breaks, rebuys, an add-on, bounties."""
    by_hands = random.random() < 0.4
    levels = tuple(
        Level(
            bet,
            hands=random.randint(2, 9) if by_hands else 0,
            seconds=0 if by_hands else random.randint(60, 600),
            break_minutes=random.choice((0, 0, 5)),
        )
        for bet in (20, 40, 80, 150, 300, 600)
    )
    buy_in = random.choice((0, 7, 20, 100))
    levels = (*levels[:1], msgspec.structs.replace(levels[1], break_minutes=5), *levels[2:])
    return tournament_terms(
        levels=levels,
        seats=random.randint(2, 10),
        buy_in=buy_in,
        bounty=random.choice((0, 0, min(5, buy_in))),
        rebuys=Rebuys(1000, 10, until_level=2, most=2) if random.random() < 0.4 else None,
        add_on=AddOn(1500, 10, after_level=2) if random.random() < 0.3 else None,
        late_entry=random.choice((0, 0, 2)),
        re_entries=random.choice((0, 1)),
        most_players=min(100, players + random.choice((0, 5))),
        payouts=random.choice(((), (), (5, 3, 2))),
        hand_for_hand=random.random() < 0.8,
    )


class BlindMove(NamedTuple):
    """A move between tables, and in how many hands the big blind would have come and now comes."""

    why: str
    due: int
    due_there: int
    since: int
    """The hands dealt to the player since they last posted the big blind."""


class FakeTable:
    """A table of the runtime: who sits where with how many chips, who is new, and the hand that it plays."""

    def __init__(self) -> None:
        self.players: dict[int, str] = {}
        self.new: set[int] = set()
        self.places: Positions | None = None
        self.may_deal: effects.MayDeal | None = None
        self.asked = False
        self.dealt: tuple[int, ...] = ()
        self.before: dict[str, int] = {}

    @property
    def hand_runs(self) -> bool:
        return bool(self.before)


class PlayedTournament:
    """A tournament with tables that play at random, everything from one seed; `play` plays it to the end."""

    def __init__(self, terms: TournamentTerms, players: int, seed: int, *, bots: bool = False) -> None:
        self.random = Random(seed)
        self.terms = terms
        self.tournament = Tournament(terms, f"secret {seed}")
        self.now = 0
        self.tables: dict[int, FakeTable] = {}
        self.chips: dict[str, int] = {}
        self.booked: Counter[str] = Counter()
        self.prizes: Counter[str] = Counter()
        self.eliminated: list[effects.Eliminated] = []
        self.sentences: list[str] = []
        self.moves: list[BlindMove] = []
        self.since_blind: Counter[str] = Counter()
        self.last_number = 0
        self.told: list[effects.Effect] = []
        self.asked = 0
        for number in range(players):
            self.submit(inputs.Register(f"id-{number}", f"Player {number}", bot=bots))

    @property
    def state(self) -> TournamentState:
        return self.tournament.state

    # --- effects ---------------------------------------------------------------------------------------------------

    def submit(self, request: inputs.Input) -> tuple[effects.Effect, ...]:
        """Puts an input to the tournament, carries its effects out, and checks what has to hold.

        The state before the input stays as it was, since whoever has it may go back to it.
        """
        earlier = self.state
        kept = msgspec.json.encode(earlier)
        outcome = self.tournament.handle(request, self.now)
        assert msgspec.json.encode(earlier) == kept
        for numbered in outcome.effects:
            self.last_number += 1
            assert numbered.number == self.last_number
            self.told.append(numbered.effect)
            self.carry_out(numbered.effect)
        self.check()
        return tuple(numbered.effect for numbered in outcome.effects)

    def carry_out(self, effect: effects.Effect) -> None:
        """Does at the tables and in the books what an effect says."""
        match effect:
            case effects.OpenTable(number):
                assert number not in self.tables
                self.tables[number] = FakeTable()
            case effects.CloseTable(number):
                assert not self.tables.pop(number).players
            case effects.SeatPlayer(player, number, seat, chips):
                self.chips[player] = chips
                self.since_blind[player] = 0
                self.sit(player, number, seat)
            case effects.MovePlayer():
                self.move(effect)
            case effects.FreeSeat(player, number, seat, chips):
                assert self.tables[number].players.pop(seat) == player
                assert self.chips.pop(player) == chips
            case effects.GiveChips(player, _, _, chips, total):
                self.chips[player] += chips
                assert self.chips[player] == total
            case effects.MayDeal(number):
                self.let_deal(effect, self.tables[number])
            case effects.Charged(player, units):
                assert units > 0
                self.booked[player] -= units
            case effects.Paid(player, units, reason):
                assert units > 0
                self.booked[player] += units
                if reason in {effects.Reason.PRIZE, effects.Reason.DEAL}:
                    self.prizes[player] += units
            case effects.Eliminated():
                self.eliminated.append(effect)
            case effects.Announce(sentence):
                self.sentences.append(sentence)
            case _:
                pass

    def sit(self, player: str, number: int, seat: int) -> None:
        table = self.tables[number]
        assert seat not in table.players
        assert 1 <= seat <= self.terms.seats
        table.players[seat] = player
        if table.places is not None or table.hand_runs:
            table.new.add(seat)

    def move(self, effect: effects.MovePlayer) -> None:
        table, to = self.tables[effect.table], self.tables[effect.to_table]
        assert not table.hand_runs
        assert table.may_deal is None
        assert self.chips[effect.player] == effect.chips
        player = effect.player
        due = self.hands_to_blind(table, effect.seat)
        assert table.players.pop(effect.seat) == player
        table.new.discard(effect.seat)
        self.sit(player, effect.to_table, effect.to_seat)
        move = BlindMove(effect.why, due, self.hands_to_blind(to, effect.to_seat), self.since_blind[player])
        if self.chips[player] and table.places and to.places:
            self.moves.append(move)
        assert effect.why

    def hands_to_blind(self, table: FakeTable, seat: int) -> int:
        """In which hand from now the big blind reaches a seat, as the table itself would deal, 0 for never."""
        if table.places is None or table.places.big_blind_place is None:
            return 0
        entrants = self.state.entrants
        seats = [place for place, player in table.players.items() if self.chips[player] or entrants[player].owed]
        return clockwise(seats, table.places.big_blind_place).index(seat) + 1 if seat in seats else 0

    def let_deal(self, effect: effects.MayDeal, table: FakeTable) -> None:
        """Takes a permission to deal, which a table that asks again gets again."""
        if effect == table.may_deal:
            return
        assert not table.hand_runs
        assert not self.state.paused
        assert not self.state.clock.on_break
        assert effect.level == self.state.clock.level
        sizes = [len(other.players) for other in self.tables.values()]
        assert all(abs(len(table.players) - size) <= 1 for size in sizes), sizes
        table.may_deal = effect

    def check(self) -> None:
        """All chips and all units are where they should be."""
        state = self.state
        if state.stage is Stage.CANCELLED:
            return
        chips = sum(entrant.chips + entrant.owed for entrant in state.entrants.values())
        assert chips + state.removed_chips == state.bought_chips
        at_stake = sum(entrant.at_stake for entrant in state.entrants.values()) + state.stray_bounties
        paid_prizes = sum(entrant.prize for entrant in state.entrants.values())
        assert -sum(self.booked.values()) == state.pool - paid_prizes + at_stake
        seated = {
            (number, seat): player for number, table in state.tables.items() for seat, player in table.seats.items()
        }
        assert seated == {
            (number, seat): player for number, table in self.tables.items() for seat, player in table.players.items()
        }
        assert len(set(seated.values())) == len(seated)
        if state.stage is Stage.PLAYING:
            assert set(state.left) <= set(seated.values())

    # --- hands -----------------------------------------------------------------------------------------------------

    def begin_hand(self, number: int) -> None:
        """A table that may deal begins its hand, with the blinds where its button says."""
        table = self.tables[number]
        assert table.may_deal is not None
        ready = [seat for seat, player in table.players.items() if self.chips[player]]
        new = table.new & set(ready)
        if table.places is None:
            table.places = first_positions(self.random.choice(ready), ready, blinds=2)
        else:
            table.places = next_positions(table.places, ready, new, new, blinds=2)
        table.dealt = table.places.dealt
        table.new -= set(table.dealt)
        table.before = {player: self.chips[player] for player in table.players.values()}
        for seat in table.dealt:
            self.since_blind[table.players[seat]] += 1
        self.since_blind[table.players[table.places.big_blind_place or 0]] = 0
        places = HandPlaces(table.places.button, table.places.small_blind_place, table.places.big_blind_place)
        self.submit(inputs.HandBegun(number, table.may_deal.hand, places))

    def finish_hand(self, number: int) -> tuple[effects.Effect, ...]:
        """The hand of a table is over: some have bet, some of them everything, and one or two have won it."""
        table, random = self.tables[number], self.random
        assert table.may_deal is not None
        players = [table.players[seat] for seat in table.dealt]
        bettors = random.sample(players, random.randint(2, min(len(players), 4)))
        share = random.choice((0.1, 0.2, 0.3, 1))
        bets = {player: max(1, int(table.before[player] * share)) for player in bettors}
        winner = random.choice(bettors)
        stacks, beaten_by = dict(table.before), {}
        tied = [player for player in bettors if player != winner and random.random() < 0.05]
        for player in set(bettors) - {winner, *tied}:
            lost = min(bets[player], bets[winner])
            stacks[player] -= lost
            each, odd = divmod(lost, 1 + len(tied))
            for index, other in enumerate((winner, *tied)):
                stacks[other] += each + (index < odd)
            if not stacks[player]:
                beaten_by[player] = (winner, *tied)
        return self.end_hand(number, stacks, beaten_by)

    def lose_table(self, number: int) -> None:
        """A table stops after a fault, in the middle of a hand perhaps."""
        table = self.tables[number]
        for player in table.players.values():
            entrant = self.state.entrants[player]
            self.chips[player] = entrant.chips + entrant.owed
        table.may_deal, table.before = None, {}
        self.submit(inputs.TableLost(number))

    def end_hand(
        self, number: int, stacks: dict[str, int], beaten_by: dict[str, tuple[str, ...]]
    ) -> tuple[effects.Effect, ...]:
        """Reports the end of a hand with these stacks, twice, as after a crash."""
        table = self.tables[number]
        assert table.may_deal is not None
        report = inputs.HandFinished(number, table.may_deal.hand, table.before, stacks, beaten_by)
        for player, chips in stacks.items():
            if table.before[player]:
                self.chips[player] = chips
        table.may_deal, table.before, table.asked = None, {}, False
        done = self.submit(report)
        assert self.submit(report) == ()
        return done

    # --- the whole of it -------------------------------------------------------------------------------------------

    def play(self, *, resume_by: Random | None = None) -> None:
        """Plays to the last place; `resume_by` settles when the tournament is put away and brought back."""
        self.submit(inputs.Start())
        for _ in range(MOST_STEPS):
            if self.state.stage is not Stage.PLAYING:
                break
            self.step()
            if resume_by and resume_by.random() < 0.05:
                self.resume()
        assert self.state.stage is Stage.FINISHED
        self.check_end()

    def step(self) -> None:
        """One table takes its next step, or time passes, or somebody asks for something."""
        random = self.random
        self.now += random.randint(0, 4000)
        if self.state.paused and random.random() < 0.3:
            self.submit(inputs.Pause(on=False))
        elif random.random() < 0.1:
            self.ask_for_something()
        self.answer_deal()
        wake_at = self.tournament.wake_at
        if wake_at is not None and wake_at <= self.now:
            self.submit(inputs.Tick())
        if self.state.stage is not Stage.PLAYING:
            return
        number = random.choice(list(self.tables))
        if random.random() < 0.001:
            self.lose_table(number)
            return
        table = self.tables[number]
        if table.hand_runs:
            self.finish_hand(number)
        elif table.may_deal:
            self.begin_hand(number)
        elif not table.asked:
            table.asked = True
            self.submit(inputs.TableReady(number))
        elif random.random() < 0.05:
            self.submit(inputs.TableReady(number))
        elif not any(other.may_deal or not other.asked for other in self.tables.values()) and wake_at is not None:
            self.now = max(self.now, wake_at)
            self.submit(inputs.Tick())

    def ask_for_something(self) -> None:
        """Somebody registers late, rebuys, pauses or is removed; what is refused changes nothing."""
        random, entrants = self.random, self.state.entrants
        deciding = [player for player, entrant in entrants.items() if entrant.state is EntrantState.DECIDING]
        anybody = random.choice([*entrants, *deciding * 50])
        self.asked += 1
        requests: tuple[inputs.Input, ...] = (
            inputs.Register(f"late-{self.asked}", f"Late {self.asked}"),
            inputs.Register(anybody, entrants[anybody].name),
            inputs.BuyChips(anybody),
            inputs.BuyChips(anybody, add_on=True),
            inputs.DeclineRebuy(anybody),
            inputs.Unregister(anybody),
            inputs.Start(),
            inputs.Pause(),
            inputs.RemovePlayer(anybody) if random.random() < 0.05 else inputs.Tick(),
            *([self.random_deal(anybody)] * 5 if len(self.state.left) <= 10 else []),
            inputs.AnswerDeal("nobody"),
            inputs.TableReady(99),
            inputs.HandBegun(1, 99, HandPlaces(1, 2, 3)),
            inputs.HandFinished(99, 1, {}, {}),
        )
        request = random.choice(requests)
        before = msgspec.json.encode(self.state)
        try:
            self.submit(request)
        except Refusal:
            assert msgspec.json.encode(self.state) == before

    def random_deal(self, player: str) -> inputs.ProposeDeal:
        """A deal that a player proposes: of any kind, with something left to be played for perhaps."""
        method, play_for = self.random.choice(list(DealMethod)), self.random.choice((0, 0, 11))
        amounts: dict[str, int] = {}
        if method is DealMethod.AMOUNTS:
            prizes = [*prizes_by_place(self.terms, self.state), *[0] * 10]
            amounts = dict(zip(self.state.left, prizes, strict=False))
            play_for = 0
        return inputs.ProposeDeal(player, method, play_for, amounts)

    def answer_deal(self) -> None:
        """One of those who have not answered agrees to the deal, mostly."""
        proposal = self.state.proposal
        if proposal is None or proposal.shares is None:
            return
        player = self.random.choice([player for player in self.state.left if player not in proposal.agreed])
        self.submit(inputs.AnswerDeal(player, agree=self.random.random() < 0.9))

    def resume(self) -> None:
        """Puts the tournament into JSON and goes on from what is read again."""
        kept = msgspec.json.encode(self.state)
        state = msgspec.json.decode(kept, type=TournamentState)
        assert msgspec.json.encode(state) == kept
        self.tournament = Tournament(self.terms, self.tournament.secret, state)

    def check_end(self) -> None:
        """Every place is taken once, the prizes are the pool, and the books are even."""
        state = self.state
        taken = sorted(places_taken(state))
        assert taken == list(range(1, len(state.entrants) + 1))
        assert sum(self.prizes.values()) == state.pool
        assert sum(self.booked.values()) == 0
        assert sum(entrant.prize for entrant in state.entrants.values()) == state.pool


def places_taken(state: TournamentState) -> list[int]:
    """The places of a finished tournament; players who tie take as many places as they are."""
    places: list[int] = []
    for tie in reversed(state.out):
        places += range(len(places) + 1, len(places) + 1 + len(tie))
    return places
