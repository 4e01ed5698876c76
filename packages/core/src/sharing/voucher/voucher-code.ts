/** Voucher codes: those of invite codes, after a prefix that is there for people alone. */
import { formatInviteCode, INVITE_CODE_CHARACTERS, plainInviteCode, readInviteCode } from "../invite/invite-code.ts";

/** What is typed may have blanks and hyphens anywhere, and the prefix. */
export const VOUCHER_CODE_INPUT_MAX_CHARACTERS = 120;

/** As people read and type it: `ABCDE-FGHJK-MNPQR-STVWX`, or `HISTO-ABCDE-…` with a prefix. */
export function formatVoucherCode(prefix: string, code: string): string {
  return [prefix, formatInviteCode(code)].filter((part) => part !== "").join("-");
}

/** @param text with or without the prefix, which is not looked at. @returns null: no voucher reads like this. */
export function readVoucherCode(text: string): string | null {
  return readInviteCode(plainInviteCode(text).slice(-INVITE_CODE_CHARACTERS));
}
