"""The adapter of each provider in `domain/providers.py`."""

from collections.abc import Mapping
from types import MappingProxyType

from veracious.adapters.web.search.brave import Brave
from veracious.adapters.web.search.exa import Exa
from veracious.adapters.web.search.provider import SearchProvider
from veracious.adapters.web.search.searxng import SearxNG
from veracious.adapters.web.search.tavily import Tavily
from veracious.adapters.web.search.wikipedia import Wikipedia

ADAPTERS: Mapping[str, type[SearchProvider]] = MappingProxyType({one.kind: one for one in (SearxNG, Tavily, Brave, Exa, Wikipedia)})
