"""Domains that look like a known one and are not it.

The first of these that holds is the reason:
 1. subdomain: a known domain stands before another's: bbc.com.example.net, bbc.com-news.example;
 2. confusable: the name is read as a known one and is written otherwise: letters of other scripts, marks, `rn` for m, 0 for o;
 3. other suffix: a known name under a suffix of another kind: nytimes.com.co, msnbc.website; a country's own suffix is an edition's;
 4. hyphenated: a known name with something more: bbc-news.co;
 5. one edit: a letter more, less or other, or two in the wrong order: theguardain.com;
 6. mixed scripts: letters of several scripts in one label, whatever is meant.

1 and 2 are told of every known domain, since next to nobody has such a name by chance. 3 to 5 are told only of those that have credibility
to borrow, and not of names that many use: `time`, `guardian`.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from unicodedata import combining, name, normalize

from veracious.domain.errors import TableBroken
from veracious.domain.standing import Imitation, Lookalike
from veracious.rules.seeking import domains
from veracious.rules.seeking.domains import DomainDials, Suffixes

# Country codes whose names are sold to anybody, wherever they are: no sign of an edition for that country.
SOLD_CODES = frozenset(
    "ac ag ai am bz cc cf cm co cx fm ga gg gl gq gs im io la lc li ly me ml mn ms mu nu ph pw sc sh so st su tk to tv us vc vg ws".split()
)
# Scripts that stand together in the names of one language: Chinese, Japanese, Korean, and Latin among them.
_TOGETHER = frozenset("CJK HIRAGANA KATAKANA KATAKANA-HIRAGANA HANGUL BOPOMOFO IDEOGRAPHIC LATIN".split())
_CODE = re.compile("[a-z][a-z]")
_DIGIT = re.compile("[0-9]")


@dataclass(frozen=True, slots=True)
class LookalikeDials:
    """How near to a known name is too near."""

    edited_letters_at_least: int = 6  # letters of a name of which one edit is told; 5–10; false alarms on domain_pc1
    named_letters_at_least: int = 3  # letters of a name told under another suffix or with a hyphen; 2–6; false alarms on domain_pc1
    sold_codes: frozenset[str] = SOLD_CODES  # country codes that are no sign of an edition; any; a guess


AS_SHIPPED = LookalikeDials()


@dataclass(frozen=True, slots=True)
class Confusables:
    """What passes for what."""

    letters: Mapping[int, str]  # by the number of the letter
    runs: tuple[tuple[str, str], ...]  # several letters that pass for one


@dataclass(frozen=True, slots=True)
class KnownDomains:
    """The domains that can be imitated, with what finds them fast; the first domain of a name is the one it is best known by."""

    domains: frozenset[str]
    sizes: frozenset[int]  # how many labels they have
    suffixes: Suffixes
    confusables: Confusables
    skeletons: Mapping[str, tuple[str, ...]]  # what their names are read as
    names: Mapping[str, tuple[str, ...]]  # names with credibility to borrow
    shortened: Mapping[str, tuple[str, ...]]  # what those names are with a letter less, and as they are: the names


@dataclass(frozen=True, slots=True)
class _SplitDomain:
    """A domain in two: the name as people read it, and the suffix."""

    name: str
    end: str


def index(
    every: Iterable[str], borrowed: Iterable[str], plain: frozenset[str], confusables: Confusables, suffixes: Suffixes
) -> KnownDomains:
    """Known domains as they are looked up: every one, those with credibility to borrow, and the names among these that many use."""
    known = _registrable(every, suffixes)
    skeletons = _by(known, lambda domain: read_as(_told(domain, suffixes).name, confusables))
    named = _by(_registrable(borrowed, suffixes), lambda domain: _told(domain, suffixes).name)
    names = {told: of for told, of in named.items() if told not in plain}
    shortened: dict[str, tuple[str, ...]] = {}
    for told in sorted(names):
        for form in _shortened(told):
            shortened[form] = (*shortened.get(form, ()), told)
    sizes = frozenset(domain.count(".") + 1 for domain in known)
    return KnownDomains(frozenset(known), sizes, suffixes, confusables, skeletons, MappingProxyType(names), MappingProxyType(shortened))


def parse(text: str) -> Confusables:
    """The table of letters from the text of its file: what stands there, a tab, what it passes for; `# ` opens a comment."""
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("# ")]
    if not rows or any(len(row) != 2 or not all(row) for row in rows):
        raise TableBroken("confusables: a line is no pair with a tab between")
    letters = {ord(seen): read for seen, read in rows if len(seen) == 1}
    return Confusables(MappingProxyType(letters), tuple((seen, read) for seen, read in rows if len(seen) > 1))


def find(text: str, known: KnownDomains, dials: LookalikeDials, domain_dials: DomainDials = domains.AS_SHIPPED) -> Lookalike | None:
    """Which known domain a host or URL looks like, and how; `None` when it looks like none, or is one.

    Formula: Lookalikes. From ours.

        none      if the domain is known; else the first that holds:
        subdomain      a known domain stands before it
        confusable     its name is read as that of a known domain under the same suffix, or as a name below
        other suffix   its name is one below, and its suffix is no country's own or the country's code is in sold_codes
        hyphenated     a part of it between hyphens is a name below
        one edit       its name is one edit away from one of edited_letters_at_least letters or more, under the same suffix;
                       the first letter is the same, and the edit is no digit that is added
        mixed scripts  a label has letters of scripts that do not stand together
        names: of domains rated reliable or without consensus, of named_letters_at_least letters or more, that not many use

    Dials: sold_codes, edited_letters_at_least, named_letters_at_least of LookalikeDials.
    """
    host = domains.host(text, domain_dials)
    domain = domains.registrable(host, known.suffixes, domain_dials)
    if not host or domains.is_address(host):
        return None
    if imitated := _before(host, domain, known):
        return Lookalike(domain, imitated, Imitation.SUBDOMAIN)
    if domain in known.domains:
        return None
    told = _told(domain, known.suffixes)
    for reason, look in _LOOKS.items():
        if imitated := look(told, known, dials):
            return Lookalike(domain, imitated, reason)
    return Lookalike(domain, "", Imitation.MIXED_SCRIPTS) if any(map(is_mixed, domains.shown(host).split("."))) else None


def is_mixed(label: str) -> bool:
    """Whether a label has letters of scripts that do not stand together in one language."""
    scripts = {name(char, "").partition(" ")[0] for char in label if char.isalpha()}
    return len(scripts) > 1 and not scripts <= _TOGETHER


def read_as(label: str, confusables: Confusables) -> str:
    """What a label is read as: without marks, every letter and every run of letters as what it passes for."""
    bare = "".join(char for char in normalize("NFD", label) if not combining(char))
    read = bare.translate(confusables.letters).translate(confusables.letters)  # twice: a dotless i passes for i, and i for l
    for run, passed in confusables.runs:
        read = read.replace(run, passed)
    return read


def are_alike(a: str, b: str, dials: LookalikeDials = AS_SHIPPED) -> bool:
    """Whether two domains have one name, or long names one edit apart: cityherald.com and cityherald.net, daily-a.com and daily-b.com."""
    first, other = (domain.partition(".")[0] for domain in (a, b))
    is_long = min(len(first), len(other)) >= dials.edited_letters_at_least
    return first == other or (is_long and is_one_edit(first, other))


def is_one_edit(a: str, b: str) -> bool:
    """Whether a letter more, less or other, or two neighbours in the other order, make one of the other."""
    if len(a) != len(b):
        short, long = sorted((a, b), key=len)
        return len(long) - len(short) == 1 and short in _shortened(long)
    apart = [k for k in range(len(a)) if a[k] != b[k]]
    turned = len(apart) == 2 and apart[1] - apart[0] == 1 and a[apart[0]] + a[apart[1]] == b[apart[1]] + b[apart[0]]
    return len(apart) == 1 or turned


def _before(host: str, domain: str, known: KnownDomains) -> str:
    """A known domain among the labels before another one, or reaching into it up to a hyphen: bbc.com-news.example."""
    labels = [label for label in host.removesuffix(domain).split(".") if label]
    if labels:
        into, hyphen, _ = domain.partition("-")
        labels += [into] if hyphen and "." not in into else []
    runs = (".".join(labels[k : k + size]) for size in known.sizes for k in range(len(labels) - size + 1))
    return min(known.domains.intersection(runs), default="")


def _confusable(split: _SplitDomain, known: KnownDomains, dials: LookalikeDials) -> str:
    """A domain with another name that is read the same; under another suffix only if its name is told there."""
    alike = known.skeletons.get(read_as(split.name, known.confusables), ())
    for domain in alike:
        other = _told(domain, known.suffixes)
        if other.name != split.name and (other.end == split.end or _named(other.name, split.end, known, dials)):
            return domain
    return ""


def _elsewhere(domain: _SplitDomain, known: KnownDomains, dials: LookalikeDials) -> str:
    """The domain of the same name, unless the suffix is one that editions have: a country's, given by its registry."""
    country = domain.end.rpartition(".")[2]
    is_edition = _CODE.fullmatch(country) and country not in dials.sold_codes and domain.end not in known.suffixes.private
    return "" if is_edition else _named(domain.name, domain.end, known, dials)


