"""The conflicts rule on the written pairs of amounts: it speaks where the two cannot both be true, and nowhere else."""

import json
from pathlib import Path

import pytest

from veracious.domain.evidence import Quote
from veracious.domain.span import Span
from veracious.domain.stance import Stance
from veracious.rules.dials import Dials
from veracious.rules.judging import conflicts
from veracious.rules.judging.conflicts import Conflict, Measure
from veracious.rules.reading import intake
from veracious.rules.reading.lexicon import Lexicon

WRITTEN = Path(__file__).parents[3] / "evals/reading"
DIALS = Dials()
UNSURE = Stance(0.65, 0.1, 0.25)  # a judge that may have read past the number


def conflict(claim: str, told: str, lexicon: Lexicon) -> Conflict | None:
    part = intake.part_of(claim, lexicon, DIALS.reading)
    return conflicts.find(
        part, Quote("sha256:0", Span(0, len(told)), told), Measure(lexicon, DIALS.reading.amounts, DIALS.compare, DIALS.judging.conflicts)
    )


@pytest.mark.parametrize("half", ["tuning", "blind"])
def test_at_least_95_in_100_written_pairs_come_out_right(half: str, lexicon: Lexicon) -> None:
    """Either sentence as the claim: a conflict takes an unsure support away, anything else leaves it as it was."""
    rows = [json.loads(line) for line in (WRITTEN / f"quantities_{half}.jsonl").read_text("utf-8").splitlines()]
    right = 0
    for row in rows:
        for claim, told in ((row["a"], row["b"]), (row["b"], row["a"])):
            after = conflicts.apply(UNSURE, conflict(claim, told, lexicon), DIALS.judging.conflicts)
            right += (after.supports == 0.0) if row["relation"] == "conflicting" else (after == UNSURE)
    assert right >= 0.95 * 2 * len(rows), f"{right} of {2 * len(rows)}"


@pytest.mark.parametrize(
    "claim",
    [
        "The bridge is not 90 metres long.",
        "The bridge isn't 90 metres long.",
        "The bridge did not cost 90 million euros.",
        "The bridge never cost 90 million euros.",
        "The school was not built for 900 pupils.",
    ],
)
def test_a_claim_that_denies_an_amount_is_not_contradicted_by_another(claim: str, lexicon: Lexicon) -> None:
    """Whoever writes that it is 60 metres long supports that it is not 90."""
    assert conflict(claim, "The bridge is 60 metres long, cost 38 million euros, and the school was built for 540 pupils.", lexicon) is None


def test_a_bound_is_no_denial(lexicon: Lexicon) -> None:
    found = conflict("The bridge is not more than 90 metres long.", "The bridge is 120 metres long.", lexicon)
    assert found is not None
