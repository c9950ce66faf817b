"use strict";
// Exact odds of the 400 endings of the next coup, from ten counts of unseen cards.
const Odds = ((rules) => {
  const { playerDrawsTo, natural, stands } = rules;
  const draws = rules.chart;
  const number = (drewP, drewB, p, b) => ((drewP * 2 + drewB) * 10 + p) * 10 + b;

  const playerDraws = (p, b) => p < natural && b < natural && p <= playerDrawsTo;
  const bankerDraws = (p, b, third) => p < natural && b < natural && draws[b][third] === 1;

  // Both hands have two cards that come in `ways` orders; `left` counts the other cards.
  // A place that nobody takes may hold any card, so every ending is counted in orders of six.
  const finish = (p, b, ways, left, cards, ending) => {
    if (!playerDraws(p, b)) {
      if (bankerDraws(p, b, stands)) bankerCard(p, b, ways * (cards - 1), left, 0, ending);
      else ending[number(0, 0, p, b)] += ways * cards * (cards - 1);
      return;
    }
    for (let third = 0; third < 10; third++) {
      if (left[third] === 0) continue;
      left[third]--;
      const total = (p + third) % 10;
      const drawn = ways * (left[third] + 1);
      if (bankerDraws(p, b, third)) bankerCard(total, b, drawn, left, 1, ending);
      else ending[number(1, 0, total, b)] += drawn * (cards - 1);
      left[third]++;
    }
  };

  const bankerCard = (p, b, ways, left, drewP, ending) => {
    for (let card = 0; card < 10; card++) {
      ending[number(drewP, 1, p, (b + card) % 10)] += ways * left[card];
    }
  };

  const pairs = (left, take) => {
    for (let a = 0; a < 10; a++) {
      const ofA = left[a];
      left[a]--;
      for (let b = a; b < 10 && ofA > 0; b++) {
        const ways = ofA * left[b] * (a === b ? 1 : 2);
        left[b]--;
        if (ways > 0) take((a + b) % 10, ways);
        left[b]++;
      }
      left[a]++;
    }
  };

  const endings = (counts) => {
    const left = Array.from(counts);
    const cards = left.reduce((sum, n) => sum + n, 0);
    const ending = new Float64Array(400);
    pairs(left, (p, waysP) =>
      pairs(left, (b, waysB) => finish(p, b, waysP * waysB, left, cards - 4, ending)),
    );
    let orders = 1;
    for (let k = 0; k < 6; k++) orders *= cards - k;
    return ending.map((ways) => ways / orders);
  };

  return { endings, number, playerDraws, bankerDraws };
})(DATA.rules);
