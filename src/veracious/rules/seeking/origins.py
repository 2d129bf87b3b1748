"""Which evidence goes back to one publication: twenty copies are one origin.

Two pieces are tied when one of these holds; ties join into origins:
 1. same page: the same address, canonical address or snapshot;
 2. copied text: most of the shorter one's word shingles stand in the other (candidates by MinHash, so not every pair is compared);
 3. wire byline: both carry the same agency's mark, and some text is shared;
 4. shared quotation: the same run of quoted words, long enough to be nobody else's;
 5. according to: one names the other's publisher as its source, and both speak of the same thing;
 6. link: one links to the other's page, or to where that was first published, and both speak of the same thing.

Bound: a piece meets at most `meetings_at_most` earlier ones per MinHash bin, so the work grows with the pool and not with its square.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

from veracious.domain.evidence import Evidence, Origin
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.tokens import scan
from veracious.rules.seeking import urls
from veracious.rules.seeking.fuse import statement
from veracious.rules.seeking.urls import UrlDials

_QUOTED = re.compile(r"[\"“«„]([^\"“”«»„]{1,600})[\"”»“]")
_SOURCE = re.compile(
    r"(?:[Aa]ccording to|[Aa]s reported by|[Rr]eported by|first reported by|told|via) (?:the |The )?((?:[A-Z][\w.&'’-]* ?){1,5})"
)
# What parts the names of a byline: "By Jo Roe, AP", "AFP/dpa", "Jo Roe with news agency AFP", "Jo Roe (Reuters)".
_BETWEEN = re.compile(r"[,;/|()\[\]•·–—]|\s-\s|\b(?:[Bb]y|BY|and|with|via|for|from|at|[Aa]gency|[Aa]gencies)\b")
_MARK = re.compile(r"\(([^()]+)\)")


@dataclass(frozen=True, slots=True)
class OriginDials:
    """How much two pieces must share to be one publication's."""

    shingle_words: int = 4  # words of a shingle; 3–6; origin pairs
    bins: int = 48  # MinHash bins; 16–128; origin pairs
    meetings_at_most: int = 6  # earlier pieces met per bin; 2–16; bounds the work
    copied_share: float = 0.5  # shared shingles of the shorter piece that make a copy; 0.3–0.8; origin pairs
    wire_share: float = 0.2  # the same under one agency's byline; 0.1–0.5; origin pairs
    shingles_at_least: int = 6  # shorter pieces are compared as a whole only; 4–12; a guess
    quotation_words: int = 8  # a shorter quotation may be had from anywhere; 6–15; origin pairs
    same_topic_share: float = 0.3  # content words two pieces share when they speak of one thing; 0.2–0.5; origin pairs
    joined_by_none: float = 0.4  # credibility whose origins nobody of less makes one; 0.2–0.6; as `unknown_credibility` of trust


@dataclass(frozen=True, slots=True)
class _Piece:
    evidence: Evidence
    shingles: frozenset[int]
    content: frozenset[str]
    wires: frozenset[str]  # agencies, by their marks


class _Ties:
    """Pieces joined step by step, and what joined them."""

    def __init__(self, rated: Sequence[bool]) -> None:
        self.parent = list(range(len(rated)))
        self.reasons: dict[int, set[str]] = {}
        self.rated = rated
        self.holds = dict(enumerate(rated))  # of each root, whether a rated piece is among its own

    def root(self, index: int) -> int:
        while self.parent[index] != index:
            self.parent[index] = self.parent[self.parent[index]]
            index = self.parent[index]
        return index

    def join(self, a: int, b: int, reason: str, value: bool = True) -> None:
        """Join two pieces; what nobody knows, or is `told` by it, never makes one origin of two that are known."""
        first, second = sorted((self.root(a), self.root(b)))
        if first != second and self.holds[first] and self.holds[second] and not value:
            return
        self.holds[first] = self.holds[first] or self.holds[second]
        self.parent[second] = first
        self.reasons[first] = self.reasons.get(first, set()) | self.reasons.pop(second, set()) | {reason}


