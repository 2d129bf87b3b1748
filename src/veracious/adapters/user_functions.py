"""A caller's own function as a finder or a judge. What it raises is a source that failed, never an answer."""

import asyncio
import inspect
from collections.abc import Callable, Sequence
from typing import Any

from veracious.domain.claim import Subclaim
from veracious.domain.document import Document
from veracious.domain.errors import SourceMalformed, SourceUnavailable
from veracious.domain.evidence import Candidate, Evidence, Query, Snapshot
from veracious.domain.stance import Judgement, Stance
from veracious.ports import Opinion, Search, Shelf
from veracious.rules.judging import quotes
from veracious.rules.judging.quotes import QuoteDials
from veracious.rules.reading.lexicon import Lexicon

ROUNDING = 1e-6


class OwnFinder:
    """A `Finder` over a function that gives documents for a query, best first; they are shelved, for quotes to be checked against them."""

    def __init__(self, search: Search, shelf: Shelf, snapshot: Callable[[Document], Snapshot]) -> None:
        self._search = search
        self._shelf = shelf
        self._snapshot = snapshot

    async def find(self, query: Query, limit: int) -> Sequence[Candidate]:
        """The passages of what it gives, in its order."""
        given = list(await _answer(self._search, query.text, limit))
        if not all(isinstance(one, Document) for one in given):
            raise SourceMalformed("your search gave something that is no `veracious.Document`")
        pieces = [piece for one in given[:limit] for piece in await self._shelf.put(self._snapshot(one))]
        return tuple(Candidate(piece, "text", 1 / rank, rank) for rank, piece in enumerate(pieces[:limit], 1))


class OwnJudge:
    """A `Judge` and `Scales` over a function that says of a claim and a quote how likely it supports, refutes, or does neither."""

    def __init__(self, opinion: Opinion, lexicon: Lexicon, dials: QuoteDials) -> None:
        self._opinion = opinion
        self._lexicon = lexicon
        self._dials = dials

    async def judge(self, pairs: Sequence[tuple[Subclaim, Evidence]]) -> Sequence[Judgement]:
        """A judgement for each pair, in their order."""
        return [await self._judged(part, piece) for part, piece in dict.fromkeys(pairs)]

    async def weigh(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Stance | None]:
        """How each text stands toward its claim, in their order."""
        return [await self._stance(claim, text) for claim, text in pairs]

    async def _judged(self, part: Subclaim, piece: Evidence) -> Judgement:
        quote = quotes.pick(quotes.read(piece, self._lexicon), quotes.wanted(part, self._lexicon), self._dials)
        return Judgement(part.text, piece.id, quote, await self._stance(part.text, quote.text))

    async def _stance(self, claim: str, text: str) -> Stance:
        given = await _answer(self._opinion, claim, text)
        try:
            shares = [float(share) for share in given]
            if len(shares) != 3 or min(shares) < 0 or abs(sum(shares) - 1) > ROUNDING:
                raise ValueError(f"{given!r}")
        except (TypeError, ValueError) as wrong:
            raise SourceMalformed(f"your judge must give three shares that sum to 1: supports, refutes, neutral ({wrong})") from wrong
        return Stance(*shares)


async def _answer(function: Callable[..., Any], *given: object) -> Any:
    """What a function says, awaited if it is to be, and in a thread if not."""
    try:
        if inspect.iscoroutinefunction(function):
            return await function(*given)
        return await asyncio.to_thread(function, *given)
    except Exception as failed:
        raise SourceUnavailable(f"your own function failed: {type(failed).__name__}: {failed}") from failed
