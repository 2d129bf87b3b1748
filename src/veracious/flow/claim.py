"""A claim from intake to a report. The page everyone reads: effects and rules alternate, and nothing else happens here.

1. intake: clean, refuse, read
2. decompose: a model when there is one, rules otherwise
3. find, fuse, rank, admit, rerank, judge, weigh, decide (`look`)
4. enough, and the cache gate passes: the verdict part_ages
5. else the corrective loop (`pursue`): search, read, shelve, look again, until a stop rule fires or the budget ends: `partial`
6. explanation (`tell`), and what would change it
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from veracious.domain.claim import Reading, Refusal
from veracious.domain.errors import SourceError
from veracious.domain.report import Judged, Report
from veracious.domain.verdict import Outcome, Probability, Verdict
from veracious.flow.assess import look
from veracious.flow.explain import tell
from veracious.flow.run import Run
from veracious.flow.web_loop import pursue
from veracious.rules import digest
from veracious.rules.explaining import counterfactual, explain, results, undecided
from veracious.rules.explaining.results import Words
from veracious.rules.explaining.undecided import DecisionBasis
from veracious.rules.judging import cache_gate, calibration, selective
from veracious.rules.judging.cache_gate import PartAges, RestDials
from veracious.rules.judging.verdicts import Question
from veracious.rules.ranking.recency import age_days
from veracious.rules.reading import intake
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.weighing import evidence_trust
from veracious.rules.weighing.evidence_trust import side


async def verify(text: str, as_of: date, run: Run, context: Sequence[str] = ()) -> Report:
    """The report on a claim, with the names that came with it. A refused or failed run has no verdict: an error is never evidence."""
    reading = intake.read(text, as_of, run.lexicon, run.dials.reading, context)
    if isinstance(reading, Refusal):
        return Report(Outcome.REFUSED, refusal=reading)
    parts, unsplit = await _decompose(reading, run)
    run = run if parts is reading else replace(run, calibration=None)  # no probability was measured with a model's parts
    reading = parts
    try:
        judged = await look(reading, run)
        judged = replace(judged, degraded=tuple(sorted({*judged.degraded, *unsplit})), unaided=(*judged.unaided, *unsplit))
        ages = part_ages(reading, judged, run.dials.judging.rest, run.lexicon)
        if set(judged.degraded) <= set(judged.unaided) and not cache_gate.barred(judged.decision, ages, run.dials.judging.rest):
            return await finished(reading, judged, run, Report(Outcome.COMPLETED_FROM_CACHE, stop="sufficient"))
        pursued = await pursue(reading, judged, run)
    except SourceError as failed:
        return Report(Outcome.FAILED, reading=reading, cause=str(failed))
    outcome = Outcome.PARTIAL if pursued.stop == "budget" else Outcome.COMPLETED
    report = Report(outcome, executed=pursued.executed, stop=pursued.stop, skipped=pursued.skipped, reviews=pursued.reviews)
    return await finished(reading, pursued.judged, run, report)


async def _decompose(reading: Reading, run: Run) -> tuple[Reading, tuple[str, ...]]:
    """The parts a model makes of the claim, if they are made of its words; those of the rules otherwise, and a mark."""
    dials = run.dials.reading
    if run.tools.splitter is None or not (dials.split.enabled and dials.split.by_model):
        return reading, ()
    if len(reading.claim.text) < dials.split.claim_chars_at_least:
        return reading, ()
    try:
        texts = await run.tools.splitter.split(reading.claim)
    except SourceError as failed:
        return reading, (str(failed),)
    if len(texts) < 2:
        return reading, ()
    divided = intake.divide(reading, texts, run.lexicon, dials)
    return (reading, ("the model's parts were not made of the claim's words",)) if divided is None else (divided, ())


def part_ages(reading: Reading, judged: Judged, dials: RestDials, lexicon: Lexicon) -> tuple[PartAges, ...]:
    """What each decided part part_ages on, and how old that may be; of old, everything that takes a side, for all parts alike."""
    as_of = reading.claim.as_of
    published = {entry.ranked.evidence.id: entry.ranked.evidence.published for entry in judged.admitted}
    ages = [(piece.subclaim, side(piece.stance), age_days(published[piece.evidence], as_of)) for piece in judged.weighed]
    if not dials.by_claim:
        return (PartAges(tuple(age for _, towards, age in ages if towards != "neutral"), dials.fresh_days),)
    wanted = {Verdict.SUPPORTED: ("supports",), Verdict.REFUTED: ("refutes",), Verdict.MIXED: ("supports", "refutes")}
    return tuple(
        PartAges(
            tuple(age for number, towards, age in ages if number == index and towards in wanted[verdict]),
            cache_gate.young_days(reading.subclaims[index], as_of, lexicon, dials),
        )
        for index, verdict in enumerate(judged.decision.facts.parts)
        if verdict in wanted
    )


async def finished(reading: Reading, judged: Judged, run: Run, report: Report) -> Report:
    """A report that has an outcome, with the verdict of a look at the stores, its words, and what would change it."""
    dials, decision, weighed = run.dials, judged.decision, judged.weighed
    facts, doubted = decision.facts, frozenset(judged.doubted)
    question = Question(len(reading.subclaims), reading.claim.traits, facts.numeric_conflict, table=run.decision_table, doubted=doubted)
    enough = dials.weighing.sufficiency
    flips = (
        *counterfactual.losses(weighed, question, enough, dials.judging),
        *counterfactual.gains(weighed, question, enough, dials.judging, dials.telling.added),
    )
    told = explain.sentences(decision, reading.subclaims, weighed, dials.telling.explain)
    explanation, marks = await tell(reading, judged, told, run)
    evidence = {entry.ranked.evidence.id: entry.ranked.evidence for entry in judged.admitted}
    cited = results.citations(weighed, evidence, dials.judging.citations)
    parts = results.parts(decision, Words(reading.subclaims, told), weighed, evidence, dials.judging.citations)
    seed = digest.of([reading.claim, run.dials_digest, sorted(piece.evidence for piece in weighed)], "seed")
    verdict = cache_gate.stands(decision.draft.verdict, report.outcome)
    number = _probability(judged, verdict, run)
    basis = DecisionBasis(weighed, doubted, is_measured=not judged.asked_again)
    return replace(
        report,
        verdict=verdict,
        cause="" if verdict else "; ".join(judged.refused),
        reading=reading,
        judged=replace(judged, degraded=tuple(sorted({*judged.degraded, *marks}))),
        fixed_trust=evidence_trust.fixed(weighed, seed, dials.weighing.trust),
        explanation=explanation,
        sub_results=tuple(part for part in parts if cache_gate.stands(part.verdict, report.outcome)),
        citations=cited,
        missing=explain.missing(decision, reading.subclaims),
        would_change=tuple(f"{flip.change}: {flip.verdict}" for flip in flips),
        band=explain.band(decision.draft.confidence if number is None or verdict is None else number.of(verdict), dials.telling.explain),
        probability=number,
        lean=selective.lean(number, verdict, dials.judging.selective) if number and verdict else None,
        undecided=undecided.why(decision, basis, dials.judging.selective, dials.telling.explain) if verdict else "",
    )


def _probability(judged: Judged, verdict: Verdict | None, run: Run) -> Probability | None:
    """The probability of each verdict, where it was measured for this judge; that credible sources disagree was not."""
    if verdict is None or judged.asked_again:
        return None
    if judged.decision.chances:
        is_mixed = Verdict.MIXED in judged.decision.facts.parts
        return None if is_mixed else selective.probability(judged.decision.chances, run.dials.judging.selective)
    return calibration.tell(judged.decision, run.calibration) if run.calibration else None
