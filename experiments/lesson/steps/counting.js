"use strict";
// Who can win: the tiles, and a trainer for a count.
const counting = (() => {
  const { net } = DATA.counting.bets.find((bet) => bet.name === DATA.count.bet);
  const tags = DATA.count.tags;
  let shoe;
  let running;

  const start = () => {
    state.dealt = 0;
    shoe = new Deal.Shoe(state.seed, COUNT_SHOES + state.counted, DATA.counting);
    running = DATA.counting.burn ? tags[Deal.value[shoe.cards[0]]] : 0;
    const burned = Deal.value[shoe.cards[0]];
    find("count-player").replaceChildren();
    find("count-banker").replaceChildren();
    say("count-say", `New shoe. The first card had value ${burned}: begin with ${signed(running)}.`);
  };

  const deal = (coups) => {
    if (shoe.over) {
      state.counted = (state.counted + 1) % 1e5;
      start();
      writeState();
      return;
    }
    let last;
    for (let k = 0; k < coups && !shoe.over; k++) {
      last = shoe.deal();
      state.dealt = shoe.coups;
      for (const card of [...last.player, ...last.banker]) running += tags[Deal.value[card]];
    }
    drawHand("count-player", last.player);
    drawHand("count-banker", last.banker);
    say("count-say", coups > 1 ? `${tell()}${shoe.over ? " The shoe is over." : ""}` : "Count these cards. Then press Check.");
    find("count-input").value = coups > 1 ? running : "";
    writeState();
  };

  const value = () => Settle.expected(net, Odds.endings(shoe.unseen));

  const tell = () => {
    const unseen = shoe.unseen.reduce((sum, n) => sum + n, 0);
    const edge = 100 * value();
    const advice = edge > 0 ? "The player is ahead: bet." : "The house is ahead: do not bet.";
    return `Running count ${signed(running)}, true count ${signed((running * 52) / unseen, 1)}. Exact edge for the player: ${signed(edge, 1)} of 100. ${advice}`;
  };

  const check = () => {
    const text = find("count-input").value;
    const verdict = text === "" ? "" : Number(text) === running ? "Right. " : `Your ${text} is not right. `;
    say("count-say", verdict + tell());
  };

  const groups = new Map();
  tags.forEach((tag, v) => groups.set(tag, [...(groups.get(tag) ?? []), v === 0 ? "10 J Q K" : v === 1 ? "A" : v]));
  find("tags").append(...[...groups].map(([tag, cards]) => element("span", "tag", `${cards.join(" ")}: ${signed(tag)}`)));
  on("count-deal", () => deal(1));
  on("count-ten", () => deal(10));
  on("count-check", check);
  find("count-input").addEventListener("keydown", (event) => event.key === "Enter" && check());
  const { dealt } = state;
  start();
  if (dealt > 0) deal(dealt);

  const view = (name) => {
    state.view = name;
    for (const one of ["tiles", "count"]) {
      find(`who-${one}`).hidden = one !== name;
      find(`see-${one}`).setAttribute("aria-pressed", one === name);
    }
  };

  for (const one of ["tiles", "count"])
    on(`see-${one}`, () => {
      view(one);
      writeState();
    });
  view(state.view);
  return { value, get shoe() { return shoe; } };
})();
