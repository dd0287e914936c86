"""docs/tools.md says what the tools are today."""

from editjournal.schemas.tools import ALL
from tests import tools_doc


def test_the_page_is_what_the_tools_are_made_into() -> None:
    assert tools_doc.PAGE.read_text() == tools_doc.page()


def test_every_tool_has_one_example_in_the_order_of_the_list() -> None:
    assert [one.tool for one in tools_doc.EXAMPLES] == [tool.name for tool in ALL]


def test_every_parameter_that_is_not_shown_is_described_and_no_other() -> None:
    told = {(tool, name) for tool, those in tools_doc.TAKEN.items() for name in those}
    hidden = {(tool.name, name) for tool in ALL for name in tools_doc.hidden(tool)}
    assert told <= hidden
    assert {name for _, name in hidden - told} == set(tools_doc.COMMON)
