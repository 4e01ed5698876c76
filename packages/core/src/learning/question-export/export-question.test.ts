import { expect, it } from "vitest";
import { type ExportedOption, type ExportedQuestion, type ExportNote, exportNotes } from "./export-question.ts";
import { xhtmlOf, xmlText } from "./xml-text.ts";

const option = (change: Partial<ExportedOption> = {}): ExportedOption => ({
  ...{ id: 1, option: "", isCorrect: false, left: "", right: "", region: null },
  ...change,
});
const QUESTION: ExportedQuestion = {
  ...{ id: 1, title: "Which?", content: "", type: "multiple-choice", score: null, correctAnswer: "" },
  ...{ answerOptions: [option({ option: "HE", isCorrect: true })], slideId: null, itemId: null },
};
const pair = option({ left: "HE", right: "pink" });

const cases: [what: string, change: Partial<ExportedQuestion>, notes: ExportNote[]][] = [
  ["a choice", {}, []],
  ["regions", { type: "annotation", answerOptions: [option({ region: "POLYGON" })], itemId: 3 }, ["annotation"]],
  ["no options", { answerOptions: [] }, ["noAnswers"]],
  ["no correct option", { answerOptions: [option({ option: "HE" })] }, ["noKey"]],
  ["its slide", { slideId: 3 }, ["subject"]],
  ["an image in the explanation", { explanation: '<p><img src="/x"></p>' }, ["images"]],
  ["an image of the media library", { content: `<p><img src="/api/v2/media/3/${"a1".repeat(22)}/file"></p>` }, []],
  ["pairs", { type: "matching", answerOptions: [pair, option({ right: "blue" })] }, []],
  ["half a pair", { type: "matching", answerOptions: [pair, option({ left: "PAS" })] }, ["halfPairs"]],
  ["no pair", { type: "matching", answerOptions: [option({ left: "PAS" })] }, ["noAnswers"]],
  ["a free text", { type: "short-answer", answerOptions: [] }, []],
  ["a number", { type: "short-answer", correctAnswer: "4,5 ± 0,5 | 3 +/- 1" }, []],
  ["a number with a unit", { type: "short-answer", correctAnswer: "4.5 ± 0.5 µm" }, ["tolerance"]],
];
for (const [what, change, notes] of cases)
  it(`${what}: ${notes.join() || "exported completely"}`, () =>
    expect(exportNotes({ ...QUESTION, ...change })).toEqual(notes));

it("texts contain no characters that are invalid in XML", () => {
  expect(xmlText('a\u0000\u000b<b> & "c"\r\nd\ud800\uffff😀')).toBe("a&lt;b&gt; &amp; &quot;c&quot;\nd😀");
});

const markups: [html: string, xhtml: string, isBlocks: boolean][] = [
  ["<p>a<br>b &amp; &nbsp;c</p>", "<p>a<br/>b &amp; &amp;nbsp;c</p>", true],
  ['<p>a<img src="/x" alt="y"></p>', "<p>a</p>", true],
  ["<ul><li>a<li>b</ul>", "<ul><li>a<li>b</li></li></ul>", true],
  ["a</p><b>c", "a<b>c</b>", false],
  ['<a href="/x?a=1&b=2" title>y</a>', '<a href="/x?a=1&amp;b=2" title="">y</a>', false],
];
for (const [html, xhtml, isBlocks] of markups)
  it(`${html} is well-formed`, () => expect(xhtmlOf(html)).toEqual({ xhtml, isBlocks }));
