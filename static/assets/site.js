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

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("#theme")) return;
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });
})();
