"""Evidence that is the article itself: its own page, or a copy of it. An article is no witness for what it says."""

from dataclasses import dataclass
from zlib import crc32

from veracious.domain.evidence import Evidence, Snapshot
from veracious.rules.reading.tokens import scan
from veracious.rules.seeking import urls
from veracious.rules.seeking.urls import UrlDials


@dataclass(frozen=True, slots=True)
class OwnTextDials:
    """When a passage is taken from an article."""

    shingle_words: int = 5  # words of a run that is looked for; 4–8; a guess
    copied_share: float = 0.6  # of a passage's runs, those that stand in the article; 0.4–0.9; a guess
    words_at_least: int = 12  # a shorter passage may be had from anywhere; 8–30; a guess


@dataclass(frozen=True, slots=True)
class OwnText:
    """An article as what is found is compared with it."""

    digest: str
    forms: frozenset[str]  # of its addresses
    shingles: frozenset[int]


def of(article: Snapshot, dials: OwnTextDials, url_dials: UrlDials) -> OwnText:
    """An article made ready to be compared with."""
    addresses = (article.url, article.canonical_url)
    forms = frozenset(form for address in addresses if address and (form := urls.normalise(address, url_dials)))
    return OwnText(article.digest, forms, _shingles(article.text, dials))


def is_from(evidence: Evidence, own: OwnText, dials: OwnTextDials, url_dials: UrlDials) -> bool:
    """Whether a piece of evidence is the article's own text.

    Formula: The article's own text. From ours.

        it is of the same text or the same address, or
        it has words_at_least words, and at least copied_share of its runs of shingle_words words stand in the article

    Dials: words_at_least, copied_share, shingle_words of OwnTextDials.
    """
    if evidence.passage.snapshot == own.digest:
        return True
    addresses = (evidence.url, evidence.canonical_url)
    if any(address and urls.normalise(address, url_dials) in own.forms for address in addresses):
        return True
    shingles = _shingles(evidence.text, dials)
    if len(shingles) + dials.shingle_words - 1 < dials.words_at_least:
        return False
    return len(shingles & own.shingles) / len(shingles) >= dials.copied_share


def _shingles(text: str, dials: OwnTextDials) -> frozenset[int]:
    words = [token.low for token in scan(text) if token.is_word or token.is_numeral]
    size = dials.shingle_words
    return frozenset(crc32(" ".join(words[at : at + size]).encode()) for at in range(len(words) - size + 1))
