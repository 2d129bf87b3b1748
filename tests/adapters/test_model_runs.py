"""Models at work, on graphs whose answers can be worked out by hand."""

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import exp, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnx.numpy_helper
import onnxruntime
import pytest

from tests import tiny
from tests.contracts.samples import run, snapshot, subclaim
from veracious import wiring
from veracious.adapters.models import folder
from veracious.adapters.models.embedder import OnnxEmbedder
from veracious.adapters.models.entailment import OnnxJudge
from veracious.adapters.models.folder import Loaded
from veracious.adapters.models.relevance import OnnxRelevance
from veracious.adapters.models.session import ROWS_AT_MOST, Batch, Numbers, Row, Session
from veracious.domain.errors import ModelBroken, SourceMalformed, SourceUnavailable
from veracious.domain.evidence import Evidence, Passage, Source
from veracious.domain.model import Role
from veracious.domain.span import Span
from veracious.domain.stance import Stance
from veracious.rules.judging.quotes import QuoteDials

CLAIM = "the museum is open"


def loaded(where: Path, role: str, graph: str = "", **changed: Any) -> Loaded:
    return folder.load(tiny.pack(where, role, graph, **changed), Role(role))


def judge(where: Path, graph: str = "", **changed: Any) -> OnnxJudge:
    return OnnxJudge(loaded(where, "judge", graph, **changed), wiring.lexicon(), QuoteDials(), 1)


def evidence(text: str, title: str = "", name: str = "e") -> Evidence:
    digest = snapshot(text).digest
    return Evidence(name, Passage(digest, Span(0, len(text)), text), Source("example.org"), title)


WHOLE = f"""{tiny.HEAD}(float[batch,3] logits)
  <int64[1] one = {{1}}, int64 most = {{255}}, int64[2] wide = {{1, 64}}, float small = {{0.000001}},
   int8[64,3] weights = {{{", ".join(["127, 127, 0", "127, 0, 0"] * 32)}}}> {{
  tokens = ReduceSum <keepdims: int = 1> (attention_mask, one)
  each = Div(tokens, tokens)
  full = Mul(each, most)
  spread = Expand(full, wide)
  states = Cast <to: int = 2> (spread)
  product = MatMulInteger(states, weights)
  summed = Cast <to: int = 1> (product)
  logits = Mul(summed, small)
}}"""  # 64 and 32 products of the largest numbers


def softmax(logits: Sequence[float]) -> list[float]:
    total = sum(map(exp, logits))
    return [exp(logit) / total for logit in logits]


def words(row: Row | None) -> str:
    assert row is not None
    return " ".join(tiny.WORDS[index] for index in row.ids)


# Rows and batches


def test_answers_come_back_in_the_order_asked(tmp_path: Path) -> None:
    """Texts of many lengths in a random order: each vector is the one the text has alone."""
    embedder = OnnxEmbedder(loaded(tmp_path, "embedder"), 1)
    chance = random.Random(5)
    texts = [" ".join(chance.choices(tiny.WORDS[4:], k=chance.randrange(15))) for _ in range(3 * ROWS_AT_MOST)]
    together = run(embedder.embed(texts))
    for text, vector in zip(texts, together, strict=True):
        assert tuple(vector) == pytest.approx(tuple(run(embedder.embed([text]))[0]))


def test_batches_hold_every_row_once_in_rising_length_and_pad_to_their_own_longest(tmp_path: Path) -> None:
    session = Session(loaded(tmp_path, "embedder"), 1)
    texts = [" ".join(["paris"] * (index * 7 % 20)) for index in range(2 * ROWS_AT_MOST + 3)]
    rows = session.texts(texts)
    batches = session.batches(rows)
    assert sorted(place for batch in batches for place in batch.places) == list(range(len(rows)))
    lengths = [len(rows[place].ids) for batch in batches for place in batch.places]
    assert lengths == sorted(lengths)
    for batch in batches:
        assert len(batch.places) <= ROWS_AT_MOST
        assert batch.feed["input_ids"].shape[1] == max(len(rows[place].ids) for place in batch.places)
        assert batch.feed["attention_mask"].sum(1).tolist() == [len(rows[place].ids) for place in batch.places]


