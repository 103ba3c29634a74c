// Says how much of an address a pasted text takes, before it is sent. The form
// works without.
(() => {
  "use strict";
  const field = document.getElementById("paste-text");
  const size = document.getElementById("paste-size");
  if (!field || !size) return;
  const bound = Number(field.dataset.bound);
  const weigh = () => {
    const sent = new URLSearchParams({ t: field.value.replace(/\r?\n/g, "\r\n") }).toString().length - 2;
    const over = sent > bound ? `This text takes ${sent} bytes, ${sent - bound} more than fit into an address.` : "";
    field.setCustomValidity(over);
    size.textContent = over;
  };
  field.addEventListener("input", weigh);
  weigh();
})();
