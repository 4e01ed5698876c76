import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { onlyKey } from "./seal-keys.ts";
import { openSealedText, sealText } from "./sealed-text.ts";

const seal = { keys: onlyKey(randomBytes(32)), purpose: "mail 1" };

it("an encrypted text is decrypted with the same key and purpose", () => {
  expect(openSealedText(sealText("Zürich 🔬", seal), seal)).toBe("Zürich 🔬");
});

it("the same text is encrypted differently each time, and does not contain the plain text", () => {
  const [one, other] = [sealText("secret link", seal), sealText("secret link", seal)];
  expect(one.equals(other)).toBe(false);
  expect(one.toString("latin1")).not.toContain("secret");
});

it("another key, another purpose or a changed byte decrypts nothing", () => {
  const sealed = sealText("secret link", seal);
  const changed = Buffer.from(sealed);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  expect(() => openSealedText(sealed, { ...seal, keys: onlyKey(randomBytes(32)) })).toThrow();
  expect(() => openSealedText(sealed, { ...seal, purpose: "mail 2" })).toThrow();
  expect(() => openSealedText(changed, seal)).toThrow();
});
