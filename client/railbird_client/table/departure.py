"""The departure of a player from a table in words: the seat given up, before, and the result, after."""

from __future__ import annotations

from railbird_client.drawing.text_roles import join_words
from railbird_shared.history.narration import closing_result
from railbird_shared.protocol.messages import Lobby
from railbird_shared.protocol.view import TableView


class Departure:
    """A player's departure from a `table` whose latest view is `view`, None where they are at none.

    They are `seated` if they have a seat in a game that goes on, without an `end_notice`. `stack_before_hand` are their
    chips before the running hand, None if they did not see it begin.
    """

    def __init__(
        self, view: TableView | None = None, end_notice: str = "", stack_before_hand: int | None = None
    ) -> None:
        self._view = view
        self._end_notice = end_notice
        self._stack_before_hand = stack_before_hand
        self.table = view.table if view else ""
        self._seat = view.own_seat if view else None
        self.has_seat = self._seat is not None
        self.seated = self.has_seat and not end_notice

    def question(self, question: str) -> str:
        """Returns a question for a player with a seat, after what becomes of their hand; empty without a seat."""
        view, seat = self._view, self._seat
        if view is None or seat is None or not self.seated:
            return ""
        if view.tournament:
            return "Leave the table? Your chips stay in play, and your blinds are posted until you come back."
        if not (view.playing and seat.live):
            return question
        fate = "If you go now, your hand is folded and your chips in the pot stay there."
        if seat.all_in:
            fate = "You are all-in: your hand is played out without you, and what it wins is yours."
        return f"{fate}\n{question}"

    @property
    def summary(self) -> str:
        """The result of a player who gives up their seat now, or whose game the server has ended.

        Chips in the pot of a running hand stay there, unless the player is all-in and the hand is played out (AI-6).
        """
        view, seat = self._view, self._seat
        if view is None or seat is None or not self.seated:
            return self._end_notice
        if view.tournament:
            return ""
        if view.playing and seat.all_in:
            return "You leave all-in: your hand is played out, and what it wins is yours."
        chips, gain = f"{seat.stack:,}" if seat.stack else "nothing", seat.stack - seat.bought_in
        brought = f"{abs(gain):,} {'more' if gain > 0 else 'less'} than" if gain else "as much as"
        return f"You leave with {chips}, {brought} you brought."

    @property
    def result(self) -> int | None:
        """The result in chips of a player who gives up their seat now.

        None without a seat, in a hand that is played out without them, and in a tournament, whose chips are worth none.
        """
        view, seat = self._view, self._seat
        if view is None or seat is None or view.tournament or (view.playing and seat.all_in):
            return None
        return seat.stack - seat.bought_in

    @property
    def void_summary(self) -> str:
        """The result if the server stops or is lost, which gives every bet of the running hand back.

        Nothing is said without a seat, in a tournament, whose chips are worth none, and once bets have been collected
        into the pots of a hand that the player did not see begin.
        """
        view, seat, before = self._view, self._seat, self._stack_before_hand
        if view is None or seat is None or view.tournament:
            return ""
        if before is None and view.playing and seat.in_hand and view.pots:
            return ""
        committed = seat.bet if before is None else max(seat.bet, before - seat.stack)
        bet = committed if view.playing and seat.in_hand else 0
        return closing_result(seat.stack + bet, seat.bought_in, returned=bet)

    @property
    def end_summary(self) -> str:
        """The result of a host who ends the game: no running hand counts."""
        is_in_hand = self._view is not None and self._view.playing and self._seat is not None and self._seat.in_hand
        return self.void_summary if is_in_hand else self.summary

    @property
    def offline_summary(self) -> str:
        """The result of a player who leaves without a connection; nobody knows whether the server is still there."""
        if not self.seated:
            return "You left while there was no connection."
        lost = self.void_summary
        return (
            "You left while there was no connection. Your seat is kept for a while; if the server has stopped, "
            f"{lost[:1].lower()}{lost[1:]}"
        )


class LeftTables:
    """The tables of a server that a player has left; `latest` is the departure from the seat that they had last.

    `is_asked` says that the player has asked for it, and that the server has not refused and not closed the table yet.
    """

    def __init__(self) -> None:
        self.latest = Departure()
        self._results: dict[str, int] = {}
        self.is_asked = False

    @property
    def result(self) -> int | None:
        """The result of the player at all of them, in chips; None if they sat at none."""
        return sum(self._results.values()) if self._results else None

    def note(self, departure: Departure) -> None:
        """Notes how the player would depart now, while they have a seat."""
        if departure.has_seat:
            self.latest = departure

    def ask(self, departure: Departure) -> None:
        """Notes that the player asks for a departure."""
        self.is_asked = bool(departure.summary)

    def refuse(self) -> None:
        """Notes that the server does not carry out the departure that the player asked for, or has not answered."""
        self.is_asked = False

    def confirm(self) -> str:
        """Records the result at a table that the player is at no more.

        Returns the summary of a departure that the player has asked for, empty for any other.
        """
        was_asked, self.is_asked = self.is_asked, False
        if self.latest.result is not None:
            self._results[self.latest.table] = self.latest.result
        return self.latest.summary if was_asked else ""


def others_sentence(view: TableView | None, lobby: Lobby | None) -> str:
    """Returns who else is at a server, for its host; empty if nobody but bots is.

    `view` is the table that the host is at, if any, and `lobby` the listing, None if the server does not answer.
    """
    if lobby is None:
        return "The server does not answer just now, so others may still be there."
    if seated := [seat.name for seat in view.occupied if not seat.bot and seat.seat != view.you.seat] if view else []:
        return f"{join_words(seated)} {'has a seat' if len(seated) == 1 else 'have seats'} at your table."
    if tables := {each.name for each in lobby.tables if each.players and (not view or each.table != view.table)}:
        return f"There are players at {join_words(sorted(tables))}."
    people = lobby.people - 1
    return f"{people} other {'person is' if people == 1 else 'people are'} connected." if people > 0 else ""
