"""Where a request comes from: what a proxy of ours says counts, and what anybody else says does not."""

from ipaddress import ip_network

import httpx2
import pytest

from tests.faces.http.asking import problem
from tests.faces.http.memory_backend import PASSWORD
from tests.faces.http.servers import serving
from veracious import settings
from veracious.domain.access import Rank
from veracious.domain.errors import SettingsInvalid
from veracious.faces.http.addresses import asker

OURS = (ip_network("127.0.0.1/32"), ip_network("10.0.0.0/8"), ip_network("fd00::/8"))
SIGN_IN = {"workspace": "one", "name": "Ada", "password": PASSWORD}


@pytest.mark.parametrize(("peer", "forwarded", "found"), [
    ("203.0.113.5", [], "203.0.113.5"),
    ("203.0.113.5", ["192.0.2.7"], "203.0.113.5"),  # no proxy of ours says so
    ("127.0.0.1", [], "127.0.0.1"),
    ("127.0.0.1", ["192.0.2.7"], "192.0.2.7"),
    ("127.0.0.1", ["198.51.100.1, 192.0.2.7"], "192.0.2.7"),  # what stands before was written by whoever asks
    ("127.0.0.1", ["198.51.100.1", "192.0.2.7"], "192.0.2.7"),
    ("127.0.0.1", ["192.0.2.7, 10.1.2.3"], "192.0.2.7"),  # two proxies of ours
    ("127.0.0.1", ["10.1.2.4, 10.1.2.3"], "10.1.2.4"),  # somebody in our own network
    ("127.0.0.1", ["192.0.2.7, unknown"], "127.0.0.1"),
    ("127.0.0.1", ["192.0.2.7, unknown, 10.1.2.3"], "10.1.2.3"),
    ("127.0.0.1", [""], "127.0.0.1"),
    ("127.0.0.1", ["192.0.2.7:4711"], "192.0.2.7"),
    ("127.0.0.1", ["[2001:db8::7]:4711"], "2001:db8::/64"),
    ("fd00::1", ["2001:db8:0:1:ffff::7"], "2001:db8:0:1::/64"),
    ("2001:db8:0:1:2:3:4:5", ["192.0.2.7"], "2001:db8:0:1::/64"),
    ("::ffff:127.0.0.1", ["::ffff:192.0.2.7"], "192.0.2.7"),
    ("", ["192.0.2.7"], ""),
    ("testclient", ["192.0.2.7"], ""),
])  # fmt: skip
def test_who_asks(peer: str, forwarded: list[str], found: str) -> None:
    assert asker(peer, forwarded, OURS) == found


def test_a_sign_in_is_counted_by_the_address_that_asks() -> None:
    named = {"X-Forwarded-For": "192.0.2.7", "Forwarded": "for=192.0.2.8", "X-Real-IP": "192.0.2.9"}
    for proxies, found in (((), "127.0.0.1"), (OURS, "192.0.2.7")):
        with serving(proxies=proxies) as service:
            service.inside.access.people["one", "Ada"] = Rank.READER
            answer = httpx2.post(f"{service.url}/v1/session", json=SIGN_IN, headers=named)
            assert answer.status_code == 201
            assert service.inside.access.addresses == [found]
            assert "Secure" in answer.headers["set-cookie"]


def test_who_names_a_proxy_on_loopback_lets_nobody_in_without_a_key() -> None:
    with serving(anonymous=True, proxies=OURS) as service, service.client(None) as client:
        problem(client.get("/v1/records"), 401, "key_unknown")


@pytest.mark.parametrize("header", ["X-Forwarded-For", "x-forwarded-host", "Forwarded", "Via", "X-Real-IP", "CF-Connecting-IP"])
def test_what_a_proxy_brings_is_not_from_this_machine(header: str) -> None:
    with serving(anonymous=True) as service, service.client(None) as client:
        problem(client.get("/v1/records", headers={header: "127.0.0.1"}), 401, "key_unknown")
        assert client.get("/v1/records").status_code == 200


def test_signing_in_with_a_password_can_be_switched_off() -> None:
    with serving(passwords=False) as service, service.client(None) as client:
        service.inside.access.people["one", "Ada"] = Rank.READER
        problem(client.post("/v1/session", json=SIGN_IN), 403, "passwords_off")
        assert service.inside.access.addresses == []


def test_the_settings_name_networks_and_the_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (settings.read().proxies, settings.read().passwords) == ((), True)
    monkeypatch.setenv("VERACIOUS_PROXIES", "127.0.0.1, 10.1.2.3/8 fd00::/8")
    monkeypatch.setenv("VERACIOUS_PASSWORDS", "false")
    assert (settings.read().proxies, settings.read().passwords) == (OURS, False)
    monkeypatch.setenv("VERACIOUS_PROXIES", "proxy.example.org")
    with pytest.raises(SettingsInvalid, match="VERACIOUS_PROXIES: name networks or addresses"):
        settings.read()
