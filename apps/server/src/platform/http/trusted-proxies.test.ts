import { describe, expect, it } from "vitest";
import { createProxyTrust, readTrustedProxies } from "./trusted-proxies.ts";

describe("PARFOCAL_TRUST_PROXY", () => {
  const readable: [text: string | undefined, read: unknown][] = [
    [undefined, null],
    ["", null],
    ["0", null],
    ["1", { hops: 1 }],
    ["10", { hops: 10 }],
    ["127.0.0.1", { networks: ["127.0.0.1"] }],
    ["10.0.0.0/8, fd00::/8", { networks: ["10.0.0.0/8", "fd00::/8"] }],
  ];
  for (const [text, read] of readable)
    it(`${JSON.stringify(text)} is accepted`, () => expect(readTrustedProxies(text)).toEqual(read));

  for (const text of ["true", "yes", "-1", "1.5", "11", "10.0.0.0/33", "0.0.0.0/0", "::/0", "10.0.0/8", "nginx", "1,2"])
    it(`${text} is rejected with a message`, () =>
      expect(() => readTrustedProxies(text)).toThrow(/^PARFOCAL_TRUST_PROXY contains ".*": it must be a number/));
});

describe("a proxy is trusted", () => {
  const cases: [setting: string, address: string | undefined, hop: number, isTrusted: boolean][] = [
    ["1", "127.0.0.1", 0, true],
    ["1", "::1", 0, true],
    ["1", "::ffff:10.1.2.3", 0, true],
    ["1", "172.31.0.1", 0, true],
    ["1", "172.32.0.1", 0, false],
    ["1", "203.0.113.7", 0, false],
    ["1", "10.0.0.1", 1, false],
    ["2", "203.0.113.7", 1, true],
    ["2", "203.0.113.7", 2, false],
    ["203.0.113.0/24", "203.0.113.7", 0, true],
    ["203.0.113.0/24", "::ffff:203.0.113.7", 3, true],
    ["203.0.113.0/24", "203.0.114.7", 0, false],
    ["203.0.113.0/24", "127.0.0.1", 0, false],
    ["fd00::/8", "fd12::1", 0, true],
    ["fd00::/8", "unknown", 0, false],
    ["1", undefined, 0, false],
  ];
  for (const [setting, address, hop, isTrusted] of cases)
    it(`${setting}: ${address} at hop ${hop}: ${isTrusted}`, () =>
      expect(createProxyTrust(readTrustedProxies(setting) ?? { hops: 0 })(address, hop)).toBe(isTrusted));
});
