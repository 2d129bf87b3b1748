"""What the made-up world is made of."""

from collections import Counter
from urllib.parse import urlsplit

from tests.demo import demo_runs
from veracious import demo as world
from veracious.domain.claim import Trait
from veracious.domain.evidence import Tier
from veracious.domain.verdict import Outcome, Verdict


def host(url: str | None) -> str:
    return urlsplit(url or "").hostname or ""


def test_it_has_forty_to_sixty_short_dated_documents_of_publishers_that_do_not_exist() -> None:
    documents = world.documents()
    assert 40 <= len(documents) <= 60
    assert [one.name for one in documents if not 60 <= len(one.text.split()) <= 160] == []
    assert [one.name for one in documents if one.published is None or not one.title] == []
    assert {host(one.url) for one in documents} == set(world.sources())
    assert [domain for domain in world.sources() if not domain.endswith(".example")] == []
    assert len({one.url for one in documents}) == len(documents)


def test_its_publishers_are_of_every_tier() -> None:
    assert {one.tier for one in world.sources().values()} == {Tier.A, Tier.B, Tier.C, Tier.D}


def test_one_wire_story_was_printed_at_least_five_times() -> None:
    first = Counter(one.canonical_url for one in world.documents() if one.canonical_url)
    bylines = [one for one in world.documents() if "Veldria Press Agency" in one.byline]
    assert first.most_common(1)[0][1] >= 4
    assert len(bylines) >= 5


def test_there_are_twelve_claims_of_every_verdict_and_of_every_trait() -> None:
    """And of every outcome that a run over documents at hand can have."""
    examples = world.examples()
    assert len(examples) == 12
    assert {one.expected.verdict for one in examples} == {*Verdict, None}
    assert {one.expected.outcome for one in examples} == {Outcome.COMPLETED, Outcome.COMPLETED_FROM_CACHE, Outcome.REFUSED}
    readings = [demo_runs.verified(one.text, one.as_of).reading for one in examples]
    assert {trait for reading in readings if reading for trait in reading.claim.traits} == set(Trait)
