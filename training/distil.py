"""What the large judge says of many pairs, for the small one to learn from: `python -m training.distil JUDGE_FOLDER OUT --pairs 80000`.

Half of the pairs are those of training rounds, half are claims beside what a search brings, of which nobody said how they stand. Answers
are written as they come, so that a run that was stopped goes on. Run it in the project's environment: the judge is asked as it is there.
"""

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from training import pairs, served
from training.pairs import LABELS, Pair
from veracious import wiring
from veracious.adapters.models import folder
from veracious.adapters.models.entailment import OnnxJudge
from veracious.domain.model import Role
from veracious.rules.judging.quotes import QuoteDials

AT_ONCE = 256
NEAREST = 12  # texts that a search is taken to bring


def searched(random: Random, most: int) -> Iterator[Pair]:
    """Claims beside texts that are near to them, as served; the label says that nobody knows."""
    learned = [document for document in served.documents() if not document.held_out]
    lines = [(document, at) for document in learned for at in range(len(document.sentences))]
    texts = [f"{document.title}. {document.sentences[at]}" for document, at in lines]
    claims = [claim.text for document in learned for claim in document.claims]
    drawn = random.sample(claims, min(most // 4, len(claims)))
    for claim, ranked in zip(drawn, served.nearest(drawn, texts, NEAREST), strict=True):
        for place in random.sample(ranked, 2):
            document, at = lines[place]
            text = served.form(served.quote(document, (at,), random), document.title, document.published, random)
            yield Pair(claim, text, "", "searched/written")
    packed = pairs.stance("train")
    evidence = sorted({pair.evidence for pair in packed})
    asked = random.sample(packed, most // 4)
    for pair, ranked in zip(asked, served.nearest([pair.claim for pair in asked], evidence, NEAREST), strict=True):
        for place in random.sample(ranked, 2):
            yield served.dressed(Pair(pair.claim, evidence[place], "", "searched/pack"), random)


def wanted(count: int, seed: int) -> list[Pair]:
    """The pairs to be asked, none twice, in a fixed order."""
    random = Random(seed)
    rounds = (pair for number in range(8) for pair in served.round_of(seed + number))
    found = dict.fromkeys((pair.claim, pair.evidence, pair.label, pair.source) for pair in searched(random, count // 2))
    for pair in rounds:
        if len(found) >= count:
            break
        found.setdefault((pair.claim, pair.evidence, pair.label, pair.source))
    drawn = [Pair(*one) for one in found]
    random.shuffle(drawn)
    return drawn


def main() -> None:
    """Ask, and write every answer down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--pairs", type=int, default=80_000)
    parser.add_argument("--seed", type=int, default=101)
    asked = parser.parse_args()
    judge = OnnxJudge(folder.load(asked.folder, Role.JUDGE), wiring.lexicon(), QuoteDials())
    chosen = wanted(asked.pairs, asked.seed)
    done = sum(1 for _ in asked.out.open(encoding="utf-8")) if asked.out.exists() else 0
    begun = time.monotonic()
    with asked.out.open("a", encoding="utf-8") as lines:
        for at in range(done, len(chosen), AT_ONCE):
            part = chosen[at : at + AT_ONCE]
            answers = judge.probabilities([(pair.evidence, pair.claim) for pair in part])
            for pair, answer in zip(part, answers, strict=True):
                stance = None if answer is None else [round(float(getattr(answer[0], label)), 4) for label in LABELS]
                row = {"claim": pair.claim, "evidence": pair.evidence, "label": pair.label, "source": pair.source, "stance": stance}
                lines.write(json.dumps(row, ensure_ascii=False) + "\n")
            lines.flush()
            rate = (at + len(part) - done) / (time.monotonic() - begun)
            print(f"{at + len(part):,} of {len(chosen):,}, {rate:.1f} a second, {(len(chosen) - at) / rate / 60:.0f} min left", flush=True)


if __name__ == "__main__":
    main()
