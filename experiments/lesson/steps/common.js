"use strict";
// What the five steps share. Each has its own range of shoe numbers, so that no step deals another's cards.
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
