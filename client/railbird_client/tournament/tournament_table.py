"""A table of a tournament: what is not offered there, and what is said of moves and of the end."""

from __future__ import annotations

from railbird_client.table.turn.table_keys import Press, SeatClick, TableKey
from railbird_client.tournament.known_tournaments import Running
from railbird_client.tournament.tournament_words import digital_words
from railbird_shared.protocol.view import TableView
from railbird_shared.tournament.messages import YouFinished
from railbird_shared.tournament.view import Phase, TournamentOffer, place_words, prize_words

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
    status, seconds = running.status, running.seconds_left(now)
    match status.phase:
        case Phase.PAUSED:
            return f"The tournament is paused; {status.host} lets it go on"
        case Phase.DEAL:
            return "No hand is dealt until all have answered the deal"
        case Phase.BREAK if seconds is not None:
            return f"Break: {digital_words(seconds)} left"
        case Phase.HAND_FOR_HAND:
            return "Hand for hand: the next one begins when all tables are ready"
        case _:
            return ""


def result_sentence(finished: YouFinished) -> str:
    """Returns which place a player has, and what they win."""
    if finished.place == 1:
        head = f"You have won {finished.name}!"
    else:
        tied = ", with others" if finished.tied else ""
        head = f"You are out in {place_words(finished.place)} place of {finished.entrants}{tied}."
    won = finished.prize + finished.bounties
    prize = f" You win {prize_words(won, finished.unit)}." if won else ""
    return head + prize


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
