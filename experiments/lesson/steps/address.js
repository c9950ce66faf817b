"use strict";
// The address holds the state of every step, so that it brings back the same picture.
const whole = (low, high) => [(text) => (/^\d{1,10}$/.test(text) && Number(text) >= low && Number(text) <= high ? Number(text) : null), `write a whole number from ${low} to ${high}`];
const oneOf = (list) => [(text) => (list.includes(text) ? text : null), `write one of ${list.join(", ")}`];
const amount = [(text) => (/^-?\d{1,9}(\.\d{1,4})?$/.test(text) ? Number(text) : null), "write a number"];

// Each key: where it starts, how it is read, what to write instead.
const KEYS = {
  step: [1, ...whole(1, 5)],
  seed: [DATA.seed, ...whole(0, 2 ** 32 - 1)],
  bet: [BETS[0].name, ...oneOf(BETS.map((bet) => bet.name))],
  runs: [0, ...whole(0, 1000)],
  shoe: [0, ...whole(0, 1e5)],
  coups: [0, ...whole(0, 200)],
  bets: [0, ...whole(0, 1e7)],
  net: [0, ...amount],
  cost: [0, ...amount],
  guess: [-1, ...whole(0, DATA.pupils.length)],
  stop: [0, ...whole(0, Math.max(...DATA.stops))],
  played: [0, ...whole(0, DATA.shoes)],
  road: [0, ...whole(0, 1e5)],
  calls: ["", (text) => (/^[PB]+$/.test(text) && text.length <= DATA.guesses ? text : null), `write up to ${DATA.guesses} letters P and B`],
  view: ["tiles", ...oneOf(["tiles", "count"])],
  counted: [0, ...whole(0, 1e5)],
  dealt: [0, ...whole(0, 200)],
};

const state = Object.fromEntries(Object.entries(KEYS).map(([key, [start]]) => [key, start]));

const readState = () => {
  const problems = [];
  for (const [key, text] of new URLSearchParams(location.hash.slice(1))) {
    const [, read, instead] = KEYS[key] ?? [];
    const value = read ? read(text) : null;
    if (!read) problems.push(`“${key}” is no part of this lesson.`);
    else if (value === null) problems.push(`“${key}=${text}” is left out: ${instead}.`);
    else state[key] = value;
  }
  say("address", problems.length ? `In the address: ${problems.join(" ")}` : "");
  find("address").hidden = problems.length === 0;
};

// Step and seed always stand there; all else where it differs from the start.
const writeState = () => {
  const given = Object.entries(state).filter(([key, value]) => key === "step" || key === "seed" || value !== KEYS[key][0]);
  history.replaceState(null, "", `#${new URLSearchParams(given)}`);
};

const show = (step, move = true) => {
  state.step = Math.min(5, Math.max(1, step));
  for (let k = 1; k <= 5; k++) find(`step-${k}`).hidden = k !== state.step;
  for (const one of document.querySelectorAll(".go")) {
    if (Number(one.dataset.step) === state.step) one.setAttribute("aria-current", "step");
    else one.removeAttribute("aria-current");
  }
  find("back").disabled = state.step === 1;
  find("next").disabled = state.step === 5;
  writeState();
  if (move) {
    scrollTo(0, 0);
    find(`title-${state.step}`).focus({ preventScroll: true });
  }
  if (state.step === 3) double.draw();
};

readState();
