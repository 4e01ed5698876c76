/** Adds fields, content boxes and an attached image to the demo's slides. */
import { randomUUID } from "node:crypto";
import { mediaTypeOf } from "@parfocal/core/attachment/media-types.ts";
import { addAttachment } from "#attachment/add-attachment.ts";
import { writeTabs } from "#box/box.queries.ts";
import { updateField } from "#custom-field/custom-field.queries.ts";
import { addField } from "#custom-field/define-field.ts";
import { saveValues } from "#custom-field/save-field-values.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { attachmentName } from "#platform/files/file-store.ts";
import type { Platform } from "#platform/platform.ts";
import { sanitiseRichText } from "#rich-text/sanitise-rich-text.ts";
import { DEMO_DETAILS, DEMO_FIELDS } from "./demo-slide-details.ts";
import { drawKidneyScheme } from "./draw-kidney-scheme.ts";

/** @param imageIds by key of the scene. */
export async function addDemoDetails(
  db: SiteDb,
  platform: Platform,
  siteId: number,
  { imageIds, createdBy }: { imageIds: ReadonlyMap<string, number>; createdBy: number | null },
): Promise<void> {
  for (const { title, fieldType, isPrimary, defaultValues, values } of DEMO_FIELDS) {
    const field = await addField(db, siteId, {
      title,
      postType: "sz-image",
      fieldType,
      isRequired: false,
      defaultValues,
    });
    if (isPrimary) await updateField(db, siteId, field.id, { is_primary: true });
    const sent = Object.entries(values).flatMap(([scene, value]) => {
      const itemId = imageIds.get(scene);
      return itemId === undefined ? [] : [{ itemId, fieldId: field.id, value }];
    });
    await saveValues(db, siteId, sent);
  }
  const imageId = imageIds.get(DEMO_DETAILS.scene);
  if (imageId === undefined) return;
  const tabs = DEMO_DETAILS.tabs.map(({ title, contentPages }) => ({
    title,
    contentPages: contentPages.map((page) => ({ ...page, content: sanitiseRichText(page.content) })),
  }));
  await writeTabs(db, siteId, imageId, tabs);
  await attachScheme(db, platform, siteId, { imageId, createdBy });
}

async function attachScheme(
  db: SiteDb,
  { files }: Platform,
  siteId: number,
  { imageId, createdBy }: { imageId: number; createdBy: number | null },
): Promise<void> {
  const bytes = await drawKidneyScheme();
  const storedName = randomUUID();
  await files.write(attachmentName(siteId, storedName), bytes);
  const file = { storedName, filename: "kidney.png", mediaType: mediaTypeOf(bytes), bytes: bytes.length };
  const options = { title: DEMO_DETAILS.attachmentTitle, url: "", isFileLink: false, parentId: imageId };
  await addAttachment(db, siteId, options, { file, createdBy });
}
