import { afterEach, expect, it, vi } from "vitest";
import { expectsUploads, rememberUploads } from "./expected-uploads.ts";

const LEA = 1;
const LEO = 2;

function stubStorage() {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
}
afterEach(() => vi.unstubAllGlobals());

it("uploads are expected for a person who has some, until none are left", () => {
  stubStorage();
  expect(expectsUploads(LEA)).toBe(false);
  rememberUploads(LEA, true);
  expect([expectsUploads(LEA), expectsUploads(LEO)]).toEqual([true, false]);
  rememberUploads(LEO, false);
  expect(expectsUploads(LEA)).toBe(true);
  rememberUploads(LEA, false);
  expect(expectsUploads(LEA)).toBe(false);
});

it("a browser without storage always expects them", () => {
  vi.stubGlobal("localStorage", {
    getItem() {
      throw new DOMException("closed", "SecurityError");
    },
    setItem() {
      throw new DOMException("closed", "SecurityError");
    },
  });
  rememberUploads(LEA, true);
  expect(expectsUploads(LEA)).toBe(true);
});
