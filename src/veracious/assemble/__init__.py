"""The one composition root: where files and adapters become the values that rules and flow are given."""

from veracious.adapters.models.folder import Role
from veracious.adapters.user_functions import Opinion, Search
from veracious.assemble.access import access, workspaces
from veracious.assemble.answering import answer, with_author
from veracious.assemble.checker import (
    Checker,
    CredibilityRules,
    Models,
    Watch,
    demo,
    in_memory,
    loaded_models,
    local,
    with_language_model,
    with_own,
)
from veracious.assemble.data_files import chances, clock, lexicon, reader, register
from veracious.assemble.documents import documents_in, expected, ingest, of_files, rebuild, written
from veracious.assemble.endpoints import means
from veracious.assemble.jobs import JobDesk, desk
from veracious.assemble.ledgers import Assessor, assessor
from veracious.assemble.models import add_judge, embedder, examine, judge, relevance, remove_judge
from veracious.assemble.parts import own_workspace
from veracious.assemble.records import archive, audit, blobs, diff, fetch, replay, replayed, tape, why
from veracious.assemble.reports import report, unpacked
from veracious.assemble.runs import LOCAL, metered, played, recorded, run_budget
from veracious.assemble.servers import addresses, database, migrate_store, prepare_queue, start_store, stop_store, store_state, sweep_store
from veracious.assemble.shelving import list_documents, put_documents
from veracious.assemble.stores import collections, erasure, finder, finders, library, overrides, pages, store
from veracious.assemble.web import has_web, means_with_web, rated_by, with_web
from veracious.assemble.working import Worker, worker

__all__ = [
    "LOCAL",
    "Assessor",
    "Checker",
    "CredibilityRules",
    "JobDesk",
    "Models",
    "Opinion",
    "Role",
    "Search",
    "Watch",
    "Worker",
    "access",
    "add_judge",
    "addresses",
    "answer",
    "archive",
    "assessor",
    "audit",
    "blobs",
    "chances",
    "clock",
    "collections",
    "database",
    "demo",
    "desk",
    "diff",
    "documents_in",
    "embedder",
    "erasure",
    "examine",
    "expected",
    "fetch",
    "finder",
    "finders",
    "has_web",
    "in_memory",
    "ingest",
    "judge",
    "lexicon",
    "library",
    "list_documents",
    "loaded_models",
    "local",
    "means",
    "means_with_web",
    "metered",
    "migrate_store",
    "of_files",
    "overrides",
    "own_workspace",
    "pages",
    "played",
    "prepare_queue",
    "put_documents",
    "rated_by",
    "reader",
    "rebuild",
    "recorded",
    "register",
    "relevance",
    "remove_judge",
    "replay",
    "replayed",
    "report",
    "run_budget",
    "start_store",
    "stop_store",
    "store",
    "store_state",
    "sweep_store",
    "tape",
    "unpacked",
    "why",
    "with_author",
    "with_language_model",
    "with_own",
    "with_web",
    "worker",
    "workspaces",
    "written",
]
