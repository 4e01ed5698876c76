import { describe, expect, it } from "vitest";
import { problemOfVoucherDates, statusOfVoucher, type VoucherStatus } from "./voucher-status.ts";

const NOW = new Date("2026-11-23T10:00:00Z");
const PAST = new Date("2026-11-23T09:59:59Z");
const FUTURE = new Date("2026-11-23T10:00:01Z");

describe("the status of a voucher", () => {
  const cases: [isUsed: boolean, expiresAt: Date | null, isDeleted: boolean, expected: VoucherStatus][] = [
    [false, null, false, "active"],
    [false, FUTURE, false, "active"],
    [false, NOW, false, "active"],
    [false, PAST, false, "expired"],
    [false, null, true, "disabled"],
    [false, FUTURE, true, "disabled"],
    [false, PAST, true, "expired"],
    [true, null, false, "used"],
    [true, PAST, false, "used"],
    [true, PAST, true, "used"],
  ];
  for (const [isUsed, expiresAt, isDeleted, expected] of cases)
    it(`used ${isUsed}, expires ${expiresAt?.toISOString()}, deleted ${isDeleted}: ${expected}`, () => {
      expect(statusOfVoucher({ isUsed, expiresAt, isDeleted }, NOW)).toBe(expected);
    });
});

describe("the dates of vouchers", () => {
  const now = "2026-11-23 10:00:00";
  const before = "2026-11-22 23:59:59";
  const soon = "2026-12-31 23:59:59";
  const later = "2027-01-31 23:59:59";
  it.each([
    [null, null, null],
    [soon, null, null],
    [soon, later, null],
    [soon, soon, null],
    [before, null, "expirationInPast"],
    [before, before, "expirationInPast"],
    [soon, before, "accountExpirationInPast"],
    [later, soon, "accountExpiresBeforeCode"],
    [null, soon, "accountExpiresBeforeCode"],
  ])("code %s, account %s: %s", (expirationDate, accountExpirationDate, expected) => {
    expect(problemOfVoucherDates({ expirationDate, accountExpirationDate, now })).toBe(expected);
  });
});
