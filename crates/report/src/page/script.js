"use strict";
const form = document.querySelector("form");
const articles = [...document.querySelectorAll("article")];
const shown = document.querySelector("output");
const selects = [...form.querySelectorAll("select")];
for (const select of selects) {
  const values = new Set(articles.map(article => article.dataset[select.name]));
  for (const value of [...values].sort()) select.add(new Option(value || form.dataset.none, value || "none"));
}
const fold = open => document.querySelectorAll("main details").forEach(details => { details.open = open });
const filter = () => {
  let count = 0;
  for (const article of articles) {
    const fits = selects.every(select =>
      select.value === "all" || select.value === (article.dataset[select.name] || "none"));
    article.hidden = !fits;
    count += fits ? 1 : 0;
  }
  const [before, between, after] = form.dataset.shown.split("{}");
  shown.value = selects.length ? before + count + between + articles.length + after : "";
};
form.addEventListener("change", filter);
document.getElementById("unfold").addEventListener("click", () => fold(true));
document.getElementById("fold").addEventListener("click", () => fold(false));
// On paper moves are plain text: as elements each of them would take as much of a PDF as a line of text.
const kept = new Map();
addEventListener("beforeprint", () => {
  // Readers print their page as they see it.
  if (!document.body.classList.contains("readers")) fold(true);
  for (const line of document.querySelectorAll(".moves p")) {
    if (kept.has(line)) continue;
    const parts = document.createDocumentFragment();
    parts.append(...line.childNodes);
    kept.set(line, parts);
    line.textContent = parts.textContent;
  }
});
addEventListener("afterprint", () => {
  for (const [line, parts] of kept) line.replaceChildren(parts);
  kept.clear();
});
form.hidden = false;
filter();

