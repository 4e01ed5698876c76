/** Characters escaped by a backslash in GIFT: replaced by Unicode noncharacters while a file is parsed. */

const FIRST_NONCHARACTER = 0xfdd0;
/** Each escaped character and its meaning. `\n` is a line break. */
const ESCAPED: readonly (readonly [sign: string, meaning: string])[] = [
  ["\\", "\\"],
  ["~", "~"],
  ["=", "="],
  ["#", "#"],
  ["{", "{"],
  ["}", "}"],
  [":", ":"],
  ["n", "\n"],
];
const STAND_INS = new Map(
  ESCAPED.map(([sign, meaning], index) => {
    const standIn = String.fromCharCode(FIRST_NONCHARACTER + index);
    return [sign, { standIn, meaning }] as const;
  }),
);
const MEANINGS = new Map([...STAND_INS.values()].map(({ standIn, meaning }) => [standIn, meaning]));

/** Noncharacters in the file itself are removed. */
export function hideEscapes(text: string): string {
  return text
    .replace(/[\uFDD0-\uFDEF]/g, "")
    .replace(/\\([\\~=#{}:n])/g, (whole, sign: string) => STAND_INS.get(sign)?.standIn ?? whole);
}

export const showEscapes = (text: string): string =>
  text.replace(/[\uFDD0-\uFDEF]/g, (standIn) => MEANINGS.get(standIn) ?? "");
