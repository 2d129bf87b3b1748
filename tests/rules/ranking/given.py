"""Subclaims, candidates and pools as small as a rule allows."""

from datetime import date, timedelta

from hypothesis import strategies as st

from veracious import wiring
from veracious.domain.claim import Entity, EntitySort, Subclaim, Trait
from veracious.domain.evidence import Evidence, Passage, Pooled, Source, Triple
from veracious.domain.ranked import Ranked, Signal
from veracious.domain.span import Span
from veracious.rules.dials import Dials
from veracious.rules.ranking import penalties
from veracious.rules.ranking.hybrid import BOOSTS
from veracious.rules.reading import intake

# Laws take the word lists from here: as an argument of the test they would be printed with every counterexample.
LEXICON = wiring.lexicon()
READING = Dials().reading
DAY = date(2026, 1, 15)
PENALTY_NAMES = frozenset(penalty.__name__ for penalty in penalties.PENALTIES)
BOOST_NAMES = frozenset(name for name, _ in BOOSTS)

# Thirteen content words, none of which begins like another.
WORDS = "amber basket candle desert engine falcon garden harbor island jacket kettle ladder magnet".split()


def part(text: str) -> Subclaim:
    """The subclaim as reading gives it."""
    return intake.part_of(text, LEXICON, READING)


def bare(words: int, names: tuple[str, ...] = (), anchors: tuple[str, ...] = (), traits: frozenset[Trait] = frozenset()) -> Subclaim:
    """A subclaim of so many words, with these names and anchors."""
    entities = tuple(Entity(name, Span(0, len(name)), EntitySort.NAME) for name in names)
    return Subclaim(" ".join(WORDS[:words]), traits, anchors, entities, ())


def evidence(
    text: str = "",
    *,
    id: str = "e",
    title: str = "",
    url: str | None = None,
    domain: str = "paper.example",
    credibility: float | None = None,
    days_old: int | None = None,
    triple: tuple[str, str, str] | None = None,
    collection: str = "documents",
) -> Evidence:
    """A candidate's evidence."""
    passage = Passage(f"snapshot of {id}", Span(0, len(text)), text)
    return Evidence(
        id,
        passage,
        Source(domain, credibility),
        title=title,
        url=url,
        published=None if days_old is None else DAY - timedelta(days=days_old),
        triple=None if triple is None else Triple(*triple, passage),
        collection=collection,
    )


def pooled(found: Evidence, semantic: float = 0.0, triple: float = 0.0) -> Pooled:
    """The evidence with the scores that fusing gave it."""
    return Pooled(found, semantic, triple, ("text",))


def scored(final: float, *, anchors: float = 1.0, overlap: float = 1.0, found: Evidence | None = None) -> Ranked:
    """A ranked candidate of which only what a gate or the reranker looks at is filled in."""
    return Ranked(found or evidence(), 0, (Signal("claim_overlap", 0.15, overlap),), (), 0.0, anchors, final, "")


TEXTS = (
    "Norway exports salmon.",
    "Norway may export salmon to Chile.",
    "Chile exports salmon and copper.",
    "Salmon exports Norway.",
    "Posts claim that Norway exports oil.",
    "Norway is not in Chile. Subscribe now.",
    "Salmon swim.",
    "Bees returned to the orchard.",
    "",
)
CLAIMS = tuple(map(part, ("Norway exports salmon.", "Chile exports copper to Norway.", "Smoking causes cancer.", "It rained.")))
TRIPLES = (None, None, ("Norway", "exports", "salmon"), ("Chile", "exports", "copper"))
shares = st.sampled_from((0.0, 0.1, 0.4, 0.5, 0.9, 1.0)) | st.floats(0, 1)


@st.composite
def pools(draw: st.DrawFn) -> tuple[Pooled, ...]:
    """Up to six candidates of few texts with any scores, sources and ages."""
    return tuple(
        pooled(
            evidence(
                draw(st.sampled_from(TEXTS)),
                id=f"e{index}",
                title=draw(st.sampled_from(("", "", "Salmon"))),
                url=draw(st.sampled_from((None, f"https://paper.example/stories/{index}"))),
                credibility=draw(st.none() | shares),
                days_old=draw(st.sampled_from((None, -3, 0, 365, 4000))),
                triple=draw(st.sampled_from(TRIPLES)),
            ),
            draw(shares),
            draw(shares | st.just(1.7)),
        )
        for index in range(draw(st.integers(0, 6)))
    )


subclaims = st.lists(st.sampled_from(CLAIMS), min_size=1, max_size=3).map(tuple)
