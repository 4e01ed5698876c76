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
  listImages,
} from "@parfocal/core/image/image.contract.ts";
import { searchImages } from "@parfocal/core/image/search-images.contract.ts";
import { ownThumbnailPath } from "#image-card/thumbnail-path.ts";
import { findItem } from "#item/item.queries.ts";
import { findItemIdByPost } from "#item/item-post.queries.ts";
import { presentJob } from "#job/job.present.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { route } from "#platform/http/route.ts";
import { changeImage } from "./change-image.ts";
import { addExternalImage } from "./create-external-image.ts";
import { listImageCards } from "./list-image-cards.ts";
import { loadImage } from "./load-image.ts";
import { requestDeidentification } from "./order-deidentification.ts";
import { deleteOwnThumbnail, replaceOwnThumbnail } from "./own-thumbnail.queries.ts";
import { presentPreparations } from "./preparations.ts";
import { readSentThumbnail } from "./read-sent-thumbnail.ts";
import { replaceFile } from "./replace-file.ts";

/** @throws AppError `notFound` if there is no such image on the site. */
async function assertImage(db: SiteDb, siteId: number, id: number): Promise<void> {
  if (!(await findItem(db, siteId, id, "image"))) throw notFoundOrNoAccess();
}

export const imageRoutes = [
  route(updateImage, async ({ db, siteId, site, caller }, { params: { id }, body }) => {
    await changeImage(db, siteId, id, body);
    return loadImage(db, { siteId, site, caller, id, parentId: undefined });
  }),

  route(replaceImageFile, async ({ db, siteId, site, caller }, { params: { id }, body }) => {
    await replaceFile(db, siteId, id, body);
    return loadImage(db, { siteId, site, caller, id, parentId: undefined });
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

  route(createExternalImage, async ({ db, siteId, site, caller }, { body }) => {
    const id = await addExternalImage(db, { siteId, createdBy: caller.signedIn().id }, body);
    return loadImage(db, { siteId, site, caller, id, parentId: body.parentId });
  }),

  route(getImage, ({ db, siteId, site, caller, shareToken }, { params, query }) =>
    loadImage(db, { siteId, site, caller, shareToken, id: params.id, parentId: query.parent }),
  ),

  route(getImageByPost, async ({ db, siteId, site, caller }, { params, query }) => {
    const found = await findItemIdByPost(db, siteId, { postId: params.id, kind: "image" });
    if (found === undefined) throw notFoundOrNoAccess();
    return loadImage(db, { siteId, site, caller, id: found, parentId: query.parent });
  }),

  route(listImages, ({ db, siteId }, { query }) => listImageCards(db, siteId, query)),

  route(searchImages, ({ db, siteId }, { body: { page, q, folder } }) =>
    listImageCards(db, siteId, { page, q, folder: folder ?? undefined }),
  ),
];
