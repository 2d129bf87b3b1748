"""Texts through a tokenizer and an ONNX graph, many at a time.

1. Every text becomes token numbers once; a pair is put together from two of them, the longer side cut until both fit.
2. Rows are sorted by length, then by their tokens, and cut into batches padded to their own longest row. So the same rows make the same
   batches in whatever order they were asked for, and answer to the last bit alike.
3. The graph answers the batches, one on each core; the answers are put back in the order asked.

Everything here blocks: the adapters call it in a worker thread, and onnxruntime and the tokenizer let other threads run meanwhile.
"""

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from veracious.adapters import telemetry
from veracious.adapters.models.folder import Loaded, Order
from veracious.domain.errors import ModelBroken, SourceMalformed, SourceUnavailable

Numbers: TypeAlias = NDArray[np.float32]
Feed: TypeAlias = dict[str, NDArray[np.int64]]

ROWS_AT_MOST = 16  # of a batch; more are no faster on a processor, and pad more
TOKENS_AT_MOST = 512  # of a batch, padded: 16 rows of 250 tokens take a tenth longer than eight times two
CLAIM_SHARE_AT_MOST = 0.75  # of the tokens of a pair: a claim longer than this leaves no room to read evidence
LETTERS_PER_TOKEN = 32  # a text is cut to this many characters for each token there is room for, before it is read at all
INPUTS = ("input_ids", "attention_mask", "token_type_ids")


