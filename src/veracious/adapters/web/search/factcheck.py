"""Google Fact Check Tools: what fact-checkers have published in the ClaimReview form."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from veracious.adapters.web.search import parsing
from veracious.adapters.web.search.parsing import HttpClient, Party, Refused
from veracious.domain.errors import SourceMalformed
from veracious.domain.web import Review
from veracious.rules.seeking import urls

QUERY_CHARS = 500
CLAIM_CHARS = 1000
RATING_CHARS = 300


class FactCheckTools:
    """A `Reviews` by Google's index of fact-checks."""

    def __init__(self, http: HttpClient, url: str, key: str, price_micros: int = 0) -> None:
        self._http, self._party = http, Party("fact check tools", url, key)
        self.price_micros = price_micros

    @property
    def name(self) -> str:
        """Who is asked, and where."""
        return self._party.name

    async def look_up(self, claim: str, limit: int) -> Sequence[Review]:
        """The reviews it knows of claims like this one, each once, in its order."""
        if not parsing.room(limit):
            return ()
        asked = urlencode({"query": parsing.cut(claim, QUERY_CHARS), "pageSize": parsing.room(limit)})
        headers = {"X-Goog-Api-Key": self._party.key}  # and not in the address, which others may note down
        asking = self._http.get(self._party.at(f"/v1alpha1/claims:search?{asked}"), headers, operator=True)
        return (await parsing.parse(asking, self._party, _read))[: parsing.room(limit)]


def _read(answer: Mapping[str, Any]) -> tuple[Review, ...]:
    """The reviews in an answer, each once; claims of which no review can be read are no answer."""
    claims, kept = _claims(answer), dict[tuple[str, str], Review]()
    for one in _reviews(claims):
        kept.setdefault((urls.normalise(one.url), one.claim), one)
    if claims and not kept:
        raise SourceMalformed("no review in the answer can be read")
    return tuple(kept.values())


def _claims(answer: Mapping[str, Any]) -> list[Any]:
    """The claims; it leaves the list out when there is nothing in it."""
    if "error" in answer:
        raise Refused("an error in place of an answer")
    return parsing.listed(answer, "claims") if "claims" in answer else []


def _reviews(claims: Sequence[Any]) -> Iterator[Review]:
    for claim in claims:
        match claim:
            case {"text": str(text), "claimReview": list(reviews)}:
                made = (_review(parsing.line(text, CLAIM_CHARS), one) for one in reviews if isinstance(one, dict))
                yield from (one for one in made if one is not None)


def _review(claim: str, row: Mapping[str, Any]) -> Review | None:
    """A review; none without a claim, a rating and an address. Who published is told by the address, not by what is said beside it."""
    url, rating = parsing.address(row.get("url")), parsing.line(row.get("textualRating"), RATING_CHARS)
    if not (claim and rating and url):
        return None
    title = parsing.line(row.get("title"), parsing.TITLE_CHARS)
    return Review(claim, rating, url, urls.host(url), title, parsing.day(row.get("reviewDate")))
