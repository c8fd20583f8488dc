"use strict";
// Everything on this page can be read without this script. With it there are two buttons and two keys, and what is folded opens
// before printing.
(() => {
  const make = (label) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    return button;
  };

  // Copy a command; where the browser does not let us, select it, so that a key does.
  for (const command of document.querySelectorAll(".command")) {
    const text = command.querySelector("code");
    const button = make("Copy");
    const said = document.createElement("span");
    said.setAttribute("role", "status");
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text.textContent);
        said.textContent = " copied";
      } catch {
        getSelection().selectAllChildren(text);
        said.textContent = " selected: press Ctrl+C";
      }
    });
    command.append(button, said);
  }

  // Show what cannot be seen. Where only blanks differ, the page shows them from the start.
  const texts = document.querySelectorAll(".text");
  const first = document.querySelector("main .replay");
  if (first) {
    const original = new Map();
    const shown = (text) => text.replace(/ /g, "·").replace(/\t/g, "→").replace(/\n/g, "␊\n");
    const hidden = (text) => text.replace(/·/g, " ").replace(/→/g, "\t");
    const pressed = first.querySelector(".blanks") !== null;
    const button = make("Show blanks and line ends");
    const set = (on) => {
      button.setAttribute("aria-pressed", String(on));
      for (const element of texts) {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const node = walker.currentNode;
          if (!original.has(node)) original.set(node, node.data);
          const text = original.get(node);
          const signs = element.closest(".blanks") !== null;
          node.data = on ? (signs ? text : shown(text)) : (signs ? hidden(text) : text);
        }
      }
    };
    button.setAttribute("aria-pressed", String(pressed));
    button.addEventListener("click", () => set(button.getAttribute("aria-pressed") !== "true"));
    const tools = document.createElement("div");
    tools.className = "tools";
    tools.append(button);
    first.append(tools);
  }

  // Arrows lead to the previous and the next wrong turn, where there are several. Without this script, links do.
  const turns = [...document.querySelectorAll(".wrong[tabindex]")];
  document.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const has = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    // What scrolls sideways keeps its keys.
    if (!by || has || event.target.closest("[tabindex='0']")) return;
    const at = turns.findIndex((it) => it.closest(".case").contains(document.activeElement));
    const next = turns[at + by];
    if (!next) return;
    event.preventDefault();
    location.hash = next.id;
    next.focus({ preventScroll: true });
  });
  const steps = document.querySelector(".steps");
  if (steps) {
    const keys = document.createElement("span");
    keys.textContent = "Keys: ← →";
    steps.append(keys);
  }

  // Printed pages show what is folded in failed cases.
  const folded = document.querySelectorAll(".case details:not([open])");
  addEventListener("beforeprint", () => folded.forEach((it) => { it.open = true; }));
  addEventListener("afterprint", () => folded.forEach((it) => { it.open = false; }));
})();
