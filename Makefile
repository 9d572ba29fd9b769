# exactpld: everything a newcomer or a contributor runs. `make` alone lists the targets.
# Another interpreter: make PYTHON=python3.12 test        Another environment: make VENV=/tmp/env test        One core: make WORKERS=1 test

PYTHON ?= python3
VENV ?= .venv
VENV_OLDEST ?= .venv-oldest
DEMO ?= demo-output
PYTEST_ARGS ?=
WORKERS ?= auto
SEED ?= 1
SECONDS ?= 1200
CLAIMS ?= 100000
OFFENDERS ?= torture-offenders
TOOLS ?= autodp diffprivlib dp-accelerator dp-accounting fourier-accountant opacus opake-accounting opendp pld-accounting prv-accountant riskcal smartnoise-sql

BIN := $(VENV)/bin
PIP := -m pip --disable-pip-version-check --quiet install

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test test-slow test-oldest torture lint bench record-audits clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

demo: $(VENV)/.installed-plot ## set up, build the counterexample certificate, check it alone, draw it
	$(BIN)/exactpld demo --dir $(DEMO)

test: $(VENV)/.installed-dev ## set up, run the tests (all but the slow ones)
	$(BIN)/python -m pytest -n $(WORKERS) $(PYTEST_ARGS)

test-slow: $(VENV)/.installed-dev ## the slow tests: mutants of the checker, large searches
	$(BIN)/python -m pytest -n $(WORKERS) -m slow $(PYTEST_ARGS)

test-oldest: $(VENV_OLDEST)/.installed ## the tests with the oldest supported version of every dependency
	$(VENV_OLDEST)/bin/python -m pytest -n $(WORKERS) $(PYTEST_ARGS)

torture: $(VENV)/.installed-dev ## hours: fuzzing for SECONDS, CLAIMS random claims, all mutants of the checker; SEED
	@status=0; \
	echo "== fuzzing the reader for $(SECONDS) seconds, seed $(SEED)"; \
	$(BIN)/python -m tests.torture.fuzz --seconds $(SECONDS) --seed $(SEED) --save $(OFFENDERS) || status=1; \
	echo "== files as heavy as the limits allow for $(SECONDS) seconds, seed $(SEED)"; \
	$(BIN)/python -m tests.torture.heavy --seconds $(SECONDS) --seed $(SEED) --save $(OFFENDERS) || status=1; \
	echo "== $(CLAIMS) random claims, seed $(SEED)"; \
	$(BIN)/python -m tests.torture.claims --claims $(CLAIMS) --seed $(SEED) --save $(OFFENDERS) || status=1; \
	echo "== mutants of the accepted certificates"; \
	$(BIN)/python -m pytest -m slow tests/certificates/test_check_mutants.py $(PYTEST_ARGS) || status=1; \
	echo "== mutants of the checker"; \
	$(BIN)/python -m tests.torture.mutants || status=1; \
	if [ $$status = 0 ]; then echo "torture: nothing found"; else echo "torture: see above; files in $(OFFENDERS)" >&2; fi; exit $$status

lint: $(VENV)/.installed-dev ## ruff and mypy
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(VENV)/.installed-dev ## minutes: the benchmarks; keeps the table in benchmarks/results.json and shows it in the README
	$(BIN)/python -m benchmarks

record-audits: $(VENV)/.installed-dev ## minutes, and gigabytes the first time: ask every accountant again for the claims kept in tests/certificates/recorded
	for tool in $(TOOLS); do $(BIN)/python -m certificates.audit.tools.record $$tool || exit; done

clean: ## remove the environments, what demo wrote, builds and caches
	rm -rf $(VENV) $(VENV_OLDEST) $(DEMO) build dist *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Environments. A stamp is written last, so an interrupted set-up is taken up again; it is older than pyproject.toml
# when the dependencies may have changed.

define make_venv
@command -v $(PYTHON) >/dev/null 2>&1 || { \
  echo "exactpld needs Python 3.11 or newer, and there is no '$(PYTHON)'. Another one: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
  echo "exactpld needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1). Another one: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
  echo "$(PYTHON) cannot make virtual environments. On Debian or Ubuntu: apt install python3-venv" >&2; exit 1; }
@echo "making the environment $(1)"
@$(PYTHON) -m venv --clear $(1)
endef

$(VENV)/.created:
	$(call make_venv,$(VENV))
	@touch $@

$(VENV)/.installed-plot: $(VENV)/.created pyproject.toml
	@echo "installing exactpld and what it needs"
	@$(BIN)/python $(PIP) -e '.[plot]'
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.created pyproject.toml
	@echo "installing exactpld, what it needs, the tools of development, and the accountant that the tests audit"
	@$(BIN)/python $(PIP) -e '.[plot,dev,audit]'
	@touch $(VENV)/.installed-plot $@

$(VENV_OLDEST)/.installed: pyproject.toml tests/oldest.txt
	$(call make_venv,$(VENV_OLDEST))
	@echo "installing the oldest supported versions"
	@$(VENV_OLDEST)/bin/python $(PIP) --only-binary numpy,matplotlib,python-flint -r tests/oldest.txt -e .
	@touch $@
