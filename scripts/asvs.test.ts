/** docs/security/asvs.tsv: each requirement of OWASP ASVS 5.0, levels 1 and 2, once, with existing evidence. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import {
  describeRequirements,
  filesWith,
  parseRequirements,
  problemOfProof,
  readProduct,
  readRequirements,
  STATES,
  TRACES,
  titlesIn,
} from "./asvs.ts";
import { parseSourceFile } from "./source-files.ts";

const ROOT = resolve(import.meta.dirname, "..");
/** Numbers and levels of the standard, if its list is beside the repository. */
const STANDARD = resolve(ROOT, "../shared/design/asvs-5.0-l2.tsv");
/** Requirements of levels 1 and 2 in each chapter of the standard. */
const IN_CHAPTER: Readonly<Record<string, number>> = {
  V1: 27,
  V2: 11,
  V3: 19,
  V4: 10,
  V5: 9,
  V6: 35,
  V7: 18,
  V8: 7,
  V9: 7,
  V10: 29,
  V11: 14,
  V12: 9,
  V13: 13,
  V14: 9,
  V15: 13,
  V16: 16,
  V17: 7,
};

const requirements = readRequirements(ROOT);
const product = readProduct(ROOT);

describe("the table", () => {
  it("contains each requirement once, as many in each chapter as the standard", () => {
    expect(new Set(requirements.map(({ number }) => number)).size).toBe(requirements.length);
    const counts: Record<string, number> = {};
    for (const { number } of requirements) {
      const [chapter = ""] = number.split(".");
      counts[chapter] = (counts[chapter] ?? 0) + 1;
    }
    expect(counts).toEqual(IN_CHAPTER);
    expect(requirements).toHaveLength(253);
  });

  it.skipIf(!existsSync(STANDARD))(
    "has the numbers and levels of the standard (needs its list beside the repository)",
    () => {
      const lines = readFileSync(STANDARD, "utf8").trimEnd().split("\n").slice(1);
      const expected = lines.map((line) => line.split("\t").slice(0, 2).join(" "));
      expect(requirements.map(({ number, level }) => `${number} ${level}`)).toEqual(expected);
    },
  );

  it("names evidence for all that is met or does not apply, and a reason for the rest", () => {
    for (const { number, proofs, note } of requirements) {
      expect(proofs.length, number).toBeGreaterThan(0);
      expect(note, number).toMatch(/.{7}\.$/);
    }
  });

  it("names for each absent feature where it would be visible", () => {
    const named = requirements.flatMap(({ proofs }) => proofs).filter((proof) => proof.startsWith("absent "));
    expect(new Set(named)).toEqual(new Set(Object.keys(TRACES).map((feature) => `absent ${feature}`)));
  });
});

describe("the evidence", () => {
  for (const { number, proofs } of requirements)
    it(`for ${number} exists`, () => {
      expect(proofs.flatMap((proof) => problemOfProof(proof, ROOT, product) ?? [])).toEqual([]);
    });
});

describe("the check", () => {
  it("rejects another state, a missing note and another number", () => {
    const row =
      (...cells: string[]) =>
      () =>
        parseRequirements(`head\n${cells.join("\t")}\n`);
    expect(row("V1.1.1", "2", "met", "absent LDAP", "Note.")).not.toThrow();
    expect(row("V1.1.1", "2", "nearly", "absent LDAP", "Note.")).toThrow("not a row");
    expect(row("V1.1.1", "2", "met", "absent LDAP", "")).toThrow("not a row");
    expect(row("1.1", "2", "met", "absent LDAP", "Note.")).toThrow("not a row");
  });

  it("reports a file, a title, a heading, a text and a feature that do not match", () => {
    const problems = [
      "test scripts/nowhere.test.ts | the table",
      "test scripts/asvs.test.ts | this title is no test's",
      "document README.md | No such heading",
      "file package.json | this is not in it",
      "absent perpetual motion",
      "belief scripts/asvs.test.ts | the table",
      "test scripts/asvs.test.ts | ",
    ].map((proof) => problemOfProof(proof, ROOT, product));
    for (const problem of problems)
      expect(problem).toMatch(/does not exist|has no|does not contain|is no feature|not a proof/);
    expect(problemOfProof("test scripts/asvs.test.ts | the table", ROOT, product)).toBeNull();
  });

  it.each([
    ["WebSocket", 'import { WebSocketServer } from "ws";'],
    ["WebSocket", 'const line = new WebSocket("wss://x");'],
    ["GraphQL", 'import { graphql } from "graphql";'],
    ["WebRTC", "const peer = new RTCPeerConnection();"],
    ["an OAuth authorization server", 'import Provider from "oidc-provider";'],
    ["an OAuth resource server", "const token = request.headers.authorization;"],
    ["weak hashes", 'createHash("md5")'],
    ["weak ciphers", 'createCipheriv("aes-256-cbc", key, iv)'],
    ["unchecked certificates", "const options = { rejectUnauthorized: false };"],
    ["a shell", 'exec("ls")'],
    ["SQL built from texts", "sql.raw(text)"],
    ["markup outside the sanitizing component", "element.innerHTML = text;"],
  ])("finds %s in %s", (feature, code) => {
    const file = parseSourceFile("apps/server/src/x.ts", code);
    expect(filesWith(TRACES[feature] ?? {}, [file])).toEqual([file.path]);
  });

  it("reads titles of tests, also of parametrized ones, and no other texts", () => {
    const text = 'describe("a", f); it("b", f); it.each([1])("c %s", f); it.skipIf(x)(`d`, f); send("e"); // it is "f"';
    expect(titlesIn(text)).toEqual(["a", "b", "c %s", "d"]);
  });

  it("counts each state", () => {
    const [summary = ""] = describeRequirements(requirements);
    const counts = summary.match(/\d+/g)?.map(Number) ?? [];
    expect(counts.slice(0, STATES.length).reduce((sum, count) => sum + count, 0)).toBe(counts.at(-1));
  });
});
