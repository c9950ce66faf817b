"use strict";
// Cards are taken out of the shoe: the exact value of every bet, from the counts that are left.
const Removed = (() => {
  const element = document.getElementById("explore-removed");
  if (!element) return null;
  const { cards, full, usual } = DATA;
  const FEWEST = 6;
  const BAR = '<svg aria-hidden="true" viewBox="-100 0 200 4" preserveAspectRatio="none"><rect height="4"/><path d="M0 0V4"/><path class="fresh"/></svg><span></span>';
  const find = (name) => element.querySelector(name);
  const gone = Array(10).fill(0);
  const valuesOf = (counts) => {
    const chances = Odds.endings(counts);
    return usual.bets.map((bet) => 100 * Settle.expected(bet.net, chances));
  };
  const fresh = valuesOf(full);

  const make = (name, kind, text = "") => {
    const made = document.createElement(name);
    if (kind) made.className = kind;
    made.textContent = text;
    return made;
  };

  const sliders = cards.map((card, value) => {
    const label = make("label", "", "");
    const slider = make("input");
    Object.assign(slider, { type: "range", min: 0, max: full[value], value: 0 });
    const shown = make("output");
    label.append(make("span", "", value === 0 ? "10 J Q K" : card), slider, shown);
    slider.addEventListener("input", () => {
      gone[value] = Number(slider.value);
      draw();
      Address.write();
    });
    find(".sliders").append(label);
    return { slider, shown };
  });

  const rows = usual.bets.map((bet) => {
    const row = make("div");
    const bar = make("dd");
    bar.innerHTML = BAR;
    const [svg, text] = bar.children;
    row.append(make("dt", "", bet.title), bar);
    find(".values").append(row);
    return { row, svg, text };
  });

  const bar = ({ row, svg, text }, value, before, most) => {
    const rect = svg.firstChild;
    const at = (x) => (100 * x) / most;
    rect.setAttribute("x", Math.min(0, at(value)));
    rect.setAttribute("width", Math.abs(at(value)));
    svg.lastChild.setAttribute("d", `M${at(before)} 0V4`);
    row.className = value > 0 ? "ahead" : "";
    text.textContent = `${value > 0 ? "▲ +" : "▽ −"}${Math.abs(value).toFixed(2)}`;
  };

  const draw = () => {
    gone.forEach((n, value) => {
      sliders[value].slider.value = n;
      sliders[value].slider.setAttribute("aria-valuetext", `${n} of ${full[value]} taken out`);
      sliders[value].shown.textContent = n;
    });
    const left = full.map((n, value) => n - gone[value]);
    const cardsLeft = left.reduce((sum, n) => sum + n, 0);
    const playable = cardsLeft >= FEWEST;
    find(".values").hidden = !playable;
    if (!playable) {
      find(".said").textContent = `${cardsLeft} cards are left. A coup can take ${FEWEST}: put some back.`;
      return;
    }
    const values = valuesOf(left);
    const most = Math.max(20, ...values.map(Math.abs));
    rows.forEach((row, k) => bar(row, values[k], fresh[k], most));
    const ahead = usual.bets.filter((_, k) => values[k] > 0).map((bet) => bet.title);
    const out = full.reduce((sum, n) => sum + n, 0) - cardsLeft;
    find(".said").textContent = `${out} cards are out, ${cardsLeft} are left. ${ahead.length ? `The player is ahead on: ${ahead.join(", ")}.` : "The house is ahead on every bet."}`;
  };

  // removed=4x8,2x0 takes out four cards of value 8 and two of value 0.
  const read = (pairs) => {
    gone.fill(0);
    const wrong = [];
    for (const part of (pairs.get("removed") ?? "").split(",").filter(Boolean)) {
      const [, n, value] = part.match(/^(\d{1,3})x(\d)$/) ?? [];
      if (n === undefined) wrong.push(`“removed=${part}” is not understood: write 4x8 for four cards of value 8.`);
      else if (Number(n) > full[value]) wrong.push(`“removed=${part}” is left out: a shoe has ${full[value]} cards of value ${value}.`);
      else gone[value] = Number(n);
    }
    draw();
    return wrong;
  };

  const write = () => {
    const list = gone.flatMap((n, value) => (n ? [`${n}x${value}`] : []));
    return list.length ? [["removed", list.join(",")]] : [];
  };

  find("[data-do=reset]").addEventListener("click", () => {
    gone.fill(0);
    draw();
    Address.write();
  });
  Address.add("removed", { keys: ["removed"], element, read, write });
  return { gone, valuesOf };
})();
