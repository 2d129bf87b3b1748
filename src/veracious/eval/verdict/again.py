"""The rules again on what the tools said.

What was gathered and heard of each claim is held in memory, so that dials of weighing and judging are tried in milliseconds a claim. Dials
that change what is found, ranked, read or asked need `listen` again, which asks the tools only for what is not kept.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from veracious.domain.claim import Reading, Refusal
from veracious.domain.verdict import Outcome
from veracious.eval.stance import Tick
from veracious.eval.verdict import predict
from veracious.eval.verdict.corpus import Document, LabelledClaim
from veracious.eval.verdict.predict import Prediction
from veracious.eval.verdict.suite import Bench
from veracious.flow.assess import Gathered, decided, gathering
from veracious.flow.judge_evidence import JudgedEvidence, hear
from veracious.flow.run import Run
from veracious.rules.dials import Dials
from veracious.rules.reading import intake


@dataclass(frozen=True, slots=True)
class ClaimCandidates:
    """What there is on a claim before it is weighed."""

    reading: Reading
    gathered: Gathered
    heard: JudgedEvidence
    run: Run


@dataclass(frozen=True, slots=True)
class Listened:
    """A claim and what was found; nothing for one that is refused."""

    asked: LabelledClaim
    found: ClaimCandidates | None


async def listen(bench: Bench, dials: Dials, tick: Tick) -> list[Listened]:
    """Everything up to weighing, for every claim."""
    told = []
    for asked in bench.claims:
        run, pool = bench.run(asked, dials)
        reading = intake.read(asked.text, asked.as_of, run.lexicon, dials.reading)
        if isinstance(reading, Refusal):
            told.append(Listened(asked, None))
        else:
            gathered = await gathering(reading, run)
            heard = await hear(reading, gathered.chosen, gathered.admitted, run)
            told.append(Listened(asked, ClaimCandidates(reading, gathered, heard, run)))
        pool.keep()
        tick(1)
    return told


def answer(listened: Sequence[Listened], dials: Dials, documents: Mapping[str, Document]) -> dict[str, Prediction]:
    """The answer to every claim by these dials of weighing and judging."""
    return {one.asked.key: _answer(one, dials, documents) for one in listened}


def _answer(listened: Listened, dials: Dials, documents: Mapping[str, Document]) -> Prediction:
    if listened.found is None:
        return predict.unknown(listened.asked, str(Outcome.REFUSED))
    found = listened.found
    judged = decided(found.reading, found.gathered, found.heard, replace(found.run, dials=dials))
    return predict.of_judged(listened.asked, judged, str(Outcome.COMPLETED), documents)
