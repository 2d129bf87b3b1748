"""Who may sign in to a workspace, and how long it keeps things: what its administrators look after, as roles.

`StoredRetention` keeps it in the store.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from veracious import wiring
from veracious.domain.access import Identity, Person, Rank
from veracious.domain.retention import KeptDays

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # 32 that are not taken for one another: 5 bits each
GROUPS, GROUP = 5, 5  # 125 bits, read to somebody or typed


class People(Protocol):
    """Who signs in, with a password or by a provider."""

    async def people(self, workspace: str, /) -> Sequence[Person]:
        """Everybody who can sign in, by name."""
        ...

    async def add_person(self, workspace: str, name: str, password: str, rank: Rank, /) -> Person:
        """Let somebody sign in from now on; an error where somebody of this name can."""
        ...

    async def add_linked_person(self, workspace: str, name: str, rank: Rank, identity: Identity, /) -> Person:
        """Let somebody sign in by a provider; an error where somebody of this name can, or somebody with this address or subject."""
        ...

    async def give_role(self, workspace: str, name: str, rank: Rank, /) -> Person | None:
        """Give somebody another role, which holds at once; none of this name can sign in. The last administrator stays one."""
        ...

    async def dismiss(self, workspace: str, name: str, /) -> bool:
        """Let somebody sign in no more, and end their sessions; whether there was somebody. The last administrator stays."""
        ...


class Retention(Protocol):
    """How long things are kept."""

    async def kept(self, workspace: str, /) -> KeptDays:
        """For how long."""
        ...

    async def keep(self, workspace: str, days: KeptDays, /) -> None:
        """Say for how long from now on."""
        ...


@dataclass(frozen=True, slots=True)
class StoredRetention:
    """The `Retention` of the store."""

    async def kept(self, workspace: str) -> KeptDays:
        """For how long."""
        return KeptDays(await wiring.erasure(workspace).kept(), await wiring.archive(workspace).retained())

    async def keep(self, workspace: str, days: KeptDays) -> None:
        """Say for how long from now on."""
        await wiring.erasure(workspace).keep(days.documents)
        await wiring.archive(workspace).retain(days.recordings)


def make_password() -> str:
    """A password made of chance, for somebody who is added."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))
