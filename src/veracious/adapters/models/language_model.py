"""A language model behind our ports. What it says is taken only as far as it can be checked against what it was given.

A number it names is one that was given; a quote it copies stands in the text to the letter, blanks apart, and then the text's own
characters are cited; a label is one of the schema's. A quote of a judgement that stands nowhere is handed on as it is: the flow rejects
it, and counts it.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import ceil
from typing import Any, TypeVar

from pydantic import ValidationError

from veracious.adapters import json_values
from veracious.adapters.meter import RunBudget
from veracious.adapters.models import roles
from veracious.adapters.models.llm_client import LlmClient
from veracious.adapters.models.roles import Task
from veracious.domain.claim import Claim, Importance, Kind, Subclaim
from veracious.domain.errors import SourceMalformed
from veracious.domain.evidence import Evidence, Quote
from veracious.domain.language import Bone, Brief, Element, Excerpt, Finding, Flaw, Objection, PartResult
from veracious.domain.ledger import Support
from veracious.domain.report import ExplanationSentence
from veracious.domain.span import Span
from veracious.domain.stance import Judgement, Stance

A = TypeVar("A", bound=roles.Strict)
T = TypeVar("T")

BATCH = 30  # pairs in one request; SPEC §6
PARTS = 5  # of a claim; SPEC §3
BONES = 24  # of an article
FINDINGS = 20  # of an answer
CLAIMS_A_SENTENCE = 3  # that a sentence of an answer makes at most
BONE_CHARS = 40  # of a claim or an article that say at most one checkable thing
SUREST = 0.98  # what a model may say of itself at most: no label is certain
LEAST_SURE = 0.34  # a label that is less likely than the others is not the label


class LanguageModel:
    """A `Splitter`, `Judge`, `Analyst`, `Teller` and `Author`: one language model in all roles."""

    def __init__(self, exchange: LlmClient) -> None:
        self._exchange = exchange

    @property
    def name(self) -> str:
        """The models that may answer."""
        return self._exchange.name

    def paying(self, run_budget: RunBudget) -> "LanguageModel":
        """The same, paid from this budget."""
        return LanguageModel(self._exchange.paying(run_budget))

    async def split(self, claim: Claim) -> Sequence[str]:
        """The parts of a claim, each standing alone."""
        most = min(PARTS, ceil(len(claim.text) / BONE_CHARS))
        return tuple(dict.fromkeys((await self._ask(roles.SPLIT, roles.Parts, {"claim": claim.text}, items=most)).parts))

    async def outline(self, text: str) -> Sequence[Bone]:
        """The skeleton of an article; a part whose words are not in it is left out."""
        most = min(BONES, ceil(len(text) / BONE_CHARS))
        if not most:
            return ()
        told = await self._ask(roles.OUTLINE, roles.Skeleton, {"article": text}, items=most)
        found = ((one, _standing(one.quote, text)) for one in told.parts)
        return tuple(dict.fromkeys(Bone(Element(one.element), one.subject, quote) for one, quote in found if quote))

    async def judge(self, pairs: Sequence[tuple[Subclaim, Evidence]]) -> Sequence[Judgement]:
        """A judgement for each pair the model decided; one it passed over is absent."""
        once = list({(part.text, piece.id): (part, piece) for part, piece in pairs}.values())
        found: list[Judgement] = []
        for batch in _batches(once, BATCH):
            size = len(batch)
            told = await self._ask(roles.STANCE, roles.Stances, _pairs(batch), partial(_asked_once, size=size), size)
            found += [_judgement(one, *batch[one.pair - 1]) for one in told.stances]
        return tuple(found)

    async def explain(self, brief: Brief) -> Sequence[ExplanationSentence]:
        """Sentences on why the verdict follows, each citing excerpts that were given."""
        material = {"claim": brief.claim, "verdict": brief.verdict, "excerpts": _shown(brief.excerpts)}
        return await self._sentences(roles.EXPLAIN, material, [one.id for one in brief.excerpts])

    async def summarise(self, claim: str, results: Sequence[PartResult]) -> Sequence[ExplanationSentence]:
        """Sentences on what was found of the parts; each cites what the sentences it sums up cite."""
        sentences = [(part, sentence) for part in results for sentence in part.sentences]
        shown = [
            {"number": at + 1, "part": part.claim, "verdict": part.verdict, "text": told.text} for at, (part, told) in enumerate(sentences)
        ]
        told = await self._sentences(roles.SUMMARISE, {"claim": claim, "sentences": shown}, [str(at) for at in range(len(sentences))])
        return tuple(
            ExplanationSentence(one.text, tuple(dict.fromkeys(e for at in one.evidence for e in sentences[int(at)][1].evidence)))
            for one in told
        )

    async def write(self, question: str, excerpts: Sequence[Excerpt]) -> Sequence[ExplanationSentence]:
        """An answer in sentences, each citing excerpts that were given."""
        return await self._sentences(roles.WRITE, {"question": question, "excerpts": _shown(excerpts)}, [one.id for one in excerpts])

    async def revise(
        self, question: str, answer: Sequence[ExplanationSentence], instructions: Sequence[str], excerpts: Sequence[Excerpt]
    ) -> Sequence[ExplanationSentence]:
        """The answer written again as it is told, each sentence citing excerpts that were given."""
        if not answer:
            return ()
        told = {"sentences": _numbered(answer, excerpts), "notes": list(instructions)}
        material = {"question": question, **told, "excerpts": _shown(excerpts)}
        return await self._sentences(roles.REVISE, material, [one.id for one in excerpts])

    async def criticise(self, answer: Sequence[ExplanationSentence], excerpts: Sequence[Excerpt]) -> Sequence[Objection]:
        """What is wrong with the sentences of an answer."""
        if not answer:
            return ()
        material = {"sentences": _numbered(answer, excerpts), "excerpts": _shown(excerpts)}
        told = await self._ask(roles.CRITICISE, roles.Critique, material, lambda told: _within(told.objections, "sentence", len(answer)))
        return tuple(dict.fromkeys(Objection(one.sentence - 1, Flaw(one.flaw), one.why) for one in told.objections))

    async def assess(self, answer: Sequence[ExplanationSentence], excerpts: Sequence[Excerpt]) -> Sequence[Finding]:
        """The claims of an answer, each with the excerpt that carries it; a quote that is not in its excerpt carries nothing."""
        if not answer:
            return ()
        material = {"sentences": _numbered(answer, excerpts), "excerpts": _shown(excerpts)}
        most = min(FINDINGS, CLAIMS_A_SENTENCE * len(answer))
        told = await self._ask(
            roles.ASSESS, roles.Assessment, material, lambda told: _within(told.findings, "excerpt", len(excerpts)), most
        )
        return tuple(dict.fromkeys(_finding(one, excerpts) for one in told.findings))

    async def _sentences(self, task: Task, material: Mapping[str, Any], ids: Sequence[str]) -> tuple[ExplanationSentence, ...]:
        if not ids:
            return ()
        told = await self._ask(task, roles.Sentences, material, lambda told: _cited(told, len(ids)))
        cited: dict[str, dict[str, None]] = {}
        for one in told.sentences:
            cited.setdefault(one.text, {}).update((ids[number - 1], None) for number in one.cites)
        return tuple(ExplanationSentence(text, tuple(names)) for text, names in cited.items())

    async def _ask(
        self,
        task: Task,
        shape: type[A],
        material: Mapping[str, Any],
        check: Callable[[A], None] = lambda told: None,
        items: int | None = None,
    ) -> A:
        def read(text: str) -> A:
            told = _valid(text, shape)
            check(told)
            return told

        return await self._exchange.ask(task.role, task.call(material, items), read)


def _valid(text: str, shape: type[A]) -> A:
    """The answer, if it is one JSON object by its schema to the letter."""
    plain = json_values.parse(text.encode("utf-8", "surrogatepass"))
    try:
        return shape.model_validate_json(json.dumps(plain))
    except ValidationError as wrong:
        first = wrong.errors(include_url=False, include_input=False)[0]
        raise SourceMalformed(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from wrong


def _batches(items: Sequence[T], size: int) -> list[Sequence[T]]:
    return [items[at : at + size] for at in range(0, len(items), size)]


def _shown(excerpts: Sequence[Excerpt]) -> list[dict[str, Any]]:
    return [{"number": number, "title": one.title, "text": one.text} for number, one in enumerate(excerpts, 1)]


def _numbered(answer: Sequence[ExplanationSentence], excerpts: Sequence[Excerpt]) -> list[dict[str, Any]]:
    """The sentences by number, each with the numbers of the excerpts it cites: an id would say nothing to a model."""
    numbers = {one.id: number for number, one in enumerate(excerpts, 1)}
    cited = [[numbers[name] for name in one.evidence if name in numbers] for one in answer]
    return [{"number": at, "text": one.text, "cites": cites} for at, (one, cites) in enumerate(zip(answer, cited, strict=True), 1)]


def _pairs(batch: Sequence[tuple[Subclaim, Evidence]]) -> dict[str, Any]:
    """The pairs by number, each claim and each piece of evidence told once: most pairs share them."""
    claims = list(dict.fromkeys(part.text for part, _ in batch))
    pieces = {piece.id: piece for _, piece in batch}
    numbers = {name: number for number, name in enumerate(pieces, 1)}
    pairs = [{"pair": at, "claim": claims.index(part.text) + 1, "evidence": numbers[piece.id]} for at, (part, piece) in enumerate(batch, 1)]
    evidence = [{"number": number, **_piece(piece)} for number, piece in enumerate(pieces.values(), 1)]
    return {"claims": [{"number": at, "claim": text} for at, text in enumerate(claims, 1)], "evidence": evidence, "pairs": pairs}


def _piece(piece: Evidence) -> dict[str, Any]:
    told = {"title": piece.title, "text": piece.text, "date": piece.published.isoformat() if piece.published else ""}
    return {key: value for key, value in told.items() if value}


def _within(values: Sequence[Any], field: str, size: int) -> None:
    numbers = [getattr(one, field) for one in values]
    if any(number is not None and not 1 <= number <= size for number in numbers):
        raise SourceMalformed(f"{field}: a number that was not given")


def _asked_once(stances: roles.Stances, size: int) -> None:
    _within(stances.stances, "pair", size)
    if len({one.pair for one in stances.stances}) != len(stances.stances):
        raise SourceMalformed("pair: a number twice")


def _cited(sentences: roles.Sentences, size: int) -> None:
    if any(not 1 <= number <= size for one in sentences.sentences for number in one.cites):
        raise SourceMalformed("cites: a number that was not given")


def _standing(quote: str, text: str) -> str:
    """The text's own characters that a quote copies, blanks apart; empty when it stands nowhere in it."""
    words = quote.split()
    found = re.search(r"\s+".join(map(re.escape, words)), text) if words else None
    return found.group() if found else ""


