"""Pairs made by turning a word of a claim, or of evidence, into its opposite, or a name into another.

The three kinds of opposites come together, as the denied kinds do, so that neither word of a pair tells a label by itself.
"""

import re
from collections.abc import Callable, Sequence
from random import Random

from training.pairs import Pair

OPPOSITES = (
    "increase/decrease increases/decreases increased/decreased increasing/decreasing higher/lower highest/lowest high/low more/fewer "
    "most/least greater/smaller larger/smaller largest/smallest bigger/smaller rise/fall rises/falls rose/fell rising/falling "
    "raises/lowers raised/lowered raise/lower gain/loss gained/lost won/lost wins/loses win/lose before/after earlier/later "
    "above/below over/under positive/negative effective/ineffective safe/unsafe likely/unlikely able/unable common/rare "
    "related/unrelated possible/impossible legal/illegal successful/unsuccessful known/unknown "
    "stronger/weaker strong/weak faster/slower fast/slow warmer/colder warming/cooling hot/cold early/late old/new older/younger "
    "oldest/youngest young/elderly first/last begins/ends began/ended start/end started/ended starts/ends opened/closed open/closed "
    "accepted/rejected accept/reject approved/rejected supported/opposed supports/opposes agreed/refused allowed/banned allows/prevents "
    "promotes/inhibits promote/inhibit promoted/inhibited activates/inhibits activation/inhibition enhanced/reduced enhances/reduces "
    "improves/worsens improved/worsened improve/worsen upregulated/downregulated acute/chronic benign/malignant susceptible/resistant "
    "sensitive/resistant present/absent presence/absence with/without include/exclude includes/excludes inside/outside "
    "indoors/outdoors man/woman men/women boy/girl boys/girls male/female father/mother husband/wife brother/sister son/daughter "
    "sitting/standing awake/asleep alone/together happy/sad empty/full black/white day/night summer/winter north/south northern/southern "
    "east/west eastern/western major/minor majority/minority minimum/maximum "
    "public/private rich/poor import/export buy/sell bought/sold arrived/left married/divorced alive/dead hero/villain"
)
NAMED = re.compile(r"(?<=\b(?:in|of|by|to|as|at|on) )(?:[A-Z][a-z]{2,}(?: [A-Z][a-z]{2,}){0,2})\b(?! [A-Z])")
WORD = re.compile(r"[A-Za-z]+")


def _table() -> dict[str, str]:
    found: dict[str, str] = {}
    for one in OPPOSITES.split():
        first, second = one.split("/")
        found.setdefault(first, second)
        found.setdefault(second, first)
    return found


TABLE = _table()


def turned(text: str, random: Random) -> str | None:
    """The text with one word turned into its opposite; none when it has no such word, or has one twice."""
    words = [match for match in WORD.finditer(text) if match[0].lower() in TABLE]
    once = [match for match in words if [one[0].lower() for one in words].count(match[0].lower()) == 1]
    if not once:
        return None
    match = random.choice(once)
    other = TABLE[match[0].lower()]
    return text[: match.start()] + (other.capitalize() if match[0][0].isupper() else other) + text[match.end() :]


def opposite(pair: Pair, random: Random) -> Pair | None:
    """A supported claim with a word turned: refuted."""
    other = turned(pair.claim, random) if pair.label == "supports" else None
    return None if other is None else Pair(other, pair.evidence, "refutes", pair.source)


def _within(sentences: Callable[[str], list[str]], pair: Pair, random: Random) -> tuple[str, str] | None:
    found = [(one, other) for one in sentences(pair.evidence) if (other := turned(one, random))]
    return random.choice(found) if found else None


def opposite_both(sentences: Callable[[str], list[str]]) -> Callable[[Pair, Random], Pair | None]:
    """The claim is a sentence of the evidence, the same word turned in both: supported."""

    def maker(pair: Pair, random: Random) -> Pair | None:
        found = _within(sentences, pair, random)
        return found and Pair(found[1], pair.evidence.replace(*found), "supports", pair.source)

    return maker


def opposite_evidence(sentences: Callable[[str], list[str]]) -> Callable[[Pair, Random], Pair | None]:
    """The claim is a sentence of the evidence, a word of which is turned there: refuted."""

    def maker(pair: Pair, random: Random) -> Pair | None:
        found = _within(sentences, pair, random)
        return found and Pair(found[0], pair.evidence.replace(*found), "refutes", pair.source)

    return maker


def named(pairs: Sequence[Pair]) -> Callable[[Pair, Random], Pair | None]:
    """A name inside a supported claim, which its evidence has too, is one of another claim: refuted."""
    pool: dict[int, list[str]] = {}
    for name in sorted({match[0] for pair in pairs for match in NAMED.finditer(pair.claim)}):
        pool.setdefault(len(name.split()), []).append(name)

    def maker(pair: Pair, random: Random) -> Pair | None:
        shared = [match for match in NAMED.finditer(pair.claim) if match[0] in pair.evidence]
        if pair.label != "supports" or not shared:
            return None
        match = random.choice(shared)
        other = random.choice(pool[len(match[0].split())])
        if other in pair.evidence or other in pair.claim:
            return None
        return Pair(pair.claim[: match.start()] + other + pair.claim[match.end() :], pair.evidence, "refutes", pair.source)

    return maker
