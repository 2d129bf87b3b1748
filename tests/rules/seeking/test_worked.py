"""The formulas of seeking, worked by hand."""

from collections import Counter
from dataclasses import replace
from math import log

import pytest

from tests.rules.seeking.given import DAY, LEXICON, found, piece, words
from tests.worked import works
from veracious.domain.claim import Claim, Reading
from veracious.domain.evidence import Candidate, Evidence, Passage, Query, Snapshot, Source, Triple
from veracious.domain.span import Span
from veracious.rules.dials import Dials
from veracious.rules.reading import intake
from veracious.rules.seeking import depth, fuse, lexical, origins, passages, queries, triples, urls
from veracious.rules.seeking.queries import QueryDials

DIALS = Dials.reference().seeking
READING = Dials.reference().reading


def read(*parts: str) -> Reading:
    return Reading(Claim(" and ".join(parts), DAY, "en"), tuple(intake.part_of(text, LEXICON, READING) for text in parts))


@works("seeking.queries.forms")
@pytest.mark.parametrize(
    ("parts", "forms"),
    [
        (("Smoking causes cancer.",), ["claim", "debunk"]),  # no names
        (("Marie Curie left Warsaw.",), ["claim", "debunk", "entities", "phrase"]),  # two names, one of two words
        (("Norway exports salmon.", "Chile exports copper."), ["claim", "debunk", "subclaim", "subclaim"]),  # two parts, one name each
        (
            ("Marie Curie left Warsaw.", "Pierre Curie left Paris.", "Irene Curie left Lyon."),
            # 1 + 1 + 3 + 3 × 2 = 11, at most 8
            ["claim", "debunk", "subclaim", "subclaim", "subclaim", "entities", "phrase", "entities"],
        ),
    ],
)
def test_the_forms_of_a_claim(parts: tuple[str, ...], forms: list[str]) -> None:
    assert [query.form for query in queries.forms(read(*parts), LEXICON, DIALS.queries)] == forms


@works("seeking.queries.forms")
@pytest.mark.parametrize(
    ("claim", "key"),
    [
        (words(0, 7), words(0, 6)),  # six of seven words
        ("an ox ate the hay", "ate hay"),  # ox has two letters; an, the are function words
        ("the EU met", "EU met"),  # an acronym
    ],
)
def test_the_key_words_of_a_claim(claim: str, key: str) -> None:
    debunk = next(query.text for query in queries.forms(read(claim), LEXICON, DIALS.queries) if query.form == "debunk")
    assert debunk == f"{key} {LEXICON.query_frames['debunk']}"


@works("seeking.queries.limit")
@pytest.mark.parametrize(("form", "asked"), [("claim", 50), ("subclaim", 50), ("debunk", 20), ("entities", 20), ("phrase", 20)])
def test_how_many_are_asked_for(form: str, asked: int) -> None:
    assert queries.limit(Query("copper", form, DAY), QueryDials()) == asked
    assert queries.limit(Query("copper", form, DAY), DIALS.queries) == 10


@works("seeking.queries.for_web")
@pytest.mark.parametrize(
    ("parts", "forms"),
    [
        (("Smoking causes cancer.",), ["claim", "debunk", "fact_check"]),
        (("Marie Curie left Warsaw.",), ["claim", "debunk", "phrase", "fact_check"]),  # five forms, at most 4
        (("Norway exports salmon.", "Chile exports copper."), ["claim", "debunk", "fact_check", "subclaim", "subclaim"]),
    ],
)
def test_the_forms_for_the_web(parts: tuple[str, ...], forms: list[str]) -> None:
    assert [query.form for query in queries.for_web(read(*parts), LEXICON, DIALS.queries)] == forms


@works("seeking.urls.normalise")
@pytest.mark.parametrize(
    ("typed", "form"),
    [
        ("http://www.Paper.example:80/A-Story/#top", "https://paper.example/A-Story"),
        ("https://paper.example/a?utm_source=letter&fbclid=9&b=2&a=1", "https://paper.example/a?a=1&b=2"),
        ("m.paper.example/a/index.html", "https://paper.example/a"),
    ],
)
def test_the_form_of_an_address(typed: str, form: str) -> None:
    assert urls.normalise(typed, DIALS.urls) == form


@works("seeking.urls.is_article")
@pytest.mark.parametrize(
    ("url", "is_article"),
    [
        ("https://paper.example/ferry-runs-aground", True),  # three words
        ("https://paper.example/ferry-aground", False),  # two words, one part
        ("https://paper.example/12345", True),  # five digits
        ("https://paper.example/1234", False),
        ("https://paper.example/stories/ferry", True),  # two parts
        ("https://paper.example/news/world", False),  # two parts below a section
        ("https://paper.example/tag/ferry-runs-aground", False),  # a list
        ("https://paper.example/?p=77", True),  # the query names one text
    ],
)
def test_an_article_and_a_front_page(url: str, is_article: bool) -> None:
    assert urls.is_article(url, DIALS.urls) is is_article


