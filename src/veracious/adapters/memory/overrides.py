"""What workspaces say of sources, in memory."""

from collections.abc import Sequence

from veracious.adapters import acting
from veracious.domain.evidence import Source
from veracious.domain.standing import REASON_CHARS, OwnRating


class MemoryOverrides:
    """`Overrides` that last as long as the process."""

    def __init__(self) -> None:
        self._kept: dict[str, dict[str, OwnRating]] = {}

    async def get_all(self, workspace: str) -> Sequence[Source]:
        """Everything a workspace says, by domain."""
        return tuple(one.source for one in await self.ratings(workspace))

    async def ratings(self, workspace: str) -> Sequence[OwnRating]:
        """The same with why and who said it; when is not kept here."""
        kept = self._kept.get(workspace, {})
        return tuple(kept[domain] for domain in sorted(kept))

    async def put(self, workspace: str, sources: Sequence[Source], reason: str = "") -> None:
        """Say this of these domains, instead of what was said before."""
        said = {source.domain: OwnRating(source, reason[:REASON_CHARS], acting.actor()) for source in sources}
        self._kept.setdefault(workspace, {}).update(said)

    async def remove(self, workspace: str, domain: str) -> bool:
        """Say nothing more of a domain; whether anything was said."""
        return self._kept.get(workspace, {}).pop(domain, None) is not None
