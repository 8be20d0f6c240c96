# Rulebook Lab: `make lab` to play and learn, `make test` to check everything.
PYTHON   ?= python3
VENV     ?= .venv
FOLDER   ?= my-notebooks
LAB_ARGS ?=
WORKERS  ?= auto

ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif
PY   := $(BIN)/python
PIP  := $(PY) -m pip --disable-pip-version-check
BUILDERS   := hatchling editables
LAB_STAMP  := $(VENV)/.installed-lab
TEST_STAMP := $(VENV)/.installed-test
DOCS_STAMP := $(VENV)/.installed-docs
AXE        := tests/browser/axe
AXE_STAMP  := $(AXE)/node_modules/.installed
SITE       := site
SERVE_ARGS ?=
LITE_CACHE := .lite
LITE_BIN   := $(LITE_CACHE)/venv/$(notdir $(BIN))
LITE_STAMP := $(LITE_CACHE)/venv/.installed
# The tests of the notebooks in the browser need its builder; without node and npm they are skipped and say so.
LITE_READY := $(if $(and $(shell command -v node),$(shell command -v npm)),$(LITE_STAMP))
NOTEBOOKS   = $(sort $(wildcard notebooks/*.ipynb notebooks/lessons/*.ipynb))
NBVAL       = $(PY) -m pytest -p no:cacheprovider -p no:xdist -p no:hypothesispytest -p no:benchmark -q --nbval --nbval-current-env --nbval-sanitize-with tests/nbval.cfg
# pytest ends with 5 where it was asked for a kind of test of which there is none yet; that is no failure.
OR_NONE     = ; code=$$?; [ $$code -eq 0 ] || [ $$code -eq 5 ] || exit $$code


.DEFAULT_GOAL := help
.PHONY: help install install-test lab test lint test-code test-notebooks test-long bench notebooks pages format clean
.PHONY: site site-docs site-lite serve parity

help:
	@echo "make lab        open the notebooks in JupyterLab (your copies: $(FOLDER)/)"
	@echo "make test       lint, types, tests and notebooks"
	@echo "make test-long  the long tests, the benchmarks once, the notebooks under two hash seeds"
	@echo "make bench      the benchmarks"
	@echo "make notebooks  run the notebooks and store their outputs anew"
	@echo "make pages      write the generated pages and lists anew"
	@echo "make site       build the site: docs, and all notebooks in the browser ($(SITE)/)"
	@echo "make site-docs  the pages of the site alone"
	@echo "make serve      build the site and serve it to this machine (for a class: SERVE_ARGS='--address 0.0.0.0')"
	@echo "make format     format the code"
	@echo "make clean      remove the environment and what the tools leave behind"

# Installing: each stamp is renewed when the project's own lists change, so a second run needs no network.
$(PY):
	$(PYTHON) -m venv $(VENV)

$(LAB_STAMP): $(PY) pyproject.toml constraints.txt
	$(PIP) install --quiet --constraint constraints.txt $(BUILDERS)
	$(PIP) install --quiet --constraint constraints.txt --no-build-isolation --editable .
	@touch $@

$(TEST_STAMP): $(PY) pyproject.toml constraints.txt
	$(PIP) install --quiet --constraint constraints.txt $(BUILDERS)
	$(PIP) install --quiet --constraint constraints.txt --no-build-isolation --editable ".[test]"
	@touch $@ $(LAB_STAMP)

$(DOCS_STAMP): $(PY) pyproject.toml constraints.txt
	$(PIP) install --quiet --constraint constraints.txt $(BUILDERS)
	$(PIP) install --quiet --constraint constraints.txt --no-build-isolation --editable ".[docs]"
	@touch $@ $(LAB_STAMP)

# The accessibility checker of the browser tests; without npm, or where it finds nothing, those tests are skipped and say so.
$(AXE_STAMP): $(AXE)/package.json $(AXE)/package-lock.json
	@if ! command -v npm >/dev/null; then echo "npm is not installed: no accessibility tests"; \
	elif (cd $(AXE) && npm ci --ignore-scripts --no-audit --no-fund --silent); then touch $@; \
	else echo "npm could not install axe-core: no accessibility tests"; fi

install: $(LAB_STAMP)

install-test: $(TEST_STAMP)

lab: $(LAB_STAMP)
	$(PY) -m rulebooks lab $(FOLDER) $(LAB_ARGS)

test: lint test-notebooks test-code

lint: $(TEST_STAMP)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy

format: $(TEST_STAMP)
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .

test-code: $(TEST_STAMP) $(AXE_STAMP) $(LITE_READY)
	$(PY) -m pytest -q -n $(WORKERS) --dist loadgroup -m "not long and not browser" --ignore tests/benchmarks
	$(PY) -m pytest -q -m "browser and not long" tests/browser $(OR_NONE)

test-notebooks: $(TEST_STAMP)
ifneq ($(NOTEBOOKS),)
	$(PY) tests/notebooks.py check $(NOTEBOOKS)
	$(NBVAL) $(NOTEBOOKS)
endif

test-long: $(TEST_STAMP) $(DOCS_STAMP) $(AXE_STAMP) $(LITE_READY)
	RULEBOOKS_LONG=1 $(PY) -m pytest -q -n $(WORKERS) --dist loadgroup -m "long and not browser" --ignore tests/benchmarks $(OR_NONE)
	RULEBOOKS_LONG=1 $(PY) -m pytest -q -m "long and browser" tests/browser $(OR_NONE)
	[ ! -d tests/benchmarks ] || { RULEBOOKS_BENCH_SLACK=2 $(PY) -m pytest -q tests/benchmarks --benchmark-disable-gc $(OR_NONE); }
ifneq ($(NOTEBOOKS),)
	PYTHONHASHSEED=1 $(NBVAL) $(NOTEBOOKS)
	PYTHONHASHSEED=2 $(NBVAL) $(NOTEBOOKS)
endif

bench: $(TEST_STAMP)
	$(PY) -m pytest tests/benchmarks --benchmark-columns=min,median,rounds --benchmark-sort=name $(OR_NONE)

notebooks: $(TEST_STAMP)
	$(PY) tests/notebooks.py refresh $(NOTEBOOKS)

pages: $(TEST_STAMP)
	$(PY) tests/rule_index.py
	$(PY) docs/make_pages.py

# The site: docs at the top, JupyterLite below. Lite's builder lives in an environment of its own (docs/lite).
$(LITE_STAMP): docs/lite/requirements.txt docs/lite/constraints.txt
	$(PYTHON) -m venv $(LITE_CACHE)/venv
	$(LITE_BIN)/python -m pip --disable-pip-version-check install --quiet -c docs/lite/constraints.txt -r docs/lite/requirements.txt
	@touch $@

site-lite: $(LITE_STAMP)
	$(LITE_BIN)/python docs/lite/build_lite.py --out $(SITE)/lite --cache $(LITE_CACHE)

site-docs: $(DOCS_STAMP)
	$(PY) docs/web/build.py $(SITE)

site: site-docs site-lite

serve: site
	$(PY) -m rulebooks serve $(SITE) $(SERVE_ARGS)

# Every notebook again in the browser's Python, under node: its outputs are those that were saved.
parity: site-lite
	node docs/lite/parity.mjs $(SITE)/lite/static/pyodide $(NOTEBOOKS)

clean:
	rm -rf $(VENV) $(LITE_CACHE) $(SITE) $(AXE)/node_modules build dist .benchmarks .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +
