"""What holds for the definitions of every language."""

import pytest

from editjournal.daemon.core.structure.definitions.by_grammar import GRAMMAR_OF, definitions
from editjournal.daemon.core.structure.languages import GRAMMARS
from editjournal.daemon.core.structure.trees import find_kinds, parse

WORDS = "function f(a) {\n  return (1\n}\nclass A {\n def b; }\n/* } */ 'x\n" * 3


def test_every_table_is_of_a_grammar() -> None:
    assert GRAMMAR_OF.keys() <= GRAMMARS


@pytest.mark.parametrize("language", sorted(GRAMMAR_OF))
def test_every_kind_of_a_table_is_one_of_its_grammar(language: str) -> None:
    grammar = GRAMMAR_OF[language]
    root = parse("", language)
    kinds = {*grammar.kinds, *grammar.readers, *grammar.prefixes, *grammar.comments}
    for kind in kinds | grammar.spanning | grammar.wrappers | grammar.modifiers:
        assert find_kinds(root, frozenset({kind})) is not None, kind


@pytest.mark.parametrize("language", sorted(GRAMMAR_OF))
def test_definitions_come_by_lines_each_after_what_it_lies_in(language: str) -> None:
    found = definitions(parse(WORDS, language), WORDS, language)
    assert list(found) == sorted(found, key=lambda one: (one.first, -one.last))
    for place, one in enumerate(found):
        assert 1 <= one.first <= one.line <= one.last <= WORDS.count("\n") + 1
        if one.parent >= 0:
            around = found[one.parent]
            assert one.parent < place
            assert around.first <= one.first <= one.last <= around.last


def test_a_language_without_a_table_is_told_by_the_error_of_a_missing_key() -> None:
    with pytest.raises(KeyError):
        definitions(parse("{}", "json"), "{}", "unheard of")
