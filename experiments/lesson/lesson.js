"use strict";
// The five steps. Each has its own range of shoe numbers, so that no step deals another's cards.
const PRICE_SHOES = 1e6;
const DOUBLE_SHOES = 2e6;
const MANY_SHOES = 3e6;
const GUESS_SHOES = 4e6;
const COUNT_SHOES = 5e6;
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SUITS = ["♠", "♥", "♦", "♣"];

const find = (id) => document.getElementById(id);
const say = (id, text) => (find(id).textContent = text.replaceAll(" %", "\u00a0%"));
const written = (x, decimals = 0) => x.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
const signed = (x, decimals = 0) => `${x < 0 ? "−" : x > 0 ? "+" : ""}${written(Math.abs(x), decimals)}`;
const on = (id, act) => find(id).addEventListener("click", act);

const element = (name, kind, text) => {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.textContent = text;
  return made;
};

const button = (place, text, act, kind = "") => {
  const made = element("button", kind, text);
  made.type = "button";
  made.addEventListener("click", () => act(made));
  find(place).append(made);
  return made;
};

const press = (chosen) => {
  for (const one of chosen.parentNode.children) one.setAttribute("aria-pressed", one === chosen);
};

const BETS = DATA.game.bets;
const PLAYER = BETS.find((bet) => bet.name === "player");
const FRESH = Array.from({ length: 10 }, (_, v) => DATA.game.decks * 4 * DATA.rules.cardValue.slice(0, 13).filter((x) => x === v).length);
const FRESH_ODDS = Odds.endings(FRESH);

// --- The address: step, seed, shoe and coups dealt of step 2 ---------------------------

const readState = () => {
  const given = new URLSearchParams(location.hash.slice(1));
  const whole = (name, low, high, other) => {
    const text = given.get(name) ?? "";
    const value = Number(text);
    return /^\d+$/.test(text) && value >= low && value <= high ? value : other;
  };
  return {
    step: whole("step", 1, 5, 1),
    seed: whole("seed", 0, 2 ** 32 - 1, DATA.seed),
    shoe: whole("shoe", 0, 1e5, 0),
    coups: whole("coups", 0, 1e5, 0),
  };
};

const state = readState();

const writeState = () => history.replaceState(null, "", `#${new URLSearchParams(state)}`);

const show = (step, move = true) => {
  state.step = Math.min(5, Math.max(1, step));
  for (let k = 1; k <= 5; k++) find(`step-${k}`).hidden = k !== state.step;
  for (const one of document.querySelectorAll(".go")) {
    if (Number(one.dataset.step) === state.step) one.setAttribute("aria-current", "step");
    else one.removeAttribute("aria-current");
  }
  find("back").disabled = state.step === 1;
  find("next").disabled = state.step === 5;
  writeState();
  if (move) {
    scrollTo(0, 0);
    find(`title-${state.step}`).focus({ preventScroll: true });
  }
  if (state.step === 3) double.draw();
};

// --- 1 The price -----------------------------------------------------------------------

const price = (() => {
  let chosen = BETS[0];
  let runs = 0;
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
    pile();
    say("price-say", `Of every 100 bet on ${bet.title} the house keeps ${edge().toFixed(2)}: the house edge.`);
    const total = DATA.chips * DATA.chips;
    say("price-total", `You bet ${written(total)} chips in all. On average ${written((total * edge()) / 100)} stay with the house.`);
    say("price-result", "");
  };

  const play = () => {
    let net = 0;
    let coups = 0;
    while (coups < DATA.chips) {
      const shoe = new Deal.Shoe(state.seed, PRICE_SHOES + runs++, DATA.game);
      for (; coups < DATA.chips && !shoe.over; coups++) net += DATA.chips * chosen.net[shoe.deal().ending];
    }
    say("price-result", `This time: ${signed(net)} chips. Play again. Luck changes, the house edge does not.`);
  };

  for (const bet of BETS) button("price-bets", bet.title, (made) => (press(made), choose(bet)));
  press(find("price-bets").firstChild);
  choose(chosen);
  on("price-play", play);
  return { edgeOf };
})();

