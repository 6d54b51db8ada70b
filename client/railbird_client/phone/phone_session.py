"""One player on the page of a phone: words come in, facts and the lines of the log go out."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Protocol

import msgspec
from msgspec.structs import replace

from railbird_client.lines.line_session import Farewell, LineSession
from railbird_client.network.link import Closed
from railbird_client.phone.facts import AskedFact, Facts, changed_facts, session_facts
from railbird_shared.text.text_cleaning import clean_line

MAX_WORD_LETTERS = 400
MAX_WAITING_LINES = 400
"""How many lines of the log wait at most for a page that takes nothing; the oldest go first."""


class PageNews(msgspec.Struct):
    """A message of a page: a word with the turn in which it was sent, if any, or that it wants a sign of life."""

    word: str = ""
    turn: str = ""
    alive: bool = False


class MakeLines(Protocol):
    """Makes a player's session of lines, which writes lines, replies to words, and tells when something has changed."""

    def __call__(
        self, *, write: Callable[[str], object], reply: Callable[[str], object], changed: Callable[[], object]
    ) -> LineSession:
        """Returns the session, which does not run yet."""
        ...


class PhoneSession:
    """Leads a player by the words of their page; `run` returns once they have left.

    `make` makes their session of lines, and `send` takes a message for the page. A word that carries a turn counts in
    this turn alone, and once, unless what was done is asked about or refused.
    """

    def __init__(
        self,
        make: MakeLines,
        send: Callable[[bytes], object],
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._session = make(write=self._write, reply=self._reply, changed=self.refresh)
        self._send = send
        self._now = now
        self._shown: Facts | None = None
        self._lines: deque[tuple[str, str]] = deque(maxlen=MAX_WAITING_LINES)
        self._acted_in = ""
        self._is_held = False

    async def run(self) -> Farewell:
        """Leads the player until they leave, or are told that they cannot stay; returns why."""
        self.refresh()
        return await self._session.run()

    def take(self, message: str | bytes) -> None:
        """Takes a message of the page; raises msgspec.MsgspecError for one that it does not send."""
        news = msgspec.json.decode(message, type=PageNews)
        if news.alive:
            self._send(b"{}")
        word = clean_line(news.word, MAX_WORD_LETTERS)
        if not word:
            return
        if news.turn:
            turn = self._facts().turn
            if turn is None or news.turn != turn.id or news.turn == self._acted_in:
                return
            self._acted_in = news.turn
        self._session.take(word)

    def hold(self, holds: bool) -> None:
        """Holds back what the page is to get, or sends what has changed meanwhile as it is then."""
        self._is_held = holds
        self.refresh()

    def refresh(self) -> None:
        """Sends the page what it does not have yet: facts that have changed, and new lines of the log."""
        if self._is_held:
            return
        facts = self._facts()
        if facts.asked is not None or facts.notice:
            self._acted_in = ""
        news = changed_facts(self._shown, facts)
        self._shown = facts
        if facts.place != "table":
            self._lines.clear()  # the lobby is drawn, and what is asked has a place of its own
        elif self._lines and not self._is_revealing:
            news["log"] = list(self._lines)
            self._lines.clear()
        if news:
            self._send(msgspec.json.encode({"at": round(self._now() * 1000), **news}))

    def _facts(self) -> Facts:
        controller, question = self._session.controller, self._session.question
        facts = Facts() if controller is None else session_facts(controller.state.shown, self._now())
        if question is None:
            return facts
        if facts.place in {"connecting", "closed"}:  # the player is asked before they are in
            facts = Facts(sentence="")
        return replace(facts, asked=AskedFact(question.sentence, question.kind, question.word))

    @property
    def _is_revealing(self) -> bool:
        """Whether the end of a hand is still being shown, which the log is not to give away."""
        controller = self._session.controller
        table = None if controller is None or isinstance(controller.state.shown, Closed) else controller.state.table
        return table is not None and table.is_revealing

    def _write(self, sentence: str) -> None:
        self._lines.append((sentence, ""))

    def _reply(self, sentence: str) -> None:
        self._acted_in = ""  # what was said was not done, or is asked about
        self._lines.append((sentence, "reply"))
