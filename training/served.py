"""Pairs as the engine serves them: our written documents in every form, and the pack so that no form tells a label.

For a claim of a document in `written.jsonl.gz` the label holds beside the sentences that settle it, alone or with their neighbours, with or
without the title and the date. The same claim beside other sentences of its document, or of another document about something like it, is
neutral. A sentence lightly edited is a near-verbatim support of itself, so that shared words and shared numbers tell nothing.

The other sources are drawn so that each has every label about as often; where one has no neutral pair, evidence near to the claim that
does not settle it is put beside it. Last, pairs are dropped until lengths and digits tell nothing of the label. A tenth of the documents is
held out: nothing here ever learns from them.
"""

import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from math import ceil, log
from pathlib import Path
from random import Random

import numpy as np

from training import amounts, made, pairs, templates
from training.pairs import Pair
from veracious.rules.judging import served

WRITTEN = Path(__file__).parent / "written.jsonl.gz"
HELD_OUT = 10  # one document in so many is never learned from
COMMON = 0.1  # share of the texts above which a word tells nothing
WORD = re.compile(r"[a-z]{3,}|\d[\d.,]*")
NUMBER = re.compile(r"\d[\d.,]*")
TITLED = re.compile(r"^([A-Z][^:.]{1,60}): (?=\S)")
NAMES = re.compile(r"(?:[A-Z][\w'’-]+)(?: (?:of |the |de )?[A-Z][\w'’-]+){0,3}")
EDITS = (
    (" per cent", "%"),
    (" and ", " and also "),
    ("However, ", ""),
    (" also ", " "),
    (" about ", " around "),
    (" said that ", " said "),
)
OPENINGS = ("after", "when", "if", "although", "while", "as ", "in ", "before", "since")  # of a head that says nothing by itself
# How many pairs of each label a round draws of each source; None: all there are. Sources that lack a label are drawn thinly.
DRAWN: dict[str, int | None] = {
    "scifact_train": None,
    "scifact_train+neg": 150,
    "check_covid": None,
    "factcheckgpt": 300,
    "fm2_dev": None,
    "fm2_dev+neg": 450,
    "fever_dev": 1400,
    "feverous_dev": 500,
    "cad_nli": 600,
    "breaking_nli": 200,
    "taxinli_mnli": 1000,
    "snli_devtest": 500,
    "conjnli": 400,
    "summedits": 250,
    "pubmedqa": 60,
    "fever_symmetric_dev": 150,
    "folio": 120,
    "bump": 200,
    "wice_train_partial": 120,
}
APART = 2  # sentences that are farther apart are told without what stands between
THIN = 0.4  # of the claims and the pack's pairs whose near sentences nobody named: what a round draws
REMEMBERED = 0.3  # of what was learned before, in a round that is about the newest documents
COMPUTED = 3000  # scenes of `templates.py` in a round
SIDED = ("fever_dev", "feverous_dev", "fever_symmetric_dev", "summedits")  # no neutral pair of their own


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim about a document: what its sentences say of it, and which of the others come near and settle nothing."""

    text: str
    label: str
    sentences: tuple[int, ...]
    kind: str
    near: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Written:
    """A document of `written/` with its claims."""

    id: str
    subject: str
    title: str
    published: date | None
    sentences: tuple[str, ...]
    claims: tuple["Claim", ...]

    @property
    def held_out(self) -> bool:
        """Whether nothing may learn from it."""
        return zlib.crc32(self.id.encode()) % HELD_OUT == 0


def documents() -> list[Written]:
    """All documents that were written with claims: those of the pack and those added since."""
    found = []
    for row in pairs.read(WRITTEN):
        claims = tuple(
            Claim(one["claim"], one["label"], tuple(one["sentences"]), one["kind"], tuple(one.get("near", ()))) for one in row["claims"]
        )
        day = date.fromisoformat(str(row["published"])) if row["published"] else None
        found.append(Written(str(row["id"]), str(row["subject"]), str(row["title"]), day, tuple(row["sentences"]), claims))
    return found


def quote(document: Written, chosen: Sequence[int], random: Random, without: Sequence[int] = ()) -> str:
    """The sentences alone, or with the one before, after, or both; a neighbour that is not to be told stays out.

    Sentences that stand far apart are put together, as the check of an answer does.
    """
    first, last = min(chosen), max(chosen)
    if last - first > APART:
        return " ".join(document.sentences[at] for at in sorted(chosen))
    drawn = random.random()
    if drawn > 0.5 and last - first < 2:
        before, after = drawn > 0.66, 0.5 < drawn <= 0.66 or drawn > 0.88
        first -= before and first > 0 and first - 1 not in without
        last += after and last + 1 < len(document.sentences) and last + 1 not in without
    return " ".join(document.sentences[first : last + 1])


def form(text: str, title: str, published: date | None, random: Random) -> str:
    """The quote as it may be served: bare, with the title, with title and date."""
    drawn = random.random()
    return text if drawn < 0.2 else served.text(text, title, published if drawn > 0.45 else None)


def words(text: str) -> frozenset[str]:
    """The words and numbers of a text."""
    return frozenset(WORD.findall(text.lower()))


def shared(claim: str, text: str) -> float:
    """The share of the claim's words that the text has."""
    asked = words(claim)
    return len(asked & words(text)) / len(asked) if asked else 0.0


