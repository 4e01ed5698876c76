import { expect, it } from "vitest";
import { formatVoucherCode, readVoucherCode } from "./voucher-code.ts";

const CODE = "A0CDEFGH1KMNPQRSTVWX";

it("is shown in groups of five, after its prefix", () => {
  expect(formatVoucherCode("", CODE)).toBe("A0CDE-FGH1K-MNPQR-STVWX");
  expect(formatVoucherCode("HISTO26", CODE)).toBe("HISTO26-A0CDE-FGH1K-MNPQR-STVWX");
});

it("is accepted with and without its prefix, in lower case and with similar characters", () => {
  for (const typed of ["HISTO26-A0CDE-FGH1K-MNPQR-STVWX", "a0cde fgh1k mnpqr stvwx", "OTHER-AOCDE-FGHIK-MNPQR-STVWX"])
    expect(readVoucherCode(typed)).toBe(CODE);
});

it("is rejected if it is too short or has other characters", () => {
  for (const typed of ["", "A0CDE-FGH1K", "A0CDE-FGH1K-MNPQR-STVW!"]) expect(readVoucherCode(typed)).toBeNull();
});
