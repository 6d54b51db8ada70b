"""What a client may ask of the server.

Every command may carry an `id`; the answer that accepts or refuses it names the same one. Nothing here names a
player: who asks is known by the connection.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from railbird_shared.actions import Action
from railbird_shared.quantities import Chips, Count, SeatChoice, SeatCount, SeatNumber, Seconds

Text = Annotated[str, Meta(max_length=1000)]
Token = Annotated[str, Meta(max_length=64)]


class CommandBase(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What all commands share: the id that their answer names, 0 for none."""

    id: Count = 0


class Resume(Struct, frozen=True, forbid_unknown_fields=True):
    """The last step of a table that a returning client saw."""

    table: Token
    epoch: Token
    seq: Count


class Hello(CommandBase, frozen=True, kw_only=True, tag="hello"):
    """Opens a conversation; a `token` from an earlier welcome gives the player his seat back; a `bot` says so."""

    v: Count
    name: Text
    token: Token = ""
    resume: Resume | None = None
    bot: bool = False


class ListTables(CommandBase, frozen=True, kw_only=True, tag="list-tables"):
    """Asks for the tables of the server."""


class OpenTable(CommandBase, frozen=True, kw_only=True, tag="open-table"):
    """Opens a table and makes the asker its host. What is 0 is filled in by the game's own habits.

    `bet` is the big blind, or the small bet of a game with fixed limits, in chips; `clock` is seconds a turn.
    """

    name: Text
    game: Token
    seats: SeatCount = 0
    bet: Chips = 0
    ante: Chips = 0
    buy_in: Chips = 0
    clock: Seconds = 0


class Watch(CommandBase, frozen=True, kw_only=True, tag="watch"):
    """Goes to a table and looks on; answered with a snapshot."""

    table: Token


class Leave(CommandBase, frozen=True, kw_only=True, tag="leave"):
    """Goes back to the lobby; a seated player stands up first."""


class Sit(CommandBase, frozen=True, kw_only=True, tag="sit"):
    """Takes a seat of the table watched; `seat` 0 is any, `chips` 0 is the table's usual buy-in."""

    seat: SeatChoice = 0
    chips: Chips = 0


class Stand(CommandBase, frozen=True, kw_only=True, tag="stand"):
    """Gives the seat up and takes the chips along, at the end of a hand in progress."""


class AddChips(CommandBase, frozen=True, kw_only=True, tag="add-chips"):
    """Buys chips, to be added between hands (AI-12); 0 is the table's usual buy-in."""

    chips: Chips = 0


class SitOut(CommandBase, frozen=True, kw_only=True, tag="sit-out"):
    """Asks to be dealt no further hands."""


class SitIn(CommandBase, frozen=True, kw_only=True, tag="sit-in"):
    """Asks to be dealt in again."""


class PostBlind(CommandBase, frozen=True, kw_only=True, tag="post-blind"):
    """Asks to be dealt in for a posted blind, or with `on` false to wait for the big blind after all (DL-26, DL-27)."""

    on: bool = True


class Straddle(CommandBase, frozen=True, kw_only=True, tag="straddle"):
    """Asks to straddle from now on wherever the house allows it, or with `on` false no longer to."""

    on: bool = True


class Act(CommandBase, frozen=True, kw_only=True, tag="act"):
    """Acts in the turn named; a turn that is over is answered `stale`, a repeated id as it was the first time."""

    hand: Count
    turn: Count
    action: Action


class ShowHand(CommandBase, frozen=True, kw_only=True, tag="show-hand"):
    """Turns one's cards of the hand just ended face up (IR-10)."""


class SeeHand(CommandBase, frozen=True, kw_only=True, tag="see-hand"):
    """Asks to see the hand that a seat mucked at the showdown just ended (SD-8)."""

    seat: SeatNumber


class SendChat(CommandBase, frozen=True, kw_only=True, tag="send-chat"):
    """Says a line to everybody at the table, or in the lobby."""

    text: Text


class AddBot(CommandBase, frozen=True, kw_only=True, tag="add-bot"):
    """Seats a bot at the host's table."""

    style: Token = ""
    seat: SeatChoice = 0


class RemoveBot(CommandBase, frozen=True, kw_only=True, tag="remove-bot"):
    """Sends a bot of the host's table home."""

    seat: SeatNumber


class Resync(CommandBase, frozen=True, kw_only=True, tag="resync"):
    """Asks for a snapshot of the table watched."""


Command = (
    Hello
    | ListTables
    | OpenTable
    | Watch
    | Leave
    | Sit
    | Stand
    | AddChips
    | SitOut
    | SitIn
    | PostBlind
    | Straddle
    | Act
    | ShowHand
    | SeeHand
    | SendChat
    | AddBot
    | RemoveBot
    | Resync
)

TableCommand = Sit | Stand | AddChips | SitOut | SitIn | PostBlind | Straddle | Act | ShowHand | SeeHand
"""The commands that a table decides, and nobody else."""
