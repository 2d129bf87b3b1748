"""The embedder as an ONNX graph, written node by node: pooling and normalisation inside, weights stored as a scheme says.

The graph uses the attention node of onnxruntime, which needs no reshaping around it, and reads no token types: that of a single text is
added to the positions once and for all.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from transformers import BertModel

MICROSOFT = "com.microsoft"
OPSET = 21
BLOCK = 32  # numbers that share a scale where there are sixteen levels


@dataclass(frozen=True, slots=True)
class Storing:
    """How the weights lie in the file: those of words, and those that states are multiplied with."""

    words: str = "fp32"  # fp32, fp16, int8 (a scale to each word), int4 (a scale to each 32 numbers of a word)
    products: str = "fp32"  # fp32, fp16, int8 (a scale to each column), int4 (a scale to each 32 numbers of a column)
    by_rows: bool = False  # int8 and int4 multiplied in whole numbers, a scale to each token's state: no text changes the vector of another


@dataclass
class Graph:
    """Nodes and weights as they are put down."""

    storing: Storing
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    weights: list[onnx.TensorProto] = field(default_factory=list)
    rows: dict[str, tuple[str, str]] = field(default_factory=dict)  # states that have been made int8, and their scales

    def node(self, kind: str, inputs: list[str], output: str, domain: str = "", **attributes: object) -> str:
        """A node with one output, whose name is given back."""
        self.nodes.append(helper.make_node(kind, inputs, [output], name=output + "_node", domain=domain, **attributes))
        return output

    def weight(self, name: str, values: np.ndarray) -> str:
        """A weight as it is."""
        self.weights.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def small(self, name: str, values: np.ndarray) -> str:
        """A weight in half precision, unless the words are in full."""
        if self.storing.words == "fp32":
            return self.weight(name, values)
        return self.half(name, values)

    def half(self, name: str, values: np.ndarray) -> str:
        """A weight in half precision in the file, in full once it is loaded."""
        return self.node("Cast", [self.weight(name + "_half", values.astype(np.float16))], name, to=TensorProto.FLOAT)

    def product(self, states: str, name: str, values: np.ndarray, bias: np.ndarray) -> str:
        """States times a matrix, and a bias added."""
        if self.storing.by_rows:
            plain = self._by_rows(states, name, values)
        else:
            plain = self.node("MatMul", [states, self._matrix(name, values)], name + "_plain")
        return self.node("Add", [plain, self.weight(name + "_bias", bias)], name + "_out")

    def _matrix(self, name: str, values: np.ndarray) -> str:
        """A matrix in full precision once the file is loaded, however it is stored."""
        kind = self.storing.products
        if kind in ("fp32", "fp16"):
            return self.half(name, values) if kind == "fp16" else self.weight(name, values)
        if kind == "int8":
            matrix, column = _columns(values)
            full = self.node("Cast", [self.weight(name + "_int8", matrix)], name + "_full", to=TensorProto.FLOAT)
            return self.node("Mul", [full, self.weight(name + "_column", column)], name)
        levels, scale, zero = quartered(values.T)
        cut = self.quarter(name + "_int4", levels.reshape(*scale.shape, BLOCK))
        moved = self.node("Sub", [cut, self.quarter(name + "_zero", zero[:, :, None])], name + "_moved")
        full = self.node("Mul", [moved, self.half(name + "_scale", scale[:, :, None])], name + "_cut")
        whole = self.node("Reshape", [full, self.weight(name + "_shape", np.array(values.T.shape, dtype=np.int64))], name + "_turned")
        return self.node("Transpose", [whole], name, perm=[1, 0])

    def quarter(self, name: str, levels: np.ndarray) -> str:
        """Whole numbers below 16, two to a byte in the file, as numbers in full precision."""
        self.weights.append(helper.make_tensor(name, TensorProto.UINT4, levels.shape, _packed(levels), raw=True))
        return self.node("Cast", [name], name + "_full", to=TensorProto.FLOAT)

    def _whole(self, name: str, values: np.ndarray) -> tuple[str, str]:
        """A matrix in whole numbers once the file is loaded, and the scales of its columns."""
        if self.storing.products == "int8":
            matrix, column = _columns(values)
            return self.weight(name + "_int8", matrix), self.weight(name + "_column", column)
        levels, scale, zero = quartered(values.T)
        near = ((levels.reshape(*scale.shape, BLOCK) - zero[:, :, None].astype(np.float32)) * scale[:, :, None]).reshape(values.T.shape)
        column = (np.abs(near).max(axis=1) / 126.9).astype(np.float32)  # a little room, so that none rounds to 128
        scaled = self.node("Div", [self._matrix(name, values), self.weight(name + "_column", column)], name + "_scaled")
        return self.node("Cast", [self.node("Round", [scaled], name + "_round")], name + "_int8", to=TensorProto.INT8), name + "_column"

    def _by_rows(self, states: str, name: str, values: np.ndarray) -> str:
        """States times a matrix in whole numbers; 128 stands for nought, since processors multiply unsigned by signed."""
        if not self.rows:
            self.weight("least", np.float32(1e-9))
            self.weight("level", np.float32(1 / 127))
            self.weight("nought", np.uint8(128))
            self.weight("last", np.array([-1], dtype=np.int64))
        if states not in self.rows:
            most = self.node("ReduceMax", [self.node("Abs", [states], states + "_abs"), "last"], states + "_most", keepdims=1)
            safe = self.node("Max", [most, "least"], states + "_safe")
            scaled = self.node("Div", [states, safe], states + "_scaled")
            self.rows[states] = self.node("QuantizeLinear", [scaled, "level", "nought"], states + "_uint8"), safe
        rounded, most = self.rows[states]
        matrix, column = self._whole(name, values)
        product = self.node("MatMulIntegerToFloat", [rounded, matrix, "level", column, "nought"], name + "_whole", MICROSOFT)
        return self.node("Mul", [product, most], name + "_plain")

    def words(self, ids: str, values: np.ndarray) -> str:
        """The states of words, in full precision, from however they are stored."""
        kind = self.storing.words
        if kind == "int4":
            return self._words_int4(ids, values)
        if kind == "fp32":
            return self.node("Gather", [self.weight("words", values), ids], "word_states")
        if kind == "fp16":
            half = self.node("Gather", [self.weight("words_half", values.astype(np.float16)), ids], "word_half")
            return self.node("Cast", [half], "word_states", to=TensorProto.FLOAT)
        scale = np.abs(values).max(axis=1, keepdims=True) / 127
        scale[scale == 0] = 1
        stored = self.node("Gather", [self.weight("words_int8", np.rint(values / scale).astype(np.int8)), ids], "word_int8")
        scales = self.node("Gather", [self.weight("words_scale", scale.astype(np.float32)), ids], "word_scale")
        return self.node("Mul", [self.node("Cast", [stored], "word_full", to=TensorProto.FLOAT), scales], "word_states")

    def _words_int4(self, ids: str, values: np.ndarray) -> str:
        levels, scale, zero = quartered(values)
        for name, one in (("words_int4", levels), ("words_zero", zero)):
            self.weights.append(helper.make_tensor(name, TensorProto.UINT4, one.shape, _packed(one), raw=True))
        inputs = ["words_int4", ids, self.weight("words_scale", scale.astype(np.float16)), "words_zero"]
        half = self.node("GatherBlockQuantized", inputs, "word_half", MICROSOFT, gather_axis=0, quantize_axis=1, block_size=BLOCK)
        return self.node("Cast", [half], "word_states", to=TensorProto.FLOAT)


def _columns(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A matrix in whole numbers, and what each column of it is to be multiplied with."""
    column = np.maximum(np.abs(values).max(axis=0), 1e-9) / 127
    return np.rint(values / column).astype(np.int8), column.astype(np.float32)


