"""The real command line with a slow question in place of the others: python -m tests run slow."""

if __name__ == "__main__":
    from experiments.work import interrupts

    interrupts.begin()
    from experiments.__main__ import main
    from tests.support.slow import install

    install()
    interrupts.leave(main())
