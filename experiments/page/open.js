"use strict";
// What can be tried takes the place of its picture, which stays for paper; then the address is read.
(() => {
  for (const element of document.querySelectorAll(".explore")) {
    element.hidden = false;
    element.previousElementSibling.classList.add("replaced");
  }
  Address.read();
})();
