"""All that can be put to a tournament: what players and the host ask, what tables report, and the passing of time.

The tags are the names under which a journal keeps them. Players are named by their ids.
"""

from __future__ import annotations

from msgspec import Struct

from railbird_server.tournament.state import HandPlaces
from railbird_shared.tournament.view import DealMethod


class Register(Struct, frozen=True, tag="register"):
    """A player enters, before the start or late, or once more after they have lost."""

    player: str
    name: str
    bot: bool = False


class Unregister(Struct, frozen=True, tag="unregister"):
    """A player takes their entry back before the start."""

    player: str


class Rename(Struct, frozen=True, tag="rename"):
    """A player is called `name` from now on."""

    player: str
    name: str


class Start(Struct, frozen=True, tag="start"):
    """The tournament starts: seats are drawn, and the first level begins."""


class BuyChips(Struct, frozen=True, tag="buy-chips"):
    """A player buys a rebuy, or with `add_on` the add-on."""

    player: str
    add_on: bool = False


class DeclineRebuy(Struct, frozen=True, tag="decline-rebuy"):
    """A player who has lost all chips does not rebuy."""

    player: str


class RemovePlayer(Struct, frozen=True, tag="remove-player"):
    """The host takes a player out; their chips leave play after the hand."""

    player: str


class Pause(Struct, frozen=True, tag="pause"):
    """The host pauses the tournament, or with `on` false lets it go on."""

    on: bool = True


class Cancel(Struct, frozen=True, tag="cancel"):
    """The host cancels the tournament: all that was paid goes back."""


class ProposeDeal(Struct, frozen=True, tag="propose-deal"):
    """A player left proposes a deal; `amounts` by player are for the method of that name, and may name `play_for`."""

    player: str
    method: DealMethod
    play_for: int = 0
    amounts: dict[str, int] = {}


class AnswerDeal(Struct, frozen=True, tag="answer-deal"):
    """A player left agrees to the deal that is proposed, or refuses it."""

    player: str
    agree: bool = True


class TableReady(Struct, frozen=True, tag="table-ready"):
    """A table could deal its next hand; it may ask again, and is answered as before."""

    table: int


class HandBegun(Struct, frozen=True, tag="hand-begun"):
    """A table deals the hand of that number, with the button and the blinds at these places."""

    table: int
    hand: int
    places: HandPlaces


class HandFinished(Struct, frozen=True, tag="hand-finished"):
    """A hand is over; all chips lie in stacks.

    `before` and `stacks` are the chips of all who sat at the table when it began, at its beginning and its end.
    `beaten_by` names for each player who has lost all chips the winners of the pot that held their last ones, in order
    from the button's left. A hand that was voided has the same stacks at both ends.
    """

    table: int
    hand: int
    before: dict[str, int]
    stacks: dict[str, int]
    beaten_by: dict[str, tuple[str, ...]] = {}


class TableLost(Struct, frozen=True, tag="table-lost"):
    """A table has ended by a fault, or its count of chips cannot be believed: its hand does not count."""

    table: int


class Tick(Struct, frozen=True, tag="tick"):
    """Time has passed, and nothing else has happened."""


EntryInput = Register | Unregister | Rename | BuyChips | DeclineRebuy | RemovePlayer
"""An input about the entry of one player."""

TableInput = TableReady | HandBegun | HandFinished | TableLost
Input = EntryInput | ProposeDeal | AnswerDeal | TableInput | Start | Pause | Cancel | Tick
