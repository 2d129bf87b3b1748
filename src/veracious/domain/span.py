"""A stretch of a text, by character offsets."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """The characters `[start, end)` of some text."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"a span runs forward from 0: [{self.start}, {self.end})")

    def of(self, text: str) -> str:
        """The characters of `text` that this span covers."""
        return text[self.start : self.end]

    def shifted(self, by: int) -> "Span":
        """The same stretch, seen from a text in which it begins `by` characters later."""
        return Span(self.start + by, self.end + by)

    def overlaps(self, other: "Span") -> bool:
        """Whether the two share at least one character."""
        return self.start < other.end and other.start < self.end
