"""The commands that a client sends to the server.

Every command may carry an `id`; the answer that accepts or refuses it names the same id. No command names its player:
the server knows the player by the connection.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from railbird_shared.game.cards import Card
from railbird_shared.game.rotation import ChosenGame, Rotation
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol import host_commands
from railbird_shared.protocol.actions import Action
from railbird_shared.protocol.message_base import CommandBase, Password, SeatCommandBase, SwitchCommand, Text, Token
from railbird_shared.protocol.quantities import BreakMinutes, Chips, Count, Digest, InviteSeconds, SeatChoice
from railbird_shared.settings.table_terms import TableTerms
from railbird_shared.tournament.messages import OpenTournament, TournamentCommand, TournamentHostCommand


class Resume(Struct, frozen=True, forbid_unknown_fields=True):
    """The last step of a table that a returning client saw."""

    table: Token
    epoch: Token
    seq: Count


class Hello(CommandBase, frozen=True, kw_only=True, tag="hello"):
    """Opens a session.

    A `token` from an earlier welcome gives a player their seat back. A bot sets `bot`. Newcomers to a server with a
    password send it as `password`, or the `invite` that they got from a host.
    The server's owner sends the secret of its run file as `owner`.
    """

    v: Count
    name: Text
    token: Token = ""
    resume: Resume | None = None
    bot: bool = False
    password: Password = ""
    invite: Token = ""
    owner: Token = ""


class ListTables(CommandBase, frozen=True, kw_only=True, tag="list-tables"):
    """Asks for a page of the tables of the server, and to be told of its changes while the client is in the lobby.

    `first` is the place of the page's first table, counted from 0. With `find` only tables are listed that have this
    text in their name or in that of their host, game or players, in capitals or not, or as their id; with `free` only
    those with a free seat.
    """

    first: Count = 0
    find: Text = ""
    free: bool = False


class OpenTable(TableTerms, frozen=True, kw_only=True, tag="open-table"):
    """Opens a table and makes the sender its host. The game's defaults fill in what is 0.

    `bet` is the big blind, or the small bet of a game with fixed limits, in chips; `clock` is seconds a turn, 0 for no
    clock; `time_bank` is the seconds of each player's time bank and `pause` those between two hands, 0 for none.
    Each of the three is the server's usual one where it is None. `ante` is paid in the form that the house has,
    `big_blind_ante` by the big blind for all, in a game with blinds (CX-46). With a `password` only players who
    know it, or have an invite, come to the table. A `rotation` has the games that are played in turn or by the
    dealer's choice; its first is played first. `chip_worth` is what a chip is worth, such as "0.05 EUR". A player
    may rebuy `most_rebuys` times, -1 for any number, and bring `most_brought` chips in all, 0 for any number. With
    `approve_buy_ins` the host approves what others buy. Each of the three is the server's usual one where it is
    None. In a bomb pot everybody posts `bomb_pot` chips, 0 for what the house has. Every `bomb_pot_every` hands one
    is a bomb pot, with 0 only those called or agreed on (HS-46, HS-47).

    `buy_in` is what a player brings who names no amount, from `min_buy_in` to `max_buy_in`. The table has the rules of
    `house`, and only the charge of the server's own house where that has one; without it, it has those of the server. A
    table that is not `listed` is found by those who have its id or an invite. `fair_deal` says whether its deals are
    proved, and `rail` has the terms by which people watch; each is what is usual on the server where it is None.
    """

    id: Count = 0
    name: Text
    game: Token
    big_blind_ante: Chips = 0
    password: Password = ""
    rotation: Rotation | None = None
    house: HouseRules | None = None


class Watch(CommandBase, frozen=True, kw_only=True, tag="watch"):
    """Goes to a table and watches it; a snapshot follows. Newcomers to a locked table send its `password`."""

    table: Token
    password: Password = ""


class FollowTable(CommandBase, frozen=True, kw_only=True, tag="follow-table"):
    """Follows a table from its rail, in the lobby or at another table; `followed` brings all that it sends.

    Newcomers to a locked table send its `password`. A snapshot follows, also where the client follows the table
    already; a client that followed it before and names the last step that it saw gets those that it missed instead.
    """

    table: Token
    password: Password = ""
    epoch: Token = ""
    seq: Count = 0


class UnfollowTable(CommandBase, frozen=True, kw_only=True, tag="unfollow-table"):
    """Follows a table no longer; nothing of it comes after the answer."""

    table: Token


class Leave(CommandBase, frozen=True, kw_only=True, tag="leave"):
    """Goes back to the lobby; a seated player stands up first."""


class Sit(CommandBase, frozen=True, kw_only=True, tag="sit"):
    """Takes a seat at the table that the client watches; `seat` 0 is any, `chips` 0 the table's usual buy-in.

    At a table that is full, but has bots of the house, a person joins the waiting list, and a bot makes room for them.
    """

    seat: SeatChoice = 0
    chips: Chips = 0


class Stand(CommandBase, frozen=True, kw_only=True, tag="stand"):
    """Gives up the seat and takes the chips along, after the hand in progress if the player is in it."""


class ChangeSeat(CommandBase, frozen=True, kw_only=True, tag="change-seat"):
    """Moves to the free seat of that number, after the hand in progress if the player is in it.

    With `seat` 0 a player who has asked to move stays after all.
    """

    seat: SeatChoice = 0


class JoinWaitingList(CommandBase, frozen=True, kw_only=True, tag="join-waiting-list"):
    """Waits for a seat with a buy-in, `chips` 0 standing for the usual one; the table seats the player by itself."""

    chips: Chips = 0


class LeaveWaitingList(CommandBase, frozen=True, kw_only=True, tag="leave-waiting-list"):
    """Waits for a seat no longer."""


class AddChips(CommandBase, frozen=True, kw_only=True, tag="add-chips"):
    """Buys chips, which are added between hands (AI-12); 0 is the table's usual buy-in."""

    chips: Chips = 0


