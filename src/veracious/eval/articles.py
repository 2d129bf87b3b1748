"""The written articles (`evals/articles`): which of their claims are found, and what else is taken for a claim.

What counts as a claim and when two match is fixed in `evals/articles/README.md`. Every function is pure but the two that read a file.
"""

import gzip
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from veracious.domain.article import ArticleClaim
from veracious.domain.span import Span
from veracious.eval import metrics
from veracious.eval.metrics import Figure, Ints

LEAST_F1 = 0.6  # of content words; fixed before anything was scored
SHORTEST_STEM = 3

STOP_WORDS = frozenset(
    """
    a an the
    i me my mine we us our ours you your yours he him his she her hers it its they them their theirs
    himself herself itself themselves who whom whose which what that this these those there here
    of in on at by to for from with into onto upon over under about as than per via within between among during before after since until
    through against towards toward off out up down
    and or but if so because while whereas although though when where whether also too both either then
    is are was were be been being am has have had having do does did will would shall should can could may might must
    say says said saying according th
    """.split()
)
NEGATIONS = frozenset(
    "no not never none nobody nothing nowhere neither nor without deny denies denied denying".split(),
)
_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)*")
_PERCENT = re.compile(r"%|\bper cent\b")
_NEGATED_VERBS = (("can't", "can not"), ("cannot", "can not"), ("won't", "will not"), ("n't", " not"))


@dataclass(frozen=True, slots=True)
class AnnotatedClaim:
    """A claim that a reader marked, in words that stand alone."""

    text: str
    kind: str
    sentence: str = ""  # that states it; empty in a text without places
    span: Span | None = None  # of that sentence
    speaker: str = ""
    optional: bool = False  # finding it is neither right nor wrong, and missing it costs nothing


@dataclass(frozen=True, slots=True)
class AnnotatedArticle:
    """An article, or another text, with the claims that a reader marked."""

    id: str
    kind: str
    text: str
    claims: tuple[AnnotatedClaim, ...]
    title: str = ""
    byline: str = ""
    published: str = ""
    sentences: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Pair:
    """An annotated claim and the predicted one that matches it."""

    annotated: AnnotatedClaim
    predicted: ArticleClaim
    f1: float  # of content words

    @property
    def stands_alone(self) -> bool:
        """Whether the predicted claim holds every capitalised word of the annotated one."""
        return not _capitalised(self.annotated.text) - set(_content(self.predicted.text))


@dataclass(frozen=True, slots=True)
class Matched:
    """What came together in an article, what was missed, and what is spurious; optional claims are in none of the three."""

    pairs: tuple[Pair, ...]
    missed: tuple[AnnotatedClaim, ...]
    spurious: tuple[ArticleClaim, ...]


@dataclass(frozen=True, slots=True)
class Counts:
    """How many claims match, are annotated and are predicted; optional ones left out."""

    matched: int
    annotated: int
    predicted: int

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(self.matched + other.matched, self.annotated + other.annotated, self.predicted + other.predicted)

    @property
    def recall(self) -> float:
        """The share of annotated claims that match; 0 when there are none."""
        return _share(self.matched, self.annotated)

    @property
    def precision(self) -> float:
        """The share of predicted claims that match; 0 when there are none."""
        return _share(self.matched, self.predicted)

    @property
    def f1(self) -> float:
        """2 × matched / (annotated + predicted)."""
        return _share(2 * self.matched, self.annotated + self.predicted)


@dataclass(frozen=True, slots=True)
class Score:
    """The figures of many articles, with what was missed and what is spurious, each beside the article's id."""

    counts: Counts
    recall: Figure
    precision: Figure
    f1: Figure
    by_article_kind: Mapping[str, Counts]
    by_claim_kind: Mapping[str, Counts]  # recall only: predicted claims have no kind
    standing_alone: float  # share of the matched pairs
    missed: tuple[tuple[str, AnnotatedClaim], ...]
    spurious: tuple[tuple[str, ArticleClaim], ...]


def load(path: Path) -> tuple[AnnotatedArticle, ...]:
    """The articles of a file of `evals/articles`."""
    return of_rows([json.loads(line) for line in path.read_text("utf-8").splitlines()])


