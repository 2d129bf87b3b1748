"""Whom a run may ask outside: one row to a provider, with its settings, its key and its price."""

from dataclasses import dataclass

from veracious.domain.errors import InputError


@dataclass(frozen=True, slots=True)
class Provider:
    """A service that is asked over HTTP. Its address is the setting of its name, its key the setting of its name and `_KEY`."""

    name: str
    title: str  # as people know it
    address: str = ""  # where it is asked, unless the setting says otherwise; empty: the setting must name one
    about: str = ""  # the address, in the list of settings
    has_key: bool = False
    key_about: str = "The key it wants."
    is_priced: bool = False  # whether the price of a search in the settings is its price


SEARCHES = (
    Provider("searxng", "your SearXNG", about="The address of a SearXNG that answers in JSON.", is_priced=True),
    Provider(
        "tavily",
        "Tavily",
        "https://api.tavily.com",
        "The address of Tavily, or of what speaks like it.",
        has_key=True,
        is_priced=True,
    ),
    Provider("brave", "Brave", "https://api.search.brave.com", "The address of Brave Search.", has_key=True, is_priced=True),
    Provider("exa", "Exa", "https://api.exa.ai", "The address of Exa.", has_key=True, is_priced=True),
    Provider("wikipedia", "Wikipedia", "https://en.wikipedia.org", "The Wikipedia, or another MediaWiki, that is searched."),
)
REVIEWS = Provider(
    "factcheck",
    "Fact Check Tools",
    "https://factchecktools.googleapis.com",
    "The address of the Fact Check Tools API.",
    has_key=True,
    key_about="The key it wants; without one no reviews are looked up.",
)
ENDPOINT = "endpoint"  # the language model, which has settings of its own
WITH_KEYS = (*(one.name for one in (*SEARCHES, REVIEWS) if one.has_key), ENDPOINT)  # for which a workspace may bring a key of its own


def keyed(name: str) -> str:
    """The name, if it is of a provider for which a workspace may bring a key."""
    if name not in WITH_KEYS:  # what was given is not told: it may be the key
        raise InputError(f"the providers are {', '.join(WITH_KEYS)}")
    return name
