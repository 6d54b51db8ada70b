"""Which game a table plays next: the only one, the next of several in turn, or what the dealer names (VT-DC).

A game has its turn for so many hands, or until the button is back with the player who had it first. A pot that nobody
has won keeps its game: no other is played before it is won, and the antes are paid again in the same game. The rules
of the games know nothing of this.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from railbird_server.refusal import IllegalAction, Refusal, terms_as_refusals
from railbird_server.table.settings import TableSettings, game_terms_or_refusal, settings_with
from railbird_shared.game.clauses import Clauses
from railbird_shared.game.rotation import Choosing, ChosenGame, Rotation
from railbird_shared.house.terms import NO_GAME, GameTerms, buy_in_limits, check_rotation
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.commands import ChangeGame, ChooseGame
from railbird_shared.protocol.events import RotationEvent
from railbird_shared.tournament.structure import Level

CHOSEN: Clauses = ("VT-DC-1", "VT-DC-6")
ROTATED: Clauses = ("VT-DC-5", "VT-DC-6")
CHANGED: Clauses = ("VT-DC-6",)
"""Why another game is played: the dealer named it, its turn has come, or the host wants it."""


class NextGame(Struct, frozen=True):
    """The next game, and why; `rotation` are the games in turn from then on."""

    chosen: ChosenGame
    rotation: Rotation | None
    because: Clauses


class RotationState(Struct):
    """The games played and to come, as data.

    `chosen` is the game that is played and `choosing` who is to name the next. `following` is what comes next, None
    while that is not settled or the same game goes on, and `announced` what the host wants to be played. The game has
    its turn since `hands` hands, in which the button was at the `buttons`. `level` has the stakes of every game where a
    tournament sets them, and `next_level` those from the next hand on, None while they stay.
    """

    chosen: ChosenGame
    rotation: Rotation | None = None
    place: int = 0
    hands: int = 0
    buttons: tuple[int, ...] = ()
    has_begun: bool = False
    choosing: Choosing | None = None
    announced: NextGame | None = None
    following: NextGame | None = None
    is_changed: bool = False
    host_sets_buy_ins: bool = False
    level: Level | None = None
    next_level: Level | None = None


class GameRotation:
    """The games of one table, as their `state` says."""

    def __init__(self, settings: TableSettings) -> None:
        rotation = settings.rotation
        stakes = settings.game.stakes
        self.state = RotationState(
            rotation.games[0] if rotation else ChosenGame(settings.game.id, bet=stakes.minimum_bet),
            rotation,
            has_begun=rotation is None or not rotation.dealers_choice,
            level=settings.tournament.level if settings.tournament else None,
        )
        self._house = settings.house_rules

    @property
    def moves_with_dealer(self) -> bool:
        """Whether every player in turn gets the button, because with it comes the choice (VT-DC-1)."""
        return self.state.rotation is not None and self.state.rotation.dealers_choice

    @property
    def dealer_is_settled(self) -> bool:
        """Whether, between hands, who gets the button names the next game, or has named it for their first hand."""
        state = self.state
        if not self.moves_with_dealer:
            return False
        return bool(state.choosing or state.following) or (state.has_begun and not state.hands)

    def choose(self, seat: int, name: str, command: ChooseGame, players: int) -> list[RotationEvent]:
        """Takes the choice of the player in a seat for so many players; `name` is who may choose. Raises Refusal."""
        state = self.state
        if state.choosing is None or state.rotation is None:
            sentence = "The next game is not to be named now; wait until you get the button."
            raise IllegalAction("stale", sentence, "VT-DC-3")
        if seat != state.choosing.seat:
            raise IllegalAction("not-your-turn", f"{name} gets the button and names the game.", "VT-DC-1")
        chosen = _from_repertoire(command.chosen, state.rotation)
        terms = self._terms(chosen)
        if not terms.can_be_dealt_to(players):
            least, most = terms.variant.min_seats, terms.variant.max_seats
            sentence = f"{terms.game.name} is for {least} to {most} players, and {players} play; name another game."
            raise IllegalAction("game", sentence, "DL-22")
        state.choosing = None
        state.following = NextGame(chosen, state.rotation, CHOSEN)
        return [ev.ChoiceEnded(seat, terms.game.name, because=("VT-DC-1",))]

    def change(self, host: str, command: ChangeGame, players: int, chips: int) -> list[RotationEvent]:
        """Notes what the host wants to be played from the next hand on, with `chips` at the table; raises Refusal."""
        rotation = command.rotation
        with terms_as_refusals():
            check_rotation(self._house, rotation, players)
        chosen = command.chosen or (rotation.games[0] if rotation else None)
        if chosen is None:
            raise Refusal("game", NO_GAME)
        terms = game_terms_or_refusal(self._house, chosen)
        if not terms.can_be_dealt_to(max(players, terms.variant.min_seats)):
            sentence = f"{terms.game.name} is for at most {terms.variant.max_seats} players, and {players} are here."
            raise IllegalAction("game", sentence, "DL-22")
        for each in (rotation.games if rotation else (chosen,)) if players > 1 else ():
            game = game_terms_or_refusal(self._house, each).game
            if game.stakes.minimum_bet > chips // 2:  # no two could have it, however the chips are divided
                bet = f"no two players could bet {game.stakes.minimum_bet:,} in {game.name}"
                sentence = f"With {chips:,} chips at the table {bet}; play for less, or have players add chips first."
                raise Refusal("bet", sentence)
        self.state.announced, self.state.choosing = NextGame(chosen, rotation, CHANGED), None
        return [ev.GameAnnounced(host, terms.game, rotation)]

    def set_level(self, level: Level) -> None:
        """Notes the level that is played from the next hand on."""
        self.state.next_level = level if level != self.state.level else None

    def hand_ended(self, button: int) -> None:
        """Counts a hand of the game that is played."""
        state = self.state
        state.hands += 1
        if button not in state.buttons:
            state.buttons = (*state.buttons, button)

    def seat_changed(self, seat: int, to: int) -> None:
        """Ends an orbit at the seat to which a player with the button in it has moved."""
        self.state.buttons = tuple(to if button == seat else button for button in self.state.buttons)

    def settle(self, now: int, ready: Sequence[int], dealer: int, *, is_absent: bool = False) -> list[RotationEvent]:
        """Settles what is played next by the `ready` seats, of which `dealer` gets the button; asks if it has to.

        A dealer who `is_absent` is not waited for.
        """
        state, rotation = self.state, self.state.rotation
        events: list[RotationEvent] = []
        if state.announced:
            state.following, state.announced, state.place = state.announced, None, 0
        if state.following is None and rotation and (state.choosing or self._turn_is_over(rotation, dealer)):
            if rotation.dealers_choice:
                events += self._ask(now, ready, dealer, rotation, is_absent=is_absent)
            else:
                state.place = (state.place + 1) % len(rotation.games)
                state.following = NextGame(rotation.games[state.place], rotation, ROTATED)
        if state.choosing is None:
            events += self._skip_what_cannot_be_dealt(len(ready))
        return events

    def ask_again(self, now: int) -> list[RotationEvent]:
        """Gives who is to name the next game the whole time for it, after a pause."""
        state = self.state
        if state.choosing is None or state.rotation is None:
            return []
        state.choosing = Choosing(state.choosing.seat, now + state.rotation.choice_ms)
        return [ev.ChoiceBegan(state.choosing.seat, state.choosing.deadline, ("VT-DC-1",))]

    def applied_to(self, settings: TableSettings) -> TableSettings:
        """Returns the settings of a table that plays the chosen game, or those given while that is the opening one."""
        state = self.state
        if not state.is_changed:
            return settings
        terms = self._terms(state.chosen)
        settings = replace(settings_with(settings, terms), rotation=rotation_at(state.level, state.rotation))
        if state.host_sets_buy_ins:
            own = self._house.for_game(terms.game.id)
            with terms_as_refusals():
                limits = buy_in_limits(own, terms.game.stakes, settings.seats)
            settings = replace(settings, min_buy_in=limits.least, buy_in=limits.usual, max_buy_in=limits.most)
        return settings

    def begin_following(self) -> NextGame | None:
        """Begins the turn of the next game, at the next level; returns it unless it is what is played already."""
        state = self.state
        following, state.following = state.following, None
        rises = state.next_level is not None
        if state.next_level:
            state.level, state.next_level, state.is_changed = state.next_level, None, True
        if following is None:
            return NextGame(state.chosen, state.rotation, ()) if rises else None
        is_same = (following.chosen, following.rotation) == (state.chosen, state.rotation)
        by_host = following.because == CHANGED
        state.chosen, state.rotation = following.chosen, following.rotation
        state.hands, state.buttons = 0, ()
        state.has_begun = not (by_host and self.moves_with_dealer)
        state.host_sets_buy_ins = state.host_sets_buy_ins or by_host
        if is_same and not by_host and not rises:
            return None
        state.is_changed = True
        return following

    def _terms(self, chosen: ChosenGame) -> GameTerms:
        return game_terms_or_refusal(self._house, chosen, self.state.level)

    def _turn_is_over(self, rotation: Rotation, dealer: int) -> bool:
        played = self.state.hands >= rotation.hands if rotation.hands else dealer in self.state.buttons
        return played or not self.state.has_begun

    def _ask(
        self, now: int, ready: Sequence[int], dealer: int, rotation: Rotation, *, is_absent: bool
    ) -> list[RotationEvent]:
        """Asks the player who gets the button; ends the choice when its time is up, or nobody is there (VT-DC-3)."""
        state = self.state
        events: list[RotationEvent] = []
        choosing = state.choosing
        if choosing is None or choosing.seat not in ready:
            choosing = state.choosing = Choosing(dealer, now + rotation.choice_ms)
            events.append(ev.ChoiceBegan(dealer, choosing.deadline, ("VT-DC-1",)))
        if now < choosing.deadline and not is_absent:
            return events
        state.choosing = None
        state.following = NextGame(state.chosen, rotation, CHOSEN)
        game = self._terms(state.chosen).game
        return [*events, ev.ChoiceEnded(choosing.seat, game.name, timed_out=True, because=("VT-DC-3",))]

    def _skip_what_cannot_be_dealt(self, players: int) -> list[RotationEvent]:
        """Passes over games that cannot be dealt to so many players, as long as there is one that can (DL-22)."""
        state = self.state
        usual = CHOSEN if self.moves_with_dealer else ROTATED
        because = state.following.because if state.following else usual
        rotation = state.following.rotation if state.following else state.rotation
        only = (state.following.chosen,) if state.following else ()  # no more sit than what is played allows
        events: list[RotationEvent] = []
        for _ in rotation.games if rotation else only:
            terms = self._terms((state.following or state).chosen)
            if terms.can_be_dealt_to(players):
                return events
            events.append(ev.GameSkipped(terms.game.name, players, ("DL-22",)))
            if rotation is None:
                state.following = None
            else:
                state.place = (state.place + 1) % len(rotation.games)
                state.following = NextGame(rotation.games[state.place], rotation, because)
        return events


def rotation_at(level: Level | None, rotation: Rotation | None) -> Rotation | None:
    """Returns a rotation with each of its games at the stakes of a level, if there is one."""
    if level is None or rotation is None:
        return rotation
    return replace(rotation, games=tuple(replace(game, bet=level.bet, ante=level.ante) for game in rotation.games))


def game_changed(settings: TableSettings, because: Clauses) -> ev.GameChanged:
    """Returns what everybody is told of the game that is played by these settings from here on (VT-DC-6)."""
    return ev.GameChanged(
        game=settings.game,
        rules=settings.rules,
        min_buy_in=settings.min_buy_in,
        max_buy_in=settings.max_buy_in,
        buy_in=settings.buy_in,
        house=settings.house,
        rotation=settings.rotation,
        because=because,
    )


def _from_repertoire(chosen: ChosenGame, rotation: Rotation) -> ChosenGame:
    """Returns the chosen game with the stakes of the table's list; raises Refusal for what the list does not allow."""
    listed = next((game for game in rotation.games if game.game == chosen.game), None)
    if listed is None:
        names = ", ".join(dict.fromkeys(game.game for game in rotation.games))
        raise IllegalAction("game", f"This table does not play that; name one of {names}.", "VT-DC-2")
    if chosen.is_varied and not rotation.variations:
        sentence = "This table plays its games as they are listed; name one without a variation."
        raise IllegalAction("game", sentence, "VT-DC-2")
    most = max(rotation.max_bet, listed.bet)
    if chosen.bet > most:
        raise IllegalAction("bet", f"Play for a bet of at most {most:,} chips at this table.", "VT-DC-2")
    if not chosen.is_varied:
        return replace(listed, bet=chosen.bet or listed.bet)
    return replace(chosen, bet=chosen.bet or listed.bet, ante=listed.ante)
