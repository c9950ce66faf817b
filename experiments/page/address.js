"use strict";
// The address after #: a place on the page, or the state of what a reader tries, or nothing known.
const Address = (() => {
  const told = document.getElementById("address");
  const parts = new Map();
  const problems = new Map();
  let given = location.hash;
  let asked = null;

  const whole = (text, low, high) => (/^\d{1,6}$/.test(text) && Number(text) >= low && Number(text) <= high ? Number(text) : null);

  const say = () => {
    const all = [...problems.values()].flat();
    told.textContent = all.join(" ");
    told.hidden = all.length === 0;
  };

  // Every part reads its keys and gives back what it cannot use, a sentence each.
  const read = () => {
    given = location.hash;
    problems.clear();
    let name = given.slice(1);
    try {
      name = decodeURIComponent(name);
    } catch {
      // A name that is not well formed stays as it is and is told below.
    }
    const place = name && document.getElementById(name);
    const pairs = new URLSearchParams(name.includes("=") && !place ? name : "");
    const known = new Set([...parts.values()].flatMap((part) => part.keys));
    for (const [key, part] of parts) problems.set(key, part.read(pairs));
    const unknown = [...pairs.keys()].filter((key) => !known.has(key));
    if (name && !place && (unknown.length || ![...pairs].length))
      problems.set("", [`The address asks for “${unknown.join(", ") || name}”: nothing on this page has that name.`]);
    for (let fold = place && place.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    asked = place || [...parts.values()].find((part) => part.keys.some((key) => pairs.has(key)))?.element || null;
    if (asked) asked.scrollIntoView();
    say();
  };

  // Only what differs from the start is written, so a page as it was has a clean address.
  const write = () => {
    problems.clear();
    say();
    const pairs = [...parts.values()].flatMap((part) => part.write());
    given = pairs.length ? `#${pairs.map(([key, value]) => `${key}=${value}`).join("&")}` : "";
    history.replaceState(null, "", given || location.pathname + location.search);
  };

  const add = (name, part) => parts.set(name, part);

  addEventListener("hashchange", () => location.hash !== given && read());
  return { add, read, write, whole, at: () => asked };
})();
