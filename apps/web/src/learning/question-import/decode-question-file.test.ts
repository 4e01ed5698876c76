import { expect, it } from "vitest";
import { decodeQuestionFile, isPackage, toBase64 } from "./decode-question-file.ts";

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const utf16 = (text: string) =>
  Uint8Array.from([0xff, 0xfe, ...[...text].flatMap((one) => [one.charCodeAt(0) & 0xff, one.charCodeAt(0) >> 8])]);

const cases: [name: string, bytes: Uint8Array, text: string | null][] = [
  ["UTF-8", new TextEncoder().encode("Größe 5 µm"), "Größe 5 µm"],
  ["UTF-8 with a byte order mark", new TextEncoder().encode("\uFEFFÖdem"), "Ödem"],
  ["UTF-16", utf16("Ödem"), "Ödem"],
  [
    "XML in its declared encoding",
    latin1('<?xml version="1.0" encoding="ISO-8859-1"?><quiz>Ö'),
    '<?xml version="1.0" encoding="ISO-8859-1"?><quiz>Ö',
  ],
  ["XML in an unknown encoding", latin1('<?xml version="1.0" encoding="made-up"?><quiz>Ö'), null],
  ["Latin-1 without a declaration", latin1("Ödem {=ja}"), null],
  ["binary data", Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0]), null],
  ["an empty file", new Uint8Array(), ""],
];
for (const [name, bytes, text] of cases)
  it(`${name} is ${text === null ? "rejected" : "decoded"}`, () => expect(decodeQuestionFile(bytes)).toBe(text));

it("a package is recognized by its first bytes, and encoded completely", () => {
  const bytes = Uint8Array.from({ length: 60_001 }, (_, place) => [0x50, 0x4b, 3, 4][place] ?? place % 256);
  expect([isPackage(bytes), isPackage(latin1("PK"))]).toEqual([true, false]);
  expect(Uint8Array.from(atob(toBase64(bytes)), (one) => one.charCodeAt(0))).toEqual(bytes);
});
