/**
 * Options of a site, one row each: type of the value, default, limits. The call, the validation and the administration
 * page are derived from the table. It contains only options that have an effect.
 *
 * Source: spec part 1, sections 2 and 3 (site option), decisions "Access" (`publicContent`).
 */
import { EMAIL_PATTERN } from "../account/email-pattern.ts";
import { parseMailbox } from "../mail/mailbox.ts";
import { ACCOUNT_LANGUAGES } from "../session/preferences.ts";
import { EMBED_HOSTS_MAX, isEmbedHost } from "./embed-url.ts";
import { TILE_SOURCE_HOSTS_MAX } from "./external-limits.ts";
import { isTileSourceHost } from "./tile-source-url.ts";
import { isTrackingAddress } from "./tracking-address.ts";

export type OptionFormat =
  | "title"
  | "timeZone"
  | "origin"
  | "contact"
  | "webAddress"
  | "trackingAddress"
  | "embedHost"
  | "tileHost"
  | "mailbox"
  | "emailDomain"
  | "language";

export interface OptionRow {
  readonly kind: "text" | "list" | "switch" | "number";
  /** Format of the text, or of each entry of the list. */
  readonly format: OptionFormat | null;
  /** Default; null: set when the site is created. */
  readonly initial: string | boolean | number | readonly string[] | null;
  /** Length of the text, or of one entry. */
  readonly maxCharacters: number;
  readonly maxEntries: number;
  /** Whether the text may be empty. */
  readonly isOptional: boolean;
  /** Inclusive limits of an integer. The name of the option contains the unit. */
  readonly min?: number;
  readonly max?: number;
  /** Section of the administration page. */
  readonly section: OptionSection;
}

export const OPTION_SECTIONS = [
  "general",
  "access",
  "sessions",
  "addresses",
  "host",
  "mail",
  "tracking",
  "links",
] as const;
type OptionSection = (typeof OPTION_SECTIONS)[number];

const HOST_MAX_CHARACTERS = 260;
const ORIGIN_MAX_CHARACTERS = 270;
const ADDRESS_MAX_CHARACTERS = 2_000;

const text = (format: OptionFormat, section: OptionSection, maxCharacters: number) =>
  ({ kind: "text", format, initial: "", maxCharacters, maxEntries: 1, isOptional: true, section }) as const;
const list = (format: OptionFormat, section: OptionSection, maxCharacters: number, maxEntries: number) =>
  ({
    kind: "list",
    format,
    initial: [] as readonly string[],
    maxCharacters,
    maxEntries,
    isOptional: true,
    section,
  }) as const;

const number = (section: OptionSection, { initial, min, max }: { initial: number; min: number; max: number }) =>
  ({
    kind: "number",
    format: null,
    initial,
    maxCharacters: 0,
    maxEntries: 1,
    isOptional: false,
    min,
    max,
    section,
  }) as const;

/** Default: off. */
const toggle = (section: OptionSection) =>
  ({
    kind: "switch",
    format: null,
    initial: false,
    maxCharacters: 0,
    maxEntries: 1,
    isOptional: false,
    section,
  }) as const;

export const SITE_OPTIONS = {
  title: { ...text("title", "general", 120), initial: null, isOptional: false },
  timeZone: { ...text("timeZone", "general", 64), initial: "UTC", isOptional: false },
  /**
   * Languages of the interface and mails. Users of other languages get English, or the first one if English is not in
   * the list.
   */
  languages: {
    ...list("language", "general", 2, ACCOUNT_LANGUAGES.length),
    initial: ACCOUNT_LANGUAGES,
    isOptional: false,
  },
  publicContent: toggle("access"),
  /** Part 1 of the specification lets teachers manage content, part 2 experts too. */
  expertsManageContent: toggle("access"),
  /** Download of all tiles of a slide as a zip, for everyone who can view the slide. */
  tilesDownload: toggle("access"),
  /** People can create their own account after confirming their email address. */
  registrationOpen: toggle("access"),
  /** Applies to open registration and enrollment forms; empty: any. */
  allowedEmailDomains: list("emailDomain", "access", 253, 100),
  /** Required of administrators and teachers. */
  secondFactorRequired: toggle("access"),
  /** Retention of audit log entries. */
  auditDays: number("access", { initial: 365, min: 30, max: 3650 }),
  /** Inactivity timeout; an hour at most for administrators. */
  sessionIdleMinutes: number("sessions", { initial: 480, min: 15, max: 1_440 }),
  /** Maximum time since sign-in; twelve hours at most for administrators. */
  sessionHours: number("sessions", { initial: 24, min: 1, max: 168 }),
  /** With "Stay signed in"; 0: not offered. Never for administrators. */
  keptSessionDays: number("sessions", { initial: 30, min: 0, max: 90 }),
  /** The first one is used in all links and descriptions for other programs. */
  origins: list("origin", "addresses", ORIGIN_MAX_CHARACTERS, 10),
  embedHosts: list("embedHost", "addresses", HOST_MAX_CHARACTERS, EMBED_HOSTS_MAX),
  /** Hosts that may show shared and embedded pages in a frame; independent of the hosts whose pages the site embeds. */
  frameHosts: list("embedHost", "addresses", HOST_MAX_CHARACTERS, EMBED_HOSTS_MAX),
  tileHosts: list("tileHost", "addresses", HOST_MAX_CHARACTERS, TILE_SOURCE_HOSTS_MAX),
  /** Home URL of the host site whose users sign in with its tokens; empty: none. */
  hostIssuer: text("webAddress", "host", 500),
  /** Name of this site in the host's tokens (audience). */
  hostAudience: text("title", "host", 200),
  /** URL of the host's public keys, a JWK set. */
  hostKeysUrl: text("webAddress", "host", ADDRESS_MAX_CHARACTERS),
  /** If off, the host's administrators are teachers here. */
  hostAdministrators: toggle("host"),
  /** `Name <address>` or an address; empty: derived from the first origin. */
  mailSender: text("mailbox", "mail", 254),
  /**
   * URL that page views of visitors who agree are sent to; its origin is in the content security policy of the site's
   * pages.
   */
  trackingUrl: text("trackingAddress", "tracking", ADDRESS_MAX_CHARACTERS),
  supportContact: text("contact", "links", ADDRESS_MAX_CHARACTERS),
  imprintUrl: text("webAddress", "links", ADDRESS_MAX_CHARACTERS),
  privacyUrl: text("webAddress", "links", ADDRESS_MAX_CHARACTERS),
} as const satisfies Readonly<Record<string, OptionRow>>;

