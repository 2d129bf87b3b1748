"""The ID token of a provider of sign-ins, believed only once all of this holds; whatever else comes is refused.

1. It is a JWS of three parts in a few thousand bytes. Its head names RS256 or ES256, and nothing that we would have to understand (`crit`).
2. A key of the provider, of the kind that this algorithm takes, has signed it. A key within the token, or its address, is not looked at.
3. It is of the issuer that the settings name, for us (`aud`, `azp`), for this sign-in (`nonce`), and of this time (`exp`, `iat`, `nbf`).
"""

import base64
import binascii
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from hmac import compare_digest
from typing import TYPE_CHECKING, Any

from veracious.adapters import json_values
from veracious.domain.errors import SourceMalformed, TokenForged, TokenMisdirected, TokenOutdated
from veracious.rules import identities

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey

RS256, ES256 = "RS256", "ES256"
KINDS: Mapping[str, str] = {RS256: "RSA", ES256: "EC"}  # the algorithms that are believed, and the kind of key of each
TOKEN_CHARS = 32_000
KEYS_AT_MOST = 64  # of a provider
RSA_BITS = (2048, 8192)
COORDINATE_BYTES = 32  # of a point of P-256, and of each half of a signature
LEEWAY_S = 60  # that clocks may differ
OLDEST_S = 600  # since the token was made: it is handed over at once
AUDIENCES_AT_MOST = 20
HASHED_BYTES = 16  # of an access token: the left half of its SHA-256

_PART = re.compile(r"[A-Za-z0-9_-]*")


@dataclass(frozen=True, slots=True)
class Expected:
    """What a token must say."""

    issuer: str
    client: str
    nonce: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Token:
    """A token that is taken apart, and not believed yet."""

    algorithm: str
    key: str | None  # the name of the key that it says it is signed with
    claims: Mapping[str, Any] = field(repr=False)
    signed: bytes = field(repr=False)
    signature: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class ProviderKey:
    """A public key of a provider, as it tells it."""

    id: str | None
    kind: str  # "RSA" or "EC"
    numbers: tuple[int, int]  # modulus and exponent, or the point


def read(text: str) -> Token:
    """The parts of a token."""
    if len(text) > TOKEN_CHARS or text.count(".") != 2:
        raise TokenForged("the token is not one")
    head_part, body_part, signature_part = text.split(".")
    try:
        head, claims = _object(head_part), _object(body_part)
        signature = _bytes(signature_part)
    except (SourceMalformed, ValueError) as broken:
        raise TokenForged("the token is not one") from broken
    algorithm, key = head.get("alg"), head.get("kid")
    if not isinstance(algorithm, str) or algorithm not in KINDS:
        raise TokenForged(f"its algorithm is neither {RS256} nor {ES256}")
    if "crit" in head or not (key is None or isinstance(key, str)):
        raise TokenForged("its head says what is not understood")
    return Token(algorithm, key, claims, f"{head_part}.{body_part}".encode("ascii"), signature)


def keys(told: Any) -> Sequence[ProviderKey]:
    """The keys of a provider that could sign a token; others are left out, and what is no list of keys is an error."""
    listed = told.get("keys") if isinstance(told, dict) else None
    if not isinstance(listed, list) or len(listed) > KEYS_AT_MOST:
        raise SourceMalformed("no list of keys")
    return tuple(key for one in listed if isinstance(one, dict) and (key := _key(one)) is not None)


def candidates(token: Token, known: Sequence[ProviderKey]) -> Sequence[ProviderKey]:
    """The keys that may have signed this: by its name, or, where it names none, the only one of its kind."""
    fitting = [one for one in known if one.kind == KINDS[token.algorithm]]
    if token.key is not None:
        return [one for one in fitting if one.id == token.key]
    return fitting if len(fitting) == 1 else []


def check_signature(token: Token, fitting: Sequence[ProviderKey]) -> None:
    """Refuse a token that none of these keys has signed."""
    if not fitting:
        raise TokenForged("the provider has no such key")
    if not any(_has_signed(one, token) for one in fitting):
        raise TokenForged("its signature is wrong")


def check_claims(token: Token, expected: Expected, now: datetime) -> str:
    """The subject of a token that is of the right issuer, for us, for this sign-in and of this time."""
    claims = token.claims
    if claims.get("iss") != expected.issuer:
        raise TokenMisdirected("`iss` is not the issuer of the settings")
    _check_audience(claims, expected.client)
    nonce = claims.get("nonce")
    if not isinstance(nonce, str) or not compare_digest(nonce.encode(), expected.nonce.encode()):
        raise TokenMisdirected("`nonce` is not that of this sign-in")
    _check_times(claims, now.timestamp())
    subject = claims.get("sub")
    if not isinstance(subject, str) or not identities.is_subject(subject):
        raise TokenMisdirected("`sub` names nobody")
    return subject


