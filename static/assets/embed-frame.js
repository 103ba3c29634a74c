// What a frame on another site's page does with a script: it says how high it
// is, and its links take the place of the page they stand on. It keeps nothing,
// sends for nothing and never takes the focus from the host. Every link works
// without it too. It comes before the body: whoever clicks first is heard.
(() => {
  "use strict";
  if (window.parent === window) return; // opened on its own: a page like any other

  // WordPress knows its frames by a secret behind the address: #?secret=…
  const secret = /^#\?(?:.*&)?secret=([A-Za-z0-9]+)/.exec(location.hash)?.[1];

  // The height, in CSS pixels, to whoever frames this: it is no secret. In the
  // form that embed.js and anybody else may read, in Canvas's and in WordPress's.
  // Half a page is no height, and neither is that of a frame too narrow to read,
  // as one is that its host has not laid out: a host would follow each.
  let said = 0;
  const say = () => {
    if (document.readyState === "loading" || window.innerWidth < 120) return;
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
    if (height === 0 || height === said) return;
    said = height;
    const tell = (message) => window.parent.postMessage(message, "*");
    tell({ type: "echomq:height", height });
    tell({ subject: "lti.frameResize", height });
    if (secret) tell({ message: "height", value: height, secret });
  };
  new ResizeObserver(say).observe(document.documentElement);
  // Out of sight a browser puts observers off, and its layout too. A host may keep
  // a frame out of sight until it has told its height, as WordPress does: so what
  // could not be told is tried again for some seconds.
  const soon = (tries = 60) => {
    say();
    if (said === 0 && tries > 0) setTimeout(soon, 100, tries - 1);
  };
  document.addEventListener("DOMContentLoaded", () => soon());
  window.addEventListener("resize", say);
  document.addEventListener("toggle", say, true);
  // A host whose script comes later than this one asks, as WordPress's does when
  // it is ready.
  window.addEventListener("message", (event) => {
    if (event.source !== window.parent) return;
    const ready = secret && event.data?.message === "ready" && event.data.secret === secret;
    if (!ready && event.data?.type !== "echomq:measure") return;
    said = 0;
    soon();
  });

  // Going on in the place of this page keeps the host's Back button the host's.
  // The frame's name carries, from one page of it to the next, which link a
  // keyboard has just used: there it has the focus again.
  const go = (address, from) => {
    window.name = from ? "echomq:" + from : "";
    location.replace(address + (secret ? location.hash : ""));
  };
  const [, used] = /^echomq:(.+)$/.exec(window.name) ?? [];
  if (used) {
    window.name = "";
    document.addEventListener("DOMContentLoaded", () => {
      if (document.hasFocus()) document.getElementById(used)?.focus({ preventScroll: true });
    });
  }

  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest?.("a[href]");
    if (link && !link.target && !link.getAttribute("href").startsWith("#")) {
      event.preventDefault();
      go(link.href, event.detail === 0 && link.id);
    }
    // WordPress lets no frame open a window, and goes there itself when it is told.
    if (link?.target && secret) window.parent.postMessage({ message: "link", value: link.href, secret }, "*");
    // A sandbox stops a form before it is sent, and Enter clicks its button.
    const button = event.target.closest?.("button[type=submit]");
    if (button?.form) {
      event.preventDefault();
      const asked = new URLSearchParams(new FormData(button.form));
      go(button.form.action + "?" + asked, event.detail === 0 && document.activeElement?.id);
    }
  });
})();
