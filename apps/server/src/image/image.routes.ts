import { AppError } from "@parfocal/core/errors.ts";
import {
  createExternalImage,
  deidentifyImage,
  getImage,
  getImageByPost,
  IMAGE_PAGE_SIZE,
  type Image,
  listImages,
} from "@parfocal/core/image/image.contract.ts";
import { listCrumbs, listPlacedItems } from "#item/item.queries.ts";
import { findVisibleItem } from "#item/item-access.ts";
import { presentJob } from "#job/job.present.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { route } from "#platform/http/route.ts";
import { listOpenJobs } from "#platform/jobs/job.queries.ts";
import { addExternalImage } from "./create-external-image.ts";
import {
  presentAssociatedImages,
  presentFileTexts,
  presentScanFacts,
  presentSlideInformation,
  presentState,
} from "./image.present.ts";
import { findImageIdByPost, findImageRow, listImageItems } from "./image.queries.ts";
import { findImageFacts } from "./image-card.ts";
import { orderDeidentification } from "./order-deidentification.ts";
import { SLIDE_JOBS } from "./slide-jobs.ts";
import { thumbnailPath } from "./thumbnail-path.ts";

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
  if (!row) throw new AppError("notFound", "There is nothing here, or it is not for you.");
  const { image, slideFile } = row;
  const path = await listCrumbs(db, siteId, way?.ids ?? [id]);
  const parent = path.at(-2) ?? null;
  const isManager = caller.can("manageContent");
  const siblings =
    parent === null
      ? []
      : (await listPlacedItems(db, siteId, parent.id, { includesInactive: isManager })).filter(
          (placed) => placed.item.kind === "image",
        );
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
    deidentifiedAt: isManager ? (slideFile.deidentified_at?.toISOString() ?? null) : null,
    parentId: parent?.id ?? null,
    parentType: parent?.type ?? null,
    center: image.center_x === null || image.center_y === null ? null : [image.center_x, image.center_y],
    zoom: image.zoom,
    rotation: image.rotation_deg,
    slideInformation: presentSlideInformation(id, slideFile),
    state: presentState(slideFile.state, job),
    job: job ? presentJob(job, isManager) : null,
    thumbnail: thumbnailPath(id, slideFile),
    associatedImages: presentAssociatedImages(id, slideFile, isManager),
    fileFormat: slideFile.format,
    fileBytes: slideFile.bytes,
    customFields: [],
    path,
    previous: crumbAt(place - 1),
    next: crumbAt(place + 1),
    userCanAnnotate: caller.can("learn"),
    userCanEdit: isManager,
    annotationsActive: way?.isAnnotated ?? true,
  };
}

export const imageRoutes = [
  route(deidentifyImage, async ({ db, siteId, platform, afterCommit }, { params, body }) => {
    const job = await orderDeidentification(platform, db, siteId, { imageId: params.id, title: body.title });
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
    const found = await findImageIdByPost(db, siteId, params.id);
    if (!found) throw new AppError("notFound", "There is nothing here, or it is not for you.");
    return loadImage(db, { siteId, caller, id: found.id, parentId: query.parent });
  }),

  route(listImages, async ({ db, siteId }, { query }) => {
    const items = await listImageItems(db, siteId, { page: query.page, pageSize: IMAGE_PAGE_SIZE, q: query.q });
    const facts = await findImageFacts(
      db,
      siteId,
      items.map((item) => item.id),
      { isManager: true },
    );
    return items.map((item) => ({
      id: item.id,
      itemId: item.id,
      type: item.kind,
      title: item.title,
      subtitle: item.subtitle,
      thumbnail: facts.get(item.id)?.thumbnail ?? null,
      isActive: true,
      annotationsActive: true,
      parent: null,
      itemCount: 0,
      job: facts.get(item.id)?.job ?? null,
    }));
  }),
];