def quartered(values: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Sixteen levels to each block of a row, with scale and nought of the block; of several ranges the one with the least squared error."""
    cut = values.reshape(len(values), -1, BLOCK)
    low, high = np.minimum(cut.min(axis=2), 0), np.maximum(cut.max(axis=2), 0)
    best = np.full(low.shape, np.inf)
    levels, scale, zero = np.zeros(cut.shape, np.uint8), np.zeros(low.shape, np.float32), np.zeros(low.shape, np.uint8)
    for share in np.linspace(0.7, 1, 13):
        step = np.maximum(share * (high - low) / 15, 1e-7).astype(np.float16).astype(np.float32)
        nought = np.clip(np.rint(-share * low / step), 0, 15)
        tried = np.clip(np.rint(cut / step[:, :, None] + nought[:, :, None]), 0, 15)
        error = (((tried - nought[:, :, None]) * step[:, :, None] - cut) ** 2).sum(axis=2)
        better = error < best
        best[better], scale[better], zero[better], levels[better] = error[better], step[better], nought[better], tried[better]
    return levels.reshape(values.shape), scale, zero


def _packed(values: np.ndarray) -> bytes:
    flat = values.reshape(-1)
    return (flat[0::2] | flat[1::2] << 4).astype(np.uint8).tobytes()


def build(base: BertModel, storing: Storing) -> onnx.ModelProto:
    """Token numbers and mask in, unit vectors out."""
    found = {name: value.detach().numpy().astype(np.float32) for name, value in base.state_dict().items() if value.is_floating_point()}
    graph, width = Graph(storing), base.config.hidden_size
    words = graph.words("input_ids", found["embeddings.word_embeddings.weight"])
    places = found["embeddings.position_embeddings.weight"] + found["embeddings.token_type_embeddings.weight"][:1]
    length = graph.node("Shape", ["input_ids"], "length", start=1, end=2)
    begin = graph.weight("zero", np.array([0], dtype=np.int64))
    near = graph.node("Slice", [graph.small("places", places), begin, length, begin], "place_states")
    states = _normed(graph, graph.node("Add", [words, near], "summed"), found, "embeddings.LayerNorm")
    mask = graph.node("Cast", ["attention_mask"], "mask", to=TensorProto.INT32)
    for number in range(base.config.num_hidden_layers):
        states = _layer(graph, states, mask, found, (f"encoder.layer.{number}", base.config.num_attention_heads))
    _pooled(graph, states, width)
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"]) for name in ("input_ids", "attention_mask")]
    output = helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["batch", width])
    body = helper.make_graph(graph.nodes, "embedder", inputs, [output], graph.weights, value_info=_told(graph, base))
    opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(MICROSOFT, 1)]
    return helper.make_model(body, opset_imports=opsets, ir_version=10, producer_name="veracious")


def _told(graph: Graph, base: BertModel) -> list[onnx.ValueInfoProto]:
    """The shapes behind onnxruntime's own nodes, which tools cannot infer."""
    widths = {"MultiHeadAttention": base.config.hidden_size, "Gelu": base.config.intermediate_size}
    return [
        helper.make_tensor_value_info(node.output[0], TensorProto.FLOAT, ["batch", "tokens", widths[node.op_type]])
        for node in graph.nodes
        if node.op_type in widths
    ]


def _normed(graph: Graph, states: str, weights: Mapping[str, np.ndarray], name: str) -> str:
    scale, shift = (graph.weight(f"{name}.{part}", weights[f"{name}.{part}"]) for part in ("weight", "bias"))
    return graph.node("LayerNormalization", [states, scale, shift], name + "_out", axis=-1, epsilon=1e-12)


def _layer(graph: Graph, states: str, mask: str, weights: Mapping[str, np.ndarray], named: tuple[str, int]) -> str:
    """Attention and the two products behind it, each added to what came in."""
    name, heads = named

    def product(inner: str, part: str) -> str:
        return graph.product(inner, f"{name}.{part}", weights[f"{name}.{part}.weight"].T, weights[f"{name}.{part}.bias"])

    asked = [product(states, f"attention.self.{part}") for part in ("query", "key", "value")]
    seen = graph.node("MultiHeadAttention", [*asked, "", mask], f"{name}.seen", MICROSOFT, num_heads=heads)
    told = graph.node("Add", [product(seen, "attention.output.dense"), states], f"{name}.told")
    states = _normed(graph, told, weights, f"{name}.attention.output.LayerNorm")
    wide = graph.node("Gelu", [product(states, "intermediate.dense")], f"{name}.wide", MICROSOFT)
    done = graph.node("Add", [product(wide, "output.dense"), states], f"{name}.done")
    return _normed(graph, done, weights, f"{name}.output.LayerNorm")


def _pooled(graph: Graph, states: str, width: int) -> None:
    """The mean of the states that the mask names, at length one."""
    kept = graph.node("Cast", ["attention_mask"], "kept", to=TensorProto.FLOAT)
    axis = graph.weight("axis_two", np.array([2], dtype=np.int64))
    wide = graph.node("Unsqueeze", [kept, axis], "kept_wide")
    over = graph.weight("axis_one", np.array([1], dtype=np.int64))
    total = graph.node("ReduceSum", [graph.node("Mul", [states, wide], "kept_states"), over], "total", keepdims=0)
    graph.node("LpNormalization", [total], "vectors", axis=1, p=2)  # the mean and the sum point the same way
