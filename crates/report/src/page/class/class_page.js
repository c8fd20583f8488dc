"use strict";
// The page is whole without this script. It filters and sorts the table, knows some keys, and writes stanzas of overrides.
(() => {
  const $ = (id) => document.getElementById(id);
  const tables = [...document.querySelectorAll(".submissions")];
  const rows = tables.flatMap((table) => [...table.tBodies[0].rows]);
  const box = $("q");
  const count = document.querySelector("output");
  document.querySelector(".filter").hidden = false;

  // A word of the filter becomes a question that a row answers.
  const glob = (pattern) => {
    const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp("^" + parts.join(".*") + "$", "i");
  };
  const compare = { "<": (a, b) => a < b, "<=": (a, b) => a <= b, ">": (a, b) => a > b, ">=": (a, b) => a >= b, "=": (a, b) => a === b };
  const question = (word) => {
    if (word.startsWith("!") && word.length > 1) {
      const inner = question(word.slice(1));
      return (row) => !inner(row);
    }
    const number = /^(points|percent|right)(<=|>=|<|>|=)(-?[\d.]+)$/.exec(word);
    if (number) return (row) => compare[number[2]](Number(row.dataset[number[1]]), Number(number[3]));
    const list = /^([scmfa]):(.+)$/.exec(word);
    if (list) {
      const wanted = glob(list[2]);
      const key = list[1] === "a" ? "assignment" : list[1];
      return (row) => row.dataset[key].split(" ").filter(Boolean).some((it) => wanted.test(it));
    }
    const text = word.replace(/"/g, "").toLowerCase();
    return (row) => row.textContent.toLowerCase().includes(text);
  };
  const words = (text) => text.match(/!?"[^"]*"?|\S+/g) ?? [];
  const filter = () => {
    const questions = words(box.value).map(question);
    let shown = 0;
    for (const row of rows) {
      row.hidden = !questions.every((it) => it(row));
      shown += row.hidden ? 0 : 1;
    }
    count.textContent = `${shown} of ${rows.length}`;
    // A table without a row that fits is left out.
    for (const table of tables) {
      table.closest(".of-assignment").hidden = [...table.tBodies[0].rows].every((row) => row.hidden);
    }
  };
  const fromHash = () => {
    const found = /^#q=(.*)$/.exec(location.hash);
    if (!found) return;
    try {
      box.value = decodeURIComponent(found[1]);
    } catch {
      box.value = found[1];
    }
    filter();
  };
  box.addEventListener("input", () => {
    filter();
    history.replaceState(null, "", "#q=" + encodeURIComponent(box.value));
  });
  addEventListener("hashchange", fromHash);
  // What is clicked above the table filters it, so it is what is looked at next.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#q=']");
    if (link) setTimeout(() => { fromHash(); $("submissions").scrollIntoView(); });
  });

  // A row's criteria.
  const criteria = (row) => row.dataset.criteria.split("\n").filter(Boolean).map((line) => {
    const [, id, points, most] = /^(.*)=([^=/]*)\/([^=/]*)$/.exec(line);
    return { id, points, most };
  });
  // What a column sorts a row by. Who has no such criterion comes before all others.
  const value = (head, row) => {
    const { by, criterion } = head.dataset;
    if (by !== "criterion") return Number(row.dataset[by]);
    return Number(criteria(row).find((it) => it.id === criterion)?.points ?? -1e9);
  };

  // Sort a table by a column; once more turns it round.
  const sortable = (table) => {
    const heads = [...table.tHead.rows[0].cells];
    for (const head of heads) {
      const by = head.dataset.by;
      const isNumber = by === "points" || by === "right" || by === "criterion";
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const up = head.ariaSort === "ascending" ? -1 : 1;
        for (const other of heads) other.ariaSort = "none";
        head.ariaSort = up === 1 ? "ascending" : "descending";
        const order = (one, other) => isNumber
          ? value(head, one) - value(head, other)
          : one.dataset[by].localeCompare(other.dataset[by], undefined, { numeric: true });
        const sorted = [...table.tBodies[0].rows].sort((one, other) => up * order(one, other));
        table.tBodies[0].append(...sorted);
      });
    }
  };
  tables.forEach(sortable);

  // Overrides: a stanza of TOML for one criterion of one submission.
  const dialog = $("override");
  const said = dialog.querySelector("[role=status]");
  let current = null;
  const quoted = (text) => JSON.stringify(text).replace(/\u007f/g, "\\u007f");
  const stanza = () => {
    const points = Number($("new-points").value.replace(",", "."));
    $("stanza").textContent = [
      "[[override]]",
      `student = ${quoted(current.dataset.student)}`,
      `assignment = ${quoted(current.dataset.assignment)}`,
      `criterion = ${quoted($("criterion").value)}`,
      `points = ${Number.isFinite(points) ? points : 0}`,
      `reason = ${quoted($("reason").value)}`,
      `by = ${quoted($("by").value)}`,
      "",
    ].join("\n");
    said.textContent = problem(points);
    $("copy").disabled = said.textContent !== "";
  };
  // Why the stanza cannot be used yet; empty if it can.
  const problem = (points) => {
    const most = Number($("criterion").selectedOptions[0]?.dataset.most ?? Infinity);
    const isNumber = $("new-points").value.trim() !== "" && Number.isFinite(points);
    // A penalty takes points away, and there are none to earn.
    const isWrong = !isNumber || (most > 0 ? points < 0 || points > most : points > 0);
    $("new-points").setAttribute("aria-invalid", String(isWrong));
    for (const id of ["reason", "by"]) $(id).setAttribute("aria-invalid", String($(id).value.trim() === ""));
    if (isWrong) return most > 0 ? `Points: enter a number from 0 to ${most}.` : "Points: enter 0 or less.";
    if ($("reason").value.trim() === "") return "Reason: say why.";
    return $("by").value.trim() === "" ? "By: enter your name." : "";
  };
  const take = () => {
    const chosen = $("criterion").selectedOptions[0];
    $("new-points").value = chosen ? chosen.dataset.points : "";
    stanza();
  };
  const override = (row) => {
    current = row;
    $("override-title").textContent = `Override: ${row.dataset.student}, ${row.dataset.assignment}`;
    const options = criteria(row).map(({ id, points, most }) => {
      const option = new Option(`${id} (${points} of ${most})`, id);
      option.dataset.points = points;
      option.dataset.most = most;
      return option;
    });
    $("criterion").replaceChildren(...options);
    take();
    dialog.showModal();
  };
  $("criterion").addEventListener("change", take);
  for (const id of ["new-points", "reason", "by"]) $(id).addEventListener("input", stanza);
  $("close").addEventListener("click", () => dialog.close());
  $("copy").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText($("stanza").textContent);
      said.textContent = "copied";
    } catch {
      getSelection().selectAllChildren($("stanza"));
      said.textContent = "selected: press Ctrl+C";
    }
  });
  for (const row of rows) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Override";
    button.setAttribute("aria-label", `Override points of ${row.dataset.student}`);
    button.addEventListener("click", () => override(row));
    row.querySelector(".problem").prepend(button);
  }

  // Keys, unless they are switched off, or somebody types.
  let remembered = null;
  try { remembered = localStorage.getItem("grader-keys"); } catch { /* A browser may keep nothing for files. */ }
  const keys = $("keys");
  keys.setAttribute("aria-pressed", String(remembered !== "off"));
  const hasKeys = () => keys.getAttribute("aria-pressed") === "true";
  keys.addEventListener("click", () => {
    keys.setAttribute("aria-pressed", String(!hasKeys()));
    try { localStorage.setItem("grader-keys", hasKeys() ? "on" : "off"); } catch { /* As above. */ }
  });
  const step = (by) => {
    const all = tables.flatMap((table) => [...table.tBodies[0].rows]);
    const shown = all.filter((row) => !row.hidden);
    const at = shown.findIndex((row) => row.contains(document.activeElement));
    const next = shown[at < 0 ? 0 : Math.min(shown.length - 1, Math.max(0, at + by))];
    if (next) next.querySelector("a").focus();
  };
  document.addEventListener("keydown", (event) => {
    if (!hasKeys() || dialog.open || event.ctrlKey || event.altKey || event.metaKey) return;
    const isTyping = event.target.matches("input, select, textarea");
    if (event.key === "Escape") {
      box.value = "";
      history.replaceState(null, "", "#q=");
      filter();
      if (isTyping) box.blur();
    } else if (isTyping) {
      return;
    } else if (event.key === "/") {
      event.preventDefault();
      box.focus();
    } else if (event.key === "j") {
      step(1);
    } else if (event.key === "k") {
      step(-1);
    } else if (event.key === "o") {
      const row = rows.find((it) => it.contains(document.activeElement));
      if (row) override(row);
    } else if (event.key === "?") {
      $("grammar").scrollIntoView({ block: "center" });
      $("grammar").tabIndex = -1;
      $("grammar").focus();
    }
  });

  filter();
  fromHash();
})();
