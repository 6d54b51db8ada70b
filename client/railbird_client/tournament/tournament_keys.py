"""The keys of a tournament's page: what the player, or its host, may do there now."""

from __future__ import annotations

from typing import NamedTuple

from railbird_client.tournament.known_tournaments import Running
from railbird_client.tournament.tournament_words import duration_words
from railbird_shared.tournament.structure import TournamentTerms
from railbird_shared.tournament.view import TournamentOffer
from railbird_shared.tournament.words import prize_words


class OfferKey(NamedTuple):
    """A key, what it does in a word or two, and what it stands for."""

    key: str
    label: str
    offer: TournamentOffer

    @property
    def name(self) -> str:
        """A name of its own."""
        return f"{self.offer.value}-{self.key.lower()}"


_O = TournamentOffer

DECLINE_KEY = "O"
"""The key that declines a rebuy."""

ALL_OFFER_KEYS = (
    OfferKey("E", "Enter", _O.REGISTER),
    OfferKey("E", "Enter again", _O.RE_ENTER),
    OfferKey("U", "Take the entry back", _O.UNREGISTER),
    OfferKey("B", "Rebuy", _O.REBUY),
    OfferKey(DECLINE_KEY, "No rebuy", _O.REBUY),
    OfferKey("A", "Add-on", _O.ADD_ON),
    OfferKey("Y", "Agree to the deal", _O.ANSWER_DEAL),
    OfferKey("X", "Refuse it", _O.ANSWER_DEAL),
    OfferKey("D", "Propose a deal", _O.PROPOSE_DEAL),
    OfferKey("S", "Start", _O.START),
    OfferKey("P", "Pause", _O.PAUSE),
    OfferKey("P", "Go on", _O.RESUME),
    OfferKey("K", "Remove a player", _O.REMOVE),
    OfferKey("C", "Cancel it", _O.CANCEL),
)
"""The keys of all that may be offered, in the order in which they are shown."""


def offer_keys(offers: tuple[TournamentOffer, ...], *, can_decline: bool = False) -> tuple[OfferKey, ...]:
    """Returns the keys of what is offered, in the order in which they are shown.

    `can_decline` says that the player is out unless they rebuy, and may say at once that they do not.
    """
    return tuple(each for each in ALL_OFFER_KEYS if each.offer in offers and (can_decline or each.key != DECLINE_KEY))


def rebuy_words(running: Running, terms: TournamentTerms | None, now: float) -> str:
    """Returns what a player without chips has to decide, and by when; empty where nothing is to be decided."""
    left = running.rebuy_seconds(now)
    if left is None or TournamentOffer.REBUY not in running.you.offers:
        return ""
    price = ""
    if terms is not None and terms.rebuys is not None:
        price = f" {terms.rebuys.chips:,} chips for {prize_words(terms.rebuys.price, terms.unit)}"
    return f"You have no chips left: rebuy{price} within {duration_words(left)}, or you are out."
