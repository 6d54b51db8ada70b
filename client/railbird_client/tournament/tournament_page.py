"""Writes the pages of tournaments: the list, and one with its clock, players, prizes and levels."""

from __future__ import annotations

from railbird_client.drawing.half_block_art import large_text
from railbird_client.drawing.text_roles import (
    Line,
    Lines,
    Span,
    TextRole,
    at,
    beside,
    columns,
    ending,
    page_writer,
    text_lines,
)
from railbird_client.drawing.text_width import cell_width, wrap
from railbird_client.tournament.known_tournaments import KnownTournaments, Running
from railbird_client.tournament.tournament_deal import proposed_lines
from railbird_client.tournament.tournament_words import (
    PHASE_WORDS,
    about_words,
    clock_words,
    code_words,
    digital_words,
    duration_words,
    players_words,
    stakes_words,
)
from railbird_shared.tournament.proposal import level_seconds, seconds_to_end, total_seconds
from railbird_shared.tournament.structure import Level, StartRule, TournamentTerms, level_at
from railbird_shared.tournament.view import (
    Phase,
    Standing,
    TournamentOffer,
    TournamentStatus,
    TournamentView,
    place_words,
    prize_words,
)

MAX_SHOWN_LEVELS = 24

_STAKES = 5
_LENGTH_END = 35
_NOTES = 38
_MIN_NOTES_WIDTH = 20
"""The least room beside a level for what ends with it; with less it stands below."""


def structure_lines(terms: TournamentTerms, width: int, *, chips: int, running: int = 0) -> Lines:
    """Writes the levels as a table: number, stakes, length and breaks; the one that runs is marked.

    So is the one in which a tournament with so many `chips` in play will end.
    """
    total = total_seconds(terms, chips)
    entries = chips // terms.chips if terms.chips else 0
    about = f"  about {about_words(total)}"
    with_entries = "" if running else f", {entries} entries"
    if cell_width(f"Levels{about}{with_entries}") <= width:
        about += with_entries
    lines: list[Line] = [(Span("Levels", TextRole.TITLE), Span(about, TextRole.DIM))]
    passed, is_over = 0, False
    for number, level in enumerate(terms.levels[:MAX_SHOWN_LEVELS], 1):
        passed += level_seconds(level)
        ends = not is_over and passed >= total
        role = TextRole.STRONG if number == running else TextRole.DIM if is_over else TextRole.TEXT
        is_over = is_over or ends
        notes = [*(["ends about here"] if ends else []), *_at_end(terms, number)]
        lines += _level(terms, number, level, ", ".join(notes), width, role=role, runs=number == running)
        if level.break_minutes:
            passed += level.break_minutes * 60
            words, add_on = f"break of {level.break_minutes} minutes", terms.add_on
            if add_on is not None and add_on.after_level == number:
                words += f", add-on {add_on.chips:,} chips for {prize_words(add_on.price, terms.unit)}"
            lines += _below(words, width)
    return tuple(lines)


def _level(
    terms: TournamentTerms, number: int, level: Level, notes: str, width: int, *, role: TextRole, runs: bool
) -> Lines:
    """Writes a level, and beside it or below what ends with it."""
    lasts = f"{level.hands} hands" if level.hands else duration_words(level.seconds)
    length = ending(min(width, _LENGTH_END), lasts, role)
    words, room = stakes_words(terms, level), length.x - _STAKES - 1
    if cell_width(words) > room:
        words = words.replace(",000", "k")[: max(0, room)]
    row = (at(0, f"{'>' if runs else ' '}{number:>3}", role), at(_STAKES, words, role), length)
    if notes and width >= _NOTES + max(_MIN_NOTES_WIDTH, cell_width(notes)):
        return (columns(width, *row, at(_NOTES, notes, TextRole.DIM)),)
    return (columns(width, *row), *(_below(notes, width) if notes else ()))


