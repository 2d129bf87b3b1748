"""Evidence as small as a rule allows, and pools that laws are tried on."""

from datetime import date
from random import Random

from hypothesis import strategies as st

from veracious import wiring
from veracious.domain.evidence import Candidate, Evidence, Passage, Source
from veracious.domain.span import Span

# Laws take the word lists from here: as an argument of the test they would be printed with every counterexample.
LEXICON = wiring.lexicon()
DAY = date(2026, 1, 15)

WORDS = (
    "amber basket candle desert engine falcon garden harbor island jacket kettle ladder magnet needle orchard pepper quarry ribbon saddle "
    "tunnel urchin velvet walnut yogurt zipper anchor bottle copper dragon ember "
    "meadow river hammer window pillow rocket summer thimble violin whistle"
).split()


def words(first: int, count: int) -> str:
    """So many distinct words in a row, from a given one on."""
    return " ".join(WORDS[first : first + count])


def piece(
    id: str,
    text: str = "",
    *,
    url: str | None = None,
    domain: str = "paper.example",
    snapshot: str = "",
    canonical_url: str | None = None,
    byline: str = "",
    links: tuple[str, ...] = (),
) -> Evidence:
    """A piece of evidence; unless told otherwise it is a snapshot of its own."""
    passage = Passage(snapshot or f"snapshot of {id}", Span(0, len(text)), text)
    return Evidence(id, passage, Source(domain), url=url, canonical_url=canonical_url, byline=byline, links=links)


def found(evidence: Evidence, finder: str = "text", rank: int = 1, score: float = 1.0) -> Candidate:
    """The evidence as a finder's answer."""
    return Candidate(evidence, finder, score, rank)


SENTENCES = (
    "The ferry ran aground outside the harbour in thick fog on Wednesday morning with 211 people on board.",
    "Lifeboats took off 140 passengers while the rest waited for the evening tide.",
    "“The book was written for a harbour with working lights,” said the pilot Ewan Straker.",
    "The board admitted that the eastern light had been out for eleven days.",
    "According to the Post, a spare lamp was on order.",
    "A cook broke a wrist when the galley shelves came down, the captain told the Herald.",
    "Schools in the valley will teach chess from September because a mayor once lost a game.",
    "Bees returned to the orchard.",
)
DOMAINS = ("post.example", "herald.example", "theecho.example", "mail.example")
PAGES = tuple(
    f"https://{domain}/stories/{slug}" for domain in DOMAINS for slug in ("ferry-runs-aground-in-fog", "chess-comes-to-the-valley")
)


@st.composite
def pieces(draw: st.DrawFn) -> tuple[Evidence, ...]:
    """Up to seven pieces made of few sentences, addresses and bylines, so that most are tied to another."""
    return tuple(
        piece(
            f"e{index}",
            " ".join(draw(st.lists(st.sampled_from(SENTENCES), max_size=3))),
            url=draw(st.none() | st.sampled_from(PAGES)),
            domain=draw(st.sampled_from(DOMAINS)),
            snapshot=draw(st.sampled_from(("", "", "", "one", "two"))),
            canonical_url=draw(st.none() | st.none() | st.sampled_from(PAGES)),
            byline=draw(st.sampled_from(("", "AP", "By Jo Roe, Reuters"))),
            links=tuple(draw(st.lists(st.sampled_from(PAGES), max_size=2))),
        )
        for index in range(draw(st.integers(0, 7)))
    )


@st.composite
def answers(draw: st.DrawFn) -> tuple[Candidate, ...]:
    """What several finders returned, with repetitions and front pages among it."""
    pages = (None, "https://post.example/", "https://post.example/stories/one", "http://www.post.example/stories/one?utm_source=x")
    texts = ("Bees returned.", "bees  RETURNED.", "Bees left.", "")
    known = [piece(f"e{n}", text, url=page, snapshot="s") for n, (page, text) in enumerate((p, t) for p in pages for t in texts)]
    return tuple(
        draw(
            st.lists(
                st.builds(
                    found,
                    st.sampled_from(known),
                    st.sampled_from(("text", "vectors", "web", "triples")),
                    st.integers(1, 50),
                    st.floats(0, 1),
                ),
                max_size=15,
            )
        )
    )


def stories(count: int, seed: int) -> tuple[Evidence, ...]:
    """A pool as a search returns it: one piece in five copies an earlier one, whole or in part, some name or link to another."""
    random, vocabulary = Random(seed), [f"{head}{tail}" for head in WORDS for tail in ("", "s", "ed", "er", "ing", "like")]
    made: list[Evidence] = []
    for index in range(count):
        text = " ".join(random.choice(vocabulary) for _ in range(24))
        links: tuple[str, ...] = ()
        if made and random.random() < 0.2:
            other = random.choice(made)
            text = f"{' '.join(other.text.split()[: random.randrange(10, 25)])} {text[:60]}, according to Paper{random.randrange(count)}."
            links = (other.url or "",)
        made.append(
            piece(f"e{index:05}", text, url=f"https://paper{index}.example/stories/{index}", domain=f"paper{index}.example", links=links)
        )
    return tuple(made)
