"use strict";
// What a bet pays: the first line of its pay table that fits the ending; if none fits, it loses.
const Settle = ((basis) => {
  const facts = (ending) => {
    const [drewP, drewB] = [Math.floor(ending / 200), Math.floor(ending / 100) % 2];
    const [p, b] = [Math.floor(ending / 10) % 10, ending % 10];
    return {
      winner: p > b ? "player" : b > p ? "banker" : "tie",
      player_total: p,
      banker_total: b,
      player_cards: 2 + drewP,
      banker_cards: 2 + drewB,
      cards: 4 + drewP + drewB,
      margin: Math.abs(p - b),
    };
  };

  const pays = (bet, ending) => {
    const fact = facts(ending);
    const fits = (line) => Object.keys(line.when).every((name) => line.when[name].includes(fact[name]));
    const line = bet.lines.find(fits);
    return line ? line.points : -basis;
  };

  const table = (bet) => Float64Array.from({ length: 400 }, (_, ending) => pays(bet, ending) / basis);

  const expected = (net, chances) => chances.reduce((sum, chance, k) => sum + chance * net[k], 0);

  return { facts, pays, table, expected };
})(DATA.basis);
