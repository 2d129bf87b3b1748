"""A job is followed as it goes on, and whoever is cut off loses nothing."""

import asyncio
import json
import random
import threading
import time
from contextlib import ExitStack
from typing import Any

import httpx2
import pytest

from tests.faces.http.asking import LENGTH, problem, submitted, verified
from tests.faces.http.servers import Service, serving
from veracious.domain import steps
from veracious.domain.job import Ended
from veracious.domain.verdict import Outcome
from veracious.faces.http import events
from veracious.faces.http.backend import Pace


def lines(stream: httpx2.Response, at_most: int = 10**6) -> list[dict[str, str]]:
    """The events of a stream, each as its fields; `:` is a comment. It is left after so many."""
    found: list[dict[str, str]] = []
    fields: dict[str, str] = {}
    for line in stream.iter_lines():
        if line:
            name, _, value = line.partition(": ")
            fields[name or ":"] = value
        elif fields:
            found.append(fields)
            fields = {}
            if len(found) >= at_most:
                break
    return found


def followed(client: httpx2.Client, id: str, after: int | None = None, at_most: int = 10**6) -> list[dict[str, str]]:
    """The events of a job behind this number."""
    headers = {} if after is None else {"Last-Event-ID": str(after)}
    with client.stream("GET", f"/v1/verifications/{id}/events", headers=headers) as stream:
        assert stream.status_code == 200
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert stream.headers["cache-control"] == "no-store"
        return lines(stream, at_most)


def test_every_event_has_its_number_its_kind_and_its_words_and_the_last_ends_the_stream(service: Service) -> None:
    with service.client() as client:
        events = [one for one in followed(client, submitted(client)["id"]) if "id" in one]
    assert [one["event"] for one in events] == ["queued", "running", "look", "finished"]
    assert [int(one["id"]) for one in events] == [1, 2, 3, 4]
    told = [json.loads(one["data"]) for one in events]
    assert [(one["number"], one["kind"]) for one in told] == [(1, "queued"), (2, "running"), (3, "look"), (4, "finished")]
    assert told[2]["text"] == "at the store"
    assert told[3]["at"].endswith("Z")


def test_whoever_was_cut_off_goes_on_behind_the_last_number(service: Service) -> None:
    with service.client() as client:
        job = verified(client)
        assert [one["id"] for one in followed(client, job["id"], at_most=2)] == ["1", "2"]
        assert [one["id"] for one in followed(client, job["id"], after=2)] == ["3", "4"]


def test_who_has_everything_of_a_finished_job_is_told_not_to_ask_again(service: Service) -> None:
    """A browser that is told 204 does not ask again; any other end it takes for a broken line."""
    with service.client() as client:
        job = verified(client)
        for after in (4, 5, 10**9):
            answer = client.get(f"/v1/verifications/{job['id']}/events", headers={"Last-Event-ID": str(after)})
            assert (answer.status_code, answer.content) == (204, b"")


def test_a_stream_shows_that_it_lives_while_nothing_happens(alone: Service) -> None:
    alone.inside.desk.held = True
    with alone.client() as client:
        found = followed(client, submitted(client)["id"], at_most=3)
    assert found[0]["event"] == "queued"
    assert found[1:] == [{":": "ping"}, {":": "ping"}]


def test_a_number_that_is_none_is_refused(service: Service) -> None:
    with service.client() as client:
        job = verified(client)
        for bad in ("x", "-1", "1.5", "1e3", "99999999999"):
            answer = client.get(f"/v1/verifications/{job['id']}/events", headers={"Last-Event-ID": bad})
            assert problem(answer, 422, "request_invalid")["errors"][0]["parameter"] == "Last-Event-ID"


def test_a_job_that_is_not_there_has_no_stream(service: Service) -> None:
    with service.client() as client:
        problem(client.get("/v1/verifications/none-such/events"), 404, "job_missing")


def test_a_stream_ends_when_the_store_fails_and_goes_on_afterwards(alone: Service) -> None:
    alone.inside.desk.held = True
    with alone.client() as client:
        job = submitted(client)
        with client.stream("GET", f"/v1/verifications/{job['id']}/events") as stream:
            alone.inside.desk.broken = True
            assert [one["event"] for one in lines(stream) if "id" in one] in ([], ["queued"])
        alone.inside.desk.broken = alone.inside.desk.held = False
        assert [one["id"] for one in followed(client, job["id"], after=1) if "id" in one] == ["2", "3", "4"]


def test_a_server_that_is_to_end_ends_its_streams() -> None:
    """A stream does not hold the server back until its next heartbeat."""
    with serving(pace=Pace(heartbeat=60.0, answer=20.0)) as slow:
        slow.inside.desk.held = True
        with slow.client() as client:
            job = submitted(client)
            with client.stream("GET", f"/v1/verifications/{job['id']}/events") as stream:
                threading.Timer(0.3, slow.close_streams).start()
                began = time.monotonic()
                assert [one["event"] for one in lines(stream) if "event" in one] == ["queued"]
                assert time.monotonic() - began < 10


class Slow:
    """A run that tells many things, one after the other."""

    def __init__(self, steps: int) -> None:
        self.steps = steps

    async def run(self, job: Any, order: Any, tell: Any) -> Any:
        """Tell, wait a little, tell again."""
        for number in range(self.steps):
            tell(steps.read(f"page {number}"))
            await asyncio.sleep(0.01)
        return Ended(Outcome.FAILED, "nothing was run", 0, has_record=False)


@pytest.mark.parametrize("seed", range(2))
def test_a_stream_that_is_dropped_again_and_again_tells_everything_once(alone: Service, seed: int) -> None:
    """Dropped 25 times at random: no event is lost, none is told twice."""
    chance = random.Random(seed)
    alone.inside.desk.perform = Slow(60).run
    with alone.client() as client:
        job, seen, last = submitted(client, LENGTH), list[int](), 0
        for _ in range(25):
            got = [int(one["id"]) for one in followed(client, job["id"], last, chance.randint(1, 3)) if "id" in one]
            seen += got
            last = got[-1] if got else last
        seen += [int(one["id"]) for one in followed(client, job["id"], last) if "id" in one]
    assert seen == list(range(1, 64))


def test_a_workspace_follows_so_many_jobs_at_once_and_no_more(alone: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who holds streams open would otherwise take the places of everybody's requests."""
    monkeypatch.setattr(events, "STREAMS_AT_MOST", 2)
    alone.inside.desk.held = True
    with alone.client() as client:
        job = submitted(client)
        address = f"/v1/verifications/{job['id']}/events"

        def status_becomes(wanted: int) -> httpx2.Response:
            """What a further stream is told, as soon as the service has seen who follows and who is gone."""
            until = time.monotonic() + 10
            while time.monotonic() < until:
                with client.stream("GET", address) as further:
                    if further.status_code == wanted:
                        if wanted != 200:
                            further.read()
                        return further
                time.sleep(0.05)
            raise AssertionError("neither came nor went")

        with ExitStack() as opened:
            for _ in range(2):
                assert opened.enter_context(client.stream("GET", address)).status_code == 200
            refused = status_becomes(429)
            assert "follows 64 jobs" in problem(refused, 429, "streams_too_many")["detail"]
            assert refused.headers["retry-after"]
        status_becomes(200)
        alone.inside.desk.held = False
