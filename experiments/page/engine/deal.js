"use strict";
// The drawing chart on real cards, the shoe and an even shuffle from a 32-bit seed.
const Deal = ((rules) => {
  const value = rules.cardValue;

  // Chris Doty-Humphrey's sfc32 (PractRand, public domain); `stream` numbers the shoes of a seed.
  const generator = (seed, stream) => {
    let [a, b, c, counter] = [seed | 0, stream | 0, 0x9e3779b9 | 0, 1];
    const next = () => {
      const sum = (((a + b) | 0) + counter) | 0;
      counter = (counter + 1) | 0;
      a = b ^ (b >>> 9);
      b = (c + (c << 3)) | 0;
      c = (c << 21) | (c >>> 11);
      c = (c + sum) | 0;
      return sum >>> 0;
    };
    for (let k = 0; k < 20; k++) next();
    return next;
  };

  // A whole number below n, each equally likely: words above the last full round are thrown away.
  const below = (next, n) => {
    const limit = 2 ** 32 - (2 ** 32 % n);
    let word = next();
    while (word >= limit) word = next();
    return word % n;
  };

  const shuffled = (decks, next) => {
    const cards = Uint8Array.from({ length: 52 * decks }, (_, k) => k % 52);
    for (let k = cards.length - 1; k > 0; k--) {
      const other = below(next, k + 1);
      [cards[k], cards[other]] = [cards[other], cards[k]];
    }
    return cards;
  };

  const sum = (cards) => cards.reduce((total, card) => total + value[card], 0) % 10;

  // Player and Banker get cards in turn; the rest follows the chart.
  const coup = (cards, at) => {
    const player = [cards[at], cards[at + 2]];
    const banker = [cards[at + 1], cards[at + 3]];
    const [p, b] = [sum(player), sum(banker)];
    let used = 4;
    let third = rules.stands;
    if (Odds.playerDraws(p, b)) {
      player.push(cards[at + used++]);
      third = value[player[2]];
    }
    if (Odds.bankerDraws(p, b, third)) banker.push(cards[at + used++]);
    const ending = Odds.number(player.length - 2, banker.length - 2, sum(player), sum(banker));
    return { player, banker, ending, used };
  };

  class Shoe {
    constructor(seed, number, game) {
      this.game = game;
      this.cards = shuffled(game.decks, generator(seed, number));
      this.unseen = Array(10).fill(0);
      for (const card of this.cards) this.unseen[value[card]]++;
      this.position = 0;
      this.late = 0;
      this.coups = 0;
      if (game.burn) this.burn();
    }

    burn() {
      const exposed = value[this.cards[0]];
      this.unseen[exposed]--;
      this.position = 1 + (exposed || 10);
    }

    get undealt() {
      return this.cards.length - this.position;
    }

    get over() {
      const behind = this.undealt <= this.game.cut;
      return this.undealt < 6 || (behind && this.late >= this.game.afterCut);
    }

    deal() {
      if (this.undealt <= this.game.cut) this.late++;
      const dealt = coup(this.cards, this.position);
      this.position += dealt.used;
      this.coups++;
      for (const card of [...dealt.player, ...dealt.banker]) this.unseen[value[card]]--;
      return dealt;
    }
  }

  return { Shoe, generator, below, shuffled, coup, value };
})(DATA.rules);
