"""Fit the decision for a judge: `python -m training.decide FOLDER [--claims 700]`, in the project's environment.

1. Claims that no judge has learned from go through the whole engine: those of the written documents that are held out, each beside its own
   document, since many of them do not say which they speak of, and the development set of the field suite. What was weighed for each is
   kept in `VERACIOUS_TRAINING/decide`, by judge, so that a run that is stopped goes on.
2. A logistic regression over the scores of a side (`rules/judging/selective.py`), the same weights for both sides, tells how likely it is.
   It is fitted on both sets, each counting by its claims.
3. How good it is: each claim by a fit on the documents of the other folds.

It writes the table of the judge into `src/veracious/tables/decision.json`, with its figures.
"""

import argparse
import asyncio
import json
import os
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from training import served
from veracious import app, wiring
from veracious.domain.document import Document
from veracious.domain.evidence import Source, Tier
from veracious.eval.field import suite
from veracious.flow.run import Engine
from veracious.rules.dials import Dials
from veracious.rules.judging import selective
from veracious.rules.judging.selective import SIDES
from veracious.rules.seeking.register import CredibilityRules

Floats = NDArray[np.float64]
TABLE = Path(__file__).parents[1] / "src" / "veracious" / "tables" / "decision.json"
SCORES = ("own", "second", "against", "other")
GOLD = ("supported", "refuted", "not_enough_evidence")
LABELS = {"supports": GOLD[0], "refutes": GOLD[1], "neutral": GOLD[2]}
FOLDS = 10
RIDGE = 1.0
CREDIBLE = (0.7, 0.8, 0.9)  # of the publishers of written documents
EDGES = (0.5, 0.6, 0.7, 0.8, 0.9)  # of the bins in which said and right are compared


@dataclass(frozen=True, slots=True)
class Asked:
    """A claim with its answer, and the document it belongs to."""

    id: str
    text: str
    gold: str
    fold: int


@dataclass(frozen=True, slots=True)
class Collection:
    """Documents, who published them, and what is asked of them."""

    documents: tuple[Document, ...]
    publishers: dict[str, Source]
    claims: tuple[Asked, ...]


@dataclass(frozen=True, slots=True)
class DevelopmentSet:
    """Collections that are one set."""

    name: str
    collections: tuple[Collection, ...]


def fold(name: str) -> int:
    """The fold of a document: what is said of one document stays together."""
    return zlib.crc32(name.encode()) % FOLDS


def written(many: int) -> DevelopmentSet:
    """The documents that are held out of training, and so many of their claims."""
    random, found = Random(5), []
    held = [one for one in served.documents() if one.held_out]
    each = max(1, round(many / len(held)))
    for one in held:
        domain = f"{one.id}.example"
        url = f"https://{domain}/a"
        chosen = random.sample(list(enumerate(one.claims)), min(each, len(one.claims)))
        claims = tuple(Asked(f"{one.id}/{at}", claim.text, LABELS[claim.label], fold(one.id)) for at, claim in chosen)
        document = Document(" ".join(one.sentences), url, one.title, url, one.published)
        found.append(Collection((document,), {domain: Source(domain, random.choice(CREDIBLE), Tier.A)}, claims))
    return DevelopmentSet("written, held out", tuple(found))


def field(data: Path) -> DevelopmentSet:
    """The development set of the field suite; mixed claims are left out."""
    rows = [json.loads(line) for line in (data / "field/dev/claims.jsonl").read_text("utf-8").splitlines()]
    documents = suite.documents([json.loads(line) for line in (data / "field/dev/documents.jsonl").read_text("utf-8").splitlines()])
    claims = tuple(
        Asked(row["id"], row["claim"], row["gold"], fold((row["settles"] or [{"url": row["id"]}])[0]["url"]))
        for row in rows
        if row["gold"] in GOLD
    )
    publishers = suite.publishers(data / "field/publishers.csv")
    return DevelopmentSet("field dev", (Collection(tuple(documents.values()), publishers, claims),))


async def row_of(asked: Asked, engine: Engine) -> dict[str, Any]:
    """The scores of both sides of a claim; none where it has several parts or nothing was weighed."""
    report = (await app.claims.verify(engine, asked.text, None)).report
    row: dict[str, Any] = {"id": asked.id, "gold": asked.gold, "fold": asked.fold, "scores": None}
    if report.judged is not None and report.reading is not None and len(report.reading.subclaims) == 1 and report.judged.weighed:
        row["scores"] = [dict(selective.scores(report.judged.weighed, side, Dials().judging.selective)) for side in SIDES]
    return row


async def heard(one: DevelopmentSet, place: Path) -> list[dict[str, Any]]:
    """The scores of both sides of every claim of one part; what was heard before is not asked again."""
    place.parent.mkdir(parents=True, exist_ok=True)
    known = [json.loads(line) for line in place.read_text("utf-8").splitlines()] if place.exists() else []
    done = {row["id"] for row in known}
    models = wiring.loaded_models()
    with place.open("a", encoding="utf-8") as out:
        for collection in one.collections:
            left = [claim for claim in collection.claims if claim.id not in done]
            if not left:
                continue
            rated = CredibilityRules(collection.publishers)
            engine = await wiring.in_memory(list(collection.documents), rated, Dials(), models)
            for asked in left:
                known.append(await row_of(asked, engine))
                out.write(json.dumps(known[-1]) + "\n")
                out.flush()
            print(f"{one.name}: {len(known)}", flush=True)
    return [row for row in known if row["scores"] is not None]


