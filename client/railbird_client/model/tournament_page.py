"""Writes the pages of tournaments: the list, and one with its clock, players, prizes and levels."""

from __future__ import annotations

from railbird_client.model.canvas import Canvas
from railbird_client.model.known_tournaments import KnownTournaments, Running
from railbird_client.model.pages import PageWriter
from railbird_client.model.text_roles import Line, Lines, Span, TextRole
from railbird_client.model.text_width import wrap
from railbird_client.model.tournament_deal import proposed_lines
from railbird_client.model.tournament_words import (
    PHASE_WORDS,
    about_words,
    clock_words,
    duration_words,
    players_words,
    prize_words,
    stakes_words,
)
from railbird_shared.tournament.estimate import level_seconds, seconds_to_end, total_seconds
from railbird_shared.tournament.places import place_words
from railbird_shared.tournament.structure import Level, StartRule, TournamentTerms, level_at
from railbird_shared.tournament.view import Phase, Standing, TournamentStatus, TournamentView

NO_TOURNAMENTS = "No tournament is open here. Press [N] to open one."
LOOKING = "The tournaments are being looked for."
MAX_SHOWN_LEVELS = 24
_NARROW = 60


def tournaments_page(known: KnownTournaments, *, chosen: int) -> PageWriter:
    """Returns the page that lists tournaments, `chosen` being the place of the marked one."""

    def write(width: int) -> Lines:
        listed = known.listed
        if not listed:
            return _sentences(known.error or (LOOKING if listed is None else NO_TOURNAMENTS), width)
        canvas = Canvas(width, len(listed))
        for row, status in enumerate(listed):
            _draw_status(canvas, row, status, marked=row == chosen)
        hint = known.error or "↑ ↓ choose, Enter shows one, [N] opens a new one"
        return (*canvas.lines(), (), *_sentences(hint, width))

    return write


def _draw_status(canvas: Canvas, row: int, status: TournamentStatus, *, marked: bool) -> None:
    role = TextRole.STRONG if marked else TextRole.DIM if status.phase.is_over else TextRole.TEXT
    price = prize_words(status.buy_in, status.unit) if status.buy_in else "free"
    canvas.put(0, row, f"{'>' if marked else ' '} {status.name}", role, max_width=22)
    canvas.put(23, row, PHASE_WORDS[status.phase], role)
    canvas.put(40, row, players_words(status), role)
    x = canvas.put_right(69, row, price, role)
    if canvas.width > x + 20:
        canvas.put(71, row, status.games, role, max_width=canvas.width - 71)


def tournament_page(view: TournamentView, running: Running, now: float, *, own_name: str) -> PageWriter:
    """Returns the page of a tournament as it is at `now`; the line of `own_name` stands out."""

    def write(width: int) -> Lines:
        return (
            *_head(view, running, now, width),
            *(proposed_lines(view, view.deal, width, own_name) if view.deal else ()),
            (),
            *_standings(view, width, own_name),
            *_prizes(view, width),
            (),
            *structure_lines(view.terms, width, running=view.status.level, chips=_chips(view)),
            *_latest(view, width),
        )

    return write


def _chips(view: TournamentView) -> int:
    """Returns the chips in play, or those that there will be if as many enter as may."""
    return view.status.chips or view.terms.chips * view.terms.most_players


