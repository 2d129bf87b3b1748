"""A little internet on loopback: real sites on real sockets, about a country that does not exist.

    with Internet() as internet:
        await internet.resolve("harbour-times.example")      # ["127.A.B.1"]; all sites listen on port 8080
        internet.fail("tavily", "429 with a wait")           # names in PROVIDER_FAULTS; of sites, in STEPS
        internet.asked("tavily")                             # what came, when, and how long it took

`python -m tests.internet` starts it by hand.
"""

from tests.internet.claims import AS_OF, CLAIMS, EARLY, Carrier, Claim
from tests.internet.faults import CLOSED_DOORS, EITHER, PAGE_FAULTS, READABLE, STEPS
from tests.internet.provider_faults import KEEPS_HITS, PROVIDER_FAULTS
from tests.internet.providers import KEYS, TODAY
from tests.internet.server import Connection, Internet
from tests.internet.sites import CREDIBILITY, PORT, SITES, url
from tests.internet.wire import Request
from tests.internet.world import ARTICLES, BY_URL, Article

__all__ = [
    "ARTICLES",
    "AS_OF",
    "BY_URL",
    "CLAIMS",
    "CLOSED_DOORS",
    "CREDIBILITY",
    "EARLY",
    "EITHER",
    "KEEPS_HITS",
    "KEYS",
    "PAGE_FAULTS",
    "PORT",
    "PROVIDER_FAULTS",
    "READABLE",
    "SITES",
    "STEPS",
    "TODAY",
    "Article",
    "Carrier",
    "Claim",
    "Connection",
    "Internet",
    "Request",
    "url",
]
