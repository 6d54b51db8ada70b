"""The delayed rails of an evening: what each of them may be shown, and who may see the present of its table."""

from __future__ import annotations

from collections.abc import Callable, Collection

import msgspec

from railbird_server.table.inputs import Outcome
from railbird_server.table.table import Table
from railbird_shared.protocol import codec
from railbird_shared.protocol.messages import HandChances, Lobby, LobbyChanged, Snapshot, Statement, TableClosed
from railbird_shared.protocol.view import TableView
from support.known_cards import KnownCards
from support.rail_truth import RailTruth

SNAPSHOT = b'{"type":"snapshot"'
TOLD = tuple(
    b'{"type":"%b"' % kind for kind in (b"hand-chances", b"statement", b"table-closed", b"lobby", b"lobby-changed")
)
"""How the frames begin that tell of a table without being a step or a snapshot."""


class _Epoch(msgspec.Struct):
    epoch: str


class DelayedRails:
    """The truth about all tables with delayed rails; `now` is the clock in seconds.

    `may_see` says whether a player has a seat at a table, or had one a moment ago, and so sees the present. The cards
    in `printed` are part of the rules of the house.
    """

    def __init__(
        self, now: Callable[[], float], may_see: Callable[[str, str], bool], printed: frozenset[str] = frozenset()
    ) -> None:
        self._now = now
        self._may_see = may_see
        self._printed = printed
        self._truths: dict[str, RailTruth] = {}
        self._table_of_epoch: dict[str, str] = {}

    @property
    def searched(self) -> int:
        """How many snapshots, steps and chances of delayed rails were searched."""
        return sum(truth.searched for truth in self._truths.values())

    @property
    def secrets_shown(self) -> int:
        """How many frames have shown a delayed rail cards of players who had consented."""
        return sum(truth.secrets_shown for truth in self._truths.values())

    # --- what happens ---

    def note(
        self, table: Table, outcome: Outcome, before: dict[int, str], consenting: Collection[str], at: int
    ) -> None:
        """Notes what came of an input at a table, as `RailTruth.note` does."""
        if table.rail.terms.is_delayed:
            self._truth_of(table).note(table, outcome, before, consenting, at)

    def come_back(self, table: Table, known: KnownCards | None) -> None:
        """Notes that a table has come back from its journal, as `RailTruth.come_back` does."""
        if table.rail.terms.is_delayed:
            self._truth_of(table).come_back(table, known)

    def _truth_of(self, table: Table) -> RailTruth:
        if table.id not in self._truths:
            self._truths[table.id] = RailTruth(table.rail.terms, self._now, self._printed)
        return self._truths[table.id]

    # --- what clients are sent ---

    def fault_of_present(self, player: str, table: str) -> str:
        """Returns what is wrong with a player being sent the present of a table, empty if nothing is."""
        return "the present of a delayed table" if self.is_hidden(player, table) else ""

    def fault_of_past(self, frame: bytes) -> str | None:
        """Returns what is wrong with a snapshot or a step of a delayed rail, None for one of anything else."""
        if frame.startswith(SNAPSHOT):
            snapshot = msgspec.json.decode(frame, type=Snapshot)
            self._table_of_epoch[snapshot.epoch] = snapshot.view.table
        table = self._table_of_epoch.get(msgspec.json.decode(frame, type=_Epoch).epoch, "")
        return self._truths[table].check_table(frame) if table in self._truths else None

    def fault_of_view(self, epoch: str, seq: int, view: TableView) -> str | None:
        """Returns what is wrong with a view of a delayed rail, None where its step is not known."""
        truth = self._truths.get(self._table_of_epoch.get(epoch, ""))
        return None if truth is None else truth.check_view(epoch, seq, view)

    def fault_of_words(self, player: str, table: str, frame: bytes) -> str:
        """Returns what is wrong with a frame of `TOLD`, empty if nothing is; chances are of that table."""
        message = codec.decode_message(frame)
        match message:
            case HandChances():
                return self._truths[table].check_chances(message) if self.is_hidden(player, table) else ""
            case Statement(table=table, hand=hand) | TableClosed(statement=Statement(table=table, hand=hand)):
                return self._truths[table].check_number(hand, frame) if self.is_hidden(player, table) else ""
            case Lobby(tables=listed) | LobbyChanged(changed=listed):
                delayed = [(self._truths[info.table], info.hand) for info in listed if info.table in self._truths]
                return next(filter(None, (truth.check_number(hand, frame) for truth, hand in delayed)), "")
            case _:
                return ""

    def is_hidden(self, player: str, table: str) -> bool:
        """Whether a player may know the past of a table only."""
        return table in self._truths and not self._may_see(player, table)
