"""The file list is the table of contents: imports only point back along it."""

from __future__ import annotations

import ast
import graphlib
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT

WALK = (
    "checks",
    "batches",
    "install",
    "compiled",
    "names",
    "rules",
    "bet",
    "offer",
    "hand_bets",
    "coup_bets",
    "catalogue",
    "game_names",
    "game",
    "dealer",
    "coup",
    "shoe",
    "seeds",
    "spans",
    "lanes",
    "enumeration",
    "odds",
    "growth",
    "pairs",
    "simulate",
    "revealed",
    "roads",
    "house",
    "bettor",
    "table",
    "view",
    "render",
    "canvas",
    "picture_roads",
    "picture",
    "terms",
    "actions",
    "oracle",
    "arguments",
    "restore",
    "outcome",
    "tables",
    "env",
    "vector_env",
    "ceilings",
    "policy",
    "result",
    "scoring",
    "sb3",
)
"""The library in reading order; a new file takes its place here."""

LAYERS = ("baccarat_env", "agents", "experiments")
TORCH = {"torch", "stable_baselines3", "sb3_contrib"}
TORCH_STAYS_IN = {
    "baccarat_env/sb3.py",
    *(
        f"agents/trained/{name}.py"
        for name in ("algorithms", "all_bets", "deep", "nets", "tensors")
    ),
}

SOURCES = sorted(
    path for layer in LAYERS for path in (ROOT / layer).rglob("*.py") if path.is_file()
)


