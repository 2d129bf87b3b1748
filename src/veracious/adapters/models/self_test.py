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
REPETITION, STRAY = CLAIM, "Copper conducts electricity."
WRONG_AT_MOST = 1  # of the questions to a judge; one that gets more of them wrong cannot read
QUESTIONS: tuple[tuple[str, str, str], ...] = (  # a claim, a text as it is served, and what the text does to the claim
    # numbers restated, and one that differs
    ("The bridge is 324 metres long.", "The bridge is 324 metres long and opened in 1998.", "supports"),
    ("The town has 12,400 inhabitants.", "Census: According to the census, 12,400 people live in the town.", "supports"),
    ("Sales rose by 8 percent in 2021.", "In 2021 sales rose by 8 percent, after two weak years.", "supports"),
    ("The lake is 31 metres deep.", "Lake Orla: The lake, 31 metres deep, froze over in January.", "supports"),
    ("The lake is 31 metres deep.", "The lake is only 9 metres deep.", "refutes"),
    # negations
    (CLAIM, "The museum is not open on Sundays.", "refutes"),
    ("The museum is not open on Sundays.", "The museum is open every Sunday.", "refutes"),
    ("The dam was never finished.", "The dam was finished in 1962.", "refutes"),
    ("Nobody was hurt in the fire.", "No one was injured in the fire.", "supports"),
    ("The law was repealed.", "The law is still in force and was never repealed.", "refutes"),
    # titles that speak of the claim's subject, before sentences that do not settle it
    (CLAIM, f"City museum: {STRAY}", "neutral"),
    ("The bridge is 324 metres long.", "The bridge: The toll is 4 euros for cars.", "neutral"),
    ("The mayor resigned in March.", "Town hall: The library will get a new roof.", "neutral"),
    ("Sales rose by 8 percent in 2021.", "Annual report: The company has 8 factories.", "neutral"),
    ("The vaccine prevents infection.", "Vaccine: The vaccine is kept at two degrees.", "neutral"),
    # superlatives
    ("It is the tallest tower in the country.", "No tower in the country is taller.", "supports"),
    ("It is the oldest school in the city.", "Two other schools in the city are older.", "refutes"),
    ("Mount Brisa is the highest mountain of the island.", "At 1,204 metres, Mount Brisa is the highest peak on the island.", "supports"),
    ("The river is the longest in the region.", "The river is longer than any other in the region.", "supports"),
    ("She was the first woman to win the prize.", "Two women had won the prize before her.", "refutes"),
)


async def ask(loaded: Loaded, lexicon: Lexicon, threads: int, is_strict: bool = True) -> str:
    """How the model fares with the plain cases, in words; one that gets the plainest wrong, or strictly two of them, is broken."""
    try:
        match loaded.about.role:
            case Role.EMBEDDER:
                return await _embed(OnnxEmbedder(loaded, threads))
            case Role.JUDGE:
                return await _judge(OnnxJudge(loaded, lexicon, QuoteDials(), threads), is_strict)
            case Role.RELEVANCE:
                return await _score(OnnxRelevance(loaded, threads))
    except SourceError as failed:
        raise ModelBroken(failed.detail) from failed


async def _embed(embedder: OnnxEmbedder) -> str:
    claim, *others = await embedder.embed((CLAIM, REPETITION, STRAY))
    near, far = (fsum(a * b for a, b in zip(claim, other, strict=True)) for other in others)
    if near <= far:
        raise ModelBroken(f"{embedder.name.name} finds a stray sentence nearer to a text than its repetition")
    return f"{len(claim)} numbers, a repetition nearer than a stray sentence"


async def _judge(judge: OnnxJudge, is_strict: bool) -> str:
    asked = [(CLAIM, REPETITION, "supports"), *QUESTIONS]
    repetition, *answers = [_label(stance) for stance in await judge.weigh([(claim, text) for claim, text, _ in asked])]
    if repetition != "supports":
        raise ModelBroken(f"{judge.name.name} reads a repetition as {repetition}; look at `labels` in model.json")
    wrong = [(claim, text, answer) for (claim, text, label), answer in zip(QUESTIONS, answers, strict=True) if answer != label]
    if is_strict and len(wrong) > WRONG_AT_MOST:
        claim, text, answer = wrong[0]
        told = f"beside “{claim}” it reads “{text}” as {answer}"
        raise ModelBroken(f"{judge.name.name} gets {len(wrong)} of {len(QUESTIONS)} plain questions wrong: {told}")
    return f"{len(QUESTIONS) - len(wrong)} of {len(QUESTIONS)} plain questions right"


async def _score(relevance: OnnxRelevance) -> str:
    near, far = await relevance.score(CLAIM, [REPETITION, STRAY])
    if near <= far:
        raise ModelBroken(f"{relevance.name.name} finds a stray sentence more relevant than a repetition")
    return "a repetition above a stray sentence"


def _label(stance: Stance | None) -> str:
    if stance is None:
        return "too long"
    return max(("supports", "refutes", "neutral"), key=lambda name: float(getattr(stance, name)))
