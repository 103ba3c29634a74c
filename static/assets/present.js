// Keys for a projector's page: those of a keyboard and of a presenter's remote.
// Each does what a link or a button on the page does.
(() => {
  "use strict";
  const root = document.documentElement;
  const say = (text) => {
    const announcer = document.getElementById("announcer");
    if (announcer) announcer.textContent = text;
  };

  // The list of keys becomes a dialog; without scripts it opens in place.
  const list = document.getElementById("stage-keys");
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-labelledby", "stage-keys-name");
  const ask = document.createElement("button");
  ask.type = "button";
  ask.textContent = "Keys";
  ask.setAttribute("aria-haspopup", "dialog");
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "Close";
  close.addEventListener("click", () => dialog.close());
  dialog.append(list.querySelector(".stage-panel"), close);
  list.replaceWith(ask, dialog);
  ask.addEventListener("click", () => dialog.showModal());

  const black = (on) => {
    root.classList.toggle("blanked", on);
    say(on ? "The screen is black. Any key shows the figure again." : "The figure is shown again.");
  };
  const full = () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else root.requestFullscreen?.().catch(() => say("This browser allows no full screen here."));
  };

  document.addEventListener("click", (event) => {
    if (root.classList.contains("blanked")) {
      event.preventDefault();
      black(false);
      return;
    }
    const what = event.target.closest?.("[data-stage]")?.dataset.stage;
    if (!what) return;
    event.preventDefault();
    if (what === "full") full();
    if (what === "black") black(true);
  });

  const steps = {
    ArrowRight: "forward", PageDown: "forward", " ": "forward",
    ArrowLeft: "back", PageUp: "back", Home: "first", End: "last",
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (root.classList.contains("blanked")) {
      if (event.key !== "Shift") {
        event.preventDefault();
        black(false);
      }
      return;
    }
    if (dialog.open) {
      if (event.key === "?") dialog.close();
      return;
    }
    if (event.target.closest?.("input, select, textarea, [contenteditable]")) return;
    const other = { f: full, b: () => black(true), t: () => document.getElementById("theme").click(), "?": () => dialog.showModal() }[event.key];
    if (other) {
      event.preventDefault();
      other();
      return;
    }
    if (!document.querySelector(".stage-nav [data-go], #stage") || !(event.key in steps)) return;
    // A button or a summary that has the focus keeps the space bar.
    if (event.key === " " && event.target.closest?.("button, summary")) return;
    event.preventDefault();
    if (event.repeat) return; // a key that is held would tell what nobody asked for
    const to = event.key === " " && event.shiftKey ? "back" : steps[event.key];
    document.querySelector(`[data-go="${to}"]`)?.click();
  });
})();