def of_written(known: Sequence[Written], random: Random) -> list[Pair]:
    """One round over the documents: every claim once beside what is named for it, and the neutral and near-verbatim pairs made of them."""
    drawn: list[Pair] = []
    for document in known:
        for claim in document.claims:
            if not claim.near and random.random() > THIN:
                continue
            text = form(quote(document, claim.sentences, random), document.title, document.published, random)
            drawn.append(Pair(claim.text, text, claim.label, f"written/{claim.kind}"))
            if random.random() < (0.8 if claim.near else 0.3):  # what was named as near teaches most
                drawn.extend(_elsewhere(document, claim, random))
        drawn.extend(_verbatim(document, random))
    return drawn + list(_other_documents(known, random))


def _elsewhere(document: Written, claim: Claim, random: Random) -> Iterator[Pair]:
    """The claim beside another sentence of its document: one that was named as near, or else one that shares little with it.

    What shares much with a claim and was not named could settle it too.
    """
    if claim.near:
        at, kind = random.choice(claim.near), "near"
        text = document.sentences[at]
    else:
        settling = claim.sentences
        others = [at for at in range(len(document.sentences)) if at not in settling and shared(claim.text, document.sentences[at]) < 0.5]
        if not others:
            return
        at = max(random.sample(others, min(3, len(others))), key=lambda at: shared(claim.text, document.sentences[at]))
        text, kind = quote(document, (at,), random, settling), "elsewhere"
    yield Pair(claim.text, form(text, document.title, document.published, random), "neutral", f"written/{kind}")


def _verbatim(document: Written, random: Random) -> Iterator[Pair]:
    """Two sentences of the document as claims about itself: as they are, or with one number changed."""
    plain = [at for at, one in enumerate(document.sentences) if 6 <= len(one.split()) <= 40]
    for at in random.sample(plain, min(2, len(plain))):
        claim = edited(document.sentences[at], random)
        text = form(quote(document, (at,), random), document.title, document.published, random)
        drawn = random.random()
        if drawn < 0.3:
            changed = made._number(Pair(claim, document.sentences[at], "supports", ""), random)
            changed = changed or made._denied(Pair(claim, document.sentences[at], "supports", ""), random)
            if changed:
                yield Pair(changed.claim, text, "refutes", "written/verbatim_changed")
        elif drawn < 0.45:
            rest = [one for one in range(len(document.sentences)) if abs(one - at) > 1 and shared(claim, document.sentences[one]) < 0.5]
            if rest:
                other = quote(document, (random.choice(rest),), random, (at,))
                yield Pair(claim, form(other, document.title, document.published, random), "neutral", "written/verbatim_elsewhere")
        else:
            yield Pair(claim, text, "supports", "written/verbatim")