@works("seeking.lexical.rarity")
@pytest.mark.parametrize(
    ("holding", "documents", "steps", "rarity"),
    [
        (1, 3, log(1 + (3 - 1 + 0.5) / (1 + 0.5)), 0.980829),  # ln 2.666667
        (2, 3, log(1 + (3 - 2 + 0.5) / (2 + 0.5)), 0.470004),  # ln 1.6
        (3, 3, log(1 + (3 - 3 + 0.5) / (3 + 0.5)), 0.133531),  # ln 1.142857
    ],
)
def test_the_rarity_of_a_word(holding: int, documents: int, steps: float, rarity: float) -> None:
    assert steps == pytest.approx(rarity, abs=1e-6)
    assert lexical.rarity(holding, documents, DIALS.lexical) == pytest.approx(steps)


@works("seeking.lexical.together")
@pytest.mark.parametrize(
    ("scores", "in_sight", "together"),
    [
        # a1 and a2 are passages of a; the best other of a1 is a2, and of a2 it is a1; b1 has no other
        ({"a1": 4.0, "a2": 2.0, "b1": 4.5}, 500, {"a1": 4.0 + 0.3 * 2.0, "a2": 2.0 + 0.3 * 4.0, "b1": 4.5}),
        ({"a1": 4.0, "a2": 2.0, "a3": 1.0}, 500, {"a1": 4.6, "a2": 3.2, "a3": 2.2}),  # only the best other counts
        ({"a1": 4.0, "a2": 2.0, "b1": 4.5}, 2, {"a1": 4.0, "a2": 2.0, "b1": 4.5}),  # a2 is the third, out of sight
        ({"a1": 2.0, "a2": 2.0, "b1": 4.5}, 2, {"a1": 2.6, "a2": 2.6, "b1": 4.5}),  # both are the second
    ],
)
def test_a_passage_has_a_share_of_the_best_other_of_its_document(
    scores: dict[str, float], in_sight: int, together: dict[str, float]
) -> None:
    documents = {name: name[0] for name in scores}
    assert lexical.together(scores, documents, replace(DIALS.lexical, in_sight=in_sight)) == pytest.approx(together)


@works("seeking.lexical.rarest")
@pytest.mark.parametrize(
    ("holding", "at_most", "words"),
    [
        ({"the": 90, "bridge": 20, "quill": 3}, 1, {"quill"}),  # one word is always read
        ({"the": 90, "bridge": 20, "quill": 3}, 22, {"quill"}),  # 3 + 20 > 22
        ({"the": 90, "bridge": 20, "quill": 3}, 112, {"quill", "bridge"}),  # 23 ≤ 112 < 113
        ({"the": 90, "bridge": 20, "quill": 3}, 113, {"quill", "bridge", "the"}),
    ],
)
def test_the_words_that_are_looked_up(holding: dict[str, int], at_most: int, words: set[str]) -> None:
    assert lexical.rarest(holding, replace(DIALS.lexical, postings_at_most=at_most)) == words


@works("seeking.depth.joined")
@pytest.mark.parametrize(
    ("near", "told", "score"),
    [
        (1, 1, 1 / 16 + 1 / 16),  # 0.125
        (1, None, 1 / 16),  # 0.0625
        (3, 10, 1 / 18 + 1 / 25),  # 0.095556
        (None, None, 0.0),
    ],
)
def test_the_score_of_two_ranks(near: int | None, told: int | None, score: float) -> None:
    assert depth.joined(near, told, DIALS.depth) == pytest.approx(score)


@works("seeking.lexical.saturation")
@pytest.mark.parametrize(
    ("times", "length", "saturation"),
    [
        (1, 1.0, 1 / (1 + 0.9 * (1 - 0.4 + 0.4 * 1.0))),  # 1 / 1.9 = 0.526316
        (2, 1.0, 2 / (2 + 0.9 * (1 - 0.4 + 0.4 * 1.0))),  # 2 / 2.9 = 0.689655
        (1, 2.0, 1 / (1 + 0.9 * (1 - 0.4 + 0.4 * 2.0))),  # 1 / 2.26 = 0.442478
    ],
)
def test_the_saturation_of_a_word(times: int, length: float, saturation: float) -> None:
    assert lexical.saturation(times, length, DIALS.lexical) == pytest.approx(saturation)


# Lengths 3, 2, 1: 2 on average. cat is in one of three, dog in two.
PETS = {"one": Counter(cat=2, dog=1), "two": Counter(dog=1, bird=1), "three": Counter(fish=1)}


