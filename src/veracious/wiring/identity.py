"""The provider of sign-ins that the settings name."""

from functools import lru_cache
from typing import TYPE_CHECKING

from veracious import wiring
from veracious.domain.errors import ServerMissing, SettingsInvalid, SourceMalformed

if TYPE_CHECKING:
    from veracious.adapters.web.identity_provider import OidcProvider, Registration

PREFIX = "VERACIOUS_"
ISSUER = f"{PREFIX}OIDC_ISSUER"
BACK = "/sign-in/provider/back"  # where a browser comes back to
SECONDS, BYTES = 5.0, 200_000  # that one answer of it may take; a description and a list of keys have a few thousand
NEEDED = ("oidc_client_id", "oidc_client_secret", "oidc_redirect")


def has_provider() -> bool:
    """Whether people may sign in by a provider; an error where the settings name one that cannot be used."""
    return registration() is not None


def provider() -> "OidcProvider | None":
    """The provider; none where the settings name none."""
    own = registration()
    return None if own is None else _provider(own)


def issuer() -> str:
    """The issuer whose subjects are known here; an error where there is none."""
    own = registration()
    if own is None:
        raise SettingsInvalid(f"{ISSUER}: name the provider whose subject this is")
    return own.issuer


def registration() -> "Registration | None":
    """How the service is known to its provider, as the settings have it."""
    chosen = wiring.settings()
    if not chosen.oidc_issuer:
        return None
    from veracious.adapters.web.identity_provider import Registration

    try:
        import cryptography  # noqa: F401  # whether signatures can be looked at
    except ModuleNotFoundError as absent:
        raise ServerMissing(f"{absent.name} is not installed") from absent
    for name in NEEDED:
        if not getattr(chosen, name):
            raise SettingsInvalid(f"{PREFIX}{name.upper()}: {ISSUER} is set, so this must be, too")
    host = _checked(ISSUER, chosen.oidc_issuer)
    _checked(f"{PREFIX}OIDC_REDIRECT", chosen.oidc_redirect, BACK)
    secret = chosen.oidc_client_secret.get_secret_value()
    return Registration(chosen.oidc_issuer, chosen.oidc_client_id, secret, chosen.oidc_redirect, chosen.oidc_name or host)


@lru_cache(maxsize=1)
def _provider(own: "Registration") -> "OidcProvider":
    from veracious.adapters.web.http_client import Caps, PublicHttpClient
    from veracious.adapters.web.identity_provider import OidcProvider

    return OidcProvider(own, PublicHttpClient(Caps(seconds=SECONDS, bytes=BYTES, redirects=0)), wiring.clock())


def _checked(variable: str, url: str, path: str = "") -> str:
    """The host of an address that nobody on the way reads; with a path it must end with that."""
    from veracious.adapters.web import address, identity_provider

    try:
        place = address.read(url)
    except SourceMalformed as broken:
        raise SettingsInvalid(f"{variable}: {broken.detail}") from broken
    if not identity_provider.is_guarded(place):
        raise SettingsInvalid(f"{variable}: give an address that begins with https://; http:// only on this machine")
    if "?" in url or "#" in url or (path and place.target != path):
        raise SettingsInvalid(f"{variable}: give the address of this service and {path}" if path else f"{variable}: it has no ? and no #")
    return place.host
