/** Adds the demo's content other than slides and cases, so that a visitor sees each content type. */
import { createHash, randomUUID } from "node:crypto";
import { mediaTypeOf } from "@parfocal/core/attachment/media-types.ts";
import { insertAssignment } from "#assignment/assignment.queries.ts";
import { insertAttachment } from "#attachment/attachment.queries.ts";
import { insertEmbedFacts } from "#embed/embed.queries.ts";
import { insertFormFacts } from "#enrollment/enrollment-form.queries.ts";
import { appendPlacement, insertItem } from "#item/item.queries.ts";
import { addPlacedContent } from "#item/placed-content.ts";
import { presentMedia } from "#media/media.present.ts";
import { findMediaFile, insertMediaFile } from "#media/media.queries.ts";
import { makeSmallPicture } from "#media/small-picture.ts";
import { savePageContent } from "#page/page.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { attachmentName, mediaName } from "#platform/files/file-store.ts";
import type { Platform } from "#platform/platform.ts";
import { sanitiseRichText } from "#rich-text/sanitise-rich-text.ts";
import { findEmbedHosts, updateEmbedHosts } from "#site/site.queries.ts";
import { insertTextbookFacts } from "#textbook/textbook.queries.ts";
import { insertGroupMember, insertUserGroup } from "#user-group/user-group.queries.ts";
import { addDemoQuizzes } from "./add-demo-quizzes.ts";
import { addDemoRadiology } from "./add-demo-radiology.ts";
import { DEMO_EMBED, DEMO_ENROLLMENT, DEMO_GROUP, DEMO_PAGE, DEMO_PICTURE, DEMO_TEXTBOOK } from "./demo-reading.ts";
import { drawDemoPdf } from "./draw-demo-pdf.ts";
import { drawKidneyScheme } from "./draw-kidney-scheme.ts";

interface DemoPlace {
  readonly siteId: number;
  /** Author of all content. */
  readonly createdBy: number;
  readonly learnerId: number;
  readonly courseId: number;
  /** Folder of the course that contains it. */
  readonly folderId: number;
  /** By key of the scene. */
  readonly imageIds: ReadonlyMap<string, number>;
}

export async function addDemoReading(db: SiteDb, platform: Platform, place: DemoPlace): Promise<void> {
  await addPage(db, platform, place);
  await addEmbed(db, place);
  await addTextbook(db, platform, place);
  await addDemoRadiology(db, platform, place);
  await addDemoQuizzes(db, place);
  await addGroup(db, place);
  await addEnrollment(db, place);
}

async function addPage(db: SiteDb, { files }: Platform, { siteId, createdBy, folderId }: DemoPlace): Promise<void> {
  const bytes = await drawKidneyScheme();
  const storedName = randomUUID();
  const name = mediaName(siteId, storedName);
  await files.write(name, bytes);
  const pictureId = await insertMediaFile(db, siteId, {
    ...DEMO_PICTURE,
    shelf: "media",
    folderId: null,
    mediaType: mediaTypeOf(bytes),
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    size: await makeSmallPicture(files, name),
    storedName,
    createdBy,
  });
  const picture = await findMediaFile(db, siteId, pictureId, "media");
  if (!picture) throw new Error("The demo's picture is gone.");
  const { content, ...texts } = DEMO_PAGE;
  const id = await addPlacedContent(db, siteId, { ...texts, kind: "page", parentId: folderId, createdBy });
  await savePageContent(db, siteId, id, sanitiseRichText(content(presentMedia(picture).src)));
}

async function addEmbed(db: SiteDb, { siteId, createdBy, folderId }: DemoPlace): Promise<void> {
  const { host, url, ...texts } = DEMO_EMBED;
  await updateEmbedHosts(db, siteId, [...new Set([...(await findEmbedHosts(db, siteId)), host])]);
  const id = await addPlacedContent(db, siteId, { ...texts, kind: "embed", parentId: folderId, createdBy });
  await insertEmbedFacts(db, siteId, id, { url, is_full_size_enabled: true });
}

async function addTextbook(db: SiteDb, { files }: Platform, place: DemoPlace): Promise<void> {
  const { siteId, createdBy, folderId } = place;
  const { filename, pages, ...texts } = DEMO_TEXTBOOK;
  const bytes = drawDemoPdf(pages);
  const storedName = randomUUID();
  await files.write(attachmentName(siteId, storedName), bytes);
  const textbookId = await addPlacedContent(db, siteId, { ...texts, kind: "textbook", parentId: folderId, createdBy });
  const { id: documentId } = await insertItem(db, siteId, { kind: "attachment", title: filename, createdBy });
  await insertAttachment(db, siteId, documentId, {
    stored_name: storedName,
    filename,
    media_type: mediaTypeOf(bytes),
    bytes: bytes.length,
    url: "",
    is_file_link: false,
    document_id: null,
  });
  await appendPlacement(db, siteId, { parentId: textbookId, itemId: documentId });
  await insertTextbookFacts(db, siteId, textbookId, { diagnosis: "", attachment_id: documentId });
}

/** A folder visible to one group only, with the demo's learner in the group. */
async function addGroup(db: SiteDb, place: DemoPlace): Promise<void> {
  const groupId = await addClosedFolder(db, place, { ...DEMO_GROUP, group: DEMO_GROUP.title });
  await insertGroupMember(db, place.siteId, { groupId, userId: place.learnerId });
}

/** Another course, which is opened by a form; it has no registrations yet. */
async function addEnrollment(db: SiteDb, place: DemoPlace): Promise<void> {
  const { siteId, createdBy, courseId } = place;
  const userGroupId = await addClosedFolder(db, place, DEMO_ENROLLMENT);
  const form = { ...DEMO_ENROLLMENT.form, kind: "enrollment", parentId: courseId, createdBy } as const;
  const id = await addPlacedContent(db, siteId, form);
  await insertFormFacts(db, siteId, id, { userGroupId, fields: DEMO_ENROLLMENT.fields });
}

interface ClosedFolder {
  readonly group: string;
  readonly scene: string;
  readonly folder: { readonly title: string; readonly description: string };
}

/** Contains one slide. @returns the only user group that sees it. */
async function addClosedFolder(
  db: SiteDb,
  { siteId, createdBy, courseId, imageIds }: DemoPlace,
  { group, scene, folder }: ClosedFolder,
): Promise<number> {
  const input = { ...folder, kind: "folder", parentId: courseId, createdBy } as const;
  const folderId = await addPlacedContent(db, siteId, input);
  const imageId = imageIds.get(scene);
  if (imageId !== undefined) await appendPlacement(db, siteId, { parentId: folderId, itemId: imageId });
  const groupId = await insertUserGroup(db, siteId, { title: group }, createdBy);
  await insertAssignment(db, siteId, { groupId, resourceId: folderId, byAdministrator: true });
  return groupId;
}
