"""The process that parses: `python -m editjournal.daemon.parsing.worker`.

It reads tasks from its standard input and writes answers to its standard output, until the input
ends. It ends with the daemon, whichever way that ends and whatever it is doing itself: a parser of
another language cannot be interrupted, so that the kernel is asked to see to it.

Only this process loads the grammars, a library of 45 MB.
"""

import contextlib
import ctypes
import os
import resource
import signal
from pathlib import Path
from typing import BinaryIO

from msgspec import msgpack

from ...schemas.structure import Balance, Outline
from ..core.structure import outlining
from .tasks import LENGTH, Answer, Task, framed

ADDRESS_BYTES_MAX = 4 << 30
"""A text that asks for more ends this process, and no other of the machine."""
OOM_SCORE = "500"
"""Where memory is short, the kernel is to end this process before others of the user."""
_PR_SET_PDEATHSIG = 1
_TASK = msgpack.Decoder(Task)


def main() -> None:
    _give_way()
    with os.fdopen(0, "rb", closefd=False) as tasks, _own_output() as answers:
        _send(answers, Answer())
        while (task := _next(tasks)) is not None:
            _send(answers, answer_of(task))


def answer_of(task: Task) -> Answer:
    """Return what comes of a task; an error is one of its answers."""
    try:
        return Answer(msgpack.encode(result_of(task)))
    except BaseException as error:  # noqa: BLE001 - a panic of the library is no Exception
        return Answer(error=type(error).__qualname__)


def result_of(task: Task) -> Outline | Balance:
    text = task.text.decode("utf-8", "surrogatepass")
    if task.what == "outline":
        return outlining.outline(text, task.name)
    return outlining.balance(text, task.name, verbose=task.what == "pairs")


def _next(tasks: BinaryIO) -> Task | None:
    """Return the next task, or None where the daemon sends no more."""
    head = tasks.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    size_bytes = LENGTH.unpack(head)[0]
    body = tasks.read(size_bytes)
    return _TASK.decode(body) if len(body) == size_bytes else None


def _send(answers: BinaryIO, answer: Answer) -> None:
    answers.write(framed(answer))
    answers.flush()


def _own_output() -> BinaryIO:
    """Return the output for answers, and see that whatever a library prints gets lost."""
    answers = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(answers, "wb")


def _give_way() -> None:
    """End when the daemon ends and not before; take no more than a share; leave no core file."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # the daemon, too, answers its calls first
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    _limit(resource.RLIMIT_AS, ADDRESS_BYTES_MAX)
    _limit(resource.RLIMIT_CORE, 0)
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(OOM_SCORE)


def _limit(kind: int, most: int) -> None:
    soft, hard = resource.getrlimit(kind)
    if soft == resource.RLIM_INFINITY or soft > most:
        resource.setrlimit(kind, (most, hard))


if __name__ == "__main__":
    main()
