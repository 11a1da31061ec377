import assert from "node:assert/strict";
import { test } from "node:test";
import { openAs, script } from "./page.js";

openAs("table");
const { setWords } = await script("shell/words.js");
const { setMay } = await script("table/may.js");
const { News } = await script("plain/news.js");
const { fieldOf, parse } = await script("plain/commands.js");
const { boardText } = await script("plain/board.js");

const view = { seats: [{ name: "Ada" }, { name: "Bo" }], turn: 1, outcome: null };
setWords({
  page: {
    plain_taken_back: "Taken back: {say}",
    plain_cell: "{place}: {holds}",
    plain_row: "{row}. {cells}.",
    plain_no_row: "No row {row} of {rows}.",
  },
});
setMay({ may: { moves: "all", answers: "all" }, view });

const ruling = (number, say, undone = false) => ({ number, undone, sentences: [{ say }] });
const table = (rulings, more = {}) => ({
  view,
  rulings,
  questions: [],
  notices: [],
  refusal: null,
  seeing: { complaints: [] },
  ...more,
});

test("a page that opens says whose turn it is and nothing old", () => {
  assert.equal(new News().of(table([ruling(1, "Ada drops a card.")]), "Bo’s turn"), "Bo’s turn");
});

test("a ruling is announced once, with whose turn it is unless it says so itself", () => {
  const news = new News();
  news.of(table([]), "Ada’s turn");
  const one = [ruling(1, "A scarab for the ibis.")];
  assert.equal(news.of(table(one), "Bo’s turn"), "A scarab for the ibis.\nBo’s turn");
  assert.equal(news.of(table(one), "Bo’s turn"), "");
  assert.equal(news.of(table([ruling(2, "It's Bo's turn."), ...one]), "Bo’s turn"), "It's Bo's turn.");
});

test("rulings that arrive together are one announcement, the oldest first", () => {
  const news = new News();
  news.of(table([]), "");
  assert.equal(news.of(table([ruling(2, "Two."), ruling(1, "One.")]), ""), "One.\nTwo.");
});

test("a move that is taken back is announced as that", () => {
  const news = new News();
  news.of(table([ruling(1, "One.")]), "");
  assert.equal(news.of(table([ruling(1, "One.", true)]), ""), "Taken back: One.");
});

test("a complaint and a new question are announced though nobody has moved", () => {
  const news = new News();
  news.of(table([]), "");
  const question = { id: "q", topic: "doubt", ask: "Which card?", fields: [], to: "table" };
  const shown = table([], { questions: [question], seeing: { complaints: ["A hand is in the way."] } });
  assert.equal(news.of(shown, ""), "A hand is in the way.\nWhich card?");
});

test("a number answers, a word asks, and nothing at all repeats", () => {
  const words = { board: "Brett", why: "warum", repeat: "nochmal" };
  assert.deepEqual(parse(" 2 ", words), { name: "answer", number: 2 });
  assert.deepEqual(parse("/WARUM", words), { name: "why", number: null });
  assert.deepEqual(parse("brett reihe 2", words), { name: "board", number: 2 });
  assert.deepEqual(parse("board row 2", words), { name: "board", number: 2 });
  assert.deepEqual(parse("", words), { name: "repeat", number: null });
  assert.equal(parse("fly", words), null);
});

test("the board is read row by row, and a row that is not there is said to be missing", () => {
  const cell = (place, holds) => ({ place, holds });
  const parts = [{ rows: [{ name: "Row 1", cells: [cell("A1", "empty"), cell("B1", "an ibis")] }] }];
  assert.equal(boardText(parts), "Row 1. A1: empty; B1: an ibis.");
  assert.equal(boardText(parts, 1), "Row 1. A1: empty; B1: an ibis.");
  assert.equal(boardText(parts, 7), "No row 7 of 1.");
});

test("places beside each other that hold the same are read once", () => {
  const row = (name, ...held) => ({
    name,
    cells: held.map((holds, n) => ({ place: "place", brief: `${n + 1}`, holds })),
  });
  const parts = [{ rows: [row("Row 1", "empty", "empty", "an ibis", "empty"), row("Row 2", "empty", "empty")] }];
  assert.equal(boardText(parts), "Row 1. 1–2: empty; 3: an ibis; 4: empty.\nRow 2. empty.");
});

test("a field is filled in by its name or first letter, and its value", () => {
  const fields = [
    { say: "Card", choices: ["ibis looks left, camel looks right"] },
    { say: "Slot", choices: ["Slot 1", "Slot 2", "Slot 13"] },
  ];
  assert.deepEqual(fieldOf("s 2", fields), { line: 1, choice: 1 });
  assert.deepEqual(fieldOf("SLOT slot 13", fields), { line: 1, choice: 2 });
  assert.deepEqual(fieldOf("c camel", fields), { line: 0, choice: 0 });
  assert.equal(fieldOf("s 3", fields), null);
  assert.equal(fieldOf("s", fields), null);
  assert.equal(fieldOf("x 1", fields), null);
});
