"""The words of a player: a line becomes requests, a question, or a sentence that says what to do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from railbird_client.lines import replies
from railbird_client.lines.lobby_acts import LOBBY_WORDS
from railbird_client.lines.replies import Asked, Player, Quit, Reply, Sentence, Style, Word, read_player
from railbird_client.lines.table_acts import HOST_WORDS, TABLE_WORDS
from railbird_client.lines.turn_words import TURN_WORDS, turn_choices
from railbird_client.player_requests import ScreenRequest
from railbird_client.table import table_words
from railbird_client.table.questions import answer_requests, requests_to_host
from railbird_client.table.turn.table_keys import TableKey
from railbird_shared.protocol import commands
from railbird_shared.protocol.host_commands import ListWatchers
from railbird_shared.text.text_cleaning import clean_chat, nearest, read_name
from railbird_shared.tournament import messages as tournaments
from railbird_shared.tournament.view import TournamentOffer

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
_NO_PASSWORDS = frozenset({"tables", "help", "no", "quit"})
"""The lines that are no password while one is asked for."""


def read_line(line: str, player: Player) -> Reply:
    """Returns what a line leads to; a question that is said again, or to which the line says yes, is carried out."""
    typed, *more = line[:_LONGEST_LINE].split(None, 1) or [""]
    if not typed:
        return Asked("turn")
    if player.password is not None and line.strip().lower() not in _NO_PASSWORDS:  # it may begin with any word
        return (player.password.retry(line.strip().removeprefix("password ")),)
    word = WORDS.get(typed.lower()) or _find(typed.lower(), player)
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
        if running.you.rebuy_ms is not None and TournamentOffer.REBUY in offers:
            rebuy, decline = tournaments.BuyTournamentChips(tournament=of), tournaments.DeclineRebuy(tournament=of)
            yield _Question("rebuy or decline", (rebuy,), (decline,))
        if TournamentOffer.ANSWER_DEAL in offers:
            agree, refuse = (tournaments.AnswerDeal(tournament=of, agree=said) for said in (True, False))
            yield _Question("agree or refuse", (agree,), (refuse,))
        if TournamentOffer.ADD_ON in offers:
            yield _Question("addon", (tournaments.BuyTournamentChips(tournament=of, add_on=True),))


def _is_asked(player: Player) -> bool:
    return player.asked is not None or any(_open_questions(player))


def _answer(*, agrees: bool) -> replies.Reader:
    """Returns the meaning of "yes" or "no": to what was asked last, else to the only question that is open."""

    def read(player: Player, _: str) -> Reply:
        if player.asked is not None and agrees:
            return player.asked
        if player.asked is not None or (player.password is not None and not agrees):
            return Sentence("Good, nothing is done.")
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


def _statement(player: Player, _: str) -> Reply:
    """Tells who has won and lost; between two hands those who have left, too."""
    is_complete = player.view is not None and not player.view.playing and not player.view.tournament
    return Asked("statement", first=(commands.AskStatement(),) if is_complete else ())


def _invite(player: Player, rest: str) -> Reply:
    makes = rest.lower() == "new" and player.view is not None and player.view.you.is_host
    return Asked("invite", first=(commands.MakeInvite(),) if makes else ())


def _say(_: Player, rest: str) -> Reply:
    line = clean_chat(rest)
    return (commands.SendChat(text=line),) if line else Sentence("Say it in one line: say hello.")


def _name(_: Player, rest: str) -> Reply:
    try:
        return (commands.ChangeName(name=read_name(rest)),)
    except ValueError as wrong:
        return Sentence(str(wrong))


def _quit(player: Player, _: str) -> Reply:
    return replies.sure(player.quit_question, Quit()) if player.quit_question else Quit()


_TABLE_QUERIES = (
    *("cards", "board", "pot", "stacks", "players", "turn", "price", "time", "why", "status"),
    *("games", "hints", "ranking"),
)

WORDS: dict[str, Word] = {
    **TURN_WORDS,
    **{query: Word(replies.is_at_table, _asked(query)) for query in _TABLE_QUERIES},
    "log": Word(replies.is_at_table, _asked("log"), "5"),
    "statement": Word(_always, _statement),
    "watchers": Word(replies.is_at_table, lambda *_: Asked("watchers", first=(ListWatchers(),))),
    **LOBBY_WORDS,
    **TABLE_WORDS,
    **HOST_WORDS,
    "lobby": TABLE_WORDS["leave"],
    "invite": Word(_always, _invite, "or invite new"),
    "yes": Word(_is_asked, _answer(agrees=True)),
    "no": Word(_is_asked, _answer(agrees=False)),
    "say": Word(_always, _say, "hello"),
    "name": Word(_always, _name, "NEW"),
    "password": Word(lambda player: player.password is not None, lambda *_: Sentence("No password is asked now.")),
    "again": Word(_always, _asked("turn")),
    "terse": Word(lambda player: not player.terse, lambda *_: Style(terse=True)),
    "full": Word(lambda player: player.terse, lambda *_: Style(terse=False)),
    "help": Word(_always, _asked("help")),
    "quit": Word(_always, _quit),
}
"""Every word by its name, in the order in which help tells them."""
