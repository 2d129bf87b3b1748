"""Who may sign in, and how long things are kept, in memory."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from veracious.domain.access import Identity, Person, Rank
from veracious.domain.errors import AdminNeeded, IdentityKnown, InputError, PersonKnown
from veracious.domain.retention import KeptDays
from veracious.ports import Clock
from veracious.rules import identities


@dataclass
class MemoryPeople:
    """The people of all workspaces; what is told of them is kept elsewhere, by workspace and name."""

    clock: Clock
    ranks: dict[tuple[str, str], Rank] = field(default_factory=dict)
    passwords: dict[tuple[str, str], str] = field(default_factory=dict)
    made: dict[tuple[str, str], datetime] = field(default_factory=dict)
    waiting: dict[tuple[str, str], str] = field(default_factory=dict)  # workspace and address of somebody to be linked, to a name
    emails: dict[tuple[str, str], str] = field(default_factory=dict)  # of whoever a provider lets in

    async def people(self, workspace: str) -> Sequence[Person]:
        """Everybody of a workspace."""
        return tuple(self._person(key) for key in sorted(self.ranks) if key[0] == workspace)

    async def add_person(self, workspace: str, name: str, password: str, rank: Rank) -> Person:
        """Let somebody sign in."""
        key = (workspace, _named(name))
        if not key[1] or not key[1].isprintable():
            raise InputError("a name has 1 to 200 characters, all of which can be seen")
        if key in self.ranks:
            raise PersonKnown(key[1])
        self.ranks[key], self.passwords[key] = rank, password
        return self._person(key)

    async def add_linked_person(self, workspace: str, name: str, rank: Rank, identity: Identity) -> Person:
        """Let somebody sign in by a provider."""
        email = identities.address(identity.email)
        if not email:
            raise InputError("an e-mail address is written in ASCII, such as ana@example.org")
        if email in [kept for (place, _), kept in self.emails.items() if place == workspace]:
            raise IdentityKnown(email)
        made = await self.add_person(workspace, name, "", rank)
        self.emails[workspace, made.name], self.waiting[workspace, email] = email, made.name
        return self._person((workspace, made.name))

    async def give_role(self, workspace: str, name: str, rank: Rank) -> Person | None:
        """Give somebody another role."""
        key = (workspace, _named(name))
        if key not in self.ranks:
            return None
        if rank is not Rank.ADMIN:
            self._keep_an_admin(key)
        self.ranks[key] = rank
        return self._person(key)

    async def dismiss(self, workspace: str, name: str) -> bool:
        """Let somebody sign in no more."""
        key = (workspace, _named(name))
        self._keep_an_admin(key)
        self.waiting.pop((workspace, self.emails.get(key, "")), None)
        for kept in (self.passwords, self.made, self.emails):
            kept.pop(key, None)
        return self.ranks.pop(key, None) is not None

    def _person(self, key: tuple[str, str]) -> Person:
        return Person(key[1], self.ranks[key], self.made.setdefault(key, self.clock.now()), self.emails.get(key, ""))

    def _keep_an_admin(self, key: tuple[str, str]) -> None:
        if [one for one, rank in self.ranks.items() if one[0] == key[0] and rank is Rank.ADMIN] == [key]:
            raise AdminNeeded(key[1])


@dataclass
class MemoryRetention:
    """How long workspaces keep things; 90 days for recordings, where nobody said otherwise."""

    days: dict[str, KeptDays] = field(default_factory=dict)

    async def kept(self, workspace: str) -> KeptDays:
        """For how long."""
        return self.days.get(workspace, KeptDays(None, 90))

    async def keep(self, workspace: str, days: KeptDays) -> None:
        """Say for how long."""
        self.days[workspace] = days


def _named(name: str) -> str:
    return name.strip()
