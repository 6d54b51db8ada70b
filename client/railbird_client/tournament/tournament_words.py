"""A tournament in words: its stakes, its clock, its phase, a player's own entry, and its tables."""

from __future__ import annotations

from railbird_client.drawing.canvas import Press
from railbird_client.table.turn.table_keys import SeatClick, TableKey
from railbird_client.tournament.known_tournaments import Running
from railbird_shared.game.announced_game import Stakes
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.terms import TermsRefused
from railbird_shared.protocol.table_limits import MAX_TOKEN_LENGTH
from railbird_shared.protocol.view import TableView
from railbird_shared.tournament.checks import level_terms, tournament_games, tournament_house
from railbird_shared.tournament.messages import YouFinished
from railbird_shared.tournament.structure import Level, TournamentTerms
from railbird_shared.tournament.view import Phase, TournamentOffer, TournamentStatus, place_words, prize_words

PHASE_WORDS = {
    Phase.REGISTERING: "open for entries",
    Phase.RUNNING: "running",
    Phase.BREAK: "on a break",
    Phase.HAND_FOR_HAND: "hand-for-hand",
    Phase.PAUSED: "paused",
    Phase.DEAL: "a deal is proposed",
    Phase.FINISHED: "over",
    Phase.CANCELLED: "cancelled",
}
"""The phase in a few words."""


def stakes_words(terms: TournamentTerms, level: Level) -> str:
    """Returns the stakes of a level: those of the only game, or the bet of all games that are played in turn."""
    games = tournament_games(terms)
    if len(games) == 1:
        try:
            return game_stakes_words(level_terms(tournament_house(terms, HouseRules()), games[0], level).game.stakes)
        except TermsRefused:
            pass  # a game of a newer server
    ante = level.ante or level.big_blind_ante
    return f"bet {level.bet:,}" + (f" ante {ante:,}" if ante else "")


def game_stakes_words(stakes: Stakes) -> str:
    """Returns the stakes of a game with its ante, which the big blind pays for all where it has one."""
    ante = stakes.ante or stakes.big_blind_ante
    return f"{stakes}" + (f" ante {ante:,}" if ante else "")


