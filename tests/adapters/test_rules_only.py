"""What the rules make of texts where there is no language model: their own sense, beyond the form that the contracts state."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.contracts.samples import AS_OF, run
from tests.rules.reading.given import ANY_TEXT, LEXICON, PROSE
from tests.weights import shipped
from veracious.adapters.models.entailment import OnnxJudge
from veracious.adapters.models.rules_only import RulesModel
from veracious.domain.claim import Claim, Importance, Kind
from veracious.domain.errors import SourceError, SourceMalformed, SourceUnavailable
from veracious.domain.language import Brief, Excerpt, Finding, Flaw, PartResult
from veracious.domain.ledger import Support
from veracious.domain.report import ExplanationSentence
from veracious.domain.stance import Stance
from veracious.domain.verdict import Verdict
from veracious.rules.dials import Dials
from veracious.rules.explaining import plain
from veracious.rules.explaining.plain import PlainDials
from veracious.rules.judging.quotes import QuoteDials

MIND = RulesModel(LEXICON, Dials())
LIBRARY = Excerpt("lib", "The city library opens at nine on weekdays. When does it open? It lends 40,000 books.", "City library")
POOL = Excerpt("pool", "The pool opens at ten. Some say the water may be cold.", "Public pool")
BLANK = Excerpt("blank", " \n ")


class Scales:
    """A judge that answers as it is told to."""

    def __init__(self, *stances: Stance | None) -> None:
        self._stances = stances
        self.asked: list[tuple[str, str]] = []

    async def weigh(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Stance | None]:
        self.asked += pairs
        return self._stances


class Down:
    """A judge that does not answer."""

    async def weigh(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Stance | None]:
        raise SourceUnavailable("the judge is down")


def judged_by(*stances: Stance | None) -> RulesModel:
    return RulesModel(LEXICON, Dials(), Scales(*stances))


def stance(supports: float, refutes: float) -> Stance:
    return Stance(supports, refutes, 1 - supports - refutes)


# Reading.


def test_a_claim_without_words_has_no_parts() -> None:
    """Nothing is made up where nothing was said."""
    assert run(MIND.split(Claim(" ", AS_OF, "en"))) == ()


def test_a_claim_is_split_where_it_says_two_things() -> None:
    claim = Claim("Paris is the capital of France and lies on the Seine.", AS_OF, "en")
    assert run(MIND.split(claim)) == ("Paris is the capital of France.", "Paris lies on the Seine.")


# Telling.


@pytest.mark.parametrize(
    ("verdict", "opening"),
    [
        (Verdict.SUPPORTED, "The evidence supports the claim: "),
        (Verdict.REFUTED, "The evidence refutes the claim: "),
        (Verdict.MIXED, "The evidence disagrees on the claim: "),
        (Verdict.NOT_ENOUGH_EVIDENCE, "Nothing decisive was found on the claim; the nearest: "),
    ],
)
def test_an_explanation_quotes_of_each_excerpt_what_is_nearest_to_the_claim(verdict: Verdict, opening: str) -> None:
    told = run(MIND.explain(Brief("The library has 40,000 books.", verdict, (LIBRARY, BLANK, POOL))))
    assert told == (
        ExplanationSentence(f"{opening}City library writes “It lends 40,000 books.”", ("lib",)),
        ExplanationSentence("Beside it, Public pool writes “The pool opens at ten.”", ("pool",)),
    )


def test_an_explanation_from_one_excerpt_says_that_it_is_alone() -> None:
    """Two sentences are the least that SPEC §11 allows."""
    told = run(MIND.explain(Brief("The library has 40,000 books.", Verdict.SUPPORTED, (Excerpt("a", "It lends 40,000 books"),))))
    assert told == (
        ExplanationSentence("The evidence supports the claim: one source writes “It lends 40,000 books”.", ("a",)),
        ExplanationSentence("That rests on one source alone.", ("a",)),
    )


def test_an_explanation_has_four_sentences_at_most_and_says_nothing_twice() -> None:
    several = tuple(Excerpt(str(number), f"The library lends {number // 2} books.") for number in range(20))
    told = run(MIND.explain(Brief("The library lends books.", Verdict.SUPPORTED, several)))
    assert [one.evidence for one in told] == [("0",), ("2",), ("4",), ("6",)]


def test_a_long_quote_is_cut_for_the_sentence_at_a_word() -> None:
    """240 characters take in the 26 words of nine letters and a blank; the cut falls between two words."""
    long = Excerpt("a", "Libraries " + "wonderful " * 60)
    told = run(MIND.explain(Brief("Libraries", Verdict.SUPPORTED, (long,))))[0].text
    quote = told.split("“")[1].rstrip(".”")
    assert quote.endswith("wonderful …")
    assert quote.removesuffix(" …") in long.text
    assert len(quote) <= 242


def test_a_summary_takes_a_sentence_of_each_part_and_first_those_that_decide() -> None:
    """Of four parts three are told: the refuted, then the supported; the part without an answer is left out, the order is the claim's."""

    def part(name: str, verdict: Verdict) -> PartResult:
        return PartResult(name, verdict, (ExplanationSentence(f"{name} one.", (name,)), ExplanationSentence(f"{name} two.", (name,))))

    unknown, supported, refuted = Verdict.NOT_ENOUGH_EVIDENCE, Verdict.SUPPORTED, Verdict.REFUTED
    four = (part("A", unknown), part("B", supported), part("C", supported), part("D", refuted))
    assert [one.text for one in run(MIND.summarise("claim", four))] == ["B one.", "C one.", "D one."]
    assert [one.text for one in run(MIND.summarise("claim", four[1:2]))] == ["B one.", "B two."]
    assert run(MIND.summarise("claim", four[:1]))[0] == ExplanationSentence("A one.", ("A",))