@pytest.mark.parametrize(("length", "rows"), [(1, 16), (32, 16), (33, 15), (160, 3), (256, 2), (257, 1), (512, 1), (600, 1)])
def test_long_rows_make_small_batches(tmp_path: Path, length: int, rows: int) -> None:
    session = Session(loaded(tmp_path, "embedder"), 1)
    batches = session.batches([Row((1,) * length, (0,) * length)] * 40)
    assert [len(batch.places) for batch in batches[:-1]] == [rows] * (len(batches) - 1)
    assert sum(len(batch.places) for batch in batches) == 40


def test_as_many_threads_as_there_are_answer_alike(tmp_path: Path) -> None:
    texts = [" ".join(["paris", "lyon"] * (index % 150)) for index in range(200)]
    one, many = (run(OnnxEmbedder(loaded(tmp_path, "embedder"), threads).embed(texts)) for threads in (1, 4))
    assert one == many


def test_who_asks_for_much_lets_others_in_between(tmp_path: Path) -> None:
    session = Session(loaded(tmp_path, "embedder"), 1)
    much, little = [Row((1,) * 600, (0,) * 600)] * 200, [Row((1,), (0,))]
    answered: list[str] = []

    def asked(name: str) -> Callable[[Batch], Numbers]:
        def ask(batch: Batch) -> Numbers:
            time.sleep(0.005)
            answered.append(name)
            return np.zeros((len(batch.places), 1), dtype=np.float32)

        return ask

    with ThreadPoolExecutor(1) as beside:
        long = beside.submit(session.each, much, (1,), asked("much"))
        while not answered:
            time.sleep(0.001)
        session.each(little, (1,), asked("little"))
        assert not long.done()
        assert long.result().shape == (200, 1)
    assert answered.index("little") < 100


def test_what_one_batch_fails_with_is_told_and_the_rest_is_left(tmp_path: Path) -> None:
    session = Session(loaded(tmp_path, "embedder"), 1)
    asked: list[int] = []

    def ask(batch: Batch) -> Numbers:
        asked.append(1)
        raise SourceUnavailable("no memory")

    with pytest.raises(SourceUnavailable, match="no memory"):
        session.each([Row((1,) * 600, (0,) * 600)] * 200, (1,), ask)
    assert len(asked) < 10


def test_the_same_rows_make_the_same_batches_in_any_order(tmp_path: Path) -> None:
    session = Session(loaded(tmp_path, "embedder"), 1)
    rows = session.texts([f"{first} {second}" for first in tiny.WORDS[4:14] for second in tiny.WORDS[4:14]])
    shuffled = random.Random(3).sample(rows, len(rows))
    assert [batch.feed["input_ids"].tolist() for batch in session.batches(rows)] == [
        batch.feed["input_ids"].tolist() for batch in session.batches(shuffled)
    ]


def test_a_text_is_cut_at_its_end_to_what_the_model_can_read(tmp_path: Path) -> None:
    (row,) = Session(loaded(tmp_path, "embedder", tokens_at_most=8), 1).texts(["paris is the capital of france on sundays"])
    assert words(row) == "[CLS] paris is the capital of france [SEP]"


def test_of_a_pair_the_evidence_is_cut_and_the_claim_kept(tmp_path: Path) -> None:
    session = Session(loaded(tmp_path, "judge", tokens_at_most=11), 1)
    long, short = session.pairs([(CLAIM, "bread " * 40), (CLAIM, "bread")])
    assert words(long) == "[CLS] bread bread bread bread [SEP] the museum is open [SEP]"
    assert words(short) == "[CLS] bread [SEP] the museum is open [SEP]"
    assert long is not None
    assert long.types == (0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1)


def test_the_description_says_which_text_comes_first(tmp_path: Path) -> None:
    (row,) = Session(loaded(tmp_path, "judge", order="claim_first"), 1).pairs([("paris", "lyon")])
    assert words(row) == "[CLS] paris [SEP] lyon [SEP]"


def test_a_long_query_is_cut_and_leaves_room_for_the_text(tmp_path: Path) -> None:
    (row,) = Session(loaded(tmp_path, "relevance", tokens_at_most=11), 1).queries("paris " * 50, ["lyon lyon lyon"])
    assert words(row) == "[CLS] lyon lyon [SEP] " + "paris " * 6 + "[SEP]"


