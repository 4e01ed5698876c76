import { listPreparations } from "@parfocal/core/custom-field/custom-field.contract.ts";
import { notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import {
  replaceImageFile,
  resetImageThumbnail,
  saveImageThumbnail,
  updateImage,
} from "@parfocal/core/image/edit-image.contract.ts";
import {
  createExternalImage,
  deidentifyImage,
  getImage,
  getImageByPost,
  type Image,
  listImages,
} from "@parfocal/core/image/image.contract.ts";
import { searchImages } from "@parfocal/core/image/search-images.contract.ts";
import { presentAttachmentsOf } from "#attachment/attachment.present.ts";
import { findDefaultColours } from "#colour-preset/colour-preset.queries.ts";
import { presentFieldsOf } from "#custom-field/custom-field.present.ts";
import { SLIDE_JOBS } from "#image-card/slide-jobs.ts";
import { ownThumbnailPath, thumbnailPath } from "#image-card/thumbnail-path.ts";
import { accessScopeOf } from "#item/access-scope.ts";
import { findItem, findItemIdByPost, listCrumbs, listPlacedItems } from "#item/item.queries.ts";
import { findVisibleItem } from "#item/item-access.ts";
import { presentJob } from "#job/job.present.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { route } from "#platform/http/route.ts";
import { listOpenJobs } from "#platform/jobs/job.queries.ts";
import { changeImage } from "./change-image.ts";
import { addExternalImage } from "./create-external-image.ts";
import {
  presentAssociatedImages,
  presentFileTexts,
  presentScanFacts,
  presentSlideInformation,
  presentState,
} from "./image.present.ts";
import { findImageRow } from "./image.queries.ts";
import { findNameOfAdder, isAnyBound } from "./image-page.queries.ts";
import { listImageCards } from "./list-image-cards.ts";
import { requestDeidentification } from "./order-deidentification.ts";
import { deleteOwnThumbnail, replaceOwnThumbnail } from "./own-thumbnail.queries.ts";
import { presentPreparations } from "./preparations.ts";
import { readSentThumbnail } from "./read-sent-thumbnail.ts";
import { replaceFile } from "./replace-file.ts";

interface Question {
  readonly siteId: number;
  readonly caller: Caller;
  readonly id: number;
  /** Parent through which the caller comes. */
  readonly parentId: number | undefined;
}

async function loadImage(db: SiteDb, { siteId, caller, id, parentId }: Question): Promise<Image> {
  const { item, way } = await findVisibleItem(db, {
    siteId,
    caller,
    id,
    kind: "image",
    ...(parentId === undefined ? {} : { parentId }),
  });
  const row = await findImageRow(db, siteId, id);
  if (!row) throw notFoundOrNoAccess();
  const { image, slideFile, ownThumbnailId } = row;
  const path = await listCrumbs(db, siteId, way?.ids ?? [id]);
  const parent = path.at(-2) ?? null;
  const accessScope = accessScopeOf(caller);
  const isManager = caller.can("manageContent");
  const siblings =
    parent === null
      ? []
      : (await listPlacedItems(db, siteId, parent.id, accessScope)).filter((placed) => placed.item.kind === "image");
  const siblingIds = siblings.map((placed) => placed.item.id);
  const place = siblings.findIndex((placed) => placed.item.id === id);
  const crumbAt = (index: number) => {
    const sibling = place < 0 ? undefined : siblings[index]?.item;
    return sibling ? { id: sibling.id, type: sibling.kind, title: sibling.title } : null;
  };
  const [job] = (await listOpenJobs(db, siteId, SLIDE_JOBS, [slideFile.id])).reverse();
  return {
    id,
    itemId: id,
    postId: item.post_id ?? id,
    title: item.title,
    subtitle: item.subtitle,
    summary: item.summary,
    tags: item.tags,
    ...presentFileTexts(slideFile, isManager),
    scanFacts: presentScanFacts(slideFile, isManager),
    addedAt: isManager ? item.created_at.toISOString() : null,
    addedBy: isManager ? await findNameOfAdder(db, siteId, id) : null,
    deidentifiedAt: isManager ? (slideFile.deidentified_at?.toISOString() ?? null) : null,
    parentId: parent?.id ?? null,
    parentType: parent?.type ?? null,
    center: image.center_x === null || image.center_y === null ? null : [image.center_x, image.center_y],
    zoom: image.zoom,
    rotation: image.rotation_deg,
    colour: (await findDefaultColours(db, siteId, [id])).get(id) ?? null,
    slideInformation: presentSlideInformation(id, slideFile),
    state: presentState(slideFile.state, job),
    job: job ? presentJob(job, isManager) : null,
    thumbnail: thumbnailPath(id, { ...slideFile, ownThumbnailId }),
    isThumbnailOwn: ownThumbnailId !== null,
    associatedImages: presentAssociatedImages(id, slideFile, isManager),
    fileFormat: slideFile.format,
    fileBytes: slideFile.bytes,
    customFields: await presentFieldsOf(db, siteId, id),
    attachments: await presentAttachmentsOf(db, siteId, id, accessScope),
    path,
    previous: crumbAt(place - 1),
    next: crumbAt(place + 1),
    userCanAnnotate: caller.can("learn"),
    userCanEdit: isManager,
    annotationsActive: way?.isAnnotated ?? true,
    isBound: parent?.type === "case" && siblingIds.length > 0 && (await isAnyBound(db, siteId, parent.id, siblingIds)),
  };
}

/** @throws AppError `notFound` if there is no such image on the site. */
async function assertImage(db: SiteDb, siteId: number, id: number): Promise<void> {
  if (!(await findItem(db, siteId, id, "image"))) throw notFoundOrNoAccess();
}

export const imageRoutes = [
  route(updateImage, async ({ db, siteId, caller }, { params: { id }, body }) => {
    await changeImage(db, siteId, id, body);
    return loadImage(db, { siteId, caller, id, parentId: undefined });
  }),

  route(replaceImageFile, async ({ db, siteId, caller }, { params: { id }, body }) => {
    await replaceFile(db, siteId, id, body);
    return loadImage(db, { siteId, caller, id, parentId: undefined });
  }),

  route(saveImageThumbnail, async ({ db, siteId }, { body: { imageId, dataUrl } }) => {
    await assertImage(db, siteId, imageId);
    const id = await replaceOwnThumbnail(db, siteId, imageId, await readSentThumbnail(dataUrl));
    return { thumbnail: ownThumbnailPath(imageId, id) };
  }),

  route(resetImageThumbnail, async ({ db, siteId }, { params: { id } }) => {
    await assertImage(db, siteId, id);
    await deleteOwnThumbnail(db, siteId, id);
  }),

  route(listPreparations, ({ db, siteId }, { query }) => presentPreparations(db, siteId, query)),

  route(deidentifyImage, async ({ db, siteId, platform, afterCommit }, { params, body }) => {
    const job = await requestDeidentification(platform, db, siteId, { imageId: params.id, title: body.title });
    afterCommit(() => platform.jobs.wake());
    return presentJob(job, true);
  }),

  route(createExternalImage, async ({ db, siteId, caller }, { body }) => {
    const id = await addExternalImage(db, { siteId, createdBy: caller.signedIn().id }, body);
    return loadImage(db, { siteId, caller, id, parentId: body.parentId });
  }),

  route(getImage, ({ db, siteId, caller }, { params, query }) =>
    loadImage(db, { siteId, caller, id: params.id, parentId: query.parent }),
  ),

  route(getImageByPost, async ({ db, siteId, caller }, { params, query }) => {
    const found = await findItemIdByPost(db, siteId, "image", params.id);
    if (!found) throw notFoundOrNoAccess();
    return loadImage(db, { siteId, caller, id: found.id, parentId: query.parent });
  }),

  route(listImages, ({ db, siteId }, { query }) => listImageCards(db, siteId, query)),

  route(searchImages, ({ db, siteId }, { body: { page, q, folder } }) =>
    listImageCards(db, siteId, { page, q, folder: folder ?? undefined }),
  ),
];
