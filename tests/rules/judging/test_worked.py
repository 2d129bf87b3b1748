"""The formulas of judging, worked by hand."""

from dataclasses import replace
from math import exp, log

import pytest

from tests.rules.ranking.given import LEXICON, part
from tests.rules.seeking.given import words
from tests.rules.weighing import given as make
from tests.rules.weighing.given import NEUTRAL, REFUTES, SUPPORTS
from tests.worked import works
from veracious import wiring
from veracious.domain.belief import Belief
from veracious.domain.claim import Subclaim
from veracious.domain.decision import Decision, Draft, Facts
from veracious.domain.evidence import Evidence, Passage, Quote, Source
from veracious.domain.span import Span
from veracious.domain.stance import Stance
from veracious.domain.trust import Status, Weighed
from veracious.domain.verdict import Citation, Verdict
from veracious.rules.dials import Dials
from veracious.rules.judging import aggregate, belief, cache_gate, calibration, conflicts, denials, endings, judgements, quotes, truth
from veracious.rules.judging.cache_gate import CacheCase, PartAges
from veracious.rules.judging.calibration import Steps, Table
from veracious.rules.judging.conflicts import AnswerConflictDials, Conflict, Measure
from veracious.rules.judging.judgements import HeardDials
from veracious.rules.judging.quotes import QuoteDials
from veracious.rules.reading import intake
from veracious.rules.weighing import coverage, sufficiency

S, R, M, N = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.MIXED, Verdict.NOT_ENOUGH_EVIDENCE
VALID, UNKNOWN, INVALID = Status.VALID, Status.UNKNOWN, Status.INVALID
EMPTY = coverage.measure([], 1, Dials().weighing.sufficiency.coverage)[0]
DIALS, PRINTED = Dials().judging, Dials.reference().judging


@works("judging.belief.impact")
@pytest.mark.parametrize(
    ("relevance", "strength", "steps", "impact"),
    [
        (1.0, 0.5, 1.0 * 2.0 / (1 + exp(-10 * (0.5 - 0.5))), 1.0),  # the midpoint: half of 2
        (1.0, 1.0, 1.0 * 2.0 / (1 + exp(-10 * (1.0 - 0.5))), 1.986614),  # 2 / (1 + e^−5)
        (0.5, 0.5, 0.5 * 2.0 / (1 + exp(0)), 0.5),  # half as relevant, half the impact
        (1.0, 0.0, 1.0 * 2.0 / (1 + exp(-10 * (0.0 - 0.5))), 0.013386),  # 2 / (1 + e^5): weak evidence hardly counts
    ],
)
def test_the_impact_of_one_piece(relevance: float, strength: float, steps: float, impact: float) -> None:
    assert steps == pytest.approx(impact, abs=1e-6)
    assert belief.impact(relevance, strength, PRINTED.belief) == pytest.approx(steps)


HALF = {"relevance": 1.0, "trust": 0.5}  # impact 1 × 2 × sigmoid(0) = 1


@works("judging.belief.update")
@pytest.mark.parametrize(
    ("pool", "log_odds", "certain"),
    [
        ([], 0.0, 0 / (0 + 3)),
        ([make.weighed("a", SUPPORTS, **HALF)], 0.9 * 1.0 - 0.05 * 1.0, 1 / (1 + 3)),  # 0.85 of one origin
        ([make.weighed(name, SUPPORTS, **HALF) for name in "ab"], 1.1 * 0.85, 2 / (2 + 3)),  # the second adds a tenth
        ([make.weighed(name, SUPPORTS, origin="origin:x", **HALF) for name in "abc"], 0.85, 1 / (1 + 3)),  # three copies do not
        ([make.weighed("a", SUPPORTS, **HALF), make.weighed("b", REFUTES, **HALF)], 0.85 - 0.85, 2 / (2 + 3)),
    ],
)
def test_belief_adds_up_over_origins(pool: list[Weighed], log_odds: float, certain: float) -> None:
    found = belief.update(pool, 0, DIALS.belief)
    assert (found.log_odds, found.confidence) == pytest.approx((log_odds, certain))


@works("judging.belief.update")
@pytest.mark.parametrize(("names", "log_odds"), [("a", 0.85), ("ab", 2 * 0.85), ("abc", 3 * 0.85)])
def test_belief_adds_up_over_origins_as_printed(names: str, log_odds: float) -> None:
    assert belief.update([make.weighed(name, SUPPORTS, **HALF) for name in names], 0, PRINTED.belief).log_odds == pytest.approx(log_odds)


