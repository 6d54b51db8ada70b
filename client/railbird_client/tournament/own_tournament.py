"""The tournament that a player's table belongs to, as far as the server has told it, and how the table tells it."""

from __future__ import annotations

from railbird_client.table.table_log import Log
from railbird_client.table.turn.notices import Notices
from railbird_client.tournament.known_tournaments import Running
from railbird_client.tournament.tournament_words import finish_sentence, open_question, result_sentence
from railbird_shared.tournament.messages import TournamentLine, TournamentUpdate, YouFinished
from railbird_shared.tournament.view import TournamentOffer

News = TournamentUpdate | TournamentLine | YouFinished
"""The messages about the tournament at its tables."""


class OwnTournament:
    """The tournament of the player at a table: in its log, and in its notices.

    `running` is its state, and `finish` the player's place and prize, None while they are in it.
    """

    def __init__(self, log: Log, notices: Notices) -> None:
        self.running: Running | None = None
        self.finish: YouFinished | None = None
        self._log = log
        self._notices = notices
        self._held_news: list[tuple[News, float]] = []
        self._told_question: tuple[TournamentOffer, str] | None = None
        self._re_entry_notice = ""

    def receive(self, message: News, now: float) -> None:
        """Takes news, which wait until the hand that led to them is shown to its end."""
        self._held_news.append((message, now))

    def tell(self) -> None:
        """Tells the news that wait."""
        news, self._held_news = self._held_news, []
        for message, came_at in news:
            match message:
                case TournamentUpdate(status=status, you=you):
                    self._follow(Running(status, came_at, you))
                case TournamentLine(sentence=sentence):
                    self._log.add_note(sentence)
                case YouFinished():
                    self.finish = message
                    self._tell(sentence := finish_sentence(message))
                    self._re_entry_notice = sentence if message.may_re_enter else ""

    def arrive_from(self, before: OwnTournament, sentence: str) -> None:
        """Takes over what outlives a move from another table, and says why the player was moved."""
        self.running = before.running
        self._tell(sentence)

    def _tell(self, sentence: str) -> None:
        self._log.add_note(sentence)
        self._notices.show_sticky(sentence, of_hand=False)

    @property
    def result(self) -> str:
        """The player's place and prize in a sentence, empty while they are in the tournament."""
        return "" if self.finish is None else result_sentence(self.finish)

    def _follow(self, running: Running) -> None:
        """Notes the state of the tournament, and tells the player what they are to decide, until they have."""
        self.running = running
        question, told = open_question(running), self._told_question
        if told and question and question[0] is told[0]:
            return
        if told:
            self._drop_notice(told[1])
        if question:
            self._notices.show_sticky(question[1], of_hand=False)
        self._told_question = question

    def note_re_entry(self) -> None:
        """Takes back the place of a player who has entered again, and has chips."""
        if self._re_entry_notice:
            self._drop_notice(self._re_entry_notice)
            self.finish, self._re_entry_notice = None, ""

    def _drop_notice(self, sentence: str) -> None:
        if self._notices.sticky == sentence:
            self._notices.drop_seat_notice()
