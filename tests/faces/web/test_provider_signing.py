"""Signing in by a provider: who is let in, and every way in which somebody who is not is told so, each in its own words."""

import base64
import hmac
import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx2
import pytest
from cryptography.hazmat.primitives import serialization

from tests import sign_in_provider
from tests.faces.http.servers import Service, serving
from tests.faces.web.browsing import READS, Browser, browser, read
from tests.sign_in_provider import CLIENT, EC, OTHER_RSA, RSA, Provider, answer, b64, sign, token
from veracious.adapters.access.id_tokens import Expected, Token
from veracious.adapters.web.http_client import Caps, PublicHttpClient
from veracious.adapters.web.identity_provider import OidcProvider, Registration
from veracious.domain import errors
from veracious.domain.access import Identity, Rank, SignInAttempt
from veracious.domain.errors import SignInRefused, VeraciousError
from veracious.faces.web import provider_signing, signing, site

LOGGED_S = 10.0  # until the log has its line
SECONDS = 0.5  # that the provider may take in these tests
BACK = provider_signing.BACK
_NUMBERS = count(1)


class RealClock:
    """The time of the tests' provider, too."""

    def now(self) -> datetime:
        """Now."""
        return datetime.now(UTC)


@dataclass
class Place:
    """A service, its provider, and somebody whom the provider knows and nobody has added."""

    service: Service
    provider: Provider
    number: int

    @property
    def email(self) -> str:
        """The address of whoever signs in in this test."""
        return f"ana{self.number}@example.org"

    def add(self, rank: Rank = Rank.REVIEWER, workspace: str = "default", name: str = "Ana") -> None:
        """Let them sign in."""
        self.service.inside.access.people[workspace, name] = rank
        self.service.inside.access.emails[workspace, self.email] = name

    def went(self, who: Browser, path: str = signing.BEGIN) -> str:
        """Begin in this browser; where it is sent to."""
        gone = who.http.get(path)
        assert gone.status_code == 303, read(gone).text
        return str(gone.headers["location"])

    def tried(self, who: Browser | None = None) -> httpx2.Response:
        """Begin, sign in at the provider, and come back."""
        one = who or browser(self.service)
        return one.http.get(self.provider.back(self.went(one)))


@dataclass
class Exchanged:
    """What signs people in, by another for each test: what a provider says is kept for an hour."""

    now: OidcProvider

    @property
    def title(self) -> str:
        """What people call it."""
        return self.now.title

    async def address(self, attempt: SignInAttempt) -> str:
        """Where a browser goes."""
        return await self.now.address(attempt)

    async def identify(self, attempt: SignInAttempt, code: str, issuer: str) -> Identity:
        """Who came back."""
        return await self.now.identify(attempt, code, issuer)


def asking(provider: Provider, title: str = "Example ID", redirect: str = "") -> OidcProvider:
    client = PublicHttpClient(Caps(seconds=SECONDS, bytes=200_000, redirects=0))
    return OidcProvider(provider.registration(redirect, title), client, RealClock())


@pytest.fixture(scope="module")
def running() -> Iterator[tuple[Service, Provider, Exchanged]]:
    with sign_in_provider.running() as provider:
        exchanged = Exchanged(asking(provider))
        with serving(pages=site.install, identity_provider=exchanged) as service:
            yield service, provider, exchanged


@pytest.fixture
def place(running: tuple[Service, Provider, Exchanged]) -> Place:
    """A service that nobody was added to, and a provider that says what is right."""
    service, provider, exchanged = running
    provider.renew()
    exchanged.now = asking(provider)
    access = service.inside.access
    for kept in (access.people, access.emails, access.linked, access.sessions):
        kept.clear()
    service.log.truncate(0)
    number = next(_NUMBERS)
    provider.email, provider.subject = f"Ana{number}@Example.org", f"subject-{number}"
    return Place(service, provider, number)


