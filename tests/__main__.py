"""The real command line with a slow question in place of the others: python -m tests run slow."""

import sys

if __name__ == "__main__":
    from experiments.__main__ import main
    from tests.slow import install

    install()
    sys.exit(main())
