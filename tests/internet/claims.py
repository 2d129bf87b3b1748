"""Claims about the invented country, each with its true label and the pages that settle it or must not.

The sentences that settle them are plain, and some were put more plainly after the shipped judge had misread them. So verdicts over this
world show that everything from search to report works; they are no measure of how good verdicts are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from tests.internet.world import ARTICLES, Article
from veracious.domain.verdict import Verdict

AS_OF = date(2026, 6, 30)  # when everything was published
EARLY = date(2026, 4, 30)  # before the harbour bridge was opened

SUPPORTED, REFUTED, UNKNOWN = Verdict.SUPPORTED, Verdict.REFUTED, Verdict.NOT_ENOUGH_EVIDENCE


@dataclass(frozen=True, slots=True)
class Carrier:
    """A page, and the sentence on it that speaks of a claim."""

    article: Article
    sentence: str

    @property
    def url(self) -> str:
        """Where the page stands."""
        return self.article.url


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim, its true label as of a day, and who says what.

    `carriers` are credible pages in words of their own: they settle a supported or refuted claim. `decoys` say it, or speak against it,
    and must not settle it: copies, pages nobody knows, what was corrected later, what was published after the day.
    """

    text: str
    label: Verdict
    carriers: tuple[Carrier, ...] = ()
    decoys: tuple[Carrier, ...] = ()
    as_of: date = AS_OF


def _stating(facts: Sequence[str]) -> list[Carrier]:
    return [Carrier(one, one.facts[fact]) for fact in facts for one in ARTICLES if fact in one.facts]


def _settles(one: Carrier) -> bool:
    return one.article.is_credible and not one.article.is_copy


def _claim(text: str, label: Verdict, *facts: str, against: str = "", as_of: date = AS_OF) -> Claim:
    """The claim that these facts settle; `against` is what others state and is not so."""
    stating = _stating(facts)
    carriers = tuple(one for one in stating if label is not UNKNOWN and _settles(one))
    decoys = (*(one for one in stating if one not in carriers), *_stating([against]))
    return Claim(text, label, carriers, decoys, as_of)


CLAIMS: tuple[Claim, ...] = (
    _claim("The harbour bridge in Brisa reopened on 12 May 2026.", SUPPORTED, "bridge"),
    _claim("The Brisa lighthouse is 23 metres tall.", SUPPORTED, "lighthouse", against="lighthouse-rumour"),
    _claim("The Brisa lighthouse is 60 metres tall.", REFUTED, "lighthouse", against="lighthouse-rumour"),
    _claim("Brisa had 48,200 inhabitants at the end of 2025.", SUPPORTED, "population", against="population-rumour"),
    _claim("Brisa had more than 90,000 inhabitants at the end of 2025.", REFUTED, "population", against="population-rumour"),
    _claim("Elena Marsh is the mayor of Brisa.", SUPPORTED, "mayor"),
    _claim("Tomas Reed won the 2025 mayoral election in Brisa.", REFUTED, "election"),
    _claim("The new Brisa ferry carries 240 passengers.", SUPPORTED, "ferry", against="ferry-first"),
    _claim("The new Brisa ferry carries 400 passengers.", REFUTED, "ferry", against="ferry-first"),
    _claim("The tanker Aurelia ran aground off Brisa on 3 April 2026.", SUPPORTED, "tanker"),
    _claim("The Northquay fish factory in Brisa closed in March 2026.", SUPPORTED, "factory"),
    _claim("The Northquay fish factory in Brisa is still open.", REFUTED, "factory"),
    _claim("The new hospital in Brisa has 180 beds.", SUPPORTED, "hospital"),
    _claim("The new hospital in Brisa has only 50 beds.", REFUTED, "hospital"),
    _claim("Children must pay to enter the Brisa Maritime Museum.", REFUTED, "museum"),
    _claim("The tap water in Brisa is safe to drink.", SUPPORTED, "water", against="water-rumour"),
    _claim("The tap water in Brisa is poisonous.", REFUTED, "water", against="water-rumour"),
    _claim("The Brisa town council approved a budget of 61 million crowns for 2026.", SUPPORTED, "budget"),
    _claim("The desalination plant in Brisa is already in operation.", REFUTED, "plant", against="plant-rumour"),
    _claim("The unemployment rate in Maravel fell to 5.1 percent in the first quarter of 2026.", SUPPORTED, "work", against="work-rumour"),
    _claim("The unemployment rate in Maravel rose to 9 percent in the first quarter of 2026.", REFUTED, "work", against="work-rumour"),
    _claim("No one was killed when Storm Ilse hit Brisa in January 2026.", SUPPORTED, "storm", against="storm-rumour"),
    _claim("Storm Ilse killed 30 people in Brisa.", REFUTED, "storm", against="storm-rumour"),
    _claim("Storm Ilse reached gusts of 142 kilometres per hour in Brisa.", SUPPORTED, "gust"),
    _claim("The railway line between Brisa and Corvane is 87 kilometres long.", SUPPORTED, "rail"),
    _claim("The seagrass in Brisa Bay grew by 12 percent between 2022 and 2025.", SUPPORTED, "seagrass"),
    _claim("Wolves live on Gull Island.", REFUTED, "wolves"),
    _claim("The highest temperature ever measured in Brisa is 38.4 degrees Celsius.", SUPPORTED, "heat"),
    # One agency, printed four times; nobody else says it.
    _claim("The tanker Aurelia was carrying 30,000 tonnes of cooking oil.", UNKNOWN, "cargo"),
    # Lookalikes, farms and a blog, and nobody who is known.
    _claim("The Port Authority of Brisa has gone bankrupt.", UNKNOWN, "bankrupt"),
    _claim("A film studio will be built in Brisa in 2027.", UNKNOWN, "studio"),
    # Nobody at all, or only pages that cannot or may not be read.
    _claim("The Brisa opera house was opened in 1911.", UNKNOWN),
    _claim("Elena Marsh was born in Olmera.", UNKNOWN),
    _claim("The Brisa cable car has 14 cabins.", UNKNOWN, "closed"),
    # Not yet known on that day.
    _claim("The harbour bridge in Brisa reopened on 12 May 2026.", UNKNOWN, "bridge", as_of=EARLY),
)  # fmt: skip