class SitOut(CommandBase, frozen=True, kw_only=True, tag="sit-out"):
    """Asks to be dealt no further hands."""


class SitIn(CommandBase, frozen=True, kw_only=True, tag="sit-in"):
    """Asks to be dealt in again."""


class PostBlind(SwitchCommand, frozen=True, kw_only=True, tag="post-blind"):
    """Asks to post a blind to be dealt in, or with `on` false to wait for the big blind after all (DL-26, DL-27)."""


class Straddle(SwitchCommand, frozen=True, kw_only=True, tag="straddle"):
    """Asks to straddle from now on if the house allows it, or with `on` false to stop (BT-43)."""


class ChopBlinds(SwitchCommand, frozen=True, kw_only=True, tag="chop-blinds"):
    """Asks to chop the blinds from the next hand on if the house allows it, or with `on` false to stop (HS-44).

    Where both blinds have asked, and everybody else folds to them, they take their bets back.
    """


class AskBombPot(SwitchCommand, frozen=True, kw_only=True, tag="ask-bomb-pot"):
    """Asks for a bomb pot, or with `on` false no longer; once all people to be dealt in ask, one comes (HS-46)."""


class CallBombPot(SwitchCommand, frozen=True, kw_only=True, tag="call-bomb-pot"):
    """Has the next hand of the host's table be a bomb pot, or with `on` false calls it off (HS-46)."""


class Act(CommandBase, frozen=True, kw_only=True, tag="act"):
    """Acts in the turn that it names, `stale` after it; a repeated id gets the answer that it got the first time."""

    hand: Count
    turn: Count
    action: Action


class ChooseGame(CommandBase, frozen=True, kw_only=True, tag="choose-game"):
    """Names the next game, as the player who gets the button, from the table's repertoire (VT-DC-1, VT-DC-2)."""

    chosen: ChosenGame


class ChangeGame(CommandBase, frozen=True, kw_only=True, tag="change-game"):
    """Changes, as the host, what is played from the next hand on: a game and its stakes, or several in turn."""

    chosen: ChosenGame | None = None
    rotation: Rotation | None = None


class ShowHand(CommandBase, frozen=True, kw_only=True, tag="show-hand"):
    """Shows the player's own cards of the hand that has just ended (IR-10): those named, or without any all (HS-42)."""

    cards: tuple[Card, ...] = ()