def refused(found: httpx2.Response, kind: type[VeraciousError], words: str, service: Service) -> None:
    """Nobody was signed in, and the page and the log say why."""
    assert found.status_code == (403 if issubclass(kind, SignInRefused) else 503), found.text
    page = read(found)
    assert str(kind()) in page.text
    assert words in page.text, page.text
    assert "veracious_session=" not in str(found.headers.get_list("set-cookie"))
    assert service.inside.access.sessions == {}
    until = time.monotonic() + LOGGED_S  # the line is written once the answer is on its way
    while f'"error":"{kind.__name__}"' not in (log := service.log.getvalue().replace(": ", ":")):
        assert time.monotonic() < until, log
        time.sleep(0.01)


def test_who_was_added_signs_in_and_goes_on_to_where_they_wanted(place: Place) -> None:
    place.add()
    reader = browser(place.service)
    page = reader.page("/sign-in?next=%2Fv%2Fx%3Fy%3D1")
    assert "Sign in with Example ID" in page.text
    link = next(one for one in page.links if one.startswith(signing.BEGIN))
    answered = reader.http.get(place.provider.back(place.went(reader, link)))
    assert (answered.status_code, answered.headers["location"]) == (303, "/v/x?y=1")
    assert answered.headers["referrer-policy"] == "no-referrer"
    cookies = answered.headers.get_list("set-cookie")
    session = next(one for one in cookies if one.startswith("veracious_session="))
    assert all(part in session for part in ("HttpOnly", "SameSite=lax", "Path=/"))
    assert any(one.startswith('veracious_provider=""') for one in cookies), "the way back is used once"
    home = reader.page("/")
    assert "Ana, workspace default" in home.text.replace("Ana ,", "Ana,")
    assert reader.send(home.form("/sign-out")).status_code == 303
    assert reader.http.get("/").headers["location"].startswith("/sign-in")


def test_what_goes_to_the_provider_is_bound_to_one_browser(place: Place) -> None:
    """State, nonce and challenge are new each time; the cookie is out of reach of scripts and of other sites' requests, and short-lived."""
    told = []
    for _ in range(2):
        gone = httpx2.get(f"{place.service.url}{signing.BEGIN}", headers=READS)
        address = urlsplit(gone.headers["location"])
        assert f"{address.scheme}://{address.netloc}{address.path}" == f"{place.provider.url}/authorize"
        asked = dict(parse_qsl(address.query))
        assert (asked["redirect_uri"], asked["client_id"], asked["scope"]) == (sign_in_provider.REDIRECT, CLIENT, "openid email")
        told.append([asked[name] for name in ("state", "nonce", "code_challenge")])
        cookie = gone.headers["set-cookie"]
        assert all(part in cookie for part in ("HttpOnly", "SameSite=lax", f"Max-Age={provider_signing.SECONDS}", f"Path={signing.BEGIN}"))
        assert not any(one in cookie for one in told[-1])
    assert len({*told[0], *told[1]}) == 6
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{43}", one) for one in told[0])
    forwarded = httpx2.get(f"{place.service.url}{signing.BEGIN}", headers={**READS, "Host": "facts.example.org"})
    assert "Secure" in forwarded.headers["set-cookie"]


def test_by_the_address_somebody_is_found_once_and_then_by_the_subject(place: Place) -> None:
    place.add()
    assert place.tried().status_code == 303
    place.provider.email, place.provider.verified = "married@example.org", False
    assert place.tried().status_code == 303, "the subject is theirs, whatever the address is now"
    place.provider.email, place.provider.verified, place.provider.subject = place.email, True, "somebody-else"
    place.service.inside.access.sessions.clear()
    refused(place.tried(), errors.PersonNotAdded, "nobody has added you", place.service)


def test_an_address_that_is_not_in_the_token_is_asked_for(place: Place) -> None:
    place.add()
    place.provider.has_email_in_token = False
    assert place.tried().status_code == 303
    assert "/me" in place.provider.asked


def test_another_workspace_is_named_in_the_address_and_counts_alone(place: Place) -> None:
    place.add(workspace="newsroom")
    reader = browser(place.service)
    refused(place.tried(reader), errors.PersonNotAdded, "nobody has added you", place.service)
    page = reader.page("/sign-in?workspace=newsroom")
    assert "To the workspace newsroom ." in page.text
    link = next(one for one in page.links if one.startswith(signing.BEGIN))
    assert reader.http.get(place.provider.back(place.went(reader, link))).status_code == 303
    assert "workspace newsroom" in reader.page("/").text