def _label(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {_module(path): path for path in SOURCES}


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def _statements(node: ast.AST, inside_functions: bool = True):
    """Import statements below a node, those for the type checker left out."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child
        elif _is_for_types(child):
            continue
        elif inside_functions or not isinstance(child, ast.FunctionDef):
            yield from _statements(child, inside_functions)


def imported(path: Path, inside_functions: bool = True) -> set[str]:
    """Dotted names of the modules a file imports."""
    names = set()
    for node in _statements(ast.parse(path.read_text()), inside_functions):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
            continue
        assert node.level == 0, f"{_label(path)} imports relatively: write the full name"
        for alias in node.names:
            whole = f"{node.module}.{alias.name}"
            names.add(whole if whole in MODULES else str(node.module))
    return names


def _places(path: Path) -> set[str]:
    """Files of the library that a file of the library imports."""
    return {
        name.removeprefix("baccarat_env.")
        for name in imported(path)
        if name.startswith("baccarat_env.")
    }


# --- The walk ---------------------------------------------------------------------------

LIBRARY = [path for path in SOURCES if path.parent.name == "baccarat_env"]


@pytest.mark.parametrize("path", LIBRARY, ids=_label)
def test_imports_of_the_library_point_back_along_the_walk(path):
    if path.stem == "__init__":
        return
    assert path.stem in WALK, f"{path.name} has no place on the walk: give it one in {__file__}"
    ahead = {place for place in _places(path) if WALK.index(place) >= WALK.index(path.stem)}
    assert not ahead


@pytest.mark.parametrize("path", LIBRARY, ids=_label)
def test_no_file_of_the_library_imports_the_package_that_gathers_them(path):
    if path.stem != "__init__":
        assert "baccarat_env" not in imported(path)


@pytest.mark.parametrize("path", SOURCES, ids=_label)
def test_imports_point_back_from_layer_to_layer(path):
    layer = _label(path).split("/")[0]
    later = LAYERS[LAYERS.index(layer) + 1 :]
    assert not {name for name in imported(path) if name.split(".")[0] in later}


@pytest.mark.parametrize("layer", LAYERS)
def test_no_two_files_import_each_other(layer):
    """Gathering packages aside, and imports a function makes when it is called."""
    graph = {
        module: {name for name in imported(path, inside_functions=False) if name in MODULES}
        for module, path in MODULES.items()
        if module.startswith(layer) and path.stem != "__init__"
    }
    order = list(graphlib.TopologicalSorter(graph).static_order())
    assert set(graph) <= set(order)


def test_the_first_files_of_the_walk_are_there():
    assert {path.stem for path in LIBRARY} >= set(WALK[:6])


# --- Heavy libraries stay home ----------------------------------------------------------


@pytest.mark.parametrize("path", SOURCES, ids=_label)
def test_torch_stays_home(path):
    """An experiment may time it, and imports it when it does."""
    everywhere = not _label(path).startswith("experiments/")
    names = imported(path, inside_functions=everywhere)
    heavy = {name for name in names if name.split(".")[0] in TORCH}
    assert not heavy or _label(path) in TORCH_STAYS_IN


@pytest.mark.parametrize("path", LIBRARY, ids=_label)
def test_the_library_needs_no_laboratory(path):
    lab = {"scipy", "rich", "tyro", "jinja2", "pyarrow", "safetensors", "distributed", "pandas"}
    assert not {name for name in imported(path) if name.split(".")[0] in lab}


@pytest.mark.parametrize("path", LIBRARY, ids=_label)
def test_the_library_imports_matplotlib_only_to_draw(path):
    top = imported(path, inside_functions=False)
    assert not {name for name in top if name.split(".")[0] == "matplotlib"}


def test_importing_the_library_imports_nothing_heavy():
    heavy = sorted(TORCH | {"matplotlib", "pandas", "agents", "experiments"})
    asked = f"import sys, baccarat_env; print([m for m in {heavy} if m in sys.modules])"
    told = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == "[]"


def test_importing_the_library_compiles_nothing():
    asked = (
        "from numba.core import event\n"
        "with event.install_recorder('numba:compile') as compiled:\n"
        "    import baccarat_env\n"
        "print(len(compiled.buffer))"
    )
    told = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == "0"


# --- One door for chance ----------------------------------------------------------------


@pytest.mark.parametrize("path", LIBRARY, ids=_label)
def test_chance_enters_the_library_by_one_door(path):
    """Seeds may be spread by numpy's SeedSequence; nothing but the dealer's stream draws."""
    drawn = {
        ast.unparse(node)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "np.random"
    }
    assert drawn <= {"np.random.SeedSequence"}
    assert "random" not in {name.split(".")[0] for name in imported(path)}


# --- Public names -----------------------------------------------------------------------


def _public(module: str) -> bool:
    return not module.rsplit(".", 1)[-1].startswith("_") and module.startswith("baccarat_env")


@pytest.mark.parametrize("module", sorted(filter(_public, MODULES)))
def test_every_public_name_is_there_once(module):
    if module == "baccarat_env.sb3":
        pytest.importorskip("stable_baselines3")
    names = getattr(importlib.import_module(module), "__all__", [])
    assert len(set(names)) == len(names)
    for name in names:
        assert hasattr(importlib.import_module(module), name)


def test_the_public_names_of_the_design_are_there():
    import baccarat_env
    from baccarat_env import odds, simulate

    tables = {"MINI_BACCARAT", "EZ_BACCARAT", "MINI_BACCARAT_PASSED_SHOE"}
    assert tables | {"EZ_BACCARAT_DRAGON_ONLY", "Bet", "Game"} <= set(baccarat_env.__all__)
    assert set(odds.__all__) >= {
        "combinations",
        "covariance",
        "endings",
        "expected_value",
        "removed_card",
        "variance",
    }
    assert set(simulate.__all__) >= {"tally", "deal"}


QUESTIONS = ROOT / "experiments" / "questions"


@pytest.mark.parametrize(
    "question", sorted(path.parent.name for path in QUESTIONS.glob("*/__init__.py"))
)
def test_a_question_is_a_folder_of_the_same_files_that_imports_no_other(question):
    folder = QUESTIONS / question
    for name in ("work.py", "findings.py", "words.jinja", "figures.py", "tables.py"):
        assert (folder / name).exists(), name
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
                "experiments.questions"
            ):
                assert node.module.split(".")[2:3] == [question], (
                    f"{path.name} imports {node.module}"
                )


@pytest.mark.parametrize(
    "question", sorted(path.parent.name for path in QUESTIONS.glob("*/__init__.py"))
)
def test_no_file_of_a_question_hides_what_it_opens_with(question):
    """An imported file becomes an attribute of its folder."""
    folder = QUESTIONS / question
    tree = ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))
    named = {alias.asname or alias.name for node in _statements(tree) for alias in node.names}
    assert not named & {path.stem for path in folder.glob("*.py")}


COMMANDS = ROOT / "experiments" / "commands"
SHOWS_THE_SCREEN_OF = {"pictures": "play"}


@pytest.mark.parametrize("path", sorted(COMMANDS.rglob("*.py")), ids=_label)
def test_a_command_imports_no_other(path):
    own = path.relative_to(COMMANDS).parts[0].removesuffix(".py")
    others = {
        name.split(".")[2] for name in imported(path) if name.startswith("experiments.commands.")
    }
    assert others <= {own, SHOWS_THE_SCREEN_OF.get(own)}
