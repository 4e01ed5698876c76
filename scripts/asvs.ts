/**
 * Reads docs/security/asvs.tsv, which states for each requirement of OWASP ASVS 5.0 (levels 1 and 2) whether it is met,
 * with evidence, and checks that the evidence exists.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readSourceFiles, type SourceFile } from "./source-files.ts";

const TABLE = "docs/security/asvs.tsv";
export const STATES = ["met", "not applicable", "deviation", "not met"] as const;
type State = (typeof STATES)[number];

export interface Requirement {
  /** As in the standard, e.g. `V1.2.10`. */
  readonly number: string;
  readonly level: string;
  readonly state: State;
  /** `test FILE | TITLE`, `document FILE | HEADING`, `file FILE | TEXT`, or `absent FEATURE`. */
  readonly proofs: readonly string[];
  readonly note: string;
}

/** @throws Error for a line with an invalid format. */
export function parseRequirements(text: string): Requirement[] {
  const [, ...lines] = text.trimEnd().split("\n");
  return lines.map((line) => {
    const [number = "", level = "", state = "", proof = "", note = "", ...more] = line.split("\t");
    const known = STATES.find((one) => one === state);
    if (!/^V\d+\.\d+\.\d+$/.test(number) || !/^[12]$/.test(level) || !known || note === "" || more.length > 0)
      throw new Error(`${TABLE}: not a row: ${line}`);
    return { number, level, state: known, proofs: proof.split(" ; ").filter((one) => one !== ""), note };
  });
}

export const readRequirements = (root: string): Requirement[] =>
  parseRequirements(readFileSync(join(root, TABLE), "utf8"));

interface Trace {
  /** Imported packages. */
  readonly imports?: RegExp;
  /** Code with its texts. */
  readonly code?: RegExp;
  /** Files that may contain it. */
  readonly but?: RegExp;
}

