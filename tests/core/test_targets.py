"""Places named by what stands there: read, replaced, deleted, and text put beside them."""

import pytest

from editjournal.schemas.replies import Done, Outlined, Shown
from editjournal.schemas.requests import Insert, Item, Read, ShowOutline, TargetName

from .world import World, body, codes, done, lines, numbered, refused, span

CART = b"""\
import os


class Cart:
    @property
    def total(self):
        return 1

    def show(self):
        return 2


class Shop:
    def total(self):
        return 3
"""


def function(name: str, nth: int = 0) -> TargetName:
    return TargetName("function", name, nth)


@pytest.fixture
def world() -> World:
    world = World()
    world.outside("cart.py", CART)
    return world


def test_a_read_shows_the_definition_that_it_names_with_what_belongs_to_it(world: World) -> None:
    reply = world.read("ann", "cart.py", target=function("Cart.total"))
    assert [(one.first, one.last) for one in reply.blocks] == [(5, 7)]
    assert world.view(reply.seq, "cart.py")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("show", (9, 10)),
        ("Cart", (4, 10)),
        ("Shop.total", (14, 15)),
        ("Shop::total", (14, 15)),
        ("show()", (9, 10)),
    ],
)
def test_a_name_may_say_what_it_lies_in(world: World, name: str, expected: tuple[int, int]) -> None:
    reply = world.read("ann", "cart.py", target=function(name))
    assert [(one.first, one.last) for one in reply.blocks] == [expected]


def test_a_name_of_several_is_refused_with_all_of_them(world: World) -> None:
    refusal = refused(
        world.ask("ann", Read(b"cart.py", target=function("total"))), "several_targets"
    )
    assert refusal.values["places"] == "5-7 Cart.total, 14-15 Shop.total"
    assert refusal.next[0].arguments["target"] == "function:total#1"
    second = world.read("ann", "cart.py", target=function("total", 2))
    assert [(one.first, one.last) for one in second.blocks] == [(14, 15)]


def test_a_name_of_none_is_refused_with_those_like_it(world: World) -> None:
    refusal = refused(world.ask("ann", Read(b"cart.py", target=function("Cart.totl"))), "no_target")
    assert refusal.values["near"] == "total"
    assert refusal.next[0].arguments == {"file": "cart.py", "outline": "true"}
    missing = refused(world.ask("ann", Read(b"cart.py", target=function("total", 3))), "no_target")
    assert (missing.values["count"], missing.values["nth"]) == (2, 3)


def test_a_call_of_a_function_is_not_taken_for_it() -> None:
    world = World()
    world.outside("a.py", b"run()\n\n\ndef run():\n    run()\n\n\nrun()\n")
    reply = world.read("ann", "a.py", target=function("run"))
    assert body(reply) == {4: "def run():", 5: "    run()"}


def test_the_definition_around_a_line_is_the_innermost(world: World) -> None:
    for line, expected in ((5, (5, 7)), (6, (5, 7)), (8, (4, 10)), (15, (14, 15))):
        reply = world.read("ann", "cart.py", target=TargetName("around", str(line)))
        assert [(one.first, one.last) for one in reply.blocks] == [expected], line


def test_a_line_with_nothing_around_it_names_what_is_near(world: World) -> None:
    request = Read(b"cart.py", target=TargetName("around", "2"))
    refusal = refused(world.ask("ann", request), "no_function")
    assert refusal.values["near"] == "4-10 Cart, 5-7 total, 9-10 show"
    far = Read(b"cart.py", target=TargetName("around", "99"))
    assert refused(world.ask("ann", far), "past_end").values["total"] == 15


def test_a_marker_is_the_line_that_holds_it_and_is_read_with_lines_around() -> None:
    world = World()
    world.outside("a.txt", lines(*numbered(1, 40)))
    reply = world.read("ann", "a.txt", target=TargetName("marker", "ne 20"))
    assert [(one.first, one.last) for one in reply.blocks] == [(10, 30)]
    edit = world.edit("ann", "a.txt", "twenty", target=TargetName("marker", "ne 20"))
    assert (world.text("a.txt").split("\n")[19], codes(edit)) == ("twenty", [])
    several = Read(b"a.txt", target=TargetName("marker", "line 3"))
    assert refused(world.ask("ann", several), "several_targets").values["count"] == 11


def test_a_definition_is_replaced_deleted_and_has_text_put_beside_it(world: World) -> None:
    world.read("ann", "cart.py")
    world.edit("ann", "cart.py", "    def show(self):\n        return 4\n", target=function("show"))
    assert world.text("cart.py").split("\n")[8:10] == ["    def show(self):", "        return 4"]
    before = Insert(
        b"cart.py", "    total_of = None\n\n", target=function("Shop.total"), before=True
    )
    done(world.ask("ann", before))
    assert world.text("cart.py").split("\n")[12:15] == ["class Shop:", "    total_of = None", ""]
    done(world.insert("ann", "cart.py", "\n    x = 1\n", target=function("Cart")))
    assert world.text("cart.py").split("\n")[9:12] == ["        return 4", "", "    x = 1"]
    reply = done(world.delete("ann", "cart.py", target=function("Cart.total")))
    assert reply.chips
    assert "@property" not in world.text("cart.py")
    assert "def show" in world.text("cart.py")


def test_lines_beside_a_name_are_refused(world: World) -> None:
    for request in (
        Read(b"cart.py:3", target=function("show")),
        Insert(b"cart.py:3", "x", target=function("show")),
        Insert(b"cart.py", "x", 3, target=function("show")),
    ):
        refused(world.ask("ann", request), "target_with_lines")
    refused(world.replace("ann", "cart.py:3", "x", target=function("show")), "target_with_lines")
    both = world.delete("ann", "cart.py", remove=True, target=function("show"))
    refused(both, "lines_in_remove")


def test_what_nobody_read_is_replaced_with_a_warning(world: World) -> None:
    edit = world.edit("ann", "cart.py", "def f():\n    pass\n", target=function("Shop"))
    assert codes(edit) == ["never_read"]


def test_old_beside_a_name_must_be_its_text(world: World) -> None:
    world.read("ann", "cart.py")
    old = "    def show(self):\n        return 2\n"
    world.edit("ann", "cart.py", "    pass\n", target=function("show"), old=old)
    part = world.replace("ann", "cart.py", "7", target=function("Shop.total"), old="3")
    assert refused(part, "old_mismatch").prepared


# --- what others did ------------------------------------------------------------------------------


def test_lines_that_only_moved_are_found_where_they_are(world: World) -> None:
    world.read("ann", "cart.py")
    world.outside("cart.py", b"# a\n# b\n" + CART)
    edit = world.edit("ann", "cart.py", "    def show(self): ...\n", target=function("show"))
    assert (codes(edit), "def show(self): ..." in world.text("cart.py")) == ([], True)


def test_a_change_by_others_in_as_many_lines_is_told(world: World) -> None:
    world.read("ann", "cart.py")
    world.outside("cart.py", CART.replace(b"return 2", b"return 22"))
    edit = world.edit("ann", "cart.py", "    def show(self): ...\n", target=function("show"))
    assert codes(edit) == ["changed_since"]


def test_a_change_by_others_that_made_it_longer_is_refused_and_shown(world: World) -> None:
    world.read("ann", "cart.py")
    longer = CART.replace(b"return 2", b"x = 2\n        return x")
    world.outside("cart.py", longer)
    refusal = refused(
        world.replace("ann", "cart.py", "    pass\n", target=function("show")), "changed"
    )
    assert "        x = 2" in body(refusal).values()
    assert world.data("cart.py") == longer
    # What the refusal showed is known now.
    edit = world.edit("ann", "cart.py", "    def show(self): ...\n", target=function("show"))
    assert codes(edit) == []


def test_what_others_wrote_anew_is_not_overwritten_unseen(world: World) -> None:
    world.read("ann", "cart.py")
    anew = CART.replace(
        b"    def show(self):\n        return 2\n", b"    async def show(me):\n        yield 9\n"
    )
    world.outside("cart.py", anew + b"\n")
    refused(world.replace("ann", "cart.py", "    pass\n", target=function("show")), "changed")
    assert world.data("cart.py") == anew + b"\n"


def test_a_line_that_others_added_at_an_end_of_it_is_not_overwritten_unseen(world: World) -> None:
    world.read("ann", "cart.py")
    more = CART.replace(b"        return 2\n", b"        return 2\n        # more\n        go()\n")
    world.outside("cart.py", more)
    refused(world.delete("ann", "cart.py", target=function("show")), "changed")
    assert world.data("cart.py") == more


def test_a_line_that_others_took_out_of_it_is_not_passed_over(world: World) -> None:
    world.outside("a.py", b"def f():\n    a()\n    b()\n    c()\n\n\nx = 1\n")
    world.read("ann", "a.py")
    less = b"def f():\n    a()\n    c()\n\n\nx = 1\n"
    world.outside("a.py", less)
    refused(world.replace("ann", "a.py", "def f(): ...\n", target=function("f")), "changed")
    assert world.data("a.py") == less


def test_own_edits_are_known(world: World) -> None:
    world.read("ann", "cart.py")
    world.edit("ann", "cart.py:10", "        x = 5\n        return x\n")
    edit = world.edit("ann", "cart.py", "    def show(self): ...\n", target=function("show"))
    assert codes(edit) == []


def test_text_beside_what_others_changed_is_put_there(world: World) -> None:
    world.read("ann", "cart.py")
    world.outside("cart.py", CART.replace(b"return 2", b"x = 2\n        return x"))
    reply = world.insert("ann", "cart.py", "\n    y = 1\n", target=function("show"))
    assert isinstance(reply, Done)
    assert world.text("cart.py").split("\n")[10:13] == ["        return x", "", "    y = 1"]


