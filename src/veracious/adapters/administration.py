"""The store as its operator handles it: looked at, stopped, brought up to date, swept."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path

from veracious.adapters.postgres import access, erasure, migrate, server, states
from veracious.domain.errors import SettingsInvalid
from veracious.domain.job import Allowance
from veracious.domain.store import StoreState


@dataclass(frozen=True, slots=True)
class StoreAdministration:
    """The server that a setting names, or the private one in a folder."""

    folder: Path
    url: str = ""
    owner_url: str = ""

    def state(self) -> StoreState:
        """What the store is like; nothing is started or changed."""
        return states.configured(self.url, self.owner_url) if self.url else states.private(self.folder)

    def stop(self) -> bool:
        """Stop the private server; whether it ran."""
        return server.stop(self.folder)

    def migrate(self) -> Sequence[str]:
        """Bring the schema up to date, and the queue's where jobs can run here; what was applied."""
        applied = migrate.run(self.owner)
        if find_spec("dbos") is not None:
            self.prepare_queue()
        return applied

    def prepare_queue(self) -> None:
        """Make or renew the tables of the job queue."""
        from veracious.adapters import durable

        durable.migrate(self.owner, server.APP_ROLE)

    def sweep(self) -> Sequence[str]:
        """Write the tables anew without what was erased; their names."""
        return erasure.sweep(self.owner)

    def workspaces(self) -> Sequence[tuple[str, datetime]]:
        """All workspaces and when each was made; the owner's to know."""
        return access.workspaces(self.owner)

    def allow(self, workspace: str, allowance: Allowance, now: datetime) -> None:
        """Say what a workspace as a whole may use; the owner's to say."""
        access.allow_workspace(self.owner, workspace, allowance, now)

    @property
    def owner(self) -> str:
        """The address of the store as its owner; of a server that is named, the one in the settings."""
        if self.url and not self.owner_url:
            raise SettingsInvalid("VERACIOUS_OWNER_URL: the owner of the schema is needed for this")
        return self.owner_url or server.start(self.folder).owner
