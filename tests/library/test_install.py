"""Where a library is missing, the command to type never names what others may own."""

import re
from importlib import metadata

import pytest

from baccarat_env import install
from baccarat_env.install import to_install
from tests import ROOT


def test_a_clone_names_its_own_command():
    assert to_install("matplotlib", "render") == (
        "matplotlib is not installed: run "
        f"`pip install -c constraints.txt -e '.[render]'` in {ROOT}"
    )


def test_an_installed_wheel_names_the_packages_of_the_extra(monkeypatch, tmp_path):
    monkeypatch.setattr(install, "__file__", str(tmp_path / "baccarat_env" / "install.py"))
    lines = ["numpy>=2", 'matplotlib>=3.9; extra == "render"', 'rich>=13; extra == "lab"']
    monkeypatch.setattr(metadata, "requires", lambda name: lines)
    assert to_install("matplotlib", "render") == (
        "matplotlib is not installed: run `pip install 'matplotlib>=3.9'`"
    )


def test_a_copy_without_either_says_where_to_type_it(monkeypatch, tmp_path):
    monkeypatch.setattr(install, "__file__", str(tmp_path / "baccarat_env" / "install.py"))

    def unknown(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", unknown)
    told = to_install("rich", "sb3", "lab")
    assert told.endswith("`pip install -c constraints.txt -e '.[sb3,lab]'` in the project's folder")


@pytest.mark.parametrize("package", ["baccarat_env", "agents", "experiments"])
def test_no_other_place_writes_such_a_command(package):
    written = {
        place.name
        for place in (ROOT / package).rglob("*.py")
        if re.search(r"pip3? install", place.read_text(encoding="utf-8"))
    }
    assert written <= {"install.py"}
