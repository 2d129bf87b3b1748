"""Given reviews, that can fail."""

from collections.abc import Sequence

from veracious.domain.errors import SourceUnavailable
from veracious.domain.web import Review
from veracious.rules.reading import words
from veracious.rules.reading.lexicon import Lexicon


class MemoryReviews:
    """`Reviews` over given ones; `calls` counts what was asked, failed calls too."""

    def __init__(self, reviews: Sequence[Review], lexicon: Lexicon, down: bool = False) -> None:
        self._given, self._lexicon, self._down = tuple(reviews), lexicon, down
        self.calls = 0

    async def look_up(self, claim: str, limit: int) -> Sequence[Review]:
        """The reviews of claims that share a word with this one, most shared words first."""
        self.calls += 1
        if self._down:
            raise SourceUnavailable("the reviews are down")
        wanted = frozenset(words.content(claim, self._lexicon))
        shares = [(words.share(wanted, frozenset(words.content(one.claim, self._lexicon))), one) for one in self._given]
        return tuple(one for share, one in sorted(shares, key=lambda pair: -pair[0]) if share > 0)[: max(0, limit)]
