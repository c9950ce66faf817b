"use strict";
// Bettors who double beside bettors who do not.
const double = (() => {
  let bettors;
  const stopWin = () => Number(find("stop").value);
  const playing = (first, win) => ({ seed: state.seed, first, game: DATA.game, net: PLAYER.net, stops: { ...Doubling.NO_STOP, win: win || Infinity } });
  const people = (n) => Array.from({ length: n }, () => [true, false].map((doubles) => Doubling.sit(DATA.chips, 1, doubles)));

  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name);

  const line = (pen, path, x, y, color) => {
    pen.strokeStyle = color;
    pen.beginPath();
    path.forEach((chips, k) => pen[k ? "lineTo" : "moveTo"](x(k), y(chips)));
    pen.stroke();
  };

  const panel = (which, most, longest) => {
    const canvas = find(`lines-${which}`);
    const ratio = devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const pen = canvas.getContext("2d");
    pen.scale(ratio, ratio);
    const x = (k) => 4 + ((width - 8) * k) / longest;
    const y = (chips) => height - 6 - ((height - 12) * chips) / most;
    line(pen, [DATA.chips, DATA.chips], (k) => x(k * longest), y, colour("--line"));
    pen.lineWidth = 1.5;
    for (const pair of bettors) {
      const { path, state: end } = pair[which];
      line(pen, path, x, y, colour(end === "out" ? "--bad" : end === "won" ? "--good" : "--link"));
    }
  };

  const draw = () => {
    const all = bettors.flat();
    const most = Math.max(2 * DATA.chips, ...all.map((one) => Math.max(...one.path)));
    const longest = Math.max(2, ...all.map((one) => one.path.length - 1));
    for (const which of [0, 1]) panel(which, most, longest);
    say("scale", `Mean: ${mean(0)} and ${mean(1)} chips. Scale: 0 to ${most}, grey line ${DATA.chips}. A line that ends early failed (red) or left.`);
  };

  const mean = (which) => (bettors.reduce((sum, pair) => sum + pair[which].chips, 0) / bettors.length).toFixed(0);

  const counted = (which) => {
    const column = bettors.map((pair) => pair[which]);
    const ahead = column.filter((one) => one.chips > DATA.chips).length;
    const out = column.filter((one) => one.state === "out").length;
    const failed = which === 0 ? "could not double again" : "could not bet again";
    return `${which === 0 ? "Doubling" : "Always 1 chip"}: ${ahead} ahead, ${out} ${failed}`;
  };

  const guessed = () => state.guess >= 0;

  const tell = () => {
    for (const which of [0, 1]) say(`count-${which}`, counted(which));
    const items = bettors.map(([one], k) => element("li", one.state, `${DATA.pupils[k]} ${one.chips}${{ in: "", out: " ✕", won: " ✓" }[one.state]}`));
    find("pupils").replaceChildren(...items);
    const { played } = state;
    const done = played >= DATA.shoes;
    find("predict").hidden = guessed();
    find("double-row").hidden = !guessed();
    find("double-one").disabled = find("double-all").disabled = done || !guessed();
    find("stop").disabled = played > 0;
    find("double-many").disabled = !done;
    if (played) say("double-say", done ? verdict() : `Shoe ${played} of ${DATA.shoes} is played. ${Doubling.left(bettors, 0)} of ${bettors.length} have not failed.`);
    draw();
  };

  const verdict = () => `After ${DATA.shoes} shoes ${Doubling.left(bettors, 0)} of ${bettors.length} have not failed. You guessed ${state.guess}. With always 1 chip: ${Doubling.left(bettors, 1)} of ${bettors.length}.`;

  const play = (shoes) => {
    for (let k = 0; k < shoes && state.played < DATA.shoes; k++, state.played++) {
      Doubling.shoe(bettors, playing(DOUBLE_SHOES + state.played * bettors.length, stopWin()));
    }
    tell();
    writeState();
  };

  const again = () => {
    bettors = people(DATA.pupils.length);
    state.played = 0;
    state.guess = -1;
    find("guess").value = "";
    say("double-say", "Make your guess first. Then play.");
    say("many-say", "");
    tell();
  };

  const settle = () => {
    const value = Number(find("guess").value);
    if (find("guess").value === "" || !Number.isInteger(value) || value < 0 || value > bettors.length) {
      say("double-say", `Write a whole number from 0 to ${bettors.length}.`);
      return;
    }
    state.guess = value;
    say("double-say", `Your guess is ${value}. Now play.`);
    tell();
    writeState();
    find("double-one").focus();
  };

  const many = (n = DATA.many, stop = stopWin()) => {
    const crowd = people(n);
    for (let k = 0; k < DATA.shoes; k++) Doubling.shoe(crowd, playing(MANY_SHOES + k * n, stop));
    return crowd;
  };

  const lost = (crowd, which) => {
    const column = crowd.map((pair) => pair[which]);
    const gone = column.reduce((sum, one) => sum + DATA.chips - one.chips, 0);
    return ((100 * gone) / column.reduce((sum, one) => sum + one.betInAll, 0)).toFixed(2);
  };

  const tellMany = () => {
    const crowd = many();
    const share = (which) => ((100 * Doubling.left(crowd, which)) / crowd.length).toFixed(1);
    say("many-say", `${written(crowd.length)} bettors: not failed are ${share(0)} % with doubling, ${share(1)} % without. Lost of every 100 bet: ${lost(crowd, 0)} with doubling, ${lost(crowd, 1)} without. The house edge: ${price.edgeOf(PLAYER).toFixed(2)}.`);
  };

  on("guess-set", settle);
  find("guess").addEventListener("keydown", (event) => event.key === "Enter" && settle());
  on("double-one", () => play(1));
  on("double-all", () => play(DATA.shoes));
  on("double-again", () => {
    again();
    writeState();
    find("guess").focus();
  });
  find("stop").addEventListener("change", () => {
    state.stop = stopWin();
    writeState();
  });
  on("double-many", tellMany);
  const { guess, played } = state;
  if (![0, ...DATA.stops].includes(state.stop)) state.stop = 0;
  find("stop").value = state.stop;
  again();
  if (guess >= 0) {
    state.guess = guess;
    say("double-say", `Your guess is ${guess}. Now play.`);
    play(played);
  }
  return { draw, many };
})();
