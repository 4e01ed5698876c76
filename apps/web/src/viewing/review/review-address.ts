/** URL of a slide with its review open: `?annotation=id&review=1`. */
import type { ReviewSlide } from "@parfocal/core/annotation/review-inbox.contract.ts";
import { pathTo, stepsOf } from "#item/place-path.ts";
import { readId, withParameter } from "#platform/address-parameters.ts";

const TO_REVIEW_WORD = "to-review";
const REVIEW_PARAMETER = "review";

const START_PARAMETER = "start";

export const toReviewPath = (siteId: number): string => `/s${siteId}/${TO_REVIEW_WORD}`;

/** URL that leads to the first annotation to review. */
export const startReviewAddress = (siteId: number): ReviewAddress => ({
  to: toReviewPath(siteId),
  search: { [START_PARAMETER]: "1" },
});

/** @param search query of the list's URL. */
export const isStartOfReview = (search: string): boolean => new URLSearchParams(search).get(START_PARAMETER) === "1";

interface ReviewAddress {
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

/** @param end which of its annotations is shown first. @returns null if the slide has no page of its own. */
export function reviewAddressOf(
  siteId: number,
  { path, firstId, lastId }: Pick<ReviewSlide, "path" | "firstId" | "lastId">,
  end: "first" | "last" = "first",
): ReviewAddress | null {
  const to = pathTo(siteId, stepsOf(path));
  const annotation = String(end === "first" ? firstId : lastId);
  return to === null ? null : { to, search: { annotation, [REVIEW_PARAMETER]: "1" } };
}

/** @param search query of the URL. @returns null if it contains no review. */
export function readReviewAddress(search: string): { readonly annotationId: number | null } | null {
  const parameters = new URLSearchParams(search);
  if (parameters.get(REVIEW_PARAMETER) !== "1") return null;
  return { annotationId: readId(parameters.get("annotation")) };
}

/** The query part of the URL once the review is closed. */
export const withoutReview = (search: string): string => withParameter(search, REVIEW_PARAMETER, null);