def edited(sentence: str, random: Random) -> str:
    """The sentence with light changes that leave what it says."""
    for old, new in EDITS:
        if old in sentence and random.random() < 0.5:
            sentence = sentence.replace(old, new, 1)
    if random.random() < 0.25 and ", " in sentence[20:]:
        head = sentence[: 20 + sentence[20:].index(", ")]
        if len(head.split()) >= 7 and not head.lower().startswith(OPENINGS):
            sentence = head + "."
    return sentence


def _other_documents(known: Sequence[Written], random: Random) -> Iterator[Pair]:
    """An eighth of the claims beside what a search would bring of other documents; what shares most of the claim is left out."""
    lines = [(index, at) for index, document in enumerate(known) for at in range(len(document.sentences))]
    texts = [f"{known[index].title}. {known[index].sentences[at]}" for index, at in lines]
    claims = [(index, claim.text) for index, document in enumerate(known) for claim in document.claims if random.random() < 0.12]
    near = nearest([claim for _, claim in claims], texts, 30)
    for (own, claim), ranked in zip(claims, near, strict=True):
        kept = [lines[at] for at in ranked if lines[at][0] != own and shared(claim, texts[at]) < 0.6][:6]
        if kept:
            index, at = random.choice(kept)
            other = known[index]
            yield Pair(claim, form(quote(other, (at,), random), other.title, other.published, random), "neutral", "written/other_document")


def nearest(asked: Sequence[str], texts: Sequence[str], most: int) -> list[list[int]]:
    """For each question the texts that share the most telling words with it, the nearest first."""
    holding: dict[str, list[int]] = defaultdict(list)
    said = [words(text) for text in texts]
    for at, found in enumerate(said):
        for word in found:
            holding[word].append(at)
    telling = {word: log(len(texts) / len(places)) for word, places in holding.items() if len(places) < COMMON * len(texts)}
    sizes = np.array([sum(telling.get(word, 0.0) ** 2 for word in found) ** 0.5 or 1.0 for found in said])
    rows = []
    for question in asked:
        scores = np.zeros(len(texts))
        for word in words(question):
            if word in telling:
                scores[holding[word]] += telling[word] ** 2
        scores /= sizes
        top = np.argpartition(-scores, min(most, len(texts) - 1))[:most]
        rows.append(top[np.argsort(-scores[top])].tolist())
    return rows


def of_pack(random: Random, without: Sequence[str] = ()) -> list[Pair]:
    """One round over the rest of the pack: each label of a source as often as the others, as far as there are so many."""
    by_source: dict[str, dict[str, list[Pair]]] = defaultdict(lambda: defaultdict(list))
    for pair in [*pairs.stance("train"), *pairs.stance("more")]:
        if pair.source in DRAWN and not pair.source.startswith(tuple(without) or ("\0",)):
            by_source[pair.source][pair.label].append(pair)
    drawn: list[Pair] = []
    for source, labels in by_source.items():
        for label in list(labels):
            most = DRAWN[source]
            drawn += labels[label] if most is None else random.sample(labels[label], min(most, len(labels[label])))
        if source in SIDED:
            drawn += _beside_near([pair for held in labels.values() for pair in held], min(DRAWN[source] or 0, 1400), random)
    return [dressed(pair, random) for pair in drawn]


def _beside_near(pairs: Sequence[Pair], most: int, random: Random) -> list[Pair]:
    """Claims beside evidence of the same source that is near and does not speak of most of the claim."""
    asked = random.sample(list(pairs), min(most, len(pairs)))
    texts = sorted({pair.evidence for pair in pairs})
    chosen = []
    for pair, ranked in zip(asked, nearest([pair.claim for pair in asked], texts, 40), strict=True):
        kept = [texts[at] for at in ranked if texts[at] != pair.evidence and shared(pair.claim, texts[at]) < 0.5][:8]
        if kept:
            chosen.append(Pair(pair.claim, random.choice(kept), "neutral", f"{pair.source}/near"))
    return chosen