@pytest.mark.parametrize("text", ["", " ", "\ud800", "\x00", "e\u0301" * 900, "\U0001f600", "x" * 200_000])
def test_no_text_breaks_it(tmp_path: Path, text: str) -> None:
    """A surrogate without its half, a character that ends strings elsewhere, a word without end."""
    embedder = OnnxEmbedder(loaded(tmp_path / "e", "embedder"), 1)
    assert len(run(embedder.embed([text]))[0]) == tiny.WIDTH
    (stance,) = run(judge(tmp_path / "j").weigh([("paris", text)]))
    assert isinstance(stance, Stance)


# What may be wrong with a model that is whole


@pytest.mark.parametrize("graph", [tiny.BROKEN_NUMBERS, tiny.TWO_LABELS])
def test_numbers_that_are_none_or_of_another_shape_are_never_a_stance(tmp_path: Path, graph: str) -> None:
    with pytest.raises(SourceMalformed, match="tiny judge"):
        run(judge(tmp_path, graph).judge([(subclaim(CLAIM), evidence(CLAIM))]))


def test_vectors_that_are_not_of_unit_length_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceMalformed, match="unit length"):
        run(OnnxEmbedder(loaded(tmp_path, "embedder", tiny.LONG_VECTORS), 1).embed(["paris"]))


def test_vectors_of_another_width_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceMalformed, match="shape"):
        run(OnnxEmbedder(loaded(tmp_path / "a", "embedder", width=16), 1).embed(["paris"]))
    with pytest.raises(SourceMalformed, match="shape"):
        run(OnnxEmbedder(loaded(tmp_path / "b", "embedder", tiny.STATES, width=16, pooling="mean"), 1).embed(["paris"]))


def test_a_graph_that_wants_other_inputs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelBroken, match="position_ids"):
        Session(loaded(tmp_path, "judge", tiny.STRANGE_INPUT), 1)


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_a_file_that_is_something_else_is_refused_though_its_hash_holds(tmp_path: Path, name: str) -> None:
    tiny.pack(tmp_path, "judge")
    about = folder.load(tmp_path, Role.JUDGE).about
    (tmp_path / name).write_bytes(b"<!doctype html>")
    tiny.describe(
        tmp_path, {"role": "judge", "name": "page", "version": "1", "licence": "none", "tokens_at_most": 24, "labels": tiny.LABELS}
    )
    assert about.name == "tiny judge"
    with pytest.raises(ModelBroken, match=name):
        Session(folder.load(tmp_path, Role.JUDGE), 1)


