"use strict";
// The price of a bet: a pile of chips, and what the house keeps of it.
const price = (() => {
  let chosen;
  const edgeOf = (bet) => -Settle.expected(bet.net, FRESH_ODDS) * 100;
  const edge = () => edgeOf(chosen);

  const circle = (k, radius, kind) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    made.setAttribute("cx", 5 + 10 * (k % 10));
    made.setAttribute("cy", 5 + 10 * Math.floor(k / 10));
    made.setAttribute("r", radius);
    if (kind) made.setAttribute("class", kind);
    return made;
  };

  // The kept part of a chip is as large a part of its disc.
  const pile = () => {
    const kept = edge();
    const chips = Array.from({ length: 100 }, (_, k) => {
      const part = Math.min(1, Math.max(0, kept - (99 - k)));
      return [circle(k, 4.2), ...(part > 0 ? [circle(k, 4.2 * Math.sqrt(part), "kept")] : [])];
    });
    find("pile").replaceChildren(...chips.flat());
  };

  const choose = (bet) => {
    chosen = bet;
    state.bet = bet.name;
    state.runs = 0;
    pile();
    say("price-say", `Of every 100 bet on ${bet.title} the house keeps ${edge().toFixed(2)}: the house edge.`);
    const total = DATA.chips * DATA.chips;
    say("price-total", `You bet ${written(total)} chips in all. On average ${written((total * edge()) / 100)} stay with the house.`);
    say("price-result", "");
  };

  const tell = () => {
    let net = 0;
    let coups = 0;
    let first = PRICE_SHOES + 100 * state.runs;
    while (coups < DATA.chips) {
      const shoe = new Deal.Shoe(state.seed, first++, DATA.game);
      for (; coups < DATA.chips && !shoe.over; coups++) net += DATA.chips * chosen.net[shoe.deal().ending];
    }
    say("price-result", `This time: ${signed(net)} chips. Play again. Luck changes, the house edge does not.`);
  };

  const play = () => {
    state.runs = Math.min(1000, state.runs + 1);
    tell();
    writeState();
  };

  const buttons = BETS.map((bet) => button("price-bets", bet.title, (made) => (press(made), choose(bet), writeState())));
  const { runs } = state;
  const start = BETS.findIndex((bet) => bet.name === state.bet);
  press(buttons[start]);
  choose(BETS[start]);
  state.runs = runs;
  if (runs) tell();
  on("price-play", play);
  return { edgeOf };
})();