FOREIGN: tuple[dict[str, str], ...] = (
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site", "Referer": "{url}/sign-in"},
    {"Referer": "https://evil.example/"},
    {"Referer": "http://127.0.0.1:1/"},
    {"Referer": "http://["},
)


@pytest.mark.parametrize("headers", FOREIGN)
def test_a_link_on_another_site_signs_nobody_in_to_a_workspace_that_it_chose(place: Place, headers: dict[str, str]) -> None:
    place.add(workspace="newsroom")
    reader = browser(place.service)
    sent = {name: value.replace("{url}", place.service.url) for name, value in headers.items()}
    asked = reader.http.get(f"{signing.BEGIN}?workspace=newsroom&next=%2Fv%2Fx", headers=sent)
    page = read(asked)
    assert (asked.status_code, provider_signing.COOKIE in reader.http.cookies) == (200, False)
    assert "To the workspace newsroom ." in page.text
    link = next(one for one in page.links if one.startswith(signing.BEGIN))
    gone = reader.http.get(link, headers={"Sec-Fetch-Site": "same-origin", "Referer": str(asked.url)})
    assert (gone.status_code, gone.headers["location"].startswith(place.provider.url)) == (303, True)
    assert reader.http.get(place.provider.back(gone.headers["location"])).headers["location"] == "/v/x"


@pytest.mark.parametrize("headers", [{"Sec-Fetch-Site": "none"}, {"Sec-Fetch-Site": "same-origin"}, {"Referer": "{url}/sign-in"}])
def test_a_page_of_ours_and_a_typed_address_lead_to_the_provider(place: Place, headers: dict[str, str]) -> None:
    sent = {name: value.replace("{url}", place.service.url) for name, value in headers.items()}
    assert browser(place.service).http.get(signing.BEGIN, headers=sent).status_code == 303


@pytest.mark.parametrize("address", ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)", "/\x00", ""])
def test_who_has_signed_in_stays_on_this_site(place: Place, address: str) -> None:
    place.add()
    reader = browser(place.service)
    gone = place.went(reader, f"{signing.BEGIN}?{httpx2.QueryParams({'next': address})}")
    assert reader.http.get(place.provider.back(gone)).headers["location"] == "/"


def test_a_role_is_that_which_was_given_here(place: Place) -> None:
    """Whatever the provider says of roles and groups."""
    place.add(Rank.READER)
    place.provider.claims = lambda claims: claims.update(role="admin", groups=["admin"], roles=["admin"])
    reader = browser(place.service)
    assert place.tried(reader).status_code == 303
    assert reader.http.get("/review").status_code == 403


def test_keys_of_both_kinds_sign_and_a_new_key_is_found(place: Place) -> None:
    place.add()
    assert place.tried().status_code == 303
    place.provider.keys, place.provider.kid = {"second": EC}, "second"
    assert place.tried().status_code == 303
    assert place.provider.asked.count("/keys") == 2
    assert place.provider.asked.count("/.well-known/openid-configuration") == 1


# What is wrong with a token: what is changed, the kind of refusal and its words.


def none_signed(provider: Provider, claims: dict[str, Any]) -> str:
    return token({"alg": "none", "kid": "first"}, claims, lambda content: b"")


def confused(provider: Provider, claims: dict[str, Any]) -> str:
    """HS256, with the public key of the provider as if it were a secret."""
    pem = RSA.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    return token({"alg": "HS256", "kid": "first"}, claims, lambda content: hmac.digest(pem, content, sha256))


def brought_along(provider: Provider, claims: dict[str, Any]) -> str:
    """A key within the head of the token, by its name and whole."""
    head = {"alg": "RS256", "kid": "first", "jwk": sign_in_provider.public(OTHER_RSA, "first"), "jku": f"{provider.url}/evil"}
    return token(head, claims, lambda content: sign(OTHER_RSA, content))


