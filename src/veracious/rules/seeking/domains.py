"""Who publishes at an address: its host, and the registrable domain of that host by the public suffix list.

Every name is in the form that DNS has of it (ASCII, `xn--…`): a name in another script and its punycode are one, and no two names that only
look alike ever are. The rules of the list's private part count like the others: someone.github.io is a publisher of their own, and what
is known of one site says nothing of its neighbours there.
"""

import re
from dataclasses import dataclass
from unicodedata import normalize
from urllib.parse import unquote

from veracious.domain.errors import TableBroken

_WEB_SCHEMES = frozenset(("http", "https"))
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):(?![0-9]+(?:[/?#]|$))", re.IGNORECASE)  # where a number follows, it is a host with its port
_PORT = re.compile(r":[0-9]*$")
_GROUPS = r"(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4})*)"
_TAIL = r"(?::?(?:[0-9]{1,3}\.){3}[0-9]{1,3})?"  # an IPv4 address may stand for the last two groups
_IPV6 = re.compile(
    rf"(?=[0-9a-f:.]{{2,45}}$)(?:{_GROUPS}?::{_GROUPS}?{_TAIL}|(?:[0-9a-f]{{1,4}}:){{6,7}}[0-9a-f]{{1,4}}{_TAIL})", re.IGNORECASE
)
_BRACKETS = re.compile(r"\[([^\]%]*)(?:%[^\]]*)?\]")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")  # no top-level domain is one: what ends in it is an IPv4 address
_LABEL = re.compile(r"[a-z0-9_-]+")
_RULE = re.compile(r"[a-z0-9-]+(?:\.[a-z0-9-]+)*")  # a name in its one form already: nearly all of the list
_IGNORED = re.compile("[\u00ad\u034f\u180b-\u180d\u200b\u2060\u2064\ufe00-\ufe0f\ufeff]")  # what a browser leaves out of a name (UTS 46)
_BLANK = "".join(map(chr, range(ord("!"))))  # controls and the space
_PUNYCODE = "xn--"
_PRIVATE = "===BEGIN PRIVATE DOMAINS==="


@dataclass(frozen=True, slots=True)
class DomainDials:
    """How long a name may be; what is longer is no name, and no work is done on it."""

    host_chars_at_most: int = 253  # characters of a host; 253; RFC 1035
    label_chars_at_most: int = 63  # characters between two of its dots; 63; RFC 1035


AS_SHIPPED = DomainDials()


@dataclass(frozen=True, slots=True)
class Suffixes:
    """The public suffix list: under which names anybody can have one of their own."""

    rules: frozenset[str]  # "com", "co.uk", "github.io"
    wildcards: frozenset[str]  # "ck" for *.ck: every name right below it is a suffix
    exceptions: frozenset[str]  # "www.ck" for !www.ck: but this one is not
    private: frozenset[str]  # those of the rules and wildcards that a company, and no registry, gives names under: "github.io"


def parse(text: str) -> Suffixes:
    """The list from the text of its file: one rule a line, up to the first blank; `//` opens a comment."""
    found: dict[str, set[str]] = {"": set(), "*.": set(), "!": set(), _PRIVATE: set()}
    is_private = False
    for line in text.splitlines():
        is_private = is_private or _PRIVATE in line
        rule = line.partition(" ")[0].strip()
        if rule and not rule.startswith("//"):
            mark = next(mark for mark in ("!", "*.", "") if rule.startswith(mark))
            bare = rule.removeprefix(mark)
            name = bare if _RULE.fullmatch(bare) else _name(bare, AS_SHIPPED)
            if not name:
                raise TableBroken(f"no rule of the public suffix list: {rule}")
            found[mark].add(name)
            found[_PRIVATE].update([name] if is_private else [])
    if not found[""]:
        raise TableBroken("the public suffix list has no rules")
    return Suffixes(frozenset(found[""]), frozenset(found["*."]), frozenset(found["!"]), frozenset(found[_PRIVATE]))


def registrable(text: str, suffixes: Suffixes, dials: DomainDials = AS_SHIPPED) -> str:
    """The registrable domain of a host or URL; an address, a single label and a bare suffix are themselves; empty when there is no host.

    Formula: Registrable domain. From SPEC §1 (source); public suffix list.

        domain = the public suffix and the label before it; suffix = an exception of the list without its first label,
                 else its longest rule or wildcard, else the last label; the private part of the list counts
        itself   an address, a single label, a bare suffix
        none     a host of more than host_chars_at_most characters, or with more than label_chars_at_most between two dots

    Dials: host_chars_at_most, label_chars_at_most of DomainDials.
    """
    name = host(text, dials)
    if is_address(name):
        return name
    end = suffix(name, suffixes)
    before = name.removesuffix(end).removesuffix(".")
    return f"{before.rpartition('.')[2]}.{end}" if before else name


def suffix(name: str, suffixes: Suffixes) -> str:
    """The public suffix of a host as `host` gives it: an exception, else the longest rule, else the last label."""
    labels = name.split(".")
    ends = [".".join(labels[k:]) for k in range(len(labels))]
    for end in ends:
        if end in suffixes.exceptions:
            return end.partition(".")[2]
    for end in ends:
        if end in suffixes.rules or end.partition(".")[2] in suffixes.wildcards:
            return end
    return ends[-1]


def host(text: str, dials: DomainDials = AS_SHIPPED) -> str:
    """The host of a URL, or one given as it is, without userinfo and port, in lower-case ASCII; empty when there is none.

    What a browser takes for a slash ends the host here too, so that `https://evil.example\\@bbc.com` is evil.example.
    """
    plain = text.strip(_BLANK).replace("\t", "").replace("\n", "").replace("\r", "").replace("\\", "/")
    if _IPV6.fullmatch(plain):
        return plain.lower()
    scheme = _SCHEME.match(plain)
    rest = plain[scheme.end() :] if scheme else plain
    has_slashes = rest.startswith("//")
    is_web = scheme is not None and scheme.group(1).lower() in _WEB_SCHEMES
    if not is_web and not has_slashes and (scheme or rest.startswith("/")):
        return ""  # mailto:, data:, a path
    authority = re.split("[/?#]", rest.lstrip("/"), maxsplit=1)[0]
    named = _PORT.sub("", authority.rpartition("@")[2])
    bracketed = _BRACKETS.fullmatch(named)
    if bracketed:
        return bracketed.group(1).lower() if _IPV6.fullmatch(bracketed.group(1)) else ""
    return _name(named, dials)


def is_address(name: str) -> bool:
    """Whether a host is an IP address, and no name."""
    return ":" in name or bool(_NUMBER.fullmatch(name.removesuffix(".").rpartition(".")[2]))


def shown(name: str) -> str:
    """A host as people read it: labels in punycode in their own script, unless they are not what a browser would make of that script."""
    return ".".join(map(_shown, name.split(".")))


def _name(written: str, dials: DomainDials) -> str:
    """The name as DNS has it; empty when it can be none."""
    plain = unquote(written) if "%" in written else written
    if len(plain) > dials.host_chars_at_most:
        return ""
    labels = _folded(plain).removesuffix(".").split(".")
    if any(len(label) > dials.label_chars_at_most or not _is_visible(label) for label in labels):
        return ""
    names = [label if label.isascii() else _PUNYCODE + label.encode("punycode").decode("ascii") for label in labels]
    whole = ".".join(names)
    fits = len(whole) <= dials.host_chars_at_most and all(len(name) <= dials.label_chars_at_most for name in names)
    return whole if fits and all(_LABEL.fullmatch(name) for name in names) else ""


def _folded(text: str) -> str:
    """One form of a name: compatibility forms, letters in lower case each for itself, ideographic full stops as dots."""
    if text.isascii():
        return text.lower()
    lower = "".join(char.lower() for char in normalize("NFKC", _IGNORED.sub("", text)))
    return normalize("NFKC", lower).replace("。", ".")


def _is_visible(label: str) -> bool:
    """Whether every character can be seen: a joiner or a direction mark would make two names out of one that is read."""
    return label.isprintable() and " " not in label


def _shown(label: str) -> str:
    if not label.startswith(_PUNYCODE):
        return label
    try:
        read = label.removeprefix(_PUNYCODE).encode("ascii").decode("punycode")
    except (ValueError, OverflowError):
        return label
    return read if not read.isascii() and "." not in read and _name(read, AS_SHIPPED) == label else label
