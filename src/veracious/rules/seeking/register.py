"""How credible a source is, from its domain. The first that speaks of it counts:

1. what the workspace says;
2. the publishers of our own table: agencies, statistics offices, journals, news agencies, fact-checkers, each with a reason;
3. the shipped register, as others rate it;
4. the suffix, where only institutions have names below it: .gov, .edu, .int, ac.uk and their like;
5. nobody: not known.

An entry speaks for its host and everything below it, and the nearest entry counts: news.yahoo.com before yahoo.com. What only looks like
a known domain has no entry, so it never has the credibility of what it looks like; the standing says what that is.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from veracious.domain.document import Document
from veracious.domain.errors import InputError, TableBroken
from veracious.domain.evidence import Source, Tier
from veracious.domain.standing import Publisher, PublisherKind, Rating, Standing
from veracious.rules import digest
from veracious.rules.seeking import domains, lookalikes
from veracious.rules.seeking.domains import DomainDials, Suffixes
from veracious.rules.seeking.lookalikes import KnownDomains, LookalikeDials

SUFFIXES, SOURCES, CONFUSABLES, PLAIN = "public_suffix_list.dat", "sources.json", "confusables.txt", "plain_names.txt"
PUBLISHERS = "publishers.csv"
TABLES = (SUFFIXES, SOURCES, CONFUSABLES, PLAIN, PUBLISHERS)
# Ratings that lend a name credibility, so that somebody may want to borrow it.
_BORROWED = frozenset((Rating.RELIABLE, Rating.NO_CONSENSUS))
_COLUMNS = ("domain", "credibility", "tier")
_HEADS = ("domain", "name", "kind", "reason")
_EDITED = frozenset((PublisherKind.JOURNAL, PublisherKind.WIRE, PublisherKind.FACT_CHECKER))  # they publish what others find out
_INSTITUTIONS = frozenset(("gov", "govt", "gob", "gouv", "edu", "ac"))  # alone, or before the two letters of a country
_WORLD = "int"  # bodies founded by treaty
_COUNTRY_LETTERS = 2

Overrides = Mapping[str, Source]  # by domain, in the form of `override`
NO_OVERRIDES: Overrides = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class RegisterDials:
    """What a rating is worth."""

    # Only the order is measured: Spearman 0.68 (0.61–0.73) with the scores of domain_pc1 (Lin et al. 2023) on the 323 domains both have.
    # A reliable source does not decide alone (`sole_source_credibility`), an unreliable one counts less than an unknown one.
    reliable: float = 0.8  # credibility of a source rated reliable; 0.7–0.95; a guess, in order with domain_pc1: Spearman 0.68, n = 323
    no_consensus: float = 0.5  # the same without consensus; 0.4–0.7; a guess, in order with domain_pc1: Spearman 0.68, n = 323
    unreliable: float = 0.25  # the same rated unreliable; 0.1–0.4; a guess, in order with domain_pc1: Spearman 0.68, n = 323
    deprecated: float = 0.05  # the same rated deprecated; 0–0.2; a guess, in order with domain_pc1: Spearman 0.68, n = 323
    reliable_tier: Tier = Tier.A  # tier of a source rated reliable; A–B; a guess
    no_consensus_tier: Tier = Tier.B  # the same without consensus; B–C; a guess
    unreliable_tier: Tier = Tier.C  # the same rated unreliable; C–D; a guess
    deprecated_tier: Tier = Tier.D  # the same rated deprecated; C–D; a guess
    official: float = 0.9  # credibility of an agency, statistics office, academy or the like of our table; 0.8–0.95; a guess
    edited: float = 0.85  # the same of a journal, news agency or fact-checker; 0.75–0.9; a guess
    institution: float = 0.7  # the same of whoever has a name below .gov, .edu, .int, ac.uk or their like; 0.5–0.8; a guess
    table_tier: Tier = Tier.A  # tier of a publisher of our table; A–B; a guess
    institution_tier: Tier = Tier.B  # the same of a name below such a suffix; B–C; a guess
    own_documents: float = 0.9  # credibility of what users bring themselves and no publisher is known of; 0.8–1; SPEC §1
    lookalikes: LookalikeDials = field(default_factory=LookalikeDials)
    domains: DomainDials = field(default_factory=DomainDials)


@dataclass(frozen=True, slots=True)
class Register:
    """The shipped tables as one value."""

    ratings: Mapping[str, Rating]  # by host
    publishers: Mapping[str, Publisher]  # by host
    suffixes: Suffixes
    known: KnownDomains
    digests: Mapping[str, str]  # of each file, by its name


def build(texts: Mapping[str, str]) -> Register:
    """The register from the texts of its files, by name."""
    if missing := [name for name in TABLES if name not in texts]:
        raise TableBroken(f"no table {missing[0]}")
    suffixes = domains.parse(texts[SUFFIXES])
    ratings, unrated = _sources(texts[SOURCES])
    plain = frozenset(line for line in texts[PLAIN].splitlines() if not line.startswith("# "))
    publishers = _publishers(texts[PUBLISHERS])
    borrowed = [host for host, rating in ratings.items() if rating in _BORROWED]
    known = lookalikes.index((*ratings, *unrated), borrowed, plain, lookalikes.parse(texts[CONFUSABLES]), suffixes)
    digests = {name: digest.of_bytes(texts[name].encode(), "table") for name in sorted(TABLES)}
    return Register(ratings, publishers, suffixes, known, MappingProxyType(digests))


def rate(address: str, register: Register, overrides: Overrides, dials: RegisterDials) -> Source:
    """The source of a host or URL with its credibility; `None` and an unknown tier when nothing is known of it."""
    return examine(address, register, overrides, dials).source


def examine(address: str, register: Register, overrides: Overrides, dials: RegisterDials) -> Standing:
    """The source of a host or URL, the entry that decided on it, and what it looks like.

    Formula: Who rates a source. From E §7.2 names the list; ours.

        as the workspace says; else, of our own table, edited for a journal, news agency or fact-checker and official for any other, with
        table_tier; else as the register rates it; else institution and institution_tier below a suffix of institutions; else not known

    Dials: official, edited, institution, table_tier, institution_tier of RegisterDials.
    """
    host = domains.host(address, dials.domains)
    domain = domains.registrable(host, register.suffixes, dials.domains)
    alike = lookalikes.find(host, register.known, dials.lookalikes, dials.domains)
    if entry := _entry(host, overrides):
        own = overrides[entry]
        return Standing(Source(domain, own.credibility, own.tier), entry, "workspace", _rating(host, register), alike)
    rating = _rating(host, register)
    entry, rated = _entry(host, register.publishers), _entry(host, register.ratings)
    if entry and len(entry) >= len(rated):  # the nearer one of the two speaks
        publisher = register.publishers[entry]
        worth_of = dials.edited if publisher.kind in _EDITED else dials.official
        return Standing(Source(domain, worth_of, dials.table_tier), entry, "publishers", rating, publisher=publisher)
    if rating is not None:
        return Standing(Source(domain, *worth(rating, dials)), rated, "register", rating, alike)
    suffix = domain.partition(".")[2]
    if alike is None and is_institutional(suffix):
        return Standing(Source(domain, dials.institution, dials.institution_tier), suffix, "suffix")
    return Standing(Source(domain), lookalike=alike)


def is_institutional(suffix: str) -> bool:
    """Whether only institutions have names below a public suffix: gov, edu, int, ac.uk, gouv.fr and their like."""
    first, _, country = suffix.partition(".")
    return suffix == _WORLD or (first in _INSTITUTIONS and (not country or (len(country) == _COUNTRY_LETTERS and "." not in country)))


def worth(rating: Rating, dials: RegisterDials) -> tuple[float, Tier]:
    """The credibility and the tier that a rating stands for.

    Formula: What a rating is worth. From E §7.2 names the list, C names the tiers; ours.

        credibility = reliable, no_consensus, unreliable or deprecated, as the source is rated
        tier        = reliable_tier, no_consensus_tier, unreliable_tier or deprecated_tier

    Dials: reliable, no_consensus, unreliable, deprecated of RegisterDials; reliable_tier, no_consensus_tier, unreliable_tier,
    deprecated_tier of RegisterDials.
    """
    match rating:
        case Rating.RELIABLE:
            return dials.reliable, dials.reliable_tier
        case Rating.NO_CONSENSUS:
            return dials.no_consensus, dials.no_consensus_tier
        case Rating.UNRELIABLE:
            return dials.unreliable, dials.unreliable_tier
        case Rating.DEPRECATED:
            return dials.deprecated, dials.deprecated_tier


def own(source: Source, dials: RegisterDials) -> Source:
    """The source of a document that somebody put in: without a publisher it is their own, and they trust it.

    Formula: Own documents. From SPEC §1; ours.

        credibility = own_documents   where a document names no publisher

    Dials: own_documents of RegisterDials.
    """
    return source if source.domain or source.credibility is not None else replace(source, credibility=dials.own_documents)


@dataclass(frozen=True, slots=True)
class CredibilityRules:
    """How credible documents are, where the register does not say or the caller knows better."""

    sources: Overrides = field(default_factory=lambda: NO_OVERRIDES)  # by domain
    others: float | None = None  # of those of whom nothing is known; none: nothing

    def rate(self, document: Document, register: Register, dials: RegisterDials) -> Source:
        """The source of a document."""
        source = rate(document.url or document.domain, register, self.sources, dials)
        return source if source.credibility is not None or self.others is None else replace(source, credibility=self.others)

    @classmethod
    def of_own(cls, credibility: float | None, dials: RegisterDials) -> "CredibilityRules":
        """Those for documents that somebody names: of no publisher that is known, they are trusted as told, or as own documents."""
        return cls(others=dials.own_documents if credibility is None else credibility)


def override(domain: str, credibility: float, tier: Tier = Tier.UNKNOWN) -> Source:
    """What a workspace says of a domain and everything below it, in the form it is kept in."""
    host = domains.host(domain)
    if not host:
        raise InputError(f"{domain!r} is no domain")
    if not 0.0 <= credibility <= 1.0:
        raise InputError(f"the credibility of {host} is not between 0 and 1: {credibility}")
    return Source(host, credibility, tier)


def overrides(kept: Iterable[Source]) -> Overrides:
    """What a workspace says, as it is looked up."""
    return MappingProxyType({source.domain: source for source in kept})


def listed(register: Register, rating: Rating | None, dials: RegisterDials) -> tuple[Standing, ...]:
    """The entries of the register by name, or those that are rated so; the domain is the entry's own."""
    held = sorted((name, given) for name, given in register.ratings.items() if rating in (None, given))
    return tuple(Standing(Source(name, *worth(given, dials)), name, "register", given) for name, given in held)


