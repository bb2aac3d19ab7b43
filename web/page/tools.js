// Elements, texts, files.
const SVG = "http://www.w3.org/2000/svg";
const $ = (id) => document.getElementById(id);
// Live texts of the page: of text nodes, and of attributes of elements.
const texts = new WeakMap(),
  labels = new WeakMap();
const node = (child) => {
  if (!(child instanceof Live)) return child;
  const made = document.createTextNode(child);
  texts.set(made, child);
  return made;
};
// Replaces the content of an element by elements and texts.
const put = (element, ...children) => {
  element.replaceChildren(
    ...children
      .flat()
      .filter((child) => child !== null && child !== undefined && child !== false)
      .map(node),
  );
  return element;
};
const label = (element, key, value) => {
  if (value instanceof Live) labels.set(element, { ...labels.get(element), [key]: value });
  element.setAttribute(key, value);
};
// Writes all live texts again.
const relabel = () => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const one = walker.currentNode;
    if (texts.has(one)) one.data = texts.get(one);
    for (const [key, value] of Object.entries(labels.get(one) ?? {})) one.setAttribute(key, value);
  }
};
// Makes an element; texts become text nodes, never markup. `on…` attributes are listeners.
const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== undefined && value !== null) label(element, key, value);
  }
  return put(element, ...children);
};
// Text of a file, with characters that would be invisible or turn the text around written out.
const HIDDEN = new RegExp(
  [
    /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/,
    /[\ud800-\udbff](?![\udc00-\udfff])/,
    /(?<![\ud800-\udbff])[\udc00-\udfff]/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);
const clean = (text) =>
  String(text ?? "").replace(HIDDEN, (sign) =>
    /[\n\r\t]/.test(sign) ? " " : `‹U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}›`,
  );
const foreign = (text, name = "bdi") =>
  make(name, { dir: "auto" }, text instanceof Live ? live(() => clean(text)) : clean(text));
const picture = (text) =>
  document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
const icon = (path) => {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const drawn = document.createElementNS(SVG, "path");
  for (const [key, value] of Object.entries({
    d: path,
    fill: "none",
    stroke: "currentColor",
    "stroke-width": 2,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  }))
    drawn.setAttribute(key, value);
  svg.append(drawn);
  return svg;
};
const ICONS = {
  first: "M18 6l-6 6 6 6M7 6v12",
  back: "M15 6l-6 6 6 6",
  on: "M9 6l6 6-6 6",
  last: "M6 6l6 6-6 6M17 6v12",
  rotate: "M20 12a8 8 0 1 1-2.5-5.8M20 3v5h-5",
  undo: "M9 7L4 12l5 5M4 12h10a5 5 0 0 1 0 10h-2",
  redo: "M15 7l5 5-5 5M20 12H10a5 5 0 0 0 0 10h2",
  eraser: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13",
};
const iconButton = (name, label, act, attributes = {}) =>
  make(
    "button",
    {
      class: "button icon",
      type: "button",
      "aria-label": word(label),
      title: word(label),
      onclick: act,
      ...attributes,
    },
    icon(ICONS[name]),
  );
const button = (label, act, attributes = {}) =>
  make("button", { class: "button", type: "button", onclick: act, ...attributes }, word(label));
const field = (label, control, attributes = {}) =>
  make("label", { class: "field", ...attributes }, make("span", {}, word(label)), control);
const check = (label, attributes = {}) =>
  make("label", { class: "check" }, make("input", { type: "checkbox", ...attributes }), word(label));
const select = (options, value, change, attributes = {}) => {
  const element = make(
    "select",
    { ...attributes, onchange: () => change(element.value) },
    options.map(([key, text]) => make("option", { value: key }, text)),
  );
  element.value = value;
  return element;
};
// Opens a dialog; it is removed when it is closed.
const dialog = (title, attributes, ...content) => {
  const box = make("dialog", { "aria-label": title, ...attributes }, make("div", { class: "group" }, ...content));
  document.body.append(box);
  box.addEventListener("close", () => box.remove());
  box.showModal();
  // The focus is on its first button, which may be below a long text.
  box.scrollTop = 0;
  return box;
};
const closeRow = (close) =>
  make(
    "div",
    { class: "row" },
    make("button", { class: "button main", type: "button", onclick: close }, word("close")),
  );
const copy = async (text, source) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without the permission, as in a file opened from the disk in some browsers.
    const area = make("textarea", { class: "aside" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    source?.focus();
  }
  say(word("copied"));
  if (!source) return;
  if (source.dataset.copied) return;
  const before = [...source.childNodes];
  source.dataset.copied = "yes";
  put(source, word("copied"));
  setTimeout(() => {
    source.replaceChildren(...before);
    delete source.dataset.copied;
    relabel();
  }, 1200);
};
const say = (text) => {
  $("live").textContent = "";
  requestAnimationFrame(() => {
    $("live").textContent = clean(text);
  });
};
const notice = (text) => {
  const box = $("notice");
  box.hidden = !String(text);
  box.textContent = clean(text);
};
// Tells the fault of a field beside it, until the field changes.
const tellFieldFault = (control, text) => {
  const id = `${control.id}-fault`;
  $(id)?.remove();
  const message = make("p", { class: "message bad", id, role: "alert" }, clean(text));
  control.after(message);
  control.setAttribute("aria-invalid", "true");
  control.setAttribute("aria-describedby", id);
  const end = () => {
    message.remove();
    control.removeAttribute("aria-invalid");
    control.removeAttribute("aria-describedby");
    control.removeEventListener("input", end);
    listeners.splice(listeners.indexOf(end), 1);
  };
  control.addEventListener("input", end);
  listeners.push(end);
};
const fileName = (text) =>
  clean(text)
    .normalize("NFC")
    .replace(/[^\p{L}\p{N} ._-]+/gu, "_")
    .replace(/^[. ]+|[. ]+$/g, "")
    .slice(0, 80) || "hexmate";
const save = (name, content, type) => {
  const url = URL.createObjectURL(new Blob([content], { type }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
// A ZIP file without compression; entries are names and texts.
const zip = (entries) => {
  const table = new Uint32Array(256).map((_, n) => {
    for (let k = 0; k < 8; k++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
    return n;
  });
  const crc = (bytes) => {
    let sum = -1;
    for (const byte of bytes) sum = (sum >>> 8) ^ table[(sum ^ byte) & 255];
    return ~sum >>> 0;
  };
  const number = (value, size) => Array.from({ length: size }, (_, n) => Math.floor(value / 256 ** n) & 255);
  const [parts, directory] = [[], []];
  let offset = 0,
    directorySize = 0;
  const encoder = new TextEncoder();
  for (const [name, text] of entries) {
    const [path, bytes] = [encoder.encode(name), encoder.encode(text)];
    const common = [
      ...number(20, 2),
      ...number(0x800, 2),
      0,
      0,
      0,
      0,
      0x21,
      0,
      ...number(crc(bytes), 4),
      ...number(bytes.length, 4),
      ...number(bytes.length, 4),
      ...number(path.length, 2),
      0,
      0,
    ];
    const local = Uint8Array.from([0x50, 0x4b, 3, 4, ...common]);
    const central = Uint8Array.from([
      0x50,
      0x4b,
      1,
      2,
      20,
      0,
      ...common,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      ...number(offset, 4),
    ]);
    parts.push(local, path, bytes);
    directory.push(central, path);
    offset += local.length + path.length + bytes.length;
    directorySize += central.length + path.length;
  }
  const count = number(entries.length, 2);
  const end = Uint8Array.from([
    0x50,
    0x4b,
    5,
    6,
    0,
    0,
    0,
    0,
    ...count,
    ...count,
    ...number(directorySize, 4),
    ...number(offset, 4),
    0,
    0,
  ]);
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
};
