"""The codes of refusals: what each one means, and whether the same command may succeed later.

The page of the protocol prints `refusal_table()`, so a code that is added here has to be described here.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, NamedTuple

RefusalCode = Literal[
    "bad-run",
    "banned",
    "bet",
    "bomb-pot",
    "binary",
    "buy-in",
    "chat",
    "chip-worth",
    "correction",
    "claim-first",
    "declare-first",
    "draw-first",
    "false-claim",
    "fault",
    "full",
    "full-stack",
    "game",
    "halted",
    "hand-over",
    "hand-runs",
    "hello-again",
    "hello-first",
    "id-used",
    "invalid",
    "invite-expired",
    "invite-unknown",
    "invite-used",
    "invites",
    "leaving",
    "muted",
    "name",
    "name-changed",
    "name-taken",
    "no-amount",
    "no-bomb-pots",
    "no-bot",
    "no-bring-in",
    "no-call",
    "no-change",
    "no-check",
    "no-chips",
    "no-chop",
    "no-deal",
    "no-draw",
    "no-fold",
    "no-keeper",
    "no-openers",
    "no-player",
    "no-rabbit",
    "no-raise",
    "no-request",
    "no-straddles",
    "no-such-hand",
    "no-such-seat",
    "no-such-table",
    "no-table",
    "no-wait",
    "no-waiting",
    "not-a-person",
    "not-host",
    "not-json",
    "not-now",
    "not-owner",
    "not-paused",
    "not-seated",
    "not-sitting-out",
    "not-waiting",
    "not-your-turn",
    "not-yours",
    "not-yourself",
    "nothing-to-hunt",
    "nothing-to-see",
    "nothing-to-show",
    "password-needed",
    "password-wrong",
    "paused",
    "rebuy-limit",
    "run-first",
    "seat-taken",
    "seated",
    "seated-elsewhere",
    "seats",
    "seats-locked",
    "shown-whole",
    "sitting-out",
    "slow-down",
    "stale",
    "style",
    "table-full",
    "table-total",
    "tables",
    "timed-out",
    "too-few",
    "too-little",
    "too-long",
    "too-many",
    "too-many-players",
    "too-much",
    "tournament",
    "tournament-terms",
    "unseen",
    "version",
    "vote",
    "waiting",
    "winner",
    "wrong-size",
    "wrong-verb",
]
"""The code of a refusal."""


class Retry(StrEnum):
    """Whether the same command, unchanged, may be accepted later."""

    NEVER = "never"
    """It breaks the protocol or a rule: change the command."""
    AGAIN = "try again"
    """Something else has to change first: a turn, a seat, the time, or the table that the client is at."""


class RefusalMeaning(NamedTuple):
    """What a refusal is about, whether to try again, and why it is given."""

    about: str
    retry: Retry
    reason: str


_AGAIN, _NEVER = Retry.AGAIN, Retry.NEVER

MEANINGS: dict[RefusalCode, RefusalMeaning] = {
    "binary": RefusalMeaning("the frame", _NEVER, "it is binary; send text"),
    "too-long": RefusalMeaning("the frame", _NEVER, "it is longer than a command may be"),
    "not-json": RefusalMeaning("the frame", _NEVER, "it is not JSON"),
    "invalid": RefusalMeaning("the frame", _NEVER, "it does not fit the schema; the sentence names the field"),
    "slow-down": RefusalMeaning("the command", _AGAIN, "commands come faster than the server takes them"),
    "id-used": RefusalMeaning("the command", _NEVER, "another command on this connection has that id"),
    "fault": RefusalMeaning("the command", _NEVER, "the server failed; the table closes"),
    "hello-first": RefusalMeaning("the hello", _NEVER, "the first message is not a hello"),
    "hello-again": RefusalMeaning("the hello", _NEVER, "a connection has one hello"),
    "version": RefusalMeaning("the hello", _NEVER, "client and server speak different versions"),
    "too-many-players": RefusalMeaning("the hello", _AGAIN, "too many new players come from the address"),
    "name": RefusalMeaning("names", _NEVER, "nothing of the name can be shown, or it would pass for the house's"),
    "name-taken": RefusalMeaning("names", _AGAIN, "somebody has that name, or one that looks like it"),
    "name-changed": RefusalMeaning("names", _AGAIN, "the player has changed their name less than a minute ago"),
    "password-needed": RefusalMeaning("passwords", _NEVER, "the server, or the table, has a password; send it"),
    "password-wrong": RefusalMeaning("passwords", _NEVER, "the password is another one"),
    "invite-expired": RefusalMeaning("passwords", _NEVER, "the time of the invite is over"),
    "invite-used": RefusalMeaning("passwords", _NEVER, "the invite serves once, and somebody else has used it"),
    "invite-unknown": RefusalMeaning(
        "passwords", _NEVER, "the invite was revoked, its table is closed, or it never was"
    ),
    "invites": RefusalMeaning(
        "passwords", _AGAIN, "the table has as many invites as allowed, or the server cannot write to its disk"
    ),
    "chat": RefusalMeaning("chat", _AGAIN, "the line is empty, repeated, or too soon after the last one"),
    "no-such-table": RefusalMeaning("tables", _NEVER, "the table is closed"),
    "no-table": RefusalMeaning("tables", _AGAIN, "the command needs a table and the client is in the lobby"),
    "tables": RefusalMeaning("tables", _AGAIN, "the server, the player or the address has as many as allowed"),
    "game": RefusalMeaning("tables", _NEVER, "the game is not played here, or not at these stakes"),
    "bet": RefusalMeaning("tables", _NEVER, "the bet is larger than the server allows"),
    "seats": RefusalMeaning("tables", _NEVER, "the game is not played by so many"),
    "paused": RefusalMeaning("tables", _AGAIN, "the table is paused already"),
    "not-paused": RefusalMeaning("tables", _AGAIN, "the table is not paused, and no break is announced"),
    "vote": RefusalMeaning("tables", _AGAIN, "the table has just voted, or the player has, or there is no such vote"),
    "not-host": RefusalMeaning("tables", _AGAIN, "only the host of the table may do this"),
    "banned": RefusalMeaning("hosting", _AGAIN, "the host has banned the player, or their address, from the table"),
    "muted": RefusalMeaning("hosting", _AGAIN, "the host lets the player say nothing"),
    "no-player": RefusalMeaning("hosting", _AGAIN, "nobody sits there, or nobody is called so"),
    "not-yourself": RefusalMeaning("hosting", _NEVER, "a host does this to others only"),
    "not-a-person": RefusalMeaning("hosting", _NEVER, "only a person may host"),
    "no-change": RefusalMeaning("hosting", _AGAIN, "it is so already"),
    "seats-locked": RefusalMeaning("seats and chips", _AGAIN, "the host lets nobody else sit down"),
    "not-owner": RefusalMeaning("tables", _NEVER, "only who started the server may do this"),
    "chip-worth": RefusalMeaning("tables", _NEVER, "what a chip is worth is no amount with a currency"),
    "style": RefusalMeaning("tables", _NEVER, "the house has no bot of that style"),
    "no-bot": RefusalMeaning("tables", _AGAIN, "no bot sits in that seat"),
    "full": RefusalMeaning("tables", _AGAIN, "there is no free seat for a bot"),
    "tournament-terms": RefusalMeaning("tournaments", _NEVER, "no tournament can be played by these terms"),
    "no-such-seat": RefusalMeaning("seats and chips", _NEVER, "the table has no seat of that number"),
    "seat-taken": RefusalMeaning("seats and chips", _AGAIN, "somebody sits there"),
    "table-full": RefusalMeaning("seats and chips", _AGAIN, "somebody sits in every seat"),
    "seated": RefusalMeaning("seats and chips", _AGAIN, "the player has a seat at this table already"),
    "seated-elsewhere": RefusalMeaning("seats and chips", _AGAIN, "the player has a seat at another table"),
    "not-seated": RefusalMeaning("seats and chips", _AGAIN, "the player has no seat at this table"),
    "leaving": RefusalMeaning("seats and chips", _AGAIN, "the player leaves when the hand is over"),
    "sitting-out": RefusalMeaning("seats and chips", _AGAIN, "the player sits out already"),
    "not-sitting-out": RefusalMeaning("seats and chips", _AGAIN, "the player does not sit out"),
    "no-chips": RefusalMeaning("seats and chips", _AGAIN, "the player has nothing to play with; add chips"),
    "buy-in": RefusalMeaning("seats and chips", _NEVER, "the amount is outside what the table allows"),
    "table-total": RefusalMeaning("seats and chips", _AGAIN, "the table would have more chips than a message may name"),
    "tournament": RefusalMeaning(
        "seats and chips", _NEVER, "at a table of a tournament that is not the player's to do"
    ),
    "timed-out": RefusalMeaning("seats and chips", _AGAIN, "the player lost the seat by letting turns pass"),
    "full-stack": RefusalMeaning("seats and chips", _AGAIN, "the player has as many chips as the table allows"),
    "no-wait": RefusalMeaning("seats and chips", _AGAIN, "the player need not wait for the big blind"),
    "no-waiting": RefusalMeaning("seats and chips", _NEVER, "a bot cannot wait for a seat"),
    "not-waiting": RefusalMeaning("seats and chips", _AGAIN, "the player is not on the waiting list"),
    "waiting": RefusalMeaning("seats and chips", _AGAIN, "the player is on the waiting list already"),
    "no-straddles": RefusalMeaning("seats and chips", _NEVER, "the house has no straddles"),
    "rebuy-limit": RefusalMeaning("seats and chips", _NEVER, "the player has reached the table's limit for one player"),
    "no-request": RefusalMeaning("seats and chips", _AGAIN, "the player asks for no such amount any more"),
    "hand-runs": RefusalMeaning("seats and chips", _AGAIN, "the table does that between two hands only"),
    "no-chop": RefusalMeaning("seats and chips", _NEVER, "the house, or the game, has no two blinds to chop"),
    "correction": RefusalMeaning(
        "seats and chips", _NEVER, "a correction does not balance, gives no reason, or takes more than is there"
    ),
    "bomb-pot": RefusalMeaning("seats and chips", _NEVER, "a bomb pot comes already, or nobody has called one"),
    "no-bomb-pots": RefusalMeaning("seats and chips", _NEVER, "the table plays no bomb pots, or its game has no board"),
    "halted": RefusalMeaning("seats and chips", _NEVER, "the table deals no more after a fault"),
    "no-deal": RefusalMeaning("seats and chips", _AGAIN, "no hand is due"),
    "not-now": RefusalMeaning("shown hands", _AGAIN, "cards are shown and seen only after a hand"),
    "nothing-to-show": RefusalMeaning("shown hands", _NEVER, "the player holds no unseen cards of the hand"),
    "shown-whole": RefusalMeaning("shown hands", _NEVER, "in this house a hand is shown whole"),
    "no-rabbit": RefusalMeaning("shown hands", _NEVER, "the house hunts no rabbits, or the game has no board"),
    "nothing-to-hunt": RefusalMeaning("shown hands", _NEVER, "no card of the board is left that would have come"),
    "nothing-to-see": RefusalMeaning("shown hands", _NEVER, "the seat mucked no hand, or it has been seen"),
    "unseen": RefusalMeaning("shown hands", _NEVER, "in this house a mucked hand stays hidden"),
    "winner": RefusalMeaning("shown hands", _NEVER, "a winner does not ask to see a beaten hand"),
    "no-such-hand": RefusalMeaning(
        "finished hands", _NEVER, "the player sat in no such hand, or it is kept no more or cannot be told"
    ),
    "stale": RefusalMeaning("the turn", _NEVER, "the turn that the act names is over"),
    "not-your-turn": RefusalMeaning("the turn", _NEVER, "it is the turn of another player"),
    "hand-over": RefusalMeaning("the turn", _NEVER, "the hand is over"),
    "no-check": RefusalMeaning("the act", _NEVER, "there is something to call, or checking is not allowed"),
    "no-call": RefusalMeaning("the act", _NEVER, "there is nothing to call"),
    "no-fold": RefusalMeaning("the act", _NEVER, "the player cannot fold now"),
    "no-raise": RefusalMeaning("the act", _NEVER, "betting is not open to the player"),
    "no-openers": RefusalMeaning("the act", _NEVER, "the hand is too low to open the betting"),
    "no-bring-in": RefusalMeaning("the act", _NEVER, "the bring-in is not the player's to make"),
    "no-amount": RefusalMeaning("the act", _NEVER, "the amount is no whole number of chips"),
    "wrong-verb": RefusalMeaning("the act", _NEVER, "a bet is called a raise, or the other way round"),
    "wrong-size": RefusalMeaning("the act", _NEVER, "with fixed bets only some totals are allowed"),
    "too-little": RefusalMeaning("the act", _NEVER, "the bet is below the minimum"),
    "too-much": RefusalMeaning("the act", _NEVER, "the bet is above the maximum"),
    "no-draw": RefusalMeaning("the act", _NEVER, "this is a betting round"),
    "draw-first": RefusalMeaning("the act", _NEVER, "this is a draw"),
    "too-few": RefusalMeaning("the act", _NEVER, "too few cards are discarded"),
    "too-many": RefusalMeaning("the act", _NEVER, "too many cards are discarded"),
    "not-yours": RefusalMeaning("the act", _NEVER, "a discard is not among the player's cards"),
    "no-keeper": RefusalMeaning("the act", _NEVER, "four cards may be drawn only to an ace or a wild card"),
    "declare-first": RefusalMeaning("the act", _NEVER, "the player has to declare high, low or both"),
    "claim-first": RefusalMeaning("the act", _NEVER, "the player has to say which hand they have"),
    "false-claim": RefusalMeaning("the act", _NEVER, "the cards do not make the hand claimed"),
    "run-first": RefusalMeaning("the act", _NEVER, "the player has to say how often to deal the rest"),
    "bad-run": RefusalMeaning("the act", _NEVER, "the rest cannot be dealt so often"),
}
"""What each code means, in the order of the page."""


def refusal_table() -> str:
    """Returns the codes as a table in Markdown."""
    rows = [f"| {about} | `{code}` | {retry} | {reason} |" for code, (about, retry, reason) in MEANINGS.items()]
    return "\n".join(["| about | code | the same again | why |", "|---|---|---|---|", *rows])
