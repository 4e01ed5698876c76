/** A slide as the caller sees it, or as a share shows it. */
import { notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { presentAttachmentsOf } from "#attachment/attachment.present.ts";
import { findDefaultColours } from "#colour-preset/colour-preset.queries.ts";
import { presentFieldsOf } from "#custom-field/custom-field.present.ts";
import { SLIDE_JOBS } from "#image-card/slide-jobs.ts";
import { thumbnailPath } from "#image-card/thumbnail-path.ts";
import { listCrumbs, listPlacedTitles } from "#item/item.queries.ts";
import { findNeighbours, SHARED_KINDS } from "#item/neighbours.ts";
import { presentJob } from "#job/job.present.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { RequestSite } from "#platform/http/site-and-session.ts";
import { listOpenJobs } from "#platform/jobs/job.queries.ts";
import { type Asker, findShownItem } from "#share-access/viewer.ts";
import {
  presentAssociatedImages,
  presentFileTexts,
  presentScanFacts,
  presentSlideInformation,
  presentState,
} from "./image.present.ts";
import { findImageRow } from "./image.queries.ts";
import { findNameOfAdder, isAnyBound } from "./image-page.queries.ts";
import { asSharedImage } from "./shared-image.ts";

interface Question extends Asker {
  readonly id: number;
  readonly site: Pick<RequestSite, "offersTilesZip">;
  /** Parent from which the caller opens it. */
  readonly parentId: number | undefined;
}

/**
 * @throws AppError `notFound` if there is no such image for the caller; `unauthenticated` if its share requires a
 * session.
 */
export async function loadImage(db: SiteDb, { id, site, parentId, ...asker }: Question): Promise<Image> {
  const { siteId, caller } = asker;
  const { item, way, accessScope, isManager, by } = await findShownItem(db, asker, { id, kind: "image", parentId });
  const row = await findImageRow(db, siteId, id);
  if (!row) throw notFoundOrNoAccess();
  const { image, slideFile, ownThumbnailId } = row;
  const path = await listCrumbs(db, siteId, way?.ids ?? [id]);
  const parent = path.at(-2) ?? null;
  const siblings = parent?.type === "case" ? await listPlacedTitles(db, siteId, parent.id, accessScope) : [];
  const siblingIds = siblings.map((sibling) => sibling.id);
  const [job] = (await listOpenJobs(db, siteId, SLIDE_JOBS, [slideFile.id])).reverse();
  const loaded: Image = {
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
    slideInformation: presentSlideInformation(id, slideFile, {
      offersTilesZip: !by && site.offersTilesZip,
    }),
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
    ...(await findNeighbours(db, siteId, {
      ...{ id, parentId: parent?.id, accessScope },
      ...(by ? { kinds: SHARED_KINDS } : {}),
    })),
    userCanAnnotate: caller.can("learn"),
    userCanEdit: isManager,
    annotationsActive: way?.isAnnotated ?? true,
    isBound: parent?.type === "case" && siblingIds.length > 0 && (await isAnyBound(db, siteId, parent.id, siblingIds)),
  };
  return by ? asSharedImage(loaded, by) : loaded;
}