@works("judging.belief.capped")
@pytest.mark.parametrize(
    ("reached", "limit", "sources", "left"),
    [
        (3.0, 1.0, 1, 3.0),  # one source is no consensus
        (3.0, 1.0, 2, min(3.0, 1.0)),
        (0.5, 1.0, 2, min(0.5, 1.0)),
    ],
)
def test_a_consensus_caps_belief(reached: float, limit: float, sources: int, left: float) -> None:
    assert belief.capped(Belief(reached, 0.5), limit, sources, PRINTED.belief) == Belief(left, 0.5)


@works("judging.belief.log_odds", "judging.belief.probability")
@pytest.mark.parametrize(
    ("share", "odds"),
    [
        (0.5, log(0.5 / 0.5)),  # ln 1 = 0
        (0.9, log(0.9 / 0.1)),  # ln 9 = 2.1972
        (0.2, log(0.2 / 0.8)),  # ln 0.25 = −1.3863
    ],
)
def test_a_share_and_its_log_odds(share: float, odds: float) -> None:
    assert belief.log_odds(share) == pytest.approx(odds)
    assert belief.probability(odds) == pytest.approx(1 / (1 + exp(-odds))) == pytest.approx(share)


# support and refutation, each with weight 2 for its own verdict and 1 for mixed
TABLE = Table("by hand", ("support", "refutation"), (0.0, 0.0, 0.0, 0.0), ((2.0, 0.0), (0.0, 2.0), (1.0, 1.0), (0.0, 0.0)))


@works("judging.calibration.apply")
@pytest.mark.parametrize(
    ("scores", "supported", "unknown"),
    [
        ((0.0, 0.0), 1 / 4, 1 / 4),  # four logits of 0
        ((1.0, 0.0), exp(2) / (exp(2) + exp(0) + exp(1) + exp(0)), 1 / (exp(2) + 2 + exp(1))),  # 7.389 / 12.107 = 0.6103; 0.0826
        ((1.0, 1.0), exp(2) / (exp(2) + exp(2) + exp(2) + exp(0)), 1 / (3 * exp(2) + 1)),  # 7.389 / 23.167 = 0.3189; 0.0432
    ],
)
def test_scores_become_a_distribution(scores: tuple[float, float], supported: float, unknown: float) -> None:
    found = calibration.apply(scores, TABLE)
    assert (found.supported, found.not_enough_evidence) == pytest.approx((supported, unknown))
    assert found.supported + found.refuted + found.mixed + found.not_enough_evidence == pytest.approx(1)


@works("judging.calibration.step")
@pytest.mark.parametrize(
    ("score", "value"),
    [
        (0.29, 0.1),  # below the first edge
        (0.3, 0.5),  # at it
        (0.69, 0.5),
        (0.7, 0.9),  # at the second
    ],
)
def test_a_score_stands_on_its_step(score: float, value: float) -> None:
    assert calibration.step(score, Steps((0.3, 0.7), (0.1, 0.5, 0.9))) == value


@works("judging.conflicts.apply")
@pytest.mark.parametrize(
    ("stance", "is_restated", "after"),
    [
        (SUPPORTS, True, (0.0, 0.05 + 0.9 * 0.9, 1 - 0.86)),  # 0.81 of 0.9 moves: 0.86, and 0.14 is silence
        (Stance(0.6, 0.2, 0.2), True, (0.0, 0.2 + 0.9 * 0.6, 1 - 0.74)),
        (Stance(0.6, 0.2, 0.2), False, (0.0, 0.2 + 0.35 * 0.6, 1 - 0.41)),  # 0.21 of 0.6 moves: 0.41, and 0.59 is silence
        (Stance(0.7, 0.2, 0.1), False, (0.7, 0.2, 0.1)),  # the judge is sure
        (REFUTES, True, (0.05, 0.9, 0.05)),  # only a support changes
        (NEUTRAL, True, (0.1, 0.1, 0.8)),
    ],
)
def test_a_conflict_turns_a_support(stance: Stance, is_restated: bool, after: tuple[float, float, float]) -> None:
    found = conflicts.apply(stance, Conflict("12", "40", is_restated), AnswerConflictDials())
    assert (found.supports, found.refutes, found.neutral) == pytest.approx(after)


