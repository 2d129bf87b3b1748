"""`/v1/webhook`: set and removed by administrators, its secret told once, its address held to what may be reached."""

import asyncio
from typing import Any

import pytest

from tests.faces.http.asking import problem
from tests.faces.http.servers import Service
from veracious import app
from veracious.domain.access import Grant
from veracious.domain.errors import InputError
from veracious.domain.webhook import Webhook
from veracious.wiring import service as made

ADDRESS = "https://hooks.example.org/veracious"


def test_it_is_set_shown_and_removed_and_its_secret_is_told_once(alone: Service) -> None:
    with alone.client(Grant.ADMIN) as client:
        problem(client.get("/v1/webhook"), 404, "webhook_missing")
        told = client.put("/v1/webhook", json={"address": ADDRESS})
        assert (told.status_code, told.headers["cache-control"]) == (200, "no-store")
        assert told.json()["secret"].startswith("whsec_")
        shown = client.get("/v1/webhook")
        assert (shown.status_code, shown.json()["address"], shown.json()["waiting"]) == (200, ADDRESS, 0)
        assert told.json()["secret"] not in shown.text
        assert client.delete("/v1/webhook").status_code == 204
        problem(client.delete("/v1/webhook"), 404, "webhook_missing")


def test_another_workspace_has_another(alone: Service) -> None:
    with alone.client(Grant.ADMIN) as one, alone.client(Grant.ADMIN, "two") as two:
        one.put("/v1/webhook", json={"address": ADDRESS})
        problem(two.get("/v1/webhook"), 404, "webhook_missing")
        problem(two.delete("/v1/webhook"), 404, "webhook_missing")


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_it_is_for_administrators(service: Service, method: str) -> None:
    with service.client(Grant.WRITE) as client:
        body = {"address": ADDRESS} if method == "PUT" else None
        problem(client.request(method, "/v1/webhook", json=body), 403, "scope_missing")


@pytest.mark.parametrize(
    "body", [{}, {"address": ""}, {"address": "hooks.example.org"}, {"address": "ftp://x.example/"}, {"address": ADDRESS, "secret": "x"}]
)
def test_what_is_no_address_is_refused(service: Service, body: object) -> None:
    with service.client(Grant.ADMIN) as client:
        problem(client.put("/v1/webhook", json=body), 422, "request_invalid")


class Kept:
    """Where webhooks are kept, in a test."""

    async def put(self, workspace: str, address: str) -> tuple[Webhook, str]:
        return Webhook(address, None), "whsec_x"  # type: ignore[arg-type]


def put(monkeypatch: pytest.MonkeyPatch, address: str, networks: str = "") -> str:
    """The address as it is kept."""
    monkeypatch.setenv("VERACIOUS_WEBHOOK_NETWORKS", networks)
    kept: Any = Kept
    monkeypatch.setattr(made, "webhooks", kept)
    webhook, _ = asyncio.run(app.webhooks.put("newsroom", address))
    return webhook.address


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("http://hooks.example.org/", "https://"),
        ("https://127.0.0.1/", "not a public address"),
        ("https://[::1]/", "not a public address"),
        ("https://169.254.169.254/latest", "not a public address"),
        ("https://10.1.2.3:8443/", "not a public address"),
        ("https://hooks.example.org:22/", "port 22"),
        ("https://user:password@hooks.example.org/", "a name"),
        ("https://2130706433/", "not an address"),
        ("https://hooks.example.org/" + "ä" * 1000, "2,000"),
    ],
)
def test_an_address_that_may_not_be_reached_is_refused(monkeypatch: pytest.MonkeyPatch, address: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        put(monkeypatch, address)


def test_an_address_is_kept_as_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    assert put(monkeypatch, "https://HOOKS.example.org:443/a b") == "https://hooks.example.org/a%20b"


def test_in_a_network_that_an_operator_opened_http_and_any_port_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    assert put(monkeypatch, "http://10.20.0.7:9000/told", "10.20.0.0/16") == "http://10.20.0.7:9000/told"
    with pytest.raises(InputError, match="https://"):
        put(monkeypatch, "http://8.8.8.8/told", "10.20.0.0/16")
    with pytest.raises(InputError, match="not a public address"):
        put(monkeypatch, "http://10.21.0.7:9000/told", "10.20.0.0/16")
