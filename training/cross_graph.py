"""A cross-encoder as an ONNX graph, written node by node, its weights stored as a scheme says: `python -m training.cross_graph …`.

    python -m training.cross_graph mpnet RUN/final.pt FOLDER --name veracious-judge-large

Token numbers, mask and types go in; types are 1 for the tokens of the claim, which the tokenizer's own template says. Weights are kept in
8 bits with a scale for each row or column and multiplied in whole numbers, each token's state with a scale of its own, so that no pair
changes the answer to another. A file over 45 MB is cut into parts, which are read as one.
"""

import argparse
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer
from tokenizers.processors import TemplateProcessing
from transformers import PreTrainedModel

from training.bases import CrossEncoder, named
from training.graph import MICROSOFT, OPSET, Graph, Storing
from training.pairs import LABELS

PART_BYTES = 45 * 2**20  # of a file of weights at most
INPUTS = ("input_ids", "attention_mask", "token_type_ids")
SAMPLES = (
    ("Paris (5 March 2020): Paris is the capital of France and lies on the Seine.", "Paris is the capital of France."),
    ("", "Bread is baked from flour."),
    ("The committee met on 3 May 2019 and did not approve the plan. " * 12, "The plan was approved."),
    ("Lyon lies on the Rhône.", "Lyon is the capital of France."),
)
Weights = Mapping[str, np.ndarray]


@dataclass(frozen=True, slots=True)
class Names:
    """What an architecture calls its parts."""

    query: str
    key: str
    value: str
    output: str
    attention_norm: str
    first_place: int  # the position of the first token
    types: bool  # whether token types are added to the words


NAMES = {
    "mpnet": Names("attention.attn.q", "attention.attn.k", "attention.attn.v", "attention.attn.o", "attention.LayerNorm", 2, False),
    "bert": Names(
        "attention.self.query",
        "attention.self.key",
        "attention.self.value",
        "attention.output.dense",
        "attention.output.LayerNorm",
        0,
        True,
    ),
}


@dataclass(frozen=True, slots=True)
class Writer:
    """A graph in the making, the weights it is made of, and the shape of the encoder."""

    graph: Graph
    held: Weights
    base: PreTrainedModel
    names: Names

    @property
    def epsilon(self) -> float:
        """What keeps a norm from dividing by nought."""
        return float(self.base.config.layer_norm_eps)

    def product(self, states: str, name: str) -> str:
        """States times a matrix of the model, and its bias."""
        return self.graph.product(states, name, self.held[f"{name}.weight"].T, self.held[f"{name}.bias"])

    def normed(self, states: str, name: str) -> str:
        """States of mean nought and spread one, scaled and shifted."""
        scale, shift = (self.graph.weight(f"{name}.{part}", self.held[f"{name}.{part}"]) for part in ("weight", "bias"))
        return self.graph.node("LayerNormalization", [states, scale, shift], name + "_out", axis=-1, epsilon=self.epsilon)


def build(model: CrossEncoder, storing: Storing, tokens: int) -> onnx.ModelProto:
    """The graph of a cross-encoder, for at most so many tokens."""
    held = {name: value.detach().numpy().astype(np.float32) for name, value in model.state_dict().items() if value.is_floating_point()}
    graph = Graph(storing)
    writer = Writer(graph, held, model.base, NAMES[model.base.config.model_type])
    states = _embedded(writer, tokens)
    mask = graph.node("Cast", ["attention_mask"], "mask", to=TensorProto.INT32)
    bias = _distances(writer, tokens) if "base.encoder.relative_attention_bias.weight" in held else ""
    for number in range(model.base.config.num_hidden_layers):
        states = _layer(writer, states, (mask, bias), f"base.encoder.layer.{number}")
    _head(writer, states)
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"]) for name in INPUTS]
    output = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", model.outer.out_features])
    body = helper.make_graph(graph.nodes, "judge", inputs, [output], graph.weights)
    opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(MICROSOFT, 1)]
    return helper.make_model(body, opset_imports=opsets, ir_version=10, producer_name="veracious")