export type OptionName = keyof typeof SITE_OPTIONS;
export const OPTION_NAMES = Object.keys(SITE_OPTIONS) as OptionName[];

export const optionRow = (name: OptionName): OptionRow => SITE_OPTIONS[name];

export type OptionValue = string | boolean | number | readonly string[];
type ValueOf<Kind extends OptionRow["kind"]> = Kind extends "switch"
  ? boolean
  : Kind extends "list"
    ? readonly string[]
    : Kind extends "number"
      ? number
      : string;
export type OptionValues = { readonly [Name in OptionName]: ValueOf<(typeof SITE_OPTIONS)[Name]["kind"]> };

export type OptionProblem = "missing" | "tooLong" | "tooMany" | "malformed" | "outOfBounds";

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const ORIGIN = new RegExp(`^https?://(?:${LABEL}\\.){0,10}${LABEL}(?::[1-9]\\d{0,4})?$`);
const EMAIL_DOMAIN = new RegExp(`^(?:${LABEL}\\.){1,10}${LABEL}$`);
/** As in the time zone database: Europe/Vienna, Etc/GMT+5, UTC. */
const TIME_ZONE = /^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*$/;
/** Visible characters except those that end an attribute; no user name or password before the host. */
const WEB_ADDRESS = /^https?:\/\/[^\s/?#@\\"'<>`]+(?:[/?#][^\s\\"'<>`]*)?$/i;

const hasControl = (value: string) => [...value].some((character) => character < " " || character === "\u007f");

const IS_OF_FORMAT: Readonly<Record<OptionFormat, (value: string) => boolean>> = {
  title: (value) => !hasControl(value),
  timeZone: (value) => TIME_ZONE.test(value),
  origin: (value) => ORIGIN.test(value),
  contact: (value) => EMAIL_PATTERN.test(value) || WEB_ADDRESS.test(value),
  webAddress: (value) => WEB_ADDRESS.test(value),
  trackingAddress: isTrackingAddress,
  embedHost: isEmbedHost,
  tileHost: isTileSourceHost,
  emailDomain: (value) => EMAIL_DOMAIN.test(value),
  language: (value) => ACCOUNT_LANGUAGES.some((known) => known === value),
  mailbox: (value) => !hasControl(value) && parseMailbox(value) !== null,
};

/** Lower case, without trailing slash and default port. */
const plainOrigin = (value: string) =>
  value
    .toLowerCase()
    .replace(/\/$/, "")
    .replace(/^(https:.*):443$|^(http:.*):80$/, "$1$2");

/** A value as stored: trimmed; entries in lower case, without duplicates, in the given order. */
export function normalizeOption(name: OptionName, value: OptionValue): OptionValue {
  const { format } = SITE_OPTIONS[name];
  if (typeof value === "string") return value.trim();
  if (typeof value === "boolean" || typeof value === "number") return value;
  const entries = value
    .map((entry) => (format === "origin" ? plainOrigin(entry.trim()) : entry.trim().toLowerCase()))
    .filter((entry) => entry !== "");
  return [...new Set(entries)];
}

/** Problem of a stored value; null: none. */
export function optionProblem(name: OptionName, value: OptionValue): OptionProblem | null {
  return problemOfRow(SITE_OPTIONS[name], value);
}

/** Problem of a stored value by the rules of a row; null: none. */
export function problemOfRow(row: OptionRow, value: OptionValue): OptionProblem | null {
  const { format, maxCharacters, maxEntries, isOptional } = row;
  if (typeof value === "number") return problemOfNumber(row, value);
  if (row.kind === "number") return "malformed";
  if (typeof value === "boolean" || format === null) return null;
  const entries = typeof value === "string" ? [value].filter((text) => text !== "") : value;
  if (entries.length === 0) return isOptional ? null : "missing";
  if (entries.length > maxEntries) return "tooMany";
  if (entries.some((entry) => entry.length > maxCharacters)) return "tooLong";
  return entries.every((entry) => IS_OF_FORMAT[format](entry)) ? null : "malformed";
}

function problemOfNumber({ kind, min, max }: OptionRow, value: number): OptionProblem | null {
  if (kind !== "number" || !Number.isSafeInteger(value)) return "malformed";
  return (min !== undefined && value < min) || (max !== undefined && value > max) ? "outOfBounds" : null;
}
