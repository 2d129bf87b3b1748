"""What every place promises that is asked for published fact-checks."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from datetime import date
from typing import Any

import pytest

from tests.adapters.providers import KEY, OUTSIDE, base, parameters
from tests.contracts.samples import run
from tests.endpoints import ModelServer, Request, sends, tells
from veracious.adapters.memory.reviews import MemoryReviews
from veracious.adapters.web.search.circuit_breaker import GuardedReviews
from veracious.adapters.web.search.factcheck import FactCheckTools
from veracious.domain.errors import SourceError
from veracious.domain.web import Review
from veracious.ports import Reviews
from veracious.rules.reading.lexicon import Lexicon

BRIDGE = "The harbour bridge was never repaired."
COST = "The harbour bridge cost 40 million."
KNOWN = (
    Review(BRIDGE, "False", "https://checks.example.org/was-it-repaired", "checks.example.org", "Was it?", date(2024, 5, 6)),
    Review(BRIDGE, "Mostly false", "https://facts.example.com/repairs-are-real", "facts.example.com", "They are"),
    Review(COST, "Half true", "https://checks.example.org/what-it-cost", "checks.example.org", "What it cost"),
)


class ReviewsContract:
    """Subclass it and make a place that knows these reviews."""

    def make(self, known: Sequence[Review], lexicon: Lexicon) -> Reviews:
        raise NotImplementedError

    def broken(self, lexicon: Lexicon) -> Reviews:
        """One that is down."""
        raise NotImplementedError

    def test_it_gives_what_was_published_on_a_claim(self, lexicon: Lexicon) -> None:
        assert set(run(self.make(KNOWN, lexicon).look_up("The harbour bridge was never repaired", 10))) >= set(KNOWN[:2])

    def test_reviews_keep_to_the_limit_and_none_comes_twice(self, lexicon: Lexicon) -> None:
        reviews = self.make(KNOWN, lexicon)
        found = tuple(run(reviews.look_up("harbour bridge", 10)))
        assert len(set(found)) == len(found) == 3
        assert tuple(run(reviews.look_up("harbour bridge", 2))) == found[:2]
        assert tuple(run(reviews.look_up("harbour bridge", 0))) == ()

    def test_nothing_published_is_an_empty_answer(self, lexicon: Lexicon) -> None:
        assert tuple(run(self.make(KNOWN, lexicon).look_up("Zanzibar", 5))) == ()

    def test_no_answer_is_a_failure(self, lexicon: Lexicon) -> None:
        with pytest.raises(SourceError):
            run(self.broken(lexicon).look_up(BRIDGE, 5))


def claim(review: Review) -> dict[str, Any]:
    """A claim with one review, as Fact Check Tools tells it."""
    told = {"url": review.url, "title": review.title, "textualRating": review.rating, "languageCode": "en"}
    told |= {"reviewDate": f"{review.published}T00:00:00Z"} if review.published else {}
    return {"text": review.claim, "claimReview": [{**told, "publisher": {"name": "Checks", "site": review.publisher}}]}


class TestMemoryReviews(ReviewsContract):
    def make(self, known: Sequence[Review], lexicon: Lexicon) -> Reviews:
        return MemoryReviews(known, lexicon)

    def broken(self, lexicon: Lexicon) -> Reviews:
        return MemoryReviews(KNOWN, lexicon, down=True)


class TestFactCheckTools(ReviewsContract):
    stack: ExitStack

    @pytest.fixture(autouse=True)
    def _served(self) -> Iterator[None]:
        with ExitStack() as self.stack:
            yield

    def make(self, known: Sequence[Review], lexicon: Lexicon) -> Reviews:
        def answer(request: Request) -> Any:
            wanted = set(parameters(request)["query"].lower().split())
            found = [one for one in known if wanted & set(one.claim.lower().rstrip(".").split())]
            return {"claims": [claim(one) for one in found]} if found else {}

        return FactCheckTools(OUTSIDE, base(self.stack.enter_context(ModelServer((tells(answer),)))), KEY)

    def broken(self, lexicon: Lexicon) -> Reviews:
        return FactCheckTools(OUTSIDE, base(self.stack.enter_context(ModelServer((sends(b"{}", 500),)))), KEY)


class TestRestedReviews(TestFactCheckTools):
    def make(self, known: Sequence[Review], lexicon: Lexicon) -> Reviews:
        made = super().make((*known, *known), lexicon)
        assert isinstance(made, FactCheckTools)
        return GuardedReviews(made)
