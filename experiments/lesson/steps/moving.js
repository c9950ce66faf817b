"use strict";
// Steps by buttons, keys and swipes.
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
