"""One betting round: whose turn it is, what he may put in, and when the round is over.

Amounts are chips and totals are for the round ("raise to"). The round knows no cards. What a player may do is worked
out in one place, `legal`, and `apply` does no more than carry it out.

Reopening (BT-34, BT-35). A player who has acted may raise again only if the betting went up by a full raise since;
several short all-ins may add up to one. In fixed limit the betting climbs in levels of one bet, and an all-in of half a
bet or more above a level climbs to the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from railbird_server.rules.errors import IllegalAction
from railbird_server.rules.events import RulesEvent
from railbird_server.rules.player import NOT_ACTED, Player
from railbird_server.rules.refusing import cannot_check, cannot_raise, check_wager, require
from railbird_server.rules.terms import PLAIN, Limits, Terms
from railbird_shared.actions import (
    Action,
    Bet,
    BringIn,
    Call,
    Check,
    Claim,
    Declare,
    Draw,
    Fold,
    LegalActions,
    Raise,
    Run,
    Wager,
    WagerKind,
)
from railbird_shared.events import Called, Checked, Folded, HandEvent, Post, Posted, Wagered
from railbird_shared.folding import WAGER_ACTS
from railbird_shared.games import Structure
from railbird_shared.view import LastAct


class BettingRound:
    """A round of betting over `players`, who are in clockwise order; `first` is the index of who begins.

    `to_match` is the bet to match; `opener` and `aggressor` are the seats of the first and the last bet or raise.
    """

    def __init__(self, players: Sequence[Player], first: int, limits: Limits, terms: Terms = PLAIN) -> None:
        self._players = players
        self._twice_round = (*players, *players)
        self._limits = limits
        self._terms = terms
        self._fixed = limits.structure is Structure.FIXED
        self._size = limits.size
        self._level = terms.to_match
        self._raises = 0
        self._bring_in = terms.bring_in
        self.to_match = terms.to_match
        self.opener: int | None = None
        self.aggressor: int | None = None
        self.to_act: Player | None = None
        self._turn = 0
        self._live = self._able = 0
        for player in players:
            player.matched = NOT_ACTED
            self._live += not player.folded
            self._able += player.can_act
        self._find_turn(first % len(players))

    # --- what may be done ----------------------------------------------------------------------------------------

    def legal(self) -> LegalActions:
        """Returns what the player in turn may do (BT-3..BT-5)."""
        player = self.to_act
        assert player is not None
        if self._bring_in:
            post = min(self._bring_in, player.stack)
            wager = self._wager(player) if self._terms.complete and player.stack > self._bring_in else None
            return LegalActions(player.seat, player.stack, player.bet, bring_in=post, wager=wager)
        owed = self._owed(player)
        return LegalActions(
            player.seat,
            player.stack,
            player.bet,
            fold=True,
            check=owed == 0 and not self._must_bet(player),
            call=min(owed, player.stack) if owed or self._terms.see else None,
            wager=self._wager(player) if self._may_raise(player) else None,
        )

    def _owed(self, player: Player) -> int:
        """What a call adds for a stack deep enough; against all-in players alone, no more than they put in."""
        due = self.to_match
        if due <= player.bet:
            return 0
        if self._able < 2:
            due = min(due, max(other.bet for other in self._players if other is not player and not other.folded))
        return max(0, due - player.bet)

    def _may_raise(self, player: Player) -> bool:
        """Whether raising is open to a player: somebody can answer, the cap is not reached, the round is reopened."""
        if not self.to_match and player.seat in self._terms.barred:
            return False
        cap = self._limits.cap
        if cap is not None and self._raises >= cap and self._live > 2:
            return False
        if player.matched != NOT_ACTED:
            gone_up = self._level - player.matched
            if gone_up < (1 if self._fixed else self._size):
                return False
        return player.stack + player.bet > self.to_match and self._able > 1

    def _why_no_raise(self, player: Player) -> str:
        """The clause that keeps a player from raising."""
        if self._bring_in:
            return self._why_forced
        if self._able < 2:
            return "AI-7"
        if player.stack + player.bet <= self.to_match:
            return "AI-1"
        if self._limits.cap is not None and self._raises >= self._limits.cap and self._live > 2:
            return "BT-29"
        return "BT-35" if self._fixed else "BT-34"

    @property
    def _why_forced(self) -> str:
        return next(iter(self._terms.because), "BT-4")

    def _must_bet(self, player: Player) -> bool:
        """Whether checking is closed to a player: he has to see, or holds a hand that has to bet."""
        return self._terms.see or (player.seat in self._terms.bound and self._wager(player) is not None)

    def _wager(self, player: Player) -> Wager | None:
        all_in = player.stack + player.bet
        if all_in <= self.to_match or self._able < 2:
            return None
        kind = self._wager_kind()
        if self._fixed:
            one = self._level + self._size
            if one >= all_in:
                return Wager(kind, all_in, all_in, only=(all_in,))
            two = min(self._level + self._limits.double, all_in)
            return Wager(kind, one, two, only=(one, two)) if two > one else Wager(kind, one, one, only=(one,))
        least = min(self._counted_from + self._size, all_in)
        return Wager(kind, least, max(least, min(self._most(player), all_in)))

    @property
    def _counted_from(self) -> int:
        """The bet that the next one goes up from: a bring-in alone is none yet, and who completes bets from nothing."""
        return self.to_match if self._level else 0

    def _wager_kind(self) -> WagerKind:
        if self._bring_in or (self.to_match and not self._level):
            return WagerKind.COMPLETE
        return WagerKind.RAISE if self.to_match else WagerKind.BET

    def _most(self, player: Player) -> int:
        """The largest total of the structure for the round (BT-25..BT-28)."""
        match self._limits.structure:
            case Structure.FIXED | Structure.NO_LIMIT:
                return player.stack + player.bet
            case Structure.SPREAD:
                return self._counted_from + self._limits.most
            case Structure.POT:
                return self.to_match + self._pot_after_call(player)
            case Structure.HALF_POT:
                return self.to_match + self._pot_after_call(player) // 2

    def _pot_after_call(self, player: Player) -> int:
        bets = sum(other.bet for other in self._players)
        return self._terms.gathered + bets + self.to_match - player.bet

    # --- doing it ------------------------------------------------------------------------------------------------

    def apply(self, legal: LegalActions, action: Action) -> list[RulesEvent]:
        """Carries an act out for the player in turn and moves the turn on; raises IllegalAction, changing nothing."""
        player = self.to_act
        assert player is not None
        match action:
            case Fold():
                require(legal.fold, "no-fold", "You cannot fold now.", "BT-4")
                player.folded = True
                player.last = LastAct.FOLDED
                event: HandEvent = Folded(player.seat)
            case Check():
                require(legal.check, "no-check", *cannot_check(legal, self._why_forced))
                player.last = LastAct.CHECKED
                event = Checked(player.seat)
            case Call():
                if legal.call is None:
                    raise IllegalAction("no-call", "There is nothing to call; check or bet.", "BT-3")
                player.pay(legal.call)
                player.last = LastAct.CALLED
                event = Called(player.seat, legal.call, player.bet, all_in=player.stack == 0)
            case Bet(to) | Raise(to):
                self._check_openers(player)
                if legal.wager is None:
                    raise IllegalAction("no-raise", cannot_raise(legal), self._why_no_raise(player))
                check_wager(legal, legal.wager, action, self._limits)
                event = self._put_up(player, to, legal)
            case BringIn():
                event = self._post_bring_in(player, legal)
            case Draw() | Declare() | Claim() | Run():
                raise IllegalAction("no-draw", "This is a betting round: bet, call, check or fold.", "DL-19")
            case _:
                assert_never(action)
        player.matched = self._level
        if player.folded:
            self._live -= 1
            self._able -= 1
        elif not player.stack:
            self._able -= 1
        self._find_turn(self._turn + 1)
        return [event]

    def _check_openers(self, player: Player) -> None:
        if not self.to_match and player.seat in self._terms.barred:
            raise IllegalAction("no-openers", "Your cards are too low to open; check or fold.", "VT-5D-21")

    def _put_up(self, player: Player, to: int, legal: LegalActions) -> HandEvent:
        assert legal.wager is not None
        kind = legal.wager.kind
        chips = to - player.bet
        player.pay(chips)
        player.last = WAGER_ACTS[kind]
        full = self._climb(to)
        self._bring_in = 0
        self._raises += kind is WagerKind.RAISE and full
        self.to_match = to
        self.opener = self.opener or player.seat
        self.aggressor = player.seat
        return Wagered(player.seat, kind, chips, to, all_in=player.stack == 0, full=full)

    def _climb(self, to: int) -> bool:
        """Moves the level and the least raise up for a wager; returns whether it counts as a raise (BT-33..BT-35)."""
        if not self._fixed:
            added = to - self._counted_from
            full = added >= self._size
            self._size = self._size if self._limits.even else max(self._size, added)
            self._level = to
            return full
        added = to - self._level
        if self._limits.double and added >= self._limits.double:
            self._size = self._limits.double
        counts = 2 * added >= self._size
        if counts:
            self._level += self._size
        return counts

    def _post_bring_in(self, player: Player, legal: LegalActions) -> HandEvent:
        if legal.bring_in is None:
            raise IllegalAction("no-bring-in", "The bring-in is not yours to make.", "VT-S7-3")
        player.pay(legal.bring_in)
        player.last = LastAct.POSTED
        self.to_match = self._bring_in
        self._bring_in = 0
        if not self._terms.complete:
            self._level = self.to_match
        return Posted(
            player.seat,
            Post.BRING_IN,
            legal.bring_in,
            self.to_match,
            all_in=player.stack == 0,
            because=self._terms.because,
        )

    def _find_turn(self, start: int) -> None:
        """Gives the turn to the next player from an index on who still has to act, or ends the round (BT-11).

        Somebody has to act while he owes chips, or has not acted and another has chips left to answer him.
        """
        self.to_act = None
        if self._live < 2:
            return
        count = len(self._players)
        for player in self._twice_round[start : start + count]:
            if not player.stack or player.folded:
                continue
            waits = player.matched == NOT_ACTED or player.bet < self.to_match
            if waits and (self._able > 1 or self._owed(player)):
                self.to_act = player
                self._turn = self._players.index(player)
                return
