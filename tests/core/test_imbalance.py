"""What an edit did to brackets: only what it brought is told."""

from editjournal.daemon.core import imbalance, scoping
from editjournal.daemon.core import text as texts
from editjournal.daemon.core.asking import Step
from editjournal.schemas.replies import Done, Refusal, Remark
from editjournal.schemas.requests import Undo
from editjournal.schemas.structure import Balance, Mark, Problem
from editjournal.schemas.values import RelPath, Splice

from .world import World, done

PATH = RelPath(b"a.py")


def unmatched(text: str, line: int, column: int = 1) -> Problem:
    return Problem("bracket", Mark(text, line, column))


def balance(*problems: Problem) -> Balance:
    return Balance("python", "grammar", problems)


def test_a_problem_that_was_there_is_not_told_wherever_its_line_has_gone() -> None:
    before = balance(unmatched("{", 3), unmatched("(", 40))
    after = balance(unmatched("{", 3), unmatched("(", 45))
    assert imbalance.brought(before, after, [Splice(9, 0, 5)], 40) == []


def test_a_new_problem_is_told_beside_an_old_one_of_its_kind() -> None:
    before = balance(unmatched("{", 3))
    after = balance(unmatched("{", 3), unmatched("{", 10))
    assert imbalance.brought(before, after, [Splice(9, 1, 1)], 40) == [unmatched("{", 10)]


def test_an_old_problem_that_is_blamed_on_another_line_is_still_old() -> None:
    before, after = balance(unmatched("}", 30)), balance(unmatched("}", 28))
    assert imbalance.brought(before, after, [Splice(9, 1, 1)], 40) == []


def test_of_two_alike_the_one_that_only_moved_is_old() -> None:
    before, after = balance(unmatched("(", 40)), balance(unmatched("(", 11), unmatched("(", 45))
    assert imbalance.brought(before, after, [Splice(9, 0, 5)], 40) == [unmatched("(", 11)]


def test_another_kind_of_problem_is_new_though_one_went() -> None:
    before, after = balance(unmatched("}", 30)), balance(unmatched("(", 10))
    assert imbalance.brought(before, after, [Splice(9, 1, 1)], 40) == [unmatched("(", 10)]


def test_a_problem_in_lines_that_were_replaced_and_is_back_is_old() -> None:
    before, after = balance(unmatched("(", 10)), balance(unmatched("(", 10))
    assert imbalance.brought(before, after, [Splice(9, 1, 1)], 40) == []


def step(before: str, after: str, *splices: Splice) -> Step:
    return Step(PATH, texts.of(before.encode()), texts.of(after.encode()), splices)


def is_looked_at(before: str, after: str) -> bool:
    one = Splice(0, before.count("\n"), after.count("\n"))
    return bool(imbalance.checks([step(before, after, one)], 1000))


def test_an_edit_that_leaves_all_marks_as_they_are_is_not_looked_at() -> None:
    assert not is_looked_at("x = f(1)\n", "total = f(2.5, y)\n".replace(", y", " + y"))
    assert not is_looked_at("return 1\n", "return 1 + 2\n")


def test_an_edit_of_a_bracket_a_quote_a_tag_or_the_end_of_a_heredoc_is_looked_at() -> None:
    assert is_looked_at("f(1)\n", "f(1\n")
    assert is_looked_at("x = 'a'\n", "x = 'a\n")
    assert is_looked_at("<div>\n", "<span>\n")
    assert is_looked_at("EOF\n", "EOT\n")
    assert is_looked_at("a /* b\n", "a b\n")


def test_a_large_file_is_not_looked_at() -> None:
    large = step("x" * 2000 + "(\n", "x" * 2000 + "\n", Splice(0, 1, 1))
    assert imbalance.checks([large], 1000) == ()
    assert imbalance.checks([large], 3000)
    assert imbalance.checks([step("(\n", "\n", Splice(0, 1, 1))], 0) == ()


def test_what_a_large_file_was_before_is_not_looked_at() -> None:
    assert imbalance.checks([step("x" * 2000 + "(\n", "(\n", Splice(0, 1, 1))], 1000) == ()


def test_where_much_came_or_went_it_is_looked_at_without_comparing() -> None:
    many = "x = 1\n" * 600
    assert imbalance.checks([step(many, many, Splice(0, 600, 600))], 1 << 20)
    assert not imbalance.checks([step(many, many, Splice(0, 400, 400))], 1 << 20)