class HuntRabbit(CommandBase, frozen=True, kw_only=True, tag="hunt-rabbit"):
    """Asks to see the rest of the board after a hand that ended before it came (HS-43)."""


class SeeHand(SeatCommandBase, frozen=True, kw_only=True, tag="see-hand"):
    """Asks to see the hand that a seat mucked at the showdown that has just ended (SD-8)."""


class DealOn(CommandBase, frozen=True, kw_only=True, tag="deal-on"):
    """Says that the player wants to show and see nothing more of the hand that has ended: nobody waits for them."""


class AskStatement(CommandBase, frozen=True, kw_only=True, tag="ask-statement"):
    """Asks for the statement of the table that the client is at, between two hands."""


class Pause(CommandBase, frozen=True, kw_only=True, tag="pause"):
    """Pauses the host's table: its clocks stand still, and no hand is dealt until it goes on."""


class GoOn(CommandBase, frozen=True, kw_only=True, tag="go-on"):
    """Lets the host's table go on after a pause, or in a break; a break that has been announced is called off."""


class TakeBreak(CommandBase, frozen=True, kw_only=True, tag="take-break"):
    """Announces a break at the host's table, which begins after the running hand; 0 minutes are the usual ones."""

    minutes: BreakMinutes = 0


class Vote(SwitchCommand, frozen=True, kw_only=True, tag="vote"):
    """Votes for what the table votes on, or with `on` false against it.

    Where no vote runs it calls one: for a break of `minutes`, 0 for the usual ones, or in a pause for going on.
    """

    minutes: BreakMinutes = 0


class SendChat(CommandBase, frozen=True, kw_only=True, tag="send-chat"):
    """Sends a line to everybody at the table, or in the lobby."""

    text: Text


class ChangeName(CommandBase, frozen=True, kw_only=True, tag="change-name"):
    """Calls the player by another name from now on, at most once a minute; their seat and chips stay theirs."""

    name: Text


class AddBot(CommandBase, frozen=True, kw_only=True, tag="add-bot"):
    """Seats a bot at the host's table."""

    style: Token = ""
    seat: SeatChoice = 0


class RemoveBot(SeatCommandBase, frozen=True, kw_only=True, tag="remove-bot"):
    """Removes a bot from the host's table."""


class MakeInvite(CommandBase, frozen=True, kw_only=True, tag="make-invite"):
    """Makes an invite to the host's table, which opens the passwords of the server and the table.

    It holds for `expires` seconds, with 0 for as long as the table is open; with `once` it serves one player only.
    """

    expires: InviteSeconds = 0
    once: bool = False


class ListInvites(CommandBase, frozen=True, kw_only=True, tag="list-invites"):
    """Asks for the invites to the host's table."""


class RevokeInvite(CommandBase, frozen=True, kw_only=True, tag="revoke-invite"):
    """Revokes an invite to the host's table by its number; players who have come by it may stay."""

    invite: Count


class HandResult(StrEnum):
    """How a hand ended for a player who looks for it."""

    ANY = ""
    WON = "won"
    LOST = "lost"


class ListHands(CommandBase, frozen=True, kw_only=True, tag="list-hands"):
    """Asks for a page of the finished hands that the player sat in, the latest first, or `by_pot` the largest pot.

    `first` is the place of the page's first hand, counted from 0. With `find` only hands are listed that have each word
    of it in the name of a player, the game or the table, in capitals or not. `game` and `table` are ids, and `pot` is
    the least that was in the pot. The hands ended at `since` or later and before `until`, in seconds since the
    beginning of 1970, UTC; 0 is any time. With `result` the player won or lost chips in them, and with `showdown` they
    came to a showdown.
    """

    first: Count = 0
    find: Text = ""
    game: Token = ""
    table: Token = ""
    pot: Chips = 0
    since: Count = 0
    until: Count = 0
    result: HandResult = HandResult.ANY
    showdown: bool = False
    by_pot: bool = False


class ReadHand(CommandBase, frozen=True, kw_only=True, tag="read-hand"):
    """Asks for a finished hand of a table that the player sat in, as they may know it."""

    table: Token
    hand: Count