def altered(provider: Provider, claims: dict[str, Any]) -> str:
    head, _, signature = token({"alg": "RS256", "kid": "first"}, claims, lambda content: sign(RSA, content)).split(".")
    return f"{head}.{b64(json.dumps(claims | {'sub': 'admin'}).encode())}.{signature}"


def crossed(provider: Provider, claims: dict[str, Any]) -> str:
    """ES256 said of a key that is none of that kind."""
    return token({"alg": "ES256", "kid": "first"}, claims, lambda content: sign(EC, content))


TWICE = b64(b'{"alg": "none", "alg": "RS256"}')
FORGED: dict[str, tuple[Callable[[Provider, dict[str, Any]], str], str]] = {
    "no signature": (none_signed, "its algorithm is neither RS256 nor ES256"),
    "HS256 with the public key": (confused, "its algorithm is neither RS256 nor ES256"),
    "a key of its own": (brought_along, "its signature is wrong"),
    "altered": (altered, "its signature is wrong"),
    "another kind of key": (crossed, "the provider has no such key"),
    "an extension": (lambda provider, claims: token({"alg": "RS256", "crit": ["exp"]}, claims, lambda c: sign(RSA, c)), "its head says"),
    "two parts": (lambda provider, claims: "e30.e30", "the token is not one"),
    "no base64": (lambda provider, claims: "e30.e30.=", "the token is not one"),
    "padded": (lambda provider, claims: "e30=.e30.AA", "the token is not one"),
    "no object": (lambda provider, claims: f"{b64(b'[]')}.e30.AA", "the token is not one"),
    "a name twice": (lambda provider, claims: f"{TWICE}.e30.AA", "the token is not one"),
    "deep": (lambda provider, claims: f"{b64(b'[' * 20_000)}.e30.AA", "the token is not one"),
    "huge": (lambda provider, claims: f"e30.{'e' * 40_000}.AA", "the token is not one"),
}
NOW = time.time()
MISDIRECTED: dict[str, tuple[dict[str, Any], str]] = {
    "issuer": ({"iss": "https://evil.example"}, "`iss` is not the issuer"),
    "issuer with a slash": ({"iss": "{url}/"}, "`iss` is not the issuer"),
    "no issuer": ({"iss": None}, "`iss` is not the issuer"),
    "audience": ({"aud": "another service"}, "`aud` does not name"),
    "audiences": ({"aud": ["another", "service"]}, "`aud` does not name"),
    "no audience": ({"aud": None}, "`aud` does not name"),
    "audience of objects": ({"aud": [{}]}, "`aud` does not name"),
    "party": ({"azp": "another service"}, "`azp` does not name"),
    "many audiences and no party": ({"aud": [CLIENT, "another"]}, "`azp` does not name"),
    "nonce": ({"nonce": "x"}, "`nonce` is not that"),
    "no nonce": ({"nonce": None}, "`nonce` is not that"),
    "no subject": ({"sub": None}, "`sub` names nobody"),
    "an empty subject": ({"sub": ""}, "`sub` names nobody"),
    "a long subject": ({"sub": "x" * 256}, "`sub` names nobody"),
    "a subject that is a number": ({"sub": 7}, "`sub` names nobody"),
    "access token": ({"at_hash": "x"}, "`at_hash` is not that"),
}
OUTDATED: dict[str, tuple[dict[str, Any], str]] = {
    "ended": ({"exp": NOW - 120}, "`exp` is over"),
    "no end": ({"exp": None}, "`exp` or `iat` is missing"),
    "no beginning": ({"iat": None}, "`exp` or `iat` is missing"),
    "an end in words": ({"exp": "tomorrow"}, "`exp` is no time"),
    "an end that is true": ({"exp": True}, "`exp` is no time"),
    "an end that never comes": ({"exp": 10**300}, "`exp` is no time"),
    "made long ago": ({"iat": NOW - 3600}, "`iat` is not now"),
    "made tomorrow": ({"iat": NOW + 86_400}, "`iat` is not now"),
    "not yet": ({"nbf": NOW + 600}, "`nbf` is still to come"),
}


@pytest.fixture(autouse=True)
def unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(provider_signing.ComingBackLimit, "wait", lambda self, address: 0.0)


@pytest.mark.parametrize("name", FORGED)
def test_a_token_that_the_provider_has_not_signed_as_it_must_signs_nobody_in(place: Place, name: str) -> None:
    place.add()
    provider = place.provider
    provider.forge, words = FORGED[name]
    refused(place.tried(), errors.TokenForged, words, place.service)


def changed(values: dict[str, Any], url: str) -> Callable[[dict[str, Any]], object]:
    def change(claims: dict[str, Any]) -> None:
        for name, value in values.items():
            if value is None:
                claims.pop(name)
            else:
                claims[name] = value.format(url=url) if isinstance(value, str) else value

    return change


@pytest.mark.parametrize("name", MISDIRECTED)
def test_a_token_for_somebody_else_signs_nobody_in(place: Place, name: str) -> None:
    place.add()
    provider = place.provider
    values, words = MISDIRECTED[name]
    provider.claims = changed(values, provider.url)
    refused(place.tried(), errors.TokenMisdirected, words, place.service)


@pytest.mark.parametrize("name", OUTDATED)
def test_a_token_of_another_time_signs_nobody_in(place: Place, name: str) -> None:
    place.add()
    provider = place.provider
    values, words = OUTDATED[name]
    provider.claims = changed(values, provider.url)
    refused(place.tried(), errors.TokenOutdated, words, place.service)


def test_a_name_of_a_key_that_nobody_knows_is_looked_for_once_in_a_minute(place: Place) -> None:
    place.add()
    place.provider.kid = "unknown"
    place.provider.head = lambda head: head.update(kid="unknown")
    for _ in range(3):
        refused(place.tried(), errors.TokenForged, "the provider has no such key", place.service)
    assert place.provider.asked.count("/keys") == 2


def test_keys_that_are_not_for_signing_sign_nothing(place: Place) -> None:
    """Nor one that is too short, of another use, or no point of the curve."""
    place.add()
    wrong: list[Callable[[dict[str, Any]], object]] = [
        lambda key: key.update(use="enc"),
        lambda key: key.update(alg="RS512"),
        lambda key: key.update(key_ops=["encrypt"]),
        lambda key: key.update(n=key["n"][:100]),
        lambda key: key.update(e="AQ"),
        lambda key: key.update(kty="oct", k="AAAA"),
        lambda key: key.update(kid=7),
        lambda key: key.pop("n"),
    ]

    def alter(told: dict[str, Any]) -> None:
        told["keys"] = [sign_in_provider.public(RSA, "first") for _ in wrong]
        for key, change in zip(told["keys"], wrong, strict=True):
            change(key)

    place.provider.lists = alter
    refused(place.tried(), errors.TokenForged, "the provider has no such key", place.service)


# What is wrong with the way back.


def test_another_browser_cannot_end_what_one_has_begun(place: Place) -> None:
    """A link with a stranger's code signs nobody in as the stranger."""
    place.add()
    stranger, victim = browser(place.service), browser(place.service)
    link = place.provider.back(place.went(stranger))
    refused(victim.http.get(link), errors.SignInStale, "this browser has not begun one", place.service)
    place.went(victim)
    refused(victim.http.get(link), errors.SignInStale, "`state` is not that of this browser", place.service)
    assert victim.http.get(place.provider.back(place.went(victim))).status_code == 303


@pytest.mark.parametrize("state", ["", "x", "ж", "A" * 43])
def test_a_state_that_was_not_given_out_leads_nowhere(place: Place, state: str) -> None:
    place.add()
    reader = browser(place.service)
    address = place.went(reader)
    refused(reader.http.get(place.provider.back(address, state=state)), errors.SignInStale, "`state` is not that", place.service)
    assert "/token" not in place.provider.asked


