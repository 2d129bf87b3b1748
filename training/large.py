"""Train a judge on pairs as they are served: `python -m training.large RUN_FOLDER --minutes 120 [--base mpnet] [--start WEIGHTS]`.

With `--teacher ANSWERS` it learns from what another judge said of many pairs (`distil.py`), beside the labels that people gave.

A run lasts as long as it is told: a short warm-up, a constant rate, and over its last quarter down to a twentieth. It writes a checkpoint
every few minutes and goes on from it when it was killed; a later run goes on from `final.pt` with `--start`. What is kept is the weights or
their running average, whichever does better on the held-out documents and `stance/dev` together.
"""

import argparse
import json
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random

import torch
from torch import Tensor, nn

from training import pairs, served
from training.bases import Base, CrossEncoder, named
from training.cross_graph import weights_of
from training.pairs import LABELS, Pair

AVERAGED_EVERY = 2  # steps


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a run is made of; written beside its weights."""

    base: str = "mpnet"
    minutes: float = 60.0
    frozen: int = 4  # lowest layers that stay as they are, beside the words
    batch: int = 16
    lr: float = 4e-5
    warmup_steps: int = 60
    falling: float = 0.25  # share of the time over which the rate falls
    decay: float = 0.01
    smoothing: float = 0.04
    tokens: int = 136
    averaged: float = 0.995  # of the running average of weights, per step
    seed: int = 7
    without: tuple[str, ...] = ()
    newest: tuple[str, ...] = ()
    start: str = ""
    teacher: str = ""
    taught: float = 0.6  # share of the teacher in what is learned of a pair that has a label, too


@dataclass(frozen=True, slots=True)
class Item:
    """A pair as token numbers, and which of them are the claim's."""

    ids: tuple[int, ...]
    claim: tuple[int, ...]
    label: int
    shares: tuple[float, ...] = ()  # of the labels, where it is to be learned as so likely


def items(asked: Sequence[Pair], base: Base, tokens: int) -> list[Item]:
    """The pairs as token numbers, evidence first."""
    encoded = base.tokenizer(tokens).encode_batch([(pair.evidence, pair.claim) for pair in asked])
    return [
        Item(tuple(one.ids), tuple(int(which == 1) for which in one.sequence_ids), LABELS.index(pair.label) if pair.label else 0)
        for one, pair in zip(encoded, asked, strict=True)
    ]


def whole(rows: Sequence[Item], tokens: int) -> list[Item]:
    """The pairs that were not cut: what was cut may be what their label rests on."""
    return [row for row in rows if len(row.ids) < tokens]


def taught(path: Path, base: Base, recipe: Recipe) -> list[Item]:
    """What a teacher said of pairs; where people gave a label, a mixture of both."""
    rows = [row for row in map(json.loads, path.read_text("utf-8").splitlines()) if row["stance"]]
    encoded = items([Pair(row["claim"], row["evidence"], row["label"], row["source"]) for row in rows], base, recipe.tokens)
    learned = []
    for item, row in zip(encoded, rows, strict=True):
        share = recipe.taught if row["label"] else 1.0
        own = [float(row["label"] == label) for label in LABELS]
        learned.append(
            replace(item, shares=tuple(share * said + (1 - share) * gold for said, gold in zip(row["stance"], own, strict=True)))
        )
    return learned


def batch_of(rows: Sequence[Item], padding: int) -> tuple[dict[str, Tensor], Tensor]:
    """Padded tensors and labels."""
    longest = math.ceil(max(len(row.ids) for row in rows) / 8) * 8  # few shapes: torch keeps memory for each it has met
    ids = torch.full((len(rows), longest), padding, dtype=torch.long)
    mask, claim = torch.zeros_like(ids), torch.zeros_like(ids)
    for index, row in enumerate(rows):
        size = len(row.ids)
        ids[index, :size] = torch.tensor(row.ids)
        claim[index, :size] = torch.tensor(row.claim)
        mask[index, :size] = 1
    targets: Tensor = torch.tensor([row.shares for row in rows]) if rows[0].shares else torch.tensor([row.label for row in rows])
    return {"input_ids": ids, "attention_mask": mask, "claim_mask": claim}, targets


def batches(rows: Sequence[Item], size: int, random: Random) -> Iterator[list[Item]]:
    """All rows once, in batches of like length, the batches shuffled."""
    order = random.sample(range(len(rows)), len(rows))
    order.sort(key=lambda index: len(rows[index].ids) + random.random() * 10)
    cut = [order[at : at + size] for at in range(0, len(order), size)]
    random.shuffle(cut)
    yield from ([rows[index] for index in one] for one in cut)


