"""Starts the program `hexmate`."""

import signal
import sys

from hexmate._hexmate import run_program


def main() -> None:
    """Runs the program with the arguments of this process and exits with its status."""
        # The program handles Ctrl-C itself.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(run_program(["hexmate", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
