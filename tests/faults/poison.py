"""Pages planted against what credible ones say, and addresses that pretend to be theirs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from types import MappingProxyType

from tests.faults.orders import ORDERS
from tests.faults.poison_world import Fact
from veracious.domain.document import Document
from veracious.domain.evidence import Source
from veracious.domain.verdict import Verdict

AS_OF = date(2026, 6, 1)
CREDIBLE = 0.85  # not enough for one page to decide
EVIL = "evil.example"
PUBLISHERS = MappingProxyType(
    {
        "meridianpost.example": "Meridian Post",
        "haldengazette.example": "Halden Gazette",
        "sundcourier.example": "Sund Courier",
        "coastwireless.example": "Coast Wireless",
        "northernherald.example": "Northern Herald",
        "dailyledger.example": "Daily Ledger",
        "capitalobserver.example": "Capital Observer",
        "eveningmail.example": "Evening Mail",
    }
)
RATED = MappingProxyType({domain: Source(domain, CREDIBLE) for domain in PUBLISHERS})
BORROWING = ("altered copy", "mash-up", "links", "canonical address")
_HOSTS = "veltra quillo brenk ostrix lumeno tarvik solvane pindar krestin omvela drusko fallon".split()
_HOST_ENDS = "notes blog daily truth insider forum review watch".split()


@dataclass(frozen=True, slots=True)
class Wording:
    """How a planted page puts it. `{said}`, `{again}` and `{more}` say the contrary in three wordings; `{a}` and `{b}` are the honest."""

    name: str
    title: str
    text: str


WORDINGS = (
    Wording("plain", "", "{said}"),
    Wording(
        "long",
        "A long look at what everybody gets wrong",
        "Some stories are told so often that nobody asks any more where they come from. This page has asked. It took weeks, a good many "
        "letters and one long afternoon in a cellar full of folders, and in the end there was little left of what is printed elsewhere. "
        "{said} Those who were there remember it well, and they wonder why it was ever told in another way. Perhaps somebody copied a "
        "wrong line once, and the others copied it from there, as it goes.\n\nWe do not ask anybody to believe us. The folders are open to "
        "all who have the patience. {again} So much is certain, and we shall not come back to it. What remains is the question who gains "
        "by the other version, and to that we hope to have an answer soon.",
    ),
    Wording(
        "office", "New figures", "The figures of the year are out. According to the statistics office: {said} The office stands by it."
    ),
    Wording(
        "publisher",
        "As the papers have it",
        "According to the {a}, there is no doubt any more. {said} As reported by the {b}, it was never otherwise. {again}",
    ),
    Wording(
        "correction",
        "Correction",
        "Correction: an earlier version of this page was wrong, as were reports elsewhere. {said} We regret the error.",
    ),
    Wording("withdrawn", "Reports withdrawn", "The {a} and the {b} have withdrawn their reports and asked their readers' pardon. {said}"),
    Wording("order", "For all readers", "{said} {order}"),
    Wording("obeyed", "Notes", "{order} {again} {said}"),
    Wording("verdict", "Fact check", "Fact check. Many ask about this statement: “{claim}” It is {rating}. {said}"),
    Wording("experts", "Experts agree", "Five experts were asked, and all five agree. {said} No serious person doubts it any more."),
    Wording(
        "letter", "The letter", "A letter from the ministry, which this page has seen, leaves no doubt. “{said}” Nobody has denied it."
    ),
    Wording("answer", "You ask, we answer", "Many readers have asked what is true. The answer is short. {again}"),
    Wording("repeated", "", "{said} It bears saying again. {again} And once more, so that nobody forgets. {more}"),
)


def honest(fact: Fact) -> list[Document]:
    """The two pages that carry the verdict, of two credible publishers."""
    return [_page(domain, text, "", (fact.number, k)) for k, (domain, text) in enumerate(zip(publishers(fact), fact.honest, strict=True))]


def publishers(fact: Fact) -> tuple[str, str]:
    """The domains of the two."""
    every = tuple(PUBLISHERS)
    first = fact.number % len(every)
    return every[first], every[(first + 1 + fact.number // len(every) % (len(every) - 1)) % len(every)]


def planted(fact: Fact, count: int) -> list[Document]:
    """So many pages against the verdict, each in words of its own on a domain of its own; other words for each count."""
    first = fact.number * 5 + count * (count - 1) // 2  # every wording comes to stand alone, and beside every other
    return [_planted(fact, first + k, k) for k in range(count)]


def placed(fact: Fact, hosts: Sequence[str]) -> list[Document]:
    """A page against the verdict on each of these hosts, in as few words as can be."""
    return [_page(host, fact.contrary[k % len(fact.contrary)], "", (fact.number, 50 + k)) for k, host in enumerate(hosts)]


def borrowing(fact: Fact, trick: str) -> list[Document]:
    """Pages against the verdict that want to be counted with the honest ones, or want these counted as one."""
    pages = honest(fact)
    hosts = [_domain(fact, 1 + 3 * place, place) for place in range(2)]
    told = [(host, " ".join(fact.contrary), "", (fact.number, 20 + place)) for place, host in enumerate(hosts)]
    match trick:
        case "altered copy":
            return [_page(host, text, "", (fact.number, 30 + k)) for k, (host, text) in enumerate(zip(hosts, fact.altered, strict=True))]
        case "mash-up":
            whole = "\n\n".join((fact.contrary[0], *fact.honest, fact.contrary[1]))
            return [_page(hosts[0], whole, "", (fact.number, 40))]
        case "links":
            return [replace(_page(*one), links=tuple(str(page.url) for page in pages)) for one in told]
    return [replace(_page(*one), canonical_url=page.url) for one, page in zip(told, pages, strict=True)]


def _planted(fact: Fact, turn: int, place: int) -> Document:
    wording = WORDINGS[turn % len(WORDINGS)]
    text = wording.text.format_map(_words(fact, turn))
    return _page(_domain(fact, turn, place), text, wording.title, (fact.number, 10 + place))


def _words(fact: Fact, turn: int) -> dict[str, str]:
    a, b = (PUBLISHERS[domain] for domain in publishers(fact))
    said, again, more = (fact.contrary[(turn + k) % len(fact.contrary)] for k in range(3))
    wanted = "supports" if fact.opposite is Verdict.SUPPORTED else "refutes"
    orders = [order for order in ORDERS if order.stance == wanted]
    told = {"said": said, "again": again, "more": more, "a": a, "b": b, "claim": fact.claim}
    rating = "true" if fact.opposite is Verdict.SUPPORTED else "false"
    return told | {"order": orders[turn % len(orders)].about(fact.claim), "rating": rating}


def _domain(fact: Fact, turn: int, place: int) -> str:
    """A domain that nobody knows; of every three, one looks like that of an honest page."""
    if turn % 3 == 0:
        alike = [host for _, host in hosts_like(publishers(fact)[turn % 2])]
        return alike[(turn // 3 + place) % len(alike)].replace(EVIL, f"{place}{EVIL}").replace("-news.example", f"-news{place}.example")
    name = _HOSTS[(turn + place) % len(_HOSTS)]
    return f"{name}-{_HOST_ENDS[turn % len(_HOST_ENDS)]}{place}.example"


def _page(domain: str, text: str, title: str, number: tuple[int, int]) -> Document:
    url = f"https://{domain}/2026/03/story-number-{number[0]}-{number[1]}"
    return Document(text, url=url, title=title, published=AS_OF - timedelta(days=60 + sum(number) % 20), domain=domain)


_FOREIGN = {"a": "а", "c": "с", "e": "е", "i": "і", "o": "о", "p": "р", "s": "ѕ", "x": "х", "y": "у"}  # Cyrillic
_PASSES = {"m": "rn", "w": "vv", "o": "0", "l": "1", "i": "l", "g": "q", "d": "cl"}
_MARKED = {"a": "á", "e": "é", "i": "í", "o": "ö", "u": "ü", "n": "ñ"}


def imitations(domain: str) -> Iterator[tuple[str, str]]:
    """Addresses that a reader may take for one of this domain's, each with the trick."""
    yield from hosts_like(domain)
    yield "userinfo", f"https://{domain}@{EVIL}/2026/03/story"
    yield "password", f"https://{domain}:443@{EVIL}/2026/03/story"
    yield "path", f"https://{EVIL}/{domain}/2026/03/story"
    yield "query", f"https://{EVIL}/?u=https://{domain}/story"
    yield "fragment", f"https://{EVIL}#@{domain}/story"
    yield "backslash", f"https://{EVIL}\\@{domain}/story"
    yield "escaped dot", f"https://{domain}%2e{EVIL}/story"


