"""be-insert-chip: text of a chip or a file, or a failed call's arguments, into another file."""

import json

import msgspec
import pytest

from editjournal.client.mcp.arguments import parse
from editjournal.schemas.facts import Edited
from editjournal.schemas.replies import AnyReply, Call, Done, Refusal
from editjournal.schemas.requests import (
    Confirm,
    Insert,
    InsertChip,
    Misfit,
    Replace,
    Write,
    WriteSeveral,
)
from editjournal.schemas.values import RelPath
from tests.core.world import (
    World,
    codes,
    done,
    lines,
    numbered,
    previewed,
    refused,
    unchanged,
)

TEN = numbered(1, 10)
BOM = b"\xef\xbb\xbf"
WIDE = b"\xff\xfe"
RAW = b'{"file":"no/such.py","content":"x = \\"\\u00e9\\"\\n","n":1e999,"n":2}'
JSON = (
    '{\n  "file": "no/such.py",\n  "content": "x = \\"\\u00e9\\"\\n",\n  "n": 1e999,\n  "n": 2\n}\n'
)


def wide(text: str) -> bytes:
    return WIDE + text.encode("utf-16-le")


@pytest.fixture
def ten(world: World) -> World:
    world.outside("f", lines(*TEN))
    return world


def put(world: World, to: str, chip: str, **more: object) -> AnyReply:
    return world.ask("a", InsertChip(to.encode(), chip, **more))  # pyright: ignore[reportArgumentType]


def put_file(world: World, to: str, source: str, **more: object) -> AnyReply:
    return world.ask("a", InsertChip(to.encode(), source=source.encode(), **more))  # pyright: ignore[reportArgumentType]


def fact_of(world: World) -> Edited:
    """Return the newest entry's fact."""
    fact = world.entries[-1].fact
    assert isinstance(fact, Edited)
    return fact


def failed(world: World, raw: bytes = RAW) -> str:
    """Let a call fail, and return its chip."""
    reply = world.ask("a", Write(b"no/such.py", 'x = "\u00e9"\n'), raw)
    return refused(reply, "missing_folder").chip


def unread(world: World, raw: bytes, tool: str = "be-write", code: str = "not_json") -> str:
    """Let a call come that cannot be read, and return its chip."""
    return refused(world.ask("a", Misfit(tool, code), raw), code).chip


# --- arguments under a comment --------------------------------------------------------------------

PYTHON = "# Chip {chip} from be-write no/such.py, refused: missing folder\n# Original arguments:\n"


@pytest.mark.parametrize(
    ("name", "header"),
    [
        ("f.py", PYTHON),
        ("f.go", PYTHON.replace("#", "//")),
        ("f.sql", PYTHON.replace("#", "--")),
        ("f.css", PYTHON.replace("# ", "/* ").replace("\n", " */\n")),
        ("f.html", PYTHON.replace("# ", "<!-- ").replace("\n", " -->\n")),
        ("f.json", ""),
        ("f", PYTHON),
    ],
)
def test_a_failed_calls_arguments_are_put_as_json_under_a_comment(
    world: World, name: str, header: str
) -> None:
    world.outside(name, lines("a", "b"))
    chip = failed(world)
    done(put(world, f"{name}:1", chip, form="args"))
    assert world.text(name) == "a\n" + header.format(chip=chip) + JSON + "b\n"


def test_arguments_take_the_line_ends_and_the_encoding_of_the_file(world: World) -> None:
    chip = failed(world)
    told = PYTHON.format(chip=chip) + JSON
    world.outside("f", wide("a\r\n"))
    done(put(world, "f:END", chip, form="args"))
    assert world.data("f") == wide("a\r\n" + told.replace("\n", "\r\n"))
    world.outside("g", BOM + b"a\n")
    done(put(world, "g:0", chip, form="args"))
    assert world.data("g") == BOM + told.encode() + b"a\n"
    world.outside("h", b"caf\xe9\n")
    done(put(world, "h:1", chip, form="args"))
    assert world.data("h") == b"caf\xe9\n" + told.encode("cp1252")