def test_a_cookie_that_was_altered_leads_nowhere(place: Place) -> None:
    """Whatever part of it: another workspace, another end, another way on."""
    place.add()
    reader = browser(place.service)
    link = place.provider.back(place.went(reader))
    kept = reader.http.cookies["veracious_provider"].split(".")
    for part, value in ((0, "x"), (1, str(int(kept[1]) + 600)), (2, "newsroom"), (3, b64(b"/v/x"))):
        altered_cookie = ".".join([*kept[:part], value, *kept[part + 1 :]])
        found = httpx2.get(place.service.url + link, headers={**READS, "Cookie": f"veracious_provider={altered_cookie}"})
        refused(found, errors.SignInStale, "`state` is not that of this browser", place.service)
    for nonsense in ("", "a.b.c", "....", "x.9.Default!.", "x.-1.default.", f"x.1.default.{'A' * 5000}"):
        found = httpx2.get(place.service.url + link, headers=[*READS.items(), ("Cookie", f"veracious_provider={nonsense}")])
        refused(found, errors.SignInStale, "this browser has not begun one", place.service)


def test_after_ten_minutes_one_begins_again(place: Place) -> None:
    place.add()
    reader = browser(place.service)
    link = place.provider.back(place.went(reader))
    clock = place.service.inside.clock
    clock._moment += timedelta(minutes=10)
    refused(reader.http.get(link), errors.SignInStale, "more than ten minutes", place.service)


def test_a_code_is_taken_once(place: Place) -> None:
    """By the provider, and, where that takes it again, since the browser has no way back any more."""
    place.add()
    reader = browser(place.service)
    link = place.provider.back(place.went(reader))
    cookie = reader.http.cookies["veracious_provider"]
    assert reader.http.get(link).status_code == 303
    place.service.inside.access.sessions.clear()
    refused(reader.http.get(link), errors.SignInStale, "this browser has not begun one", place.service)
    again = httpx2.get(place.service.url + link, headers={**READS, "Cookie": f"veracious_provider={cookie}"})
    refused(again, errors.SignInDeclined, "it does not take the code", place.service)


def test_a_code_of_another_sign_in_is_not_taken(place: Place) -> None:
    """A stranger's code in one's own way back: its verifier is another, and its nonce."""
    place.add()
    reader, stranger = browser(place.service), browser(place.service)
    mine, theirs = place.went(reader), place.went(stranger)
    refused(reader.http.get(place.provider.back(mine, code=place.provider.grant(theirs))), errors.SignInDeclined, "code", place.service)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"error": "access_denied", "code": ""}, "access was denied"),
        ({"error": "<script>alert(1)</script>"}, "it says that something is wrong"),
        ({"code": ""}, "there is no code"),
        ({"code": "x" * 5000}, "there is no code"),
        ({"code": "made up"}, "it does not take the code"),
    ],
)
def test_who_did_not_sign_in_there_does_not_here(place: Place, more: dict[str, str], words: str) -> None:
    place.add()
    reader = browser(place.service)
    found = reader.http.get(place.provider.back(place.went(reader), **more))
    refused(found, errors.SignInDeclined, words, place.service)
    assert "<script>alert" not in found.text
    assert "Sign in with Example ID" in read(found).text


def test_an_answer_of_another_provider_is_not_taken(place: Place) -> None:
    place.add()
    reader = browser(place.service)
    for issuer in ("https://evil.example", ""):
        found = reader.http.get(place.provider.back(place.went(reader), iss=issuer))
        refused(found, errors.TokenMisdirected, "the answer is of another issuer", place.service)
    assert "/token" not in place.provider.asked


def test_a_parameter_that_stands_twice_counts_as_none(place: Place) -> None:
    place.add()
    reader = browser(place.service)
    link = place.provider.back(place.went(reader))
    refused(reader.http.get(f"{link}&state=x"), errors.SignInStale, "`state` is not that", place.service)
    refused(reader.http.get(f"{link}&code=x"), errors.SignInDeclined, "there is no code", place.service)


# Who is not let in although the provider knows them.


def test_an_address_that_the_provider_has_not_verified_counts_for_nothing(place: Place) -> None:
    place.add()
    for said in (False, None, "true", 1):
        place.provider.verified = said
        refused(place.tried(), errors.EmailUnverified, "has not verified your e-mail address", place.service)
    place.provider.has_email_in_token, place.provider.verified = False, False
    refused(place.tried(), errors.EmailUnverified, "has not verified your e-mail address", place.service)