@works("judging.denials.find")
@pytest.mark.parametrize(
    ("claim", "quote", "found"),
    [
        ("Kelp tea relieves migraine.", "Kelp tea does not relieve migraine.", Conflict("relieves", "does not relieve")),
        ("The Sarn Bridge is safe.", "Ours is old. The Sarn Bridge is not safe, he said.", Conflict("is", "is not")),
        ("Kelp tea relieves migraine.", "Kelp tea does not relieve toothache in most sailors.", None),  # of something else
        ("Kelp tea relieves migraine.", "Kelp tea does not only relieve migraine.", None),  # more than that
        ("Kelp tea does not relieve migraine.", "Kelp tea does not relieve migraine.", None),
    ],
)
def test_a_quote_may_deny_a_claim_in_so_many_words(claim: str, quote: str, found: Conflict | None) -> None:
    dials = Dials()
    measure = Measure(wiring.lexicon(), dials.reading.amounts, dials.compare, DIALS.conflicts)
    part = intake.part_of(claim, wiring.lexicon(), dials.reading)
    assert denials.find(part, Quote("", Span(0, len(quote)), quote), measure) == found


@works("judging.endings.find")
@pytest.mark.parametrize(
    ("claim", "quote", "found"),
    [
        (
            "A hosepipe ban is in force in Lower Esker.",
            "It rained. The hosepipe ban in Lower Esker ended on Monday after weeks of rain.",
            Conflict("is in force in Lower Esker", "ended"),
        ),
        (
            "The dockers' strike is going on.",
            "The dockers' strike has been called off, the union said.",
            None,
        ),  # its verb ends before "off"
        ("The dockers' strike is going on.", "The long dockers' strike has finally ended.", Conflict("is going on", "has finally ended")),
        ("The curfew continues in Arden.", "The curfew in Arden was lifted at noon.", Conflict("continues in Arden", "was lifted")),
        ("The curfew continues in Arden.", "The curfew in Varn was lifted at noon.", None),  # elsewhere
        ("The curfew continues in Arden.", "The curfew in Arden has not ended.", None),
        ("The curfew continues in Arden.", "The curfew in Arden will be lifted on Friday.", None),
        ("The ceasefire holds.", "The war ended on Monday.", None),  # of something else
        ("The tunnel is closed.", "The tunnel works ended on Monday.", None),  # no claim that something goes on
    ],
)
def test_a_quote_may_tell_the_end_of_what_is_claimed_to_go_on(claim: str, quote: str, found: Conflict | None) -> None:
    dials = Dials()
    part = intake.part_of(claim, wiring.lexicon(), dials.reading)
    passage = Quote("", Span(0, len(quote)), quote)
    assert endings.find(part, passage, Measure(wiring.lexicon(), dials.reading.amounts, dials.compare, DIALS.conflicts)) == found
    off = replace(DIALS.conflicts, told_ends=False)
    assert endings.find(part, passage, Measure(wiring.lexicon(), dials.reading.amounts, dials.compare, off)) is None


@works("judging.judgements.phrase")
@pytest.mark.parametrize(
    ("claim", "asked"),
    [
        ("The council did not approve a toll.", "The council approved a toll."),
        ("The Sarn Bridge isn't 90 metres long.", "The Sarn Bridge is 90 metres long."),
        ("Not all ferries are electric.", "All ferries are electric."),
        ("Some ferries are not electric.", "Some ferries are not electric."),  # no denial of "some ferries are electric"
        ("The tunnel did not open until May 2025.", "The tunnel did not open until May 2025."),
        ("The tunnel may not be safe.", "The tunnel may not be safe."),  # it may be, too
    ],
)
def test_the_judge_is_asked_what_a_claim_denies(claim: str, asked: str) -> None:
    part = intake.part_of(claim, wiring.lexicon(), Dials().reading)
    assert judgements.phrase(part, wiring.lexicon(), Dials().reading, HeardDials()).text == asked
    assert judgements.phrase(part, wiring.lexicon(), Dials().reading, HeardDials(without_denial=False)) is part


