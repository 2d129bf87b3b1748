"""Train the relevance model: `python -m training.relevance RUN_FOLDER --start JUDGE_FOLDER/final.pt`.

The Judge's encoder goes on learning, with a head of one number. A group is a claim, one passage that bears on it, and a few near ones that
do not; the model learns to put the first on top. Groups come from the train splits of the retrieval sets and from `stance/train`.
Every seventh claim of the retrieval sets is held out: scale and offset of the shown share are fitted there.
"""

import argparse
import json
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
import torch
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from torch import nn

from training import near, pairs
from training.judge import batch_of, items
from training.model import CrossEncoder, encoder
from training.pairs import Pair

SETS = ("scifact", "check_covid")
NEGATIVES = 4  # beside each passage that bears on the claim
PASSAGE_CHARS = 512
OF_STANCE = 1500  # groups from stance/train
TOKENS = 160


@dataclass(frozen=True, slots=True)
class Group:
    """A claim, a passage that bears on it, and near ones that do not."""

    claim: str
    good: str
    bad: tuple[str, ...]
    held_out: bool = False


def windows(title: str, sentences: Sequence[str]) -> list[tuple[str, set[int]]]:
    """The passages of a document, whole sentences up to 512 characters, title in front; with the numbers of their sentences."""
    found, first = [], 0
    while first < len(sentences):
        last = first + 1
        while last < len(sentences) and len(" ".join(sentences[first : last + 1])) <= PASSAGE_CHARS:
            last += 1
        found.append((f"{title}. {' '.join(sentences[first:last])}" if title else " ".join(sentences[first:last]), set(range(first, last))))
        first = last
    return found


def of_retrieval(name: str, random: Random) -> list[Group]:
    """The groups of a retrieval set: passages with gold sentences against passages of the documents nearest by words."""
    corpus = {str(row["doc_id"]): row for row in pairs.rows(f"retrieval/{name}/corpus")}
    cut = {key: windows(str(row["title"]), list(row["sentences"])) for key, row in corpus.items()}  # type: ignore[call-overload]
    names = list(corpus)
    vectorizer = TfidfVectorizer(stop_words="english", sublinear_tf=True)
    matrix = vectorizer.fit_transform([f"{corpus[key]['title']} {' '.join(corpus[key]['sentences'])}" for key in names])  # type: ignore[arg-type]
    groups = []
    for number, row in enumerate(pairs.rows(f"retrieval/{name}/claims_train")):
        gold: dict[str, set[int]] = {}
        for one in row["gold"]:  # type: ignore[attr-defined]
            gold.setdefault(str(one["doc_id"]), set()).update(one["sentences"])
        scores = np.asarray((matrix @ vectorizer.transform([str(row["claim"])]).T).todense()).ravel()
        others = [names[index] for index in np.argsort(-scores)[:30] if names[index] not in gold]
        bad = [text for key in others[:12] for text, _ in cut[key]]
        for key, wanted in gold.items():
            good = [text for text, numbers in cut[key] if numbers & wanted]
            if good and len(bad) >= NEGATIVES:
                groups.append(Group(str(row["claim"]), random.choice(good), tuple(random.sample(bad, NEGATIVES)), number % 7 == 0))
    return groups


def of_stance(random: Random) -> list[Group]:
    """Groups from stance/train: evidence that takes a side against near evidence of other claims."""
    found = pairs.stance("train")
    close = near.neighbours(found)
    chosen = [index for index, pair in enumerate(found) if pair.label != "neutral" and len(pair.claim.split()) > 5]
    groups = []
    for index in random.sample(chosen, OF_STANCE):
        words = set(found[index].evidence.lower().split())
        bad = [
            found[other].evidence for other in close[index] if len(words & set(found[other].evidence.lower().split())) < 0.4 * len(words)
        ]
        if len(bad) >= NEGATIVES:
            groups.append(Group(found[index].claim, found[index].evidence, tuple(bad[:NEGATIVES])))
    return groups


def scores_of(model: CrossEncoder, groups: Sequence[Group]) -> list[list[float]]:
    """The numbers of each group, the good passage first."""
    model.eval()
    found = []
    with torch.inference_mode(), torch.autocast("cpu", dtype=torch.bfloat16):
        for group in groups:
            inputs, _ = batch_of(items([Pair(group.claim, text, "neutral", "") for text in (group.good, *group.bad)], TOKENS))
            found.append(model(**inputs).float().squeeze(-1).tolist())
    return found


def report(model: CrossEncoder, held: Sequence[Group], out: Path) -> None:
    """How often the good passage is on top, and the scale and offset that make the number a share."""
    scores = scores_of(model, held)
    first = sum(max(row) == row[0] for row in scores) / len(scores)
    fitted = LogisticRegression().fit(
        [[number] for row in scores for number in row], [int(place == 0) for row in scores for place in range(len(row))]
    )
    found = {"first": first, "groups": len(held), "scale": float(fitted.coef_[0][0]), "offset": float(fitted.intercept_[0])}
    (out / "held_out.json").write_text(json.dumps(found, indent=1))
    print(found, flush=True)


def train(out: Path, start: Path, epochs: int) -> None:
    """Train to the end."""
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(7)
    random = Random(7)
    groups = [group for name in SETS for group in of_retrieval(name, random)] + of_stance(random)
    learned, held = [one for one in groups if not one.held_out], [one for one in groups if one.held_out]
    model = CrossEncoder(encoder(), 1)
    judge = torch.load(start)
    model.load_state_dict({name: value for name, value in judge.items() if not name.startswith("outer.")}, strict=False)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-5, weight_decay=0.01, fused=True)
    size, begun, seen = 8, time.monotonic(), 0
    steps = epochs * math.ceil(len(learned) / size)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / 40) * max(0.05, 1 - step / steps))
    for _ in range(epochs):
        random.shuffle(learned)
        for at in range(0, len(learned), size):
            chosen = learned[at : at + size]
            texts = [Pair(group.claim, text, "neutral", "") for group in chosen for text in (group.good, *group.bad)]
            model.train()
            inputs, _ = batch_of(items(texts, TOKENS))
            with torch.autocast("cpu", dtype=torch.bfloat16):
                logits = model(**inputs).float().view(len(chosen), -1)
            loss = nn.functional.cross_entropy(logits, torch.zeros(len(chosen), dtype=torch.long))
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            seen += len(texts)
            if (at // size) % 25 == 0:
                print(f"{at}/{len(learned)} groups, loss {float(loss):.3f}, {seen / (time.monotonic() - begun):.1f} passages/s", flush=True)
        report(model, held, out)
    torch.save(model.state_dict(), out / "final.pt")


def main() -> None:
    """Parse the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--start", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=1)
    given = parser.parse_args()
    torch.set_num_threads(1)
    train(given.out, given.start, given.epochs)


if __name__ == "__main__":
    main()