def test_the_same_insertion_by_name_twice_is_made_once_while_nothing_happens(world: World) -> None:
    request = Insert(b"cart.py", "# x\n", target=function("Cart"), before=True)
    first, second = done(world.ask("ann", request)), world.ask("ann", request)
    assert (first.seq != second.seq, world.text("cart.py").count("# x")) == (True, 1)


# --- outlines -------------------------------------------------------------------------------------


def test_an_outline_shows_no_text_and_is_no_view(world: World) -> None:
    by_read = world.ask("ann", Read(b"cart.py", outline=True))
    by_tool = world.ask("ann", ShowOutline(b"cart.py"))
    for reply in (by_read, by_tool):
        assert isinstance(reply, Outlined)
        named = [(one.name, one.first, one.last, one.parent) for one in reply.definitions]
        assert named[:3] == [("Cart", 4, 10, -1), ("total", 5, 7, 0), ("show", 9, 10, 0)]
        assert world.view(reply.seq, "cart.py") is None


def test_a_file_that_is_too_large_to_be_parsed_is_refused_and_read_by_lines(world: World) -> None:
    world.parsed_max = 100
    reply = world.ask("ann", Read(b"cart.py", target=function("show")))
    assert refused(reply, "unparsed_large").values["limit"] == 100
    assert isinstance(
        world.ask("ann", Read(b"cart.py", target=TargetName("marker", "import"))), Shown
    )


def test_a_kept_call_by_name_is_made_again_with_other_lines(world: World) -> None:
    refusal = refused(
        world.replace("ann", "cart.py", "    pass\n", target=function("nope")), "no_target"
    )
    from editjournal.schemas.requests import Confirm

    again = world.ask("ann", Confirm(chip=refusal.chip, file=b"cart.py:10"))
    assert isinstance(again, Done)
    assert world.text("cart.py").split("\n")[9] == "    pass"


def test_a_definition_of_a_file_with_a_mark_and_carriage_returns_has_its_lines() -> None:
    world = World()
    world.outside("a.py", b"\xef\xbb\xbf" + CART.replace(b"\n", b"\r\n"))
    world.read("ann", "a.py")
    world.edit("ann", "a.py", "class Cart: ...\n", target=function("Cart"))
    assert world.data("a.py").startswith(
        b"\xef\xbb\xbfimport os\r\n\r\n\r\nclass Cart: ...\r\n\r\n"
    )


def test_items_of_several_go_by_lines_alone(world: World) -> None:
    world.read("ann", "cart.py")
    reply = world.several("ann", "cart.py", Item("x = 1", span=span(1)))
    assert isinstance(reply, Done)


def test_each_of_several_places_of_a_text_says_what_it_lies_in(world: World) -> None:
    refusal = refused(world.replace("ann", "cart.py", "x", old="return"), "old_many")
    assert refusal.values["places"] == "7 (Cart.total), 10 (Cart.show), 15 (Shop.total)"
    world.parsed_max = 10
    refusal = refused(world.replace("ann", "cart.py", "x", old="return"), "old_many")
    assert refusal.values["places"] == "7, 10, 15"


JAVA = b"""\
class A {
    A() {
    }

    class B {
        void run() {
        }
    }

    void run() {
    }
}
"""


def test_of_several_the_only_one_of_the_kind_that_is_said_is_meant(world: World) -> None:
    world.outside("A.java", JAVA)
    for kind, expected in (("class", (1, 12)), ("constructor", (2, 3))):
        reply = world.read("ann", "A.java", target=TargetName("function", "A", 0, kind))
        assert [(one.first, one.last) for one in reply.blocks] == [expected]


@pytest.mark.parametrize(
    "name",
    [
        TargetName("function", "A"),
        TargetName("function", "A", 0, "struct"),
        TargetName("function", "run", 0, "method"),
    ],
    ids=["no kind", "a kind of none", "a kind of several"],
)
def test_of_several_of_the_kind_that_is_said_or_none_all_are_named(
    world: World, name: TargetName
) -> None:
    world.outside("A.java", JAVA)
    refusal = refused(world.ask("ann", Read(b"A.java", target=name)), "several_targets")
    assert refusal.values["count"] == 2


def test_a_kind_does_not_change_which_one_a_number_means(world: World) -> None:
    world.outside("A.java", JAVA)
    reply = world.read("ann", "A.java", target=TargetName("function", "A", 2, "class"))
    assert [(one.first, one.last) for one in reply.blocks] == [(2, 3)]


def test_what_only_declares_a_name_counts_where_nothing_else_has_it(world: World) -> None:
    over = b"function f(a: string): void;\nfunction f(a: any) {\n}\ndeclare function g(): void;\n"
    world.outside("a.ts", over)
    assert [*body(world.read("ann", "a.ts", target=function("f")))] == [2, 3]
    assert [*body(world.read("ann", "a.ts", target=function("g")))] == [4]