@torch.inference_mode()
def logits_of(model: CrossEncoder, rows: Sequence[Item], padding: int, size: int = 32) -> Tensor:
    """The logits of all rows, in their order."""
    model.eval()
    order = sorted(range(len(rows)), key=lambda index: len(rows[index].ids))
    found = torch.zeros(len(rows), len(LABELS))
    for at in range(0, len(order), size):
        chosen = order[at : at + size]
        inputs, _ = batch_of([rows[index] for index in chosen], padding)
        found[chosen] = model(**inputs)
    return found


def macro_f1(gold: Sequence[int], answers: Sequence[int]) -> float:
    """The mean F1 of the labels that the gold has."""
    scores = []
    for label in sorted(set(gold)):
        right = sum(g == a == label for g, a in zip(gold, answers, strict=True))
        wanted, answered = list(gold).count(label), list(answers).count(label)
        scores.append(2 * right / (wanted + answered) if wanted + answered else 0.0)
    return sum(scores) / len(scores)


def development(base: Base, recipe: Recipe, most: int = 320) -> dict[str, list[Item]]:
    """What a run is watched on: pairs of held-out documents, and `stance/dev`."""
    random = Random(3)
    sets = {"written": served.held_out(), "dev": pairs.stance("dev")}
    return {name: items(random.sample(found, most), base, recipe.tokens) for name, found in sets.items()}


class Run:
    """A model in training: its weights, their running average, and how far it has come."""

    def __init__(self, recipe: Recipe, out: Path) -> None:
        self.recipe, self.out = recipe, out
        self.step, self.round, self.at, self.spent = 0, 0, 0, 0.0
        self.base = named(recipe.base)
        self.model = CrossEncoder(self.base.encoder(), len(LABELS))
        self.base.freeze(self.model.base, recipe.frozen)
        learned = [(name, value) for name, value in self.model.named_parameters() if value.requires_grad]
        if recipe.start:
            start = Path(recipe.start)
            weights = weights_of(start, self.model) if start.is_dir() else torch.load(start)
            fixed = {name for name, value in self.model.named_parameters() if not value.requires_grad}  # as exact as the base has them
            self.model.load_state_dict({name: value for name, value in weights.items() if name not in fixed}, strict=False)
        slow = [value for name, value in learned if name.startswith("base.")]
        fast = [value for name, value in learned if not name.startswith("base.")]
        head = 1 if recipe.start else 5  # a head that starts from nothing learns faster
        groups = [{"params": slow, "lr": recipe.lr}, {"params": fast, "lr": recipe.lr * head}]
        self.rates = [group["lr"] for group in groups]
        self.optimizer = torch.optim.AdamW(groups, lr=recipe.lr, weight_decay=recipe.decay, fused=True)
        self.learned = {name for name, _ in learned}
        self.average = {name: value.detach().clone() for name, value in learned}
        self.loss = nn.CrossEntropyLoss(label_smoothing=recipe.smoothing)
        self._resume()

    def learn(self, rows: Sequence[Item]) -> float:
        """One step; the loss before it."""
        begun = time.monotonic()
        self.model.train()
        inputs, labels = batch_of(rows, self.base.padding)
        loss = self.loss(self.model(**inputs), labels)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        share = rate(self.step, self.spent / 60, self.recipe)
        for group, full in zip(self.optimizer.param_groups, self.rates, strict=True):
            group["lr"] = full * share
        self.optimizer.step()
        self.step += 1
        if self.step % AVERAGED_EVERY == 0:
            keep = min(self.recipe.averaged**AVERAGED_EVERY, self.step / (self.step + 50))
            for name, value in self.model.named_parameters():
                if name in self.learned:
                    self.average[name].lerp_(value.detach(), 1 - keep)
        self.spent += time.monotonic() - begun
        return float(loss.detach())

    def keep(self) -> None:
        """Write a checkpoint that a killed run goes on from."""
        state = {"model": self.model.state_dict(), "average": self.average, "optimizer": self.optimizer.state_dict()}
        state |= {"step": self.step, "round": self.round, "at": self.at, "spent": self.spent}
        torch.save(state, self.out / "checkpoint.tmp")
        (self.out / "checkpoint.tmp").replace(self.out / "checkpoint.pt")

    def _resume(self) -> None:
        if not (self.out / "checkpoint.pt").exists():
            return
        state = torch.load(self.out / "checkpoint.pt")
        self.model.load_state_dict(state["model"])
        self.average = state["average"]
        self.optimizer.load_state_dict(state["optimizer"])
        self.step, self.round, self.at, self.spent = state["step"], state["round"], state["at"], state["spent"]

    def averaged(self) -> dict[str, Tensor]:
        """All weights, with the running average where they are learned."""
        return self.model.state_dict() | self.average

    def report(self, dev: dict[str, list[Item]]) -> dict[str, Tensor]:
        """Macro-F1 on the development pairs, of the weights and of their average; the better of the two."""
        live = {name: value.detach().clone() for name, value in self.model.state_dict().items()}
        scores, said = {}, []
        for which, weights in (("last", live), ("average", self.averaged())):
            self.model.load_state_dict(weights)
            each = {
                name: macro_f1([row.label for row in rows], logits_of(self.model, rows, self.base.padding).argmax(-1).tolist())
                for name, rows in dev.items()
            }
            scores[which] = (sum(each.values()), weights)
            said.append(f"{which} " + " ".join(f"{name} {value:.4f}" for name, value in each.items()))
        self.model.load_state_dict(live)
        self.log(f"step {self.step}, {self.spent / 60:.0f} min: " + "; ".join(said))
        return max(scores.values(), key=lambda one: one[0])[1]

    def log(self, line: str) -> None:
        """A line on the screen and in the run's log."""
        print(line, flush=True)
        with (self.out / "log.txt").open("a") as log:
            log.write(line + "\n")


