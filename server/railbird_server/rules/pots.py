"""From what each player put in to main pot, side pots, refunds and shares. Nothing here knows a card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from railbird_shared.events import Pot


def find_uncalled_bet(paid: dict[int, int]) -> tuple[int, int] | None:
    """Returns the seat and the chips of a bet that nobody matched, None where all of it was called (AI-10).

    `paid` maps each seat dealt in, folded ones too, to the chips it put in.
    """
    if len(paid) < 2:
        return None
    *_, second, most = sorted(paid.values())
    return (max(paid, key=paid.__getitem__), most - second) if most > second else None


def build_pots(paid: dict[int, int], live: Iterable[int], dead: int = 0) -> tuple[Pot, ...]:
    """Returns the main pot and the side pots (AI-4..AI-6).

    `live` are the seats that can still win, `dead` the chips that belong to the main pot without being matched.
    Chips of folded players stay in the pots that their amounts reach. Who has put in nothing but dead chips contests
    these alone.
    """
    contenders = sorted(live)
    rest = sum(paid.values()) + dead
    if len({paid[seat] for seat in contenders}) == 1:
        return (Pot(rest, tuple(contenders)),) if rest else ()
    pots: list[Pot] = []
    if dead and not all(paid[seat] for seat in contenders):
        pots.append(Pot(dead, tuple(contenders)))
        rest -= dead
    contenders.sort(key=paid.__getitem__)
    below = 0
    for position, seat in enumerate(contenders):
        level = paid[seat]
        if level == below:
            continue
        chips = sum(min(chips, level) - min(chips, below) for chips in paid.values())
        chips += dead if not pots else 0
        pots.append(Pot(chips, tuple(sorted(contenders[position:]))))
        rest -= chips
        below = level
    if not pots:
        return (Pot(rest, tuple(sorted(contenders))),) if rest else ()
    if rest:
        pots[-1] = Pot(pots[-1].chips + rest, pots[-1].seats)
    return tuple(pots)


def split_chips(chips: int, recipients: Sequence[int]) -> list[tuple[int, int, int]]:
    """Divides chips among winners, listed in the order in which they get odd chips (SD-15, SD-16).

    Returns seat, chips and how many of them were odd, one chip each from the front of the list.
    """
    share, odd = divmod(chips, len(recipients))
    return [(seat, share + (place < odd), int(place < odd)) for place, seat in enumerate(recipients)]
