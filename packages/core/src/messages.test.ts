/** The specification as a test: docs/spec/messages.tsv, word for word. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { MESSAGES, message } from "./messages.ts";

const rows = readFileSync(new URL("../../../docs/spec/messages.tsv", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split("\t"));

it("contains every text of the specification word for word, and no others", () => {
  expect(rows.length).toBeGreaterThan(60);
  expect({ ...MESSAGES }).toEqual(Object.fromEntries(rows.map(([key, text]) => [key, text])));
});

it("placeholders in braces are filled in, missing ones are kept", () => {
  expect(message("create.failed", { kind: "folder" })).toBe("Error while adding folder. Please try again later.");
  expect(message("create.failed")).toBe("Error while adding {kind}. Please try again later.");
  expect(message("userGroup.joined", { group: "{kind} $& $1" })).toBe("You've been added to the {kind} $& $1 group");
});
