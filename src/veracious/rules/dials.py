"""Every dial there is, as one frozen value: what a verdict was decided with."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, TypeVar

from veracious.domain.errors import DialsInvalid
from veracious.rules import digest
from veracious.rules.explaining.claimreview import RatingDials
from veracious.rules.explaining.counterfactual import AddedDials
from veracious.rules.explaining.explain import ExplainDials
from veracious.rules.explaining.plain import PlainDials
from veracious.rules.judging.aggregate import DecisiveDials
from veracious.rules.judging.belief import ReferenceBeliefDials
from veracious.rules.judging.calibration import Table
from veracious.rules.judging.claim_graph import GraphDials
from veracious.rules.judging.comparisons import ComparisonDials
from veracious.rules.judging.confidence import CapDials, ConfidenceDials
from veracious.rules.judging.conflicts import AnswerConflictDials, ConflictDials, Measure
from veracious.rules.judging.dimensions import DimensionDials
from veracious.rules.judging.judgements import HeardDials
from veracious.rules.judging.propagation import PropagationDials, ReferencePropagationDials
from veracious.rules.judging.quotes import ReferenceQuoteDials
from veracious.rules.judging.restated import RestatedDials
from veracious.rules.judging.selective import CarefulSelectiveDials, DecisionTable, SelectiveDials
from veracious.rules.judging.truth import SegmentDials
from veracious.rules.judging.verdicts import JudgingDials
from veracious.rules.ledger.compose import AskDials
from veracious.rules.ledger.findings import FindingDials
from veracious.rules.ledger.gates import AnswerGateDials
from veracious.rules.ledger.levels import LevelDials, SureDials
from veracious.rules.ledger.matching import MatchDials, ReferenceMatchDials
from veracious.rules.ledger.questions import HearingDials
from veracious.rules.ledger.revision import ReferenceRevisionDials, RevisionDials
from veracious.rules.ledger.spans import SpanDials
from veracious.rules.ranking.gate import GateDials, ReferenceGateDials, SupportingDials
from veracious.rules.ranking.hybrid import CarefulFilterDials, FilterDials, HybridDials
from veracious.rules.ranking.rerank import ReferenceRerankDials, RerankDials
from veracious.rules.reading.amounts import CompareDials
from veracious.rules.reading.answers import AnswerDials, ReferenceAnswerDials
from veracious.rules.reading.article import ArticleReadingDials
from veracious.rules.reading.checkworthy import WorthTable
from veracious.rules.reading.intake import ReadingDials
from veracious.rules.reading.kinds import KindDials
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.masthead import MastheadDials
from veracious.rules.reading.verifiable import VerifiableDials
from veracious.rules.seeking.acquisition import AcquisitionDials
from veracious.rules.seeking.article_targets import ArticleTargetDials, ReferenceEffortDials
from veracious.rules.seeking.current import CurrentDials
from veracious.rules.seeking.depth import DepthDials
from veracious.rules.seeking.extent import ExtentDials
from veracious.rules.seeking.fuse import FuseDials
from veracious.rules.seeking.lexical import LexicalDials
from veracious.rules.seeking.origins import OriginDials
from veracious.rules.seeking.own_text import OwnTextDials
from veracious.rules.seeking.passages import PassageDials
from veracious.rules.seeking.queries import QueryDials, ReferenceQueryDials
from veracious.rules.seeking.register import RegisterDials
from veracious.rules.seeking.remembered import MemoryDials
from veracious.rules.seeking.reviews import ReviewDials
from veracious.rules.seeking.targets import TargetDials
from veracious.rules.seeking.trackers import TrackerDials
from veracious.rules.seeking.triples import TripleDials
from veracious.rules.seeking.urls import UrlDials
from veracious.rules.spend import ForecastDials, SpendDials, StopDials
from veracious.rules.weighing.article_sufficiency import ArticleSufficiencyDials
from veracious.rules.weighing.coverage import ReferenceCoverageDials
from veracious.rules.weighing.evidence_trust import TrustDials
from veracious.rules.weighing.freshness import FreshnessDials
from veracious.rules.weighing.sufficiency import OverrideDials, SufficiencyDials

D = TypeVar("D", bound=Any)


@dataclass(frozen=True, slots=True)
class SeekingDials:
    """The groups of seeking."""

    queries: QueryDials = field(default_factory=QueryDials)
    urls: UrlDials = field(default_factory=UrlDials)
    lexical: LexicalDials = field(default_factory=LexicalDials)
    triples: TripleDials = field(default_factory=TripleDials)
    fuse: FuseDials = field(default_factory=FuseDials)
    origins: OriginDials = field(default_factory=OriginDials)
    passages: PassageDials = field(default_factory=PassageDials)
    register: RegisterDials = field(default_factory=RegisterDials)
    depth: DepthDials = field(default_factory=DepthDials)
    acquisition: AcquisitionDials = field(default_factory=AcquisitionDials)
    targets: TargetDials = field(default_factory=TargetDials)
    article_targets: ArticleTargetDials = field(default_factory=ArticleTargetDials)
    remembered: MemoryDials = field(default_factory=MemoryDials)
    reviews: ReviewDials = field(default_factory=ReviewDials)
    current: CurrentDials = field(default_factory=CurrentDials)


@dataclass(frozen=True, slots=True)
class RankingDials:
    """The groups of ranking."""

    hybrid: HybridDials = field(default_factory=HybridDials)
    gate: GateDials = field(default_factory=GateDials)
    supporting: SupportingDials = field(default_factory=SupportingDials)
    rerank: RerankDials = field(default_factory=RerankDials)


@dataclass(frozen=True, slots=True)
class WeighingDials:
    """The groups of weighing."""

    trust: TrustDials = field(default_factory=TrustDials)
    sufficiency: SufficiencyDials = field(default_factory=SufficiencyDials)
    freshness: FreshnessDials = field(default_factory=FreshnessDials)


@dataclass(frozen=True, slots=True)
class TellingDials:
    """The groups of telling."""

    explain: ExplainDials = field(default_factory=ExplainDials)
    plain: PlainDials = field(default_factory=PlainDials)
    added: AddedDials = field(default_factory=AddedDials)
    rating: RatingDials = field(default_factory=RatingDials)


@dataclass(frozen=True, slots=True)
class LedgerDials:
    """The groups of answers checked against documents."""

    answers: AnswerDials = field(default_factory=AnswerDials)
    match: MatchDials = field(default_factory=MatchDials)
    hearing: HearingDials = field(default_factory=HearingDials)
    conflicts: ConflictDials = field(default_factory=AnswerConflictDials)
    levels: LevelDials = field(default_factory=LevelDials)
    sure: SureDials = field(default_factory=SureDials)
    spans: SpanDials = field(default_factory=SpanDials)
    gates: AnswerGateDials = field(default_factory=AnswerGateDials)
    revision: RevisionDials = field(default_factory=RevisionDials)
    asking: AskDials = field(default_factory=AskDials)
    findings: FindingDials = field(default_factory=FindingDials)


@dataclass(frozen=True, slots=True)
class ArticleDials:
    """The groups of articles; none of them enters the report of a claim that is checked by itself."""

    extent: ExtentDials = field(default_factory=ExtentDials)
    masthead: MastheadDials = field(default_factory=MastheadDials)
    reading: ArticleReadingDials = field(default_factory=ArticleReadingDials)
    trackers: TrackerDials = field(default_factory=TrackerDials)
    own_text: OwnTextDials = field(default_factory=OwnTextDials)
    enough: ArticleSufficiencyDials = field(default_factory=ArticleSufficiencyDials)
    graph: GraphDials = field(default_factory=GraphDials)
    propagation: PropagationDials = field(default_factory=PropagationDials)
    dimensions: DimensionDials = field(default_factory=DimensionDials)


@dataclass(frozen=True, slots=True)
class Dials:
    """All groups. `Dials()` is what measured best; `Dials.reference()` has the numbers of the source documents."""

    reading: ReadingDials = field(default_factory=ReadingDials)
    compare: CompareDials = field(default_factory=CompareDials)
    kinds: KindDials = field(default_factory=KindDials)
    verifiable: VerifiableDials = field(default_factory=VerifiableDials)
    seeking: SeekingDials = field(default_factory=SeekingDials)
    ranking: RankingDials = field(default_factory=RankingDials)
    weighing: WeighingDials = field(default_factory=WeighingDials)
    judging: JudgingDials = field(default_factory=JudgingDials)
    telling: TellingDials = field(default_factory=TellingDials)
    ledger: LedgerDials = field(default_factory=LedgerDials)
    article: ArticleDials = field(default_factory=ArticleDials)
    spend: SpendDials = field(default_factory=SpendDials)
    stop: StopDials = field(default_factory=StopDials)
    forecast: ForecastDials = field(default_factory=ForecastDials)

    def measure(self, lexicon: Lexicon) -> Measure:
        """What amounts are read and compared with."""
        judging = self.judging
        return Measure(lexicon, self.reading.amounts, self.compare, judging.conflicts, judging.restated, judging.comparisons)

    @staticmethod
    def reference() -> "Dials":
        """The source documents' own numbers and rules, where the default departs from them.

        A refuted subclaim closes the override, faint dissent leaves a part open, silence counts as agreement, confidence takes truth as
        it is and is held up by votes of contradiction alone, similarity is scaled over all candidates, ten are asked of a finder,
        contradicting evidence is of less quality, parts are joined as seed E joins them (one refuted part refutes, supported beside
        unknown parts is mixed), the judge is asked about a denial as it stands, evidence without the core name never counts, the
        relevance model orders and does not weigh, anchors and words weigh more than relevance, quotes are shorter and one of a passage is
        read, no words of a quote turn a refutation, the judge reads fewer pieces of an origin, in an answer too a conflict turns every
        support, a search of the web ends when the relaxed gate passes, decided or not, no decision is fitted, age supersedes nothing, the
        claims of an article pass on all they have, without bounds, and one that can do no harm is worth no search.
        """
        enough = SufficiencyDials(coverage=ReferenceCoverageDials(), override=OverrideDials(refuted_closes=True), stanced=False)
        joined = DecisiveDials(unknown_parts_mix=True, refuted_part_refutes=True)
        sure, caps = ConfidenceDials(as_printed=True), CapDials(votes_both=False)
        heard = HeardDials(whole_claim=False, without_denial=False)
        judged = JudgingDials(
            quotes=ReferenceQuoteDials(),
            heard=heard,
            restated=RestatedDials(is_heeded=False),
            comparisons=ComparisonDials(is_heeded=False),
            confidence=sure,
            caps=caps,
            decisive=joined,
            segment=SegmentDials(lowers_refutation=True),
            belief=ReferenceBeliefDials(),
            selective=SelectiveDials(on=False),
        )
        hybrid = HybridDials(filters=FilterDials(scaled_over_found=False))
        ranked = RankingDials(hybrid=hybrid, gate=ReferenceGateDials(), rerank=ReferenceRerankDials())
        return Dials(
            ranking=ranked,
            seeking=SeekingDials(queries=ReferenceQueryDials(), article_targets=ArticleTargetDials(effort=ReferenceEffortDials())),
            weighing=WeighingDials(sufficiency=enough, freshness=FreshnessDials(on=False)),
            judging=judged,
            ledger=LedgerDials(
                ReferenceAnswerDials(),
                ReferenceMatchDials(),
                HearingDials(title_compared=True),
                ConflictDials(),
                gates=AnswerGateDials(weak_counts=1.0),
                revision=ReferenceRevisionDials(),
            ),
            article=ArticleDials(propagation=ReferencePropagationDials()),
            stop=StopDials(relaxed_decided=False),
        )

    def for_domain(self, name: str) -> "Dials":
        """The dials for claims of a domain, by the name that the worker contract gives it: seed A §2.

        A claim about `health` without a trait of its own is weighed as one about a therapy, one about `science` as one of a mechanism; in
        both an unknown source counts less, and only a more credible one decides. Any other name changes nothing.
        """
        sets = self.ranking.hybrid.weights
        own = {"health": sets.therapeutic, "science": sets.mechanistic}.get(name)
        if own is None:
            return self
        unknown = replace(self.ranking.hybrid.filters, unknown_credibility=CarefulFilterDials().unknown_credibility)
        hybrid = replace(self.ranking.hybrid, weights=replace(sets, general=own), filters=unknown)
        selective = replace(self.judging.selective, credible=CarefulSelectiveDials().credible)
        return replace(self, ranking=replace(self.ranking, hybrid=hybrid), judging=replace(self.judging, selective=selective))

    def written(
        self,
        lexicon: Lexicon,
        calibration: Table | None = None,
        decision_table: DecisionTable | None = None,
        worth_table: WorthTable | None = None,
    ) -> bytes:
        """Every number, and the digest of every word list and of the fitted tables, as a record keeps them.

        The weights of worthiness are counted where they are used: in the records of articles.
        """
        fitted = {"calibration": calibration, "decision": decision_table, "checkworthy": worth_table}
        tables = {name: digest.of(table, name) for name, table in fitted.items() if table is not None}
        return digest.canonical({"dials": self, "lexicon": dict(lexicon.digests), **tables})

    def digest(self, lexicon: Lexicon) -> str:
        """What a record names."""
        return digest.of_bytes(self.written(lexicon), "dials")


# What stood in the place of a dial before there was one. Records that were made without it replay with this.
BEFORE: Mapping[str, Any] = MappingProxyType(
    {
        "judging": {
            "conflicts": {"told_ends": False},
            "cascade": {"agreed_at_least": 0.0, "shared_from": 0.0, "quote_read": False},
            "heard": {"whole_claim": False},
            "rest": {"by_claim": False},
            "quotes": {
                name: getattr(ReferenceQuoteDials(), name) for name in ("with_title", "read_twice", "settles_alone", "quotes_at_most")
            },
            "restated": {"is_heeded": False},
            "comparisons": {"is_heeded": False},
            "selective": {"on": False, "parts_together": False, "disputed": 0.0},
        },
        "ledger": {
            "conflicts": {name: getattr(ConflictDials(), name) for name in ("to_refutes", "sure_from", "loosely_to_refutes")}
            | {"told_ends": False},
            "gates": {"conflict_named": False, "critical_uncited_at_most": -1, "weak_counts": 1.0},
            "hearing": {"title_compared": True},
            "levels": {"whole_leans_for": False},
            "match": {"across": True, "dated": False},
        },
        "ranking": {"gate": {"any_name": False, "one_counts": False}},
        "reading": {"refuse": {"is_lenient": False, "assumes": False, "reads_headlines": False}},
        "seeking": {
            "current": {name: getattr(CurrentDials(), name) for name in ("hours_between", "hours_after_failure", "addresses_at_most")}
        },
        "telling": {
            "explain": {
                "mixed_support_first": False,
                "sides_named": False,
                "dissent_from": 0.0,
                "undecided_told": False,
                "low_rating_told": False,
            }
        },
        "weighing": {"freshness": {"on": False, "sure_from": 0.0, "counts_age": False}, "trust": {"unrated_apart": False}},
    }
)


# Dials that there were and are no more. One may stand here only if no value of it could change what a record holds.
GONE = frozenset(
    ("spend.reserved_facts_calls",)  # calls kept for a language model that reads facts: none was ever asked, so none was ever kept
)


def completed(written: Mapping[str, Any]) -> dict[str, Any]:
    """Written dials in the form of today: without those that are gone, and with those that were added at what stood in their place."""
    return _with(_without(written, ""), BEFORE)


def _without(written: Mapping[str, Any], path: str) -> dict[str, Any]:
    left = ((name, value) for name, value in written.items() if f"{path}{name}" not in GONE)
    return {name: _without(value, f"{path}{name}.") if isinstance(value, Mapping) else value for name, value in left}


def _with(written: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    found = dict(written)
    for name, value in before.items():
        if isinstance(value, Mapping):
            found[name] = _with(found.get(name, {}), value)
        else:
            found.setdefault(name, value)
    return found


def changed(dials: Dials, changes: Mapping[str, Any]) -> Dials:
    """The dials with some numbers changed: `{"seeking": {"queries": {"limit": 20}}}`. A name or a kind that is not there is refused."""
    return _changed(dials, changes, "")


def _changed(group: D, changes: Mapping[str, Any], path: str) -> D:
    there = {one.name for one in fields(group)}
    found: dict[str, Any] = {}
    for name, value in changes.items():
        where = f"{path}{name}"
        if name not in there:
            raise DialsInvalid(f"there is no {where}; there are {', '.join(path + one for one in sorted(there))}")
        old = getattr(group, name)
        if is_dataclass(old) != isinstance(value, Mapping):
            raise DialsInvalid(f"{where} is {'a group: write an object' if is_dataclass(old) else 'a dial: write one value'}")
        found[name] = _changed(old, value, f"{where}.") if is_dataclass(old) and not isinstance(old, type) else _fitting(old, value, where)
    try:
        return replace(group, **found)
    except ValueError as refused:
        raise DialsInvalid(f"{path}: {refused}") from refused


def _fitting(old: Any, value: Any, where: str) -> Any:
    """The value in the kind of the one it replaces."""
    if isinstance(old, tuple | frozenset) and isinstance(value, list):
        return type(old)(value)
    if isinstance(old, float) and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if isinstance(old, StrEnum) and isinstance(value, str):
        try:
            return type(old)(value)
        except ValueError:
            raise DialsInvalid(f"{where} is one of {', '.join(type(old))}") from None
    if type(old) is not type(value):
        raise DialsInvalid(f"{where} is {old!r}, a {type(old).__name__}; {value!r} does not fit")
    return value
