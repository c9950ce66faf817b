"""The environment once more, written for the eye from its docstring: one table, no kernels."""

from __future__ import annotations

import math
from itertools import product

import numpy as np

from baccarat_env import odds
from baccarat_env.coup import settle
from baccarat_env.rules import NO_ENDING, RESULT_OF
from baccarat_env.shoe import Shoe, key_of, order
from baccarat_env.terms import DRAGON_TAGS


class ClearTable:
    """What one table should show, pay and tell, coup by coup."""

    def __init__(
        self,
        game,
        actions="combination",
        information="composition",
        reward="sampled",
        reward_scale=1.0,
        chips=(0, 1),
        side_chips=None,
        bankroll=None,
        sit_out=True,
        side_requires_main=False,
        max_coups=None,
        history=20,
        tags=DRAGON_TAGS,
        oracle=False,
        shoes=None,
    ):
        self.game, self.actions, self.information = game, actions, information
        self.reward, self.scale = reward, reward_scale
        sides = chips if side_chips is None else side_chips
        self.levels = [list(sides if bet.side else chips) for bet in game.layout]
        self.start, self.sit_out, self.opened_by_main = bankroll, sit_out, side_requires_main
        self.oracle = oracle
        self.max_coups, self.history, self.tags, self.shoes = max_coups, history, tags, shoes

    # --- Opening ---------------------------------------------------------------------------

    def open(self, seed, k, cards=None):
        """Open shoe k of a seed, or the fixed shoe in its place; return what is seen and told."""
        if cards is None and self.shoes is not None:
            cards = self.shoes[k % len(self.shoes)]
        if cards is None:
            cards = order(key_of(seed), k, self.game.decks)
        self.shoe, self.k = Shoe(self.game, cards), k
        self.results = []
        self.hands, self.ending = [-1] * 6, NO_ENDING
        self.bankroll = None if self.start is None else self.start * 10_000
        nothing = [0] * len(self.game.bets)
        self.total_expected = self.total_regret = 0.0
        return self.seen(), self.told(nothing, nothing, nothing, np.zeros(len(nothing)))

    # --- A coup ----------------------------------------------------------------------------

    def step(self, action):
        """Place, deal, settle; return what `step` of the environment returns."""
        placed = self.placed(self.wanted(action))
        worth = odds.expected_value(self.shoe.unseen, self.game)
        expected_log = self.expected_log(placed) if self.reward == "growth" else None
        coup = self.shoe.deal()
        self.ending = coup.ending
        self.hands = [*pad(coup.player), *pad(coup.banker)]
        self.results.append(int(RESULT_OF[coup.ending]))
        net = settle(coup.ending, placed, self.game).tolist()
        paid = settle(coup.ending, [1] * len(placed), self.game).tolist()
        before = self.bankroll
        if before is not None:
            self.bankroll += sum(net)
        reward = {
            "sampled": lambda: sum(net) / 10_000,
            "expected": lambda: sum(s * w for s, w in zip(placed, worth, strict=True)),
            "log": lambda: math.log(max(self.bankroll, 1) / before),
            "growth": lambda: expected_log,
        }[self.reward]()
        reached = self.max_coups is not None and len(self.results) >= self.max_coups
        terminated = self.shoe.over or self.ruined() or (reached and self.max_coups == 1)
        expected = sum(s * w for s, w in zip(placed, worth, strict=True))
        regret = (self.legal() @ worth).max() - expected if self.oracle else 0.0
        self.total_expected += expected
        self.total_regret += regret
        told = self.told(placed, net, paid, worth, regret)
        return self.seen(), reward * self.scale, terminated, reached and not terminated, told

    def expected_log(self, placed):
        """Every ending with its probability, one after the other."""
        chances = odds.endings(self.shoe.unseen).ravel().tolist()
        logs = []
        for ending, chance in enumerate(chances):
            if chance:
                won = sum(
                    stake * int(pays[ending])
                    for stake, pays in zip(placed, self.game.pays, strict=True)
                )
                after = max(self.bankroll + won, 1)
                logs.append(chance * math.log1p((after - self.bankroll) / self.bankroll))
        return math.fsum(logs)

    def wanted(self, action):
        """Stakes in chips that an action asks for."""
        if self.actions == "combination":
            return [levels[i] for levels, i in zip(self.levels, action, strict=True)]
        if self.actions == "continuous":
            largest = [levels[-1] for levels in self.levels]
            return [round(max(float(a), 0) * most) for a, most in zip(action, largest, strict=True)]
        chosen, chip = self.single()[int(action)]
        return [chip if b == chosen else 0 for b in range(len(self.levels))]

    def single(self):
        """The single actions: the bet and the chips of each."""
        choices = [(None, 0)] if self.sit_out else []
        return choices + [(b, chip) for b, levels in enumerate(self.levels) for chip in levels[1:]]

    def placed(self, wanted):
        """Stakes that are taken: in the order of the bets while they fit, no side bet alone."""
        taken = self.without_lone_sides(wanted)
        if self.bankroll is not None:
            fits = [sum(taken[: b + 1]) * 10_000 <= self.bankroll for b in range(len(taken))]
            taken = [chips if fit else 0 for chips, fit in zip(taken, fits, strict=True)]
        return self.without_lone_sides(taken)

    def without_lone_sides(self, stakes):
        """Refuse side stakes where there must be one on Player or Banker and is none."""
        bets = list(zip(self.game.layout, stakes, strict=True))
        main = any(chips for bet, chips in bets if bet.name in ("player", "banker"))
        alone = self.opened_by_main and not main
        return [0 if bet.side and alone else chips for bet, chips in bets]

    def legal(self):
        """The stakes that may be best, whatever the bankroll: none, the least or the most a bet."""
        if self.actions == "single":
            wanted = [self.wanted(i) for i in range(len(self.single()))]
        else:
            least = 1 if self.actions == "continuous" else None
            wanted = product(*[{0, least or levels[1], levels[-1]} for levels in self.levels])
        return np.array([self.without_lone_sides(stakes) for stakes in wanted])

    def ruined(self):
        """Say whether no stake can be placed any more."""
        if self.bankroll is None:
            return False
        alone = [
            levels[1]
            for bet, levels in zip(self.game.layout, self.levels, strict=True)
            if not (bet.side and self.opened_by_main)
        ]
        return self.bankroll < min(alone) * 10_000

    # --- What is seen and told -------------------------------------------------------------

    def seen(self):
        """The docstring's table of observations, in double precision, then float32."""
        entries = {
            "composition": self.composition,
            "count": self.count,
            "cards": self.shown,
            "results": self.scoreboard,
            "none": lambda: [0.0],
        }[self.information]()
        if self.start is not None:
            entries.append(self.bankroll / (self.bankroll + self.start * 10_000))
        return np.array(entries, np.float32)

    def composition(self):
        full, unseen = self.game.full_shoe.tolist(), self.shoe.unseen.tolist()
        left, cards = sum(unseen), sum(full)
        gaps = [
            40 * (u / left - f / cards) if left else 0.0 for u, f in zip(unseen, full, strict=True)
        ]
        last = float(self.shoe.last_coup)
        return [*map(clipped, gaps), self.shoe.undealt / cards, 26 / max(left, 26), last]

    def count(self):
        full, unseen = self.game.full_shoe.tolist(), self.shoe.unseen.tolist()
        cards, left = sum(full), sum(unseen)
        values = [tag for tag, number in zip(self.tags, full, strict=True) for _ in range(number)]
        half_dealt = np.std(values) * math.sqrt(cards / 2 * (cards - cards / 2) / (cards - 1))
        seen = [f - u for f, u in zip(full, unseen, strict=True)]
        running = sum(t * s for t, s in zip(self.tags, seen, strict=True)) / half_dealt
        true = running / (left / 52) * (cards / 2 / 52) if left else 0.0
        return [clipped(running), clipped(true), self.shoe.undealt / cards]

    def shown(self):
        hands = [code for code in self.hands if code >= 0]
        if not self.results and self.game.burn:
            hands = [self.shoe.cards[0]]
        entries = [0.0] * 10
        for code in hands:
            entries[min(code % 13 + 1, 10) % 10] += 1.0
        return [*entries, self.shoe.undealt / (52 * self.game.decks), float(not self.results)]

    def scoreboard(self):
        entries = [0.0] * 5 * self.history
        for back, result in enumerate(self.results[::-1][: self.history]):
            entries[5 * back + result] = 1.0
        return entries

    def mask(self):
        """Which entries of the flat mask the bankroll covers."""
        covered = math.inf if self.bankroll is None else self.bankroll / 10_000
        bets = list(zip(self.game.layout, self.levels, strict=True))
        if self.actions == "combination":
            return [chip <= covered for _, levels in bets for chip in levels]
        marks = [True] if self.sit_out else []
        for bet, levels in bets:
            never = bet.side and self.opened_by_main
            marks += [chip <= covered and not never for chip in levels[1:]]
        return marks

    def told(self, stakes, net, paid, worth, regret=0.0):
        """The docstring's information."""
        told = {
            "cards": np.array(self.hands),
            "ending": self.ending,
            "stakes": np.array(stakes),
            "net": np.array(net),
            "paid": np.array(paid),
            "unseen": self.shoe.unseen.copy(),
            "undealt": self.shoe.undealt,
            "shoe": self.k,
            "coups": len(self.results),
        }
        if self.start is not None:
            told["bankroll"] = self.bankroll
        if self.reward == "expected" or self.oracle:
            told["expected_value"] = np.array(worth)
        if self.oracle:
            told["regret"] = regret
            told["total_expected"] = self.total_expected
            told["total_regret"] = self.total_regret
        if self.actions != "continuous":
            told["action_mask"] = np.array(self.mask())
        return told


def pad(hand):
    """Write a hand as three card codes, -1 where none was drawn."""
    return [*hand, -1][:3]


def clipped(number):
    """Keep a number within -10 and 10."""
    return min(max(number, -10.0), 10.0)