def test_arguments_that_the_encoding_cannot_hold_are_refused(world: World) -> None:
    chip = failed(world, '{"content":"\u4e2d"}'.encode())
    world.outside("h", b"caf\xe9\n")
    assert refused(put(world, "h:1", chip, form="args"), "unencodable").values["point"] == "U+4E2D"
    assert world.data("h") == b"caf\xe9\n"


def test_a_name_of_any_language_is_no_hindrance_in_a_header(world: World) -> None:
    reply = world.ask("a", Write("no/\u4e2d--\n*/-->.py".encode(), "x"), b'{"a":1}')
    chip = refused(reply, "missing_folder").chip
    world.outside("h", b"caf\xe9\n")
    done(put(world, "h:1", chip, form="args"))
    first, second, *_ = world.data("h").decode("cp1252").split("\n")[1:]
    assert first.startswith(f"# Chip {chip} from be-write no/")
    assert first.isascii()
    assert first.endswith(", refused: missing folder")
    assert second == "# Original arguments:"


@pytest.mark.parametrize("name", ["f.xml", "f.css", "f.php", "f.java", "f.c", "f.bat", "f.ml"])
def test_no_word_from_outside_ends_a_comment(world: World, name: str) -> None:
    world.outside(name, b"")
    told = "x */ --> *) ?> & \\u000a\n\\"
    chip = unread(world, b"{}", f"be-{told}", f"code {told}")
    done(put(world, f"{name}:0", chip, form="args"))
    first, second, *rest = world.text(name).split("\n")
    inner = first.removesuffix(" */").removesuffix(" -->").removesuffix(" *)")
    assert not any(one in inner for one in ("*/", "-->", "*)", "?>", "&", "\\"))
    assert "Original arguments:" in second
    assert rest == ["{}", ""]


def test_arguments_that_were_no_json_are_put_as_they_came(ten: World) -> None:
    raw = b'{"file": "f", "content": "a\nb\n'
    chip = unread(ten, raw)
    done(put(ten, "f:END", chip, form="args"))
    header = f"# Chip {chip} from be-write, refused: not json\n# Original arguments:\n"
    assert ten.text("f") == "".join(f"{one}\n" for one in TEN) + header + raw.decode()


def test_bytes_that_are_no_text_are_shown_as_escapes_and_that_is_said(ten: World) -> None:
    chip = unread(ten, b'{"file": "caf\xe9", \0')
    warning = done(put(ten, "f:0", chip, form="args")).warnings[0]
    assert (warning.code, warning.values) == ("chip_escaped", {"chip": chip})
    told, shown = ten.text("f").split("\n")[1:3]
    assert told == "# Original arguments (no UTF-8, shown with escapes):"
    assert shown == r'{"file": "caf\xe9", \x00'


def test_the_letters_of_an_escape_are_not_said_to_be_one(ten: World) -> None:
    chip = unread(ten, rb"x be-write \xff \x00")
    assert done(put(ten, "f:0", chip, form="args")).warnings == ()
    assert ten.text("f").split("\n")[1] == "# Original arguments:"


def test_a_call_that_did_not_reach_the_disk_has_its_arguments(ten: World) -> None:
    ten.fails = "gone"
    reply = ten.ask("a", Replace(b"f:1", "x\n"), b'{"file":"f:1","content":"x\\n"}')
    chip = refused(reply, "not_applied").chip
    done(put(ten, "f:0", chip, form="args"))
    head, _, *more = ten.text("f").split("\n")
    assert head == f"# Chip {chip} from be-replace f, refused: not applied"
    assert json.loads("".join(more[:4])) == {"file": "f:1", "content": "x\n"}


def test_arguments_are_previewed_and_then_confirmed(ten: World) -> None:
    chip = unread(ten, b"[1]")
    before = ten.data("f")
    prepared = previewed(put(ten, "f:0", chip, form="args", preview=True)).seq
    assert ten.data("f") == before
    done(ten.confirm("a", prepared))
    assert ten.text("f").split("\n")[2:5] == ["[", "  1", "]"]
    assert unchanged(ten.confirm("a", prepared)).prepared == prepared