def test_nothing_is_old_in_a_file_of_which_no_line_is_left() -> None:
    before, after = balance(unmatched("(", 1)), balance(unmatched("(", 2))
    assert imbalance.brought(before, after, [Splice(0, 3, 5)], 3) == [unmatched("(", 2)]
    assert imbalance.brought(before, after, [Splice(0, 1, 1), Splice(1, 2, 4)], 3)
    assert imbalance.brought(before, after, [Splice(0, 2, 4)], 3) == []


def test_all_that_is_wrong_in_a_new_file_is_told() -> None:
    after = balance(unmatched("(", 1), unmatched("(", 2))
    assert imbalance.brought(balance(), after, [Splice(0, 0, 2)], 0) == list(after.problems)


def test_of_an_edit_that_is_made_or_shown_the_files_that_stay_are_looked_at() -> None:
    world = World()
    world.outside("a.py", b"f(1)\n")
    world.outside("b.py", b"x = 1\n")
    done(world.replace("ann", "a.py:1", "f(1"))
    world.replace("ann", "a.py:1", "g(1", preview=True)
    done(world.delete("ann", "b.py", remove=True))
    found = [[(one.path, one.after.data) for one in each] for each in world.steps]
    assert found == [[(b"a.py", b"f(1\n")], [(b"a.py", b"g(1\n")], []]


def test_the_warning_stands_behind_those_of_lines_that_are_not_as_expected() -> None:
    first, second = unmatched("{", 41, 17), unmatched("(", 50)
    remark = imbalance.remark([first, second])
    assert remark.values == {"kind": "bracket", "mark": "{", "line": 41, "column": 17, "more": 1}
    reply = Done(seq=3, files=(), warnings=(Remark("echo"), Remark("never_read")))
    told = imbalance.told(reply, (remark,))
    assert [one.code for one in told.warnings] == ["echo", "imbalance", "never_read"]
    refusal = Refusal(seq=3, code="not_applied")
    assert imbalance.told(refusal, (remark,)) is refusal


def test_the_warning_names_a_partner_and_of_several_files_the_file() -> None:
    crossed = Problem("bracket", Mark("}", 88, 1), Mark("(", 80, 12))
    values = imbalance.remark([crossed], b"b\n.py").values
    assert (values["partner"], values["partner_line"], values["partner_column"]) == ("(", 80, 12)
    assert values["path"] == "b\\n.py"


def test_the_file_of_a_warning_is_named_as_its_client_knows_it() -> None:
    remark = imbalance.remark([unmatched("(", 1)], b"pack/src/b.py")
    told = scoping.relative(Done(seq=3, files=(), warnings=(remark,)), b"pack")
    assert told.warnings[0].values["path"] == "src/b.py"


def test_of_an_undo_and_its_plan_the_files_that_change_are_looked_at() -> None:
    world = World()
    world.outside("a.py", b"f(1\n")
    edit = done(world.replace("ann", "a.py:1", "f(1)"))
    world.ask("ann", Undo(edit.seq, preview=True))
    done(world.undo("ann", edit.seq))
    found = [[(one.path, one.after.data) for one in each] for each in world.steps[-2:]]
    assert found == [[(b"a.py", b"f(1\n")]] * 2
    made = done(world.write("ann", "new.py", "x\n"))
    done(world.undo("ann", made.seq))
    assert world.steps[-1] == ()  # the file is gone


def test_an_edit_of_many_files_is_not_looked_at() -> None:
    one = step("(\n", "\n", Splice(0, 1, 1))
    assert len(imbalance.checks([one] * imbalance.FILES_MAX, 1000)) == imbalance.FILES_MAX
    assert imbalance.checks([one] * (imbalance.FILES_MAX + 1), 1000) == ()


def test_a_file_in_no_language_with_brackets_is_not_looked_at() -> None:
    splices = (Splice(0, 1, 1),)
    one = texts.of(b"(\n")
    other = texts.of(b"\n")
    looked_at = {
        name: bool(imbalance.checks([Step(RelPath(name), one, other, splices)], 1000))
        for name in (b"a.py", b"a.vue", b"a.sql", b"a.proto", b"notes", b"a.txt", b"a.md", b"a.ini")
    }
    assert [name for name, is_one in looked_at.items() if is_one] == [
        *(b"a.py", b"a.vue", b"a.sql", b"a.proto")
    ]
