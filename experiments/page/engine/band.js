"use strict";
// Chances of every number of chips of one bettor, coup by coup, for independent coups.
const Band = (() => {
  // A stake of 2 ** layer units never exceeds all units that can be had.
  const layersOf = (units) => Math.floor(Math.log2(units)) + 1;

  // Chips are counted in units: `down` is how many can be lost, `coups` how many can be won.
  // `chances` of a coup: [win, lose]. `stops` as for `Doubling.bet`. Read after every `each` coups.
  const course = ({ bankroll, unit, doubles, stops, coups, each = 8 }, [win, lose]) => {
    const down = Math.floor(bankroll / unit);
    const size = down + coups + 1;
    const chips = (at) => bankroll + (at - down) * unit;
    const layers = doubles ? layersOf(size) : 1;
    let alive = Array.from({ length: layers }, () => new Float64Array(size));
    let next = alive.map((one) => one.slice());
    const gone = new Float64Array(size);
    const ends = { won: 0, lost: 0, out: 0 };
    alive[0][down] = 1;

    const land = (at, layer, chance) => {
      const held = chips(at);
      const end = held >= stops.win ? "won" : held <= stops.loss ? "lost" : held < unit * 2 ** layer ? "out" : null;
      if (end === null) next[layer][at] += chance;
      else {
        ends[end] += chance;
        gone[at] += chance;
      }
    };

    const step = () => {
      for (let layer = 0; layer < layers; layer++) {
        const stake = 2 ** layer;
        for (let at = 0; at < size; at++) {
          const chance = alive[layer][at];
          if (chance === 0) continue;
          next[layer][at] += chance * (1 - win - lose);
          land(at + stake, 0, chance * win);
          land(at - stake, doubles ? layer + 1 : 0, chance * lose);
        }
      }
      for (const one of alive) one.fill(0);
      [alive, next] = [next, alive];
    };

    const level = (spread, share) => {
      let sum = 0;
      for (let at = 0; at < size; at++) if ((sum += spread[at]) >= share - 1e-12) return chips(at);
      return chips(size - 1);
    };

    const read = (coup) => {
      const spread = gone.map((chance, at) => alive.reduce((sum, one) => sum + one[at], chance));
      const mean = spread.reduce((sum, chance, at) => sum + chance * chips(at), 0);
      const ahead = spread.reduce((sum, chance, at) => sum + (chips(at) > bankroll ? chance : 0), 0);
      return { coup, low: level(spread, 0.05), high: level(spread, 0.95), mean, ahead, ...ends };
    };

    const found = [read(0)];
    for (let coup = 1; coup <= coups; coup++) {
      step();
      if (coup % each === 0 || coup === coups) found.push(read(coup));
    }
    return found;
  };

  return { course };
})();
