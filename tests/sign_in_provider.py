"""A small provider of sign-ins on loopback, that says what a test lets it say: right things, wrong things, too much, or nothing."""

import base64
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, unquote_plus, urlencode, urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from veracious.adapters.web.identity_provider import Registration

CLIENT, SECRET = "veracious at home", "not a secret: %/+"
REDIRECT = "http://127.0.0.1:9/sign-in/provider/back"

Change = Callable[[dict[str, Any]], object]
Key = rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey


def b64(content: bytes) -> str:
    """Base64 as tokens have it."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def whole(number: int, size: int = 0) -> str:
    """A number as keys have it."""
    return b64(number.to_bytes(size or (number.bit_length() + 7) // 8, "big"))


def make_rsa() -> rsa.RSAPrivateKey:
    """A key for RS256."""
    return rsa.generate_private_key(65537, 2048)


def public(key: Key, id: str) -> dict[str, Any]:
    """A key as a provider tells it."""
    if isinstance(key, rsa.RSAPrivateKey):
        numbers = key.public_key().public_numbers()
        return {"kty": "RSA", "kid": id, "use": "sig", "alg": "RS256", "n": whole(numbers.n), "e": whole(numbers.e)}
    point = key.public_key().public_numbers()
    return {"kty": "EC", "kid": id, "use": "sig", "alg": "ES256", "crv": "P-256", "x": whole(point.x, 32), "y": whole(point.y, 32)}


def sign(key: Key, content: bytes) -> bytes:
    """A signature as tokens have it."""
    if isinstance(key, rsa.RSAPrivateKey):
        return key.sign(content, padding.PKCS1v15(), hashes.SHA256())
    first, second = decode_dss_signature(key.sign(content, ec.ECDSA(hashes.SHA256())))
    return first.to_bytes(32, "big") + second.to_bytes(32, "big")


def token(head: Mapping[str, Any], claims: Mapping[str, Any], signed: Callable[[bytes], bytes]) -> str:
    """A token with this head and these claims."""
    content = ".".join(b64(json.dumps(part).encode()) for part in (head, claims))
    return f"{content}.{b64(signed(content.encode()))}"


RSA, OTHER_RSA, EC = make_rsa(), make_rsa(), ec.generate_private_key(ec.SECP256R1())
ACCESS_TOKEN = "an access token"  # noqa: S105


@dataclass
class Provider:
    """What it says. Everything may be changed while it runs."""

    url: str = ""
    redirect: str = REDIRECT
    subject: str = "248289761001"
    email: str | None = "ana@example.org"
    verified: object = True
    keys: dict[str, Key] = field(default_factory=lambda: {"first": RSA})
    kid: str | None = "first"
    claims: Change = lambda claims: None  # changes the claims of a token before it is signed
    head: Change = lambda head: None
    forge: Callable[["Provider", dict[str, Any]], str] | None = None  # makes the token in another way
    description: Change = lambda told: None
    answers: dict[str, Callable[[BaseHTTPRequestHandler], object]] = field(default_factory=dict)  # by path, in place of what it says
    lists: Change = lambda told: None  # changes the list of its keys
    takes_codes_again: bool = False
    has_email_in_token: bool = True
    info_subject: str = ""
    codes: dict[str, dict[str, str]] = field(default_factory=dict)  # that are not redeemed, with what was asked
    asked: list[str] = field(default_factory=list)  # paths

    def renew(self) -> None:
        """Say what is right again, at the same address."""
        fresh = vars(Provider(self.url))
        vars(self).clear()
        vars(self).update(fresh)

    def registration(self, redirect: str = "", title: str = "Example ID") -> Registration:
        """How the service is known to it."""
        self.redirect = redirect or self.redirect
        return Registration(self.url, CLIENT, SECRET, self.redirect, title)

    def grant(self, address: str) -> str:
        """Somebody has signed in at this address of the provider: a code, kept with what was asked."""
        asked = dict(parse_qsl(urlsplit(address).query))
        assert asked["response_type"] == "code"
        assert asked["client_id"] == CLIENT
        assert asked["redirect_uri"] == self.redirect
        assert asked["code_challenge_method"] == "S256"
        assert "openid" in asked["scope"].split()
        code = secrets.token_urlsafe(16)
        self.codes[code] = asked
        return code

    def back(self, address: str, **more: str) -> str:
        """Where the browser is sent back to, by path and query."""
        code = self.grant(address)
        query = {"code": code, "state": self.codes[code]["state"], "iss": self.url, **more}
        return f"{urlsplit(self.redirect).path}?{urlencode(query)}"

    def described(self) -> dict[str, Any]:
        """What it tells of itself."""
        told: dict[str, Any] = {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/keys",
            "userinfo_endpoint": f"{self.url}/me",
            "response_types_supported": ["code"],
            "id_token_signing_alg_values_supported": ["RS256", "ES256"],
            "authorization_response_iss_parameter_supported": True,
        }
        self.description(told)
        return told

    def listed(self) -> dict[str, Any]:
        """Its keys."""
        told = {"keys": [public(key, id) for id, key in self.keys.items()]}
        self.lists(told)
        return told

    def redeem(self, fields: Mapping[str, str], authorization: str) -> tuple[int, dict[str, Any]]:
        """What a code is worth."""
        name, _, secret = base64.b64decode(authorization.removeprefix("Basic ")).decode().partition(":")
        code = fields.get("code", "")
        asked = self.codes.get(code) if self.takes_codes_again else self.codes.pop(code, None)
        if (unquote_plus(name), unquote_plus(secret)) != (CLIENT, SECRET):
            return 401, {"error": "invalid_client"}
        challenge = b64(sha256(fields.get("code_verifier", "").encode()).digest())
        if asked is None or asked["code_challenge"] != challenge or fields.get("redirect_uri") != self.redirect:
            return 400, {"error": "invalid_grant"}
        return 200, {"id_token": self.issue(asked["nonce"]), "access_token": ACCESS_TOKEN, "token_type": "Bearer"}

    def issue(self, nonce: str) -> str:
        """A token."""
        now = int(time.time())
        claims: dict[str, Any] = {"iss": self.url, "sub": self.subject, "aud": CLIENT, "exp": now + 300, "iat": now, "nonce": nonce}
        claims["at_hash"] = b64(sha256(ACCESS_TOKEN.encode()).digest()[:16])
        if self.has_email_in_token and self.email is not None:
            claims |= {"email": self.email, "email_verified": self.verified}
        self.claims(claims)
        if self.forge is not None:
            return self.forge(self, claims)
        key = self.keys.get(self.kid or "", next(iter(self.keys.values())))
        head: dict[str, Any] = {"alg": "RS256" if isinstance(key, rsa.RSAPrivateKey) else "ES256", "typ": "JWT"}
        head |= {} if self.kid is None else {"kid": self.kid}
        self.head(head)
        return token(head, claims, lambda content: sign(key, content))


def answer(to: BaseHTTPRequestHandler, told: object, status: int = 200, **headers: str) -> None:
    """Send JSON."""
    content = json.dumps(told).encode()
    to.send_response(status)
    for name, value in {"Content-Type": "application/json", "Content-Length": str(len(content)), **headers}.items():
        to.send_header(name, value)
    to.end_headers()
    to.wfile.write(content)


@contextmanager
def running(host: str = "127.0.0.1") -> Iterator[Provider]:
    """A provider for as long as the block lasts."""
    provider = Provider()

    class Answering(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = urlsplit(self.path).path
            provider.asked.append(path)
            if path in provider.answers:
                provider.answers[path](self)
            elif path == "/.well-known/openid-configuration":
                answer(self, provider.described())
            elif path == "/keys":
                answer(self, provider.listed())
            elif path == "/me" and self.headers["Authorization"] == f"Bearer {ACCESS_TOKEN}":
                subject = provider.info_subject or provider.subject
                answer(self, {"sub": subject, "email": provider.email, "email_verified": provider.verified})
            elif path == "/authorize":  # whoever comes has signed in
                self.send_response(302)
                asked = f"{provider.url}{self.path}"
                self.send_header("Location", f"{provider.redirect.partition('/sign-in')[0]}{provider.back(asked)}")
                self.end_headers()
            else:
                answer(self, {}, 404)

        def do_POST(self) -> None:
            provider.asked.append(self.path)
            content = self.rfile.read(int(self.headers["Content-Length"])).decode()
            if self.path in provider.answers:
                provider.answers[self.path](self)
                return
            status, told = provider.redeem(dict(parse_qsl(content)), self.headers.get("Authorization", ""))
            answer(self, told, status)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        server.daemon_threads, server.block_on_close = True, False
        provider.url = f"http://{host}:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield provider
        finally:
            server.shutdown()
            thread.join(10)
