"""The codes of refusals; docs/protocol.md says what each means, and whether the command may be accepted later."""

from __future__ import annotations

from typing import Literal

# fmt: off
RefusalCode = Literal[
    # the frame
    "binary", "too-long", "not-json", "invalid",
    # the command
    "slow-down", "not-kept", "id-used", "fault",
    # the hello
    "hello-first", "hello-again", "version", "too-many-players",
    # names
    "name", "name-taken", "name-changed",
    # passwords
    "password-needed", "password-wrong", "invite-expired", "invite-used", "invite-unknown", "invites",
    # chat
    "chat",
    # tables
    "no-such-table", "no-table", "tables", "game", "bet", "seats", "waits", "paused", "not-paused", "vote", "not-host",
    "follow-limit", "not-followed", "own-table", "not-owner", "chip-worth", "style", "no-bot", "full",
    # hosting
    "banned", "muted", "no-player", "not-yourself", "not-a-person", "no-change",
    # the rail
    "rail-full", "sent-away", "rail-live", "rail-delayed",
    # seats and chips
    "seats-locked", "no-such-seat", "seat-taken", "table-full", "seated", "seated-elsewhere", "not-seated", "leaving",
    "sitting-out", "not-sitting-out", "no-chips", "buy-in", "table-total", "tournament", "timed-out", "full-stack",
    "no-wait", "no-waiting", "not-waiting", "waiting", "no-straddles", "rebuy-limit", "no-request", "hand-runs",
    "no-chop", "correction", "bomb-pot", "no-bomb-pots", "halted", "no-deal",
    # tournaments
    "no-such-tournament", "tournaments", "tournament-terms", "entered", "entry-closed", "not-entered", "no-rebuy",
    "tournament-deal", "tournament-phase",
    # shown hands
    "not-now", "nothing-to-show", "shown-whole", "no-rabbit", "nothing-to-hunt", "nothing-to-see", "unseen", "winner",
    # fair deals
    "seed-late", "seed-wrong",
    # finished hands
    "no-such-hand",
    # the turn
    "stale", "not-your-turn", "hand-over",
    # the act
    "no-check", "no-call", "no-fold", "no-raise", "no-openers", "no-bring-in", "no-amount", "wrong-verb", "wrong-size",
    "too-little", "too-much", "no-draw", "draw-first", "too-few", "too-many", "not-yours", "no-keeper", "declare-first",
    "claim-first", "false-claim", "run-first", "bad-run",
]
# fmt: on
"""The code of a refusal, by what it is about."""
