"""A model folder, read as if a stranger had packed it.

1. `model.json` is one small JSON object with the members of `Description` and no others, each in its range.
2. `model.onnx` and `tokenizer.json` have the SHA-256 that it gives. They are read once: what was hashed is what is run.
   A large model is kept in parts, `model.onnx.1`, `model.onnx.2` and so on, each with its hash, and read as one.
3. The digest of the model is that of its description, and so counts both files, the labels and the calibration.

Nothing here needs onnxruntime: that files are whole can be said without running them.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import Any

from veracious.adapters import json_values
from veracious.domain.errors import ModelBroken, ModelMissing, SourceMalformed
from veracious.domain.model import Model, Role
from veracious.domain.record import ToolName
from veracious.rules import digest

DESCRIPTION, WEIGHTS, TOKENIZER = "model.json", "model.onnx", "tokenizer.json"
BYTES_AT_MOST = {DESCRIPTION: 2**16, TOKENIZER: 2**26}
WEIGHTS_AT_MOST = 2**31 - 1  # a protobuf ends below 2 GiB
PARTS_AT_MOST = 64  # of one model
TOKENS_AT_LEAST, TOKENS_AT_MOST, WIDTH_AT_MOST, LETTERS_AT_MOST = 8, 8192, 8192, 120


class Order(StrEnum):
    """Which text of a pair the model reads first."""

    EVIDENCE_FIRST = "evidence_first"
    CLAIM_FIRST = "claim_first"


class Pooling(StrEnum):
    """What is still to be done with the states of an embedder's tokens."""

    NONE = "none"
    MEAN = "mean"


@dataclass(frozen=True, slots=True)
class Labels:
    """In which column of the logits each stance stands."""

    supports: int
    refutes: int
    neutral: int

    def __post_init__(self) -> None:
        if {self.supports, self.refutes, self.neutral} != {0, 1, 2}:
            raise ValueError("supports, refutes and neutral are 0, 1 and 2 in some order")


@dataclass(frozen=True, slots=True)
class Calibration:
    """What is done with the logits before they become probabilities: divide by the temperature, add the biases, column by column."""

    temperature: float = 1.0
    biases: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        if not 0.01 <= self.temperature <= 100 or not all(abs(bias) <= 100 for bias in self.biases):
            raise ValueError("a temperature lies in [0.01, 100], a bias in [-100, 100]")


@dataclass(frozen=True, slots=True)
class Description:
    """What `model.json` says, but for the hashes."""

    role: Role
    name: str
    version: str
    licence: str
    tokens_at_most: int
    labels: Labels | None = None  # judge
    order: Order = Order.EVIDENCE_FIRST  # judge, relevance
    calibration: Calibration = Calibration()  # judge
    width: int | None = None  # embedder
    pooling: Pooling = Pooling.NONE  # embedder
    scale: float = 1.0  # relevance
    offset: float = 0.0  # relevance

    def __post_init__(self) -> None:
        for text in (self.name, self.version, self.licence):
            if not 0 < len(text) <= LETTERS_AT_MOST or not text.isprintable() or text != text.strip():
                raise ValueError(f"name, version and licence are each one line of at most {LETTERS_AT_MOST} characters")
        if not TOKENS_AT_LEAST <= self.tokens_at_most <= TOKENS_AT_MOST:
            raise ValueError(f"tokens_at_most lies in [{TOKENS_AT_LEAST}, {TOKENS_AT_MOST}]")
        if self.role is Role.JUDGE and self.labels is None:
            raise ValueError("a judge needs labels")
        if self.role is Role.EMBEDDER and not 0 < (self.width or 0) <= WIDTH_AT_MOST:
            raise ValueError(f"an embedder needs its width, in [1, {WIDTH_AT_MOST}]")
        if not (isfinite(self.scale) and isfinite(self.offset) and self.scale > 0):
            raise ValueError("a scale is above 0")


@dataclass(frozen=True, slots=True)
class Loaded:
    """A model whose files are what its description says."""

    about: Description
    digest: str
    weights: bytes
    tokenizer: bytes

    @property
    def model(self) -> Model:
        """What is known of it without running it."""
        about, size = self.about, len(self.weights) + len(self.tokenizer)
        return Model(str(about.role), about.name, about.version, about.licence, self.digest, size)

    @property
    def name(self) -> ToolName:
        """How a record names it."""
        return ToolName(str(self.about.role), f"{self.about.name} {self.about.version}", self.digest)


def load(folder: Path, role: Role) -> Loaded:
    """The model in a folder, once its description holds and its files have the hashes given there."""
    if not folder.is_dir():
        raise ModelMissing(f"{folder}: no such folder")
    try:
        members = json_values.parse(_bytes(folder / DESCRIPTION))
        hashes = _hashes(members)
        about: Description = json_values.build(
            {name: value for name, value in members.items() if name != "sha256"}, Description, DESCRIPTION
        )
    except SourceMalformed as refused:
        raise ModelBroken(f"{folder / DESCRIPTION}: {refused.detail}") from refused
    if about.role is not role:
        raise ModelBroken(f"{folder / DESCRIPTION}: this is the model of a {about.role}, not of a {role}")
    files = {name: _bytes(folder / name) for name in hashes}
    for name, content in files.items():
        if sha256(content).hexdigest() != hashes[name]:
            raise ModelBroken(f"{folder / name}: its SHA-256 is not the one in {DESCRIPTION}")
    weights = b"".join(files[name] for name in _weights(hashes))
    if len(weights) > WEIGHTS_AT_MOST:
        raise ModelBroken(f"{folder}: its weights are more than {WEIGHTS_AT_MOST} bytes together")
    return Loaded(about, digest.of({"about": about, "sha256": hashes}, "model"), weights, files[TOKENIZER])


def _weights(hashes: Mapping[str, str]) -> list[str]:
    """The files of weights in the order they are read: one, or its parts by number."""
    parts = len(hashes) - 1
    return [WEIGHTS] if WEIGHTS in hashes else [f"{WEIGHTS}.{number}" for number in range(1, parts + 1)]


def _bytes(path: Path) -> bytes:
    """The content of a file of ours, if it is there and not absurdly large."""
    most = BYTES_AT_MOST.get(path.name, WEIGHTS_AT_MOST)
    try:
        if path.stat().st_size > most:
            raise ModelBroken(f"{path}: more than {most} bytes")
        return path.read_bytes()
    except FileNotFoundError:
        raise ModelMissing(f"{path}: no such file") from None
    except OSError as failed:
        raise ModelBroken(f"{path}: {failed.strerror}") from failed


def _hashes(members: Any) -> Mapping[str, str]:
    """The hashes, which stand under names that are no field names."""
    hashes = members.get("sha256") if isinstance(members, dict) else None
    if not isinstance(hashes, dict) or not 1 < len(hashes) <= PARTS_AT_MOST + 1 or hashes.keys() != {*_weights(hashes), TOKENIZER}:
        raise SourceMalformed(
            f"sha256 gives the hashes of {WEIGHTS}, or of its parts from {WEIGHTS}.1 on, and of {TOKENIZER}, and no others"
        )
    if not all(isinstance(value, str) and re.fullmatch(r"[0-9a-f]{64}", value) for value in hashes.values()):
        raise SourceMalformed("a SHA-256 is 64 hexadecimal digits in lower case")
    return hashes
