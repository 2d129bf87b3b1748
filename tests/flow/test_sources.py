"""A workspace says what it holds of sources, and is heard."""

import asyncio

import pytest

from veracious import wiring
from veracious.adapters.memory.overrides import MemoryOverrides
from veracious.domain.errors import InputError
from veracious.domain.evidence import Source, Tier
from veracious.domain.standing import Standing
from veracious.flow import sources
from veracious.rules.dials import Dials

DIALS = Dials().seeking.register


async def look(address: str, kept: MemoryOverrides | None, workspace: str = "home") -> Standing:
    return await sources.look(address, wiring.register(), kept, workspace, DIALS)


def test_what_a_workspace_says_holds_for_it_alone_until_it_is_unsaid() -> None:
    async def story() -> None:
        kept = MemoryOverrides()
        assert await sources.say(kept, "home", "https://BBC.co.uk/", 0.1, Tier.D) == Source("bbc.co.uk", 0.1, Tier.D)
        assert (await look("www.bbc.co.uk", kept)).source == Source("bbc.co.uk", 0.1, Tier.D)
        assert (await look("www.bbc.co.uk", kept, "away")).source == Source("bbc.co.uk", 0.8, Tier.A)
        assert (await look("www.bbc.co.uk", None)).origin == "register"
        assert await sources.unsay(kept, "home", "BBC.co.uk") is True
        assert await sources.unsay(kept, "home", "bbc.co.uk") is False
        assert (await look("bbc.co.uk", kept)).origin == "register"

    asyncio.run(story())


def test_several_are_looked_at_as_one_is() -> None:
    async def story() -> None:
        kept = MemoryOverrides()
        await sources.say(kept, "home", "taz.de", 0.1, Tier.D, "We asked them.")
        names = ("bbc.co.uk", "www.taz.de", "nobody.example", "reuterss.com")
        found = await sources.look_at_all(names, wiring.register(), kept, "home", DIALS)
        assert found == tuple([await look(name, kept) for name in names])
        (said,) = await kept.ratings("home")
        assert (said.source, said.reason) == (Source("taz.de", 0.1, Tier.D), "We asked them.")
        with pytest.raises(InputError, match="more than 500"):
            await sources.say(kept, "home", "taz.de", 0.2, Tier.D, "x" * 501)

    asyncio.run(story())


def test_a_table_is_taken_whole_or_not_at_all() -> None:
    async def story() -> None:
        kept = MemoryOverrides()
        found = await sources.bring(kept, "home", "domain,credibility,tier\na.example,0.7,B\nb.example,0.2,\n")
        assert found == tuple(await kept.get_all("home")) == (Source("a.example", 0.7, Tier.B), Source("b.example", 0.2))
        with pytest.raises(InputError, match="line 3"):
            await sources.bring(kept, "home", "domain,credibility\nc.example,0.5\nd.example,high\n")
        assert tuple(await kept.get_all("home")) == found

    asyncio.run(story())


def test_what_is_no_domain_is_refused() -> None:
    for domain in ("", "a b", "mailto:x@y.example"):
        with pytest.raises(InputError):
            asyncio.run(sources.say(MemoryOverrides(), "home", domain, 0.5, Tier.B))
        with pytest.raises(InputError):
            asyncio.run(sources.unsay(MemoryOverrides(), "home", domain))
