"""The table of sets, the files, and the log without which a held-out file is not read."""

import re
from pathlib import Path

import pytest

from tests.eval import worlds
from veracious.domain.errors import InputError, PackMissing
from veracious.eval import pack
from veracious.eval.kept import ResultLines
from veracious.eval.openings import OpeningLog
from veracious.eval.pack import Opening

STANCE, RETRIEVAL = pack.sets("stance"), pack.sets("retrieval")
TEST = STANCE["test_fm2_test"]
MODEL = "sha256:" + "cd" * 32


def log(folder: Path, reason: str = "the judge is finished") -> OpeningLog:
    path = folder / "openings.md"
    if not path.exists():
        path.write_text(worlds.EMPTY_LOG, "utf-8")
    return OpeningLog(path, reason, worlds.MOMENT.date())


def test_every_file_whose_name_says_test_is_held_out() -> None:
    """And of retrieval everything but what is for training."""
    assert {name for name, one in STANCE.items() if one.held_out} == {name for name in STANCE if name.startswith("test_")}
    assert len([one for one in STANCE.values() if one.held_out]) == 10
    assert {name for name, one in RETRIEVAL.items() if not one.held_out} == {"scifact/claims_train", "check_covid/claims_train"}


def test_the_floors_are_all_there_and_their_mean_is_the_one_told() -> None:
    """The plain run's mean over the ten is .514; only sets of two labels have a forced choice."""
    tests = [one for one in STANCE.values() if one.held_out]
    assert all({"majority", "claim_only", "overlap", "plain"} <= set(one.known) for one in tests)
    assert sum(one.known["plain"] for one in tests) / 10 == pytest.approx(51.4, abs=0.05)
    assert {one.name for one in tests if "plain_forced" in one.known} == {"test_covidfact", "test_fever_symmetric_test", "test_fm2_test"}
    assert all(len(one.known["bm25"]) == 4 for one in RETRIEVAL.values())


def test_sets_are_chosen_by_name_or_by_group_and_each_once() -> None:
    assert [one.name for one in pack.choose("stance", "dev, dev")] == ["dev"]
    assert [one.name for one in pack.choose("stance", "development")] == ["dev"]
    assert len(pack.choose("stance", "tests")) == 10
    assert len(pack.choose("stance", "all")) == 11
    assert [one.name for one in pack.choose("retrieval", "fm2/claims")] == ["fm2/claims"]


@pytest.mark.parametrize("asked", ["", "dev,nowhere", ","])
def test_an_unknown_set_is_refused_with_those_that_are_known(asked: str) -> None:
    with pytest.raises(InputError, match="it knows tests, development, all, dev"):
        pack.choose("stance", asked)


def test_without_a_folder_of_data_it_says_what_to_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("VERACIOUS_DATA", raising=False)
    with pytest.raises(PackMissing, match="Set VERACIOUS_DATA"):
        pack.folder()
    monkeypatch.setenv("VERACIOUS_DATA", str(tmp_path / "nowhere"))
    with pytest.raises(PackMissing, match="which is no folder"):
        pack.folder()
    monkeypatch.setenv("VERACIOUS_DATA", str(tmp_path))
    assert pack.folder() == tmp_path


def test_a_file_is_read_with_its_checksum_and_compared_with_the_list(tmp_path: Path) -> None:
    path = worlds.write(tmp_path, "stance/dev.jsonl.gz", [{"id": "a"}])
    found = pack.unguarded(tmp_path, "stance/dev.jsonl.gz")
    assert found.rows == ({"id": "a"},)
    assert found.listed is True
    (tmp_path / "MANIFEST.sha256").write_text("0" * 64 + "  stance/dev.jsonl.gz\n")
    assert pack.unguarded(tmp_path, "stance/dev.jsonl.gz").listed is False
    (tmp_path / "MANIFEST.sha256").unlink()
    assert pack.unguarded(tmp_path, "stance/dev.jsonl.gz").listed is None
    path.unlink()
    with pytest.raises(PackMissing, match="there is no stance/dev"):
        pack.unguarded(tmp_path, "stance/dev.jsonl.gz")


