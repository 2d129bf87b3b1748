"""Train the Judge: `python -m training.judge RUN_FOLDER [--without scifact_train,check_covid] [--epochs 2] [--start WEIGHTS]`.

Evidence first, claim second. Every epoch sees all training pairs and all made pairs once, in batches of like length. What is kept is the
last weights or their running average, whichever does better on `stance/dev`. A run that is killed goes on from its last checkpoint.
"""

import argparse
import json
import math
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from random import Random

import torch
from torch import Tensor, nn

from training import made, near, pairs
from training.model import CrossEncoder, encoder, tokenizer
from training.pairs import LABELS, Pair

AVERAGED_EVERY = 5  # steps
TRIED = 16_000  # unrelated pairs in which mistakes are looked for


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a run is made of; written beside its weights."""

    epochs: int = 3
    batch: int = 32
    lr: float = 6e-5
    warmup: float = 0.06  # share of the steps
    decay: float = 0.01
    smoothing: float = 0.05
    tokens: int = 160
    averaged: float = 0.999  # of the running average of weights, per step
    seed: int = 7
    without: tuple[str, ...] = ()
    share: float = 1.0  # share of the pack's pairs that is used
    made: float = 1.0  # share of the made pairs that is used
    start: str = ""  # weights to go on from, for a second stage
    dropout: float = 0.0  # inside the encoder
    hard: str = ""  # weights whose mistakes on unrelated evidence of the same source are learned from


@dataclass(frozen=True, slots=True)
class Item:
    """A pair as token numbers."""

    ids: tuple[int, ...]
    types: tuple[int, ...]
    label: int


def items(pairs: Sequence[Pair], tokens: int) -> list[Item]:
    """The pairs as token numbers, evidence first."""
    encoded = tokenizer(tokens).encode_batch([(pair.evidence, pair.claim) for pair in pairs])
    return [Item(tuple(one.ids), tuple(one.type_ids), LABELS.index(pair.label)) for one, pair in zip(encoded, pairs, strict=True)]


def batch_of(rows: Sequence[Item]) -> tuple[dict[str, Tensor], Tensor]:
    """Padded tensors and labels."""
    longest = math.ceil(max(len(row.ids) for row in rows) / 8) * 8  # few shapes: torch keeps memory for each it has met
    ids = torch.zeros(len(rows), longest, dtype=torch.long)
    mask, types = torch.zeros_like(ids), torch.zeros_like(ids)
    for index, row in enumerate(rows):
        size = len(row.ids)
        ids[index, :size] = torch.tensor(row.ids)
        types[index, :size] = torch.tensor(row.types)
        mask[index, :size] = 1
    return {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}, torch.tensor([row.label for row in rows])


def batches(rows: Sequence[Item], size: int, random: Random) -> Iterator[list[Item]]:
    """All rows once, in batches of like length, the batches shuffled."""
    order = random.sample(range(len(rows)), len(rows))
    order.sort(key=lambda index: len(rows[index].ids) + random.random() * 12)
    cut = [order[at : at + size] for at in range(0, len(order), size)]
    random.shuffle(cut)
    yield from ([rows[index] for index in one] for one in cut)


@torch.inference_mode()
def logits_of(model: nn.Module, rows: Sequence[Item], size: int = 64) -> Tensor:
    """The logits of all rows, in their order."""
    model.eval()
    order = sorted(range(len(rows)), key=lambda index: len(rows[index].ids))
    found = torch.zeros(len(rows), len(LABELS))
    for at in range(0, len(order), size):
        chosen = order[at : at + size]
        inputs, _ = batch_of([rows[index] for index in chosen])
        with torch.autocast("cpu", dtype=torch.bfloat16):
            found[chosen] = model(**inputs).float()
    return found


def macro_f1(gold: Sequence[int], numbers: Sequence[int]) -> float:
    """The mean F1 of the labels that the gold has."""
    scores = []
    for label in sorted(set(gold)):
        right = sum(g == t == label for g, t in zip(gold, numbers, strict=True))
        wanted, given = list(gold).count(label), list(numbers).count(label)
        scores.append(2 * right / (wanted + given) if wanted + given else 0.0)
    return sum(scores) / len(scores)


def training_pairs(recipe: Recipe) -> list[Pair]:
    """The pairs a run learns from: those of the pack, and those made of them."""
    found = [pair for pair in pairs.stance("train") if not any(pair.source.startswith(name) for name in recipe.without)]
    random = Random(recipe.seed)
    more = made.make(found, near.neighbours(found), random) if recipe.made else []
    used = random.sample(found, int(recipe.share * len(found))) + random.sample(more, int(recipe.made * len(more)))
    return used + mistaken(found, recipe, random) if recipe.hard else used


def mistaken(pairs: Sequence[Pair], recipe: Recipe, random: Random) -> list[Pair]:
    """Claims beside unrelated evidence of their own source, to which the weights of `hard` give a side."""
    drawn = set(islice(made.alike(pairs, random), TRIED))
    tried = sorted(drawn, key=lambda pair: (pair.claim, pair.evidence))
    model = CrossEncoder(encoder(), len(LABELS))
    model.load_state_dict(torch.load(recipe.hard))
    told = logits_of(model, items(tried, recipe.tokens)).argmax(-1).tolist()
    return [pair for pair, label in zip(tried, told, strict=True) if LABELS[label] != "neutral"]


class Run:
    """A model in training: its weights, their running average, and how far it has come."""

    def __init__(self, recipe: Recipe, steps: int, out: Path) -> None:
        self.recipe, self.steps, self.out, self.step = recipe, steps, out, 0
        self.model = CrossEncoder(encoder(recipe.dropout), len(LABELS))
        self.average = {name: value.detach().clone() for name, value in self.model.state_dict().items()}
        named = list(self.model.named_parameters())
        slow = [parameter for name, parameter in named if name.startswith("base.")]
        fast = [parameter for name, parameter in named if not name.startswith("base.")]
        groups = [{"params": slow}, {"params": fast, "lr": recipe.lr * 5}]  # the head starts from nothing
        self.optimizer = torch.optim.AdamW(groups, lr=recipe.lr, weight_decay=recipe.decay, fused=True)
        self.schedule = torch.optim.lr_scheduler.LambdaLR(self.optimizer, lambda step: _rate(step, steps, recipe.warmup))
        self.loss = nn.CrossEntropyLoss(label_smoothing=recipe.smoothing)
        if recipe.start:
            self.model.load_state_dict(torch.load(recipe.start))
            self.average = {name: value.detach().clone() for name, value in self.model.state_dict().items()}
        self._resume()

    def learn(self, rows: Sequence[Item]) -> float:
        """One step; the loss before it."""
        self.model.train()
        inputs, labels = batch_of(rows)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = self.loss(self.model(**inputs).float(), labels)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.schedule.step()
        self.step += 1
        if self.step % AVERAGED_EVERY == 0:
            keep = min(self.recipe.averaged**AVERAGED_EVERY, self.step / (self.step + 50))
            for name, value in self.model.state_dict().items():
                self.average[name].lerp_(value, 1 - keep) if value.is_floating_point() else self.average[name].copy_(value)
        return float(loss.detach())

    def keep(self) -> None:
        """Write a checkpoint that a killed run goes on from."""
        state = {"model": self.model.state_dict(), "average": self.average, "step": self.step}
        state |= {"optimizer": self.optimizer.state_dict(), "schedule": self.schedule.state_dict()}
        torch.save(state, self.out / "checkpoint.tmp")
        (self.out / "checkpoint.tmp").replace(self.out / "checkpoint.pt")

    def _resume(self) -> None:
        if not (self.out / "checkpoint.pt").exists():
            return
        state = torch.load(self.out / "checkpoint.pt")
        self.model.load_state_dict(state["model"])
        self.average = state["average"]
        self.optimizer.load_state_dict(state["optimizer"])
        self.schedule.load_state_dict(state["schedule"])
        self.step = int(state["step"])

    def report(self, dev: Sequence[Item], epoch: int) -> bool:
        """Macro-F1 on the development pairs, of the weights and of their average; whether the average is the better."""
        gold = [row.label for row in dev]
        live = {name: value.detach().clone() for name, value in self.model.state_dict().items()}
        plain = macro_f1(gold, logits_of(self.model, dev).argmax(-1).tolist())
        self.model.load_state_dict(self.average)
        averaged = macro_f1(gold, logits_of(self.model, dev).argmax(-1).tolist())
        self.model.load_state_dict(live)
        line = f"epoch {epoch + 1}: stance/dev macro-F1 {plain:.4f}, of the average {averaged:.4f}"
        print(line, flush=True)
        with (self.out / "dev.txt").open("a") as log:
            log.write(line + "\n")
        return averaged >= plain


def train(recipe: Recipe, out: Path) -> None:
    """Train to the end, from the last checkpoint if there is one."""
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(recipe.seed)
    learned = training_pairs(recipe)
    counts = Counter(pair.source for pair in learned)
    (out / "recipe.json").write_text(json.dumps({"recipe": asdict(recipe), "pairs": counts}, indent=1))
    rows, dev = items(learned, recipe.tokens), items(pairs.stance("dev"), recipe.tokens)
    per_epoch = math.ceil(len(rows) / recipe.batch)
    run = Run(recipe, recipe.epochs * per_epoch, out)
    begun, seen, lost = time.monotonic(), 0, 0.0
    for epoch in range(run.step // per_epoch, recipe.epochs):
        for number, chosen in enumerate(batches(rows, recipe.batch, Random(recipe.seed + 100 * epoch))):
            if epoch * per_epoch + number < run.step:
                continue
            lost += run.learn(chosen) * len(chosen)
            seen += len(chosen)
            if run.step % 100 == 0:
                rate = seen / (time.monotonic() - begun)
                left = (run.steps - run.step) * recipe.batch / rate / 60
                print(f"step {run.step}/{run.steps} loss {lost / seen:.4f} {rate:.1f} pairs/s, {left:.0f} min left", flush=True)
            if run.step % 500 == 0:
                run.keep()
        run.keep()
        is_average = run.report(dev, epoch)
        torch.save(run.average if is_average else run.model.state_dict(), out / "final.pt")


def _rate(step: int, steps: int, warmup: float) -> float:
    """The share of the learning rate at a step: up, then down to a twentieth."""
    begin = max(1, int(steps * warmup))
    return (step + 1) / begin if step < begin else max(0.05, (steps - step) / max(1, steps - begin))


def main() -> None:
    """Parse the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--without", default="")
    parser.add_argument("--epochs", type=int, default=Recipe.epochs)
    parser.add_argument("--share", type=float, default=1.0, help="share of the pack's pairs that is used")
    parser.add_argument("--made", type=float, default=1.0, help="share of the made pairs that is used")
    parser.add_argument("--start", default="", help="weights to go on from, for a second stage")
    parser.add_argument("--hard", default="", help="weights whose mistakes on unrelated evidence of the same source are learned from")
    parser.add_argument("--dropout", type=float, default=0.0, help="inside the encoder")
    parser.add_argument("--lr", type=float, default=Recipe.lr)
    parser.add_argument("--seed", type=int, default=Recipe.seed)
    parser.add_argument("--threads", type=int, default=1, help="of the run; more only on a machine without other work")
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    without = tuple(filter(None, given.without.split(",")))
    amounts = {
        "epochs": given.epochs,
        "lr": given.lr,
        "share": given.share,
        "made": given.made,
        "seed": given.seed,
        "dropout": given.dropout,
    }
    train(Recipe(without=without, start=given.start, hard=given.hard, **amounts), given.out)


if __name__ == "__main__":
    main()
