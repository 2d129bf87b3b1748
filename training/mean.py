"""The mean of the weights of several runs: `python -m training.mean OUT WEIGHTS[:SHARE] …`, all alike unless shares are given."""

import argparse
from pathlib import Path

import torch


def main() -> None:
    """Parse the command line and write the mean."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("weights", nargs="+")
    given = parser.parse_args()
    named = [(*one.split(":"), "1")[:2] for one in given.weights]
    found, shares = [torch.load(path) for path, _ in named], [float(share) for _, share in named]
    mean = {
        name: sum(share * one[name] for share, one in zip(shares, found, strict=True)) / sum(shares) if value.is_floating_point() else value
        for name, value in found[0].items()
    }
    torch.save(mean, given.out)


if __name__ == "__main__":
    main()