// --- 2 Try it --------------------------------------------------------------------------

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
  let [net, cost, bets] = [0, 0, 0];

  const open = () => {
    shoe = new Deal.Shoe(state.seed, state.shoe, DATA.game);
    while (shoe.coups < state.coups && !shoe.over) shoe.deal();
    state.coups = shoe.coups;
    tell();
  };

  const tell = () => {
    say("try-shoe", `Shoe ${state.shoe + 1} of seed ${state.seed}, ${shoe.coups} coups dealt, ${shoe.undealt} cards left. The address of this page keeps the place.`);
    if (bets) say("try-ledger", `You ${signed(net)}. Your bets cost ${cost.toFixed(1)}. Luck ${signed(net + cost, 1)}.`);
    else say("try-ledger", "No bet yet.");
  };

  const next = () => {
    state.shoe++;
    state.coups = 0;
    open();
  };

  const coup = (bet) => {
    if (shoe.over) next();
    if (bet) cost -= DATA.stake * Settle.expected(bet.net, Odds.endings(shoe.unseen));
    const dealt = shoe.deal();
    const paid = bet ? DATA.stake * bet.net[dealt.ending] : 0;
    net += paid;
    bets += bet ? 1 : 0;
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
    drawHand("hand-player", last.player);
    drawHand("hand-banker", last.banker);
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

// --- 3 Doubling up ---------------------------------------------------------------------

const double = (() => {
  let bettors;
  let played;
  let guess = null;
  const stopWin = () => Number(find("stop").value);
  const playing = (first, win) => ({ seed: state.seed, first, game: DATA.game, net: PLAYER.net, stops: { ...Doubling.NO_STOP, win: win || Infinity } });
  const people = (n) => Array.from({ length: n }, () => [true, false].map((doubles) => Doubling.sit(DATA.chips, 1, doubles)));

  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name);

  const line = (pen, path, x, y, color) => {
    pen.strokeStyle = color;
    pen.beginPath();
    path.forEach((chips, k) => pen[k ? "lineTo" : "moveTo"](x(k), y(chips)));
    pen.stroke();
  };

  const panel = (which, most, longest) => {
    const canvas = find(`lines-${which}`);
    const ratio = devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const pen = canvas.getContext("2d");
    pen.scale(ratio, ratio);
    const x = (k) => 4 + ((width - 8) * k) / longest;
    const y = (chips) => height - 6 - ((height - 12) * chips) / most;
    line(pen, [DATA.chips, DATA.chips], (k) => x(k * longest), y, colour("--line"));
    pen.lineWidth = 1.5;
    for (const pair of bettors) {
      const { path, state: end } = pair[which];
      line(pen, path, x, y, colour(end === "out" ? "--bad" : end === "won" ? "--good" : "--link"));
    }
  };

  const draw = () => {
    const all = bettors.flat();
    const most = Math.max(2 * DATA.chips, ...all.map((one) => Math.max(...one.path)));
    const longest = Math.max(2, ...all.map((one) => one.path.length - 1));
    for (const which of [0, 1]) panel(which, most, longest);
    say("scale", `Both pictures show 0 to ${most} chips. The grey line is ${DATA.chips} chips. A line that stops early is a bettor who failed or left.`);
  };

  const counted = (which) => {
    const column = bettors.map((pair) => pair[which]);
    const ahead = column.filter((one) => one.chips > DATA.chips).length;
    const out = column.filter((one) => one.state === "out").length;
    const mean = column.reduce((sum, one) => sum + one.chips, 0) / column.length;
    const failed = which === 0 ? "could not double again" : "could not pay the next bet";
    return `${ahead} ahead, ${out} ${failed}. Mean: ${mean.toFixed(0)} chips.`;
  };

  const tell = () => {
    for (const which of [0, 1]) say(`count-${which}`, counted(which));
    const items = bettors.map(([one], k) => element("li", one.state, `${DATA.pupils[k]} ${one.chips}${{ in: "", out: " ✕", won: " ✓" }[one.state]}`));
    find("pupils").replaceChildren(...items);
    const done = played >= DATA.shoes;
    find("double-one").disabled = find("double-all").disabled = done || guess === null;
    find("double-many").disabled = !done;
    if (played) say("double-say", done ? verdict() : `Shoe ${played} of ${DATA.shoes} is played. ${Doubling.left(bettors, 0)} of ${bettors.length} have not failed.`);
    draw();
  };

  const verdict = () => `After ${DATA.shoes} shoes ${Doubling.left(bettors, 0)} of ${bettors.length} have not failed. You guessed ${guess}. With always 1 chip: ${Doubling.left(bettors, 1)} of ${bettors.length}.`;

  const play = (shoes) => {
    for (let k = 0; k < shoes && played < DATA.shoes; k++, played++) {
      Doubling.shoe(bettors, playing(DOUBLE_SHOES + played * bettors.length, stopWin()));
    }
    find("stop").disabled = true;
    tell();
  };

  const again = () => {
    bettors = people(DATA.pupils.length);
    played = 0;
    guess = null;
    find("stop").disabled = false;
    find("guess").disabled = find("guess-set").disabled = false;
    find("guess").value = "";
    say("double-say", "Make your guess first. Then play.");
    say("many-say", "");
    tell();
  };

  const settle = () => {
    const value = Number(find("guess").value);
    if (find("guess").value === "" || !Number.isInteger(value) || value < 0 || value > bettors.length) {
      say("double-say", `Write a whole number from 0 to ${bettors.length}.`);
      return;
    }
    guess = value;
    find("guess").disabled = find("guess-set").disabled = true;
    say("double-say", `Your guess is ${guess}. Now play.`);
    tell();
  };

  const many = (n = DATA.many, stop = stopWin()) => {
    const crowd = people(n);
    for (let k = 0; k < DATA.shoes; k++) Doubling.shoe(crowd, playing(MANY_SHOES + k * n, stop));
    return crowd;
  };

  const lost = (crowd, which) => {
    const column = crowd.map((pair) => pair[which]);
    const gone = column.reduce((sum, one) => sum + DATA.chips - one.chips, 0);
    return ((100 * gone) / column.reduce((sum, one) => sum + one.betInAll, 0)).toFixed(2);
  };

  const tellMany = () => {
    const crowd = many();
    const share = (which) => ((100 * Doubling.left(crowd, which)) / crowd.length).toFixed(1);
    say("many-say", `Of ${written(crowd.length)} bettors at ${DATA.shoes} shoes each, ${share(0)} % of those who double have not failed, and ${share(1)} % of those who always bet 1 chip. Of every 100 chips bet, doubling lost ${lost(crowd, 0)} and always 1 chip lost ${lost(crowd, 1)}. The house edge is ${price.edgeOf(PLAYER).toFixed(2)}.`);
  };

  on("guess-set", settle);
  find("guess").addEventListener("keydown", (event) => event.key === "Enter" && settle());
  on("double-one", () => play(1));
  on("double-all", () => play(DATA.shoes));
  on("double-again", again);
  on("double-many", tellMany);
  again();
  return { draw, many };
})();

