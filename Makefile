# make demo   the main job, played on real files by two agents
# make test   everything: format, lint, types, import rules, tests
# make inspector   the tools through the MCP inspector's command line; needs node
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test check format bench bench-watching bench-log bench-undo bench-structure sizes proof inspector clean

demo: .venv/.installed
	@$(BIN)/python -m tests.demo

test: check
	$(BIN)/pytest -q -n 2 --dist worksteal

check: .venv/.installed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/basedpyright --level warning --warnings

format: .venv/.installed
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: .venv/.installed
	$(BIN)/python benchmarks/edits.py

bench-watching: .venv/.installed
	$(BIN)/python benchmarks/watching.py

bench-log: .venv/.installed
	$(BIN)/python benchmarks/log_queries.py

bench-undo: .venv/.installed
	$(BIN)/python benchmarks/undo.py

bench-structure: .venv/.installed
	$(BIN)/python benchmarks/structure.py

sizes: .venv/.installed
	@$(BIN)/python benchmarks/sizes.py

proof: .venv/.installed
	$(BIN)/pytest -q -m slow --timeout 1800

# The tools as another client lists and calls them, in a workspace of its own. Needs node.
inspector: .venv/.installed
	@command -v npx > /dev/null || { echo 'make inspector needs node, for npx'; exit 1; }
	@folder=$$(mktemp -d) && mkdir "$$folder/w" && \
	export EDITJOURNAL_STATE="$$folder/s" EDITJOURNAL_RUNTIME="$$folder/r" && \
	trap '$(BIN)/editjournal daemon stop; rm -rf "$$folder"' EXIT && \
	set -- npx --yes @modelcontextprotocol/inspector --cli env "EDITJOURNAL_STATE=$$folder/s" \
	"EDITJOURNAL_RUNTIME=$$folder/r" $(BIN)/editjournal mcp --workspace "$$folder/w" && \
	"$$@" --method tools/list && \
	"$$@" --method tools/call --tool-name be-write --tool-arg file=a.txt --tool-arg content=hello

# Of the official MCP SDK the tests need 2.x, and the last of 1.x in a folder of its own.
.venv/.installed: pyproject.toml Makefile
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check 'pip>=25.1'
	$(BIN)/pip install --quiet --disable-pip-version-check --editable . --group dev
	rm -rf .venv/mcp1
	$(BIN)/pip install --quiet --disable-pip-version-check --target .venv/mcp1 'mcp>=1.9,<2'
	touch $@

clean:
	rm -rf .venv .hypothesis .pytest_cache .ruff_cache build dist
