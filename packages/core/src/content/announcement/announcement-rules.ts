/** Announcements of a site: audience and period. Source: issue 15, part 3; spec part 2, sections 3, 4 and 9. */
import { ROLES } from "../../people/access/capabilities.ts";
import type { AccountLanguage } from "../../people/session/preferences.ts";

/** Limit for one text, tags included. */
export const ANNOUNCEMENT_MAX_CHARACTERS = 4_000;
/** Limit per site; deleted ones do not count. */
export const ANNOUNCEMENTS_MAX = 100;
/** Announcements shown to one reader; if there are more, sticky ones and then the newest. */
export const SHOWN_ANNOUNCEMENTS_MAX = 5;

export const ANNOUNCEMENT_READERS = ["guest", ...ROLES] as const;
export type AnnouncementReader = (typeof ANNOUNCEMENT_READERS)[number];

/** `off`: switched off manually, independent of its dates. */
export const ANNOUNCEMENT_STATES = ["planned", "shown", "over", "off"] as const;
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number];

interface Period {
  readonly isActive: boolean;
  /** Null: no start. */
  readonly start: Date | null;
  /** Null: no end. */
  readonly end: Date | null;
}

/** The period includes its start and excludes its end. */
export function announcementState({ isActive, start, end }: Period, now: Date): AnnouncementState {
  if (end !== null && end <= now) return "over";
  if (!isActive) return "off";
  return start !== null && start > now ? "planned" : "shown";
}

export type AnnouncementTexts = Readonly<Record<AccountLanguage, string>>;

/** Formatted text without a visible character. */
export const isEmptyText = (html: string): boolean => html.replace(/<[^>]*>|&nbsp;|\s/g, "") === "";

/** Text in the reader's language; if that is empty, the first text that is not. Empty if there is none. */
export function textFor(texts: AnnouncementTexts, language: string): string {
  const own = Object.entries(texts).find(([code]) => code === language)?.[1] ?? "";
  return isEmptyText(own) ? (Object.values(texts).find((text) => !isEmptyText(text)) ?? "") : own;
}