def test_a_sentence_that_cites_nothing_is_not_summed_up() -> None:
    bare = PartResult("A", Verdict.SUPPORTED, (ExplanationSentence("Nobody knows.", ()), ExplanationSentence("It is known.", ("a",))))
    assert run(MIND.summarise("claim", (bare,))) == (ExplanationSentence("It is known.", ("a",)),)


# Writing and doubting.


def test_an_answer_is_the_sentence_that_shares_most_words_with_the_question_and_not_the_question() -> None:
    """Of library, open and weekdays the first sentence has all, those of the pool one of three, which is less than 0.34."""
    told = run(MIND.write("When does the library open on weekdays?", (LIBRARY, POOL)))
    assert told == (ExplanationSentence("The city library opens at nine on weekdays.", ("lib",)),)


def test_a_sentence_of_two_excerpts_cites_both() -> None:
    twin = Excerpt("twin", "It lends 40,000 books. It is old.")
    assert run(MIND.write("How many books does it lend?", (LIBRARY, twin))) == (
        ExplanationSentence("It lends 40,000 books.", ("lib", "twin")),
    )


def test_what_the_excerpts_do_not_answer_is_left_out() -> None:
    assert run(MIND.write("Who wrote the opera?", (LIBRARY, POOL))) == ()
    assert run(MIND.write("", (LIBRARY, POOL))) == ()


@pytest.mark.parametrize(
    ("sentence", "cited", "flaw", "why"),
    [
        ("The library lends 40,000 books.", (), Flaw.UNCITED, "none of the excerpts"),
        ("The library lends 40,000 books.", ("nowhere",), Flaw.UNCITED, "none of the excerpts"),
        ("The library lends 50,000 books.", ("lib",), Flaw.CONTRADICTED, "50,000, and the excerpt 40,000"),
        ("The pool does not open at ten.", ("pool",), Flaw.CONTRADICTED, "does not open, and the excerpt opens"),
        ("The mayor swims in the harbour every day.", ("lib",), Flaw.UNSUPPORTED, "little that it says"),
        ("The city library opens at nine on 250 weekdays.", ("lib",), Flaw.UNSUPPORTED, "do not state 250"),
        ("The library always opens at nine on weekdays.", ("lib",), Flaw.OVERSTATED, "no exception"),
        ("The water is cold.", ("pool",), Flaw.OVERSTATED, "reservations"),
    ],
)
def test_the_rules_doubt_a_sentence(sentence: str, cited: tuple[str, ...], flaw: Flaw, why: str) -> None:
    """Behind one without a flaw, so that its number is 1."""
    sound = ExplanationSentence("It lends 40,000 books.", ("lib",))
    (objection,) = run(MIND.criticise((sound, ExplanationSentence(sentence, cited)), (LIBRARY, POOL)))
    assert (objection.sentence, objection.flaw) == (1, flaw)
    assert why in objection.why


def test_what_is_copied_from_its_excerpt_has_no_flaw() -> None:
    answer = run(MIND.write("When does the library open, and the pool?", (LIBRARY, POOL)))
    assert len(answer) == 2
    assert run(MIND.criticise(answer, (LIBRARY, POOL))) == ()


# Holding an answer against the excerpts.


@pytest.mark.parametrize(
    ("said", "support"),
    [
        (stance(0.81, 0.1), Support.SUPPORTED),
        (stance(0.8, 0.1), Support.WEAK),
        (stance(0.5, 0.1), Support.WEAK),
        (stance(0.49, 0.1), Support.NOT_FOUND),
        (stance(0.1, 0.5), Support.CONTRADICTED),
        (stance(0.1, 0.49), Support.NOT_FOUND),
        (stance(0.5, 0.5), Support.CONTRADICTED),
    ],
)
def test_support_follows_the_stance(said: Stance, support: Support) -> None:
    """Above 0.8 supported, from 0.5 weak, from 0.5 against contradicted; of two as sure, the one against."""
    assert plain.supported(said, PlainDials()) is support
    (found,) = run(judged_by(said).assess((ExplanationSentence("The library lends books.", ("lib",)),), (LIBRARY, POOL)))
    assert found.support is support
    assert (found.excerpt, found.quote) == (("", "") if support is Support.NOT_FOUND else ("lib", "It lends 40,000 books."))


