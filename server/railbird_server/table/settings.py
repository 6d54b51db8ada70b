"""The terms of a table: fixed from the moment it opens, but for the game and its stakes, which may change."""

from __future__ import annotations

from msgspec import Struct, field
from msgspec.structs import replace

from railbird_server.refusal import terms_as_refusals
from railbird_shared.fair_deal.record import FAIR_DEAL_SENTENCES
from railbird_shared.game.announced_game import Game
from railbird_shared.game.game_rules import STANDARD_SUIT_ORDER, GameRules, Rake
from railbird_shared.game.rotation import ChosenGame, Rotation
from railbird_shared.game.variants import Variant, get_variant
from railbird_shared.house import terms
from railbird_shared.house.apply import tournament_rules
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.terms import GameTerms
from railbird_shared.settings.spec import settings_of
from railbird_shared.settings.table_terms import SettledTerms
from railbird_shared.tournament.checks import level_terms
from railbird_shared.tournament.structure import Level


class TournamentTable(Struct, frozen=True):
    """The tournament of a table: the id, the table's own number there, and the level at which it opens."""

    tournament: str
    number: int
    level: Level


class TableSettings(SettledTerms, frozen=True, omit_defaults=False):
    """A table's terms. Amounts are chips, times milliseconds.

    `buy_in` is what a player brings or adds who names no amount, from `min_buy_in` to `max_buy_in`. `clock_ms` is the
    time for a turn (0: no clock) and `pause_ms` the rest between two hands. A player whose connection is lost gets
    `clock_extension_ms` more, once in each hand; without a clock their turn waits `disconnect_grace_ms`.
    `seat_hold_ms` is how long their seat is kept.

    `variant` is the game as the house plays it, without one as the catalogue has it; `house` says in sentences what is
    unusual about it (WC-31, SU-14). `rake` is what the house takes of the pots, and `straddles` how many players in a
    row may straddle. With `see_called_hands` players may ask to see hands mucked at the showdown (SD-8). With
    `first_jack_deals` the first dealer is who gets the first jack, without it who draws the highest card (DL-2, DL-4).

    House rules reach a table by four routes. The engine plays a hand by `variant` and takes the `rake`. The table's
    own acts around a hand go by `effective_rules`, or by the terms copied from them with each game: `straddles`,
    `see_called_hands`, and `newcomers_wait` but in tournaments; `first_jack_deals` stays as in the first game. The
    terms of games to come are made of `house_rules`, which also say, where games change, whether one of them may have
    straddles: the rules of a game without blinds have none.
    """

    name: str
    game: Game
    seats: int
    min_buy_in: int
    max_buy_in: int
    buy_in: int
    clock_ms: int = 0
    pause_ms: int = 4_000
    seat_hold_ms: int = 600_000
    disconnect_grace_ms: int = 60_000
    clock_extension_ms: int = 15_000
    sit_out_ms: int = 0
    """For how long a player may sit out before they give up the seat; 0 for any time."""
    max_timeouts: int = 3
    """How many turns in a row a player may let pass before they are sat out."""
    return_ms: int = 3_600_000
    """For how long a player who comes back brings what they took away (AI-15)."""
    time_bank_ms: int = 0
    """The time bank of a player in milliseconds, which runs when the clock of a turn has run out; 0 for none."""
    time_bank_refill_ms: int = 15_000
    """The time added to a used time bank every `time_bank_hands` hands, up to `time_bank_ms`."""
    time_bank_hands: int = 10
    """After how many hands dealt to a player their time bank is refilled; 0 for never."""
    min_players: int = 2
    """How many players the first hand needs; later two are enough."""
    variant: Variant | None = None
    rake: Rake | None = None
    straddles: int = 0
    see_called_hands: bool = True
    newcomers_wait: bool = True
    """Whether newcomers among people wait for the big blind or post it (DL-26, DL-27)."""
    first_jack_deals: bool = False
    effective_rules: HouseRules = field(default=HouseRules(), name="customs")
    """The house rules that apply in the game that is played; tables are stored with them under their former name."""
    password_hash: str = ""
    """The argon2 hash of the table's password, empty without one."""
    house: tuple[str, ...] = ()
    house_rules: HouseRules = HouseRules()
    """How the house plays every game, for the games that may come."""
    listed: bool = True
    """Whether the lobby lists the table for everybody."""
    rotation: Rotation | None = None
    """The games that are played in turn, or by the dealer's choice; None where one game is played."""
    tournament: TournamentTable | None = None
    """The tournament that the table belongs to, None where players come and go as they like."""

    @property
    def blinds(self) -> bool:
        """Whether the game is started by blinds, so that the duty to post moves with the button (DL-9)."""
        return self.game.stakes.big_blind > 0

    @property
    def played(self) -> Variant:
        """The game that is played: as the house plays it, else as the catalogue has it."""
        return self.variant or get_variant(self.game.id)

    @property
    def rules(self) -> GameRules:
        """The rules of the game as data, for the programs at the table."""
        rules = self.played.rules
        return replace(rules, bomb_pot=self.effective_rules.bomb_pot) if self.effective_rules.bomb_pot else rules

    @property
    def suit_order(self) -> str:
        """The suits from high to low, for every use of suits at the table (SU-13)."""
        return self.variant.suit_order if self.variant else STANDARD_SUIT_ORDER


def game_terms_or_refusal(house: HouseRules, chosen: ChosenGame, level: Level | None = None) -> GameTerms:
    """Returns the terms of a game in a house, at the stakes of a level if any; raises Refusal with a sentence."""
    with terms_as_refusals():
        return terms.game_terms(house, chosen) if level is None else level_terms(house, chosen, level)


def settings_with(settings: TableSettings, game: GameTerms) -> TableSettings:
    """Returns the settings of a table that plays a game on those terms.

    In a tournament nothing is raked, nobody posts but the forced bets, and nobody pays for a custom (HS-43 to HS-47).
    """
    in_tournament = settings.tournament is not None
    rules = tournament_rules(game.rules) if in_tournament else game.rules
    told = (sentence for each in settings_of(SettledTerms) for sentence in each.sentences(each.value_in(settings)))
    terms_of_table = FAIR_DEAL_SENTENCES[settings.fair_deal] if in_tournament else told
    return replace(
        settings,
        game=game.game,
        variant=game.variant,
        rake=rules.pot_rake,
        straddles=rules.straddles,
        see_called_hands=rules.see_called_hands,
        # By its default, to which `tournament_rules` puts it back, they wait; players whom a tournament moves do not.
        newcomers_wait=rules.newcomers_wait and not in_tournament,
        effective_rules=rules,
        house=(*terms_of_table, *game.house),
    )
