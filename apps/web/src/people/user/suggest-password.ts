/** A password that is hard to guess and easy to read out. */

/** Without characters that are easily confused: 0 and o, 1, i and l. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP_CHARACTERS = 4;
/** From this value on, a byte would favour the first letters. */
const FAIR_LIMIT = 256 - (256 % LETTERS.length);

/** @returns four groups of four characters: 79 bits. */
export function suggestPassword(): string {
  let text = "";
  while (text.length < GROUPS * GROUP_CHARACTERS) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < FAIR_LIMIT) text += LETTERS[byte % LETTERS.length];
  }
  return text.replace(/.{4}(?=.)/g, "$&-");
}
