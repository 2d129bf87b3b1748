"""Why a claim was left undecided, in one sentence: what a reader would have to find, or to trust, for a verdict."""

from collections.abc import Sequence
from dataclasses import dataclass
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
        Withheld.UNRATED: "but nobody says so who is rated as credible",
        Withheld.ONE_STORY: "but all who say so carry one story",
        Withheld.NOT_CREDIBLE: "but no source that says so is credible enough",
    }
)
_DECIDED = (("supported", "supports", Verdict.SUPPORTED), ("refuted", "refutes", Verdict.REFUTED))


@dataclass(frozen=True, slots=True)
class DecisionBasis:
    """What was weighed, on which of it the two judges disagree, and whether chances were measured for who judged."""

    weighed: Sequence[Weighed]
    doubted: frozenset[tuple[int, str]] = frozenset()
    is_measured: bool = True


def why(decision: Decision, basis: DecisionBasis, selected: SelectiveDials, dials: ExplainDials) -> str:
    """Why the first part that is open was not decided; empty where the claim is decided, or is not to be explained.

    Formula: Why a claim is undecided. From ours.

        nothing, unless undecided_told; else of the first open part, the first that holds:
        nothing found takes a side
        all that takes one is of one origin, and the two judges disagree on it
        nobody who takes the likelier side may decide it: not rated, one story, or not credible enough
        the likelier side is likelier than not (≥ leaning), and less than decided
        neither is
        of several parts it is said which is meant; no chance is told where a language model judged

    Dials: undecided_told of ExplainDials; decided, leaning of SelectiveDials.
    """
    weighed, doubted, is_measured = basis.weighed, basis.doubted, basis.is_measured
    if decision.draft.verdict is not Verdict.NOT_ENOUGH_EVIDENCE or not dials.undecided_told:
        return ""
    part = decision.facts.parts.index(Verdict.NOT_ENOUGH_EVIDENCE)
    sided = [piece for piece in weighed if piece.subclaim == part and piece.quote.text and side(piece.stance) != "neutral"]
    of_part = f"Of part {part + 1}: " if len(decision.facts.parts) > 1 else ""
    if not sided:
        return f"{of_part}Nothing that was found takes a side."
    is_sole = len({piece.origin for piece in sided}) == 1
    if is_sole and any(cascade.agreed(verdict, weighed, part, doubted) is not verdict for _, _, verdict in _DECIDED):
        return f"{of_part}The two judges disagree on the only origin that takes a side."
    reason = _by_chance(decision, weighed, part, selected) if decision.chances and is_measured else ""
    return reason and of_part + reason


def _by_chance(decision: Decision, weighed: Sequence[Weighed], part: int, dials: SelectiveDials) -> str:
    found = decision.chances[part]
    chance, word, towards = max((getattr(found, word), word, towards) for word, towards, _ in _DECIDED)
    withheld = selective.withheld(weighed, part, towards, dials)
    rounded, least = f"{chance:.2f}", f"{dials.decided:.2f}"
    told = f"The chance that it is {word} is {f'{chance:.4f}' if rounded == least else rounded}"
    if chance >= dials.leaning and withheld:
        return f"{told}, {_WITHHELD[withheld]}."
    if chance >= dials.decided:
        return ""  # a guard of the whole claim held it back
    if chance >= dials.leaning:
        return f"{told}; a verdict is given from {least} on."
    return "What was found makes neither side likely."
