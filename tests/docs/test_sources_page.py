"""The page of sources agrees with the tables and the dials."""

import re
from pathlib import Path

import pytest

from veracious import wiring
from veracious.domain.standing import Imitation, Rating
from veracious.rules.dials import Dials
from veracious.rules.seeking import lookalikes, register

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/reference/sources.md").read_text("utf-8")
README = (ROOT / "src/veracious/tables/README.md").read_text("utf-8")
REGISTER = wiring.register()
DIALS = Dials().seeking.register


@pytest.mark.parametrize("rating", Rating)
def test_every_rating_has_its_row_with_its_numbers(rating: Rating) -> None:
    credibility, tier = register.worth(rating, DIALS)
    count = sum(given is rating for given in REGISTER.ratings.values())
    assert f"| `{rating}` | {credibility:.2f} | {tier} | {count} |" in PAGE


def test_every_table_has_its_row_its_size_and_its_licence() -> None:
    suffixes, confusables = REGISTER.suffixes, REGISTER.known.confusables
    plain = (ROOT / "src/veracious/tables" / register.PLAIN).read_text("utf-8").splitlines()
    sizes = {
        register.SUFFIXES: len(suffixes.rules) + len(suffixes.wildcards) + len(suffixes.exceptions),
        register.SOURCES: len(REGISTER.ratings),
        register.CONFUSABLES: len(confusables.letters) + len(confusables.runs),
        register.PLAIN: len(plain) - 1,
    }
    assert set(sizes) | {"calibration.json", "checkworthy.json", "decision.json"} == {
        path.name for path in (ROOT / "src/veracious/tables").iterdir() if path.suffix in (".dat", ".json", ".txt")
    }
    for name, size in sizes.items():
        assert f"| `{name}` | {size:,} |" in PAGE
        assert f"| `{name}` |" in README
    for licence in ("MPL-2.0", "CC BY-SA 4.0", "Apache-2.0"):
        assert licence in PAGE
        assert licence in README


def test_the_suffix_list_keeps_its_header() -> None:
    text = (ROOT / "src/veracious/tables" / register.SUFFIXES).read_text("utf-8")
    assert "Mozilla Public\n// License, v. 2.0" in text[:300]


def test_every_reason_has_examples_that_are_told_for_it() -> None:
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| (\*[^|]+) \|$", PAGE, re.MULTILINE)
    assert [reason for reason, _ in rows] == list(Imitation)
    for reason, cell in rows:
        for host in re.findall(r"\*([^*]+)\*", cell):
            found = lookalikes.find(host, REGISTER.known, DIALS.lookalikes)
            assert found is not None
            assert found.reason == reason