def rate(step: int, minutes: float, recipe: Recipe) -> float:
    """The share of the learning rate: up, level, then down to a twentieth."""
    left = (recipe.minutes - minutes) / (recipe.minutes * recipe.falling)
    return min(1.0, (step + 1) / recipe.warmup_steps) * max(0.05, min(1.0, left))


def train(recipe: Recipe, out: Path, watched: float) -> None:
    """Train for the recipe's minutes, from the last checkpoint if there is one; `watched`: minutes between two reports."""
    out.mkdir(parents=True, exist_ok=True)
    (out / "recipe.json").write_text(json.dumps(asdict(recipe), indent=1))
    torch.manual_seed(recipe.seed)
    run = Run(recipe, out)
    dev = development(run.base, recipe)
    lessons = taught(Path(recipe.teacher), run.base, recipe) if recipe.teacher else []
    kept, reported, lost, seen = time.monotonic(), run.spent, 0.0, 0
    while run.spent / 60 < recipe.minutes:
        drawn = [] if lessons else served.round_of(recipe.seed + run.round, recipe.without, recipe.newest)
        rows = lessons or whole(items(drawn, run.base, recipe.tokens), recipe.tokens)
        for number, chosen in enumerate(batches(rows, recipe.batch, Random(recipe.seed + run.round))):
            if number < run.at:
                continue
            lost, seen = lost + run.learn(chosen) * len(chosen), seen + len(chosen)
            run.at = number + 1
            if run.step % 25 == 0:
                pace = f"{run.step * recipe.batch / run.spent:.2f} pairs/s, {run.spent / 60:.1f} min"
                run.log(f"step {run.step} round {run.round} loss {lost / seen:.4f} {pace}")
                lost, seen = 0.0, 0
            if time.monotonic() - kept > 300:
                run.keep()
                kept = time.monotonic()
            if run.spent - reported > watched * 60:
                run.report(dev)
                reported = run.spent
            if run.spent / 60 >= recipe.minutes:
                break
        else:
            run.round, run.at = run.round + 1, 0
    run.keep()
    torch.save(run.report(dev), out / "final.pt")
    run.log("done")


def main() -> None:
    """Parse the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--base", default=Recipe().base)
    parser.add_argument("--minutes", type=float, default=Recipe().minutes)
    parser.add_argument("--frozen", type=int, default=Recipe().frozen)
    parser.add_argument("--lr", type=float, default=Recipe().lr)
    parser.add_argument("--seed", type=int, default=Recipe().seed)
    parser.add_argument("--start", default="", help="weights to go on from: a file of a run, or the folder of a judge")
    parser.add_argument("--teacher", default="", help="answers of a judge to learn from, as `distil.py` writes them")
    parser.add_argument("--without", default="", help="sources that are left out, with commas")
    parser.add_argument("--newest", default="", help="subjects of written documents that a round has whole, with commas; of others a part")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--watched", type=float, default=25, help="minutes between two looks at the development pairs")
    asked = parser.parse_args()
    torch.set_num_threads(asked.threads)
    without, newest = (tuple(filter(None, told.split(","))) for told in (asked.without, asked.newest))
    recipe = Recipe(
        base=asked.base,
        minutes=asked.minutes,
        frozen=asked.frozen,
        lr=asked.lr,
        seed=asked.seed,
        without=without,
        newest=newest,
        start=asked.start,
        teacher=asked.teacher,
    )
    train(recipe, asked.out, asked.watched)


if __name__ == "__main__":
    main()
