/**
 * Rules for pages of other sites in frames (threat T-12).
 *
 * Only https with a plain host name, without user name or password, and never this site itself, which could be
 * disguised in a frame. Whether the site allows the host is checked separately.
 */

export const EMBED_URL_MAX_CHARACTERS = 2_000;
export const EMBED_HOSTS_MAX = 100;

/** Sandbox of every frame: never with `allow-same-origin`. */
export const EMBED_SANDBOX = "allow-scripts allow-forms allow-popups allow-presentation";

/** User-facing messages: the problem and its remedy. */
export const EMBED_PROBLEMS = {
  empty: "Enter the URL of the page.",
  tooLong: "The URL is too long. The limit is 2,000 characters.",
  notHttps: "The URL must start with https://.",
  malformed: "This is not a valid URL. Copy it from the browser's address bar.",
  credentials: "The URL contains a user name or password. Remove the part before the @.",
  ipAddress: "IP addresses are not allowed. Use a host name.",
  notPublic: "This host is not public. Use a public site.",
  lookAlike: "The host name contains look-alike characters from another alphabet (xn--). It cannot be embedded.",
  ownSite: "This is a page of this site. Use a link instead.",
} as const;
type EmbedProblem = keyof typeof EMBED_PROBLEMS;

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
/** `host.example` or `host.example:port`, in lower case. */
const HOST = new RegExp(`^(?:${LABEL}\\.){1,10}${LABEL}(?::[1-9]\\d{0,4})?$`);
const ADDRESS = /^https:\/\/([^/?#]{1,300})([/?#].*)?$/i;
/** Browsers read a host whose last label is a number (also octal or hexadecimal) as an IP address. */
const ENDS_IN_NUMBER = /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/;
const PRIVATE_NAMES = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|test|invalid|onion)$/;

/** Whether a host can be in a site's list. */
export const isEmbedHost = (host: string): boolean => HOST.test(host) && hostProblem(host) === null;

interface EmbedAddress {
  /** Host, with its port if it is not the default, in lower case; null if there is a problem. */
  readonly host: string | null;
  /** Null: none. */
  readonly problem: EmbedProblem | null;
}

const invalid = (problem: EmbedProblem): EmbedAddress => ({ host: null, problem });

/** @param ownHosts hosts (with ports) of this site, in lower case. */
export function readEmbedUrl(url: string, ownHosts: readonly string[] = []): EmbedAddress {
  if (url.trim() === "") return invalid("empty");
  if (url.length > EMBED_URL_MAX_CHARACTERS) return invalid("tooLong");
  // Browsers treat white space, control characters and backslashes specially.
  if ([...url].some((character) => character <= " " || character === "\u007f" || character === "\\"))
    return invalid("malformed");
  if (!/^https:/i.test(url)) return invalid("notHttps");
  const authority = ADDRESS.exec(url)?.[1]?.toLowerCase();
  if (authority === undefined) return invalid("malformed");
  if (authority.includes("@")) return invalid("credentials");
  const host = authority.replace(/:443$/, "");
  const problem = hostProblem(host);
  if (problem) return invalid(problem);
  if (!HOST.test(host)) return invalid("malformed");
  return ownHosts.some((own) => own.replace(/:443$/, "") === host) ? invalid("ownSite") : { host, problem: null };
}

function hostProblem(host: string): EmbedProblem | null {
  const name = host.replace(/:\d*$/, "");
  if (name.startsWith("[") || ENDS_IN_NUMBER.test(name)) return "ipAddress";
  if ([...name].some((character) => character > "~") || /(?:^|\.)xn--/.test(name)) return "lookAlike";
  if (PRIVATE_NAMES.test(name) || /^[a-z0-9-]+$/.test(name)) return "notPublic";
  return null;
}
