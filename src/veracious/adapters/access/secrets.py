"""Keys and tokens made of chance, passwords that cannot be read back, keys of providers under seal."""

import base64
import re
import secrets
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from veracious.domain.errors import InputError, ServerMissing, SettingsInvalid

if TYPE_CHECKING:
    from argon2 import PasswordHasher
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

SETTING = "VERACIOUS_SECRET"
KEY = re.compile(r"(vk_[a-z0-9]{12})_[A-Za-z0-9_-]{43}")
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
ID_LETTERS = 12  # 62 bits: enough that no two keys of a workspace are called the same
SIGNING_PREFIX = "whsec_"
SECRET_BYTES = 32  # of a key, a token, and of what seals
NONCE_BYTES = 12  # as AES-GCM wants it
PASSWORD_AT_LEAST, PASSWORD_AT_MOST = 12, 1_000  # characters; more would only cost time
MAKE_ONE = f"make one with `openssl rand -base64 {SECRET_BYTES}`, and give the same to every process"


@dataclass(frozen=True, slots=True)
class Sealed:
    """What can be read with the secret alone, and the number that was used once for it."""

    content: bytes
    nonce: bytes


def make_key() -> tuple[str, str]:
    """A new key: its public beginning, by which it is called, and the whole of it."""
    id = "vk_" + "".join(secrets.choice(LETTERS) for _ in range(ID_LETTERS))
    return id, f"{id}_{make_token()}"


def make_token() -> str:
    """256 random bits."""
    return secrets.token_urlsafe(SECRET_BYTES)


def make_signing_secret() -> str:
    """A new secret that a workspace and we sign with, as Standard Webhooks writes it."""
    return SIGNING_PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def hashed(secret: str) -> bytes:
    """What is kept of a key or a token. It is random throughout, so that one SHA-256 is as good as many."""
    return sha256(secret.encode()).digest()


def password(text: str) -> str:
    """A password as it is hashed: typed on any keyboard, the same letters are the same password."""
    if not PASSWORD_AT_LEAST <= len(text) <= PASSWORD_AT_MOST:
        raise InputError(f"a password has {PASSWORD_AT_LEAST} to {PASSWORD_AT_MOST:,} characters")
    same = unicodedata.normalize("NFKC", text)
    if "\x00" in same or same != same.encode(errors="ignore").decode():  # NUL ends a text for some, and half a character is none
        raise InputError("a password is made of whole characters")
    return same


def hash_password(password: str) -> str:
    """What is kept of a password: the way it was hashed, the salt and the hash."""
    return _hasher().hash(password)


def fits(kept: str, password: str) -> bool:
    """Whether this is the password; where none is kept it takes as long to say no."""
    hasher = _hasher()
    from argon2.exceptions import InvalidHashError, VerifyMismatchError

    if not kept:
        hasher.hash(password)
        return False
    try:
        return hasher.verify(kept, password)
    except (InvalidHashError, VerifyMismatchError):
        return False


def is_outdated(kept: str) -> bool:
    """Whether a password would be hashed in another way today."""
    return _hasher().check_needs_rehash(kept)


def seal(secret: str, workspace: str, purpose: str, key: str) -> Sealed:
    """A key, to be read with the secret alone, and as the key of this workspace for this purpose alone: a provider, or its webhook."""
    nonce = secrets.token_bytes(NONCE_BYTES)
    return Sealed(_cipher(secret).encrypt(nonce, key.encode(), _bound(workspace, purpose)), nonce)


def unseal(secret: str, workspace: str, purpose: str, sealed: Sealed) -> str:
    """The key again."""
    cipher = _cipher(secret)
    from cryptography.exceptions import InvalidTag

    try:
        return cipher.decrypt(sealed.nonce, sealed.content, _bound(workspace, purpose)).decode()
    except InvalidTag:
        told = f"the key for {purpose} in the workspace {workspace} was sealed under another secret, or altered"
        raise SettingsInvalid(f"{SETTING}: {told}; set the one it was sealed under, or set the key again") from None


def _bound(workspace: str, purpose: str) -> bytes:
    return f"veracious provider key\n{workspace}\n{purpose}".encode()


def _cipher(secret: str) -> "AESGCM":
    if not secret:
        raise SettingsInvalid(
            f"{SETTING}: it is not set, and the keys of providers and the secrets of webhooks are sealed under it; {MAKE_ONE}"
        )
    try:
        key = base64.b64decode(secret.strip(), validate=True)
    except ValueError:
        key = b""
    if len(key) != SECRET_BYTES:
        raise SettingsInvalid(f"{SETTING}: this is not {SECRET_BYTES} bytes in base64; {MAKE_ONE}")
    with _installed():
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        return AESGCM(key)


def _hasher() -> "PasswordHasher":
    """Argon2id as its library sets it today, but on one core: on four, each password is four threads that all others wait behind.

    What was hashed otherwise is hashed anew when its owner signs in.
    """
    with _installed():
        from argon2 import PasswordHasher

        return PasswordHasher(parallelism=1)


@contextmanager
def _installed() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as absent:
        raise ServerMissing(f"{absent.name} is not installed") from absent
