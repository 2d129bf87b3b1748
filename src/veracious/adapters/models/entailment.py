"""Stances from an entailment model."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace

import numpy as np

from veracious.adapters.models.folder import Calibration, Labels, Loaded
from veracious.adapters.models.session import Numbers, Session
from veracious.adapters.threads import in_thread
from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Evidence, Quote
from veracious.domain.stance import Judgement, Stance
from veracious.rules.judging import quotes
from veracious.rules.judging.quotes import QuoteDials, ReadPassage
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.weighing.evidence_trust import side


@dataclass(frozen=True, slots=True)
class JudgeRequest:
    """A pair with the quote that is read for it."""

    subclaim: Subclaim
    evidence: Evidence
    quote: Quote
    text: str  # as the model reads it
    passage: ReadPassage
    wanted: frozenset[str]


class OnnxJudge:
    """A `Judge` that runs an ONNX model on the processor; a pair whose subclaim is too long for it is absent."""

    def __init__(self, loaded: Loaded, lexicon: Lexicon, dials: QuoteDials, threads: int = 0) -> None:
        self.name = loaded.name
        self.session = Session(loaded, threads)
        self._lexicon = lexicon
        self._dials = dials

    def quoting(self, dials: QuoteDials) -> "OnnxJudge":
        """The same model with other dials for its quotes."""
        other = copy(self)
        other._dials = dials
        return other

    @in_thread
    def judge(self, pairs: Sequence[tuple[Subclaim, Evidence]]) -> Sequence[Judgement]:
        """A judgement for each pair that could be read, in the order of the pairs, none twice."""
        asked, stances = self._looked(self.asked(pairs))
        settling = self._settling(asked, stances)
        return tuple(
            Judgement(one.subclaim.text, one.evidence.id, one.quote, stance, settles)
            for one, settles, stance in zip(asked, settling, stances, strict=True)
            if stance is not None
        )

    def _looked(self, asked: Sequence[JudgeRequest]) -> tuple[list[JudgeRequest], list[Stance | None]]:
        """What is read and how it stands; of a passage whose quote takes no side another is read, and shown where it is sure of one."""
        shown, stances = list(asked), self._read(asked)
        looked_at = [[one.quote] for one in asked]
        open = self._silent(asked, stances)
        while open:
            further = [(number, self._further(shown[number], looked_at[number])) for number in open]
            again = [(number, request) for number, request in further if request is not None]
            open = []
            for (number, request), stance in zip(again, self._read([request for _, request in again]), strict=True):
                looked_at[number].append(request.quote)
                if stance is not None and quotes.is_sure(stance, self._dials):
                    shown[number], stances[number] = request, stance
                else:
                    open.append(number)
        return shown, stances

    def _silent(self, asked: Sequence[JudgeRequest], stances: Sequence[Stance | None]) -> list[int]:
        """The passages of which more may be read: the first of each part whose quote takes no side."""
        left, found = Counter[str](), list[int]()
        for number, (one, stance) in enumerate(zip(asked, stances, strict=True)):
            if stance is not None and side(stance) == "neutral" and left[one.subclaim.text] < self._dials.read_on_at_most:
                left[one.subclaim.text] += 1
                found.append(number)
        return found

    def _further(self, asked: JudgeRequest, read: Sequence[Quote]) -> JudgeRequest | None:
        """The same with the quote that is read next; nothing once all was read."""
        quote = quotes.next_quote(asked.passage, asked.wanted, read, self._dials)
        return None if quote is None else replace(asked, quote=quote, text=quotes.as_read(quote.text, asked.evidence.title, self._dials))

    def _read(self, asked: Sequence[JudgeRequest]) -> list[Stance | None]:
        """How each quote stands; one that takes a side is read again behind its title."""
        stances = list(self._weigh([(one.subclaim.text, one.text) for one in asked]))
        again = [
            number
            for number, (one, stance) in enumerate(zip(asked, stances, strict=True))
            if stance is not None and quotes.is_read_again(stance, one.evidence.title, self._dials)
        ]
        titled = [(asked[number].subclaim.text, quotes.titled(asked[number].quote.text, asked[number].evidence.title)) for number in again]
        for number, second in zip(again, self._weigh(titled), strict=True):
            first = stances[number]
            if first is not None and second is not None:
                stances[number] = quotes.mean(first, second)
        return stances

    def _settling(self, asked: Sequence[JudgeRequest], stances: Sequence[Stance | None]) -> list[Quote | None]:
        """Of each quote that takes a side the sentence that settles it alone, where one does."""
        told: list[Quote | None] = [None for _ in asked]
        if self._dials.settles_alone > 1:
            return told
        sided = [number for number, stance in enumerate(stances) if stance is not None and side(stance) != "neutral"]
        parts = {number: quotes.sentences_of(asked[number].quote) for number in sided}
        read = iter(self._weigh([(asked[number].subclaim.text, part.text) for number in sided for part in parts[number]]))
        for number in sided:
            whole = stances[number]
            pairs = [(part, stance) for part, stance in ((part, next(read)) for part in parts[number]) if stance is not None]
            if whole is not None and (which := quotes.settling(whole, [stance for _, stance in pairs], self._dials)) is not None:
                told[number] = pairs[which][0]
        return told

    async def weigh(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Stance | None]:
        """How each evidence text stands toward its claim, read as it is; `None` where the claim is too long."""
        return await asyncio.to_thread(self._weigh, pairs)

    def asked(self, pairs: Sequence[tuple[Subclaim, Evidence]]) -> list[JudgeRequest]:
        """What is read for each pair, none twice."""
        once = {(subclaim.text, evidence.id): (subclaim, evidence) for subclaim, evidence in pairs}
        wanted = {part.text: quotes.wanted(part, self._lexicon) for part in {part.text: part for part, _ in pairs}.values()}
        met: dict[str, str] = {}
        told = {piece.id: quotes.read(piece, self._lexicon, met) for piece in {piece.id: piece for _, piece in pairs}.values()}
        asked = []
        for part, piece in once.values():
            quote = quotes.pick(told[piece.id], wanted[part.text], self._dials)
            text = quotes.as_read(quote.text, piece.title, self._dials)
            asked.append(JudgeRequest(part, piece, quote, text, told[piece.id], wanted[part.text]))
        return asked

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> list[tuple[Stance, Stance] | None]:
        """Of each evidence text and claim the stance as the model says it and as it is after calibration; `None` as in `weigh`."""
        rows, about = self.session.pairs([(claim, evidence) for evidence, claim in pairs]), self.session.about
        logits = self.session.answer([row for row in rows if row is not None], (3,))
        before, after = (stances(logits, about.labels or Labels(0, 1, 2), one) for one in (Calibration(), about.calibration))
        found = iter(zip(before, after, strict=True))
        return [None if row is None else next(found) for row in rows]

    def _weigh(self, pairs: Sequence[tuple[str, str]]) -> list[Stance | None]:
        rows = self.session.pairs(pairs)
        about = self.session.about
        logits = self.session.answer([row for row in rows if row is not None], (3,))
        found = iter(stances(logits, about.labels or Labels(0, 1, 2), about.calibration))
        return [None if row is None else next(found) for row in rows]


def stances(logits: Numbers, labels: Labels, calibration: Calibration) -> list[Stance]:
    """The logits as calibrated probabilities."""
    scaled = logits.astype(np.float64) / calibration.temperature + np.asarray(calibration.biases)
    raised = np.exp(scaled - scaled.max(-1, keepdims=True))
    shares = raised / raised.sum(-1, keepdims=True)
    return [Stance(row[labels.supports], row[labels.refutes], row[labels.neutral]) for row in shares.tolist()]