def test_the_same_arguments_twice_in_a_row_are_put_once(ten: World) -> None:
    chip = unread(ten, b"[1]")
    done(put(ten, "f:0", chip, form="args"))
    unchanged(put(ten, "f:0", chip, form="args"))


def test_a_stale_line_advises_the_same_form_again(ten: World) -> None:
    chip = unread(ten, b"[1]")
    view = ten.read("a", "f").seq
    ten.outside("f", b"top\n" + ten.data("f"))
    reply = refused(put(ten, "f:5", chip, form="args", view=view), "moved")
    arguments = {**reply.next[-1].arguments}
    assert (arguments["from"], arguments["form"]) == (f"chip://{chip}", "args")


# --- what has none --------------------------------------------------------------------------------


def test_deleted_text_has_no_arguments_but_its_text(ten: World) -> None:
    chip = done(ten.delete("a", "f:3")).chips[0]
    view = ten.read("a", "f").seq
    reply = refused(put(ten, "f:2", chip, form="args", view=view), "chip_has_no_arguments")
    arguments = {"from": f"chip://{chip}", "to": "f:2", "viewed_code_id": f"v{view}"}
    assert reply.next == (Call("be-insert-chip", {**arguments}),)
    assert ten.data("f") == lines(*TEN[:2], *TEN[3:])


def test_a_call_that_came_without_arguments_has_none(ten: World) -> None:
    chip = refused(ten.replace("a", "f:99", "new\n"), "past_end").chip
    reply = refused(put(ten, "f:END", chip, form="args"), "chip_has_no_arguments")
    assert reply.next == (Call("be-insert-chip", {"from": f"chip://{chip}", "to": "f:END"}),)
    bare = refused(ten.delete("a", "f:99"), "past_end").chip
    assert refused(put(ten, "f:0", bare, form="args"), "chip_has_no_arguments").next == ()


def test_a_file_has_no_arguments(ten: World) -> None:
    ten.outside("g", b"x\n")
    assert refused(put_file(ten, "f:0", "g", form="args"), "file_has_no_arguments").path == b"f"


def test_a_form_that_there_is_not_is_an_error(ten: World) -> None:
    chip = done(ten.delete("a", "f:3")).chips[0]
    reply = refused(put(ten, "f:2", chip, form="json"), "not_a_choice")
    assert reply.values == {"name": "form", "got": "json", "choices": "content, args"}


def test_arguments_that_were_kept_nowhere_are_refused(ten: World) -> None:
    chip = unread(ten, b"[1]")
    ten.kept.clear()
    refused(put(ten, "f:2", chip, form="args"), "chip_not_kept")


def test_of_a_call_that_was_not_read_its_arguments_are_advised(ten: World) -> None:
    chip = unread(ten, b"{oops")
    reply = refused(put(ten, "f:2", chip), "chip_not_read")
    arguments = {"from": f"chip://{chip}", "to": "f:2", "form": "args"}
    assert reply.next == (Call("be-insert-chip", {**arguments}, "for its arguments as they came"),)
    done(put(ten, "f:2", chip, form="args"))


def test_of_a_call_of_several_texts_replay_and_arguments_are_advised(ten: World) -> None:
    call = WriteSeveral((Write(b"no/a", "x\n"), Write(b"no/b", "y\n")))
    reply = ten.ask("a", call, b'{"files":[]}')
    assert isinstance(reply, Refusal)
    told = refused(put(ten, "f:2", reply.chip), "chip_has_texts")
    assert [one.arguments.get("form", "") for one in told.next] == ["args", ""]
    assert told.next[1].tool == "be-confirm"
    assert told.values["texts"] == 2


# --- into a file that is not there ----------------------------------------------------------------


