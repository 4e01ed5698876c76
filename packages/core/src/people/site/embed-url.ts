/**
 * Which pages of other sites may be shown inside ours (threat T-12).
 *
 * Only https, only by a plain host name, never with a name or password, never our own site: framed, that could be made to
 * look like something else. Whether a site has allowed the host is asked separately.
 */

export const EMBED_URL_MAX_CHARACTERS = 2_000;
export const EMBED_HOSTS_MAX = 100;

/** Sandbox of every frame: never with `allow-same-origin`. */
export const EMBED_SANDBOX = "allow-scripts allow-forms allow-popups allow-presentation";

/** What is wrong with an address, and what to do. */
export const EMBED_FAULTS = {
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
export type EmbedFault = keyof typeof EMBED_FAULTS;

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
/** `host.example` or `host.example:port`, in lower case. */
const HOST = new RegExp(`^(?:${LABEL}\\.){1,10}${LABEL}(?::[1-9]\\d{0,4})?$`);
const ADDRESS = /^https:\/\/([^/?#]{1,300})([/?#].*)?$/i;
/** Browsers take a name whose last part is a number (also octal or hexadecimal) for an address by number. */
const ENDS_IN_NUMBER = /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/;
const PRIVATE_NAMES = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|test|invalid|onion)$/;

/** Whether a host may stand in a site's list at all. */
export const isEmbedHost = (host: string): boolean => HOST.test(host) && hostFault(host) === null;

export interface EmbedAddress {
  /** Host, with its port if it is not the usual one, in lower case; null where there is a fault. */
  readonly host: string | null;
  /** null: none. */
  readonly fault: EmbedFault | null;
}

const faulty = (fault: EmbedFault): EmbedAddress => ({ host: null, fault });

/** @param ownHosts hosts (with their ports) that this site itself is reached by, in lower case. */
export function readEmbedUrl(url: string, ownHosts: readonly string[] = []): EmbedAddress {
  if (url.trim() === "") return faulty("empty");
  if (url.length > EMBED_URL_MAX_CHARACTERS) return faulty("tooLong");
  // White space, control characters and backslashes are read by browsers in ways of their own.
  if ([...url].some((character) => character <= " " || character === "\u007f" || character === "\\"))
    return faulty("malformed");
  if (!/^https:/i.test(url)) return faulty("notHttps");
  const authority = ADDRESS.exec(url)?.[1]?.toLowerCase();
  if (authority === undefined) return faulty("malformed");
  if (authority.includes("@")) return faulty("credentials");
  const host = authority.replace(/:443$/, "");
  const fault = hostFault(host);
  if (fault) return faulty(fault);
  if (!HOST.test(host)) return faulty("malformed");
  return ownHosts.some((own) => own.replace(/:443$/, "") === host) ? faulty("ownSite") : { host, fault: null };
}

function hostFault(host: string): EmbedFault | null {
  const name = host.replace(/:\d*$/, "");
  if (name.startsWith("[") || ENDS_IN_NUMBER.test(name)) return "ipAddress";
  if ([...name].some((character) => character > "~") || /(?:^|\.)xn--/.test(name)) return "lookAlike";
  if (PRIVATE_NAMES.test(name) || /^[a-z0-9-]+$/.test(name)) return "notPublic";
  return null;
}
