"""Trained weights to the files that ship: `python -m training.export judge CHECKPOINT FOLDER [--form half]`.

1. The graph is written by torch with free batch and token axes, and must agree with torch to 1e-3.
2. It is made smaller, if asked: `half` keeps weights as 16-bit numbers that become 32-bit again on loading, so it computes as `full` does;
   `int8` also multiplies matrices in 8 bits, a scale for each channel, and leaves everything else alone.
3. `model.json` says what the files are and gives their hashes. The card is written by hand.
"""

import argparse
import hashlib
import json
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn

from training.model import BASE, CrossEncoder, encoder, mean, tokenizer
from training.pairs import LABELS

OPSET = 18
AGREES = 1e-3  # largest difference to torch of a full export
FORMS = ("full", "half", "int8")
LICENCE = "Apache-2.0"
SAMPLES = (
    ("Paris: Paris is the capital of France and lies on the Seine.", "Paris is the capital of France."),
    ("", "Bread is baked from flour."),
    ("The committee met on 3 May 2019 and did not approve the plan. " * 12, "The plan was approved."),
    ("Lyon lies on the Rhône.", "Lyon is the capital of France."),
)


class SentenceEncoder(nn.Module):
    """The encoder with its pooling and normalisation, so that the graph gives vectors of unit length."""

    def __init__(self, base: nn.Module) -> None:
        super().__init__()
        self.base = base

    def forward(self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor) -> Tensor:
        """The vector of each text."""
        states = self.base(input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids).last_hidden_state
        return nn.functional.normalize(mean(states, attention_mask), dim=-1)


def export_judge(checkpoint: Path, folder: Path, form: str = "half", described: Mapping[str, object] | None = None) -> float:
    """A checkpoint of `training.judge` as a judge folder; how far its logits are from torch's."""
    model = CrossEncoder(encoder(), len(LABELS))
    model.load_state_dict(weights(checkpoint))
    about = {
        "role": "judge",
        "name": "veracious-judge",
        "version": "0.1",
        "tokens_at_most": 160,
        "labels": {label: index for index, label in enumerate(LABELS)},
        "order": "evidence_first",
        "calibration": {"temperature": 1.0, "biases": [0.0, 0.0, 0.0]},
    }
    return export(model, "logits", folder, form, {**about, **(described or {})})


def export_relevance(checkpoint: Path, folder: Path, form: str = "half", described: Mapping[str, object] | None = None) -> float:
    """A checkpoint with one output as a relevance folder; how far its logits are from torch's."""
    model = CrossEncoder(encoder(), 1)
    model.load_state_dict(weights(checkpoint))
    about = {
        "role": "relevance",
        "name": "veracious-relevance",
        "version": "0.1",
        "tokens_at_most": 160,
        "order": "evidence_first",
        "scale": 1.0,
        "offset": 0.0,
    }
    if (fitted := checkpoint.parent / "held_out.json").exists():  # what makes its number a share, fitted on claims held out of training
        told = json.loads(fitted.read_text("utf-8"))
        about |= {"scale": round(told["scale"], 4), "offset": round(told["offset"], 4)}
    return export(model, "logits", folder, form, {**about, **(described or {})})


def export_embedder(state: Path | None, folder: Path, form: str = "half", described: Mapping[str, object] | None = None) -> float:
    """The base encoder, or one trained on from it, as an embedder folder; how far its vectors are from torch's."""
    base = encoder()
    if state is not None:
        base.load_state_dict(weights(state))
    about = {"role": "embedder", "name": "all-MiniLM-L6-v2", "version": "0.1", "tokens_at_most": 256, "width": base.config.hidden_size}
    return export(SentenceEncoder(base), "vectors", folder, form, {**about, **(described or {})})


def weights(checkpoint: Path) -> dict[str, Tensor]:
    """The weights of a file: the running average of a checkpoint, or the state itself."""
    state = torch.load(checkpoint, map_location="cpu", weights_only=True)
    found: dict[str, Tensor] = state.get("average", state)
    return found


def export(model: nn.Module, output: str, folder: Path, form: str, about: Mapping[str, object]) -> float:
    """Write graph, tokenizer and description into the folder; how far the written graph is from torch at most."""
    if form not in FORMS:
        raise ValueError(f"a model is written as one of {', '.join(FORMS)}")
    folder.mkdir(parents=True, exist_ok=True)
    inputs = sample(int(str(about["tokens_at_most"])), pairs=about["role"] != "embedder")
    with tempfile.TemporaryDirectory() as spare:
        full, small = Path(spare) / "full.onnx", Path(spare) / "small.onnx"
        write(model, output, inputs, full)
        if (apart := difference(model, full, inputs)) > AGREES:
            raise SystemExit(f"the graph is {apart:.2g} away from torch")
        shutil.copy(full, small) if form != "int8" else eight_bits(full, small)
        if form != "full":
            halve(small)
        apart = difference(model, small, inputs)
        shutil.copy(small, folder / "model.onnx")
    shutil.copy(BASE / "tokenizer.json", folder / "tokenizer.json")
    describe(folder, about)
    return apart


