"""The words of the command line: one command a file or folder."""
