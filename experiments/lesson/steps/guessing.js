"use strict";
// The next result is hidden; the pupil guesses.
const guessing = (() => {
  const SHOWN = 12;
  let results;
  let hits;
  let made;

  const decided = (number) => {
    const shoe = new Deal.Shoe(state.seed, GUESS_SHOES + number, DATA.game);
    const found = [];
    while (!shoe.over) {
      const who = Settle.winner(shoe.deal().ending);
      if (who !== "tie") found.push(who === "player" ? "P" : "B");
    }
    return found;
  };

  const draw = () => {
    const seen = results.slice(0, SHOWN + made);
    const items = seen.map((one) => element("li", one, one));
    find("road").replaceChildren(...items, ...(made < DATA.guesses ? [element("li", "hidden", "?")] : []));
    const done = made >= DATA.guesses;
    find("guess-P").disabled = find("guess-B").disabled = done;
    find("guess-end").hidden = !done;
    if (done) compare();
  };

  const followed = (list, from, to) => {
    let right = 0;
    for (let k = from; k < to; k++) right += list[k] === list[k - 1];
    return right;
  };

  const compare = () => {
    const right = followed(results, SHOWN, SHOWN + made);
    say("guess-compare", `On the same ${made} coups: following the last result gives ${right} right, betting against it gives ${made - right}.`);
  };

  const call = (side) => {
    const result = results[SHOWN + made];
    hits += side === result;
    made++;
    const rate = ((100 * hits) / made).toFixed(0);
    say("guess-say", `${result === "P" ? "Player" : "Banker"}: ${side === result ? "right" : "wrong"}. ${hits} of ${made} right: ${rate} %. Always Banker: ${DATA.bankerShare.toFixed(1)} % in the long run.`);
    draw();
  };

  const guess = (side) => {
    call(side);
    state.calls += side;
    writeState();
  };

  const start = () => {
    results = decided(state.road);
    [hits, made] = [0, 0];
    say("guess-say", "What comes next?");
    say("guess-many-say", "");
    draw();
  };

  const many = (shoes = DATA.guessedShoes) => {
    let [right, total] = [0, 0];
    for (let k = 0; k < shoes; k++) {
      const list = decided(k);
      right += followed(list, 1, list.length);
      total += list.length - 1;
    }
    const rate = (x) => ((100 * x) / total).toFixed(1);
    say("guess-many-say", `${written(total)} guesses: following ${rate(right)} % right, against ${rate(total - right)} %. By luck alone these differ from 50 by up to ${(100 / Math.sqrt(total)).toFixed(1)} in 19 of 20 tries.`);
  };

  on("guess-P", () => guess("P"));
  on("guess-B", () => guess("B"));
  on("guess-again", () => {
    state.road = (state.road + 1) % 1e5;
    state.calls = "";
    start();
    writeState();
  });
  on("guess-many", () => many());
  start();
  for (const side of state.calls) call(side);
  return { many, followed };
})();
