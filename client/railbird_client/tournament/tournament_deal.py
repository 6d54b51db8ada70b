"""Deals in a tournament: what each way to share the prizes gives, the one that is proposed, and amounts as typed."""

from __future__ import annotations

from collections.abc import Mapping

from railbird_client.drawing.text_roles import Line, Lines, Span, TextRole, at, columns, ending, text_lines
from railbird_client.drawing.text_width import truncate
from railbird_shared.settings.kinds import typed_number
from railbird_shared.tournament.messages import DealAmount, ProposeDeal
from railbird_shared.tournament.payouts import MAX_ICM_PLAYERS, deal_shares
from railbird_shared.tournament.view import DealMethod, DealView, Standing, TournamentView, prize_words

METHOD_WORDS = {
    DealMethod.ICM: "by what the stacks are worth (ICM)",
    DealMethod.CHIPS: "by the chips",
    DealMethod.EQUAL: "in equal parts",
    DealMethod.AMOUNTS: "by amounts that are named",
}
"""How a deal shares the prizes, in words."""

RECKONED_METHODS = {DealMethod.ICM: "ICM", DealMethod.CHIPS: "chips", DealMethod.EQUAL: "equal"}
"""The ways to share the prizes that leave no amount to be named, each as the head of a column."""

MAX_UNITS = 10**12 - 1
"""The most units of the ledger that one amount of a deal may be."""

TWO_MINUTES = "All have two minutes to agree; if one refuses, play goes on."

_COLUMN = 12
_NAMES = 18
_WITH_WORTH = 64
"""The cells from which on what a stack is worth stands beside a share."""


def players_left(view: TournamentView) -> tuple[Standing, ...]:
    """Returns the players who share a deal, the largest stack first."""
    return tuple(standing for standing in view.standings if not standing.place)


def prizes_left(view: TournamentView) -> tuple[int, ...]:
    """Returns the prizes left in units of the ledger, one for each player left: 0 where a place is not paid."""
    left = len(players_left(view))
    return (*view.prizes[:left], *(0,) * (left - len(view.prizes)))


def shares_now(view: TournamentView, method: DealMethod, *, play_for: int = 0) -> dict[int, int]:
    """Returns what each player left would get with the stacks of this moment, in units by the number of the player.

    `play_for` of the first prize stays for the winner. It is empty for more players than may make a deal, and where
    more would stay than the first prize.
    """
    stacks = {standing.number: standing.stack for standing in players_left(view)}
    if not 0 < len(stacks) <= MAX_ICM_PLAYERS:
        return {}
    prizes = prizes_left(view)
    return deal_shares(method, stacks, prizes, play_for) if play_for <= prizes[0] else {}


def preview_lines(view: TournamentView, width: int) -> Lines:
    """Writes what each way to share the prizes would give every player left with the stacks of this moment."""
    unit = view.status.unit
    ends = [width - _COLUMN * later for later in reversed(range(len(RECKONED_METHODS)))]
    shares = [shares_now(view, method) for method in RECKONED_METHODS]
    heads = zip(ends, RECKONED_METHODS.values(), strict=True)
    lines = [columns(width, *(ending(end, head, TextRole.DIM) for end, head in heads))]
    for player in players_left(view):
        prizes = (prize_words(each.get(player.number, 0), unit) for each in shares)
        name = at(0, player.name, max_width=max(1, ends[0] - _COLUMN - 1))
        lines.append(columns(width, name, *(ending(end, prize) for end, prize in zip(ends, prizes, strict=True))))
    return tuple(lines)


def read_amounts(view: TournamentView, typed: Mapping[int, str], for_winner: str) -> ProposeDeal:
    """Returns the deal of typed amounts; raises ValueError with a sentence that says what is missing.

    `typed` has what somebody has typed for each player left, by their number, and `for_winner` what they leave for the
    winner; an empty amount is 0.
    """
    amounts: list[DealAmount] = []
    for player in players_left(view):
        if (units := _read_units(typed.get(player.number, ""))) is None:
            raise ValueError(f"Write what {player.name} gets as a whole number, 0 or more.")
        amounts.append(DealAmount(player.number, units))
    if (play_for := _read_units(for_winner)) is None:
        raise ValueError("Write what stays for the winner as a whole number, 0 or more.")
    missing = sum(prizes_left(view)) - sum(each.prize for each in amounts) - play_for
    if missing > 0:
        raise ValueError(f"Share {prize_words(missing, view.status.unit)} more.")
    if missing < 0:
        too_much = prize_words(-missing, view.status.unit)
        raise ValueError(f"Take {too_much} away again: the amounts come to more than is left.")
    return ProposeDeal(
        tournament=view.status.tournament, method=DealMethod.AMOUNTS, play_for=play_for, amounts=tuple(amounts)
    )


def shares_beside(view: TournamentView, for_winner: str) -> dict[int, int]:
    """Returns what the stacks are worth beside what is typed for the winner; empty where that cannot be read."""
    play_for = _read_units(for_winner)
    return {} if play_for is None else shares_now(view, DealMethod.ICM, play_for=play_for)


def share_words(view: TournamentView, typed: Mapping[int, str], for_winner: str) -> str:
    """Returns how the typed amounts stand beside the prizes left to be shared; one that cannot be read counts as 0."""
    unit, left = view.status.unit, sum(prizes_left(view))
    named = sum(_read_units(text) or 0 for text in (*typed.values(), for_winner))
    units = f", in units of {unit}" if unit else ""
    return f"{prize_words(named, unit)} of {prize_words(left, unit)} shared{units}."


def proposed_lines(view: TournamentView, deal: DealView, width: int, own_name: str) -> Lines:
    """Writes the proposed deal: shares, and who has agreed; the line of `own_name` stands out.

    Beside shares that were not reckoned by it stands what the stacks are worth.
    """
    unit = view.status.unit
    rest = f"; {prize_words(deal.play_for, unit)} stay for the winner" if deal.play_for else ""
    title = f"{deal.by} proposes a deal {METHOD_WORDS[deal.method]}{rest}"
    lines: list[Line] = [(), *text_lines(width, title, role=TextRole.TITLE)]
    if not deal.shares:
        return (*lines, (Span("The shares follow when the running hands are over.", TextRole.DIM),))
    lines += text_lines(width, TWO_MINUTES, role=TextRole.DIM)
    has_worth = width >= _WITH_WORTH and deal.method is not DealMethod.ICM and not deal.play_for
    worth = shares_now(view, DealMethod.ICM) if has_worth else {}
    names = max(1, min(_NAMES, width - (_WITH_WORTH - 10 if worth else 35)))
    for share in deal.shares:
        role = TextRole.STRONG if share.name == own_name else TextRole.TEXT
        agreed = "agrees" if share.agreed else "is yet to answer"
        icm = f"  ICM {prize_words(worth[share.number], unit)}" if share.number in worth else ""
        name = truncate(share.name, names)
        line = f"  {name:<{names}}{prize_words(share.prize, unit):>14}   {agreed:<16}{icm}".rstrip()
        lines.append((Span(line[:width], role),))
    return tuple(lines)


def _read_units(text: str) -> int | None:
    """Returns the units that somebody has typed, 0 for nothing and None where they are no whole number."""
    return typed_number(text.strip() or "0", MAX_UNITS)
