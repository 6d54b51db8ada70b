"""Frames that no honest client sends: commands with a part changed, random JSON, huge numbers, deep nests, bytes."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec

from railbird_shared import PROTOCOL_VERSION
from railbird_shared.game.cards import PACK
from railbird_shared.protocol.actions import Bet, Call, Check, Declaration, Declare, Draw, Fold, Raise, Run
from railbird_shared.protocol.commands import (
    Act,
    AddBot,
    AddChips,
    AskBombPot,
    CallBombPot,
    ChangeName,
    ChopBlinds,
    Command,
    CommitSeed,
    DealOn,
    FollowTable,
    Hello,
    HuntRabbit,
    Leave,
    ListInvites,
    ListTables,
    MakeInvite,
    OpenSeed,
    OpenTable,
    PostBlind,
    RemoveBot,
    Resume,
    Resync,
    RevokeInvite,
    SeeHand,
    SendChat,
    ShowHand,
    Sit,
    SitIn,
    SitOut,
    Stand,
    Straddle,
    UnfollowTable,
    Watch,
)
from railbird_shared.tournament.messages import (
    AnswerDeal,
    BuyTournamentChips,
    CancelTournament,
    DealAmount,
    DeclineRebuy,
    ListTournaments,
    OpenTournament,
    PauseTournament,
    ProposeDeal,
    ReadTournament,
    RegisterTournament,
    RemoveEntrant,
    StartTournament,
    UnregisterTournament,
)
from railbird_shared.tournament.structure import Level, TournamentTerms

HUGE_NUMBERS = ("1e309", "-1e400", "9" * 300, "-" + "9" * 40, "1.5", "-0", "0e0", "9007199254740993", "1E+2", "-1")
ODD_VALUES: tuple[object, ...] = (
    None,
    True,
    [],
    {},
    "",
    "\x00",
    "\u202e",
    "💥" * 40,
    2**63,
    -(2**63),
    2**64,
    0.1,
    [[[]]],
    {"a": {}},
)
ODD_BYTES = (b"\xff\xfe", b"\xc3", b"\xed\xa0\x80", b"\xf0\x9f", b"\x00" * 40, b"\xef\xbb\xbf{}", b'{"type":"act\xc3"}')


class FrameFuzzer:
    """Makes frames from one seed; text comes as `str`, what may be no text as `bytes`."""

    def __init__(self, chance: random.Random, table: str = "t1") -> None:
        self.chance = chance
        self.table = table
        self._kinds: tuple[Callable[[], str | bytes], ...] = (
            self._valid,
            self._changed_part,
            self._changed_part,
            self._changed_letters,
            self._changed_letters,
            self._random_json,
            self._huge_number,
            self._deep_nest,
            self._binary,
            self._cut_off,
        )

    def frame(self) -> str | bytes:
        """Returns the next frame."""
        return self.chance.choice(self._kinds)()

    def command(self) -> Command:
        """Returns a command of any type that fits the protocol, sensible or not."""
        chance, number = self.chance, self.chance.randint(0, 40)
        seat, chips = chance.randint(1, 10), chance.choice((0, 1, 40, 200, 10**12))
        text = chance.choice(("", "a", "Den", "x" * 60, "\u202eKs", "password"))
        place = Resume(self.table, text, number)
        actions = (Fold(), Check(), Call(), Bet(chips), Raise(chips), Run(2), Declare(Declaration.HIGH))
        act = chance.choice((*actions, Draw(tuple(chance.sample(PACK, chance.randint(0, 6))))))
        options: tuple[Command, ...] = (
            Hello(v=PROTOCOL_VERSION, name=text, token=text, resume=place, password=text, invite=text),
            ListTables(first=chance.choice((0, 1, 2**40)), find=text, free=chance.random() < 0.5),
            OpenTable(name=text, game=chance.choice(("holdem", "whist", "")), bet=chips, password=text),
            Watch(table=chance.choice((self.table, "t9", text)), password=text),
            FollowTable(table=chance.choice((self.table, "t9")), password=text, epoch=text, seq=number),
            UnfollowTable(table=chance.choice((self.table, "t9"))),
            CommitSeed(hand=number, attempt=seat, commitment=chance.randbytes(32)),
            OpenSeed(hand=number, attempt=seat, seed=chance.randbytes(32)),
            Leave(),
            Sit(seat=seat, chips=chips),
            Stand(),
            AddChips(chips=chips),
            SitOut(),
            SitIn(),
            PostBlind(on=chance.random() < 0.5),
            Straddle(on=chance.random() < 0.5),
            Act(hand=number, turn=chance.randint(0, 9), action=act),
            ShowHand(cards=tuple(chance.sample(PACK, chance.randint(0, 2)))),
            HuntRabbit(),
            ChopBlinds(on=chance.random() < 0.5),
            AskBombPot(on=chance.random() < 0.5),
            CallBombPot(on=chance.random() < 0.5),
            SeeHand(seat=seat),
            DealOn(),
            SendChat(text=text),
            ChangeName(name=text),
            AddBot(style=text, seat=seat),
            RemoveBot(seat=seat),
            MakeInvite(expires=chance.choice((0, 60, 3600)), once=chance.random() < 0.5),
            ListInvites(),
            RevokeInvite(invite=number),
            Resync(),
            *self._tournament_commands(text, number),
        )
        return msgspec.structs.replace(chance.choice(options), id=number)

    def _tournament_commands(self, text: str, number: int) -> tuple[Command, ...]:
        """Returns a command of each type about tournaments."""
        on = self.chance.random() < 0.5
        terms = TournamentTerms(name=text, chips=self.chance.choice((0, 2000)), levels=(Level(20, seconds=number),))
        return (
            ListTournaments(),
            ReadTournament(tournament=text, follow=on),
            OpenTournament(terms=terms),
            RegisterTournament(tournament=text, password=text),
            UnregisterTournament(tournament=text),
            StartTournament(tournament=text),
            BuyTournamentChips(tournament=text, add_on=on),
            DeclineRebuy(tournament=text),
            PauseTournament(tournament=text, on=on),
            RemoveEntrant(tournament=text, number=number),
            CancelTournament(tournament=text),
            ProposeDeal(
                tournament=text,
                play_for=number,
                amounts=(DealAmount(number, number),) * self.chance.randint(0, 3),
            ),
            AnswerDeal(tournament=text, agree=on),
        )

    def _valid(self) -> str:
        return msgspec.json.encode(self.command()).decode()

    def _changed_part(self) -> str:
        """Returns a command with a field that is gone, unknown, or of another type."""
        fields: dict[str, Any] = msgspec.json.decode(self._valid())
        name = self.chance.choice([*fields, "unknown", "player", "seat"])
        if self.chance.random() < 0.2:
            fields.pop(name, None)
        else:
            fields[name] = self.chance.choice(ODD_VALUES)
        return msgspec.json.encode(fields).decode()

    def _changed_letters(self) -> str:
        letters = list(self._valid())
        for _ in range(self.chance.randint(1, 6)):
            at = self.chance.randrange(len(letters))
            letters[at] = self.chance.choice('{}[]":,0-9eE.\\u\x00\u2028💥') if self.chance.random() < 0.7 else ""
        return "".join(letters)

    def _random_json(self) -> str:
        return msgspec.json.encode(self._value(0)).decode()

    def _value(self, depth: int) -> object:
        chance = self.chance
        if depth > 4 or chance.random() < 0.4:
            return chance.choice((*ODD_VALUES, "type", "act", chance.random(), chance.randint(-(2**70), 2**70)))
        if chance.random() < 0.5:
            return [self._value(depth + 1) for _ in range(chance.randint(0, 4))]
        keys = ("type", "id", "table", "action", "v", "x")
        return {chance.choice(keys): self._value(depth + 1) for _ in range(chance.randint(0, 4))}

    def _huge_number(self) -> str:
        name = self.chance.choice(("id", "hand", "turn", "seat", "chips", "v", "first", "expires"))
        kind = self.chance.choice(("act", "sit", "add-chips", "hello", "list-tables", "make-invite"))
        return f'{{"type":"{kind}","{name}":{self.chance.choice(HUGE_NUMBERS)}}}'

    def _deep_nest(self) -> str:
        depth = self.chance.choice((3, 100, 1000, 2000))
        opening, closing = self.chance.choice((("[", "]"), ('{"a":', "}"), ('{"type":', "}")))
        nest = opening * (depth // len(opening)) + "1" + closing * (depth // len(opening))
        return nest if self.chance.random() < 0.5 else f'{{"type":"act","hand":1,"turn":1,"action":{nest[:3000]}}}'

    def _binary(self) -> bytes:
        if self.chance.random() < 0.5:
            return self.chance.choice(ODD_BYTES)
        return self.chance.randbytes(self.chance.randint(0, 60))

    def _cut_off(self) -> bytes:
        """Returns a command cut in the middle, perhaps within a letter of several bytes."""
        frame = msgspec.json.encode(SendChat(text="Grüße 💥 " * 3))
        return frame[: self.chance.randrange(len(frame))]