def _hyphenated(split: _SplitDomain, known: KnownDomains, dials: LookalikeDials) -> str:
    """The domain of a name that stands between hyphens."""
    parts = split.name.split("-") if "-" in split.name else []
    return next((domain for part in parts if (domain := _named(part, split.end, known, dials))), "")


def _edited(split: _SplitDomain, known: KnownDomains, dials: LookalikeDials) -> str:
    """A domain of the same suffix one edit away; its first letter stands, and a number set in is a station's: abc7news.com."""
    near = sorted({other for form in _shortened(split.name) for other in known.shortened.get(form, ())})
    for other in near:
        is_long = len(other) >= dials.edited_letters_at_least
        is_station = len(split.name) > len(other) and _DIGIT.sub("", split.name) == other
        domain = _under(split.end, known.names[other], known)
        if domain and is_long and other[:1] == split.name[:1] and not is_station and is_one_edit(split.name, other):
            return domain
    return ""


_LOOKS: Mapping[Imitation, Callable[[_SplitDomain, KnownDomains, LookalikeDials], str]] = MappingProxyType(
    {
        Imitation.CONFUSABLE: _confusable,
        Imitation.OTHER_SUFFIX: _elsewhere,
        Imitation.HYPHENATED: _hyphenated,
        Imitation.ONE_EDIT: _edited,
    }
)


