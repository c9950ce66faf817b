# make report: the main job.  make test: all tests.  make help: the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e
PINS := pyproject.toml constraints.txt

.PHONY: help report test quick check docs throughput clean

help:
	@echo "make report      set up what is needed, ask every question, write results/report.html"
	@echo "make test        set up what is needed, run all tests"
	@echo "make quick       the tests that take under a minute: no trainings, browsers, clusters"
	@echo "make docs        build the documentation: site/index.html opens from the disk"
	@echo "make check       ruff and mypy"
	@echo "make throughput  measure how fast the library is on this machine"
	@echo "make clean       remove the environment and caches; results stay"

report: $(VENV)/lab.done
	@echo "Asking every question, quick profile. What is stored already is not computed again."
	@$(BIN)/python -m experiments

test: $(VENV)/dev.done
	@echo "Running all tests."
	@$(BIN)/python -m pytest -q -n auto --dist worksteal

quick: $(VENV)/dev.done
	@echo "Running the quick tests."
	@$(BIN)/python -m pytest -q -n auto --dist worksteal -m "not slow"

docs: $(VENV)/dev.done
	@echo "Building the documentation."
	@$(BIN)/python -m sphinx -W -q -b html docs site
	@echo "Open site/index.html."

check: $(VENV)/dev.done
	@echo "Checking style and types."
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

throughput: $(VENV)/lab.done
	@$(BIN)/python -m experiments throughput

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist *.egg-info site
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@echo "Making an environment in $(VENV)."
	@$(PYTHON) -m venv $(VENV)

$(VENV)/lab.done: $(PINS) | $(BIN)/python
	@echo "Installing the library and what the report needs. The first time takes some minutes."
	@$(INSTALL) ".[sb3,lab]"
	@touch $@

$(VENV)/dev.done: $(PINS) | $(BIN)/python
	@echo "Installing the library and what the tests need. The first time takes some minutes."
	@$(INSTALL) ".[sb3,lab,cluster,docs,dev]"
	@touch $@ $(VENV)/lab.done
