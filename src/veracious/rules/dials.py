"""Every dial there is, as one frozen value: what a verdict was decided with."""

from dataclasses import dataclass, field

from veracious.rules import digest
from veracious.rules.reading.amounts import CompareDials
from veracious.rules.reading.intake import ReadingDials
from veracious.rules.reading.kinds import KindDials
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.verifiable import VerifiableDials
from veracious.rules.spend import SpendDials


@dataclass(frozen=True, slots=True)
class Dials:
    """All groups. `Dials()` is what measured best; `Dials.reference()` has the numbers of the source documents."""

    reading: ReadingDials = field(default_factory=ReadingDials)
    compare: CompareDials = field(default_factory=CompareDials)
    kinds: KindDials = field(default_factory=KindDials)
    verifiable: VerifiableDials = field(default_factory=VerifiableDials)
    spend: SpendDials = field(default_factory=SpendDials)

    @staticmethod
    def reference() -> "Dials":
        """The source documents' own numbers; so far no default departs from them."""
        return Dials()

    def digest(self, lexicon: Lexicon) -> str:
        """What a record names: every number, and every word list."""
        return digest.of({"dials": self, "lexicon": dict(lexicon.digests)}, "dials")