def _judgement(said: roles.StanceSaid, part: Subclaim, piece: Evidence) -> Judgement:
    sure = min(SUREST, max(LEAST_SURE, said.sure))
    rest = (1 - sure) / 2
    shares = {"supports": rest, "refutes": rest, "neutral": rest, said.stance: sure}
    return Judgement(
        part.text,
        piece.id,
        _quote(said.quote, piece),
        Stance(shares["supports"], shares["refutes"], 1 - shares["supports"] - shares["refutes"]),
    )


def _quote(words: str, piece: Evidence) -> Quote:
    """The words as a quote of the piece where they stand; words that stand nowhere in it are a quote that will be rejected."""
    passage = piece.passage
    own = _standing(words, passage.text)
    start = passage.span.start + (passage.text.find(own) if own else 0)
    return Quote(passage.snapshot, Span(start, start + len(own or words)), own or words)


def _finding(said: roles.FindingSaid, excerpts: Sequence[Excerpt]) -> Finding:
    """A claim that nothing carries to the letter was not found, whatever was said of it."""
    piece = None if said.excerpt is None else excerpts[said.excerpt - 1]
    quote = "" if piece is None else _standing(said.quote, piece.text)
    kind, importance, support = Kind(said.kind), Importance(said.importance), Support(said.support)
    if piece is None or not quote or support is Support.NOT_FOUND:
        return Finding(said.claim, kind, importance, Support.NOT_FOUND)
    return Finding(said.claim, kind, importance, support, piece.id, quote)
