"""Tournaments that a poker player can read, played and compared with what was written down.

A transcript starts with the terms of the tournament. After that every line that starts with ">" is what somebody does;
every other line is what follows, or in parentheses the refusal that is read. The seats are drawn by the name of the
file. `RAILBIRD_RENEW=1 uv run pytest tests/server/table/tournament/test_transcripts.py` writes the files anew.

    players: Wren, Heron, Jay           in the order in which they register
    seats, chips, buy-in, bounty: 4     of one table; of everybody; in units of the ledger
    payouts: 5 3 2                      the shares of the places
    levels: 20 for 5, 40 for 5 break 5  the bet of each, its minutes, and the break that follows
    rebuys: 1000 for 10 until 1         chips, price, and the last level
    add-on: 1500 for 10 after 1         chips, price, and the level before its break
    late entry: 1                       the last level
    re-entries: 1                       of each player

    > start / pause / resume / cancel / 6 minutes
    > table 1: Jay 300, Wren 1000 to Heron and Magpie     what a hand takes from some, and who share it
    > Jay enters / unregisters / rebuys / adds on / declines / is removed / agrees / refuses
    > Jay proposes chips, 10 played for                   or equal, icm
    > Jay proposes amounts: Jay 30, Wren 20; 10 played for
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from railbird_server.refusal import Refusal
from railbird_server.tournament import effects, inputs
from railbird_shared.tournament.structure import AddOn, Level, Rebuys, TournamentTerms, level_at
from railbird_shared.tournament.view import DealMethod
from support.golden_files import assert_matches_golden_file
from support.tournament_play import PlayedTournament, tournament_terms

FOLDER = Path(__file__).parent / "transcripts"
FILES = sorted(FOLDER.glob("*.txt"))
MINUTE_MS = 60_000


def terms_of(header: dict[str, str]) -> TournamentTerms:
    """The terms that the lines at the top of a transcript say."""
    changes: dict[str, object] = {
        key.replace("-", "_"): int(header[key]) for key in ("seats", "chips", "buy-in", "bounty") if key in header
    }
    if "payouts" in header:
        changes["payouts"] = tuple(int(share) for share in header["payouts"].split())
    if "levels" in header:
        changes["levels"] = tuple(level_of(words) for words in header["levels"].split(", "))
    if "rebuys" in header:
        changes["rebuys"] = Rebuys(*(int(number) for number in re.findall(r"\d+", header["rebuys"])))
    if "add-on" in header:
        changes["add_on"] = AddOn(*(int(number) for number in re.findall(r"\d+", header["add-on"])))
    if "late entry" in header:
        changes["late_entry"] = int(header["late entry"])
    if "re-entries" in header:
        changes["re_entries"] = int(header["re-entries"])
    return tournament_terms(**changes)


def level_of(words: str) -> Level:
    bet, minutes, *pause = (int(number) for number in re.findall(r"\d+", words))
    return Level(bet, seconds=60 * minutes, break_minutes=pause[0] if pause else 0)


class Page(PlayedTournament):
    """A tournament and the page that is written about it; the players' ids are their names."""

    def __init__(self, header: dict[str, str], secret: int) -> None:
        self.lines: list[str] = []
        super().__init__(terms_of(header), 0, secret)
        for name in header["players"].split(", "):
            self.submit(inputs.Register(name, name))
        self.lines.clear()

    def do(self, words: str) -> None:
        """Does what a line says, and writes down what follows."""
        self.lines.append(f"> {words}")
        try:
            if table := re.fullmatch(r"table (\d+): (?:(.+) to (.+)|nothing happens)", words):
                self.play_hand(int(table[1]), table[2] or "", table[3] or "")
            elif time := re.fullmatch(r"(\d+) minutes?", words):
                self.now += int(time[1]) * MINUTE_MS
                self.submit(inputs.Tick())
            else:
                self.submit(request_of(words))
        except Refusal as refusal:
            self.lines.append(f"({refusal.sentence})")
        if self.tournament.wake_at is not None:
            self.ask_to_deal()

    def ask_to_deal(self) -> None:
        """All tables ask to deal that have not yet."""
        for number in list(self.tables):
            if number in self.tables and not self.tables[number].asked:
                self.tables[number].asked = True
                self.submit(inputs.TableReady(number))

    def play_hand(self, number: int, losses: str, winners: str) -> None:
        """A table plays a hand that takes chips from some players, which the winners share."""
        self.begin_hand(number)
        stacks, shared_by, total = dict(self.tables[number].before), tuple(winners.split(" and ")), 0
        for loss in losses.split(", ") if losses else ():
            name, chips = loss.split()
            stacks[name] -= int(chips)
            total += int(chips)
        for winner in shared_by if losses else ():
            stacks[winner] += total // len(shared_by)
        self.end_hand(number, stacks, {name: shared_by for name, chips in stacks.items() if not chips})

    def carry_out(self, effect: effects.Effect) -> None:
        """Carries an effect out as every played tournament does, and writes it down."""
        super().carry_out(effect)
        if line := self.line_of(effect):
            self.lines.append(line)

    def line_of(self, effect: effects.Effect) -> str:
        """What an effect says, empty where another line says it."""
        match effect:
            case effects.OpenTable(table, final):
                return f"{'The final table' if final else 'A table'} opens: table {table}."
            case effects.CloseTable(table):
                return f"Table {table} closes."
            case effects.SeatPlayer(player, table, seat, chips):
                return f"{player} sits at table {table}, seat {seat}, with {chips:,}."
            case effects.MovePlayer(player=player, why=why):
                return f"{player} reads: {why}"
            case effects.GiveChips(player, _, _, chips, total):
                return f"{player} gets {chips:,} and has {total:,}."
            case effects.MayDeal(table, hand, level):
                return f"Table {table} deals hand {hand} at level {level}."
            case effects.Hold(table, reason):
                return f"Table {table} waits: {reason}"
            case effects.Charged(player, units, reason):
                return f"{player} pays {units}: {reason}."
            case effects.Paid(player, units, reason):
                return f"{player} is paid {units}: {reason}."
            case effects.RebuyOffered(player):
                return f"{player} may rebuy within half a minute."
            case effects.LevelBegan(level):
                return f"Level {level} begins, at {level_at(self.terms, level).bet}."
            case effects.BreakBegan(minutes):
                return f"A break of {minutes} minutes begins."
            case effects.Announce(sentence):
                return sentence
            case _:
                return ""