def _head(view: TournamentView, running: Running, now: float, width: int) -> Lines:
    """Writes the clock, and what the tournament is in numbers."""
    status, terms = running.status, view.terms
    lines: list[Line] = [(Span(f"{status.games}, hosted by {status.host}", TextRole.DIM),)]
    if status.phase is Phase.REGISTERING:
        lines += _sentences(_entry_words(running, terms, now), width)
    elif status.phase.plays and status.now is not None:
        clock = clock_words(running, now)
        what = "Break" if status.phase is Phase.BREAK else f"Level {status.level}  {stakes_words(terms, status.now)}"
        stands = "  (the clock stands)" if status.clock_stands else ""
        phase = PHASE_WORDS[status.phase] if status.phase not in {Phase.RUNNING, Phase.BREAK} else ""
        lines.append(
            (
                Span(what, TextRole.TITLE),
                Span(f"   {clock}", TextRole.STRONG),
                Span(stands, TextRole.DIM),
                Span(f"   {phase}" if phase else "", TextRole.WARN),
            )
        )
        lines += _sentences(_next_words(status, terms), width)
        numbers = (
            f"{players_words(status)}, average {status.average:,}, largest {status.largest:,}, "
            f"{status.chips:,} in play; {_end_words(running, terms, now)}"
        )
        lines += [(Span(line),) for line in wrap(numbers, width)]
        if status.open:
            lines += _sentences(f"{_price_words(terms)}{_further_chips_words(terms)}", width)
    else:
        lines.append((Span(f"The tournament is {PHASE_WORDS[status.phase]}.", TextRole.TITLE),))
    return tuple(lines)


def _entry_words(running: Running, terms: TournamentTerms, now: float) -> str:
    """Returns what an entry costs, who has entered, when it starts, and what may be bought later."""
    status = running.status
    left = running.seconds_left(now)
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
    sentences: list[str] = []
    if terms.late_entry:
        again = f"; who is out may enter again{_times_words(terms.re_entries)}" if terms.re_entries else ""
        sentences.append(f"Late entry is open to the end of level {terms.late_entry}{again}.")
    if (rebuys := terms.rebuys) is not None:
        price = prize_words(rebuys.price, terms.unit)
        times = _times_words(rebuys.most)
        sentences.append(
            f"You may rebuy {rebuys.chips:,} chips for {price}{times}, to the end of level {rebuys.until_level}."
        )
    if (add_on := terms.add_on) is not None:
        price = prize_words(add_on.price, terms.unit)
        sentences.append(
            f"The add-on is {add_on.chips:,} chips for {price}, in the break after level {add_on.after_level}."
        )
    return "".join(f" {sentence}" for sentence in sentences)


def _times_words(most: int) -> str:
    """Returns how often something may be bought; empty for any number of times."""
    return "" if most < 0 else {1: " once", 2: " twice"}.get(most, f" {most} times")


def _next_words(status: TournamentStatus, terms: TournamentTerms) -> str:
    following = f"next {stakes_words(terms, status.next)}" if status.next else "this is the last level"
    minutes = level_at(terms, max(1, status.level)).break_minutes
    is_ahead = status.break_after and minutes and status.phase is not Phase.BREAK
    rest = f"then a break of {minutes} minutes, " if is_ahead else ""
    return f"{rest}{following}"


def _end_words(running: Running, terms: TournamentTerms, now: float) -> str:
    status = running.status
    left = running.seconds_left(now)
    if left is None:
        left = (status.hands_left or 0) * level_seconds(Level(2, hands=1))
    seconds = seconds_to_end(terms, status.chips, status.level, int(left), on_break=status.phase is Phase.BREAK)
    return f"ends in about {about_words(seconds)}"


def _standings(view: TournamentView, width: int, own_name: str) -> Lines:
    """Writes who plays, the largest stack first, and who is out, by place."""
    if not view.standings:
        return ((Span("Nobody has entered yet.", TextRole.DIM),),)
    canvas = Canvas(width, 1 + len(view.standings))
    many, unit = len(view.tables) > 1, view.status.unit
    canvas.put(0, 0, "Players", TextRole.TITLE)
    canvas.put_right(36, 0, "stack", TextRole.DIM)
    canvas.put(39, 0, "seat", TextRole.DIM)
    for row, standing in enumerate(view.standings, 1):
        role = TextRole.STRONG if standing.name == own_name else TextRole.DIM if standing.place else TextRole.TEXT
        canvas.put_right(4, row, f"{standing.place or row}{'=' * standing.tied}", role)
        canvas.put(6, row, standing.name + (" (bot)" if standing.bot else ""), role, max_width=22)
        if standing.stack:
            canvas.put_right(36, row, f"{standing.stack:,}", TextRole.CHIPS if not standing.place else role)
        if standing.seat is not None and not standing.place:
            canvas.put(39, row, f"{standing.table}-{standing.seat}" if many else f"{standing.seat}", role)
        canvas.put(46, row, _standing_note(standing, unit), role, max_width=max(1, width - 46))
    return canvas.lines()


