"""What another workspace has is answered as fast as what nobody has: a clock tells no more than the words. At a real service.

Every page with a name in its address, what its forms are sent to, and every operation that reads something by its name: 500 times each, the
two by turns and in an order that is drawn, so that whatever else the machine does meets both. No worker runs.
"""

import asyncio
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from http.cookiejar import DefaultCookiePolicy
from random import Random
from statistics import median

import httpx2
import pytest
from docs.generate import roles

from tests.contracts.samples import run, snapshot
from tests.faces.pages.cases import cases
from tests.faces.test_service_pages import PASSWORD, signed_in
from tests.faces.web.attack_pages import CASES
from tests.faces.web.browsing import READS, Browser
from tests.faces.web.test_forgery import FORMS
from tests.faces.web.test_review_pages import say
from tests.postgres import WIDTH
from tests.service import Service
from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.postgres.archive import PostgresArchive
from veracious.adapters.postgres.database import Database
from veracious.adapters.postgres.server import Addresses
from veracious.adapters.postgres.shelf import PostgresShelf
from veracious.adapters.postgres.store import Store
from veracious.domain.access import Grant
from veracious.domain.record import Record
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.seeking import snapshots

pytestmark = pytest.mark.long

TIMES, ROUNDS, WARM = 500, 3, 20
SHARE = 0.10  # by how much the medians may differ
TEXT = "The office opens at 9 AM on business days."
CLAIM = "The Brisa lighthouse is 23 metres tall."
NOBODY: Mapping[str, str] = {  # what nobody has
    **dict.fromkeys(
        ("public", "verdict", "other", "draft", "published", "running", "article", "check", "ingest"), "01a1f3809764-83ef31af87996255"
    ),
    **dict.fromkeys(("snapshot", "document"), "0123456789abcdef" * 4),
    "in_check": "fedcba9876543210" * 4,
    "feedback": "999999",
    "rated": "nobody.example",
    "digest": "sha256:" + "0" * 64,
    "file": "record.json",
}


RECORDS = {name: f"01a1f380976{number}-73ef31af87996255" for number, name in enumerate(("supported", "mixed", "refuted"))}


@dataclass(frozen=True, slots=True)
class Line:
    """What is asked: an address and the fields of a form, with names in braces."""

    method: str
    path: str
    fields: Mapping[str, str] | None = None


def pages() -> list[Line]:
    """Every page with a name in its address, but those of what is published; and what forms name."""
    found = [Line("GET", case.visits[0]) for case in CASES if case.method == "GET" and _is_named(case.path)]
    found = [Line(one.method, one.path.replace("/jobs/{public}", "/jobs/{running}")) for one in found]
    found += [Line("GET", "/v/{running}"), Line("GET", "/check?again={check}"), Line("GET", "/documents?job={ingest}")]
    allowed = {line.path for line in roles.pages() if line.method == "POST" and line.grant and Grant.REVIEW.allows(line.grant)}
    return found + [Line("POST", form.to, form.fields) for form in FORMS if form.names and form.path in allowed]


def published() -> list[Line]:
    """What is open to everybody."""
    return [Line("GET", "/published/{published}"), Line("POST", "/published/{published}/feedback", {"text": "No."})]


def operations() -> list[Line]:
    """Every operation of the API that reads something by its name."""
    kinds = {"verifications": "running", "checks": "check", "answers": "running", "articles": "article", "ingests": "ingest"}
    lines = [line for line in roles.operations() if line.method == "GET" and "{id}" in line.path and "/keys/" not in line.path]
    return [Line("GET", line.path.replace("{id}", f"{{{kinds.get(line.path.split('/')[2], 'verdict')}}}")) for line in lines]


def _is_named(path: str) -> bool:
    return re.search(r"\{(id|number|snapshot|other)\}", path) is not None and not path.startswith("/published/")


@pytest.fixture(scope="module")
def own(new_addresses: Callable[..., Addresses]) -> Addresses:
    return new_addresses()


