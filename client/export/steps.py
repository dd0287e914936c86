"""What a step of a session's trail did to files, for all forms in which it is given out."""

from ...schemas.replies import Step, TrailFile
from .file_diff import Held


def changed(step: Step) -> tuple[TrailFile, ...]:
    """Return the files that a step changed on the disk; none where it only looked, or failed."""
    item = step.item
    if item.kind not in ("Edited", "ChangedOutside") or not item.applied:
        return ()
    return step.files


def before(file: TrailFile) -> Held | None:
    return None if file.before is None else Held(file.old, file.before.mode)


def after(file: TrailFile) -> Held | None:
    return None if file.after is None else Held(file.new, file.after.mode)


def is_kept(file: TrailFile) -> bool:
    """Tell whether all bytes are there that its step needs to be made again or taken back."""
    return file.is_old_kept and file.is_new_kept