def _embedded(writer: Writer, tokens: int) -> str:
    """Words, places and, where there are some, types."""
    graph, held, first = writer.graph, writer.held, writer.names.first_place
    words = graph.words("input_ids", held["base.embeddings.word_embeddings.weight"])
    places = held["base.embeddings.position_embeddings.weight"][first : first + tokens]
    length = graph.node("Shape", ["input_ids"], "length", start=1, end=2)
    begin = graph.weight("zero", np.array([0], dtype=np.int64))
    near = graph.node("Slice", [graph.small("places", places), begin, length, begin], "place_states")
    summed = graph.node("Add", [words, near], "summed")
    if writer.names.types:
        types = graph.weight("types", held["base.embeddings.token_type_embeddings.weight"])
        summed = graph.node("Add", [summed, graph.node("Gather", [types, "token_type_ids"], "type_states")], "summed_types")
    return writer.normed(summed, "base.embeddings.LayerNorm")


def _distances(writer: Writer, tokens: int) -> str:
    """What is added to the attention of each head for the distance of two tokens."""
    graph = writer.graph
    apart = torch.arange(-(tokens - 1), tokens)
    buckets = writer.base.encoder.relative_position_bucket(apart).numpy()
    table = graph.weight("distances", writer.held["base.encoder.relative_attention_bias.weight"][buckets].T)
    nought, one = graph.weight("nought_int", np.int64(0)), graph.weight("one_int", np.int64(1))
    size = graph.node("Squeeze", ["length"], "size")
    line = graph.node("Range", [nought, size, one], "line")
    column = graph.node("Unsqueeze", [line, graph.weight("axis_last", np.array([1], dtype=np.int64))], "column")
    shifted = graph.node("Add", [graph.node("Sub", [line, column], "gap"), graph.weight("shift", np.int64(tokens - 1))], "gap_index")
    near = graph.node("Gather", [table, shifted], "distance_states", axis=1)
    return graph.node("Unsqueeze", [near, "zero"], "distance_bias")


def _layer(writer: Writer, states: str, seen_by: tuple[str, str], name: str) -> str:
    """Attention and the two products behind it, each added to what came in."""
    graph, names, (mask, bias) = writer.graph, writer.names, seen_by
    asked = [writer.product(states, f"{name}.{part}") for part in (names.query, names.key, names.value)]
    inputs = [*asked, "", mask, *([bias] if bias else [])]
    seen = graph.node("MultiHeadAttention", inputs, f"{name}.seen", MICROSOFT, num_heads=writer.base.config.num_attention_heads)
    joined = graph.node("Add", [writer.product(seen, f"{name}.{names.output}"), states], f"{name}.joined")
    states = writer.normed(joined, f"{name}.{names.attention_norm}")
    wide = graph.node("Gelu", [writer.product(states, f"{name}.intermediate.dense")], f"{name}.wide", MICROSOFT)
    done = graph.node("Add", [writer.product(wide, f"{name}.output.dense"), states], f"{name}.done")
    return writer.normed(done, f"{name}.output.LayerNorm")


def _head(writer: Writer, states: str) -> None:
    """The mean states of evidence and claim, their difference and product, and two products to the logits."""
    graph = writer.graph
    claim = graph.node("Cast", ["token_type_ids"], "claim", to=TensorProto.FLOAT)
    whole = graph.node("Cast", ["attention_mask"], "whole", to=TensorProto.FLOAT)
    evidence = graph.node("Sub", [whole, claim], "evidence")
    first, second = (_mean(graph, states, mask, name) for mask, name in ((evidence, "evidence"), (claim, "claim")))
    apart = graph.node("Abs", [graph.node("Sub", [first, second], "difference")], "apart")
    both = graph.node("Mul", [first, second], "both")
    features = graph.node("Concat", [first, second, apart, both], "features", axis=1)
    plain = Graph(Storing("fp16", "fp16"), graph.nodes, graph.weights)
    inner = plain.product(features, "inner", writer.held["inner.weight"].T, writer.held["inner.bias"])
    bent = plain.node("Gelu", [inner], "inner_bent", MICROSOFT)
    outer = plain.node("MatMul", [bent, plain.weight("outer", writer.held["outer.weight"].T)], "outer_plain")
    plain.node("Add", [outer, plain.weight("outer_bias", writer.held["outer.bias"])], "logits")