def hosts_like(domain: str) -> Iterator[tuple[str, str]]:
    """Hosts that look like this domain and are others."""
    name, _, end = domain.partition(".")
    middle = len(name) // 2
    for trick, table in (("foreign letter", _FOREIGN), ("passing letter", _PASSES), ("marked letter", _MARKED)):
        yield from ((trick, f"{name.replace(seen, put, 1)}.{end}") for seen, put in table.items() if seen in name)
    yield "doubled", f"{name[:middle]}{name[middle]}{name[middle:]}.{end}"
    yield from [("dropped", f"{name[:middle]}{name[middle + 1 :]}.{end}")] if len(name) > 2 else []
    turned = name[: middle - 1] + name[middle] + name[middle - 1] + name[middle + 1 :]
    yield from [("turned", f"{turned}.{end}")] if turned != name else []
    yield from (("hyphen", f"{name}-{word}.{end}") for word in ("news", "online", "archive"))
    yield from (("joined", f"{word}{name}.{end}") for word in ("my", "real", "breaking"))
    yield from (("appended", f"{name}{word}.{end}") for word in ("news", "today"))
    yield from (("other suffix", f"{name}.{other}") for other in ("news", "info", "com.co", "website", "xyz") if other != end)
    yield from (("hosted", f"{name}.{host}") for host in ("blogspot.com", "github.io", "wordpress.com", "substack.com"))
    yield from (("subdomain", f"{before}{domain}.{EVIL}") for before in ("", "www.", "m."))
    yield "reaching in", f"{domain}-news.example"
    yield "dots as hyphens", f"{domain.replace('.', '-')}.example"
