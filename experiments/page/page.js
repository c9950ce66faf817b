"use strict";
// What is folded opens where the address asks for it: ?print=all.
(() => {
  const folds = document.querySelectorAll("details");
  if (new URLSearchParams(location.search).get("print") === "all")
    for (const fold of folds) fold.open = true;
})();
// Every heading of a table becomes a button that sorts its rows: up, down, as given.
(() => {
  const words = new Intl.Collator("en", { numeric: true });
  const told = document.getElementById("sorted");
  const MANY = 20;
  const NEXT = { none: "ascending", ascending: "descending", descending: "none" };

  const key = (row, column) => {
    const cell = row.cells[column];
    const text = cell.textContent.trim();
    const number = Number(cell.dataset.value ?? NaN);
    return { row, text, number, isWord: Number.isNaN(number), isEmpty: /^[–\s]*$/.test(text) };
  };

  const compare = (a, b, sign) =>
    a.isEmpty - b.isEmpty ||
    sign * (a.isWord - b.isWord || a.number - b.number || words.compare(a.text, b.text));

  const sort = (body, given, column, way) => {
    const sign = way === "descending" ? -1 : 1;
    const keys = given.map((row) => key(row, column));
    if (way !== "none") keys.sort((a, b) => compare(a, b, sign));
    body.append(...keys.map(({ row }) => row));
  };

  // A long table shows only the rows that hold all words that are written above it.
  const filter = (table, rows) => {
    const label = document.createElement("label");
    const field = document.createElement("input");
    const count = document.createElement("span");
    label.className = "filter";
    label.textContent = "Show rows with ";
    field.type = "search";
    count.setAttribute("role", "status");
    label.append(field, count);
    table.closest(".scroll").before(label);
    const texts = rows.map((row) => row.textContent.toLowerCase());
    const show = () => {
      const asked = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      rows.forEach((row, k) => (row.hidden = !asked.every((word) => texts[k].includes(word))));
      count.textContent = ` ${rows.filter((row) => !row.hidden).length} of ${rows.length} rows`;
    };
    field.addEventListener("input", show);
    show();
  };

  for (const table of document.querySelectorAll("table")) {
    const body = table.tBodies[0];
    const given = [...body.rows];
    if (given.length > MANY) filter(table, given);
    const headings = [...table.tHead.rows[0].cells];
    headings.forEach((heading, column) => {
      const name = heading.textContent.trim();
      const button = document.createElement("button");
      button.type = "button";
      button.append(...heading.childNodes);
      heading.append(button);
      heading.setAttribute("aria-sort", "none");
      button.addEventListener("click", () => {
        const way = NEXT[heading.getAttribute("aria-sort")];
        for (const other of headings) other.setAttribute("aria-sort", "none");
        heading.setAttribute("aria-sort", way);
        sort(body, given, column, way);
        told.textContent = way === "none" ? "Rows as given." : `Sorted by ${name}, ${way}.`;
      });
    });
  }
})();
