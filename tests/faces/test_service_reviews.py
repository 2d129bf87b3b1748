"""A verdict signed, corrected and published at the real service over a real PostgreSQL, and the list of changes. No worker runs."""

from collections.abc import Callable, Iterator

import httpx2
import pytest

from tests.contracts.samples import run
from tests.faces.pages.cases import cases
from tests.faces.test_service_pages import PASSWORD, signed_in
from tests.faces.web.browsing import READS, Browser, read
from tests.faces.web.test_review_pages import form, say
from tests.postgres import WIDTH
from tests.service import Service
from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.postgres.archive import PostgresArchive
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.server import Addresses
from veracious.adapters.postgres.store import Store
from veracious.rules.reading.lexicon import Lexicon

WHY = "The register says 14,000."


@pytest.fixture(scope="module")
def own(new_addresses: Callable[..., Addresses]) -> Addresses:
    return new_addresses()


@pytest.fixture(scope="module")
def service(own: Addresses, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    made = Service(own, tmp_path_factory.mktemp("service"), VERACIOUS_PUBLIC="ours")
    try:
        made.serve()
        for workspace, name in (("ours", "Ada"), ("ours", "Bo"), ("theirs", "Cy")):
            made.person(workspace, name, PASSWORD)
        yield made
    finally:
        made.close()


@pytest.fixture(scope="module")
def kept(service: Service, own: Addresses, lexicon: Lexicon) -> str:
    """The name of a record of the workspace, as a worker would have left it."""
    database = Database(own.app, 2)
    store = Store(database, WordEmbedder(lexicon, WIDTH), lexicon, workspace="ours")
    made = run(PostgresArchive(store).keep(cases()["supported"].record))
    database.close()
    return made.envelope.id


def test_a_verdict_is_signed_corrected_and_published(service: Service, kept: str) -> None:
    path, public = f"/v/{kept}", f"/published/{kept}"
    clients = [httpx2.Client(base_url=service.url, headers=READS, timeout=60) for _ in range(4)]
    with clients[0], clients[1], clients[2], clients[3]:
        ada, bo = (signed_in(service, http, "ours", name) for http, name in zip(clients, ("Ada", "Bo"), strict=False))
        cy, stranger = signed_in(service, clients[2], "theirs", "Cy"), Browser(service.url, clients[3])
        late = form(bo, path, "signed")
        say(ada, path, "signed")
        answer = bo.send(late)
        assert answer.status_code == 409
        assert "Ada signed it as supported" in read(answer).text
        assert stranger.get(public).status_code == cy.get(path).status_code == 404
        say(ada, path, "published")
        say(bo, path, "changed", verdict="refuted", why=WHY)
        assert "Changed and signed by Bo" in stranger.page(public).text
        assert WHY in stranger.page("/published/corrections").text
        assert WHY in stranger.get("/published/corrections.atom").text
        assert WHY not in cy.page("/corrections").text
        assert stranger.send(stranger.page(public).forms[0], text="Look at the register.").status_code == 303
        assert "A reader says: Look at the register." in ada.page("/review?show=disputed").text
        closing = next(one for one in ada.page(path).forms if one.action.startswith("/feedback/"))
        assert ada.send(closing, note="It says so.").status_code == 303
        assert "Nothing is disputed." in ada.page("/review?show=disputed").text
        assert "Nothing waits for a signature." in ada.page("/review").text
    changes = httpx2.get(f"{service.url}/v1/audit", headers={"Authorization": f"Bearer {service.key('ours', 'admin')}"}, timeout=60).json()
    told = [(one["actor"], one["action"], one["before"], one["after"]) for one in changes["changes"] if one["subject"] == kept]
    assert told[::-1] == [
        ("person:Ada", "verdict_signed", "supported", "supported"),
        ("person:Ada", "verdict_published", "supported", "supported"),
        ("person:Bo", "verdict_changed", "supported", "refuted"),
    ]
