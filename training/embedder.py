"""Write the embedder in every scheme that is measured: `python -m training.embedder [SCHEME …]`.

Files go to `embedder/` of the training folder. Which of them ships is decided by `training.bench_embedder`.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import numpy as np
import onnx
from onnxruntime.quantization import CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_dynamic, quantize_static
from onnxruntime.quantization.matmul_nbits_quantizer import DefaultWeightOnlyQuantConfig, MatMulNBitsQuantizer
from onnxruntime.transformers.float16 import convert_float_to_float16
from transformers import BertModel

from training import bench_embedder
from training.graph import Storing, build
from training.model import encoder
from training.near import KEPT

OUT = KEPT / "embedder"
FLOATS = {"DefaultTensorType": onnx.TensorProto.FLOAT}  # behind nodes of onnxruntime's own the tool cannot tell


def stored(words: str, products: str, by_rows: bool = False) -> Callable[[BertModel, Path], None]:
    """Weights made small in the file alone, all arithmetic in full precision; or products in whole numbers, row by row."""

    def write(base: BertModel, path: Path) -> None:
        onnx.save(build(base, Storing(words, products, by_rows)), path)

    return write


def half(base: BertModel, path: Path) -> None:
    """Weights and arithmetic in half precision."""
    onnx.save(convert_float_to_float16(build(base, Storing()), keep_io_types=True), path)


def dynamic(words: str, per_channel: bool, reduce_range: bool = False) -> Callable[[BertModel, Path], None]:
    """Products of eight bits, each batch of states scaled as a whole; words in full are quantised by the tool too, with one scale."""

    def write(base: BertModel, path: Path) -> None:
        first = path.with_suffix(".first")
        onnx.save(build(base, Storing(words)), first)
        kinds = ["MatMul", "Gather"] if words == "fp32" else ["MatMul"]
        quantize_dynamic(
            first,
            path,
            op_types_to_quantize=kinds,
            per_channel=per_channel,
            reduce_range=reduce_range,
            weight_type=QuantType.QInt8,
            extra_options=FLOATS,
        )
        first.unlink()

    return write


def blocks(words: str, bits: int, block: int, level: int) -> Callable[[BertModel, Path], None]:
    """Weights of so many bits, a scale to each block of a column; at level 4 the states are of eight bits, a scale to each block."""

    def write(base: BertModel, path: Path) -> None:
        config = DefaultWeightOnlyQuantConfig(
            block_size=block, is_symmetric=bits == 8, accuracy_level=level, op_types_to_quantize=("MatMul",), bits=bits
        )
        made = MatMulNBitsQuantizer(build(base, Storing(words)), algo_config=config)
        made.process()
        onnx.save(made.model.model, path)

    return write


class Calibration(CalibrationDataReader):
    """Batches of development passages, seeded, for the ranges of states."""

    def __init__(self, most: int = 256) -> None:
        texts = [text for found in bench_embedder.sets() for text in found.passages]
        self._left: Iterator[dict[str, np.ndarray]] = iter(
            [inputs for _, inputs in bench_embedder.batches(Random(5).sample(texts, most), 16)]
        )

    def get_next(self) -> dict[str, np.ndarray] | None:
        """The next batch; none at the end."""
        return next(self._left, None)


def static(method: CalibrationMethod) -> Callable[[BertModel, Path], None]:
    """Products of eight bits, the ranges of states fixed beforehand on development passages."""

    def write(base: BertModel, path: Path) -> None:
        first = path.with_suffix(".first")
        onnx.save(build(base, Storing("int8")), first)
        quantize_static(
            first,
            path,
            Calibration(),
            quant_format=QuantFormat.QDQ,
            op_types_to_quantize=["MatMul"],
            per_channel=True,
            weight_type=QuantType.QInt8,
            calibrate_method=method,
            extra_options={**FLOATS, "OpTypesToExcludeOutputQuantization": ["MatMul"]},
        )
        first.unlink()

    return write


SCHEMES: dict[str, Callable[[BertModel, Path], None]] = {
    "fp32": stored("fp32", "fp32"),
    "fp16_stored": stored("fp16", "fp16"),
    "fp16_computed": half,
    "int8_dynamic_tensor": dynamic("fp32", per_channel=False),
    "int8_dynamic_channel": dynamic("fp32", per_channel=True),
    "int8_dynamic_channel_reduced": dynamic("fp32", per_channel=True, reduce_range=True),
    "int8_products_words_fp16": dynamic("fp16", per_channel=True),
    "int8_products_words_int8": dynamic("int8", per_channel=True),
    "int8_products_words_int4": dynamic("int4", per_channel=True),
    "int8_rows_words_int8": stored("int8", "int8", by_rows=True),
    "int8_rows_words_int4": stored("int4", "int8", by_rows=True),
    "int4_stored": stored("int4", "int4"),
    "int4_rows_words_int4": stored("int4", "int4", by_rows=True),
    "int8_static": static(CalibrationMethod.MinMax),
    "int8_stored": stored("int8", "int8"),
    "int8_blocks": blocks("int8", 8, 32, 4),
    "int4_blocks_words_int8": blocks("int8", 4, 32, 4),
    "int4_blocks_words_int4": blocks("int4", 4, 32, 4),
}


def main() -> None:
    """Write the schemes named, or all."""
    OUT.mkdir(parents=True, exist_ok=True)
    base = encoder()
    for name in sys.argv[1:] or SCHEMES:
        SCHEMES[name](base, OUT / f"{name}.onnx")
        print(name, (OUT / f"{name}.onnx").stat().st_size, flush=True)


if __name__ == "__main__":
    main()
