"""The page "From a laptop to a billion passages": prose around what was measured."""

from pathlib import Path

from docs.generate import growth

TEXT = """# From a laptop to a billion passages

One engine from the first document to the last: PostgreSQL with pgvector. This page says what was measured, what follows from it for
larger stores and how far that can be trusted, and what to change on the way. It is made from `evals/store/growth.json`, which
`make growth` writes.

## What was measured

{real:,} passages of the benchmark corpora, then passages recombined from their sentences up to {most:,}, all with real vectors; {queries}
claims as queries, ten passages asked for; one PostgreSQL 18 with its defaults on two shared cores. Times depend on the machine, so beside
each stands the same SQL run bare in the same run. Embedding the query is not in them.

![How long a search takes, from 20,000 to 200,000 passages](growth-search.svg)
![How large the store is](growth-size.svg)
![How many passages are written a second](growth-writing.svg)

{table}

The machine is shared, and a row can be off by a third. So the smallest and the largest store were also asked side by side, every query at
both before the next:

{together}

Whoever asks second finds pages that the first has warmed, so the rows of a search and of its bare SQL differ either way by the order of
asking.

What is written a second is written without embedding, document by document with all indexes in place; beyond 50,000 passages another
process was busy on the second core meanwhile. With the bundled embedder an ingest is bound by the embedder.

The index must not only be fast. Beside an exact search over all vectors it finds:

{recall}

## What that says of larger stores

A power law through these points gives, with the 95 % interval of a new point:

{forecast}

The intervals of the times are wide because the points are few and uneven, and they hold only while the vector index fits into memory:
beyond that every search reads from the disk, and none of this was measured here. Sizes grow in proportion and are safe to plan with. A word
search touches at most `postings_at_most` postings, the rarest words first, so its time stops growing when the common words of a query are
left out.

## One node: up to about ten million passages

| | do this |
|---|---|
| memory | `shared_buffers` of a quarter of the memory; memory of at least the vector index, see the table above |
| building the index | `maintenance_work_mem` larger than the index while it is built, `max_parallel_maintenance_workers` up to the cores |
| bulk | put a shared collection into a new generation (`veracious collections rebuild`): readers see the old one until the switch |
| writes | several `veracious ingest` beside each other, each over its own folders; a document is one transaction |
| reads | more workers than cores gain nothing: a search is bound by the processor |

Filling an index that exists costs more than building it at the end: every passage is a search of its own. The rate above is what that
comes to here.

## Readers beside one writer

A search is one round trip and changes nothing, so it can go to a replica. Give `DATABASE_URL` of the readers the address of a streaming
replica and leave ingest and records on the primary. A replica lags: a document that was just put may be missing for a moment, and a
switched generation is switched there a moment later, whole.

## Several nodes: to a billion

A billion passages are about {billion} of tables and indexes by the sizes above; no single node searches that well. Three ways, the
simplest first.

1. **By workspace.** A workspace never reads another's documents. Place workspaces on several servers and keep a map from workspace to
   `DATABASE_URL` where requests come in. Nothing in the engine changes. This is enough when no single workspace is too large.
2. **By collection.** The shared collections (`static`, `current_affairs`, and `web` where pages are shared) stand in parts of their own,
   one for each generation, so one of them can be served from its own server; the engine asks every store for its best and joins the
   answers by reciprocal rank, as it joins vectors and words.
3. **By hash of the document.** Where one collection is too large, spread its documents over several servers by their digest and ask all of
   them. Passages, postings and facts of a document stand together, so each server answers by itself; the frequencies of words differ a
   little from server to server, which BM25 forgives. Citus does this with the document as the distribution column and the small tables as
   reference tables; an application can do it with several addresses. Neither is part of the engine today.

Row-level security, generations and erasure work on each server as they do on one. What has to be added is the joining of answers, and a
switch of generations on all servers at once.
"""


def page(root: Path) -> str:
    """The page as Markdown."""
    found = growth.measured(root)
    last = found[-1]
    billion = growth.all_bytes(last) / last["passages"] * 1e9
    return TEXT.format(
        real=growth.corpus(root),
        most=last["passages"],
        queries=growth.queries(root),
        table=growth.table(root),
        together=growth.together(root),
        recall=growth.recall(root),
        forecast=growth.forecast(root),
        billion=f"{billion / 1e12:.1f} TB",
    )