def _below(words: str, width: int) -> Lines:
    lines = wrap(words, max(1, width - _STAKES - 1))
    return tuple((Span(" " * (_STAKES + 1) + line, TextRole.DIM),) for line in lines)


def _at_end(terms: TournamentTerms, number: int) -> list[str]:
    late = terms.late_entry == number
    if terms.rebuys is not None and terms.rebuys.until_level == number:
        return ["late entry and rebuys end" if late else "rebuys end"]
    return ["late entry ends"] if late else []


_NAME = 6
_NAME_WIDTH = 19
_STACK_END = 36
_SEAT = 38
_STANDING_NOTES = 44


def standing_lines(view: TournamentView, width: int, own_name: str) -> Lines:
    """Writes the players in, the largest stack first, and those out, by place and with their prizes."""
    if not view.standings:
        return ((Span("Nobody has entered yet.", TextRole.DIM),),)
    many, unit = len(view.tables) > 1, view.status.unit
    head = [at(0, "Players", TextRole.TITLE)]
    if view.status.phase.plays:
        head += [ending(_STACK_END, "stack", TextRole.DIM), at(_SEAT, "seat", TextRole.DIM)]
    lines: list[Line] = [columns(width, *head)]
    for row, standing in enumerate(view.standings, 1):
        role = TextRole.STRONG if standing.name == own_name else TextRole.DIM if standing.place else TextRole.TEXT
        pieces = [
            ending(4, f"{standing.place or row}{'=' * standing.tied}", role),
            at(_NAME, standing.name + (" (bot)" if standing.bot else ""), role, max_width=_NAME_WIDTH),
            at(_STANDING_NOTES, _note(standing), role, max_width=max(1, width - _STANDING_NOTES)),
        ]
        won = standing.prize + standing.bounties
        if standing.place and won:
            pieces.append(ending(_STACK_END, prize_words(won, unit), TextRole.WIN))
        elif standing.stack and not standing.place:
            pieces.append(ending(_STACK_END, f"{standing.stack:,}", TextRole.CHIPS))
        if standing.seat is not None and not standing.place:
            pieces.append(at(_SEAT, f"{standing.table}-{standing.seat}" if many else f"{standing.seat}", role))
        lines.append(columns(width, *pieces))
    return tuple(lines)


def _note(standing: Standing) -> str:
    bounties = "1 bounty" if standing.knocked_out == 1 else f"{standing.knocked_out} bounties"
    notes = {
        "away": standing.away and not standing.place,
        bounties: standing.knocked_out and standing.bounties,
        f"{standing.entries} entries": standing.entries > 1,
        f"{standing.rebuys} rebuy{'s' * (standing.rebuys > 1)}": standing.rebuys,
        "add-on": standing.added_on,
    }
    return ", ".join(note for note, is_said in notes.items() if is_said)


def prize_lines(view: TournamentView, width: int, *, listed: bool) -> Lines:
    """Writes the prizes of the places, each on a line of its own where they are `listed`; nothing without any."""
    if not view.prizes:
        return ()
    unit = view.status.unit
    lines: list[Line] = [(Span(f"Prizes: {prize_words(view.status.pool, unit)}", TextRole.TITLE),)]
    prizes = [(place_words(place), prize_words(prize, unit)) for place, prize in enumerate(view.prizes, 1)]
    if not listed:
        return (*lines, *text_lines(width, ", ".join(" ".join(each) for each in prizes)), ())
    for row, (place, prize) in enumerate(prizes):
        is_open = view.status.left > row or not view.status.phase.plays
        name = ending(4, place, TextRole.TEXT if is_open else TextRole.DIM)
        lines.append(columns(width, name, ending(22, prize, TextRole.CHIPS if is_open else TextRole.DIM)))
    return (*lines, ())


NO_TOURNAMENTS = "No tournament is open here. Press [N] to open one."
LOOKING = "The tournaments are being looked for."
_LISTED_NAME = 22
_LISTED_WORDS = 18
_LISTED_WIDTH = 69
"""The cells of a whole row of the list, without the games."""

