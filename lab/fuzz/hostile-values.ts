/** Values that no field expects. JSON literals are text, since some of them cannot be represented as values. */
import type { Random } from "./random.ts";

export const LONG_TEXT_CHARACTERS = 1_000_000;
const DEEP_LEVELS = 5_000;

const nested = (open: string, close: string, levels = DEEP_LEVELS): string =>
  `${open.repeat(levels)}1${close.repeat(levels)}`;

/** Texts, decoded. */
export const HOSTILE_TEXTS: readonly string[] = [
  "",
  " ",
  "0",
  "-1",
  "1e999",
  "NaN",
  "null",
  "undefined",
  "true",
  "[object Object]",
  "a\0b",
  "\0",
  "\ud800",
  "a\udc00b",
  "\ud83d\ude00",
  "\u202egnp.exe",
  "\ufeff\ufffe\uffff",
  "e\u0301".repeat(200),
  "\r\nSet-Cookie: a=b",
  "../../../../etc/passwd",
  "..%2f..%2fetc%2fpasswd",
  "C:\\windows\\system32",
  "'; DROP TABLE item; --",
  "%",
  "%_%",
  "\\",
  "{{7*7}}",
  "<script>alert(1)</script>",
  `<p>${"<b>".repeat(2_000)}x`,
  '<img src=x onerror="alert(1)">',
  "javascript:alert(1)",
  "http://127.0.0.1:1/",
  "file:///etc/passwd",
  "=cmd|' /C calc'!A0",
  "(a+)+$",
  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!",
  "POLYGON ((0 0, 1 1, 0 1, 1 0, 0 0))",
  "POLYGON ((0 0, 1e308 0, 1e308 1e308, 0 1e308, 0 0))",
  "POINT (NaN Infinity)",
  "GEOMETRYCOLLECTION (POINT (0 0))",
  `${"GEOMETRYCOLLECTION (".repeat(500)}POINT (0 0)${")".repeat(500)}`,
  "0000-01-01 00:00:00",
  "0001-01-01T00:00:00.000Z",
  "2027-02-30 25:61:61",
  "9999-12-31 23:59:59",
  "275760-09-13T00:00:00.000Z",
  "-271821-04-20T00:00:00.000Z",
  "__proto__",
  "constructor",
  "toString",
  "x".repeat(256),
  "x".repeat(10_000),
  " ".repeat(50_000),
  "1,".repeat(20_000),
];

/** Values as JSON text. */
export const HOSTILE_LITERALS: readonly string[] = [
  "null",
  "true",
  "false",
  "0",
  "-0",
  "-1",
  "1.5",
  "1e-400",
  "1e308",
  "-1.7e308",
  "1e999",
  "2147483647",
  "2147483648",
  "-2147483649",
  "4294967296",
  "9007199254740991",
  "9007199254740993",
  "-9007199254740992",
  "9223372036854775808",
  "123456789012345678901234567890",
  "[]",
  "{}",
  "[[]]",
  "[null]",
  "[1,2,3]",
  '{"id":1}',
  '{"length":-1}',
  '{"__proto__":{"isAdministrator":true}}',
  '{"constructor":{"prototype":{}}}',
  '{"toJSON":1,"then":1}',
  '"\\ud800"',
  '"a\\u0000b"',
  '{"\\udc00":1}',
  '{"a\\u0000":1}',
  nested("[", "]"),
  nested('{"a":', "}"),
  nested("[", "]", 40),
  `[${"1,".repeat(20_000)}1]`,
  `[${"{},".repeat(5_000)}{}]`,
];

const longText = (): string => "x".repeat(LONG_TEXT_CHARACTERS);

/** Sometimes a million characters, which take long to send. */
export function hostileText(random: Random): string {
  return random.chance(0.02) ? longText() : random.pick(HOSTILE_TEXTS);
}

export function hostileLiteral(random: Random): string {
  return random.chance(0.5) ? random.pick(HOSTILE_LITERALS) : JSON.stringify(hostileText(random));
}
