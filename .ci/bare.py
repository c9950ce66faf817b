"""Run the README's first example where nothing but the wheel is installed, and look at numbers."""

import importlib.util
import re
import sys
from pathlib import Path

readme = Path(sys.argv[1]).read_text(encoding="utf-8")
example = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)[0]
names: dict[str, object] = {}
exec(compile(example, "README.md", "exec"), names)

for missing in ("torch", "stable_baselines3", "matplotlib", "agents", "experiments", "pyarrow"):
    assert importlib.util.find_spec(missing) is None, f"{missing} is here: this is no bare install"

from baccarat_env import EZ_BACCARAT, odds, simulate  # noqa: E402

sequences = int(odds.combinations(EZ_BACCARAT.full_shoe).sum())
assert sequences == 4_998_398_275_503_360, "ordered six-card sequences of eight decks"
assert simulate.tally(EZ_BACCARAT, shoes=10, seed=1).sum() > 700
print("The wheel alone: the first example of the README runs, and the odds are exact.")
