"""Everything a viewer can be told about a table.

`PublicEvent` is for all who look on: none of its types has a field that could hold a card which not everybody
may see (DL-20). `PrivateEvent` is for one seat and travels by a path of its own. All events of one step of the
table travel in one frame. Chips are whole numbers, seats count from 1, times are milliseconds of the server's clock,
and `because` names the clauses that decided.
"""

from __future__ import annotations

from railbird_shared.events.between import (
    CameBack,
    CarriedPotTaken,
    ChipsAdded,
    DealerDrawn,
    ConnectionChanged,
    PlayerLeft,
    PlayerSat,
    SatOut,
    TableEvent,
    WatchersChanged,
)
from railbird_shared.events.common import Clauses, Post, Pot, Side
from railbird_shared.events.course import (
    ActEvent,
    BetReturned,
    BoardDealt,
    Called,
    CardsDealt,
    Checked,
    ProgressEvent,
    Drew,
    Folded,
    HandStarted,
    Posted,
    PotsMade,
    RakeTaken,
    StreetBegan,
    TurnBegan,
    Wagered,
)
from railbird_shared.events.ending import (
    Claimed,
    DeclarationsShown,
    Declared,
    ShowdownEvent,
    HandEnded,
    HandMucked,
    WinningCards,
    HandShown,
    HandVoided,
    OpenersShown,
    PotAwarded,
    RunBegan,
    RunChosen,
    ChoiceEvent,
    PassedOut,
)
from railbird_shared.events.private import PrivateEvent, YourCards, YourHand, YourOffers, YourSeat, YourTurn

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
    "Claimed",
    "Clauses",
    "ProgressEvent",
    "DealerDrawn",
    "DeclarationsShown",
    "Declared",
    "Drew",
    "ShowdownEvent",
    "Folded",
    "HandEnded",
    "HandEvent",
    "HandMucked",
    "WinningCards",
    "HandShown",
    "HandStarted",
    "HandVoided",
    "ConnectionChanged",
    "OpenersShown",
    "PlayerLeft",
    "PlayerSat",
    "Post",
    "Posted",
    "Pot",
    "PotAwarded",
    "PotsMade",
    "PrivateEvent",
    "PublicEvent",
    "RakeTaken",
    "RunBegan",
    "RunChosen",
    "SatOut",
    "ChoiceEvent",
    "Side",
    "StreetBegan",
    "TableEvent",
    "PassedOut",
    "TurnBegan",
    "Wagered",
    "WatchersChanged",
    "YourCards",
    "YourHand",
    "YourOffers",
    "YourSeat",
    "YourTurn",
]
