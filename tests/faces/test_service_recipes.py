"""The recipes of the API page, taken from the page of a real service with a worker and PostgreSQL, and run as they stand there."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest

from tests.faces import recipes as runs
from tests.faces.web.browsing import READS
from tests.service import Service
from veracious.adapters.postgres.server import Addresses
from veracious.client import Client, Problem
from veracious.faces.web import recipes

PASSWORD = "correct horse battery"  # noqa: S105
CLAIM = "Marie Curie was born in Warsaw."

pytestmark = pytest.mark.skipif(bool(runs.MISSING), reason=f"there is no {', '.join(runs.MISSING)} here")


@pytest.fixture(scope="module")
def service(new_addresses: Callable[..., Addresses], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    made = Service(new_addresses(), tmp_path_factory.mktemp("service"))
    try:
        made.start("worker")
        made.serve()
        made.person("ours", "Ada", PASSWORD)
        yield made
    finally:
        made.close()


@pytest.fixture(scope="module")
def filled(service: Service) -> dict[str, str]:
    """What a reader writes into the recipes."""
    key = service.key("ours", "admin")
    with service.client(key) as ours:
        record = ours.wait(ours.verify(CLAIM)).id
    return {
        recipes.KEY: key,
        recipes.RECORD: record,
        recipes.WORKSPACE: "ours",
        recipes.NAME: "Ada",
        recipes.PASSWORD: PASSWORD,
    }


@pytest.fixture(scope="module")
def texts(service: Service) -> dict[tuple[str, str], str]:
    """The recipes, as a browser that nobody has signed in with is shown them."""
    return runs.read(httpx2.get(f"{service.url}/api", headers=READS, timeout=60).text)


@pytest.mark.parametrize("way", [runs.CURL, runs.PYTHON])
def test_every_recipe_runs_as_it_stands_there(
    texts: dict[tuple[str, str], str], filled: dict[str, str], service: Service, tmp_path: Path, way: str
) -> None:
    mine = dict(filled)
    with service.client(filled[recipes.KEY]) as ours:
        mine[recipes.RECORD] = ours.wait(ours.verify(CLAIM, as_of="2026-03-01")).id  # one that nobody has signed yet
    said = {name: runs.run(way, text, mine, tmp_path) for (name, how), text in texts.items() if how == way}
    assert set(said) == {one.name for one in recipes.RECIPES}
    assert all(said[name].strip() for name in said if name != "export-a-verdict")
    if way == runs.CURL:
        for name in ("verify-a-claim", "check-an-answer", "analyse-an-article", "hand-in-documents"):
            told = json.loads(said[name])
            assert (told["state"], bool(told["report"])) == ("finished", True)
        assert json.loads(said["sign-a-verdict"])["became"]
    assert "finished" in said["follow-events"]
    assert (tmp_path / "report.md").read_text().startswith(f"# {CLAIM}")
    assert json.loads((tmp_path / "record.json").read_text())["envelope"]["id"] == mine[recipes.RECORD]


def test_only_a_person_signs_and_only_what_they_have_read(service: Service, filled: dict[str, str]) -> None:
    with service.client(filled[recipes.KEY]) as ours, Client(service.url) as ada:
        record = ours.wait(ours.verify(CLAIM, as_of="2025-03-01")).id
        with pytest.raises(Problem) as refused:
            ours.sign(ours.review(record))
        assert refused.value.status == 403
        ada.sign_in("ours", "Ada", PASSWORD)
        read = ada.review(record)
        changed = ada.sign(read, "refuted" if read["verdict"] != "refuted" else "mixed", "The register says otherwise.")
        assert changed["act"] == "changed"
        with pytest.raises(Problem) as overtaken:
            ada.sign(read)
        assert overtaken.value.status == 409
        assert b"ClaimReview" in ours.export(record, "claimreview.json")
        with pytest.raises(Problem) as no_claim:
            ours.export(ours.wait(ours.check("The office opens at 9.", ["The office opens at 9."])).id)
        assert no_claim.value.status == 409
        ada.sign_out()
        with pytest.raises(Problem) as gone:
            ada.review(record)
        assert gone.value.status == 401
