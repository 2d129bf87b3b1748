"""Cut the development corpora into passages as the engine does: `python -m training.passages`, in the project's own environment.

It writes one file that the measurements read, so that these need not have the engine installed beside torch. Only `claims_train` of
SciFact and of Check-COVID is opened. Of SciFact the gold documents and a seeded sample of the others are kept, to spare the processor.
"""

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from training import pairs
from veracious.domain.evidence import Snapshot, Source
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.seeking import passages

KEPT = Path(os.environ.get("VERACIOUS_TRAINING", Path(__file__).parents[1] / ".training"))
SETS = {"scifact": 1500, "check_covid": None}  # how many documents beside the gold ones; none: all there are
SEED = 11


def documents(name: str, gold: frozenset[str], others: int | None) -> Iterator[dict[str, object]]:
    """The documents of a set that are searched, cut into passages."""
    found = list(pairs.rows(f"retrieval/{name}/corpus"))
    rest = [str(row["doc_id"]) for row in found if row["doc_id"] not in gold]
    kept = gold | frozenset(rest if others is None else Random(SEED).sample(rest, others))
    for row in found:
        if row["doc_id"] in kept:
            yield {"id": row["doc_id"], "title": row["title"], "passages": _cut(row["sentences"])}


def _cut(sentences: Sequence[str]) -> list[str]:
    text = " ".join(sentences)
    snapshot = Snapshot("", text, Source(""))
    return [passage.text for passage in passages.cut(snapshot, passages.PassageDials(), SentenceDials())]


def main() -> None:
    """Write the passages and the claims that have gold documents."""
    written = {}
    for name, others in SETS.items():
        claims = [
            {"id": row["id"], "claim": row["claim"], "gold": sorted({one["doc_id"] for one in row["gold"]})}
            for row in pairs.rows(f"retrieval/{name}/claims_train")
            if row["gold"]
        ]
        gold = frozenset(one for claim in claims for one in claim["gold"])
        found = list(documents(name, gold, others))
        written[name] = {"claims": claims, "documents": found}
        print(name, len(claims), "claims,", len(found), "documents,", sum(len(one["passages"]) for one in found), "passages")
    KEPT.mkdir(parents=True, exist_ok=True)
    (KEPT / "passages.json").write_text(json.dumps(written), "utf-8")


if __name__ == "__main__":
    main()
