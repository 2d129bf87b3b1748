"""A provider of sign-ins that speaks OpenID Connect: where a browser is sent to, and who it says came back.

Everything that it tells is hostile until it is parsed, and comes by the one way out, with few bytes and seconds, and no redirect followed.

1. Its description is fetched from the issuer that the settings name, must name the same issuer, and is kept for an hour.
2. The addresses in it are on the host of the issuer, or public ones: a description does not send us into the network of the operator.
   Without TLS only a provider on this machine is asked.
3. The code that comes back is handed in with our secret and the PKCE verifier; of the ID token see `id_tokens.py`. A key that is not known
   is looked for once more, and not oftener than once in a minute: providers change their keys, and strangers make names of keys up.
4. An e-mail address that is not in the token is asked for with the access token, and counts only for the same subject.
"""

import asyncio
import base64
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from ipaddress import ip_address
from typing import Any
from urllib.parse import quote_plus, urlencode, urlsplit

from veracious.adapters import json_values
from veracious.adapters.access import id_tokens
from veracious.adapters.access.id_tokens import Expected, ProviderKey, Token
from veracious.adapters.web import address as places
from veracious.adapters.web.address import Place
from veracious.adapters.web.http_client import Fetched, PublicHttpClient
from veracious.domain.access import Identity, SignInAttempt
from veracious.domain.errors import SignInDeclined, SignInProviderUnavailable, SourceError, SourceMalformed, TokenMisdirected
from veracious.ports import Clock

DESCRIPTION = "/.well-known/openid-configuration"
SCOPE = "openid email"
KEPT_S = 3600.0  # of a description and of keys
AGAIN_S = 60.0  # between two looks for a key that is not known
RESTING_S = 5.0  # after the provider did not answer, in which it is not asked again
CODE_CHARS, ACCESS_TOKEN_CHARS = 4_000, 16_000
EMAIL_CHARS = 320
BASIC, POST = "client_secret_basic", "client_secret_post"


@dataclass(frozen=True, slots=True)
class Registration:
    """How the service is known to its provider, as the settings have it."""

    issuer: str
    client: str
    secret: str = field(repr=False)
    redirect: str  # where a browser comes back to, exactly as it is registered
    title: str  # what people call the provider


@dataclass(frozen=True, slots=True)
class Description:
    """What is used of what a provider tells of itself."""

    authorization: str
    token: str
    keys: str
    userinfo: str  # empty: there is none
    method: str  # of telling our secret
    names_issuer: bool  # whether its answers by way of the browser name it (RFC 9207)


@dataclass(frozen=True, slots=True)
class _Tokens:
    id_token: str = field(repr=False)
    access_token: str = field(repr=False)


class OidcProvider:
    """One provider, asked by everybody who signs in to this process."""

    def __init__(self, own: Registration, client: PublicHttpClient, clock: Clock, now: Callable[[], float] = time.monotonic) -> None:
        self._own, self._client, self._clock, self._now = own, client, clock, now
        self._described: tuple[Description, float] | None = None
        self._keys: tuple[Sequence[ProviderKey], float] | None = None
        self._looked_again = float("-inf")
        self._resting_until = float("-inf")
        self._asking = asyncio.Lock()

    @property
    def title(self) -> str:
        """What people call it."""
        return self._own.title

    async def address(self, attempt: SignInAttempt) -> str:
        """Where a browser goes so that somebody signs in."""
        description = await self._description()
        challenge = base64.urlsafe_b64encode(sha256(attempt.verifier.encode()).digest()).rstrip(b"=").decode()
        asked = {
            "response_type": "code",
            "client_id": self._own.client,
            "redirect_uri": self._own.redirect,
            "scope": SCOPE,
            "state": attempt.state,
            "nonce": attempt.nonce,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
        }
        joint = "&" if urlsplit(description.authorization).query else "?"
        return f"{description.authorization}{joint}{urlencode(asked)}"

    async def identify(self, attempt: SignInAttempt, code: str, issuer: str) -> Identity:
        """Who came back with this code; the issuer is what the answer names, empty where it names none."""
        if not code or len(code) > CODE_CHARS:
            raise SignInDeclined("there is no code")
        description = await self._description()
        if (issuer or description.names_issuer) and issuer != self._own.issuer:
            raise TokenMisdirected("the answer is of another issuer")
        tokens = await self._redeemed(description, code, attempt.verifier)
        token = id_tokens.read(tokens.id_token)
        await self._check_signature(description, token)
        subject = id_tokens.check_claims(token, Expected(self._own.issuer, self._own.client, attempt.nonce), self._clock.now())
        id_tokens.check_access_token(token, tokens.access_token)
        claims = token.claims if "email" in token.claims else await self._userinfo(description, subject, tokens.access_token)
        email = claims.get("email")
        told = email if isinstance(email, str) and len(email) <= EMAIL_CHARS else ""
        return Identity(self._own.issuer, subject, told, claims.get("email_verified") is True)

    async def _description(self) -> Description:
        """What the provider tells of itself; one asks, the others wait for the same answer."""
        async with self._asking:
            if self._described is not None and self._now() < self._described[1]:
                return self._described[0]
            found = described(await self._json(self._own.issuer.rstrip("/") + DESCRIPTION), self._own.issuer)
            self._described = (found, self._now() + KEPT_S)
            return found

    async def _check_signature(self, description: Description, token: Token) -> None:
        fitting = id_tokens.candidates(token, await self._known_keys(description, again=False))
        if not fitting:
            fitting = id_tokens.candidates(token, await self._known_keys(description, again=True))
        id_tokens.check_signature(token, fitting)

    async def _known_keys(self, description: Description, again: bool) -> Sequence[ProviderKey]:
        """The keys of the provider; with `again` they are fetched anew, unless that was done just now."""
        async with self._asking:
            now = self._now()
            is_fresh = self._keys is not None and now < self._keys[1]
            if self._keys is not None and is_fresh and (not again or now - self._looked_again < AGAIN_S):
                return self._keys[0]
            if again:
                self._looked_again = now
            found: Sequence[ProviderKey] = _parsed(id_tokens.keys, await self._json(description.keys))
            self._keys = (found, self._now() + KEPT_S)
            return found

    async def _redeemed(self, description: Description, code: str, verifier: str) -> _Tokens:
        """The tokens that a code is worth; the provider takes each code once."""
        fields = {"grant_type": "authorization_code", "code": code, "redirect_uri": self._own.redirect, "code_verifier": verifier}
        headers = {"accept": "application/json"}
        if description.method == POST:
            fields |= {"client_id": self._own.client, "client_secret": self._own.secret}
        else:
            pair = f"{quote_plus(self._own.client)}:{quote_plus(self._own.secret)}"
            headers["authorization"] = "Basic " + base64.b64encode(pair.encode()).decode()
        answer = await self._answer(self._client.submit(description.token, fields, headers, self._is_own(description.token)))
        if answer.status in (400, 401, 403):
            raise SignInDeclined("it does not take the code")
        told = _object(answer)
        id_token, access_token = told.get("id_token"), told.get("access_token", "")
        if not isinstance(id_token, str) or not isinstance(access_token, str) or len(access_token) > ACCESS_TOKEN_CHARS:
            raise SignInProviderUnavailable("it sends no ID token")
        return _Tokens(id_token, access_token)

    async def _userinfo(self, description: Description, subject: str, access_token: str) -> Mapping[str, Any]:
        """What the provider tells of the subject beside its token; nothing where it has no place for that."""
        if not description.userinfo or not access_token or not access_token.isascii() or not access_token.isprintable():
            return {}
        told = await self._json(description.userinfo, {"authorization": f"Bearer {access_token}"})
        if not isinstance(told, dict) or told.get("sub") != subject:
            raise TokenMisdirected("what is told of the subject is told of another")
        return told

    async def _json(self, url: str, headers: Mapping[str, str] | None = None) -> Any:
        asked = {"accept": "application/json", **(headers or {})}
        return _value(await self._answer(self._client.get(url, asked, self._is_own(url))))

    async def _answer(self, asking: Any) -> Fetched:
        """An answer; after none came, nobody else waits for one for a while."""
        if self._now() < self._resting_until:
            asking.close()
            raise SignInProviderUnavailable("it did not answer just now")
        try:
            found: Fetched = await asking
        except SourceError as failed:
            self._resting_until = self._now() + RESTING_S
            raise SignInProviderUnavailable(failed.detail) from failed
        return found

    def _is_own(self, url: str) -> bool:
        """Whether an address is on the host that the operator named, which may lie anywhere."""
        return places.read(url).origin == places.read(self._own.issuer).origin


