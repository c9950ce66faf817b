"""Write the sha256 of every pinned file for this platform: .ci/lock.py REPORT > .ci/locked.txt.

REPORT is what pip resolved, in an empty environment:

    python -m pip install --dry-run --ignore-installed --report REPORT -c constraints.txt \
        ".[sb3,lab,cluster,docs,dev]"

torch is left out: its builds (CPU, CUDA) bear one version and different files.
"""

import json
import platform
import sys
from pathlib import Path

LEFT_OUT = {"baccarat-env", "torch"}

report = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
python = f"Python {sys.version_info.major}.{sys.version_info.minor}"
print(
    f"# For {platform.system()} {platform.machine()}, {python}. Written by .ci/lock.py; to use it:"
)
print("# python -m pip install --no-deps --require-hashes -r .ci/locked.txt")
rows = []
for found in report["install"]:
    name, version = found["metadata"]["name"], found["metadata"]["version"]
    if name.lower() not in LEFT_OUT:
        digest = found["download_info"]["archive_info"]["hashes"]["sha256"]
        rows.append(f"{name}=={version} --hash=sha256:{digest}")
print("\n".join(sorted(rows, key=str.lower)))