def said(kept: Iterable[Source]) -> tuple[Standing, ...]:
    """What a workspace says, entry by entry."""
    return tuple(Standing(source, source.domain, "workspace") for source in kept)


def read(text: str) -> tuple[Source, ...]:
    """What a workspace says, from a table with the columns domain, credibility and, if it likes, tier; a domain stands once."""
    lines = [line.strip() for line in text.removeprefix("\ufeff").splitlines()]
    heads = tuple(cell.strip().lower() for cell in lines[0].split(",")) if lines else ()
    if heads not in (_COLUMNS, _COLUMNS[:2]):
        raise InputError(f"the first line must be {','.join(_COLUMNS)} or {','.join(_COLUMNS[:2])}")
    found: dict[str, Source] = {}
    for number, line in enumerate(lines[1:], start=2):
        if line:
            source = _row(number, line, len(heads))
            if source.domain in found:
                raise InputError(f"line {number}: {source.domain} stands there twice")
            found[source.domain] = source
    return tuple(found.values())


def _row(number: int, line: str, columns: int) -> Source:
    cells = [cell.strip().strip('"').strip() for cell in line.split(",")]
    try:
        if len(cells) != columns:
            raise InputError(f"{columns} columns are needed")
        return override(cells[0], float(cells[1]), Tier(cells[2].upper()) if cells[2:] and cells[2] else Tier.UNKNOWN)
    except InputError as refused:
        raise InputError(f"line {number}: {refused.detail}") from refused
    except ValueError as refused:
        raise InputError(f"line {number}: {refused}") from refused


