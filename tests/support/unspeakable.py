"""What speech cannot say, or says badly: signs, boxes, marks between thousands, and bare letters for cards."""

from __future__ import annotations

import re

_CARD = r"(?<![\w'])(?!As [A-Za-z])(?:10|[2-9TJQKA])[cdhs](?![\w'])"
UNSPEAKABLE = re.compile(rf"[♠♥♦♣−·\[\]—–%~<>|\u2500-\u25ff]|{_CARD}|\d,\d{{3}}|(?<!\w)[2-9TJQKA]-[2-9TJQKA]\b")
"""Matches what no sentence of speech may hold; "As" at the beginning of a clause is no ace."""
