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
    if ($("show")?.value) words.set("show", $("show").value);
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
    go(request.left ? (data.is_trial ? `${root}review/agreement` : filtered()) : data.steps.next ?? filtered());
  };

  // Somebody else was faster: both values are shown, and a person decides.
  const describe = (row) => row ? `${row.points ?? "no"} points, “${row.reason}” (${row.author.grader ?? row.author.by})` : "not judged";
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

  // Comments at lines, and the bank of those that were written before.
  const count = (number) => `${number} program${number === 1 ? "" : "s"}`;
  const field = (dialog, name) => dialog.querySelector("form").elements[name];
  const tellIn = (dialog, words) => { dialog.querySelector("[role=status]").textContent = words; };
  const typed = (dialog) => ({
    text: field(dialog, "text").value.trim(),
    criterion: field(dialog, "criterion").value || null,
    points: field(dialog, "points").value.trim().replace(",", ".") || null,
  });
  const fill = (dialog, one) => {
    field(dialog, "text").value = one?.text ?? "";
    field(dialog, "criterion").value = one?.criterion ?? "";
    field(dialog, "points").value = one?.points ?? "";
  };
  const isSame = (one, other) => one.text === other.text && one.criterion === other.criterion && one.points === other.points;
  const value = ({ text, criterion, points }) => ({ text, criterion, points });
  const rowsBack = (rows) => rows.map(({ student, file, line, seen, before }) => ({ student, file, line, seen, comment: before }));
  const noteComments = (label, rows) => {
    noteStep({ to: "comment", label, where: location.href, request: { assignment: data.assignment, rows: rowsBack(rows) } });
    location.reload();
  };

  // A comment wherever it is: the button says how many programs change, and the server refuses another number.
  const changeEverywhere = async (dialog, from, to) => {
    if (to.text === "") return tellIn(dialog, "Comment: enter a text.");
    const request = { assignment: data.assignment, from: value(from), to, programs: from.programs };
    const answer = await send(request, "bank");
    if (!answer) return;
    const { status, body } = answer;
    if (status === 409 && body.programs !== undefined) {
      from.programs = body.programs;
      labelButtons();
      return tellIn(dialog, `Changed meanwhile: now ${count(body.programs)} have it. Press again to change it there.`);
    }
    if (status === 409) return tellIn(dialog, "Changed meanwhile; nothing is saved. Press again.");
    if (status !== 200) return tellIn(dialog, body.error ?? `Nothing is saved (${status}).`);
    noteComments(`comment in ${count(from.programs)}`, body.rows);
  };

  const writing = $("comment");
  const written = () => data.comments.find(({ file, line }) => file === field(writing, "file").value && line === Number(field(writing, "line").value));
  const banked = (one) => one && data.bank.find((other) => other.programs > 0 && isSame(one, other));
  const earlier = $("earlier");
  const chosen = () => data.bank[field(earlier, "which").value];
  const labelButtons = () => {
    const known = banked(written());
    $("everywhere").hidden = !known || known.programs < 2;
    $("everywhere").textContent = `Save in all ${count(known?.programs ?? 0)}`;
    const one = chosen();
    const change = earlier.querySelector("form button");
    change.disabled = !one;
    change.textContent = one ? `Change in ${count(one.programs)}` : "Change";
  };
  const write = (file, line) => {
    if (!writing) return;
    if (file) field(writing, "file").value = file;
    field(writing, "line").value = line ?? "";
    fill(writing, written());
    tellIn(writing, "");
    labelButtons();
    writing.showModal();
    field(writing, line ? "text" : "line").focus();
  };
  const comment = async (one) => {
    const [file, line] = [field(writing, "file").value, Number(field(writing, "line").value)];
    if (!(line > 0)) return tellIn(writing, "Line: enter its number.");
    if (one && one.text === "") return tellIn(writing, "Comment: enter a text.");
    const row = { student: data.student, file, line, seen: written()?.seen ?? "none", comment: one };
    const answer = await send({ assignment: data.assignment, rows: [row] }, "comment");
    if (!answer) return;
    const { status, body } = answer;
    if (status === 409) {
      const { theirs, seen } = body.conflicts[0];
      data.comments = [...data.comments.filter((other) => other !== written()), { file, line, ...theirs, seen }];
      return tellIn(writing, `Changed meanwhile: ${theirs === null ? "it was removed" : `“${theirs.text}”`}. Save again to replace it.`);
    }
    if (status !== 200) return tellIn(writing, body.error ?? `Nothing is saved (${status}).`);
    noteComments(`comment at ${file}:${line}`, body.rows);
  };
  if (writing) {
    writing.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      comment(typed(writing));
    });
    for (const name of ["file", "line"]) {
      field(writing, name).addEventListener("change", () => {
        if (written()) fill(writing, written());
        labelButtons();
      });
    }
    // An earlier comment brings its points along.
    field(writing, "text").addEventListener("change", () => {
      const known = data.bank.find((one) => one.text === field(writing, "text").value);
      if (known?.points && field(writing, "points").value === "") fill(writing, known);
    });
    on("everywhere", "click", () => changeEverywhere(writing, banked(written()), typed(writing)));
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
  const openEarlier = () => {
    if (!earlier) return;
    fill(earlier, chosen());
    tellIn(earlier, chosen() ? "" : "There are no comments yet.");
    labelButtons();
    earlier.showModal();
  };
  if (earlier) {
    earlier.querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      changeEverywhere(earlier, chosen(), typed(earlier));
    });
    field(earlier, "which").addEventListener("change", () => {
      fill(earlier, chosen());
      labelButtons();
    });
    on("open-earlier", "click", openEarlier);
    on("close-earlier", "click", () => earlier.close());
  }

  // Answers to objections.
  const objections = [...document.querySelectorAll(".objection")];
  const answerTo = async (form) => {
    const { text, case: about, criterion, seen } = data.requests[form.dataset.request];
    const reply = form.elements.answer.value.trim();
    const points = form.elements.points.value.trim().replace(",", ".");
    const id = form.elements.criterion.value;
    if (reply === "") return say("Answer: enter a text.");
    if (points !== "" && id === "") return say("Points: choose the criterion that changes.");
    const request = { assignment: data.assignment, student: data.student, case: about, criterion, text };
    const decided = data.decisions.find(([known]) => known === id);
    const change = points === "" ? null : { criterion: id, seen: decided[1], override: { points, reason: reply } };
    const answer = await send({ ...request, seen, answer: reply, points: change }, "answer");
    if (!answer) return;
    const { status, body } = answer;
    if (status === 409) return say(`Changed meanwhile${body.by ? ` by ${body.by}` : ""}; nothing is saved. Load the page again.`);
    if (status !== 200) return say(body.error ?? `Nothing is saved (${status}).`);
    const back = body.points && { criterion: id, ...body.points };
    const undone = { ...request, seen: body.seen, answer: body.before, author: body.author, points: back };
    noteStep({ to: "answer", label: `answer to ${data.student}`, where: location.href, request: undone });
    location.reload();
  };
  for (const form of objections) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      answerTo(form);
    });
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
    b: openEarlier,
    w: () => objections.length > 0 ? objections[0].elements.answer.focus() : say("The student objects to nothing."),
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
