"""A small client of the service: hand in, wait, follow, read.

    from veracious.client import Client

    with Client("http://127.0.0.1:8300") as service:
        job = service.wait(service.verify("Marie Curie was born in Warsaw."))
        print(job.outcome, job.report["verdict"])

What is handed in carries a key of its own, so it is safely sent again when a connection breaks; a stream of events that breaks is taken up
where it was. It needs nothing of the engine, only `httpx2`.
"""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from types import TracebackType
from typing import Any
from uuid import uuid4

import httpx2

ADDRESS = "http://127.0.0.1:8300"
TRIES = 4  # of a request whose connection broke, or that was told to come again
FIRST_WAIT_S, LONGEST_WAIT_S = 0.25, 5.0
REPLAY_S = 600.0  # in which a record is run again: one of a long article computes for many seconds, and asked anew it would begin anew
STREAM_S = 60.0  # without a sign of life, after which a stream is opened anew
PASSING = (429, 502, 503, 504)
GONE = 204
CSRF = "X-CSRF-Token"  # what a session brings with every request that changes something


class Problem(Exception):
    """The service said no. `status`, `type` and `detail` are its own words; `request_id` is what its operator can look up."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        self.status = status
        self.type = str(problem.get("type", "about:blank"))
        self.detail = str(problem.get("detail", ""))
        self.request_id = str(problem.get("request_id", ""))
        self.errors: Sequence[Mapping[str, Any]] = problem.get("errors") or ()
        super().__init__(f"{status}: {self.detail}")


class Unreachable(Exception):
    """The service does not answer. Check its address, and whether `veracious up` or `veracious serve` runs there."""


@dataclass(frozen=True, slots=True)
class Job:
    """A piece of work, how far it is, and once it is finished, what it found."""

    id: str
    kind: str  # "verification", "check", "answer", "ingest" or "article"
    state: str  # "queued", "running" or "finished"
    outcome: str | None = None  # "completed", "completed_from_cache", "partial", "refused", "failed" or "cancelled"
    cause: str | None = None
    record: str | None = None
    report: Mapping[str, Any] | None = None
    spent_micros: int = 0
    told: Mapping[str, Any] = field(default_factory=dict, repr=False)  # everything the service said of it

    @property
    def is_finished(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.state == "finished"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to a job."""

    number: int
    kind: str
    text: str  # for people
    at: str
    fields: Mapping[str, Any] = field(default_factory=dict)  # for programs: which a kind has stands in the manual of HTTP


