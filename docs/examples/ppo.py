"""PPO in one file: plain PyTorch on the native vector environment, scored by the exact odds.

In the style of CleanRL: everything that matters stands in this file, from top to bottom.

    python docs/examples/ppo.py --coups 1000000 --seed 1

Source of the algorithm: Schulman et al., "Proximal policy optimization algorithms" (2017); of the
style: Huang et al., "CleanRL" (2022).
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, fields
from itertools import pairwise

import gymnasium as gym
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

import baccarat_env


@dataclass
class Args:
    """What can be set on the command line."""

    id: str = "baccarat/EZ-v0"
    coups: int = 1_000_000
    seed: int = 1
    tables: int = 2048
    steps: int = 8
    batch: int = 2048
    epochs: int = 2
    rate: float = 0.003
    clip: float = 0.2
    entropy: float = 0.05
    value: float = 0.5
    norm: float = 0.5
    shoes: int = 2000


def body(observed: int, out: int, gain: float) -> nn.Sequential:
    """Two hidden layers, orthogonal weights."""
    sizes, layers = [observed, 64, 64], []
    for one, other in pairwise(sizes):
        layers += [layer(one, other, 2**0.5), nn.Tanh()]
    return nn.Sequential(*layers, layer(sizes[-1], out, gain))


def layer(one: int, other: int, gain: float) -> nn.Linear:
    """A linear layer that begins orthogonal."""
    made = nn.Linear(one, other)
    nn.init.orthogonal_(made.weight, gain)
    nn.init.zeros_(made.bias)
    return made


class Agent(nn.Module):
    """An actor with one choice a bet, and a critic."""

    def __init__(self, envs: gym.vector.VectorEnv) -> None:
        super().__init__()
        self.choices = envs.single_action_space.nvec.tolist()
        observed = envs.single_observation_space.shape[0]
        self.actor = body(observed, sum(self.choices), 0.01)
        self.critic = body(observed, 1, 1.0)

    def bets(self, seen: torch.Tensor) -> list[Categorical]:
        """A distribution over the stakes of every bet."""
        parts = self.actor(seen).split(self.choices, dim=1)
        return [Categorical(logits=logits) for logits in parts]

    def judge(self, seen: torch.Tensor, action: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Log probability of the actions, and the entropy."""
        bets = self.bets(seen)
        chosen = zip(bets, action.T, strict=True)
        return sum(bet.log_prob(a) for bet, a in chosen), sum(bet.entropy() for bet in bets)

    @torch.no_grad()
    def draw(self, seen: torch.Tensor) -> torch.Tensor:
        """Actions at random, as they are explored."""
        return torch.stack([bet.sample() for bet in self.bets(seen)], dim=1)

    @torch.no_grad()
    def policy(self, observations: np.ndarray) -> np.ndarray:
        """The likeliest action: what is scored."""
        bets = self.bets(torch.as_tensor(observations))
        return torch.stack([bet.logits.argmax(dim=1) for bet in bets], dim=1).numpy()


def train(args: Args) -> Agent:
    """Alternate between tables that are played and passes over what came of it."""
    torch.manual_seed(args.seed)
    order = np.random.default_rng(args.seed)
    torch.set_num_threads(1)
    envs = gym.make_vec(args.id, num_envs=args.tables, reward="expected")
    agent = Agent(envs)
    optimiser = torch.optim.Adam(agent.parameters(), lr=args.rate, eps=1e-5)
    seen, _ = envs.reset(seed=args.seed)
    opening = np.zeros(args.tables, bool)
    coups, began = 0, time.perf_counter()
    while coups < args.coups:
        optimiser.param_groups[0]["lr"] = args.rate * (1 - coups / args.coups)
        rows: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
        for _ in range(args.steps):
            action = agent.draw(torch.as_tensor(seen)).numpy()
            after, reward, terminated, truncated, _ = envs.step(action)
            # The step after the last coup opens the next shoe: no coup is dealt in it.
            rows.append((seen[~opening], action[~opening], reward[~opening]))
            seen, opening = after, terminated | truncated
        observations, actions, rewards = (
            torch.as_tensor(np.concatenate(part)) for part in zip(*rows, strict=True)
        )
        improve(agent, optimiser, args, observations, actions, rewards.float(), order)
        coups += len(observations)
    print(f"{coups:,} coups, {coups / (time.perf_counter() - began):,.0f} a second")
    return agent


def improve(
    agent: Agent, optimiser: torch.optim.Optimizer, args: Args, seen: torch.Tensor,
    actions: torch.Tensor, rewards: torch.Tensor, order: np.random.Generator,
) -> None:  # fmt: skip
    """Pass over the coups in batches; bets do not move the cards, so the return is the reward."""
    with torch.no_grad():
        before, _ = agent.judge(seen, actions)
        advantages = rewards - agent.critic(seen)[:, 0]
    for _ in range(args.epochs):
        for batch in torch.as_tensor(order.permutation(len(seen))).split(args.batch):
            now, entropy = agent.judge(seen[batch], actions[batch])
            ratio = (now - before[batch]).exp()
            gain = advantages[batch]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            clipped = ratio.clamp(1 - args.clip, 1 + args.clip)
            policy = -torch.min(ratio * gain, clipped * gain).mean()
            value = ((agent.critic(seen[batch])[:, 0] - rewards[batch]) ** 2).mean()
            loss = policy + args.value * value - args.entropy * entropy.mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), args.norm)
            optimiser.step()


def main() -> None:
    """Read the command line, train, and print the score on shoes that were not trained on."""
    parser = argparse.ArgumentParser(description="PPO in one file, scored by the exact odds.")
    for field in fields(Args):
        parser.add_argument(f"--{field.name}", type=type(field.default), default=field.default)
    args = Args(**vars(parser.parse_args()))
    agent = train(args)
    print(baccarat_env.score(agent.policy, args.id, shoes=args.shoes, seed=args.seed + 1))


if __name__ == "__main__":
    main()
