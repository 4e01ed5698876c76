/**
 * Spellings of a path traversal.
 *
 * Source: OWASP Web Security Testing Guide, "Testing Directory Traversal"; CWE-22 and its children.
 */

/** Location of the canary: three levels above the served files, or by its absolute path. */
interface Targets {
  readonly outside: string;
  readonly dataFolder: string;
}

/** One level up. */
const STEPS: readonly string[] = [
  "../",
  "..\\",
  "%2e%2e%2f",
  "%2e%2e/",
  "..%2f",
  "%2E%2E%2F",
  "%2e%2e%5c",
  "..%5c",
  "%252e%252e%252f",
  "..%252f",
  "%25252e%25252e%25252f",
  "....//",
  "..../",
  "....\\/",
  "..;/",
  "..;a=b/",
  "%2e%2e%3b/",
  "./../",
  "/.//../",
  "..%00/",
  "..%0d/",
  "..%09/",
  "%c0%ae%c0%ae%c0%af",
  "%e0%80%ae%e0%80%ae/",
  "%c0%2e%c0%2e%c0%2f",
  "%uff0e%uff0e%u2215",
  "%ef%bc%8e%ef%bc%8e%ef%bc%8f",
  "%u002e%u002e%u002f",
];
const DEPTHS = [3, 12];

export function traversals({ outside, dataFolder }: Targets): string[] {
  const climbing = STEPS.flatMap((step) =>
    DEPTHS.map((depth) => `${step.repeat(depth)}${depth === 3 ? "canary.txt" : outside.slice(1)}`),
  );
  const encoded = encodeURIComponent(outside);
  return [
    ...climbing,
    outside,
    encoded,
    encodeURIComponent(encoded),
    `file://${outside}`,
    `%00${encoded}`,
    `1%00/../../canary.txt`,
    `${encoded}%00.jpg`,
    "%5c%5c127.0.0.1%5cc$%5ccanary.txt",
    "//127.0.0.1/c$/canary.txt",
    "c:%5cwindows%5cwin.ini",
    "c:%2fwindows%2fwin.ini",
    encodeURIComponent(`${dataFolder}/canary.txt`),
    "%2fproc%2fself%2fenviron",
    "..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd",
    "~root%2f.ssh%2fid_rsa",
    `${"a%2f..%2f".repeat(300)}..%2fcanary.txt`,
    "%2e%2e%2f".repeat(1500),
    "%",
    "%zz%2f..%2fcanary.txt",
    ".",
    "..",
    "original",
    "..%2foriginal",
  ];
}