@works("judging.conflicts.find")
@pytest.mark.parametrize(
    ("claim", "quote", "found"),
    [
        ("The bridge is 90 metres long.", "The bridge is 120 metres long.", Conflict("90 metres", "120 metres")),
        ("The bridge is 90 metres long.", "It is 120 metres long, the old one was 90 metres long.", None),  # one agrees
        ("The bridge is 90 metres long.", "Spans of 120 metres, 60 metres and 30 metres are built.", None),  # three: which is meant?
        ("The bridge is 90 metres long.", "Spans of 120 metres and 60 metres are built.", Conflict("90 metres", "120 metres")),
        ("The bridge was built after 1921.", "The bridge was built in 1922.", None),  # open
        ("The bridge dates from the 1800s.", "The bridge was built in 1888.", None),
        ("The bridge was built in 1921 and moved in 1950.", "The bridge was built in 1921.", None),  # 1921 explains the only date
        ("The bridge was built in 1921.", "The bridge (b. 1921) was sold in July 2006.", None),  # unread or read, 1921 is there
        ("One in five trials is stopped.", "Of the trials 21% were stopped.", None),  # 0.20 and 0.21: 0.05 of 0.21 apart
        ("One in five trials is stopped.", "Of the trials 23% were stopped.", Conflict("One in five", "23%")),  # 0.13 of 0.23 apart
        ("Prices rose three times.", "Prices rose more than 3-fold.", None),  # a bound at the claimed number
        ("The vote had 45 observers.", "It had 14 foreign and 31 local observers.", None),  # together 45
        ("The risk falls by 50%.", "The hazard ratio was 0.50 (95% CI, 0.36-0.69).", None),  # how sure, not how much
        ("It spread in 2020.", "The 2019-nCoV infection spread in Wuhan.", None),  # a name
    ],
)
def test_a_quote_excludes_an_amount(claim: str, quote: str, found: Conflict | None) -> None:
    dials = Dials()
    measure = Measure(wiring.lexicon(), dials.reading.amounts, dials.compare, DIALS.conflicts)
    part = intake.part_of(claim, wiring.lexicon(), dials.reading)
    assert conflicts.find(part, Quote("", Span(0, len(quote)), quote), measure) == found


@works("judging.quotes.as_read")
@pytest.mark.parametrize(
    ("title", "with_title", "read"),
    [("Lake Baikal", True, "Lake Baikal: It is deep."), ("", True, "It is deep."), ("Lake Baikal", False, "It is deep.")],
)
def test_what_the_judge_reads_for_a_quote(title: str, with_title: bool, read: str) -> None:
    assert quotes.as_read("It is deep.", title, QuoteDials(with_title=with_title)) == read


@works("judging.quotes.is_read_again")
@pytest.mark.parametrize(
    ("stance", "title", "again"),
    [
        (Stance(0.5, 0.2, 0.3), "Lake Baikal", True),
        (Stance(0.2, 0.5, 0.3), "Lake Baikal", True),
        (Stance(0.2, 0.2, 0.6), "Lake Baikal", False),
        (Stance(0.5, 0.2, 0.3), "", False),
    ],
)
def test_what_takes_a_side_is_read_again_behind_its_title(stance: Stance, title: str, again: bool) -> None:
    assert quotes.is_read_again(stance, title, QuoteDials()) == again
    assert not quotes.is_read_again(stance, title, QuoteDials(read_twice=False))
    assert not quotes.is_read_again(stance, title, QuoteDials(with_title=True))


@works("judging.quotes.settling")
@pytest.mark.parametrize(
    ("whole", "alone", "which"),
    [
        (Stance(0.8, 0.1, 0.1), [Stance(0.2, 0.0, 0.8), Stance(0.73, 0.1, 0.17)], 1),  # 0.9 × 0.8 is 0.72
        (Stance(0.8, 0.1, 0.1), [Stance(0.6, 0.0, 0.4), Stance(0.71, 0.1, 0.19)], None),  # both together say it
        (Stance(0.1, 0.8, 0.1), [Stance(0.95, 0.0, 0.05), Stance(0.1, 0.75, 0.15)], 1),  # the same side
        (Stance(0.3, 0.2, 0.5), [Stance(0.9, 0.0, 0.1), Stance(0.1, 0.1, 0.8)], None),
        (Stance(0.8, 0.1, 0.1), [], None),
    ],
)
def test_one_sentence_is_quoted_where_it_settles_alone(whole: Stance, alone: list[Stance], which: int | None) -> None:
    assert quotes.settling(whole, alone, QuoteDials()) == which


