import { expect, it } from "vitest";
import { isAllowedDomain } from "./email-domain.ts";

const cases: readonly [email: string, domains: readonly string[], expected: boolean][] = [
  ["ada@example.org", [], true],
  ["ada@example.edu", ["example.edu"], true],
  ["ada@EXAMPLE.edu", ["example.org", "example.edu"], true],
  ["ada@student.example.edu", ["example.edu"], false],
  ["ada@notexample.edu", ["example.edu"], false],
  ["ada@example.edu.evil.test", ["example.edu"], false],
  ["ada@example.edu@evil.test", ["example.edu"], false],
];
for (const [email, domains, expected] of cases) {
  it(`${email} with [${domains}]: ${expected ? "allowed" : "rejected"}`, () => {
    expect(isAllowedDomain(email, domains)).toBe(expected);
  });
}
