"""The service whole: the real API, a real worker, a real PostgreSQL, over real HTTP."""

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx2
import psycopg
import pytest

from tests.faces.article_schema import Whole
from tests.service import COMMAND, Service
from veracious.adapters.postgres.queue_pause import LINGER_SECONDS
from veracious.adapters.postgres.server import Addresses
from veracious.client import Client, Job, Problem

TALL = "The Brisa lighthouse is 23 metres tall."
COLLEAGUE = "Cleopatra"
PAGES = (
    {"text": f"{TALL} It was built in 1873 by the engineer Ana Sousa.", "domain": "harbour.example", "title": "The harbour office"},
    {"text": "On the pier stands the Brisa lighthouse, 23 metres tall and white.", "domain": "walks.example", "title": "A walk"},
)
CANARY = "canary-5f1c0e9a77d24b"
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def service(new_addresses: Callable[..., Addresses], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    made = Service(new_addresses(), tmp_path_factory.mktemp("service"))
    try:
        made.start("worker")
        made.serve()
        for domain, sure in (("harbour.example", "0.9"), ("walks.example", "0.7")):
            code, _, error = made.run("sources", "set", domain, "--credibility", sure, "--workspace", "ours")
            assert code == 0, error
        yield made
    finally:
        made.close()


@pytest.fixture(scope="module")
def ours(service: Service) -> Iterator[Client]:
    with service.client(service.key("ours", "admin")) as made:
        assert [one["outcome"] for one in made.put(*PAGES)] == ["new", "new"]
        yield made


@pytest.fixture(scope="module")
def theirs(service: Service) -> Iterator[Client]:
    with service.client(service.key("theirs", "admin")) as made:
        yield made


def test_a_claim_is_handed_in_run_followed_read_and_replayed(ours: Client) -> None:
    job = ours.verify(TALL)
    assert (job.state, job.outcome) == ("queued", None)
    told = [(event.number, event.kind) for event in ours.events(job)]
    assert [number for number, _ in told] == list(range(1, len(told) + 1))
    assert (told[0][1], told[1][1], told[-1][1]) == ("queued", "running", "finished")
    done = ours.read(job)
    assert done.report is not None
    assert (done.outcome, done.report["verdict"], done.record) == ("completed_from_cache", "supported", job.id)
    record = ours.record(job.id)
    assert all(one["quote"]["text"] in str(PAGES) for one in done.report["evidence"])
    assert ours.replay(job.id)["body"] == record["envelope"]["body"]


def test_every_line_of_the_logs_is_json_and_those_of_a_job_have_its_request_workspace_and_id(service: Service, ours: Client) -> None:
    headers = {**ours._http.headers, "X-Request-Id": "followed-through-1"}
    name = httpx2.post(f"{service.url}/v1/verifications", headers=headers, json={"claim": TALL}, timeout=30).json()["id"]
    ours.wait(Job(name, "verification", "queued"))
    until = time.monotonic() + 10
    while '"job_ended"' not in "".join(line for line in service.said("worker").splitlines() if name in line):
        assert time.monotonic() < until
        time.sleep(0.1)
    lines = {part: [json.loads(line) for line in service.said(part).splitlines()] for part in ("api", "worker")}
    found = [line for line in lines["worker"] if line.get("job") == name]
    assert [line["event"] for line in found] == ["job_begun", "job_ended"]
    (asked,) = [line for line in lines["api"] if line.get("job") == name and line["status"] == 202]
    for line in (asked, *found):
        assert (line["request_id"], line["workspace"], line["job"]) == ("followed-through-1", "ours", name)
    assert found[1]["outcome"].startswith("completed")
    assert TALL not in service.said("worker") + service.said("api")


def test_a_worker_that_rests_is_there_as_soon_as_something_is_handed_in(ours: Client) -> None:
    """After so long with nothing to do it hardly looks by itself; it is told."""
    ours.wait(ours.verify(TALL))
    time.sleep(LINGER_SECONDS + 3)
    job = ours.wait(ours.verify(TALL))
    waited = datetime.fromisoformat(job.told["begun_at"]) - datetime.fromisoformat(job.told["made_at"])
    assert waited.total_seconds() < 2.0


def test_a_check_and_an_answer_are_jobs_too(ours: Client) -> None:
    check = ours.wait(ours.check(f"{TALL} It is made of glass.", [PAGES[0]], question="How tall is the lighthouse?"))
    assert check.report is not None
    assert [one["verdict"] for one in check.report["claims"]] == ["supported", "not_found"]
    answer = ours.wait(ours.answer("How tall is the Brisa lighthouse?"))
    assert answer.report is not None
    assert "23 metres" in answer.report["response"]


def test_an_article_is_a_job_whose_steps_have_fields_whose_report_is_the_one_promised_and_whose_record_replays(ours: Client) -> None:
    text = f"{TALL} It was built in 1873 by the engineer Ana Sousa. The lighthouse was automated in 1991, the harbour office said."
    given: dict[str, Any] = {"title": "A light", "published": "2026-05-01", "budget": "minimal"}
    assert ours.estimate_article(text, **given)["outcome"] == "estimated"
    job = ours.analyse(text, **given)
    told = {event.kind: event.fields for event in ours.events(job)}
    assert told["article_read"] == {"title": "A light", "url": "", "chars": len(text)}
    assert told["claims_extracted"]["claims"] >= 2
    assert told["target_selection.completed"]["targets"]
    assert told["finished"] == {"outcome": "completed", "spent_micros": 0, "has_record": True}
    done = ours.read(job)
    assert (done.outcome, done.record) == ("completed", job.id)
    report = Whole.model_validate_json(json.dumps(done.report))
    assert [claim.state for claim in report.claims if claim.text == TALL] == ["supported"]
    record = ours.record(job.id)
    assert record["envelope"]["body"] == report.body == ours.replay(job.id)["body"]


def test_documents_are_a_job_and_are_found_by_the_next_claim(service: Service, theirs: Client) -> None:
    given = ({"text": "The Velmar market opens at six."}, {"text": " "}, {"text": "The Velmar market opens at six."})
    job = theirs.ingest(*given, idempotency_key="market")
    assert theirs.ingest(*given, idempotency_key="market").id == job.id
    told = list(theirs.events(job))
    assert [event.number for event in told] == list(range(1, 7))
    assert told[-2].text == "3 of 3 documents: 1 new, 1 known, 1 refused"
    done = theirs.read(job)
    assert (done.outcome, done.record, done.told["tries"]) == ("partial", None, 1)
    assert done.report is not None
    new, refused, known = done.report["documents"]
    assert (new["outcome"], refused["outcome"], refused["reason"], known["outcome"]) == ("new", "refused", "empty", "known")
    listed = httpx2.get(f"{service.url}/v1/documents", headers=theirs._http.headers).json()["documents"]
    assert [one["digest"] for one in listed] == [new["digest"]] == [known["digest"]]
    assert httpx2.delete(f"{service.url}/v1/documents/{new['digest']}", headers=theirs._http.headers).status_code == 204
    again = theirs.read(job).report
    assert again is not None
    assert [one["outcome"] for one in again["documents"]] == ["erased", "refused", "erased"]


def test_twenty_who_hand_in_at_once_come_to_the_limit_and_not_a_byte_beyond(service: Service) -> None:
    texts = [f"The ferry number {number:02} was painted in May.".ljust(100, "!") for number in range(20)]
    fits, size = 7, len(texts[0])
    code, _, error = service.run("workspace", "allow", "--text", str((fits * size + size - 1) / 1e6), "--workspace", "small")
    assert code == 0, error
    with service.client(service.key("small", "write")) as small:

        def write(text: str) -> Job | Problem:
            try:
                return small.ingest(text)
            except Problem as refused:
                return refused

        with ThreadPoolExecutor(20) as pool:
            found = list(pool.map(write, texts))
        jobs, refused = [one for one in found if isinstance(one, Job)], [one for one in found if isinstance(one, Problem)]
        assert (len(jobs), len(refused)) == (fits, 20 - fits)
        assert {(one.status, one.type) for one in refused} == {(413, "urn:veracious:problem:storage_full")}
        assert all("Erase documents" in one.detail and f"{size} bytes more" in one.detail for one in refused)
        assert {small.wait(job).outcome for job in jobs} == {"completed"}
        used = small._asked("GET", "/v1/allowance").json()
        assert (used["text_bytes"], used["kept_bytes"], used["waiting_bytes"]) == (fits * size + size - 1, fits * size, 0)
        with pytest.raises(Problem) as full:
            small.ingest("x" * size)
        assert f"{size - 1} left" in full.value.detail
        assert len(small._asked("GET", "/v1/documents").json()["documents"]) == fits


def test_a_webhook_is_set_seen_and_removed_with_the_client(ours: Client) -> None:
    made = ours.set_webhook("https://hooks.example.org/veracious")
    assert made["secret"].startswith("whsec_")
    shown = ours.webhook()
    assert (shown["address"], shown["failures"]) == ("https://hooks.example.org/veracious", 0)
    assert "secret" not in shown
    ours.remove_webhook()
    with pytest.raises(Problem) as gone:
        ours.webhook()
    assert (gone.value.status, gone.value.type.rsplit(":", 1)[-1]) == (404, "webhook_missing")


def test_what_cannot_be_checked_is_refused_and_has_no_verdict(ours: Client) -> None:
    done = ours.wait(ours.verify("Is it so?"))
    assert done.report is not None
    assert done.outcome == "refused"
    assert "verdict" not in done.report


def test_a_hundred_at_once_with_one_key_are_one_run(service: Service, ours: Client) -> None:
    key, headers = uuid4().hex, dict(ours._http.headers)

    def post(claim: str) -> httpx2.Response:
        return httpx2.post(
            f"{service.url}/v1/verifications", headers={**headers, "Idempotency-Key": key}, json={"claim": claim}, timeout=60
        )

    with ThreadPoolExecutor(100) as pool:
        found = list(pool.map(post, [TALL] * 100))
    assert {one.status_code for one in found} == {202}
    (name,) = {one.json()["id"] for one in found}
    other = post("The Brisa lighthouse is 40 metres tall.")
    assert (other.status_code, other.headers["content-type"]) == (422, "application/problem+json")
    with psycopg.connect(service.own.owner) as connection:
        counted = connection.execute(
            "select count(*) from veracious.job j join veracious.idempotency i on i.job = j.id where i.key = %s", [key]
        ).fetchone()
    assert counted == (1,)
    assert ours.wait(Job(name, "verification", "queued")).outcome == "completed_from_cache"


def test_a_stream_that_is_cut_fifty_times_loses_and_repeats_nothing(service: Service, ours: Client) -> None:
    chance = random.Random(5)
    job = ours.wait(ours.verify(TALL))
    whole = [event.number for event in ours.events(job)]
    seen: list[int] = []
    for _ in range(50):
        after = 0
        while True:  # from the first event on, cut after some of them each time
            with httpx2.stream(
                "GET",
                f"{service.url}/v1/verifications/{job.id}/events",
                headers={**ours._http.headers, "Last-Event-ID": str(after)},
                timeout=10,
            ) as lines:
                if lines.status_code == 204:
                    break
                for line in lines.iter_lines():
                    if line.startswith("data:"):
                        after = json.loads(line[5:])["number"]
                        seen.append(after)
                        if chance.random() < 0.5:
                            break
    assert seen == whole * 50


def test_a_waiting_or_running_job_can_be_cancelled(ours: Client) -> None:
    job = ours.verify(TALL)
    ours.cancel(job)
    done = ours.wait(job)
    assert done.outcome in ("cancelled", "completed_from_cache")
    assert ours.cancel(done).outcome == done.outcome


def test_foreign_ids_are_as_unknown_as_those_that_do_not_exist(ours: Client, theirs: Client, service: Service) -> None:
    """Every operation that takes a name: what another workspace has and what nobody has are answered alike, but for the name."""
    job = ours.wait(ours.verify(TALL))
    check = ours.wait(ours.check(TALL, [PAGES[0]]))
    answer = ours.wait(ours.answer("How tall is the Brisa lighthouse?"))
    (document, *_) = httpx2.get(f"{service.url}/v1/documents", headers=ours._http.headers).json()["documents"]
    (ingest, *_) = httpx2.get(f"{service.url}/v1/ingests", headers=ours._http.headers).json()["jobs"]
    key = httpx2.post(f"{service.url}/v1/keys", headers=ours._http.headers, json={"name": "another", "scope": "read"}).json()["id"]
    article = ours.wait(ours.analyse(TALL, claims_only=True))
    httpx2.post(f"{service.url}/v1/people", headers=ours._http.headers, json={"name": COLLEAGUE, "role": "reader"}).raise_for_status()
    names = {
        "articles": article.id,
        "verifications": job.id,
        "checks": check.id,
        "answers": answer.id,
        "records": job.id,
        "documents": document["digest"],
        "ingests": ingest["id"],
        "keys": key,
        "people": COLLEAGUE,
    }
    described = httpx2.get(f"{service.url}/openapi.json").json()["paths"]
    asked = 0
    for path, methods in described.items():
        if "{" not in path or "/providers/" in path or "/collections/" in path or "/feedback/" in path:  # known to everybody, or numbers
            continue
        real = names[path.split("/")[2]]
        for method in methods:
            none = _nobody(real)
            foreign, unknown = (_ask(theirs, method, path, name) for name in (real, none))
            assert foreign.status_code == unknown.status_code, (method, path)
            assert foreign.status_code >= 400, (method, path)
            assert _plain(foreign, real) == _plain(unknown, none), (method, path)
            asked += 1
    assert asked >= 15
    assert ours.read(job).outcome == job.outcome
    assert httpx2.get(f"{service.url}/v1/documents", headers=theirs._http.headers).json()["documents"] == []


def test_a_providers_key_is_told_nowhere(service: Service, ours: Client) -> None:
    put = httpx2.put(f"{service.url}/v1/providers/tavily", headers=ours._http.headers, json={"key": CANARY})
    assert put.status_code in (200, 204), put.text
    wrong = httpx2.put(f"{service.url}/v1/providers/nobody", headers=ours._http.headers, json={"key": CANARY})
    twice = httpx2.put(f"{service.url}/v1/providers/tavily", headers=ours._http.headers, json={"key": CANARY, "more": CANARY})
    assert min(wrong.status_code, twice.status_code) >= 400
    shown = httpx2.get(f"{service.url}/v1/providers", headers=ours._http.headers)
    with psycopg.connect(service.own.owner) as connection:
        rows = str(connection.execute("select row_to_json(p)::text from veracious.provider_key p").fetchall())
    said = [service.said(name) for name in service.parts]
    assert "tavily" in shown.text
    for text in (put.text, wrong.text, twice.text, shown.text, rows, *said):
        assert CANARY not in text


def test_nothing_that_was_asked_stands_in_the_logs(service: Service, ours: Client) -> None:
    ours.wait(ours.verify(TALL))
    for name in service.parts:
        assert "Brisa" not in service.said(name)


def test_nobody_is_let_in_without_a_key_on_loopback_either(service: Service) -> None:
    with service.client(service.key("ours", "operator")) as operator:
        assert operator.service_status()["workers"] >= 1
    for key in ("", "vk_wrong"):
        with service.client(key) as nobody, pytest.raises(Problem) as refused:
            nobody.status()
        assert (refused.value.status, refused.value.type) == (401, "urn:veracious:problem:key_unknown")


def test_scopes_and_limits_hold(service: Service) -> None:
    with service.client(service.key("scoped", "read")) as reader, service.client(service.key("scoped", "verify", "--jobs", "0")) as nobody:
        for client, status in ((reader, 403), (nobody, 429)):
            client._http.timeout = httpx2.Timeout(30)
            with pytest.raises(Problem) as refused:
                client.verify(TALL)
            assert refused.value.status == status
        assert reader.status()["status"] in ("ok", "degraded")


def test_a_worker_that_is_asked_to_end_ends_in_order_and_another_goes_on(service: Service, ours: Client) -> None:
    service.work("second")
    jobs = [ours.verify(TALL) for _ in range(6)]
    time.sleep(0.5)
    assert service.stop("worker") == 0
    assert [ours.wait(job).outcome for job in jobs] == ["completed_from_cache"] * 6
    service.start("worker")
    assert service.stop("second") == 0


def _nobody(name: str) -> str:
    """A name of the same form that nobody has."""
    return name[:-6] + ("000000" if not name.endswith("000000") else "000001")


def _ask(client: Client, method: str, path: str, name: str) -> httpx2.Response:
    filled = path
    for part in [piece[1:-1] for piece in path.split("/") if piece.startswith("{")]:
        filled = filled.replace(f"{{{part}}}", name)
    given = {"role": "checker"} if "/people/" in path else {"jobs_at_once": 1}
    return client._http.request(method.upper(), filled, json=given if method == "put" else None)


def _plain(found: httpx2.Response, name: str) -> str:
    told = {key: value for key, value in found.json().items() if key != "request_id"}
    return json.dumps(told).replace(name, "NAME")


def test_a_worker_says_what_a_store_lacks(new_addresses: Callable[..., Addresses], tmp_path: Path) -> None:
    own = new_addresses()
    without_queue = {"DATABASE_URL": own.app, "VERACIOUS_HOME": str(tmp_path), "VERACIOUS_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, "worker"],
        env={**os.environ, **without_queue},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "veracious db migrate" in done.stderr
