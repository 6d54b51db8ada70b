"""The acts of the host of a table: call the last hand, end the night, part with a player, keep order.

The owner of the server may do the same, as `OWNER`. Each act is checked whole before anything changes, and is an event
with the name of the host who did it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from railbird_server.refusal import Refusal
from railbird_server.table.inputs import BanRequest, MuteRequest, PlayerIdentity
from railbird_server.table.seats import Seat, Seats
from railbird_shared.protocol import events, host_commands
from railbird_shared.protocol.table_limits import MAX_BANS

OWNER = PlayerIdentity("owner", "the house")
"""The actor for the owner of the server; no player has this id, and none may be called so."""

DismissWaiter = Callable[[str, str], list[events.TableEvent]]
"""Takes a player of some name off the waiting list, by somebody; returns nothing where they do not wait."""

NOT_HOST = "Only the host of the table may do that."


def check_host(player: PlayerIdentity, host: PlayerIdentity) -> None:
    """Raises Refusal for anybody but the host of a table and the owner of the server."""
    if player.id not in {host.id, OWNER.id}:
        raise Refusal("not-host", NOT_HOST)


class Sanction(Struct, frozen=True):
    """A player banned from the table or muted there, and `by` whom; from the `address` of a ban nobody may come."""

    player: str
    name: str
    by: str
    address: str = ""


class HostCommandsState(Struct, frozen=True):
    """The decisions of the host.

    `last_hand` is the number of the hand after which none is dealt, 0 while the game goes on. `ended_by` is who ends
    the night, empty while it is to go on, and `ends_now` says that the running hand is not waited for. With `locked`
    nobody else may sit down. `appointed` is the id of the player to whom the hosting was handed over last.
    """

    last_hand: int = 0
    ended_by: str = ""
    ends_now: bool = False
    locked: bool = False
    appointed: str = ""
    banned: tuple[Sanction, ...] = ()
    muted: tuple[Sanction, ...] = ()


def _others(sanctions: tuple[Sanction, ...], request: BanRequest | MuteRequest) -> tuple[Sanction, ...]:
    """Returns those that stay: one is lifted by its name, and a new one replaces that of the same player alone.

    The name of somebody banned may have passed to another, and may be that of the same person with another identity.
    """
    if request.on:
        player = request.player
        return tuple(each for each in sanctions if (each.player, each.name) != (player.id, player.name))
    return tuple(each for each in sanctions if each.name != request.player.name)


def names_of(sanctions: Iterable[Sanction]) -> tuple[str, ...]:
    """Returns the names of those who are banned or muted, each once, where it came last."""
    return tuple(dict.fromkeys(each.name for each in reversed(tuple(sanctions))))[::-1]


def ban_sentence(ban: Sanction) -> str:
    """Returns what somebody is told who is banned."""
    whom = "you, or your address," if ban.address else "you"
    return f"{_capitalized(ban.by)} has banned {whom} from this table."


def _capitalized(name: str) -> str:
    """Returns a name as it begins a sentence: that of the house with a capital."""
    return f"The{name[3:]}" if name == OWNER.name else name


class HostCommands:
    """Carries out what the host of one table commands; `host` is the player with a say about it."""

    def __init__(self, host: PlayerIdentity, seats: Seats, dismiss_waiter: DismissWaiter) -> None:
        self.host = host
        self.state = HostCommandsState()
        self._seats = seats
        self._dismiss_waiter = dismiss_waiter

    def allows_hand(self, number: int, *, pot_waits: bool) -> bool:
        """Whether a hand of that number may be dealt; a pot that waits is played for after the last hand, too."""
        state = self.state
        return not state.ended_by and (not state.last_hand or number <= state.last_hand or pot_waits)

    def check_newcomer(self) -> None:
        """Raises Refusal where nobody else may sit down."""
        if self.state.locked:
            raise Refusal("seats-locked", f"{self.host.name} has locked the table; watch until it is unlocked.")

    def ban_of(self, player: str, address: str = "") -> Sanction | None:
        """Returns the ban that keeps a player away who comes from an address, None without one."""
        bans = self.state.banned
        return next((each for each in bans if each.player == player or (address and each.address == address)), None)

    def check_ban(self, player: str, address: str = "") -> None:
        """Raises Refusal for a player who may not come, or comes from an address from which nobody may."""
        if ban := self.ban_of(player, address):
            raise Refusal("banned", ban_sentence(ban))

    def check_chat(self, player: str) -> None:
        """Raises Refusal for a player who may say nothing."""
        if by := next((each.by for each in self.state.muted if each.player == player), ""):
            raise Refusal("muted", f"{_capitalized(by)} has muted your chat at this table.")

    def ban(self, request: BanRequest, now: int) -> list[events.TableEvent]:
        """Bans a player, who leaves after their hand, or lifts a ban; raises Refusal."""
        by, player = request.by, request.player
        check_host(by, self.host)
        others = _others(self.state.banned, request)
        if not request.on:
            if others == self.state.banned:
                raise Refusal("no-change", f"{player.name} is not banned.")
            self.state = replace(self.state, banned=others)
            return [events.BanChanged(by.name, player.name, banned=False)]
        if player.id == by.id:
            raise Refusal("not-yourself", "You cannot ban yourself; choose somebody else.")
        if player.bot:
            raise Refusal("not-a-person", f"{player.name} is a bot; remove it instead.")
        banned = Sanction(player.id, player.name, by.name, request.address)
        if banned in self.state.banned:
            raise Refusal("no-change", f"{player.name} is banned already.")
        self.state = replace(self.state, banned=(*others, banned)[-MAX_BANS:])
        changed: list[events.TableEvent] = [events.BanChanged(by.name, player.name, banned=True)]
        seat = self._seats.of(player.id)
        if seat is not None and not seat.leaving and not seat.kicked:
            changed.append(self._kick(by, seat, now))
        return changed + self._dismiss_waiter(player.name, by.name)

    def mute(self, request: MuteRequest) -> list[events.TableEvent]:
        """Mutes a player, or lets them chat again; raises Refusal."""
        by, player = request.by, request.player
        check_host(by, self.host)
        if player.id == by.id:
            raise Refusal("not-yourself", "You cannot mute yourself; choose somebody else.")
        others = _others(self.state.muted, request)
        if request.on is (others != self.state.muted):
            raise Refusal("no-change", f"{player.name} is {'muted already' if request.on else 'not muted'}.")
        muted = (*others, Sanction(player.id, player.name, by.name)) if request.on else others
        self.state = replace(self.state, muted=muted[-MAX_BANS:])
        return [events.MuteChanged(by.name, player.name, request.on)]

    def rename(self, player: str, before: str, name: str) -> tuple[bool, bool]:
        """Calls the host by another name, where they settled something, too, and a player who is muted.

        Returns whether they host the table, and whether somebody has muted them under the name before.
        """
        hosts, state = self.host.id == player, self.state
        by = {before: name} if hosts else {}
        if hosts:
            self.host = replace(self.host, name=name)
        banned, muted = (
            tuple(replace(each, by=by.get(each.by, each.by)) for each in kept) for kept in (state.banned, state.muted)
        )
        renamed = tuple(
            replace(each, name=name) if (each.player, each.name) == (player, before) else each for each in muted
        )
        self.state = replace(state, ended_by=by.get(state.ended_by, state.ended_by), banned=banned, muted=renamed)
        return hosts, renamed != muted

    @property
    def closing_reason(self) -> str:
        """Why the table closes when the night ends, in a sentence."""
        return f"{_capitalized(self.state.ended_by)} has ended the night."

    def apply(
        self, by: PlayerIdentity, command: host_commands.HostCommand, *, hand: int, hand_runs: bool, now: int
    ) -> list[events.TableEvent]:
        """Carries a command out at `now` milliseconds, in or after hand `hand`; raises Refusal with nothing changed."""
        check_host(by, self.host)
        state = self.state
        match command:
            case host_commands.LastHand(on=True):
                last = hand if hand_runs else hand + 1
                self._decide("The last hand is called already.", state.last_hand or state.ended_by, last_hand=last)
                return [events.LastHandCalled(by.name, last)]
            case host_commands.LastHand():
                is_off = not state.last_hand and not state.ended_by
                sentence = "No last hand is called; the game goes on anyway."
                self._decide(sentence, is_off, last_hand=0, ended_by="", ends_now=False)
                return [events.LastHandRevoked(by.name)]
            case host_commands.EndNight(now=at_once):
                ends = bool(state.ended_by) and not at_once
                self._decide("The night ends after this hand already.", ends, ended_by=by.name, ends_now=at_once)
                return [events.NightEnding(by.name, at_once)]
            case host_commands.Kick(seat=number):
                return [self._kick(by, self.seat_at(number), now)]
            case host_commands.RemoveWaiting(name=name):
                if removed := self._dismiss_waiter(name, by.name):
                    return removed
                raise Refusal("not-waiting", f"{name} does not wait for a seat; look at the waiting list again.")
            case host_commands.HandOver(seat=number):
                return [self._hand_over(by, self.seat_at(number))]
            case host_commands.Announce(text=text):
                if not text:
                    raise Refusal("chat", "Say something that can be shown.")
                return [events.Announced(by.name, text)]
            case host_commands.LockTable(on=on):
                sentence = "The table is locked already." if on else "The table is not locked."
                self._decide(sentence, state.locked is on, locked=on)
                return [events.SeatsLocked(by.name, on)]
            case _:
                assert_never(command)

    def _decide(self, sentence: str, is_so: object, **changes: object) -> None:
        """Notes what the host wants; raises Refusal with a sentence where it is so already."""
        if is_so:
            raise Refusal("no-change", sentence)
        self.state = replace(self.state, **changes)

    def _kick(self, by: PlayerIdentity, seat: Seat, now: int) -> events.PlayerKicked:
        if seat.player == by.id:
            raise Refusal("not-yourself", "You cannot remove yourself; stand up or leave the table instead.")
        if seat.leaving or seat.kicked:
            raise Refusal("leaving", f"{seat.name} leaves the table after this hand already.")
        seat.kicked_at, seat.requested = now, 0
        seat.leaving = not seat.in_hand
        return events.PlayerKicked(by.name, seat.number)

    def _hand_over(self, by: PlayerIdentity, seat: Seat) -> events.HostingHandedOver:
        if seat.player == self.host.id:
            whose = "You host" if by.id == seat.player else f"{seat.name} hosts"
            raise Refusal("not-yourself", f"{whose} this table already; choose somebody else.")
        if seat.bot:
            raise Refusal("not-a-person", f"{seat.name} is a bot; only a person can host a table.")
        if seat.leaving or seat.kicked:
            raise Refusal("leaving", f"{seat.name} leaves the table after this hand; choose somebody else.")
        self.host = PlayerIdentity(seat.player, seat.name)
        self.state = replace(self.state, appointed=seat.player)
        return events.HostingHandedOver(by.name, seat.number, seat.name)

    def seat_at(self, number: int) -> Seat:
        """Returns the seat of that number; raises Refusal where nobody sits."""
        seat = self._seats.at(number)
        if seat is None:
            raise Refusal("no-player", f"Nobody sits in seat {number}; choose the seat of a player.")
        return seat
