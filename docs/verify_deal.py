"""Checks records of fair deals without Railbird: `python verify_deal.py FILE...`. Exit code 1 if anything is wrong.

A second implementation of docs/fairness.md, with nothing but Python's standard library. It checks that seeds fit their
commitments, that cards were dealt in turn from the top of the deck, that every card that was seen was opened where it
was dealt from, and, once the server's seed is opened, that the whole deck follows from the seeds.
"""

import hmac
import json
import sys
from base64 import b64decode
from hashlib import sha256
from pathlib import Path

PACK = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
BOARD, BURNED, TO_COME = 0, -1, None


def digest(*parts):
    return sha256(b"".join(parts)).digest()


def tree_root(leaves):
    level = leaves + [digest(b"\x02")] * ((1 << (len(leaves) - 1).bit_length()) - len(leaves))
    while len(level) > 1:
        level = [digest(b"\x01", level[at], level[at + 1]) for at in range(0, len(level), 2)]
    return level[0]


def leaf_of(context, order, place, card, salt):
    return digest(b"\x00", context, bytes([order, place]), card.encode().ljust(2), salt)


def leads_to(context, opening, root):
    place, path = opening["place"], b64decode(opening["path"])
    node = leaf_of(context, opening.get("order", 0), place, opening["card"], b64decode(opening["salt"]))
    for at in range(0, len(path), 32):
        pair = (path[at : at + 32], node) if place % 2 else (node, path[at : at + 32])
        node, place = digest(b"\x01", *pair), place // 2
    return node == root


def stream(key, label, order, size):
    for block in range(1 << 32):
        chunk = hmac.digest(key, label + bytes([order]) + block.to_bytes(4, "big"), "sha256")
        yield from (chunk[at : at + size] for at in range(0, 32, size))


def order_root(context, key, order, pack):
    cards, words, salts = list(pack), stream(key, b"order", order, 4), stream(key, b"salts", order, 16)
    for last in range(len(cards) - 1, 0, -1):
        limit = 2**32 - 2**32 % (last + 1)
        place = next(word for word in (int.from_bytes(each, "big") for each in words) if word < limit) % (last + 1)
        cards[last], cards[place] = cards[place], cards[last]
    return tree_root([leaf_of(context, order, place, card, next(salts)) for place, card in enumerate(cards)])


def check_seeds(context, committed, own):
    shares = {share["seat"]: share for share in committed.get("seeds", [])}
    if len(shares) < len(committed.get("seeds", [])):
        yield "a seat has given two seeds"
    for seat, share in shares.items():
        seed = b64decode(share.get("seed") or "")
        if seed and digest(b"seat", context, bytes([seat]), seed) != b64decode(share["commitment"]):
            yield f"the seed of seat {seat} is not the one committed to"
    if own and own["server"] != committed["server"]:
        if not own.get("away"):
            yield "the server has changed its seed"
    elif own:
        share = shares.get(own["seat"], {})
        given, mine = (share.get("commitment"), share.get("seed")), (own["commitment"], own["seed"])
        if given != mine and (own.get("opened") or given not in ((None, None), (own["commitment"], None))):
            yield "your seed is not in the shuffle"


def runs_of(step, seats):
    """The recipients of a step's cards as the table tells them: round by round from the button's left, board, draws."""
    runs, around, drawing = [], {}, False
    for event in (*step, {"event": "street-began"}):
        if event["event"] in ("street-began", "board-dealt") and around:
            runs.append([seat for seat in seats if seat in around] * max(around.values()))
            around = {}
        if event["event"] in ("street-began", "drew"):
            drawing = event["event"] == "drew"
        elif event["event"] == "board-dealt":
            runs.append([BOARD] * len(event["cards"]))
        elif event["event"] == "cards-dealt" and drawing:
            runs.append([event["seat"]] * (event.get("down", 0) + len(event.get("up", []))))
        elif event["event"] == "cards-dealt":
            around[event["seat"]] = event.get("down", 0) + len(event.get("up", []))
    return [run for run in runs if run]


def is_in_turn(recipients, runs):
    """Whether cards went to these runs of recipients, with at most one burned before each of them."""
    for run in runs:
        recipients = recipients[recipients[:1] == [BURNED] :]
        if recipients[: len(run)] != run:
            return False
        recipients = recipients[len(run) :]
    return recipients in ([], [BURNED])


