"""A running hand whose players, games and acts have the names that vectors give them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from railbird_server.rules.events import RulesEvent
from railbird_server.rules.hand import Hand
from railbird_server.rules.player import Player
from railbird_server.rules.setup import Entrant, ExtraPost, Setup
from railbird_shared.game.announced_game import Stakes
from railbird_shared.game.cards import Card
from railbird_shared.game.variants import VARIANTS, ForcedBets, Variant
from railbird_shared.protocol.actions import Action, Bet, BringIn, Call, Check, Draw, Fold, LegalActions, Raise
from railbird_shared.protocol.events import Called, Post, Posted, Wagered
from support.vectors.vector import UnknownVectorError

PlayerName = str | int

DEEP_STACK = 10_000
"""A stack that no vector reaches the end of, in chips."""

GAME_ALIASES = {
    "stud5": "five-card-stud",
    "stud5:no-ante": "five-card-stud",
    "stud7": "seven-card-stud",
    "stud7:low-bring-in": "seven-card-stud",
    "stud7:traditional": "seven-card-stud-traditional",
    "stud-bring-in-low": "seven-card-stud",
    "stud-bring-in-high": "seven-card-stud-traditional",
    "five-card-draw:ante": "five-card-draw",
    "five-card-draw:blinds": "five-card-draw-blinds",
    "holdem:heads-up": "holdem",
    "no-limit": "holdem",
    "simple": "classroom",
    "old20": "old-poker",
}
"""The catalogue's names of the games that vectors call otherwise."""


def variant_named(rule: str) -> Variant:
    """Returns the game of a vector's rule."""
    name = GAME_ALIASES.get(rule, rule)
    if name not in VARIANTS:
        raise UnknownVectorError(f"No game is called {rule!r}.")
    return VARIANTS[name]


class NamedHand:
    """A running hand whose players have names; `paid` is what each put in, in chips, and `acts` who paid what when.

    The names come as the players act first: from the button's left, or with blinds from the small blind.
    """

    def __init__(
        self,
        variant: Variant,
        names: Sequence[PlayerName],
        *,
        stakes: Stakes | None = None,
        stacks: dict[str, int] | None = None,
        deck: Sequence[Card] = (),
        button: int = 0,
        carried: int = 0,
        straddles: Sequence[int] = (),
    ) -> None:
        by_number = all(isinstance(name, int) for name in names)
        self.seats = {name: int(name) if by_number else place for place, name in enumerate(names, start=1)}
        self.names = {seat: name for name, seat in self.seats.items()}
        seats = list(self.names)
        blinds = variant.forced_bets is ForcedBets.BLINDS
        order = [seats[1], seats[0]] if blinds and len(seats) == 2 else seats
        stakes = stakes or variant.make_game().stakes
        stacks = stacks or {}
        setup = Setup(
            number=1,
            game=variant.game_at(stakes),
            button=button or order[-1],
            entrants=tuple(Entrant(seat, stacks.get(str(self.names[seat]), DEEP_STACK)) for seat in order),
            small_blind=seats[0] if blinds and stakes.small_blind else None,
            big_blind=seats[1 if stakes.small_blind else 0] if blinds else None,
            carried=carried,
            extra_posts=tuple(
                ExtraPost(seats[2 + place], Post.STRADDLE, chips) for place, chips in enumerate(straddles)
            ),
            variant=variant,
        )
        self.hand = Hand(setup, deck or variant.pack)
        self.paid = dict.fromkeys(names, 0)
        self.acts: list[tuple[PlayerName, int]] = []
        self.to_match = 0
        self._track_chips(self.hand.start())

    @property
    def to_act(self) -> PlayerName | None:
        """The player who is to act."""
        return None if self.hand.to_act is None else self.names[self.hand.to_act]

    @property
    def legal(self) -> LegalActions:
        """What the player in turn may do; there has to be one."""
        legal = self.hand.legal_actions()
        assert legal is not None
        return legal

    @property
    def not_folded(self) -> list[PlayerName]:
        """The players who have not folded, from the first to act on."""
        return [name for name in self.seats if not self.player(name).folded]

    def player(self, name: PlayerName) -> Player:
        return self.hand.players[self.seats[name]]

    def act(self, action: Action) -> list[RulesEvent]:
        """Acts for the player in turn."""
        name = self.to_act
        assert name is not None
        before = self.paid[name]
        events = self.hand.act(self.seats[name], action)
        self._track_chips(events)
        self.acts.append((name, self.paid[name] - before))
        return events

    def act_by_verb(self, verb: str, amount: int = 0) -> list[RulesEvent]:
        """Acts for the player in turn in a vector's words."""
        return self.act(action_from_verb(self.legal, self.hand.to_match, verb, amount))

    def play(self, actions: Iterable[Sequence[PlayerName]]) -> None:
        """Plays acts of players called by name, each of whom has to be in turn."""
        for name, verb, *amount in actions:
            assert self.to_act == name
            self.act_by_verb(str(verb), *map(int, amount))

    def play_until(self, reached: Callable[[], bool], choose: Callable[[], Action] | None = None) -> None:
        """Plays on until `reached`; players stay in as cheaply as they can unless `choose` says otherwise."""
        while not self.hand.over and not reached():
            self.act((choose or self.cheapest_action)())

    def cheapest_action(self) -> Action:
        """The cheapest way for the player in turn to stay in."""
        legal = self.legal
        if legal.max_discards is not None:
            return Draw()
        if legal.bring_in is not None:
            return BringIn()
        return Check() if legal.check else Call()

    def _track_chips(self, events: Iterable[RulesEvent]) -> None:
        for event in events:
            if isinstance(event, Posted | Called | Wagered):
                self.paid[self.names[event.seat]] += event.chips
            if isinstance(event, Wagered):
                self.to_match = event.to
            if isinstance(event, Posted):
                self.to_match = max(self.to_match, event.to_match)


def action_from_verb(legal: LegalActions, to_match: int, verb: str, amount: int = 0) -> Action:
    """Returns the act that a vector's word means."""
    match verb.replace("-", "_").replace(" ", "_"):
        case "fold":
            return Fold()
        case "check" | "pass":
            return Check()
        case "call" | "see":
            return Call()
        case "bet" | "raise_to" | "complete" | "raise_by" | "raise" | "all_in" as wager:
            if legal.wager is None:
                return action_without_wager(wager, amount, legal)
            if wager == "all_in":
                return legal.wager.action(legal.all_in_to)
            amount = to_match + amount if wager == "raise_by" else amount
            to = amount or legal.wager.minimum
            return Bet(to) if wager == "bet" else legal.wager.action(to)
        case _:
            raise UnknownVectorError(f"No act is called {verb!r}.")


def action_without_wager(verb: str, amount: int, legal: LegalActions) -> Action:
    """Returns the act for a wager where none is legal: an all-in that only calls, or an act that will be refused."""
    if verb == "all_in" and legal.call is not None:
        return Call()
    return Bet(amount or 1) if verb == "bet" else Raise(amount or 1)


def stacked_deck(variant: Variant, players: int, hands: Sequence[Sequence[Card]]) -> list[Card]:
    """Returns the pack in an order that deals the first player the first cards named, and so on.

    The cards named are those dealt face up where a game has any, else the hand.
    """
    wanted = {card for cards in hands for card in cards}
    rest = [card for card in variant.pack if card not in wanted]
    rows = [list(row) for row in zip(*hands, strict=True)]
    deck: list[Card] = []
    up_cards = any(street.up for street in variant.streets)
    for street in variant.streets:
        if street.burn:
            deck.append(rest.pop())
        for row in range(street.down + street.up):
            named = rows and (row >= street.down or not up_cards)
            deck += rows.pop(0) if named else [rest.pop() for _ in range(players)]
        if not rows:
            break
    return deck + rest


def stakes_without_ante(variant: Variant) -> Stakes:
    """Returns the game's usual stakes without an ante."""
    return replace(variant.make_game().stakes, ante=0)
