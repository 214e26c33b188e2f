# make run   installs into .venv and starts the companion
# make test  installs what the tests need and runs the quick ones, WORKERS files at a time
# make test-all  all: also whole games, clubs and cuts, learning, every page and language, attacks, a soak
# make check lint and types          make bench  the measurements, against their yardsticks

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
ARGS   ?=
CORES := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
WORKERS ?= $(shell [ $(CORES) -gt 4 ] && echo 4 || { [ $(CORES) -lt 2 ] && echo 2 || echo $(CORES); })
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile
export OPENBLAS_NUM_THREADS ?= 1

.PHONY: run test test-all test-long check bench clean

run: $(VENV)/.run
	$(BIN)/bazaar serve $(ARGS)

test: $(VENV)/.dev
	$(PYTEST) -m "not browser and not long" $(ARGS) || [ $$? = 5 ]
	$(PYTEST) -m "browser and not long" $(or $(ARGS),tests/webui) || [ $$? = 5 ]

test-all: test test-long

test-long: $(VENV)/.dev
	$(PYTEST) -m "long and not browser" $(ARGS) || [ $$? = 5 ]
	$(PYTEST) -m "long and browser" $(or $(ARGS),tests/webui) || [ $$? = 5 ]

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