def _named(name: str, end: str, known: KnownDomains, dials: LookalikeDials) -> str:
    """The domain of a name that has credibility to borrow and is long enough; the one under the same suffix, else the best known."""
    of = known.names.get(name, ()) if len(name) >= dials.named_letters_at_least else ()
    return _under(end, of, known) or next(iter(of), "")


def _under(end: str, of: Iterable[str], known: KnownDomains) -> str:
    """The first of these domains that has this suffix."""
    return next((domain for domain in of if domains.suffix(domain, known.suffixes) == end), "")


def _told(domain: str, suffixes: Suffixes) -> _SplitDomain:
    end = domains.suffix(domain, suffixes)
    return _SplitDomain(domains.shown(domain.removesuffix(end).removesuffix(".")), end)


def _registrable(names: Iterable[str], suffixes: Suffixes) -> list[str]:
    """Their registrable domains, the shortest first."""
    return sorted({domains.registrable(domain, suffixes) for domain in names} - {""}, key=lambda domain: (len(domain), domain))


def _by(known: Iterable[str], key: Callable[[str], str]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for domain in known:
        found[key(domain)] = (*found.get(key(domain), ()), domain)
    return MappingProxyType(found)


def _shortened(name: str) -> frozenset[str]:
    """A name, and what it is with any one letter less: two names one edit apart have one of these in common."""
    return frozenset((name, *(name[:k] + name[k + 1 :] for k in range(len(name)))))
