"""A judge that knows the answers beforehand."""

from collections.abc import Mapping, Sequence

from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Evidence, Quote
from veracious.domain.stance import Judgement, Stance


class TableJudge:
    """A `Judge` that looks pairs up by the subclaim's text and the evidence's id, and quotes the whole passage."""

    def __init__(self, table: Mapping[tuple[str, str], Stance]) -> None:
        self._table = dict(table)

    async def judge(self, pairs: Sequence[tuple[Subclaim, Evidence]]) -> Sequence[Judgement]:
        """A judgement for each pair in the table, in the order of the pairs; the others are absent."""
        return tuple(
            Judgement(subclaim.text, evidence.id, _quote(evidence), self._table[subclaim.text, evidence.id])
            for subclaim, evidence in pairs
            if (subclaim.text, evidence.id) in self._table
        )


def _quote(evidence: Evidence) -> Quote:
    return Quote(evidence.passage.snapshot, evidence.passage.span, evidence.passage.text)
