"""What is known of a source: how it is rated, by whom, and whether it passes for another."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from veracious.domain.evidence import Source


class Rating(StrEnum):
    """How a source is rated in the shipped register."""

    RELIABLE = "reliable"
    NO_CONSENSUS = "no_consensus"
    UNRELIABLE = "unreliable"
    DEPRECATED = "deprecated"


class PublisherKind(StrEnum):
    """What a publisher of our own table is."""

    ACADEMY = "academy"
    AGENCY = "agency"
    CENTRAL_BANK = "central_bank"
    FACT_CHECKER = "fact_checker"
    INTERNATIONAL = "international"
    JOURNAL = "journal"
    REFERENCE_DATA = "reference_data"
    STATISTICS = "statistics"
    WIRE = "wire"


REASON_CHARS = 500  # of what somebody gives as the reason for a rating


@dataclass(frozen=True, slots=True)
class OwnRating:
    """What a workspace says of a source, why, who said it and when; of what was said long ago only the rating is known."""

    source: Source
    reason: str = ""
    by: str = ""  # as the list of changes has it: a key, `person:NAME`, `system:USER` of a command
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Publisher:
    """A publisher that people recognise, and why its word has weight in its field."""

    name: str
    kind: PublisherKind
    reason: str


class Imitation(StrEnum):
    """How a domain looks like one that it is not, in the order in which it is asked."""

    SUBDOMAIN = "subdomain"
    CONFUSABLE = "confusable"
    OTHER_SUFFIX = "other_suffix"
    HYPHENATED = "hyphenated"
    ONE_EDIT = "one_edit"
    MIXED_SCRIPTS = "mixed_scripts"


@dataclass(frozen=True, slots=True)
class Lookalike:
    """A domain that looks like a known one and is not it."""

    domain: str
    imitates: str  # the known one; empty when scripts are mixed and no known one is meant
    reason: Imitation


@dataclass(frozen=True, slots=True)
class Standing:
    """A source with the entry that its credibility rests on, and what it looks like."""

    source: Source
    entry: str = ""  # the name in a table that decided; empty when none did
    origin: str = "unknown"  # who rates it: "workspace", "publishers", "register", "suffix", or "unknown"
    rating: Rating | None = None  # of the register
    lookalike: Lookalike | None = None
    publisher: Publisher | None = None  # of our own table
