"""The store as its operator handles it: looked at, started, stopped, brought up to date, swept."""

from collections.abc import Sequence
from datetime import datetime

from veracious import wiring
from veracious.domain.job import Allowance
from veracious.domain.store import StoreState


def state() -> StoreState:
    """What the store is like; nothing is started or changed."""
    with wiring.installed():
        return wiring.administration().state()


def start() -> StoreState:
    """Start the private server and bring its schema up to date; what the store is like then. A server that is named is only looked at."""
    with wiring.installed():
        wiring.addresses()
    return state()


def stop() -> bool:
    """Stop the private server; whether it ran."""
    with wiring.installed():
        return wiring.administration().stop()


def migrate() -> Sequence[str]:
    """Bring the schema up to date; what was applied."""
    with wiring.installed():
        return wiring.administration().migrate()


def prepare_queue() -> None:
    """Make or renew the tables of the job queue, as the owner of the store."""
    with wiring.installed():
        wiring.administration().prepare_queue()


def sweep() -> Sequence[str]:
    """Write the tables anew without what was erased; their names."""
    with wiring.installed():
        return wiring.administration().sweep()


def allow(workspace: str, allowance: Allowance) -> None:
    """Say what a workspace as a whole may use; the owner's to say."""
    with wiring.installed():
        wiring.administration().allow(workspace, allowance, wiring.clock().now())


def workspaces() -> Sequence[tuple[str, datetime]]:
    """All workspaces and when each was made; the owner's to know."""
    with wiring.installed():
        return wiring.administration().workspaces()
