"""Whatever is typed, reading answers with a claim or a typed refusal, soon, and never grows faster than the text.

Behind the mark `long`: `make fuzz`.
"""

import gc
import time
from collections.abc import Callable
from datetime import date
from functools import partial
from random import Random
from statistics import median

import pytest

from tests.rules.reading import hostile
from veracious.domain.claim import Reading, Reason, Refusal
from veracious.rules.dials import Dials
from veracious.rules.reading import entities, intake, kinds, language, normalise, quantities, sentences, traits, verifiable
from veracious.rules.reading.lexicon import Lexicon

CLAIMS, ARTICLES, DAY = 19_800, 200, date(2026, 1, 15)
CLAIM_CHARS, ARTICLE_CHARS = 2_000, 100_000
CPU_SECONDS_AT_MOST, ARTICLE_SECONDS_AT_MOST, GROWTH_AT_MOST = 0.100, 20, 2.5


def read_claim(text: str, lexicon: Lexicon) -> Reading | Refusal:
    """All of reading for one claim: intake, then what is asked of each part."""
    dials = Dials()
    found = intake.read(text, DAY, lexicon, dials.reading)
    if isinstance(found, Reading):
        for part in found.subclaims:
            verifiable.check(part, True, lexicon, dials.verifiable)
            kinds.importance(kinds.Sentence(part.text, part.traits), text, lexicon, dials.kinds)
    return found


def read_article(text: str, lexicon: Lexicon) -> None:
    """All of reading for a long text: the whole of it, then each of its sentences as a claim."""
    dials = Dials().reading
    normalise.clean(text)
    language.detect(text, lexicon, dials.language)
    amounts = quantities.find(text, lexicon, dials.amounts)
    for entity in entities.find(text, amounts, lexicon, dials.entities):
        assert entity.span.of(text) == entity.text
    traits.read(text, amounts, lexicon, dials.traits)
    for sentence in sentences.split(text, "en", dials.sentences):
        assert isinstance(read_claim(sentence.of(text), lexicon), Reading | Refusal)


def cpu_seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


@pytest.mark.long
def test_twenty_thousand_texts_give_claims_or_typed_refusals(lexicon: Lexicon, capsys: pytest.CaptureFixture[str]) -> None:
    taken, outcomes = [], {reason.value: 0 for reason in Reason} | {"read": 0}
    for text in hostile.texts(CLAIMS, seed=1, longest=CLAIM_CHARS):
        start = time.process_time()
        found = read_claim(text, lexicon)
        taken.append(time.process_time() - start)
        outcomes["read" if isinstance(found, Reading) else found.reason.value] += 1
    slow = max(cpu_seconds(partial(read_article, text, lexicon)) for text in hostile.articles(ARTICLES, seed=2, longest=ARTICLE_CHARS))
    taken.sort()
    slowest = taken[-1 - CLAIMS // 1000]
    shown = ", ".join(
        f"{name} {seconds * 1000:.1f} ms" for name, seconds in (("p50", taken[CLAIMS // 2]), ("p99.9", slowest), ("most", taken[-1]))
    )
    with capsys.disabled():
        print(f"\nCPU a claim: {shown}; an article of up to {ARTICLE_CHARS:,} characters: most {slow:.1f} s; {outcomes}")
    assert slowest <= CPU_SECONDS_AT_MOST
    assert slow <= ARTICLE_SECONDS_AT_MOST
    assert outcomes["read"] > CLAIMS / 10


def growth(make: Callable[[int], str], read: Callable[[str], object], length: int) -> float:
    """How much longer twice the text takes: the median of ratios measured back to back, of more of them while it looks too large."""
    short, double = make(length), make(2 * length)
    ratios: list[float] = []
    gc.disable()
    try:
        for attempts in (3, 6, 12):
            for _ in range(attempts):
                first = cpu_seconds(lambda: read(short))
                ratios.append(cpu_seconds(lambda: read(double)) / max(first, 1e-9))
            if median(ratios) <= GROWTH_AT_MOST:
                break
    finally:
        gc.enable()
    return median(ratios)


def makers() -> list[tuple[str, Callable[[int], str]]]:
    """Every piece repeated, and every kind of text at any length; a longer one begins with the shorter."""
    wholes = [(kind.__name__, kind(Random(3), 4 * ARTICLE_CHARS)) for kind in (hostile.mixed, hostile.broken, hostile.grown)]
    repeats = [(repr(piece), piece) for piece in hostile.PIECES]
    return [(name, partial(_repeat, piece)) for name, piece in (*repeats, *wholes)]


def _repeat(piece: str, length: int) -> str:
    return (piece * (length // len(piece) + 1))[:length]


@pytest.mark.long
def test_doubling_a_claim_at_most_doubles_and_a_half_the_time(lexicon: Lexicon) -> None:
    lengths = (290, CLAIM_CHARS // 2)  # 580 characters are still split, 2,000 are not
    found = {
        f"{name} {length}": growth(make, lambda text: read_claim(text, lexicon), length) for name, make in makers() for length in lengths
    }
    assert {name: ratio for name, ratio in found.items() if ratio > GROWTH_AT_MOST} == {}


@pytest.mark.long
def test_doubling_an_article_at_most_doubles_and_a_half_the_time(lexicon: Lexicon) -> None:
    found = {name: growth(make, lambda text: read_article(text, lexicon), 10_000) for name, make in makers()}
    found |= {f"{name}, long": growth(make, lambda text: read_article(text, lexicon), ARTICLE_CHARS // 2) for name, make in makers()[-3:]}
    assert {name: ratio for name, ratio in found.items() if ratio > GROWTH_AT_MOST} == {}


def test_a_few_hundred_hostile_texts_every_time(lexicon: Lexicon) -> None:
    """The short form of the long test, so that a crash is seen at once."""
    for text in hostile.texts(80, seed=4, longest=600):
        assert isinstance(read_claim(text, lexicon), Reading | Refusal)
    for text in hostile.texts(5, seed=5, longest=3_000):
        read_article(text, lexicon)