def test_a_held_out_file_is_not_read_without_its_own_opening(tmp_path: Path) -> None:
    worlds.write(tmp_path, TEST.file, [{"id": "a"}])
    for opening in (None, Opening("stance/test_other.jsonl.gz", MODEL)):
        with pytest.raises(InputError, match="is held out"):
            pack.read(tmp_path, TEST, opening)
    assert len(pack.read(tmp_path, TEST, Opening(TEST.file, MODEL)).rows) == 1


def test_repeated_ids_stay_apart() -> None:
    assert list(pack.keyed([{"id": "a"}, {"id": "b"}, {"id": "a"}])) == ["a", "b", "a#2"]


def test_a_larger_sample_keeps_the_smaller_and_the_order() -> None:
    keys = [str(number) for number in range(50)]
    few, more = pack.sample(keys, 5), pack.sample(keys, 20)
    assert len(few) == 5
    assert set(few) < set(more)
    assert more == sorted(more, key=int)
    assert more != keys[:20]
    assert pack.sample(keys, None) == pack.sample(keys, 99) == keys


def test_an_opening_is_written_before_and_its_result_after(tmp_path: Path) -> None:
    book = log(tmp_path)
    opening = book.begin(TEST, MODEL)
    rows = [line for line in book.path.read_text("utf-8").splitlines() if line.startswith("| 2026")]
    assert rows == ["| 2026-03-15 | `stance/test_fm2_test.jsonl` | the judge is finished | begun (model cdcdcdcdcdcd) |"]
    book.finish(opening, "macro-F1 60.1 | n 7")
    text = book.path.read_text("utf-8")
    assert "| the judge is finished | macro-F1 60.1 / n 7 (model cdcdcdcdcdcd) |\n\nBelow the table.\n" in text
    assert text.count("| 2026") == 1


def test_a_run_that_goes_on_has_one_opening_and_a_new_run_another(tmp_path: Path) -> None:
    book = log(tmp_path)
    book.begin(TEST, MODEL)
    opening = book.begin(TEST, MODEL)
    assert book.path.read_text("utf-8").count("begun") == 1
    book.finish(opening, "done")
    book.begin(TEST, MODEL)
    book.begin(TEST, "sha256:" + "ef" * 32)
    assert len(re.findall(r"^\| 2026", book.path.read_text("utf-8"), re.MULTILINE)) == 3


def test_a_set_that_anybody_may_read_is_not_logged(tmp_path: Path) -> None:
    book = log(tmp_path, reason="")
    assert book.begin(STANCE["dev"], MODEL) is None
    assert book.path.read_text("utf-8") == worlds.EMPTY_LOG


def test_a_held_out_set_needs_a_reason_and_a_log(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--reason"):
        log(tmp_path, reason=" ").begin(TEST, MODEL)
    with pytest.raises(InputError, match="--openings"):
        OpeningLog(tmp_path / "nowhere.md", "why", worlds.MOMENT.date()).demand((TEST,))
    (tmp_path / "openings.md").write_text("no table here\n")
    with pytest.raises(InputError, match="no table"):
        log(tmp_path).begin(TEST, MODEL)


def test_what_was_kept_is_found_again_and_a_torn_line_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "rows" / "dev.jsonl"
    ResultLines(path).add([{"id": "a", "model": "m", "mode": "plain", "x": 1}, {"id": "b", "model": "m", "mode": "plain", "x": 2}])
    with path.open("a") as file:
        file.write('{"id": "c", "model"')
    again = ResultLines(path)
    assert len(list(again)) == 2
    again.add([{"id": "a", "model": "m", "mode": "plain", "x": 3}])
    last = ResultLines(path)
    assert last.find("a", "m", "plain") == {"id": "a", "model": "m", "mode": "plain", "x": 3}
    assert last.find("a", "other", "plain") is None
    assert last.find("a", "m", "swap") is None
