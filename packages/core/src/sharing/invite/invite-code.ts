/**
 * Invite codes: 20 characters of Crockford's base32 (100 bits), shown in four groups of five.
 *
 * Source: reliability.md, T-07; Crockford, "Base 32": no I, L, O and U; on input, I and L are read as 1, and O as 0.
 */

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const BITS_PER_CHARACTER = 5;
export const INVITE_CODE_CHARACTERS = 20;
const GROUP_CHARACTERS = 5;
/** Input may contain white space and hyphens anywhere. */
export const INVITE_CODE_INPUT_MAX_CHARACTERS = 100;
/** Number of random bytes for a code. */
export const INVITE_CODE_BYTES = Math.ceil((INVITE_CODE_CHARACTERS * BITS_PER_CHARACTER) / 8);
/** Number of characters of a code shown in the log. */
export const INVITE_CODE_END_CHARACTERS = 4;

/** @param bytes `INVITE_CODE_BYTES` random bytes; the last four bits are not used. */
export function encodeInviteCode(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return Array.from({ length: INVITE_CODE_CHARACTERS }, (_, index) => {
    const from = index * BITS_PER_CHARACTER;
    return ALPHABET[Number.parseInt(bits.slice(from, from + BITS_PER_CHARACTER), 2)];
  }).join("");
}

/** Display form: `ABCDE-FGHJK-MNPQR-STVWX`. */
export function formatInviteCode(code: string): string {
  return code.replace(new RegExp(`(.{${GROUP_CHARACTERS}})(?=.)`, "g"), "$1-");
}

/** @param text a code or part of it; case, white space, hyphens and look-alike letters are normalized. */
export function plainInviteCode(text: string): string {
  return text
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replace(/[IL]/g, "1")
    .replace(/O/g, "0");
}

/** @returns the code in the form of `encodeInviteCode`; null: not a valid code. */
export function readInviteCode(text: string): string | null {
  const code = plainInviteCode(text);
  return code.length === INVITE_CODE_CHARACTERS && [...code].every((character) => ALPHABET.includes(character))
    ? code
    : null;
}
