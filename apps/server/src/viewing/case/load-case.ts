/** A case as the caller can see it: for people who do not manage content, only its active slides. */
import type { Case, CaseItem } from "@parfocal/core/case/case.contract.ts";
import { isBound } from "@parfocal/core/case/case-binding.ts";
import { notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import { presentSlideInformation } from "#image/image.present.ts";
import { findImageFacts } from "#image-card/image-facts.queries.ts";
import type { AccessScope } from "#item/access-scope.ts";
import { listCrumbs } from "#item/item.queries.ts";
import { findChosenThumbnail } from "#item/item-appearance.queries.ts";
import { loadLook } from "#item/item-appearance.ts";
import { findSeenIn } from "#item/item-paths.queries.ts";
import { findNeighbours, SHARED_KINDS } from "#item/neighbours.ts";
import { findHiddenEverywhere } from "#item/placement.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { type Asker, findShownItem } from "#share-access/viewer.ts";
import { findCaseFacts } from "./case.queries.ts";
import { type CaseItemRow, type CaseSlide, findCaseSlides, listCaseItems } from "./case-item.queries.ts";
import { asSharedCase } from "./shared-case.ts";

interface Question extends Asker {
  readonly id: number;
  /** Parent from which the caller opens it. */
  readonly parentId?: number | undefined;
}

/** @throws AppError `notFound` if the caller has no access to the case. */
export async function loadCase(db: SiteDb, { id, parentId, ...asker }: Question): Promise<Case> {
  const { siteId } = asker;
  const { item, way, accessScope, isManager, by } = await findShownItem(db, asker, { id, kind: "case", parentId });
  const facts = await findCaseFacts(db, siteId, id);
  if (!facts) throw notFoundOrNoAccess();
  const items = await loadCaseItems(db, siteId, id, accessScope);
  const path = await listCrumbs(db, siteId, way?.ids ?? [id]);
  const look = await loadLook(db, siteId, id);
  const loaded: Case = {
    id,
    itemId: id,
    postId: item.post_id ?? id,
    title: item.title,
    subtitle: item.subtitle,
    summary: item.summary,
    description: item.description,
    diagnosis: facts.diagnosis,
    collapseDiagnosis: facts.collapses_diagnosis,
    layout: { columns: facts.layout_columns, rows: facts.layout_rows },
    thumbnail:
      (await findChosenThumbnail(db, siteId, id)) ??
      items.find(({ isActive, thumbnail }) => isActive && thumbnail !== null)?.thumbnail ??
      null,
    thumbnailMediaId: look.thumbnailMediaId,
    items,
    isBound: isBound(items),
    tags: item.tags,
    path,
    ...(await findNeighbours(db, siteId, {
      ...{ id, parentId: path.at(-2)?.id, accessScope },
      ...(by ? { kinds: SHARED_KINDS } : {}),
    })),
    userCanEdit: isManager,
  };
  return by ? asSharedCase(loaded, by) : loaded;
}

/** In their order. */
export async function loadCaseItems(
  db: SiteDb,
  siteId: number,
  caseId: number,
  accessScope: AccessScope,
): Promise<CaseItem[]> {
  const seen = await findSeenIn(db, siteId, caseId, accessScope);
  const placed = await listCaseItems(db, siteId, caseId, accessScope);
  const rows = placed.filter(({ imageId }) => seen === null || seen.has(imageId));
  const ids = rows.map(({ imageId }) => imageId);
  const slides = await findCaseSlides(db, siteId, ids);
  const facts = await findImageFacts(db, siteId, ids, { isManager: accessScope.includesInactive });
  const hidden = accessScope.includesInactive ? await findHiddenEverywhere(db, siteId, ids) : null;
  return rows.flatMap((row) => {
    const slide = slides.get(row.imageId);
    if (!slide) return [];
    const item = presentCaseItem(row, slide, facts.get(row.imageId)?.thumbnail ?? null);
    return [hidden ? { ...item, isHiddenElsewhere: hidden.has(row.imageId) } : item];
  });
}

function presentCaseItem(
  row: CaseItemRow,
  { title, subtitle, slideFile }: CaseSlide,
  thumbnail: string | null,
): CaseItem {
  const { imageId, isActive, annotationsActive, center, zoom, rotationDeg, boundPoints } = row;
  return {
    id: imageId,
    itemId: imageId,
    title,
    subtitle,
    isActive,
    annotationsActive,
    center: center && [center[0], center[1]],
    zoom,
    rotation: rotationDeg as CaseItem["rotation"],
    boundPoints: boundPoints.map((point) => point && [point[0], point[1]]),
    slideInformation: presentSlideInformation(imageId, slideFile),
    thumbnail,
  };
}
