"""Measure all schemes of the embedder, choose, and write what ships: `python -m training.ship_embedder [--no-speed]`.

The smallest file whose recall@10 is at most half a point below full precision on both development sets is chosen. Figures go to
`evals/models/embedder.json`, the files and their card to `weights/`. What was measured before is not measured again.
"""

import argparse
import hashlib
import json
import platform
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import numpy as np
import onnxruntime

from training.bench_embedder import DEPTHS, TOKENS, Searched, interval, likeness, measure, sets, speeds, steadiness
from training.card_embedder import card, schemes
from training.embedder import OUT, SCHEMES
from training.model import BASE
from training.near import KEPT

ROOT = Path(__file__).parents[1]
FIGURES = ROOT / "evals/models/embedder.json"
FOLDER = ROOT / "weights/src/veracious_models/embedder"
ALLOWED = 0.5  # points of recall@10 below full precision
TIMED = 128  # passages that speed is measured on


def titles(searcheds: Sequence[Searched]) -> dict[str, object]:
    """Recall of full precision with and without titles in front of passages."""
    told = {}
    for one in searcheds:
        bare, titled = (measure(OUT / "fp32.onnx", one, with_title) for with_title in (False, True))
        told[one.name] = {
            f"recall@{depth}": {
                "bare": interval(bare[depth]),
                "titled": interval(titled[depth]),
                "difference": interval(titled[depth] - bare[depth]),
            }
            for depth in DEPTHS
        }
    return told


def scheme(name: str, searcheds: Sequence[Searched], titled: bool) -> dict[str, object]:
    """All figures of a scheme but its speed."""
    path, full, told = OUT / f"{name}.onnx", OUT / "fp32.onnx", {}
    for one in searcheds:
        new, old = measure(path, one, titled), measure(full, one, titled)
        told[one.name] = {
            "n": len(one.claims),
            "cosine": dict(zip(("mean", "least"), likeness(path, full, one.titled if titled else one.passages), strict=True)),
            **{f"recall@{depth}": {"recall": interval(new[depth]), "difference": interval(new[depth] - old[depth])} for depth in DEPTHS},
        }
    texts = [text for one in searcheds for text in one.claims[:32]]
    return {"bytes": path.stat().st_size, "steadiness": steadiness(path, texts), "sets": told}


def fits(figures: Mapping[str, object]) -> bool:
    """Whether recall@10 is near enough to full precision on every set."""
    return all(one["recall@10"]["difference"][0] >= -ALLOWED for one in figures["sets"].values())


def timed(names: Sequence[str], searcheds: Sequence[Searched], titled: bool) -> dict[str, dict[str, float]]:
    """Passages a second, and the ratio to full precision in the same rounds."""
    texts = Random(1).sample([text for one in searcheds for text in (one.titled if titled else one.passages)], TIMED)
    rates = speeds({name: OUT / f"{name}.onnx" for name in names}, texts, 3)
    full = np.array(rates["fp32"])
    return {
        name: {
            "passages_per_second": round(float(np.median(values)), 1),
            "ratio": round(float(np.median(np.array(values) / full)), 2),
            "ratio_least": round(float((np.array(values) / full).min()), 2),
            "ratio_most": round(float((np.array(values) / full).max()), 2),
        }
        for name, values in rates.items()
    }


def ship(name: str) -> dict[str, object]:
    """Put the chosen file, the tokenizer and what they are into the package."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for source, part in ((OUT / f"{name}.onnx", "model.onnx"), (BASE / "tokenizer.json", "tokenizer.json")):
        shutil.copyfile(source, FOLDER / f"{part}.new")
        (FOLDER / f"{part}.new").replace(FOLDER / part)
    told = {
        "role": "embedder",
        "name": "all-MiniLM-L6-v2",
        "version": "1",
        "tokens_at_most": TOKENS,
        "width": 384,
        "pooling": "none",
        "licence": "Apache-2.0",
        "sha256": {part: hashlib.sha256((FOLDER / part).read_bytes()).hexdigest() for part in ("model.onnx", "tokenizer.json")},
    }
    (FOLDER / "model.json").write_text(json.dumps(told, indent=2) + "\n", "utf-8")
    return told


def main() -> None:
    """Measure, choose and write; the table of schemes is printed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--schemes", default=",".join(SCHEMES), help="which are measured; all by default")
    parser.add_argument("--no-speed", action="store_true", help="keep the speeds measured before")
    given = parser.parse_args()
    names = given.schemes.split(",")
    found = sets()
    figures = json.loads(FIGURES.read_text("utf-8")) if FIGURES.exists() else {}
    figures["titles"] = titles(found)
    gains = [one["recall@10"]["difference"][0] for one in figures["titles"].values()]
    figures["titled"] = sum(gains) > 0
    figures["sets"] = {
        one.name: {"claims": len(one.claims), "documents": len(set(one.documents)), "passages": len(one.passages)} for one in found
    }
    before = figures.get("schemes", {})
    rates = {} if given.no_speed else timed(names, found, figures["titled"])
    figures["schemes"] = {}
    for name in names:
        figures["schemes"][name] = scheme(name, found, figures["titled"])
        speed = rates.get(name, before.get(name, {}).get("speed"))
        figures["schemes"][name] |= {"speed": speed} if speed else {}
        print(name, json.dumps(figures["schemes"][name]), flush=True)
    fitting = [name for name, one in figures["schemes"].items() if fits(one)]
    figures["ships"] = min(fitting, key=lambda name: figures["schemes"][name]["bytes"])
    figures["not measured for recall"] = {one: (OUT / f"{one}.onnx").stat().st_size for one in SCHEMES if one not in names}
    figures["run"] = {"onnxruntime": onnxruntime.__version__, "threads": 1, "processor": platform.machine(), "draws": 5000}
    figures["model"] = ship(figures["ships"])
    contrast = {path.parent.name: json.loads(path.read_text("utf-8")) for path in sorted(KEPT.glob("contrast*/measured.json"))}
    figures |= {"contrast": contrast} if contrast else {}
    FIGURES.parent.mkdir(parents=True, exist_ok=True)
    FIGURES.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    (FOLDER / "card.md").write_text(card(figures), "utf-8")
    print(schemes(figures))


if __name__ == "__main__":
    main()
