# make demo   the main job, played on real files by two agents
# make test   everything: format, lint, types, import rules, tests
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test check format bench proof clean

demo: .venv/.installed
	@$(BIN)/python -m tests.demo

test: check
	$(BIN)/pytest -q

check: .venv/.installed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/basedpyright --level warning --warnings

format: .venv/.installed
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: .venv/.installed
	$(BIN)/python benchmarks/edits.py

proof: .venv/.installed
	$(BIN)/pytest -q -m slow --timeout 1800

.venv/.installed: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check 'pip>=25.1'
	$(BIN)/pip install --quiet --disable-pip-version-check --editable . --group dev
	touch $@

clean:
	rm -rf .venv .hypothesis .pytest_cache .ruff_cache build dist
