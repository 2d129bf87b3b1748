"""Why a claim was left undecided, in one sentence: what a reader would have to find, or to trust, for a verdict."""

from collections.abc import Sequence
from types import MappingProxyType

from veracious.domain.decision import Decision
from veracious.domain.trust import Weighed
from veracious.domain.verdict import Verdict
from veracious.rules.explaining.explain import ExplainDials
from veracious.rules.judging import cascade, selective
from veracious.rules.judging.selective import SelectiveDials, Withheld
from veracious.rules.weighing.evidence_trust import side

_WITHHELD = MappingProxyType(
    {
        Withheld.UNRATED: "but only sources that nobody has rated say so",
        Withheld.ONE_STORY: "but all who say so carry one story",
        Withheld.NOT_CREDIBLE: "but no source that says so is credible enough",
    }
)
_DECIDED = (("supported", "supports", Verdict.SUPPORTED), ("refuted", "refutes", Verdict.REFUTED))
Doubts = frozenset[tuple[int, str]]


def why(decision: Decision, weighed: Sequence[Weighed], doubted: Doubts, selected: SelectiveDials, dials: ExplainDials) -> str:
    """Why the first part that is open was not decided; empty where the claim is decided, or is not to be explained.

    Formula: Why a claim is undecided. From ours.

        nothing, unless undecided_told; else of the first open part, the first that holds:
        nothing found takes a side
        it rests on one origin on whose side the two judges disagree
        a side is likely enough (≥ decided), and withheld: nobody rated it, one story, or nobody credible
        a side is likelier than not, and less than decided
        the sides are about as likely

    Dials: undecided_told of ExplainDials; decided of SelectiveDials.
    """
    if decision.draft.verdict is not Verdict.NOT_ENOUGH_EVIDENCE or not dials.undecided_told:
        return ""
    part = decision.facts.parts.index(Verdict.NOT_ENOUGH_EVIDENCE)
    pieces = [piece for piece in weighed if piece.subclaim == part and piece.quote.text]
    if all(side(piece.stance) == "neutral" for piece in pieces):
        return "Nothing that was found takes a side."
    if any(cascade.agreed(verdict, weighed, part, doubted) is not verdict for _, _, verdict in _DECIDED):
        return "The two judges disagree on the only origin that takes a side."
    return _by_chance(decision, weighed, part, selected) if decision.chances else ""


def _by_chance(decision: Decision, weighed: Sequence[Weighed], part: int, dials: SelectiveDials) -> str:
    found = decision.chances[part]
    chance, word, towards = max((getattr(found, word), word, towards) for word, towards, _ in _DECIDED)
    withheld = selective.withheld(weighed, part, towards, dials)
    if chance >= dials.decided:
        return f"The chance that it is {word} is {chance:.2f}, {_WITHHELD[withheld]}." if withheld else ""
    if chance >= dials.leaning:
        return f"The chance that it is {word} is {chance:.2f}; a verdict is given from {dials.decided:.2f} on."
    return "What was found speaks too weakly for either side."
