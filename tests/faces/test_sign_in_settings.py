"""The settings of a provider of sign-ins: all of them or none, over TLS, and nothing made up."""

import pytest

from veracious.domain.errors import SettingsInvalid
from veracious.wiring import identity

WHOLE = {
    "ISSUER": "https://id.example.org/realms/news",
    "CLIENT_ID": "veracious",
    "CLIENT_SECRET": "a secret",
    "REDIRECT": "https://facts.example.org/sign-in/provider/back",
}


@pytest.fixture(autouse=True)
def none_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*WHOLE, "NAME"):
        monkeypatch.delenv(f"VERACIOUS_OIDC_{name}", raising=False)


def put(monkeypatch: pytest.MonkeyPatch, **more: str) -> None:
    for name, value in {**WHOLE, **more}.items():
        monkeypatch.setenv(f"VERACIOUS_OIDC_{name}", value)


def test_without_an_issuer_there_is_no_provider() -> None:
    assert identity.provider() is None
    assert identity.has_provider() is False
    with pytest.raises(SettingsInvalid, match="VERACIOUS_OIDC_ISSUER: name the provider"):
        identity.issuer()


def test_a_provider_is_called_by_its_host_unless_it_has_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    put(monkeypatch)
    found = identity.provider()
    assert found is not None
    assert found.title == "id.example.org"
    assert found is identity.provider(), "what it told is kept"
    assert identity.issuer() == WHOLE["ISSUER"]
    put(monkeypatch, NAME="Example ID")
    named = identity.provider()
    assert named is not None
    assert named.title == "Example ID"


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "[::1]:9"])
def test_on_this_machine_it_may_be_tried_without_tls(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    put(monkeypatch, ISSUER=f"http://{host}", REDIRECT=f"http://{host}/sign-in/provider/back")
    assert identity.has_provider()


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("CLIENT_ID", "", "VERACIOUS_OIDC_CLIENT_ID: VERACIOUS_OIDC_ISSUER is set"),
        ("CLIENT_SECRET", "", "VERACIOUS_OIDC_CLIENT_SECRET: VERACIOUS_OIDC_ISSUER is set"),
        ("REDIRECT", "", "VERACIOUS_OIDC_REDIRECT: VERACIOUS_OIDC_ISSUER is set"),
        ("ISSUER", "http://id.example.org", "VERACIOUS_OIDC_ISSUER: give an address that begins with https://"),
        ("ISSUER", "http://10.0.0.7", "VERACIOUS_OIDC_ISSUER: give an address that begins with https://"),
        ("ISSUER", "id.example.org", "VERACIOUS_OIDC_ISSUER: "),
        ("ISSUER", "https://id.example.org?tenant=1", "VERACIOUS_OIDC_ISSUER: it has no ? and no #"),
        ("ISSUER", "https://user:word@id.example.org", "VERACIOUS_OIDC_ISSUER: "),
        (
            "REDIRECT",
            "http://facts.example.org/sign-in/provider/back",
            "VERACIOUS_OIDC_REDIRECT: give an address that begins with https://",
        ),
        ("REDIRECT", "https://facts.example.org/", "VERACIOUS_OIDC_REDIRECT: give the address of this service"),
        ("REDIRECT", "https://facts.example.org/sign-in/provider/back?x=1", "VERACIOUS_OIDC_REDIRECT: give the address of this service"),
        ("REDIRECT", "https://facts.example.org/facts/sign-in/provider/back", "VERACIOUS_OIDC_REDIRECT: give the address of this service"),
    ],
)
def test_what_cannot_be_used_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str) -> None:
    put(monkeypatch, **{name: value})
    with pytest.raises(SettingsInvalid) as refused:
        identity.provider()
    assert refused.value.detail.startswith(said)
    assert "a secret" not in str(refused.value)
