/** Messages for people and summaries of calls are in plain English: none contains a vague word. */
import { describe, expect, it } from "vitest";
import { MESSAGES } from "../packages/core/src/messages.ts";
import { readSourceFiles } from "./source-files.ts";

const ROOT = new URL("..", import.meta.url).pathname;
const WORKSPACES = /^(apps\/server|packages\/core|packages\/slides)\/src\//;
const TESTS = /\.test\.ts$|\/testing\//;

/** Words that replace a term of the field or do not belong in a message. */
const VAGUE = /\b(things?|whoever|please|e-mail|anew|meanwhile|pictures?|lies|stands|there is no|once more)\b/i;

const TEXT = '(?:"(?:[^"\\\\\\n]|\\\\.)*"|`(?:[^`\\\\]|\\\\.)*`)';
/** The message of an AppError or SlideFileError, or the summary of a call. */
const MESSAGE = new RegExp(`(?:\\b(?:AppError|SlideFileError)\\(\\s*"\\w+",|\\bsummary:)\\s*(${TEXT})`, "g");

/** @param code without comments. @returns the messages as they are written, placeholders included. */
function messagesIn(code: string): string[] {
  return [...code.matchAll(MESSAGE)].map(([, text = ""]) => text.slice(1, -1));
}

const withoutPlaceholders = (text: string) => text.replaceAll(/\$\{[^}]*\}/g, "…");

const found = readSourceFiles(ROOT)
  .filter(({ path }) => WORKSPACES.test(path) && !TESTS.test(path))
  .flatMap(({ path, codeWithTexts }) => messagesIn(codeWithTexts).map((text) => ({ path, text })));

describe("messages of the server, the rules and the slide reader", () => {
  it("are found where they are thrown and declared", () => {
    expect(
      messagesIn(
        'throw new AppError("invalid", "One."); new SlideFileError(\n  "damaged",\n  `Two.`);\n summary: "Three"',
      ),
    ).toEqual(["One.", "Two.", "Three"]);
    expect(found.length).toBeGreaterThan(400);
  });

  it("contain no vague word, unless the specification fixes them", () => {
    const fixed = new Set<string>(Object.values(MESSAGES));
    const vague = found.filter(({ text }) => !fixed.has(text) && VAGUE.test(withoutPlaceholders(text)));
    expect(vague).toEqual([]);
  });

  it("are recognized as vague by the word, not by a part of one", () => {
    expect(VAGUE.test("The thing is gone.")).toBe(true);
    expect(VAGUE.test("Nothing was understood.")).toBe(false);
  });
});
