"""The words of a player: a line becomes requests, a question, or a sentence that says what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from railbird_client.lines import replies
from railbird_client.lines.replies import Asked, Player, Quit, Reply, Sentence, Style, Word, read_player
from railbird_client.lines.table_acts import HOST_WORDS, TABLE_WORDS, answer_chips, sit_down
from railbird_client.lines.turn_words import TURN_WORDS, turn_choices
from railbird_client.player_requests import ScreenRequest, SeatRequest
from railbird_client.table import table_words
from railbird_client.table.questions import answer_requests, requests_to_host
from railbird_client.table.turn.table_keys import TableKey
from railbird_client.tournament.known_tournaments import Running
from railbird_shared.protocol import commands
from railbird_shared.protocol.messages import TableInfo
from railbird_shared.text.text_cleaning import clean_chat, nearest, read_name
from railbird_shared.tournament import messages as tournaments
from railbird_shared.tournament.view import DealMethod, TournamentOffer

__all__ = [
    "Asked",
    "Player",
    "Quit",
    "Reply",
    "Sentence",
    "Style",
    "read_line",
    "read_player",
    "turn_choices",
]

_LONGEST_LINE = 400


def read_line(line: str, player: Player) -> Reply:
    """Returns what a line leads to; a question that is said again, or to which the line says yes, is carried out."""
    typed, *more = line[:_LONGEST_LINE].split(None, 1) or [""]
    known = WORDS.get(typed.lower())
    if player.password is not None and not (known and known.works(player)):
        return (player.password.retry(line.strip()),)
    if not typed:
        return Asked("turn")
    word = known or _find(typed.lower(), player)
    reply = word if isinstance(word, Sentence) else word.read(player, more[0].strip() if more else "")
    if isinstance(reply, Sentence) and reply.asks is not None and reply.asks == player.asked:
        return reply.asks
    return reply


def _find(typed: str, player: Player) -> Word | Sentence:
    """Returns the word with a beginning that no other has of those that work now."""
    found = [name for name, word in WORDS.items() if name.startswith(typed) and word.works(player)]
    if len({WORDS[name].read for name in found}) == 1:
        return WORDS[found[0]]
    if found:
        return Sentence(f"Say {replies.either(found)}.")
    near = nearest(typed, WORDS)
    return Sentence(f"There is no such word.{f' Did you mean {near}?' if near else ''} Say help for the words.")


# --- the lobby and tournaments


def _is_in_lobby(player: Player) -> bool:
    return player.lobby is not None


def _go(request: Callable[[TableInfo], ScreenRequest]) -> replies.Reader:
    """Returns the meaning of going to a table of the lobby, by its number or name."""

    def read(player: Player, rest: str) -> Reply:
        if player.lobby is None:
            return Sentence("Say leave first: that works where the tables are listed.")
        tables = player.lobby.lobby.tables
        place = replies.find_name(rest, [each.name for each in tables]) if rest or len(tables) != 1 else 0
        if place is not None:
            return (request(tables[place]),)
        return Sentence(
            "Say the number of a table after it: tables tells them." if tables else "There is no table yet."
        )

    return read


_join = _go(lambda table: SeatRequest(table.table, waits=table.must_wait))


def _sit(player: Player, rest: str) -> Reply:
    return _join(player, rest) if player.view is None else sit_down(player, rest)


def _offer(offer: TournamentOffer, command: Callable[[str], ScreenRequest], question: str = "") -> Word:
    """Returns a word for what a tournament offers the player now."""

    def find(player: Player) -> Running | None:
        known = (player.running, player.known.running, *player.known.entries)
        return next((each for each in known if each is not None and offer in each.you.offers), None)

    def read(player: Player, _: str) -> Reply:
        running = find(player)
        if running is None:
            return Sentence("No tournament offers you that now.")
        act: Reply = (command(running.status.tournament),)
        return replies.sure(question, act) if question else act

    return Word(lambda player: find(player) is not None, read)


_O = TournamentOffer
_RE_ENTER = _offer(_O.RE_ENTER, lambda of: tournaments.RegisterTournament(tournament=of))
_TOURNAMENT_WORDS = {
    "unregister": _offer(
        _O.UNREGISTER, lambda of: tournaments.UnregisterTournament(tournament=of), "Take your entry back?"
    ),
    "addon": _offer(_O.ADD_ON, lambda of: tournaments.BuyTournamentChips(tournament=of, add_on=True)),
    "decline": _offer(_O.REBUY, lambda of: tournaments.DeclineRebuy(tournament=of)),
    "agree": _offer(_O.ANSWER_DEAL, lambda of: tournaments.AnswerDeal(tournament=of)),
    "start": _offer(_O.START, lambda of: tournaments.StartTournament(tournament=of)),
    "halt": _offer(_O.PAUSE, lambda of: tournaments.PauseTournament(tournament=of)),
    "resume": _offer(_O.RESUME, lambda of: tournaments.PauseTournament(tournament=of, on=False)),
    "cancel": _offer(
        _O.CANCEL, lambda of: tournaments.CancelTournament(tournament=of), "Cancel the tournament? All are paid back."
    ),
}
_REBUY = _offer(_O.REBUY, lambda of: tournaments.BuyTournamentChips(tournament=of))
_REFUSE_DEAL = _offer(_O.ANSWER_DEAL, lambda of: tournaments.AnswerDeal(tournament=of, agree=False))


def _enter(player: Player, rest: str) -> Reply:
    """Enters a tournament by its number in the list, with its password after it; or again, at its table."""
    if player.lobby is None:
        return _RE_ENTER.read(player, rest)
    listed, (number, _, password) = player.known.listed or (), rest.partition(" ")
    place = replies.find_name(number, [each.name for each in listed]) if rest or len(listed) != 1 else 0
    if place is None:
        return Sentence("Say enter and the number of a tournament: tournaments tells them.")
    return (tournaments.RegisterTournament(tournament=listed[place].tournament, password=password),)


def _rebuy(player: Player, rest: str) -> Reply:
    return (_REBUY if player.view is None or player.view.tournament else TABLE_WORDS["chips"]).read(player, rest)


def _deal(player: Player, rest: str) -> Reply:
    """Tells the deal that is proposed, or proposes one."""
    if rest.lower() not in {DealMethod.ICM, DealMethod.CHIPS, DealMethod.EQUAL}:
        return Asked("deal")
    method = DealMethod(rest.lower())
    propose = _offer(_O.PROPOSE_DEAL, lambda of: tournaments.ProposeDeal(tournament=of, method=method))
    return propose.read(player, "")


def _refuse(player: Player, rest: str) -> Reply:
    """Refuses chips as the host, else the deal that is proposed."""
    if player.view is not None and requests_to_host(player.view):
        return answer_chips(approve=False)(player.view, rest)
    return _REFUSE_DEAL.read(player, rest)


# --- yes and no


class _Question(NamedTuple):
    """A question that is open: the words that answer it and no other, and what "yes" and "no" lead to."""

    words: str
    yes: tuple[ScreenRequest, ...]
    no: tuple[ScreenRequest, ...] = ()


def _open_questions(player: Player) -> Iterator[_Question]:
    """Yields the questions that wait for the player."""
    view, running = player.view, player.running
    if view is not None:
        if asking := requests_to_host(view):
            answers = (answer_requests(asking, key) for key in (TableKey.GIVE, TableKey.REFUSE))
            yield _Question("give or refuse", *answers)
        if table_words.can_vote(view):
            yield _Question("vote yes or vote no", (commands.Vote(),), (commands.Vote(on=False),))
        if view.bomb_pot_asked and view.you.seat not in (None, *view.bomb_pot_asked) and not view.next_bomb_pot:
            yield _Question("bomb", (commands.AskBombPot(),))
    if running is not None:
        of, offers = running.status.tournament, running.you.offers
        if running.you.rebuy_ms is not None and _O.REBUY in offers:
            rebuy, decline = tournaments.BuyTournamentChips(tournament=of), tournaments.DeclineRebuy(tournament=of)
            yield _Question("rebuy or decline", (rebuy,), (decline,))
        if _O.ANSWER_DEAL in offers:
            agree, refuse = (tournaments.AnswerDeal(tournament=of, agree=said) for said in (True, False))
            yield _Question("agree or refuse", (agree,), (refuse,))
        if _O.ADD_ON in offers:
            yield _Question("addon", (tournaments.BuyTournamentChips(tournament=of, add_on=True),))


def _is_asked(player: Player) -> bool:
    return player.asked is not None or any(_open_questions(player))


def _answer(*, agrees: bool) -> replies.Reader:
    """Returns the meaning of "yes" or "no": to what was asked last, else to the only question that is open."""

    def read(player: Player, _: str) -> Reply:
        if player.asked is not None:
            return player.asked if agrees else Sentence("Good, nothing is done.")
        asked = list(_open_questions(player))
        if len(asked) != 1:
            words = "; ".join(question.words for question in asked)
            return Sentence(f"Several things are asked. Say {words}." if asked else "You are asked nothing.")
        return (asked[0].yes if agrees else asked[0].no) or Sentence("Good, nothing is done.")

    return read


# --- everything else


def _always(_: Player) -> bool:
    return True


def _asked(query: str) -> replies.Reader:
    return lambda _, rest: Asked(query, replies.number_in(rest) or 0)


def _say(_: Player, rest: str) -> Reply:
    line = clean_chat(rest)
    return (commands.SendChat(text=line),) if line else Sentence("Say it in one line: say hello.")


def _name(_: Player, rest: str) -> Reply:
    try:
        return (commands.ChangeName(name=read_name(rest)),)
    except ValueError as wrong:
        return Sentence(str(wrong))


def _password(player: Player, rest: str) -> Reply:
    return Sentence("No password is asked now.") if player.password is None else (player.password.retry(rest),)


def _quit(player: Player, _: str) -> Reply:
    return replies.sure(player.quit_question, Quit()) if player.quit_question else Quit()


_TABLE_QUERIES = ("cards", "board", "pot", "stacks", "players", "turn", "price", "time", "why", "status", "games")

WORDS: dict[str, Word] = {
    **TURN_WORDS,
    **{query: Word(replies.is_at_table, _asked(query)) for query in _TABLE_QUERIES},
    "log": Word(replies.is_at_table, _asked("log"), "5"),
    "statement": Word(_always, _asked("statement")),
    "tables": Word(_is_in_lobby, _asked("tables")),
    "join": Word(_is_in_lobby, _join, "2"),
    "watch": Word(_is_in_lobby, _go(lambda table: commands.Watch(table=table.table)), "2"),
    "sit": Word(lambda player: not replies.is_seated(player), _sit, "3"),
    **TABLE_WORDS,
    **HOST_WORDS,
    "lobby": TABLE_WORDS["leave"],
    "invite": Word(_always, _asked("invite")),
    "tournaments": Word(_is_in_lobby, _asked("tournaments")),
    "tournament": Word(lambda player: player.running is not None, _asked("tournament")),
    "enter": Word(lambda player: _is_in_lobby(player) or _RE_ENTER.works(player), _enter, "1"),
    "rebuy": Word(lambda player: TABLE_WORDS["chips"].works(player) or _REBUY.works(player), _rebuy),
    "deal": Word(lambda player: player.running is not None, _deal, "icm, chips or equal"),
    "refuse": Word(lambda player: any("refuse" in each.words for each in _open_questions(player)), _refuse, "NAME"),
    **_TOURNAMENT_WORDS,
    "yes": Word(_is_asked, _answer(agrees=True)),
    "no": Word(_is_asked, _answer(agrees=False)),
    "say": Word(_always, _say, "hello"),
    "name": Word(_always, _name, "NEW"),
    "password": Word(lambda player: player.password is not None, _password, "WORD"),
    "again": Word(_always, _asked("turn")),
    "terse": Word(lambda player: not player.terse, lambda *_: Style(terse=True)),
    "full": Word(lambda player: player.terse, lambda *_: Style(terse=False)),
    "help": Word(_always, _asked("help")),
    "quit": Word(_always, _quit),
}
"""Every word by its name, in the order in which help tells them."""
