"""BM25: how well a document's words answer those of a query, whichever store counts them.

score  = Σ over the words of the query of  times in the query × rarity × saturation
rarity = ln(1 + (N − n + offset) / (n + offset))                             n of the N documents have the word
saturation = tf / (tf + k1 × (1 − b + b × length / mean length))             tf: times in the document

What is counted as a document here is a passage. A word of the query may stand in one passage and the next word in another, so a passage
is also given a share of what the best other passage of its document is worth.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log


@dataclass(frozen=True, slots=True)
class LexicalDials:
    """What a word is worth."""

    k1: float = 0.9  # how much a word's repetition adds; 0–2; the figures of the data pack, of Anserini too
    b: float = 0.4  # how far long documents are marked down, moves with `k1`; 0–1; the figures of the data pack, of Anserini too
    rarity_offset: float = 0.5  # added to both counts of documents, so that neither is none; 0.1–1; Robertson and Spärck Jones 1976
    other_share: float = 0.3  # of the best other passage of its document, added to a passage; 0–1; of 0.2, 0.3, 0.5 on claims_train
    in_sight: int = 500  # best passages among which the others of a document are looked for; 100–5,000; 300–1,000 alike on claims_train
    postings_at_most: int = 25_000  # places read for a query, its rarest words first; 5,000–500,000; how p95 grows to 200,000 passages


def rarity(holding: int, documents: int, dials: LexicalDials) -> float:
    """The weight of a word that so many of the documents have: never below 0, larger the fewer have it.

    Formula: Rarity of a word. From A §3 names the store; BM25.

        rarity = ln(1 + (N − n + rarity_offset) / (n + rarity_offset))        n of the N documents have the word

    Dials: rarity_offset of LexicalDials.
    """
    return log(1 + (documents - holding + dials.rarity_offset) / (holding + dials.rarity_offset))


def saturation(times: int, relative_length: float, dials: LexicalDials) -> float:
    """What a word's repetition in a document is worth, from 0 to 1; the length is relative to the mean of all documents.

    Formula: Saturation of a word. From A §3 names the store; BM25.

        saturation = tf / (tf + k1 × (1 − b + b × length / mean length))      tf: times in the document

    Dials: k1, b of LexicalDials.
    """
    return times / (times + dials.k1 * (1 - dials.b + dials.b * relative_length)) if times else 0.0


def rarest(holding: Mapping[str, int], dials: LexicalDials) -> frozenset[str]:
    """The words that are looked up, given how many documents have each: rarest first, as many as fit, and always one.

    Formula: Words looked up. From A §3 names the store; bounds what a search reads.

        looked up = the rarest word, and further ones, rarest first, while the places of all ≤ postings_at_most

    Dials: postings_at_most of LexicalDials.
    """
    read: set[str] = set()
    touched = 0
    for word, places in sorted(holding.items(), key=lambda one: (one[1], one[0])):
        touched += places
        if read and touched > dials.postings_at_most:
            break
        read.add(word)
    return frozenset(read)


def score(query: Sequence[str], corpus: Mapping[str, Counter[str]], dials: LexicalDials) -> Mapping[str, float]:
    """The score of every document that shares a word with the query, by name; equal documents score equally to the last bit.

    Formula: Full-text score. From A §3 names the store; BM25.

        score = Σ over the words of the query of times in the query × rarity × saturation
    """
    total = sum(counts.total() for counts in corpus.values())
    having = {word: [name for name, counts in corpus.items() if word in counts] for word in set(query)}
    read = rarest({word: len(names) for word, names in having.items()}, dials)
    scores: dict[str, float] = {}
    for word, asked in sorted(Counter(query).items()):  # one order of summing, whatever that of the query
        if word not in read:
            continue
        holding = having[word]
        weight = asked * rarity(len(holding), len(corpus), dials)
        for name in holding:
            relative_length = corpus[name].total() * len(corpus) / total
            scores[name] = scores.get(name, 0.0) + weight * saturation(corpus[name][word], relative_length, dials)
    return scores


def together(scores: Mapping[str, float], documents: Mapping[str, str], dials: LexicalDials) -> Mapping[str, float]:
    """The scores of passages, each with a share of the best other of its document; both are among the best of all, equals included.

    Formula: Passages of one document. From ours: a document is found by all of its passages, and each passage has a score of its own.

        score together = score + other_share × score of the best other passage of its document      both among the in_sight best of all

    Dials: other_share, in_sight of LexicalDials.
    """
    order = sorted(scores.values(), reverse=True)
    least = order[min(dials.in_sight, len(order)) - 1] if order else 0.0
    best: dict[str, list[float]] = {}  # of each document, the two highest
    for name, value in scores.items():
        if value >= least:
            best[documents[name]] = sorted((*best.get(documents[name], ()), value), reverse=True)[:2]
    return {
        name: value + dials.other_share * _other(value, best[documents[name]]) if value >= least else value
        for name, value in scores.items()
    }


def _other(value: float, best: Sequence[float]) -> float:
    """The highest of the other passages of a document, of which the two highest are known; 0 when there is no other."""
    return best[0] if value < best[0] else best[1] if len(best) > 1 else 0.0