def sample(tokens: int, pairs: bool) -> dict[str, Tensor]:
    """A few texts, or pairs of them, as a padded batch."""
    cutter = tokenizer(tokens)
    encoded = cutter.encode_batch(list(SAMPLES) if pairs else [first for first, _ in SAMPLES])
    longest = max(len(one.ids) for one in encoded)

    def padded(rows: Sequence[Sequence[int]]) -> Tensor:
        return torch.tensor([[*row, *[0] * (longest - len(row))] for row in rows])

    return {
        "input_ids": padded([one.ids for one in encoded]),
        "attention_mask": padded([one.attention_mask for one in encoded]),
        "token_type_ids": padded([one.type_ids for one in encoded]),
    }


def write(model: nn.Module, output: str, inputs: Mapping[str, Tensor], path: Path) -> None:
    """The model as one ONNX file, batch and tokens of any size."""
    model.eval()
    axes = {0: torch.export.Dim("batch", min=1, max=4096), 1: torch.export.Dim("tokens", min=2, max=512)}
    torch.onnx.export(
        model,
        (),
        str(path),
        kwargs=dict(inputs),
        input_names=list(inputs),
        output_names=[output],
        opset_version=OPSET,
        dynamo=True,
        dynamic_shapes=dict.fromkeys(inputs, axes),
        external_data=False,
        verbose=False,
    )


@torch.inference_mode()
def difference(model: nn.Module, path: Path, inputs: Mapping[str, Tensor]) -> float:
    """The largest difference between torch and the file, on the whole batch and on its first row without padding."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    size = int(inputs["attention_mask"][0].sum())
    alone = {name: value[:1, :size] for name, value in inputs.items()}
    found = 0.0
    for batch in (inputs, alone):
        wanted = model(**batch).float().numpy()
        (told,) = session.run(None, {name: value.numpy() for name, value in batch.items()})
        if told.shape != wanted.shape or not np.isfinite(told).all():
            raise SystemExit("the graph gives another shape than torch, or no numbers")
        found = max(found, float(np.abs(told - wanted).max()))
    return found


def eight_bits(path: Path, out: Path) -> None:
    """The same graph, its matrix products in 8 bits with a scale for each channel."""
    model = onnx.load(str(path))
    del model.graph.value_info[:]  # torch notes shapes of weights from before it turned them round, and the quantiser believes them
    onnx.save(model, str(path))
    quantize_dynamic(path, out, op_types_to_quantize=["MatMul"], per_channel=True, weight_type=QuantType.QInt8)


def halve(path: Path) -> None:
    """Keep the large 32-bit weights as 16-bit ones; onnxruntime folds the casts away when it loads the file."""
    model = onnx.load(str(path))
    casts = []
    for weight in model.graph.initializer:
        if weight.data_type != onnx.TensorProto.FLOAT or np.prod(weight.dims) < 1024:
            continue
        name, values = weight.name, numpy_helper.to_array(weight)
        weight.CopyFrom(numpy_helper.from_array(values.astype(np.float16), f"{name}.half"))
        casts.append(onnx.helper.make_node("Cast", [f"{name}.half"], [name], name=f"{name}.cast", to=onnx.TensorProto.FLOAT))
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.save(model, str(path))


def describe(folder: Path, about: Mapping[str, object]) -> None:
    """Write `model.json`: what the files are, and their hashes."""
    hashes = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in ("model.onnx", "tokenizer.json")}
    text = json.dumps({"licence": LICENCE, **about, "sha256": hashes}, indent=2, ensure_ascii=False)
    (folder / "model.json").write_text(text + "\n", "utf-8")


def main() -> None:
    """Parse the command line and export."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("role", choices=("judge", "embedder", "relevance"))
    parser.add_argument("state", help="a checkpoint; for the embedder `base` is the base model as it is")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--form", choices=FORMS, default="half")
    given = parser.parse_args()
    torch.set_num_threads(1)
    state = None if given.state == "base" else Path(given.state)
    if given.role == "embedder":
        apart = export_embedder(state, given.folder, given.form)
    elif state is None:
        parser.error("only the embedder can be the base model as it is")
    else:
        apart = (export_judge if given.role == "judge" else export_relevance)(state, given.folder, given.form)
    print(f"{given.folder}: {(given.folder / 'model.onnx').stat().st_size / 1e6:.1f} MB, at most {apart:.2g} from torch")


if __name__ == "__main__":
    main()
