"""A delivery as it is sent: the same small body every time, signed in the manner of Standard Webhooks, to where it may go."""

import json
from base64 import b64encode
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from tests.adapters.sites import HOME, Names, Site, only, outside, pages, points, raw, sends, silence
from tests.contracts.samples import run
from veracious.adapters.access import secrets
from veracious.adapters.memory.clock import FixedClock
from veracious.adapters.web import webhook
from veracious.adapters.web.http_client import Caps, PublicHttpClient
from veracious.adapters.web.webhook import WebhookSender
from veracious.domain.webhook import Delivery, DeliveryAttempt

AT = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)
SECRET = "whsec_" + b64encode(bytes(range(32))).decode()
DELIVERY = Delivery("newsroom", "019e-1f", "verification", "completed", AT, "https://hook.example/", SECRET)


def sender(site: Site, **caps: Any) -> WebhookSender:
    return WebhookSender(outside(site, **caps), FixedClock(AT))


def to(site: Site, path: str = "/") -> Delivery:
    return replace(DELIVERY, address=f"http://public.example:{site.port}{path}")


def test_a_signature_is_that_of_the_published_example() -> None:
    """The example of the specification's own libraries."""
    secret, body = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", b'{"test": 2432232314}'
    told = webhook.sign(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body)
    assert told == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_a_secret_is_256_random_bits_in_base64() -> None:
    made = {secrets.make_signing_secret() for _ in range(10)}
    assert len(made) == 10
    assert {len(one) for one in made} == {len(SECRET)}


def test_the_body_is_small_and_the_same_at_every_try() -> None:
    told = webhook.body(DELIVERY)
    assert json.loads(told) == {
        "id": "finished-019e-1f",
        "type": "job.finished",
        "timestamp": "2026-03-01T12:00:00Z",
        "data": {"job": "019e-1f", "kind": "verification", "outcome": "completed", "workspace": "newsroom"},
    }
    elsewhere = AT.astimezone(timezone(timedelta(hours=5)))
    assert webhook.body(replace(DELIVERY, tries=7, failures=9, finished_at=elsewhere)) == told


def test_the_secret_is_not_shown() -> None:
    assert SECRET not in repr(DELIVERY)


def test_what_is_sent_has_the_id_the_moment_and_a_signature_over_both() -> None:
    with Site(pages({"/": sends("ok", 204)})) as site:
        assert run(sender(site).send(to(site))) == DeliveryAttempt(204)
        asked = site.asked[0]
    assert asked.body == webhook.body(DELIVERY)
    assert (asked.headers["webhook-id"], asked.headers["webhook-timestamp"]) == ("finished-019e-1f", str(int(AT.timestamp())))
    assert asked.headers["webhook-signature"] == webhook.sign(SECRET, DELIVERY.id, int(AT.timestamp()), asked.body)
    assert asked.headers["content-type"] == "application/json"


@pytest.mark.parametrize("status", [301, 302, 307, 308, 400, 401, 404, 410, 429, 500, 503])
def test_any_other_status_is_a_failure_and_a_redirect_is_not_followed(status: int) -> None:
    with Site(pages({})) as site:
        site.answer = lambda asked: points("/other", status) if asked.target == "/" else sends("ok")
        assert run(sender(site).send(to(site))) == DeliveryAttempt(status, f"answered {status}")
        assert site.targets == ["/"]


def test_the_status_is_enough_whatever_comes_behind_it() -> None:
    """A body without end, or of another length than was said, takes nothing back."""
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 900000000\r\n\r\n"
    with Site(lambda asked: raw(head, b"no ", 5.0)) as site:
        assert run(sender(site, seconds=2.0).send(to(site))).is_taken


def test_who_does_not_answer_in_time_or_is_not_there_has_not_taken_it() -> None:
    with Site(lambda asked: silence) as site:
        attempt = run(sender(site, seconds=0.2).send(to(site)))
        assert (attempt.status, attempt.is_taken) == (0, False)
    gone = run(sender(site, seconds=0.2).send(to(site)))
    assert gone.trouble.startswith("public.example: ")


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1/", "https://10.0.0.8/", "https://[::1]/", "https://169.254.169.254/", "https://inside.example/"]
)
def test_nothing_goes_to_a_network_that_is_not_public(address: str) -> None:
    client = PublicHttpClient(Caps(seconds=2.0), Names(inside_example=[["192.168.0.7"]]), webhooks=True)
    attempt = run(WebhookSender(client, FixedClock(AT)).send(replace(DELIVERY, address=address)))
    assert attempt.trouble.endswith("not a public address")


def test_an_opened_network_has_all_its_ports_and_no_other_has() -> None:
    with Site(pages({"/": sends("ok")})) as site:
        client = PublicHttpClient(Caps(), Names(inside_example=[[HOME]], out_example=[["8.8.8.8"]]), only(HOME), webhooks=True)
        told = WebhookSender(client, FixedClock(AT))
        assert run(told.send(replace(DELIVERY, address=f"http://inside.example:{site.port}/"))).is_taken
        refused = run(told.send(replace(DELIVERY, address=f"http://out.example:{site.port}/")))
        assert refused.trouble == f"out.example: port {site.port} is not asked"


def test_only_an_opened_network_is_told_without_encryption() -> None:
    """A name that leads into the network is told; one that leads to the public web is not, whatever its port."""
    with Site(pages({"/": sends("ok")})) as site:
        names = Names(inside_example=[[HOME]], out_example=[["8.8.8.8"]])
        told = WebhookSender(PublicHttpClient(Caps(), names, only(HOME), webhooks=True), FixedClock(AT))
        assert run(told.send(replace(DELIVERY, address=f"http://inside.example:{site.port}/"))).is_taken
        refused = run(told.send(replace(DELIVERY, address="http://out.example/")))
        assert refused.trouble == "out.example: a webhook has an address that begins with https://"


def test_a_secret_that_cannot_be_opened_says_what_to_do() -> None:
    with Site(pages({"/": sends("ok")})) as site:
        attempt = run(sender(site).send(replace(to(site), secret="")))
        assert "VERACIOUS_SECRET" in attempt.trouble
        assert site.asked == []
