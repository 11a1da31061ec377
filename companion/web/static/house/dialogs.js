// The dialogs of the menu around a game: what can be done about it, who may tap, doors for phones.

import { el } from "../draw/elements.js";
import { post } from "../shell/acts.js";
import { ask, close } from "../shell/dialog.js";
import { base } from "../table/moment.js";
import { keepTongue } from "../shell/tongue.js";
import { button, get, m, send } from "./menu.js";

export class Dialogs {
  constructor(menu) {
    this.menu = menu;
  }

  open(found) {
    const acts = this.acts(found);
    const phones = button(m("phones"), () => this.phones());
    const lay = found.steps ? [el("a", { class: "answer", href: "/house/setup" }, m("lay_out"))] : [];
    const shelf = el("a", { class: "answer", href: "/shelf" }, m("shelf"));
    const screens = found.screens ? [el("a", { class: "answer", href: "/screen/choose" }, m("screens"))] : [];
    const { snap: say } = document.documentElement.dataset;
    const snap = say ? [el("a", { class: "answer", href: "/photograph" }, say)] : [];
    const { room } = document.documentElement.dataset;
    const rules = el("a", { class: "answer", href: `/rules/${room}` }, m("rules"));
    const advice = found.advises.length ? [button(m("advice"), () => this.advice())] : [];
    const links = [rules, ...advice, ...snap, ...lay, ...screens, shelf, otherView()];
    return ask(m("game"), el("div", { class: "choices many" }, ...acts, phones, ...links), tongueField());
  }

  acts(found) {
    if (found.over || found.ended) return this.menu.waysOn(found);
    const rest = found.paused
      ? button(m("go_on"), () => this.act("/house/go-on"))
      : button(m("pause"), () => this.act("/house/pause"));
    const hands = found.seats.some((seat) => seat.hands);
    return [
      ...(found.may.pause ? [rest] : []),
      ...(hands ? [button(m("hand_over"), () => this.handOver(found))] : []),
      ...(found.may.host
        ? [button(m("manner"), () => this.manner(found)), button(m("end_early"), () => this.end())]
        : [el("p", {}, m("not_yours"))]),
      ...(found.may.leave ? [button(m("leave"), () => this.leave())] : []),
    ];
  }

  async act(path, body) {
    const answer = await send(path, body);
    if (answer.kind !== "refused") close();
  }

  leave() {
    const go = button(m("leave"), () => this.menu.go("/house/leave"), "answer main");
    ask(m("leave"), el("p", {}, m("leave_about")), el("div", { class: "choices" }, go));
  }

  end() {
    const reason = el("input", { id: "reason", maxlength: 200, autocomplete: "off" });
    const go = button(m("end_do"), () => this.act("/house/end", { reason: reason.value }), "answer main");
    const label = el("label", { for: "reason" }, m("reason"));
    ask(m("end_early"), el("p", {}, m("end_about")), label, reason, el("div", { class: "choices" }, go));
  }

  handOver(found) {
    const select = el(
      "select",
      { id: "handed" },
      ...found.seats.filter(({ hands }) => hands).map(({ n, name }) => el("option", { value: n }, name)),
    );
    const name = el("input", { id: "new-name", maxlength: 24, autocomplete: "off", dir: "auto" });
    const give = () => this.act("/house/hand-over", { seat: Number(select.value), name: name.value });
    ask(
      m("hand_over"),
      el("p", {}, found.coming),
      el("label", { for: "handed" }, m("seat")),
      select,
      el("label", { for: "new-name" }, m("new_name")),
      name,
      el("div", { class: "choices" }, button(m("hand_do"), give, "answer main"), ...this.quit(found, select)),
    );
  }

  /** Who gets advice: each for themselves on a phone, everybody at the table. */
  async advice() {
    const { advises } = await get("/house/menu.json");
    const choices = advises.map(({ n, name, on }) => {
      const wanted = async ({ target }) => {
        const answer = await send("/house/advice", { seats: [n], on: target.checked });
        if (answer.kind !== "accepted") target.checked = !target.checked;
      };
      const box = el("input", { type: "checkbox", checked: on, on: { change: wanted } });
      return el("label", { class: "switch" }, box, el("span", { dir: "auto" }, name));
    });
    ask(m("advice"), el("p", {}, m("advice_about")), el("div", { class: "choices" }, ...choices));
  }

  /** Who may tap, from here on. */
  manner(found) {
    const choices = found.manners.map(({ manner, say, means, now }) =>
      el(
        "button",
        {
          class: now ? "answer main" : "answer",
          type: "button",
          "aria-pressed": String(now),
          on: { click: () => this.act("/house/manner", { manner }) },
        },
        el("b", {}, say),
        " ",
        el("span", {}, means),
      ),
    );
    ask(m("manner"), el("p", {}, m("manner_about")), el("div", { class: "choices" }, ...choices));
  }

