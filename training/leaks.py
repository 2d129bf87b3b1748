"""Claims of ours that are nearly a held-out claim: `python -m training.leaks WRITTEN.jsonl KEPT.jsonl.gz`.

Claims are compared with every held-out claim of the pack by the share of words they have in common (Jaccard). What is too near is dropped,
and nothing else is read off the held-out files.
"""

import argparse
import gzip
import json
from collections import defaultdict
from pathlib import Path

from training import pairs
from training.served import words

NEAR = 0.7  # of the words of both together
HELD_OUT = ("stance/test_*", "retrieval/*/claims*", "verdict/*", "field/test/claims*")


def held_out() -> list[frozenset[str]]:
    """The words of every held-out claim."""
    found = set()
    for pattern in HELD_OUT:
        for path in sorted(pairs.folder().glob(pattern)):
            content = path.read_bytes()
            lines = (gzip.decompress(content) if path.suffix == ".gz" else content).decode("utf-8").splitlines()
            found |= {words(json.loads(line)["claim"]) for line in lines if line.strip()}
    return [one for one in found if one]


def near(claims: list[str]) -> list[bool]:
    """Of each claim whether a held-out one is too near."""
    known = held_out()
    holding: dict[str, list[int]] = defaultdict(list)
    for number, one in enumerate(known):
        for word in one:
            holding[word].append(number)
    answers = []
    for claim in claims:
        asked = words(claim)
        rare = sorted(asked, key=lambda word: len(holding[word]))[: max(1, len(asked) // 2)]  # a near claim has one of the rarer half
        tried = {number for word in rare for number in holding[word]}
        answers.append(any(len(asked & known[number]) >= NEAR * len(asked | known[number]) for number in tried))
    return answers


def main() -> None:
    """Write what may be kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("written", type=Path, nargs="+")
    parser.add_argument("kept", type=Path)
    asked = parser.parse_args()
    rows = [json.loads(line) for path in asked.written for line in path.read_text("utf-8").splitlines()]
    flags = iter(near([claim["claim"] for row in rows for claim in row["claims"]]))
    dropped = 0
    for row in rows:
        kept = [claim for claim in row["claims"] if not next(flags)]
        dropped += len(row["claims"]) - len(kept)
        row["claims"] = kept
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    asked.kept.write_bytes(gzip.compress(text.encode("utf-8"), 9, mtime=0))
    print(f"{len(rows)} documents, {sum(len(row['claims']) for row in rows)} claims, {dropped} dropped")


if __name__ == "__main__":
    main()
