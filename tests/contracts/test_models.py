"""What every embedder, every relevance model and every splitter promises."""

from math import hypot

import pytest

from tests.contracts.samples import AS_OF, run
from tests.weights import shipped
from veracious.adapters.memory.embedder import WordEmbedder
from veracious.adapters.memory.relevance import WordRelevance
from veracious.adapters.memory.splitter import TableSplitter
from veracious.adapters.models.embedder import OnnxEmbedder
from veracious.adapters.models.relevance import OnnxRelevance
from veracious.domain.claim import Claim
from veracious.domain.errors import SourceError
from veracious.ports import Embedder, Relevance, Splitter
from veracious.rules.reading.lexicon import Lexicon

TEXTS = ("Paris is the capital of France.", "Bread is baked from flour.", "", "of the", "Paris is the capital of France.")


class EmbedderContract:
    """Subclass it and make an embedder."""

    def make(self, lexicon: Lexicon) -> Embedder:
        raise NotImplementedError

    def test_every_text_has_a_vector_of_unit_length(self, lexicon: Lexicon) -> None:
        vectors = run(self.make(lexicon).embed(TEXTS))
        assert len(vectors) == len(TEXTS)
        assert len({len(vector) for vector in vectors}) == 1
        assert [hypot(*vector) for vector in vectors] == pytest.approx([1.0] * len(TEXTS), abs=1e-3)

    def test_equal_texts_have_equal_vectors_in_any_company(self, lexicon: Lexicon) -> None:
        embedder = self.make(lexicon)
        first, second, *_, last = run(embedder.embed(TEXTS))
        assert tuple(first) == pytest.approx(tuple(last))
        assert tuple(second) == pytest.approx(tuple(run(embedder.embed(TEXTS[1:2]))[0]), abs=1e-3)

    def test_no_texts_no_vectors(self, lexicon: Lexicon) -> None:
        assert tuple(run(self.make(lexicon).embed(()))) == ()


class RelevanceContract:
    """Subclass it and make a relevance model."""

    def make(self, lexicon: Lexicon) -> Relevance:
        raise NotImplementedError

    def test_every_text_has_a_number_between_nought_and_one(self, lexicon: Lexicon) -> None:
        scores = run(self.make(lexicon).score("the capital of France", TEXTS))
        assert len(scores) == len(TEXTS)
        assert all(0.0 <= score <= 1.0 for score in scores)

    def test_the_text_that_speaks_of_it_scores_higher(self, lexicon: Lexicon) -> None:
        scores = run(self.make(lexicon).score("the capital of France", TEXTS))
        assert scores[0] > scores[1]
        assert scores[0] == pytest.approx(scores[-1])

    def test_no_texts_no_numbers(self, lexicon: Lexicon) -> None:
        assert tuple(run(self.make(lexicon).score("France", ()))) == ()


class SplitterContract:
    """Subclass it and make a splitter that can read this claim."""

    claim = Claim("Paris is the capital of France and lies on the Seine.", AS_OF, "en")

    def make(self) -> Splitter:
        raise NotImplementedError

    def test_the_parts_are_texts_and_none_is_empty_or_twice(self) -> None:
        parts = tuple(run(self.make().split(self.claim)))
        assert parts
        assert all(part.strip() for part in parts)
        assert len(set(parts)) == len(parts)


class TestWordEmbedder(EmbedderContract):
    def make(self, lexicon: Lexicon) -> Embedder:
        return WordEmbedder(lexicon)


class TestWordRelevance(RelevanceContract):
    def make(self, lexicon: Lexicon) -> Relevance:
        return WordRelevance(lexicon)

    def test_it_is_the_share_of_the_words(self, lexicon: Lexicon) -> None:
        """Of capital and France, the first text has both, the second none: 2/2 and 0/2; of Paris and bread each has one: 1/2."""
        relevance = self.make(lexicon)
        assert tuple(run(relevance.score("the capital of France", TEXTS[:2]))) == (1.0, 0.0)
        assert tuple(run(relevance.score("Paris bread", TEXTS[:2]))) == (0.5, 0.5)


class TestOnnxEmbedder(EmbedderContract):
    """The shipped one."""

    def make(self, lexicon: Lexicon) -> Embedder:
        return OnnxEmbedder(shipped("embedder"), 1)


class TestOnnxRelevance(RelevanceContract):
    """The shipped one."""

    def make(self, lexicon: Lexicon) -> Relevance:
        return OnnxRelevance(shipped("relevance"), 1)


class TestTableSplitter(SplitterContract):
    def make(self) -> Splitter:
        return TableSplitter({self.claim.text: ("Paris is the capital of France.", "Paris lies on the Seine.")})

    def test_a_claim_it_does_not_know_is_a_failure_and_not_an_empty_answer(self) -> None:
        with pytest.raises(SourceError):
            run(self.make().split(Claim("Bread is baked.", AS_OF, "en")))