def dressed(pair: Pair, random: Random) -> Pair:
    """The pair in the form of a served one: with a title of its evidence's own words, or without one if it had it."""
    text = untokenised(pair.evidence) if random.random() < 0.7 else pair.evidence
    claim = untokenised(pair.claim) if random.random() < 0.7 else pair.claim
    own = TITLED.match(text)
    if own:
        text = text[own.end() :]
        title = own[1]
    else:
        named = [one for one in NAMES.findall(text) if len(one) > 4]
        title = random.choice(named[:2]) if named else " ".join(text.split()[:5]).rstrip(".,;")
    if random.random() < 0.55:
        return Pair(claim, text, pair.label, pair.source)
    day = date(random.randint(2005, 2026), random.randint(1, 12), random.randint(1, 28)) if random.random() < 0.5 else None
    return Pair(claim, served.text(text, title, day), pair.label, pair.source)


def untokenised(text: str) -> str:
    """Spaces before punctuation and doubled quotation marks mended, as a page would have them."""
    text = text.replace("``", '"').replace("''", '"').replace("-LRB-", "(").replace("-RRB-", ")")
    return re.sub(r"\s+([.,;:!?)%])", r"\1", re.sub(r"\(\s+", "(", text)).replace(" 's", "'s").replace(" n't", "n't")


def blank(pairs: Sequence[Pair], random: Random, most: int) -> list[Pair]:
    """Claims beside no text at all, or beside a title alone."""
    drawn = random.sample(list(pairs), most)
    titles = [one.evidence.split(": ")[0] for one in drawn if ": " in one.evidence] or [""]
    texts = ("", ".", "No text.", "…")
    shown = (random.choice(texts) if random.random() < 0.5 else f"{random.choice(titles)}:" for _ in drawn)
    return [Pair(one.claim, text, "neutral", "blank") for one, text in zip(drawn, shown, strict=True)]


def levelled(pairs: Sequence[Pair], random: Random) -> list[Pair]:
    """As many pairs as can be kept when every label is as frequent among pairs of one form as among all.

    A form is how long claim and evidence are, whether the claim has a digit, and how many the evidence has.
    """
    share = Counter(pair.label for pair in pairs)
    forms: dict[tuple[int, ...], dict[str, list[Pair]]] = defaultdict(lambda: defaultdict(list))
    for pair in pairs:
        digits = len(NUMBER.findall(pair.evidence))
        name = (min(len(pair.claim) // 20, 7), min(len(pair.evidence) // 100, 5), int(bool(NUMBER.search(pair.claim))), min(digits, 3))
        forms[name][pair.label].append(pair)
    kept: list[Pair] = []
    for labels in forms.values():
        most = min(len(labels[label]) / count for label, count in share.items())
        for label, members in labels.items():
            kept += random.sample(members, min(len(members), ceil(1.25 * most * share[label])))  # a few more than exactly level
    return kept


def round_of(seed: int, without: Sequence[str] = (), newest: Sequence[str] = ()) -> list[Pair]:
    """All pairs of one round, shuffled; where subjects are `newest`, those whole and a part of the rest, so that nothing is forgotten."""
    random, share = Random(seed), REMEMBERED if newest else 1.0
    known = [document for document in documents() if not document.held_out]
    if unknown := set(newest) - {document.subject for document in known}:
        raise ValueError(f"no written document is about {', '.join(sorted(unknown))}")
    learned = [one for one in known if not newest or one.subject in newest or random.random() < share]
    packed = of_pack(random, without)
    drawn = levelled(of_written(learned, random), random) + levelled(random.sample(packed, round(share * THIN * len(packed))), random)
    drawn += levelled(list(templates.pairs(round(share * COMPUTED), random, (*templates.SCENES, *amounts.SCENES))), random)
    drawn += blank(drawn, random, round(share * 300))
    random.shuffle(drawn)
    return drawn


def held_out(seed: int = 5) -> list[Pair]:
    """The claims of the held-out documents beside what is named for them, and beside another sentence, as served."""
    random = Random(seed)
    drawn = []
    for document in documents():
        if document.held_out:
            for claim in document.claims:
                body = " ".join(document.sentences[min(claim.sentences) : max(claim.sentences) + 1])
                drawn.append(Pair(claim.text, served.text(body, document.title, document.published), claim.label, f"written/{claim.kind}"))
                if random.random() < 0.4:
                    drawn.extend(_elsewhere(document, claim, random))
    return drawn