def _rating(host: str, register: Register) -> Rating | None:
    return register.ratings.get(_entry(host, register.ratings))


def _entry(host: str, table: Mapping[str, object]) -> str:
    """The nearest entry: the host itself, or the first of what it stands below; an address stands below nothing."""
    labels = [host] if domains.is_address(host) else host.split(".")
    return next((name for k in range(len(labels)) if (name := ".".join(labels[k:])) in table), "")


def _publishers(text: str) -> Mapping[str, Publisher]:
    """The publishers of our own table by host."""
    found: dict[str, Publisher] = {}
    heads, *rows = [line.split(",") for line in text.splitlines()] or [[]]
    try:
        if tuple(heads) != _HEADS:
            raise TableBroken(f"{PUBLISHERS}: the first line must be {','.join(_HEADS)}")
        for host, name, kind, reason in rows:
            if domains.host(host) != host or host in found or not (name and reason):
                raise TableBroken(f"{PUBLISHERS}: {host} is no host in its one form, stands there twice, or has no name or reason")
            found[host] = Publisher(name, PublisherKind(kind), reason)
    except ValueError as broken:
        raise TableBroken(f"{PUBLISHERS}: {broken}") from broken
    return MappingProxyType(found)


def _sources(text: str) -> tuple[Mapping[str, Rating], tuple[str, ...]]:
    """The ratings, and what is known without one, from the text of their file; each host once, in the form that DNS has of it."""
    found: dict[str, Rating] = {}
    try:
        table = json.loads(text)
        unrated = tuple(table["unrated"])
        for rating, hosts in table["ratings"].items():
            for host in hosts:
                if domains.host(host) != host or host in found:
                    raise TableBroken(f"{SOURCES}: {host} is no host in its one form, or stands there twice")
                found[host] = Rating(rating)
    except (ValueError, KeyError, TypeError, AttributeError) as broken:
        raise TableBroken(f"{SOURCES}: {broken}") from broken
    if not found:
        raise TableBroken(f"{SOURCES}: no ratings")
    return MappingProxyType(found), unrated
