"""BaccaratEnv: one table as a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, SupportsFloat

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from baccarat_env import picture, render
from baccarat_env.arguments import FixedArguments
from baccarat_env.game import Game
from baccarat_env.outcome import Outcome
from baccarat_env.tables import Tables
from baccarat_env.terms import Terms
from baccarat_env.view import View

__all__ = ["RENDER_MODES", "BaccaratEnv", "read_options"]

RENDER_MODES = ("ansi", "rgb_array", "human")

Observation = NDArray[np.float32]


class BaccaratEnv(FixedArguments, gym.Env[Observation, Any]):
    """One table of mini-baccarat or EZ Baccarat: place stakes, see the coup, until the cut card.

    ## Description
    The environment deals a shoe coup by coup. Before each coup the agent places whole
    chips on any of the game's bets, or sits out; then the coup is dealt by the rules and
    settled in exact integers. Bets do not move the cards, so a coup is a contextual
    bandit whose every arm is shown afterwards (`info["paid"]`), and γ = 0 is right unless
    a bankroll binds. Ids: `baccarat/Mini-v0`, `baccarat/EZ-v0`, `baccarat/Memory-v0` (EZ
    Baccarat with `information="cards"`: the composition must be remembered), and
    `baccarat/Game-v0` for a game of one's own. Not for wagering.

    ## Action Space
    | `actions=` | space | meaning |
    | --- | --- | --- |
    | `"combination"` | `MultiDiscrete([L] * B)` | a level for each bet: an index into `chips`, 0 is no bet |
    | `"single"` | `Discrete(1 + B (L - 1))` | 0 no bet, then bet by bet, level by level; without the 0 if `sit_out=False` |
    | `"continuous"` | `Box(-1, 1, (B,))` | stake = round(max(a, 0) × largest chip), halves to even |

    Every member of the space is legal in every state. With a bankroll, stakes are placed
    in the order of the bets while they fit and the rest are refused; `side_requires_main`
    refuses side bets without a stake on Player or Banker. `info["stakes"]` is what was
    placed, and every reward uses it. `action_masks()` and `info["action_mask"]` mark the
    levels that the bankroll covers, flat in Stable-Baselines3's order (none for
    `"continuous"`); `sample_mask()` gives the same for `action_space.sample(mask=...)`.

    ## Observation Space
    A `Box` of float32. With a bankroll one more entry, the last, holds
    bankroll / (bankroll + starting bankroll), from 0 to 1.

    | `information=` | index | meaning | min | max |
    | --- | --- | --- | --- | --- |
    | `"composition"` | 0–9 | 40 × (share of value 0–9 among the unseen cards less its share of a full shoe) | -10 | 10 |
    | | 10 | undealt cards / cards of a full shoe | 0 | 1 |
    | | 11 | 26 / max(unseen cards, 26) | 0 | 1 |
    | | 12 | 1 if the next coup is known to be the last | 0 | 1 |
    | `"count"` | 0 | running count of `tags`, in standard deviations of a half-dealt shoe | -10 | 10 |
    | | 1 | true count (running count a deck unseen), in the same sense | -10 | 10 |
    | | 2 | undealt cards / cards of a full shoe | 0 | 1 |
    | `"cards"` | 0–9 | cards of value 0–9 shown since the last observation: those of the coup; at the start of a shoe the exposed first card, if there is one | 0 | 6 |
    | | 10 | undealt cards / cards of a full shoe | 0 | 1 |
    | | 11 | 1 if no coup of the shoe was dealt yet: forget the shoe before | 0 | 1 |
    | `"results"` | 5 i + r | 1 if the result i coups ago was r: Player, Banker, Tie, Dragon 7, Panda 8 | 0 | 1 |
    | `"none"` | 0 | always 0 | 0 | 1 |

    Unseen cards are all that no one has seen, burned ones and those behind the cut card included.
    Where `decks` is a range, "a full shoe" is one of the most decks, so that a number means the
    same cards in every shoe; `"count"` is in standard deviations of that shoe too.
    A full shoe less all that `"cards"` has shown of it is the composition; so the best a player
    with a memory can do is what the exact player does with the composition in view.

    ## Starting State
    A full shoe, shuffled. With `burn` the first card is exposed and as many as its value
    (ten for a zero) are burned unseen. `reset(seed=s)` starts the shoes of a seed: shoe k
    is a pure function of (s, k), and each unseeded reset goes on to the next.

    ## Rewards
    | `reward=` | reward of a coup |
    | --- | --- |
    | `"sampled"` | net result in chips |
    | `"expected"` | Σ placed stake × its exact expected value given the unseen cards before the coup |
    | `"log"` | log of the bankroll after over before, an empty one counted as 1/10 000 chip; needs a bankroll of at least 10 000 chips, as the next does |
    | `"growth"` | the expected value of `"log"` over all endings, given the unseen cards before the coup; 0 without a stake |

    Times `reward_scale`. The bankroll always moves by the settled result.

    ## Episode End
    One episode is one shoe. It terminates after the last coup (see `cut`, `after_cut`) or
    when the bankroll is below the smallest chip that can stand alone; `max_coups` truncates it (a limit of one
    coup terminates: the episode is complete). Stepping on raises
    `gymnasium.error.ResetNeeded`.

    ## Information
    The same keys, types (int64 unless said) and shapes in every reset and step, always new
    arrays:
    `cards` (6,) codes of Player's three and Banker's three cards, -1 if not drawn;
    `ending` (400 before the first coup); `stakes` (B,) placed chips; `net` (B,) result of
    each stake and `paid` (B,) what each bet paid on a chip, in basis points (1/10 000
    chip); `unseen` (10,) composition; `undealt`; `shoe` index; `coups` dealt from
    it; `action_mask` (not for continuous actions); `bankroll` in basis points (with a
    bankroll); `expected_value` (B,) of a chip before the coup (float64, with expected rewards
    or `oracle`); `cut` and `decks` of the shoe, where they are drawn from a range.

    With `oracle=True` also float64 and in chips: `regret`, what the best stakes the table
    takes are expected to win more than those placed, whatever the bankroll, and since the
    shoe opened `total_expected`, the expected value of the stakes placed, and `total_regret`.
    All are zero where no coup was dealt. It costs the odds of every coup.

    ## Arguments
    | argument | default | meaning |
    | --- | --- | --- |
    | `game` | by id | `"mini"`, `"mini-passed"`, `"ez"`, `"ez-dragon"`, or a dictionary as `Game.to_dict` writes it |
    | `actions` | `"combination"` | see Action Space |
    | `information` | `"composition"` | see Observation Space |
    | `reward`, `reward_scale` | `"sampled"`, 1.0 | see Rewards |
    | `chips` | (0, 1) | levels of a stake in chips: 0, then rising |
    | `side_chips` | None | the same for side bets (Dragon 7, Panda 8), None: as `chips` |
    | `bankroll` | None | chips at the start of each episode; None: no limit, not observed |
    | `sit_out` | True | False: a bet every coup (`"single"` only) |
    | `side_requires_main` | False | refuse side bets without a stake on Player or Banker |
    | `max_coups` | None | truncate the episode after so many coups |
    | `max_episode_steps` | None | the same as Gymnasium's own limit: one coup truncates too, and so does a limit that falls on the last coup |
    | `history` | 20 | results observed |
    | `tags` | Dragon 7 count | ten numbers, for the point values 0 to 9 |
    | `oracle` | False | tell the exact expected values and the regret of every coup, see Information |
    | `shoes` | None | fixed shoes, lists of card codes in dealing order with the burned cards; shoe k is the k-th, over and over; in the native vector environment table n starts at the n-th. Gymnasium's "sync" and "async" make single tables, which all start at the first: give table n the list `[*shoes[n:], *shoes[:n]]` |
    | `decks`, `cut`, `burn`, `after_cut` | the game's | table procedure: 8, 14, True, 1 unless the game says otherwise |
    | | | `cut` and `decks` also take a range, as `cut=(14, 52)` or `decks=(6, 8)`: each shoe has its own, any of it equally likely, a pure function of its seed and index |
    | `render_mode` | None | `"ansi"`, `"rgb_array"` or `"human"` |

    A shoe given card by card may be the front of a shoe only: its missing cards count as
    unseen, and the cut card lies `cut` cards before its end. `reset(options={"shoe": [...]})`
    sets one for that episode.

    ## Vectorized environment
    `gym.make_vec("baccarat/EZ-v0", num_envs=1024)` makes `BaccaratVectorEnv`, the same
    tables side by side; `baccarat_env.sb3.as_vec_env` adapts it to Stable-Baselines3.

    ## Attributes
    Every argument can be read as an attribute and none can be set but `render_mode`: `bankroll`
    is what an episode begins with. The spec holds them as data that JSON takes.

    ## Version History
    * v0: initial version
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 (Gymnasium's)

    def __init__(
        self,
        game: Game | str | Mapping[str, Any] | None = None,
        *,
        render_mode: str | None = None,
        **terms: Any,
    ) -> None:
        self.render_mode = check_render_mode(render_mode)
        self.tables = Tables(Terms.read(game, terms), 1, scalar=True)
        self.action_space = self.terms.action_space()
        self.observation_space = self.terms.observation_space()  # type: ignore[assignment]
        self._row = np.ones(1, np.bool_)
        self._outcome = self.tables.nothing()
        self._over = True

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.terms.in_words}>"

    __str__ = __repr__

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Open the next shoe, or with a seed the first of that seed.

        `options={"shoe": [...]}` puts a shoe of one's own on the table for this episode.
        Raises ValueError for an unknown option or a shoe that is none.
        """
        shoe = read_options(options, self.terms)
        super().reset(seed=seed)
        if seed is not None or self.tables.seeds[0] is None:
            drawn = self.np_random_seed
            seed = (
                drawn if drawn is not None and drawn >= 0 else int(self.np_random.integers(2**63))
            )
        self.tables.seed(0, seed)
        self.tables.open(self._row, shoe)
        self._over = False
        return self._show(self.tables.nothing())

    def step(self, action: Any) -> tuple[Observation, SupportsFloat, bool, bool, dict[str, Any]]:
        """Place the stakes, deal a coup, settle.

        Raises ValueError, with nothing dealt, if the action is not in the action space,
        and `gymnasium.error.ResetNeeded` if the episode is over.
        """
        ledger = self.tables.read(action)
        if self._over:
            raise gym.error.ResetNeeded("the shoe is over: call reset() before step()")
        outcome = self.tables.play(self._row, ledger)
        (terminated,), (truncated,) = outcome.done.tolist()
        self._over = terminated or truncated
        observation, info = self._show(outcome)
        return observation, float(outcome.rewards[0]), terminated, truncated, info

    def _show(self, outcome: Outcome) -> tuple[Observation, dict[str, Any]]:
        self._outcome = outcome if self.render_mode is None else outcome.copy()
        observation = self.tables.show(outcome)[0]
        if self.render_mode == "human":
            self.render()
        return observation, self.tables.info(outcome, 0)

    def action_masks(self) -> NDArray[np.bool_]:
        """Mark the legal actions, flat in Stable-Baselines3's order, `(A,)`.

        Raises ValueError for continuous actions, which have no mask.
        """
        return self.tables.masks(0)

    def sample_mask(self) -> Any:
        """Give the same marks as `action_space.sample(mask=...)` wants them."""
        return split_mask(self.action_space, self.action_masks())

    def render(self) -> Any:
        """Show the table: a text, a picture `(H, W, 3)` or a window, by `render_mode`."""
        if self.render_mode is None:
            gym.logger.warn("render() was called without a render_mode: name one in gym.make()")
            return None
        return draw(self.render_mode, self.tables.view(0, self._outcome))

    def close(self) -> None:
        """Close the window of the "human" mode, if there is one."""
        if self.render_mode == "human":
            picture.close()


def check_render_mode(mode: str | None) -> str | None:
    """Raise ValueError if there is no such render mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode={mode!r} is unknown: choose from {', '.join(RENDER_MODES)}")
    return mode


def draw(mode: str, view: View) -> Any:
    """Draw a table by render mode."""
    if mode == "ansi":
        return render.ansi(view)
    if mode == "rgb_array":
        return picture.rgb_array(view)
    return picture.show(view)


def read_options(options: Mapping[str, Any] | None, terms: Terms) -> NDArray[np.uint8] | None:
    """Read `reset(options=...)`: the shoe it holds, or None.

    Raises ValueError for an unknown key, or as `Terms.read_shoe` does.
    """
    if not isinstance(options, Mapping | None):
        raise ValueError(f"options={options!r} must be a dictionary or None")
    for key in options or ():
        if key != "shoe":
            raise ValueError(f"unknown reset option {key!r}: the only one is 'shoe'")
    shoe = (options or {}).get("shoe")
    return None if shoe is None else terms.read_shoe(shoe)


def split_mask(space: gym.Space[Any], mask: NDArray[np.bool_]) -> Any:
    """Turn a flat mask into what `space.sample(mask=...)` wants: int8, split by component."""
    marks = mask.astype(np.int8)
    if isinstance(space, gym.spaces.MultiDiscrete):
        return tuple(np.split(marks, np.cumsum(space.nvec)[:-1]))
    return marks