@works("judging.quotes.mean")
@pytest.mark.parametrize(
    ("first", "second", "both"),
    [
        (Stance(0.8, 0.1, 0.1), Stance(0.4, 0.1, 0.5), (0.6, 0.1, 0.3)),
        (Stance(0.0, 1.0, 0.0), Stance(0.0, 0.0, 1.0), (0.0, 0.5, 0.5)),
        (Stance(0.2, 0.2, 0.6), Stance(0.2, 0.2, 0.6), (0.2, 0.2, 0.6)),
    ],
)
def test_two_readings_come_to_their_mean(first: Stance, second: Stance, both: tuple[float, ...]) -> None:
    found = quotes.mean(first, second)
    assert (found.supports, found.refutes, found.neutral) == pytest.approx(both)


BAIKAL = "The weather was fine. Lake Baikal is 1,642 metres deep. It freezes in winter. Tourists come by train."


@works("judging.quotes.choose")
@pytest.mark.parametrize(
    ("claim", "quoted"),
    [
        # lake, Baikal, deep of four words: 3/4; with the next sentence 3/4 − 0.03
        ("Lake Baikal is a deep hole.", "Lake Baikal is 1,642 metres deep."),
        # lake, Baikal: 2/4; freezes, winter: 2/4; both sentences 4/4 − 0.10 = 0.90
        ("Lake Baikal freezes in winter.", "Lake Baikal is 1,642 metres deep. It freezes in winter."),
        # lake, Baikal: 2/5; tourists, come, train: 3/5; the three sentences from the one to the other 5/5 − 0.06 = 0.94
        (
            "Tourists come to Lake Baikal by train.",
            "Lake Baikal is 1,642 metres deep. It freezes in winter. Tourists come by train.",
        ),
        # weather, fine: 2/5; tourists, come, train: 3/5; all four sentences would be 5/5 − 0.09 = 0.91, but three are the most
        ("Tourists come by train in fine weather.", "Tourists come by train."),
    ],
)
def test_the_run_of_sentences_that_says_most(claim: str, quoted: str) -> None:
    evidence = Evidence("e", Passage("s", Span(0, len(BAIKAL)), BAIKAL), Source("a.example"))
    assert quotes.choose(evidence, part(claim), LEXICON, DIALS.quotes).text == quoted


@works("judging.quotes.choose")
@pytest.mark.parametrize(
    ("first", "second", "both"),
    [
        (35, 2, True),  # 35/40 = 0.875 against 37/40 − 0.03 = 0.895
        (35, 1, False),  # 0.875 against 36/40 − 0.03 = 0.870
    ],
)
def test_a_further_sentence_must_add_a_little(first: int, second: int, both: bool) -> None:
    """A claim of forty words, so many of them in the first sentence and so many in the second."""
    sentences = f"{words(0, first).capitalize()}.", f"{words(first, second).capitalize()}."
    passage = Passage("s", Span(0, len(" ".join(sentences))), " ".join(sentences))
    claim = Subclaim(words(0, 40), frozenset(), (), (), ())
    quote = quotes.choose(Evidence("e", passage, Source("a.example")), claim, LEXICON, DIALS.quotes)
    assert quote.text == (" ".join(sentences) if both else sentences[0])


@works("judging.aggregate.part")
@pytest.mark.parametrize(
    ("status", "supporting", "refuting", "credibility", "verdict"),
    [
        (Status.STRONGLY_VALID, ("a", "b"), (), 0.5, S),  # two origins
        (VALID, ("a",), (), 0.5, N),  # one, of credibility 0.5 < 0.9
        (VALID, ("a",), (), 0.9, S),  # one, of credibility 0.9
        (INVALID, (), ("a", "b"), 0.5, R),
        (UNKNOWN, ("a",), ("b",), 0.9, M),  # firm on both sides
        (UNKNOWN, ("a",), ("a",), 0.9, N),  # one origin that contradicts itself
        (Status.PARTIALLY_VALID, (), (), 0.9, N),
    ],
)
def test_the_verdict_on_a_subclaim(
    status: Status, supporting: tuple[str, ...], refuting: tuple[str, ...], credibility: float, verdict: Verdict
) -> None:
    detail = replace(EMPTY, status=status, supporting=supporting, refuting=refuting)
    detail = replace(detail, supporting_credibility=credibility, refuting_credibility=credibility)
    assert aggregate.part(detail, DIALS.decisive) is verdict


