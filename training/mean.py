"""The mean of the weights of several runs: `python -m training.mean OUT WEIGHTS[:SHARE] …`, all alike unless shares are given.

Weights are a file of a run, or the folder of a large judge.
"""

import argparse
from pathlib import Path

import torch
from torch import Tensor

from training.bases import CrossEncoder, named
from training.cross_graph import weights_of
from training.pairs import LABELS


def read(path: str) -> dict[str, Tensor]:
    """The weights at a place."""
    if not Path(path).is_dir():
        weights: dict[str, Tensor] = torch.load(path)
        return weights
    return weights_of(Path(path), CrossEncoder(named("mpnet").encoder(), len(LABELS)))


def main() -> None:
    """Parse the command line and write the mean."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("weights", nargs="+")
    given = parser.parse_args()
    told = [(*one.split(":"), "1")[:2] for one in given.weights]
    found, shares = [read(path) for path, _ in told], [float(share) for _, share in told]
    mean = {
        name: sum(share * one[name] for share, one in zip(shares, found, strict=True)) / sum(shares) if value.is_floating_point() else value
        for name, value in found[0].items()
    }
    torch.save(mean, given.out)


if __name__ == "__main__":
    main()
