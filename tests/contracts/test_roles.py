"""What everything that reads and writes language promises: rules, small models and language models alike.

The promises are of form, so that the smallest model can keep them: labels of a closed set, ids of what was given, quotes to the letter,
bounded counts, nothing twice, and a failure that is never an empty answer. Whether an answer is wise is measured elsewhere.
"""

from collections.abc import Callable, Coroutine, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

import pytest

from tests.contracts import test_models
from tests.contracts.samples import AS_OF, run
from tests.weights import shipped
from veracious import wiring
from veracious.adapters.models.entailment import OnnxJudge
from veracious.adapters.models.rules_only import RulesModel
from veracious.domain.claim import Claim, Importance, Kind
from veracious.domain.errors import SourceError
from veracious.domain.language import Brief, Element, Excerpt, Flaw, PartResult
from veracious.domain.ledger import Support
from veracious.domain.report import ExplanationSentence
from veracious.domain.verdict import Verdict
from veracious.ports import Analyst, Author, Splitter, Teller
from veracious.rules.dials import Dials
from veracious.rules.judging.quotes import QuoteDials

T = TypeVar("T")

# The most that an answer may hold, whoever gives it.
PARTS, BONES, SENTENCES, OBJECTIONS, FINDINGS = 5, 60, 12, 30, 40

CLAIM = Claim("Paris is the capital of France and lies on the Seine.", AS_OF, "en")
SUBCLAIM = "Paris is the capital of France."
EXCERPTS = (
    Excerpt("paris-1", "Paris is the capital of France. It lies on the Seine.", "Paris"),
    Excerpt("seine-7", "The Seine is 777 kilometres long.", "Rivers of France"),
)
ARTICLE = "The mayor said that the bridge is safe. The bridge is 90 metres long. Lorries must not cross it."
BRIEF = Brief(SUBCLAIM, Verdict.SUPPORTED, EXCERPTS)
RESULTS = (
    PartResult("Paris is the capital of France.", Verdict.SUPPORTED, (ExplanationSentence("One source says so.", ("paris-1",)),)),
    PartResult("Paris lies on the Rhine.", Verdict.REFUTED, (ExplanationSentence("It lies on the Seine.", ("paris-1", "seine-7")),)),
)
QUESTION = "What is the capital of France?"
ANSWER = (
    ExplanationSentence("Paris is the capital of France.", ("paris-1",)),
    ExplanationSentence("The Seine is 90 kilometres long.", ("seine-7",)),
)
NOTES = ('Correct this claim to what the documents say: "The Seine is 90 kilometres long."',)


class Mind(Splitter, Teller, Author, Protocol):
    """All roles that rules have, in one."""


CALLS: Mapping[str, Callable[[Mind], Coroutine[Any, Any, Sequence[Any]]]] = MappingProxyType(
    {
        "split": lambda mind: mind.split(CLAIM),
        "explain": lambda mind: mind.explain(BRIEF),
        "summarise": lambda mind: mind.summarise(CLAIM.text, RESULTS),
        "write": lambda mind: mind.write(QUESTION, EXCERPTS),
        "revise": lambda mind: mind.revise(QUESTION, ANSWER, NOTES, EXCERPTS),
        "criticise": lambda mind: mind.criticise(ANSWER, EXCERPTS),
        "assess": lambda mind: mind.assess(ANSWER, EXCERPTS),
    }
)


class RoleContract:
    """What the contracts of all roles share."""

    may_fail = False  # a small model may now and then have no answer; it says so with a `SourceError`, and the test is skipped

    def answered(self, work: Coroutine[Any, Any, Sequence[T]]) -> tuple[T, ...]:
        """The answer."""
        try:
            return tuple(run(work))
        except SourceError as failure:
            if not self.may_fail:
                raise
            pytest.skip(f"it said that it has no answer: {failure}")

    def told_of_nothing(self, work: Coroutine[Any, Any, Sequence[T]]) -> tuple[T, ...]:
        """What is told where nothing was given to speak of; one that fails there has told nothing either."""
        try:
            return tuple(run(work))
        except SourceError:
            return ()


def is_said_once(told: Sequence[object]) -> bool:
    return len(set(told)) == len(told)


def cites(told: Sequence[ExplanationSentence], ids: set[str]) -> None:
    """Sentences with words, a few of them, none twice, each citing something, and nothing but what was given."""
    assert 1 <= len(told) <= SENTENCES
    assert all(one.text.strip() for one in told)
    assert is_said_once([one.text for one in told])
    assert all(one.evidence and set(one.evidence) <= ids for one in told)
    assert all(is_said_once(one.evidence) for one in told)


class SplitterContract(RoleContract):
    """Subclass it and make a splitter; what every splitter promises of its parts is in `test_models.py`."""

    def make(self) -> Splitter:
        raise NotImplementedError

    def test_there_are_one_to_five_parts_with_words_and_none_twice(self) -> None:
        parts = self.answered(self.make().split(CLAIM))
        assert 1 <= len(parts) <= PARTS
        assert all(part.strip() for part in parts)
        assert is_said_once(parts)

    def test_a_claim_of_one_word_is_not_lost(self) -> None:
        """Whatever it is made of, something is left to check."""
        parts = self.answered(self.make().split(Claim("Rain.", AS_OF, "en")))
        assert 1 <= len(parts) <= PARTS
        assert all(part.strip() for part in parts)


class AnalystContract(RoleContract):
    """Subclass it and make an analyst."""

    def make(self) -> Analyst:
        raise NotImplementedError

    def test_a_skeleton_is_of_four_elements_quoted_to_the_letter_and_none_twice(self) -> None:
        bones = self.answered(self.make().outline(ARTICLE))
        assert len(bones) <= BONES
        assert all(type(bone.element) is Element for bone in bones)
        assert all(bone.subject.strip() for bone in bones)
        assert all(bone.quote.strip() and bone.quote in ARTICLE for bone in bones)
        assert is_said_once(bones)

    def test_no_article_no_skeleton(self) -> None:
        assert self.told_of_nothing(self.make().outline("")) == ()


