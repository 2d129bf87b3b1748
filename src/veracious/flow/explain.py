"""The words of a verdict: by the rules, or by a model, of which only those sentences stay that the judge finds in what they cite."""

from collections.abc import Mapping, Sequence

from veracious.domain.claim import Reading, Subclaim
from veracious.domain.errors import SourceError
from veracious.domain.evidence import Evidence
from veracious.domain.language import Brief, Excerpt, PartResult
from veracious.domain.report import ExplanationSentence, Judged
from veracious.flow.run import Run
from veracious.ports import Teller
from veracious.rules.explaining.explain import Sentence
from veracious.rules.judging import judgements
from veracious.rules.reading import intake
from veracious.rules.weighing.evidence_trust import side

EXCERPTS = 6  # quotes a model is given to explain a verdict by
DROPPED = "the model's explanation was left out: the judge did not find its sentences in what they cite"


async def tell(
    reading: Reading, judged: Judged, plain: Sequence[Sentence], run: Run
) -> tuple[tuple[ExplanationSentence, ...], tuple[str, ...]]:
    """The explanation, and a mark when a model was to write it and the rules had to."""
    by_rules = tuple(ExplanationSentence(one.text, one.evidence) for one in plain)
    if run.tools.teller is None or not by_rules:
        return by_rules, ()
    dials = run.dials.telling.explain
    try:
        said = await _said(run.tools.teller, reading, judged, plain)
        kept = await _carried(said, {one.ranked.evidence.id: one.ranked.evidence for one in judged.admitted}, run)
    except SourceError as failed:
        return by_rules, (str(failed),)
    return (kept[: dials.sentences_at_most], ()) if len(kept) >= dials.sentences_at_least else (by_rules, (DROPPED,))


async def _said(teller: Teller, reading: Reading, judged: Judged, plain: Sequence[Sentence]) -> Sequence[ExplanationSentence]:
    """What a model makes of the quotes that decided; of a claim of several parts, of what the rules say of each."""
    claim, decision = reading.claim.text, judged.decision
    if len(reading.subclaims) > 1:
        spoken = {one.subclaim for one in plain}
        parts = [(at, part, decision.facts.parts[at]) for at, part in enumerate(reading.subclaims) if at in spoken]
        told = [PartResult(part.text, verdict, tuple(_of(plain, at))) for at, part, verdict in parts]
        return await teller.summarise(claim, told)
    spoken_of = [piece for piece in judged.weighed if side(piece.stance) != "neutral" and piece.quote.text]
    excerpts = tuple(Excerpt(piece.evidence, piece.quote.text, piece.domain) for piece in spoken_of[:EXCERPTS])
    return await teller.explain(Brief(claim, decision.draft.verdict, excerpts))


def _of(plain: Sequence[Sentence], part: int) -> list[ExplanationSentence]:
    return [ExplanationSentence(one.text, one.evidence) for one in plain if one.subclaim == part]


async def _carried(said: Sequence[ExplanationSentence], evidence: Mapping[str, Evidence], run: Run) -> tuple[ExplanationSentence, ...]:
    """The sentences that some piece they cite supports, by the judge, amounts compared as for a claim."""
    parts = {one.text: intake.part_of(one.text, run.lexicon, run.dials.reading) for one in said}
    pairs = list(dict.fromkeys((parts[one.text], evidence[name]) for one in said for name in one.evidence if name in evidence))
    judged = await run.tools.judge.judge(pairs) if pairs else ()
    measure = run.dials.measure(run.lexicon)
    asked: dict[str, Subclaim] = {part.text: part for part in parts.values()}
    turned = judgements.turn([one for one in judged if one.subclaim in asked], list(asked.values()), measure)
    carried = {one.subclaim for one in turned.judgements if side(one.stance) == "supports"}
    return tuple(one for one in said if parts[one.text].text in carried)
