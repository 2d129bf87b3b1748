"""The shipped table of sources: how it is made from the data pack, and what can be measured of it.

python -m training.register derive     # writes src/veracious/tables/sources.json
python -m training.register measure    # agreement with domain_pc1, and which of its domains look like others
"""

import csv
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from math import atanh, sqrt, tanh
from pathlib import Path
from statistics import correlation, median

from training.pairs import folder
from veracious import wiring
from veracious.domain.standing import Lookalike
from veracious.rules.dials import Dials
from veracious.rules.seeking import domains, lookalikes, register

TABLE = Path(__file__).parents[1] / "src/veracious/tables/sources.json"
RATINGS = {1: "reliable", 0: "no_consensus", -1: "unreliable", -2: "deprecated"}
# The page rates one site of a portal, the file that it was taken from names the whole portal.
NARROWED = {
    "go.com": "abcnews.go.com",  # ABC News
    "google.com": "maps.google.com",  # Google Maps
    "indiatimes.com": "timesofindia.indiatimes.com",  # The Times of India
    "nga.mil": "geonames.nga.mil",  # GEOnet Names Server
    "parliament.uk": "hansard.parliament.uk",  # Hansard
    "sky.com": "news.sky.com",  # Sky News
    "usgs.gov": "geonames.usgs.gov",  # Geographic Names Information System
    "yahoo.com": "news.yahoo.com",  # Yahoo! News
}
# Wikipedia must not cite itself: a rule of that house, no rating of the text. They stay known, so that imitations of them are told.
OWN = ("wikidata.org", "wikinews.org", "wikipedia.org")


def derive() -> dict[str, object]:
    """The table: hosts in their one form by rating, portals narrowed to the site that is meant, Wikipedia's own set apart."""
    found = json.loads((folder() / "credibility/wikipedia_perennial_sources.json").read_text("utf-8"))
    listed: dict[str, list[str]] = {rating: [] for rating in RATINGS.values()}
    for name, rating in found.items():
        host = domains.host(name)
        if host not in OWN:
            listed[RATINGS[rating]].append(NARROWED.get(host, host))
    return {
        "title": "Sources by how the editors of Wikipedia rate them",
        "from": "Wikipedia: Reliable sources/Perennial sources, as in News-Media-Reliability of the Idiap Research Institute",
        "licence": "CC BY-SA 4.0 (the page), Apache-2.0 (the repository)",
        "ratings": {rating: sorted(hosts) for rating, hosts in listed.items()},
        "unrated": list(OWN),
    }


def _ranks(values: Sequence[float]) -> list[float]:
    """Ranks, those of equal values shared."""
    order = sorted(values)
    first = {value: k for k, value in reversed(list(enumerate(order)))}
    count = Counter(values)
    return [first[value] + (count[value] - 1) / 2 for value in values]


def measure() -> None:
    """Print the rank correlation of our credibility with domain_pc1, its median by rating, and every lookalike among its domains."""
    tables, dials = wiring.register(), Dials().seeking.register
    with (folder() / "credibility/domain_pc1.csv").open(encoding="utf-8", newline="") as rows:
        scores = {row["domain"]: float(row["pc1"]) for row in csv.DictReader(rows)}
    # Only what is rated by the same name: a path or a neighbour on a portal is another source.
    shared = {name: tables.ratings[name] for name in scores if name in tables.ratings}
    ours = [register.worth(rating, dials)[0] for rating in shared.values()]
    theirs = [scores[name] for name in shared]
    found = correlation(_ranks(ours), _ranks(theirs))
    low, high = (tanh(atanh(found) + side * 1.96 * sqrt(1.06 / (len(shared) - 3))) for side in (-1, 1))  # by Fisher's transformation
    print(f"n = {len(shared)}, Spearman {found:.3f} ({low:.2f}–{high:.2f})")
    for rating in RATINGS.values():
        of = [scores[name] for name, given in shared.items() if given == rating]
        print(f"  {rating}: n = {len(of)}, median {median(of):.2f}")
    hosts = sorted({host for name in scores if (host := domains.host(name.partition("/")[0]))})
    by_reason: dict[str, list[Lookalike]] = defaultdict(list)
    for host in hosts:
        if alike := lookalikes.find(host, tables.known, dials.lookalikes):
            by_reason[alike.reason].append(alike)
    flagged = sum(map(len, by_reason.values()))
    print(f"lookalikes: {flagged} of {len(hosts)} hosts, {flagged / len(hosts):.2%}")
    for reason, told in by_reason.items():
        print(f"  {reason}: {len(told)}: " + ", ".join(f"{alike.domain} ({alike.imitates})" for alike in told))


if __name__ == "__main__":
    if sys.argv[1:] == ["derive"]:
        TABLE.write_text(json.dumps(derive(), indent=1, ensure_ascii=False) + "\n", "utf-8")
    else:
        measure()