  /** Where the rules let somebody go for good: a move like any other, judged by the table. */
  quit(found, select) {
    if (!found.leaves) return [];
    const go = async () => {
      const move = { type: found.leaves, seat: Number(select.value) };
      const answer = await post("/move", { move, base: base() });
      if (answer.kind === "accepted") close();
    };
    return [button(m("quit"), go)];
  }

  /** One picture to scan for each free seat, one for the house, and a field for a code. */
  async phones() {
    const grid = el("div", { class: "doors" });
    ask(m("phones"), el("p", {}, m("phones_about")), grid, codeField());
    this.menu.refreshPhones = () => document.getElementById("dialog").open && grid.isConnected && fillDoors(grid);
    await fillDoors(grid);
  }
}

/** Show a door for every seat. A code that is shown stays: somebody may be scanning it just now. */
async function fillDoors(grid) {
  const [found, door] = await Promise.all([get("/house/menu.json"), get("/house/door.json")]);
  if (!door.address) {
    grid.replaceChildren(...closedDoor(door, () => fillDoors(grid)));
    return;
  }
  const doors = door.wifi ? wifiDoor(door.wifi) : [];
  for (const seat of found.seats) {
    const shown = grid.querySelector(`[data-seat="${seat.n}"][data-phone="${seat.phone}"]`);
    doors.push(shown ?? (await seatDoor(seat, found, () => fillDoors(grid))));
  }
  doors.push(figure(door.qr, m("house_door"), door.address));
  grid.replaceChildren(...doors);
}

/** No phone reaches the house yet: say so, and let the owner change it with one tap. */
function closedDoor(door, again) {
  if (!door.closed) return [el("p", {}, m("no_network"))];
  const open = async () => {
    const answer = await send("/house/network");
    if (answer.kind === "accepted") await again();
  };
  const way = door.owner ? button(m("let_in"), open, "answer main", { id: "let-in" }) : el("p", {}, m("closed_ask"));
  return [el("p", {}, m("closed")), way];
}

/** The Wi-Fi comes first: without it no other picture leads anywhere. */
function wifiDoor(wifi) {
  const secret = wifi.password ? [m("wifi_password", wifi)] : [];
  return [figure(wifi.qr, m("wifi", wifi), ...secret), el("p", { class: "then" }, m("wifi_then"))];
}

async function seatDoor(seat, found, again) {
  const node = await seatFigure(seat, found, again);
  node.dataset.seat = seat.n;
  node.dataset.phone = seat.phone;
  return node;
}

async function seatFigure({ n, name, phone }, { invites, owner }, again) {
  if (phone) return seatTaken(n, name, owner, again);
  const invited = invites ? await send("/house/invite", { seat: n }) : {};
  if (invited.kind !== "accepted")
    return el("figure", { class: "door" }, el("figcaption", {}, m("seat_free", { name })));
  const code = `${invited.code.slice(0, 3)} ${invited.code.slice(3)}`;
  return figure(invited.qr, m("seat_of", { name }), m("code", { code }), invited.address);
}

/** Somebody's phone is here; the owner may send it away. */
function seatTaken(n, name, owner, again) {
  const away = async () => {
    const answer = await send("/house/revoke", { seat: n });
    if (answer.kind === "accepted") await again();
  };
  const ways = owner ? [button(m("send_away"), away, "quiet")] : [];
  return el("figure", { class: "door" }, el("figcaption", {}, m("phone_here", { name })), ...ways);
}

function figure(qr, ...lines) {
  const svg = new DOMParser().parseFromString(qr, "image/svg+xml").documentElement;
  const text = lines.map((line) => el("span", { dir: "auto" }, ...breakable(line)));
  return el("figure", { class: "door" }, document.adoptNode(svg), el("figcaption", {}, ...text));
}

/** The same table in words, or drawn. */
function otherView() {
  const inWords = document.documentElement.dataset.view === "words";
  return el(
    "a",
    { class: "answer", href: inWords ? "?view=drawn" : "?view=words" },
    inWords ? m("drawn") : m("in_words"),
  );
}

function tongueField() {
  const select = document.getElementById("tongue").cloneNode(true);
  Object.assign(select, { hidden: false, id: "own-tongue" });
  keepTongue(select);
  return el("p", { class: "choices" }, el("label", { for: "own-tongue" }, m("language")), select);
}

/** An address may go on in the next line after a slash, and so its code stays in one piece. */
const breakable = (line) => line.split(/(?<=\/)/).flatMap((part, n) => (n ? [el("wbr"), part] : [part]));

function codeField() {
  const field = el("input", { id: "join-code", autocomplete: "off", autocapitalize: "characters", maxlength: 12 });
  const go = async (event) => {
    event.preventDefault();
    const answer = await send("/join", { code: field.value });
    if (answer.kind === "accepted") location.assign(answer.to);
  };
  return el(
    "form",
    { class: "choices", on: { submit: go } },
    el("label", { for: "join-code" }, m("have_code")),
    field,
    el("button", { class: "answer" }, m("join")),
  );
}
