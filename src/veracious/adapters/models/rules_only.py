"""The roles of a language model without one: split, told and doubted by rules, and checked against evidence by the judge there is.

Articles are read by `rules.reading`, where no model is asked.
"""

from collections.abc import Sequence

from veracious.domain.claim import Claim
from veracious.domain.errors import SourceMalformed, SourceUnavailable
from veracious.domain.language import Brief, Excerpt, Finding, Objection, PartResult
from veracious.domain.ledger import Support
from veracious.domain.report import ExplanationSentence
from veracious.domain.stance import Stance
from veracious.ports import Scales
from veracious.rules.dials import Dials
from veracious.rules.explaining import plain, rewrite
from veracious.rules.explaining.plain import ComparedSentence, ExplainingContext
from veracious.rules.ledger import revision
from veracious.rules.reading import answers, split
from veracious.rules.reading.lexicon import Lexicon


class RulesModel:
    """A `Splitter`, `Teller` and `Author` made of rules; to assess an answer it needs a judge."""

    name = "rules"

    def __init__(self, lexicon: Lexicon, dials: Dials, scales: Scales | None = None) -> None:
        measure = dials.measure(lexicon)
        self._means = ExplainingContext(lexicon, dials.reading, measure, dials.judging.heard, dials.kinds)
        self._scales = scales
        self._telling = dials.telling.plain

    async def split(self, claim: Claim) -> Sequence[str]:
        """The parts of a claim; none of one without words."""
        lexicon, dials = self._means.lexicon, self._means.reading
        return tuple(filter(str.strip, split.parts(claim.text, lexicon, dials.split, dials.sentences)))

    async def explain(self, brief: Brief) -> Sequence[ExplanationSentence]:
        """What the excerpts write that is nearest to the claim, each sentence citing and quoting one; nothing from no excerpts."""
        return plain.explain(brief, self._means, self._telling)

    async def summarise(self, claim: str, results: Sequence[PartResult]) -> Sequence[ExplanationSentence]:
        """Sentences of the parts as they stand, with what they cite."""
        return plain.summarise(results, self._telling)

    async def write(self, question: str, excerpts: Sequence[Excerpt]) -> Sequence[ExplanationSentence]:
        """The sentences of the excerpts that share most words with the question; none when none shares enough."""
        return plain.write(question, excerpts, self._means, self._telling)

    async def revise(
        self, question: str, answer: Sequence[ExplanationSentence], instructions: Sequence[str], excerpts: Sequence[Excerpt]
    ) -> Sequence[ExplanationSentence]:
        """The sentences of an answer without those that were not found, and the nearest sentences of the excerpts for the others named."""

        def wanted(sentence: str) -> Support | None:
            return revision.wanted(instructions, answers.worded(answers.blanked(sentence)))

        return rewrite.revise(answer, wanted, excerpts, self._means, self._telling)

    async def criticise(self, answer: Sequence[ExplanationSentence], excerpts: Sequence[Excerpt]) -> Sequence[Objection]:
        """The first thing that the rules doubt of each sentence."""
        return plain.criticise(answer, excerpts, self._means, self._telling)

    async def assess(self, answer: Sequence[ExplanationSentence], excerpts: Sequence[Excerpt]) -> Sequence[Finding]:
        """Each sentence of an answer with the excerpt that carries or contradicts it; without a judge it is a failure."""
        said = [told for told in answer if told.text.strip()]
        held = plain.hold(said, excerpts, self._means)
        judged = await self._weighed(held) if held else ()
        return plain.findings(said, judged, self._means, self._telling)

    async def _weighed(self, held: Sequence[ComparedSentence]) -> Sequence[tuple[ComparedSentence, Stance]]:
        """The stances there are. A sentence that the judge could read beside none of its excerpts is not one that was not found."""
        if self._scales is None:
            raise SourceUnavailable("there is no judge to hold the answer against the excerpts")
        stances = await self._scales.weigh([one.pair for one in held])
        if len(stances) != len(held):
            raise SourceMalformed(f"{len(held)} pairs were judged with {len(stances)} stances")
        judged = [(one, stance) for one, stance in zip(held, stances, strict=True) if stance is not None]
        if unread := {one.number for one in held} - {one.number for one, _ in judged}:
            raise SourceUnavailable(f"the judge could not read sentence {min(unread)} of the answer")
        return judged
