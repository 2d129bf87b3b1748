"""Evidence to weigh, made by hand or by chance."""

from dataclasses import replace
from datetime import date

from hypothesis import strategies as st

from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Evidence, Passage, Quote, Source
from veracious.domain.ranked import Ranked, Signal
from veracious.domain.span import Span
from veracious.domain.stance import Judgement, Stance
from veracious.domain.trust import Grade, Weighed

DAY = date(2026, 1, 15)
SUPPORTS, REFUTES, NEUTRAL = Stance(0.9, 0.05, 0.05), Stance(0.05, 0.9, 0.05), Stance(0.1, 0.1, 0.8)


def subclaim(text: str = "The lake is deep.") -> Subclaim:
    return Subclaim(text, frozenset(), ("lake", "deep"), (), ())


def ranked(name: str, url: str | None = None, credibility: float | None = 0.8, score: float = 0.6, text: str = "") -> Ranked:
    """A ranked piece called `name`, on its own page unless an address is given."""
    words = text or f"{name}: the lake is deep."
    evidence = Evidence(
        id=name,
        passage=Passage(f"snapshot of {url or name}", Span(0, len(words)), words),
        source=Source(f"{name}.example", credibility),
        url=url or f"https://{name}.example/2026/01/the-lake-is-deep",
        published=DAY,
    )
    return Ranked(evidence, 0, (Signal("claim_overlap", 1.0, 0.8),), (), 0.0, 1.0, score, "")


def judged(entry: Ranked, stance: Stance, of: str = "The lake is deep.") -> Judgement:
    passage = entry.evidence.passage
    return Judgement(of, entry.evidence.id, Quote(passage.snapshot, passage.span, passage.text), stance)


def weighed(name: str, stance: Stance, **other: float | str | int | bool | tuple[str, ...]) -> Weighed:
    """A weighed piece of its own origin; the rest by name."""
    values: dict[str, object] = {
        "subclaim": 0,
        "origin": f"origin:{name}",
        "domain": f"{name}.example",
        "quote": Quote("s", Span(0, 1), "x"),
        "relevance": 0.8,
        "anchor_match": 1.0,
        "overlap": 0.8,
        "credibility": 0.8,
        "is_triple": False,
        "trust": 0.8,
        "grade": Grade.A,
        **other,
    }
    return Weighed(evidence=name, stance=stance, **values)  # type: ignore[arg-type]


share = st.floats(0, 1).map(lambda value: round(value, 4))


@st.composite
def stances(draw: st.DrawFn) -> Stance:
    supports = draw(share)
    refutes = round(draw(share) * (1 - supports), 4)
    return Stance(supports, refutes, max(0.0, 1 - supports - refutes))


@st.composite
def pools(draw: st.DrawFn) -> list[Weighed]:
    """Up to eight pieces of up to four origins on up to three subclaims."""
    return [
        weighed(
            f"e{number}",
            draw(stances()),
            subclaim=draw(st.integers(0, 2)),
            origin=f"origin:{draw(st.integers(0, 3))}",
            relevance=draw(share),
            anchor_match=draw(share),
            overlap=draw(share),
            trust=draw(share),
            is_triple=draw(st.booleans()),
        )
        for number in range(draw(st.integers(0, 8)))
    ]


def mirrored(pool: list[Weighed]) -> list[Weighed]:
    """The same pool with every support and refutation swapped."""
    return [replace(piece, stance=piece.stance.mirrored()) for piece in pool]
