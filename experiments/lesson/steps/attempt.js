"use strict";
// Bets on real coups, one at a time or many.
const drawHand = (id, cards) => {
  const shown = cards.map((card) => {
    const suit = Math.floor(card / 13);
    return element("span", `card${suit === 1 || suit === 2 ? " red" : ""}`, RANKS[card % 13] + SUITS[suit]);
  });
  const total = cards.reduce((sum, card) => sum + Deal.value[card], 0) % 10;
  find(id).replaceChildren(...shown, element("span", "total", `= ${total}`));
};

const winner = (ending) => {
  const who = Settle.winner(ending);
  return who === "tie" ? "Tie" : who === "player" ? "Player wins" : "Banker wins";
};

const attempt = (() => {
  let shoe;
  let times = 1;

  const drawHands = (dealt) => {
    drawHand("hand-player", dealt.player);
    drawHand("hand-banker", dealt.banker);
  };

  const open = () => {
    shoe = new Deal.Shoe(state.seed, state.shoe, DATA.game);
    let last = null;
    while (shoe.coups < state.coups && !shoe.over) last = shoe.deal();
    state.coups = shoe.coups;
    if (last) drawHands(last);
    tell();
  };

  const tell = () => {
    say("try-shoe", `Shoe ${state.shoe + 1} of seed ${state.seed}, ${shoe.coups} coups dealt, ${shoe.undealt} cards left. The address of this page keeps the place.`);
    const { bets, net, cost } = state;
    if (bets) say("try-ledger", `You ${signed(net)}. Your bets cost ${cost.toFixed(1)}. Luck ${signed(net + cost, 1)}.`);
    else say("try-ledger", "No bet yet.");
  };

  const next = () => {
    state.shoe = (state.shoe + 1) % 1e5;
    state.coups = 0;
    open();
  };

  const coup = (bet) => {
    if (shoe.over) next();
    if (bet) state.cost -= DATA.stake * Settle.expected(bet.net, Odds.endings(shoe.unseen));
    const dealt = shoe.deal();
    const paid = bet ? DATA.stake * bet.net[dealt.ending] : 0;
    state.net += paid;
    state.bets += bet ? 1 : 0;
    return { ...dealt, paid };
  };

  const play = (bet) => {
    let last;
    let total = 0;
    for (let k = 0; k < times; k++) {
      last = coup(bet);
      total += last.paid;
    }
    state.coups = shoe.coups;
    for (const sum of ["net", "cost"]) state[sum] = Number(state[sum].toFixed(4));
    drawHands(last);
    const paid = !bet ? "You did not bet." : times > 1 ? `${times} bets on ${bet.title}: ${signed(total)}.` : total === 0 ? "A push: your bet comes back." : `You ${total > 0 ? "win" : "lose"} ${Math.abs(total).toFixed(total % 1 ? 1 : 0)}.`;
    say("try-result", `${winner(last.ending)}. ${paid}`);
    tell();
    writeState();
  };

  for (const bet of BETS) button("try-bets", bet.title, () => play(bet), `big ${bet.name}`);
  button("try-bets", "Skip", () => play(null), "big");
  for (const n of [1, 10, 100]) button("try-times", `× ${n}`, (made) => (press(made), (times = n)));
  press(find("try-times").firstChild);
  on("try-new", () => {
    next();
    writeState();
  });
  open();
  return { get shoe() { return shoe; } };
})();