def test_no_file_is_made_for_a_chip_but_the_call_that_makes_it_is_named(ten: World) -> None:
    chip = done(ten.delete("a", "f:3")).chips[0]
    write = Call("be-write", {"file": "gone", "content": ""}, "to make it first")
    assert refused(put(ten, "gone:0", chip), "no_such_file").next == (write,)
    assert refused(put_file(ten, "gone:0", "f"), "no_such_file").next == (write,)
    ten.outside("gone.py", b"")
    near = Call("be-read", {"file": "gone.py"})
    assert refused(put(ten, "gone:0", chip), "no_such_file").next == (near, write)


def test_no_call_makes_a_source_that_is_not_there(ten: World) -> None:
    assert refused(put_file(ten, "f:0", "gone"), "no_such_file").next == ()


def test_for_the_text_of_a_removed_file_the_undo_that_brings_it_back_is_named(ten: World) -> None:
    data = ten.data("f")
    removed = done(ten.delete("a", "f", remove=True))
    reply = refused(put(ten, "f:0", removed.chips[0]), "no_such_file")
    undo = {"action": "undo", "event_id": f"e{removed.seq}"}
    assert reply.next == (Call("be-trx", {**undo}, "to bring the file back"),)
    done(ten.undo("a", removed.seq))
    assert ten.data("f") == data


def test_lines_deleted_before_the_file_went_come_back_by_no_such_undo(ten: World) -> None:
    chip = done(ten.delete("a", "f:3")).chips[0]
    done(ten.delete("a", "f", remove=True))
    reply = refused(put(ten, "f:0", chip), "no_such_file")
    assert [one.tool for one in reply.next] == ["be-write"]


def test_the_text_of_a_removed_file_goes_into_another(ten: World) -> None:
    chip = done(ten.delete("a", "f", remove=True)).chips[0]
    ten.outside("g", b"a\n")
    done(put(ten, "g:0", chip))
    assert ten.data("g") == lines(*TEN, "a")


def test_what_a_whole_file_write_overwrote_is_put_back(ten: World) -> None:
    view = ten.read("a", "f").seq
    ten.edit("b", "f:4", "theirs\n")
    before = ten.data("f")
    chip = done(ten.write("a", "f", "mine\n", view=view)).chips[0]
    done(put(ten, "f:END", chip))
    assert ten.data("f") == b"mine\n" + before


# --- bytes that are no text -----------------------------------------------------------------------

BYTES = b"\0\xff\r\n\x80"


@pytest.fixture
def removed(world: World) -> Done:
    """A file that is no text was removed; one is empty, one is text, one is other bytes."""
    world.outside("b", BYTES)
    world.outside("empty", b"")
    world.outside("text", b"a\n")
    world.outside("bytes", b"\0")
    return done(world.delete("a", "b", remove=True))


@pytest.mark.parametrize("place", ["b:0", "b:END", "new:0", "empty:0", "empty:END"])
def test_bytes_are_all_of_a_file_that_was_not_there_or_empty(
    world: World, removed: Done, place: str
) -> None:
    reply = done(put(world, place, removed.chips[0]))
    name = place.partition(":")[0]
    assert world.data(name) == BYTES
    assert (reply.chips, fact_of(world).tool) == ((), "be-insert-chip")
    assert fact_of(world).used == (removed.chips[0],)
    done(world.undo("a", reply.seq))
    assert RelPath(name.encode()) not in world.files or world.data(name) == b""


def test_bytes_are_shown_first_where_that_is_asked_for(world: World, removed: Done) -> None:
    reply = previewed(put(world, "b:0", removed.chips[0], preview=True))
    done(world.ask("a", Confirm(reply.seq)))
    assert world.data("b") == BYTES


def test_bytes_are_prepared_where_a_folder_is_missing(world: World, removed: Done) -> None:
    reply = refused(put(world, "no/such:0", removed.chips[0]), "missing_folder")
    done(world.ask("a", Confirm(reply.seq)))
    assert world.data("no/such") == BYTES


