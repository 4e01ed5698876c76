/**
 * Changes the slides of a case, their order and their views.
 *
 * Source: spec part 1, section 3 ("Case": items) and section 4 (bound if any item has a centre); decisions, "Identity"
 * (an item may be in several parents).
 */
import type { BodyOf } from "@parfocal/core/call.contract.ts";
import type { updateCase } from "@parfocal/core/case/case.contract.ts";
import { centerWithPoints } from "@parfocal/core/case/case-binding.ts";
import { AppError } from "@parfocal/core/errors.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { SiteDb } from "#platform/db/database.ts";
import {
  type CaseItemRow,
  type CaseSlide,
  deleteCasePlacements,
  findCaseSlides,
  listCaseItems,
  listImagesOnlyIn,
  writeCaseItems,
} from "./case-item.queries.ts";

/** Omitted fields are left unchanged. */
export type CaseItemInput = NonNullable<BodyOf<typeof updateCase>["items"]>[number];

type ItemsChange = Pick<BodyOf<typeof updateCase>, "keepsOthers" | "seenIds">;

/** Allowed distance of a view's centre outside the slide. */
const CENTER_MARGIN_SIDES = 1;

/**
 * Sets the slides of a case, in this order: other slides are removed, with their views in it, unless they are to be
 * kept.
 *
 * Call with the case locked: reads the present slides and writes all of them.
 *
 * @throws AppError `invalid` if one is given twice or is not an image of the site, if a point is not on its slide, or
 * if a removed slide has no other placement, so that it could not be found; `conflict` if the case does not have the
 * slides that the caller read.
 */
export async function changeCaseItems(
  db: SiteDb,
  siteId: number,
  caseId: number,
  inputs: readonly CaseItemInput[],
  { keepsOthers = false, seenIds }: ItemsChange = {},
): Promise<void> {
  const named = inputs.map(({ id }) => id);
  const twice = named.find((id, index) => named.indexOf(id) !== index);
  if (twice !== undefined) throw invalid(`A case can contain each slide only once: ${twice} is listed twice.`);
  const present = new Map(
    (await listCaseItems(db, siteId, caseId, { includesInactive: true })).map((item) => [item.imageId, item]),
  );
  if (seenIds && seenIds.join() !== [...present.keys()].join()) throw changedConcurrently();
  const requested = keepsOthers
    ? [...present.keys()].map((id) => inputs.find((input) => input.id === id) ?? { id })
    : inputs;
  const ids = requested.map(({ id }) => id);
  const slides = await findCaseSlides(db, siteId, ids);
  const missing = ids.find((id) => !slides.has(id));
  if (missing !== undefined) throw invalid(`Slide ${missing} not found.`);

  const binned = (await listCaseItems(db, siteId, caseId, { includesInactive: true, includesDeleted: true })).filter(
    ({ imageId }) => !present.has(imageId),
  );
  const leaving = [...present.keys()].filter((id) => !slides.has(id));
  await assertLieElsewhere(db, siteId, caseId, leaving);
  await deleteCasePlacements(db, siteId, caseId, leaving);
  const updated = requested.map((input) => changedItem(present.get(input.id) ?? newItem(input.id), input));
  for (const item of updated) assertNearSlide(item, present.get(item.imageId), slides.get(item.imageId));
  // The person who changes the case does not see them; if restored, they have their previous position.
  await writeCaseItems(db, siteId, caseId, [...updated, ...binned]);
}

async function assertLieElsewhere(
  db: SiteDb,
  siteId: number,
  caseId: number,
  imageIds: readonly number[],
): Promise<void> {
  const unplaced = await listImagesOnlyIn(db, siteId, caseId, imageIds);
  if (unplaced.length === 0) return;
  const titles = unplaced.map(({ title }) => `"${title}"`).join(", ");
  throw invalid(
    `${titles} would no longer be in any course or folder. Add it to one first, then remove it from this case.`,
  );
}

const newItem = (imageId: number): CaseItemRow => ({
  imageId,
  isActive: true,
  annotationsActive: true,
  center: null,
  zoom: null,
  rotationDeg: 0,
  boundPoints: [],
});

function changedItem(before: CaseItemRow, input: CaseItemInput): CaseItemRow {
  const center = input.center === undefined ? before.center : input.center;
  return {
    imageId: before.imageId,
    isActive: input.isActive ?? before.isActive,
    annotationsActive: input.annotationsActive ?? before.annotationsActive,
    center: input.boundPoints === undefined ? center : centerWithPoints(center, input.boundPoints),
    zoom: input.zoom === undefined ? before.zoom : input.zoom,
    rotationDeg: input.rotation ?? before.rotationDeg,
    boundPoints: input.boundPoints ?? before.boundPoints,
  };
}

/**
 * A view can be moved past the edge; bound points must be on the slide. Stored values remain valid, as the slide's file
 * may have been replaced since.
 */
function assertNearSlide(
  { center, boundPoints }: CaseItemRow,
  before: CaseItemRow | undefined,
  slide: CaseSlide | undefined,
): void {
  const { width = null, height = null } = slide?.slideFile ?? {};
  if (width === null || height === null) return;
  const isWithin = (point: SlidePoint | null, sides: number) =>
    point === null ||
    (point[0] >= -width * sides &&
      point[1] >= -height * sides &&
      point[0] <= width * (1 + sides) &&
      point[1] <= height * (1 + sides));
  const size = `"${slide?.title}", which is ${width} × ${height} pixels large`;
  const retained = new Set(before?.boundPoints.map(String));
  const strayed = boundPoints.find((point) => !retained.has(String(point)) && !isWithin(point, 0));
  if (strayed) throw invalid(`The point ${strayed.join(", ")} is outside ${size}.`);
  if (String(center) !== String(before?.center) && !isWithin(center, CENTER_MARGIN_SIDES))
    throw invalid(`The centre ${center?.join(", ")} is too far from ${size}.`);
}

const changedConcurrently = () =>
  new AppError("conflict", "Someone else changed the slides of this case. The current slides are shown. Save again.", {
    codes: ["itemsChanged"],
  });

const invalid = (message: string) => new AppError("invalid", message, { codes: ["items"] });
