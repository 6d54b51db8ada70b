"""Simulated people: each has a program that follows a table, and a mind that plays, talks and makes mistakes.

The program folds the steps with the shared code, resumes by epoch and number after a lost connection, and sends what
has had no answer again under its id. The mind draws from a seed of its own, so that nobody's doings depend on anybody
else's.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Protocol

from msgspec import structs

from railbird_shared import PROTOCOL_VERSION
from railbird_shared.fair_deal.record import FairDeal
from railbird_shared.protocol import codec
from railbird_shared.protocol.actions import Check, LegalActions
from railbird_shared.protocol.commands import (
    Act,
    AddChips,
    AskBombPot,
    ChangeName,
    ChangeSeat,
    ChopBlinds,
    Command,
    DealOn,
    Hello,
    HuntRabbit,
    JoinWaitingList,
    Leave,
    LeaveWaitingList,
    ListTables,
    OpenSeed,
    OpenTable,
    PostBlind,
    Resume,
    Resync,
    SeeHand,
    SendChat,
    ShowHand,
    Sit,
    SitIn,
    SitOut,
    Stand,
    Straddle,
    Watch,
)
from railbird_shared.protocol.folding import fold_all
from railbird_shared.protocol.messages import (
    Accepted,
    Followed,
    GoingDown,
    Message,
    Refused,
    Snapshot,
    Step,
    TableClosed,
    Welcome,
)
from railbird_shared.protocol.validation import is_valid
from railbird_shared.protocol.view import SeatView, TableView
from railbird_shared.settings.table_terms import OPEN_RAIL, RailTerms
from simulation.followed import FollowedViews
from simulation.hosts import wishes_of_the_host, wishes_of_the_rail, wishes_of_the_table
from simulation.invariants import Invariants
from simulation.story import Story
from simulation.wires import Wire
from simulation.witness import SimulatedWitness
from support.random_play import choose_action

ANSWER_PATIENCE = 6.0
"""Seconds after which a program without an answer opens a new connection."""

RESEND_AFTER = 2.5
"""Seconds after which a program may send a command without an answer again, on the same connection."""

REMEMBERED_ANSWERS = 12
"""Accepted commands that a program may still send again; the server remembers more of them."""

UNHEARD = {"slow-down", "too-many-players", "not-kept", "waits"}
"""Refusals of a command that the server has not looked at, or that it does later; the same one may be sent again."""


class Place(Protocol):
    """The evening as a person sees it."""

    @property
    def tables(self) -> list[str]: ...

    def connect(self, person: Person) -> Wire: ...

    def player_id(self, token: str) -> str: ...

    @property
    def over(self) -> bool: ...


class Person:
    """One person and their program.

    `plays` is False for one who only watches; `opens` names the game of a host, and `rail` has the terms of its rail.
    """

    def __init__(
        self,
        name: str,
        place: Place,
        invariants: Invariants,
        story: Story,
        chance: random.Random,
        *,
        plays: bool = True,
        opens: str = "",
        rail: RailTerms = OPEN_RAIL,
    ) -> None:
        self.name = name
        self._called_now = name
        self.wire: Wire | None = None
        self.view: TableView | None = None
        self.welcome: Welcome | None = None
        self.resume: Resume | None = None
        self.token = ""
        self.plays = plays
        self._opens = opens
        self._rail = rail
        self._opened = ""
        self._place = place
        self._invariants = invariants
        self._story = story
        self._chance = chance
        self._last_id = 0
        self._unanswered: dict[int, tuple[Command, float]] = {}
        self._settled: dict[int, Command] = {}
        self._connected_at = 0.0
        self._acted = (0, 0)
        self._table = ""
        self._called = asyncio.Event()
        self._followed = FollowedViews(self._require, self._check_followed)
        self._deals = SimulatedWitness(name, self._require, invariants.note_proved_deal)

    @property
    def player(self) -> str:
        """The id under which the server knows the person."""
        return self._place.player_id(self.token)

    # --- the program: what arrives ---

    def frame_arrived(self, wire: Wire, frame: bytes) -> None:
        """Takes a frame from a wire; those of a wire that the program has given up are nothing to it."""
        if wire is not self.wire:
            return
        message = codec.decode_message(frame)
        answer = self._deals.take(message, self.view, self._last_id + 1)
        if isinstance(answer, OpenSeed):
            self.send(answer)
        elif answer is not None:
            self._write(answer)  # a commitment has no id, and is never sent again
        match message:
            case Welcome():
                self._enter(message)
            case Accepted() | Refused():
                self._take_answer(message)
            case Snapshot(epoch=epoch, seq=seq, view=view):
                self._require(is_valid(message, len(view.seats)), "is sent a snapshot that no table can have")
                self.view, self._table = view, view.table
                self.resume = Resume(view.table, epoch, seq)
            case Step():
                self._fold(message)
            case TableClosed():
                self.view = self.resume = None
                self._table = ""
            case Followed():
                self._followed.take(message)
            case GoingDown() | _:
                pass
        self._wake_if_in_turn()

    def wire_closed(self, wire: Wire, code: int, reason: str) -> None:
        """Notices that a wire has ended."""
        if wire is self.wire:
            self.wire = self.welcome = None
            self._require(code != 1011, f"is told of a fault in the server: {reason}")

    def _enter(self, welcome: Welcome) -> None:
        self.welcome, self.token, self._called_now = welcome, welcome.token, welcome.name
        if self.resume is None:  # a hello without a resume point begins anew
            self._unanswered.clear()
            self._settled.clear()
            self._table = welcome.table
            if welcome.table:
                self.send(Watch(table=welcome.table))
            return
        for command, _ in list(self._unanswered.values()):
            self._tell(f"{self.name}'s program sends {_describe(command)} again over a new connection.")
            self._write(command)

    def _fold(self, step: Step) -> None:
        view, at = self.view, self.resume
        if view is None or at is None:
            self._require(False, f"is sent step {step.seq} before the table")
            return
        self._require(is_valid(step, len(view.seats)), "is sent a step that no table can take")
        self._require(
            (step.epoch, step.seq) == (at.epoch, at.seq + 1),
            f"is sent step {step.seq} of {step.epoch} after step {at.seq} of {at.epoch}",
        )
        self.view = view = fold_all(fold_all(view, step.public), step.private)
        self.resume = structs.replace(at, seq=step.seq)
        self._invariants.check_view(self.player, self.name, step.epoch, step.seq, view)

    def _take_answer(self, answer: Accepted | Refused) -> None:
        command, _ = self._unanswered.get(answer.id, (self._settled.get(answer.id), 0.0))
        self._invariants.check_answer(self.player, self.name, command, answer)
        if isinstance(answer, Refused):
            self._require(answer.code != "fault", f"is told of a fault by {answer}")
            if answer.code in UNHEARD and answer.id in self._unanswered:
                return
            if answer.id in self._unanswered and isinstance(command, Act):
                self._acted = (0, 0)
        if answer.id in self._unanswered and command is not None:
            del self._unanswered[answer.id]
            if isinstance(answer, Accepted):
                self._settled[answer.id] = command
                while len(self._settled) > REMEMBERED_ANSWERS:
                    del self._settled[next(iter(self._settled))]
                self._take_effect(command, answer)

    def _take_effect(self, command: Command, answer: Accepted) -> None:
        if isinstance(command, OpenTable):
            self._tell(f"{self.name} opens a table of {command.game}.")
            self._opened = answer.table
            self.send(Watch(table=answer.table))
        elif isinstance(command, Watch):
            self._table = command.table
        elif isinstance(command, ChangeName):
            self._called_now = command.name

    def check_caught_up(self, latest: Mapping[str, tuple[str, int]], seconds: float) -> None:
        """Checks that a program connected for so many seconds has seen the `latest` step of its table."""
        if self.wire is None or self.welcome is None or self.resume is None:
            return
        if self._now() - self._connected_at < seconds:
            return
        if self.view is None or (self.view.rail.is_delayed and self.view.you.seat is None):
            return  # a delayed rail goes on later for who has stood up
        epoch, seq = latest.get(self.resume.table, ("", 0))
        self._require(self.resume.epoch != epoch or self.resume.seq >= seq, f"has not seen step {seq} of the table")

    def _require(self, condition: object, sentence: str) -> None:
        if not condition:
            self._invariants.fail(f"{self.name} {sentence}.")

    def forget_settled(self) -> None:
        """Sends nothing again that has had its answer: a new server remembers the latest commands only."""
        self._settled.clear()

    # --- the program: what is sent ---

    def send(self, command: Command) -> None:
        """Sends a command under a new id, and again later as long as it has no answer."""
        if self.wire is None:
            return
        self._last_id += 1
        numbered = structs.replace(command, id=self._last_id)
        self._unanswered[self._last_id] = (numbered, self._now())
        self._write(numbered)

    def _write(self, command: Command) -> None:
        if self.wire is not None:
            self.wire.send(codec.encode(command))

    def connect(self) -> None:
        """Opens a connection, beside an older one if there is any, and says hello."""
        self.wire, self.welcome = self._place.connect(self), None
        self._followed.lose_connection()
        self._connected_at = self._now()
        hello = Hello(v=PROTOCOL_VERSION, name=self.name, token=self.token, resume=self.resume)
        self._write(hello)

    def _reconnect(self, *, anew: bool = False) -> None:
        """Gives the connection up for a new one; `anew` is a program that was started again."""
        if self.wire is not None and self._chance.random() < 0.5:
            self.wire.hang_up()
        if anew:
            self._tell(f"{self.name} starts their program again.")
            self._deals.begin_anew()
            self.view = self.resume = None
            self._unanswered.clear()
            self._settled.clear()
        self.connect()

    def _check_answers(self) -> bool:
        """Sends again, or opens a new connection, where an answer is late; returns whether it did."""
        if self.welcome is None:
            if self._now() - self._connected_at > ANSWER_PATIENCE:
                self._tell(f"{self.name}'s program gets no answer and connects again.")
                self._reconnect()
            return True
        oldest = min((sent for _, sent in self._unanswered.values()), default=self._now())
        if self._now() - max(oldest, self._connected_at) > ANSWER_PATIENCE:
            self._tell(f"{self.name}'s program gets no answer and connects again.")
            self._reconnect()
            return True
        late = [command for command, sent in self._unanswered.values() if self._now() - sent > RESEND_AFTER]
        if late and self._chance.random() < 0.3:
            self._tell(f"{self.name}'s program sends {_describe(late[0])} again.")
            self._write(late[0])
        return False

    # --- the mind ---

    async def live(self) -> None:
        """Does one thing after another until the evening is over."""
        await asyncio.sleep(self._chance.uniform(0.0, 3.0))
        while not self._place.over:
            self._do_something()
            await self._wait()

    async def _wait(self) -> None:
        """Waits until the person has something to do; their own turn calls them sooner."""
        self._called.clear()
        thought = self._chance.uniform(0.2, 2.0)
        if self._chance.random() < 0.02:
            thought = self._chance.uniform(10.0, 60.0)  # at the fridge
        try:
            async with asyncio.timeout(self._chance.expovariate(1 / 5.0) + 0.3):
                await self._called.wait()
                await asyncio.sleep(thought)
        except TimeoutError:
            pass

    def _wake_if_in_turn(self) -> None:
        if self._legal is not None:
            self._called.set()

    @property
    def _legal(self) -> LegalActions | None:
        """What the person may do in a turn in which they have not acted."""
        view = self.view
        if view is None or view.turn is None or (view.hand, view.turn.turn) == self._acted:
            return None
        return view.you.legal

    def _do_something(self) -> None:
        if self.wire is None:
            self.connect()
        elif self._check_answers():
            return
        elif not self._table:
            self._find_table()
        elif self.view is None:
            self.send(Watch(table=self._table))
        elif self._legal is not None:
            self._act(self.view, self._legal)
        else:
            self._pass_time(self.view)

    def _find_table(self) -> None:
        if any(isinstance(command, OpenTable | Watch) for command, _ in self._unanswered.values()):
            return
        if self._chance.random() < 0.2:
            self.send(SendChat(text=f"line {self._chance.randrange(1000)}"))
        elif self._opens and self._opened not in self._place.tables:
            clock, fair_deal = self._chance.choice((8, 15, 30)), self._chance.choice((None, *FairDeal))
            name = f"{self.name}'s game"
            self.send(OpenTable(name=name, game=self._opens, clock=clock, fair_deal=fair_deal, rail=self._rail))
        elif self._place.tables:
            self.send(Watch(table=self._chance.choice(self._place.tables)))

    def _act(self, view: TableView, legal: LegalActions) -> None:
        assert view.turn is not None
        self._acted = (view.hand, view.turn.turn)
        action = choose_action(legal, list(view.you.cards), self._chance.getrandbits(30))
        hand, turn = self._acted
        if self._chance.random() < 0.02:
            turn -= 1  # a click for the turn before
        self.send(Act(hand=hand, turn=turn, action=action))
        if self._chance.random() < 0.03:
            command, _ = self._unanswered[self._last_id]
            self._tell(f"{self.name} clicks twice.")
            self._write(command)

    def _pass_time(self, view: TableView) -> None:
        """Does one of the many things that people do besides playing, or nothing."""
        seat = view.own_seat
        options: list[tuple[float, Callable[[], object]]] = [
            (40, lambda: None),
            (4, lambda: self.send(SendChat(text=f"line {self._chance.randrange(1000)}"))),
            (1, lambda: self.send(Resync())),
            (1, lambda: self.send(ListTables())),
            (1, lambda: self.send(Watch(table=self._table))),
            (2, self._send_settled_again),
            (2, self._follow),
            (0.5, self._take_another_name),
            (1, lambda: self.send(Act(hand=view.hand, turn=1, action=Check()))),
            (0.3, self._send_nonsense),
            (0.5, lambda: self._reconnect(anew=True)),
            (1, self._reconnect),
        ]
        if seat is not None:
            options += self._seated_options(view, seat)
        elif self.plays:
            options += self._standing_options(view)
        else:
            options.append((1, self._leave))
        wishes = [
            *wishes_of_the_table(view, self._chance),
            *wishes_of_the_rail(view, self._chance),
            *wishes_of_the_host(view, self._chance),
        ]
        options += [(weight, partial(self.send, command)) for weight, command in wishes]
        weights = [weight for weight, _ in options]
        self._chance.choices([do for _, do in options], weights)[0]()

    def _standing_options(self, view: TableView) -> list[tuple[float, Callable[[], object]]]:
        """What somebody does who wants a seat: sit down, or wait for one and sometimes lose patience."""
        if self._called_now in {waiter.name for waiter in view.waiting}:
            return [(3, lambda: self.send(LeaveWaitingList())), (1, self._leave), (3, lambda: self.send(Sit()))]
        return [
            (120, lambda: self.send(Sit(seat=self._chance.choice((0, 0, 1, 2))))),
            (10 if all(view.seats) else 1, lambda: self.send(JoinWaitingList())),
        ]

    def _seated_options(self, view: TableView, seat: SeatView) -> list[tuple[float, Callable[[], object]]]:
        offers = view.you.offers
        broke = not seat.stack and not (view.playing and seat.live)
        options: list[tuple[float, Callable[[], object]]] = [
            (200 if broke else 2, lambda: self.send(AddChips())),
            (100 if seat.sitting_out and seat.stack else 0, lambda: self.send(SitIn())),
            (1.5, lambda: self.send(SitOut())),
            (1, lambda: self.send(Stand())),
            (1.5 if view.you.is_host else 0.5, self._leave),
        ]
        free = [number for number, each in enumerate(view.seats, 1) if each is None]
        if free or offers.moves_to:
            choices = [0, *free] if offers.moves_to else free
            options.append((2, lambda: self.send(ChangeSeat(seat=self._chance.choice(choices)))))
        if offers.max_top_up:
            options.append((2, lambda: self.send(AddChips(chips=offers.min_top_up))))
        if offers.post is not None:
            options.append((30, lambda: self.send(PostBlind(on=not offers.post))))
        if offers.straddle is not None:
            options.append((4, lambda: self.send(Straddle(on=not offers.straddle))))
        if offers.chop is not None:
            options.append((4, lambda: self.send(ChopBlinds(on=not offers.chop))))
        if offers.bomb_pot is not None:
            options.append((8, lambda: self.send(AskBombPot(on=not offers.bomb_pot))))
        if offers.show:
            options.append((5, lambda: self.send(ShowHand())))
        if offers.show_one:
            options.append((5, lambda: self.send(ShowHand(cards=view.you.cards[:1]))))
        if offers.rabbit:
            options.append((5, lambda: self.send(HuntRabbit())))
        if offers.deal_on:
            options.append((10, lambda: self.send(DealOn())))
        if offers.see_hands:
            options.append((20, lambda: self.send(SeeHand(seat=offers.see_hands[0]))))
        return options

    def _take_another_name(self) -> None:
        """Asks for the first name with a number, without one, or for that of somebody else."""
        others = [seat.name for seat in self.view.occupied] if self.view else []
        self.send(ChangeName(name=self._chance.choice((self.name, f"{self.name} II", f"{self.name} III", *others[:1]))))

    def _follow(self) -> None:
        """Follows another table, or one no longer."""
        if (command := self._followed.wish(self._place.tables, self._table, self._chance)) is not None:
            self.send(command)

    def _check_followed(self, epoch: str, seq: int, view: TableView) -> None:
        self._invariants.check_view(self.player, self.name, epoch, seq, view)

    def _leave(self) -> None:
        self.send(Leave())

    def _send_settled_again(self) -> None:
        """Sends a command again whose answer has long arrived, as a program does that has lost count."""
        if self._settled and self.resume is not None:
            command = self._chance.choice(list(self._settled.values()))
            self._tell(f"{self.name}'s program sends {_describe(command)} again, although it was accepted.")
            self._write(command)

    def _send_nonsense(self) -> None:
        if self.wire is not None:
            self.wire.send(
                self._chance.choice((b"{", b'{"type":"act"}', b'{"type":"sit","id":-3}', b"\xc3\xa9", b"[]"))
            )

    def _tell(self, sentence: str) -> None:
        self._story.tell(self.view.name if self.view else "", sentence)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


def _describe(command: Message | Command) -> str:
    """Returns a command in a few words, for the story."""
    words = type(command).__name__
    match command:
        case Act(hand=hand, turn=turn, action=action):
            words = f"{type(action).__name__.lower()} in turn {turn} of hand {hand}"
        case _:
            pass
    return f"{words} ({getattr(command, 'id', 0)})"
