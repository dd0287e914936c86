"""What a stat says against what was proven."""

import pytest

from editjournal.daemon.core.effects import Noted
from editjournal.daemon.watching.proofs import Proof, Proofs, Verdict, proof_of
from editjournal.schemas.values import RelPath

A, B = RelPath(b"a"), RelPath(b"b")
OLD, NEW = (7, 1000, 1000, 5), (7, 2000, 2000, 5)


@pytest.fixture
def proofs() -> Proofs:
    made = Proofs()
    made.prove(A, Proof(OLD))
    return made


def test_a_proof_is_what_was_noted() -> None:
    noted = Noted(inode=7, mtime_ns=1, ctime_ns=2, size_bytes=3, fresh=True)
    assert proof_of(noted) == Proof((7, 1, 2, 3), is_fresh=True)
    assert proof_of(None) == Proof(None)


def test_a_file_as_it_was_proven_is_the_same(proofs: Proofs) -> None:
    assert proofs.after_event(A, OLD) is Verdict.SAME
    assert proofs.on_sweep(A, OLD) is Verdict.SAME


@pytest.mark.parametrize("field", range(4))
def test_any_difference_is_a_change(proofs: Proofs, field: int) -> None:
    stamp = [*OLD]
    stamp[field] += 1
    found = (stamp[0], stamp[1], stamp[2], stamp[3])
    assert proofs.after_event(A, found) is Verdict.CHANGED
    assert proofs.on_sweep(A, found) is Verdict.CHANGED


def test_a_file_that_is_gone_has_changed_and_one_that_stayed_away_has_not(proofs: Proofs) -> None:
    assert proofs.after_event(A, None) is Verdict.CHANGED
    proofs.prove(A, Proof(None))
    assert proofs.after_event(A, None) is Verdict.SAME
    assert proofs.after_event(A, OLD) is Verdict.CHANGED


def test_without_a_proof_a_file_counts_as_changed(proofs: Proofs) -> None:
    assert proofs.after_event(B, None) is Verdict.CHANGED
    assert proofs.on_sweep(B, None) is Verdict.CHANGED


def test_a_fresh_proof_is_doubted_once_and_then_the_file_is_looked_at(proofs: Proofs) -> None:
    proofs.prove(A, Proof(OLD, is_fresh=True))
    assert proofs.after_event(A, OLD) is Verdict.UNSURE
    assert proofs.after_event(A, OLD) is Verdict.CHANGED


def test_a_later_proof_settles_the_doubt(proofs: Proofs) -> None:
    proofs.prove(A, Proof(OLD, is_fresh=True))
    proofs.after_event(A, OLD)
    proofs.prove(A, Proof(OLD))
    assert proofs.after_event(A, OLD) is Verdict.SAME


def test_each_fresh_proof_is_doubted_for_itself(proofs: Proofs) -> None:
    for stamp in (OLD, NEW):
        proofs.prove(A, Proof(stamp, is_fresh=True))
        assert proofs.after_event(A, stamp) is Verdict.UNSURE


def test_a_sweep_tells_a_change_once(proofs: Proofs) -> None:
    assert proofs.on_sweep(A, NEW) is Verdict.CHANGED
    proofs.tell(A, NEW)
    assert proofs.on_sweep(A, NEW) is Verdict.SAME
    assert proofs.on_sweep(A, None) is Verdict.CHANGED


def test_an_event_is_told_again_until_somebody_has_looked(proofs: Proofs) -> None:
    proofs.tell(A, NEW)
    assert proofs.after_event(A, NEW) is Verdict.CHANGED


def test_where_nothing_was_heard_what_the_sweep_told_is_not_told_again(proofs: Proofs) -> None:
    assert proofs.unheard(A, OLD) is Verdict.SAME
    assert proofs.unheard(A, NEW) is Verdict.CHANGED
    proofs.tell(A, NEW)
    assert proofs.unheard(A, NEW) is Verdict.SAME
    assert proofs.unheard(A, None) is Verdict.CHANGED
    proofs.prove(A, Proof(NEW, is_fresh=True))
    assert proofs.unheard(A, NEW) is Verdict.UNSURE
    assert proofs.unheard(A, NEW) is Verdict.CHANGED


def test_after_a_proof_the_same_stamp_can_be_told_again(proofs: Proofs) -> None:
    proofs.tell(A, NEW)
    proofs.prove(A, Proof(OLD))
    assert proofs.on_sweep(A, NEW) is Verdict.CHANGED


def test_nothing_proven_is_left_when_all_is_dropped(proofs: Proofs) -> None:
    proofs.tell(A, OLD)
    proofs.drop_all()
    assert proofs.after_event(A, OLD) is Verdict.CHANGED
    assert proofs.on_sweep(A, OLD) is Verdict.CHANGED
    assert len(proofs) == 0


def test_only_wanted_files_are_kept(proofs: Proofs) -> None:
    proofs.prove(B, Proof(NEW))
    proofs.keep({B})
    assert proofs.of(A) is None
    assert proofs.of(B) == Proof(NEW)
