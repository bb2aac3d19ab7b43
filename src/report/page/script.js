"use strict";
const form = document.querySelector("form");
const articles = [...document.querySelectorAll("article")];
const shown = document.querySelector("output");
const selects = [...form.querySelectorAll("select")];
for (const select of selects) {
  const values = new Set(articles.map(article => article.dataset[select.name]));
  for (const value of [...values].sort()) select.add(new Option(value || "none", value || "none"));
}
const fold = open => document.querySelectorAll("details").forEach(details => { details.open = open });
const filter = () => {
  let count = 0;
  for (const article of articles) {
    const fits = selects.every(select =>
      select.value === "all" || select.value === (article.dataset[select.name] || "none"));
    article.hidden = !fits;
    count += fits ? 1 : 0;
  }
  shown.value = selects.length ? `${count} of ${articles.length}` : "";
};
form.addEventListener("change", filter);
document.getElementById("unfold").addEventListener("click", () => fold(true));
document.getElementById("fold").addEventListener("click", () => fold(false));
addEventListener("beforeprint", () => fold(true));
form.hidden = false;
filter();