@pytest.mark.parametrize(
    ("place", "to"), [("text:1", "text.{}:0"), ("bytes:0", "bytes.{}:0"), ("b:3", "b:0")]
)
def test_bytes_beside_others_are_refused_and_the_advised_call_makes_them_a_file(
    world: World, removed: Done, place: str, to: str
) -> None:
    chip = removed.chips[0]
    insert, undo = refused(put(world, place, chip), "chip_is_binary").next
    assert insert.arguments == {"from": f"chip://{chip}", "to": to.format(chip)}
    assert undo.arguments == {"action": "undo", "event_id": f"e{removed.seq}"}
    done(put(world, str(insert.arguments["to"]), chip))
    assert world.data(str(insert.arguments["to"]).removesuffix(":0")) == BYTES


@pytest.mark.parametrize("place", ["b", "b:1-2", "b:ALL"])
def test_bytes_need_a_place_that_means_all_of_the_file(
    world: World, removed: Done, place: str
) -> None:
    refused(put(world, place, removed.chips[0]), "chip_is_binary")


def test_bytes_that_text_was_written_over_can_be_put_beside_it(world: World) -> None:
    world.outside("b", BYTES)
    chip = done(world.write("a", "b", "text\n")).chips[0]
    insert = refused(put(world, "b:0", chip), "chip_is_binary").next[0]
    done(put(world, str(insert.arguments["to"]), chip))
    assert world.data(f"b.{chip}") == BYTES


def test_an_undo_that_was_made_is_not_advised(world: World, removed: Done) -> None:
    done(world.undo("a", removed.seq))
    reply = refused(put(world, "text:0", removed.chips[0]), "chip_is_binary")
    assert [one.tool for one in reply.next] == ["be-insert-chip"]


def test_bytes_of_a_failed_call_are_all_of_a_file(ten: World) -> None:
    chip = refused(ten.ask("a", Write(b"no/such", BYTES)), "missing_folder").chip
    reply = refused(put(ten, "f:0", chip), "chip_is_binary")
    assert [one.tool for one in reply.next] == ["be-insert-chip"]
    done(put(ten, "g:0", chip))
    assert ten.data("g") == BYTES


def test_a_read_only_empty_file_takes_no_bytes_unless_forced(world: World, removed: Done) -> None:
    world.files[RelPath(b"empty")].mode = 0o444
    refused(put(world, "empty:0", removed.chips[0]), "read_only")
    done(put(world, "empty:0", removed.chips[0], force=True))
    assert world.data("empty") == BYTES


# --- from a file ----------------------------------------------------------------------------------

SOURCES: list[tuple[str, bytes, str, bytes, str, bytes]] = [
    ("a whole file", b"x\ny\n", "g", b"a\nb\n", "f:1", b"a\nx\ny\nb\n"),
    ("by an address", b"x\n", "file:///w/g", b"a\n", "file:///w/f:1", b"a\nx\n"),
    ("some lines", b"x\ny\nz\n", "g:2-3", b"a\n", "f:0", b"y\nz\na\n"),
    ("lines to the end", b"x\ny\nz", "g:2-", b"a\n", "f:0", b"y\nz\na\n"),
    ("lines of two places", b"x\ny\nz", "g:3,1", b"a\n", "f:0", b"z\nx\na\n"),
    ("at the end", b"x", "g", b"a\n", "f:END", b"a\nx"),
    ("at an end without line end", b"x\n", "g", b"a", "f:END", b"a\nx"),
    ("into an empty file", b"x", "g", b"", "f:0", b"x"),
    ("into CRLF", b"x\ny\n", "g", b"a\r\nb\r\n", "f:1", b"a\r\nx\ny\nb\r\n"),
    ("out of UTF-16", wide("\xe9\n"), "g", b"a\n", "f:1", "a\n\xe9\n".encode()),
    ("lines out of UTF-16", wide("x\n\u0a00\n"), "g:2", b"a\n", "f:0", "\u0a00\na\n".encode()),
    ("its first line", wide("x\ny\n"), "g:1", b"a\n", "f:0", b"x\na\n"),
    ("into UTF-16", "\xe9\n".encode(), "g", wide("a\n"), "f:0", wide("\xe9\na\n")),
    ("into cp1252", "\xe9\n".encode(), "g", b"caf\xe9\n", "f:0", b"\xe9\ncaf\xe9\n"),
    ("without its mark", BOM + b"x\n", "g", BOM + b"a\n", "f:0", BOM + b"x\na\n"),
    ("a part of itself", b"a\nb\n", "f:2", b"a\nb\n", "f:0", b"b\na\nb\n"),
]


