"""The store as its operator handles it: looked at, started, stopped, brought up to date, swept."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from veracious import wiring
from veracious.domain.errors import SetupError, StoreUnavailable
from veracious.domain.job import Allowance
from veracious.domain.store import Moved, MoveProgress, Reembedding, StoreState
from veracious.flow import reembed as flow_reembed

FALLS, FALLS_SECONDS = 5, 60.0  # a private server that falls as often within this time is not started again


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


class PrivateServer:
    """The private server of a service, which is started again when it falls, but not for ever."""

    def __init__(self) -> None:
        self._store = wiring.administration()
        self._falls: list[float] = []

    def look(self, now: float) -> bool:
        """Start it again if it fell; whether it had to be. One that falls again and again is an error that names its log."""
        if not self._store.is_down():
            return False
        self._falls = [moment for moment in self._falls if now - moment < FALLS_SECONDS]
        if self._falls and now < self._falls[-1] + 2 ** (len(self._falls) - 1):  # what keeps it from living may pass
            return False
        self._falls.append(now)
        if len(self._falls) == FALLS:
            raise StoreUnavailable(
                f"the private server fell {FALLS} times within {FALLS_SECONDS:.0f} seconds; its log is {self._store.log}"
            )
        with suppress(StoreUnavailable):  # the next look counts that as a fall, too
            self._store.revive()
        return True


def migrate() -> Sequence[str]:
    """Bring the schema up to date; what was applied."""
    with wiring.installed():
        return wiring.administration().migrate()


def prepare_queue() -> None:
    """Make or renew the tables of the job queue, as the owner of the store."""
    with wiring.installed():
        wiring.administration().prepare_queue()


def move(target_url: str, tell: Callable[[MoveProgress], None]) -> Moved:
    """Move the private store to a server that is named as its owner; what was moved, and where it is now."""
    with wiring.installed():
        return wiring.administration().move(target_url, tell)


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


async def reembeddings(workspace: str | None = None) -> Sequence[Reembedding]:
    """The collections that wait for vectors of the embedder in use, and how far each is; with a workspace, those that it sees."""
    found = await wiring.reembedder().waiting()
    return tuple(one for one in found if workspace is None or one.workspace in ("", workspace))


async def known_reembeddings(state: StoreState) -> Sequence[Reembedding]:
    """The same of a store as it was found; none where it cannot be asked, or no embedder is installed to compare with."""
    if not state.running or state.missing or state.trouble:
        return ()
    with suppress(SetupError), wiring.installed():
        return await reembeddings()
    return ()


async def reembed(tell: Callable[[Reembedding], None]) -> Sequence[Reembedding]:
    """Give every collection that waits for it the vectors of the embedder in use; what waits afterwards, since others were at it."""
    for waiting in await wiring.reembedder().waiting():
        tools, so_far = wiring.reembedder(waiting.workspace), waiting

        def told(passages: int) -> None:
            nonlocal so_far
            so_far = replace(so_far, embedded=so_far.embedded + passages)
            tell(so_far)

        tell(so_far)
        await flow_reembed.embed_anew(waiting, tools, wiring.shared_embedder(), told)
        await flow_reembed.drop_left(tools, wiring.collections(waiting.workspace))
    return await wiring.reembedder().waiting()