@works("seeking.lexical.score")
@pytest.mark.parametrize(
    ("query", "scores"),
    [
        # one: k1 × (0.6 + 0.4 × 3/2) = 1.08; 0.980829 × 2 / 3.08 + 0.470004 × 1 / 2.08; two: 0.470004 × 1 / 1.9
        ("cat dog", {"one": 0.636902 + 0.225963, "two": 0.247370}),
        ("fish", {"three": 0.980829 / 1.72}),  # k1 × (0.6 + 0.4 × 1/2) = 0.72
        ("fish fish", {"three": 2 * 0.980829 / 1.72}),
        ("horse", {}),
    ],
)
def test_the_full_text_score(query: str, scores: dict[str, float]) -> None:
    assert lexical.score(query.split(), PETS, DIALS.lexical) == pytest.approx(scores, abs=1e-5)


def triple(subject: str, object: str) -> Triple:
    return Triple(subject, "knows", object, Passage("s", Span(0, 0), ""))


CHAIN = (triple("Ann", "Bob"), triple("Bob", "Cid"), triple("Cid", "Dan"), triple("Eve", "Fay"))


@works("seeking.triples.names")
@pytest.mark.parametrize(
    ("text", "longest", "keys"),
    [
        ("Ann met Bob", 1, ["ann", "met", "bob"]),
        ("Ann met Bob", 2, ["ann", "ann met", "met", "met bob", "bob"]),  # 3 + 2 runs
        ("Ann met Bob", 6, ["ann", "ann met", "ann met bob", "met", "met bob", "bob"]),  # 3 + 2 + 1 runs
        ("Ann, ann", 2, ["ann", "ann ,", ",", ", ann"]),  # a sign is a word, and "ann" stands once
        ("", 6, []),
    ],
)
def test_the_names_looked_up(text: str, longest: int, keys: list[str]) -> None:
    assert list(triples.names(text, replace(DIALS.triples, name_words_at_most=longest))) == keys


@works("seeking.triples.walk")
@pytest.mark.parametrize(
    ("text", "hops"),
    [
        ("Whom does Ann know?", {0: 1, 1: 2}),  # Ann–Bob, then Bob–Cid; Cid–Dan is three hops away
        ("Is Dan known?", {2: 1, 1: 2}),
        ("Do Bob and Eve meet?", {0: 1, 1: 1, 3: 1, 2: 2}),
        ("Nobody.", {}),
    ],
)
def test_the_triples_in_reach(text: str, hops: dict[int, int]) -> None:
    assert triples.walk(CHAIN, text, DIALS.triples) == {CHAIN[index]: hop for index, hop in hops.items()}


@works("seeking.triples.score")
@pytest.mark.parametrize(("share", "hops", "score"), [(0.8, 1, 0.8 / 1), (0.8, 2, 0.8 / 2), (0.0, 1, 0.0)])
def test_the_triple_score(share: float, hops: int, score: float) -> None:
    assert triples.score(share, hops) == score


BEES = piece("a", "Bees returned.")


@works("seeking.fuse.merge")
@pytest.mark.parametrize(
    ("answers", "semantic", "triple"),
    [
        ([found(BEES, "text", 1), found(BEES, "vectors", 3)], 1 / (60 + 1) + 1 / (60 + 3), 0.0),  # 0.016393 + 0.015873
        ([found(BEES, "text", 10)], 1 / (60 + 10), 0.0),
        ([found(BEES, "triples", 1, 0.3), found(BEES, "triples", 2, 0.7)], 0.0, max(0.3, 0.7)),
        ([found(BEES, "triples", 1, 0.4), found(BEES, "text", 2, 8.5)], 1 / (60 + 2), 0.4),
    ],
)
def test_the_fused_scores(answers: list[Candidate], semantic: float, triple: float) -> None:
    (entry,) = fuse.merge(answers, DIALS.fuse, DIALS.urls)
    assert (entry.semantic, entry.triple) == pytest.approx((semantic, triple))


@works("seeking.fuse.merge")
def test_the_pool_keeps_four_hundred() -> None:
    """Ranks 1 to 401: the least sum, 1/(60 + 401), is left out."""
    answers = [found(piece(f"e{rank:03}", f"Bees returned {rank}."), "text", rank) for rank in range(1, 402)]
    pool = fuse.merge(answers, DIALS.fuse, DIALS.urls)
    assert [entry.evidence.id for entry in pool] == [f"e{rank:03}" for rank in range(1, 401)]