/** Patterns that show that a feature is used. Searched in the product: apps, packages and hosts, without tests. */
export const TRACES: Readonly<Record<string, Trace>> = {
  LDAP: { imports: /^npm:ldap/ },
  XPath: { imports: /xpath/i, code: /\bdocument\.evaluate\(/ },
  LaTeX: { imports: /latex/i, code: /["'`](?:pdf|xe|lua)?latex["'`]/ },
  JNDI: { code: /\bjndi:/i },
  memcache: { imports: /memcache|memjs/i },
  GraphQL: { imports: /graphql|apollo/i },
  WebSocket: { imports: /^npm:(?:ws|socket\.io.*|@fastify\/websocket)$/, code: /\bWebSocket(?:Server)?\(/ },
  WebRTC: { imports: /wrtc|simple-peer|peerjs|mediasoup/i, code: /\bRTCPeerConnection\b/ },
  SAML: { imports: /saml/i },
  SMS: { imports: /twilio|vonage|client-sns/i },
  "client certificates": { code: /\brequestCert\b/ },
  "an OAuth authorization server": { imports: /oidc-provider|oauth2-server|oauth2orize/ },
  "an OAuth resource server": {
    imports: /oauth2-jwt|express-jwt/,
    code: /\bheaders\.authorization\b|tokenIntrospection\(/,
  },
  "back-channel logout": { code: /logout\+jwt|backchannel_logout/ },
  "SQL built from texts": {
    code: /\bsql\.raw\((?!"|direction === "desc" \? "DESC")/,
    // Statements from the code only, without user input.
    but: /\/db\/migrations\//,
  },
  "a shell": { code: /(?<![.\w])exec(?:Sync)?\(|\bshell: true/ },
  "patterns made of input": {
    code: /\bnew RegExp\(/,
    // The name of the product's own cookie, numbers, constants, and names of elements from the code.
    but: /^packages\/|^apps\/(?:web\/build\/|server\/src\/(?:platform\/http\/site-and-session|imaging\/iiif\/image-request)\.ts$)/,
  },
  "code made of texts": { code: /(?<![.\w])eval\(|\bnew Function\(/ },
  "objects made of bytes": { imports: /^node:v8$/, code: /(?<![.\w])deserialize\(/ },
  "XML with entities of a document": {
    imports: /^npm:(?:xml2js|saxe?s?|@xmldom.*|xmldom|libxmljs.*)$/,
    code: /\bnew XMLParser\((?!\{[^}]*\bprocessEntities: false\b)/,
    // Responses of the operator's own store; the parser does not read external entities in any case.
    but: /^apps\/server\/src\/platform\/s3\/s3-client\.ts$/,
  },
  "markup outside the sanitizing component": {
    code: /\bdangerouslySetInnerHTML\b|\.(?:inner|outer)HTML\s*=(?!=)|\binsertAdjacentHTML\(|\bdocument\.write\(/,
    // Sanitizes it; shows icons from the code.
    but: /^apps\/web\/src\/content\/rich-text\/RichText\.tsx$|^packages\/viewer\/src\/overview\/overview\.ts$/,
  },
  "outdated techniques of browsers": { code: /<applet\b|x-shockwave-flash|\bActiveXObject\b|x-silverlight/i },
  "password hints": { code: /\b(?:secret|security)Question/i },
  "own ciphers": { imports: /^npm:(?:crypto-js|node-forge|sjcl|tweetnacl|aes-js)/ },
  "weak ciphers": { code: /["'](?:aes-?\d+-(?:ecb|cbc|ctr)|(?:des|rc2|rc4|bf)\b[\w-]*)["']|RSA_PKCS1_PADDING|RSA1_5/i },
  "weak hashes": { code: /\b(?:createHash|createHmac)\(\s*["'](?:md4|md5|sha1|ripemd\w*)["']/i },
  "unchecked certificates": { code: /\brejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED/ },
};

const PRODUCT = /^(?:apps|packages|hosts)\//;
const NOT_PRODUCT = /\.test\.tsx?$|\/testing\/|\/dev\/|\/examples\//;

export const readProduct = (root: string): SourceFile[] =>
  readSourceFiles(root).filter(({ path }) => PRODUCT.test(path) && !NOT_PRODUCT.test(path));

/** @returns the files that contain the feature. */
export function filesWith({ imports, code, but }: Trace, product: readonly SourceFile[]): string[] {
  return product
    .filter(
      (file) =>
        !but?.test(file.path) &&
        (file.imports.some((name) => imports?.test(name)) || (code?.test(file.codeWithTexts) ?? false)),
    )
    .map(({ path }) => path);
}

/** A text after the opening bracket of `it(…)`, `describe(…)`, `test(…)`, `it.each(…)(…)` and the like. */
const TITLES =
  /(?:\b(?:it|test|describe)[\w.]*|\))\(\s*(?:"((?:\\.|[^"\\\n])*)"|'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\])*)`)\s*,/g;

export const titlesIn = (text: string): string[] =>
  [...text.matchAll(TITLES)].map(([, double, single, back]) => double ?? single ?? back ?? "");

const headingsIn = (text: string): string[] => text.match(/^#+ .+$/gm)?.map((line) => line.replace(/^#+ /, "")) ?? [];

/** @returns the problem of a proof; null: it exists. */
export function problemOfProof(proof: string, root: string, product: readonly SourceFile[]): string | null {
  const [, kind = "", rest = ""] = /^(\w+) (.+)$/.exec(proof) ?? [];
  if (kind === "absent") {
    const trace = TRACES[rest];
    if (!trace) return `“${rest}” is no feature of scripts/asvs.ts`;
    const found = filesWith(trace, product);
    return found.length > 0 ? `${rest} is in ${found.join(", ")}` : null;
  }
  const [path = "", fragment = ""] = rest.split(" | ");
  if (!["test", "document", "file"].includes(kind) || fragment === "") return `not a proof: ${proof}`;
  if (!existsSync(join(root, path))) return `${path} does not exist`;
  const text = readFileSync(join(root, path), "utf8");
  if (kind === "test")
    return titlesIn(text).some((title) => title.includes(fragment)) ? null : `${path} has no test “${fragment}”`;
  if (kind === "document") return headingsIn(text).includes(fragment) ? null : `${path} has no heading “${fragment}”`;
  return text.includes(fragment) ? null : `${path} does not contain “${fragment}”`;
}

/** @returns the summary, then each requirement that is not met and each deviation. */
export function describeRequirements(requirements: readonly Requirement[]): string[] {
  const of = (state: State) => requirements.filter((one) => one.state === state);
  const deviations = of("deviation").length;
  const counts = [
    `${of("met").length} met`,
    `${of("not applicable").length} not applicable`,
    `${deviations} ${deviations === 1 ? "deviation" : "deviations"}`,
    `${of("not met").length} not met`,
  ];
  return [
    `asvs: ${counts.join(", ")}, of ${requirements.length}`,
    ...[...of("not met"), ...of("deviation")].map(({ number, state, note }) => `${number} ${state}: ${note}`),
  ];
}
