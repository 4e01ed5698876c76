/** Announcements of a site: who reads them, and when. Source: issue 15, part 3; spec part 2, sections 3, 4 and 9. */
import { ROLES } from "../../people/access/capabilities.ts";
import type { AccountLanguage } from "../../people/session/preferences.ts";

/** Of one text with its tags. */
export const ANNOUNCEMENT_MAX_CHARACTERS = 4_000;
/** Of a site, without deleted ones. */
export const ANNOUNCEMENTS_MAX = 100;
/** That one reader gets: of more, the sticky ones and the newest. */
export const SHOWN_ANNOUNCEMENTS_MAX = 5;

export const ANNOUNCEMENT_READERS = ["guest", ...ROLES] as const;
export type AnnouncementReader = (typeof ANNOUNCEMENT_READERS)[number];

/** `off`: switched off by hand, whatever its dates. */
export const ANNOUNCEMENT_STATES = ["planned", "shown", "over", "off"] as const;
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number];

interface Period {
  readonly isActive: boolean;
  /** null: from the beginning. */
  readonly start: Date | null;
  /** null: without end. */
  readonly end: Date | null;
}

/** The start belongs to the period, the end does not. */
export function announcementState({ isActive, start, end }: Period, now: Date): AnnouncementState {
  if (end !== null && end <= now) return "over";
  if (!isActive) return "off";
  return start !== null && start > now ? "planned" : "shown";
}

export type AnnouncementTexts = Readonly<Record<AccountLanguage, string>>;

/** Formatted text without a visible character. */
export const isEmptyText = (html: string): boolean => html.replace(/<[^>]*>|&nbsp;|\s/g, "") === "";

/** In the reader's language; where there is no text in it, the first that there is. Empty: there is none. */
export function textFor(texts: AnnouncementTexts, language: string): string {
  const own = Object.entries(texts).find(([code]) => code === language)?.[1] ?? "";
  return isEmptyText(own) ? (Object.values(texts).find((text) => !isEmptyText(text)) ?? "") : own;
}