def cluster(pool: Sequence[Evidence], lexicon: Lexicon, dials: OriginDials, url_dials: UrlDials = urls.AS_SHIPPED) -> tuple[Origin, ...]:
    """The origins of a pool; the order of the pool does not matter.

    Formula: Origins: who makes two of them one. From ours.

        a tie joins the origins of its two pieces; but where both have a piece of credibility ≥ joined_by_none already,
        only if both of its pieces have, or, where one names or links to the other, the one that does

    Dials: joined_by_none of OriginDials.
    """
    ordered = sorted({evidence.id: evidence for evidence in pool}.values(), key=lambda evidence: evidence.id)
    pieces = [_piece(evidence, lexicon, dials) for evidence in ordered]
    ties = _Ties([(evidence.source.credibility or 0.0) >= dials.joined_by_none for evidence in ordered])
    _join_by_keys(ties, ordered, dials, url_dials)
    for a, b in _meetings(pieces, dials):
        if reason := _copied(pieces[a], pieces[b], dials):
            ties.join(a, b, reason, ties.rated[a] and ties.rated[b])
    _join_by_mention(ties, pieces, dials, url_dials)
    members: dict[int, list[str]] = {}
    for index, evidence in enumerate(ordered):
        members.setdefault(ties.root(index), []).append(evidence.id)
    return tuple(Origin(f"origin:{ids[0]}", tuple(ids), tuple(sorted(ties.reasons.get(root, ())))) for root, ids in sorted(members.items()))


def by_evidence(origins: Sequence[Origin]) -> Mapping[str, str]:
    """The origin of each piece of evidence, by id."""
    return {evidence: origin.id for origin in origins for evidence in origin.evidence}


def _piece(evidence: Evidence, lexicon: Lexicon, dials: OriginDials) -> _Piece:
    words = [token.low for token in scan(evidence.text) if token.is_word or token.is_numeral]
    size = dials.shingle_words
    shingles = frozenset(crc32(" ".join(words[k : k + size]).encode()) for k in range(len(words) - size + 1))
    content = frozenset(words) - lexicon.function_words
    return _Piece(evidence, shingles, content, _wires(evidence, lexicon))


