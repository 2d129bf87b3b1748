"""The mean of the weights of several runs: `python -m training.mean OUT WEIGHTS WEIGHTS …`."""

import argparse
from pathlib import Path

import torch


def main() -> None:
    """Parse the command line and write the mean."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("weights", type=Path, nargs="+")
    given = parser.parse_args()
    found = [torch.load(path) for path in given.weights]
    mean = {name: sum(one[name] for one in found) / len(found) if value.is_floating_point() else value for name, value in found[0].items()}
    torch.save(mean, given.out)


if __name__ == "__main__":
    main()
