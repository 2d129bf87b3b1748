"""How a collection gets the vectors of a new embedder, while everybody goes on searching the old one by its words.

1. A generation is begun beside the live one, or the one that was begun before is gone on with.
2. Documents that it does not have are embedded by the batch and placed, each batch whole; whoever is killed loses one batch.
3. When a walk from the beginning meets nothing more, the live one is locked, and what came in until then is placed.
4. What was erased meanwhile is erased from the new one too, and it takes the place of the live one in one transaction.
5. The old one is dropped, as is what is left of earlier beginnings.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress

from veracious.domain.errors import GenerationInUse, GenerationUnknown, SourceMalformed, StoreUnavailable
from veracious.domain.store import Reembedding, StoredDocument
from veracious.ports import Collections, Embedder, Reembedder
from veracious.rules.seeking import passages

Tell = Callable[[int], None]  # passages that were embedded just now


async def embed_anew(wanted: Reembedding, tools: Reembedder, embedder: Embedder, tell: Tell) -> bool:
    """Give a live generation the vectors of the embedder; false where somebody else is at it, or has replaced it or erased it."""
    try:
        if not await tools.begin(wanted.generation):
            return False
        await _walk(tools, embedder, tell)
        await tools.lock()
        await _walk(tools, embedder, tell)
        return await tools.switch()
    except GenerationUnknown:
        return False
    finally:
        await tools.release()


async def drop_left(tools: Reembedder, collections: Collections) -> None:
    """Drop what was replaced, and what nobody goes on with; what somebody still holds is dropped the next time."""
    for generation in await tools.left():
        with suppress(StoreUnavailable, GenerationUnknown, GenerationInUse):
            await collections.drop(generation)


async def _walk(tools: Reembedder, embedder: Embedder, tell: Tell) -> None:
    """Embed and place what is missing, until a walk from the beginning meets nothing."""
    after = 0
    while True:
        batch = await tools.missing(after)
        if batch:
            await tools.place(batch, await _vectors(batch, embedder))
            tell(sum(len(one.passages) for one in batch))
        elif not after:
            return
        after = batch[-1].number if batch else 0


async def _vectors(batch: Sequence[StoredDocument], embedder: Embedder) -> Sequence[Sequence[float]]:
    texts = [passages.search_text(one.title, text) for one in batch for text in one.texts]
    vectors = await embedder.embed(texts) if texts else ()
    if len(vectors) != len(texts):
        raise SourceMalformed(f"{len(vectors)} vectors for {len(texts)} passages")
    return vectors
