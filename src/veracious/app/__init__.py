"""The use cases: what a face can ask for. Nothing is constructed here; `wiring` does that."""

from veracious.app.answers import answer
from veracious.app.checks import Assessor, assessor
from veracious.app.claims import Watch, verify
from veracious.app.collections import errand, refresh
from veracious.app.costs import estimate
from veracious.app.documents import documents_in, expected, ingest, list_documents, put_documents, rebuild, written
from veracious.app.jobs import JobDesk, desk
from veracious.app.models import add_judge, examine, remove_judge
from veracious.app.records import audit, diff, fetch, replay, replayed, report, unpacked, why
from veracious.app.store import migrate_store, prepare_queue, start_store, stop_store, store_state, sweep_store, workspaces
from veracious.app.workers import Worker, worker

__all__ = [
    "Assessor",
    "JobDesk",
    "Watch",
    "Worker",
    "add_judge",
    "answer",
    "assessor",
    "audit",
    "desk",
    "diff",
    "documents_in",
    "errand",
    "estimate",
    "examine",
    "expected",
    "fetch",
    "ingest",
    "list_documents",
    "migrate_store",
    "prepare_queue",
    "put_documents",
    "rebuild",
    "refresh",
    "remove_judge",
    "replay",
    "replayed",
    "report",
    "start_store",
    "stop_store",
    "store_state",
    "sweep_store",
    "unpacked",
    "verify",
    "why",
    "worker",
    "workspaces",
    "written",
]