class TellerContract(RoleContract):
    """Subclass it and make a teller."""

    def make(self) -> Teller:
        raise NotImplementedError

    def test_an_explanation_cites_excerpts_that_were_given_in_every_sentence(self) -> None:
        cites(self.answered(self.make().explain(BRIEF)), {one.id for one in EXCERPTS})

    def test_without_excerpts_nothing_is_explained(self) -> None:
        assert self.told_of_nothing(self.make().explain(Brief(SUBCLAIM, Verdict.NOT_ENOUGH_EVIDENCE, ()))) == ()

    def test_a_summary_cites_what_the_parts_cite_in_every_sentence(self) -> None:
        cites(self.answered(self.make().summarise(CLAIM.text, RESULTS)), {"paris-1", "seine-7"})

    def test_without_sentences_nothing_is_summed_up(self) -> None:
        silent = (PartResult(SUBCLAIM, Verdict.NOT_ENOUGH_EVIDENCE, ()),)
        assert self.told_of_nothing(self.make().summarise(SUBCLAIM, silent)) == ()
        assert self.told_of_nothing(self.make().summarise(SUBCLAIM, ())) == ()


class AuthorContract(RoleContract):
    """Subclass it and make an author."""

    def make(self) -> Author:
        raise NotImplementedError

    def test_an_answer_cites_excerpts_that_were_given_in_every_sentence(self) -> None:
        cites(self.answered(self.make().write(QUESTION, EXCERPTS)), {one.id for one in EXCERPTS})

    def test_without_excerpts_nothing_is_written(self) -> None:
        assert self.told_of_nothing(self.make().write(QUESTION, ())) == ()

    def test_a_revised_answer_cites_excerpts_that_were_given_in_every_sentence(self) -> None:
        cites(self.answered(self.make().revise(QUESTION, ANSWER, NOTES, EXCERPTS)), {one.id for one in EXCERPTS})

    def test_without_excerpts_or_an_answer_nothing_is_written_again(self) -> None:
        assert self.told_of_nothing(self.make().revise(QUESTION, ANSWER, NOTES, ())) == ()
        assert self.told_of_nothing(self.make().revise(QUESTION, (), NOTES, EXCERPTS)) == ()

    def test_an_objection_is_to_a_sentence_of_the_answer_says_why_and_is_made_once(self) -> None:
        objections = self.answered(self.make().criticise(ANSWER, EXCERPTS))
        assert len(objections) <= OBJECTIONS
        assert all(0 <= one.sentence < len(ANSWER) for one in objections)
        assert all(type(one.flaw) is Flaw and one.why.strip() for one in objections)
        assert is_said_once(objections)

    def test_an_answer_of_no_sentences_has_no_flaw(self) -> None:
        assert self.told_of_nothing(self.make().criticise((), EXCERPTS)) == ()

    def test_a_finding_has_labels_of_the_closed_sets_and_is_made_once(self) -> None:
        findings = self.answered(self.make().assess(ANSWER, EXCERPTS))
        assert 1 <= len(findings) <= FINDINGS
        assert all(one.claim.strip() for one in findings)
        assert all(type(one.kind) is Kind and type(one.importance) is Importance for one in findings)
        assert all(type(one.support) is Support for one in findings)
        assert is_said_once(findings)

    def test_what_was_found_is_quoted_to_the_letter_and_what_was_not_quotes_nothing(self) -> None:
        texts = {one.id: one.text for one in EXCERPTS}
        for one in self.answered(self.make().assess(ANSWER, EXCERPTS)):
            if one.support is Support.NOT_FOUND:
                assert (one.excerpt, one.quote) == ("", "")
            else:
                assert one.quote.strip()
                assert one.quote in texts[one.excerpt]

    def test_without_excerpts_no_claim_is_carried(self) -> None:
        found = self.told_of_nothing(self.make().assess(ANSWER, ()))
        assert all(one.support is Support.NOT_FOUND for one in found)

    def test_an_answer_of_no_sentences_has_no_claims(self) -> None:
        assert self.told_of_nothing(self.make().assess((), EXCERPTS)) == ()


class FailureContract:
    """Subclass it and make one that cannot answer, and name the calls that it cannot answer when not all of them."""

    silent: frozenset[str] = frozenset(CALLS)

    def make(self) -> Mind:
        raise NotImplementedError

    def test_a_failure_is_a_source_error_and_never_an_empty_answer(self) -> None:
        assert self.silent
        for name in sorted(self.silent):
            with pytest.raises(SourceError):
                run(CALLS[name](self.make()))


def rules() -> RulesModel:
    """The rules, with the shipped judge."""
    lexicon, dials = wiring.lexicon(), Dials()
    return RulesModel(lexicon, dials, OnnxJudge(shipped("judge"), lexicon, QuoteDials(), 1))


def rules_alone() -> RulesModel:
    """The rules without a judge."""
    return RulesModel(wiring.lexicon(), Dials())


class TestRulesAsSplitter(SplitterContract, test_models.SplitterContract):
    def make(self) -> Splitter:
        return rules_alone()


class TestRulesAsTeller(TellerContract):
    def make(self) -> Teller:
        return rules_alone()


class TestRulesAsAuthor(AuthorContract):
    def make(self) -> Author:
        return rules()


class TestRulesWithoutJudge(FailureContract):
    """The one thing that rules cannot do alone."""

    silent = frozenset({"assess"})

    def make(self) -> Mind:
        return rules_alone()
