"""What stands in the place of a part that could not be had: every question to it fails, with the reason and what to do."""

from collections.abc import Sequence

from veracious.domain.claim import Subclaim
from veracious.domain.errors import SourceUnavailable
from veracious.domain.evidence import Candidate, Evidence, Query, Snapshot
from veracious.domain.stance import Judgement, Stance


class Absent:
    """A `Finder`, `Embedder`, `Judge`, `Scales`, `Relevance` and `Shelf` that is not there."""

    def __init__(self, why: str) -> None:
        self._why = why

    async def find(self, query: Query, limit: int) -> Sequence[Candidate]:
        """Fails."""
        raise SourceUnavailable(self._why)

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Fails."""
        raise SourceUnavailable(self._why)

    async def judge(self, pairs: Sequence[tuple[Subclaim, Evidence]]) -> Sequence[Judgement]:
        """Fails."""
        raise SourceUnavailable(self._why)

    async def weigh(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Stance | None]:
        """Fails."""
        raise SourceUnavailable(self._why)

    async def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """Fails."""
        raise SourceUnavailable(self._why)

    async def put(self, snapshot: Snapshot) -> Sequence[Evidence]:
        """Fails."""
        raise SourceUnavailable(self._why)

    async def open(self, digest: str) -> Snapshot:
        """Fails."""
        raise SourceUnavailable(self._why)