@pytest.fixture(scope="module")
def service(own: Addresses, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    made = Service(own, tmp_path_factory.mktemp("service"), VERACIOUS_PUBLIC="ours", VERACIOUS_PROXIES="127.0.0.1/32")
    try:
        made.serve()
        made.person("ours", "Ada", PASSWORD)
        made.person("theirs", "Bo", PASSWORD)
        yield made
    finally:
        made.close()


@pytest.fixture(scope="module")
def browsers(service: Service) -> Iterator[tuple[Browser, Browser]]:
    """Ada, who has everything, and Bo, who is of another workspace."""
    with ExitStack() as stack:
        clients = [stack.enter_context(_client(service)) for _ in range(2)]
        yield signed_in(service, clients[0], "ours", "Ada"), signed_in(service, clients[1], "theirs", "Bo")


@pytest.fixture(scope="module")
def names(service: Service, own: Addresses, lexicon: Lexicon, browsers: tuple[Browser, Browser]) -> Mapping[str, str]:
    """What Ada's workspace has."""
    ada, _ = browsers
    database = Database(own.app, 2)
    store = Store(database, WordEmbedder(lexicon, WIDTH), lexicon, workspace="ours")
    page = snapshot(TEXT)
    archive = PostgresArchive(store)
    first, second, third = (run(archive.keep(_named(cases()[name].record, id))) for name, id in RECORDS.items())
    asyncio.run(PostgresShelf(store, lambda passage: ()).put(page))
    database.close()
    job, ingest = ada.verify(CLAIM).removeprefix("/v/"), _sent(ada, "/documents", text=CLAIM)
    check = _sent(ada, "/check", answer=TEXT, text1=TEXT).removeprefix("/l/")
    article = _sent(ada, "/", claim=f"{CLAIM} {TEXT}", **{"as": "article"}).removeprefix("/a/")
    _sent(ada, "/sources", domain="bbc.co.uk", credibility="0.2", reason="They took three reports back.")
    path = f"/v/{second.envelope.id}"
    for act in ("signed", "published"):
        say(ada, path, act)
    _sent(ada, path.replace("/v/", "/published/") + "/feedback", text="No.", at=path.replace("/v/", "/published/"))
    return {
        "public": first.envelope.id,
        "verdict": first.envelope.id,
        "other": third.envelope.id,
        "draft": first.envelope.id,
        "published": first.envelope.id,  # which is not
        "running": job,
        "article": article,
        "check": check,
        "ingest": ingest.partition("job=")[2],
        "snapshot": page.digest.removeprefix("sha256:"),
        "document": page.digest.removeprefix("sha256:"),
        "in_check": snapshots.name(TEXT).removeprefix("sha256:"),
        "feedback": "1",
        "rated": "bbc.co.uk",
        "digest": first.envelope.body,
        "file": "record.json",
    }


@pytest.fixture(scope="module")
def key(service: Service) -> str:
    """A key of the other workspace."""
    return service.key("theirs", "admin")


def _named(record: Record, id: str) -> Record:
    """The record under this name."""
    return replace(record, envelope=replace(record.envelope, id=id))


def _client(service: Service) -> httpx2.Client:
    """A client that sends cookies without TLS, too: behind a proxy they are for TLS alone."""
    made = httpx2.Client(base_url=service.url, headers=READS, timeout=60)
    made.cookies.jar.set_policy(DefaultCookiePolicy(secure_protocols=("http", "https")))
    return made


def _sent(page: Browser, to: str, at: str = "", **fields: str) -> str:
    """Send the form of a page; where it leads."""
    answer = page.http.post(to, data=fields | {"csrf": _token(page, at or "/")})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def _token(page: Browser, at: str) -> str:
    found = re.search('name="csrf" value="([^"]+)"', page.get(at).text)
    assert found is not None, at
    return found[1]


def seconds(http: httpx2.Client, line: Line, names: Mapping[str, str], token: str, number: int) -> tuple[float, int]:
    """How long an answer takes, and its status."""
    fields = None if line.fields is None else {name: value.format_map(names) for name, value in line.fields.items()} | {"csrf": token}
    # Each from an address of its own: whoever reads what is published is counted by it.
    headers = {"X-Forwarded-For": f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"}
    request = http.build_request(line.method, line.path.format_map(names), data=fields, headers=headers)
    began = time.perf_counter()
    status = http.send(request).status_code
    return time.perf_counter() - began, status


def compared(http: httpx2.Client, line: Line, names: Mapping[str, str], token: str, statuses: tuple[int, ...]) -> float:
    """The median for what is foreign by that for what is not there; of more of them while the two look apart."""
    drawn, times, ratio = Random(7), ([0.0] * 0, [0.0] * 0), 0.0
    for number in range(WARM + ROUNDS * TIMES):
        for which in drawn.sample((0, 1), 2):
            took, status = seconds(http, line, (names, NOBODY)[which], token, 2 * number + which)
            assert status in statuses, (line, which, status)
            if number >= WARM:
                times[which].append(took)
        if len(times[0]) in range(TIMES, ROUNDS * TIMES + 1, TIMES):
            foreign, missing = map(median, times)
            ratio = foreign / missing
            many = f"{len(times[0])} each"
            print(f"{line.method} {line.path}: {1000 * foreign:.2f} ms foreign, {1000 * missing:.2f} ms not there, {ratio:.3f} ({many})")
            if abs(ratio - 1) <= SHARE:
                break
    return ratio


@pytest.mark.parametrize("line", pages(), ids=lambda line: f"{line.method} {line.path}")
def test_a_foreign_page_takes_as_long_as_none(browsers: tuple[Browser, Browser], names: Mapping[str, str], line: Line) -> None:
    """Of what stands behind a question mark the page itself is there."""
    _, bo = browsers
    statuses = (200, 404) if "?" in line.path and line.path.startswith("/check") else (404,)
    assert abs(compared(bo.http, line, names, _token(bo, "/"), statuses) - 1) <= SHARE


@pytest.mark.parametrize("line", published(), ids=lambda line: f"{line.method} {line.path}")
def test_what_is_not_published_takes_as_long_as_none(service: Service, names: Mapping[str, str], line: Line) -> None:
    with _client(service) as http:
        token = _token(Browser(service.url, http), "/sign-in")
        assert abs(compared(http, line, names, token, (404,)) - 1) <= SHARE


@pytest.mark.parametrize("line", operations(), ids=lambda line: f"{line.method} {line.path}")
def test_a_foreign_name_in_the_api_takes_as_long_as_none(service: Service, names: Mapping[str, str], key: str, line: Line) -> None:
    headers = {"Authorization": f"Bearer {key}", "Accept": "application/json"}
    with httpx2.Client(base_url=service.url, headers=headers, timeout=60) as http:
        assert abs(compared(http, line, names, "", (404,)) - 1) <= SHARE