def of_rows(rows: Sequence[Mapping[str, Any]]) -> tuple[AnnotatedArticle, ...]:
    """The articles of rows, one a row."""
    return tuple(map(_article, rows))


def load_factcheckgpt(path: Path) -> tuple[AnnotatedArticle, ...]:
    """The answers of `ledger/factcheckgpt.jsonl.gz` with the claims that were taken from them; these have no places."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return of_answers(list(map(json.loads, lines)))


def of_answers(rows: Sequence[Mapping[str, Any]]) -> tuple[AnnotatedArticle, ...]:
    """The answers of rows that are pairs of a claim and a document; each claim of an answer once."""
    claims: dict[str, dict[str, AnnotatedClaim]] = {}
    for row in rows:
        claims.setdefault(row["response"], {}).setdefault(" ".join(row["claim"].split()), AnnotatedClaim(row["claim"], "other"))
    return tuple(
        AnnotatedArticle(f"factcheckgpt-{at:02}", "answer", response, tuple(marked.values()))
        for at, (response, marked) in enumerate(claims.items())
    )


def match(annotated: Sequence[AnnotatedClaim], predicted: Sequence[ArticleClaim]) -> Matched:
    """Pair the claims of one article, one to one, the highest F1 first; among equals the earlier claims."""
    found = ((word_f1(mark, claim), at, place) for at, mark in enumerate(annotated) for place, claim in enumerate(predicted))
    candidates = sorted((-f1, at, place) for f1, at, place in found if f1 >= LEAST_F1 and agree(annotated[at], predicted[place]))
    pairs: list[Pair] = []
    marks, claims = set(range(len(annotated))), set(range(len(predicted)))
    for minus_f1, at, place in candidates:
        if at in marks and place in claims:
            marks.remove(at)
            claims.remove(place)
            pairs.append(Pair(annotated[at], predicted[place], -minus_f1))
    return Matched(
        tuple(pair for pair in pairs if not pair.annotated.optional),
        tuple(annotated[at] for at in sorted(marks) if not annotated[at].optional),
        tuple(predicted[place] for place in sorted(claims)),
    )


def agree(annotated: AnnotatedClaim, predicted: ArticleClaim) -> bool:
    """Whether place, numbers and negation let the two be the same claim; words are judged by `word_f1`."""
    if annotated.span is not None and not annotated.span.overlaps(predicted.span):
        return False
    wanted = numbers(annotated.text)
    if annotated.sentence:
        wanted &= numbers(annotated.sentence)
    return not wanted - numbers(predicted.text) and negated(annotated.text) == negated(predicted.text)


def word_f1(annotated: AnnotatedClaim, predicted: ArticleClaim) -> float:
    """The F1 of content words, the better of two: of the annotated text as it is, and with its speaker before it."""
    wanted, given = _content(annotated.text), _content(predicted.text)
    return max(_f1(wanted, given), _f1(wanted + _content(annotated.speaker), given))


def numbers(text: str) -> Counter[str]:
    """The numbers in digits, each as often as it occurs."""
    return Counter(token.replace(",", "") for token in tokens(text) if token[0].isdigit())


def negated(text: str) -> bool:
    """Whether the text holds a word of negation."""
    return not NEGATIONS.isdisjoint(tokens(text))


def tokens(text: str) -> list[str]:
    """The words and numbers of a text, lower-cased, without possessive endings."""
    plain = _PERCENT.sub(" percent ", text.lower().replace("’", "'"))
    for contraction, words in _NEGATED_VERBS:
        plain = plain.replace(contraction, words)
    return [token.removesuffix("'s") for token in _TOKEN.findall(plain)]


def stem(word: str) -> str:
    """A word without the endings of plural and tense."""
    if len(word) <= SHORTEST_STEM or word[0].isdigit():
        return word
    if word.endswith(("ies", "ied")):
        return _unless_short(word, word[:-3] + "y")
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) >= len(ending) + SHORTEST_STEM:
            word = word.removesuffix(ending)
            break
    else:
        if word[-1] == "s" and word[-2] not in "sui":
            word = word[:-1]
    if word.endswith("e"):
        word = _unless_short(word, word[:-1])
    return _unless_short(word, word[:-1]) if word[-1] == word[-2] else word


def totals(article: AnnotatedArticle, matched: Matched) -> tuple[Counts, dict[str, Counts]]:
    """The counts of an article, and those of each kind of claim in it."""
    counts = Counts(len(matched.pairs), len(matched.pairs) + len(matched.missed), len(matched.pairs) + len(matched.spurious))
    right = Counter(pair.annotated.kind for pair in matched.pairs)
    wanted = right + Counter(claim.kind for claim in matched.missed)
    return counts, {kind: Counts(right[kind], wanted[kind], 0) for kind in {claim.kind for claim in article.claims} if wanted[kind]}


def score(articles: Sequence[AnnotatedArticle], predicted: Mapping[str, Sequence[ArticleClaim]]) -> Score:
    """The figures of predicted claims, given by the id of their article; an article without an entry has none predicted."""
    matches = [match(article.claims, predicted.get(article.id, ())) for article in articles]
    by_article_kind: dict[str, Counts] = {}
    by_claim_kind: dict[str, Counts] = {}
    rows = []
    for article, matched in zip(articles, matches, strict=True):
        counts, kinds = totals(article, matched)
        rows.append((counts.matched, counts.annotated, counts.predicted))
        for table, key, value in ((by_article_kind, article.kind, counts), *((by_claim_kind, *item) for item in kinds.items())):
            table[key] = table.get(key, Counts(0, 0, 0)) + value
    counts = sum(by_article_kind.values(), Counts(0, 0, 0))
    recall, precision, f1 = _intervals(counts, np.asarray(rows, dtype=np.int64))
    pairs = [pair for matched in matches for pair in matched.pairs]
    named = list(zip((article.id for article in articles), matches, strict=True))
    return Score(
        counts,
        recall,
        precision,
        f1,
        dict(sorted(by_article_kind.items())),
        dict(sorted(by_claim_kind.items())),
        _share(sum(pair.stands_alone for pair in pairs), len(pairs)),
        tuple((id, claim) for id, matched in named for claim in matched.missed),
        tuple((id, claim) for id, matched in named for claim in matched.spurious),
    )


def _article(row: Mapping[str, Any]) -> AnnotatedArticle:
    spans = tuple(Span(sentence["start"], sentence["end"]) for sentence in row["sentences"])
    claims = tuple(
        AnnotatedClaim(claim["text"], claim["kind"], sentence["text"], span, claim.get("speaker", ""), claim.get("optional", False))
        for span, sentence in zip(spans, row["sentences"], strict=True)
        for claim in sentence["claims"]
    )
    return AnnotatedArticle(row["id"], row["kind"], row["text"], claims, row["title"], row["byline"], row["published"], spans)


def _intervals(counts: Counts, rows: Ints, draws: int = metrics.DRAWS, seed: int = metrics.SEED) -> tuple[Figure, Figure, Figure]:
    """Recall, precision and F1 with their intervals, from resamples of whole articles."""
    chosen = np.random.default_rng(seed).integers(0, len(rows), (draws, len(rows)))
    matched, annotated, predicted = np.moveaxis(rows[chosen].sum(axis=1).astype(np.float64), 1, 0)
    return (
        metrics.interval(counts.recall, matched / np.maximum(annotated, 1)),
        metrics.interval(counts.precision, matched / np.maximum(predicted, 1)),
        metrics.interval(counts.f1, 2 * matched / np.maximum(annotated + predicted, 1)),
    )


def _content(text: str) -> Counter[str]:
    """The stems of a text's content words, each as often as it occurs; numbers without their commas."""
    kept = (token for token in tokens(text) if token not in STOP_WORDS and (len(token) > 1 or token.isdigit()))
    return Counter(stem(token).replace(",", "") for token in kept)


def _capitalised(text: str) -> set[str]:
    """The stems of the content words that begin with a capital."""
    return {word for token in _TOKEN.findall(text.replace("’", "'")) if token[0].isupper() for word in _content(token)}


def _f1(wanted: Counter[str], given: Counter[str]) -> float:
    return _share(2 * (wanted & given).total(), wanted.total() + given.total())


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _unless_short(word: str, shorter: str) -> str:
    return shorter if len(shorter) >= SHORTEST_STEM else word