@works("seeking.fuse.merge")
@pytest.mark.parametrize(
    ("url", "collection", "kept"),
    [
        ("https://paper.example/news", "web", False),  # a front page
        ("https://paper.example/bees-return-to-orchard", "web", True),
        ("https://paper.example/news", "documents", True),  # somebody put it there
    ],
)
def test_front_pages_of_the_web_are_left_out(url: str, collection: str, kept: bool) -> None:
    page = replace(piece("a", "Bees returned.", url=url), collection=collection)
    assert bool(fuse.merge([found(page, "text", 1)], DIALS.fuse, DIALS.urls)) is kept


def together(*pool: Evidence) -> bool:
    return len(origins.cluster(pool, LEXICON, DIALS.origins)) == 1


@works("seeking.origins._copied")
@pytest.mark.parametrize(
    ("first", "second", "byline", "one"),
    [
        (words(0, 15), f"{words(0, 9)} {words(20, 6)}", "", True),  # 15 − 3 = 12 shingles, 9 − 3 = 6 in common: 6/12 = 0.5
        (words(0, 15), f"{words(0, 8)} {words(20, 7)}", "", False),  # 5/12 = 0.417
        (words(0, 13), f"{words(0, 5)} {words(20, 8)}", "AP", True),  # 2/10 = 0.2 under one agency's byline
        (words(0, 13), f"{words(0, 4)} {words(20, 9)}", "AP", False),  # 1/10 = 0.1
        (words(0, 8), words(0, 8), "", False),  # 5 shingles are fewer than 6
        (words(0, 9), words(0, 9), "", True),  # 6 are not
    ],
)
def test_copies_are_one_origin(first: str, second: str, byline: str, one: bool) -> None:
    assert together(piece("a", first, byline=byline), piece("b", second, byline=byline)) is one


@works("seeking.origins._meetings")
@pytest.mark.parametrize(
    ("shingles", "meetings"),
    [
        # of 1 and 49, both 1 mod 48, the least is 1
        ([{1, 49}, {1, 50}], [(0, 1)]),
        # the least of remainder 1 are 1 and 49: they do not meet there
        ([{1, 49}, {49}], []),
        # the least shingle 5 is remembered of the first six: the eighth meets those and no more
        ([{5}] * 8, [(a, b) for b in range(8) for a in range(min(b, 6))]),
    ],
)
def test_pieces_meet_by_their_least_shingles(shingles: list[set[int]], meetings: list[tuple[int, int]]) -> None:
    bare = origins._piece(BEES, LEXICON, DIALS.origins)
    pieces = [replace(bare, shingles=frozenset(held)) for held in shingles]
    assert list(origins._meetings(pieces, DIALS.origins)) == meetings


@works("seeking.origins._keys")
@pytest.mark.parametrize(
    ("first", "second", "one"),
    [
        (words(0, 8), words(0, 8), True),  # eight quoted words
        (words(0, 7), words(0, 7), False),  # seven
        (words(0, 8), words(1, 8), False),  # seven of eight
    ],
)
def test_a_long_quotation_is_one_origin(first: str, second: str, one: bool) -> None:
    """The text around it is another: of 15 shingles at most 5 are shared, so it is no copy."""
    assert together(piece("a", f"{words(10, 10)} “{first}”"), piece("b", f"“{second}” {words(20, 10)}")) is one


@works("seeking.origins._same_topic")
@pytest.mark.parametrize(
    ("shared", "one"),
    [
        (3, True),  # 3 of 10 content words: 0.3
        (2, False),  # 0.2
        (10, True),
    ],
)
def test_a_link_to_the_same_topic_is_one_origin(shared: int, one: bool) -> None:
    first = piece("a", words(0, 10), url="https://paper.example/stories/one")
    second = piece("b", " ".join((words(0, shared), words(15, 10 - shared))), links=("https://paper.example/stories/one",))
    assert together(first, replace(second, source=Source("other.example"))) is one


def text(*lengths: int) -> str:
    """Sentences of so many characters."""
    return " ".join("A" + "b" * (length - 2) + "." for length in lengths)


@works("seeking.passages.cut")
@pytest.mark.parametrize(
    ("lengths", "spans"),
    [
        ((200, 200), [(0, 401)]),  # 200 + 1 + 200 ≤ 512
        ((255, 256), [(0, 512)]),  # 255 + 1 + 256 = 512
        ((256, 256), [(0, 256), (257, 513)]),  # 513 > 512
        ((100,) * 9, [(0, 504), (404, 908)]),  # five are 504; the fifth, of 100, is repeated
        ((101,) * 9, [(0, 509), (510, 917)]),  # five are 509; 101 > 100 is not repeated
    ],
)
def test_sentences_are_packed(lengths: tuple[int, ...], spans: list[tuple[int, int]]) -> None:
    whole = text(*lengths)
    found = passages.cut(Snapshot("s", whole, Source("a.example")), DIALS.passages, READING.sentences)
    assert [(one.span.start, one.span.end) for one in found] == spans