def _standing_note(standing: Standing, unit: str) -> str:
    """Returns what else is to be said of a player: what they have won, and how often they have bought."""
    notes: list[str] = []
    if standing.prize or standing.bounties:
        notes.append(f"wins {prize_words(standing.prize + standing.bounties, unit)}")
    if standing.knocked_out and standing.bounties:
        notes.append("1 bounty" if standing.knocked_out == 1 else f"{standing.knocked_out} bounties")
    if standing.entries > 1:
        notes.append(f"{standing.entries} entries")
    if standing.rebuys:
        notes.append(f"{standing.rebuys} rebuy{'s' * (standing.rebuys > 1)}")
    if standing.added_on:
        notes.append("add-on")
    if standing.away and not standing.place:
        notes.append("away")
    return ", ".join(notes)


def _prizes(view: TournamentView, width: int) -> Lines:
    if not view.prizes:
        return ()
    unit = view.status.unit
    title = f"Prizes: {prize_words(view.status.pool, unit)} for {len(view.prizes)} place{'s' * (len(view.prizes) > 1)}"
    places = [f"{place_words(place)} {prize_words(prize, unit)}" for place, prize in enumerate(view.prizes, 1)]
    return ((), (Span(title, TextRole.TITLE),), *((Span(line),) for line in wrap(", ".join(places), width)))


def structure_lines(terms: TournamentTerms, width: int, *, chips: int, running: int = 0) -> Lines:
    """Writes the levels as a table: number, stakes, length and breaks; the one that runs is marked.

    So is the one in which a tournament with so many `chips` in play will end.
    """
    total = total_seconds(terms, chips)
    entries = chips // terms.chips if terms.chips else 0
    about = f"  about {about_words(total)} with {entries} entries" if not running else f"  about {about_words(total)}"
    lines: list[Line] = [(Span("Levels", TextRole.TITLE), Span(about, TextRole.DIM))]
    passed, is_over = 0, False
    for number, level in enumerate(terms.levels[:MAX_SHOWN_LEVELS], 1):
        length = f"{level.hands} hands" if level.hands else duration_words(level.seconds)
        mark = ">" if number == running else " "
        passed += level_seconds(level)
        ends = "" if is_over or passed < total else "   ends about here" if width > _NARROW else " ends"
        is_over = is_over or passed >= total
        role = TextRole.STRONG if number == running else TextRole.DIM if is_over and not ends else TextRole.TEXT
        text = f"{mark}{number:>3}  {stakes_words(terms, level):<23}{length:>8}{ends}{_at_end(terms, number)}"
        lines.append((Span(text[:width], role),))
        if level.break_minutes:
            passed += level.break_minutes * 60
            words = f"      break of {level.break_minutes} minutes{_in_break(terms, number)}"
            lines.append((Span(words[:width], TextRole.DIM),))
    return tuple(lines)


def _at_end(terms: TournamentTerms, number: int) -> str:
    """Returns what ends with a level."""
    ends: list[str] = []
    if terms.late_entry == number:
        ends.append("late entry")
    if terms.rebuys is not None and terms.rebuys.until_level == number:
        ends.append("rebuys")
    return f"   {' and '.join(ends)} end{'s' * (len(ends) == 1 and ends[0] != 'rebuys')}" if ends else ""


def _in_break(terms: TournamentTerms, number: int) -> str:
    add_on = terms.add_on
    if add_on is None or add_on.after_level != number:
        return ""
    return f", add-on {add_on.chips:,} chips for {prize_words(add_on.price, terms.unit)}"


def _latest(view: TournamentView, width: int) -> Lines:
    if not view.lines:
        return ()
    lines = [(Span(line),) for sentence in view.lines for line in wrap(sentence, width, indent=2)]
    return ((), (Span("Latest", TextRole.TITLE),), *lines)


def _sentences(text: str, width: int) -> Lines:
    return tuple((Span(line, TextRole.DIM),) for line in wrap(text, width))
