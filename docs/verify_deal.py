"""Checks records of fair deals without Railbird: `python verify_deal.py FILE...`. Exit code 1 if anything is wrong.

A second implementation of docs/fairness.md, with nothing but Python's standard library. It checks that seeds fit their
commitments, that every opening leads to the root, that every card that was seen was opened at the place it was dealt
from, and, once the server's seed is opened, that the whole deck follows from the seeds.
"""

import hmac
import json
import sys
from base64 import b64decode
from hashlib import sha256
from pathlib import Path

PACK = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]


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


def faults_of(record):
    table = record["table"].encode()
    context = digest(b"railbird fair deal 1", len(table).to_bytes(2, "big"), table, record["hand"].to_bytes(8, "big"))
    resumed, own = record.get("resumed", {}), record.get("own")
    events = [event for step in record.get("steps", []) for event in step]
    committed = resumed.get("committed") or next((each for each in events if each["event"] == "deal-committed"), None)
    if committed is None:
        return ["nothing was committed to"]
    faults, roots, seeds = [], [b64decode(root) for root in committed["roots"]], b""
    for share in sorted(committed.get("seeds", []), key=lambda share: share["seat"]):
        if seed := b64decode(share.get("seed") or ""):
            seeds += bytes([share["seat"]]) + seed
            if digest(b"seat", context, bytes([share["seat"]]), seed) != b64decode(share["commitment"]):
                faults.append(f"the seed of seat {share['seat']} is not the one committed to")
    if own and (own["server"] != committed["server"] or (own.get("opened") and own["seed"] not in str(committed))):
        faults.append("your seed is not in the shuffle, or the server has changed its own")

    to, opened, seen, top = {}, {}, [], 0
    for event in [{"event": "resumed", **each} for each in resumed.get("dealt", [])] + events:
        if event["event"] in ("deck-dealt", "resumed"):
            order = event.get("order", 0)
            places = event["places"] if order else range(top, top + len(event["to"]))
            top += 0 if order else len(event["to"])
            to.update({(order, place): seat for place, seat in zip(places, event["to"], strict=False)})
    for where in (
        resumed.get("opened", []),
        record.get("own_openings", []),
        *(each.get("openings", []) for each in events),
    ):
        for opening in where:
            place = opening.get("order", 0), opening["place"]
            opened[place] = opening["card"]
            if place[0] >= len(roots) or not leads_to(context, opening, roots[place[0]]):
                faults.append(f"the opening of {opening['card']} does not lead to what was committed to")
            if to.get(place) == -1:
                faults.append(f"{opening['card']} was opened, and it was burned")
    for event in events:
        seen += [(record.get("seat"), card) for card in event.get("new", [])]
        seen += [(event.get("seat", 0), card) for card in event.get("up", [])]
        if event["event"] in ("board-dealt", "hand-shown"):
            seen += [(event.get("seat", 0), card) for card in event["cards"]]
    for seat, card in seen:
        if not any(opened.get(place) == card for place, recipient in to.items() if recipient == seat):
            faults.append(f"{card} of {'seat ' + str(seat) if seat else 'the board'} was not opened where it was dealt")

    if "server_seed" in record:
        seed, jokers = b64decode(record["server_seed"]), committed.get("jokers", 0)
        ranks = (committed["cards"] - jokers) // 4
        pack = [card for at in range(0, 52, 13) for card in PACK[at + 13 - ranks : at + 13]] + ["X"] * jokers
        key = hmac.digest(seed, b"key" + context + seeds, "sha256")
        if digest(b"server", context, seed) != b64decode(committed["server"]):
            faults.append("the opened seed is not the one that the server committed to")
        if roots != [order_root(context, key, order, pack) for order in range(len(roots))]:
            faults.append("the deck does not follow from the seeds")
    return faults


if __name__ == "__main__":
    wrong = False
    for name in sys.argv[1:]:
        found = faults_of(json.loads(Path(name).read_text(encoding="utf-8")))
        print(f"{name}: {'; '.join(found) or 'proved'}")
        wrong = wrong or bool(found)
    sys.exit(wrong)
