/**
 * Announcements: formatted text that administrators show to chosen roles on all pages for a period.
 *
 * Source: spec part 2, sections 3, 4 and 7 (`announcement`); issue 15, part 3.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams } from "../../platform/ids.ts";
import { siteDate } from "../../platform/site-date.contract.ts";
import {
  ANNOUNCEMENT_MAX_CHARACTERS,
  ANNOUNCEMENT_READERS,
  ANNOUNCEMENT_STATES,
  ANNOUNCEMENTS_MAX,
  isEmptyText,
  SHOWN_ANNOUNCEMENTS_MAX,
} from "./announcement-rules.ts";

/** Formatted text per interface language; empty: none in that language. */
const content = z.object({ en: z.string(), de: z.string() });

const shownAnnouncement = z.object({
  id,
  /** Incremented with each change of the text, so that a changed announcement is shown again. */
  version: z.int().positive(),
  /** Cannot be dismissed. */
  sticky: z.boolean(),
  content,
});
export type ShownAnnouncement = z.output<typeof shownAnnouncement>;

export const getAnnouncement = {
  method: "GET",
  path: "/announcement",
  summary: "Get the announcements that the caller should see now, sticky ones first, then the newest (up to 5)",
  policy: "anyone",
  answer: z.object({ announcements: z.array(shownAnnouncement).max(SHOWN_ANNOUNCEMENTS_MAX) }),
} as const satisfies Call;

const announcement = z.object({
  id,
  /** Version of the announcement; sent back with a change. */
  version: z.int().positive(),
  content,
  /** In the site's time zone; null: no start or no end. */
  dateStart: z.string().nullable(),
  dateEnd: z.string().nullable(),
  readers: z.array(z.enum(ANNOUNCEMENT_READERS)),
  sticky: z.boolean(),
  isActive: z.boolean(),
  state: z.enum(ANNOUNCEMENT_STATES),
  changedAt: z.string(),
});
export type Announcement = z.output<typeof announcement>;

const text = z.string().max(ANNOUNCEMENT_MAX_CHARACTERS).default("");

/** Rejected with 400 and `endsBeforeStart`. */
const input = {
  content: z
    .strictObject({ en: text, de: text })
    .refine(({ en, de }) => !isEmptyText(en) || !isEmptyText(de), "enter a text in at least one language"),
  dateStart: siteDate.nullable().default(null),
  dateEnd: siteDate.nullable().default(null),
  readers: z
    .array(z.enum(ANNOUNCEMENT_READERS))
    .min(1, "choose at least one role")
    .max(ANNOUNCEMENT_READERS.length)
    .refine((readers) => new Set(readers).size === readers.length, "name each role once"),
  sticky: z.boolean().default(false),
  isActive: z.boolean().default(true),
};

export const listAnnouncements = {
  method: "GET",
  path: "/v2/announcements",
  summary: "List all announcements of the site, newest first",
  policy: "managePeople",
  answer: z.object({ announcements: z.array(announcement).max(ANNOUNCEMENTS_MAX) }),
} as const satisfies Call;

/** Rejected with 409 and `tooManyAnnouncements`. */
export const createAnnouncement = {
  method: "POST",
  path: "/v2/announcements",
  summary: "Create an announcement; disallowed markup and images are removed",
  policy: "managePeople",
  isCreating: true,
  body: z.strictObject(input),
  answer: announcement,
} as const satisfies Call;

/** Rejected with 409 and `changedSince` if another person has changed it since `version`. */
export const updateAnnouncement = {
  method: "PUT",
  path: "/v2/announcements/{id}",
  summary: "Update an announcement; a changed text is shown again to those who closed it",
  policy: "managePeople",
  params: idParams,
  body: z.strictObject({ ...input, version: z.int().positive() }),
  answer: announcement,
} as const satisfies Call;

export const deleteAnnouncement = {
  method: "DELETE",
  path: "/v2/announcements/{id}",
  summary: "Delete an announcement; it can be restored for 30 days",
  policy: "managePeople",
  params: idParams,
  answer: z.void(),
} as const satisfies Call;

export const restoreAnnouncement = {
  method: "PUT",
  path: "/v2/announcements/{id}/restore",
  summary: "Restore a deleted announcement",
  policy: "managePeople",
  params: idParams,
  answer: announcement,
} as const satisfies Call;
