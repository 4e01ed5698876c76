import { describe, expect, it } from "vitest";
import { cellByKey, cellByTab, copiedText, fillDown, pastedRows, pasteInto } from "./grid-moves.ts";

const SIZE = { rows: 3, columns: 2 };
const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false, shiftKey: false });

const keys: [key: string, isCtrl: boolean, from: [number, number], to: [number, number] | null][] = [
  ["ArrowDown", false, [0, 0], [1, 0]],
  ["ArrowDown", false, [2, 0], [2, 0]],
  ["ArrowUp", false, [0, 1], [0, 1]],
  ["ArrowRight", false, [1, 0], [1, 1]],
  ["ArrowRight", false, [1, 1], [1, 1]],
  ["ArrowLeft", false, [1, 1], [1, 0]],
  ["ArrowDown", true, [0, 1], [2, 1]],
  ["Home", false, [2, 1], [2, 0]],
  ["End", true, [0, 0], [2, 1]],
  ["a", false, [0, 0], null],
];
describe("keys move within the table and stay in it", () => {
  for (const [key, isCtrl, [row, column], to] of keys)
    it(`${isCtrl ? "Ctrl+" : ""}${key} from ${row},${column}: ${to}`, () =>
      expect(cellByKey({ row, column }, press(key, isCtrl), SIZE)).toEqual(to && { row: to[0], column: to[1] }));
});

const tabs: [from: [number, number], isBack: boolean, to: [number, number] | null][] = [
  [[0, 0], false, [0, 1]],
  [[0, 1], false, [1, 0]],
  [[2, 1], false, null],
  [[1, 0], true, [0, 1]],
  [[0, 0], true, null],
];
describe("Tab moves by rows, and leaves the table at its ends", () => {
  for (const [[row, column], isBack, to] of tabs)
    it(`${isBack ? "back" : "on"} from ${row},${column}: ${to}`, () =>
      expect(cellByTab({ row, column }, isBack, SIZE)).toEqual(to && { row: to[0], column: to[1] }));
});

const texts: [text: string, rows: string[][]][] = [
  ["Kidney", [["Kidney"]]],
  ["Kidney\nLiver\n", [["Kidney"], ["Liver"]]],
  ["Kidney\r\n\r\nSkin\r\n", [["Kidney"], [""], ["Skin"]]],
  [
    "Kidney\tPAS\nLiver\t",
    [
      ["Kidney", "PAS"],
      ["Liver", ""],
    ],
  ],
  ['"two\nlines"\t"a ""word"""', [["two\nlines", 'a "word"']]],
  ['5" wide\tx', [['5" wide', "x"]]],
];
describe("clipboard text of a spreadsheet", () => {
  for (const [text, rows] of texts) it(JSON.stringify(text), () => expect(pastedRows(text)).toEqual(rows));
  it("matches the text that is copied from here", () => {
    const rows = [
      ["two\nlines", 'a "word"'],
      ["x", ""],
    ];
    expect(pastedRows(copiedText(rows))).toEqual(rows);
  });
});

describe("a pasted block", () => {
  const at = (row: number, column: number) => ({ row, column });
  it("fills from the active cell, cut off at the edges", () =>
    expect(
      pasteInto(
        { from: at(1, 1), to: at(1, 1) },
        [
          ["a", "b"],
          ["c", "d"],
          ["e", "f"],
        ],
        SIZE,
      ),
    ).toEqual([
      { row: 1, column: 1, text: "a" },
      { row: 2, column: 1, text: "c" },
    ]));
  it("of one cell fills all selected ones", () =>
    expect(pasteInto({ from: at(2, 1), to: at(0, 1) }, [["a"]], SIZE).map(({ row, text }) => [row, text])).toEqual([
      [0, "a"],
      [1, "a"],
      [2, "a"],
    ]));
});

describe("filling down", () => {
  const at = (row: number, column: number) => ({ row, column });
  it("from one cell continues to the end of the column", () =>
    expect(fillDown({ from: at(0, 1), to: at(0, 1) }, SIZE)).toEqual([
      { cell: at(1, 1), source: at(0, 1) },
      { cell: at(2, 1), source: at(0, 1) },
    ]));
  it("of selected cells stays within them", () =>
    expect(fillDown({ from: at(1, 0), to: at(0, 0) }, SIZE)).toEqual([{ cell: at(1, 0), source: at(0, 0) }]));
});
