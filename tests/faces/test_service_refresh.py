"""A refresh that is handed in over HTTP: the real API puts it into the real queue, and a real worker does it."""

import time
from collections.abc import Callable
from pathlib import Path

import httpx2

from tests.endpoints import ModelServer, sends
from tests.service import Service
from veracious.adapters.postgres.server import Addresses

END_S = 60.0


def test_a_worker_does_the_refresh_that_was_handed_in(new_addresses: Callable[..., Addresses], tmp_path: Path) -> None:
    """Its search is down, so that it ends at once, tells why, and is charged with nothing."""
    (tmp_path / "queries.txt").write_text("harbour bridge\nferry strike\n", "utf-8")
    with ModelServer((sends(b"{}", 500),)) as down:
        asked = {"VERACIOUS_SEARCH": "searxng", "VERACIOUS_SEARXNG": f"http://127.0.0.1:{down.port}"}
        made = Service(new_addresses(), tmp_path, **asked, VERACIOUS_REFRESH_QUERIES=str(tmp_path / "queries.txt"))
        try:
            made.serve()
            made.work("worker")
            headers = {"Authorization": f"Bearer {made.key('default', 'operator')}"}
            with httpx2.Client(base_url=made.url, timeout=30.0, headers=headers) as client:
                answer = client.post("/v1/collections/current_affairs/refreshes")
                assert (answer.status_code, answer.json()["state"]) == (202, "asked")
                until = time.monotonic() + END_S
                while (run := client.get("/v1/collections/current_affairs/refreshes").json()["refreshes"][0])["ended_at"] is None:
                    assert time.monotonic() < until, made.said("worker")
                    time.sleep(0.2)
                (age,) = client.get("/status").json()["collections"]
        finally:
            made.close()
    assert (run["id"], run["state"], run["reason"]) == (answer.json()["id"], "failed", "searches_failed")
    assert (run["pages"], run["money_micros"], run["generation"]) == (0, 0, None)
    assert "status 500" in run["cause"]
    assert (age["collection"], age["as_of"], age["last_failure"]["reason"]) == ("current_affairs", None, "searches_failed")
