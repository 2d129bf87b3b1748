"""How many claims of a set are refused, by reason: those that people wrote to be checked should be read.

Run `python -m veracious.eval.refusals development`, or `tests --reason "…"`: each opening of a held-out file is logged in
`evals/openings.md`. Sets are those of the verdict suite that hold claims alone.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from veracious import wiring
from veracious.domain.claim import Reason, Refusal
from veracious.eval import pack
from veracious.eval.openings import OpeningLog
from veracious.rules import digest
from veracious.rules.dials import Dials

DEVELOPMENT = ("scifact/claims_train", "check_covid/claims_train")
TESTS = ("climate_fever/claims", "fm2/claims", "scifact/claims_dev")


@dataclass(frozen=True, slots=True)
class Count:
    """The refused of a set, each with its reason."""

    name: str
    claims: int
    refused: tuple[tuple[Reason, str], ...]

    @property
    def reasons(self) -> dict[str, int]:
        """How many for each reason, the most frequent first."""
        return {str(reason): count for reason, count in Counter(reason for reason, _ in self.refused).most_common()}

    @property
    def unread(self) -> float:
        """The share that is refused for anything but a reference that it does not name."""
        return sum(reason is not Reason.AMBIGUOUS_REFERENCE for reason, _ in self.refused) / self.claims if self.claims else 0.0

    def __str__(self) -> str:
        said = ", ".join(f"{reason} {count}" for reason, count in self.reasons.items()) or "none"
        return f"n {self.claims}, refused {len(self.refused)} ({said}), but for ambiguous references {self.unread:.2%}"


def count(name: str, claims: Iterable[str], day: date, dials: Dials) -> Count:
    """Read each claim as a run would, without a context."""
    read, given = wiring.reader(dials), tuple(claims)
    answers = ((text, read(text, day)) for text in given)
    return Count(name, len(given), tuple((answer.reason, text) for text, answer in answers if isinstance(answer, Refusal)))


def run(names: Sequence[str], log: OpeningLog, dials: Dials) -> Iterable[Count]:
    """Count the sets one by one; a held-out one is written down before it is read."""
    known = pack.sets("verdict")
    chosen = [known[name] for name in names]
    log.demand(chosen)
    model = digest.of_bytes(dials.written(wiring.lexicon()), "dials")
    for one in chosen:
        opening = log.begin(one, model)
        rows = pack.read(pack.folder(), one, opening).rows
        counted = count(one.name, (row["claim"] for row in rows), log.day, dials)
        log.finish(opening, str(counted))
        yield counted


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each set; of sets that may be looked at, what was refused as well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("which", choices=("development", "tests"))
    parser.add_argument("--reason", default="")
    parser.add_argument("--openings", type=Path, default=Path("evals/openings.md"))
    given = parser.parse_args(arguments)
    log = OpeningLog(given.openings, given.reason, wiring.clock().now().date())
    for counted in run(DEVELOPMENT if given.which == "development" else TESTS, log, Dials()):
        print(f"{counted.name}: {counted}")
        for reason, text in counted.refused if given.which == "development" else ():
            print(f"  {reason}: {text}")


if __name__ == "__main__":
    main()
