"""A model put to the question: plain cases that every model of its role must get right."""

from math import fsum

from veracious.adapters.models.embedder import OnnxEmbedder
from veracious.adapters.models.entailment import OnnxJudge
from veracious.adapters.models.folder import Loaded
from veracious.adapters.models.relevance import OnnxRelevance
from veracious.domain.errors import ModelBroken, SourceError
from veracious.domain.model import Role
from veracious.domain.stance import Stance
from veracious.rules.judging.quotes import QuoteDials
from veracious.rules.reading.lexicon import Lexicon

CLAIM = "The museum is open on Sundays."
CASES = (("a repetition", CLAIM), ("a denial", "The museum is not open on Sundays."), ("a stray sentence", "Copper conducts electricity."))


async def ask(loaded: Loaded, lexicon: Lexicon, threads: int) -> str:
    """What the model makes of the plain cases, in words; one that gets the plainest wrong is broken."""
    try:
        match loaded.about.role:
            case Role.EMBEDDER:
                return await _embed(OnnxEmbedder(loaded, threads))
            case Role.JUDGE:
                return await _judge(OnnxJudge(loaded, lexicon, QuoteDials(), threads))
            case Role.RELEVANCE:
                return await _score(OnnxRelevance(loaded, threads))
    except SourceError as failed:
        raise ModelBroken(failed.detail) from failed


async def _embed(embedder: OnnxEmbedder) -> str:
    claim, *others = await embedder.embed((CLAIM, *(text for _, text in CASES)))
    near, _, far = (fsum(a * b for a, b in zip(claim, other, strict=True)) for other in others)
    if near <= far:
        raise ModelBroken(f"{embedder.name.name} finds a stray sentence nearer to a text than its repetition")
    return f"{len(claim)} numbers, a repetition nearer than a stray sentence"


async def _judge(judge: OnnxJudge) -> str:
    told = [_label(stance) for stance in await judge.weigh([(CLAIM, text) for _, text in CASES])]
    if told[0] != "supports":
        raise ModelBroken(f"{judge.name.name} reads a repetition as {told[0]}; look at `labels` in model.json")
    return ", ".join(f"{name}: {label}" for (name, _), label in zip(CASES, told, strict=True))


async def _score(relevance: OnnxRelevance) -> str:
    near, _, far = await relevance.score(CLAIM, [text for _, text in CASES])
    if near <= far:
        raise ModelBroken(f"{relevance.name.name} finds a stray sentence more relevant than a repetition")
    return "a repetition above a stray sentence"


def _label(stance: Stance | None) -> str:
    if stance is None:
        return "too long"
    return max(("supports", "refutes", "neutral"), key=lambda name: float(getattr(stance, name)))
