"""Try to better the embedder: `python -m training.contrast RUN_FOLDER [--wide]`, claims drawn near to their evidence, away from other's.

Pairs are those of `stance/train` whose evidence supports or refutes the claim; the sources of the measurements (SciFact, Check-COVID, FM2)
are left out. Every batch is made of groups of two: a pair, and one whose evidence is near to its claim yet speaks of another thing, so that
each claim meets a hard negative beside the random ones of the batch. The words' own states stay as they are.
"""

import argparse
import json
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

import numpy as np
import torch
from torch import Tensor, nn
from transformers import BertModel

from training import near, pairs
from training.bench_embedder import interval, recalls, sets
from training.model import encoder, mean, tokenizer
from training.pairs import Pair

PERMISSIVE = ("factcheckgpt", "feverous_dev")  # Apache-2.0 and MIT; the sentences of Wikipedia within are CC BY-SA
WIDE = (*PERMISSIVE, "fever_dev")  # CC BY-SA, as the Judge's own data


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a run is made of; written beside its weights."""

    sources: tuple[str, ...] = PERMISSIVE
    groups: int = 24  # of two pairs, in a batch
    epochs: int = 1
    lr: float = 2e-5
    warmup: float = 0.1  # share of the steps
    sharpness: float = 20.0  # what cosines are multiplied with
    tokens: int = 128
    minutes: float = 12.0  # at most
    seed: int = 7


def learned(recipe: Recipe) -> list[Pair]:
    """Claims with evidence that bears on them, each text of evidence at most three times."""
    found, seen = [], {}
    for pair in pairs.stance("train"):
        if pair.source in recipe.sources and pair.label != "neutral" and len(pair.evidence.split()) > 4:
            seen[pair.evidence] = seen.get(pair.evidence, 0) + 1
            if seen[pair.evidence] <= 3:
                found.append(pair)
    return found


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in re.findall(r"\w+", text.lower()) if len(word) > 3)


def hard(pairs: Sequence[Pair], rows: Sequence[Sequence[int]]) -> list[int]:
    """For each pair another, its evidence near to the claim but with few words in common with the pair's own."""
    words = [_words(pair.evidence) for pair in pairs]
    chosen = []
    for index, row in enumerate(rows):
        fitting = (other for other in row if len(words[other] & words[index]) <= 0.3 * min(len(words[other]), len(words[index])))
        chosen.append(next(fitting, row[-1]))
    return chosen


def batches(pairs: Sequence[Pair], other: Sequence[int], recipe: Recipe, random: Random) -> Iterator[list[Pair]]:
    """All pairs at least once, each with its hard one."""
    order, used, group = random.sample(range(len(pairs)), len(pairs)), set(), []
    for index in order:
        if index in used:
            continue
        used |= {index, other[index]}
        group += [pairs[index], pairs[other[index]]]
        if len(group) == 2 * recipe.groups:
            yield group
            group = []


def embed(model: BertModel, texts: Sequence[str], tokens: int) -> Tensor:
    """Unit vectors, with gradients."""
    encoded = tokenizer(tokens).encode_batch(list(texts))
    ids = torch.zeros(len(texts), max(len(one.ids) for one in encoded), dtype=torch.long)
    mask = torch.zeros_like(ids)
    for row, one in enumerate(encoded):
        ids[row, : len(one.ids)], mask[row, : len(one.ids)] = torch.tensor(one.ids), 1
    with torch.autocast("cpu", dtype=torch.bfloat16):
        states = model(input_ids=ids, attention_mask=mask).last_hidden_state
    return nn.functional.normalize(mean(states.float(), mask), dim=-1)


