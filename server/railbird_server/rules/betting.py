"""One betting round: the limits and conditions it is held under, whose turn it is, and when the round is over.

Amounts are chips and totals are for the round ("raise to"). The round itself knows no cards.
`legal_actions` computes what the player in turn may do; `apply` only executes an action, or refuses it with a sentence
and the clause that it breaks.

Reopening (BT-34, BT-35). A player who has acted may raise again only if the betting went up by a full raise since then.
Several short all-ins may add up to a full raise. In fixed limit the level is the last total that counts as a bet or
raise: an all-in of half a bet or more above it counts and is the next level, and the next raise adds one bet to it. A
shorter all-in leaves the level where it is, so that the next player completes what it fell short of.

The cap (BT-30). A raise reaches the cap if more than two players are left with chips after it; then nobody raises for
the rest of the round, whoever folds or calls all-in. With two such players the cap is out of force.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from msgspec import Struct

from railbird_server.refusal import IllegalAction
from railbird_server.rules.events import RulesEvent
from railbird_server.rules.first_to_act import FORCED_OPENING_CLAUSES, seats_with_seven_or_better, shows_pair
from railbird_server.rules.player import NOT_ACTED, Player
from railbird_server.rules.setup import Setup
from railbird_shared.game.announced_game import STRUCTURE_CLAUSES, Structure
from railbird_shared.game.clauses import Clause, Clauses
from railbird_shared.game.ranking import scale_of
from railbird_shared.game.variants import ForcedBets, Variant
from railbird_shared.game.variants.variant import OPENING_UPCARDS
from railbird_shared.protocol import actions
from railbird_shared.protocol.actions import Action, LegalActions, Wager, WagerKind
from railbird_shared.protocol.events import Called, Checked, Folded, HandEvent, Post, Posted, Wagered
from railbird_shared.protocol.view import LastAct

# Reading a member from its enumeration costs ten times a plain name in Python 3.11; these are read at every act.
_CALLED, _CHECKED, _FOLDED = LastAct.CALLED, LastAct.CHECKED, LastAct.FOLDED
_BET, _RAISE, _COMPLETE = WagerKind.BET, WagerKind.RAISE, WagerKind.COMPLETE
_FIXED_LIMIT, _NO_LIMIT = Structure.FIXED, Structure.NO_LIMIT


class BettingTerms(Struct, frozen=True):
    """The limits and conditions of a round. Amounts are chips.

    `bet_size` is the fixed bet or the least bet, `raise_cap` the most raises (BT-29).
    `optional_big_bet` is a larger fixed bet that may be chosen instead (VT-S7-11), 0 for none; `spread_maximum` ends a
    spread (BT-25). With `constant_min_raise` the least raise stays what it is, however large the last one was
    (SIMPLE-18).

    `to_match` is the bet that stands when the round begins. `chips_in_pots` is what lies in the pots, and what short
    blinds lack of them (CX-45). `bring_in` is the forced opening bet that the first player owes (0 for none), by the
    clauses `bring_in_clauses` and the card that `bring_in_card` names in words; if that player is all-in, the others
    from the left may post it or fold (CX-44). With `can_complete` it is less than a bet, and the player may bet
    instead; without, it is a whole bet. Seats in `cannot_open` lack openers (VT-5D-21), seats in `must_bet` may not
    check (VT-LB-5), and with `no_check` nobody checks: to stay in, a player sees the bet even where that costs nothing
    (SIMPLE-6).
    """

    structure: Structure
    bet_size: int
    optional_big_bet: int = 0
    spread_maximum: int = 0
    raise_cap: int | None = None
    constant_min_raise: bool = False
    to_match: int = 0
    chips_in_pots: int = 0
    bring_in: int = 0
    can_complete: bool = True
    bring_in_clauses: Clauses = ()
    bring_in_card: str = ""
    no_check: bool = False
    cannot_open: frozenset[int] = frozenset()
    must_bet: frozenset[int] = frozenset()


def make_betting_terms(
    setup: Setup,
    variant: Variant,
    street_index: int,
    players: Sequence[Player],
    *,
    to_match: int = 0,
    chips_in_pots: int = 0,
    cannot_open: frozenset[int] = frozenset(),
) -> BettingTerms:
    """Returns the terms of the betting on the street at `street_index`, counted from 0; see `BettingTerms`."""
    structure, stakes, street = setup.game.structure, setup.game.stakes, variant.streets[street_index]
    antes_are_bets, scale = variant.forced_bets is ForcedBets.ANTES_AS_BET, scale_of(variant.ranking)
    is_fixed, is_spread = structure is Structure.FIXED, structure is Structure.SPREAD
    bet_size, pair_showing = stakes.small_bet, False
    if is_fixed:
        bet_size = stakes.big_bet if street.big_bet else stakes.small_bet
        pair_showing = street.open_pair and any(shows_pair(player, scale) for player in players if not player.folded)
    elif not is_spread:
        bet_size = 1 if antes_are_bets else max(stakes.minimum_bet, to_match)
    bring_in, can_complete = 0, True
    if street_index == 0 and variant.forced_bets is ForcedBets.ANTES_AND_BRING_IN:
        bring_in = stakes.bring_in
    elif street.must_open and not stakes.ante:
        bring_in, can_complete = stakes.small_bet, False
    sevens_must_bet = variant.sevens_must_bet and street_index == len(variant.streets) - 1
    upcard = OPENING_UPCARDS.get(street.first_to_act) if bring_in else None
    return BettingTerms(
        structure=structure,
        bet_size=bet_size,
        optional_big_bet=stakes.big_bet if pair_showing else 0,
        spread_maximum=stakes.big_bet if is_spread else 0,
        raise_cap=variant.raise_cap,
        constant_min_raise=antes_are_bets and not (is_fixed or is_spread),
        to_match=to_match,
        chips_in_pots=chips_in_pots,
        bring_in=bring_in,
        can_complete=can_complete,
        bring_in_clauses=FORCED_OPENING_CLAUSES.get(street.first_to_act, ()) if bring_in else (),
        bring_in_card=f"{upcard} card" if upcard else "",
        no_check=antes_are_bets,
        cannot_open=cannot_open,
        must_bet=seats_with_seven_or_better(players, scale) if sevens_must_bet else frozenset(),
    )


def validate_wager(legal: LegalActions, wager: Wager, action: actions.Bet | actions.Raise, terms: BettingTerms) -> None:
    """Raises IllegalAction unless a bet or raise is legal (BT-5)."""
    if isinstance(action, actions.Bet) != (wager.kind is _BET):
        right = "bet" if wager.kind is WagerKind.BET else str(wager.kind)
        raise IllegalAction("wrong-verb", f"This is a {right} here: {right} to {wager.minimum:,}.", "BT-4")
    to = action.to
    if type(to) is not int:
        raise IllegalAction("no-amount", "An amount is a whole number of chips.", "BT-41")
    if wager.totals and to not in wager.totals:
        amounts = " or ".join(f"{amount:,}" for amount in wager.totals)
        raise IllegalAction("wrong-size", f"The {wager.kind} is to {amounts}.", "BT-24")
    if to < wager.minimum:
        raise IllegalAction(
            "too-little", f"The least you can {wager.kind} to is {wager.minimum:,}.", _minimum_clause(wager, terms)
        )
    if to > wager.maximum:
        clause = "AI-11" if wager.maximum == legal.all_in_to else STRUCTURE_CLAUSES[terms.structure]
        raise IllegalAction("too-much", f"The most you can {wager.kind} to is {wager.maximum:,}.", clause)


def _minimum_clause(wager: Wager, terms: BettingTerms) -> Clause:
    if terms.constant_min_raise:
        return "SIMPLE-18"
    if wager.kind is WagerKind.COMPLETE:
        return "VT-S7-5"
    if terms.structure is Structure.SPREAD:
        return "BT-25" if wager.kind is WagerKind.BET else "BT-36"
    return "BT-32" if wager.kind is WagerKind.BET else "BT-33"


def explain_no_check(legal: LegalActions, forced_bet_clause: Clause) -> tuple[str, Clause]:
    """Returns why a player cannot check, and the clause; `forced_bet_clause` is that of the forced opening bet."""
    if legal.call == 0:
        return "Nobody checks here: see the bet, which costs you nothing, or raise it.", "SIMPLE-6"
    if legal.bring_in is not None:
        bring_in, wager = f"bring it in for {legal.bring_in:,}", legal.wager
        if legal.fold:
            return f"You cannot check: {bring_in}{', complete' if wager else ''} or fold.", forced_bet_clause
        return f"You must {bring_in}{' or complete' if wager else ''}.", forced_bet_clause
    if legal.call is None:
        return "A seven or better has to bet.", "VT-LB-5"
    return f"You cannot check: it is {legal.call:,} to call.", "BT-4"


def explain_no_raise(legal: LegalActions) -> str:
    """Returns the sentence for a player to whom raising is not open."""
    if legal.bring_in is not None:
        return f"You must bring it in for {legal.bring_in:,} first{', or fold' if legal.fold else ''}."
    if legal.call is not None:
        return f"Raising is not open to you now; call {legal.call:,} or fold."
    return "Raising is not open to you now; check or fold."


class BettingRound:
    """A round of betting among `players`, in clockwise order; the turn is first sought from `first_index` on.

    `to_match` is the bet to match; `opener` and `aggressor` are the seats of the first and the last bet or raise.
    """

    def __init__(self, players: Sequence[Player], first_index: int, terms: BettingTerms) -> None:
        self._players = players
        self._players_twice = (*players, *players)
        self._player_count = len(players)
        self._terms = terms
        self._is_fixed_limit = terms.structure is _FIXED_LIMIT
        self._min_increment = terms.bet_size
        self._level = terms.to_match
        self._raise_count = 0
        self._cap_reached = False
        self._bring_in = terms.bring_in
        self._bring_in_owner = players[first_index % len(players)]
        """The player whose card calls for the bring-in; nobody else is bound to post it (CX-44)."""
        self.to_match = terms.to_match
        self.opener: int | None = None
        self.aggressor: int | None = None
        self.to_act: Player | None = None
        self._turn_index = 0
        self._live_count = self._can_act_count = 0
        self._fixed_wager: Wager | None = None
        """The bets that a deep stack may make in fixed limit: the same for all until somebody bets or raises."""
        for player in players:
            player.acted_at_level = NOT_ACTED
            if not player.folded:
                self._live_count += 1
                self._can_act_count += player.stack > 0
        self._find_next_to_act(first_index % self._player_count)

    # --- what may be done ----------------------------------------------------------------------------------------

    def legal_actions(self) -> LegalActions:
        """Returns what the player in turn may do (BT-3..BT-5)."""
        player = self.to_act
        assert player is not None
        if self._bring_in:
            post = min(self._bring_in, player.stack)
            wager = self._legal_wager(player) if self._terms.can_complete and player.stack > self._bring_in else None
            passed_on = player is not self._bring_in_owner
            return LegalActions(
                player.seat,
                player.stack,
                player.bet,
                fold=passed_on,
                bring_in=post,
                wager=wager,
                brings_in_with="" if passed_on else self._terms.bring_in_card,
            )
        wager = self._legal_wager(player) if self._may_raise(player) else None
        if owed := self._chips_to_call(player):
            return LegalActions(player.seat, player.stack, player.bet, True, False, min(owed, player.stack), wager)
        if self._terms.no_check:
            return LegalActions(player.seat, player.stack, player.bet, True, False, 0, wager)
        check = player.seat not in self._terms.must_bet or self._legal_wager(player) is None
        return LegalActions(player.seat, player.stack, player.bet, True, check, None, wager)

    def _chips_to_call(self, player: Player) -> int:
        """The chips that a call adds for a deep stack; against all-in players alone, no more than they put in."""
        due = self.to_match
        if due <= player.bet:
            return 0
        if self._can_act_count < 2:
            due = min(due, max(other.bet for other in self._players if other is not player and not other.folded))
        return max(0, due - player.bet)

    def _may_raise(self, player: Player) -> bool:
        """Whether raising is open to a player: somebody can answer, the cap is not reached, the round is reopened."""
        if self._cap_reached or (not self.to_match and player.seat in self._terms.cannot_open):
            return False
        if player.acted_at_level != NOT_ACTED:
            increase = self._level - player.acted_at_level
            if increase < (1 if self._is_fixed_limit else self._min_increment):
                return False
        return player.stack + player.bet > self.to_match and self._can_act_count > 1

    def _no_raise_clause(self, player: Player) -> Clause:
        if self._bring_in:
            return self._forced_bet_clause
        if self._can_act_count < 2:
            return "AI-7"
        if player.stack + player.bet <= self.to_match:
            return "AI-1"
        if self._cap_reached:
            return "BT-29" if self._can_act_count > 2 else "BT-30"
        return "BT-35" if self._is_fixed_limit else "BT-34"

    @property
    def _forced_bet_clause(self) -> Clause:
        if self.to_act is not self._bring_in_owner:
            return "CX-44"
        return self._terms.bring_in_clauses[0] if self._terms.bring_in_clauses else "BT-4"

    def _legal_wager(self, player: Player) -> Wager | None:
        all_in = player.stack + player.bet
        if all_in <= self.to_match or self._can_act_count < 2:
            return None
        if self._is_fixed_limit:
            if self._fixed_wager is None:
                one, two = self._level + self._min_increment, self._level + self._terms.optional_big_bet
                self._fixed_wager = Wager(self._wager_kind(), one, max(one, two), (one, two) if two > one else (one,))
            wager = self._fixed_wager
            if wager.maximum <= all_in:
                return wager
            least = min(wager.minimum, all_in)  # the larger bet of a stack too short for it puts it all in
            return Wager(wager.kind, least, all_in, (least, all_in) if least < all_in else (all_in,))
        least = min(self._increment_base + self._min_increment, all_in)
        return Wager(self._wager_kind(), least, max(least, min(self._max_total(player), all_in)))

    @property
    def _increment_base(self) -> int:
        """The bet that the next one adds to: a bring-in is no bet yet, so a completion adds to nothing."""
        return self.to_match if self._level else 0

    def _wager_kind(self) -> WagerKind:
        if self._bring_in or (self.to_match and not self._level):
            return _COMPLETE
        return _RAISE if self.to_match else _BET

    def _max_total(self, player: Player) -> int:
        """The largest total for the round where bets are not fixed (BT-25..BT-28)."""
        structure = self._terms.structure
        if structure is _NO_LIMIT:
            return player.stack + player.bet
        if structure is Structure.SPREAD:
            return self._increment_base + self._terms.spread_maximum
        bets = sum([other.bet for other in self._players])
        pot_after_call = self._terms.chips_in_pots + bets + self.to_match - player.bet
        return self.to_match + (pot_after_call // 2 if structure is Structure.HALF_POT else pot_after_call)

    # --- doing it ------------------------------------------------------------------------------------------------

    def apply(self, legal: LegalActions, action: Action) -> list[RulesEvent]:
        """Carries an act out for the player in turn and moves the turn on; raises IllegalAction, changing nothing."""
        player = self.to_act
        assert player is not None
        match action:
            case actions.Call():
                if legal.call is None:
                    raise IllegalAction("no-call", "There is nothing to call; check or bet.", "BT-3")
                player.pay(legal.call)
                player.last_act = _CALLED
                event: HandEvent = Called(player.seat, legal.call, player.bet, player.stack == 0)
            case actions.Check():
                if not legal.check:
                    raise IllegalAction("no-check", *explain_no_check(legal, self._forced_bet_clause))
                player.last_act = _CHECKED
                event = Checked(player.seat)
            case actions.Fold():
                if not legal.fold:
                    raise IllegalAction("no-fold", "You cannot fold now.", "BT-4")
                player.folded = True
                player.last_act = _FOLDED
                event = Folded(player.seat)
            case actions.Bet() | actions.Raise():
                event = self._place_wager(player, action, legal)
            case actions.BringIn():
                event = self._post_bring_in(player, legal)
            case actions.Draw() | actions.Declare() | actions.Claim() | actions.Run():
                raise IllegalAction("no-draw", "This is a betting round: bet, call, check or fold.", "DL-19")
            case _:
                assert_never(action)
        self._end_turn(player)
        return [event]

    def _end_turn(self, player: Player) -> None:
        player.acted_at_level = self._level
        if player.folded:
            self._live_count -= 1
            self._can_act_count -= 1
        elif not player.stack:
            self._can_act_count -= 1
        self._find_next_to_act(self._turn_index + 1)

    def _place_wager(self, player: Player, action: actions.Bet | actions.Raise, legal: LegalActions) -> HandEvent:
        if not self.to_match and player.seat in self._terms.cannot_open:
            raise IllegalAction("no-openers", "Your cards are too low to open; check or fold.", "VT-5D-21")
        if legal.wager is None:
            raise IllegalAction("no-raise", explain_no_raise(legal), self._no_raise_clause(player))
        validate_wager(legal, legal.wager, action, self._terms)
        kind, to = legal.wager.kind, action.to
        chips = to - player.bet
        player.pay(chips)
        player.last_act = LastAct(kind)
        full = self._raise_level(to)
        self._fixed_wager = None
        self._bring_in = 0
        if kind is _RAISE and full:
            self._raise_count += 1
            can_act_count = self._can_act_count - (player.stack == 0)
            cap = self._terms.raise_cap
            self._cap_reached = cap is not None and self._raise_count >= cap and can_act_count > 2  # BT-29, BT-30
        self.to_match = to
        self.opener = self.opener or player.seat
        self.aggressor = player.seat
        return Wagered(player.seat, kind, chips, to, player.stack == 0, full)

    def _raise_level(self, to: int) -> bool:
        """Moves the level and the least raise up for a wager; returns whether it counts as a raise (BT-33..BT-35)."""
        if not self._is_fixed_limit:
            added, least = to - self._increment_base, self._min_increment
            if not self._terms.constant_min_raise:
                self._min_increment = max(least, added)
            self._level = to
            return added >= least
        added = to - self._level
        if self._terms.optional_big_bet and added >= self._terms.optional_big_bet:
            self._min_increment = self._terms.optional_big_bet
        counts = 2 * added >= self._min_increment
        if counts:
            self._level = to
        return counts

    def _post_bring_in(self, player: Player, legal: LegalActions) -> HandEvent:
        if legal.bring_in is None:
            raise IllegalAction("no-bring-in", "The bring-in is not yours to make.", "VT-S7-3")
        player.pay(legal.bring_in)
        player.last_act = LastAct.BROUGHT_IN
        self.to_match = self._bring_in
        self._fixed_wager = None
        self._bring_in = 0
        if not self._terms.can_complete:
            self._level = self.to_match
        because: Clauses = () if player is self._bring_in_owner else ("CX-44",)
        return Posted(
            player.seat,
            Post.BRING_IN,
            legal.bring_in,
            self.to_match,
            all_in=player.stack == 0,
            because=self._terms.bring_in_clauses + because,
        )

    def _find_next_to_act(self, start: int) -> None:
        """Gives the turn to the next player, from an index on, with something left to do; or ends the round (BT-11).

        A player has to act if they owe chips, or have not acted while another has chips left to answer.
        """
        self.to_act = None
        if self._live_count < 2:
            return
        to_match = self.to_match
        for index in range(start, start + self._player_count):
            player = self._players_twice[index]
            if player.folded or not player.stack:
                continue
            waits = player.bet < to_match or player.acted_at_level == NOT_ACTED
            if waits and (self._can_act_count > 1 or self._chips_to_call(player)):
                self.to_act = player
                self._turn_index = index % self._player_count
                return
