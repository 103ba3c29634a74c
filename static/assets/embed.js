// For a page that embeds figures, with or without async: each frame of this site gets its content's height.
(() => {
  "use strict";
  const site = new URL("../embed/", document.currentScript.src).href;
  const frames = () => [...document.querySelectorAll("iframe")].filter((frame) => frame.src.startsWith(site));
  addEventListener("message", ({ source, data }) => {
    if (data?.type !== "echomq:height" || !(data.height > 0)) return;
    const frame = frames().find((frame) => frame.contentWindow === source);
    if (!frame) return;
    const border = getComputedStyle(frame).boxSizing === "border-box" ? frame.offsetHeight - frame.clientHeight : 0;
    frame.style.height = `${Math.min(data.height, 20000) + border}px`;
  });
  // A frame that spoke before this script came says it again.
  for (const frame of frames()) frame.contentWindow.postMessage({ type: "echomq:measure" }, "*");
})();
