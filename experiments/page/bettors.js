"use strict";
// Bettors who double or do not, with stops: thirty of them, and the exact band of all.
const Bettors = (() => {
  const element = document.getElementById("explore-bettors");
  if (!element) return null;
  const { game, chances, coups, drawn, bankroll, edge } = DATA.bettors;
  const { net } = game.bets[0];
  const MOST = 1000;
  const START = { bankroll, bet: 1, way: "doubling", win: 0, loss: 0, bettors: 1 };
  const RANGES = { bankroll: [1, MOST], bet: [1, MOST], win: [0, MOST], loss: [0, MOST], bettors: [1, 999_999] };
  const SHOES = 16;
  const find = (name) => element.querySelector(name);
  const field = (name) => find(`[name=${name}]`);
  let state = { ...START };

  const stops = () => ({
    win: state.win ? state.bankroll + state.win : Infinity,
    loss: state.loss ? state.bankroll - state.loss : -Infinity,
  });

  // Rows of one bettor each: every one has shoes of its own.
  const play = (n = drawn) => {
    const rows = Array.from({ length: n }, () => [Doubling.sit(state.bankroll, state.bet, state.way === "doubling")]);
    for (let k = 0; k < SHOES; k++) Doubling.shoe(rows, { seed: state.bettors, first: k * n, game, net, stops: stops(), coups });
    return rows.map(([one]) => one);
  };

  const band = () => Band.course({ bankroll: state.bankroll, unit: state.bet, doubles: state.way === "doubling", stops: stops(), coups }, chances);

  const path = (points, kind) => {
    const made = document.createElementNS(find(".lines").namespaceURI, "path");
    made.setAttribute("d", points.map(([x, y], k) => `${k ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join(""));
    made.setAttribute("class", kind);
    return made;
  };

  const label = (x, y, text, kind = "") => {
    const made = document.createElementNS(find(".lines").namespaceURI, "text");
    for (const [name, value] of Object.entries({ x, y, class: kind })) made.setAttribute(name, value);
    made.textContent = text;
    return made;
  };

  const paint = (people, course) => {
    const picture = find(".lines");
    const wide = Math.max(300, picture.clientWidth || 900);
    const tall = Math.min(300, Math.max(220, wide / 3));
    const [LEFT, RIGHT, TOP, BOTTOM] = [48, wide - 8, 14, tall - 28];
    picture.setAttribute("viewBox", `0 0 ${wide} ${tall}`);
    const most = Math.max(2 * state.bankroll, ...people.flatMap((one) => one.path), ...course.map((one) => one.high));
    const x = (coup) => LEFT + ((RIGHT - LEFT) * coup) / coups;
    const y = (chips) => BOTTOM - ((BOTTOM - TOP) * chips) / most;
    const edgeOf = (side) => course.map((one) => [x(one.coup), y(one[side])]);
    const around = path([...edgeOf("high"), ...edgeOf("low").reverse()], "band");
    const lines = people.map((one) => path(one.path.map((chips, coup) => [x(coup), y(chips)]), `bettor ${one.state}`));
    const level = path([[x(0), y(state.bankroll)], [x(coups), y(state.bankroll)]], "level");
    const ends = people.filter((one) => one.state === "out").map((one) => label(x(one.path.length - 1), y(one.chips) + 4, "×", "out"));
    const marks = [0, state.bankroll, most].map((chips) => label(LEFT - 6, y(chips) + 5, String(chips), "chips"));
    const below = [0, coups / 2, coups].map((coup) => label(x(coup), BOTTOM + 22, coup ? `${coup} coups` : "0", coup === coups ? "last" : "coups"));
    picture.replaceChildren(around, level, ...lines, ...ends, path(edgeOf("mean"), "mean"), ...marks, ...below);
  };

  const draw = () => {
    for (const name of Object.keys(RANGES)) if (field(name) && document.activeElement !== field(name)) field(name).value = state[name];
    field("way").value = state.way;
    const people = play();
    const course = band();
    const last = course.at(-1);
    const percent = (x) => `${(100 * x).toFixed(0)}\u00a0%`;
    const count = (test) => people.filter(test).length;
    paint(people, course);
    const failed = `${count((one) => one.state === "out")} of ${drawn} could not pay the next bet (exact: ${percent(last.out)})`;
    const ahead = `${count((one) => one.chips > state.bankroll)} are ahead (exact: ${percent(last.ahead)})`;
    find(".said").textContent = `${failed}; ${ahead}. On average ${last.mean.toFixed(1)} of ${state.bankroll} are left. Every choice here loses ${edge.toFixed(2)} of each 100 bet on average.`;
  };

  const change = (next) => {
    const wrong = problem(next);
    if (wrong) {
      find(".said").textContent = wrong;
      return;
    }
    state = next;
    draw();
    Address.write();
  };

  const NAMES = { bankroll: "The bankroll", bet: "The bet", win: "Ahead by", loss: "Behind by", bettors: "The bettors" };

  const problem = (next) => {
    for (const [name, [low, high]] of Object.entries(RANGES))
      if (next[name] === null) return `${NAMES[name]} must be a whole number from ${low} to ${high}.`;
    return next.bet > next.bankroll ? `The bet ${next.bet} is larger than the bankroll ${next.bankroll}.` : "";
  };

  const read = (pairs) => {
    const wrong = [];
    const next = { ...START };
    for (const [name, [low, high]] of Object.entries(RANGES)) {
      if (!pairs.has(name)) continue;
      const value = Address.whole(pairs.get(name), low, high);
      if (value === null) wrong.push(`“${name}=${pairs.get(name)}” is left out: write a whole number from ${low} to ${high}.`);
      else next[name] = value;
    }
    const way = pairs.get("way") ?? START.way;
    if (way === "doubling" || way === "level") next.way = way;
    else wrong.push(`“way=${way}” is left out: write doubling or level.`);
    if (next.bet > next.bankroll) {
      wrong.push(`“bet=${next.bet}” is left out: it is larger than the bankroll ${next.bankroll}.`);
      next.bet = Math.min(START.bet, next.bankroll);
    }
    state = next;
    draw();
    return wrong;
  };

  const write = () => Object.entries(state).filter(([name, value]) => value !== START[name]);

  for (const name of ["bankroll", "bet", "win", "loss"]) {
    field(name).addEventListener("input", () => change({ ...state, [name]: Address.whole(field(name).value, ...RANGES[name]) }));
    field(name).addEventListener("blur", () => (field(name).value = state[name]));
  }
  addEventListener("resize", draw);
  field("way").addEventListener("change", () => change({ ...state, way: field("way").value }));
  find("[data-do=others]").addEventListener("click", () => change({ ...state, bettors: (state.bettors % 999_999) + 1 }));
  find("[data-do=reset]").addEventListener("click", () => change({ ...START }));
  Address.add("bettors", { keys: Object.keys(START), element, read, write });
  return { play, band, read };
})();
