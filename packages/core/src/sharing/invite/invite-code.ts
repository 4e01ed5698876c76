/**
 * Invite codes: 20 characters of Crockford's base32 (100 bits), shown in four groups of five.
 *
 * Source: reliability.md, T-07; Crockford, "Base 32": no I, L, O and U; when read, I and L are 1, and O is 0.
 */

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const BITS_PER_CHARACTER = 5;
export const INVITE_CODE_CHARACTERS = 20;
const GROUP_CHARACTERS = 5;
/** What is typed may have blanks and hyphens anywhere. */
export const INVITE_CODE_INPUT_MAX_CHARACTERS = 100;
/** Random bytes that a code needs. */
export const INVITE_CODE_BYTES = Math.ceil((INVITE_CODE_CHARACTERS * BITS_PER_CHARACTER) / 8);
/** What the log shows of a code. */
export const INVITE_CODE_END_CHARACTERS = 4;

/** @param bytes `INVITE_CODE_BYTES` random ones; the last four bits are not used. */
export function encodeInviteCode(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return Array.from({ length: INVITE_CODE_CHARACTERS }, (_, index) => {
    const from = index * BITS_PER_CHARACTER;
    return ALPHABET[Number.parseInt(bits.slice(from, from + BITS_PER_CHARACTER), 2)];
  }).join("");
}

/** As people read and type it: `ABCDE-FGHJK-MNPQR-STVWX`. */
export function formatInviteCode(code: string): string {
  return code.replace(new RegExp(`(.{${GROUP_CHARACTERS}})(?=.)`, "g"), "$1-");
}

/** @param text part of a code or all of it; case, blanks, hyphens and look-alike letters do not matter. */
export function plainInviteCode(text: string): string {
  return text
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replace(/[IL]/g, "1")
    .replace(/O/g, "0");
}

/** @returns the code as `encodeInviteCode` writes it; null: no code reads like this. */
export function readInviteCode(text: string): string | null {
  const code = plainInviteCode(text);
  return code.length === INVITE_CODE_CHARACTERS && [...code].every((character) => ALPHABET.includes(character))
    ? code
    : null;
}