class Client:
    """A connection to a service; without a key it works where the service listens on loopback alone."""

    def __init__(self, address: str = ADDRESS, key: str = "", seconds: float = 30.0) -> None:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._http = httpx2.Client(base_url=address.rstrip("/"), headers=headers, timeout=seconds)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Give the connections back."""
        self._http.close()

    def verify(self, claim: str, **options: Any) -> Job:
        """Hand in a claim. Options: `as_of`, `collections`, `web`, `limits`, `priority`, `idempotency_key`."""
        return self._submit("/v1/verifications", {"claim": claim}, options)

    def check(self, answer: str, documents: Sequence[str | Mapping[str, Any]], **options: Any) -> Job:
        """Hand in an answer to be checked against documents. Options: `question`, `as_of`, `priority`, `idempotency_key`."""
        return self._submit("/v1/checks", {"answer": answer, "documents": [_document(one) for one in documents]}, options)

    def answer(self, question: str, **options: Any) -> Job:
        """Hand in a question. Options: `mode`, `as_of`, `collections`, `limits`, `priority`, `idempotency_key`."""
        return self._submit("/v1/answers", {"question": question}, options)

    def analyse(self, text: str = "", **options: Any) -> Job:
        """Hand in an article: its text, or `url` alone.

        Options: `url`, `title`, `byline`, `published`, `links`, `budget`, `claims_only`, `as_of`, `collections`, `web`, `limits`,
        `priority`, `idempotency_key`.
        """
        return self._submit("/v1/articles", {"text": text} if text else {}, options)

    def read(self, job: Job) -> Job:
        """The job as it is now."""
        return _job(self._asked("GET", f"/v1/{job.kind}s/{job.id}").json())

    def wait(self, job: Job, seconds: float = 120.0) -> Job:
        """The job once it is finished; a `TimeoutError` if it is not by then."""
        until = time.monotonic() + seconds
        for _ in self.events(job, until=until):
            pass
        done = self.read(job)
        if not done.is_finished:
            raise TimeoutError(f"{job.kind} {job.id} is {done.state} after {seconds:g} s; `wait` for it again, or `cancel` it")
        return done

    def events(self, job: Job, after: int = 0, until: float | None = None) -> Iterator[Event]:
        """What happens to a job, each event once, until it is finished or the clock (`time.monotonic`) shows `until`."""
        waited = FIRST_WAIT_S
        while until is None or time.monotonic() < until:
            left = STREAM_S if until is None else max(0.1, min(STREAM_S, until - time.monotonic()))
            try:
                for event in self._stream(job, after, left):
                    yield event
                    after, waited = event.number, FIRST_WAIT_S
                    if event.kind == "finished":
                        return
                    if until is not None and time.monotonic() >= until:
                        return
            except httpx2.TransportError:
                time.sleep(waited if until is None else min(waited, max(0.0, until - time.monotonic())))
                waited = min(2 * waited, LONGEST_WAIT_S)
            except _Ended:
                return

    def source(self, address: str) -> dict[str, Any]:
        """How the publisher of a domain or of a page stands, and what that rests on."""
        found: dict[str, Any] = self._asked("GET", "/v1/sources", params={"address": address}).json()
        return found

    def cancel(self, job: Job) -> Job:
        """Ask for the end of a job."""
        self._asked("DELETE", f"/v1/{job.kind}s/{job.id}")
        return self.read(job)

    def ingest(self, *documents: str | Mapping[str, Any], **options: Any) -> Job:
        """Hand in documents to put into the store, 100 at most. Options: `idempotency_key`."""
        return self._submit("/v1/documents", {"documents": [_document(one) for one in documents]}, options)

    def put(self, *documents: str | Mapping[str, Any], seconds: float = 600.0) -> list[dict[str, Any]]:
        """Put documents into the store and wait for it; what became of each. A `TimeoutError` if they are not all put by then."""
        told = self.wait(self.ingest(*documents), seconds).report or {}
        found: list[dict[str, Any]] = told.get("documents", [])
        return found

    def record(self, name: str) -> dict[str, Any]:
        """The record of a finished run, whole."""
        found: dict[str, Any] = self._asked("GET", f"/v1/records/{name}").json()
        return found

    def export(self, name: str, file: str = "report.md") -> bytes:
        """A verdict as a file: `record.json`, `report.md`, `quotes.csv` or, once it is signed, `claimreview.json`."""
        found = self._asked("GET", f"/v/{name}/export/{file}")
        if found.has_redirect_location:  # to the page that says how far it is, or what it is of
            raise Problem(409, {"detail": f"{name} is not finished, or not of a claim. Wait for it, and export a verification."})
        return found.content

    def sign_in(self, workspace: str, name: str, password: str) -> None:
        """Begin a session: what follows is done in the name of this person. For a client without a key, since a key counts first."""
        told = self._asked("POST", "/v1/session", json={"workspace": workspace, "name": name, "password": password}).json()
        self._http.headers[CSRF] = told["csrf"]

    def sign_out(self) -> None:
        """End the session."""
        self._asked("DELETE", "/v1/session")
        self._http.headers.pop(CSRF, None)

    def review(self, name: str) -> dict[str, Any]:
        """Who stands behind the verdict of a record, and what was said of it."""
        found: dict[str, Any] = self._asked("GET", f"/v1/records/{name}/review").json()
        return found

    def sign(self, review: Mapping[str, Any], verdict: str = "", why: str = "") -> dict[str, Any]:
        """Sign a verdict as `review` has it, or change it to another and say why. Needs `sign_in`; a `Problem` if somebody was faster."""
        said = {"act": "changed", "verdict": verdict, "why": why} if verdict else {"act": "signed"}
        body = {**said, "digest": review["digest"], "seen": review["seen"]}
        made: dict[str, Any] = self._asked("POST", f"/v1/records/{review['record']}/review", json=body).json()
        return made

    def replay(self, name: str) -> dict[str, Any]:
        """Have a record run again on its tape; a `Problem` unless it comes out the same to the byte."""
        found: dict[str, Any] = self._asked("POST", f"/v1/records/{name}/replay", timeout=REPLAY_S).json()
        return found

    def estimate_article(self, text: str = "", **options: Any) -> dict[str, Any]:
        """What analysing an article will take, expected and at worst. Options: those of `analyse`, without `idempotency_key`."""
        body = _plain({**({"text": text} if text else {}), **options})
        found: dict[str, Any] = self._asked("POST", "/v1/estimates/articles", json=body).json()
        return found

    def estimate(self, claim: str, **options: Any) -> dict[str, Any]:
        """What verifying a claim will take, expected and at worst. Options: `as_of`, `web`, `limits`."""
        found: dict[str, Any] = self._asked("POST", "/v1/estimates", json=_plain({"claim": claim, **options})).json()
        return found

    def set_webhook(self, address: str) -> dict[str, Any]:
        """Have the workspace told at this address whenever a job ends; this answer alone has the `secret`. Needs the scope `admin`."""
        made: dict[str, Any] = self._asked("PUT", "/v1/webhook", json={"address": address}).json()
        return made

    def webhook(self) -> dict[str, Any]:
        """Where the workspace is told, what waits, and what went wrong; a `Problem` of status 404 where it has no webhook."""
        shown: dict[str, Any] = self._asked("GET", "/v1/webhook").json()
        return shown

    def remove_webhook(self) -> None:
        """Tell nobody any more; deliveries that wait are dropped."""
        self._asked("DELETE", "/v1/webhook")

    def status(self) -> dict[str, Any]:
        """Whether the service works, and how many jobs of the workspace are not finished."""
        found: dict[str, Any] = self._asked("GET", "/v1/status").json()
        return found

    def service_status(self) -> dict[str, Any]:
        """What the whole service stands on, what waits and who works; it needs the key of an operator."""
        found: dict[str, Any] = self._asked("GET", "/status").json()
        return found

    def _submit(self, path: str, body: Mapping[str, Any], options: Mapping[str, Any]) -> Job:
        given = {name: value for name, value in options.items() if name != "idempotency_key"}
        headers = {"Idempotency-Key": str(options.get("idempotency_key") or uuid4().hex)}
        return _job(self._asked("POST", path, json=_plain({**body, **given}), headers=headers).json())

    def _asked(self, method: str, path: str, **given: Any) -> httpx2.Response:
        """The answer; a request that may be made again is, when the connection breaks or the service asks for patience."""
        waited, last = FIRST_WAIT_S, TRIES - 1
        for attempt in range(TRIES):
            try:
                found = self._http.request(method, path, **given)
            except httpx2.TransportError as broken:
                if attempt == last:
                    raise Unreachable(f"{Unreachable.__doc__} ({self._http.base_url}: {broken})") from broken
            else:
                if found.status_code not in PASSING or attempt == last:
                    return _good(found)
                waited = min(max(waited, _seconds(found)), LONGEST_WAIT_S)
            time.sleep(waited)
            waited = min(2 * waited, LONGEST_WAIT_S)
        raise Unreachable(str(self._http.base_url))

    def _stream(self, job: Job, after: int, seconds: float) -> Iterator[Event]:
        headers = {"Last-Event-ID": str(after), "Accept": "text/event-stream"}
        with self._http.stream("GET", f"/v1/{job.kind}s/{job.id}/events", headers=headers, timeout=seconds) as lines:
            if lines.status_code == GONE:
                raise _Ended
            if lines.status_code in PASSING:
                raise httpx2.ReadError(f"status {lines.status_code}")
            if lines.is_error:
                lines.read()
            _good(lines)
            for line in lines.iter_lines():
                if line.startswith("data:"):
                    told = json.loads(line.removeprefix("data:"))
                    yield Event(told["number"], told["kind"], told["text"], told["at"], told.get("fields") or {})


class _Ended(Exception):
    """There is nothing to follow any more."""


def _good(response: httpx2.Response) -> httpx2.Response:
    if not response.is_error:
        return response
    try:
        told = response.json()
    except ValueError:
        told = {}
    raise Problem(response.status_code, told if isinstance(told, dict) else {})


def _job(body: Mapping[str, Any]) -> Job:
    perhaps = {name: body.get(name) for name in ("outcome", "cause", "record", "report")}
    return Job(body["id"], body["kind"], body["state"], **perhaps, spent_micros=int(body.get("spent_micros") or 0), told=body)


def _document(value: str | Mapping[str, Any]) -> dict[str, Any]:
    return {"text": value} if isinstance(value, str) else _plain(value)


def _plain(fields: Mapping[str, Any]) -> dict[str, Any]:
    """What is given as JSON has it: days as text."""
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in fields.items()}


def _seconds(response: httpx2.Response) -> float:
    said = response.headers.get("Retry-After", "")
    return float(said) if said.isdigit() else 0.0
