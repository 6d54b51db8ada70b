"""Token buckets: how often something may happen, for each of many keys."""

from __future__ import annotations

from collections import OrderedDict


class TokenBucket:
    """A token bucket: `burst` tokens at most, refilled at `rate` a second."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = float(burst)
        self._since = 0.0

    def spend(self, now: float, tokens: int = 1) -> bool:
        """Takes that many tokens at `now` seconds; returns False, and takes none, where too few are left."""
        self._tokens = min(self._burst, self._tokens + (now - self._since) * self._rate)
        self._since = now
        if self._tokens < tokens:
            return False
        self._tokens -= tokens
        return True

    def give_back(self) -> None:
        """Puts back a token that was taken."""
        self._tokens = min(self._burst, self._tokens + 1)

    def is_full(self, now: float) -> bool:
        """Whether at `now` seconds all tokens are there, as in a new bucket."""
        return self._tokens + (now - self._since) * self._rate >= self._burst


class TokenBuckets:
    """A token bucket for each key; a bucket that is full again is dropped. A rate of 0 is no limit."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def spend(self, key: str, now: float) -> bool:
        """Takes one token of a key at `now` seconds; returns False where none is left."""
        if not self._rate:
            return True
        if key not in self._buckets:
            self._buckets[key] = TokenBucket(self._rate, self._burst)
        self._buckets.move_to_end(key)
        allowed = self._buckets[key].spend(now)
        while self._buckets and next(iter(self._buckets.values())).is_full(now):  # first the one unused for longest
            self._buckets.popitem(last=False)
        return allowed

    def give_back(self, key: str) -> None:
        """Puts back a token of a key that was taken."""
        if key in self._buckets:
            self._buckets[key].give_back()
