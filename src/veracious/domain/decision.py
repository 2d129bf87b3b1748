"""A verdict in the making: what is known, what is drafted, and which guards changed the draft."""

from dataclasses import dataclass, field, replace

from veracious.domain.belief import Belief
from veracious.domain.claim import Trait
from veracious.domain.record import ADDED
from veracious.domain.trust import Sufficiency
from veracious.domain.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Facts:
    """What a decision rests on; nothing else is looked at."""

    parts: tuple[Verdict, ...]  # of each subclaim, in order, after the guards
    sufficiency: Sufficiency
    traits: frozenset[Trait]
    support: float  # strongest support of any subclaim, in [0, 1]
    refutation: float  # strongest refutation of any subclaim, in [0, 1]
    origins: int  # independent origins that take a side
    supporters: int = 0  # of them, those that support
    refuters: int = 0  # and those that refute
    drafted: tuple[Verdict, ...] = ()  # of each subclaim, before the guards
    numeric_conflict: bool = False  # an amount of the claim is excluded by a quote, and none agrees
    rationale: str = ""  # always empty: reasons are written after the verdict; it stays because records have it


@dataclass(frozen=True, slots=True)
class Acted:
    """A guard that changed the draft, and what it changed."""

    guard: str
    changed: str  # "verdict", "truth", "confidence", or several
    part: int | None = None  # the subclaim it acted on; the whole claim when none


@dataclass(frozen=True, slots=True)
class Draft:
    """A verdict with its truth and confidence, each in [0, 1], and the guards that made them so."""

    verdict: Verdict
    truth: float
    confidence: float
    acted: tuple[Acted, ...] = ()

    @property
    def truth_percent(self) -> float:
        """The truth score as it is shown."""
        return 100 * self.truth

    def signed(self, guard: str, after: "Draft") -> "Draft":
        """The draft after a guard, which signs if it changed something."""
        changed = [name for name in ("verdict", "truth", "confidence") if getattr(self, name) != getattr(after, name)]
        return replace(after, acted=(*self.acted, Acted(guard, ", ".join(changed)))) if changed else self


@dataclass(frozen=True, slots=True)
class Chances:
    """How likely it is that a part is supported, that it is refuted, and that what was found does not settle it; they sum to 1."""

    supported: float
    refuted: float
    unsettled: float


@dataclass(frozen=True, slots=True)
class Decision:
    """Everything a verdict was made of."""

    drafted: Draft  # before the guards
    draft: Draft  # after them
    facts: Facts
    beliefs: tuple[Belief, ...]  # of each subclaim
    quality: float  # of the evidence, in [0, 1]
    chances: tuple[Chances, ...] = field(default=(), metadata=ADDED)  # of each subclaim, where a table was fitted for the judge
