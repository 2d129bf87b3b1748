"""Over two thousand answers, each broken by chance: no judgement comes from a broken one.

Whether an answer is broken is decided here, by no line of the adapter.
"""

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from tests.contracts.samples import run
from tests.endpoints import ModelServer, envelope, sends
from tests.faults.test_endpoint import PAIRS, SNAPSHOTS
from veracious.adapters.models import endpoint
from veracious.adapters.models.endpoint import Address, Caps
from veracious.adapters.models.language_model import LanguageModel
from veracious.adapters.models.llm_client import LlmClient, Patience
from veracious.domain.errors import SourceError
from veracious.domain.stance import Judgement
from veracious.rules.judging import judgements
from veracious.rules.weighing.evidence_trust import side

CAPS = Caps(deadline_s=5.0, bytes=100_000)
ONCE = Patience(attempts=1, paid=1, deadline_s=5.0, failures=10**9)  # for answers that are as they are
LABELS = ("supports", "refutes", "neutral")
SOUND = [
    {"pair": at + 1, "stance": LABELS[at % 3], "sure": 0.5 + at / 10, "quote": piece.text[: 10 + 4 * at]}
    for at, (_, piece) in enumerate(PAIRS)
]
STRANGE = [None, True, False, "", "0", "supports", -1, 0, 4, 7, 1.5, 0.0, 1e999, -0.1, 1.0000001, 10**30, [], ["supports"], {}, {"pair": 0}]
TRICKS = ["\u200b", "\ufeff", "\u00a0", "\u202e", "\u0000", "\ud800", "ѕ", "ｓ", "\\", '"', "}", ",", "//", "\u0085", "́", "🙂"]
CLOSE = [
    "Supports",
    "supports ",
    "ѕupports",
    "ｓupports",
    "support",
    "SUPPORTS",
    "supported",
    "mostly_true",
    "supports\u200b",
    "neutral|refutes",
]
Mutation = Callable[[Any, Random], Any]


def _one(change: Callable[[dict[str, Any], Random], object]) -> Mutation:
    """A mutation of one judgement of an answer."""

    def changed(told: Any, chance: Random) -> Any:
        change(chance.choice(told["stances"]), chance)
        return told

    return changed


def _renamed(one: dict[str, Any], chance: Random) -> None:
    name = chance.choice(list(one))
    one[chance.choice([name.title(), f"{name}s", f" {name}", "label", "stance\u200b"])] = one.pop(name)


OF_VALUES: Sequence[Mutation] = (
    _one(lambda one, chance: one.update(stance=chance.choice(LABELS))),  # another answer, and no broken one
    _one(lambda one, chance: one.update(stance=chance.choice(CLOSE))),
    _one(lambda one, chance: one.pop(chance.choice(list(one)))),
    _one(lambda one, chance: one.update({chance.choice(["tool", "url", "model", "verdict", "why", ""]): chance.choice(STRANGE)})),
    _one(lambda one, chance: one.update({chance.choice(["pair", "stance", "sure", "quote"]): chance.choice(STRANGE)})),
    _one(lambda one, chance: one.update(quote=chance.choice(["x" * 601, "x" * 600, "An invented quote.", " ", one.get("quote")]))),
    _one(_renamed),
    lambda told, chance: {**told, "stances": told["stances"] * chance.randint(0, 9)},
    lambda told, chance: {**told, "stances": [*told["stances"], chance.choice([*STRANGE, *told["stances"]])]},
    lambda told, chance: {**told, chance.choice(["stance", "tools", "note"]): chance.choice(STRANGE)},
    lambda told, chance: {chance.choice(["stance", "Stances", "judgements"]): told["stances"]},
    lambda told, chance: (
        {"stances": {str(at): one for at, one in enumerate(told["stances"])}} if chance.random() < 0.5 else told["stances"]
    ),
)
AROUND: Sequence[Callable[[dict[str, Any], Random], object]] = (
    lambda whole, chance: whole["choices"][0].update(
        finish_reason=chance.choice(["length", "stop", None, "tool_calls", 1, ["stop"], "STOP"])
    ),
    lambda whole, chance: whole["choices"][0]["message"].update(refusal=chance.choice(["No.", True, None, "", {"why": "no"}])),
    lambda whole, chance: whole["choices"][0]["message"].update(content=chance.choice([None, 7, [], {"stances": SOUND}, "supports", ""])),
    lambda whole, chance: whole.update(choices=whole["choices"] * chance.choice([0, 1, 2, 3])),
    lambda whole, chance: whole.update(usage=chance.choice(STRANGE)),
    lambda whole, chance: whole["choices"][0].pop(chance.choice(["message", "finish_reason", "index"])),
)


def _is_plain(told: Any) -> bool:
    """Whether there are still judgements to change."""
    items = told.get("stances") if isinstance(told, dict) else None
    return isinstance(items, list) and bool(items) and all(isinstance(one, dict) and one for one in items)


def _scarred(text: str, chance: Random) -> str:
    """A text cut, doubled, with a character changed, left out, or put in."""
    at, to = sorted((chance.randrange(len(text) + 1), chance.randrange(len(text) + 1)))
    return chance.choice(
        [
            text[:at],
            text[:at] + text[to:],
            text[:to] + text[at:],
            text[:at] + chr(ord(text[at]) ^ 1 << chance.randrange(7)) + text[at + 1 :] if at < len(text) else "",
            text[:at] + chance.choice(TRICKS) + text[at:],
            chance.choice(TRICKS) + text + chance.choice(TRICKS),
            text[:-1] + f", {text[1:]}",  # every name twice
            text.replace(": 0.", chance.choice([": NaN, ", ": -0.", ": +0.", ": .", ": 00.", ": 0x"]), 1),
        ]
    )