@works("judging.aggregate.forced")
@pytest.mark.parametrize(
    ("supporting", "refuting", "verdict"),
    [
        ("abcd", "e", S),  # 4 ≥ max(3, 4 × 1)
        ("abc", "e", None),  # 3 < 4
        ("e", "abcd", R),
        ("abcdefgh", "ij", S),  # 8 ≥ max(3, 4 × 2)
        ("abc", "", S),  # 3 ≥ max(3, 4 × 0)
        ("ab", "", None),  # 2 < 3
    ],
)
def test_a_side_is_forced(supporting: str, refuting: str, verdict: Verdict | None) -> None:
    assert aggregate.forced(replace(EMPTY, supporting=tuple(supporting), refuting=tuple(refuting)), DIALS.decisive) is verdict


@works("judging.aggregate.whole")
@pytest.mark.parametrize(
    ("parts", "default", "reference"),
    [
        ((S, S), S, S),
        ((S, R), M, R),  # seed E: any refuted part refutes
        ((R, N), R, R),
        ((M, R), M, R),
        ((M, S), M, M),
        ((S, N), N, M),  # seed E: anything else is mixed
        ((N, N), N, N),
        ((), N, N),
    ],
)
def test_the_verdict_on_the_claim(parts: tuple[Verdict, ...], default: Verdict, reference: Verdict) -> None:
    assert aggregate.whole(parts, DIALS.decisive) is default
    assert aggregate.whole(parts, PRINTED.decisive) is reference


@works("judging.aggregate.cite")
@pytest.mark.parametrize(
    ("pages", "credible", "shown"),
    [
        (30, 0, 25),  # all are shown, at most 25
        (10, 3, 3),  # 3 ≥ 3 and 3 ≥ 0.3 × 10: only those
        (10, 2, 10),  # 2 < 3: all
        (11, 3, 11),  # 3 < 0.3 × 11 = 3.3: all
    ],
)
def test_how_many_citations_are_shown(pages: int, credible: int, shown: int) -> None:
    cited = [Citation(Quote(f"s{k}", Span(0, 1), "x"), f"s{k}.example", "", f"https://s{k}.example/a-long-headline") for k in range(pages)]
    known = {f"s{k}.example": 0.6 for k in range(credible)}
    assert len(aggregate.cite([*cited, *cited], known, PRINTED.citations)) == shown


@works("judging.truth.weight")
@pytest.mark.parametrize(
    ("status", "weight"),
    [
        (Status.STRONGLY_VALID, 1.0),
        (Status.VALID, 1.0),
        (Status.PARTIALLY_VALID, 0.75),
        (Status.UNKNOWN, 0.45),
        (Status.PARTIALLY_INVALID, 0.25),
        (Status.INVALID, 0.0),
    ],
)
def test_the_weight_of_a_status(status: Status, weight: float) -> None:
    assert truth.weight(status, PRINTED.truth) == weight


@works("judging.truth.score")
@pytest.mark.parametrize(
    ("statuses", "steps", "score"),
    [
        ((VALID, UNKNOWN), (1 + 0.45) / 2 - 0.10 * 1 / 2, 0.675),  # 0.725 − 0.05
        ((VALID, INVALID), (1 + 0) / 2 - 0.30 * 1 / 2, 0.35),  # 0.5 − 0.15
        (
            (Status.PARTIALLY_VALID, Status.PARTIALLY_INVALID, UNKNOWN),
            (0.75 + 0.25 + 0.45) / 3 - 0.30 * 1 / 3 - 0.10 * 1 / 3,  # 0.48333 − 0.1 − 0.03333
            0.35,
        ),
        ((INVALID,), max(0.0, 0.0 - 0.30 * 1), 0.0),  # clamped
        ((Status.STRONGLY_VALID,), 1.0, 1.0),
    ],
)
def test_the_truth_score(statuses: tuple[Status, ...], steps: float, score: float) -> None:
    assert steps == pytest.approx(score)
    assert truth.score([replace(EMPTY, status=status) for status in statuses], PRINTED.truth) == pytest.approx(score)


FIRST = make.weighed("a", SUPPORTS, semantic=0.8)  # anchors 1, words 0.8, credibility 0.8


