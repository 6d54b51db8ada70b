"""The events of a table that a viewer may receive.

A `PublicEvent` is for every viewer: none of its types has a field that could hold a card which not everybody may see
(DL-20). A `PrivateEvent` is for one seat and takes its own send path. All events of one step of the table travel in
one frame. Chips are whole numbers, seats count from 1, times are milliseconds of the server's clock, and `because`
lists the clauses that decided.
"""

from __future__ import annotations

from railbird_shared.events.common import Post, Pot, Side
from railbird_shared.events.hand import (
    ActEvent,
    BetReturned,
    BoardDealt,
    Called,
    CardsDealt,
    Checked,
    Drew,
    Folded,
    HandStarted,
    Posted,
    PotsMade,
    ProgressEvent,
    RakeTaken,
    StreetBegan,
    TurnBegan,
    Wagered,
)
from railbird_shared.events.private import PrivateEvent, YourCards, YourHand, YourOffers, YourSeat, YourTurn
from railbird_shared.events.showdown import (
    ChoiceEvent,
    Claimed,
    DeclarationsShown,
    Declared,
    HandEnded,
    HandMucked,
    HandRenamed,
    HandShown,
    HandVoided,
    OpenersShown,
    PassedOut,
    PotAwarded,
    RunBegan,
    RunChosen,
    ShowdownEvent,
    WinningCards,
)
from railbird_shared.events.table import (
    CameBack,
    CarriedPotTaken,
    ChipsAdded,
    ClockExtended,
    ConnectionChanged,
    DealerDrawn,
    PlayerLeft,
    PlayerSat,
    SatOut,
    SeatExpiring,
    TableEvent,
)

HandEvent = ProgressEvent | ActEvent | ChoiceEvent | ShowdownEvent
PublicEvent = TableEvent | HandEvent

__all__ = [
    "ActEvent",
    "BetReturned",
    "BoardDealt",
    "Called",
    "CameBack",
    "CardsDealt",
    "CarriedPotTaken",
    "Checked",
    "ChipsAdded",
    "ChoiceEvent",
    "Claimed",
    "ClockExtended",
    "ConnectionChanged",
    "DealerDrawn",
    "DeclarationsShown",
    "Declared",
    "Drew",
    "Folded",
    "HandEnded",
    "HandEvent",
    "HandMucked",
    "HandRenamed",
    "HandShown",
    "HandStarted",
    "HandVoided",
    "OpenersShown",
    "PassedOut",
    "PlayerLeft",
    "PlayerSat",
    "Post",
    "Posted",
    "Pot",
    "PotAwarded",
    "PotsMade",
    "PrivateEvent",
    "ProgressEvent",
    "PublicEvent",
    "RakeTaken",
    "RunBegan",
    "RunChosen",
    "SatOut",
    "SeatExpiring",
    "ShowdownEvent",
    "Side",
    "StreetBegan",
    "TableEvent",
    "TurnBegan",
    "Wagered",
    "WinningCards",
    "YourCards",
    "YourHand",
    "YourOffers",
    "YourSeat",
    "YourTurn",
]