def check_deal(record, committed, given):
    """Notes in `given` who got the card at each order and place."""
    top, seats = 0, None
    for step in [record.get("resumed", {}).get("dealt", []), *record.get("steps", [])]:
        recipients = []
        for event in step:
            seats = event["seats"] if event.get("event") == "hand-started" else seats
            if event.get("event", "deck-dealt") != "deck-dealt":
                continue
            order, to = event.get("order", 0), event["to"]
            places = event["places"] if order else range(top, top + len(to))
            top, recipients = top + (0 if order else len(to)), recipients + to
            if order and (list(places) != sorted(set(places)) or len(places) != len(to)):
                yield "the cards of a reshuffle did not come in its order"
            if order and committed["cards"] - top > 2:
                yield "the deck was reshuffled before it was used up"
            if top > committed["cards"] or any((order, place) in given for place in places):
                yield "a card was dealt twice, or more than there are"
            given.update({(order, place): seat for place, seat in zip(places, to, strict=False)})
        if seats and not is_in_turn(recipients, runs_of(step, seats)):
            yield "cards were not dealt in turn from the top of the deck"


def check_openings(record, committed, context, given):
    events = [event for step in record.get("steps", []) for event in step]
    roots, opened, seen = [b64decode(root) for root in committed["roots"]], {}, []
    late = record.get("resumed", {}).get("opened", []) + record.get("own_openings", [])
    for opening in late + [each for event in events for each in event.get("openings", [])]:
        order, card = opening.get("order", 0), opening["card"]
        if order >= len(roots) or not leads_to(context, opening, roots[order]):
            yield f"the opening of {card} does not lead to what was committed to"
        if given.get((order, opening["place"])) == BURNED:
            yield f"{card} was opened, and it was burned"
        opened[order, opening["place"]] = card
    shown = [(order, card) for (order, _), card in opened.items()]
    for order, card in set(shown):
        if shown.count((order, card)) > (committed.get("jokers", 0) if card == "X" else 1):
            yield f"{card} was opened at two places of one deck"
    for event in events:
        seen += [(record.get("seat"), card) for card in event.get("new", [])]
        seen += [(event.get("seat", BOARD), card) for card in event.get("up", [])]
        if event["event"] in ("board-dealt", "hand-shown", "cards-shown", "openers-shown"):
            seen += [(event.get("seat", BOARD), card) for card in event.get("shown", event["cards"])]
        elif event["event"] == "rabbit-hunted":
            seen += [(TO_COME, card) for card in event["cards"]]
    for seat, card in seen:
        if not any(given.get(place) == seat and other == card for place, other in opened.items()):
            yield f"{card} of {'seat ' + str(seat) if seat else 'the board'} was not opened where it was dealt"


def check_deck(record, committed, context):
    seed, jokers, shares = b64decode(record["server_seed"]), committed.get("jokers", 0), committed.get("seeds", [])
    ranks = (committed["cards"] - jokers) // 4
    pack = [card for at in range(0, 52, 13) for card in PACK[at + 13 - ranks : at + 13]] + ["X"] * jokers
    seeds = {share["seat"]: b64decode(share.get("seed") or "") for share in shares}
    given = b"".join(bytes([seat]) + seeds[seat] for seat in sorted(seeds) if seeds[seat])
    key = hmac.digest(seed, b"key" + context + given, "sha256")
    if digest(b"server", context, seed) != b64decode(committed["server"]):
        yield "the opened seed is not the one that the server committed to"
    elif any(b64decode(r) != order_root(context, key, order, pack) for order, r in enumerate(committed["roots"])):
        yield "the deck does not follow from the seeds"


def faults_of(record):
    if record.get("format", 1) != 1:
        return ["this is a record of another format"]
    table, events = record["table"].encode(), [event for step in record.get("steps", []) for event in step]
    context = digest(b"railbird fair deal 1", len(table).to_bytes(2, "big"), table, record["hand"].to_bytes(8, "big"))
    told = [each for each in events if each["event"] == "deal-committed"]
    told = [record["resumed"]["committed"]] if "resumed" in record else told
    if len(told) != 1 or not told[0]["roots"]:
        return ["the server has not committed to one deck"]
    [committed], given, own = told, {}, record.get("own")
    if own and any(own["seat"] not in each["seats"] for each in events if each["event"] == "hand-started"):
        own = None  # who is not dealt in has no part in the shuffle
    faults = [*check_seeds(context, committed, own), *check_deal(record, committed, given)]
    faults += check_openings(record, committed, context, given)
    return faults + (list(check_deck(record, committed, context)) if "server_seed" in record else [])


def verdict(name):
    try:
        return "; ".join(faults_of(json.loads(Path(name).read_bytes()))) or "proved"
    except (OSError, ValueError, LookupError, TypeError, AttributeError, OverflowError) as error:
        return f"no record of a deal, or it is damaged ({type(error).__name__})"


if __name__ == "__main__":
    verdicts = {name: verdict(name) for name in sys.argv[1:]}
    for each, found in verdicts.items():
        print(f"{each}: {found}")
    sys.exit(not verdicts or any(found != "proved" for found in verdicts.values()))
