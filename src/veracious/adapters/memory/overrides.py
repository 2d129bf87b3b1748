"""What workspaces say of sources, in memory."""

from collections.abc import Sequence

from veracious.domain.evidence import Source


class MemoryOverrides:
    """`Overrides` that last as long as the process."""

    def __init__(self) -> None:
        self._kept: dict[str, dict[str, Source]] = {}

    async def get_all(self, workspace: str) -> Sequence[Source]:
        """Everything a workspace says, by domain."""
        kept = self._kept.get(workspace, {})
        return tuple(kept[domain] for domain in sorted(kept))

    async def put(self, workspace: str, sources: Sequence[Source]) -> None:
        """Say this of these domains, instead of what was said before."""
        self._kept.setdefault(workspace, {}).update((source.domain, source) for source in sources)

    async def remove(self, workspace: str, domain: str) -> bool:
        """Say nothing more of a domain; whether anything was said."""
        return self._kept.get(workspace, {}).pop(domain, None) is not None
