// Pages of `grader serve` save what the dialog says.
(() => {
  const $ = (id) => document.getElementById(id);
  const dialog = $("override");
  const button = $("save");
  const said = dialog.querySelector("[role=status]");
  $("by").value = button.dataset.by;

  // The stanza is what is saved: each line is a key and a value that JSON knows, too.
  const stanza = () => Object.fromEntries($("stanza").textContent.trim().split("\n").slice(1).map((line) => {
    const at = line.indexOf(" = ");
    return [line.slice(0, at), JSON.parse(line.slice(at + 3))];
  }));

  // What stood in the file when the dialog was opened.
  let seen = new Map();
  const look = async () => {
    seen = new Map();
    const { student, assignment } = stanza();
    const answer = await fetch(`rows?${new URLSearchParams({ student, assignment })}`);
    if (answer.ok) seen = new Map(Object.entries(await answer.json()));
  };
  new MutationObserver(() => { if (dialog.open) look(); }).observe(dialog, { attributeFilter: ["open"] });
  const mirror = () => { button.disabled = $("copy").disabled; };
  new MutationObserver(mirror).observe($("copy"), { attributeFilter: ["disabled"] });

  const describe = (row) => row ? `${row.points ?? "no"} points, “${row.reason}” (${row.author.by})` : "none";
  button.addEventListener("click", async () => {
    const { student, assignment, criterion, points, reason, by } = stanza();
    const rows = [{ student, seen: seen.get(criterion) ?? "none", override: { points: String(points), reason, author: { by } } }];
    try {
      const answer = await fetch("save", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ assignment, criterion, rows, target: "decision" }),
      });
      const body = await answer.json();
      if (answer.ok) return location.reload();
      if (answer.status !== 409) { said.textContent = body.error; return; }
      const [conflict] = body.conflicts;
      seen.set(criterion, conflict.seen);
      said.textContent = `Changed meanwhile; nothing is saved yet. Now: ${describe(conflict.theirs)}. Yours: ${describe(conflict.yours)}. Save again to replace it.`;
    } catch {
      said.textContent = "The server does not answer; nothing is saved.";
    }
  });
})();
