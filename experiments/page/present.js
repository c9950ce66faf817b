"use strict";
// ?present shows one question a screen, larger; arrow keys move on.
(() => {
  if (!new URLSearchParams(location.search).has("present")) return;
  const all = (name) => [...document.querySelectorAll(name)];
  const slides = [all("header, .verdict > .finding, .first > div"), all("#house-edge"), ...all("main > section:not(.verdict)").map((one) => [one])];
  const element = (name, text = "") => Object.assign(document.createElement(name), { textContent: text });
  const [bar, back, number, next] = [element("div"), element("button", "← Back"), element("span"), element("button", "Next →")];
  bar.id = "slides";
  number.setAttribute("role", "status");
  bar.append(back, number, next);
  document.body.append(bar);
  document.documentElement.classList.add("present");
  const named = () => slides.findIndex((slide) => Address.at() && slide.some((part) => part.contains(Address.at())));
  let at = Math.max(0, named());

  const show = (asked, move = true) => {
    at = Math.min(slides.length - 1, Math.max(0, asked));
    slides.forEach((slide, k) => slide.forEach((part) => (part.hidden = k !== at)));
    number.textContent = `${at + 1} of ${slides.length}`;
    back.disabled = at === 0;
    next.disabled = at === slides.length - 1;
    if (!move) return;
    const { id } = slides[at][0];
    history.replaceState(null, "", id ? `#${id}` : location.pathname + location.search);
    dispatchEvent(new Event("resize"));
    scrollTo(0, 0);
  };

  back.addEventListener("click", () => show(at - 1));
  next.addEventListener("click", () => show(at + 1));
  addEventListener("hashchange", () => named() >= 0 && show(named(), false));
  addEventListener("keydown", (event) => {
    if (event.target.closest("input, select") || event.altKey || event.ctrlKey || event.metaKey) return;
    const way = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    show(at + way);
  });
  show(at, false);
})();
