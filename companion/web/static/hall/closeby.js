// One table from close by, for its referee: the live picture, what it asks, what it ruled, what can be done.

import { el } from "../draw/elements.js";
import { t } from "../shell/words.js";
import { button, points, post } from "./hall.js";

const PICTURE_EVERY = 1500;

export function closeBy(shown, renew, act) {
  const order = async (name, body = {}) => {
    const wanted = { act: name, body, game: shown.game };
    const answer = await post(`/order/${encodeURIComponent(shown.table)}`, wanted);
    if (answer.kind === "accepted") await renew();
  };
  return [
    el("h2", {}, t("table", { place: shown.place }), el("small", {}, shown.title)),
    ...warnings(shown, act),
    el("div", { class: "close-by", data: { key: shown.table } }, picture(shown), side(shown, order)),
    el("h3", {}, t("questions")),
    shown.questions.length
      ? el("ul", { class: "asked" }, ...shown.questions.map((one) => question(one, order)))
      : el("p", {}, t("no_questions")),
    el("h3", {}, t("rulings")),
    el("ul", { class: "rulings" }, ...shown.rulings.map((one) => ruling(one, order))),
  ];
}

function warnings(shown, act) {
  const said = shown.notices.map((text) => el("p", { class: "note" }, text));
  if (!shown.lives) said.push(el("p", { class: "note wrong" }, t("table_lost")));
  if (shown.held) {
    const show = button(t("show_again"), () => act("show", { table: shown.table }));
    said.push(el("p", { class: "note" }, t("table_held"), " ", show));
  }
  return said;
}

/** A picture every moment, while there is one and somebody looks. */
function picture(shown) {
  const image = el("img", { class: "live", alt: t("live"), hidden: true });
  const none = el("p", { class: "no-picture" }, t("no_picture"));
  const there = (is) => {
    image.hidden = !is;
    none.hidden = is;
  };
  image.onload = () => there(true);
  image.onerror = () => there(false);
  const path = `/referee/${encodeURIComponent(shown.table)}/picture.jpg`;
  const look = () => document.hidden || (image.src = `${path}?n=${Math.round(performance.now())}`);
  const again = setInterval(() => (image.isConnected ? look() : clearInterval(again)), PICTURE_EVERY);
  requestAnimationFrame(() => image.isConnected && look());
  return el("figure", {}, image, none);
}

function side(shown, order) {
  const seats = shown.seats.map((seat, number) => {
    const line = shown.scores.find((one) => one.seat === number);
    return el(
      "li",
      { data: { colour: seat.colour } },
      el("span", { class: "swatch", "aria-hidden": "true" }),
      el("bdi", {}, seat.name),
      el("strong", {}, line ? points(line) : ""),
    );
  });
  const pause = button(t(shown.paused ? "go_on" : "pause"), () => order(shown.paused ? "go on" : "pause"));
  const page = el("a", { href: shown.page, target: "_blank", rel: "noreferrer" }, t("table_page"));
  return el(
    "div",
    {},
    el("ul", { class: "seats" }, ...seats),
    shown.playing ? pause : null,
    shown.page ? el("p", {}, page) : null,
  );
}

function question(one, order) {
  const options = one.options.map((option) =>
    button(option.say || option.name, () => order("answer", { question: one.id, option: option.name })),
  );
  return el("li", { data: { key: one.id } }, el("p", {}, one.ask), el("p", { class: "row" }, ...options));
}

function ruling(one, order) {
  const back = () => confirm(t("take_back_sure")) && order("take back", { number: one.number });
  return el(
    "li",
    { class: one.undone ? "undone" : "", data: { key: one.number } },
    el("p", {}, one.said.join(" ")),
    el("small", {}, one.because.join(", ")),
    one.undone ? null : button(t("take_back"), back, { class: "quiet" }),
  );
}
