"""What a run tells: the verdict and everything that decided it."""

from dataclasses import dataclass, field

from veracious.domain.claim import Reading, Refusal
from veracious.domain.decision import Decision
from veracious.domain.evidence import Origin, Query
from veracious.domain.ranked import Admission, Ranked
from veracious.domain.record import ADDED
from veracious.domain.trust import FixedTrust, Weighed
from veracious.domain.verdict import Citation, Lean, Outcome, Probability, SubResult, Verdict
from veracious.domain.web import Review


@dataclass(frozen=True, slots=True)
class Judged:
    """One look at the stores: what was found, what counts, and what it decides."""

    admitted: tuple[Admission, ...]
    shown: tuple[str, ...]  # evidence in the order it is shown: a few of each domain, one of each origin
    supporting: tuple[Ranked, ...]  # the few shown as support, contradiction kept out
    set_aside: tuple[str, ...]  # evidence published after the claim's date: shown, never counted
    origins: tuple[Origin, ...]
    weighed: tuple[Weighed, ...]
    conflicts: tuple[str, ...]  # "claimed against found"
    quotes_rejected: int
    unjudged: int  # admissible pieces that no judge read
    decision: Decision
    degraded: tuple[str, ...]  # sources that failed, by name
    refused: tuple[str, ...] = ()  # of these, what a budget did not allow and a verdict cannot do without: the look was cut short
    asked: int = 0  # pairs that the judge was asked about
    asked_again: int = 0  # pairs that a second judge, a language model, was asked about
    superseded: tuple[Weighed, ...] = field(default=(), metadata=ADDED)  # what older reports say of a state that newer ones say has changed
    doubted: tuple[tuple[int, str], ...] = field(default=(), metadata=ADDED)  # subclaim and evidence that two judges read differently
    unaided: tuple[str, ...] = ()  # of what is degraded, what a run can do without: a model that splits, a second judge


@dataclass(frozen=True, slots=True)
class ExplanationSentence:
    """A sentence of an explanation and the evidence it cites."""

    text: str
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """A finished run. Without a verdict there is a refusal or a cause; a partial run may have known too little for a verdict."""

    outcome: Outcome
    verdict: Verdict | None = None
    reading: Reading | None = None
    refusal: Refusal | None = None
    cause: str = ""  # of a failed run, or of a partial one without a verdict
    judged: Judged | None = None
    fixed_trust: FixedTrust | None = None
    executed: tuple[Query, ...] = ()  # searches of the open web
    stop: str = ""  # the rule that ended the search
    skipped: tuple[tuple[str, int], ...] = ()  # addresses not read, counted by reason
    reviews: tuple[Review, ...] = ()  # what fact-checkers have published on the claim or a part of it
    explanation: tuple[ExplanationSentence, ...] = ()
    sub_results: tuple[SubResult, ...] = ()  # of a claim of several parts
    citations: tuple[Citation, ...] = ()
    missing: tuple[str, ...] = ()  # subclaims without a decisive answer
    would_change: tuple[str, ...] = ()
    band: str = ""  # the word for the probability; where none was measured, for the score, and not told
    probability: Probability | None = None  # of each verdict, where it was measured for these models
    lean: Lean | None = field(default=None, metadata=ADDED)  # beside not_enough_evidence, where one side is likelier
    undecided: str = field(default="", metadata=ADDED)  # beside not_enough_evidence, why nothing was decided

    def __post_init__(self) -> None:
        if (self.verdict is not None) and not self.outcome.may_have_verdict:
            raise ValueError(f"a {self.outcome} run has no verdict")
