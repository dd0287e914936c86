"""Places named by what stands there, held against what the session has seen of the file."""

from msgspec import structs

from editjournal.daemon.core import wanting
from editjournal.daemon.core.asking import Asked
from editjournal.schemas.replies import Done, Ranged, Shown
from editjournal.schemas.requests import (
    CheckBalance,
    Confirm,
    Delete,
    FuncRange,
    Insert,
    Misfit,
    Read,
    ShowOutline,
    TagRange,
    TargetName,
)

from .world import ROOT, World, body, codes, done, refused

LONG = "def f():\n" + "".join(f"    a{number} = 1\n" for number in range(12)) + "\n\n"
TWO = "def f():\n    a = 1\n    b = 2\n\n\ndef g():\n    c = 3\n    d = 4\n"


def function(name: str, nth: int = 0) -> TargetName:
    return TargetName("function", name, nth)


def around(line: int) -> TargetName:
    return TargetName("around", str(line))


def world_of(text: str) -> World:
    world = World()
    world.outside("a.py", text.encode())
    return world


def klass(name: str) -> str:
    return f"class {name}:\n    def t(self):\n        return {name}\n\n\n"


# --- what was read --------------------------------------------------------------------------------


def test_lines_that_were_read_before_an_own_edit_are_still_read() -> None:
    world = world_of(LONG)
    world.read("ann", "a.py")
    world.edit("ann", "a.py:3", "    z = 9\n")
    assert codes(world.delete("ann", "a.py", target=function("f"))) == []


def test_lines_that_were_read_one_by_one_are_read() -> None:
    world = world_of(LONG)
    for lines in ("1-5", "6-13"):
        world.read("ann", f"a.py:{lines}")
    assert codes(world.delete("ann", "a.py", target=function("f"))) == []


def test_lines_of_which_only_a_part_was_read_are_replaced_with_a_warning() -> None:
    world = world_of(LONG)
    world.read("ann", "a.py:1-5")
    assert codes(world.delete("ann", "a.py", target=function("f"))) == ["never_read"]


def test_a_line_of_others_is_not_overwritten_unseen_because_of_a_later_own_edit() -> None:
    world = world_of(LONG)
    world.read("ann", "a.py")
    world.read("bob", "a.py")
    world.edit("bob", "a.py:11", "    bob = 1\n    more = 2\n")
    world.edit("ann", "a.py:3", "    z = 9\n")
    before = world.data("a.py")
    refusal = refused(world.delete("ann", "a.py", target=function("f")), "changed")
    assert "    bob = 1" in body(refusal).values()
    assert world.data("a.py") == before
    assert codes(done(world.delete("ann", "a.py", target=function("f")))) == []


def test_a_change_in_the_part_that_was_read_is_refused_for_the_whole() -> None:
    world = world_of(LONG)
    world.read("ann", "a.py:2-4")
    changed = LONG.replace("a1 = 1", "a1 = 11").encode()
    world.outside("a.py", changed)
    refused(world.delete("ann", "a.py", target=function("f")), "changed")
    assert world.data("a.py") == changed


# --- around a line --------------------------------------------------------------------------------


def test_the_line_that_a_place_is_around_is_one_of_the_view() -> None:
    world = world_of(TWO)
    view = world.read("ann", "a.py").seq
    own = world.insert("ann", "a.py:0", "# 1\n# 2\n# 3\n# 4\n# 5\n", view=view)
    assert isinstance(own, Done)
    world.edit("ann", "a.py", "def g(): ...\n", view=view, target=around(7))
    assert world.text("a.py").endswith(TWO[: TWO.index("def g")] + "def g(): ...\n")


def test_around_a_line_that_others_moved_is_refused_and_says_where_it_is() -> None:
    for request in ("replace", "insert", "delete"):
        world = world_of(TWO)
        view = world.read("ann", "a.py").seq
        moved = b"# 1\n# 2\n# 3\n# 4\n# 5\n" + TWO.encode()
        world.outside("a.py", moved)
        if request == "delete":
            reply = world.delete("ann", "a.py", view=view, target=around(7))
        else:
            act = getattr(world, request)
            reply = act("ann", "a.py", "x = 1\n", view=view, target=around(7))
        refusal = refused(reply, "moved")
        arguments = {"file": "a.py:12-auto", "viewed_code_id": f"v{refusal.seq}"}
        assert refusal.next[0].arguments == arguments, request
        assert world.data("a.py") == moved
        again = world.delete("ann", "a.py", view=refusal.seq, target=around(12))
        assert codes(done(again)) == []
        assert b"def g" not in world.data("a.py")


def test_around_a_line_without_a_view_is_around_what_was_last_seen_there() -> None:
    world = world_of(TWO)
    world.read("ann", "a.py")
    world.outside("a.py", b"# 1\n# 2\n# 3\n# 4\n# 5\n" + TWO.encode())
    refused(world.delete("ann", "a.py", target=around(7)), "moved_unseen")
    done(world.delete("ann", "a.py", target=around(7), force=True))
    assert "def f" not in world.text("a.py")


def test_around_a_line_that_others_changed_is_told() -> None:
    world = world_of(TWO)
    view = world.read("ann", "a.py").seq
    world.outside("a.py", TWO.replace("c = 3", "c = 33").encode())
    reply = world.delete("ann", "a.py", view=view, target=around(7))
    assert codes(done(reply)) == ["changed_since"]
    assert "def g" not in world.text("a.py")