def test_whoever_nobody_has_added_is_told_so(place: Place) -> None:
    refused(place.tried(), errors.PersonNotAdded, "nobody has added you to this workspace", place.service)
    place.add()
    for email in (
        None,
        "",
        7,
        "\u212a@example.org",
        "ana@example.org\n",
        f"\u0430na{place.number}@example.org",
    ):  # Kelvin's K; a Cyrillic а
        place.provider.email = email  # type: ignore[assignment]
        refused(place.tried(), errors.PersonNotAdded, "nobody has added you to this workspace", place.service)


def test_what_is_told_of_another_subject_is_not_taken(place: Place) -> None:
    place.add()
    place.provider.has_email_in_token, place.provider.info_subject = False, "somebody-else"
    refused(place.tried(), errors.TokenMisdirected, "told of another", place.service)


# A provider that does not do as it must.


def slow(to: Any) -> None:
    time.sleep(3 * SECONDS)
    answer(to, {})


def huge(to: Any) -> None:
    to.send_response(200)
    to.end_headers()
    for _ in range(400):
        to.wfile.write(b" " * 1000)


def plain(to: Any) -> None:
    to.send_response(200)
    to.end_headers()
    to.wfile.write(b"<html>")


def led(to: Any) -> None:
    answer(to, {}, 302, Location="/elsewhere")


TROUBLES: dict[str, tuple[Callable[[Any], object], str]] = {
    "slow": (slow, "no whole answer within 0.5 seconds"),
    "huge": (huge, "200,000 bytes"),
    "not JSON": (plain, "not what it should be"),
    "redirects": (led, "it answers 302"),
    "an error": (lambda to: answer(to, {}, 500), "it answers 500"),
    "no object": (lambda to: answer(to, []), ""),
}


def quietly(answering: Callable[[Any], object]) -> Callable[[Any], object]:
    def answered(to: Any) -> None:
        with suppress(OSError):  # nobody listens any more
            answering(to)

    return answered


@pytest.mark.parametrize("path", ["/.well-known/openid-configuration", "/keys", "/token", "/me"])
@pytest.mark.parametrize("name", TROUBLES)
def test_a_provider_that_does_not_answer_as_it_must_signs_nobody_in_and_keeps_nobody_waiting(place: Place, name: str, path: str) -> None:
    answering, words = TROUBLES[name]
    place.add()
    place.provider.has_email_in_token = path != "/me"
    place.provider.answers[path] = quietly(answering)
    reader = browser(place.service)
    began = time.monotonic()
    found = reader.http.get(signing.BEGIN)
    if path != "/.well-known/openid-configuration":
        found = reader.http.get(place.provider.back(found.headers["location"]))
    kind = errors.TokenMisdirected if (name, path) == ("no object", "/me") else errors.SignInProviderUnavailable
    refused(found, kind, words, place.service)
    assert time.monotonic() - began < SECONDS + 3
    assert "/elsewhere" not in place.provider.asked


def test_while_a_provider_is_slow_others_are_told_at_once(place: Place) -> None:
    place.provider.answers["/.well-known/openid-configuration"] = quietly(slow)
    reader = browser(place.service)
    refused(reader.http.get(signing.BEGIN), errors.SignInProviderUnavailable, "no whole answer", place.service)
    began = time.monotonic()
    refused(reader.http.get(signing.BEGIN), errors.SignInProviderUnavailable, "did not answer just now", place.service)
    assert time.monotonic() - began < SECONDS


DESCRIPTIONS: dict[str, tuple[dict[str, Any], str]] = {
    "of another issuer": ({"issuer": "https://evil.example"}, "not that of the issuer"),
    "without an issuer": ({"issuer": None}, "not that of the issuer"),
    "tokens over http": ({"token_endpoint": "http://provider.example/token"}, "`token_endpoint` is no address"),
    "a page over http": ({"authorization_endpoint": "http://provider.example/"}, "`authorization_endpoint` is no address"),
    "a script for a page": ({"authorization_endpoint": "javascript:alert(1)"}, "`authorization_endpoint` is no address"),
    "no keys": ({"jwks_uri": None}, "`jwks_uri` is no address"),
    "keys in a file": ({"jwks_uri": "file:///etc/passwd"}, "`jwks_uri` is no address"),
    "no codes": ({"response_types_supported": ["id_token"]}, "gives no codes"),
    "plain PKCE": ({"code_challenge_methods_supported": ["plain"]}, "does not know PKCE"),
    "no secret": ({"token_endpoint_auth_methods_supported": ["none"]}, "takes no secret"),
}