@pytest.mark.parametrize(
    ("source", "named", "before", "to", "after"),
    [one[1:] for one in SOURCES],
    ids=[one[0].replace(" ", "-") for one in SOURCES],
)
def test_a_files_text_is_put_after_a_line(
    world: World, source: bytes, named: str, before: bytes, to: str, after: bytes
) -> None:
    world.outside("g", source)
    world.outside("f", before)
    prepared = previewed(put_file(world, to, named, preview=True)).seq
    assert world.data("f") == before
    edit = done(put_file(world, to, named)).seq
    assert (world.data("f"), world.data("g")) == (after, source)
    done(world.undo("a", edit))
    assert world.data("f") == before
    done(world.confirm("a", prepared))
    assert world.data("f") == after


@pytest.mark.parametrize(
    ("named", "to", "code"),
    [
        ("g:9", "f:0", "past_end"),
        ("g:2-9", "f:0", "past_end"),
        ("g:0", "f:0", "past_end"),
        ("../g", "f:0", "outside"),
        ("file:///etc/passwd", "f:0", "outside"),
        ("gone", "f:0", "no_such_file"),
        ("g", "f", "no_line"),
        ("g", "gone:0", "no_such_file"),
        ("wide", "latin:0", "unencodable"),
        ("bytes", "f:0", "would_be_binary"),
    ],
)
def test_text_that_is_not_to_be_had_or_does_not_fit_is_refused(
    ten: World, named: str, to: str, code: str
) -> None:
    ten.outside("g", b"x\ny\n")
    ten.outside("wide", wide("\u4e2d\n"))
    ten.outside("latin", b"caf\xe9\n")
    ten.outside("bytes", b"\0\xff")
    refused(put_file(ten, to, named), code)
    assert ten.data("f") == lines(*TEN)


def test_a_file_may_have_other_text_the_next_time(ten: World) -> None:
    ten.outside("g", b"x\n")
    done(put_file(ten, "f:0", "g"))
    ten.outside("g", b"y\n")
    done(put_file(ten, "f:0", "g"))
    assert ten.data("f") == lines("y", "x", *TEN)


# --- text that was sent ---------------------------------------------------------------------------


def test_a_comment_in_kept_text_that_goes_on_is_told_where_it_is_put(ten: World) -> None:
    ten.outside("f.js", b"a\n")
    call = Insert(b"f.js:99", r"// note\nlet x = 1;")
    chip = refused(ten.ask("a", call), "past_end").chip
    reply = done(put(ten, "f.js:1", chip))
    assert codes(reply) == ["comment_swallows"]
    done(ten.confirm("a", reply.seq))
    assert ten.text("f.js") == "a\n// note\nlet x = 1;\n"


def test_the_call_that_makes_the_file_first_does_so_and_the_chip_goes_in(ten: World) -> None:
    chip = done(ten.delete("a", "f:3")).chips[0]
    advised = refused(put(ten, "gone:0", chip), "no_such_file").next[-1]
    request = parse(advised.tool, msgspec.json.encode(advised.arguments)).request
    done(ten.ask("a", request))
    done(put(ten, "gone:0", chip))
    assert ten.text("gone") == "line 3\n"


@pytest.mark.parametrize(
    ("tool", "about"), [("", ""), ("be-write", " from be-write"), ("be-frob", " from be-frob")]
)
def test_a_header_names_a_call_as_far_as_it_has_a_name(ten: World, tool: str, about: str) -> None:
    chip = unread(ten, b"{", tool, "bad_line")
    done(put(ten, "f:0", chip, form="args"))
    assert ten.text("f").split("\n")[0] == f"# Chip {chip}{about}, refused: bad line"
