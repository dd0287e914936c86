"""The command that prints a script with which a shell completes all the others."""

import click

from .options import examples

SHELLS = ("bash", "zsh", "fish")
NAME = "editjournal"
VARIABLE = "_EDITJOURNAL_COMPLETE"
"""With this set, `editjournal` answers the script instead of running."""


@click.command(
    epilog=examples(
        "editjournal completion bash >> ~/.bashrc",
        "editjournal completion zsh >> ~/.zshrc",
        "editjournal completion fish > ~/.config/fish/completions/editjournal.fish",
    )
)
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script with which a shell completes this."""
    from click.shell_completion import get_completion_class  # noqa: PLC0415 - only here

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(ctx.find_root().command, {}, NAME, VARIABLE).source())
