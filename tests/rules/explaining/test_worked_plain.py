"""What is told without a language model, worked by hand."""

import pytest

from tests.rules.ranking.given import LEXICON
from tests.worked import works
from veracious.domain.language import Brief, Excerpt, Flaw, PartResult
from veracious.domain.ledger import Support
from veracious.domain.report import ExplanationSentence
from veracious.domain.stance import Stance
from veracious.domain.verdict import Verdict
from veracious.rules.dials import Dials
from veracious.rules.explaining import plain
from veracious.rules.explaining.plain import ExplainingContext
from veracious.rules.judging.conflicts import Measure

DIALS = Dials()
PLAIN, JUDGING = DIALS.telling.plain, DIALS.judging
MEASURE = Measure(LEXICON, DIALS.reading.amounts, DIALS.compare, JUDGING.conflicts)
MEANS = ExplainingContext(LEXICON, DIALS.reading, MEASURE, JUDGING.heard, DIALS.kinds)
S, R, M, N = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.MIXED, Verdict.NOT_ENOUGH_EVIDENCE
SELLERS = [f"{name} sells maps." for name in ("Anna", "Boris", "Clara", "Diego", "Elena", "Felix", "Greta")]


def excerpts(texts: list[str]) -> list[Excerpt]:
    """Each under its number."""
    return [Excerpt(str(number), text) for number, text in enumerate(texts)]


@works("explaining.plain.explain")
@pytest.mark.parametrize(
    ("texts", "cited", "quoted"),
    [
        (["Boats are dear. Anna sells maps."], "00", "“Anna sells maps.”"),  # sells and maps: 2 > 0; and that it is alone
        (SELLERS[:2], "01", "“Anna sells maps.”"),  # one of each
        ([SELLERS[0], SELLERS[0], SELLERS[1]], "02", "“Anna sells maps.”"),  # the same sentence once, by the first that has it
        (SELLERS[:5], "0123", "“Anna sells maps.”"),  # four of five
        (["maps " * 47 + "sells plans"], "00", "“" + "maps " * 46 + "maps …”"),  # 246 characters: cut at the last space of the first 240
    ],
)
def test_the_length_of_an_explanation_from_excerpts(texts: list[str], cited: str, quoted: str) -> None:
    told = plain.explain(Brief("Somebody sells maps.", S, tuple(excerpts(texts))), MEANS, PLAIN)
    assert [one.evidence for one in told] == [(name,) for name in cited]
    assert quoted in told[0].text


@works("explaining.plain.summarise")
@pytest.mark.parametrize(
    ("parts", "chosen"),
    [
        ([(S, 1)], ["0a"]),
        ([(S, 2), (S, 2)], ["0a", "0b", "1a"]),  # 0a, 1a, then 0b makes three; told as in the claim
        ([(N, 2), (R, 2)], ["0a", "1a", "1b"]),  # the refuted first: 1a, 0a, 1b
        ([(N, 1), (S, 1), (M, 1), (R, 1)], ["1a", "2a", "3a"]),  # 3a, 2a, 1a; no room for what is not known
        ([(S, 4)], ["0a", "0b", "0c"]),  # three of four
    ],
)
def test_the_sentences_of_a_summary(parts: list[tuple[Verdict, int]], chosen: list[str]) -> None:
    """Each part has so many sentences, called by its number and a letter."""
    results = [
        PartResult(f"Part {at}.", verdict, tuple(ExplanationSentence(f"{at}{letter}", ("e",)) for letter in "abcd"[:count]))
        for at, (verdict, count) in enumerate(parts)
    ]
    assert [one.text for one in plain.summarise(results, PLAIN)] == chosen


BRIDGE = "Who built the old stone bridge in Porto?"  # built, old, stone, bridge, Porto