def test_weights_in_a_further_file_are_refused_since_no_hash_vouches_for_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one-hot values of the tiny embedder, moved out; onnxruntime alone would read them."""
    tiny.pack(tmp_path, "embedder")
    model = onnx.load(str(tmp_path / "model.onnx"))
    values = next(weight for weight in model.graph.initializer if weight.name == "values")
    values.CopyFrom(onnx.numpy_helper.from_array(onnx.numpy_helper.to_array(values), "values"))
    onnx.save_model(model, str(tmp_path / "model.onnx"), save_as_external_data=True, location="further.data", size_threshold=0)
    assert onnxruntime.InferenceSession(str(tmp_path / "model.onnx"), providers=["CPUExecutionProvider"]).get_inputs()
    monkeypatch.chdir(tmp_path)
    tiny.describe(tmp_path, {"role": "embedder", "name": "spread", "version": "1", "licence": "none", "tokens_at_most": 24, "width": 32})
    with pytest.raises(ModelBroken, match=r"External data path .* values"):
        Session(folder.load(tmp_path, Role.EMBEDDER), 1)


# Each role


def test_states_of_tokens_are_pooled_to_the_same_vectors(tmp_path: Path) -> None:
    """The tiny embedder counts words: pooling here or in the graph gives one direction. [CLS] paris paris [SEP] is (1, 2, 1) / √6."""
    texts = ["paris paris", "bread", ""]
    inside = run(OnnxEmbedder(loaded(tmp_path / "a", "embedder"), 1).embed(texts))
    outside = run(OnnxEmbedder(loaded(tmp_path / "b", "embedder", tiny.STATES, pooling="mean"), 1).embed(texts))
    for one, other in zip(inside, outside, strict=True):
        assert tuple(one) == pytest.approx(tuple(other), abs=1e-6)
    assert [inside[0][index] for index in (2, 3, tiny.WORDS.index("paris"))] == pytest.approx([1 / sqrt(6), 1 / sqrt(6), 2 / sqrt(6)])


def test_the_stance_is_the_softmax_of_the_logits(tmp_path: Path) -> None:
    """Four shared words and no denial: logits 4, 4 - 10, 3."""
    (found,) = run(judge(tmp_path).weigh([(CLAIM, CLAIM)]))
    assert found is not None
    assert [found.supports, found.refutes, found.neutral] == pytest.approx(softmax([4, -6, 3]))


def test_calibration_divides_then_adds_then_makes_probabilities(tmp_path: Path) -> None:
    """Logits 4, -6, 3 at temperature 2 with biases 0.5, 0, -1: 2.5, -3, 0.5."""
    warm = judge(tmp_path, calibration={"temperature": 2.0, "biases": [0.5, 0.0, -1.0]})
    (found,) = run(warm.weigh([(CLAIM, CLAIM)]))
    assert found is not None
    assert [found.supports, found.refutes, found.neutral] == pytest.approx(softmax([2.5, -3, 0.5]))


def test_the_label_map_says_which_column_is_which(tmp_path: Path) -> None:
    """The same logits 4, -6, 3 under another map: the second column supports, the third refutes."""
    (found,) = run(judge(tmp_path, labels={"supports": 1, "refutes": 2, "neutral": 0}).weigh([(CLAIM, CLAIM)]))
    neutral, supports, refutes = softmax([4, -6, 3])
    assert found is not None
    assert (found.supports, found.refutes, found.neutral) == pytest.approx((supports, refutes, neutral))


def test_the_title_is_read_before_the_quote_where_the_dials_say_so_and_only_the_quote_is_cited(tmp_path: Path) -> None:
    """The evidence lacks two words of the claim, its title has them: with the title all four are shared."""
    bare, titled = evidence("It is open.", name="bare"), evidence("It is open.", "the museum", "titled")
    first, second = run(judge(tmp_path).quoting(QuoteDials(with_title=True)).judge([(subclaim(CLAIM), bare), (subclaim(CLAIM), titled)]))
    assert [first.stance.supports, second.stance.supports] == pytest.approx([softmax([2, -8, 3])[0], softmax([4, -6, 3])[0]])
    assert (first.quote.text, second.quote.text) == ("It is open.", "It is open.")


def test_a_quote_that_takes_a_side_is_read_again_behind_its_title(tmp_path: Path) -> None:
    open_, stray = evidence("The museum is open.", "Copper and bread", "open"), evidence("Bread.", "The museum is open", "stray")
    first, second = run(judge(tmp_path).judge([(subclaim(CLAIM), open_), (subclaim(CLAIM), stray)]))
    alone, _ = run(judge(tmp_path).quoting(QuoteDials(read_twice=False)).judge([(subclaim(CLAIM), open_), (subclaim(CLAIM), stray)]))
    (titled,) = run(judge(tmp_path).weigh([(CLAIM, "Copper and bread: The museum is open.")]))
    assert titled is not None
    assert first.stance.supports == pytest.approx((alone.stance.supports + titled.supports) / 2)
    assert second.stance.neutral > max(second.stance.supports, second.stance.refutes)  # a title alone takes no side


def test_the_quote_is_the_sentence_that_speaks_of_the_claim(tmp_path: Path) -> None:
    text = "Copper conducts electricity. The museum is open on Sundays. Bread is baked in Lyon."
    (found,) = run(judge(tmp_path).judge([(subclaim("The museum is open on Sundays."), evidence(text))]))
    assert found.quote.text == "The museum is open on Sundays."
    assert found.quote.stands_in(snapshot(text))


def test_of_two_sentences_the_one_that_settles_is_quoted(tmp_path: Path) -> None:
    text = "Bread is baked in Lyon. The museum is open on Sundays."
    wanted = (subclaim("The museum is open on Sundays in Lyon."), evidence(text))
    (both,) = run(judge(tmp_path).quoting(QuoteDials(settles_alone=1.01)).judge([wanted]))
    (one,) = run(judge(tmp_path).quoting(QuoteDials(settles_alone=0.9)).judge([wanted]))
    assert (both.settles, one.quote, one.stance) == (None, both.quote, both.stance)
    assert one.settles is not None
    assert (both.quote.text, one.settles.text) == (text, "The museum is open on Sundays.")
    assert one.settles.stands_in(snapshot(text))


def test_a_quote_that_takes_no_side_gives_way_to_one_of_the_same_passage_that_takes_one(tmp_path: Path) -> None:
    """Zagreb, Vienna and Rome are no words of the model, and are more of the claim than what settles it."""
    heading, settles = "Zagreb, Vienna, Rome.", "The museum is open."
    text = f"{heading} {'Bread is baked. ' * 3}{settles}"
    wanted = [
        (subclaim(f"In Zagreb, Vienna and Rome {CLAIM}"), evidence(text)),
        (subclaim("Rome is open."), evidence(f"{heading} Copper.", name="silent")),
    ]
    once, unsure, none = (QuoteDials(quotes_at_most=1), QuoteDials(later_quote_from=0.99), QuoteDials(read_on_at_most=0))
    for dials, quoted in ((once, heading), (unsure, heading), (none, heading), (QuoteDials(later_quote_from=0.5), settles)):
        found, silent = run(judge(tmp_path).quoting(dials).judge(wanted))
        assert (found.quote.text, silent.quote.text) == (quoted, heading)
        assert found.quote.stands_in(snapshot(text))
        assert (found.stance.supports > found.stance.neutral) == (quoted == settles)


def test_a_claim_too_long_to_be_read_whole_is_absent_and_the_others_stay_in_place(tmp_path: Path) -> None:
    """Of 24 tokens three are marks: a claim may take 15 of the other 21."""
    fits, long = subclaim("paris " * 15), subclaim("paris " * 16)
    pairs = [(long, evidence("paris", name="a")), (fits, evidence("paris", name="b")), (subclaim("lyon"), evidence("paris", name="c"))]
    assert [(one.subclaim, one.evidence) for one in run(judge(tmp_path).judge(pairs))] == [(fits.text, "b"), ("lyon", "c")]


def test_a_pair_asked_twice_is_judged_once(tmp_path: Path) -> None:
    pair = (subclaim(CLAIM), evidence(CLAIM))
    assert len(run(judge(tmp_path).judge([pair, pair]))) == 1


def test_relevance_is_the_scaled_and_shifted_logit_between_nought_and_one(tmp_path: Path) -> None:
    """Two shared words: logit 2 - 2.5 = -0.5; times 3 plus 1 is -0.5; and 1 / (1 + e^0.5)."""
    scored = OnnxRelevance(loaded(tmp_path, "relevance", scale=3.0, offset=1.0), 1)
    assert run(scored.score("paris france", ["paris bread france"])) == pytest.approx((1 / (1 + exp(0.5)),))


def test_a_model_without_segments_is_given_none(tmp_path: Path) -> None:
    """All is evidence to it: nothing is shared, so logits 0, -10, 3."""
    (found,) = run(judge(tmp_path, tiny.WITHOUT_TYPES).weigh([(CLAIM, CLAIM)]))
    assert found is not None
    assert found.neutral == pytest.approx(softmax([0, -10, 3])[2])


def test_two_callers_at_once_get_their_own_answers_and_the_loop_goes_on(tmp_path: Path) -> None:
    model = judge(tmp_path)

    async def both() -> tuple[Any, Any]:
        return await asyncio.gather(model.weigh([(CLAIM, CLAIM)] * 40), model.weigh([("bread", CLAIM)] * 40))

    first, second = asyncio.run(both())
    assert {stance.supports > stance.neutral for stance in first} == {True}
    assert {stance.supports > stance.neutral for stance in second} == {False}


def test_the_record_of_a_run_can_name_its_models(tmp_path: Path) -> None:
    names = [
        judge(tmp_path / "j").name,
        OnnxEmbedder(loaded(tmp_path / "e", "embedder"), 1).name,
        OnnxRelevance(loaded(tmp_path / "r", "relevance"), 1).name,
    ]
    assert [name.role for name in names] == ["judge", "embedder", "relevance"]
    assert len({name.digest for name in names}) == 3


def test_sums_of_whole_numbers_are_exact_on_every_processor(tmp_path: Path) -> None:
    """Without VNNI, two products of the largest numbers together overflow sixteen bits, and a verdict would depend on the machine."""
    (answer,) = judge(tmp_path, WHOLE).probabilities([("the museum", "is open")])
    assert answer is not None
    wanted = softmax([64 * 255 * 127 / 1e6, 32 * 255 * 127 / 1e6, 0.0])
    assert (answer[0].supports, answer[0].refutes, answer[0].neutral) == pytest.approx(wanted, abs=1e-5)
