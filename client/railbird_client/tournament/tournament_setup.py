"""The setup of a new tournament, as it is kept for the next time, and the terms that follow from it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import asdict, replace

from railbird_client.hosting.host_setup import GamesSetup
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol.table_limits import MAX_BET, MAX_SEATS, MIN_BET
from railbird_shared.settings.kinds import Number, Readable, whole
from railbird_shared.settings.spec import Part, Spec
from railbird_shared.text.text_cleaning import clean_table_name
from railbird_shared.tournament.proposal import SHORT_BREAK, Wish, propose_levels
from railbird_shared.tournament.structure import (
    MAX_ENTRANTS,
    MAX_EXTRA_ENTRIES,
    MAX_HOSTED_HOURS,
    MAX_LEVEL_HANDS,
    MAX_LEVEL_SECONDS,
    MAX_LEVELS,
    AddOn,
    EntrantCount,
    ExtraEntries,
    Level,
    LevelNumber,
    Rebuys,
    Stake,
    StartRule,
    TournamentChoices,
    TournamentTerms,
    times_words,
)

MIN_MINUTES = 10
"""The shortest tournament that is proposed, in minutes."""

REBUYS_EXPECTED = 0.5
"""How many rebuys a player makes, about."""
ADD_ONS_EXPECTED = 0.8
"""The part of the players who buy the add-on, about."""

STRIDE_WORDS = {0: "as proposed", 1: "by a third or a half each", 2: "to about the double each"}


def hours_words(minutes: int) -> str:
    """Returns minutes as hours are typed: "2:30"."""
    hours, rest = divmod(minutes, 60)
    return f"{hours}:{rest:02}"


def parse_hours(text: str) -> int:
    """Returns minutes from hours as in "3", "2.5" or "2:30"; raises ValueError with a sentence."""
    hours, colon, rest = text.strip().replace(",", ".").partition(":")
    try:
        minutes = int(hours) * 60 + int(rest) if colon else round(float(hours) * 60)
    except (ValueError, OverflowError):
        minutes = 0
    if not MIN_MINUTES <= minutes <= MAX_HOSTED_HOURS * 60:
        raise ValueError(f"Write the hours as in 3, 2.5 or 2:30, up to {MAX_HOSTED_HOURS}.")
    return minutes


def _parse_start(text: str) -> StartRule | int:
    """Returns when a tournament starts: by a rule, or in so many minutes; raises ValueError."""
    if text in (StartRule.BY_HOST, StartRule.WHEN_FULL):
        return StartRule(text)
    return int(whole(1, 60 * MAX_HOSTED_HOURS).parse(text))


def _length_words(length: int) -> str:
    if not length:
        return "as proposed"
    return f"{-length} hands" if length < 0 else f"{length} minute{'s' * (length > 1)}"


class TournamentSetup(GamesSetup, frozen=True, kw_only=True):
    """The setup of a tournament; the levels are proposed from its players, chips and minutes.

    `own_bets` are bets of single levels, by the number of the level, from 1. A password is never kept.
    """

    choices: Annotated[TournamentChoices, Part()] = TournamentChoices()
    players: Annotated[
        int,
        Meta(ge=2, le=MAX_ENTRANTS),
        Spec(
            f"How many may enter, 2 to {MAX_ENTRANTS}.",
            "Players",
            label="Players",
            typed=True,
            values=(2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 24, 27, 30, 36, 40, 45, 50, 60, 70, 80, 90, 100),
            flags=("--tournament",),
            place=-1,
        ),
    ] = 9
    minutes: Annotated[
        int,
        Meta(ge=MIN_MINUTES, le=60 * MAX_HOSTED_HOURS),
        Spec(
            "How long it may last; the levels are proposed so that it ends about then.",
            "Players",
            Readable(parse_hours, "HOURS", f"hours as in 3, 2.5 or 2:30, up to {MAX_HOSTED_HOURS}"),
            label="Hours",
            typed=True,
            values=(20, 30, 45, 60, 75, 90, 105, 120, 150, 180, 210, 240, 300, 360, 420, 480, 600),
            text=hours_words,
            flags=("--hours",),
            place=1,
        ),
    ] = 180
    bots: Annotated[
        EntrantCount,
        Spec(
            "Up to how many players bots fill up before the start.",
            "Tables",
            label="Bots",
            words=lambda bots: f"fill up to {bots} players" if bots else "none",
            place=1,
        ),
    ] = 0
    start: Annotated[
        StartRule | Annotated[int, Meta(ge=1, le=60 * MAX_HOSTED_HOURS)],
        Spec(
            "How it starts.",
            "Tables",
            Readable(_parse_start, "RULE|MINUTES", "by-host, when-full, or a number of minutes"),
            label="Starts",
            values=(StartRule.BY_HOST, StartRule.WHEN_FULL, 5, 10, 15, 20, 30, 45, 60, 90, 120),
            words=lambda start: "when you say so" if start is StartRule.BY_HOST else f"in {start} minutes",
            place=2,
        ),
    ] = StartRule.BY_HOST
    rebuys: Annotated[
        ExtraEntries,
        Spec(
            "How often a player without chips may buy more.",
            "Entries",
            Number(-1, MAX_EXTRA_ENTRIES, "COUNT", whole=True, any_word="any"),
            label="Rebuys",
            zero="none",
            values=(0, 1, 2, 3, 5, -1),
            words=times_words,
            place=1,
        ),
    ] = 0
    rebuys_until: Annotated[
        LevelNumber,
        Spec(
            "The last level in which a player may rebuy.",
            "Entries",
            label="until the end of",
            words=lambda level: f"level {level}",
            place=2,
        ),
    ] = 4
    add_on: Annotated[
        bool,
        Spec("Whether everybody may buy more in the break when rebuys end.", "Entries", label="Add-on", place=3),
    ] = False
    first_bet: Annotated[
        int,
        Meta(ge=0, le=MAX_BET),
        Spec(
            "The big blind, or the small bet of fixed limits, of the first level; nothing for a usual one.",
            "Levels",
            whole(MIN_BET, MAX_BET, "CHIPS"),
            label="First bet",
            typed=True,
            values=(0, 2, 4, 10, 20, 30, 40, 50, 60, 80, 100, 150, 200, 300, 400, 500, 1000, 2000),
        ),
    ] = 0
    stride: Annotated[
        int,
        Meta(ge=0, le=2),
        Spec(
            "How fast the stakes rise; the levels are longer if they rise fast.",
            "Levels",
            label="Levels rise",
            values=(0, 1, 2),
            words=lambda stride: STRIDE_WORDS.get(stride, ""),
        ),
    ] = 0
    own_bets: Annotated[tuple[tuple[LevelNumber, Stake], ...], Meta(max_length=MAX_LEVELS)] = ()
    length: Annotated[
        int,
        Meta(ge=-MAX_LEVEL_HANDS, le=MAX_LEVEL_SECONDS // 60),
        Spec(
            "As proposed, or a length of your own; the end follows from it.",
            "Levels",
            whole(-MAX_LEVEL_HANDS, MAX_LEVEL_SECONDS // 60, "MINUTES"),
            label="A level lasts",
            values=(0, 1, 2, 3, 5, 6, 8, 10, 12, 15, 20, 30, 60, -6, -8, -10, -12, -20),
            words=_length_words,
        ),
    ] = 0
    """The length of every level: 0 as it is proposed, else in minutes, or below 0 in hands."""
    antes: Annotated[
        bool,
        Spec(
            "Whether the big blind posts an ante for all in the later levels.",
            "Levels",
            label="Antes",
            values=(True, False),
        ),
    ] = True
    breaks: Annotated[
        bool,
        Spec("Whether there is a break about each hour.", "Levels", label="Breaks", values=(True, False)),
    ] = True

    @property
    def most_seats(self) -> int:
        """The most seats that every one of the games has."""
        return min(self.seat_limits, default=MAX_SEATS)

    @property
    def wish(self) -> Wish:
        """The sources of the proposed levels."""
        more = REBUYS_EXPECTED * bool(self.rebuys) + ADD_ONS_EXPECTED * self.add_on
        chips = self.choices.chips
        more_chips = int(more * self.players * chips)
        return Wish(self.players, chips, self.minutes, self.antes, more_chips, self.first_bet, self.stride)

    @property
    def levels(self) -> tuple[Level, ...]:
        """The levels: the proposed ones with the host's bets, lengths and breaks, and with a break for the add-on."""
        levels: list[Level] = []
        own, bet = dict(self.own_bets), 0
        for number, proposed in enumerate(propose_levels(self.wish), 1):
            bet = max(bet, own.get(number, proposed.bet))
            rest = proposed.break_minutes if self.breaks else 0
            if self.add_on and number == self.rebuys_until:
                rest = rest or SHORT_BREAK
            ante = bet if proposed.big_blind_ante else 0
            level = replace(proposed, bet=bet, big_blind_ante=ante, break_minutes=rest)
            levels.append(replace(level, **self._length) if self.length else level)
        return tuple(levels)

    @property
    def _length(self) -> dict[str, int]:
        """The host's own length of every level."""
        return {"seconds": 60 * max(self.length, 0), "hands": max(-self.length, 0)}

    def terms(self, house: HouseRules | None, password: str, *, now: int) -> TournamentTerms:
        """Returns the terms, with a start that counts from `now`, in seconds since the beginning of 1970."""
        rule, minutes = (self.start, 0) if isinstance(self.start, StartRule) else (StartRule.AT_TIME, self.start)
        choices = self.choices
        chips, price = choices.chips, choices.buy_in - choices.bounty
        return TournamentTerms(
            **asdict(choices),
            name=clean_table_name(self.name),
            levels=self.levels,
            game=(*self.games_played, self.game)[0],
            rotation=self.rotation(),
            house=house,
            most_players=self.players,
            rebuys=Rebuys(chips, price, self.rebuys_until, most=self.rebuys) if self.rebuys else None,
            add_on=AddOn(chips, price, self.rebuys_until) if self.add_on else None,
            start=rule,
            start_at=now + 60 * minutes if minutes else 0,
            bots_to=self.bots,
            password=password,
        )