def test_around_a_line_that_the_view_has_not_is_refused() -> None:
    world = world_of(TWO)
    view = world.read("ann", "a.py").seq
    world.outside("a.py", TWO.encode() + b"\n\n" + LONG.encode())
    refused(world.delete("ann", "a.py", view=view, target=around(12)), "past_end")


# --- the second of a name -------------------------------------------------------------------------


def test_the_second_of_a_name_is_counted_anew_where_others_changed_what_stands_above() -> None:
    world = world_of(klass("A") + klass("B"))
    world.read("ann", "a.py")
    more = klass("X") + klass("A") + klass("B")
    world.outside("a.py", more.encode())
    refusal = refused(world.delete("ann", "a.py", target=function("t", 2)), "several_targets")
    assert world.text("a.py") == more
    assert refusal.values["places"] == "2-3 X.t, 7-8 A.t, 12-13 B.t"
    assert body(refusal)[8] == "        return A"
    # It has told, so that the next call means the third.
    done(world.delete("ann", "a.py", target=function("t", 3)))
    assert world.text("a.py") == more.replace("    def t(self):\n        return B\n", "")


def test_the_second_of_a_name_is_the_second_where_only_own_edits_or_lines_below_changed() -> None:
    world = world_of(klass("A") + klass("B"))
    world.read("ann", "a.py")
    world.outside("a.py", (klass("A") + klass("B") + klass("X")).encode())
    done(world.insert("ann", "a.py:0", "import os\n"))
    done(world.insert("ann", "a.py", "    y = 1\n", target=function("t", 2)))
    assert "return B\n    y = 1\n" in world.text("a.py")


def test_the_second_of_a_name_is_the_second_of_today_where_that_is_forced() -> None:
    world = world_of(klass("A") + klass("B"))
    world.read("ann", "a.py")
    world.outside("a.py", (klass("X") + klass("A") + klass("B")).encode())
    done(world.delete("ann", "a.py", target=function("t", 2), force=True))
    assert "return A" not in world.text("a.py")


def test_what_only_declares_a_name_is_not_meant_by_it() -> None:
    world = World()
    world.outside("a.c", b"int f(int a);\n\nint f(int a) {\n    return a;\n}\n")
    reply = world.read("ann", "a.c", target=function("f"))
    assert [(one.first, one.last) for one in reply.blocks] == [(3, 5)]


def test_the_first_of_a_name_is_not_deleted_twice_by_one_call_sent_twice() -> None:
    world = world_of(TWO + TWO)
    world.read("ann", "a.py")
    request = Delete(b"a.py", target=function("f", 1))
    done(world.ask("ann", request))
    world.outside("a.py", world.data("a.py") + b"\n\nx = 1\n")
    before = world.data("a.py")
    assert refused(world.ask("ann", request), "several_targets").values["count"] == 1
    assert world.data("a.py") == before


# --- made again -----------------------------------------------------------------------------------


def test_a_kept_insertion_in_front_of_a_name_is_made_again_behind_a_line() -> None:
    world = world_of(TWO)
    world.read("ann", "a.py")
    request = Insert(b"a.py", "# x\n", target=function("nope"), before=True)
    refusal = refused(world.ask("ann", request), "no_target")
    done(world.ask("ann", Confirm(chip=refusal.chip, file=b"a.py:3")))
    assert world.text("a.py").split("\n")[3] == "# x"


def test_a_kept_read_by_name_is_made_again_with_lines() -> None:
    world = world_of(TWO)
    chip = refused(world.ask("ann", Read(b"a.py", target=function("nope"))), "no_target").chip
    reply = world.ask("ann", Confirm(chip=chip, file=b"a.py:3"))
    assert isinstance(reply, Shown)
    assert [(one.first, one.last) for one in reply.blocks] == [(3, 3)]


def test_a_call_by_name_that_came_broken_is_prepared() -> None:
    world = world_of(TWO)
    world.read("ann", "a.py")
    meant = Delete(b"a.py", target=function("f"))
    broken = Misfit("be-delete", "degraded", {"how": "quotes"}, repaired=meant)
    refusal = refused(world.ask("ann", broken), "degraded")
    done(world.confirm("ann", refusal.seq))
    assert "def f" not in world.text("a.py")


def test_the_same_call_by_name_after_a_look_is_a_new_one_whatever_its_view() -> None:
    world = world_of(TWO)
    view = world.read("ann", "a.py").seq
    request = Insert(b"a.py", "# x\n", view=view, target=function("f"), before=True)
    done(world.ask("ann", request))
    world.read("ann", "a.py")
    done(world.ask("ann", request))
    assert world.text("a.py").count("# x") == 2


def test_a_kept_question_is_asked_again_about_the_line_that_is_given() -> None:
    world = world_of(TWO)
    for request in (FuncRange(b"a.py", 99), TagRange(b"a.py", 99)):
        chip = refused(world.ask("ann", request), "past_end").chip
        reply = world.ask("ann", Confirm(chip=chip, file=b"a.py:7"))
        if isinstance(request, FuncRange):
            assert isinstance(reply, Ranged)
            assert (reply.line, reply.found.name) == (7, "g")
        else:
            refused(reply, "no_structure")


def test_a_kept_question_is_about_the_same_file_wherever_it_is_asked_again_from() -> None:
    world = world_of(TWO)
    asked = Asked(world.state, 1, 1, ROOT, ROOT + b"/sub", bytes(8))
    for request in (
        FuncRange(b"a.py", 1),
        TagRange(b"a.py", 1),
        CheckBalance(b"a.py"),
        ShowOutline(b"a.py"),
    ):
        assert wanting.anchored(asked, request) == structs.replace(request, file=b"/w/sub/a.py")
