// Keeps an open page up to date. The page is whole without this: it asks for the same page again and puts the new one in place of
// the old, with what the reader had unfolded still unfolded.
"use strict";

(() => {
  const BETWEEN = 2000; // milliseconds between two refreshes at least
  const live = document.getElementById("live");
  let isDue = false;
  let timer = null;

  const say = (text) => {
    if (live.textContent !== text) live.textContent = text;
  };

  // A reader who marks text would lose the mark.
  const isReading = () => {
    const selection = document.getSelection();
    return selection !== null && !selection.isCollapsed;
  };

  const refresh = async () => {
    timer = null;
    if (!isDue) return;
    if (document.hidden || isReading()) {
      timer = setTimeout(refresh, BETWEEN);
      return;
    }
    isDue = false;
    try {
      const answer = await fetch(location.href, { headers: { accept: "text/html" }, cache: "no-store" });
      if (!answer.ok) throw new Error(String(answer.status));
      replace(new DOMParser().parseFromString(await answer.text(), "text/html"));
      say("");
    } catch {
      say("This page could not be refreshed; it shows how things were.");
    }
    timer = setTimeout(refresh, BETWEEN);
  };

  const replace = (next) => {
    document.title = next.title;
    for (const name of ["main", "footer"]) {
      const before = document.querySelector(name);
      const after = next.querySelector(name);
      if (!before || !after || before.innerHTML === after.innerHTML) continue;
      for (const old of before.querySelectorAll("details[id]")) {
        const same = after.querySelector("#" + CSS.escape(old.id));
        if (same) same.open = old.open;
      }
      const scrolled = [...before.querySelectorAll(".scroll[aria-labelledby], .scroll[aria-label]")]
        .map((old) => [old.getAttribute("aria-labelledby") || old.getAttribute("aria-label"), old.scrollLeft]);
      const focused = path(before, document.activeElement);
      before.replaceWith(document.adoptNode(after));
      for (const [label, left] of scrolled) {
        if (left === 0) continue;
        for (const table of after.querySelectorAll(".scroll")) {
          if ([table.getAttribute("aria-labelledby"), table.getAttribute("aria-label")].includes(label)) table.scrollLeft = left;
        }
      }
      focused?.(after)?.focus({ preventScroll: true });
    }
  };

  // Finds again what had the focus: a link by its target, a summary by its details.
  const path = (root, element) => {
    if (!element || !root.contains(element)) return null;
    if (element.matches("a[href]")) {
      const href = element.getAttribute("href");
      return (after) => [...after.querySelectorAll("a[href]")].find((link) => link.getAttribute("href") === href);
    }
    const id = element.closest("details[id]")?.id;
    return id && element.matches("summary") ? (after) => after.querySelector("#" + CSS.escape(id) + " > summary") : null;
  };

  const due = () => {
    isDue = true;
    if (timer === null) timer = setTimeout(refresh, 100);
  };

  const stream = new EventSource("/v1/events");
  let isFirst = true;
  stream.addEventListener("turn", due);
  stream.addEventListener("reset", due);
  stream.addEventListener("status", () => {
    // The first one tells what the page shows already.
    if (!isFirst) due();
    isFirst = false;
  });
  stream.addEventListener("open", () => say(""));
  stream.addEventListener("error", () => {
    say(stream.readyState === EventSource.CLOSED
      ? "This page is not kept up to date; reload it for news."
      : "The host does not answer; this page shows how things were. Trying again …");
  });
  // Ages grow although nothing happens.
  setInterval(due, 30000);
})();