class ReadStatistics(CommandBase, frozen=True, kw_only=True, tag="read-statistics"):
    """Asks for statistics of the player's own nights, or of everybody in the latest night of a `table`.

    The table is one that the client is at, or where the player sat that night.
    """

    table: Token = ""


class ReadStatement(CommandBase, frozen=True, kw_only=True, tag="read-statement"):
    """Asks for the statement of a table that is closed, where the player had chips; without one, of the latest such."""

    table: Token = ""


class Resync(CommandBase, frozen=True, kw_only=True, tag="resync"):
    """Asks for a snapshot of the table that the client watches."""


_OpeningCommand = OpenTable | OpenTournament
OwnerCommand = (
    host_commands.SharedHostCommand | ChangeGame | Pause | GoOn | TakeBreak | _OpeningCommand | TournamentHostCommand
)
"""The acts that the owner of a server may do at any of its tables and to its tournaments."""


class Administer(CommandBase, frozen=True, kw_only=True, tag="administer"):
    """Does at a table what its host may do, for a client that knows the secret `owner` of the server's run file.

    With `open-table` the `table` is empty: the house hosts the new table until a person sits down there. It is empty
    for tournaments, too; the house hosts those that the owner opens.
    """

    owner: Token
    table: Token
    command: OwnerCommand


class StopServer(CommandBase, frozen=True, kw_only=True, tag="stop-server"):
    """Ends the game for everybody and stops the server; `owner` is the secret of the person who started it."""

    owner: Token


class CommitSeed(CommandBase, frozen=True, kw_only=True, tag="commit-seed"):
    """Commits to the sender's seed for the shuffle of a hand, as `ask-seed` asks; `attempt` is that of the question."""

    hand: Count
    attempt: Count
    commitment: Digest


class OpenSeed(CommandBase, frozen=True, kw_only=True, tag="open-seed"):
    """Opens the seed that the sender has committed to, once the commitments of all are known."""

    hand: Count
    attempt: Count
    seed: Digest


SeedCommand = CommitSeed | OpenSeed
"""The commands by which players take part in the shuffle of a fair deal."""

HistoryCommand = ListHands | ReadHand | ReadStatistics | ReadStatement
"""The commands that ask for finished hands, and for the statements of tables that are closed."""

InviteCommand = MakeInvite | ListInvites | RevokeInvite
"""The commands by which the host of a table manages its invites."""

TimeCommand = Pause | GoOn | TakeBreak | Vote
"""The commands about pauses and breaks of a table."""

WishCommand = PostBlind | Straddle | ChopBlinds
"""The commands about what a player does before the next deals."""

RailCommand = host_commands.ChangeRail | host_commands.LetRailSee
"""The commands about a rail that a table decides."""

WatcherCommand = host_commands.ListWatchers | host_commands.SendAway
"""The commands about those who watch, whom the room knows."""

BombPotCommand = AskBombPot | CallBombPot
"""The commands about whether a bomb pot comes."""

_OwnSeatCommand = (
    Sit | Stand | ChangeSeat | JoinWaitingList | LeaveWaitingList | AddChips | SitOut | SitIn | WishCommand
)
SeatCommand = _OwnSeatCommand | host_commands.MovePlayer
"""The commands about seats and the chips there: a player's own, and by the host those of others."""

AfterHandCommand = ShowHand | HuntRabbit | SeeHand
"""The commands by which cards are shown or seen once a hand is over."""

_PlayCommand = Act | ChooseGame | ChangeGame | AfterHandCommand | DealOn | BombPotCommand

TableCommand = (
    SeatCommand | _PlayCommand | TimeCommand | RailCommand | host_commands.HostCommand | host_commands.BankCommand
)
"""The commands that a table decides, and nobody else."""

LobbyCommand = (
    Hello | ListTables | OpenTable | Watch | FollowTable | UnfollowTable | Leave | ChangeName | HistoryCommand
)
"""The commands that a server takes from clients at no table, too."""

_HouseCommand = (
    SendChat | AddBot | RemoveBot | InviteCommand | host_commands.PeopleCommand | WatcherCommand | AskStatement
)

Command = (
    LobbyCommand | TableCommand | _HouseCommand | Resync | SeedCommand | StopServer | Administer | TournamentCommand
)
"""All that a client may send."""