def request_of(words: str) -> inputs.Input:
    """What a line has the tournament do."""
    match words:
        case "start":
            return inputs.Start()
        case "cancel":
            return inputs.Cancel()
        case "pause" | "resume":
            return inputs.Pause(on=words == "pause")
    name, deed = words.split(" ", 1)
    requests: dict[str, inputs.Input] = {
        "enters": inputs.Register(name, name),
        "unregisters": inputs.Unregister(name),
        "rebuys": inputs.BuyChips(name),
        "adds on": inputs.BuyChips(name, add_on=True),
        "declines": inputs.DeclineRebuy(name),
        "is removed": inputs.RemovePlayer(name),
        "agrees": inputs.AnswerDeal(name),
        "refuses": inputs.AnswerDeal(name, agree=False),
    }
    if deed in requests:
        return requests[deed]
    proposal = re.fullmatch(r"proposes (\w+)(?:: ([^;]+))?(?:[,;] (\d+) played for)?", deed)
    assert proposal, words
    amounts = {player: int(units) for player, units in re.findall(r"(\w+) (\d+)", proposal[2] or "")}
    return inputs.ProposeDeal(name, DealMethod(proposal[1]), int(proposal[3] or 0), amounts)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_transcript_is_what_the_tournament_says(file: Path) -> None:
    top, _, told = file.read_text(encoding="utf-8").partition("\n\n")
    title, *rest = top.splitlines()
    header = dict(line.split(": ", 1) for line in rest)
    page = Page(header, secret=len(file.stem))
    for line in told.splitlines():
        if line.startswith("> "):
            page.lines.append("")
            page.do(line.removeprefix("> "))
    text = "\n".join([title, *rest, *page.lines]) + "\n"
    assert_matches_golden_file(file, text, __file__)
