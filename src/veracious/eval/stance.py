"""The stance suite: how well a judge tells what evidence says of a claim.

Modes: `plain`, the rows as they are; `blank`, without their evidence; `swap`, with the evidence of another claim: the right answer to these
two is neutral, whatever the gold says. `titled` and `titled_swap` put the name that the evidence begins with before it, as the title of a
document stands before a quote: a title must not turn a neutral answer. A set whose gold has two labels is scored three-way, where a neutral
answer is an error, and as a forced choice between the two.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Protocol
from zlib import crc32

import numpy as np

from veracious.domain.evidence import Quote
from veracious.domain.span import Span
from veracious.domain.stance import Stance
from veracious.eval import metrics
from veracious.eval.kept import Line, ResultLines
from veracious.eval.metrics import LABELS, Figure, Floats, PairedAnswers
from veracious.eval.pack import Record
from veracious.rules.dials import Dials
from veracious.rules.judging import conflicts, denials, quotes
from veracious.rules.judging.conflicts import Conflict
from veracious.rules.reading import intake
from veracious.rules.reading.lexicon import Lexicon

MODES = ("plain", "blank", "swap", "titled", "titled_swap")
NAME = re.compile(r"[A-Z][\w'-]+(?: (?:of |the |de )?[A-Z][\w'-]+)*")
PORTION = 128  # rows that are judged before they are written down
NEUTRAL = LABELS.index("neutral")

Probabilities = tuple[float, float, float]
Tick = Callable[[int], None]

UNREAD: Probabilities = (1 / 3, 1 / 3, 1 / 3)


@dataclass(frozen=True, slots=True)
class JudgedPair:
    """What a judge says of one pair, as its model gives it and after calibration."""

    raw: Probabilities
    calibrated: Probabilities


class StanceModel(Protocol):
    """What the suite asks of a judge: many pairs at once, and what names the model."""

    @property
    def digest(self) -> str:
        """What names the model and everything its answers depend on."""
        ...

    def tell(self, pairs: Sequence[tuple[str, str]]) -> Sequence[JudgedPair | None]:
        """Supports, refutes, neutral of each (evidence, claim); none where the pair cannot be read."""
        ...


@dataclass(frozen=True, slots=True)
class Pair:
    """A row: a claim, its evidence and how the evidence stands."""

    key: str
    claim: str
    evidence: str
    gold: int


@dataclass(frozen=True, slots=True)
class Reader:
    """What the conflicts rule needs."""

    lexicon: Lexicon
    dials: Dials

    def conflict(self, pair: Pair) -> Conflict | None:
        """What in the evidence excludes the claim, an amount or a denial, as in a run; the whole evidence is the quote."""
        subclaim = intake.part_of(pair.claim, self.lexicon, self.dials.reading)
        quote = Quote("", Span(0, len(pair.evidence)), pair.evidence)
        measure = self.dials.measure(self.lexicon)
        return conflicts.find(subclaim, quote, measure) or denials.find(subclaim, quote, measure)


def pairs(rows: Mapping[str, Record]) -> list[Pair]:
    """The rows of a stance file."""
    return [Pair(key, row["claim"], row["evidence"], LABELS.index(row["label"])) for key, row in rows.items()]


def altered(pairs: Sequence[Pair], mode: str, seed: int = metrics.SEED) -> list[Pair]:
    """The pairs as a mode shows them to the judge."""
    if mode == "blank":
        return [Pair(pair.key, pair.claim, "", pair.gold) for pair in pairs]
    if mode.startswith("titled"):
        return [
            replace(pair, evidence=_titled(pair.evidence)) for pair in altered(pairs, "swap" if mode == "titled_swap" else "plain", seed)
        ]
    if mode == "swap":
        random = Random(seed)  # noqa: S311
        return [Pair(pair.key, pair.claim, _other(pair, pairs, random), pair.gold) for pair in pairs]
    return list(pairs)


def _titled(evidence: str) -> str:
    """The evidence behind its longest early name, or its first words, as behind the title of its document."""
    names = NAME.findall(evidence)[:3]
    return quotes.titled(evidence, max(names, key=len) if names else " ".join(evidence.split()[:3]))


def _other(pair: Pair, pairs: Sequence[Pair], random: Random) -> str:
    """The evidence of a random other claim; of the first that differs when chance finds none."""
    for _ in range(50):
        other = pairs[random.randrange(len(pairs))]
        if other.claim != pair.claim and other.evidence != pair.evidence:
            return other.evidence
    return next((other.evidence for other in pairs if other.claim != pair.claim and other.evidence != pair.evidence), "")


def judge(pairs: Sequence[Pair], mode: str, model: StanceModel, kept: ResultLines, tick: Tick) -> None:
    """Judge the pairs that have no line yet, short ones first, and write each portion down before the next."""
    waiting = [pair for pair in pairs if kept.find(pair.key, model.digest, mode) is None]
    tick(len(pairs) - len(waiting))
    waiting.sort(key=lambda pair: (len(pair.evidence) + len(pair.claim), pair.key))
    for at in range(0, len(waiting), PORTION):
        portion = waiting[at : at + PORTION]
        told = model.tell([(pair.evidence, pair.claim) for pair in portion])
        kept.add(_line(pair, mode, model.digest, one) for pair, one in zip(portion, told, strict=True))
        tick(len(portion))


def _line(pair: Pair, mode: str, model: str, judged: JudgedPair | None) -> Line:
    """A pair that cannot be read is told as not knowing, and counted."""
    found = judged or JudgedPair(UNREAD, UNREAD)
    line = {"id": pair.key, "model": model, "mode": mode, "gold": LABELS[pair.gold], "read": judged is not None}
    return {**line, "raw": list(map(float, found.raw)), "calibrated": list(map(float, found.calibrated))}


def note_conflicts(pairs: Sequence[Pair], model: str, kept: ResultLines, reader: Reader, tick: Tick) -> None:
    """Write the stance after the conflicts rule beside the plain one, with the two values where there is a conflict."""
    lines, dials = [], reader.dials.digest(reader.lexicon)
    for pair in pairs:
        line, noted = kept.find(pair.key, model, "plain"), kept.find(pair.key, model, "conflicts")
        if line is not None and (noted is None or noted["dials"] != dials):
            conflict = reader.conflict(pair)
            after = conflicts.apply(_stance(line["calibrated"]), conflict, reader.dials.judging.conflicts)
            named = None if conflict is None else conflicts.values([conflict])
            told = [after.supports, after.refutes, after.neutral]
            lines.append({**line, "mode": "conflicts", "calibrated": told, "conflict": named, "dials": dials})
        tick(1)
    if lines:
        kept.add(lines)


def _stance(values: Sequence[float]) -> Stance:
    """A stance whose parts sum to 1 to the last bits."""
    total = sum(values)
    supports, refutes = values[0] / total, values[1] / total
    return Stance(supports, refutes, max(0.0, 1.0 - supports - refutes))


def figures(lines: Sequence[Line], name: str) -> dict[str, Any]:
    """Everything that is told of the plain rows of one set."""
    gold = [LABELS.index(line["gold"]) for line in lines]
    before, after = (np.array([line[kind] for line in lines], dtype=np.float64) for kind in ("raw", "calibrated"))
    seed = seed_of(name)
    counts = {label: gold.count(index) for index, label in enumerate(LABELS)}
    told = {"n": len(lines), "unread": sum(not line["read"] for line in lines), "gold": counts}
    told |= {"raw": _scored(before, gold, seed), "calibrated": _scored(after, gold, seed)}
    labels = sorted(set(gold))
    if len(labels) == 2:
        told["forced"] = {kind: _scored(forced(values, labels), gold, seed) for kind, values in (("raw", before), ("calibrated", after))}
    return told


def forced(probabilities: Floats, labels: Sequence[int]) -> Floats:
    """The probabilities when only these labels may be chosen."""
    kept = np.zeros_like(probabilities)
    kept[:, labels] = np.maximum(probabilities[:, labels], metrics.LEAST)
    return np.asarray(kept / kept.sum(axis=1, keepdims=True))


def neutral(lines: Sequence[Line], name: str) -> dict[str, Any]:
    """How often the answer is neutral: what must be told when the evidence is blanked or swapped."""
    told = {}
    for kind in ("raw", "calibrated"):
        found = np.array([line[kind] for line in lines], dtype=np.float64)
        told[kind] = metrics.mean((found.argmax(axis=1) == NEUTRAL).astype(np.float64), seed=seed_of(name))
    return {"n": len(lines), "neutral": told}


def titles(plain: Sequence[Line], titled: Sequence[Line], name: str) -> dict[str, Any] | None:
    """How often the answer to pairs that are neutral is neutral, without titles and with them; none in a set that has no such pairs."""
    shares = [[line for line in lines if line["gold"] == "neutral"] for lines in (plain, titled)]
    if not shares[0]:
        return None
    without, behind = (neutral(lines, name)["neutral"]["calibrated"] for lines in shares)
    return {"n": len(shares[0]), "without": without, "with": behind}


def effect(plain: Sequence[Line], after: Sequence[Line], name: str) -> dict[str, Any]:
    """What the conflicts rule changes: macro-F1 without and with it, paired, and the answers it turned."""
    gold = [LABELS.index(line["gold"]) for line in plain]
    first, second = answers(plain), answers(after)
    paired = PairedAnswers.of(gold, first, second, seed_of(name))
    turned = [index for index in range(len(gold)) if first[index] != second[index]]
    kept = metrics.present(metrics.confusion(gold, first))
    return {
        "n": len(gold),
        "found": sum(line["conflict"] is not None for line in after),
        "turned": len(turned),
        "turned_right_before": sum(first[index] == gold[index] for index in turned),
        "turned_right_after": sum(second[index] == gold[index] for index in turned),
        "macro_f1_without": float(metrics.macro_f1(metrics.confusion(gold, first), kept)),
        "macro_f1_with": float(metrics.macro_f1(metrics.confusion(gold, second), kept)),
        "difference": paired.macro_f1(),
    }


def answers(lines: Sequence[Line], kind: str = "calibrated") -> list[int]:
    """The label of greatest probability for each line; the first of equals."""
    return [int(np.argmax(line[kind])) for line in lines]


def seed_of(name: str) -> int:
    """A seed for each set, so that the chance of one is not that of another."""
    return metrics.SEED + crc32(name.encode())


def _scored(probabilities: Floats, gold: Sequence[int], seed: int) -> dict[str, Any]:
    told = probabilities.argmax(axis=1)
    matrix = metrics.confusion(gold, told.tolist())
    drawn, kept = metrics.resampled(matrix, seed=seed), metrics.present(matrix)
    confidence, right = probabilities.max(axis=1), (told == np.asarray(gold)).astype(np.float64)
    spread = metrics.macro_f1(drawn, kept)
    return {
        "accuracy": metrics.interval(float(metrics.accuracy(matrix)), metrics.accuracy(drawn)),
        "macro_f1": metrics.interval(float(metrics.macro_f1(matrix, kept)), spread),
        "macro_f1_three": float(metrics.macro_f1(matrix)),
        "f1": dict(zip(LABELS, map(float, metrics.f1(matrix)), strict=True)),
        "ece": metrics.calibration_interval(confidence, right, seed=seed),
        "ece_plain": metrics.plain_calibration_error(confidence, right),
        "brier": metrics.mean(metrics.brier(probabilities, gold), seed=seed),
        "log_loss": metrics.mean(metrics.log_loss(probabilities, gold), seed=seed),
        "confusion": matrix.tolist(),
        "bins": metrics.bins(confidence, right),
    }


def mean_macro_f1(matrices: Mapping[str, Sequence[Sequence[int]]]) -> Figure:
    """The mean macro-F1 over sets, each resampled by itself."""
    values, spreads = [], []
    for name, rows in matrices.items():
        matrix = np.asarray(rows, dtype=np.int64)
        kept = metrics.present(matrix)
        values.append(float(metrics.macro_f1(matrix, kept)))
        spreads.append(metrics.macro_f1(metrics.resampled(matrix, seed=seed_of(name)), kept))
    return metrics.interval(float(np.mean(values)), np.mean(spreads, axis=0))
