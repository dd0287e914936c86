"""The writer: one thread that appends to the log, and syncs once for all who wait."""

import concurrent.futures
import queue
import threading
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from ..core.frames import Record
from .blobs import FRAME_BYTES_MAX, INLINE_BYTES_MAX
from .segments import Log

Done = Callable[[BaseException | None], None]
"""Told once: None, or what went wrong. Must not raise."""


class _Submit(Struct, frozen=True):
    records: tuple[Record, ...]
    sync: bool
    staged: tuple[concurrent.futures.Future[Any], ...]
    done: Done
    content_bytes: int


def _call(outcome: Callable[[], None]) -> None:
    outcome()


class Writer:
    """Group commit: what is queued while the disk is busy becomes one frame, with one sync."""

    def __init__(self, log: Log, deliver: Callable[[Callable[[], None]], object] = _call) -> None:
        """`deliver` is called by the writer's thread, once a frame, to run what tells its submits.

        It is `loop.call_soon_threadsafe` where they belong to an event loop.
        """
        self._log = log
        self._deliver = deliver
        self._next_seq = log.last_seq + 1
        self._error: BaseException | None = None
        self._queue: queue.SimpleQueue[_Submit | threading.Event | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="log-writer", daemon=True)
        self._thread.start()

    def submit(
        self,
        records: Sequence[Record],
        *,
        sync: bool,
        staged: Sequence[concurrent.futures.Future[Any]] = (),
        done: Done,
    ) -> None:
        """Queue the records of one decision: they will be in one frame, with `done` called after.

        With `sync`, `done` is called once they and all before them are durable, else once they are
        written; without records, once that holds for what came before. The frame is written when
        all of `staged` are done, whether they failed or not. After a failure every later submit
        fails with the same error. One thread submits, and its seqs go on without gaps.
        """
        if self._error is None:
            for record in records:
                assert record.entry.seq == self._next_seq, "seqs go on without gaps"
                self._next_seq += 1
        content_bytes = sum(map(_inline_bytes, records))
        self._queue.put(_Submit(tuple(records), sync, tuple(staged), done, content_bytes))

    def barrier(self) -> None:
        """Wait until all that was submitted is written and delivered."""
        reached = threading.Event()
        self._queue.put(reached)
        reached.wait()

    def close(self) -> None:
        """Write all that was submitted and end the thread. Nothing may be submitted after."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        open_ = True
        while open_:
            batch: list[_Submit] = []
            reached: list[threading.Event] = []
            for item in self._take():
                if isinstance(item, _Submit):
                    batch.append(item)
                elif item is not None:
                    reached.append(item)
                else:
                    open_ = False
            for frame in _split(batch):
                self._commit(frame)
            for event in reached:
                event.set()

    def _take(self) -> list[_Submit | threading.Event | None]:
        """Wait for something, then take all there is."""
        taken = [self._queue.get()]
        while True:
            try:
                taken.append(self._queue.get_nowait())
            except queue.Empty:
                return taken

    def _commit(self, frame: list[_Submit]) -> None:
        concurrent.futures.wait([future for submit in frame for future in submit.staged])
        if self._error is None:
            try:
                self._write(frame)
            except Exception as error:  # noqa: BLE001 - whatever it is, those who wait are told
                self._error = error
        error = self._error

        def tell() -> None:
            for submit in frame:
                submit.done(error)

        self._deliver(tell)

    def _write(self, frame: list[_Submit]) -> None:
        records = [record for submit in frame for record in submit.records]
        sync = any(submit.sync for submit in frame)
        if records:
            self._log.append(records, sync=sync)
        elif sync:
            self._log.sync()


def _inline_bytes(record: Record) -> int:
    """Count what a record's contents will take of a frame at most."""
    sizes = map(len, record.attachments)
    return sum(size for size in sizes if size <= INLINE_BYTES_MAX)


def _split(batch: list[_Submit]) -> list[list[_Submit]]:
    """Divide a batch into frames of bounded size; one submit always stays in one."""
    frames: list[list[_Submit]] = []
    frame_bytes = 0
    for submit in batch:
        frame_bytes += submit.content_bytes
        if not frames or frame_bytes > FRAME_BYTES_MAX:
            frames.append([])
            frame_bytes = submit.content_bytes
        frames[-1].append(submit)
    return frames
