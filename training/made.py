"""Pairs made by rule from the training pairs alone: what no annotator wrote, and whose label follows from how it was made.

| name | how | label |
|---|---|---|
| number | a number of a supported claim, which its evidence has too, is changed | refutes |
| nation | a nationality that claim and evidence share is changed in the claim | refutes |
| month | the same for a month | refutes |
| denied | the verb of a supported claim is denied | refutes |
| denied_both | the verb of claim and evidence is denied, the claim being a sentence of the evidence | supports |
| denied_evidence | the claim is a sentence of the evidence, which is denied there | refutes |
| sentence | the claim is a sentence of evidence of several | supports |
| shortened | the same, cut at a comma | supports |
| rest | the claim is a sentence of the evidence, which is left out there | neutral |
| other_name | the name that opens a claim is another | neutral |
| opposite | a word of a supported claim is turned into its opposite | refutes |
| opposite_both | the claim is a sentence of the evidence, a word of which is turned in both | supports |
| opposite_evidence | the same, turned in the evidence only | refutes |
| named | a name inside a supported claim, which its evidence has too, is another | refutes |
| page | other evidence that names what opens the claim, and says little else of what the claim says | neutral |
| mined | the evidence of another claim, near in meaning | neutral |
| random | the evidence of any other claim | neutral |
| alike | the evidence of any other claim of the same source: of its kind, and about something else | neutral |
| blank | no evidence | neutral |

The denied kinds and the opposites come in three, so that a denial or a word alone tells nothing.
"""

import re
from calendar import month_name
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

from training import swapped
from training.pairs import Pair

LEXICONS = Path(__file__).parents[1] / "src/veracious/lexicons/en"
NUMBER = re.compile(r"(?<![\w.,-])\d[\d,]*(?:\.\d+)?(?![\w-])")
VERB = re.compile(r"\b(is|was|are|were|has been|have been|will|can|may|could|would|should)\b(?! not| n't|n't| no )")
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'(])")
NAME = re.compile(r"^((?:[A-Z][\w'.-]+ ?){1,3})(?= (?:is|was|are|were|has|had|did|does|can|will|won|[a-z]+ed)\b)")
NAMES_IN = re.compile(r"(?:[A-Z][\w'.-]+ ?){1,4}")
OPENING = re.compile(r"(?:The |A |An )?((?:[A-Z][\w'.-]+ ?){1,4})")
SIDED = ("fever_dev", "feverous_dev", "fm2_dev")  # every pair of theirs takes a side: nothing in them says that one may be silent
CAPS = {  # of the made pairs, by how they are made
    "number": 2600,
    "nation": 500,
    "month": 300,
    "denied": 1500,
    "denied_both": 900,
    "denied_evidence": 900,
    "sentence": 1800,
    "shortened": 1200,
    "rest": 2600,
    "other_name": 1200,
    "opposite": 2500,
    "opposite_both": 900,
    "opposite_evidence": 900,
    "named": 1500,
    "page": 4000,
    "mined": 2500,
    "random": 1000,
    "alike": 2000,
    "blank": 700,
}


def make(pairs: Sequence[Pair], near: Sequence[Sequence[int]], random: Random) -> list[Pair]:
    """The made pairs of these; `near` gives for each pair the indices of evidence near to its claim, nearest first."""
    order = random.sample(range(len(pairs)), len(pairs))
    made: list[Pair] = []
    for name, maker in (MAKERS | {"named": swapped.named(pairs)}).items():
        found = (maker(pairs[index], random) for index in order)
        made += _named(name, (pair for pair in found if pair is not None))
    made += _named("page", page(pairs, order))
    made += _named("mined", _mined(pairs, near, order))
    made += _named("random", (_replace(pairs[index], "evidence", pairs[random.choice(order)].evidence, "neutral") for index in order))
    made += _named("alike", alike(pairs, random))
    made += _named("blank", (_replace(pairs[index], "evidence", random.choice(("", ".", "No text.", "…")), "neutral") for index in order))
    return made


def _named(name: str, pairs: Iterator[Pair]) -> list[Pair]:
    kept: list[Pair] = []
    for pair in pairs:
        if len(kept) == CAPS[name]:
            break
        kept.append(Pair(pair.claim, pair.evidence, pair.label, f"{pair.source}/{name}"))
    return kept


def _replace(pair: Pair, side: str, text: str, label: str) -> Pair:
    return Pair(text, pair.evidence, label, pair.source) if side == "claim" else Pair(pair.claim, text, label, pair.source)


def _number(pair: Pair, random: Random) -> Pair | None:
    shared = [match for match in NUMBER.finditer(pair.claim) if match[0] in NUMBER.findall(pair.evidence)]
    if pair.label != "supports" or not shared:
        return None
    match = random.choice(shared)
    changed = other_number(match[0], random)
    if changed in pair.evidence:
        return None
    return _replace(pair, "claim", pair.claim[: match.start()] + changed + pair.claim[match.end() :], "refutes")