def check_access_token(token: Token, access_token: str) -> None:
    """Refuse an access token that is not the one which the token names by its hash, if it names one."""
    named = token.claims.get("at_hash")
    if named is None:
        return
    hashed = base64.urlsafe_b64encode(sha256(access_token.encode()).digest()[:HASHED_BYTES]).rstrip(b"=")
    if not isinstance(named, str) or not compare_digest(named.encode(), hashed):
        raise TokenMisdirected("`at_hash` is not that of the access token")


def _check_audience(claims: Mapping[str, Any], client: str) -> None:
    told = claims.get("aud")
    audience = told if isinstance(told, list) else [told]
    if len(audience) > AUDIENCES_AT_MOST or client not in audience:
        raise TokenMisdirected("`aud` does not name this service")
    if claims.get("azp", client if len(audience) == 1 else None) != client:
        raise TokenMisdirected("`azp` does not name this service")


def _check_times(claims: Mapping[str, Any], now: float) -> None:
    ends, made, begins = (_moment(claims, name) for name in ("exp", "iat", "nbf"))
    if ends is None or made is None:
        raise TokenOutdated("`exp` or `iat` is missing")
    if ends <= now - LEEWAY_S:
        raise TokenOutdated("`exp` is over")
    if not now - OLDEST_S <= made <= now + LEEWAY_S:
        raise TokenOutdated("`iat` is not now")
    if begins is not None and begins > now + LEEWAY_S:
        raise TokenOutdated("`nbf` is still to come")


def _moment(claims: Mapping[str, Any], name: str) -> float | None:
    told = claims.get(name)
    if told is None:
        return None
    if isinstance(told, bool) or not isinstance(told, int | float) or not 0 <= told <= 2**53:
        raise TokenOutdated(f"`{name}` is no time")
    return float(told)


def _object(part: str) -> dict[str, Any]:
    value = json_values.parse(_bytes(part))
    if not isinstance(value, dict):
        raise SourceMalformed("no object")
    return value


def _bytes(part: str) -> bytes:
    """Base64 for addresses, without padding, in its one exact spelling."""
    if not _PART.fullmatch(part):
        raise ValueError("no base64")
    try:
        content = base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
    except binascii.Error as broken:
        raise ValueError("no base64") from broken
    if base64.urlsafe_b64encode(content).rstrip(b"=").decode() != part:
        raise ValueError("no base64")
    return content


def _key(told: Mapping[str, Any]) -> ProviderKey | None:
    """A key that could sign a token; none where it is of another kind or use, or broken."""
    kind, id, algorithm = told.get("kty"), told.get("kid"), told.get("alg")
    usable = (
        told.get("use", "sig") == "sig"
        and isinstance(told.get("key_ops", ["verify"]), list)
        and "verify" in told.get("key_ops", ["verify"])
    )
    if not usable or not (id is None or isinstance(id, str)):
        return None
    try:
        if kind == "RSA" and algorithm in (None, RS256):
            modulus, exponent = _number(told, "n"), _number(told, "e")
            is_sound = RSA_BITS[0] <= modulus.bit_length() <= RSA_BITS[1] and exponent in range(3, 2**32, 2) and modulus % 2 == 1
            return ProviderKey(id, "RSA", (modulus, exponent)) if is_sound else None
        if kind == "EC" and algorithm in (None, ES256) and told.get("crv") == "P-256":
            return ProviderKey(id, "EC", (_number(told, "x", COORDINATE_BYTES), _number(told, "y", COORDINATE_BYTES)))
    except ValueError:
        return None
    return None


def _number(told: Mapping[str, Any], name: str, size: int | None = None) -> int:
    text = told.get(name)
    if not isinstance(text, str) or len(text) > TOKEN_CHARS:
        raise ValueError(name)
    content = _bytes(text)
    if not content or (size is not None and len(content) != size):
        raise ValueError(name)
    return int.from_bytes(content, "big")


def _has_signed(key: ProviderKey, token: Token) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric import ec, rsa

    try:
        if key.kind == "RSA":
            return _rsa_signed(rsa.RSAPublicNumbers(key.numbers[1], key.numbers[0]).public_key(), token)
        return _ec_signed(ec.EllipticCurvePublicNumbers(*key.numbers, ec.SECP256R1()).public_key(), token)
    except (InvalidSignature, ValueError):  # a point that is not on the curve, too
        return False


def _rsa_signed(key: "RSAPublicKey", token: Token) -> bool:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import padding

    key.verify(token.signature, token.signed, padding.PKCS1v15(), hashes.SHA256())
    return True


def _ec_signed(key: "EllipticCurvePublicKey", token: Token) -> bool:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

    if len(token.signature) != 2 * COORDINATE_BYTES:
        return False
    halves = (int.from_bytes(token.signature[:COORDINATE_BYTES], "big"), int.from_bytes(token.signature[COORDINATE_BYTES:], "big"))
    key.verify(encode_dss_signature(*halves), token.signed, ec.ECDSA(hashes.SHA256()))
    return True
