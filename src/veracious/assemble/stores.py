"""The store behind its ports, as one workspace sees it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from veracious.adapters.models import places
from veracious.adapters.models.folder import Role
from veracious.adapters.models.lazy import LazyEmbedder
from veracious.assemble.data_files import lexicon
from veracious.assemble.models import shared_embedder
from veracious.assemble.parts import installed, place_of, settings
from veracious.assemble.servers import database
from veracious.domain.evidence import Passage, Triple
from veracious.domain.model import Place
from veracious.domain.store import Scope
from veracious.ports import Collections, Embedder, Erasure, Finder, Overrides, Pages
from veracious.rules.dials import Dials
from veracious.rules.reading import facts

if TYPE_CHECKING:
    from veracious.adapters.postgres.finder import HybridFinder
    from veracious.adapters.postgres.shelf import PostgresShelf
    from veracious.adapters.postgres.store import Store


def overrides() -> Overrides:
    """Where workspaces say what they hold of sources."""
    with installed():
        from veracious.adapters.postgres.overrides import PostgresOverrides

        return PostgresOverrides(database())


def finder(scope: Scope, workspace: str = "", held: "Store | None" = None) -> "HybridFinder":
    """What finds by meaning and words in one round trip."""
    with installed():
        from veracious.adapters.postgres.finder import HybridFinder

        return HybridFinder(held or store(workspace), scope)


def finders(scope: Scope, workspace: str = "", held: "Store | None" = None) -> tuple[Finder, ...]:
    """The finders of the store: by meaning, by words, by facts."""
    with installed():
        from veracious.adapters.postgres.finder import TextFinder, TriplesFinder, VectorsFinder

        whole = held or store(workspace)
        return VectorsFinder(whole, scope), TextFinder(whole, scope), TriplesFinder(whole, scope)


def library(workspace: str = "", dials: Dials | None = None, embedder: Embedder | None = None) -> "PostgresShelf":
    """Where documents are put, one by one or by the hundred; with an embedder of the caller's, who vouches that it is the same model."""
    with installed():
        from veracious.adapters.postgres.shelf import PostgresShelf

        held = store(workspace, dials, embedder)

        def told(passage: Passage) -> Sequence[Triple]:
            found = facts.read(passage.text, held.lexicon, held.dials.reading.facts)
            return [Triple(fact.subject, fact.relation, fact.object, passage) for fact in found]

        return PostgresShelf(held, told)


def collections(workspace: str = "") -> Collections:
    """The collections of the store and their generations."""
    with installed():
        from veracious.adapters.postgres.collections import PostgresCollections

        return PostgresCollections(store(workspace))


def erasure(workspace: str = "") -> Erasure:
    """What takes documents out of the store again."""
    with installed():
        from veracious.adapters.postgres.erasure import PostgresErasure

        return PostgresErasure(bare_store(workspace))


def pages(workspace: str = "") -> Pages:
    """The memory of addresses."""
    with installed():
        from veracious.adapters.postgres.pages import PostgresPages

        return PostgresPages(bare_store(workspace))


def store(workspace: str = "", dials: Dials | None = None, embedder: Embedder | None = None) -> "Store":
    """The store as a workspace sees it; without a name, the workspace that the settings name."""
    bare = bare_store(workspace)
    return replace(bare, embedder=embedder or bare.embedder, dials=dials or Dials(), model=_digest(place_of(Role.EMBEDDER, None)))


@lru_cache(maxsize=1)
def _digest(place: Place) -> str:
    """The digest of the model at a place, which is loaded once for the whole process."""
    return places.load(place).digest


def bare_store(workspace: str) -> "Store":
    """The same for what neither embeds nor compares vectors: it needs no model."""
    from veracious.adapters.postgres.store import Store

    return Store(database(), LazyEmbedder(shared_embedder), lexicon(), workspace=workspace or settings().workspace)