def matrix(rows: Sequence[dict[str, Any]]) -> tuple[Floats, NDArray[np.int64]]:
    """The scores of both sides with a one before them, and the right answers."""
    told = [[[1.0, *(side[name] for name in SCORES)] for side in row["scores"]] for row in rows]
    return np.array(told), np.array([GOLD.index(row["gold"]) for row in rows])


def shares(scores: Floats, weights: Floats) -> Floats:
    """The probability of each side, and that neither is settled."""
    logits = np.concatenate([scores @ weights, np.zeros((len(scores), 1))], axis=1)
    raised = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(raised / raised.sum(1, keepdims=True))


def fit(scores: Floats, gold: NDArray[np.int64]) -> Floats:
    """The weights that make the right answers most probable, by Newton's method with a small penalty."""
    wide = scores.shape[2]
    weights, ridge = np.zeros(wide), np.full(wide, RIDGE)
    ridge[0] = 1e-9
    for _ in range(100):
        told = shares(scores, weights)
        slope = np.einsum("ij,ijk->k", (told - np.eye(3)[gold])[:, :2], scores) + ridge * weights
        curve = np.diag(ridge)
        for one in range(2):
            for other in range(2):
                part = told[:, one] * ((one == other) - told[:, other])
                curve = curve + np.einsum("i,ij,ik->jk", part, scores[:, one], scores[:, other])
        step = np.linalg.solve(curve, slope)
        weights = weights - step
        if np.abs(step).max() < 1e-9:
            break
    return weights


def left_out(rows: Sequence[dict[str, Any]]) -> Floats:
    """The probabilities of every claim by a fit on the documents of the other folds."""
    scores, gold = matrix(rows)
    folds = np.array([row["fold"] for row in rows])
    told = np.zeros((len(rows), 3))
    for one in range(FOLDS):
        if (folds == one).any():
            told[folds == one] = shares(scores[folds == one], fit(scores[folds != one], gold[folds != one]))
    return told


def figures(told: Floats, gold: NDArray[np.int64], decided: float) -> dict[str, Any]:
    """How good the probabilities are: log loss, what is decided and right, and said beside right."""
    best, right = told[:, :2].max(1), told[:, :2].argmax(1) == gold
    taken = best >= decided
    return {
        "claims": len(gold),
        "log_loss": round(float(-np.log(np.maximum(told[np.arange(len(gold)), gold], 1e-9)).mean()), 3),
        "decided": round(float(taken.mean()), 3),
        "right_when_decided": round(float(right[taken].mean()), 3) if taken.any() else None,
        "reliability": list(_bins(best, right)),
    }


def _bins(best: Floats, right: NDArray[np.bool_]) -> Iterator[dict[str, Any]]:
    for low, high in zip(EDGES, (*EDGES[1:], 1.01), strict=True):
        held = (best >= low) & (best < high)
        if held.any():
            yield {
                "from": low,
                "claims": int(held.sum()),
                "said": round(float(best[held].mean()), 3),
                "right": round(float(right[held].mean()), 3),
            }


def main() -> None:
    """Parse the command line, hear the claims, fit, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("judge", help="the folder of a judge, or large or small")
    parser.add_argument("--claims", type=int, default=700, help="of the written documents")
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("VERACIOUS_DATA", "")))
    asked = parser.parse_args()
    os.environ["VERACIOUS_JUDGE"] = asked.judge
    judge: Any = wiring.loaded_models().judge
    place = Path(os.environ.get("VERACIOUS_TRAINING", ".training")) / "decide" / judge.name.digest.removeprefix("sha256:")[:12]
    sets = (field(asked.data), written(asked.claims))
    rows = {one.name: asyncio.run(heard(one, place / f"{one.name.replace(', ', '-').replace(' ', '-')}.jsonl")) for one in sets}
    together = [row for found in rows.values() for row in found]
    bias, *weights = fit(*matrix(together)).round(4).tolist()
    told, at = left_out(together), 0
    measured = {}
    for name, found in rows.items():
        measured[name] = figures(told[at : at + len(found)], matrix(found)[1], Dials().judging.selective.decided)
        at += len(found)
    entry = {
        "judge": judge.name.digest,
        "name": judge.name.name,
        "bias": bias,
        "weights": dict(zip(SCORES, weights, strict=True)),
        "fitted": date.today().isoformat(),
        "left_out": measured,
    }
    held = json.loads(TABLE.read_text("utf-8"))["fitted"] if TABLE.exists() else []
    kept = [one for one in held if one["judge"] != judge.name.digest]
    TABLE.write_text(json.dumps({"fitted": [*kept, entry]}, indent=1) + "\n", "utf-8")
    print(json.dumps(entry, indent=1))


if __name__ == "__main__":
    main()
