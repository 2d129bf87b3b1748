"""Trained models, as they lie in their folders."""

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """What a model is for."""

    EMBEDDER = "embedder"
    JUDGE = "judge"
    RELEVANCE = "relevance"


@dataclass(frozen=True, slots=True)
class Model:
    """A trained model; its digest counts the weights, the tokenizer and everything its description says."""

    role: str  # "embedder", "judge", "relevance"
    name: str
    version: str
    licence: str
    digest: str
    bytes: int  # of weights and tokenizer


@dataclass(frozen=True, slots=True)
class Place:
    """Where the model of a role is looked for, and who said so."""

    role: str
    folder: str
    origin: str  # "shipped", "setting", "added"
    digest: str = ""  # what the model had when it was added; empty: any


@dataclass(frozen=True, slots=True)
class Examination:
    """What a look at one model found: the model and its answer to one question, or what is wrong and what to do."""

    place: Place
    model: Model | None = None
    answer: str = ""
    trouble: str = ""
