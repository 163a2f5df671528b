"""``python -m pitboss`` is the ``pitboss`` command."""

import sys

try:
    from pitboss.cli.main import run

    run()
except KeyboardInterrupt:  # also while the packages are still being imported
    print("pitboss: interrupted", file=sys.stderr)
    sys.exit(130)
