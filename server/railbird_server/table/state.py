"""A table between two hands as data: what a journal keeps of it, and what brings it back.

A table that is brought back answers every further input as the one it was made from would have. Nothing here leaves
the server: the hand just ended is kept with its deck.
"""

from __future__ import annotations

from msgspec import Struct, field

from railbird_server.table.bank import BankState
from railbird_server.table.hand.bomb_pots import BombPotState
from railbird_server.table.hand.dealer_button import DealerButtonState
from railbird_server.table.hand.hand_in_progress import EndedHand
from railbird_server.table.hand.rotation import RotationState
from railbird_server.table.host_commands import HostCommandsState
from railbird_server.table.inputs import PlayerIdentity
from railbird_server.table.pause import PauseState
from railbird_server.table.seating import SeatingState
from railbird_server.table.time_bank import TimeBanksState
from railbird_server.table.tournament_table import TournamentTableState
from railbird_server.table.waiting_list import Waiter
from railbird_shared.settings.table_terms import RailTerms


class TableState(Struct, frozen=True):
    """All that a table knows while no hand runs, apart from its settings, with the keys of earlier releases.

    `carried`, `passed_out` and `carried_from` are the chips of its `CarriedPot`, the hands and the players who paid.
    """

    host: PlayerIdentity
    seating: SeatingState
    bank: BankState
    last_hand: EndedHand | None = None
    carried: int = 0
    passed_out: int = 0
    carried_from: dict[str, int] = {}
    halted: str = ""
    button: DealerButtonState = DealerButtonState()
    rotation: RotationState | None = None
    hand_number: int = 0
    cleared_button: int | None = None
    deal_at: int | None = None
    rest_until: int = 0
    hands_in_a_row: int = 0
    faults_in_a_row: int = 0
    time_banks: TimeBanksState = TimeBanksState()
    host_commands: HostCommandsState = field(default=HostCommandsState(), name="host_acts")
    pause: PauseState = PauseState()
    waiting: tuple[Waiter, ...] = ()
    bomb_pots: BombPotState = BombPotState()
    tournament_table: TournamentTableState = field(default=TournamentTableState(), name="tournament_play")
    rail: RailTerms | None = None
