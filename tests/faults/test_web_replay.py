"""Runs that asked the open web replay to the byte, in another process, when there is no web any more: from the store and nothing else."""

import asyncio
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from itertools import permutations
from pathlib import Path

import pytest

from tests.faults.web_engine import CALLED, REVIEWS, SEARCHES, Apart, Asked, Ended, apart, settings_of
from tests.internet import AS_OF, CLAIMS, EARLY, PROVIDER_FAULTS, Internet
from tests.postgres import WIDTH
from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.postgres.archive import PostgresArchive
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.server import Addresses
from veracious.adapters.postgres.store import Store
from veracious.domain.archive import Audit
from veracious.rules.reading.lexicon import Lexicon

FEW, ALL = 8, 200
WORKSPACE = "replayed"
STRIDE = 8  # from claim to claim: neighbours speak of the same things
ORDERS = tuple(permutations(SEARCHES))
DAYS = (AS_OF, AS_OF + timedelta(days=30), AS_OF.replace(year=AS_OF.year + 5), EARLY)
SILENT = ("never", "slow drip", "slow drip of a head")  # a run with one of these is given two seconds
FAULTS = ("500", "429 for an hour", "truncated", "never", "private addresses", "20 MB", "reset", *PROVIDER_FAULTS)
SITE_FAULTS = ("not found", "gzip bomb", "truncated body", "redirect to a private address", "closed at once", "deep nesting")


def _asked(number: int) -> Asked:
    """A run unlike the one before: another claim, day and order of searches; some with reviews, on a budget, or of what is no claim."""
    claim = CLAIMS[number * STRIDE % len(CLAIMS)]
    order = ORDERS[number % len(ORDERS)][: 1 + number % len(SEARCHES)]
    fault = _fault(number)
    return Asked(
        f"Is it true? {claim.text[:-1]}?" if number % 17 == 16 else claim.text,
        ",".join(order),
        seconds=2.0 if fault in SILENT else 0.5 if number % 9 == 8 else None,
        pages=1 if number % 9 == 5 else None,
        as_of=claim.as_of if number < len(CLAIMS) else DAYS[number % len(DAYS)],
        workspace=WORKSPACE,
        more=REVIEWS if number % 2 == 0 else {},
    )


def _fault(number: int) -> str:
    """What the first of the searches has; a third of the runs have something."""
    return FAULTS[number // 3 % len(FAULTS)] if number % 3 == 1 else ""


def _record(internet: Internet, engine: Apart, number: int) -> Ended:
    """A run whose first search may have a fault, and a site of which may have one too."""
    asked, fault = _asked(number), _fault(number)
    if fault:
        internet.fail(CALLED[asked.search.split(",")[0]], fault)
    if number % 5 == 3:
        internet.fail("harbour-times.example", SITE_FAULTS[number // 5 % len(SITE_FAULTS)])
    try:
        return engine.run(asked)
    finally:
        internet.mend()


def _verified(url: str, lexicon: Lexicon) -> Audit:
    database = Database(url, 2)
    try:
        return asyncio.run(PostgresArchive(Store(database, WordEmbedder(lexicon, WIDTH), lexicon, workspace=WORKSPACE)).verify())
    finally:
        database.close()


@pytest.mark.parametrize("many", [FEW, pytest.param(ALL, marks=pytest.mark.long)])
def test_runs_that_asked_the_web_replay_to_the_byte_without_it(
    many: int, new_addresses: Callable[[], Addresses], lexicon: Lexicon, tmp_path: Path
) -> None:
    own = new_addresses()
    store = {"DATABASE_URL": own.app}
    with Internet() as internet, apart(tmp_path, {**settings_of(internet), **store}) as engine:
        made: list[Ended] = []
        while sum("search" in one.ports for one in made) < many:  # of a claim that the store can settle by now nobody asks the web
            made.append(_record(internet, engine, len(made)))
    with apart(tmp_path, store, "replay") as other:
        for one in made:
            again = other.replay(f"{WORKSPACE} {one.record}")
            assert (again.record, again.body, again.size) == (one.record, one.body, one.size)
            assert again.tried == ()
    found = _verified(own.app, lexicon)
    assert (found.records, found.links, found.findings) == (len(made), len(made), ())
    _tell(made)


def _tell(made: list[Ended]) -> None:
    """What there was among the runs, and that there was enough of it."""
    outcomes, ports = Counter(one.outcome for one in made), Counter(port for one in made for port in one.ports)
    named = sum(bool(one.told) for one in made)
    print(f"\n{len(made)} web runs replayed to the byte without a web: {dict(outcomes)}; asked {dict(ports)}; {named} with somebody named")
    assert len({one.body for one in made}) == len(made)
    assert ports["search"] > len(made) / 3
    assert ports["door"] > ports["search"] / 5  # a page that was read is remembered, and later runs find it in the store
    assert ports["spare 0"] > 0
    assert ports["reviews"] > 0
    assert sum(one.reviews for one in made) > 0
    assert named > len(made) / 5
    assert outcomes["completed"] > len(made) / 3
    assert outcomes["partial"] > 0 or ports["search"] == FEW