@dataclass(frozen=True, slots=True)
class Row:
    """A text or a pair as the model reads it."""

    ids: tuple[int, ...]
    types: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows of like length as padded arrays, and where each stood when they were asked for."""

    places: tuple[int, ...]
    feed: Feed


class Session:
    """One model, ready to answer."""

    def __init__(self, loaded: Loaded, threads: int = 0) -> None:
        self.about, self.role = loaded.about, loaded.name.role
        try:
            self._tokenizer = Tokenizer.from_str(loaded.tokenizer.decode("utf-8"))
        except Exception as refused:  # the library raises Exception itself
            raise ModelBroken(f"tokenizer.json of {loaded.about.name}: {refused}") from refused
        self._pad = int((self._tokenizer.padding or {}).get("pad_id", 0))
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self.graph = _graph(loaded)
        threads = threads or _cores()
        self._lanes, self._under_way = _lanes(threads), 2 * threads  # one waits for each that is answered
        self._inputs = tuple(one.name for one in self.graph.get_inputs())
        if not {"input_ids", "attention_mask"} <= set(self._inputs) <= set(INPUTS):
            raise ModelBroken(f"model.onnx of {loaded.about.name}: it wants {', '.join(self._inputs)}; known are {', '.join(INPUTS)}")

    def texts(self, texts: Sequence[str]) -> list[Row]:
        """Each text alone, cut at its end."""
        room = self.about.tokens_at_most - self._tokenizer.num_special_tokens_to_add(False)
        return [_row(self._tokenizer.post_process(_cut(one, room))) for one in self._encoded(texts)]

    def pairs(self, pairs: Sequence[tuple[str, str]]) -> list[Row | None]:
        """Each pair of a claim and its evidence, the evidence cut at its end; `None` where the claim is too long to be read whole."""
        room = self.about.tokens_at_most - self._tokenizer.num_special_tokens_to_add(True)
        single = list(dict.fromkeys(text for pair in pairs for text in pair))
        encoded = dict(zip(single, self._encoded(single), strict=True))
        whole = [None if len(encoded[claim]) > room * CLAIM_SHARE_AT_MOST else encoded[claim] for claim, _ in pairs]
        return [
            None if claim is None else self._joined(claim, encoded[evidence], room)
            for claim, (_, evidence) in zip(whole, pairs, strict=True)
        ]

    def queries(self, query: str, texts: Sequence[str]) -> list[Row]:
        """The query beside each text, both cut at their ends: of a long query the beginning is what matters."""
        room = self.about.tokens_at_most - self._tokenizer.num_special_tokens_to_add(True)
        asked, *told = self._encoded((query, *texts))
        short = _cut(asked, int(room * CLAIM_SHARE_AT_MOST))
        return [self._joined(short, one, room) for one in told]

    def batches(self, rows: Sequence[Row]) -> list[Batch]:
        """The rows as the graph is given them."""
        order = sorted(range(len(rows)), key=lambda place: (len(rows[place].ids), rows[place].ids, rows[place].types))
        return [Batch(places, self._feed([rows[place] for place in places])) for places in _cuts(order, rows)]

    def answer(self, rows: Sequence[Row], shape: tuple[int, ...]) -> Numbers:
        """The answer to each row, of this shape each, in order; numbers that are none are an error."""
        return self.each(rows, shape, lambda batch: self._answers(batch, shape))

    def each(self, rows: Sequence[Row], shape: tuple[int, ...], ask: Callable[[Batch], Numbers]) -> Numbers:
        """What is asked of every batch, put together in the order of the rows. The longest come first, so that the cores end together."""
        found = np.empty((len(rows), *shape), dtype=np.float32)
        batches = self.batches(rows)[::-1]
        for batch, told in zip(batches, self._spread(ask, batches), strict=True):
            found[list(batch.places)] = told
        return found

    def _spread(self, ask: Callable[[Batch], Numbers], batches: Sequence[Batch]) -> Iterator[Numbers]:
        """The answers in order, a few batches under way at a time: whoever asks for thousands lets others in between."""
        under_way: deque[Future[Numbers]] = deque()
        try:
            for batch in batches:
                if len(under_way) == self._under_way:
                    yield under_way.popleft().result()
                under_way.append(self._lanes.submit(ask, batch))
            while under_way:
                yield under_way.popleft().result()
        finally:
            for one in under_way:
                one.cancel()

    def _answers(self, batch: Batch, shape: tuple[int, ...]) -> Numbers:
        wanted = (len(batch.places), *shape)
        told = self.states(batch)
        if told.shape != wanted:
            raise SourceMalformed(f"{self.about.name} answered with the shape {told.shape} where {wanted} belongs")
        return told

    def states(self, batch: Batch) -> Numbers:
        """What the graph gives for a batch, whatever its shape, if it is finite numbers."""
        try:
            with telemetry.call(telemetry.MODEL, self.role):
                told = self.graph.run(None, batch.feed)[0]
        except Exception as failed:  # onnxruntime has no common error of its own
            raise SourceUnavailable(f"{self.about.name}: {failed}") from failed
        if not isinstance(told, np.ndarray) or told.dtype.kind != "f" or not np.isfinite(told).all():
            raise SourceMalformed(f"{self.about.name} answered with something that is no finite number")
        return told.astype(np.float32, copy=False)

    def _encoded(self, texts: Sequence[str]) -> list[Encoding]:
        letters = self.about.tokens_at_most * LETTERS_PER_TOKEN
        plain = [text[:letters].encode("utf-8", "replace").decode("utf-8") for text in texts]  # a lone surrogate has no UTF-8
        return self._tokenizer.encode_batch(plain, add_special_tokens=False)

    def _joined(self, claim: Encoding, evidence: Encoding, room: int) -> Row:
        told = _cut(evidence, room - len(claim))
        pair = (told, claim) if self.about.order is Order.EVIDENCE_FIRST else (claim, told)
        return _row(self._tokenizer.post_process(*pair))

    def _feed(self, rows: Sequence[Row]) -> Feed:
        longest = max(len(row.ids) for row in rows)
        ids, mask, types = np.zeros((3, len(rows), longest), dtype=np.int64)
        ids += self._pad
        for index, row in enumerate(rows):
            ids[index, : len(row.ids)] = row.ids
            types[index, : len(row.ids)] = row.types
            mask[index, : len(row.ids)] = 1
        whole = dict(zip(INPUTS, (ids, mask, types), strict=True))
        return {name: whole[name] for name in self._inputs}


def _cuts(order: Sequence[int], rows: Sequence[Row]) -> Iterator[tuple[int, ...]]:
    """The places of rows that are sorted by length, cut into batches."""
    cut: list[int] = []
    for place in order:
        if cut and (len(cut) == ROWS_AT_MOST or (len(cut) + 1) * len(rows[place].ids) > TOKENS_AT_MOST):
            yield tuple(cut)
            cut = []
        cut.append(place)
    if cut:
        yield tuple(cut)


@cache
def _lanes(threads: int) -> ThreadPoolExecutor:
    """The threads that batches are answered in, for all models of this process: more than cores would only get in each other's way."""
    return ThreadPoolExecutor(threads, "model")


def _cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _graph(loaded: Loaded) -> Any:
    """The graph, from the bytes that were hashed; weights in further files are refused, since nothing vouches for them.

    A batch is answered in one thread: two for one batch wait for each other at every step.
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    options.add_session_config_entry("session.x64quantprecision", "1")  # else sums of whole numbers overflow on processors without VNNI
    options.add_session_config_entry("session.model_external_initializers_file_folder_path", f"{os.devnull}/none")
    try:
        return onnxruntime.InferenceSession(loaded.weights, options, providers=["CPUExecutionProvider"])
    except Exception as refused:  # onnxruntime has no common error of its own
        raise ModelBroken(f"model.onnx of {loaded.about.name}: {refused}") from refused


def _cut(encoding: Encoding, room: int) -> Encoding:
    """The beginning of an encoding, as a copy: the whole may be wanted for another pair."""
    if len(encoding) <= room:
        return encoding
    short = Encoding.merge([encoding])
    short.truncate(room)
    return short


def _row(encoding: Encoding) -> Row:
    return Row(tuple(encoding.ids), tuple(encoding.type_ids))
