import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { onlyKey } from "./seal-keys.ts";
import { openSealedText, sealText } from "./sealed-text.ts";

const seal = { keys: onlyKey(randomBytes(32)), purpose: "mail 1" };

it("a sealed text is read with the same key and purpose", () => {
  expect(openSealedText(sealText("Zürich 🔬", seal), seal)).toBe("Zürich 🔬");
});

it("the same text is sealed differently each time, and cannot be read in it", () => {
  const [one, other] = [sealText("secret link", seal), sealText("secret link", seal)];
  expect(one.equals(other)).toBe(false);
  expect(one.toString("latin1")).not.toContain("secret");
});

it("another key, another purpose or a changed byte opens nothing", () => {
  const sealed = sealText("secret link", seal);
  const changed = Buffer.from(sealed);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  expect(() => openSealedText(sealed, { ...seal, keys: onlyKey(randomBytes(32)) })).toThrow();
  expect(() => openSealedText(sealed, { ...seal, purpose: "mail 2" })).toThrow();
  expect(() => openSealedText(changed, seal)).toThrow();
});