SOON = 60.0
"""The last seconds of a level, in which its clock stands out."""

_WIDE = 84
"""From this width on the prizes and levels stand beside the players."""
_RIGHT_WIDTH = 35
_GAP = 3


@page_writer
def tournaments_page(width: int, known: KnownTournaments, *, chosen: int, now: float) -> Lines:
    """Writes the page that lists tournaments as it is at `now`, `chosen` being the place of the marked one."""
    listed = known.listed
    if not listed:
        return text_lines(width, known.error or (LOOKING if listed is None else NO_TOURNAMENTS), role=TextRole.DIM)
    lines = [
        _status_line(status, _listed_words(known, status, now), width, marked=row == chosen)
        for row, status in enumerate(listed)
    ]
    hint = known.error or "↑ ↓ choose, Enter shows one, [N] opens a new one"
    return (*lines, (), *text_lines(width, hint, role=TextRole.DIM))


def _listed_words(known: KnownTournaments, status: TournamentStatus, now: float) -> str:
    """Returns what goes on in a listed tournament, or that the player is in it."""
    left = Running(status, known.listed_at).seconds_left(now)
    own = next((each for each in known.entries if each.status.tournament == status.tournament), None)
    if status.phase is Phase.REGISTERING:
        what = "entered" if own else "open, locked" if status.locked else PHASE_WORDS[status.phase]
        return what if left is None else f"{what if own or status.locked else 'open'}, in {duration_words(left)}"
    return "your seat waits" if own and status.phase.plays and own.you.table else PHASE_WORDS[status.phase]


def _status_line(status: TournamentStatus, words: str, width: int, *, marked: bool) -> Line:
    """Writes a row of the list; with less room the players are numbers alone, and the price is left out."""
    role = TextRole.STRONG if marked else TextRole.DIM if status.phase.is_over else TextRole.TEXT
    pieces = [
        at(0, f"{'>' if marked else ' '} {status.name}", role, max_width=_LISTED_NAME),
        at(_LISTED_NAME + 1, words, role, max_width=_LISTED_WORDS),
    ]
    if width < _LISTED_WIDTH:
        first = status.entrants if status.phase is Phase.REGISTERING else status.left
        of = status.most_players if status.phase is Phase.REGISTERING else status.entrants
        return columns(width, *pieces, ending(width, f"{first}/{of}", role))
    price = prize_words(status.buy_in, status.unit) if status.buy_in else "free"
    pieces += [at(_LISTED_NAME + _LISTED_WORDS + 2, players_words(status), role), ending(_LISTED_WIDTH, price, role)]
    if width > _LISTED_WIDTH + 20:
        pieces.append(at(_LISTED_WIDTH + 2, status.games, role, max_width=width - _LISTED_WIDTH - 2))
    return columns(width, *pieces)


@page_writer
def tournament_page(width: int, view: TournamentView, running: Running, now: float, *, own_name: str) -> Lines:
    """Writes the page of a tournament as it is at `now`; the line of `own_name` stands out."""
    is_wide = width >= _WIDE
    lines = [*_head(view, running, now, width), *_own_line(view, running, width)]
    lines += [*(proposed_lines(view, view.deal, width, own_name) if view.deal else ()), ()]
    chips = view.status.chips or view.terms.chips * view.terms.most_players
    levels = _RIGHT_WIDTH if is_wide else width
    structure = structure_lines(view.terms, levels, running=view.status.level, chips=chips)
    people = standing_lines(view, width - _RIGHT_WIDTH - _GAP if is_wide else width, own_name)
    prizes = prize_lines(view, levels, listed=is_wide)
    if is_wide:
        lines += beside(people, width - _RIGHT_WIDTH, (*prizes, *structure))
    else:
        lines += [*prizes, *people, (), *structure]
    if view.lines:
        lines += [(), (Span("Latest", TextRole.TITLE),), *text_lines(width, *view.lines, indent=2)]
    return tuple(lines)


