"use strict";
// What the page shows is in it. This script sends judgements, takes them back, and knows keys.
(() => {
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse(document.querySelector("main").dataset.look);
  const forms = [...document.querySelectorAll(".criterion")];
  const said = $("said");
  const say = (text) => { said.textContent = text; };
  const on = (id, event, react) => $(id)?.addEventListener(event, react);
  const { root } = data;

  // What this tab remembers until it is closed: judgements that can be taken back, and what the next page says. The address
  // holds the server's secret, so another server finds nothing of it.
  const name = (what) => `grader-${what}-${location.pathname.split("/")[1]}`;
  const remembered = (what, otherwise) => {
    try { return JSON.parse(sessionStorage.getItem(name(what))) ?? otherwise; } catch { return otherwise; }
  };
  const remember = (what, value) => {
    try { sessionStorage.setItem(name(what), JSON.stringify(value)); } catch { /* Then there is no undo. */ }
  };

  // Where the page goes.
  const go = (address) => { if (address) location.assign(address); };
  const filtered = () => {
    const words = new URLSearchParams();
    if ($("show")?.value === "all") words.set("show", "all");
    if ($("of")?.value) words.set("criterion", $("of").value);
    return `${root}review/?${words}`;
  };
  for (const id of ["show", "of"]) on(id, "change", () => go(filtered()));

  // Which criterion keys are about: the first that is to be judged.
  const shown = data.members.find((member) => member.is_shown);
  const isOpen = (id) => shown?.rows.some(([row, , open]) => row === id && open);
  let current = Math.max(0, forms.findIndex((form) => isOpen(form.dataset.criterion)));
  const mark = (at) => {
    current = at;
    forms.forEach((form, place) => place === at ? form.setAttribute("aria-current", "true") : form.removeAttribute("aria-current"));
  };
  forms.forEach((form, place) => form.addEventListener("focusin", () => mark(place)));
  mark(current);

  // For whom a judgement counts. A tick that a person has set counts in any case; others only where it is to be judged.
  const touched = new Set();
  for (const box of document.querySelectorAll(".members input")) {
    box.addEventListener("change", () => touched.add(box.value));
  }
  const judged = (criterion) => {
    const boxes = [...document.querySelectorAll(".members input")];
    const ticked = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    const counts = (member) => boxes.length === 0 ? member.is_shown : ticked.has(member.student);
    return data.members.filter(counts).flatMap((member) => {
      const row = member.rows.find(([id]) => id === criterion);
      const isMeant = row && (row[2] || member.is_shown || touched.has(member.student));
      return isMeant ? [{ student: member.student, seen: row[1] }] : [];
    });
  };

  // Sends one thing at a time.
  let isBusy = false;
  const send = async (request, to = "save") => {
    if (isBusy) return null;
    isBusy = true;
    try {
      const answer = await fetch(root + to, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(request),
      });
      const body = await answer.json().catch(() => ({}));
      return { status: answer.status, body };
    } catch {
      return { status: 0, body: { error: "The server does not answer; nothing is saved. Is `grader serve` still running?" } };
    } finally {
      isBusy = false;
    }
  };

  // What was saved can be taken back on the next page.
  const noteStep = (step) => {
    remember("undo", [...remembered("undo", []), step].slice(-200));
    remember("said", `Saved: ${step.label}. Press u to take it back.`);
  };
  const names = (rows) => rows.length === 1 ? rows[0].student : `${rows.length} programs`;
  const save = async (request, label) => {
    const answer = await send(request);
    if (!answer) return;
    const { status, body } = answer;
    if (status === 409) return ask(request, label, body.conflicts);
    if (status !== 200) return say(body.error ?? `Nothing is saved (${status}).`);
    const back = body.rows.map(({ student, seen, before }) => ({ student, seen, override: before }));
    const { assignment, criterion } = request;
    const step = { label: `${label} for ${names(body.rows)}`, where: location.href, request: { assignment, criterion, rows: back } };
    noteStep(step);
    const isLast = !forms.some(({ dataset }) => dataset.criterion !== criterion && isOpen(dataset.criterion));
    if (!isLast) return location.reload();
    go(request.left ? filtered() : data.steps.next ?? filtered());
  };

  // Somebody else was faster: both values are shown, and a person decides.
  const describe = (row) => row ? `${row.points ?? "no"} points, “${row.reason}” (${row.by})` : "not judged";
  const ask = (request, label, conflicts) => {
    const items = conflicts.map(({ student, theirs, yours }) => {
      const item = document.createElement("li");
      item.textContent = `${student}: now ${describe(theirs)}. Yours: ${describe(yours)}.`;
      return item;
    });
    $("differences").replaceChildren(...items);
    $("theirs").onclick = () => location.reload();
    $("mine").onclick = () => {
      $("conflict").close();
      // For all that are left, the server looks once more who that is.
      if (!request.rows) return save(request, label);
      const now = new Map(conflicts.map(({ student, seen }) => [student, seen]));
      const rows = request.rows.map((row) => ({ ...row, seen: now.get(row.student) ?? row.seen }));
      save({ ...request, rows }, label);
    };
    $("conflict").showModal();
  };

  const undo = async () => {
    const steps = remembered("undo", []);
    const step = steps.pop();
    if (!step) return say("There is nothing to take back.");
    const answer = await send(step.request, step.to);
    if (!answer) return;
    if (answer.status === 409) {
      remember("undo", steps);
      return say(`Somebody has changed it since, so it stays: ${step.label}.`);
    }
    if (answer.status !== 200) return say(answer.body.error ?? `Nothing is taken back (${answer.status}).`);
    remember("undo", steps);
    remember("said", `Taken back: ${step.label}.`);
    if (step.where === location.href) location.reload();
    else go(step.where);
  };

  // Comments at lines.
  const writing = $("comment");
  const field = (name) => writing.querySelector("form").elements[name];
  const written = () => data.comments.find(({ file, line }) => file === field("file").value && line === Number(field("line").value));
  const write = (file, line) => {
    if (!writing) return;
    if (file) field("file").value = file;
    field("line").value = line ?? "";
    field("text").value = written()?.text ?? "";
    writing.querySelector("[role=status]").textContent = "";
    writing.showModal();
    field(line ? "text" : "line").focus();
  };
  const comment = async (text) => {
    const tell = (words) => { writing.querySelector("[role=status]").textContent = words; };
    const [file, line] = [field("file").value, Number(field("line").value)];
    if (!(line > 0)) return tell("Line: enter its number.");
    if (text === "") return tell("Comment: enter a text.");
    const about = { assignment: data.assignment, student: data.student, file, line };
    const answer = await send({ ...about, seen: written()?.seen ?? "none", text }, "comment");
    if (!answer) return;
    const { status, body } = answer;
    if (status === 409) {
      data.comments = [...data.comments.filter((one) => one !== written()), { file, line, text: body.theirs, seen: body.seen }];
      return tell(`Changed meanwhile: ${body.theirs === null ? "it was removed" : `“${body.theirs}”`}. Save again to replace it.`);
    }
    if (status !== 200) return tell(body.error ?? `Nothing is saved (${status}).`);
    const step = { to: "comment", label: `comment at ${file}:${line}`, where: location.href, request: { ...about, seen: body.seen, text: body.before, by: body.by } };
    noteStep(step);
    location.reload();
  };
  if (writing) {
    writing.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      comment(field("text").value.trim());
    });
    for (const name of ["file", "line"]) {
      field(name).addEventListener("change", () => { field("text").value = written()?.text ?? field("text").value; });
    }
    on("erase", "click", () => comment(null));
    on("leave", "click", () => writing.close());
    on("write", "click", () => write());
    for (const list of document.querySelectorAll(".source")) {
      // A number is no element of its own: what is clicked there is its line.
      list.addEventListener("click", ({ target }) => {
        const place = [...list.children].indexOf(target);
        if (place >= 0) write(list.dataset.file, place + 1);
      });
    }
  }

  // What a form asks for.
  const usual = (points, most) => points === most ? "All of it is there." : points === 0 ? "None of it is there." : "Judged by hand.";
  const criterionOf = (form) => data.criteria.find((one) => one.id === form.dataset.criterion);
  const judge = (form, points, isForAll) => {
    const { id, title, max_points } = criterionOf(form);
    const reason = form.elements.reason.value.trim() || usual(points, Number(max_points));
    const override = { points: String(points), reason };
    const request = { assignment: data.assignment, criterion: id };
    const label = `${points} of ${max_points}, ${title}`;
    if (isForAll) return save({ ...request, left: override }, label);
    const rows = judged(id).map((row) => ({ ...row, override }));
    if (rows.length === 0) return say("Nobody is ticked, so nothing is saved.");
    save({ ...request, rows }, label);
  };
  const most = (form) => Number(criterionOf(form).max_points);
  const submit = (form) => {
    const field = form.elements.points;
    const text = field.value.trim().replace(",", ".");
    const points = Number(text);
    const isWrong = text === "" || !(points >= 0 && points <= most(form));
    field.setAttribute("aria-invalid", String(isWrong));
    if (isWrong) {
      say(`Points: enter a number from 0 to ${most(form)}.`);
      return field.focus();
    }
    judge(form, points, false);
  };
  const actions = {
    a: (form) => judge(form, most(form), false),
    r: (form) => {
      form.elements.points.value = "0";
      form.elements.reason.focus();
    },
    p: (form) => form.elements.points.select(),
    A: (form) => judge(form, most(form), true),
    R: (form) => judge(form, 0, true),
  };
  for (const form of forms) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      submit(form);
    });
    form.elements.points.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      form.elements.reason.focus();
    });
    for (const button of form.querySelectorAll("[data-do]")) {
      button.addEventListener("click", () => actions[button.dataset.do](form));
    }
  }
  on("undo", "click", undo);
  on("explain", "click", () => $("help").showModal());

  // Keys, unless they are switched off, or somebody types.
  let kept = null;
  try { kept = localStorage.getItem("grader-keys"); } catch { /* A browser may keep nothing. */ }
  const keys = $("keys");
  keys?.setAttribute("aria-pressed", String(kept !== "off"));
  const hasKeys = () => keys ? keys.getAttribute("aria-pressed") === "true" : kept !== "off";
  on("keys", "click", () => {
    keys.setAttribute("aria-pressed", String(!hasKeys()));
    try { localStorage.setItem("grader-keys", hasKeys() ? "on" : "off"); } catch { /* As above. */ }
  });
  const next = () => data.steps.next ? go(data.steps.next) : say("There is no other program.");
  const steps = {
    s: next,
    n: next,
    j: next,
    k: () => data.steps.previous ? go(data.steps.previous) : say("There is no program before this one."),
    S: () => data.steps.other_criterion ? go(data.steps.other_criterion) : say("Nothing is left of other criteria."),
    u: undo,
    c: () => { if (forms.length > 0) mark((current + 1) % forms.length); },
    f: () => $("show")?.focus(),
    l: () => write(),
    q: () => go(root),
    x: () => go(data.steps.apart),
    "?": () => $("help")?.showModal(),
  };
  document.addEventListener("keydown", (event) => {
    if (!hasKeys() || event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const isTyping = event.target.matches("input:not([type=checkbox]), select, textarea");
    if (event.key === "Escape" && isTyping) return event.target.blur();
    if (isTyping || isBusy) return;
    const form = forms[current];
    const action = actions[event.key];
    if (steps[event.key]) {
      event.preventDefault();
      steps[event.key]();
    } else if (form && action) {
      event.preventDefault();
      action(form);
    } else if (form && /^[0-9]$/.test(event.key)) {
      event.preventDefault();
      form.elements.points.value = event.key;
      form.elements.points.focus();
    }
  });

  say(remembered("said", ""));
  remember("said", "");
})();
