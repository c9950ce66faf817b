"""Videos of the environment by Gymnasium's own means.

Gymnasium writes them with moviepy, which is large and holds Pillow back, so that it is not
among the extras. Without it a stand-in takes the frames.
"""

from __future__ import annotations

import importlib
import sys
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.wrappers import RecordVideo

from baccarat_env.picture import HEIGHT, WIDTH

COUPS = 4
FPS = 2


class Clip:
    """What gymnasium uses of moviepy's ImageSequenceClip."""

    written: dict[str, Clip] = {}  # noqa: RUF012

    def __init__(self, frames, fps):
        self.frames, self.fps = list(frames), fps

    def write_videofile(self, path, logger=None):
        Clip.written[Path(path).name] = self


@pytest.fixture
def written(monkeypatch) -> dict[str, Clip]:
    """Put the stand-in in moviepy's place; the clips it was told to write."""
    for name in ("moviepy", "moviepy.video", "moviepy.video.io"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    clips = ModuleType("moviepy.video.io.ImageSequenceClip")
    clips.ImageSequenceClip = Clip
    monkeypatch.setitem(sys.modules, clips.__name__, clips)
    monkeypatch.delitem(sys.modules, "gymnasium.utils.save_video", raising=False)
    monkeypatch.setattr(Clip, "written", {})
    yield Clip.written
    sys.modules.pop("gymnasium.utils.save_video", None)


def play(env: gym.Env, shoes: int = 1) -> list[np.ndarray]:
    """Bet on everything; what a second environment on the same shoes renders."""
    twin = gym.make("baccarat/EZ-v0", render_mode="rgb_array", max_coups=COUPS)
    frames = []
    for shoe in range(shoes):
        for one in (env, twin):
            one.reset(seed=shoe)
        frames.append(twin.render())
        done = False
        while not done:
            *_, terminated, truncated, _ = env.step([1] * 5)
            twin.step([1] * 5)
            frames.append(twin.render())
            done = terminated or truncated
    return frames


def test_record_video_takes_every_frame(written, tmp_path):
    env = gym.make("baccarat/EZ-v0", render_mode="rgb_array", max_coups=COUPS)
    env = RecordVideo(env, str(tmp_path / "videos"), episode_trigger=lambda _: True)
    frames = play(env, shoes=2)
    env.close()
    assert list(written) == ["rl-video-episode-0.mp4", "rl-video-episode-1.mp4"]
    taken = [frame for clip in written.values() for frame in clip.frames]
    assert len(taken) == 2 * (COUPS + 1)
    assert all(frame.shape == (HEIGHT, WIDTH, 3) and frame.dtype == np.uint8 for frame in taken)
    assert all(np.array_equal(a, b) for a, b in zip(taken, frames, strict=True))
    assert {clip.fps for clip in written.values()} == {FPS}


def test_save_video_takes_the_list_of_frames(written, tmp_path):
    env = gym.make("baccarat/EZ-v0", render_mode="rgb_array_list", max_coups=COUPS)
    frames, taken = play(env), env.render()
    save = importlib.import_module("gymnasium.utils.save_video").save_video
    save(taken, str(tmp_path / "saved"), fps=FPS, episode_trigger=lambda _: True)
    assert list(written) == ["rl-video-episode-0.mp4"]
    shown = written["rl-video-episode-0.mp4"].frames
    assert all(np.array_equal(a, b) for a, b in zip(shown, frames, strict=True))


def test_frames_differ_from_coup_to_coup():
    frames = play(gym.make("baccarat/EZ-v0", max_coups=COUPS))
    assert len(frames) == COUPS + 1
    assert all((a != b).any() for a, b in pairwise(frames))


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::SyntaxWarning")
def test_a_video_is_written_where_moviepy_is_installed(tmp_path):
    pytest.importorskip("moviepy")
    env = gym.make("baccarat/EZ-v0", render_mode="rgb_array", max_coups=COUPS)
    env = RecordVideo(env, str(tmp_path / "videos"), episode_trigger=lambda _: True)
    play(env)
    env.close()
    assert (tmp_path / "videos" / "rl-video-episode-0.mp4").stat().st_size > 10_000
