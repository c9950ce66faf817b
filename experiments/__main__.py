"""The command line: `python -m experiments` asks every question and writes one report."""

from __future__ import annotations

# isort: split
from experiments.work import interrupts

if __name__ == "__main__":
    interrupts.begin()

# isort: split
import os
import sys
from importlib.util import find_spec

from baccarat_env.install import to_install

if __name__ == "__main__" and find_spec("tyro") is None:
    sys.exit(to_install("tyro", "sb3", "lab"))

# isort: split
from collections.abc import Sequence

import tyro

from agents.agent import AgentError
from experiments import RequestError
from experiments.commands import commands
from experiments.page.encodings import readable_streams
from experiments.page.terminal import letters_only, say

PROGRAM = "python -m experiments"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help")):
        words = ["run", *words]
    readable_streams()
    try:
        with letters_only(words):
            tyro.extras.subcommand_cli_from_dict(
                commands(),
                prog=PROGRAM,
                description=__doc__,
                args=words,
                config=(tyro.conf.FlagCreatePairsOff,),
            )
    except (RequestError, AgentError) as problem:
        return _say(str(problem), 2)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has left
        return 0
    except OSError as problem:
        return _say(f"{problem.filename or 'a file'}: {problem.strerror or problem}", 1)
    except interrupts.LostWorkersError as problem:
        return _say(_ended(str(problem), problem), 1)
    except KeyboardInterrupt as stop:
        return _say(_ended("stopped", stop), 130)
    except Exception as problem:
        if not interrupts.stopped():
            raise
        return _say(_ended("stopped", problem), 130)
    return 0


def _ended(sentence: str, end: BaseException) -> str:
    """Say what is kept of a command that ended too early."""
    return f"{sentence}: {getattr(end, '__notes__', [interrupts.FROM_THE_START])[0]}"


def _say(sentence: str, code: int) -> int:
    say(sentence)
    return code


if __name__ == "__main__":
    interrupts.leave(main())