def _mean(graph: Graph, states: str, mask: str, name: str) -> str:
    if not any(one.name == "axis_two" for one in graph.weights):
        graph.weight("axis_two", np.array([2], dtype=np.int64))
        graph.weight("axis_one", np.array([1], dtype=np.int64))
        graph.weight("one_float", np.float32(1.0))
    wide = graph.node("Unsqueeze", [mask, "axis_two"], f"{name}_wide")
    total = graph.node("ReduceSum", [graph.node("Mul", [states, wide], f"{name}_states"), "axis_one"], f"{name}_total", keepdims=0)
    count = graph.node("Max", [graph.node("ReduceSum", [mask, "axis_one"], f"{name}_count", keepdims=1), "one_float"], f"{name}_least")
    return graph.node("Div", [total, count], f"{name}_mean")


def template(tokenizer: Tokenizer) -> Tokenizer:
    """The tokenizer, giving type 1 to the tokens of the second text and to nothing else."""
    if tokenizer.token_to_id("<s>") is not None:
        begin, end, between = "<s>", "</s>", "</s>:0 </s>:0"
    else:
        begin, end, between = "[CLS]", "[SEP]", "[SEP]:0"
    special = [(name, tokenizer.token_to_id(name)) for name in (begin, end)]
    pair = f"{begin}:0 $A:0 {between} $B:1 {end}:0"
    tokenizer.post_processor = TemplateProcessing(single=f"{begin}:0 $A:0 {end}:0", pair=pair, special_tokens=special)
    tokenizer.no_truncation()
    pad = next(name for name in ("<pad>", "[PAD]") if tokenizer.token_to_id(name) is not None)
    tokenizer.enable_padding(pad_id=tokenizer.token_to_id(pad), pad_token=pad)
    return tokenizer


@torch.inference_mode()
def difference(model: CrossEncoder, graph: bytes, tokenizer: Tokenizer, tokens: int) -> float:
    """The largest difference between the logits of torch and of the graph, on a padded batch."""
    tokenizer.enable_truncation(tokens, strategy="only_first")
    encoded = tokenizer.encode_batch(list(SAMPLES))
    fed = {
        "input_ids": np.array([one.ids for one in encoded]),
        "attention_mask": np.array([one.attention_mask for one in encoded]),
        "token_type_ids": np.array([one.type_ids for one in encoded]),
    }
    tokenizer.no_truncation()
    (found,) = onnxruntime.InferenceSession(graph, providers=["CPUExecutionProvider"]).run(None, fed)
    inputs = {name: torch.from_numpy(value) for name, value in fed.items()}
    model.eval()
    wanted = model(inputs["input_ids"], inputs["attention_mask"], inputs["token_type_ids"]).numpy()
    return float(np.abs(found - wanted).max())