// Boards that follow the moves in the text beside them.
const FILES = "abcdefghijklmnopqrstuvwxyz";
const element = (name, attributes) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};
class Follower {
  constructor(article) {
    this.board = article.querySelector("svg.board");
    this.moves = [...article.querySelectorAll("a[data-m]")];
    this.steps = this.moves.map((move, number) => {
      const [, back, turn, cells] = /^(\d+)(\w)(.*)$/.exec(move.dataset.m);
      const side = move.classList.contains("side");
      return { parent: Math.max(number - back, -1), turn, cells: this.read(cells), side, marks: move.dataset.d ?? "" };
    });
    const { start, turn, now } = this.board.dataset;
    const pieces = [...this.board.querySelectorAll(".pieces use")];
    const place = piece => [piece.getAttribute("x") ?? 0, piece.getAttribute("y") ?? 0].join();
    this.start = start === undefined
      ? new Map(pieces.map(piece => [place(piece), piece.getAttribute("href").slice(1)]))
      : new Map(this.read(start));
    this.turn = turn ?? this.board.querySelector(".turn").classList[1];
    this.now = now === undefined ? -1 : +now;
    // The marks of the first view belong to its position.
    this.first = { now: this.now, marks: this.board.querySelector(".marks").innerHTML };
    this.moves.forEach((move, number) => { move.tabIndex = number ? -1 : 0; move.setAttribute("role", "button") });
    this.add(article);
  }
  // Reads cells and their pieces as coordinates and symbol names.
  read(text) {
    const { grid, bend } = this.board.dataset;
    const [x, y, fileX, fileY, rankX, rankY] = grid.split(" ").map(Number);
    const files = bend === undefined ? FILES : FILES.replace("j", "");
    return text.split(" ").filter(Boolean).map(cell => {
      const [, file, rank, sign] = /^(.)(\d+)(.*)$/.exec(cell);
      const [right, up] = [files.indexOf(file), rank - 1];
      // After the bend, the vertical offset between neighbouring files changes its sign.
      const bent = bend === undefined ? 0 : 2 * fileY * Math.max(right - bend, 0);
      return [[x + fileX * right + rankX * up, y + fileY * right + rankY * up - bent].join(), sign];
    });
  }
  add(article) {
    const bar = document.createElement("div");
    bar.className = "steps";
    const end = () => { while (this.child() !== undefined) this.show(this.child()) };
    const names = form.dataset.steps.split("|");
    for (const [sign, step] of [
      ["«", () => this.show(-1)], ["‹", () => this.back()], ["›", () => this.on()], ["»", end],
    ]) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = sign;
      button.setAttribute("aria-label", names[bar.children.length]);
      button.title = names[bar.children.length];
      button.addEventListener("click", () => { last = this; step() });
      bar.append(button);
    }
    article.querySelector("figure.diagram").append(bar);
  }
  // The main play comes first. From the diagram only it is played: set play and tries need a click.
  child() {
    const found = side => this.steps.findIndex(step => step.parent === this.now && step.side === side);
    const main = found(false);
    const next = main < 0 && this.now >= 0 ? found(true) : main;
    return next < 0 ? undefined : next;
  }
  back() { if (this.now >= 0) this.show(this.steps[this.now].parent) }
  on() { const child = this.child(); if (child !== undefined) this.show(child) }
  along(by) { if (this.steps[this.now + by]) this.show(this.now + by) }
  show(number) {
    const line = [];
    for (let at = number; at >= 0; at = this.steps[at].parent) line.unshift(this.steps[at]);
    const pieces = new Map(this.start);
    for (const step of line) {
      for (const [place, sign] of step.cells) sign === "." ? pieces.delete(place) : pieces.set(place, sign);
    }
    const put = (href, place) => { const [x, y] = place.split(","); return element("use", { href, x, y }) };
    const latest = line.at(-1);
    this.board.querySelector(".pieces").replaceChildren(...[...pieces].map(([place, sign]) => put("#" + sign, place)));
    this.board.querySelector(".last").replaceChildren(...(latest?.cells ?? []).map(([place]) => put("#" + this.board.dataset.cell, place)));
    this.board.querySelector(".marks").innerHTML = (latest?.marks ?? "") + (number === this.first.now ? this.first.marks : "");
    this.board.querySelector(".turn").setAttribute("class", "turn " + (latest?.turn ?? this.turn));
    this.moves[this.now]?.removeAttribute("aria-current");
    this.now = number;
    const move = this.moves[number];
    if (!move) return;
    for (let outer = move.closest("details"); outer; outer = outer.parentElement.closest("details")) outer.open = true;
    move.setAttribute("aria-current", "true");
    if (this.moves.includes(document.activeElement)) {
      document.activeElement.tabIndex = -1;
      move.tabIndex = 0;
      move.focus({ preventScroll: true });
      move.scrollIntoView({ block: "nearest" });
    }
  }
}
const followers = new Map();
let last;
const follower = node => {
  const article = node?.closest?.("article");
  if (!article?.querySelector("svg.board") || !article.querySelector("a[data-m]")) return undefined;
  if (!followers.has(article)) followers.set(article, new Follower(article));
  return followers.get(article);
};
document.addEventListener("click", event => {
  const move = event.target.closest("a[data-m]");
  const found = move && follower(move);
  if (!found) return;
  last = found;
  found.show(found.moves.indexOf(move));
  // Only after unfolding, because a folded element cannot take the focus.
  for (const other of found.moves) other.tabIndex = -1;
  move.tabIndex = 0;
  move.focus({ preventScroll: true });
});
document.addEventListener("focusin", event => { last = follower(event.target) ?? last });
document.addEventListener("keydown", event => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("select, input")) return;
  const on_move = event.target.closest("a[data-m]");
  const here = follower(event.target) ?? last;
  const act = {
    ArrowLeft: () => here.back(), ArrowRight: () => here.on(),
    ArrowUp: on_move && (() => here.along(-1)), ArrowDown: on_move && (() => here.along(1)),
    Home: on_move && (() => here.show(-1)), Enter: on_move && (() => on_move.click()), " ": on_move && (() => on_move.click()),
  }[event.key];
  if (!here || !act) return;
  event.preventDefault();
  last = here;
  act();
});
// Boards are set up when they become visible, because a page may have many.
const ready = new IntersectionObserver(seen => {
  for (const { isIntersecting, target } of seen) if (isIntersecting) { follower(target); ready.unobserve(target) }
});
articles.forEach(article => ready.observe(article));