def mutated(chance: Random) -> bytes:
    """A sound answer as a server sends it, with one to three things wrong somewhere."""
    told: Any = {"stances": [dict(one) for one in SOUND]}
    where = chance.choices(["values", "text", "around", "bytes"], [6, 3, 1, 1])[0]
    if where == "values":
        for change in chance.sample(OF_VALUES, chance.choice([1, 1, 2])):
            told = change(told, chance) if _is_plain(told) else told
    text = json.dumps(told)
    for _ in range(chance.randint(1, 3) if where == "text" else 0):
        text = _scarred(text, chance)
    whole = envelope(text)
    if where == "around":
        chance.choice(AROUND)(whole, chance)
    sent = json.dumps(whole).encode()
    at = chance.randrange(len(sent))
    flipped = sent[:at] + bytes([sent[at] ^ 1 << chance.randrange(8)]) + sent[at + 1 :]
    return chance.choice([sent[:at], flipped, flipped, sent[:at] + b"\xc0" + sent[at:]]) if where == "bytes" else sent


def distinct(many: int, chance: Random) -> list[bytes]:
    """So many of them, no two alike."""
    found = dict[bytes, None]()
    while len(found) < many:
        found[mutated(chance)] = None
    return list(found)


def strictly(text: str) -> Any:
    """A JSON text by the book: no name twice, no number that is none, no half a character."""

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({name for name, _ in pairs}) < len(pairs):
            raise ValueError("twice")
        return dict(pairs)

    def refused(name: str) -> Any:
        raise ValueError(name)

    value = json.loads(text, object_pairs_hook=members, parse_constant=refused)
    json.dumps(value, ensure_ascii=False).encode()
    return value


def sound(sent: bytes) -> list[dict[str, Any]] | None:
    """The judgements of an answer, if nothing at all is wrong with it."""
    try:
        whole = strictly(sent.decode())
        (choice,) = whole["choices"]
        assert isinstance(whole["choices"], list)
        assert choice.get("finish_reason") in ("stop", None)
        assert not choice["message"].get("refusal")
        told = strictly(choice["message"]["content"])
        assert list(told) == ["stances"]
        assert isinstance(told["stances"], list)
        for one in told["stances"]:
            assert sorted(one) == ["pair", "quote", "stance", "sure"]
            assert type(one["pair"]) is int
            assert 1 <= one["pair"] <= len(PAIRS)
            assert one["stance"] in LABELS
            assert type(one["sure"]) in (int, float)
            assert 0 <= one["sure"] <= 1
            assert type(one["quote"]) is str
            assert 1 <= len(one["quote"]) <= 600
            assert one["quote"].strip()
        assert len({one["pair"] for one in told["stances"]}) == len(told["stances"])
    except (AssertionError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return list(told["stances"])


def _mind(url: str) -> LanguageModel:
    return LanguageModel(LlmClient([Address(url, "scripted")], CAPS, ONCE))


async def heard_of(asking: LanguageModel) -> Sequence[Judgement] | None:
    """What is judged, or `None` where the answer is refused."""
    try:
        return await asking.judge(PAIRS)
    except SourceError:
        return None


def check(sent: bytes, found: Sequence[Judgement] | None) -> bool:
    """Hold what was judged against what was sent; whether it was sound."""
    told = sound(sent)
    if told is None:
        assert found is None, sent  # no label from a broken answer
        return False
    assert found is not None, sent
    meant = [(PAIRS[one["pair"] - 1][0].text, PAIRS[one["pair"] - 1][1].id, one["stance"]) for one in told]
    assert [(one.subclaim, one.evidence, side(one.stance)) for one in found] == meant, sent
    quoted = [(" ".join(one["quote"].split()), PAIRS[one["pair"] - 1][1].text) for one in told]  # our pages have single blanks
    kept = judgements.keep(found, PAIRS, SNAPSHOTS)
    assert [one.quote.text for one in kept] == [words for words, text in quoted if words in text], sent
    return True


@pytest.mark.parametrize(("many", "seed"), [(2500, 8), pytest.param(100_000, 9, marks=pytest.mark.long)])
def test_no_judgement_comes_from_a_broken_answer(many: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = distinct(many, Random(seed))
    sending = iter(answers)
    asking = _mind("http://127.0.0.1:9/v1")

    async def asked() -> list[Sequence[Judgement] | None]:
        return [await heard_of(asking) for _ in answers]

    async def posted(*_: object) -> bytes:
        return next(sending)

    monkeypatch.setattr(endpoint, "_posted", posted)
    counted = [check(sent, found) for sent, found in zip(answers, run(asked()), strict=True)]
    assert min(sum(counted), many - sum(counted)) > 50  # both kinds were met


def test_no_judgement_comes_from_a_broken_answer_over_http() -> None:
    answers = distinct(300, Random(88))

    async def asked(server: ModelServer) -> list[Sequence[Judgement] | None]:
        found = []
        for sent in answers:
            server.script = (sends(sent),)
            found.append(await heard_of(_mind(server.url)))
        return found

    with ModelServer() as server:
        counted = [check(sent, found) for sent, found in zip(answers, run(asked(server)), strict=True)]
    assert min(sum(counted), len(answers) - sum(counted)) > 20
