"""Tables of the other languages against their grammars."""

import pytest

from editjournal.daemon.core.structure.definitions.kinds_more import MORE
from editjournal.daemon.core.structure.trees import find_kinds, parse


@pytest.mark.parametrize("language", MORE)
def test_every_kind_of_a_table_is_one_of_its_grammar(language: str) -> None:
    grammar = MORE[language]
    kinds = frozenset(
        {*grammar.kinds, *grammar.readers, *grammar.prefixes, *grammar.prefix_readers}
        | grammar.comments
        | grammar.modifiers
        | grammar.wrappers
        | grammar.name_kinds
        | grammar.spanning
    )
    assert find_kinds(parse("", language), kinds) == []