def test_a_sentence_is_held_against_what_it_cites_and_without_a_citation_against_all() -> None:
    """The judge reads the nearest sentence of each with its title; the surest stance decides."""
    scales = Scales(stance(0.3, 0.1), stance(0.1, 0.2), stance(0.9, 0.0))
    mind = RulesModel(LEXICON, Dials(), scales)
    found = run(
        mind.assess(
            (ExplanationSentence("The pool opens.", ("pool",)), ExplanationSentence("The pool opens early.", ("nowhere",))), (LIBRARY, POOL)
        )
    )
    assert scales.asked == [
        ("The pool opens.", "Public pool: The pool opens at ten."),
        ("The pool opens early.", "City library: The city library opens at nine on weekdays."),
        ("The pool opens early.", "Public pool: The pool opens at ten."),
    ]
    assert [(one.support, one.excerpt) for one in found] == [(Support.NOT_FOUND, ""), (Support.SUPPORTED, "pool")]


def test_a_denial_is_judged_as_what_it_denies_and_mirrored() -> None:
    scales = Scales(stance(0.9, 0.0))
    (found,) = run(RulesModel(LEXICON, Dials(), scales).assess((ExplanationSentence("The pool does not open early.", ("pool",)),), (POOL,)))
    assert scales.asked[0][0] == "The pool opens early."
    assert found.support is Support.CONTRADICTED


def test_an_amount_that_the_quote_excludes_turns_a_support() -> None:
    """0.7 of a support of 0.9 becomes refutation: 0.63, which contradicts."""
    (found,) = run(judged_by(stance(0.9, 0.0)).assess((ExplanationSentence("The library lends 50,000 books.", ("lib",)),), (LIBRARY,)))
    assert found == Finding(
        "The library lends 50,000 books.", Kind.NUMERIC, Importance.CRITICAL, Support.CONTRADICTED, "lib", "It lends 40,000 books."
    )


def test_without_excerpts_nothing_is_found_and_no_judge_is_asked() -> None:
    (found,) = run(MIND.assess((ExplanationSentence("The library is old.", ()),), (BLANK,)))
    assert found == Finding("The library is old.", Kind.FACT, Importance.MINOR, Support.NOT_FOUND)


@pytest.mark.parametrize(
    ("mind", "failure"),
    [
        (MIND, SourceUnavailable),
        (RulesModel(LEXICON, Dials(), Down()), SourceUnavailable),
        (judged_by(None, stance(0.9, 0.0)), SourceUnavailable),
        (judged_by(stance(0.9, 0.0)), SourceMalformed),
    ],
    ids=["no judge", "a judge that is down", "a sentence it could not read", "a stance too few"],
)
def test_a_judge_that_fails_is_a_failure_and_not_a_ledger(mind: RulesModel, failure: type[SourceError]) -> None:
    answer = (ExplanationSentence("The library lends books.", ("lib",)), ExplanationSentence("The pool opens.", ("pool",)))
    with pytest.raises(failure):
        run(mind.assess(answer, (LIBRARY, POOL)))


def test_the_shipped_judge_tells_what_the_excerpts_carry_from_what_they_contradict_and_do_not_have() -> None:
    mind = RulesModel(LEXICON, Dials(), OnnxJudge(shipped("judge"), LEXICON, QuoteDials(), 1))
    answer = (
        ExplanationSentence("The pool opens at ten.", ("pool",)),
        ExplanationSentence("The library opens at eight.", ("lib",)),
        ExplanationSentence("Bananas are yellow.", ()),
    )
    found = [one.support for one in run(mind.assess(answer, (LIBRARY, POOL)))]
    assert found == [Support.SUPPORTED, Support.CONTRADICTED, Support.NOT_FOUND]


# Whatever the texts are.


@given(st.lists(ANY_TEXT | PROSE, min_size=1, max_size=3), ANY_TEXT | PROSE)
def test_of_any_text_every_quote_stands_in_it_and_every_citation_was_given(texts: list[str], asked: str) -> None:
    excerpts = tuple(Excerpt(str(number), text, asked[:9]) for number, text in enumerate(texts))
    by_id = {one.id: one.text for one in excerpts}
    answer = run(MIND.write(asked, excerpts))
    for told in (*answer, *run(MIND.explain(Brief(asked, Verdict.MIXED, excerpts)))):
        assert told.evidence
        assert set(told.evidence) <= set(by_id)
    assert all(told.text in by_id[name] for told in answer for name in told.evidence)
    sentences = (*answer, ExplanationSentence(asked, ("0",)), ExplanationSentence(asked, ()))
    objections = run(MIND.criticise(sentences, excerpts))
    assert len({one.sentence for one in objections}) == len(objections)
    assert (len(sentences) - 1, Flaw.UNCITED) in [(one.sentence, one.flaw) for one in objections]
