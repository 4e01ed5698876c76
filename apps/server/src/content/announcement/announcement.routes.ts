import {
  type Announcement,
  createAnnouncement,
  deleteAnnouncement,
  getAnnouncement,
  listAnnouncements,
  restoreAnnouncement,
  updateAnnouncement,
} from "@parfocal/core/announcement/announcement.contract.ts";
import {
  ANNOUNCEMENTS_MAX,
  type AnnouncementTexts,
  announcementState,
  isEmptyText,
} from "@parfocal/core/announcement/announcement-rules.ts";
import { AppError, notFound } from "@parfocal/core/errors.ts";
import { recordAudit } from "#audit/record-audit.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { route } from "#platform/http/route.ts";
import { sanitiseRichText } from "#rich-text/sanitise-rich-text.ts";
import {
  type AnnouncementRow,
  changeAnnouncement,
  countAnnouncementsLocked,
  findAnnouncement,
  findAnnouncements,
  forgetDeletedAnnouncements,
  insertAnnouncement,
  listShownAnnouncements,
  setAnnouncementDeleted,
} from "./announcement.queries.ts";

function present({ start, end, changedAt, ...facts }: AnnouncementRow): Announcement {
  const state = announcementState({ isActive: facts.isActive, start, end }, new Date());
  return { ...facts, state, changedAt: changedAt.toISOString() };
}

async function load(db: SiteDb, siteId: number, id: number): Promise<Announcement> {
  const row = await findAnnouncement(db, siteId, id);
  if (!row) throw notFound("Announcement");
  return present(row);
}

interface Sent {
  readonly content: AnnouncementTexts;
  readonly dateStart: string | null;
  readonly dateEnd: string | null;
}

/** @throws AppError `invalid` if the sanitized texts are empty, or if the end is not after the start. */
function cleaned<Input extends Sent>(input: Input): Input {
  const { dateStart, dateEnd } = input;
  // Both have the same time zone and format.
  if (dateStart !== null && dateEnd !== null && dateEnd <= dateStart)
    throw new AppError("invalid", "The end must be after the start.", { codes: ["endsBeforeStart"] });
  const clean = (text: string) => sanitiseRichText(text, { hasImages: false });
  const content = { en: clean(input.content.en), de: clean(input.content.de) };
  if (isEmptyText(content.en) && isEmptyText(content.de))
    throw new AppError("invalid", "Enter a text in at least one language.", { codes: ["content"] });
  return { ...input, content };
}

async function refuseTooMany(db: SiteDb, siteId: number): Promise<void> {
  if ((await countAnnouncementsLocked(db, siteId)) < ANNOUNCEMENTS_MAX) return;
  throw new AppError("conflict", `A site can have up to ${ANNOUNCEMENTS_MAX} announcements. Delete some first.`, {
    codes: ["tooManyAnnouncements"],
  });
}

export const announcementRoutes = [
  route(getAnnouncement, async ({ db, siteId, caller }) => ({
    announcements: await listShownAnnouncements(db, siteId, caller.user?.role ?? "guest"),
  })),

  route(listAnnouncements, async ({ db, siteId }) => ({
    announcements: (await findAnnouncements(db, siteId)).map(present),
  })),

  route(createAnnouncement, async ({ db, siteId }, { body }) => {
    const input = cleaned(body);
    await refuseTooMany(db, siteId);
    return load(db, siteId, await insertAnnouncement(db, siteId, input));
  }),

  route(updateAnnouncement, async ({ db, siteId }, { params: { id }, body: { version, ...input } }) => {
    if (!(await changeAnnouncement(db, siteId, { id, version }, cleaned(input)))) {
      await load(db, siteId, id);
      throw new AppError("conflict", "Someone else has changed this announcement. Reload it to see the changes.", {
        codes: ["changedSince"],
      });
    }
    return load(db, siteId, id);
  }),

  route(deleteAnnouncement, async ({ db, siteId, caller }, { params: { id } }) => {
    if (!(await setAnnouncementDeleted(db, siteId, { id, isDeleted: true }))) throw notFound("Announcement");
    await forgetDeletedAnnouncements(db, siteId);
    await recordAudit(db, siteId, { action: "announcementDeleted", actorId: caller.signedIn().id, objectId: id });
  }),

  route(restoreAnnouncement, async ({ db, siteId, caller }, { params: { id } }) => {
    await refuseTooMany(db, siteId);
    if (!(await setAnnouncementDeleted(db, siteId, { id, isDeleted: false }))) throw notFound("Announcement");
    await recordAudit(db, siteId, { action: "announcementRestored", actorId: caller.signedIn().id, objectId: id });
    return load(db, siteId, id);
  }),
];
