"use strict";
// Doubling up: one unit first, twice the stake after a loss, one unit again after a win.
// A bettor leaves at the stop-win, or when the chips no longer cover the next stake.
const Doubling = (() => {
  const sit = (chips, unit, doubles) => ({ chips, unit, stake: unit, doubles, state: "in", betInAll: 0, path: [chips] });

  const bet = (bettor, net, stopWin) => {
    bettor.betInAll += bettor.stake;
    bettor.chips += bettor.stake * net;
    bettor.path.push(bettor.chips);
    if (bettor.doubles && net < 0) bettor.stake *= 2;
    if (bettor.doubles && net > 0) bettor.stake = bettor.unit;
    if (stopWin > 0 && bettor.chips >= stopWin) bettor.state = "won";
    else if (bettor.chips < bettor.stake) bettor.state = "out";
  };

  const shoe = (bettors, seed, first, game, net, stopWin) => {
    bettors.forEach((pair, k) => {
      if (pair.every((one) => one.state !== "in")) return;
      const dealt = new Deal.Shoe(seed, first + k, game);
      while (!dealt.over) {
        const result = net[dealt.deal().ending];
        for (const one of pair) if (one.state === "in") bet(one, result, stopWin);
      }
    });
  };

  const left = (bettors, which) => bettors.filter((pair) => pair[which].state !== "out").length;

  return { sit, bet, shoe, left };
})();