@works("judging.truth.segment_support")
@pytest.mark.parametrize(
    ("piece", "default", "reference"),
    [
        # rel = 0.7 × 0.8 + 0.3 × 0 = 0.56; 0.392 + 0.15 + 0.08 + 0.04 = 0.662
        (FIRST, 0.70 * 0.56 + 0.15 * 1.0 + 0.10 * 0.8 + 0.05 * 0.8, 0.662),
        # rel = 0.7 × 1 + 0.3 × 1 = 1
        (make.weighed("a", SUPPORTS, semantic=1.0, triple=1.0), 0.70 * 1.0 + 0.15 * 1.0 + 0.10 * 0.8 + 0.05 * 0.8, 0.97),
        # as the first, less 0.10 for uncertain wording and 0.10 for mere reporting
        (replace(FIRST, wording=("uncertainty", "claim_mention")), 0.662 - 2 * 0.10, 0.462),
        # as the first; the reference takes 0.20 from what contradicts
        (replace(FIRST, stance=REFUTES), 0.662, 0.662 - 0.20),
    ],
)
def test_the_quality_of_one_piece(piece: Weighed, default: float, reference: float) -> None:
    assert truth.segment_support(piece, DIALS.quality, DIALS.segment) == pytest.approx(default)
    assert truth.segment_support(piece, PRINTED.quality, PRINTED.segment) == pytest.approx(reference)


@works("judging.truth.quality")
@pytest.mark.parametrize(
    ("pool", "count", "diversity", "steps", "quality"),
    [
        ([FIRST], 1, 0.0, 0.662 * (0.85 + 0.15 * 0.0), 0.5627),
        ([FIRST], 1, 1.0, 0.662 * (0.85 + 0.15 * 1.0), 0.662),
        ([FIRST], 2, 0.0, (0.662 + 0.0) / 2 * 0.85, 0.28135),  # the other part has none
        # a perfect piece: 1 × 0.925, at most 0.85 + 0.10 × 0.5
        ([make.weighed("a", SUPPORTS, semantic=1.0, triple=1.0, overlap=1.0, credibility=1.0)], 1, 0.5, 0.85 + 0.10 * 0.5, 0.90),
        ([], 2, 0.0, 0.0, 0.0),
    ],
)
def test_evidence_quality(pool: list[Weighed], count: int, diversity: float, steps: float, quality: float) -> None:
    assert steps == pytest.approx(quality)
    assert truth.quality(pool, count, diversity, PRINTED.quality, PRINTED.segment) == pytest.approx(quality)


@works("judging.cache_gate.stale")
@pytest.mark.parametrize(
    ("ages", "stale"),
    [
        ((1095.0, 4000.0), False),  # the newest is 1,095 days old
        ((1096.0, 4000.0), True),
        ((None, 4000.0), False),  # undated counts as 730 days
        ((), True),
    ],
)
def test_a_verdict_rests_on_fresh_evidence(ages: tuple[float | None, ...], stale: bool) -> None:
    assert cache_gate.stale(CacheCase(decided(S, (S,), True), (PartAges(ages, 1095.0),)), DIALS.rest) is stale


@works("judging.cache_gate.stale")
@pytest.mark.parametrize(("fresh", "stale"), [(730.0, False), (729.0, True)])
def test_an_undated_piece_is_two_years_old(fresh: float, stale: bool) -> None:
    assert cache_gate.stale(CacheCase(decided(S, (S,), True), (PartAges((None,), fresh),)), DIALS.rest) is stale


def decided(verdict: Verdict, parts: tuple[Verdict, ...], sufficient: bool) -> Decision:
    nothing = sufficiency.decide([], 1, Dials().weighing.sufficiency)
    facts = Facts(parts, replace(nothing, is_sufficient=sufficient), frozenset(), 0.0, 0.0, 0)
    return Decision(Draft(verdict, 1.0, 1.0), Draft(verdict, 1.0, 1.0), facts, (), 0.0)


@works("judging.cache_gate.barred")
@pytest.mark.parametrize(
    ("decision", "age", "bar"),
    [
        (decided(S, (S,), True), 10.0, ""),
        (decided(S, (S,), False), 2000.0, "insufficient"),  # stale too, but this is asked first
        (decided(N, (N,), True), 10.0, "indecisive"),
        (decided(S, (S,), True), 2000.0, "stale"),  # 2,000 > 1,095 days
        (decided(S, (S, R), True), 10.0, "unexplained_refutation"),
        (decided(M, (S, R), True), 10.0, ""),
    ],
)
def test_what_bars_a_verdict_from_resting(decision: Decision, age: float, bar: str) -> None:
    assert cache_gate.barred(decision, [PartAges((age,), 1095.0)], DIALS.rest) == bar
