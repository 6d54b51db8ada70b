"""What a player sees once the link to a server has closed for good."""

from __future__ import annotations

from railbird_client.network.link import Closed, CloseReason
from railbird_client.shell.screen_state import LeftState, WrongCertificateState
from railbird_client.shell.server_link import PASSWORD_CODES, ServerSession
from railbird_shared.network.fingerprint import readable_fingerprint


def state_after(closed: Closed, session: ServerSession) -> LeftState | WrongCertificateState | None:
    """Returns the state after the end of a link: why it ended, and what to do; None where the player has ended it."""
    if closed.reason is CloseReason.LEFT:
        return None
    if closed.reason is CloseReason.CERTIFICATE:
        known = session.known_fingerprint
        return WrongCertificateState(
            str(session.address or session.link.address),
            readable_fingerprint(known) if known else "",
            readable_fingerprint(closed.found) if closed.found else "",
            closed.sentence,
            session.is_invited,
        )
    return LeftState(
        closed.sentence,
        name_refused=closed.code == "name",
        password_refused=closed.code in PASSWORD_CODES,
    )