def loss_of(model: BertModel, group: Sequence[Pair], recipe: Recipe) -> Tensor:
    """How badly each claim picks its evidence, and each evidence its claim; like evidence is no negative."""
    claims = embed(model, [pair.claim for pair in group], recipe.tokens)
    halves = sorted(range(len(group)), key=lambda index: len(group[index].evidence))
    short, long = halves[: len(halves) // 2], halves[len(halves) // 2 :]
    evidence = torch.cat([embed(model, [group[index].evidence for index in part], recipe.tokens) for part in (short, long)])
    evidence = evidence[torch.tensor(np.argsort(short + long))]
    words = [_words(pair.evidence) for pair in group]
    like = torch.tensor([[len(one & two) > 0.5 * min(len(one), len(two)) for two in words] for one in words])
    like.fill_diagonal_(False)
    scores = (recipe.sharpness * claims @ evidence.T).masked_fill(like, -1e4)
    gold = torch.arange(len(group))
    return (nn.functional.cross_entropy(scores, gold) + nn.functional.cross_entropy(scores.T, gold)) / 2


def train(recipe: Recipe, out: Path) -> BertModel:
    """Train for an epoch or as long as allowed; the weights are written at the end."""
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(recipe.seed)
    found = learned(recipe)
    other = hard(found, near.neighbours(found))
    model = encoder()
    model.embeddings.requires_grad_(requires_grad=False)
    weights = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(weights, lr=recipe.lr, weight_decay=0.01, fused=True)
    made = [group for epoch in range(recipe.epochs) for group in batches(found, other, recipe, Random(recipe.seed + epoch))]
    begun, losses = time.monotonic(), []
    for step, group in enumerate(made):
        past = max(step / len(made), (time.monotonic() - begun) / 60 / recipe.minutes)  # the rate ends at nought in any case
        if past >= 1:
            break
        for part in optimizer.param_groups:
            part["lr"] = recipe.lr * min((step + 1) / (recipe.warmup * len(made)), (1 - past) / (1 - recipe.warmup))
        model.train()
        loss = loss_of(model, group, recipe)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(weights, 1.0)
        optimizer.step()
        losses.append(float(loss.detach()))
        if step % 10 == 9:
            print(f"step {step + 1}/{len(made)} loss {np.mean(losses[-10:]):.4f} {(time.monotonic() - begun) / 60:.1f} min", flush=True)
    torch.save(model.state_dict(), out / "final.pt")
    told = {
        "recipe": asdict(recipe),
        "pairs": len(found),
        "steps": len(losses),
        "of": len(made),
        "minutes": (time.monotonic() - begun) / 60,
    }
    (out / "recipe.json").write_text(json.dumps(told, indent=1))
    return model


def quick(model: BertModel, texts: Sequence[str], tokens: int = 256, size: int = 32) -> np.ndarray:
    """Vectors without gradients, in batches of like length."""
    order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
    found = np.zeros((len(texts), model.config.hidden_size), dtype=np.float32)
    model.eval()
    with torch.inference_mode():
        for at in range(0, len(order), size):
            chosen = order[at : at + size]
            found[chosen] = embed(model, [texts[index] for index in chosen], tokens).numpy()
    return found


def measured(model: BertModel, titled: bool) -> dict[str, dict[int, np.ndarray]]:
    """The recalls on the development sets and on the pairs of FM2, none of which is trained on."""
    told = {}
    for one in sets():
        claims, passages = quick(model, one.claims), quick(model, one.titled if titled else one.passages)
        told[one.name] = recalls(claims, passages, one.documents, one.gold)
    rows = [pair for name in ("train", "dev") for pair in pairs.stance(name) if pair.source.startswith("fm2_dev")]
    gold: dict[str, set[str]] = {}
    for pair in rows:
        if pair.label != "neutral":
            gold.setdefault(pair.claim, set()).add(pair.evidence)
    pool, asked = sorted({pair.evidence for pair in rows}), sorted(gold)
    told["fm2_dev pairs"] = recalls(quick(model, asked), quick(model, pool), pool, [frozenset(gold[claim]) for claim in asked])
    return told


def between(base: BertModel, trained: BertModel, share: float) -> BertModel:
    """Weights on the way from one model to the other."""
    found, first, last = encoder(), base.state_dict(), trained.state_dict()
    found.load_state_dict({name: first[name].lerp(last[name], share) if first[name].is_floating_point() else first[name] for name in first})
    return found


def report(base: dict[str, dict[int, np.ndarray]], new: dict[str, dict[int, np.ndarray]]) -> dict[str, object]:
    """Recalls and paired differences to the base, each with its bounds."""
    return {
        name: {
            f"recall@{depth}": {"n": len(values), "recall": interval(values), "difference": interval(values - base[name][depth])}
            for depth, values in depths.items()
        }
        for name, depths in new.items()
    }


def main() -> None:
    """Train one arm, measure it and the weights half-way to it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--wide", action="store_true", help="with FEVER, whose licence is CC BY-SA")
    parser.add_argument("--minutes", type=float, default=Recipe.minutes)
    parser.add_argument("--titled", action="store_true", help="measure with titles in front of passages")
    given = parser.parse_args()
    torch.set_num_threads(1)
    trained = train(Recipe(sources=WIDE if given.wide else PERMISSIVE, minutes=given.minutes), given.out)
    plain = encoder()
    base, told = measured(plain, given.titled), {}
    told["base"] = report(base, base)
    for share in (0.5, 1.0):
        told[f"share {share}"] = report(base, measured(between(plain, trained, share), given.titled))
        (given.out / "measured.json").write_text(json.dumps(told, indent=1))
        for name, one in told[f"share {share}"].items():
            print(share, name, {depth: (row["recall"][0], row["difference"]) for depth, row in one.items()}, flush=True)


if __name__ == "__main__":
    main()