def _head(view: TournamentView, running: Running, now: float, width: int) -> Lines:
    status, terms = running.status, view.terms
    lines: list[Line] = [(Span(f"{status.games}, hosted by {status.host}", TextRole.DIM),)]
    if not terms.listed and not status.phase.is_over:
        words = f"It is not listed: [G] on the list of tournaments takes its code, {code_words(status.tournament)}."
        lines += text_lines(width, words, role=TextRole.DIM)
    if status.phase is Phase.REGISTERING:
        lines += text_lines(width, _entry_words(running, terms, now), role=TextRole.DIM)
    elif status.phase.plays and status.now is not None:
        lines += _clock(running, terms, now, width)
        if status.open:
            lines += text_lines(width, f"{_price_words(terms)}{_further_chips_words(terms)}", role=TextRole.DIM)
    else:
        lines.append((Span(f"The tournament is {PHASE_WORDS[status.phase]}.", TextRole.TITLE),))
    return tuple(lines)


def _clock(running: Running, terms: TournamentTerms, now: float, width: int) -> Lines:
    """Writes the level, its clock and the tournament in numbers; where there is room, beside a large clock."""
    status, seconds = running.status, running.seconds_left(now)
    if seconds is None or width < _WIDE:
        what, *notes = _level_line(running, terms)
        head = (what, Span(f"   {clock_words(running, now)}", TextRole.STRONG))
        facts = _facts(running, terms, now, width)
        if sum(cell_width(span.text) for span in (*head, *notes)) <= width:
            return ((*head, *notes), *facts)
        return (head, tuple(Span(f"{span.text.strip()} ", span.role) for span in notes), *facts)
    large = large_text(digital_words(seconds))
    x = cell_width(large[0]) + 2 * _GAP
    role = TextRole.WARN if seconds < SOON else TextRole.CHIPS if status.phase is Phase.BREAK else TextRole.STRONG
    facts = (_level_line(running, terms), *_facts(running, terms, now, width - x))
    return ((), *beside(tuple((Span(" " * (_GAP // 2) + line, role),) for line in large), x, facts))


def _level_line(running: Running, terms: TournamentTerms) -> Line:
    """Writes the level and its stakes, or the break, and what holds the tournament up."""
    status = running.status
    assert status.now is not None
    what = f"Level {status.level}  {stakes_words(terms, status.now)}"
    if status.phase is Phase.BREAK:
        what = f"Break after level {status.level}"
    line = [Span(what, TextRole.TITLE)]
    if status.clock_stands:
        line.append(Span("  (the clock stands)", TextRole.DIM))
    if status.phase not in (Phase.BREAK, Phase.RUNNING):
        line.append(Span(f"   {PHASE_WORDS[status.phase]}", TextRole.WARN))
    return tuple(line)


def _facts(running: Running, terms: TournamentTerms, now: float, width: int) -> Lines:
    """Writes what comes next, the stacks, how far the prizes are, and when it will end."""
    status = running.status
    stacks = f"{players_words(status)}, average {status.average:,}, largest {status.largest:,} of {status.chips:,}"
    ends = f"{_money_words(status)}{_end_words(running, terms, now)}"
    return (*text_lines(width, _next_words(status, terms), role=TextRole.DIM), *text_lines(width, stacks, ends))


def _money_words(status: TournamentStatus) -> str:
    """Returns how many players go out before the prizes, or what the next one out wins; empty without prizes."""
    if not status.paid_places or status.open:
        return ""
    if (without := status.left - status.paid_places) > 0:
        last = "the next player out is the last without a prize; "
        return last if without == 1 else f"{without} more go out without a prize; "
    return f"the next player out wins {prize_words(status.next_prize, status.unit)}; " if status.left > 1 else ""


def _own_line(view: TournamentView, running: Running, width: int) -> Lines:
    """Writes how the player stands, or what they may do."""
    status, you = running.status, running.you
    if TournamentOffer.REGISTER in you.offers:
        return text_lines(width, "[E] enters you.", role=TextRole.WARN)
    if status.phase is Phase.REGISTERING and you.number:
        start = "[S] starts it." if TournamentOffer.START in you.offers else "Your table comes by itself."
        return text_lines(width, f"You are in. {start}", role=TextRole.WARN)
    own = next((rank for rank, each in enumerate(view.standings, 1) if each.number == you.number), 0)
    if not own or not status.phase.plays or status.now is None:
        return ()
    standing = view.standings[own - 1]
    if standing.place or not standing.stack:
        return ()
    bets = f"{standing.stack // status.now.bet:,} bet{'s' * (standing.stack // status.now.bet != 1)}"
    return text_lines(width, f"You are {place_words(own)} with {standing.stack:,}: {bets}.", role=TextRole.STRONG)


def _entry_words(running: Running, terms: TournamentTerms, now: float) -> str:
    """Returns what an entry costs, who has entered, when it starts, and what may be bought later."""
    status, left = running.status, running.seconds_left(now)
    start = {
        StartRule.BY_HOST: f"{status.host} starts it",
        StartRule.WHEN_FULL: f"it starts with {terms.most_players} players",
        StartRule.AT_TIME: f"the time set has come, and {status.host} starts it",
    }[terms.start]
    if left is not None:
        start = f"it starts in {duration_words(left)}"
    entered = f"{players_words(status)} ha{'s' if status.entrants == 1 else 've'} entered"
    bots = f", and bots fill up to {terms.bots_to}" if terms.bots_to else ""
    return f"{_price_words(terms)} {entered}; {start}{bots}.{_further_chips_words(terms)}"


def _price_words(terms: TournamentTerms) -> str:
    price = f"An entry costs {prize_words(terms.buy_in, terms.unit)}" if terms.buy_in else "An entry is free"
    bounty = f", {prize_words(terms.bounty, terms.unit)} of it a bounty" if terms.bounty else ""
    return f"{price}{bounty}, for {terms.chips:,} chips."


def _further_chips_words(terms: TournamentTerms) -> str:
    """Returns what may be bought after the start, each in a sentence; empty where nothing may."""
    said = ""
    if terms.late_entry:
        again = f"; a player who is out may enter again{_times_words(terms.re_entries)}" if terms.re_entries else ""
        said += f" Late entry is open to the end of level {terms.late_entry}{again}."
    if (rebuys := terms.rebuys) is not None:
        price = f"{prize_words(rebuys.price, terms.unit)}{_times_words(rebuys.most)}"
        said += f" You may rebuy {rebuys.chips:,} chips for {price}, to the end of level {rebuys.until_level}."
    if (add_on := terms.add_on) is not None:
        price = prize_words(add_on.price, terms.unit)
        said += f" The add-on is {add_on.chips:,} chips for {price}, in the break after level {add_on.after_level}."
    return said


def _times_words(most: int) -> str:
    """Returns how often something may be bought; empty for any number of times."""
    return "" if most < 0 else {1: " once", 2: " twice"}.get(most, f" {most} times")


def _next_words(status: TournamentStatus, terms: TournamentTerms) -> str:
    following = f"next {stakes_words(terms, status.next)}" if status.next else "this is the last level"
    minutes = level_at(terms, max(1, status.level)).break_minutes
    is_ahead = status.break_after and minutes and status.phase is not Phase.BREAK
    return (f"then a break of {minutes} minutes, " if is_ahead else "") + following


def _end_words(running: Running, terms: TournamentTerms, now: float) -> str:
    status, left = running.status, running.seconds_left(now)
    if left is None:
        left = (status.hands_left or 0) * level_seconds(Level(2, hands=1))
    seconds = seconds_to_end(terms, status.chips, status.level, int(left), on_break=status.phase is Phase.BREAK)
    return f"ends in about {about_words(seconds)}"
