"""What a search asks for, as it stands in an address: read leniently, and written again for the next part of the list."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import UTC, date, datetime, time, timedelta
from urllib.parse import urlencode

from veracious import wiring
from veracious.domain.search import RecordKind, RecordPlace, RecordSearch, ReviewStatus, SearchOrder
from veracious.domain.verdict import Verdict
from veracious.faces.http.models import COUNT_AT_MOST
from veracious.faces.pages import words as page_words
from veracious.rules.reading import words

QUERY_CHARS = 500
VERDICTS = (("", "Any verdict"), *((one.value, page_words.VERDICTS[one]) for one in Verdict))
STATUSES = (
    ("", "Signed or not"),
    (ReviewStatus.SIGNED.value, "Signed"),
    (ReviewStatus.DRAFT.value, "Draft, not signed"),
    (ReviewStatus.DISPUTED.value, "Disputed"),
)
KINDS = (
    ("", "Anything"),
    (RecordKind.CLAIM.value, "Claims"),
    (RecordKind.ARTICLE.value, "Articles"),
    (RecordKind.ANSWER.value, "Answers that were written here"),
    (RecordKind.CHECK.value, "Answers that were checked"),
)
ORDERS = ((SearchOrder.NEWEST.value, "Newest first"), (SearchOrder.BEST.value, "Best match first"))
_PLACE = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class SearchForm:
    """The fields as they were written; what no field may say is left out."""

    q: str = ""
    verdict: str = ""
    status: str = ""
    kind: str = ""
    since: str = ""
    until: str = ""
    order: str = SearchOrder.NEWEST.value

    @property
    def terms(self) -> tuple[str, ...]:
        """The words that are looked for, as records are found by them."""
        return tuple(dict.fromkeys(words.terms(self.q, wiring.lexicon())))

    @property
    def has_filters(self) -> bool:
        """Whether more is asked for than words."""
        return bool(self.verdict or self.status or self.kind or self.since or self.until)

    @property
    def is_hopeless(self) -> bool:
        """Whether words were written, and none of them says anything."""
        return bool(self.q) and not self.terms

    def address(self, path: str, after: RecordPlace | None = None) -> str:
        """The address of the same search, or of its next part."""
        told = {one.name: value for one in fields(self) if (value := getattr(self, one.name)) and value != one.default}
        place = {} if after is None else {"after": f"{after.terms}-{after.number}"}
        return f"{path}?{urlencode(told | place)}"

    def search(self) -> RecordSearch:
        """What is looked for."""
        return RecordSearch(
            terms=self.terms,
            verdict=Verdict(self.verdict) if self.verdict else None,
            status=ReviewStatus(self.status) if self.status else None,
            kind=RecordKind(self.kind) if self.kind else None,
            since=_begins(self.since),
            until=None if (day := _begins(self.until)) is None else day + timedelta(days=1),
            order=SearchOrder(self.order),
        )


def sent(given: Mapping[str, str]) -> SearchForm:
    """The form in an address."""

    def chosen(name: str, choices: tuple[tuple[str, str], ...]) -> str:
        return value if (value := given.get(name, "")) in dict(choices) else ""

    return SearchForm(
        q=" ".join(given.get("q", "").replace("\0", " ").split())[:QUERY_CHARS],
        verdict=chosen("verdict", VERDICTS),
        status=chosen("status", STATUSES),
        kind=chosen("kind", KINDS),
        since=_day(given.get("since", "")),
        until=_day(given.get("until", "")),
        order=chosen("order", ORDERS) or SearchOrder.NEWEST.value,
    )


def place(given: Mapping[str, str]) -> RecordPlace | None:
    """Behind which place the list begins."""
    found = _PLACE.fullmatch(given.get("after", ""))
    return RecordPlace(int(found[1]), int(found[2])) if found and int(found[2]) <= COUNT_AT_MOST else None


def _day(text: str) -> str:
    try:
        return text if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text) and date.fromisoformat(text) < date.max else ""
    except ValueError:
        return ""


def _begins(text: str) -> datetime | None:
    """The first moment of a day, by UTC."""
    return datetime.combine(date.fromisoformat(text), time(), UTC) if text else None
