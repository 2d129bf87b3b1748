"""Who is on the loopback internet: every name, what it is, and how much the known ones are believed."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

PORT = 8080
OPEN_ROBOTS = "User-agent: *\nAllow: /\n"


@dataclass(frozen=True, slots=True)
class Site:
    """A host with a name of its own; its address is its place in the list."""

    name: str
    title: str
    about: str
    credibility: float | None = None  # none: nobody knows it
    robots: str | None = None  # the text of robots.txt; none: there is none


def _known(name: str, title: str, about: str, credibility: float) -> Site:
    return Site(name, title, about, credibility, OPEN_ROBOTS)


ARCHIVE_ROBOTS = """\
# The reading room is open, the vault is not.
User-agent: greedy-bot
Disallow: /

User-agent: *
Crawl-delay: 1
Disallow: /private/
Disallow: /*.pdf$
Allow: /private/open-letter
"""

SITES: tuple[Site, ...] = (
    _known("harbour-times.example", "Harbour Times", "The daily newspaper of Brisa", 0.85),
    _known("city-gazette.example", "City Gazette", "The daily newspaper of Corvane", 0.85),
    _known("maravel-radio.example", "Maravel Radio", "The public broadcaster of Maravel", 0.85),
    _known("wire.example", "Maravel Wire", "The news agency of Maravel", 0.8),
    _known("statistics-office.example", "Statistics Office of Maravel", "Official figures", 0.9),
    _known("health-office.example", "Health Office of Maravel", "Official notices on health", 0.85),
    _known("weather-office.example", "Weather Office of Maravel", "Official measurements of the weather", 0.85),
    _known("port-authority.example", "Port Authority of Brisa", "Notices of the port", 0.8),
    _known("transport-ministry.example", "Ministry of Transport", "Reports and notices", 0.8),
    _known("university-of-corvane.example", "University of Corvane", "Research news", 0.85),
    _known("fact-desk.example", "Fact Desk", "Claims, checked", 0.85),
    _known("encyclopaedia.example", "Open Encyclopaedia", "An encyclopaedia that anybody can edit", 0.7),
    _known("olmera-courier.example", "Olmera Courier", "The weekly newspaper of Olmera", 0.6),
    Site("town-archive.example", "Brisa Town Archive", "Papers of the town, some of them closed to robots", 0.7, ARCHIVE_ROBOTS),
    Site("daily-buzz-facts.example", "Daily Buzz Facts", "You will not believe number seven"),
    Site("click-harbour.example", "Click Harbour", "Everything that others wrote"),
    Site("salty-sam-blog.example", "Salty Sam's blog", "What I think about boats"),
    Site("harb0ur-times.example", "Harbour Times", "Looks like the Harbour Times and is not"),
    Site("harbour-times-news.example", "Harbour Times News", "Sounds like the Harbour Times and is not"),
    Site("slow-host.example", "Slow Host", "Answers late, by drops, or never"),
    Site("broken-host.example", "Broken Host", "Answers that are none"),
    Site("moved.example", "Moved", "Everything is elsewhere"),
    Site("half-inside.example", "Half Inside", "A name with two addresses, one of them private"),
    Site("turning.example", "Turning", "A name that is public when first asked for and private ever after"),
    Site("robots-403.example", "Robots 403", "Says 403 when asked for its robots rules"),
    Site("robots-503.example", "Robots 503", "Says 503 when asked for its robots rules"),
    Site("robots-never.example", "Robots Never", "Never says its robots rules"),
    Site("robots-loop.example", "Robots Loop", "Points to its robots rules in a circle"),
    Site("robots-huge.example", "Robots Huge", "Has robots rules of two million bytes, the last of which forbids everything"),
    Site("searxng.example", "SearXNG", "A search"),
    Site("tavily.example", "Tavily", "A search"),
    Site("brave.example", "Brave", "A search"),
    Site("factcheck.example", "Fact Check Tools", "A search for reviews"),
)  # fmt: skip

BY_NAME: Mapping[str, Site] = MappingProxyType({site.name: site for site in SITES})
CREDIBILITY: Mapping[str, float] = MappingProxyType({site.name: site.credibility for site in SITES if site.credibility is not None})

# Names whose addresses are not those of a site: what a hostile name server may say.
CLOSED = "closed.example"  # an address of this internet where nobody listens
UNHEARD = "unheard.example"  # its name server never answers
PRIVATE_NAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "inside.example": ("10.0.0.1",),
        "metadata.example": ("169.254.169.254",),
        "itself.example": ("127.0.0.1",),
        "mapped.example": ("::ffff:10.0.0.1",),
        "unique-local.example": ("fd00::1",),
        "everywhere.example": ("0.0.0.0",),  # noqa: S104 - nobody binds to it
    }
)


def url(site: str, path: str = "/") -> str:
    """The address of a page."""
    return f"http://{site}:{PORT}{path}"
