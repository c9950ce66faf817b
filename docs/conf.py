"""How the site is built: Markdown pages, and the docstrings of the code as Markdown too."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.utils import new_document
from myst_parser.parsers.sphinx_ import MystParser
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

project = PROJECT["name"]
release = version = PROJECT["version"]
author = "baccarat-env contributors"
copyright = author  # noqa: A001 (Sphinx's name)

toc_object_entries = False
extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_maximum_signature_line_length = 88
strip_signature_backslash = True

html_theme = "furo"
html_title = f"{project} {release}"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_extra_path = ["report.html"]
html_show_sourcelink = False
html_copy_source = False
html_show_copyright = False

DOCSTRING = re.compile(r"<!-- docstring: ([\w.]+):(\w+) -->")
API = re.compile(r"<!-- api: ([\w. ]+) -->")


class Docstring(SphinxDirective):
    """A docstring, which is Markdown, inside what autodoc writes."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Parse it with the parser of the pages."""
        document = new_document(self.env.doc2path(self.env.docname), self.state.document.settings)
        MystParser().parse("\n".join(self.content), document)
        return document.children


def as_markdown(docstring: str) -> str:
    """Fence examples and indented code, which Markdown would read as quotes."""
    fenced = re.sub(r"(?m)^>>> .*(?:\n.+)*", r"```pycon\n\g<0>\n```", docstring)
    return re.sub(
        r"(?m)(?<=\n\n)((?: {4}.*\n)(?:(?: {4}.*)?\n)*?)(?=\S|\Z)",
        lambda found: f"```text\n{inspect.cleandoc(found[1])}\n```\n\n",
        fenced + "\n",
    )


def fill_page(app: Sphinx, name: str, source: list[str]) -> None:  # noqa: ARG001
    """Put docstrings, and the modules of the API, where a page asks for them."""

    def docstring(found: re.Match[str]) -> str:
        thing = getattr(importlib.import_module(found[1]), found[2])
        text = inspect.getdoc(thing) or ""
        return as_markdown(text.partition("\n\n")[2])

    def api(found: re.Match[str]) -> str:
        return "\n\n".join(section(name) for asked in found[1].split() for name in modules(asked))

    source[0] = API.sub(api, DOCSTRING.sub(docstring, source[0]))


def modules(package: str) -> Iterator[str]:
    """Name a module, or the modules of a package, that list what they offer."""
    module = importlib.import_module(package)
    if not hasattr(module, "__path__"):
        yield package
        return
    for found in pkgutil.iter_modules(module.__path__, f"{package}."):
        if not found.ispkg and hasattr(importlib.import_module(found.name), "__all__"):
            yield found.name


def section(module: str) -> str:
    """Write the part of a page that documents a module."""
    return (
        f"## `{module}`\n\n```{{eval-rst}}\n.. automodule:: {module}\n   :members:\n"
        "   :show-inheritance:\n```"
    )


def wrap(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:  # noqa: ARG001
    """Hand a docstring to the Markdown parser; its headings become bold lines."""
    text = re.sub(r"(?m)^## (.*)$", r"**\1**\n", as_markdown("\n".join(lines)))
    lines[:] = [".. docstring::", "", *(f"   {line}" for line in text.splitlines()), ""]


def setup(app: Sphinx) -> None:
    """Tell Sphinx of the two."""
    app.add_directive("docstring", Docstring)
    app.connect("source-read", fill_page)
    app.connect("autodoc-process-docstring", wrap)
