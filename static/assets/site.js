// What the pages need beyond htmx: a name for this page view's live node, the
// spoken result, open details that stay open, and the light/dark switch.
// Nothing is stored and nothing here is needed to read or to step.
(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.add(window.htmx ? "js" : "plain");

  // The session's token lives as long as this page view. It saves the server
  // work and changes no answer, so it never appears in a link.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const token = Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
  document.addEventListener("htmx:config:request", (event) => {
    event.detail.ctx.request.headers["EchoMQ-Session"] = token;
  });

  // A swap replaces the details elements; those that were open open again.
  let open = [];
  document.addEventListener("htmx:before:swap", () => {
    open = Array.from(document.querySelectorAll("details[id][open]"), (d) => d.id);
  });
  document.addEventListener("htmx:after:swap", (event) => {
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    const to = event.detail.ctx.target; // an error's is a selector
    const place = typeof to === "string" ? document.querySelector(to) : to;
    const said = place?.querySelector?.("[data-announce]");
    const announcer = document.getElementById("announcer");
    if (said && announcer) announcer.textContent = said.dataset.announce;
  });

  // Where a request cannot be made, the browser goes there itself.
  document.addEventListener("htmx:error", (event) => {
    const from = event.detail.ctx?.sourceElement;
    if (from?.matches?.("a[href]")) location.assign(from.href);
    if (from?.matches?.("form")) from.submit();
  });

  // Keys step through a sequence: that of the figure that has the focus, or, on
  // the simulator's own page, the only one there. A presenter's remote sends the
  // page keys. Each key is a click on the link that is there anyway.
  const ways = {
    ArrowLeft: "back", PageUp: "back", ArrowRight: "forward", PageDown: "forward", Home: "first", End: "last",
  };
  // In a field they are the field's. Of radio buttons the arrows choose another
  // one, but not right after one was clicked: whoever points wants to step then.
  let pointed = false;
  document.addEventListener("pointerdown", () => { pointed = true; }, true);
  document.addEventListener("keydown", (event) => {
    const way = ways[event.key], from = event.target;
    if (!way) pointed = false;
    if (!way || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const field = from.closest?.("input, select, textarea, [contenteditable]");
    if (field && !(pointed && field.type === "radio")) return;
    const figure = from.closest?.("[data-stepper]") ?? document.querySelector('[data-stepper="page"]');
    if (!figure?.querySelector(".stepbar")) return;
    // What can be scrolled sideways and has the focus is.
    const wide = from.closest?.("[tabindex='0']");
    if (event.key.startsWith("Arrow") && wide && wide.scrollWidth > wide.clientWidth) return;
    event.preventDefault();
    go(figure, way, 40);
  });
  // A link that has only just come is htmx's a moment later; before that, a
  // click on it would leave the page.
  const go = (figure, way, patience) => {
    const link = figure.querySelector(`a[data-step="${way}"]`);
    if (link && window.htmx && !("htmxPowered" in link.dataset) && patience > 0) {
      setTimeout(go, 25, figure, way, patience - 1);
    } else {
      link?.click();
    }
  };

  // A link is copied where the browser allows that, and else shown to be copied
  // by hand.
  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-copy]");
    if (!button) return;
    const link = document.getElementById(button.dataset.copy).href;
    const announcer = document.getElementById("announcer");
    try {
      await navigator.clipboard.writeText(link);
      button.textContent = announcer.textContent = "Copied";
    } catch {
      const field = document.createElement("input");
      Object.assign(field, {type: "text", className: "copied", readOnly: true, value: link});
      field.setAttribute("aria-label", "Link to this view");
      button.replaceWith(field);
      field.select();
    }
  });

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("#theme")) return;
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });

  // Copying a snippet. Where the clipboard is not allowed, it is selected.
  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-snippet]");
    const field = button && document.getElementById(button.dataset.snippet);
    if (!field) return;
    let said = "Copied.";
    try {
      await navigator.clipboard.writeText(field.textContent);
    } catch {
      field.focus();
      getSelection().selectAllChildren(field);
      said = "Selected, to be copied by hand.";
    }
    const announcer = document.getElementById("announcer");
    if (announcer) announcer.textContent = said;
  });
})();
