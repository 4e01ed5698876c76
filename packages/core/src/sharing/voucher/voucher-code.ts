/** Voucher codes: invite codes with an optional prefix, which is ignored when a code is read. */
import { formatInviteCode, INVITE_CODE_CHARACTERS, plainInviteCode, readInviteCode } from "../invite/invite-code.ts";

/** Input may contain white space, hyphens and the prefix. */
export const VOUCHER_CODE_INPUT_MAX_CHARACTERS = 120;

/** Display form: `ABCDE-FGHJK-MNPQR-STVWX`, or `HISTO-ABCDE-…` with a prefix. */
export function formatVoucherCode(prefix: string, code: string): string {
  return [prefix, formatInviteCode(code)].filter((part) => part !== "").join("-");
}

/** @param text with or without the prefix, which is ignored. @returns null: not a valid code. */
export function readVoucherCode(text: string): string | null {
  return readInviteCode(plainInviteCode(text).slice(-INVITE_CODE_CHARACTERS));
}
