"""What a language model's findings make of the claims of an answer: labels and quotes are its, the rest is worked out."""

from datetime import date

import pytest

from tests.rules.reading.given import LEXICON
from tests.worked import works
from veracious.domain.claim import Importance, Kind
from veracious.domain.evidence import Evidence, Passage, Source
from veracious.domain.language import Finding
from veracious.domain.ledger import Entry, Level, Support
from veracious.domain.span import Span
from veracious.rules.dials import Dials
from veracious.rules.judging.conflicts import Measure
from veracious.rules.ledger import findings
from veracious.rules.ledger.findings import FindingContext, FindingDials
from veracious.rules.reading import answers
from veracious.rules.reading.answers import Answer

DIALS = Dials()
MEASURE = Measure(LEXICON, DIALS.reading.amounts, DIALS.compare, DIALS.judging.conflicts)
MEANS = FindingContext(MEASURE, DIALS.ledger.findings, DIALS.ledger.levels, DIALS.ledger.sure, DIALS.ledger.spans)
PAGE = "The library opens at nine on weekdays. A card costs 5 euros. It lends maps and books to members."
NAME = "sha256:" + "a1" * 32
PIECE = Evidence(NAME, Passage("page", Span(100, 100 + len(PAGE)), PAGE), Source("a.example"), "Library", published=date(2025, 1, 1))
S, W, C, N = Support.SUPPORTED, Support.WEAK, Support.CONTRADICTED, Support.NOT_FOUND
HOURS = "The library opens at nine on weekdays."


def read(text: str) -> Answer:
    return answers.read(text, "", answers.AnswerContext(LEXICON, DIALS.reading, DIALS.kinds, DIALS.ledger.answers))


def found(claim: str, support: Support, quote: str = "", excerpt: str = NAME) -> Finding:
    return Finding(claim, Kind.FACT, Importance.MINOR, support, excerpt if quote else "", quote)


def entry(text: str, *told: Finding) -> Entry:
    """The line on the one claim of a text."""
    answer = read(text)
    (made,) = findings.entries(answer, findings.assign(answer.claims, told, LEXICON, FindingDials()), (PIECE,), MEANS)
    return made


@works("ledger.findings.entries")
@pytest.mark.parametrize(
    ("text", "told", "level", "verdict"),
    [
        (HOURS, [found(HOURS, S, HOURS)], Level.FULL, S),
        (HOURS, [found(HOURS.upper(), S, HOURS)], Level.FULL, S),
        (HOURS, [found(HOURS, W, HOURS)], Level.PARTIAL, W),
        (HOURS, [found(HOURS, C, HOURS)], Level.CONTRADICTED, C),
        (HOURS, [found(HOURS, N)], Level.NONE, N),
        (HOURS, [], Level.NONE, N),
        (HOURS, [found(HOURS, S, "It opens at nine.")], Level.NONE, N),  # a quote that stands nowhere
        (HOURS, [found(HOURS, S, HOURS, "sha256:other")], Level.NONE, N),  # of a passage that was not given
        (HOURS, [found(HOURS, S, " ")], Level.NONE, N),
        (HOURS, [found(HOURS, S, HOURS), found("The library opens", N)], Level.PARTIAL, W),  # one part of it is not found
        (HOURS, [found("The library opens", S, "The library opens")], Level.PARTIAL, W),  # library, opens: 2 of 4
        (HOURS, [found("The library", S, "library")], Level.NONE, N),  # 1 of 4 is less than 0.3
        (HOURS, [found(HOURS, S, HOURS), found(HOURS, C, "A card costs 5 euros.")], Level.CONTRADICTED, C),
        ("A card costs 9 euros.", [found("A card costs 9 euros.", S, "A card costs 5 euros.")], Level.CONTRADICTED, C),
        (
            "It does not lend maps and books to members.",
            [found("It does not lend maps and books to members.", S, PAGE[61:])],
            Level.FULL,
            S,
        ),
    ],
)
def test_the_level_of_a_claim_from_its_findings(text: str, told: list[Finding], level: Level, verdict: Support) -> None:
    made = entry(text, *told)
    assert (made.level, made.verdict) == (level, verdict)


def test_a_line_has_the_words_of_the_page_where_they_stand_and_the_claim_as_code_reads_it() -> None:
    made = entry("A card costs 5 euros. [cite:a1a1a1a1a1a1]", found("A card costs 5 euros.", S, "A card costs 5 euros."))
    (backing,) = made.backing
    assert backing.quotes[0].span == Span(139, 160)
    assert backing.quotes[0].span.shifted(-100).of(PAGE) == "A card costs 5 euros."
    assert (backing.titles, backing.published, backing.is_cited) == (("Library",), date(2025, 1, 1), True)
    assert (made.claim.kind, made.claim.importance) == (Kind.NUMERIC, Importance.CRITICAL)
    assert made.confidence == pytest.approx(0.9)  # 0.85, and 0.05 for words that are all there


def test_amounts_that_exclude_each_other_are_named() -> None:
    assert entry("A card costs 9 euros.", found("A card costs 9 euros.", W, "A card costs 5 euros.")).conflicts == (
        "9 euros against 5 euros",
    )


def test_the_words_of_a_weak_claim_that_its_quote_has_not_are_told() -> None:
    text = "Well: the library opens at nine on weekdays in the rain."
    made = entry(text, found("the library opens at nine on weekdays in the rain.", W, HOURS))
    assert made.verdict is W
    assert [span.of(text) for span in made.unsupported][-1] == "rain"


def test_a_finding_is_of_the_claim_whose_words_it_has_and_of_all_that_are_alike() -> None:
    answer = read(f"{HOURS} A card costs 5 euros. {HOURS}")
    told = [found(HOURS, N), found("Cards cost 5 euros", N), found("Norway exports oil.", N)]
    assigned = findings.assign(answer.claims, told, LEXICON, FindingDials())
    assert [[one.claim for one in claim] for claim in assigned] == [[HOURS], ["Cards cost 5 euros"], [HOURS]]
    assert findings.assign((), told, LEXICON, FindingDials()) == ()
