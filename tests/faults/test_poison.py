"""Planted pages hardly ever move a verdict that two credible publishers carry, and an address that pretends is never believed.

Claims about an invented country are checked on two honest pages, and again with one to five pages planted against the verdict, in other
words each, on domains that nobody knows. The counts, and what moved each verdict that moved, stand in `evals/web/poison.json`;
`python -m tests.faults.test_poison [--limit N]` writes it. Beside the law it has what is no part of it: pages that pretend to be copies
of the honest ones, and the same planted pages of publishers that are credible, which do move verdicts.
"""

import argparse
import asyncio
import json
from collections import Counter
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.faults import poison, poison_runs, poison_world
from tests.faults.poison import PUBLISHERS, RATED
from tests.faults.poison_runs import WAYS, Measured, figures, measure, pieces, verified
from veracious import wiring
from veracious.domain.standing import Rating, Standing
from veracious.rules.dials import Dials
from veracious.rules.seeking import domains
from veracious.rules.seeking import register as registers
from veracious.rules.weighing.evidence_trust import UNKNOWN_ORIGIN, TrustDials

FILE = Path(__file__).parents[2] / "evals/web/poison.json"
CLAIMS, SLICE = 200, 10
MOVED_AT_MOST = 0.05  # of the runs with planted pages, those whose verdict is another
IMITATED = 60  # domains of the register
KINDS, WORDINGS = 20, 8  # at least


def law(found: Mapping[str, Any]) -> None:
    """At most one verdict of twenty moves, by whichever way pages come, and each that does is explained."""
    for name, counted in {"all": found, **found["by_way"]}.items():
        assert counted["moved_share"] <= MOVED_AT_MOST, f"{name}: {counted['moved']} of {counted['runs']} moved by {found['causes']}"
    assert len(found["moved_runs"]) == found["moved"]
    assert [run["claim"] for run in found["moved_runs"] if "unexplained" in run["causes"]] == []


def _is_no_more_than_unknown(measured: Measured) -> None:
    """No planted page is worth more than one of an unknown source."""
    worth = TrustDials().unknown_credibility
    every = [(run, piece) for run in measured.ran for piece in pieces(run.after)]
    assert [piece.domain for run, piece in every if run.is_planted(piece) and piece.credibility > worth] == []


def test_a_slice_of_the_planted_pages_moves_hardly_a_verdict() -> None:
    measured = asyncio.run(measure(SLICE, is_whole=False))
    found = figures(measured)
    _is_no_more_than_unknown(measured)
    assert found["the_same_pages_credible"]["moved"] > 0  # the pages do speak against the verdict
    law(found)


@pytest.mark.long
def test_planted_pages_move_hardly_a_verdict() -> None:
    measured = asyncio.run(measure(CLAIMS))
    found = figures(measured)
    _is_no_more_than_unknown(measured)
    assert found["claims"] == CLAIMS
    assert found["kinds_of_facts"] >= KINDS
    assert found["the_same_pages_credible"]["moved_share"] > 0.5
    law(found)


def test_the_written_figures_keep_the_law() -> None:
    law(json.loads(FILE.read_text("utf-8")))


def test_planted_pages_are_in_many_words_and_each_on_a_domain_of_its_own() -> None:
    suffixes = wiring.register().suffixes
    used: Counter[str] = Counter()
    for fact in islice(poison_world.facts(), 2 * CLAIMS):
        for count in poison_runs.COUNTS:
            pages = poison.planted(fact, count)
            hosts = {domains.registrable(str(page.url), suffixes) for page in pages}
            assert len(hosts) == len({page.text for page in pages}) == count
            assert not hosts & set(PUBLISHERS)
            used.update(page.title for page in pages)
    assert len(poison.WORDINGS) >= WORDINGS
    assert set(used) == {wording.title for wording in poison.WORDINGS}
    assert len(poison_world.kinds()) >= KINDS


def examined(address: str) -> Standing:
    return registers.examine(address, wiring.register(), RATED, Dials().seeking.register)


def imitated() -> list[str]:
    """The overridden domains, and some of every letter that the register holds reliable."""
    reliable = [one.source.domain for one in registers.listed(wiring.register(), Rating.RELIABLE, Dials().seeking.register)]
    return [*PUBLISHERS, *reliable[:: max(1, len(reliable) // IMITATED)]]


def test_no_lookalike_inherits_credibility() -> None:
    """What is known of the address is known of its own domain, or of one that it really stands below, never of the one it looks like."""
    seen: Counter[str] = Counter()
    for domain in imitated():
        for trick, address in poison.imitations(domain):
            standing = examined(address)
            host = domains.host(address)
            own = standing.entry and f".{host}".endswith(f".{standing.entry}") and standing.entry != domain
            assert standing.source.credibility is None or own, (trick, address, standing)
            assert standing.source.domain != domain, (trick, address)
            seen[trick] += 1
    assert seen.total() >= 200
    assert len(seen) >= 15


def test_the_domains_themselves_are_credible() -> None:
    """What a lookalike does not inherit is there to be inherited."""
    assert all((examined(f"https://www.{domain}/story").source.credibility or 0.0) >= 0.8 for domain in imitated())


def test_evidence_from_a_lookalike_is_weighed_as_unknown() -> None:
    """Eight at a time beside the honest pages: all of them together are one voice that nobody knows."""
    fact = next(poison_world.facts())
    honest = poison.publishers(fact)
    hosts = [host for domain in honest for _, host in poison.hosts_like(domain)][::3]
    worth = TrustDials().unknown_credibility
    for first in range(0, len(hosts), 8):
        pages = poison.placed(fact, hosts[first : first + 8])
        report = asyncio.run(verified(fact, pages, WAYS[0]))
        alike = [piece for piece in pieces(report) if piece.domain not in honest]
        assert alike
        assert {piece.origin for piece in alike} == {UNKNOWN_ORIGIN}
        assert all(piece.credibility <= worth for piece in alike)


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--limit", type=int, default=CLAIMS, help="how many claims; the law is on 200")
    told = figures(asyncio.run(measure(asked.parse_args().limit)))
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    print(json.dumps({name: value for name, value in told.items() if not isinstance(value, list)}, indent=1))
