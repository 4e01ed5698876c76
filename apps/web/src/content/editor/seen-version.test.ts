import { fieldVersion } from "@parfocal/core/item/field-version.ts";
import { afterEach, expect, it } from "vitest";
import { setRequestIdentity } from "#platform/request-identity.ts";
import { seenVersion } from "./seen-version.ts";

afterEach(() => setRequestIdentity({ filePass: null }));

it("matches the server's version, with and without the pass of a session in the URLs of files", () => {
  const textWith = (pass: string) => `<p><img src="${pass}/api/v2/attachment/5/file" alt="A"></p>`;
  const stored = fieldVersion(textWith(""));
  expect(seenVersion(textWith(""))).toBe(stored);
  setRequestIdentity({ filePass: "~1.pass" });
  expect(seenVersion(textWith("/~1.pass"))).toBe(stored);
  expect(seenVersion([{ content: textWith("/~1.pass") }])).toBe(fieldVersion([{ content: textWith("") }]));
  expect(seenVersion(textWith("/~1.other"))).not.toBe(stored);
  for (const value of [null, undefined, "", 7, ["a"]]) expect(seenVersion(value)).toBe(fieldVersion(value));
});
