import { describe, expect, it } from "vitest";
import { MESSAGES } from "../packages/core/src/messages.ts";
import { breaksInterfaceRule, breaksMessageRule, listInterfaceTexts, listMessages } from "./check-texts.ts";
import { parseSourceFile, readSourceFiles } from "./source-files.ts";

const ROOT = new URL("..", import.meta.url).pathname;

const INTERFACE: [isLabel: boolean, text: string, isBroken: boolean][] = [
  [true, "10 things in it", true],
  [false, "Please enter a title.", true],
  [true, "How what lies in it is shown", true],
  [true, "Who sees “{{title}}”", true],
  [false, "Who takes the quiz joins this group.", false],
  [true, "Over {{value}} %", true],
  [true, "Over {{value}}%", false],
  [true, "Layout", false],
  [true, "Something else", false],
  [false, MESSAGES["image.loadFailed"], false],
  [false, "Error while adding Folder. Please try again later.", false],
];

describe("a text of the interface", () => {
  for (const [isLabel, text, isBroken] of INTERFACE)
    it(`${isLabel ? "a label" : "a sentence"} “${text}” ${isBroken ? "breaks a rule" : "is accepted"}`, () =>
      expect(breaksInterfaceRule(text, { isLabel })).toBe(isBroken));
  it("is found in the catalogue of each slice", () => expect(listInterfaceTexts().length).toBeGreaterThan(2000));
});

const MESSAGE_TEXTS: [text: string, isBroken: boolean][] = [
  ["The thing is gone.", true],
  ["There is no such quiz.", true],
  ["Nothing was understood.", false],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as it is written in code
  ["“${things}” was not found.", false],
  [MESSAGES["image.loadFailed"], false],
];

describe("a message", () => {
  for (const [text, isBroken] of MESSAGE_TEXTS)
    it(`“${text}” ${isBroken ? "breaks a rule" : "is accepted"}`, () => expect(breaksMessageRule(text)).toBe(isBroken));

  const CODE =
    'throw new AppError("invalid", "One."); new SlideFileError(\n  "damaged",\n  `Two.`);\n summary: "Three" // "Four"\n throw notAllowed("Five.");';
  const textsAt = (path: string) => listMessages([parseSourceFile(path, CODE)]).map(({ text }) => text);
  it("is found where it is thrown or declared", () =>
    expect(textsAt("apps/server/src/learning/quiz/take.ts")).toEqual(["One.", "Two.", "Three", "Five."]));
  it("is found in the whole code", () => expect(listMessages(readSourceFiles(ROOT)).length).toBeGreaterThan(400));
  it("in a test is not checked", () =>
    expect([textsAt("apps/server/src/a.test.ts"), textsAt("packages/slides/src/testing/a.ts")]).toEqual([[], []]));
});