def other_number(text: str, random: Random) -> str:
    """Another number of the same form: a year stays a year, a large number stays large."""
    value = float(text.replace(",", ""))
    if re.fullmatch(r"1[5-9]\d\d|20\d\d", text):
        return str(int(value) + random.choice((-1, 1)) * random.choice((1, 2, 3, 5, 8, 10, 20, 50)))
    if value == int(value) and value <= 12:
        return str(random.choice([number for number in range(1, 13) if number != value]))
    factor = random.choice((0.1, 0.3, 0.5, 0.7, 1.4, 2, 3, 10))
    if "." in text:
        return f"{value * factor:.{len(text.split('.')[1])}f}"
    return f"{round(value * factor) + (factor < 1)}" if "," not in text else f"{round(value * factor):,}"


def _listed(name: str) -> tuple[str, ...]:
    words = (LEXICONS / f"{name}.txt").read_text("utf-8").splitlines()[1:]
    return tuple(word.split()[0].capitalize() for word in words if word and " " not in word and len(word) > 2)


def _of_list(words: Sequence[str]) -> Callable[[Pair, Random], Pair | None]:
    known = frozenset(words)

    def maker(pair: Pair, random: Random) -> Pair | None:
        told = re.findall(r"[A-Z][a-z]+", pair.evidence)
        shared = [word for word in re.findall(r"[A-Z][a-z]+", pair.claim) if word in known and word in told]
        if pair.label != "supports" or not shared:
            return None
        other = random.choice([word for word in words if word not in told])
        return _replace(pair, "claim", re.sub(rf"\b{shared[0]}\b", other, pair.claim, count=1), "refutes")

    return maker


def deny(text: str) -> str | None:
    """The sentence with its first auxiliary denied, or its first verb; none when there is neither, or it is denied already."""
    if re.search(r"\b(?:not|never|no|nor|neither|none)\b|n't", text):
        return None
    match = VERB.search(text)
    if match is not None:
        return text[: match.end()] + " not" + text[match.end() :]
    plain = next((found for found in re.finditer(r"(?<=\w )[a-z]+\b", text) if found[0] in VERBS), None)
    return None if plain is None else text[: plain.start()] + VERBS[plain[0]] + text[plain.end() :]


def _verbs() -> dict[str, str]:
    """Forms that are verbs without doubt, each with its denial: "relieves" and "does not relieve"."""
    told = {
        name: (LEXICONS / f"{name}.txt").read_text("utf-8").splitlines()[1:]
        for name in ("verbs_regular", "verbs_irregular", "nouns_as_verbs_s")
    }
    nouns = frozenset(told["nouns_as_verbs_s"])
    found = {_third(base): f"does not {base}" for base in told["verbs_regular"] if base not in nouns}
    for row in told["verbs_irregular"]:
        base, past, participle, third, _ = row.split("\t")
        if base in ("be", "have", "do") or base in nouns:
            continue
        found |= dict.fromkeys(third.split("/"), f"does not {base}")
        found |= {form: f"did not {base}" for form in past.split("/") if form != base and form not in participle.split("/")}
    return found


def _third(base: str) -> str:
    if base.endswith(("s", "x", "z", "ch", "sh", "o")):
        return base + "es"
    return base[:-1] + "ies" if base.endswith("y") and base[-2:-1] not in tuple("aeiou") else base + "s"


VERBS = _verbs()


def _denied(pair: Pair, random: Random) -> Pair | None:
    denied = deny(pair.claim)
    return _replace(pair, "claim", denied, "refutes") if denied and pair.label == "supports" else None


def sentences(text: str) -> list[str]:
    """The sentences of evidence that could be claims."""
    return [one.strip() for one in SENTENCE.split(text) if 6 <= len(one.split()) <= 40 and one.strip()[-1:] in ".!"]


def _in_evidence(pair: Pair, random: Random) -> tuple[str, str] | None:
    """A sentence of the evidence, and the same denied."""
    found = [(one, denied) for one in sentences(pair.evidence) if (denied := deny(one))]
    return random.choice(found) if found else None


def _denied_both(pair: Pair, random: Random) -> Pair | None:
    found = _in_evidence(pair, random)
    return found and Pair(found[1], pair.evidence.replace(*found), "supports", pair.source)


def _denied_evidence(pair: Pair, random: Random) -> Pair | None:
    found = _in_evidence(pair, random)
    return found and Pair(found[0], pair.evidence.replace(*found), "refutes", pair.source)


def _sentence(pair: Pair, random: Random) -> Pair | None:
    found = sentences(pair.evidence)
    return Pair(random.choice(found), pair.evidence, "supports", pair.source) if len(found) > 1 else None


