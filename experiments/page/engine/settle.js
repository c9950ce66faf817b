"use strict";
// What endings are and what a bet on them wins: the payouts of all 400 come from the pay table.
const Settle = (() => {
  const winner = (ending) => {
    const [p, b] = [Math.floor(ending / 10) % 10, ending % 10];
    return p > b ? "player" : b > p ? "banker" : "tie";
  };

  const expected = (net, chances) => chances.reduce((sum, chance, k) => sum + chance * net[k], 0);

  return { winner, expected };
})();
