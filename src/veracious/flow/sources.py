"""What a workspace says of sources: said, taken back, brought from a table, and read beside the register."""

from collections.abc import Sequence

from veracious.domain.errors import InputError
from veracious.domain.evidence import Source, Tier
from veracious.domain.standing import REASON_CHARS, Standing
from veracious.ports import Overrides
from veracious.rules.seeking import domains, register
from veracious.rules.seeking.register import Register, RegisterDials


async def say(kept: Overrides, workspace: str, domain: str, credibility: float, tier: Tier, reason: str = "") -> Source:
    """Say how credible a domain and everything below it is in a workspace, and why; what was kept."""
    said = register.override(domain, credibility, tier)
    if len(reason) > REASON_CHARS:
        raise InputError(f"the reason has more than {REASON_CHARS} characters")
    await kept.put(workspace, (said,), reason)
    return said


async def unsay(kept: Overrides, workspace: str, domain: str) -> bool:
    """Say nothing more of a domain; whether anything was said."""
    host = domains.host(domain)
    if not host:
        raise InputError(f"{domain!r} is no domain")
    return await kept.remove(workspace, host)


async def bring(kept: Overrides, workspace: str, table: str) -> tuple[Source, ...]:
    """Say what a table says, all of it or nothing; what was kept."""
    said = register.read(table)
    await kept.put(workspace, said)
    return said


async def look(address: str, tables: Register, kept: Overrides | None, workspace: str, dials: RegisterDials) -> Standing:
    """How a source stands in a workspace; by the register alone where nothing is kept."""
    said = await kept.get_all(workspace) if kept is not None else ()
    return register.examine(address, tables, register.overrides(said), dials)


async def look_at_all(
    addresses: Sequence[str], tables: Register, kept: Overrides, workspace: str, dials: RegisterDials
) -> tuple[Standing, ...]:
    """How each of these sources stands in a workspace, whose word is asked for once."""
    said = register.overrides(await kept.get_all(workspace))
    return tuple(register.examine(address, tables, said, dials) for address in addresses)
