"""The program `hexmate`: knows how it is started, nothing of what it does."""

import signal
import sys

from hexmate._hexmate import run_program


def main() -> None:
    """Runs the program with the arguments of this process, and ends the process."""
    # The program answers Ctrl-C itself, as it does without Python.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(run_program(["hexmate", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