def _wires(evidence: Evidence, lexicon: Lexicon) -> frozenset[str]:
    """The agencies that a byline names, or a dateline in the first half of the text: OSLO (AP)."""
    marks = (match.group(1) for match in _MARK.finditer(evidence.text[: len(evidence.text) // 2]))
    names = (name for part in (evidence.byline, *marks) for name in _BETWEEN.split(part))
    return frozenset(_agency(name.strip(), lexicon) for name in names) - {""}


def _agency(name: str, lexicon: Lexicon) -> str:
    """The mark of the agency that a name is, its trade left out: PA Media, Reuters Staff, AP Business Writer; empty when it is none."""
    words = name.removeprefix("The ").removeprefix("the ").split()
    kept = words
    while kept and kept[-1].lower() in lexicon.byline_trades:
        kept = kept[:-1]
    return _mark(" ".join(kept), lexicon) or (_mark(" ".join(kept[:-1]), lexicon) if len(kept) < len(words) else "")


def _mark(text: str, lexicon: Lexicon) -> str:
    """The mark of the agency whose name this is, or whose full name it ends in: Jo Roe Associated Press.

    A mark counts only alone, as the agency writes it or in capitals, so that Pa Diallo is nobody's; a full name begins with a capital.
    """
    found = ""
    for name, mark in lexicon.wire_agencies.items():
        before, written = text[: -len(name)], text[-len(name) :]
        if written.lower() != name or len(name) <= len(found):
            continue
        is_mark = name == mark.lower()
        if (not before and written in (mark, mark.upper())) if is_mark else (written[0].isupper() and before[-1:] in ("", " ")):
            found = name
    return lexicon.wire_agencies.get(found, "")


def _join_by_keys(ties: _Ties, ordered: Sequence[Evidence], dials: OriginDials, url_dials: UrlDials) -> None:
    """Everything that is the same to the letter: page, text, quotation."""
    seen: dict[tuple[str, str], int] = {}
    for index, evidence in enumerate(ordered):
        for reason, key in _keys(evidence, dials, url_dials):
            first = seen.setdefault((reason, key), index)
            if first != index:
                ties.join(first, index, reason, ties.rated[first] and ties.rated[index])


def _keys(evidence: Evidence, dials: OriginDials, url_dials: UrlDials) -> Iterator[tuple[str, str]]:
    """Origins: the same to the letter.

    Formula: Origins: the same to the letter. From ours.

        one origin if the page or the whole text is the same, or quotation_words quoted words in a row

    Dials: quotation_words of OriginDials.
    """
    yield "same page", evidence.passage.snapshot
    yield from (("same page", address) for address in _addresses(evidence, url_dials))
    if len(evidence.text.split()) >= dials.shingles_at_least + dials.shingle_words:  # "Paris is in France." is nobody's
        yield "copied text", statement(evidence.text)
    said = [token.low for match in _QUOTED.finditer(evidence.text) for token in scan(match.group(1)) if token.is_word or token.is_numeral]
    size = dials.quotation_words
    yield from (("shared quotation", " ".join(said[k : k + size])) for k in range(len(said) - size + 1))


def _addresses(evidence: Evidence, url_dials: UrlDials) -> list[str]:
    """Where a page stands and where it says it was first published, in the one form of an address."""
    forms = (urls.normalise(url, url_dials) for url in (evidence.url, evidence.canonical_url) if url)
    return [form for form in forms if form]


def _meetings(pieces: Sequence[_Piece], dials: OriginDials) -> Iterator[tuple[int, int]]:
    """Pairs that share a MinHash: the smallest shingle of a bin.

    Formula: Origins: which pieces are compared. From ours; one-permutation MinHash.

        two pieces meet if the least of their shingles of one remainder mod bins is the same
        a least shingle is remembered of the first meetings_at_most pieces that have it

    Dials: bins, meetings_at_most of OriginDials.
    """
    met: dict[tuple[int, int], list[int]] = {}
    for index, piece in enumerate(pieces):
        others: set[int] = set()
        for key in _minima(piece.shingles, dials).items():
            others.update(met.setdefault(key, []))
            if len(met[key]) < dials.meetings_at_most:
                met[key].append(index)
        yield from ((other, index) for other in sorted(others))


def _minima(shingles: frozenset[int], dials: OriginDials) -> dict[int, int]:
    """One-permutation MinHash: the smallest value in each bin."""
    smallest: dict[int, int] = {}
    for shingle in shingles:
        place = shingle % dials.bins
        smallest[place] = min(shingle, smallest.get(place, shingle))
    return smallest


def _copied(a: _Piece, b: _Piece, dials: OriginDials) -> str:
    """Whether the shorter piece is for the most part in the longer one.

    Formula: Origins: copies. From ours.

        share = |shingles of a ∩ shingles of b| / min(|shingles of a|, |shingles of b|), a shingle being shingle_words words in a row
        one origin if share ≥ copied_share, or share ≥ wire_share under the byline of one agency
        no comparison where the shorter has fewer than shingles_at_least shingles

    Dials: shingle_words, shingles_at_least, copied_share, wire_share of OriginDials.
    """
    shorter = min(len(a.shingles), len(b.shingles))
    if shorter < dials.shingles_at_least:
        return ""
    share = len(a.shingles & b.shingles) / shorter
    if share >= dials.copied_share:
        return "copied text"
    return "wire byline" if a.wires & b.wires and share >= dials.wire_share else ""


def _join_by_mention(ties: _Ties, pieces: Sequence[_Piece], dials: OriginDials, url_dials: UrlDials) -> None:
    """Pieces that name or link to another's page, when both speak of the same thing."""
    by_publisher: dict[str, list[int]] = {}
    by_page: dict[str, int] = {}
    for index, piece in enumerate(pieces):
        by_publisher.setdefault(_publisher(piece.evidence.source.domain), []).append(index)
        for address in _addresses(piece.evidence, url_dials):
            by_page.setdefault(address, index)
    for index, piece in enumerate(pieces):
        for name in _named_sources(piece.evidence.text):
            for other in by_publisher.get(name, ())[: dials.meetings_at_most]:
                apart = pieces[other].evidence.source.domain != piece.evidence.source.domain
                if apart and _same_topic(piece, pieces[other], dials):
                    ties.join(other, index, "according to", ties.rated[index])
        for link in piece.evidence.links:
            linked = by_page.get(urls.normalise(link, url_dials))
            if linked is not None and linked != index and _same_topic(piece, pieces[linked], dials):
                ties.join(linked, index, "link", ties.rated[index])


def _named_sources(text: str) -> set[str]:
    """Every beginning of a capitalised name behind "according to" and the like: where the name ends is not known."""
    named = (match.group(1).split() for match in _SOURCE.finditer(text))
    return {_plain("".join(words[: count + 1])) for words in named for count in range(len(words))} - {""}


def _publisher(domain: str) -> str:
    """The name in a domain: theguardian of theguardian.com, bbc of bbc.co.uk."""
    return _plain(domain.removeprefix("www.").split(".")[0]).removeprefix("the")


def _plain(name: str) -> str:
    return "".join(char for char in name.casefold() if char.isalnum()).removeprefix("the")


def _same_topic(a: _Piece, b: _Piece, dials: OriginDials) -> bool:
    """Origins: mention of another.

    Formula: Origins: mention of another. From ours.

        one origin if one names or links to the other, and
        |content words of a ∩ content words of b| / min(|content words of a|, |content words of b|) ≥ same_topic_share

    Dials: same_topic_share of OriginDials.
    """
    shorter = min(len(a.content), len(b.content))
    return shorter > 0 and len(a.content & b.content) / shorter >= dials.same_topic_share
