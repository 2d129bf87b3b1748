"""Names that can be foretold."""

from itertools import count


class CountingIds:
    """`Ids` that count from 1."""

    def __init__(self, prefix: str = "id") -> None:
        self._prefix = prefix
        self._count = count(1)

    def new(self) -> str:
        """The next name; names sort in the order they were given, up to a million."""
        return f"{self._prefix}-{next(self._count):06}"
