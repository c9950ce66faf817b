"""A result is signed by its sources; a commit is named only if it is the project's own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from experiments.work.provenance import ROOT, SOURCES, sources_hash, unlike
from experiments.work.run import command

ASK = "from experiments.work.provenance import provenance as p; print(p()['commit'], p()['dirty'])"


def git(folder: Path, *words: str) -> str:
    known = ["-c", "user.name=a", "-c", "user.email=a@b.c"]
    return subprocess.run(
        ["git", *known, *words], cwd=folder, check=True, capture_output=True, text=True
    ).stdout


@pytest.fixture(scope="module")
def copy(tmp_path_factory) -> Path:
    """The sources below a repository that is not theirs."""
    outer = tmp_path_factory.mktemp("outer")
    for package in SOURCES:
        shutil.copytree(ROOT / package, outer / "inner" / package)
    git(outer, "init", "-q")
    git(outer, "add", ".")
    git(outer, "commit", "-qm", "another")
    return outer / "inner"


def asked(folder: Path, **environment: str) -> str:
    """Ask a process that imports the project from a folder for its commit."""
    line = [sys.executable, "-c", ASK]
    told = subprocess.run(
        line, cwd=folder, env=os.environ | environment, capture_output=True, text=True, check=True
    )
    return told.stdout.strip()


def test_the_commit_of_another_repository_is_not_signed(copy):
    assert asked(copy) == "None False"
    assert asked(copy, GIT_DIR=str(copy.parent / ".git")) == "None False"


def test_the_projects_own_commit_is_signed_and_new_files_count_as_changes(copy, tmp_path):
    project = tmp_path / "clone"
    shutil.copytree(copy, project)
    git(project, "init", "-q")
    git(project, "add", ".")
    git(project, "commit", "-qm", "ours")
    commit = git(project, "rev-parse", "HEAD").strip()
    shutil.rmtree(project / "experiments/__pycache__", ignore_errors=True)
    (project / ".git/info/exclude").write_text("__pycache__\n")
    assert asked(project, GIT_DIR=str(copy.parent / ".git")).split()[0] == commit
    (project / "agents/new.py").touch()
    assert asked(project) == f"{commit} True"


def test_two_uncommitted_trees_are_never_the_same(copy):
    folders = [copy / package for package in SOURCES]
    seen = [sources_hash(folders)]
    (copy / "agents/other.py").write_text("a = 1\n")
    seen.append(sources_hash(folders))
    (copy / "agents/other.py").write_text("a = 2\n")
    seen.append(sources_hash(folders))
    (copy / "agents/other.py").unlink()
    assert len(set(seen)) == 3
    assert sources_hash(folders) == seen[0]


def test_the_same_sources_under_two_commits_are_the_same_code():
    one = {"sources": "a1", "commit": "1" * 40, "dirty": False, "versions": {}}
    assert unlike(one, one | {"commit": "2" * 40}) is None
    assert unlike(one, one | {"sources": "b2"}) == (
        "commit 1111111 (sources a1)",
        "commit 1111111 (sources b2)",
    )


def test_the_command_that_runs_it_again_names_the_whole_folder():
    assert command(["ruin"], "full", 3, Path("a/b c")).endswith("--seed 3 --out 'a/b c'")
    assert command(["ruin"], "quick", 1, Path("other/results")).endswith("--out other/results")
    assert "--out" not in command(["ruin"], "quick", 1, Path("results"))