@works("explaining.plain.write")
@pytest.mark.parametrize(
    ("question", "texts", "answer"),
    [
        # 2 / 5 = 0.4 for Porto and old, 3 / 5 = 0.6 for stone, bridge and built: both ≥ 0.34, the larger first
        (
            BRIDGE,
            ["The ferry to Porto is old. The stone bridge was built by masons."],
            [("The stone bridge was built by masons.", "0"), ("The ferry to Porto is old.", "0")],
        ),
        (BRIDGE, ["The river is old."], []),  # 1 / 5 = 0.2 < 0.34
        (BRIDGE, ["Is there an old stone bridge in Porto?"], []),  # 4 / 5 = 0.8, but it asks
        ("When does the library open on weekdays?", ["The pool opens at ten."], []),  # 1 / 3 = 0.333 < 0.34
        ("Who sells maps?", [SELLERS[0], SELLERS[0]], [(SELLERS[0], "01")]),  # 2 / 2 = 1 in both, which it cites
        ("Who sells maps?", SELLERS, [(said, str(number)) for number, said in enumerate(SELLERS[:6])]),  # seven of 1: the first six
    ],
)
def test_an_answer_is_what_shares_the_words_of_the_question(question: str, texts: list[str], answer: list[tuple[str, str]]) -> None:
    assert [(one.text, "".join(one.evidence)) for one in plain.write(question, excerpts(texts), MEANS, PLAIN)] == answer


@works("explaining.plain.criticise")
@pytest.mark.parametrize(
    ("sentence", "text", "flaw"),
    [
        # library, sells, maps, lends, books
        ("The library sells maps and lends books.", "The library lends books.", None),  # 3 / 5 = 0.6 ≥ 0.6
        ("The library sells maps and lends books.", "It lends books.", Flaw.UNSUPPORTED),  # 2 / 5 = 0.4 < 0.6
        # library, lends, 50000, books
        ("The library lends 50,000 books.", "It lends 40,000 books.", Flaw.CONTRADICTED),  # 2 / 4 = 0.5 ≥ 0.5, and 40,000 is not 50,000
        ("The library lends 50,000 books.", "The pool has 40,000 books.", Flaw.UNSUPPORTED),  # 1 / 4 = 0.25: < 0.5, and < 0.6
        ("The library lends 50,000 books.", "The library lends books.", Flaw.UNSUPPORTED),  # 3 / 4 = 0.75 ≥ 0.6, but no 50,000
        # library, lends, books: 3 / 3 = 1
        ("The library lends books.", "The library does not lend books.", Flaw.CONTRADICTED),
        ("The library always lends books.", "The library lends books.", Flaw.OVERSTATED),
        ("The library lends books.", "The library may lend books.", Flaw.OVERSTATED),
        ("The library lends books.", "The library lends books.", None),
    ],
)
def test_the_first_doubt_of_a_sentence(sentence: str, text: str, flaw: Flaw | None) -> None:
    found = plain.criticise([ExplanationSentence(sentence, ("0",))], excerpts([text]), MEANS, PLAIN)
    assert [one.flaw for one in found] == ([flaw] if flaw else [])


@works("explaining.plain.criticise")
def test_a_sentence_that_cites_no_excerpt_is_uncited() -> None:
    """Before all else: the excerpt that was given says the contrary."""
    (found,) = plain.criticise(
        [ExplanationSentence("The library lends books.", ("9",))], excerpts(["The library does not lend books."]), MEANS, PLAIN
    )
    assert found.flaw is Flaw.UNCITED


@works("explaining.plain.supported")
@pytest.mark.parametrize(
    ("supports", "refutes", "support"),
    [
        (0.81, 0.1, Support.SUPPORTED),  # 0.1 < max(0.81, 0.5); 0.81 > 0.8
        (0.8, 0.1, Support.WEAK),  # 0.8 is not > 0.8; 0.8 ≥ 0.5
        (0.5, 0.49, Support.WEAK),  # 0.49 < max(0.5, 0.5); 0.5 ≥ 0.5
        (0.5, 0.5, Support.CONTRADICTED),  # 0.5 ≥ max(0.5, 0.5)
        (0.1, 0.5, Support.CONTRADICTED),  # 0.5 ≥ max(0.1, 0.5)
        (0.1, 0.49, Support.NOT_FOUND),  # 0.49 < max(0.1, 0.5); 0.1 < 0.5
        (0.49, 0.2, Support.NOT_FOUND),  # 0.49 < 0.5
    ],
)
def test_how_far_a_stance_carries_a_sentence(supports: float, refutes: float, support: Support) -> None:
    assert plain.supported(Stance(supports, refutes, 1 - supports - refutes), PLAIN) is support