def _shortened(pair: Pair, random: Random) -> Pair | None:
    cut = [one.split(", ")[0].strip() for one in sentences(pair.evidence)]
    whole = [one for one in cut if VERB.search(one) and len(one.split()) > 5 and one.count("(") == one.count(")") and one[-1:] not in ".!"]
    return Pair(random.choice(whole) + ".", pair.evidence, "supports", pair.source) if whole else None


def _rest(pair: Pair, random: Random) -> Pair | None:
    found = sentences(pair.evidence)
    if len(found) < 2:
        return None
    claim = random.choice(found)
    return Pair(claim, " ".join(one for one in SENTENCE.split(pair.evidence) if one.strip() != claim), "neutral", pair.source)


def _other_name(pair: Pair, random: Random) -> Pair | None:
    match = NAME.match(pair.claim)
    if match is None or match[1].split()[0] in ("The", "A", "An", "In", "There", "It", "He", "She", "They", "This"):
        return None
    other = random.choice(NAMES)
    return None if other.split()[0] in pair.evidence else _replace(pair, "claim", other + pair.claim[match.end(1) :], "neutral")


NAMES = (
    "Ingrid Solberg", "Tomasz Wilk", "Port Ellery", "Kwame Asante", "The Harrow Bridge", "Lena Fischer", "Castelmonte", "Ravi Menon",
    "The Aldane Company", "Mount Corvin", "Sofia Duarte", "North Quay", "Pavel Orlov", "The Silver Orchard", "Amina Yusuf", "Lake Terrin",
)  # fmt: skip


def _mined(pairs: Sequence[Pair], near: Sequence[Sequence[int]], order: Sequence[int]) -> Iterator[Pair]:
    """Near evidence that speaks of another thing: few words in common with the claim and with its own evidence."""
    for index in order:
        pair = pairs[index]
        own, asked = _words(pair.evidence), _words(pair.claim)
        for other in near[index]:
            told = _words(pairs[other].evidence)
            if len(told & asked) <= 0.4 * len(asked) and len(told & own) <= 0.3 * min(len(own), len(told)):
                yield _replace(pair, "evidence", pairs[other].evidence, "neutral")
                break


def page(pairs: Sequence[Pair], order: Sequence[int]) -> Iterator[Pair]:
    """Other evidence on what opens the claim, which has few words of the rest of it: most of a page says nothing of a claim about it.

    What names it soonest is taken.
    """
    speaks: dict[str, set[str]] = {}
    for pair in pairs:
        if pair.source in SIDED:
            for name in NAMES_IN.findall(pair.evidence):
                speaks.setdefault(name.strip(), set()).add(pair.evidence)
    for index in order:
        pair = pairs[index]
        match = OPENING.match(pair.claim) if pair.source in SIDED else None
        name = match[1].strip() if match else ""
        rest, own = _starts(pair.claim) - _starts(name), _starts(pair.evidence)
        others = [
            text
            for text in sorted(speaks.get(name, ()))
            if text != pair.evidence
            and len(rest & _starts(text)) <= 0.2 * len(rest)
            and len((own & _starts(text)) - _starts(name)) <= 0.3 * min(len(own), len(_starts(text)))
        ]
        if others and len(rest) > 1:
            yield _replace(pair, "evidence", min(others, key=lambda text: text.index(name)), "neutral")


def _starts(text: str) -> frozenset[str]:
    return frozenset(word[:6] for word in _words(text))


def alike(pairs: Sequence[Pair], random: Random) -> Iterator[Pair]:
    """Captions beside captions, abstracts beside abstracts: a text of the right kind about something else says nothing.

    Small sources are drawn from as often as large ones: it is in them that a model learns to answer by kind.
    """
    kinds: dict[str, list[int]] = {}
    for index in range(len(pairs)):
        kinds.setdefault(pairs[index].source.removesuffix("+neg"), []).append(index)
    while True:
        members = kinds[random.choice(list(kinds))]
        pair, other = pairs[random.choice(members)], pairs[random.choice(members)]
        asked, told = _words(pair.claim), _words(other.evidence)
        if pair.evidence != other.evidence and len(asked & told) <= 0.34 * len(asked):
            yield _replace(pair, "evidence", other.evidence, "neutral")


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in re.findall(r"\w+", text.lower()) if len(word) > 3)


MAKERS: dict[str, Callable[[Pair, Random], Pair | None]] = {
    "number": _number,
    "nation": _of_list(_listed("nationalities")),
    "month": _of_list(tuple(month_name)[1:]),
    "denied": _denied,
    "denied_both": _denied_both,
    "denied_evidence": _denied_evidence,
    "sentence": _sentence,
    "shortened": _shortened,
    "rest": _rest,
    "other_name": _other_name,
    "opposite": swapped.opposite,
    "opposite_both": swapped.opposite_both(sentences),
    "opposite_evidence": swapped.opposite_evidence(sentences),
}
