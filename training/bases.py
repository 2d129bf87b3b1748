"""The encoders a judge may begin from, each checked against a pinned hash, and the head that is put on them."""

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from transformers import BertConfig, BertModel, MPNetConfig, MPNetModel, PreTrainedModel

KEPT = Path(os.environ.get("VERACIOUS_TRAINING", Path(__file__).parents[1] / ".training"))


@dataclass(frozen=True, slots=True)
class Base:
    """An encoder: where its files are, how it is loaded, and which token pads."""

    folder: Path
    load: Callable[[Path], PreTrainedModel]
    padding: int

    def encoder(self) -> PreTrainedModel:
        """The encoder, without dropout: a run sees nearly every pair once."""
        return self.load(self.folder)

    def tokenizer(self, tokens_at_most: int) -> Tokenizer:
        """Its tokenizer, cutting the first text of a pair when both are too long; no padding of its own."""
        found = Tokenizer.from_file(str(self.folder / "tokenizer.json"))
        found.enable_truncation(tokens_at_most, strategy="only_first")
        found.no_padding()
        return found

    def freeze(self, encoder: PreTrainedModel, layers: int) -> None:
        """Let the words and the lowest layers stay as they are."""
        for module in (encoder.embeddings, *encoder.encoder.layer[:layers]):
            for value in module.parameters():
                value.requires_grad = False


def pinned(path: Path, sha256: str) -> None:
    """Stop unless the file is the one that was measured."""
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != sha256:
        raise SystemExit(f"{path.name} is not the pinned base model: {found}")


def _mpnet(folder: Path) -> PreTrainedModel:
    pinned(folder / "model.safetensors", "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658")
    config = MPNetConfig.from_pretrained(folder)
    config.hidden_dropout_prob = config.attention_probs_dropout_prob = 0.0
    return MPNetModel.from_pretrained(folder, config=config, add_pooling_layer=False, attn_implementation="eager")


def _minilm(folder: Path) -> PreTrainedModel:
    pinned(folder / "model.safetensors", "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db")
    return BertModel.from_pretrained(folder, config=_plain(folder), add_pooling_layer=False, attn_implementation="eager")


def _gte(folder: Path) -> PreTrainedModel:
    """gte-small from its ONNX file: the graph's tensors are those of a BERT, the products' weights transposed."""
    import onnx
    from onnx import numpy_helper

    model = BertModel(_plain(folder), add_pooling_layer=False)
    graph = onnx.load(str(folder / "onnx/model.onnx")).graph
    held = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in graph.initializer}
    weights = {name: value for name, value in held.items() if name in model.state_dict()}
    for node in graph.node:  # a product's weight has a number for its name; its place is in the node's
        if node.op_type == "MatMul" and node.input[1] in held:
            weights[node.name.strip("/").replace("/MatMul", "").replace("/", ".") + ".weight"] = held[node.input[1]].T.contiguous()
    missing, unknown = model.load_state_dict(weights, strict=False)
    if unknown or any("position_ids" not in name for name in missing):
        raise SystemExit(f"gte-small: missing {missing}, unknown {unknown}")
    return model


def _plain(folder: Path) -> BertConfig:
    config = BertConfig.from_pretrained(folder)
    config.hidden_dropout_prob = config.attention_probs_dropout_prob = 0.0
    config._attn_implementation = "eager"
    return config


def named(name: str) -> Base:
    """The base of this name; training/README.md says how its files are had."""
    return {
        "mpnet": Base(KEPT / "bases/all-mpnet-base-v2", _mpnet, 1),
        "gte": Base(KEPT / "bases/gte-small", _gte, 0),
        "minilm": Base(KEPT / "bases/all-MiniLM-L6-v2", _minilm, 0),
    }[name]


def mean(states: Tensor, mask: Tensor) -> Tensor:
    """The mean state of the tokens that the mask names."""
    weights = mask.unsqueeze(-1).to(states.dtype)
    return (states * weights).sum(1) / weights.sum(1).clamp(min=1.0)


class CrossEncoder(nn.Module):
    """Evidence and claim read together; their two mean states, difference and product give the logits."""

    def __init__(self, base: PreTrainedModel, labels: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.base = base
        width = base.config.hidden_size
        self.inner = nn.Linear(4 * width, width)
        self.outer = nn.Linear(width, labels)
        self.dropout = nn.Dropout(dropout)

    def forward(self, input_ids: Tensor, attention_mask: Tensor, claim_mask: Tensor) -> Tensor:
        """The logits of each pair."""
        inputs = {"input_ids": input_ids, "attention_mask": attention_mask}
        if self.base.config.model_type == "bert":
            inputs["token_type_ids"] = claim_mask
        states = self.base(**inputs).last_hidden_state
        evidence, claim = mean(states, attention_mask - claim_mask), mean(states, claim_mask)
        features = torch.cat((evidence, claim, (evidence - claim).abs(), evidence * claim), dim=-1)
        return self.outer(self.dropout(nn.functional.gelu(self.inner(self.dropout(features)))))