@pytest.mark.parametrize("name", DESCRIPTIONS)
def test_a_description_that_cannot_be_used_sends_nobody_anywhere(place: Place, name: str) -> None:
    values, words = DESCRIPTIONS[name]
    place.provider.description = changed(values, place.provider.url)
    refused(browser(place.service).http.get(signing.BEGIN), errors.SignInProviderUnavailable, words, place.service)


@pytest.mark.parametrize("inside", ["http://127.0.0.1:1/token", "https://127.0.0.1/token", "https://10.0.0.7/token", "https://[::1]/token"])
def test_a_description_does_not_send_us_into_the_network_of_the_operator(place: Place, inside: str) -> None:
    place.add()
    place.provider.description = lambda told: told.update(token_endpoint=inside)
    refused(place.tried(), errors.SignInProviderUnavailable, "not a public address", place.service)


def test_a_secret_goes_in_the_form_where_the_provider_wants_it_there(place: Place) -> None:
    place.add()
    methods = ["private_key_jwt", "client_secret_post"]
    place.provider.description = lambda told: told.update(token_endpoint_auth_methods_supported=methods)
    seen: list[dict[str, str]] = []
    redeem = place.provider.redeem

    def noted(fields: Any, authorization: str) -> tuple[int, dict[str, Any]]:
        seen.append(dict(fields))
        assert authorization == ""
        pair = f"{CLIENT}:{fields['client_secret']}".replace("%", "%25").replace("+", "%2B")
        return redeem(fields, "Basic " + base64.b64encode(pair.encode()).decode())

    place.provider.redeem = noted  # type: ignore[method-assign]
    assert place.tried().status_code == 303
    assert seen[0]["client_id"] == CLIENT


# The page to sign in.


def test_without_passwords_the_page_has_the_provider_alone() -> None:
    with sign_in_provider.running() as provider:
        found = asking(provider, "Ministry <b>of</b> Facts")
        with serving(pages=site.install, passwords=False, identity_provider=found) as service:
            page = browser(service).page("/sign-in")
            assert "Sign in with Ministry <b>of</b> Facts" in page.text
            assert "Password" not in page.text
            assert signing.OFF not in page.text


def test_where_there_is_no_provider_there_is_no_way_to_it() -> None:
    with serving(pages=site.install) as service:
        assert "Sign in with" not in browser(service).page("/sign-in").text
        for path in (signing.BEGIN, BACK):
            assert browser(service).http.get(path).status_code == 404


def test_who_comes_back_too_often_is_told_to_wait(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    reader = browser(place.service)
    told = [reader.http.get(BACK) for _ in range(provider_signing.AT_ONCE + 3)]
    assert [one.status_code for one in told] == [403] * provider_signing.AT_ONCE + [429] * 3
    assert int(told[-1].headers["retry-after"]) >= 1


def test_no_secret_is_in_what_python_writes_of_a_value() -> None:
    secret = "a-canary-17"  # noqa: S105
    values = (
        Registration("https://id.example", CLIENT, secret, BACK, "Example ID"),
        SignInAttempt(secret, secret, secret),
        Expected("https://id.example", CLIENT, secret),
        Token("RS256", "first", {"sub": secret}, secret.encode(), secret.encode()),
        provider_signing.Journey("default", "/", 0, secret),
    )
    assert [one for one in map(repr, values) if secret in one] == []


def test_no_code_token_or_secret_is_in_the_log(place: Place) -> None:
    place.add()
    reader = browser(place.service)
    link = place.provider.back(place.went(reader))
    code = dict(parse_qsl(urlsplit(link).query))["code"]
    assert reader.http.get(link).status_code == 303
    for secret in (code, sign_in_provider.SECRET, sign_in_provider.ACCESS_TOKEN, place.email, reader.http.cookies["veracious_session"]):
        assert secret not in place.service.log.getvalue()
