"""Refusals of an undo, redo or restore that name every file of it, and what would help."""

from collections.abc import Iterable

import msgspec

from ...schemas.facts import Previewed, Refused
from ...schemas.replies import Call, Planned, Refusal, Who
from ...schemas.requests import Redo, Undo
from ...schemas.values import RelPath
from . import again, drafting, unsure
from .asking import Asked, RefusedError, refuse, shown_path
from .meant import Meant
from .selecting import TOOL
from .target import diff
from .undo import Flipped, Impossible, Plan

OWNERS_MAX = 10
"""Edits that a refusal names with whose they are; the others are counted."""
OUTSIDE = "outside editjournal"
CONFLICTS = ("conflict", "mode_conflict")
"""Where others changed what would go: lines, or the mode."""


def hindered(asked: Asked, found: Meant, plan: Plan) -> RefusedError:
    """Return the refusal of what cannot be done in some file."""
    first = plan.hindrances[0]
    values: dict[str, str | int] = {"edit": first.edit, "owners": named(first.who)}
    if first.edit in found.redoes:
        values["redo"] = 1
    if first.who and first.who[-1].session:
        values["newest"] = first.who[-1].seq
    if found.restores:
        values["restores"] = found.restores
    values |= first.there or {}
    if first.modes:
        values["mode"], values["back"] = map(_octal, first.modes)
    is_one = len(found.by_path) == 1
    refusal = Refusal(
        seq=asked.seq,
        code=f"undo_{first.code}",
        tool=TOOL,
        path=first.path,
        values=values,
        who=first.who[-1] if first.who else None,
        body=first.body if is_one else (),
        next=_ways_on(asked, found, first),
        now_ns=asked.now_ns,
        plan=() if is_one else planned(asked, found, plan),
    )
    return RefusedError(refusal, Refused(TOOL, refusal.code, first.path))


def without_leave(
    asked: Asked, found: Meant, steps: tuple[Flipped, ...], prepared: Previewed
) -> RefusedError:
    """Return the refusal of what takes away more than the session may; it is prepared."""
    is_forced = found.leave == "undo_forced"
    ones = tuple(sorted({*found.way, *found.others})) if is_forced else found.others
    owners = [asked.state.who(one) for one in ones]
    path = prepared.changes[0].path if len(prepared.changes) == 1 else b""
    values: dict[str, str | int] = {
        "edits": ", ".join(f"e{one}" for one in (*found.undoes, *found.redoes) if one not in ones),
        "owners": named(owners),
        "restores": found.restores,
    }
    error = refuse(asked, TOOL, found.leave, path=path, values=values)
    plan = planned(asked, found, Plan(steps), of=frozenset(ones))
    refusal = msgspec.structs.replace(
        error.refusal,
        warnings=unsure.said(asked, found),
        who=owners[-1],
        body=plan[0].body if len(plan) == 1 else (),
        plan=plan,
        prepared=True,
        next=(drafting.confirm_call(asked, "all the same"),),
    )
    fact = msgspec.structs.replace(
        error.fact,
        prepared=prepared.changes,
        undoes=prepared.undoes,
        redoes=prepared.redoes,
        restores=prepared.restores,
    )
    return RefusedError(refusal, fact)


def named(owners: Iterable[Who]) -> str:
    """Return who made some changes, with their numbers."""
    names = [f"{who.name or OUTSIDE} (e{who.seq})" for who in owners]
    more = len(names) - OWNERS_MAX
    return ", ".join(names[:OWNERS_MAX]) + (f" (+{more})" if more > 0 else "")


def _octal(mode: int) -> str:
    """Return a mode as chmod takes it; empty: there is no file."""
    return f"{mode:04o}" if mode >= 0 else ""


def planned(
    asked: Asked, found: Meant, plan: Plan, of: frozenset[int] = frozenset()
) -> tuple[Planned, ...]:
    """Return what it comes to in each file; where what these edits did goes, with a diff."""
    of_path: dict[bytes, Planned] = {}
    for one in plan.hindrances:
        is_conflict = one.code in CONFLICTS
        of_path[one.path] = Planned(
            one.path,
            "conflict" if is_conflict else "impossible",
            "" if one.code == "conflict" else one.code,
            one.edit,
            one.who,
            one.body,
            one.modes,
        )
    for step in plan.steps:
        path = step.change.path
        going = asked.state.edits.going(RelPath(path), found.by_path[RelPath(path)])
        theirs = sorted(going & of)
        of_path[path] = Planned(
            path,
            "restored" if step.effect else "unchanged",
            who=tuple(asked.state.who(one) for one in theirs),
            body=diff(step.before, step.before.data, step.after.data, 1) if theirs else (),
        )
    so = (Planned(path, "unchanged") for path in found.so)
    return (*(of_path[path] for path in found.by_path), *so)


def _is_link(first: Impossible) -> bool:
    return (first.there or {}).get("there") == "link"


def _ways_on(asked: Asked, found: Meant, first: Impossible) -> tuple[Call, ...]:
    """Return the calls that help.

    Of a conflict: undoing one's own later edit first, or a look at what the same call comes to with
    those in the way taken back, too; else a look at the file.
    """
    request = found.request or _of_prepared(asked, found)
    newer, force = (again.call(asked, request, resolve) for resolve in ("newer", "force"))
    if first.code == "missing_folder" or (first.code == "not_a_file" and not _is_link(first)):
        return ()  # a read would be refused, too
    if newer is None or force is None or first.code not in CONFLICTS or found.way:
        return (Call("be-read", {"file": shown_path(first.path)}),)
    if first.who and first.who[-1].session == asked.session:
        own = Call(TOOL, {"action": "undo", "event_id": f"e{first.who[-1].seq}"}, "first")
        return (own, newer)
    return (newer, force)


def _of_prepared(asked: Asked, found: Meant) -> Undo | Redo | None:
    """Return the request that means what was prepared; None: there is no simple one."""
    seqs = (*found.undoes, *found.redoes)
    edit = asked.state.edits.by_seq[seqs[0]] if len(seqs) == 1 and not found.restores else None
    if edit is None or edit.is_outside:
        return None
    flip = Undo if found.undoes else Redo
    return flip(edit.seq, session=0 if edit.session == asked.session else edit.session)
