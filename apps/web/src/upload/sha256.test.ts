import { describe, expect, it } from "vitest";
import { createSha256, toBase64, toHex } from "./sha256.ts";

/** Examples of NIST, FIPS 180-4 example values. */
const EXAMPLES: [text: string, hex: string][] = [
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  [
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  ],
];

describe("SHA-256", () => {
  for (const [text, hex] of EXAMPLES) {
    it(`of "${text}"`, () => {
      const hash = createSha256();
      hash.update(new TextEncoder().encode(text));
      expect(toHex(hash.digest())).toBe(hex);
    });
  }

  for (const length of [1, 55, 56, 63, 64, 65, 119, 120, 100_003]) {
    it(`of ${length} bytes in uneven pieces equals the browser's own`, async () => {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 131 + 17) & 255);
      const hash = createSha256();
      for (let offset = 0, step = 1; offset < length; offset += step, step = (step * 7 + 3) % 1000) {
        step ||= 1;
        hash.update(bytes.subarray(offset, offset + step));
      }
      const expected = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
      expect(toBase64(hash.digest())).toBe(toBase64(expected));
    });
  }
});
