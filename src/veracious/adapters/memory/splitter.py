"""A splitter that knows the parts beforehand."""

from collections.abc import Mapping, Sequence

from veracious.domain.claim import Claim
from veracious.domain.errors import SourceUnavailable


class TableSplitter:
    """A `Splitter` that looks the parts of a claim up by its text; it does not know other claims."""

    def __init__(self, table: Mapping[str, Sequence[str]]) -> None:
        self._table = {text: tuple(parts) for text, parts in table.items()}

    async def split(self, claim: Claim) -> Sequence[str]:
        """The parts of a claim in the table."""
        if claim.text not in self._table:
            raise SourceUnavailable(f"no parts are written down for {claim.text!r}")
        return self._table[claim.text]
