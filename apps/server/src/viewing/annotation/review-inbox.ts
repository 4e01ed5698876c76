/**
 * Slides with annotations to review: in the order of the site's courses, and in each course the one first that has
 * waited longest.
 */
import { REVIEW_SLIDES_MAX, type ReviewSlide } from "@parfocal/core/annotation/review-inbox.contract.ts";
import { accessScopeOf } from "#item/access-scope.ts";
import { readCrumbs } from "#item/item.queries.ts";
import { listWaysToEach } from "#item/item-paths.queries.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { listCourseOrder } from "#structure/course-order.queries.ts";
import { listWaiting, type ReviewCounts, type WaitingSlide } from "./review-inbox.queries.ts";

/** Sort key: its numbers are compared one after the other. */
type Place = readonly [course: number, courseId: number, oldestMs: number, imageId: number];

/** After the courses of the site: virtual courses, then slides outside courses. */
const IN_VIRTUAL_COURSE = Number.MAX_SAFE_INTEGER - 1;
const IN_NO_COURSE = Number.MAX_SAFE_INTEGER;

interface PlacedSlide {
  readonly slide: WaitingSlide;
  readonly place: Place;
  /** From the course down to the slide. */
  readonly ids: readonly number[];
}

interface ReviewInbox {
  readonly counts: ReviewCounts;
  /** In their order. */
  readonly slides: readonly PlacedSlide[];
  /** Position of a slide in the list, even if it has nothing to review. */
  readonly placeOf: (imageId: number, oldestAt: Date) => Place;
}

/** @param besides a slide that is included even if it has nothing to review. */
export async function loadReviewInbox(
  db: SiteDb,
  siteId: number,
  caller: Caller,
  besides?: number,
): Promise<ReviewInbox> {
  const { slides, counts } = await listWaiting(db, siteId, caller, REVIEW_SLIDES_MAX);
  const imageIds = [...slides.map(({ imageId }) => imageId), ...(besides === undefined ? [] : [besides])];
  const ways = await listWaysToEach(db, siteId, imageIds, accessScopeOf(caller));
  const rankOf = new Map((await listCourseOrder(db, siteId)).map((id, index) => [id, index]));
  const idsOf = (imageId: number): readonly number[] => ways.get(imageId)?.[0]?.ids ?? [imageId];
  const placeOf = (imageId: number, oldestAt: Date): Place => {
    const [courseId = imageId, ...rest] = idsOf(imageId);
    const isInCourse = rest.length > 0;
    const rank = isInCourse ? (rankOf.get(courseId) ?? IN_VIRTUAL_COURSE) : IN_NO_COURSE;
    return [rank, isInCourse ? courseId : 0, oldestAt.getTime(), imageId];
  };
  const placed = slides.map((slide) => ({
    slide,
    place: placeOf(slide.imageId, slide.oldestAt),
    ids: idsOf(slide.imageId),
  }));
  return { counts, slides: placed.sort((a, b) => comparePlaces(a.place, b.place)), placeOf };
}

function comparePlaces(a: Place, b: Place): number {
  const index = a.findIndex((part, at) => part !== b[at]);
  return index < 0 ? 0 : (a[index] as number) - (b[index] as number);
}

/** Wraps around at the ends; null: there is no other slide. */
export function neighboursIn(
  { slides, placeOf }: ReviewInbox,
  imageId: number,
  oldestAt: Date,
): { readonly previous: PlacedSlide | null; readonly next: PlacedSlide | null; readonly others: number } {
  const others = slides.filter(({ slide }) => slide.imageId !== imageId);
  const listed = slides.find(({ slide }) => slide.imageId === imageId);
  const place = listed?.place ?? placeOf(imageId, oldestAt);
  const before = others.filter((other) => comparePlaces(other.place, place) < 0).length;
  return {
    previous: others.at(before - 1) ?? null,
    next: others[before] ?? others[0] ?? null,
    others: others.length,
  };
}

export async function presentSlides(
  db: SiteDb,
  siteId: number,
  slides: readonly PlacedSlide[],
): Promise<ReviewSlide[]> {
  const crumbsOf = await readCrumbs(db, siteId, slides);
  return slides.map(({ slide, ids }) => ({
    ...slide,
    oldestAt: slide.oldestAt.toISOString(),
    path: crumbsOf(ids),
  }));
}