def write(folder: Path, graph: bytes, tokenizer: Tokenizer, about: Mapping[str, object]) -> None:
    """The files of a model folder: weights in one file or in parts, tokenizer, description with their hashes."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("model.onnx*"):
        old.unlink()
    parts = [graph[at : at + PART_BYTES] for at in range(0, len(graph), PART_BYTES)]
    files = {"model.onnx": graph} if len(parts) == 1 else {f"model.onnx.{number}": part for number, part in enumerate(parts, 1)}
    files["tokenizer.json"] = tokenizer.to_str().encode("utf-8")
    for name, content in files.items():
        (folder / name).write_bytes(content)
    hashes = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    text = json.dumps({**about, "sha256": hashes}, indent=2, ensure_ascii=False)
    (folder / "model.json").write_text(text + "\n", "utf-8")


def weights_of(folder: Path, model: CrossEncoder) -> dict[str, torch.Tensor]:
    """The weights of a folder whose matrices and words are kept in 8 or 4 bits, for a run to go on from."""
    parts = sorted(folder.glob("model.onnx*"), key=lambda path: path.name)
    graph = onnx.load_from_string(b"".join(path.read_bytes() for path in parts)).graph
    held = {one.name: numpy_helper.to_array(one).astype(np.float32) for one in graph.initializer}
    first = NAMES[model.base.config.model_type].first_place
    found = {}
    for name, value in model.state_dict().items():
        plain = name.removesuffix(".weight")
        if name == "base.embeddings.word_embeddings.weight":
            is_whole = "words_int8" in held
            new = held["words_int8"] * held["words_scale"] if is_whole else _opened(held, "words", "words_scale", value.shape)
        elif f"{plain}_int8" in held:
            new = (held[f"{plain}_int8"] * held[f"{plain}_column"]).T
        elif name == "base.embeddings.position_embeddings.weight":
            new = value.numpy().copy()
            new[first : first + len(held["places_half"])] = held["places_half"]
        elif name == "base.encoder.relative_attention_bias.weight":
            tokens = (held["distances"].shape[1] + 1) // 2
            buckets = model.base.encoder.relative_position_bucket(torch.arange(-(tokens - 1), tokens)).numpy()
            new = value.numpy().copy()
            new[buckets] = held["distances"].T
        elif f"{plain}_int4" in held:
            new = _opened(held, plain, f"{plain}_scale_half", value.shape)
        elif name.endswith(".bias") and f"{name.removesuffix('.bias')}_bias" in held:
            new = held[f"{name.removesuffix('.bias')}_bias"]
        else:
            new = {"inner.weight": lambda: held["inner_half"].T, "outer.weight": lambda: held["outer"].T}.get(
                name, lambda at=name: held[at]
            )()
        found[name] = torch.from_numpy(np.ascontiguousarray(new)).to(value.dtype)
    return found


def _opened(held: Weights, name: str, scale: str, shape: tuple[int, ...]) -> np.ndarray:
    """A matrix of sixteen levels to a block, in full."""
    sizes = held[scale].reshape(shape[0], -1, 1)
    levels, zero = held[f"{name}_int4"].reshape(shape[0], sizes.shape[1], -1), held[f"{name}_zero"].reshape(sizes.shape)
    return ((levels - zero) * sizes).reshape(shape)


def main() -> None:
    """Parse the command line and write the folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base")
    parser.add_argument("state", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--role", choices=("judge", "relevance"), default="judge")
    parser.add_argument("--name", required=True)
    parser.add_argument("--version", default="0.5")
    parser.add_argument("--tokens", type=int, default=192, help="that the model may read at most")
    parser.add_argument("--words", default="int8")
    parser.add_argument("--products", default="int8")
    parser.add_argument("--plain", action="store_true", help="multiply in full precision, whatever is stored")
    asked = parser.parse_args()
    base = named(asked.base)
    model = CrossEncoder(base.encoder(), len(LABELS) if asked.role == "judge" else 1)
    state = torch.load(asked.state, map_location="cpu")
    model.load_state_dict(state["model"] | state["average"] if "average" in state else state)
    tokenizer = template(base.tokenizer(asked.tokens))
    graph = build(model, Storing(asked.words, asked.products, not asked.plain), asked.tokens).SerializeToString()
    about: dict[str, object] = {"licence": "Apache-2.0", "role": asked.role, "name": asked.name, "version": asked.version}
    about |= {"tokens_at_most": asked.tokens, "order": "evidence_first"}
    if asked.role == "judge":
        about["labels"] = {label: index for index, label in enumerate(LABELS)}
        about["calibration"] = {"temperature": 1.0, "biases": [0.0, 0.0, 0.0]}
    apart = difference(model, graph, tokenizer, asked.tokens)
    write(asked.folder, graph, tokenizer, about)
    print(f"{asked.folder}: {len(graph) / 1e6:.1f} MB, logits at most {apart:.2g} from torch")


if __name__ == "__main__":
    main()
