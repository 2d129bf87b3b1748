"""The use cases, a module for each noun: what a face can ask for. Adapters are `wiring`'s to make; nothing here imports one."""

from veracious.app import (
    answers,
    articles,
    checks,
    claims,
    collections,
    configuration,
    costs,
    demonstration,
    documents,
    health,
    jobs,
    models,
    records,
    store,
    webhooks,
    workers,
)

__all__ = [
    "answers",
    "articles",
    "checks",
    "claims",
    "collections",
    "configuration",
    "costs",
    "demonstration",
    "documents",
    "health",
    "jobs",
    "models",
    "records",
    "store",
    "webhooks",
    "workers",
]
