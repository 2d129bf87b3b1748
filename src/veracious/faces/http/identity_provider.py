"""Who signs people in beside us, as a role."""

from typing import Protocol

from veracious.domain.access import Identity, SignInAttempt


class IdentityProvider(Protocol):
    """A provider of sign-ins."""

    @property
    def title(self) -> str:
        """What people call it."""
        ...

    async def address(self, attempt: SignInAttempt, /) -> str:
        """Where a browser goes so that somebody signs in."""
        ...

    async def identify(self, attempt: SignInAttempt, code: str, issuer: str, /) -> Identity:
        """Who came back with this code; the issuer is what the answer names, empty where it names none."""
        ...
