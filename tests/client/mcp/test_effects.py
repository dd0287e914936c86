"""Which calls may have changed something where no reply came."""

import pytest

from editjournal.client.mcp import arguments, server


@pytest.mark.parametrize(
    ("name", "given", "may_change"),
    [
        ("be-read", '{"file": "a.py"}', False),
        ("be-chips", "{}", False),
        ("be-chips", '{"id": "chip://a3f7b2"}', False),
        ("be-insert-chip", "{}", False),
        ("be-trx", '{"action": "status"}', False),
        ("be-read", '{"file": "a.py",}', False),
        ("be-replace", '{"file": "a.py:1", "content": "x",}', False),
        ("be-replace", "x", False),
        ("be-write", '{"file": "a.py", "content": "x",}', True),
        ("be-write", '{"file": "a.py", "content": "x"}', True),
        ("be-insert-chip", '{"from": "chip://a3f7b2", "to": "a.py:1"}', True),
        ("be-confirm", '{"event_id": "p7"}', True),
        ("be-trx", '{"action": "undo", "event_id": "e7"}', True),
    ],
)
def test_only_what_changes_files_or_edits_may_have_changed_something(
    name: str, given: str, may_change: bool
) -> None:
    request = arguments.parse(name, given.encode()).request
    assert server.may_change(request) is may_change
