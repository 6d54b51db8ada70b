"""The commands about tournaments, each of which names the tournament by its id, and the messages that the server sends.

The player who opened a tournament is its host, who alone starts, pauses, resumes and cancels it and removes players.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from railbird_shared.protocol.message_base import CommandBase, MessageBase, Password, Token
from railbird_shared.protocol.quantities import Count, SeatNumber, Turnover
from railbird_shared.tournament.payouts import MAX_ICM_PLAYERS
from railbird_shared.tournament.structure import MAX_LISTED_TOURNAMENTS, EntrantCount, TournamentTerms
from railbird_shared.tournament.view import DealMethod, OwnEntry, TournamentStatus, TournamentView


class TournamentCommandBase(CommandBase, frozen=True, kw_only=True):
    """The base of commands about one tournament, which they name by its id."""

    tournament: Token


class ListTournaments(CommandBase, frozen=True, kw_only=True, tag="list-tournaments"):
    """Asks for the tournaments of the server, and to be told of their changes while the client is in the lobby."""


class ReadTournament(TournamentCommandBase, frozen=True, kw_only=True, tag="read-tournament"):
    """Asks for all of a tournament, and with `follow` for every change of it until the client asks for another.

    An empty `tournament` follows none any longer.
    """

    follow: bool = True


class OpenTournament(CommandBase, frozen=True, kw_only=True, tag="open-tournament"):
    """Opens a tournament by these terms, which players then register for; the sender is its host."""

    terms: TournamentTerms


class RegisterTournament(TournamentCommandBase, frozen=True, kw_only=True, tag="register-tournament"):
    """Enters a tournament, before it starts or while late entry is open; newcomers to a locked one send its `password`.

    A player who has lost enters again so, where the tournament allows it.
    """

    password: Password = ""


class UnregisterTournament(TournamentCommandBase, frozen=True, kw_only=True, tag="unregister-tournament"):
    """Takes the entry back before the start; the price of it is paid back."""


class StartTournament(TournamentCommandBase, frozen=True, kw_only=True, tag="start-tournament"):
    """Starts a tournament: seats are drawn, and the first level begins."""


class BuyTournamentChips(TournamentCommandBase, frozen=True, kw_only=True, tag="buy-tournament-chips"):
    """Buys chips by the terms: a rebuy, or with `add_on` the add-on."""

    add_on: bool = False


class DeclineRebuy(TournamentCommandBase, frozen=True, kw_only=True, tag="decline-rebuy"):
    """Declines the rebuy that would keep the player in play; they are out."""


class PauseTournament(TournamentCommandBase, frozen=True, kw_only=True, tag="pause-tournament"):
    """Pauses a tournament after the running hands, or with `on` false lets it go on; its clock stands meanwhile."""

    on: bool = True


class RemoveEntrant(TournamentCommandBase, frozen=True, kw_only=True, tag="remove-entrant"):
    """Takes a player out by their number in the standings, and their chips; before the start the entry is paid back."""

    number: Count


class CancelTournament(TournamentCommandBase, frozen=True, kw_only=True, tag="cancel-tournament"):
    """Ends a tournament without places; everything that players have paid is paid back."""


class DealAmount(Struct, frozen=True):
    """The share of a player in a deal, by their `number` in the standings, in units of the ledger."""

    number: Count
    prize: Turnover


class ProposeDeal(TournamentCommandBase, frozen=True, kw_only=True, tag="propose-deal"):
    """Proposes, as a player left, to share what is left of the prize pool; no hand is dealt until all have answered.

    `amounts` name a prize for each player left, for the method of that name. `play_for` stays for the winner, in units
    of the ledger.
    """

    method: DealMethod = DealMethod.ICM
    play_for: Turnover = 0
    amounts: Annotated[tuple[DealAmount, ...], Meta(max_length=MAX_ICM_PLAYERS)] = ()


class AnswerDeal(TournamentCommandBase, frozen=True, kw_only=True, tag="answer-deal"):
    """Agrees to the deal that is proposed, or with `agree` false refuses it, and play goes on."""

    agree: bool = True


EntryCommand = RegisterTournament | UnregisterTournament | BuyTournamentChips | DeclineRebuy
"""The commands of a player about their own entry."""

TournamentHostCommand = StartTournament | PauseTournament | RemoveEntrant | CancelTournament
"""The commands of a tournament's host."""

DealCommand = ProposeDeal | AnswerDeal
"""The commands about a deal."""

TournamentCommand = (
    ListTournaments | ReadTournament | OpenTournament | EntryCommand | TournamentHostCommand | DealCommand
)
"""All commands about tournaments."""


class Tournaments(MessageBase, frozen=True, kw_only=True, tag="tournaments"):
    """The tournaments that the server lists, those that players can register for first."""

    tournaments: Annotated[tuple[TournamentStatus, ...], Meta(max_length=MAX_LISTED_TOURNAMENTS)] = ()


class TournamentUpdate(MessageBase, frozen=True, kw_only=True, tag="tournament-update"):
    """The changes of the tournament at whose table the client is; `you` is the part for the player alone."""

    status: TournamentStatus
    you: OwnEntry = OwnEntry()


class TournamentPage(MessageBase, frozen=True, kw_only=True, tag="tournament-page"):
    """All of the tournament that the client has asked for, and follows perhaps."""

    view: TournamentView
    you: OwnEntry = OwnEntry()


class TournamentLine(MessageBase, frozen=True, kw_only=True, tag="tournament-line"):
    """A sentence to everybody in a tournament: a new level, a player out, a move; it may be lost."""

    tournament: str
    sentence: str


class Moved(MessageBase, frozen=True, kw_only=True, tag="moved"):
    """The player now sits at another table of the tournament, whose snapshot follows.

    `from_table` and `to_table` are numbers of tables in the tournament, and `sentence` says why: to balance the tables,
    because theirs was broken up, or to the final table. `table` is the id of the new one.
    """

    tournament: str
    table: str
    from_table: EntrantCount
    to_table: EntrantCount
    seat: SeatNumber
    sentence: str
    from_seat: SeatNumber | None = None


class YouFinished(MessageBase, frozen=True, kw_only=True, tag="you-finished"):
    """The player is out, or has won: their place, and what they have won in units of the ledger.

    `tied` says that others share the place. They may stay and watch. With `may_re_enter` they may enter again.
    """

    tournament: str
    name: str
    place: EntrantCount
    entrants: EntrantCount
    prize: Turnover = 0
    bounties: Turnover = 0
    tied: bool = False
    may_re_enter: bool = False
    unit: str = ""


TournamentMessage = Tournaments | TournamentUpdate | TournamentPage | TournamentLine | Moved | YouFinished
"""All messages about tournaments."""
