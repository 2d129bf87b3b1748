"""The formulas of ranking, worked by hand."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.rules.ranking.given import DAY, LEXICON, PENALTY_NAMES, bare, evidence, part, pooled, scored
from tests.rules.seeking.given import words
from tests.worked import works
from veracious.domain.claim import Subclaim
from veracious.domain.ranked import Adjustment, Fit, Ranked, Signal
from veracious.rules.dials import Dials
from veracious.rules.ranking import gate, hybrid, overlap, penalties, rerank
from veracious.rules.ranking.hybrid import FilterDials
from veracious.rules.ranking.penalties import Case
from veracious.rules.reading.quantities import AmountDials

RANKING, URLS = Dials.reference().ranking, Dials.reference().seeking.urls
HYBRID = RANKING.hybrid
NORWAY = "Norway exports salmon."
TEN = "amber basket candle desert engine falcon garden harbor island jacket"
Read = tuple[str, str, str] | None


def left(name: str, score: float, claim: str, text: str, triple: Read = None) -> float:
    """What one penalty leaves of a score."""
    asked = overlap.ask(part(claim), LEXICON, HYBRID.overlap)
    told = overlap.tell(evidence(text, triple=triple), LEXICON, HYBRID.overlap)
    match, words, names = overlap.anchors(asked, told), overlap.share(asked.words, told), overlap.names(asked, told)
    case = Case(asked, told, match, words, names, LEXICON, HYBRID.thresholds)
    for adjustment in penalties.apply(case, HYBRID.penalties, PENALTY_NAMES - {name}):
        score = score * adjustment.factor + adjustment.shift
    return score


@works("ranking.overlap.names")
@pytest.mark.parametrize(
    ("claim", "text", "share"),
    [
        ("Marie Curie left Warsaw.", "Curie lived there.", 1 / 2),  # Curie is a form of Marie Curie; no Warsaw
        ("Marie Curie left Warsaw for Paris.", "She went from Warsaw to Paris.", 2 / 3),  # Warsaw and Paris of three
        ("Smoking causes cancer.", "Smoking causes cancer.", 0.0),  # no names at all
    ],
)
def test_the_share_of_the_names(claim: str, text: str, share: float) -> None:
    asked, told = overlap.ask(part(claim), LEXICON, HYBRID.overlap), overlap.tell(evidence(text), LEXICON, HYBRID.overlap)
    assert overlap.names(asked, told) == pytest.approx(share)


@works("ranking.penalties.weak_anchor")
@pytest.mark.parametrize(
    ("text", "triple", "score"),
    [
        ("Bees returned.", None, 0.8 * 0.70),  # no anchor of Norway, exports, salmon: 0 < 0.20; 0.56 is left
        ("Bees returned.", ("Bees", "return", "home"), 0.8 * 0.30),  # the same on a triple: 0.24
        ("Salmon swim.", None, 0.8),  # one anchor of three: 0.333 ≥ 0.20
    ],
)
def test_a_weak_anchor(text: str, triple: Read, score: float) -> None:
    assert left("weak_anchor", 0.8, NORWAY, text, triple) == pytest.approx(score)


@works("ranking.penalties.backfill")
@pytest.mark.parametrize(
    ("claim", "text", "score"),
    [
        (NORWAY, "Bees returned.", 0.8 * 0.85),  # 0 of 3 words, no name: 0.68 is left
        (NORWAY, "Salmon swim.", 0.8),  # 1 of 3 words: 0.333 ≥ 0.10
        (NORWAY, "Norway.", 0.8),  # a name
        (TEN, "Amber.", 0.8),  # 1 of 10 words: 0.10
        (f"{TEN} kettle", "Amber.", 0.8 * 0.85),  # 1 of 11: 0.091
    ],
)
def test_backfill(claim: str, text: str, score: float) -> None:
    assert left("backfill", 0.8, claim, text) == pytest.approx(score)


@works("ranking.penalties.object_mismatch")
@pytest.mark.parametrize(
    ("claim", "text", "score"),
    [
        (NORWAY, "Norway exports oil.", 0.8 * 0.55),  # the subject without salmon: 0.44 is left
        ("The mill in Vell makes paper.", "The mill was sold.", 0.8 * 0.55),  # the mill without paper
        (NORWAY, "Norway farms salmon.", 0.8),  # both are there
    ],
)
def test_an_object_mismatch(claim: str, text: str, score: float) -> None:
    assert left("object_mismatch", 0.8, claim, text) == pytest.approx(score)


@works("ranking.penalties.focus_mismatch")
@pytest.mark.parametrize(
    ("claim", "text", "score"),
    [
        (NORWAY, "Norway is cold.", 0.8 * 0.75),  # the name, and neither exports nor salmon: 0.60 is left
        ("Marie Curie discovered radium.", "Marie Curie was ill.", 0.8 * 0.75),
        (NORWAY, "Norway exports oil.", 0.8),  # the verb is shared
    ],
)
def test_a_focus_mismatch(claim: str, text: str, score: float) -> None:
    assert left("focus_mismatch", 0.8, claim, text) == pytest.approx(score)


@works("ranking.penalties.subject_mismatch")
@pytest.mark.parametrize(
    ("claim", "text", "score"),
    [
        (NORWAY, "Chile exports salmon.", 0.8 * 0.60),  # nothing of Norway: 0.48 is left
        ("Smoking causes cancer.", "Tar causes cancer.", 0.8 * 0.60),
        (NORWAY, "Salmon is among Norway's exports.", 0.8),  # Norway is there
    ],
)
def test_a_subject_mismatch(claim: str, text: str, score: float) -> None:
    assert left("subject_mismatch", 0.8, claim, text) == pytest.approx(score)


@works("ranking.penalties.relation_object_mismatch")
@pytest.mark.parametrize(
    ("claim", "text", "triple", "score"),
    [
        ("Germany invaded Poland.", "Poland invaded Germany.", None, 0.8 * 0.70),  # the other way: 0.56 is left
        (NORWAY, "Norway exports oil.", ("Norway", "exports", "oil"), 0.8 * 0.70),  # another object
        (NORWAY, "Norway imports oil.", ("Norway", "imports", "oil"), 0.8),  # another relation
    ],
)
def test_a_relation_to_another_object(claim: str, text: str, triple: Read, score: float) -> None:
    assert left("relation_object_mismatch", 0.8, claim, text, triple) == pytest.approx(score)


@works("ranking.penalties.claim_mention")
@pytest.mark.parametrize(
    ("claim", "text", "score"),
    [
        (NORWAY, "Posts claim that Norway exports salmon.", 0.8 * 0.65),  # 0.52 is left
        (NORWAY, "Norway exports salmon, the ministry said.", 0.8),  # said is no doubt
        ("Scientists believe that Norway exports salmon.", "Posts claim that Norway exports salmon.", 0.8),  # a claim of a belief
    ],
)
def test_a_claim_mention(claim: str, text: str, score: float) -> None:
    assert left("claim_mention", 0.8, claim, text) == pytest.approx(score)


@works("ranking.penalties.low_signal")
@pytest.mark.parametrize(
    ("claim", "text", "score"),
    [
        (NORWAY, "Norway exports salmon. All rights reserved.", 0.8 * 0.80),  # 0.64 is left
        (NORWAY, "Norway exports salmon. Click here.", 0.8 * 0.80),
        (NORWAY, "Norway exports salmon; readers clicked elsewhere.", 0.8),
    ],
)
def test_low_signal(claim: str, text: str, score: float) -> None:
    assert left("low_signal", 0.8, claim, text) == pytest.approx(score)


@works("ranking.penalties.uncertainty")
@pytest.mark.parametrize(
    ("claim", "text", "score"),
    [
        (NORWAY, "Norway may export salmon.", 0.8 - 0.12),  # 0.68 is left
        (NORWAY, "Norway exports salmon.", 0.8),  # nothing uncertain
        ("Norway may export salmon.", "Norway could export salmon.", 0.8),  # the claim is as uncertain
    ],
)
def test_uncertain_wording(claim: str, text: str, score: float) -> None:
    assert left("uncertainty", 0.8, claim, text) == pytest.approx(score)


@works("ranking.hybrid._scaled")
@pytest.mark.parametrize(
    ("semantic", "scaled"),
    [
        ([0.0, 0.02, 0.03, 0.06], [0.0, 0.0, (0.03 - 0.02) / (0.06 - 0.02), 1.0]),  # 0.25; the first was not found by text
        ([0.0, 0.02], [0.0, 1.0]),  # one was
        ([0.0, 0.0], [0.0, 0.0]),
    ],
)
def test_similarity_is_scaled_over_what_was_found(semantic: list[float], scaled: list[float]) -> None:
    pool = [pooled(evidence(id=str(n)), value) for n, value in enumerate(semantic)]
    assert [text for text, _ in hybrid._scaled(pool, FilterDials())] == pytest.approx(scaled)
    printed = hybrid._scaled(pool, FilterDials(scaled_over_found=False))  # over all candidates, as seed A prints it
    assert [text for text, _ in printed] == pytest.approx(hybrid._min_max(semantic))


@works("ranking.hybrid.rank")
@pytest.mark.parametrize(
    ("count", "kept"),
    [
        (20, True),  # one word of twenty: 0.05
        (21, False),  # of twenty-one: 0.048, and neither name nor anchor
    ],
)
def test_what_is_far_is_dropped(count: int, kept: bool) -> None:
    claim = Subclaim(words(0, count), frozenset(), (), (), ())
    assert bool(hybrid.rank([pooled(evidence("amber"), 1.0)], (claim,), DAY, LEXICON, HYBRID)) is kept


@works("ranking.hybrid.rank")
def test_a_hundred_are_ranked() -> None:
    pool = [pooled(evidence("amber", id=f"e{n:03}"), 1.0) for n in range(101)]
    assert [one.evidence.id for one in hybrid.rank(pool, (bare(3),), DAY, LEXICON, HYBRID)] == [f"e{n:03}" for n in range(100)]


def beside(entry: Ranked, claim: str = "") -> gate.Case:
    """The candidate as a gate looks at it, beside the claim or one of three words."""
    about = part(claim) if claim else bare(3)
    core = gate.core_name(about, [entry.evidence.text], RANKING.gate)
    return gate.Case(entry, entry.fit(0), about, core, LEXICON, RANKING.gate, AmountDials())


@works("ranking.gate.too_weak")
@pytest.mark.parametrize(("score", "shut"), [(0.05, False), (0.049, True), (0.0, True)])
def test_the_gate_of_the_score(score: float, shut: bool) -> None:
    assert bool(gate.too_weak(beside(scored(score)))) is shut


@works("ranking.gate.boilerplate")
@pytest.mark.parametrize(
    ("penalties", "overlap", "shut"),
    [
        (("low_signal",), 0.49, True),  # below 0.5
        (("low_signal",), 0.5, False),
        ((), 0.1, False),  # no boilerplate
    ],
)
def test_the_gate_of_boilerplate(penalties: tuple[str, ...], overlap: float, shut: bool) -> None:
    entry = replace(scored(0.5, overlap=overlap), adjustments=tuple(Adjustment(name, 0.8, 0.0, "") for name in penalties))
    assert bool(gate.boilerplate(beside(entry))) is shut


@works("ranking.gate.count_needs_a_number")
@pytest.mark.parametrize(
    ("text", "overlap", "shut"),
    [
        ("Eight people died in Oslo.", 0.10, False),  # a number, 0.10 of the words
        ("Oslo has 7 hills.", 0.09, True),  # a number, too few words
        ("Several people died in Oslo.", 1.0, True),  # no number
    ],
)
def test_the_gate_of_counts(text: str, overlap: float, shut: bool) -> None:
    entry = scored(0.5, overlap=overlap, found=evidence(text))
    assert bool(gate.count_needs_a_number(beside(entry, "In Oslo, 7 people died."))) is shut


@pytest.mark.parametrize(
    ("text", "shut"),
    [
        ("A station has closed, which leaves the town with one.", False),  # one of what was named
        ("Of the stations in town, none is left.", False),
        ("No one works at the station in town.", True),
        ("The station in town is one of the oldest.", True),
    ],
)
def test_one_may_stand_for_a_number(text: str, shut: bool) -> None:
    case = beside(scored(0.5, overlap=0.75, found=evidence(text)), "The town has two stations.")
    assert bool(gate.count_needs_a_number(replace(case, dials=replace(case.dials, one_counts=True)))) is shut
    assert gate.count_needs_a_number(replace(case, dials=replace(case.dials, one_counts=False)))


@works("ranking.gate.other_topic")
@pytest.mark.parametrize(
    ("anchors", "overlap", "shut"),
    [
        (0.20, 0.0, False),  # anchors alone
        (0.0, 0.25, False),  # words alone
        (0.19, 0.24, True),
    ],
)
def test_the_gate_of_the_topic(anchors: float, overlap: float, shut: bool) -> None:
    assert bool(gate.other_topic(beside(scored(0.5, anchors=anchors, overlap=overlap)))) is shut


@works("ranking.gate.lacks_core_name")
@pytest.mark.parametrize(
    ("claim", "text", "shut"),
    [
        ("Marie Curie left Warsaw.", "Curie left in 1891.", False),  # a form of the first name
        ("Marie Curie left Warsaw.", "Pierre stayed in Warsaw.", True),  # the second name is not the core
        ("Smoking causes cancer.", "Bees returned.", False),  # no name to have
    ],
)
def test_the_gate_of_the_core_name(claim: str, text: str, shut: bool) -> None:
    assert bool(gate.lacks_core_name(beside(scored(0.5, found=evidence(text)), claim))) is shut


@works("ranking.gate.lacks_core_name")
@pytest.mark.parametrize(("anchors", "shut"), [(0.50, True), (0.51, False), (1.0, False)])
def test_the_gate_of_the_core_name_by_default(anchors: float, shut: bool) -> None:
    entry = scored(0.5, anchors=anchors, found=evidence("Pierre stayed in Paris."))
    case = replace(beside(entry, "Marie Curie left Warsaw."), dials=Dials().ranking.gate)
    assert bool(gate.lacks_core_name(case)) is shut


@works("ranking.gate.core_name")
@pytest.mark.parametrize(
    ("claim", "text", "core", "printed"),
    [
        ("Adult mice outlive others in Oslo.", "Many adult mice died.", "Oslo", "Adult"),  # written small there: no name
        ("Adult mice outlive others in Oslo.", "Many mice died.", "Adult", "Adult"),  # not written at all
        ("Marie Curie left Warsaw.", "A marie biscuit.", "Marie Curie", "Marie Curie"),  # more than a word
    ],
)
def test_the_core_name(claim: str, text: str, core: str, printed: str) -> None:
    for dials, name in ((Dials().ranking.gate, core), (RANKING.gate, printed)):
        found = gate.core_name(part(claim), [text], dials)
        assert found is not None
        assert found.text == name


FITS = Fit(0.5, 1.0, 1.0)
WEAK, FAR = replace(FITS, score=0.049), Fit(0.5, 0.19, 0.24)  # below 0.05; below 0.20 and 0.25


@works("ranking.gate.admit")
@pytest.mark.parametrize(
    ("fits", "counts", "reason"),
    [
        ((FITS, FITS), (0, 1), ""),
        ((FITS, WEAK), (0,), ""),  # about the first part alone
        ((FAR, FITS), (1,), ""),  # about the second alone, though its score is the same beside both
        ((WEAK, FAR), (), "score too low"),  # about neither; told of the first, which it fits best
        ((FAR, WEAK), (), "another topic"),
    ],
)
def test_a_candidate_counts_for_the_parts_it_is_about(fits: tuple[Fit, ...], counts: tuple[int, ...], reason: str) -> None:
    entry = replace(scored(0.5), fits=fits)
    (found,) = gate.admit([entry], [bare(3), bare(4)], LEXICON, RANKING.gate, AmountDials())
    assert (found.subclaims, found.reason, found.admissible_for_trust) == (counts, reason, bool(counts))


def base(name: str, score: float) -> Ranked:
    """A candidate whose one signal is its score."""
    return replace(scored(score, found=evidence(id=name)), signals=(Signal("semantic", 1.0, score),))


@works("ranking.gate.supporting")
@pytest.mark.parametrize(
    ("scores", "against", "degraded", "shown"),
    [
        ({"a": 0.9, "b": 0.6}, {"a"}, False, {"b": 0.6}),  # what contradicts is no support
        ({"a": 0.9, "b": 0.6}, {"a"}, True, {"b": 0.6, "a": 0.9 * 0.5}),  # in degraded mode with half its score
        ({"a": 0.9, "b": 0.8, "c": 0.7, "d": 0.6, "e": 0.5, "f": 0.4}, set(), False, {"a": 0.9, "b": 0.8, "c": 0.7, "d": 0.6, "e": 0.5}),
    ],
)
def test_the_few_that_support(scores: dict[str, float], against: set[str], degraded: bool, shown: dict[str, float]) -> None:
    found = gate.supporting([base(name, score) for name, score in scores.items()], frozenset(against), degraded, RANKING.supporting)
    assert [one.evidence.id for one in found] == list(shown)
    assert [one.final_score for one in found] == pytest.approx(list(shown.values()))


ARTICLE, HOME = "https://paper.example/ferry-runs-aground", "https://paper.example/"


@works("ranking.rerank.score")
@pytest.mark.parametrize(
    ("relevance", "url", "collection", "steps", "score"),
    [
        (0.8, ARTICLE, "web", 0.7 * 0.8 + 0.2 * 1.0 + 0.1 * 1.0, 0.86),  # 0.56 + 0.2 + 0.1
        (0.8, HOME, "web", 0.7 * 0.8 + 0.2 * 0.0 + 0.1 * 1.0, 0.66),  # a front page
        (0.8, None, "documents", 0.7 * 0.8 + 0.2 * 0.0 + 0.1 * 0.5, 0.61),  # from our own store, without address
        (0.8, ARTICLE, "static", 0.7 * 0.8 + 0.2 * 1.0 + 0.1 * 0.5, 0.81),  # from our own store
        (None, ARTICLE, "web", 0.7 * 0.5 + 0.2 * 1.0 + 0.1 * 1.0, 0.65),  # no model: the ranking score, 0.5
    ],
)
def test_the_rerank_score(relevance: float | None, url: str | None, collection: str, steps: float, score: float) -> None:
    entry = scored(0.5, found=replace(evidence(id="a", url=url), collection=collection))
    told = {} if relevance is None else {"a": relevance}
    assert steps == pytest.approx(score)
    assert rerank.score(entry, told, RANKING.rerank, URLS) == pytest.approx(score)


@works("ranking.rerank.related")
@pytest.mark.parametrize(("counted", "read"), [(0, 0), (25, 0), (26, 26), (40, 40), (100, 40)])
def test_the_relevance_model_reads_when_there_is_a_choice(counted: int, read: int) -> None:
    entries = [scored(0.9 - n / 200, found=evidence(id=f"e{n:03}")) for n in range(counted)]
    assert rerank.related(entries, RANKING.rerank) == tuple(entries[:read])


@works("ranking.rerank.related")
@pytest.mark.parametrize(("counted", "read"), [(1, 1), (12, 12), (31, 30)])
def test_the_relevance_model_reads_what_is_weighed_by_it(counted: int, read: int) -> None:
    entries = [scored(0.9 - n / 200, found=evidence(id=f"e{n:03}")) for n in range(counted)]
    assert rerank.related(entries, Dials().ranking.rerank) == tuple(entries[:read])


@works("ranking.rerank.read")
@pytest.mark.parametrize(
    ("scores", "relevance", "after"),
    [
        ((0.5,), 0.9, (0.2 * 0.5 + 0.8 * 0.9,)),  # 0.10 + 0.72
        ((0.5, 0.0), 0.9, (0.82, 0.0)),  # far from the second subclaim, it stays far
        ((0.5,), None, (0.5,)),  # not read
    ],
)
def test_what_the_relevance_model_makes_of_a_piece(scores: tuple[float, ...], relevance: float | None, after: tuple[float, ...]) -> None:
    entry = replace(scored(0.5, found=evidence(id="a")), fits=tuple(Fit(score, 1.0, 1.0) for score in scores))
    (found,) = rerank.read([entry], {} if relevance is None else {"a": relevance}, Dials().ranking.rerank)
    assert [fit.score for fit in found.fits] == pytest.approx(list(after))
    assert rerank.read([entry], {"a": 0.9}, RANKING.rerank) == (entry,)  # as first written it only orders


@works("ranking.rerank.choose")
@pytest.mark.parametrize(
    ("parts", "fitting", "copies", "read"),
    [
        (1, (30,), 1, range(25)),  # the first 25
        (1, (30,), 10, [0, 1, 2, 10, 11, 12, 20, 21, 22]),  # three origins of ten copies: three of each
        (2, (30, 5), 1, [*range(20), *range(30, 35)]),  # 25 // 2 = 12 and 5 places, then the 8 best of the others
        (3, (20, 0, 20), 1, [*range(17), *range(20, 28)]),  # 25 // 3 = 8 and 8, then the 9 best of the others
    ],
)
def test_what_the_judge_reads(parts: int, fitting: tuple[int, ...], copies: int, read: Sequence[int]) -> None:
    """First those that fit the first part best, so many of them, then those of the second; so many in a row are copies."""
    places = [part for part, count in enumerate(fitting) for _ in range(count)]
    ordered = [replace(scored(0.5, found=evidence(id=f"{n}")), subclaim=part) for n, part in enumerate(places)]
    found = rerank.choose(ordered, {f"{n}": f"origin {n // copies}" for n in range(len(places))}, parts, RANKING.rerank)
    assert [int(one.evidence.id) for one in found] == list(read)


@works("ranking.rerank.spread")
@pytest.mark.parametrize(
    ("entries", "shown"),
    [
        ([("a", "x", "1"), ("b", "x", "2"), ("c", "x", "3"), ("d", "y", "4")], "abd"),  # two of the domain x
        ([("a", "x", "1"), ("b", "y", "1"), ("c", "z", "2")], "ac"),  # one of the origin 1
        ([("a", "x", "1"), ("b", "x", "1"), ("c", "x", "2"), ("d", "x", "3")], "ac"),  # the copy takes no place of its domain
        ([(f"{n:02}", f"{n}", f"{n}") for n in range(30)], "".join(f"{n:02}" for n in range(25))),  # the first 25
    ],
)
def test_what_is_shown_is_spread(entries: list[tuple[str, str, str]], shown: str) -> None:
    ordered = [scored(0.5, found=evidence(id=name, domain=domain)) for name, domain, _ in entries]
    found = rerank.spread(ordered, {name: origin for name, _, origin in entries}, RANKING.rerank)
    assert "".join(one.evidence.id for one in found) == shown
