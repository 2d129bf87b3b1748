"""What the service does by itself, again and again: let expire what has been kept long enough, and fetch the news."""

from typing import TYPE_CHECKING

from veracious.assemble import refreshing, stores
from veracious.assemble.data_files import clock
from veracious.assemble.parts import settings
from veracious.assemble.records import archive

if TYPE_CHECKING:
    from veracious.adapters.durable import Round
    from veracious.adapters.postgres.workers import WorkerRegistry

HOURLY = "17 * * * *"  # a minute that others have not chosen
CURRENT = "current_affairs"


def all_of_them(registry: "WorkerRegistry") -> "tuple[Round, ...]":
    """The rounds of this installation; news are fetched only where the settings say when."""
    from veracious.adapters.durable import Round

    async def expire() -> None:
        for workspace in await registry.workspaces():
            await forget(workspace)

    kept = Round("retention", HOURLY, expire)
    return (kept, Round("refresh", settings().refresh, refresh)) if settings().refresh else (kept,)


async def forget(workspace: str) -> None:
    """Let go what a workspace keeps no longer: tapes, jobs, documents past their day."""
    now = clock().now()
    await archive(workspace).expire(now)
    await stores.erasure(workspace).expire(now)


async def refresh() -> None:
    """Fill the collection of current affairs anew."""
    await refreshing.refresh(refreshing.errand(CURRENT), lambda _: None)
