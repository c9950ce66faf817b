"use strict";
// Doubling up: one unit first, twice the stake after a loss, one unit again after a win.
// A bettor leaves at a stop, or when the chips no longer cover the next stake.
const Doubling = (() => {
  const NO_STOP = { win: Infinity, loss: -Infinity };

  const sit = (chips, unit, doubles) => ({ chips, unit, stake: unit, doubles, state: "in", betInAll: 0, path: [chips] });

  // `stops` are the chips from which on, and down to which, a bettor leaves.
  const bet = (bettor, net, stops = NO_STOP) => {
    bettor.betInAll += bettor.stake;
    bettor.chips += bettor.stake * net;
    bettor.path.push(bettor.chips);
    if (bettor.doubles && net < 0) bettor.stake *= 2;
    if (bettor.doubles && net > 0) bettor.stake = bettor.unit;
    if (bettor.chips >= stops.win) bettor.state = "won";
    else if (bettor.chips <= stops.loss) bettor.state = "lost";
    else if (bettor.chips < bettor.stake) bettor.state = "out";
  };

  const plays = (bettor, coups) => bettor.state === "in" && bettor.path.length <= coups;

  // Every row of bettors plays a shoe of its own, at most to `coups` coups in all.
  const shoe = (rows, { seed, first, game, net, stops, coups = Infinity }) => {
    rows.forEach((row, k) => {
      if (!row.some((one) => plays(one, coups))) return;
      const dealt = new Deal.Shoe(seed, first + k, game);
      while (!dealt.over) {
        const result = net[dealt.deal().ending];
        for (const one of row) if (plays(one, coups)) bet(one, result, stops);
      }
    });
  };

  const left = (rows, which) => rows.filter((row) => row[which].state !== "out").length;

  return { NO_STOP, sit, bet, plays, shoe, left };
})();
