"""Model folders small enough to reason about: graphs that count words, and a tokenizer of a few words."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import onnx
import onnx.parser
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.normalizers import Lowercase
from tokenizers.pre_tokenizers import Whitespace
from tokenizers.processors import TemplateProcessing

WORDS = (
    "[PAD]", "[UNK]", "[CLS]", "[SEP]", "not", "the", "museum", "is", "open", "on", "sundays", "copper", "conducts", "electricity", "paris",
    "capital", "of", "france", "lyon", "bread", ".", ":",
)  # fmt: skip
WIDTH = 32
LABELS = {"supports": 0, "refutes": 1, "neutral": 2}
NOT = WORDS.index("not")

HEAD = """<ir_version: 8, opset_import: ["" : 18]>
tiny (int64[batch,tokens] input_ids, int64[batch,tokens] attention_mask, int64[batch,tokens] token_type_ids) => """

# Words of the first text that the second has (shared), and by how many "not" they differ (denied).
COMPARED = f"""
  <int64[1] one = {{1}}, int64[1] two = {{2}}, int64 not = {{{NOT}}}, int64 words = {{3}}> {{
  second = Mul(attention_mask, token_type_ids)
  first = Sub(attention_mask, second)
  asked = Mul(input_ids, second)
  told = Mul(input_ids, first)
  asked3 = Unsqueeze(asked, one)
  told3 = Unsqueeze(told, two)
  same = Equal(told3, asked3)
  word = Greater(told3, words)
  both = And(same, word)
  bothN = Cast <to: int = 6> (both)
  each = ReduceMax <keepdims: int = 0> (bothN, two)
  shared6 = ReduceSum <keepdims: int = 1> (each, one)
  shared = Cast <to: int = 1> (shared6)
  notA = Equal(asked, not)
  notT = Equal(told, not)
  notA6 = Cast <to: int = 6> (notA)
  notT6 = Cast <to: int = 6> (notT)
  countA = ReduceSum <keepdims: int = 1> (notA6, one)
  countT = ReduceSum <keepdims: int = 1> (notT6, one)
  apart = Sub(countA, countT)
  denied6 = Abs(apart)
  denied = Cast <to: int = 1> (denied6)
"""

JUDGE = f"""{HEAD}(float[batch,3] logits){COMPARED}
  ten = Constant <value_float: float = 10.0> ()
  three = Constant <value_float: float = 3.0> ()
  nought = Constant <value_float: float = 0.0> ()
  strength = Mul(denied, ten)
  supports = Sub(shared, strength)
  less = Sub(shared, ten)
  refutes = Add(less, strength)
  plain = Mul(shared, nought)
  neutral = Add(plain, three)
  logits = Concat <axis: int = 1> (supports, refutes, neutral)
}}"""

BROKEN_NUMBERS = JUDGE.replace("logits = Concat", "sums = Concat").rstrip("}") + "  logits = Div(sums, nought)\n}"
TWO_LABELS = JUDGE.replace("float[batch,3]", "float[batch,2]").replace("(supports, refutes, neutral)", "(supports, refutes)")
WITHOUT_TYPES = JUDGE.replace(", int64[batch,tokens] token_type_ids", "").replace(
    "second = Mul(attention_mask, token_type_ids)", "second = Sub(attention_mask, attention_mask)"
)
STRANGE_INPUT = JUDGE.replace("token_type_ids", "position_ids")

RELEVANCE = f"""{HEAD}(float[batch,1] logits){COMPARED}
  half = Constant <value_float: float = 2.5> ()
  logits = Sub(shared, half)
}}"""

COUNTED = f"""
  <int64[1] one = {{1}}, int64[1] two = {{2}}, int64 depth = {{{WIDTH}}}, float[2] values = {{0, 1}}> {{
  hot = OneHot <axis: int = -1> (input_ids, depth, values)
  mask3 = Unsqueeze(attention_mask, two)
  mask = Cast <to: int = 1> (mask3)
  states = Mul(hot, mask)
"""
EMBEDDER = f"""{HEAD}(float[batch,{WIDTH}] vectors){COUNTED}
  sums = ReduceSum <keepdims: int = 0> (states, one)
  length = ReduceL2 <keepdims: int = 1> (sums, one)
  vectors = Div(sums, length)
}}"""
STATES = f"{HEAD}(float[batch,tokens,{WIDTH}] states){COUNTED}}}"
LONG_VECTORS = EMBEDDER.replace("vectors = Div(sums, length)", "vectors = Add(sums, sums)")

ABOUT: dict[str, dict[str, Any]] = {
    "judge": {"labels": LABELS, "order": "evidence_first"},
    "embedder": {"width": WIDTH},
    "relevance": {"order": "evidence_first"},
}
GRAPHS = {"judge": JUDGE, "embedder": EMBEDDER, "relevance": RELEVANCE}


def pack(folder: Path, role: str, graph: str = "", /, **changed: Any) -> Path:
    """A model folder of this role; `changed` members of its description are as given, and left out when `None`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.onnx").write_bytes(onnx.parser.parse_model(graph or GRAPHS[role]).SerializeToString())
    (folder / "tokenizer.json").write_text(tokenizer(), "utf-8")
    about = {"role": role, "name": f"tiny {role}", "version": "1", "licence": "Apache-2.0", "tokens_at_most": 24, **ABOUT[role], **changed}
    return describe(folder, {name: value for name, value in about.items() if value is not None})


def describe(folder: Path, about: dict[str, Any]) -> Path:
    """Write `model.json` with the hashes of the files as they are."""
    hashes = {name: sha256((folder / name).read_bytes()).hexdigest() for name in ("model.onnx", "tokenizer.json")}
    (folder / "model.json").write_text(json.dumps({"sha256": hashes, **about}), "utf-8")
    return folder


def tokenizer() -> str:
    """The tokenizer as JSON."""
    made = Tokenizer(WordLevel({word: index for index, word in enumerate(WORDS)}, unk_token=WORDS[1]))
    made.normalizer = Lowercase()
    made.pre_tokenizer = Whitespace()
    made.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    text: str = made.to_str()
    return text
