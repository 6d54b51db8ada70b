"""The events of a table that a viewer may receive.

A `PublicEvent` is for every viewer: none of its types has a field that could hold a card which not everybody may see
(DL-20). A `PrivateEvent` is for one seat and takes its own send path. All events of one step of the table travel in
one frame. Chips are whole numbers, seats count from 1, times are milliseconds of the server's clock, and `because`
lists the clauses that decided.
"""

from __future__ import annotations

from railbird_shared.protocol.events.hand import *
from railbird_shared.protocol.events.private import *
from railbird_shared.protocol.events.table import *

PublicEvent = TableEvent | RotationEvent | HandEvent