def duration_words(seconds: float) -> str:
    """Returns a length of time: minutes and seconds, or from an hour on hours and minutes."""
    whole = -int(-seconds // 1)
    return f"{whole // 3600} h {whole % 3600 // 60:02} min" if whole >= 3600 else digital_words(seconds)


def digital_words(seconds: float) -> str:
    """Returns a length of time as a clock shows it: "7:31", from an hour on "1:07:31"."""
    whole = -int(-seconds // 1)
    hours, rest = divmod(whole, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


def about_words(seconds: float) -> str:
    """Returns a length of time rounded to five minutes: "1 h 20 min", "about 40 min" being "40 min"."""
    hours, rest = divmod(max(5, 5 * round(seconds / 300)), 60)
    return " ".join(part for part in (f"{hours} h" if hours else "", f"{rest} min" if rest else "") if part)


def clock_words(running: Running, now: float) -> str:
    """Returns how long the level or the break still is; empty where nothing says so."""
    hands, seconds = running.status.hands_left, running.seconds_left(now)
    if seconds is not None:
        return duration_words(seconds)
    return "" if hands is None else f"{hands} hand{'s' * (hands != 1)}"


def title_words(running: Running, stakes: Stakes, now: float) -> tuple[str, ...]:
    """Returns the tournament for the title of a table, longest first: level, stakes, clock, and players left.

    `stakes` are those of the table, which plays its hand to the end before it goes on to a new level.
    """
    status, clock = running.status, clock_words(running, now)
    left, amounts = f"{status.left} left", game_stakes_words(stakes)
    if status.phase is Phase.BREAK:
        return (f"Break · {clock} · {left}", f"Break {clock}")
    if status.phase in {Phase.PAUSED, Phase.DEAL}:
        phase = PHASE_WORDS[status.phase]
        return (f"Level {status.level} · {amounts} · {phase} · {left}", f"{amounts} · {phase}")
    if status.phase.is_over:
        return (f"tournament {PHASE_WORDS[status.phase]}", PHASE_WORDS[status.phase])
    if not status.level:
        return (f"{PHASE_WORDS[status.phase]} · {left}", PHASE_WORDS[status.phase])
    hand_for_hand = PHASE_WORDS[Phase.HAND_FOR_HAND] if status.phase is Phase.HAND_FOR_HAND else ""
    if status.now is not None and status.now.bet != stakes.minimum_bet:
        last = (f"last hand at {amounts}", f"then level {status.level}", clock, left)
        return (_join(last), _join(last[:3]), _join((last[0], clock)), _join((amounts, clock)))
    parts = (f"Level {status.level}", amounts, clock, left, hand_for_hand)
    return (_join(parts), _join(parts[:4]), _join((f"L{status.level}", amounts, clock, left)), _join((amounts, clock)))


def players_words(status: TournamentStatus) -> str:
    """Returns how many have entered, or are left of them."""
    if status.phase is Phase.REGISTERING:
        return f"{status.entrants} of {status.most_players} players"
    if status.phase.is_over:
        return f"{status.entrants} player{'s' * (status.entrants != 1)}"
    return f"{status.left} of {status.entrants} left"


def _join(parts: tuple[str, ...]) -> str:
    return " · ".join(part for part in parts if part)


def code_words(tournament: str) -> str:
    """Returns the id of a tournament as people tell it to each other, in groups of four."""
    return " ".join(tournament[at : at + 4] for at in range(0, len(tournament), 4))


def read_code(typed: str) -> str:
    """Returns the id that somebody has typed, empty where it cannot be one."""
    code = "".join(typed.split()).replace("-", "").casefold()
    return code if code.isascii() and code.isalnum() and len(code) <= MAX_TOKEN_LENGTH else ""


def is_entered(running: Running) -> bool:
    """Whether the player is in a tournament: before its start, or with a seat in it."""
    status, you = running.status, running.you
    return bool(you.number) and (status.phase is Phase.REGISTERING or (status.phase.plays and bool(you.table)))


def start_words(running: Running, now: float) -> str:
    """Returns when a tournament starts, in a sentence."""
    status, left = running.status, running.seconds_left(now)
    if left is not None:
        return f"It starts in {duration_words(left)}."
    if TournamentOffer.START in running.you.offers:
        return "You start it: [T], then [S]."
    if status.entrants >= status.most_players:
        return f"All players are there; {status.host} starts it."
    return f"{players_words(status)} are there."


def waiting_words(running: Running, now: float) -> str:
    """Returns what an empty list of tables says to a player who is in a tournament."""
    name = running.status.name
    if running.status.phase is Phase.REGISTERING:
        return f"You are in {name}. {start_words(running, now)} Your table comes by itself. [T] shows who plays."
    return f"You have a seat in {name}. [T] and [Enter] lead back to it."


def entry_line(running: Running, now: float) -> str:
    """Returns in a line what a player is in, and when it starts."""
    name, left = running.status.name, running.seconds_left(now)
    if running.status.phase is not Phase.REGISTERING:
        return f"You have a seat in {name}: [T]"
    return f"You are in {name}" + ("" if left is None else f", in {duration_words(left)}")


def leave_question(entered: tuple[Running, ...]) -> str:
    """Returns the question before a player leaves the server; empty where they are in no tournament."""
    if not entered:
        return ""
    name = entered[0].status.name
    if entered[0].status.phase is Phase.REGISTERING:
        return (
            f"You are in {name}: when it starts, your blinds are posted and your hands folded until you come back. "
            "On its page ([T]) you can take your entry back. Leave all the same?"
        )
    return f"You have a seat in {name}: your blinds are posted and your hands folded until you come back. Leave?"


_CHIPS = "Chips come by a rebuy or the add-on alone: [^T] shows the tournament."
_SEATS = "Seats are drawn in a tournament, and moves keep its tables even."
_TIME = "A tournament pauses for all its tables at once: [^T] shows it."
_BOTS = "Players enter a tournament before it begins: [^T] shows it."

_NOT_OFFERED: dict[Press, str] = {
    TableKey.ADD_CHIPS: _CHIPS,
    TableKey.AUTO_TOP_UP: _CHIPS,
    TableKey.MOVE: _SEATS,
    TableKey.PAUSE: _TIME,
    TableKey.BREAK: _TIME,
    TableKey.VOTE_AGAINST: _TIME,
    TableKey.ADD_BOT: _BOTS,
    TableKey.REMOVE_BOT: _BOTS,
}


def not_offered(press: Press, view: TableView) -> str:
    """Returns why a key does nothing at a table of a tournament; empty where it does, and at other tables."""
    if not view.tournament:
        return ""
    if view.you.seat is None and (press is TableKey.SIT or isinstance(press, SeatClick)):
        return _BOTS
    if isinstance(press, SeatClick) and view.at(press.seat) is None:
        return _SEATS
    return _NOT_OFFERED.get(press, "")


def pause_caption(running: Running, now: float) -> str:
    """Returns why no hand is dealt at a table of a tournament; empty where one begins by itself."""
    seconds = running.seconds_left(now)
    captions = {
        Phase.PAUSED: f"The tournament is paused; {running.status.host} lets it go on",
        Phase.DEAL: "No hand is dealt until all have answered the deal",
        Phase.BREAK: "" if seconds is None else f"Break: {digital_words(seconds)} left",
        Phase.HAND_FOR_HAND: "Hand for hand: the next one begins when all tables are ready",
    }
    return captions.get(running.status.phase, "")


def result_sentence(finished: YouFinished) -> str:
    """Returns which place a player has, and what they win."""
    tied = ", with others" if finished.tied else ""
    head = f"You are out in {place_words(finished.place)} place of {finished.entrants}{tied}."
    won = finished.prize + finished.bounties
    prize = f" You win {prize_words(won, finished.unit)}." if won else ""
    return (f"You have won {finished.name}!" if finished.place == 1 else head) + prize


def finish_sentence(finished: YouFinished) -> str:
    """Returns what a player is told who is out, or has won, and what they may do now."""
    again = " [^T] lets you enter again." if finished.may_re_enter else ""
    stay = "" if finished.place == 1 or again else " Stay and watch, or press [L] to leave."
    return result_sentence(finished) + again + stay


def open_question(running: Running) -> tuple[TournamentOffer, str] | None:
    """Returns what a player is to decide now, and how they are told: on a rebuy to stay in, a deal, or the add-on."""
    offers, rebuy_ms = running.you.offers, running.you.rebuy_ms
    if rebuy_ms is not None and TournamentOffer.REBUY in offers:
        seconds = rebuy_ms // 1000
        return TournamentOffer.REBUY, f"You have no chips left: [^T] lets you rebuy within {seconds} seconds."
    if TournamentOffer.ANSWER_DEAL in offers:
        return TournamentOffer.ANSWER_DEAL, "A deal is proposed: [^T] shows it, and takes your answer."
    if TournamentOffer.ADD_ON in offers:
        return TournamentOffer.ADD_ON, "The add-on is for sale until the break is over: [^T]."
    return None
