# make run   installs into .venv and starts the companion
# make test  installs what the tests need and runs them: two files at a time, those with a browser by themselves
# make test-all  the same and the long ones: attacks on everything, a soak
# make check lint and types          make bench  the measurements, against their yardsticks

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
ARGS   ?=
export OPENBLAS_NUM_THREADS ?= 1

.PHONY: run test test-all test-long check bench clean

run: $(VENV)/.run
	$(BIN)/bazaar serve $(ARGS)

test: $(VENV)/.dev
	$(BIN)/python -m pytest -n 2 --dist loadfile -m "not browser and not long" $(ARGS) || [ $$? = 5 ]
	$(BIN)/python -m pytest -m "browser and not long" $(ARGS) || [ $$? = 5 ]

test-all: test test-long

test-long: $(VENV)/.dev
	$(BIN)/python -m pytest -n 2 --dist loadfile -m long $(ARGS) || [ $$? = 5 ]

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(VENV)/.dev
	$(BIN)/bazaar bench engine
	$(BIN)/bazaar bench vision
	$(BIN)/bazaar bench server
	$(BIN)/bazaar bench crowd
	$(BIN)/bazaar bench pages

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'

$(VENV)/.run: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml $(VENV)/.run
	$(BIN)/python -m pip install --quiet --group dev
	@touch $@

clean:
	rm -rf $(VENV) build *.egg-info