// --- 4 Guess the next ------------------------------------------------------------------

const guessing = (() => {
  const SHOWN = 12;
  let first = 0;
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

  const guess = (side) => {
    const result = results[SHOWN + made];
    hits += side === result;
    made++;
    const rate = ((100 * hits) / made).toFixed(0);
    say("guess-say", `${result === "P" ? "Player" : "Banker"}: ${side === result ? "right" : "wrong"}. ${hits} of ${made} right: ${rate} %. Always Banker: ${DATA.bankerShare.toFixed(1)} % in the long run.`);
    draw();
  };

  const again = () => {
    results = decided(first++);
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
  on("guess-again", again);
  on("guess-many", () => many());
  again();
  return { many };
})();

// --- 5 Who can win: the count trainer --------------------------------------------------

const counting = (() => {
  const { net } = DATA.counting.bets.find((bet) => bet.name === DATA.count.bet);
  const tags = DATA.count.tags;
  let number = 0;
  let shoe;
  let running;

  const start = () => {
    shoe = new Deal.Shoe(state.seed, COUNT_SHOES + number++, DATA.counting);
    running = DATA.counting.burn ? tags[Deal.value[shoe.cards[0]]] : 0;
    const burned = Deal.value[shoe.cards[0]];
    find("count-player").replaceChildren();
    find("count-banker").replaceChildren();
    say("count-say", `New shoe. The first card had value ${burned}: begin with ${signed(running)}.`);
  };

  const deal = (coups) => {
    if (shoe.over) return start();
    let last;
    for (let k = 0; k < coups && !shoe.over; k++) {
      last = shoe.deal();
      for (const card of [...last.player, ...last.banker]) running += tags[Deal.value[card]];
    }
    drawHand("count-player", last.player);
    drawHand("count-banker", last.banker);
    say("count-say", coups > 1 ? `${tell()}${shoe.over ? " The shoe is over." : ""}` : "Count these cards. Then press Check.");
    find("count-input").value = coups > 1 ? running : "";
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
  start();
  return { value, get shoe() { return shoe; } };
})();

// --- Moving on -------------------------------------------------------------------------

for (const one of document.querySelectorAll(".go")) one.addEventListener("click", () => show(Number(one.dataset.step)));
on("back", () => show(state.step - 1));
on("next", () => show(state.step + 1));

addEventListener("keydown", (event) => {
  if (event.target.closest("input, select") || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "ArrowRight") show(state.step + 1);
  if (event.key === "ArrowLeft") show(state.step - 1);
});

// A swipe across the page turns it; one inside a control does not.
let touched = null;
addEventListener("touchstart", (event) => {
  const free = event.touches.length === 1 && !event.target.closest("button, input, select, canvas");
  touched = free ? event.touches[0] : null;
}, { passive: true });
addEventListener("touchend", (event) => {
  if (!touched) return;
  const [x, y] = [event.changedTouches[0].clientX - touched.clientX, event.changedTouches[0].clientY - touched.clientY];
  if (Math.abs(x) > 80 && Math.abs(x) > 2 * Math.abs(y)) show(state.step + (x < 0 ? 1 : -1));
}, { passive: true });
addEventListener("resize", () => state.step === 3 && double.draw());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", double.draw);
addEventListener("hashchange", () => location.reload());
show(state.step, false);