def described(told: Any, issuer: str) -> Description:
    """What a provider tells of itself, if it is the one of this issuer and speaks as we do."""
    if not isinstance(told, dict) or told.get("issuer") != issuer:
        raise SignInProviderUnavailable("its description is not that of the issuer of the settings")
    if "code" not in _names(told, "response_types_supported", ("code",)):
        raise SignInProviderUnavailable("it gives no codes")
    if "S256" not in _names(told, "code_challenge_methods_supported", ("S256",)):
        raise SignInProviderUnavailable("it does not know PKCE with S256")
    methods = _names(told, "token_endpoint_auth_methods_supported", (BASIC,))
    method = next((one for one in (BASIC, POST) if one in methods), "")
    if not method:
        raise SignInProviderUnavailable("it takes no secret of ours")
    return Description(
        _endpoint(told, "authorization_endpoint", issuer),
        _endpoint(told, "token_endpoint", issuer),
        _endpoint(told, "jwks_uri", issuer),
        _endpoint(told, "userinfo_endpoint", issuer) if told.get("userinfo_endpoint") else "",
        method,
        told.get("authorization_response_iss_parameter_supported") is True,
    )


def is_guarded(place: Place) -> bool:
    """Whether nobody on the way reads what is told to this place: over TLS, or on this machine."""
    return place.scheme == "https" or place.host == "localhost" or (place.is_literal and ip_address(place.host).is_loopback)


def _endpoint(told: Mapping[str, Any], name: str, issuer: str) -> str:
    value = told.get(name)
    try:
        place = places.read(value) if isinstance(value, str) and "#" not in value else None
    except SourceMalformed:
        place = None
    may_be_plain = places.read(issuer).scheme == "http"
    if place is None or not is_guarded(place) or (place.scheme == "http" and not may_be_plain):
        raise SignInProviderUnavailable(f"its `{name}` is no address that begins with https://")
    return place.url


def _names(told: Mapping[str, Any], name: str, usual: Sequence[str]) -> Sequence[Any]:
    value = told.get(name, usual)
    return value if isinstance(value, list | tuple) else ()


def _object(answer: Fetched) -> Mapping[str, Any]:
    told = _value(answer)
    if not isinstance(told, dict):
        raise SignInProviderUnavailable("its answer is no JSON object")
    return told


def _value(answer: Fetched) -> Any:
    if answer.status != 200:
        raise SignInProviderUnavailable(f"it answers {answer.status}")
    return _parsed(json_values.parse, answer.body)


def _parsed(parse: Callable[[Any], Any], content: Any) -> Any:
    try:
        return parse(content)
    except SourceMalformed as broken:
        raise SignInProviderUnavailable("its answer is not what it should be") from broken
